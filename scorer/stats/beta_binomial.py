"""The chance of every bid to be made, from few contracts: a hierarchical beta-binomial with a trend.

Two contracts of a bid say hardly anything by themselves; all bids together say something of it too. Each chance is
drawn from a beta distribution whose mean runs along the auction, up, down or level, on the scale of log odds. Its
level, its slope and its strength (as if every bid had so many contracts more, at that mean) are not known: each triple
of a small grid counts by the likelihood of all contracts, and what all of them say is averaged, as in Gelman and
others, "Bayesian Data Analysis" (2013), section 5.3.

Without the trend, bids at the ends of the auction, which are seldom called, would be held to be as those in the middle.
The strength has an end for the same reason: a bid of two contracts may be another thing than its neighbours.
"""

from typing import Final, NamedTuple

import numpy as np

from scorer.frames.columns import Ints
from scorer.stats.tallies import Floats

EDGE: Final = 0.025  # on either side of a 95 % interval
MEANS: Final = (np.arange(40) + 0.5) / 40
STRENGTHS: Final = np.array([5.0, 20.0, 80.0, 320.0])
SLOPES: Final = np.array([-4.0, -2.5, -1.5, -0.75, 0.0, 0.75, 1.5, 2.5, 4.0])  # from the first bid to the last
_MIDDLES: Final = MEANS[::2]  # of trends: the mean half way along the auction
_CHANCES: Final = (np.arange(1000) + 0.5) / 1000  # close enough to all of them
_LOG, _LOG_REST = np.log(_CHANCES), np.log(1 - _CHANCES)


def _priors() -> Floats:
    """The beta distribution of each mean and strength: the first two axes, and each of _CHANCES."""
    made = (STRENGTHS * MEANS[:, None])[:, :, None]
    log = (made - 1) * _LOG + (STRENGTHS[:, None] - made - 1) * _LOG_REST
    density = np.exp(log - log.max(axis=-1, keepdims=True))
    return np.asarray(density / density.sum(axis=-1, keepdims=True))


_PRIORS: Final = _priors()


class BidChances(NamedTuple):
    """Of each bid the mean of its chance, its standard deviation, and the ends of its 95 % interval."""

    mean: Floats
    error: Floats
    low: Floats
    high: Floats


class _Explained(NamedTuple):
    """How well the contracts of each bid are explained. Of several sets of contracts each has one axis more, the first.

    `likelihood` has an axis of bids and one of chances, `by_prior` one of bids, of means and of strengths; `weights`
    are of all bids together, by trend and strength.
    """

    likelihood: Floats
    by_prior: Floats
    weights: Floats


def bid_chances(made: Ints, decided: Ints) -> BidChances:
    """The chances of bids, in the order of the auction, of which so many contracts were `made` of those `decided`."""
    explained = _explained(made, decided)
    of_trend = _trends(len(made)).T[:, None, :] == np.arange(len(MEANS))[:, None]  # bids, means, trends
    weights = of_trend @ explained.weights  # bids, means, strengths
    chance, variance = _moments(made, decided)
    mean = (weights * chance).sum(axis=(1, 2))
    error = np.sqrt((weights * (variance + chance**2)).sum(axis=(1, 2)) - mean**2)
    density = explained.likelihood * np.einsum("bms,msc->bc", weights / explained.by_prior, _PRIORS, optimize=True)
    below = np.cumsum(density, axis=1) / density.sum(axis=1, keepdims=True)
    low, high = (_CHANCES[(below < end).sum(axis=1)] for end in (EDGE, 1 - EDGE))
    return BidChances(mean, error, low, high)


def chances_of_mixes(made: Ints, decided: Ints, mix: Floats) -> tuple[Floats, Floats]:
    """The mean chance of several mixes of bids, and its variance.

    All have a row for each mix and a column for each bid: the contracts from which to tell, and the share of the bid.
    """
    weights = _explained(made, decided).weights
    chance, variance = (_on_trends(moment) for moment in _moments(made, decided))  # mixes, trends, bids, strengths
    shares = mix[:, None, :, None]
    mean = (shares * chance).sum(axis=2)
    square = (shares**2 * variance).sum(axis=2) + mean**2
    expected = (weights * mean).sum(axis=(1, 2))
    return expected, (weights * square).sum(axis=(1, 2)) - expected**2


def _explained(made: Ints, decided: Ints) -> _Explained:
    """How well chances, priors and trends explain these contracts."""
    log = made[..., None] * _LOG + (decided - made)[..., None] * _LOG_REST
    likelihood = np.exp(log - log.max(axis=-1, keepdims=True))
    by_prior = np.einsum("...c,msc->...ms", likelihood, _PRIORS, optimize=True)
    of_trends = _on_trends(np.log(by_prior)).sum(axis=-2)
    weights = np.exp(of_trends - of_trends.max(axis=(-2, -1), keepdims=True))
    return _Explained(likelihood, by_prior, weights / weights.sum(axis=(-2, -1), keepdims=True))


def _moments(made: Ints, decided: Ints) -> tuple[Floats, Floats]:
    """The mean and the variance of the chance of each bid under each prior, by mean and strength: the last two axes."""
    trials = decided[..., None, None] + STRENGTHS
    chance = (made[..., None, None] + STRENGTHS * MEANS[:, None]) / trials
    return chance, chance * (1 - chance) / (trials + 1)


def _on_trends(figures: Floats) -> Floats:
    """Of figures by bid, mean and strength those on each trend: by trend, bid and strength."""
    bids = figures.shape[-3]
    return np.asarray(figures[..., np.arange(bids), _trends(bids), :])


def _trends(bids: int) -> Ints:
    """By trend and bid the number of the mean in MEANS."""
    along = np.linspace(-0.5, 0.5, bids) if bids > 1 else np.zeros(bids)
    odds = np.log(_MIDDLES / (1 - _MIDDLES))[:, None, None] + SLOPES[:, None] * along
    return (len(MEANS) / (1 + np.exp(-odds))).astype(np.int64).reshape(len(_MIDDLES) * len(SLOPES), bids)
