"""Sentences on what chance alone does to the rows of a table."""

import numpy as np

from scorer.frames.record_columns import Flags, Ints
from scorer.language import counts
from scorer.language.forms import listed
from scorer.stats.models.arrays import Floats
from scorer.stats.models.multiple_testing import ONE_IN, Outside, is_outside, outside_of_all
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import Counting, Rows, percent
from scorer.text.sentences import plural


def about(number: float) -> str:
    """How many there are on average: `about 2.8`, `about 1`, `fewer than 0.1`."""
    whole = round(number, 1)
    return f"about {whole:.{0 if whole == int(whole) else 1}f}" if whole else "fewer than 0.1"


def outside_words(outside: Outside, of: str, what: str) -> str:
    """How many of these chance alone puts outside with `what` they have, on average; and how many are."""
    here = outside.here
    are = "none is" if not here else f"{here} {plural(here, 'is', 'are')}"
    outside_of_it = f"outside ({what} further off than it goes in 95 of 100 cases)"
    return f"Of {of} chance alone puts {about(outside.by_chance)} {outside_of_it}; here {are}."


def made_together(rows: Rows) -> str:
    """How often all these callers and partners made it, and how many pairs chance alone puts outside of that."""
    said = made_outside(rows)
    return f"Together they made {percent(share_made(rows))}. {said}" if said else ""


def made_outside(rows: Rows, tested: Flags | None = None) -> str:
    """How many of these callers and partners, or of those `tested`, chance alone puts outside of what all of them made.

    Of fewer than two nothing.
    """
    pairs = len(rows) if tested is None else int(tested.sum())
    if pairs < 2 or share_made(rows) is None:  # noqa: PLR2004
        return ""
    made, failed = _counts(rows, "made"), _counts(rows, "failed")
    return outside_words(outside_of_all(made, made + failed, tested), counts.pairs(pairs), "made %")


def _counts(rows: Rows, name: str) -> Ints:
    return np.array([row[name] for row in rows], np.int64)


def share_made(rows: Rows) -> float | None:
    """How often all these callers and partners made it; None where nobody made or failed a contract."""
    decided = sum(row["made"] + row["failed"] for row in rows)
    return sum(row["made"] for row in rows) / decided if decided else None


def won_of_equals(rows: Rows) -> str:
    """How often equals would win where nobody calls, and how many pairs chance alone puts outside; of one nothing."""
    ends = equals_from_to(rows)
    if len(rows) < 2 or ends is None:  # noqa: PLR2004
        return ""
    low, high = map(percent, ends)
    would = low if low == high else f"from {low} to {high}, by how many play and how many of them win"
    ways = [f"{sum(row['met'] == way for row in rows)} {way}" for way in dict.fromkeys(row["met"] for row in rows)]
    outside = Outside(sum(row["outside"] for row in rows), sum(row["outside_by_chance"] for row in rows))
    of = f"{counts.pairs(len(rows))} ({listed(ways)})"
    return f"Of equals everybody would win {would}. {outside_words(outside, of, 'won %')}"


def equals_from_to(rows: Rows) -> tuple[float, float] | None:
    """How often equals would win in these rows, at least and at most; None where nobody won a deal."""
    equals = [row["equals"] for row in rows if row["equals"] is not None]
    return (min(equals), max(equals)) if equals else None


def units_together(rows: Rows, counting: Counting) -> str:
    """How far chance alone moves what caller and partner get, and of pairs with ten deals how many it puts outside.

    What one deal brings varies about the mean of all N deals; a sum of n of them varies by the root of n as much, and
    about that mean, which has them in it, by the root of n (1 - n / N).
    """
    deals, units = (np.array([row[name] for row in rows], np.float64) for name in ("deals", "units"))
    moved = deviation(rows)
    if not moved > 0:
        return ""
    one, ten = (counting.off(moved * np.sqrt(size), 1) for size in (1, 10))
    said = f"Chance alone commonly moves what two get in a deal by {one}, in ten deals by {ten}."
    whole, enough = deals.sum(), deals >= MIN_DEALS
    off = is_outside(units, deals * units.sum() / whole, moved**2 * deals * (1 - deals / whole))
    pairs = int(enough.sum())
    outside = Outside(int((off & enough).sum()), pairs / ONE_IN)
    of = f"{counts.pairs(pairs)} with {MIN_DEALS} deals or more"
    return f"{said} {outside_words(outside, of, 'units')}" if pairs > 1 else said


def deviation(rows: Rows) -> float:
    """The standard deviation of what one deal brought, of all deals of these rows together; NaN of fewer than two.

    Of the deals of a row there are the sum, and the standard error of the mean where there are two or more.
    """
    deals, units = (np.array([row[name] for row in rows], np.float64) for name in ("deals", "units"))
    errors: Floats = np.nan_to_num(np.array([row["error"] for row in rows], np.float64))
    if deals.sum() < 2:  # noqa: PLR2004
        return float("nan")
    within = (errors**2 * deals * (deals - 1)).sum()
    between = (deals * (units / deals - units.sum() / deals.sum()) ** 2).sum()
    return float(np.sqrt((within + between) / (deals.sum() - 1)))
