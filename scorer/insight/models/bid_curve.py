"""Success rates of bids along the auction: a Gaussian process on the scale of log odds, with binomial contracts.

A bid of three contracts says little, and its neighbours say what is likely: 2/65 is much like 2/64 and 2/66. The log
odds of all bids are normal beforehand: a level of all, a smooth curve along each scale, and an effect of each bid by
itself. How far the curve swings, over how many card points, and how far a bid leaves it are not known: each of a small
grid of kernels counts by its likelihood, and their mean is the covariance beforehand. The contracts move it by
Laplace's approximation, as in Rasmussen and Williams, "Gaussian Processes for Machine Learning" (2006), section 3.4.

Shapes: figures of bids are (bids,), covariances (bids, bids); further axes may stand before these.
"""

from itertools import product
from typing import Final, NamedTuple, Self

import numpy as np

from scorer.frames import Frames
from scorer.frames.record_columns import Ints
from scorer.rules.bid import LOWEST_TARGET
from scorer.stats.bids import Called
from scorer.stats.models.arrays import Floats, categories, codes, likelihood_weights
from scorer.stats.models.intervals import Z

LEVEL: Final = 1.0  # log odds: the standard deviation of what all bids have in common
HEIGHTS: Final = (0.25, 0.7, 2.0)  # log odds: those of a curve
LENGTHS: Final = (10.0, 30.0)  # card points: over so many a curve bends
OWN: Final = (0.1, 0.5)  # log odds: those of each bid by itself
_LONGEST_STEP: Final = 2.0  # log odds: a whole step of Newton's may go too far where contracts are few
_STEPS: Final = 100
_CLOSE: Final = 1e-9
_NORMAL: Final = np.linspace(-5, 5, 101)  # a grid that stands for a standard normal variable
_DENSITY: Final = np.exp(-(_NORMAL**2) / 2) / np.exp(-(_NORMAL**2) / 2).sum()


class Axis(NamedTuple):
    """Where bids stand in their auctions.

    `scales`, (bids, scales): the share of the calls of a bid, or a band, on each scale. Ranks and the card points that
    raise the last of them are one scale, card points without ranks another, and each named bid is one. `place` is the
    mean target of the calls above 61; a rank stands below the last one by as many as there are between them.
    """

    scales: Floats
    place: Floats

    @classmethod
    def of(cls, frames: Frames, called: Called) -> Self:
        """That of the bids, or bands, of these deals."""
        scale_of: dict[str, str | bool] = {}
        place_of: dict[str, float] = {}
        for label in categories(called.deals["variant"]):
            auction = frames.columns.variants[label].auction
            for bid in auction.bids:
                ranks_above = len(auction.ranks) - 1 - auction.ranks.index(bid.rank) if bid.rank else 0
                scale_of[str(bid)] = bid.name or bool(bid.rank)
                place_of[str(bid)] = float(bid.target - LOWEST_TARGET - ranks_above)
        words, word_of_deal = categories(called.deals["bid"]), codes(called.deals["bid"])
        scales = np.zeros((called.size, 0))
        for scale in dict.fromkeys(scale_of[word] for word in words):
            on_it = np.array([float(scale_of[word] == scale) for word in words])
            scales = np.column_stack([scales, called.mean(on_it[word_of_deal])])
        return cls(scales, called.mean(np.array([place_of[word] for word in words], np.float64)[word_of_deal]))


class SuccessRates(NamedTuple):
    """What is known of the true success rates: mean, standard deviation, ends of the 95 % interval; each (bids,)."""

    mean: Floats
    error: Floats
    low: Floats
    high: Floats


class _Fit(NamedTuple):
    """Log odds given contracts: mean, covariance, and the log likelihood of the contracts but for a constant."""

    mean: Floats
    covariance: Floats
    likelihood: Floats


def log_odds_prior(made: Ints, decided: Ints, axis: Axis) -> Floats:
    """The covariance of the bids' log odds before their contracts, as all contracts together make it likely."""
    same, apart = axis.scales @ axis.scales.T, axis.place[:, None] - axis.place
    kernels = np.array(
        [
            LEVEL**2 + height**2 * same * np.exp(-((apart / length) ** 2) / 2) + own**2 * np.eye(len(made))
            for height, length, own in product(HEIGHTS, LENGTHS, OWN)
        ]
    )
    return np.asarray(np.tensordot(likelihood_weights(_fit(kernels, made, decided).likelihood), kernels, 1))


def bid_success_rates(made: Ints, decided: Ints, axis: Axis) -> SuccessRates:
    """The true success rates of bids, given contracts made and contracts decided."""
    fitted = _fit(log_odds_prior(made, decided, axis), made, decided)
    spread = np.sqrt(fitted.covariance.diagonal())
    chance = _chances(fitted.mean[:, None] + spread[:, None] * _NORMAL)
    mean = chance @ _DENSITY
    error = np.sqrt((chance - mean[:, None]) ** 2 @ _DENSITY)
    return SuccessRates(mean, error, _chances(fitted.mean - Z * spread), _chances(fitted.mean + Z * spread))


def mix_success_rates(made: Ints, decided: Ints, mix: Floats, prior: Floats) -> tuple[Floats, Floats]:
    """The mean success rate of several mixes of bids, and its variance; both (mixes,).

    Contracts and the shares of the bids have the shape (mixes, bids); `prior` is `log_odds_prior` of all contracts. The
    variance goes by the mean slope of the chance: the bids of a mix are alike.
    """
    fitted = _fit(prior, made, decided)
    spread = np.sqrt(np.diagonal(fitted.covariance, axis1=-2, axis2=-1))
    chance = _chances(fitted.mean[..., None] + spread[..., None] * _NORMAL)
    slope = mix * ((chance * (1 - chance)) @ _DENSITY)
    return (mix * (chance @ _DENSITY)).sum(axis=-1), np.einsum("mb,mbc,mc->m", slope, fitted.covariance, slope)


def _chances(log_odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def _fit(prior: Floats, made: Ints, decided: Ints) -> _Fit:
    """Log odds that are normal about 0 with this covariance, given the contracts of their bids."""
    precision, unit = np.linalg.inv(prior), np.eye(prior.shape[-1])
    mean = np.zeros(np.broadcast_shapes(prior.shape[:-1], made.shape))
    for _step in range(_STEPS):
        chance = _chances(mean)
        curved = precision + (decided * chance * (1 - chance))[..., None] * unit
        slope = made - decided * chance - np.einsum("...bc,...c->...b", precision, mean)
        step = np.linalg.solve(curved, slope[..., None])[..., 0]
        longest = np.abs(step).max(axis=-1, keepdims=True, initial=0)
        mean = mean + step * (_LONGEST_STEP / np.maximum(longest, _LONGEST_STEP))
        if (longest < _CLOSE).all():
            break
    explained = (made * mean - decided * np.logaddexp(0, mean)).sum(axis=-1)
    surprise = np.einsum("...b,...bc,...c->...", mean, precision, mean)
    narrowed = np.linalg.slogdet(curved).logabsdet + np.linalg.slogdet(prior).logabsdet
    return _Fit(mean, np.asarray(np.linalg.inv(curved), np.float64), explained - (surprise + narrowed) / 2)
