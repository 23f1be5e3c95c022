"""Deviations of players in their roles, drawn towards 0 as far as chance alone explains them: the numbers of a rating.

A side is as strong as the mean of its players, each in their role. What a deal brought is told by that of one side
less that of the others, from a mean of its own for every kind of deal. The deviations are a ridge: normal about 0,
alike in all roles of a player as far as that explains the deals best. How far they reach is found from the deals by the
marginal likelihood (REML), and since few deals leave that open, what all reaches say is averaged, each by its
likelihood: with one reach alone intervals come out too narrow. As in regularized adjusted plus-minus, with the evidence
framework of MacKay, "Bayesian Interpolation" (1992), in place of cross-validation.
"""

from dataclasses import dataclass, fields, replace
from typing import Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from scorer.frames.record_columns import Flags, Ints
from scorer.stats.models.arrays import NOTHING_LEFT, Floats, weights_of

REACHES: Final = np.linspace(0, 0.6, 25)  # of the deviations, in standard deviations of what chance does to one deal
RARE_RATIO: Final = 1.92  # a log-likelihood ratio that few leagues of equals reach: half of chi-square's 3.84
LIKENESSES: Final = (0.0, 0.5, 0.9)  # correlation of a player's deviations in two roles


class Results(NamedTuple):
    """What deals brought, a row each: `gain` of one side, `weight` how much of an observation the row is.

    `who` holds the column of each seat (a player in a role; -1 for nobody) and `share` its part in the difference of
    the strengths. `kind` is the place of the kind of deal; those of kind -1 have no mean of their own: it is 0.
    """

    gain: Floats
    weight: Floats
    who: npt.NDArray[np.int32]
    share: Floats
    kind: Ints

    def taken(self, rows: Flags) -> "Results":
        """These rows alone."""
        return Results._make(column[rows] for column in self)


@dataclass(frozen=True, eq=False)
class Sums:
    """All that a fit needs of results, however many: sums that can be added up and taken from each other.

    All are weighted. Over all results: `crossed` of the shares of two columns, `gained` of a share and the gain,
    `squared` of the gain and itself, `weight` of how many they are. By kind of deal: `counts` how many they are, the
    `shares` of each column, the `gains`.
    """

    crossed: Floats
    gained: Floats
    squared: float
    counts: Floats
    shares: Floats
    gains: Floats
    weight: float

    @classmethod
    def of(cls, results: Results, columns: int, kinds: int) -> Self:
        """The sums of these results, of so many columns of players in roles and kinds of deals."""
        size, nobody, no_kind = columns + 1, columns, kinds  # what is nobody's is added up too, and dropped
        crossed, shares = np.zeros(size * size), np.zeros((kinds + 1) * size)
        gained = np.zeros(size)
        who = [np.where(of_seat < 0, nobody, of_seat).astype(np.int64) for of_seat in results.who.T]
        kind = np.where(results.kind < 0, no_kind, results.kind)
        for seat, mine in enumerate(who):
            weighted = results.share[:, seat] * results.weight
            gained += np.bincount(mine, weighted * results.gain, size)
            shares += np.bincount(kind * size + mine, weighted, len(shares))
            for other in range(seat, len(who)):
                both = weighted * results.share[:, other]
                crossed += np.bincount(mine * size + who[other], both / 2 if other == seat else both, len(crossed))
        square = crossed.reshape(size, size)[:-1, :-1]
        return cls(
            square + square.T,
            gained[:-1],
            float((results.weight * results.gain**2).sum()),
            np.bincount(kind, results.weight, kinds + 1)[:-1].astype(np.float64),
            shares.reshape(kinds + 1, size)[:-1, :-1],
            np.bincount(kind, results.weight * results.gain, kinds + 1)[:-1].astype(np.float64),
            float(results.weight.sum()),
        )

    def __add__(self, other: Self) -> Self:
        """Both together."""
        return self._with(other, 1)

    def __sub__(self, other: Self) -> Self:
        """These without others that are in them."""
        return self._with(other, -1)

    @property
    def without_kinds(self) -> Self:
        """These without what the kinds of deals explain by a mean each; the weight is what that leaves."""
        there = self.counts > 0
        means = self.shares[there] / self.counts[there, None]
        return replace(
            self,
            crossed=self.crossed - means.T @ self.shares[there],
            gained=self.gained - means.T @ self.gains[there],
            squared=self.squared - float((self.gains[there] ** 2 / self.counts[there]).sum()),
            counts=np.zeros(0),
            shares=np.zeros((0, len(self.gained))),
            gains=np.zeros(0),
            weight=self.weight - int(there.sum()),
        )

    def _with(self, other: Self, sign: int) -> Self:
        return replace(
            self, **{one.name: getattr(self, one.name) + sign * getattr(other, one.name) for one in fields(self)}
        )


class Fit(NamedTuple):
    """The deviations: their means, their covariance, and whether the results tell of any.

    `before` is what was thought of the roles of one player before any deal: their covariance, in units of `noise`, the
    variance of what chance does to one result; NaN where nothing tells it.
    """

    means: Floats
    covariance: Floats
    told: bool
    before: Floats = np.zeros((0, 0))
    noise: float = np.nan


