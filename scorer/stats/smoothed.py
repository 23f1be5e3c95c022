"""The chance of each bid to be made, smoothed over its neighbours in the auction as far as the deals say so.

A bid called four times says hardly anything by itself; all bids together, and those next to it, say something of it
too. On the scale of log odds a bid stands away from the mean of all by a deviation, normal about 0: how far bids
deviate, and how alike neighbours are, is found from the contracts by the marginal likelihood. Few contracts leave that
open, so what all of a small grid of both say is averaged, each by its likelihood: with one alone intervals come out too
narrow. A Gaussian process with an exponential kernel and Laplace's approximation, as in Rasmussen and Williams,
"Gaussian Processes for Machine Learning" (2006), chapter 3. Nothing says that a higher bid is made less often: better
cards bid higher.
"""

from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np

from scorer.frames.columns import Ints
from scorer.stats.tallies import Floats, weights_of

OPEN: Final = 1.5  # standard deviation of the log odds of all bids, before any contract: from 5 to 95 %
REACHES: Final = (0.15, 0.3, 0.6, 1.0, 1.5)  # of the deviations, in log odds; and none at all
FAR: Final = (0.5, 4.0, 12.0, 40.0)  # steps to which two bids are alike: hardly one, or all of them
STEPS: Final = 60  # of Newton's method, far more than it takes
EXACT: Final = 1e-9
_SLICES: Final = 100
_NORMAL: Final = np.array([NormalDist().inv_cdf((slice_ + 0.5) / _SLICES) for slice_ in range(_SLICES)])
_EDGE: Final = 0.025


class BidChances(NamedTuple):
    """The chance of each bid: its mean, its deviation, the ends of its 95 % interval, and what made them likeliest.

    `kernel` is the covariance of the log odds before any contract that explains the contracts best.
    """

    mean: Floats
    error: Floats
    low: Floats
    high: Floats
    kernel: Floats


def bid_chances(made: Ints, decided: Ints, place: Floats) -> BidChances:
    """The chances of bids of which so many were `made` of those `decided`.

    `place` is where each stands in the auction, in card points or ranks: far apart is never alike.
    """
    kernels, before = _kernels(place)
    found = _found(kernels, made[None].astype(np.float64), decided[None].astype(np.float64))
    likely = found.likelihoods + np.log(before)
    weights = weights_of(likely)
    spread = np.sqrt(np.maximum(np.diagonal(found.covariance, axis1=1, axis2=2), 0))
    drawn = _chance(found.modes[:, :, None] + spread[:, :, None] * _NORMAL).transpose(1, 0, 2)
    drawn = drawn.reshape(len(place), len(weights) * _SLICES)
    weight = np.repeat(weights, _SLICES) / _SLICES
    mean = drawn @ weight
    order = np.argsort(drawn, axis=1)
    below = np.cumsum(weight[order], axis=1)
    low, high = (
        np.take_along_axis(drawn, np.take_along_axis(order, (below < edge).sum(axis=1)[:, None], axis=1), axis=1)[:, 0]
        for edge in (_EDGE, 1 - _EDGE)
    )
    error = np.sqrt(np.maximum(drawn**2 @ weight - mean**2, 0))
    return BidChances(mean, error, low, high, kernels[int(likely.argmax())])


def bid_chances_without(made: Ints, decided: Ints, kernel: Floats) -> tuple[Floats, Floats]:
    """The chances of all bids as several others' contracts tell them, a row each, and their covariances.

    `made` and `decided` have a row for each, `kernel` is that of the `BidChances` of all.
    """
    found = _found(kernel[None], made.astype(np.float64), decided.astype(np.float64))
    chance = _chance(found.modes)
    slope = chance * (1 - chance)
    return chance, found.covariance * slope[:, :, None] * slope[:, None, :]


def _kernels(place: Floats) -> tuple[Floats, Floats]:
    """The covariances of the log odds that may be, and how likely each is before any contract."""
    steps = np.abs(place[:, None] - place[None, :])
    alike = np.array([np.exp(-steps / far) for far in FAR])
    some = np.array([reach**2 * each for reach in REACHES for each in alike])
    before = np.repeat(1 / len(FAR), len(some))
    return OPEN**2 + np.concatenate([np.zeros_like(alike[:1]), some]), np.concatenate([[1.0], before])


class _Found(NamedTuple):
    """The log odds by their modes and covariances, and the likelihood of the contracts, but for what all have."""

    modes: Floats
    covariance: Floats
    likelihoods: Floats


def _found(kernels: Floats, made: Floats, decided: Floats) -> _Found:
    """What contracts say under kernels: one of the two is a single one, for all of the other."""

    def curved(chance: Floats) -> tuple[Floats, Floats]:
        """The root of how much the contracts say at these chances, and the matrix to solve with it."""
        root = np.sqrt(decided * chance * (1 - chance))
        return root, np.eye(made.shape[1]) + root[:, :, None] * kernels * root[:, None, :]

    modes, before = np.zeros((max(len(kernels), len(made)), made.shape[1])), None
    for _ in range(STEPS):
        chance = _chance(modes)
        root, whole = curved(chance)
        pull = root**2 * modes + made - decided * chance
        solved = np.linalg.solve(whole, (root * _times(kernels, pull))[:, :, None])[:, :, 0]
        along = pull - root * solved
        modes = _times(kernels, along)
        if before is not None and np.abs(modes - before).max(initial=0) < EXACT:
            break
        before = modes
    root, whole = curved(_chance(modes))
    rooted = root[:, :, None] * kernels
    covariance = kernels - np.swapaxes(rooted, 1, 2) @ np.linalg.solve(whole, rooted)
    seen = (made * modes - decided * np.logaddexp(0, modes)).sum(axis=1)
    likelihoods = seen - (along * modes).sum(axis=1) / 2 - np.linalg.slogdet(whole)[1] / 2
    return _Found(modes, covariance, likelihoods)


def _times(kernels: Floats, columns: Floats) -> Floats:
    """Each kernel times its column."""
    return np.asarray((kernels @ columns[:, :, None])[:, :, 0])


def _chance(log_odds: Floats) -> Floats:
    """The chance of these log odds."""
    return np.asarray(1 / (1 + np.exp(-log_odds)))
