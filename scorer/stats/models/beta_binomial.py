"""Rates of few trials each, drawn towards what all of them say together: a hierarchical beta-binomial.

A rate of three contracts is mostly chance. All rates together say something of each: it is drawn from a beta
distribution of a mean and a strength, as if it had so many trials more (`strength`) at that mean. The strength is not
known: each of a small grid counts by the likelihood of all trials, and what all of them say is averaged, as in Gelman
and others, "Bayesian Data Analysis" (2013), section 5.3. With the likeliest alone the intervals of few trials, and of
rates that differ much, came out too narrow.

Of rates in no order (pairs, callers) the mean is that of all trials. The chances of bids have an order, that of the
auction: their mean runs along it, up, down or level, on the scale of log odds, and its level and its slope are averaged
as the strength is. Without that trend, bids at the ends of the auction, which are seldom called, would be held to be as
those in the middle. The strength has an end for the same reason: a bid of two contracts may be another thing than its
neighbours.
"""

from typing import Final, NamedTuple

import numpy as np

from scorer.frames.record_columns import Ints
from scorer.stats.models.arrays import Floats

EDGE: Final = 0.025  # on either side of a 95 % interval
MEANS: Final = (np.arange(40) + 0.5) / 40
STRENGTHS: Final = np.array([5.0, 20.0, 80.0, 320.0])
SLOPES: Final = np.array([-4.0, -2.5, -1.5, -0.75, 0.0, 0.75, 1.5, 2.5, 4.0])  # from the first bid to the last
ONCE: Final = np.ones(1, np.int64)
_MIDDLES: Final = MEANS[::2]  # of trends: the mean half way along the auction
_CHANCES: Final = (np.arange(1000) + 0.5) / 1000  # close enough to all of them
_LOG, _LOG_REST = np.log(_CHANCES), np.log(1 - _CHANCES)


class _Trends(NamedTuple):
    """How the means of rates may run: `means` that are tried, and by trend and rate the place of its mean in them."""

    means: Floats
    place: Ints


class Chances(NamedTuple):
    """By rate: the mean of its chance, its standard deviation, and the ends of its 95 % interval."""

    mean: Floats
    error: Floats
    low: Floats
    high: Floats


class Prior(NamedTuple):
    """The beta distributions from which rates in no order come: all of one mean, each of STRENGTHS by its weight."""

    mean: float
    weights: Floats

    @property
    def strength(self) -> float:
        """Trials at the mean that say as much as these distributions: the strength of the one that is as wide."""
        return float(1 / (self.weights @ (1 / (STRENGTHS + 1))) - 1)

    def moments(self, count: Ints, of: Ints) -> tuple[Floats, Floats]:
        """The mean and the variance of the chance of each rate of `count` successes in `of` trials."""
        chance, variance = _moments(count, of, np.array([self.mean]))
        mean = (self.weights * chance).sum(axis=(-2, -1))
        return mean, (self.weights * (variance + chance**2)).sum(axis=(-2, -1)) - mean**2


def prior(count: Ints, of: Ints) -> Prior:
    """What all rates in no order say of each, of `count` successes in `of` trials each.

    The mean is that of all trials; where all or none of them succeeded, half a trial is taken to have ended otherwise.
    """
    trials, edge = int(of.sum()), 0.5 / (int(of.sum()) + 1)
    mean = min(max(float(count.sum()) / trials, edge), 1 - edge) if trials else 0.5
    (some, of_some), _, times = _distinct(count, of)
    level = _level(mean, len(some))
    return Prior(mean, _weights(_by_prior(_likelihoods(some, of_some), _densities(level.means)), level, times)[0])


def rates(count: Ints, of: Ints) -> Chances:
    """The chances of rates in no order, of `count` successes in `of` trials each."""
    (some, trials), place, times = _distinct(count, of)
    found = _chances(some, trials, _level(prior(count, of).mean, len(some)), times)
    return Chances._make(figures[place] for figures in found)


def likely_columns(count: Ints, of: Ints) -> dict[str, Floats]:
    """The columns of the rates drawn towards that of all, with their 95 % intervals; NaN where there is no trial."""
    found, there = rates(count, of), of > 0
    columns = {"likely_rate": found.mean, "likely_low": found.low, "likely_high": found.high}
    return {name: np.where(there, figures, np.nan) for name, figures in columns.items()}


def bid_chances(made: Ints, decided: Ints) -> Chances:
    """The chances of bids, in the order of the auction, of which so many contracts were `made` of those `decided`."""
    return _chances(made, decided, _along_auction(len(made)))


