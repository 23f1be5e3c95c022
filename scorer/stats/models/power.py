"""Power: how large an effect the deals there are would show, and how much play half a unit a deal would need."""

from statistics import NormalDist
from typing import Final

import numpy as np

from scorer.frames.record_columns import Flags, Numbers
from scorer.stats.models.arrays import Floats, ratio
from scorer.stats.models.multiple_testing import FAMILYWISE_ERROR, normal_to_t

FOUND: Final = 0.8  # the chance that an effect is found, where it is said which would be
HALF: Final = 0.5  # a unit a deal: of how much play that takes it is said
_STEPS: Final = 8


def power(
    error: Floats,
    freedom: Floats,
    several: Flags,
    deals: Numbers,
    evenings: Numbers,
    half: Floats | float,
    correction: Floats | float = 0.0,
) -> dict[str, Floats]:
    """What these figures could show; all have the shape (figures,).

    `found` is how far from 0 each would have to be truly to be significant among them in 8 of 10 cases; `half_deals`
    and `half_evenings` are how much play it takes until that is `half`, what half a unit a deal makes of the figure.
    NaN where it is not `several` evenings: of one form is not known.

    Each has a standard `error` with so many degrees of `freedom`, from these `deals` and `evenings`. To be found is
    what the first step of `holm` asks for, 0.84 standard errors more, and what a test takes off as its continuity
    `correction`. Of n deals an effect of z standard errors leaves chance 1 - z^2 / n of its variance: who nearly always
    wins does so by chance no more.
    """
    count = max(len(error), 1)
    found, times = _found_size(error, freedom, count, deals) + correction, np.ones(len(error))
    for _step in range(_STEPS):  # with more play the error of the error falls too
        size = _found_size(error, np.maximum(freedom * times, 1), count, np.maximum(deals * times, 1)) + correction
        times = ratio(size, half) ** 2
    times = np.where(several, times, np.nan)
    return {
        "found": np.where(several, found, np.nan),
        "half_deals": np.ceil(deals * times),
        "half_evenings": np.ceil(evenings * times),
    }


def _found_size(error: Floats, freedom: Floats, count: int, deals: Numbers) -> Floats:
    """How far from 0 each of so many figures has to be truly to be found, without a correction; (figures,).

    It is z standard errors, with t those that `holm` asks for: z = t + 0.84 sqrt(1 - z^2 / deals).
    """
    wanted = NormalDist().inv_cdf(1 - FAMILYWISE_ERROR / 2 / count)
    t, more = normal_to_t(wanted, freedom), NormalDist().inv_cdf(FOUND) ** 2
    left = np.maximum(more * (1 - (t**2 - more) / np.maximum(deals, 1)), 0)
    return np.asarray(np.maximum((t + np.sqrt(left)) / (1 + more / np.maximum(deals, 1)), t) * error)
