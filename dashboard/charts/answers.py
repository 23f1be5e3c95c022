"""What answers share: what stands clearly above or below a mean, and how far chance alone moves a rate."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
import pandas as pd

from dashboard.charts.base import Flags, percents
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
    upwards = share.argsort(kind="stable").tolist()
    downwards = (-share).argsort(kind="stable").tolist()
    above, below = enough & (low > mean), enough & (high < mean)
    return [at for at in downwards if above[at]], [at for at in upwards if below[at]]


def clearly(above: Sequence[str], below: Sequence[str], nobody: str, mean: str = "that") -> str:
    """`Looked at alone, clearly above 50 %: Anna; clearly below 50 %: Bruno.`, or that `nobody` is either."""
    parts = [f"clearly {where} {mean}: {some(words)}" for where, words in (("above", above), ("below", below)) if words]
    return f"Looked at alone, {'; '.join(parts)}." if parts else f"{nobody} is clearly above or below {mean}."


def outside_there(outside: Outside, rows: int, row: str, what: str) -> str:
    """How many of the rows with a sample of ten are outside with `what` they have, and how many by chance alone."""
    if not rows:
        return f"No {row} has {MIN_DEALS} deals: of fewer it is mostly chance."
    return outside.words(f"{counted(rows, row)} with {MIN_DEALS} deals or more", what)


def moved_by_chance(rate: float, of: Sequence[int], what: str) -> str:
    """`; chance alone commonly moves such a rate of 4 deals by 22 %, of 9 by 17 %`; nothing where all ended alike."""
    moves = [(each, f"{100 * sqrt(rate * (1 - rate) / each):.0f} %") for each in dict.fromkeys(of) if each]
    if not moves or not 0 < rate < 1:
        return ""
    (first, moved), *others = moves
    more = "".join(f", of {each} by {by}" for each, by in others)
    return f"; chance alone commonly moves such a rate of {counted(first, what)} by {moved}{more}"
