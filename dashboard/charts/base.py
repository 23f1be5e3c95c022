"""What charts share: columns and rows of tables, axes, words about numbers and about what chance alone does."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from dashboard.look import safe_text
from dashboard.look.theme import FORM
from scorer.language import N_, _
from scorer.stats.models.arrays import Floats
from scorer.text.numbers import SCREEN, SURE_SCREEN, Row, rate

RowsOrFrame = pd.DataFrame | Sequence[Row]
Numbers = npt.NDArray[Any]

BASE_A_DEAL: Final = N_("units a deal at stake 1")
BARE: Final = {"showgrid": False, "zeroline": False}  # of an axis
LABEL: Final = 16  # letters of a name on an axis
WIDE: Final = 24  # letters of the label of a row
# How a table writes the figures along an axis: shares of 1 that are drawn as percent, counts. An axis
# without any has units, which have a sign.
PERCENT, CHANCE, AHEAD, COUNT = "percent", "chance", "ahead", "count"


def frame(rows: RowsOrFrame) -> pd.DataFrame:
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


def rate_of(row: Row, share: str = "rate", low: str = "low", high: str = "high", *, sure: bool = True) -> str:
    """The rate of a row, of these columns, and if `sure` its interval: `75 % (30 to 95)`; empty where there is none."""
    return rate(row[share], row[low], row[high], SURE_SCREEN if sure else SCREEN)


def likely(low: str, high: str) -> str:
    """`likely -0.20 to +0.40`: both ends of an interval."""
    return _("likely {low} to {high}", low=low, high=high)


def made_of(row: Row, prefix: str = "", *, sure: bool = True) -> str:
    """`made 3 of 4: 75 % (30 to 95)`, of columns with this prefix; empty where nothing was decided."""
    made, decided = row[f"{prefix}made"], row[f"{prefix}made"] + row[f"{prefix}failed"]
    if not decided:
        return ""
    rate_words = rate_of(row, *rate_columns(prefix), sure=sure)
    return _("made {made} of {decided}: {rate}", made=made, decided=decided, rate=rate_words)


def rate_columns(prefix: str) -> tuple[str, str, str]:
    """The columns of a rate and of the ends of its interval that have this prefix."""
    return f"{prefix}rate", f"{prefix}low", f"{prefix}high"


def sized(names: Sequence[str], *samples: Iterable[int]) -> list[str]:
    """The labels of rows, each with the sizes of its samples: `Anna (12)`, `71 to 75 (3 / 9)`."""
    return [f"{name} ({' / '.join(map(str, sizes))})" for name, *sizes in zip(names, *samples, strict=True)]


def small(column: Numbers) -> Numbers:
    """The same numbers in the smallest type that shows them exactly enough."""
    if column.dtype.kind == "f":
        return column.astype(np.float32)
    lowest, highest = (int(column.min()), int(column.max())) if column.size else (0, 0)
    return column.astype(np.min_scalar_type(highest if lowest >= 0 else min(lowest, -highest - 1)))


def row_axis(labels: Sequence[str]) -> dict[str, Any]:
    """The axis of rows: the first on top, each with its label."""
    return {
        "tickmode": "array",
        "tickvals": np.arange(len(labels)),
        "ticktext": [safe_text.plain(label) for label in safe_text.shorts(labels, WIDE)],
        "range": [len(labels) - 0.4, -0.6],
        "automargin": True,
        "ticklabelstandoff": 4,
        **BARE,
    }


def ticks(*ends: Numbers, most: int = 6) -> dict[str, Any]:
    """The ticks of an axis along which these numbers lie: between a few whole numbers no fraction."""
    reached = np.concatenate([[0.0], *ends])
    few = np.ptp(reached) < most and (reached == np.round(reached)).all()
    return {"dtick": 1} if few else {"nticks": most}


def span(*drawn: Numbers, air: float) -> tuple[float, float]:
    """Both ends of an axis that shows these numbers and 0; `air` is the share of its length left free at each end."""
    reached = np.concatenate([[0.0], *drawn])
    low, high = float(np.nanmin(reached)), float(np.nanmax(reached))
    more = air * (high - low) or 1.0
    return low - more, high + more


def percent_axis(title: str) -> dict[str, Any]:
    """The axis of shares, always from 0 to 100 %."""
    scale = {"range": [-2, 102], "ticksuffix": _("{number} %", number=""), "dtick": 25, "zeroline": False}
    return {"title": {"text": title}, FORM: PERCENT} | scale


def hover(*lines: str) -> str:
    """The text of one mark, a line for each fact; empty ones are left out."""
    safe = [safe_text.lines(line, 60).replace(safe_text.BREAK, safe_text.WRAPPED) for line in lines if line]
    return safe_text.BREAK.join(safe)


def clauses(*facts: str) -> str:
    """Clauses as one, `Anna calls 40 % of deals; chance alone commonly moves that by 9 %`; empty ones are left out."""
    kept = [fact for fact in facts if fact] or [""]
    return reduce(lambda before, clause: _("{before}; {clause}", before=before, clause=clause), kept)
