"""Shares of what was counted, and how sure they are."""

import numpy as np
import numpy.typing as npt

from scorer.frames.columns import Ints

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
Floats = npt.NDArray[np.float64]


def ratio(count: npt.ArrayLike, of: npt.ArrayLike) -> Floats:
    """Count / of; NaN where `of` is 0."""
    whole = np.asarray(of, np.float64)
    share = np.full(whole.shape, np.nan)
    np.divide(count, whole, out=share, where=whole != 0)
    return share


def wilson(count: Ints, of: Ints) -> tuple[Floats, Floats]:
    """The ends of the 95 % Wilson score interval of a share, without continuity correction; NaN where `of` is 0."""
    share, spread = ratio(count, of), ratio(np.full(np.shape(of), Z * Z), of)
    middle = (share + spread / 2) / (1 + spread)
    half = np.sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    return np.clip(middle - half, 0, 1), np.clip(middle + half, 0, 1)


def rate_columns(count: Ints, of: Ints, names: tuple[str, str, str] = ("rate", "low", "high")) -> dict[str, Floats]:
    """The columns of a rate with its interval."""
    return dict(zip(names, (ratio(count, of), *wilson(count, of)), strict=True))
