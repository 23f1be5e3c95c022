"""Forgetting: how much of what a league played long ago still tells who is strong now.

Players get better and worse. An evening then counts half as much as one that was a half-life later. The half-life of a
league is the longest, which forgets nothing, unless its own evenings were predicted better under a shorter one, each
from those before it, by more than chance explains.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import accumulate
from typing import Final

import numpy as np

from scorer.frames.record_columns import Ints
from scorer.insight.models.mixed_model import Sums
from scorer.insight.plus_minus import Observations, fit_strengths, grouped_sums
from scorer.stats.models.arrays import Floats
from scorer.stats.models.intervals import Z

HALF_LIVES: Final = (np.inf, 60.0, 30.0, 15.0)  # evenings
PARTS: Final = 20  # of a league's evenings, each predicted from those before it
FEWEST_PARTS: Final = 10  # fewer predictions cannot show that one is better
MOST_EVENINGS: Final = 400  # all that is older is as old as that, and tells no half-life


def half_life(observations: Observations) -> float:
    """The half-life of the deals of a league, in evenings, by the newest ones; infinite where none is forgotten."""
    days, evening = np.unique(observations.day, return_inverse=True)
    evenings = min(len(days), MOST_EVENINGS)
    parts, newest = min(PARTS, evenings), evening - (len(days) - evenings)
    if parts < FEWEST_PARTS:
        return HALF_LIVES[0]
    sums = grouped_sums(observations.selected(newest >= 0), newest[newest >= 0] * parts // evenings, parts)
    losses = np.array([_losses(sums, evenings / parts, candidate) for candidate in HALF_LIVES])
    better = losses[0] - losses  # (half-lives, predictions)
    surely = better.sum(axis=1) - Z * np.sqrt(better.shape[1]) * better.std(axis=1, ddof=1)
    return HALF_LIVES[int(surely.argmax())]


def sums_now(observations: Observations, evening: Ints, half_life: float) -> Sums:
    """The sums of all observations, as far as they tell of strengths now; `evening`, (observations,), counts from 0."""
    last = int(evening.max(initial=0))
    first = max(last - MOST_EVENINGS, 0)
    parts = grouped_sums(observations, np.maximum(evening - first, 0), last - first + 1)
    return reduce(lambda past, part: remembered(past, part, 1, half_life), parts)


def remembered(past: Sums, later: Sums, evenings: float, half_life: float) -> Sums:
    """The sums of what was played until now: the `past`, which is so many `evenings` older, and what came `later`."""
    return past.scaled(0.5 ** (evenings / half_life)) + later


def change(half_life: float, evenings: int) -> float:
    """How far strengths will on average have changed on so many evenings to come, in variances of what is known now.

    Where players change at random from evening to evening, to forget as fast is best (a Kalman filter, in its steady
    state): an evening's change has 2^(1 / half-life) - 1 times the variance that the strengths then have. The mean of
    a random walk over n evenings has (n + 1) (2n + 1) / 6n times the variance of one step.
    """
    of_an_evening = 2 ** (1 / half_life) - 1
    return of_an_evening * (evenings + 1) * (2 * evenings + 1) / (6 * evenings) if evenings else 0.0


def _losses(parts: Sequence[Sums], evenings: float, half_life: float) -> Floats:
    """The squared errors of each part of so many evenings but the first, predicted from those before it."""
    pasts = accumulate(parts[:-1], lambda past, part: remembered(past, part, evenings, half_life))
    strengths = [fit_strengths(past).means for past in pasts]
    return np.array([
        part.yy - 2 * strength @ part.xy + strength @ part.xx @ strength
        for strength, part in zip(strengths, parts[1:], strict=True)
    ])  # fmt: skip
