"""What figures share: columns and rows of tables, the axes, words about numbers and about what chance alone does."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from math import sqrt
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from dashboard.look import safe_text
from scorer.stats.describe.chance_sentences import outside_words
from scorer.stats.models.multiple_testing import Outside
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import SCREEN, rate
from scorer.text.sentences import counted, some

Rows = pd.DataFrame | Sequence[Mapping[str, Any]]
Row = Mapping[str, Any]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[Any]

BASE_A_DEAL: Final = "units / stake a deal"
COMMON: Final = 0.9  # of all deals
RARE: Final = 2  # deals that set no scale: one of them may be anything
BARE: Final = {"showgrid": False, "zeroline": False}  # of an axis
LABEL: Final = 16  # letters of a name on an axis
TO_WIN: Final = "chance to win"  # titles of axes
MORE_THAN_OTHERS: Final = "% of contracts more than others"


def frame(rows: Rows) -> pd.DataFrame:
    """A frame, of a frame or of the rows of a table."""
    return rows if isinstance(rows, pd.DataFrame) else pd.DataFrame(list(rows))


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a frame, each by the names of its columns."""
    return [{str(name): cell for name, cell in row.items()} for row in table.to_dict("records")]


def numbers(table: pd.DataFrame, column: str) -> Floats:
    """A column as floats, NaN where there is none."""
    return table[column].to_numpy(np.float64, na_value=np.nan)


def percents(table: pd.DataFrame, column: str) -> Floats:
    """A column of shares as percent."""
    return 100 * numbers(table, column)


def rate_of(row: Row, share: str = "rate", low: str = "low", high: str = "high") -> str:
    """The rate of a row with its interval, of these columns: `75 % (30 to 95)`; empty where there is none."""
    return rate(row[share], row[low], row[high], SCREEN)


def made_of(row: Row, prefix: str = "") -> str:
    """`made 3 of 4: 75 % (30 to 95)`, of columns with this prefix; empty where nothing was decided."""
    made, decided = row[f"{prefix}made"], row[f"{prefix}made"] + row[f"{prefix}failed"]
    return f"made {made} of {decided}: {rate_of(row, *rate_columns(prefix))}" if decided else ""


def rate_columns(prefix: str) -> tuple[str, str, str]:
    """The columns of a rate and of the ends of its interval that have this prefix."""
    return f"{prefix}rate", f"{prefix}low", f"{prefix}high"


def sized(names: Sequence[str], *samples: Iterable[int]) -> list[str]:
    """The labels of rows, each with the sizes of its samples: `Anna (12)`, `71 to 75 (3 / 9)`."""
    return [f"{name} ({' / '.join(map(str, sizes))})" for name, *sizes in zip(names, *samples, strict=True)]


def day_words(day: date) -> str:
    """A day as it stands in a figure: `19 Jun 2026`."""
    return f"{day.day} {day:%b %Y}"


def small(column: Numbers) -> Numbers:
    """The same numbers in as few bytes as show them exactly enough."""
    if column.dtype.kind == "f":
        return column.astype(np.float32)
    lowest, highest = (int(column.min()), int(column.max())) if column.size else (0, 0)
    return column.astype(np.min_scalar_type(highest if lowest >= 0 else min(lowest, -highest - 1)))


def common(samples: Numbers) -> Numbers:
    """The places of what may set a scale: the largest samples that make nine tenths of all, none of one or two."""
    order = np.argsort(-samples, kind="stable")
    before = np.cumsum(samples[order]) - samples[order]
    often = order[before < COMMON * samples.sum()]
    return np.asarray(often[samples[often] > RARE] if (samples > RARE).any() else often)


def row_axis(labels: Sequence[str], *, wide: int = LABEL + 8) -> dict[str, Any]:
    """The axis of rows: the first on top, each with its label, cut to `wide` letters."""
    return {
        "tickmode": "array",
        "tickvals": np.arange(len(labels)),
        "ticktext": [safe_text.plain(label) for label in safe_text.shorts(labels, wide)],
        "range": [len(labels) - 0.4, -0.6],
        "automargin": True,
        "ticklabelstandoff": 4,
        **BARE,
    }


def ticks(*ends: Numbers, most: int = 6) -> dict[str, Any]:
    """The ticks of an axis along which these numbers lie: where they are few whole ones, no fraction between them."""
    reached = np.concatenate([[0.0], *ends])
    few = np.ptp(reached) < most and (reached == np.round(reached)).all()
    return {"dtick": 1} if few else {"nticks": most}


def span(*drawn: Numbers, air: float) -> tuple[float, float]:
    """From where to where an axis goes on which these and 0 are drawn, with so much air at both ends."""
    reached = np.concatenate([[0.0], *drawn])
    low, high = float(np.nanmin(reached)), float(np.nanmax(reached))
    more = air * (high - low) or 1.0
    return low - more, high + more


def percent_axis(title: str) -> dict[str, Any]:
    """The axis of shares, always from 0 to 100 %."""
    return {"title": {"text": title}, "range": [-2, 102], "ticksuffix": " %", "dtick": 25, "zeroline": False}


def unit_axis(title: str, ends: tuple[float, float]) -> dict[str, Any]:
    """The axis of what can be won and lost, from one of these ends to the other."""
    return {"title": {"text": title}, "range": list(ends), "zeroline": False} | ticks(np.array(ends))


def hover(*lines: str) -> str:
    """The text of one mark, a fact a line; the first is in front, empty ones are left out."""
    safe = [safe_text.lines(line, 60).replace(safe_text.BREAK, safe_text.WRAPPED) for line in lines if line]
    return safe_text.BREAK.join(safe)


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
    return outside_words(outside, f"{counted(rows, row)} with {MIN_DEALS} deals or more", what)


def moved_by_chance(rate: float, of: Sequence[int], what: str) -> str:
    """`; chance alone commonly moves such a rate of 4 deals by 22 %, of 9 by 17 %`; nothing where all ended alike."""
    moves = [(each, f"{100 * sqrt(rate * (1 - rate) / each):.0f} %") for each in dict.fromkeys(of) if each]
    if not moves or not 0 < rate < 1:
        return ""
    (first, moved), *others = moves
    more = "".join(f", of {each} by {by}" for each, by in others)
    return f"; chance alone commonly moves such a rate of {counted(first, what)} by {moved}{more}"
