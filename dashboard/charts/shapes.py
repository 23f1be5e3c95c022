"""The shapes of most figures: rows of dots with intervals, and rows of bars. Lines: `season_lines`, `match_lines`.

A figure is a question, series of dots or bars with a row for each label, the first on top, and words. Where the series
have names, a legend stands below.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.base import LABEL, Floats, percent_axis, percents, row_axis, ticks
from dashboard.look import safe_text, theme
from scorer.language import N_, _

NO_DEAL: Final = N_("No deal here yet: this figure draws itself as soon as one is recorded.")
INTERVAL: Final = N_("with 95 % intervals (size of the sample)")
SAMPLE: Final = N_("in brackets of how many")
APART: Final = 0.17  # of a row, between two series
ROW: Final = 24  # pixels; fewer where there are many
LOW_ROW: Final = 21
MANY: Final = 16
LINE: Final = 18  # pixels of the name of a line down a figure
FURTHER_DOT, FURTHER_BAR = 10, 8  # pixels more for each further dot, or bar, of a row
NEUTRAL: Final = theme.PALETTE[0]
Mark = tuple[float, str, str]  # a line down the figure: where, its name, its dashes


def nothing(question: str, sentence: str = "") -> go.Figure:
    """A figure with a sentence where there is nothing to draw, NO_DEAL unless another one is given."""
    sentence = sentence or _(NO_DEAL)
    words, hidden = (
        {"text": safe_text.lines(sentence), "font": {"size": theme.LABELS}, "showarrow": False},
        {"visible": False},
    )
    middle = {"x": 0.5, "y": 0.5, "xref": "paper", "yref": "paper"}
    drawn = theme.figure(question, height=120, xaxis=hidden, yaxis=hidden, annotations=[words | middle])
    return drawn.update_layout(meta=drawn.layout.meta | {theme.NOTHING: safe_text.plain(sentence)})


def dots(
    figures: Floats,
    low: Floats,
    high: Floats,
    hovers: Sequence[str],
    *,
    marker: Mapping[str, Any] | None = None,
    shift: float = 0.0,
    sure: bool = True,
    **more: Any,
) -> go.Scatter:
    """A dot for each row, `hovers` its words, with its interval if `sure`; none where the figure is NaN.

    `figures`, `low` and `high` are arrays of a row each, as the axis counts; `shift` moves the dots down, in rows.
    """
    look = {"color": NEUTRAL, "size": 10, "opacity": 1} | dict(marker or {})
    whisker = look["color"] if isinstance(look["color"], str) else theme.GREY
    error: dict[str, Any] = {"visible": False}
    if sure:
        ends = {"array": high - figures, "arrayminus": figures - low}
        error = ends | {"thickness": 1.6, "width": 4, "color": whisker}
    trace = {"mode": "markers", "hoverinfo": "text", "hovertext": list(hovers), "cliponaxis": False} | more
    return go.Scatter(x=figures, y=np.arange(len(figures)) + shift, marker=look, error_x=error, **trace)


def rate_dots(table: pd.DataFrame, columns: tuple[str, str, str], hovers: Sequence[str], **look: Any) -> go.Scatter:
    """A dot for each row of a table: a rate and the ends of its interval, from these columns of shares."""
    rate, low, high = (percents(table, column) for column in columns)
    return dots(rate, low, high, hovers, **look)


def dot_rows(
    question: str,
    labels: Sequence[str],
    series: Sequence[go.Scatter],
    axis: str | Mapping[str, Any],
    *,
    note: str = "",
    marks: Sequence[Mark] = (),
    ends: tuple[float, float] = (0, 100),
    wide: int = LABEL + 8,
    dots_a_row: int | None = None,
    **layout: Any,
) -> go.Figure:
    """Rows of dots along an axis, or along one of percent with this title; a thin line shows each row.

    The `marks` are lines down the figure, between these `ends`. `dots_a_row` lie below each other, one of each series
    unless another number is given. Without a `note` it is INTERVAL, or SAMPLE where no interval is drawn.
    """
    usual = INTERVAL if any(trace.error_x.array is not None for trace in series) else SAMPLE
    further = (dots_a_row or len(series)) - 1
    return theme.figure(
        question,
        height=_height(len(labels)) + FURTHER_DOT * further * len(labels),
        traces=series,
        note=note or _(usual),
        xaxis=percent_axis(axis) if isinstance(axis, str) else axis,
        yaxis=row_axis(labels, wide=wide) | {"showgrid": True},
        **_around(series, marks, ends),
        **layout,
    )


def bars(
    lengths: Floats,
    hovers: Sequence[str],
    colour: str | Sequence[str],
    *,
    text: Sequence[str] | None = None,
    shape: str | None = None,
    **more: Any,
) -> go.Bar:
    """A bar for each row, to the left where its length is below zero; `hovers` its words, `text` stands at its end.

    The `shape` hatches it: series differ by more than colours.
    """
    pattern = {} if shape is None else {"marker_pattern": theme.hatched(shape)}
    trace = {"orientation": "h", "hoverinfo": "text", "hovertext": list(hovers), "cliponaxis": False} | pattern | more
    place = "none" if text is None else "outside"
    rows = np.arange(len(lengths))
    return go.Bar(x=lengths, y=rows, text=text, textposition=place, marker_color=colour, **trace)


def bar_rows(
    question: str,
    labels: Sequence[str],
    series: Sequence[go.Bar],
    title: str,
    *,
    note: str = "",
    barmode: str | None = None,
    wide: int = LABEL + 8,
    form: str = "",
) -> go.Figure:
    """Rows of bars along an axis of this title, with room for the numbers at their ends; `form` as in `base`."""
    lengths = [np.nan_to_num(bar.x) for bar in series]
    ends = np.sum(lengths, axis=0) if barmode == "stack" else np.concatenate(lengths)
    low, high = min(0.0, float(ends.min())), max(0.0, float(ends.max()))
    air = 0.2 * (high - low) or 1
    span = [low - (air if low else 0), high + (air if series[0].text is not None else 0.03 * air)]
    return theme.figure(
        question,
        height=_height(len(labels)) + (FURTHER_BAR * len(labels) if barmode == "group" else 0),
        traces=series,
        note=note,
        xaxis={"title": {"text": title}, theme.FORM: form, "range": span, "tickformat": ","} | ticks(ends),
        yaxis=row_axis(labels, wide=wide),
        barmode=barmode,
        bargap=0.25,
        **_around(series),
    )


def _height(rows: int) -> int:
    """The pixels that so many rows need."""
    return max(60, rows * (LOW_ROW if rows > MANY else ROW))


def _around(
    series: Sequence[go.Scatter | go.Bar], marks: Sequence[Mark] = (), ends: tuple[float, float] = (0, 100)
) -> dict[str, Any]:
    """The layout around the rows: a legend below, where series have names, and the `marks` with their names above."""
    below = theme.legend_below() if any(trace.name for trace in series) else {}
    if not marks:
        return below
    near = 0.15 * (ends[1] - ends[0])  # words in the middle of a line would run out of the figure
    shapes, words = [], []
    for at, (x, name, dash) in enumerate(marks):
        line = {"color": theme.STRONGER, "width": 1.5, "dash": dash}
        side = "right" if x > ends[1] - near else "left" if x < ends[0] + near else "center"
        down = {"x0": x, "x1": x, "y0": 0, "y1": 1, "yref": "paper"}
        above = {"x": x, "xanchor": side, "y": 1, "yref": "paper", "yanchor": "bottom", "yshift": LINE * at - 2}
        shapes.append({"type": "line", "layer": "below", "line": line} | down)
        words.append({"text": name, "font": {"size": theme.LABELS}, "showarrow": False} | above)
    margin = below.get("margin", {}) | {"t": 2 + LINE * len(marks)}
    return below | {"shapes": shapes, "annotations": words, "margin": margin}
