"""The covariance of players' means of units, and pairwise comparisons: standard errors, gaps, possible places.

A table is zero-sum: what one player wins the others lose. So the difference of two players who met is more, or less,
certain than that of two independent means: the covariance over the deals of both is counted. Nobody knows the deals of
a paper sheet: it is one event, as a deal is one. Deals of one evening, and its matches, are alike by the form of their
players (`models.evening_error`): an error is so much larger.

Penalties and adjustments (opening balances, a correction) are not chance: they are in the figures that decide the
places, but in no error, and they never make two players significantly different.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import NormalDist
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames.record_columns import Ints
from scorer.rules.kinds import DEAL_ROLES, SHEET, SIDE
from scorer.stats.models.arrays import NEGLIGIBLE_SHARE, Floats, categories, codes, is_one_of, ratio, runs, text_column
from scorer.stats.models.evening_error import Evenings, Form, evening_sizes
from scorer.stats.models.multiple_testing import FAMILYWISE_ERROR, holm, t_to_normal
from scorer.stats.models.power import HALF, power
from scorer.text.numbers import ORDERS

FEWEST: Final = 3  # deals, or matches, of each of two players who are compared


class Estimates(NamedTuple):
    """The figure of each player by which places go, and the covariance of the errors of these figures.

    `figures`, (players,), in units, or in units a deal or a match. `covariance`, (players, players). `events`,
    (players,): how many deals and sheets, or matches, a figure is made of, `evenings` on how many evenings, `freedom`
    the degrees of freedom of its error. `rulings`, (players,): the part of each figure that comes from penalties and
    adjustments. `deals`, (players,); `of_a_unit`, (players,): by how much a unit a deal moves each figure, NaN where
    paper sheets hide how many deals there were.
    """

    players: list[str]
    figures: Floats
    covariance: Floats
    events: Ints
    evenings: Ints
    freedom: Floats
    rulings: Floats
    deals: Ints
    of_a_unit: Floats

    def selected(self, players: Sequence[str]) -> "Estimates":
        """The estimates of these players alone, in their order."""
        rows = np.array([self.players.index(player) for player in players], np.int64)
        by_player: tuple[Any, ...] = self._replace(covariance=self.covariance[:, rows])[1:]
        return Estimates(list(players), *(array[rows] for array in by_player))


# What an event is in each order: by which column, and its kinds by their roles. For units a paper sheet is one, as a
# deal is.
_EVENTS: Final[Mapping[str, tuple[str, Sequence[Sequence[str]]]]] = {
    "units": ("deal_id", [DEAL_ROLES, (SHEET,)]),
    "per-deal": ("deal_id", [DEAL_ROLES]),
    "per-match": ("match_id", [(*DEAL_ROLES, SHEET)]),
}


def estimates(payouts: pd.DataFrame, order: str = ORDERS[0]) -> Estimates:
    """The figures of the standings in an `order`, by player, and their covariance; NaN for a player without events.

    An event is a deal, and for units a paper sheet too; for `per-match` it is a match in which the player has a deal or
    a paper sheet. The covariance is that of units from deals and sheets alone. The variance of a sum of n events is n
    times the variance of one, and more by the form of their evenings; of a single event it is the square of its units.
    """
    names, role, units = categories(payouts["player"]), payouts["role"], payouts["units"].to_numpy()
    players, player = len(names), codes(payouts["player"])
    deals, sheets = is_one_of(role, *DEAL_ROLES), is_one_of(role, SHEET)
    counted = np.flatnonzero(deals) if order == "per-deal" else np.arange(len(units))
    ruled = np.flatnonzero(~deals & ~sheets) if order != "per-deal" else counted[:0]
    figures, rulings = (np.bincount(player[rows], units[rows], players).astype(np.float64) for rows in (counted, ruled))
    column, kinds = _EVENTS[order]
    by_kind = [events_of(payouts, roles, column) for roles in kinds]
    covariance = np.sum([kind.covariance() for kind in by_kind], axis=0)
    events, evenings = (np.sum([getattr(kind, name) for kind in by_kind], axis=0) for name in ("counts", "evenings"))
    freedom = np.min([kind.form.freedom(kind.sizes, events - 1) for kind in by_kind], axis=0)
    dealt, on_paper = (np.bincount(player[rows], minlength=players) for rows in (deals, sheets))
    of_a_unit = np.where((on_paper > 0) & (order != "per-deal"), np.nan, dealt)
    if order == "units":
        return Estimates(names, figures, covariance, events, evenings, freedom, rulings, dealt, of_a_unit)
    of_one = ratio(1, events)
    covariance *= np.outer(of_one, of_one)
    means = figures * of_one, covariance, events, evenings, freedom, rulings * of_one, dealt, of_a_unit * of_one
    return Estimates(names, *means)


class Events(NamedTuple):
    """What each player got in each event, less the mean of the player: `residuals`, (rows,); an event has a row each.

    `event` and `player`, (rows,). Shape (players,): `counts` of events, `evenings` on which they were, and `sizes`, how
    many were on one (`evening_sizes`). `form` is that of all evenings.
    """

    event: Ints
    player: Ints
    residuals: Floats
    counts: Ints
    evenings: Ints
    sizes: Floats
    form: Form

    @property
    def factors(self) -> Floats:
        """By how much more the sum of each player varies by the form of evenings, (players,)."""
        return self.form.factors(self.sizes)

    def covariance(self) -> Floats:
        """The covariance of the sums of the players, (players, players)."""
        of_sample = np.where(self.counts > 1, self.counts / np.maximum(self.counts - 1, 1), 1)
        scale = np.sqrt(of_sample * self.factors)
        products = _products(self.event, self.player, self.residuals, len(self.counts))
        return np.asarray(products * np.outer(scale, scale))


def events_of(payouts: pd.DataFrame, roles: Sequence[str] = DEAL_ROLES, column: str = "deal_id") -> Events:
    """The events of these payouts: what is paid in the `roles` with the same figure in the `column` is one event."""
    there = is_one_of(payouts["role"], *roles)
    rows = slice(None) if there.all() else np.flatnonzero(there)  # a slice copies nothing
    event, units = payouts[column].to_numpy()[rows], payouts["units"].to_numpy()[rows]
    player, players = codes(payouts["player"])[rows], len(categories(payouts["player"]))
    evening, independent = runs(payouts["on"].to_numpy()[rows])[0], _independent_share(payouts, rows)
    if column != "deal_id":
        key = runs(event)[0] * players + player
        cell, first, index = np.unique(key, return_index=True, return_inverse=True)
        event, player, evening, units = cell // players, cell % players, evening[first], np.bincount(index, units)
    counts = np.bincount(player, minlength=players)
    means = np.where(counts > 1, ratio(np.bincount(player, units, players), counts), 0)
    residuals = units - means[player]
    shape = int(evening.max(initial=-1)) + 1, players
    cells = evening * players + player
    deals = np.bincount(cells, minlength=shape[0] * players).reshape(shape).astype(np.float64)
    sums = np.bincount(cells, residuals, deals.size).reshape(shape).astype(np.float64)
    evenings = Evenings.of_table(deals, sums, float((residuals**2).sum()), independent)
    return Events(event, player, residuals, counts, (deals > 0).sum(axis=0), evening_sizes(deals), evenings.form())


def _independent_share(payouts: pd.DataFrame, rows: Ints | slice) -> float:
    """The share of these payouts that tell the others of their record: of five players 4/5, of two sides one each."""
    record, begins = runs(payouts["deal_id"].to_numpy()[rows])
    seat = np.arange(len(record)) - begins[record]
    apart = np.where(is_one_of(payouts["role"], SIDE)[rows], codes(payouts["side"])[rows], seat)
    return float(np.maximum.reduceat(apart, begins).sum() / len(record)) if len(record) else 0.0


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
    significant, with any pair wrong in 5 of 100 tables (Holm 1979). `more_needed` is how many more evenings both have
    to play until it is, if it goes on in the same way; 0 where it is, NaN where `player` is not in front by play.
    `found` is the gap that would be significant in 8 of 10 cases; half a unit a deal would be one after `half_deals` of
    each on `half_evenings` (`models.power`).
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
    freedom = np.minimum(estimates.freedom[front], estimates.freedom[behind])
    t = np.nan_to_num(ratio(by_play, error))  # 0 where a gap never varied: that tells nothing
    normal = np.sign(t) * t_to_normal(t, freedom)  # below 0: rulings alone put this player in front
    wanted = NormalDist().inv_cdf(1 - FAMILYWISE_ERROR / 2 / max(len(pairs), 1))
    played, significant = np.minimum(estimates.evenings[front], estimates.evenings[behind]), holm(normal)
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
            **power(error, freedom, played > 1, *_half_a_unit(estimates, front, behind)),
        }
    )
    return table.iloc[np.lexsort((np.arange(len(table)), -normal))].reset_index(drop=True)


def _half_a_unit(estimates: Estimates, front: Ints, behind: Ints) -> tuple[Floats, Floats, Floats]:
    """How many deals of each of two players tell as much as theirs, on how many evenings; and half a unit in their gap.

    All of the shape (pairs,).
    """
    deals, evenings, moved = estimates.deals, estimates.evenings, estimates.of_a_unit
    mean, spread = (moved[front] + moved[behind]) / 2, ratio(moved**2, deals)
    of_each = ratio(2 * mean**2, spread[front] + spread[behind])
    return of_each, of_each * ratio(evenings[front] + evenings[behind], deals[front] + deals[behind]), HALF * mean


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
