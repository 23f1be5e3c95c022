"""Power: how large an effect the deals there are would show."""

from statistics import NormalDist
from typing import Final

import numpy as np

from scorer.frames.record_columns import Numbers
from scorer.stats.models.arrays import Floats
from scorer.stats.models.multiple_testing import FAMILYWISE_ERROR, normal_to_t

FOUND: Final = 0.8  # the chance that an effect is found, where it is said which would be


def found_size(error: Floats, freedom: Floats, evenings: Numbers, correction: Floats | float = 0.0) -> Floats:
    """How far from 0 each of these figures would have to be truly to be significant among them in 8 of 10 cases.

    Each has a standard `error` with so many degrees of `freedom`, by its evenings; all have the shape (figures,). It is
    what the first step of `holm` asks for, 0.84 standard errors more, and what a test takes off as its continuity
    `correction`. NaN for one evening: of that form is not known.
    """
    wanted = NormalDist().inv_cdf(1 - FAMILYWISE_ERROR / 2 / max(len(error), 1))
    size = (normal_to_t(wanted, freedom) + NormalDist().inv_cdf(FOUND)) * error + correction
    return np.where(evenings > 1, size, np.nan)
