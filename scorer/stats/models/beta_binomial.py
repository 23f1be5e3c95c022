"""Rates of few trials each, drawn towards the rate of all of them: a hierarchical beta-binomial model.

The rate of three contracts is mostly chance, and the other rates say what is likely. Each true rate is thought to come
from a beta distribution whose mean is that of all trials, with a strength, as if it had that many more trials
(`strength`) at the mean. The strength is not known: each of a small grid of strengths counts by the likelihood of all
trials, and the results are averaged, as in Gelman and others, "Bayesian Data Analysis" (2013), section 5.3. With the
likeliest strength alone the intervals of few trials, and of rates that differ much, came out too narrow.

Shapes: `rates` are the rates, `chances` a grid of probabilities, `strengths` the grid of the beta distributions.
"""

from typing import Final, NamedTuple

import numpy as np

from scorer.frames.record_columns import Ints
from scorer.stats.models.arrays import Floats, likelihood_weights

TAIL: Final = 0.025  # on either side of a 95 % interval
STRENGTHS: Final = np.array([5.0, 20.0, 80.0, 320.0])
_CHANCES: Final = (np.arange(1000) + 0.5) / 1000  # a grid that stands for all probabilities
_LOG, _LOG_FAILURE = np.log(_CHANCES), np.log(1 - _CHANCES)


class RatePrior(NamedTuple):
    """The beta distributions from which rates come: of one mean, with a weight for each strength."""

    mean: float
    weights: Floats  # (strengths,)

    @property
    def strength(self) -> float:
        """The strength of the one beta distribution that is as wide as the mixture, in trials."""
        return float(1 / (self.weights @ (1 / (STRENGTHS + 1))) - 1)

    def moments(self, count: Ints, trials: Ints) -> tuple[Floats, Floats]:
        """The mean and the variance of each true rate, (..., rates), given its successes and trials."""
        total = trials[..., None] + STRENGTHS
        chance = (count[..., None] + STRENGTHS * self.mean) / total
        mean = chance @ self.weights
        return mean, (chance * (1 - chance) / (total + 1) + chance**2) @ self.weights - mean**2


def rate_prior(count: Ints, trials: Ints) -> RatePrior:
    """What all rates say of each before its own trials.

    The mean is that of all trials; where all or none of them succeeded, half a trial is taken to have ended otherwise.
    """
    total, edge = int(trials.sum()), 0.5 / (int(trials.sum()) + 1)
    mean = min(max(float(count.sum()) / total, edge), 1 - edge) if total else 0.5
    (distinct_count, distinct_trials), _index, times = _distinct(count, trials)
    explained = _likelihoods(distinct_count, distinct_trials) @ _densities(mean).T
    return RatePrior(mean, likelihood_weights((times[:, None] * np.log(explained)).sum(axis=0)))


def shrunken_rate_columns(count: Ints, trials: Ints) -> dict[str, Floats]:
    """Columns of the rates drawn towards the rate of all, with their 95 % intervals; NaN where there is no trial."""
    prior = rate_prior(count, trials)
    (distinct_count, distinct_trials), index, _times = _distinct(count, trials)
    likelihood, densities = _likelihoods(distinct_count, distinct_trials), _densities(prior.mean)
    density = likelihood * ((prior.weights / (likelihood @ densities.T)) @ densities)
    below = np.cumsum(density, axis=1) / density.sum(axis=1, keepdims=True)
    low, high = (_CHANCES[(below < end).sum(axis=1)][index] for end in (TAIL, 1 - TAIL))
    columns = {"likely_rate": prior.moments(count, trials)[0], "likely_low": low, "likely_high": high}
    return {name: np.where(trials > 0, figures, np.nan) for name, figures in columns.items()}


def _distinct(count: Ints, trials: Ints) -> tuple[Ints, Ints, Ints]:
    """The distinct pairs of successes and trials, (2, pairs), the pair of each rate, (rates,), and how often each is.

    Hundreds of players' pairs have the same few contracts: each distinct one is computed once.
    """
    pairs, index, times = np.unique(np.stack([count, trials]), axis=1, return_inverse=True, return_counts=True)
    return pairs, index.reshape(-1), times


def _densities(mean: float) -> Floats:
    """The weight of each of _CHANCES in the beta distributions of this mean, (strengths, chances); they sum to 1."""
    alpha = (STRENGTHS * mean)[:, None]
    log = (alpha - 1) * _LOG + (STRENGTHS[:, None] - alpha - 1) * _LOG_FAILURE
    density = np.exp(log - log.max(axis=-1, keepdims=True))
    return np.asarray(density / density.sum(axis=-1, keepdims=True))


def _likelihoods(count: Ints, trials: Ints) -> Floats:
    """The likelihood of each of _CHANCES given a rate's trials, (rates, chances), relative to the highest."""
    log = count[:, None] * _LOG + (trials - count)[:, None] * _LOG_FAILURE
    return np.asarray(np.exp(log - log.max(axis=-1, keepdims=True)))
