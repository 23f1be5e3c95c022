"""Pairs: callers with their partners; where nobody calls, who played with and against whom.

The cards choose the partner, so that no pair is ever called the best.
"""

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, Ints
from scorer.rules.kinds import (
    EVEN,
    FAILED,
    MADE,
    SIDE,
    SIDE_LETTERS,
)
from scorer.stats.models.arrays import Floats, categories, codes, is_one_of, ratio, runs, text_column, totals
from scorer.stats.models.beta_binomial import shrunken_rate_columns
from scorer.stats.models.intervals import group_mean_errors, rate_columns
from scorer.stats.models.multiple_testing import outside_own_means
from scorer.stats.tally import MIN_DEALS, WAYS


def pairs(frames: Frames, *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """A row per caller and partner with at least `min_deals` deals together, most deals first, then by name.

    Solo deals and deals without a caller are left out; `met` has the latter. `likely_rate` is the rate drawn towards
    the rate of all pairs, also those with few deals, as `models.beta_binomial` defines it.
    """
    columns = frames.columns.taken(frames.columns.is_deal & (frames.columns.partner > 0))
    partnered = frames.deals[codes(frames.deals["partner"]) >= 0]
    callers, partners = categories(partnered["caller"]), categories(partnered["partner"])
    pair = codes(partnered["caller"]) * len(partners) + codes(partnered["partner"])
    size = len(callers) * len(partners)
    made, failed, even = (
        np.bincount(pair[is_one_of(partnered["outcome"], outcome)], minlength=size) for outcome in (MADE, FAILED, EVEN)
    )
    together = made + failed + even
    gained = columns.at(columns.units, columns.caller) + columns.at(columns.units, columns.partner)
    units = totals(pair, gained, size)
    table = pd.DataFrame(
        {
            "caller": text_column(np.repeat(callers, len(partners)).tolist()),
            "partner": text_column(partners * len(callers)),
            "deals": together,
            "made": made,
            "failed": failed,
            "even": even,
            **rate_columns(made, made + failed),
            "units": units,
            "units_per_deal": ratio(units, together),
            **shrunken_rate_columns(made, made + failed),
            "error": group_mean_errors(pair, gained, size),
        }
    )
    kept = table[together >= max(min_deals, 1)]
    return kept.sort_values("deals", ascending=False, kind="stable", ignore_index=True)


def met(frames: Frames, *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """A row per two players who met in deals without a caller, on one side ("with") or on two ("against").

    The first by name is the `player`. Those `with` stand first, then most deals, then by name; pairs with fewer
    than `min_deals` are left out. `rate_if_equal` is how often equal players would win: the mean of winners / players
    of each deal that somebody won.
    """
    played = frames.payouts[is_one_of(frames.payouts["role"], SIDE)]
    deal, side, player = played["deal_id"].to_numpy(), codes(played["side"]), codes(played["player"])
    rows = [np.flatnonzero(deal[behind:] == deal[:-behind]) for behind in range(1, len(SIDE_LETTERS))]
    first_row = np.concatenate(rows) if len(played) else np.zeros(0, np.int64)
    second_row = np.concatenate([row + behind for behind, row in enumerate(rows, 1)]) if len(played) else first_row
    first, second = np.where(player[first_row] < player[second_row], (first_row, second_row), (second_row, first_row))
    names = categories(played["player"])
    pair = (player[first] * len(names) + player[second]) * 2 + (side[first] != side[second])
    size, won, even = 2 * len(names) ** 2, played["won"].to_numpy()[first], is_one_of(played["outcome"], EVEN)[first]
    deals, wins, evens = (np.bincount(pair[rows], minlength=size) for rows in (slice(None), won, even))
    of_deal, _begins = runs(deal)
    share_that_won = ratio(np.bincount(of_deal, played["won"]), np.bincount(of_deal))[of_deal]
    gained = played["units"].to_numpy()[first]
    units, error = totals(pair, gained, size), group_mean_errors(pair, gained, size)
    there = np.flatnonzero(deals >= max(min_deals, 1))
    there = there[np.lexsort((-deals[there], there % 2))]
    place = np.full(size, -1)
    place[there] = np.arange(len(there))
    deals, wins, evens, units, error = deals[there], wins[there], evens[there], units[there], error[there]
    return pd.DataFrame(
        {
            "player": text_column([names[at // 2 // len(names)] for at in there.tolist()]),
            "met": text_column([WAYS[at % 2] for at in there.tolist()]),
            "other": text_column([names[at // 2 % len(names)] for at in there.tolist()]),
            "deals": deals,
            "wins": wins,
            "losses": deals - wins - evens,
            "even": evens,
            **rate_columns(wins, deals - evens),
            "units": units,
            "units_per_deal": ratio(units, deals),
            "error": error,
            **_of_equals(place[pair[~even]], share_that_won[first[~even]], wins),
        }
    )


def _of_equals(row: Ints, share: Floats, wins: Ints) -> dict[str, Floats | Flags]:
    """The columns of what equal players would do.

    `row` and `share` are of each decided deal of a pair: the row of the pair, -1 where it is left out, and the chance
    of equal players to win it. `wins` is of each row.
    """
    chances, kind = np.unique(share[row >= 0], return_inverse=True)
    cells = np.bincount(row[row >= 0] * len(chances) + kind, minlength=len(wins) * len(chances))
    trials = cells.reshape(len(wins), len(chances))
    outside, by_chance = outside_own_means(wins, trials, chances)
    return {
        "rate_if_equal": ratio(trials @ chances, trials.sum(axis=1)),
        "unusual": outside,
        "unusual_by_chance": by_chance,
    }
