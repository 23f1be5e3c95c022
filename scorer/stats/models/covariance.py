"""The covariance of players' means of units, and pairwise comparisons: standard errors, gaps, possible places.

A table is zero-sum: what one player wins the others lose. So the difference of two players who met is more, or less,
certain than that of two independent means: the covariance over the deals of both is counted. Nobody knows the deals of
a paper sheet: it is one event, as a deal is one.

Penalties and adjustments (opening balances, a correction) are not chance: they are in the figures that decide the
places, but in no error, and they never make two players significantly different.
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
from scorer.stats.models.arrays import NEGLIGIBLE_SHARE, Floats, categories, codes, is_one_of, ratio, runs, text_column
from scorer.stats.models.multiple_testing import FAMILYWISE_ERROR, holm, t_to_normal
from scorer.text.numbers import ORDERS

FEWEST: Final = 3  # deals, or matches, of each of two players who are compared


class Estimates(NamedTuple):
    """The figure of each player by which places go, and the covariance of the errors of these figures.

    `figures`, (players,), in units, or in units a deal or a match. `covariance`, (players, players). `events`,
    (players,): how many deals and sheets, or matches, a figure is made of. `rulings`, (players,): the part of each
    figure that comes from penalties and adjustments.
    """

    players: list[str]
    figures: Floats
    covariance: Floats
    events: Ints
    rulings: Floats

    def selected(self, players: Sequence[str]) -> "Estimates":
        """The estimates of these players alone, in their order."""
        rows = np.array([self.players.index(player) for player in players], np.int64)
        covariance = self.covariance[np.ix_(rows, rows)]
        return Estimates(list(players), self.figures[rows], covariance, self.events[rows], self.rulings[rows])


# What an event is in each order: by which column, and its kinds by their roles. For units a paper sheet is one, as a
# deal is.
_EVENTS: Final[Mapping[str, tuple[str, Sequence[Sequence[str]]]]] = {
    "units": ("deal_id", [DEAL_ROLES, (SHEET,)]),
    "per-deal": ("deal_id", [DEAL_ROLES]),
    "per-match": ("match_id", [(*DEAL_ROLES, SHEET)]),
}


def estimates(frames: Frames, order: str = ORDERS[0]) -> Estimates:
    """The figures of the standings in an `order`, by player, and their covariance; NaN for a player without events.

    An event is a deal, and for units a paper sheet too; for `per-match` it is a match in which the player has a deal or
    a paper sheet. The covariance is that of units from deals and sheets alone. The variance of a sum of n events is n
    times the variance of one; of a single event it is the square of its units.
    """
    column, kinds = _EVENTS[order]
    payouts = frames.payouts
    figures, rulings, count, units = _totals(payouts, order)
    means = np.where(count > 1, ratio(units, count), 0)  # (kinds of events, players)
    products = np.zeros((len(count), len(figures), len(figures)))
    for kind, roles in enumerate(kinds):
        event, player, got = _events(payouts, roles, column)
        products[kind] = _products(event, player, got - means[kind][player], len(figures))
    names = categories(payouts["player"])
    of_sample = np.sqrt(np.where(count > 1, count / np.maximum(count - 1, 1), 1))
    covariance = np.sum([table * np.outer(by, by) for table, by in zip(products, of_sample, strict=True)], axis=0)
    events = count.sum(axis=0)
    if order == "units":
        return Estimates(names, figures, covariance, events, rulings)
    of_one = ratio(1, events)
    return Estimates(names, figures * of_one, covariance * np.outer(of_one, of_one), events, rulings * of_one)


def _totals(payouts: pd.DataFrame, order: str) -> tuple[Floats, Floats, Ints, Floats]:
    """Figures and what rulings put into them, (players,); how many events, and their units, (kinds of events, players).

    The figures are sums, also where the order goes by means.
    """
    names, role, units = categories(payouts["player"]), payouts["role"], payouts["units"].to_numpy()
    players, player = len(names), codes(payouts["player"])
    deals, sheets = is_one_of(role, *DEAL_ROLES), is_one_of(role, SHEET)
    counted = np.flatnonzero(deals) if order == "per-deal" else np.arange(len(units))
    ruled = np.flatnonzero(~deals & ~sheets) if order != "per-deal" else counted[:0]
    figures, rulings = (np.bincount(player[rows], units[rows], players).astype(np.float64) for rows in (counted, ruled))
    column, kinds = _EVENTS[order]
    events = [_events(payouts, roles, column) for roles in kinds]
    count = np.array([np.bincount(whose, minlength=players) for _event, whose, _units in events])
    gained = np.array([np.bincount(whose, got, players) for _event, whose, got in events])
    return figures, rulings, count, gained


def _events(payouts: pd.DataFrame, roles: Sequence[str], column: str) -> tuple[Ints, Ints, Numbers]:
    """What each player got in each event: the event, the player and the units, each (rows,).

    The payouts in these `roles` with the same figure in the `column` are one event.
    """
    rows = np.flatnonzero(is_one_of(payouts["role"], *roles))
    event, units = payouts[column].to_numpy()[rows], payouts["units"].to_numpy()[rows]
    player = codes(payouts["player"])[rows]
    if column == "deal_id":
        return event, player, units
    players = len(categories(payouts["player"]))
    cell, index = np.unique(runs(event)[0] * players + player, return_inverse=True)
    return cell // players, cell % players, np.bincount(index, units)


def _products(event: Ints, player: Ints, units: Floats, players: int) -> Floats:
    """The sums over all events of the products of what two players got in one, (players, players).

    `event`, `player` and `units` have the shape (rows,); the rows of an event follow each other.
    """
    summed = np.bincount(player * (players + 1), units * units, players * players).astype(np.float64)
    distance, same_event, player = 1, event[1:] == event[:-1], player.astype(np.int32)
    while same_event.any():
        first, second = slice(None, -distance), slice(distance, None)
        product = units[first] * units[second]
        product *= same_event
        place = np.minimum(player[first], player[second]) * players
        place += np.maximum(player[first], player[second])
        summed += np.bincount(place, product, players * players)
        distance += 1
        same_event = event[distance:] == event[:-distance]
    table = summed.reshape(players, players)
    return np.asarray(table + np.triu(table, 1).T)


def pairwise_comparisons(estimates: Estimates) -> pd.DataFrame:
    """A row for every two players with at least FEWEST events, the one in front first, the most significant gaps first.

    `gap` is the difference of their figures; `rulings` is the part of it that penalties and adjustments make, which is
    not chance; `error` is the standard error of the rest, NaN where it never varied. `significant`: the gap by play is
    significant, with any pair wrong in 5 of 100 tables (Holm 1979). `more_needed` is how many more deals (matches, of
    figures of matches) both have to play until it is, if it goes on in the same way; 0 where it is, NaN where `player`
    is not in front by play.
    """
    compared = np.flatnonzero(estimates.events >= FEWEST)
    pairs = np.array(list(combinations(compared.tolist(), 2)), np.int64).reshape(-1, 2)
    figures, covariance = estimates.figures, estimates.covariance
    swap = figures[pairs[:, 0]] < figures[pairs[:, 1]]
    front, behind = np.where(swap, pairs[:, 1], pairs[:, 0]), np.where(swap, pairs[:, 0], pairs[:, 1])
    gap, rulings = figures[front] - figures[behind], estimates.rulings[front] - estimates.rulings[behind]
    by_play = np.where(gap > 0, gap - rulings, 0)
    variance = covariance[front, front] + covariance[behind, behind] - 2 * covariance[front, behind]
    error = np.where(variance > NEGLIGIBLE_SHARE, np.sqrt(np.maximum(variance, 0)), np.nan)
    freedom = np.minimum(estimates.events[front], estimates.events[behind]) - 1.0
    t = np.nan_to_num(ratio(by_play, error))  # 0 where a gap never varied: that tells nothing
    normal = np.sign(t) * t_to_normal(t, freedom)  # below 0: rulings alone put this player in front
    wanted = NormalDist().inv_cdf(1 - FAMILYWISE_ERROR / 2 / max(len(pairs), 1))
    played, significant = freedom + 1, holm(normal)
    more = np.ceil(played * (ratio(wanted**2, np.maximum(normal, 0) ** 2) - 1))
    table = pd.DataFrame(
        {
            "player": text_column([estimates.players[at] for at in front.tolist()]),
            "other": text_column([estimates.players[at] for at in behind.tolist()]),
            "gap": gap,
            "error": error,
            "rulings": rulings,
            "significant": significant,
            "more_needed": np.where(significant, 0, more),
        }
    )
    return table.iloc[np.lexsort((np.arange(len(table)), -normal))].reset_index(drop=True)


def possible_places(table: pd.DataFrame, players: Sequence[str]) -> tuple[Ints, Ints]:
    """The first and the last place that each of these players may truly have, both (players,).

    `table` holds the `pairwise_comparisons` between them. A significant gap decides the order of two players; all
    others, also those whom rulings alone put apart, may be in any order. All of these places are right together in 95
    of 100 tables: Mogstad, Romano, Shaikh and Wilhelm, "Inference for Ranks" (2024).
    """
    significant = table[table["significant"]]
    above, below = Counter(significant["other"]), Counter(significant["player"])
    first = [1 + above[player] for player in players]
    last = [len(players) - below[player] for player in players]
    return np.array(first, np.int64), np.array(last, np.int64)
