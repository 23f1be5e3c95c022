"""The figures that a chart draws, as columns and rows: for who does not see it, and for who sorts or copies them."""

import re
from collections import defaultdict
from collections.abc import Iterable
from html import unescape
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from dashboard.charts.base import MORE_THAN_OTHERS, TO_WIN
from dashboard.look.safe_text import BREAK, WRAPPED
from scorer.stats.describe.columns import Column

LABEL, WORDS = "label", "words"
FORMS: Final = {  # of cells, by the title of their axis; without one they are shares where it has %, else units
    "deals": "count",
    "deals called": "count",
    "place": "count",
    "ranking points": "points",
    TO_WIN: "chance",
    MORE_THAN_OTHERS: "ahead",
}
SHARES: Final = {"percent", "chance", "ahead"}  # drawn as percent
_ISOLATES: Final = re.compile("[\u2066-\u2069]")  # each cell stands by itself
Made = tuple[list[Column], list[dict[str, Any]]]


def as_table(drawn: go.Figure) -> Made:
    """A row for each place or label, a column for each line, each series of bars or dots, or each column of cells.

    What marks say when they are pointed at is the second column: where a table is narrow, the last is out of sight.
    A line of very many places has those that are drawn.
    """
    shown = [trace for trace in drawn.data if trace.hoverinfo != "skip"]
    shown.sort(key=lambda trace: trace.legendrank or 0)
    grid = next((trace for trace in drawn.data if trace.type == "heatmap"), None)
    if grid is not None:
        return _of_cells(drawn, grid, shown)
    down = drawn.layout.yaxis.ticktext is not None  # labels stand beside rows, one below the other
    along, across = (drawn.layout.yaxis, drawn.layout.xaxis) if down else (drawn.layout.xaxis, drawn.layout.yaxis)
    series = []
    for at, trace in enumerate(shown):
        for end in _ends(trace, down=down):
            title = ", ".join(filter(None, [_plain(trace.name or across.title.text), end]))
            series.append((f"{at} {end}", title, *_places(trace, down=down, end=end)))
    form = _form(across, [numbers for *_, numbers in series])
    rows: dict[float, dict[str, Any]] = defaultdict(dict)
    for name, _, places, numbers in series:
        for place, number in zip(places, numbers, strict=True):
            if not np.isnan(number):
                rows[place][name] = _cell(number, form)
    named = zip(along.tickvals, along.ticktext, strict=True) if down else enumerate(drawn.layout.meta.get("places", ()))
    labels = dict(named)
    for trace in shown:
        places, _ = _places(trace, down=down)
        for place, hover in zip(places, trace.hovertext or (), strict=False):
            if not (more := _plain(hover)):
                continue
            said = rows[place].get(WORDS)
            if said != more:  # parts of one bar say the same
                rows[place][WORDS] = "; ".join(filter(None, [said, more]))
    in_words = [Column(WORDS, "in words")] if any(WORDS in row for row in rows.values()) else []
    first = Column(LABEL, _plain(along.title.text) or "of", "text" if labels else "count", pinned=True)
    columns = [first, *in_words, *(Column(name, title, form) for name, title, *_ in series)]
    made = [rows[at] | {LABEL: _plain(labels[at]) if at in labels else _cell(at, "count")} for at in sorted(rows)]
    return columns, [{column.name: row.get(column.name) for column in columns} for row in made]


def _ends(trace: Any, *, down: bool) -> list[str]:
    """What there is of a trace in numbers: none of marks that only say something, a figure, or one with an interval."""
    error = trace.error_x if down and trace.type == "scatter" else trace.error_y
    if error is not None and error.array is not None:
        return ["", "low", "high"]
    return [] if trace.type == "scatter" and trace.mode == "markers" and trace.hovertext is not None else [""]


def _places(trace: Any, *, down: bool, end: str = "") -> tuple[list[float], list[float]]:
    """Where the marks of a trace are along the figure, and how far across; series of one label lie side by side.

    Of bars that are cut the whole figure is in their customdata.
    """
    places, numbers = (np.asarray(one, np.float64) for one in ((trace.y, trace.x) if down else (trace.x, trace.y)))
    if trace.type == "bar" and trace.customdata is not None:
        numbers = np.asarray(trace.customdata, np.float64)
    error = trace.error_x if down and trace.type == "scatter" else trace.error_y
    if end == "low":
        numbers = numbers - error.arrayminus
    if end == "high":
        numbers = numbers + error.array
    return (np.round(places) if down else places).tolist(), numbers.tolist()


def _form(axis: Any, numbers: Iterable[list[float]]) -> str:
    """How the cells of a figure are written, by what its axis says they are: a sign is for units, for they are won."""
    title = _plain(axis.title.text)
    if "%" in f"{title}{axis.ticksuffix or ''}":
        return FORMS.get(title, "percent")
    whole = all(number.is_integer() for column in numbers for number in column if not np.isnan(number))
    return FORMS.get(title, "units" if whole else "mean")


def _cell(number: float, form: str) -> float | None:
    if form in SHARES:
        return float(number) / 100
    rounded = round(float(number), 2)
    return int(rounded) if rounded.is_integer() else rounded


def _of_cells(drawn: go.Figure, grid: go.Heatmap, shown: list[Any]) -> Made:
    """A row and a column for each of those of a grid, with what stands in the cells."""
    texts: dict[tuple[str, str], str] = {}
    for trace in shown:
        cells = zip(trace.y, trace.x, trace.text, strict=True)
        texts |= {(row, column): _plain(cell) for row, column, cell in cells if cell}
    first = Column(LABEL, _plain(drawn.layout.yaxis.title.text) or "of", pinned=True)
    columns = [first, *(Column(f"{at} {name}", _plain(name)) for at, name in enumerate(grid.x))]
    rows = [[_plain(row), *(texts.get((row, column)) for column in grid.x)] for row in grid.y]
    return columns, [{one.name: cell for one, cell in zip(columns, row, strict=True)} for row in rows]


def _plain(words: object) -> str:
    """Words of a figure as text."""
    return _ISOLATES.sub("", unescape(str(words or "").replace(WRAPPED, " ").replace(BREAK, "; ")))
