"""How sure means of units are: standard errors, and which players can be told apart.

A table is zero-sum: what one wins others lose. So the difference of two players who met is surer, or less sure, than
two means by themselves: their covariance over the deals of both is counted. Of a paper sheet nobody knows the deals:
it is one event, as a deal is one.

Penalties and adjustments (opening balances, a correction) are no chance: they are in the figures
by which players are placed, but in no error, and nobody is told from anybody else by them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames.columns import Flags, Ints, Numbers
from scorer.rules.kinds import DEAL_ROLES, SHEET
from scorer.stats.tallies import BLOCK, NOTHING_LEFT, Floats, codes, is_one_of, ratio, runs, texts, words
from scorer.text.numbers import ORDERS

SURE: Final = 0.05  # of all comparisons of a table together, so seldom may one be wrong by chance
FEWEST: Final = 3  # deals, or matches, of each of two players of whom anything is said


def mean_error(units: Numbers, squares: Numbers, count: Numbers) -> Floats:
    """The standard error of a mean, of the sums of units and of their squares: the sample's deviation / the root of n.

    NaN where `count` is below 2, and where all had the same: so few deals do not make a mean certain.
    """
    varied = squares - np.nan_to_num(ratio(np.asarray(units, np.float64) ** 2, count))
    known = (count > 1) & (varied > NOTHING_LEFT * squares)
    return np.sqrt(ratio(varied, np.where(known, count * (count - 1.0), 0)))


def errors_of(group: Ints, units: Numbers, size: int) -> Floats:
    """The standard error of the mean units of each group, of a row's group and units."""
    squares = np.bincount(group, np.asarray(units, np.float64) ** 2, size)
    return mean_error(np.bincount(group, units, size), squares, np.bincount(group, minlength=size))


def better_by(nearer: Floats, tellings: int) -> tuple[float, float]:
    """By how much one way of telling is nearer than another on average, and the standard error of that.

    `nearer` is by how much in each match, all of its tellings together: they come true together, so that matches are
    what varies. NaN of fewer than two.
    """
    if len(nearer) < 2:  # noqa: PLR2004
        return np.nan, np.nan
    return float(nearer.sum() / tellings), float(np.sqrt(len(nearer) * nearer.var(ddof=1)) / tellings)


class Spread(NamedTuple):
    """The figure by which each player is placed, how chance moves two of them together, and of how many events.

    `rulings` is what penalties and adjustments put into each figure.
    """

    players: list[str]
    figures: Floats
    covariance: Floats
    events: Ints
    rulings: Floats

    def of(self, players: Sequence[str]) -> "Spread":
        """That of these players alone, in their order."""
        rows = np.array([self.players.index(player) for player in players], np.int64)
        covariance = self.covariance[np.ix_(rows, rows)]
        return Spread(list(players), self.figures[rows], covariance, self.events[rows], self.rulings[rows])


def spread(payouts: pd.DataFrame, order: str = ORDERS[0]) -> Spread:
    """The figures of the standings in an `order`, by player, and their covariance.

    An event is a deal; for `per-match` it is a match with a deal or a paper sheet of the player, for units a paper
    sheet is one too. The covariance is of what was played alone. NaN for who has none.
    """
    names, role, units = words(payouts["player"]), payouts["role"], payouts["units"].to_numpy()
    players, player = len(names), codes(payouts["player"])
    deals, sheets = is_one_of(role, *DEAL_ROLES), is_one_of(role, SHEET)
    kinds = {
        "units": [(deals, "deal_id"), (sheets, "deal_id")],
        "per-deal": [(deals, "deal_id")],
        "per-match": [(deals | sheets, "match_id")],
    }[order]
    found = [_totals(payouts, rows, event, players) for rows, event in kinds]
    covariance, count = (np.sum(each, axis=0) for each in zip(*found, strict=True))
    counted = deals if order == "per-deal" else np.ones(len(units), bool)
    ruled = counted & ~deals & ~sheets
    figures, rulings = (np.bincount(player[rows], units[rows], players).astype(np.float64) for rows in (counted, ruled))
    if order == "units":
        return Spread(names, figures, covariance, count, rulings)
    of_one = ratio(1, count)
    return Spread(names, figures * of_one, covariance * np.outer(of_one, of_one), count, rulings * of_one)


def _totals(payouts: pd.DataFrame, wanted: Flags, event: str, players: int) -> tuple[Floats, Ints]:
    """The covariance of what each player got in all these events, and in how many they were.

    What the variance of one event says of the sum of n is n times it; of a single event its square.
    """
    of_event, units = payouts[event].to_numpy(), payouts["units"].to_numpy()
    player: Ints = np.asarray(payouts["player"].cat.codes)
    if event == "match_id":
        place, back = np.unique(runs(of_event[wanted])[0] * players + player[wanted], return_inverse=True)
        units = np.bincount(back, units[wanted])
        of_event, player, wanted = place // players, place % players, np.ones(len(place), bool)
    blocks = [(block, wanted[block]) for block in _blocks(of_event)]
    count, sums = np.zeros(players, np.int64), np.zeros(players)
    for block, rows in blocks:
        count += np.bincount(player[block][rows], minlength=players)
        sums += np.bincount(player[block][rows], units[block][rows], players)
    mean = np.where(count > 1, ratio(sums, count), 0)
    of_sample = np.sqrt(np.where(count > 1, count / np.maximum(count - 1, 1), 1))
    covariance = np.zeros((players, players))
    for block, rows in blocks:
        who = player[block][rows].astype(np.int64)
        covariance += _crossed(of_event[block][rows], who, units[block][rows] - mean[who], players)
    return covariance * np.outer(of_sample, of_sample), count


