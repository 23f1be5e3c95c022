"""The few ways in which many rows are alike: what follows from facts alone is asked once for each of these."""

import numpy as np
import numpy.typing as npt
import pandas as pd


def ways(*facts: npt.NDArray[np.integer | np.bool_]) -> tuple[list[list[int]], npt.NDArray[np.int64]]:
    """The combinations of facts that occur, in order of first appearance, and the place of each row's among them.

    Every fact is a column of whole numbers, or of flags, which come back as 0 and 1.
    """
    numbers = [np.asarray(fact, np.int64) for fact in facts]
    lows = [int(column.min(initial=0)) for column in numbers]
    shape = [int(column.max(initial=0)) - low + 1 for column, low in zip(numbers, lows, strict=True)]
    whole = np.ravel_multi_index([column - low for column, low in zip(numbers, lows, strict=True)], shape)
    place, met = pd.factorize(whole)
    return (np.column_stack(np.unravel_index(met, shape)) + lows).tolist(), place.astype(np.int64, copy=False)