def fit(sums: Sums, roles: int, usual: float = np.inf) -> Fit:
    """The deviations that these sums tell; the columns are all roles of the first player, of the second, and so on.

    Before any deal all reaches are as likely, or those far beyond a `usual` one less: a half-Cauchy distribution.
    They are `told` of where some reach of them explains the results so much better than none does as it seldom would by
    chance. With hardly more results than means of kinds, or where all ended alike, all means are 0, and as unsure as
    before any deal.
    """
    rest = sums.without_kinds
    size = len(rest.gained)
    if rest.weight <= 1 or rest.squared <= NOTHING_LEFT * sums.squared:
        before = _alike(float(np.mean(LIKENESSES)), roles) * float(np.mean(REACHES**2))
        everybody = np.kron(np.eye(size // roles), before) * sums.squared / max(sums.weight, 1)
        return Fit(np.zeros(size), np.asarray(everybody), told=False, before=before)
    alikes = LIKENESSES if roles > 1 else LIKENESSES[:1]
    found = [_under(alike, rest, roles) for alike in alikes]
    likely = np.array([each.likelihoods for each in found])
    weights = weights_of(likely - np.log1p((REACHES / usual) ** 2))
    mean = sum((each.mean(own) for each, own in zip(found, weights, strict=True)), np.zeros(size))
    second = sum((each.second(own) for each, own in zip(found, weights, strict=True)), np.zeros((size, size)))
    told = bool(likely.max() - likely[:, 0].max() > RARE_RATIO)
    reached = zip(alikes, weights @ REACHES**2, strict=True)
    before = sum((square * _alike(alike, roles) for alike, square in reached), np.zeros((roles, roles)))
    noise = sum(float(own @ each.noises) for each, own in zip(found, weights, strict=True))
    return Fit(mean, second - np.outer(mean, mean), told, before, noise)


def drawn_towards_0(
    found: Floats, square: Floats, of_one: float, *, some: tuple[float, ...] = (1.0,), usual: float = np.inf
) -> tuple[Floats, Floats]:
    """The means of deviations that are known each by itself, and their standard deviations; NaN where unknown.

    Chance moves what was `found` of each with the variance `square`. Some share of the deviations is normal about 0, as
    far as each of REACHES in units of `of_one`, what chance does to one deal; the others are 0. All shares and reaches
    are averaged by their likelihood, those far beyond a `usual` one less likely beforehand, as in `fit`.
    """
    mean, error = np.full((2, len(found)), np.nan)
    known = ~np.isnan(found + square)
    if not known.any() or not of_one > 0:
        return np.where(known, 0.0, np.nan), error
    found, square = found[known], square[known]
    likely, means, seconds = [], [], []
    for reach, before in zip((REACHES * of_one) ** 2, -np.log1p((REACHES / usual) ** 2), strict=True):
        kept, whole = reach / (reach + square), reach + square
        even, off = (-(np.log(spread) + found**2 / spread) / 2 for spread in (square, whole))
        for share in some:
            both = np.logaddexp(np.log(share) + off, np.log1p(-share) + even if share < 1 else -np.inf)
            chance = np.exp(np.log(share) + off - both)
            likely.append(both.sum() + before)
            means.append(chance * kept * found)
            seconds.append(chance * (kept * square + (kept * found) ** 2))
    weights = weights_of(np.array(likely))
    mean[known] = weights @ np.array(means)
    error[known] = np.sqrt(np.maximum(weights @ np.array(seconds) - mean[known] ** 2, 0))
    return mean, error


class _Found(NamedTuple):
    """What one likeness of the roles says under each of REACHES."""

    likelihoods: Floats
    turned: Floats  # from the axes of the fit to the columns
    middles: Floats  # by reach and axis
    spreads: Floats
    noises: Floats  # by reach: the variance of what is left of one result

    def mean(self, weights: Floats) -> Floats:
        """The weighted sum of the means."""
        return np.asarray(self.turned @ (weights @ self.middles))

    def second(self, weights: Floats) -> Floats:
        """The weighted sum of the second moments."""
        middles = self.middles * np.sqrt(weights)[:, None]
        inside = middles.T @ middles + np.diag(weights @ self.spreads)
        return np.asarray(self.turned @ inside @ self.turned.T)


def _alike(correlation: float, roles: int) -> Floats:
    """The correlations of a player's deviations in their roles."""
    return np.asarray((1 - correlation) * np.eye(roles) + correlation)


def _under(alike: float, rest: Sums, roles: int) -> _Found:
    """The fit where a player's deviations in two roles correlate so: one eigen-decomposition for all reaches."""
    root = np.linalg.cholesky(_alike(alike, roles))
    rooted = np.kron(np.eye(len(rest.gained) // roles), root)
    values, axes = np.linalg.eigh(rooted.T @ rest.crossed @ rooted)
    turned = rooted @ axes
    along, freedom = rest.gained @ turned, rest.weight
    reach = REACHES[:, None] ** 2
    shrunken = reach / (1 + reach * np.maximum(values, 0))
    left = np.maximum(rest.squared - shrunken @ along**2, rest.squared * 1e-9)
    likelihoods = (np.log(shrunken[1:] / reach[1:]).sum(axis=1) - freedom * np.log(left[1:])) / 2
    none, noises = np.array([-freedom * np.log(left[0]) / 2]), left / freedom
    return _Found(np.concatenate([none, likelihoods]), turned, shrunken * along, shrunken * noises[:, None], noises)