def _blocks(event: Ints) -> Iterator[slice]:
    """Rows in blocks, so that what is reckoned of each takes little room; an event is never parted."""
    begins = np.flatnonzero(event[1:] != event[:-1]) + 1
    begin = 0
    while len(event) - begin > BLOCK:
        end = int(begins[np.searchsorted(begins, begin + BLOCK, "right") - 1])
        yield slice(begin, end)
        begin = end
    yield slice(begin, len(event))


def _crossed(event: Ints, player: Ints, units: Floats, players: int) -> Floats:
    """The sums over all events of the products of what two players got in one."""
    summed = np.bincount(player * (players + 1), units * units, players * players).astype(np.float64)
    behind, beside = 1, event[1:] == event[:-1]
    while beside.any():
        one = np.flatnonzero(beside)
        both = units[one] * units[one + behind]
        low, high = np.minimum(player[one], player[one + behind]), np.maximum(player[one], player[one + behind])
        summed += np.bincount(low * players + high, both, players * players)
        behind += 1
        beside = event[behind:] == event[:-behind]
    table = summed.reshape(players, players)
    return np.asarray(table + np.triu(table, 1).T)


def as_normal(times: Floats, freedom: Floats | float) -> Floats:
    """What a Student's t of so many degrees of freedom is worth on the scale of a normal distribution.

    By Wallace (1959), "Bounds on normal approximations to Student's and the chi-square distributions".
    """
    return np.asarray((8 * freedom + 1) / (8 * freedom + 3) * np.sqrt(freedom * np.log1p(times**2 / freedom)))


def student(normal: float, freedom: float) -> float:
    """The Student's t that is worth so much on the scale of a normal distribution: `as_normal` the other way round."""
    wider = normal * (8 * freedom + 3) / (8 * freedom + 1)
    return float(np.sqrt(freedom * np.expm1(wider**2 / freedom)))


def gaps(of: Spread) -> pd.DataFrame:
    """A row per two players of whom anything can be said, the one in front first, the widest gaps first.

    `gap` is by how much `player` is in front of `other`, in the figure of the order, and `rulings` what penalties and
    adjustments made of it; the rest was played. `error` is the standard error of what was played, NaN where it never
    varied; `apart` whether chance alone hardly makes such a gap by play, all pairs together being wrong in 5 of 100
    such tables (Holm 1979). `more` is how many more deals (matches, of figures of matches) of both it takes until they
    are, if it goes on in the same way; 0 where they are, NaN where `player` is not in front by play.
    """
    there = np.flatnonzero(of.events >= FEWEST)
    pairs = np.array(list(combinations(there.tolist(), 2)), np.int64).reshape(-1, 2)
    swap = of.figures[pairs[:, 0]] < of.figures[pairs[:, 1]]
    front, behind = np.where(swap, pairs[:, 1], pairs[:, 0]), np.where(swap, pairs[:, 0], pairs[:, 1])
    gap, rulings = of.figures[front] - of.figures[behind], of.rulings[front] - of.rulings[behind]
    by_play = np.where(gap > 0, gap - rulings, 0)
    of_both = of.covariance[front, front] + of.covariance[behind, behind] - 2 * of.covariance[front, behind]
    error = np.where(of_both > NOTHING_LEFT, np.sqrt(np.maximum(of_both, 0)), np.nan)
    freedom = np.minimum(of.events[front], of.events[behind]) - 1.0
    times = np.nan_to_num(ratio(by_play, error))  # a gap that never varied tells nothing
    worth = np.sign(times) * as_normal(times, freedom)  # below 0: rulings alone put this player in front
    wanted = NormalDist().inv_cdf(1 - SURE / 2 / max(len(pairs), 1))
    played, apart = freedom + 1, holm(worth)
    more = np.ceil(played * (ratio(wanted**2, np.maximum(worth, 0) ** 2) - 1))
    table = pd.DataFrame(
        {
            "player": texts([of.players[at] for at in front.tolist()]),
            "other": texts([of.players[at] for at in behind.tolist()]),
            "gap": gap,
            "error": error,
            "rulings": rulings,
            "apart": apart,
            "more": np.where(apart, 0, more),
        }
    )
    return table.iloc[np.lexsort((np.arange(len(table)), -worth))].reset_index(drop=True)


def holm(worth: Floats) -> Flags:
    """Which of these normal figures stand out, all of them taken together (Holm 1979): the largest first."""
    order, count, apart = np.argsort(-worth, kind="stable"), len(worth), np.zeros(len(worth), bool)
    for step, at in enumerate(order.tolist()):
        if worth[at] < NormalDist().inv_cdf(1 - SURE / 2 / (count - step)):
            break
        apart[at] = True
    return apart


def possible_places(table: pd.DataFrame, players: Sequence[str]) -> tuple[Ints, Ints]:
    """The first and the last place that each of these players may truly have, out of the `gaps` of all of them.

    Who is told apart from somebody in front of them is behind them; all others, whom rulings put apart too, may be in
    any order. So they all hold
    together in 95 of 100 tables: Mogstad, Romano, Shaikh and Wilhelm, "Inference for Ranks" (2024).
    """
    sure = table[table["apart"]]
    above, below = Counter(sure["other"]), Counter(sure["player"])
    first = [1 + above[player] for player in players]
    last = [len(players) - below[player] for player in players]
    return np.array(first, np.int64), np.array(last, np.int64)
