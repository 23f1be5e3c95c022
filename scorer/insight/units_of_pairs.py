"""What callers and partners get together: how far chance alone moves it, and how many pairs are unusual."""

import numpy as np

from scorer.language import _, ngettext
from scorer.stats.describe.chance_sentences import unusual_words
from scorer.stats.models.arrays import Floats
from scorer.stats.models.multiple_testing import ONE_IN, Outside, is_outside
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import Counting, Rows


def units_together(rows: Rows, counting: Counting) -> str:
    """How far chance moves what caller and partner get, and how many pairs with ten deals are unusual.

    The units of one deal vary about the mean of all N deals. The sum of n of them varies by the root of n as much, and
    by the root of n (1 - n / N) about the mean of all, which contains them.
    """
    deals, units, errors = (np.array([row[name] for row in rows], np.float64) for name in ("deals", "units", "error"))
    moved = _deviation(deals, units, errors)
    if not moved > 0:
        return ""
    in_one, in_ten = (counting.error(moved * np.sqrt(size), 1) for size in (1, 10))
    moves = _(
        "Chance alone commonly moves what two get in a deal by {one_deal}, in ten deals by {ten_deals}.",
        one_deal=in_one,
        ten_deals=in_ten,
    )
    total, enough = deals.sum(), deals >= MIN_DEALS
    unusual = is_outside(units, deals * units.sum() / total, moved**2 * deals * (1 - deals / total))
    pairs = int(enough.sum())
    if pairs < 2:  # noqa: PLR2004
        return moves
    outside = Outside(int((unusual & enough).sum()), pairs / ONE_IN)
    with_deals = ngettext(
        "{count} pair with {deals} deals or more", "{count} pairs with {deals} deals or more", pairs, deals=MIN_DEALS
    )
    unusual_pairs = unusual_words(outside, with_deals, _("units"))
    return f"{moves} {unusual_pairs}"


def _deviation(deals: Floats, units: Floats, errors: Floats) -> float:
    """The standard deviation of the units of one deal, over all deals of these pairs; NaN of fewer than two deals.

    A pair has the sum of its deals, and the standard error of their mean, NaN where there is one deal; each (pairs,).
    """
    if deals.sum() < 2:  # noqa: PLR2004
        return float("nan")
    within = (np.nan_to_num(errors) ** 2 * deals * (deals - 1)).sum()
    between = (deals * (units / deals - units.sum() / deals.sum()) ** 2).sum()
    return float(np.sqrt((within + between) / (deals.sum() - 1)))
