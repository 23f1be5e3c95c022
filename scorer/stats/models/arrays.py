"""Columns of frames as arrays of numbers, and what is done with these everywhere.

An array has one entry for each row of the frame unless its shape is given.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.frames.record_columns import Flags, Ints, Numbers

Floats = npt.NDArray[np.float64]


NOTHING_LEFT = 1e-9  # of a sum of squares: what is left of it is no difference but a rounding


def codes(column: "pd.Series[str]") -> Ints:
    """The place of each cell among the categories of its column; -1 for missing."""
    return np.asarray(column.cat.codes, np.int64)


def words(column: "pd.Series[str]") -> list[str]:
    """The categories of a column."""
    return list(map(str, column.cat.categories))


def coded(column: "pd.Series[str]", vocabulary: Sequence[str]) -> Ints:
    """The place of each cell in `vocabulary`; the place after the last for any other word, and for missing."""
    place = {word: at for at, word in enumerate(vocabulary)}
    return np.array([*(place.get(word, len(vocabulary)) for word in words(column)), len(vocabulary)])[codes(column)]


def is_one_of(column: "pd.Series[str]", *wanted: str) -> Flags:
    """Whether each cell is one of these words."""
    return np.array([*map(wanted.__contains__, words(column)), False])[codes(column)]


def totals(groups: Ints, units: Numbers, size: int) -> Numbers:
    """The sum of units in each group, in the type of the units."""
    summed = np.bincount(groups, units, size)
    return summed.astype(np.float64) if units.dtype.kind == "f" else np.rint(summed).astype(np.int64)


def runs(*columns: Numbers) -> tuple[Ints, Ints]:
    """The number of the run that each row belongs to, and the rows in which runs begin: where any column changes."""
    changes = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
    begins = np.concatenate([[True], changes])[: len(columns[0])]
    return np.cumsum(begins) - 1, np.flatnonzero(begins)


def texts(cells: Sequence[str]) -> "pd.Series[str]":
    """A column of text, even when it is empty."""
    return pd.Series(list(cells), dtype="str")


def ratio(count: npt.ArrayLike, of: npt.ArrayLike) -> Floats:
    """Count / of, either of which may be one number for all; NaN where `of` is 0."""
    part, whole = np.broadcast_arrays(np.asarray(count), np.asarray(of, np.float64))
    share = np.full(whole.shape, np.nan)
    np.divide(part, whole, out=share, where=whole != 0)
    return share


def places(figures: Numbers) -> Ints:
    """The place of each by its figure, the highest first; equals share one (1, 2, 2, 4)."""
    return pd.Series(figures).rank(method="min", ascending=False).to_numpy().astype(np.int64)


def weights_of(log_likelihoods: Floats) -> Floats:
    """Weights that sum to 1, each as large beside the others as its likelihood."""
    weights = np.exp(log_likelihoods - log_likelihoods.max())
    return np.asarray(weights / weights.sum())
