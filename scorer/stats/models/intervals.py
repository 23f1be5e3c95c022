"""95 % intervals and standard errors of shares and means.

Counts and sums have the shape (rows,), a rate or a mean each, and so has what is made of them.
"""

import numpy as np

from scorer.frames.record_columns import Ints, Numbers
from scorer.stats.models.arrays import NOTHING_LEFT, Floats, ratio

Z = 1.959963984540054  # 95 % of a normal distribution lie within this many standard deviations of its mean


def wilson(count: Numbers, trials: Numbers) -> tuple[Floats, Floats]:
    """The ends of the 95 % Wilson score interval of a share, without continuity correction; NaN without a trial."""
    share, spread = ratio(count, trials), ratio(Z * Z, trials)
    middle = (share + spread / 2) / (1 + spread)
    half = np.sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    return np.clip(middle - half, 0, 1), np.clip(middle + half, 0, 1)


def mean_interval(units: Numbers, squares: Numbers, count: Numbers) -> tuple[Floats, Floats]:
    """The ends of the 95 % interval of a mean, from the sums of units and of their squares; NaN where `count` is 0.

    It is a score interval with the root mean square a of the units taken as known: of units that are only +a or -a it
    is Wilson's interval of the share of +a. So it has a width after one deal, and where all deals ended alike.
    """
    root_mean_square = np.sqrt(ratio(squares, count))
    share = ratio(np.asarray(units, np.float64) + root_mean_square * count, 2 * root_mean_square * count)
    low, high = wilson(share * count, count)
    ends = (np.where(root_mean_square == 0, 0.0, root_mean_square * (2 * end - 1)) for end in (low, high))
    return next(ends), next(ends)


def rate_columns(count: Ints, trials: Ints, names: tuple[str, str, str] = ("rate", "low", "high")) -> dict[str, Floats]:
    """A rate and the ends of its Wilson interval, by the names of their columns."""
    return dict(zip(names, (ratio(count, trials), *wilson(count, trials)), strict=True))


def mean_error(units: Numbers, squares: Numbers, count: Numbers) -> Floats:
    """The standard error of a mean, from the sums of units and of their squares: standard deviation / root of count.

    NaN where `count` is below 2, and where all units are equal: that does not make a mean certain.
    """
    around_mean = squares - np.nan_to_num(ratio(np.asarray(units, np.float64) ** 2, count))
    known = (count > 1) & (around_mean > NOTHING_LEFT * squares)
    return np.sqrt(ratio(around_mean, np.where(known, count * (count - 1.0), 0)))


def errors_of(group: Ints, units: Numbers, size: int) -> Floats:
    """The standard error of the mean units of each group, shape (size,); `group` and `units` have the shape (rows,)."""
    squares = np.bincount(group, np.asarray(units, np.float64) ** 2, size)
    return mean_error(np.bincount(group, units, size), squares, np.bincount(group, minlength=size))
