"""What answers share: what stands clearly above or below a mean."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from dashboard.charts.base import Flags, Floats, percents
from scorer.stats.by_chance import Outside
from scorer.stats.tallies import MIN_DEALS
from scorer.text.sentences import counted, some


def above_and_below(
    table: pd.DataFrame, columns: tuple[str, str, str], mean: float, tested: Flags | None = None
) -> tuple[list[int], list[int]]:
    """The rows whose whole interval is above the mean in percent, and those below: the furthest first.

    Those `tested`, where that is told: of few deals nothing is said.
    """
    share, low, high = (percents(table, column) for column in columns)
    enough = np.ones(len(table), bool) if tested is None else tested
    return _furthest(enough & (low > mean), mean - share), _furthest(enough & (high < mean), share - mean)


def _furthest(which: Flags, by: Floats) -> list[int]:
    return [at for at in by.argsort(kind="stable").tolist() if which[at]]


def clearly(above: Sequence[str], below: Sequence[str], nobody: str, mean: str = "that") -> str:
    """`Looked at alone, clearly above 50 %: Anna; clearly below 50 %: Bruno.`, or that `nobody` is either."""
    told = [f"clearly {where} {mean}: {some(words)}" for where, words in (("above", above), ("below", below)) if words]
    return f"Looked at alone, {'; '.join(told)}." if told else f"{nobody} is clearly above or below {mean}."


def outside_there(outside: Outside, rows: int, row: str, what: str) -> str:
    """How many of the rows with a sample of ten are outside with `what` they have, and how many by chance alone."""
    if not rows:
        return f"No {row} has {MIN_DEALS} deals: of fewer it is mostly chance."
    return outside.words(f"{counted(rows, row)} with {MIN_DEALS} deals or more", what)
