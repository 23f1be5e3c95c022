"""The figures that a chart draws, as columns and rows: for people who do not see it, and for those who sort or copy."""

import re
from collections import defaultdict
from collections.abc import Iterable
from html import unescape
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from dashboard.charts.base import AHEAD, CHANCE, PERCENT
from dashboard.look.safe_text import BREAK, WRAPPED
from scorer.language import N_, _
from scorer.stats.describe.columns import Column

LABEL, WORDS = "label", "words"
FIGURE, LOW, HIGH = "", "low", "high"  # of a mark: the figure itself, and both ends of its interval
ENDS: Final = {LOW: N_("{title}, low"), HIGH: N_("{title}, high")}  # heads of their columns
SHARES: Final = {PERCENT, CHANCE, AHEAD}  # drawn as percent
_ISOLATES: Final = re.compile("[\u2066-\u2069]")  # each cell stands by itself
ChartTable = tuple[list[Column], list[dict[str, Any]]]


def as_table(drawn: go.Figure) -> ChartTable:
    """A row for each place or label, a column for each line, each series of bars or dots, or each column of cells.

    The second column has the words that the marks show when they are pointed at: where a table is narrow, the last
    column is out of sight. A line of very many places has the places that are drawn.
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
            title = _plain(trace.name or across.title.text)
            head = _(ENDS[end], title=title) if end else title
            series.append((f"{at} {end}", head, *_marks(trace, down=down, end=end)))
    form = _form(drawn, "xaxis" if down else "yaxis", [numbers for *_head, numbers in series])
    rows: dict[float, dict[str, Any]] = defaultdict(dict)
    for name, _title, places, numbers in series:
        for place, number in zip(places, numbers, strict=True):
            if not np.isnan(number):
                rows[place][name] = _cell(number, form)
    named = zip(along.tickvals, along.ticktext, strict=True) if down else enumerate(drawn.layout.meta.get("places", ()))
    labels = dict(named)
    for place, words in _words_at(shown, down=down).items():
        rows[place][WORDS] = "; ".join(words)
    in_words = [Column(WORDS, _("in words"), as_written=True)] if any(WORDS in row for row in rows.values()) else []
    title = _plain(along.title.text or drawn.layout.meta.get("rows")) or _("who or what")
    columns = [Column(LABEL, title, "text" if labels else "count", pinned=True, as_written=True), *in_words]
    columns += [Column(name, head, form, as_written=True) for name, head, *_marks_there in series]
    cells = [rows[at] | {LABEL: _plain(labels[at]) if at in labels else _cell(at, "count")} for at in sorted(rows)]
    return columns, [{column.name: row.get(column.name) for column in columns} for row in cells]


def _ends(trace: Any, *, down: bool) -> list[str]:
    """The figures that a mark of a trace has: none where it only says something, FIGURE, or all three."""
    error = trace.error_x if down and trace.type == "scatter" else trace.error_y
    if error is not None and error.array is not None:
        return [FIGURE, *ENDS]
    without_interval = error is not None and error.visible is False
    only_words = trace.type == "scatter" and trace.mode == "markers" and trace.hovertext is not None
    return [] if only_words and not without_interval else [FIGURE]


def _marks(trace: Any, *, down: bool, end: str = FIGURE) -> tuple[list[float], list[float]]:
    """The places of the marks of a trace along the chart, and their figures."""
    ways = (trace.y, trace.x) if down else (trace.x, trace.y)
    places, numbers = (np.asarray(along, np.float64) for along in ways)
    error = trace.error_x if down and trace.type == "scatter" else trace.error_y
    if end == LOW:
        numbers = numbers - error.arrayminus
    if end == HIGH:
        numbers = numbers + error.array
    return places.tolist(), numbers.tolist()


def _words_at(shown: Iterable[Any], *, down: bool) -> dict[float, list[str]]:
    """The words of the marks at each place; parts of one bar that say the same are said once."""
    words: dict[float, list[str]] = defaultdict(list)
    for trace in shown:
        places, _figures = _marks(trace, down=down)
        for place, hover in zip(places, trace.hovertext or (), strict=False):
            if (plain := _plain(hover)) and plain not in words[place]:
                words[place].append(plain)
    return words


def _form(drawn: go.Figure, axis: str, numbers: Iterable[list[float]]) -> str:
    """The form of the columns, by that of the axis; without one they are units, whose sign says who won them."""
    if form := drawn.layout.meta["forms"].get(axis):
        return str(form)
    whole = all(number.is_integer() for column in numbers for number in column if not np.isnan(number))
    return "units" if whole else "mean"


def _cell(number: float, form: str) -> float | None:
    if form in SHARES:
        return float(number) / 100
    rounded = round(float(number), 2)
    return int(rounded) if rounded.is_integer() else rounded


def _of_cells(drawn: go.Figure, grid: go.Heatmap, shown: list[Any]) -> ChartTable:
    """A row and a column for each player of a grid, with the words of its cells."""
    texts: dict[tuple[str, str], str] = {}
    for trace in shown:
        cells = zip(trace.y, trace.x, trace.text, strict=True)
        texts |= {(row, column): _plain(cell) for row, column, cell in cells if cell}
    first = Column(LABEL, _plain(drawn.layout.yaxis.title.text) or _("who or what"), pinned=True, as_written=True)
    columns = [first, *(Column(f"{at} {name}", _plain(name), as_written=True) for at, name in enumerate(grid.x))]
    rows = [[_plain(row), *(texts.get((row, column)) for column in grid.x)] for row in grid.y]
    names = [column.name for column in columns]
    return columns, [dict(zip(names, row, strict=True)) for row in rows]


def _plain(words: object) -> str:
    """Words of a chart as text, without HTML."""
    return _ISOLATES.sub("", unescape(str(words or "").replace(WRAPPED, " ").replace(BREAK, "; ")))
