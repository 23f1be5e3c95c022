"""Adjusted plus-minus: units a deal of each player at the tables of a league, own choice of roles included.

At a called deal everybody gets units of their own: the observation is by how much each player gets more than the mean
of the others at the table. So a player who calls often, or never, has what that brings, good or bad: nothing is put
down to the role. Where nobody calls, partners get the same, and a deal shows how much stronger one side is than
another. A paper sheet is the sum of many deals: it counts as many deals as its units vary by.

A player's strength is a random effect, as in regularized adjusted plus-minus: `models.mixed_model` estimates how far it
is drawn towards the average. The ends of the 95 % interval are not drawn: they are those of least squares, and hold the
true strength of each player as often as they say, whatever the others are like.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from scorer.frames.record_columns import Flags, Ints
from scorer.insight.models.mixed_model import Fit, Results, Sums, fit, weighted_products
from scorer.insight.models.seat_payouts import NOBODY, DealsBySeat, PlayerCodes, SmallCodes, side_results
from scorer.stats.models.arrays import (
    NEGLIGIBLE_SHARE,
    Floats,
    ratio,
)
from scorer.stats.models.covariance import FEWEST
from scorer.stats.models.evening_error import Evenings, Form, evening_sizes
from scorer.stats.models.intervals import Z
from scorer.stats.models.multiple_testing import holm, normal_to_t, t_to_normal

USUAL_DEVIATION: Final = 0.1  # of strengths, in residual standard deviations of a deal: half of all priors are below
FAR: Final = 2.0  # residual standard deviations of a deal: no player is so far from the average
USUAL_DEALS: Final = 30  # the weight of everybody's residual variance beside that of a player's own deals


class Observations(NamedTuple):
    """The observations of players: deals, then paper sheets.

    Shape (observations, seats): `player`, an index into `players`, NOBODY for an empty seat; `side`, an index of the
    sides; `units`, base units. Shape (observations,): `individual`, whether everybody gets units of their own; `deals`,
    how many deals the row stands for; `noise`, its residual variance in those of one deal; `deal_noise`, that of one of
    its deals, NaN where it is estimated how many they are; `match` and `day`.
    """

    players: list[str]
    player: PlayerCodes
    side: SmallCodes
    individual: Flags
    units: Floats
    deals: Floats
    noise: Floats
    deal_noise: Floats
    match: Ints
    day: "np.ndarray[tuple[int], np.dtype[np.datetime64]]"

    def totals(self, figures: npt.ArrayLike, group: Ints | int = 0, groups: int = 1) -> Floats:
        """The sums of a figure by group of observations and by player, (groups, players).

        `figures` are broadcast to (observations, seats); `group` has the shape (observations,).
        """
        size = len(self.players)
        table = np.zeros((groups, size + 1))  # NOBODY has the last column
        for player, figure in zip(self.player.T, np.broadcast_to(figures, self.player.shape).T, strict=True):
            cell = group * (size + 1) + np.where(player == NOBODY, size, player)
            table += np.bincount(cell, figure, table.size).reshape(table.shape)
        return table[:, :-1]

    @property
    def by_player(self) -> Floats:
        """The deals of each player, (players,), a paper sheet as many as it stands for."""
        return np.asarray(self.totals(self.deals[:, None])[0])

    def selected(self, rows: Flags) -> "Observations":
        """These rows alone."""
        if rows.all():
            return self
        return Observations._make([self.players, *(array[rows] for array in self[1:])])


def deal_observations(seats: DealsBySeat) -> Observations:
    """Deals as observations."""
    ones = np.ones(len(seats.player))
    return Observations(
        players=seats.players,
        player=seats.player,
        side=seats.side,
        individual=~seats.nobody_called,
        units=seats.units,
        deals=ones,
        noise=ones,
        deal_noise=ones,
        match=seats.match,
        day=seats.day,
    )


def grouped_sums(observations: Observations, group: Ints, groups: int) -> list[Sums]:
    """The sufficient statistics of each group; `group` has the shape (observations,)."""
    individual = observations.individual
    sums = _individual_sums(observations.selected(individual), group[individual], groups)
    if not individual.all():
        results, row = scaled_results(observations.selected(~individual))
        of_result, size = group[~individual][row], len(observations.players)
        sums = [part + Sums.of(results.selected(of_result == at), size, 0) for at, part in enumerate(sums)]
    return sums


def sums_of(observations: Observations) -> Sums:
    """The sufficient statistics of all of them."""
    return grouped_sums(observations, np.zeros(len(observations.units), np.int64), 1)[0]


def _individual_sums(observations: Observations, group: Ints, groups: int) -> list[Sums]:
    """The sums of tables at which everybody gets units of their own.

    With n players, u = own strength - the mean strength of the n - 1 others. Of n such rows n - 1 determine the last:
    each weighs (n - 1) / n, so that a table adds 1 for a player and -1 / (n - 1) for a pair of players to X'WX.
    """
    size = len(observations.players)
    taken, scale = observations.player != NOBODY, 1 / np.sqrt(observations.noise)
    count = taken.sum(axis=1)
    mean = ratio((observations.units * taken).sum(axis=1), count)
    units = np.where(taken, observations.units - mean[:, None], 0) * scale[:, None]
    factor = observations.deals * scale
    of_pair = factor**2 / np.maximum(count - 1, 1)
    pairs = weighted_products(observations.player, taken, -of_pair, size, group, groups)
    diagonal = observations.totals((factor**2 + of_pair)[:, None], group, groups)  # a player is no pair
    xy = observations.totals(factor[:, None] * units, group, groups)
    yy = np.bincount(group, (count - 1) / np.maximum(count, 1) * (units**2).sum(axis=1), groups)
    weight = np.bincount(group, count - 1, groups)
    return [
        Sums(of_pairs + np.diag(own), of_group, float(square), float(heavy))
        for of_pairs, own, of_group, square, heavy in zip(pairs, diagonal, xy, yy, weight, strict=True)
    ]


def scaled_results(observations: Observations) -> tuple[Results, Ints]:
    """The results of sides, with a player's own strength counted once a deal, and the observation of each, (results,).

    Gains and shares are divided by the residual standard deviation of their observation.
    """
    kind = np.full(len(observations.units), NOBODY)
    results, row, _share = side_results(observations.player, observations.side, observations.units, kind)
    scale = 1 / np.sqrt(observations.noise[row])
    own_side = 1 / np.maximum(results.share.max(axis=1, initial=0), 1 / observations.player.shape[1])
    share = results.share * (own_side * observations.deals[row] * scale)[:, None]
    return results._replace(gain=results.gain * scale, share=share), row


class Noise(NamedTuple):
    """What chance does to the deals of each player, in units of what it does to all: `factor` and `deals`, (players,).

    The `factor` of the residual variance is drawn towards 1, as if the player had USUAL_DEALS more deals with the
    variance of all; `deals` are the own ones that it is estimated from. `form` is that of the evenings, `sizes`,
    (players,), how many deals of a player one has, `usual_size` how many of all players; `evenings`, (players,), how
    many a player has.
    """

    factor: Floats
    deals: Floats
    form: Form
    sizes: Floats
    usual_size: float
    evenings: Ints

    @property
    def evening_factor(self) -> float:
        """By how much more the deals of all vary by the form of evenings: so many fewer of them tell as much."""
        return float(self.form.factors(np.array(self.usual_size)))


def contrasts_with_others(weights: Floats | Ints, roles: int = 1) -> Floats:
    """The matrix that takes effects to contrasts, (columns, columns): own effect - the mean effect of all others.

    The mean is that of the others in the same role, by their `weights`, (columns,). Columns are all roles of the first
    player, then of the second, and so on. The row of a player who alone has a role is 0.
    """
    role = np.arange(len(weights)) % roles
    others = np.where(role[:, None] == role, np.asarray(weights, np.float64), 0)
    np.fill_diagonal(others, 0)
    of_others = others.sum(axis=1)
    own = np.diag(np.where(of_others != 0, 1.0, 0.0))
    return np.asarray(own - np.nan_to_num(ratio(others, of_others[:, None])))


class PlusMinus(NamedTuple):
    """Units a deal of each player with any of the others: `means`, (players,), drawn towards 0.

    `covariance`, (players, players), is that of the errors of the means; `low` and `high`, (players,), are the ends of
    the 95 % interval, NaN where no scatter tells what chance does. `significant`: any two players are told apart, of
    all pairs taken together. `strengths` is the fit of which they are made, `noise` what chance does.
    """

    strengths: Fit
    means: Floats
    covariance: Floats
    low: Floats
    high: Floats
    significant: bool
    noise: Noise

    @property
    def errors(self) -> Floats:
        """The standard errors of the means, (players,)."""
        return np.asarray(np.sqrt(np.maximum(np.diag(self.covariance), 0)))


def plus_minus(sums: Sums, deals: Floats, noise: Noise) -> PlusMinus:
    """The strength of each player less that of the others, weighted by their `deals`, (players,).

    The interval is that of least squares, widened where the shrunken mean is outside of it. Its Student's t has as many
    degrees of freedom as there are deals from which the player's residual variance is estimated, with USUAL_DEALS of
    everybody's among them, and fewer where the form of evenings is left open.
    """
    strengths = fit_strengths(sums.scaled(1 / noise.evening_factor))
    contrasts = contrasts_with_others(deals)
    means = contrasts @ strengths.means
    inverse = np.linalg.inv(sums.xx + np.eye(len(deals)) / FAR**2)
    middle = contrasts @ inverse @ sums.xy
    own = np.sqrt(strengths.residual_variance * noise.factor * noise.form.factors(noise.sizes))
    covariance = contrasts @ inverse @ contrasts.T * np.outer(own, own)
    error = np.sqrt(np.maximum(np.diag(covariance), 0))
    freedom = noise.form.freedom(noise.sizes, np.minimum(noise.deals + USUAL_DEALS, sums.weight))
    t = normal_to_t(Z, np.maximum(freedom - 1, 1))
    if not sums.leaves_scatter:
        untold = np.full(len(deals), np.nan)
        return PlusMinus(strengths, means, contrasts @ strengths.covariance @ contrasts.T, untold, untold, False, noise)
    low, high = np.minimum(middle - t * error, means), np.maximum(middle + t * error, means)
    there = deals >= FEWEST
    apart = anybody_apart(middle[there], covariance[np.ix_(there, there)], freedom[there])
    return PlusMinus(strengths, means, contrasts @ strengths.covariance @ contrasts.T, low, high, apart, noise)


def anybody_apart(figures: Floats, covariance: Floats, freedom: Floats) -> bool:
    """Whether any two of these figures, (players,), differ significantly, of all pairs taken together (Holm 1979).

    `covariance`, (players, players), is that of their errors, each with so many degrees of `freedom`, (players,).
    """
    first, second = np.triu_indices(len(figures), 1)
    variance = covariance[first, first] + covariance[second, second] - 2 * covariance[first, second]
    error = np.sqrt(np.where(variance > NEGLIGIBLE_SHARE, variance, 0))
    t = np.nan_to_num(ratio(np.abs(figures[first] - figures[second]), error))
    return bool(holm(t_to_normal(t, np.minimum(freedom[first], freedom[second]))).any())


def fit_strengths(sums: Sums) -> Fit:
    """The strengths of all players, (players,): a mixed model with one effect a player."""
    return fit(sums, 1, 0, USUAL_DEVIATION)


def fit_plus_minus(observations: Observations, sums: Sums | None = None) -> PlusMinus:
    """The plus-minus of all players; `sums` are those of all observations, where they are known already."""
    sums = sums or sums_of(observations)
    return plus_minus(sums, observations.by_player, own_noise(observations, sums))


def own_noise(observations: Observations, sums: Sums | None = None) -> Noise:
    """How much chance moves the deals of each player, and those of one evening together: callers play for more.

    `sums` are those of all observations, where they are known already.
    """
    sums = sums or sums_of(observations)
    inverse = np.linalg.inv(sums.xx + np.eye(len(sums.xy)) / FAR**2)
    residuals = residuals_of(observations, inverse @ sums.xy)
    total, deals = observations.totals(residuals**2)[0], observations.totals(1)[0]
    usual = float(ratio(total.sum(), deals.sum())) if total.any() else 1.0
    days, evening = np.unique(observations.day, return_inverse=True)
    form = _form(observations, residuals, evening, float(sums.weight / max(deals.sum(), 1)))
    by_evening = observations.totals(observations.deals[:, None], evening, len(days))
    usual_size = float((by_evening**2).sum() / max(by_evening.sum(), 1))
    factor = (total / usual + USUAL_DEALS) / (deals + USUAL_DEALS)
    return Noise(factor, deals, form, evening_sizes(by_evening), usual_size, np.count_nonzero(by_evening, axis=0))


def _form(observations: Observations, residuals: Floats, evening: Ints, independent: float) -> Form:
    """How much alike the deals of an evening are, those of paper sheets too where it is known how many these are."""
    known = ~np.isnan(observations.deal_noise)
    played, evening = observations.selected(known), evening[known]
    left = residuals[known] * np.sqrt(played.noise / played.deal_noise)[:, None]
    counts, together = (
        played.totals(part, evening, evening.max(initial=-1) + 1) for part in (played.deals[:, None], left)
    )
    single = (
        played.deals == 1 if (played.deals == 1).any() else known[known]
    )  # how each deal of a sheet went nobody knows
    square = float((left[single] ** 2 / played.deals[single, None]).sum())
    seats = np.count_nonzero(played.player[single] != NOBODY)
    return Evenings.of_table(counts, together, square * counts.sum() / max(seats, 1), independent).form()


def residuals_of(observations: Observations, strengths: Floats) -> Floats:
    """What each seat got beyond its strength and the others', (observations, seats), in those of one deal."""
    seated = observations.player != NOBODY
    strong = np.where(seated, np.append(strengths, 0)[observations.player], 0)
    count = seated.sum(axis=1, keepdims=True)
    contrast = (strong - strong.sum(axis=1, keepdims=True) / np.maximum(count, 1)) * (count / np.maximum(count - 1, 1))
    left = observations.units - observations.deals[:, None] * contrast
    residuals = np.where(seated, left / np.sqrt(observations.noise)[:, None], 0)
    on_sides = np.flatnonzero(~observations.individual)
    if len(on_sides):
        results, row = scaled_results(observations.selected(~observations.individual))
        of_result = results.gain - (results.share * np.append(strengths, 0)[results.column]).sum(axis=1)
        moved = (results.share > 0) | ((results.share < 0) & (results.weight == 1)[:, None])  # of several sides its own
        at, seat = np.nonzero(moved)
        residuals[on_sides[row[at]], seat] = of_result[at] * np.sign(results.share[at, seat])
    return np.asarray(residuals)
