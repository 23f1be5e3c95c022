"""What answers share: names in a row, and what stands clearly above or below a mean."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd

from dashboard.charts.base import Flags, Floats, Numbers, percents
from scorer.stats.players import MIN_DEALS
from scorer.text.sentences import counted, listed

NAMED: Final = 3  # so many by name, the others by their number


def some(words: Sequence[str]) -> str:
    """`Anna, Bruno and Carla`; of more, those first and how many others."""
    kept = list(words[:NAMED])
    return listed([*kept, counted(len(words) - NAMED, "other")] if len(words) > NAMED else kept)


def sides(
    table: pd.DataFrame, columns: tuple[str, str, str], mean: float, samples: Numbers | None = None
) -> tuple[list[int], list[int]]:
    """The rows whose whole interval is above the mean in percent, and those below: the furthest first.

    Those with a sample of ten at least, where `samples` are told.
    """
    share, low, high = (percents(table, column) for column in columns)
    enough = np.ones(len(table), bool) if samples is None else samples >= MIN_DEALS
    return _furthest(enough & (low > mean), mean - share), _furthest(enough & (high < mean), share - mean)


def _furthest(which: Flags, by: Floats) -> list[int]:
    return [at for at in by.argsort(kind="stable").tolist() if which[at]]


def apart(above: Sequence[str], below: Sequence[str], nobody: str, mean: str = "that") -> str:
    """`Clearly above 50 %: Anna. Clearly below 50 %: Bruno.`, or that `nobody` is either."""
    told = [f"Clearly {where} {mean}: {some(words)}." for where, words in (("above", above), ("below", below)) if words]
    return " ".join(told) or f"{nobody} is clearly above or below {mean}."
