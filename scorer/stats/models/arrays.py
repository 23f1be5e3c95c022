"""Columns of frames as arrays of numbers, and common operations on them.

An array has the shape (rows,), an entry for each row of the frame, unless its docstring gives another.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.frames.record_columns import Flags, Ints, Numbers

Floats = npt.NDArray[np.float64]

NEGLIGIBLE_SHARE = 1e-9  # a smaller share of a sum of squares is an error of rounding


def codes(column: "pd.Series[str]") -> Ints:
    """The index of each cell among the categories of its column; -1 for a missing cell."""
    return np.asarray(column.cat.codes, np.int64)


def categories(column: "pd.Series[str]") -> list[str]:
    """The categories of a column."""
    words: list[str] = column.cat.categories.tolist()
    return words


def codes_in(column: "pd.Series[str]", vocabulary: Sequence[str]) -> Ints:
    """The index of each cell in `vocabulary`; for any other word, and for a missing cell, its length."""
    index = {word: at for at, word in enumerate(vocabulary)}
    place = np.array([*(index.get(word, len(vocabulary)) for word in categories(column)), len(vocabulary)])
    return place[column.cat.codes.to_numpy()]


def is_one_of(column: "pd.Series[str]", *wanted: str) -> Flags:
    """Whether each cell is one of the wanted words."""
    code = column.cat.codes.to_numpy()
    places = [place for place, word in enumerate(categories(column)) if word in wanted]
    met = np.zeros(len(code), bool)
    for place in places:
        met |= code == place
    return met


def totals(groups: Ints, units: Numbers, size: int) -> Numbers:
    """The sum of units in each group, shape (size,), integers for integers; `groups` has the group of each row."""
    summed = np.bincount(groups, units, size)
    return summed.astype(np.float64) if units.dtype.kind == "f" else np.rint(summed).astype(np.int64)


def runs(*columns: Numbers) -> tuple[Ints, Ints]:
    """The run of each row, shape (rows,), and the first row of each run, shape (runs,).

    A run ends where any of the columns changes.
    """
    changes = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
    begins = np.concatenate([[True], changes])[: len(columns[0])]
    return np.cumsum(begins) - 1, np.flatnonzero(begins)


def text_column(cells: Sequence[str]) -> "pd.Series[str]":
    """A column of text; also where there are no cells."""
    return pd.Series(list(cells), dtype="str")


def ratio(count: npt.ArrayLike, total: npt.ArrayLike) -> Floats:
    """Count / total, broadcast to a common shape; NaN where the total is 0."""
    part, whole = np.broadcast_arrays(np.asarray(count), np.asarray(total, np.float64))
    share = np.full(whole.shape, np.nan)
    np.divide(part, whole, out=share, where=whole != 0)
    return share


def places(figures: Numbers) -> Ints:
    """The place of each figure, the highest first; equal figures share a place (1, 2, 2, 4)."""
    return pd.Series(figures).rank(method="min", ascending=False).to_numpy().astype(np.int64)


def likelihood_weights(log_likelihoods: Floats) -> Floats:
    """Weights proportional to the likelihoods; they sum to 1 over all axes."""
    weights = np.exp(log_likelihoods - log_likelihoods.max())
    return np.asarray(weights / weights.sum())
