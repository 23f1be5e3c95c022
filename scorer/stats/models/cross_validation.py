"""Whether something foretells: whole matches are left out in turn, and told from the others alone; and in sentences."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import add
from typing import Final, TypeVar

import numpy as np
import pandas as pd

from scorer.frames.record_columns import Ints
from scorer.stats.models.arrays import Floats, ratio, texts
from scorer.stats.models.mixed_model import Sums

FOLDS: Final = 10

Part = TypeVar("Part", Sums, Ints)


def left_out(parts: Sequence[Part]) -> Iterator[Part]:
    """For each fold the sum of the parts of all others, from which it is told; nothing where there is one fold."""
    if len(parts) > 1:
        everything: Part = reduce(add, parts)
        for part in parts:
            yield everything - part


def table_of(missed: Mapping[str, Floats], tellings: int, *, of: str, miss: str = "brier") -> pd.DataFrame:
    """How far each way of telling was off, a row each, the first of them beside all.

    `missed` are by way the sums of squares of what was told less what came, a match each; NaN where nothing was told.
    In all matches together there are so many `tellings`, which the column `of` says. The column `miss` is their mean
    square, `relative_score` that divided by the one of the first way; `improvement` by how much it is lower, and
    `error` the standard error of that over the matches: all tellings of a match come true together, so that matches
    are what varies. NaN where there are fewer than two.
    """
    first = next(iter(missed))
    matches = len(missed[first])
    squares = ratio([each.sum() for each in missed.values()], tellings)
    better, error = np.full((2, len(missed)), np.nan)
    if matches > 1 and tellings:
        nearer = np.array([missed[first] - each for each in missed.values()])
        better, error = nearer.sum(axis=1) / tellings, np.sqrt(matches * nearer.var(axis=1, ddof=1)) / tellings
    return pd.DataFrame(
        {
            "model": texts(list(missed)),
            "matches": matches,
            of: tellings,
            miss: squares,
            "relative_score": ratio(squares, squares[0]),
            "improvement": better,
            "error": error,
        }
    )
