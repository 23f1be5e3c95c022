"""A mixed model of deals: random effects of players in their roles, with means of the kinds of deals as fixed effects.

The strength of a side is the mean of the effects of its players, each in their role. What a deal brings one side is the
mean of its kind of deal, and its strength less that of the other side, and chance. An effect is a deviation from the
average player in that role: normal about 0, with one variance for all, and correlated between two roles of a player.
The variance and the correlation are estimated by restricted maximum likelihood (REML). Few deals leave them open, so
the predictions (BLUP) under each of a grid of values are averaged, weighted by likelihood: with one value alone the
intervals come out too narrow. As in regularized adjusted plus-minus, with the evidence framework of MacKay, "Bayesian
Interpolation" (1992), in place of cross-validation.

Shapes: `columns` are the effects, all roles of the first player, then all of the second, and so on; `results` are the
observations; `kinds` the kinds of deals.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from scorer.frames.record_columns import Flags, Ints
from scorer.stats.models.arrays import NEGLIGIBLE_SHARE, Floats, likelihood_weights

EFFECT_DEVIATIONS: Final = np.linspace(0, 0.6, 25)  # standard deviations of the effects, in those of the residual
ROLE_CORRELATIONS: Final = (0.0, 0.5, 0.9)  # of a player's effects in two roles


class Results(NamedTuple):
    """The observations of a mixed model: what deals brought one side.

    `gain`, shape (results,), in base units: what the side got. `weight`, shape (results,): how much of an observation
    the row is. `column`, shape (results, seats): the effect of the player there, -1 for an empty seat. `share`, shape
    (results, seats): the factor of that effect in the strength of the side less that of the other side. `kind`, shape
    (results,): the kind of deal; -1 for one whose mean is 0.
    """

    gain: Floats
    weight: Floats
    column: npt.NDArray[np.int32]
    share: Floats
    kind: Ints

    def selected(self, rows: Flags) -> "Results":
        """These rows alone."""
        return Results._make(array[rows] for array in self)

    def design(self, columns: int) -> tuple[npt.NDArray[np.int32], Floats]:
        """The column and the share of each seat, and behind them those of the mean of the kind, (results, seats + 1).

        The means of kinds have the columns behind those of so many effects.
        """
        kind = np.where(self.kind < 0, -1, columns + self.kind).astype(np.int32)
        return np.vstack([self.column.T, kind]).T, np.vstack([self.share.T, np.ones(len(kind))]).T  # seat by seat


@dataclass(frozen=True, eq=False)
class Sums:
    """The sufficient statistics of a fit: weighted sums over results, which can be added.

    With X the shares of the effects, and behind them a column for each kind of deal, (results, columns), y the gains
    (results,) and W the weights: `xx` is X'WX, (columns, columns), `xy` X'Wy, (columns,), `yy` y'Wy, and `weight` the
    sum of the weights.
    """

    xx: Floats
    xy: Floats
    yy: float
    weight: float

    @classmethod
    def of(cls, results: Results, columns: int, kinds: int) -> Self:
        """The sums of these results, for this number of effects and of kinds of deals."""
        size, weighted = columns + kinds, results.weight * results.gain
        column, share = results.design(columns)
        xy = np.bincount(np.where(column < 0, size, column).T.ravel(), (share.T * weighted).ravel(), size + 1)
        return cls(
            weighted_products(column, share, results.weight, size)[0],
            xy[:-1].astype(np.float64),
            float(weighted @ results.gain),
            float(results.weight.sum()),
        )

    def __add__(self, other: Self) -> Self:
        """The sums over the results of both."""
        names = [field.name for field in fields(self)]
        return replace(self, **{name: getattr(self, name) + getattr(other, name) for name in names})

    @property
    def leaves_scatter(self) -> bool:
        """Whether the results differ from what the effects can make of them: only that tells what chance does."""
        left = self.yy - self.xy @ np.linalg.lstsq(self.xx, self.xy)[0]
        return bool(left > NEGLIGIBLE_SHARE * self.yy)

    def scaled(self, factor: float) -> Self:
        """The sums of as many results times `factor`."""
        return replace(self, **{field.name: factor * getattr(self, field.name) for field in fields(self)})

    def grown(self, count: float, variance: float) -> Self:
        """The sums of results of `count` deals each, with so much more variance than that of one; without kinds."""
        xx, xy = count**2 / variance * self.xx, count / variance * self.xy
        return replace(self, xx=xx, xy=xy, yy=self.yy / variance)

    def without_kinds(self, kinds: int) -> "Sums":
        """The sums of the residuals about the mean of each kind of deal; each kind takes 1 off the weight."""
        columns = len(self.xy) - kinds
        seen = columns + np.flatnonzero(np.diag(self.xx)[columns:])
        weights, shares, gains = self.xx[seen, seen], self.xx[seen, :columns], self.xy[seen]
        means = shares / weights[:, None]
        return Sums(
            self.xx[:columns, :columns] - means.T @ shares,
            self.xy[:columns] - means.T @ gains,
            self.yy - float((gains**2 / weights).sum()),
            self.weight - len(seen),
        )


def weighted_products(
    column: npt.NDArray[Any], share: npt.NDArray[Any], weight: Floats, columns: int,
    group: Ints | int = 0, groups: int = 1,
) -> Floats:  # fmt: skip
    """X'WX of each group of rows, (groups, columns, columns).

    X has the `share` of each seat, (rows, seats), in its `column`, -1 for an empty seat; W the `weight`, (rows,).
    """
    size = columns + 1
    half, shares = np.zeros(groups * size**2), np.ascontiguousarray(share.T)
    cells = np.ascontiguousarray(np.where(column < 0, columns, column).T, np.int64)
    for first, cell in enumerate(cells):
        weighted, row = weight * shares[first], (group * size + cell) * size
        for second in range(first, len(cells)):
            product = weighted * shares[second]
            half += np.bincount(row + cells[second], product / 2 if first == second else product, len(half))
    table = half.reshape(groups, size, size)[:, :-1, :-1]
    return np.asarray(table + table.swapaxes(1, 2))


class Fit(NamedTuple):
    """The predicted effects: `means`, (columns,), and the `covariance` of their errors, (columns, columns).

    `residual_variance` is the variance of what chance does to one result; NaN where nothing tells it.
    `role_covariance`, (roles, roles), is the estimated covariance of one player's effects in two roles, in units of the
    residual variance. `log_likelihood` is that of the results, averaged over the prior; 0 where nothing tells it.
    """

    means: Floats
    covariance: Floats
    role_covariance: Floats = np.zeros((0, 0))
    residual_variance: float = np.nan
    log_likelihood: float = 0.0


def fit(sums: Sums, roles: int, kinds: int, usual: float = np.inf) -> Fit:
    """The mixed model of these sums; `roles` is the number of effects of each player, `kinds` that of kinds of deals.

    The standard deviations of the effects have a half-Cauchy prior of scale `usual`; a flat one where that is infinite.
    With hardly more results than kinds of deals, or where all results of a kind were equal, all means are 0, with the
    variance that they have before any deal.
    """
    residual = sums.without_kinds(kinds)
    size = len(residual.xy)
    if residual.weight <= 1 or residual.yy <= NEGLIGIBLE_SHARE * sums.yy:
        prior = _role_correlation(float(np.mean(ROLE_CORRELATIONS)), roles) * float(np.mean(EFFECT_DEVIATIONS**2))
        everybody = np.kron(np.eye(size // roles), prior) * sums.yy / max(sums.weight, 1)
        return Fit(np.zeros(size), np.asarray(everybody), role_covariance=prior)
    correlations = ROLE_CORRELATIONS if roles > 1 else ROLE_CORRELATIONS[:1]
    fits = [_fit_with_correlation(correlation, residual, roles) for correlation in correlations]
    log_likelihoods = np.array([part.log_likelihoods for part in fits])  # (correlations, deviations)
    likely = log_likelihoods - np.log1p((EFFECT_DEVIATIONS / usual) ** 2)
    mean, second, role_covariance, noise = np.zeros(size), np.zeros((size, size)), np.zeros((roles, roles)), 0.0
    for correlation, part, weights in zip(correlations, fits, likelihood_weights(likely), strict=True):
        along = part.means * np.sqrt(weights)[:, None]
        mean += part.axes @ (weights @ part.means)
        second += part.axes @ (along.T @ along + np.diag(weights @ part.variances)) @ part.axes.T
        role_covariance += weights @ EFFECT_DEVIATIONS**2 * _role_correlation(correlation, roles)
        noise += float(weights @ part.residual_variances)
    together = float(likely.max() + np.log(np.exp(likely - likely.max()).mean()))
    return Fit(mean, second - np.outer(mean, mean), role_covariance, noise, together)


def shrunken_means(
    estimates: Floats, variances: Floats, noise: float, *, shares: tuple[float, ...] = (1.0,), usual: float = np.inf
) -> tuple[Floats, Floats]:
    """Independent estimates shrunk towards 0 (empirical Bayes), and their standard deviations; NaN where unknown.

    `estimates` and their error `variances` have the shape (rows,). The true values come from a mixture: a share of them
    is normal about 0, the others are 0. Each of `shares` and each of EFFECT_DEVIATIONS, in units of `noise`, the
    standard deviation of what chance does to one deal, counts by its likelihood; the deviations have the prior that
    they have in `fit`.
    """
    mean, error = np.full((2, len(estimates)), np.nan)
    known = ~np.isnan(estimates + variances)
    if not known.any() or not noise > 0:
        return np.where(known, 0.0, np.nan), error
    estimates, variances = estimates[known], variances[known]
    log_likelihoods, means, second_moments = [], [], []
    log_priors = -np.log1p((EFFECT_DEVIATIONS / usual) ** 2)
    for variance, log_prior in zip((EFFECT_DEVIATIONS * noise) ** 2, log_priors, strict=True):
        total = variance + variances
        kept = variance / total
        at_0, off_0 = (-(np.log(of_estimate) + estimates**2 / of_estimate) / 2 for of_estimate in (variances, total))
        for share in shares:
            both = np.logaddexp(np.log(share) + off_0, np.log1p(-share) + at_0 if share < 1 else -np.inf)
            chance = np.exp(np.log(share) + off_0 - both)  # that a true value is not 0
            log_likelihoods.append(both.sum() + log_prior)
            means.append(chance * kept * estimates)
            second_moments.append(chance * (kept * variances + (kept * estimates) ** 2))
    weights = likelihood_weights(np.array(log_likelihoods))
    mean[known] = weights @ np.array(means)
    error[known] = np.sqrt(np.maximum(weights @ np.array(second_moments) - mean[known] ** 2, 0))
    return mean, error


class _CorrelationFit(NamedTuple):
    """The fits with one correlation between roles, under each of EFFECT_DEVIATIONS.

    `axes`, (columns, columns), takes the principal axes of the fit to the effects. `means` and `variances` of the
    effects along these axes have the shape (deviations, columns), `log_likelihoods` and `residual_variances`
    (deviations,).
    """

    log_likelihoods: Floats
    axes: Floats
    means: Floats
    variances: Floats
    residual_variances: Floats


def _role_correlation(correlation: float, roles: int) -> Floats:
    """The correlations of a player's effects, (roles, roles)."""
    return np.asarray((1 - correlation) * np.eye(roles) + correlation)


def _fit_with_correlation(correlation: float, residual: Sums, roles: int) -> _CorrelationFit:
    """The fits under all EFFECT_DEVIATIONS, by a single eigen-decomposition."""
    root = np.linalg.cholesky(_role_correlation(correlation, roles))
    all_roots = np.kron(np.eye(len(residual.xy) // roles), root)
    values, vectors = np.linalg.eigh(all_roots.T @ residual.xx @ all_roots)
    axes = all_roots @ vectors
    along, freedom = residual.xy @ axes, residual.weight
    variance = EFFECT_DEVIATIONS[:, None] ** 2
    shrunken = variance / (1 + variance * np.maximum(values, 0))
    unexplained = np.maximum(residual.yy - shrunken @ along**2, residual.yy * 1e-9)
    log_likelihoods = (np.log(shrunken[1:] / variance[1:]).sum(axis=1) - freedom * np.log(unexplained[1:])) / 2
    of_none, noises = np.array([-freedom * np.log(unexplained[0]) / 2]), unexplained / freedom
    return _CorrelationFit(
        np.concatenate([of_none, log_likelihoods]), axes, shrunken * along, shrunken * noises[:, None], noises
    )
