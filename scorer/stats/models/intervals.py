"""How sure shares and means are: their 95 % intervals and standard errors."""

import numpy as np

from scorer.frames.record_columns import Ints, Numbers
from scorer.stats.models.arrays import NOTHING_LEFT, Floats, ratio

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations


def wilson(count: Numbers, of: Numbers) -> tuple[Floats, Floats]:
    """The ends of the 95 % Wilson score interval of a share, without continuity correction; NaN where `of` is 0."""
    share, spread = ratio(count, of), ratio(Z * Z, of)
    middle = (share + spread / 2) / (1 + spread)
    half = np.sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    return np.clip(middle - half, 0, 1), np.clip(middle + half, 0, 1)


def mean_interval(units: Numbers, squares: Numbers, count: Numbers) -> tuple[Floats, Floats]:
    """The ends of the 95 % interval of a mean, of the sums of units and of their squares; NaN where `count` is 0.

    The score interval of a mean whose mean square is as seen: of units that are +a or -a alone it is Wilson's of how
    often they are +a, so that it has a width after one deal, and where all deals so far ended alike.
    """
    most = np.sqrt(ratio(squares, count))  # a, or what comes in its place
    share = ratio(np.asarray(units, np.float64) + most * count, 2 * most * count)
    low, high = wilson(share * count, count)
    ends = (np.where(most == 0, 0.0, most * (2 * end - 1)) for end in (low, high))
    return next(ends), next(ends)


def rate_columns(count: Ints, of: Ints, names: tuple[str, str, str] = ("rate", "low", "high")) -> dict[str, Floats]:
    """The columns of a rate with its interval."""
    return dict(zip(names, (ratio(count, of), *wilson(count, of)), strict=True))


def mean_error(units: Numbers, squares: Numbers, count: Numbers) -> Floats:
    """The standard error of a mean, of the sums of units and of their squares: the sample's deviation / the root of n.

    NaN where `count` is below 2, and where all had the same: so few deals do not make a mean certain.
    """
    varied = squares - np.nan_to_num(ratio(np.asarray(units, np.float64) ** 2, count))
    known = (count > 1) & (varied > NOTHING_LEFT * squares)
    return np.sqrt(ratio(varied, np.where(known, count * (count - 1.0), 0)))


def errors_of(group: Ints, units: Numbers, size: int) -> Floats:
    """The standard error of the mean units of each group, of a row's group and units."""
    squares = np.bincount(group, np.asarray(units, np.float64) ** 2, size)
    return mean_error(np.bincount(group, units, size), squares, np.bincount(group, minlength=size))