def chances_of_mixes(made: Ints, decided: Ints, mix: Floats) -> tuple[Floats, Floats]:
    """The mean chance of several mixes of bids, and its variance.

    All have a row for each mix and a column for each bid: the contracts from which to tell, and the share of the bid.
    """
    trends = _along_auction(made.shape[-1])
    weights = _weights(_by_prior(_likelihoods(made, decided), _PRIORS), trends)
    # mixes, trends, bids, strengths
    chance, variance = (_on_trends(moment, trends) for moment in _moments(made, decided, MEANS))
    shares = mix[:, None, :, None]
    mean = (shares * chance).sum(axis=2)
    square = (shares**2 * variance).sum(axis=2) + mean**2
    expected = (weights * mean).sum(axis=(1, 2))
    return expected, (weights * square).sum(axis=(1, 2)) - expected**2


def _distinct(count: Ints, of: Ints) -> tuple[Ints, Ints, Ints]:
    """The distinct rates, a column each of successes and trials; by rate the place of its own, and how often each is.

    Hundreds of pairs have the same few contracts: what is the same is reckoned once.
    """
    pairs, place, times = np.unique(np.stack([count, of]), axis=1, return_inverse=True, return_counts=True)
    return pairs, place.reshape(-1), times


def _chances(count: Ints, of: Ints, trends: _Trends, times: Ints = ONCE) -> Chances:
    """The chances of rates whose means run along one of these trends; each rate stands for so many `times`."""
    likelihood = _likelihoods(count, of)
    priors = _PRIORS if trends.means is MEANS else _densities(trends.means)
    by_prior = _by_prior(likelihood, priors)
    of_trend = trends.place.T[:, None, :] == np.arange(len(trends.means))[:, None]  # rates, means, trends
    weights = of_trend @ _weights(by_prior, trends, times)  # rates, means, strengths
    chance, variance = _moments(count, of, trends.means)
    mean = (weights * chance).sum(axis=(1, 2))
    error = np.sqrt((weights * (variance + chance**2)).sum(axis=(1, 2)) - mean**2)
    density = likelihood * np.einsum("bms,msc->bc", weights / by_prior, priors, optimize=True)
    below = np.cumsum(density, axis=1) / density.sum(axis=1, keepdims=True)
    low, high = (_CHANCES[(below < end).sum(axis=1)] for end in (EDGE, 1 - EDGE))
    return Chances(mean, error, low, high)


def _level(mean: float, rates: int) -> _Trends:
    """The only trend of rates in no order: all have the same mean."""
    return _Trends(np.array([mean]), np.zeros((1, rates), np.int64))


def _along_auction(bids: int) -> _Trends:
    """The trends of so many bids in the order of the auction: each level with each slope."""
    along = np.linspace(-0.5, 0.5, bids) if bids > 1 else np.zeros(bids)
    odds = np.log(_MIDDLES / (1 - _MIDDLES))[:, None, None] + SLOPES[:, None] * along
    place = (len(MEANS) / (1 + np.exp(-odds))).astype(np.int64)
    return _Trends(MEANS, place.reshape(len(_MIDDLES) * len(SLOPES), bids))


def _densities(means: Floats) -> Floats:
    """How likely each of _CHANCES is in the beta distribution of each mean and strength: the first two axes."""
    made = (STRENGTHS * means[:, None])[:, :, None]
    log = (made - 1) * _LOG + (STRENGTHS[:, None] - made - 1) * _LOG_REST
    density = np.exp(log - log.max(axis=-1, keepdims=True))
    return np.asarray(density / density.sum(axis=-1, keepdims=True))


def _likelihoods(count: Ints, of: Ints) -> Floats:
    """How well each of _CHANCES, the last axis, explains the trials of each rate; the likeliest one with 1."""
    log = count[..., None] * _LOG + (of - count)[..., None] * _LOG_REST
    return np.asarray(np.exp(log - log.max(axis=-1, keepdims=True)))


def _by_prior(likelihood: Floats, priors: Floats) -> Floats:
    """How well each mean and strength, the last two axes, explains the trials of each rate."""
    return np.asarray(np.einsum("...c,msc->...ms", likelihood, priors, optimize=True))


def _weights(by_prior: Floats, trends: _Trends, times: Ints = ONCE) -> Floats:
    """How much each trend and strength, the last two axes, counts: by how well it explains all rates together."""
    log = (_on_trends(np.log(by_prior), trends) * times[:, None]).sum(axis=-2)
    weights = np.exp(log - log.max(axis=(-2, -1), keepdims=True))
    return np.asarray(weights / weights.sum(axis=(-2, -1), keepdims=True))


def _moments(count: Ints, of: Ints, means: Floats) -> tuple[Floats, Floats]:
    """The mean and the variance of the chance of each rate under each mean and strength: the last two axes."""
    trials = of[..., None, None] + STRENGTHS
    chance = (count[..., None, None] + STRENGTHS * means[:, None]) / trials
    return chance, chance * (1 - chance) / (trials + 1)


def _on_trends(figures: Floats, trends: _Trends) -> Floats:
    """Of figures by rate, mean and strength those on each trend: by trend, rate and strength."""
    return np.asarray(figures[..., np.arange(figures.shape[-3]), trends.place, :])


_PRIORS: Final = _densities(MEANS)
