"""Rates of few trials each, drawn towards the rate of all of them: a hierarchical beta-binomial model.

The rate of three contracts is mostly chance, and the other rates say what is likely. Each true rate is thought to come
from a beta distribution with a mean and a strength, as if it had that many more trials (`strength`) at the mean. The
strength is not known: each of a small grid of strengths counts by the likelihood of all trials, and the results are
averaged, as in Gelman and others, "Bayesian Data Analysis" (2013), section 5.3. With the likeliest strength alone the
intervals of few trials, and of rates that differ much, came out too narrow.

Rates without an order (pairs, callers) have the mean of all trials. The success rates of bids have an order, that of
the auction: their mean follows a trend along it, up, down or level, on the scale of log odds, and the level and the
slope of the trend are averaged in the same way. Without a trend, bids at the ends of the auction, which are seldom
called, would be thought to be like those in the middle. The grid of strengths ends for the same reason: a bid of two
contracts may be quite unlike its neighbours.

Shapes: `rates` are the rates, `chances` a grid of probabilities, `means` and `strengths` the grids of the beta
distributions, `trends` the ways in which means follow the auction. Counts of successes and trials have the shape
(rates,) unless another is given.
"""

from typing import Final, NamedTuple

import numpy as np

from scorer.frames.record_columns import Ints
from scorer.stats.models.arrays import Floats

TAIL: Final = 0.025  # on either side of a 95 % interval
MEANS: Final = (np.arange(40) + 0.5) / 40
STRENGTHS: Final = np.array([5.0, 20.0, 80.0, 320.0])
SLOPES: Final = np.array([-4.0, -2.5, -1.5, -0.75, 0.0, 0.75, 1.5, 2.5, 4.0])  # from the first bid to the last
_ONCE: Final = np.ones(1, np.int64)
_MIDDLES: Final = MEANS[::2]  # of trends: the mean half way along the auction
_CHANCES: Final = (np.arange(1000) + 0.5) / 1000  # a grid that stands for all probabilities
_LOG, _LOG_FAILURE = np.log(_CHANCES), np.log(1 - _CHANCES)


class _Trends(NamedTuple):
    """The trends that the means of rates may follow.

    `means`, (means,), are the values on a grid; `mean_index`, (trends, rates), says which of them a rate has on a
    trend.
    """

    means: Floats
    mean_index: Ints


class TrueRates(NamedTuple):
    """What is known of the true rates: mean, standard deviation, ends of the 95 % interval; each (rates,)."""

    mean: Floats
    error: Floats
    low: Floats
    high: Floats


class RatePrior(NamedTuple):
    """The beta distributions from which rates without an order come: of one mean, with a weight for each strength."""

    mean: float
    weights: Floats  # (strengths,)

    @property
    def strength(self) -> float:
        """The strength of the one beta distribution that is as wide as the mixture, in trials."""
        return float(1 / (self.weights @ (1 / (STRENGTHS + 1))) - 1)

    def moments(self, count: Ints, trials: Ints) -> tuple[Floats, Floats]:
        """The mean and the variance of each true rate, (rates,), given its successes and trials."""
        chance, variance = _moments(count, trials, np.array([self.mean]))
        mean = (self.weights * chance).sum(axis=(-2, -1))
        return mean, (self.weights * (variance + chance**2)).sum(axis=(-2, -1)) - mean**2


def prior(count: Ints, trials: Ints) -> RatePrior:
    """What all rates without an order say of each before its own trials.

    The mean is that of all trials; where all or none of them succeeded, half a trial is taken to have ended otherwise.
    """
    total, edge = int(trials.sum()), 0.5 / (int(trials.sum()) + 1)
    mean = min(max(float(count.sum()) / total, edge), 1 - edge) if total else 0.5
    (distinct_count, distinct_trials), _index, times = _distinct(count, trials)
    level = _level(mean, len(distinct_count))
    by_prior = _prior_likelihoods(_likelihoods(distinct_count, distinct_trials), _densities(level.means))
    return RatePrior(mean, _weights(by_prior, level, times)[0])


def true_rates(count: Ints, trials: Ints) -> TrueRates:
    """The true rates, without an order, given their successes and trials."""
    (distinct_count, distinct_trials), index, times = _distinct(count, trials)
    level = _level(prior(count, trials).mean, len(distinct_count))
    return TrueRates._make(figures[index] for figures in _true_rates(distinct_count, distinct_trials, level, times))


def likely_columns(count: Ints, trials: Ints) -> dict[str, Floats]:
    """Columns of the rates drawn towards the rate of all, with their 95 % intervals; NaN where there is no trial."""
    drawn, tried = true_rates(count, trials), trials > 0
    columns = {"likely_rate": drawn.mean, "likely_low": drawn.low, "likely_high": drawn.high}
    return {name: np.where(tried, figures, np.nan) for name, figures in columns.items()}


def bid_chances(made: Ints, decided: Ints) -> TrueRates:
    """The true success rates of bids, in the order of the auction, given contracts made and contracts decided."""
    return _true_rates(made, decided, _along_auction(len(made)))


