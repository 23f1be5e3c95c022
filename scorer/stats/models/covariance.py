"""How sure means of units are: standard errors, and which players can be told apart.

A table is zero-sum: what one wins others lose. So the difference of two players who met is surer, or less sure, than
two means by themselves: their covariance over the deals of both is counted. Of a paper sheet nobody knows the deals:
it is one event, as a deal is one.

Penalties and adjustments (opening balances, a correction) are no chance: they are in the figures
by which players are placed, but in no error, and nobody is told from anybody else by them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Ints, Numbers
from scorer.rules.kinds import DEAL_ROLES, SHEET
from scorer.stats.models.arrays import NOTHING_LEFT, Floats, codes, is_one_of, ratio, runs, texts, words
from scorer.stats.models.multiple_testing import SURE, as_normal, holm
from scorer.text.numbers import ORDERS

FEWEST: Final = 3  # deals, or matches, of each of two players of whom anything is said


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


# What an event is in each order: of which roles, and by which column. In the units a paper sheet is one, as a deal is.
_EVENTS: Final[Mapping[str, Sequence[tuple[Sequence[str], str]]]] = {
    "units": [(DEAL_ROLES, "deal_id"), ((SHEET,), "deal_id")],
    "per-deal": [(DEAL_ROLES, "deal_id")],
    "per-match": [((*DEAL_ROLES, SHEET), "match_id")],
}
_COLUMNS: Final = ("deal_id", "match_id", "player", "role", "units")


def spread(frames: Frames, order: str = ORDERS[0]) -> Spread:
    """The figures of the standings in an `order`, by player, and their covariance.

    An event is a deal; for `per-match` it is a match with a deal or a paper sheet of the player, for units a paper
    sheet is one too. The covariance is of what was played alone. NaN for who has none. What the variance of one event
    says of the sum of n is n times it; of a single event its square.
    """
    found = [_totals(block, order) for block in frames.payout_blocks(*_COLUMNS)]
    figures, rulings, count, units = (np.sum(each, axis=0) for each in zip(*found, strict=True))
    means = np.where(count > 1, ratio(units, count), 0)
    crossed = np.zeros((len(count), len(figures), len(figures)))
    for block in frames.payout_blocks(*_COLUMNS):
        for kind, (roles, event) in enumerate(_EVENTS[order]):
            of_event, player, got = _events(block, roles, event)
            crossed[kind] += _crossed(of_event, player, got - means[kind][player], len(figures))
    names = words(block["player"])
    of_sample = np.sqrt(np.where(count > 1, count / np.maximum(count - 1, 1), 1))
    covariance = np.sum([one * np.outer(by, by) for one, by in zip(crossed, of_sample, strict=True)], axis=0)
    events = count.sum(axis=0)
    if order == "units":
        return Spread(names, figures, covariance, events, rulings)
    of_one = ratio(1, events)
    return Spread(names, figures * of_one, covariance * np.outer(of_one, of_one), events, rulings * of_one)


def _totals(payouts: pd.DataFrame, order: str) -> tuple[Floats, Floats, Ints, Floats]:
    """By player the figures, what rulings put into them, and of every kind of event how many, and the units of them."""
    names, role, units = words(payouts["player"]), payouts["role"], payouts["units"].to_numpy()
    players, player = len(names), codes(payouts["player"])
    deals, sheets = is_one_of(role, *DEAL_ROLES), is_one_of(role, SHEET)
    counted = deals if order == "per-deal" else np.ones(len(units), bool)
    ruled = counted & ~deals & ~sheets
    figures, rulings = (np.bincount(player[rows], units[rows], players).astype(np.float64) for rows in (counted, ruled))
    events = [_events(payouts, roles, event) for roles, event in _EVENTS[order]]
    count = np.array([np.bincount(who, minlength=players) for _, who, _ in events])
    gained = np.array([np.bincount(who, got, players) for _, who, got in events])
    return figures, rulings, count, gained


def _events(payouts: pd.DataFrame, roles: Sequence[str], event: str) -> tuple[Ints, Ints, Numbers]:
    """What each player got in an event of these roles: a row each of the event, the player and the units."""
    rows = is_one_of(payouts["role"], *roles)
    of_event, units = payouts[event].to_numpy()[rows], payouts["units"].to_numpy()[rows]
    player = codes(payouts["player"])[rows]
    if event == "deal_id":
        return of_event, player, units
    players = len(words(payouts["player"]))
    place, back = np.unique(runs(of_event)[0] * players + player, return_inverse=True)
    return place // players, place % players, np.bincount(back, units)


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


def gaps(of: Spread) -> pd.DataFrame:
    """A row per two players of whom anything can be said, the one in front first, the widest gaps first.

    `error` is the standard error of what was played, NaN where it never varied; what rulings made of a gap is no
    chance. `significant`: chance alone hardly makes such a gap by play, all pairs being wrong in 5 of 100 tables
    (Holm 1979). `more_needed` is how many more deals (matches, of figures of matches) of both it takes until they are,
    if it goes on in the same way; 0 where they are, NaN where `player` is not in front by play.
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
            "significant": apart,
            "more_needed": np.where(apart, 0, more),
        }
    )
    return table.iloc[np.lexsort((np.arange(len(table)), -worth))].reset_index(drop=True)


def possible_places(table: pd.DataFrame, players: Sequence[str]) -> tuple[Ints, Ints]:
    """The first and the last place that each of these players may truly have, out of the `gaps` of all of them.

    Who is told apart from somebody in front of them is behind them; all others, whom rulings put apart too, may be in
    any order. So they all hold
    together in 95 of 100 tables: Mogstad, Romano, Shaikh and Wilhelm, "Inference for Ranks" (2024).
    """
    sure = table[table["significant"]]
    above, below = Counter(sure["other"]), Counter(sure["player"])
    first = [1 + above[player] for player in players]
    last = [len(players) - below[player] for player in players]
    return np.array(first, np.int64), np.array(last, np.int64)
