"""Cross-validation: whole matches are left out in turn and predicted from the others; a table compares the methods."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import add
from typing import Final, TypeVar

import numpy as np
import pandas as pd

from scorer.frames.record_columns import Ints
from scorer.stats.models.arrays import Floats, ratio, text_column
from scorer.stats.models.mixed_model import Sums

FOLDS: Final = 10

Part = TypeVar("Part", Sums, Ints)


def sums_of_others(parts: Sequence[Part]) -> Iterator[Part]:
    """For each fold the sum of all other folds, from which it is predicted; nothing where there is one fold alone."""
    if len(parts) > 1:
        total: Part = reduce(add, parts)
        for part in parts:
            yield total - part


def comparison_table(
    losses: Mapping[str, Floats], forecasts: int, *, count_column: str, miss: str = "brier"
) -> pd.DataFrame:
    """How far the forecasts of each method were off: a row a method, each compared with the first.

    `losses` has for each method an array of shape (matches,): the sum of (forecast - outcome)² over the forecasts of a
    match, NaN where nothing was forecast. All matches together have this number of `forecasts`, which is the column
    named by `count_column`. The column named by `miss` is the mean squared error, `relative_score` that divided by the
    one of the first method, `improvement` by how much it is lower, and `error` the standard error of that: all
    forecasts of a match come true together, so it is the variation between matches. NaN where there are fewer than two
    matches.
    """
    first = next(iter(losses))
    matches = len(losses[first])
    mean_squares = ratio([loss.sum() for loss in losses.values()], forecasts)
    better, error = np.full((2, len(losses)), np.nan)
    if matches > 1 and forecasts:
        gained = np.array([losses[first] - loss for loss in losses.values()])  # (methods, matches)
        better, error = gained.sum(axis=1) / forecasts, np.sqrt(matches * gained.var(axis=1, ddof=1)) / forecasts
    return pd.DataFrame(
        {
            "model": text_column(list(losses)),
            "matches": matches,
            count_column: forecasts,
            miss: mean_squares,
            "relative_score": ratio(mean_squares, mean_squares[0]),
            "improvement": better,
            "error": error,
        }
    )