def chances_of_mixes(made: Ints, decided: Ints, mix: Floats) -> tuple[Floats, Floats]:
    """The mean success rate of several mixes of bids, and its variance; both (mixes,).

    All arguments have the shape (mixes, bids): the contracts from which the rates of the bids are estimated, made and
    decided, and the share of each bid in the mix.
    """
    trends = _along_auction(made.shape[-1])
    weights = _weights(_prior_likelihoods(_likelihoods(made, decided), _PRIORS), trends)
    # their axes are mixes, trends, bids and strengths
    chance, variance = (_on_trends(moment, trends) for moment in _moments(made, decided, MEANS))
    shares = mix[:, None, :, None]
    mean = (shares * chance).sum(axis=2)
    square = (shares**2 * variance).sum(axis=2) + mean**2
    expected = (weights * mean).sum(axis=(1, 2))
    return expected, (weights * square).sum(axis=(1, 2)) - expected**2


def _distinct(count: Ints, trials: Ints) -> tuple[Ints, Ints, Ints]:
    """The distinct pairs of successes and trials, (2, pairs), the pair of each rate, (rates,), and how often each is.

    Hundreds of players' pairs have the same few contracts: each distinct one is computed once.
    """
    pairs, index, times = np.unique(np.stack([count, trials]), axis=1, return_inverse=True, return_counts=True)
    return pairs, index.reshape(-1), times


def _true_rates(count: Ints, trials: Ints, trends: _Trends, times: Ints = _ONCE) -> TrueRates:
    """The true rates where their means follow one of these trends; each rate occurs `times` times, (rates,)."""
    likelihood = _likelihoods(count, trials)
    priors = _PRIORS if trends.means is MEANS else _densities(trends.means)
    by_prior = _prior_likelihoods(likelihood, priors)
    on_trend = trends.mean_index.T[:, None, :] == np.arange(len(trends.means))[:, None]  # (rates, means, trends)
    weights = on_trend @ _weights(by_prior, trends, times)  # (rates, means, strengths)
    chance, variance = _moments(count, trials, trends.means)
    mean = (weights * chance).sum(axis=(1, 2))
    error = np.sqrt((weights * (variance + chance**2)).sum(axis=(1, 2)) - mean**2)
    density = likelihood * np.einsum("bms,msc->bc", weights / by_prior, priors, optimize=True)
    below = np.cumsum(density, axis=1) / density.sum(axis=1, keepdims=True)
    low, high = (_CHANCES[(below < end).sum(axis=1)] for end in (TAIL, 1 - TAIL))
    return TrueRates(mean, error, low, high)


def _level(mean: float, rates: int) -> _Trends:
    """The only trend of rates without an order: all have the same mean."""
    return _Trends(np.array([mean]), np.zeros((1, rates), np.int64))


def _along_auction(bids: int) -> _Trends:
    """The trends of bids in the order of the auction: each level with each slope."""
    along = np.linspace(-0.5, 0.5, bids) if bids > 1 else np.zeros(bids)
    odds = np.log(_MIDDLES / (1 - _MIDDLES))[:, None, None] + SLOPES[:, None] * along
    index = (len(MEANS) / (1 + np.exp(-odds))).astype(np.int64)
    return _Trends(MEANS, index.reshape(len(_MIDDLES) * len(SLOPES), bids))


def _densities(means: Floats) -> Floats:
    """The weight of each of _CHANCES in the beta distributions, (means, strengths, chances); they sum to 1."""
    alpha = (STRENGTHS * means[:, None])[:, :, None]
    log = (alpha - 1) * _LOG + (STRENGTHS[:, None] - alpha - 1) * _LOG_FAILURE
    density = np.exp(log - log.max(axis=-1, keepdims=True))
    return np.asarray(density / density.sum(axis=-1, keepdims=True))


def _likelihoods(count: Ints, trials: Ints) -> Floats:
    """The likelihood of each of _CHANCES given a rate's trials, (..., rates, chances), relative to the highest."""
    log = count[..., None] * _LOG + (trials - count)[..., None] * _LOG_FAILURE
    return np.asarray(np.exp(log - log.max(axis=-1, keepdims=True)))


def _prior_likelihoods(likelihood: Floats, priors: Floats) -> Floats:
    """The likelihood of each beta distribution given the trials of a rate, (..., rates, means, strengths)."""
    return np.asarray(np.einsum("...c,msc->...ms", likelihood, priors, optimize=True))


def _weights(by_prior: Floats, trends: _Trends, times: Ints = _ONCE) -> Floats:
    """The weight of each trend and strength, (..., trends, strengths), by the likelihood of all rates together."""
    log = (_on_trends(np.log(by_prior), trends) * times[:, None]).sum(axis=-2)
    weights = np.exp(log - log.max(axis=(-2, -1), keepdims=True))
    return np.asarray(weights / weights.sum(axis=(-2, -1), keepdims=True))


def _moments(count: Ints, trials: Ints, means: Floats) -> tuple[Floats, Floats]:
    """The mean and the variance of each true rate under each beta distribution, (..., rates, means, strengths)."""
    total = trials[..., None, None] + STRENGTHS
    chance = (count[..., None, None] + STRENGTHS * means[:, None]) / total
    return chance, chance * (1 - chance) / (total + 1)


def _on_trends(figures: Floats, trends: _Trends) -> Floats:
    """Of figures by mean, (..., rates, means, strengths), those on each trend: (..., trends, rates, strengths)."""
    return np.asarray(figures[..., np.arange(figures.shape[-3]), trends.mean_index, :])


_PRIORS: Final = _densities(MEANS)
