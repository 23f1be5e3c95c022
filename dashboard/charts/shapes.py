"""Charts of rows, the first on top: dots of rates with intervals, and bars. Lines: `season_lines`, `match_lines`."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from dashboard.charts.base import percent_axis, row_axis, ticks
from dashboard.look import safe_text, theme
from scorer.language import N_, _
from scorer.stats.models.arrays import Floats

NO_DEAL: Final = N_("No deal here yet: this chart draws itself as soon as one is recorded.")
INTERVAL: Final = N_("with 95 % intervals (size of the sample)")
SAMPLE: Final = N_("in brackets: out of how many")
ROW: Final = 24  # pixels; fewer where there are many
LOW_ROW: Final = 21
MANY: Final = 16
LINE: Final = 18  # pixels of the name of a line down a chart
NEAR: Final = 15  # percent from an end: the middle of a name would run out of the chart
Mark = tuple[float, str, str]  # a line down the chart: where, its name, its dashes


def nothing(question: str, sentence: str = "") -> go.Figure:
    """A chart with a sentence where there is nothing to draw, NO_DEAL unless another one is given."""
    sentence = sentence or _(NO_DEAL)
    words, hidden = (
        {"text": safe_text.lines(sentence), "font": {"size": theme.LABELS}, "showarrow": False},
        {"visible": False},
    )
    middle = {"x": 0.5, "y": 0.5, "xref": "paper", "yref": "paper"}
    drawn = theme.chart(question, height=120, xaxis=hidden, yaxis=hidden, annotations=[words | middle])
    return drawn.update_layout(meta=drawn.layout.meta | {theme.NOTHING: safe_text.plain(sentence)})


def rate_rows(
    question: str,
    labels: Sequence[str],
    rates: tuple[Floats, Floats, Floats],
    hovers: Sequence[str],
    title: str,
    marks: Sequence[Mark],
    *,
    sure: bool,
) -> go.Figure:
    """A dot for each rate in percent, with its interval if `sure`; none where it is NaN. `hovers` are their words.

    `rates` are the rates and both ends of their intervals, a row each; the `marks` are lines down the chart.
    """
    rate, low, high = rates
    interval: dict[str, Any] = {"visible": False}
    if sure:
        look = {"thickness": 1.6, "width": 4, "color": theme.PALETTE[0]}
        interval = {"array": high - rate, "arrayminus": rate - low} | look
    dots = go.Scatter(
        x=rate,
        y=np.arange(len(rate)),
        mode="markers",
        marker={"color": theme.PALETTE[0], "size": 10, "opacity": 1},
        error_x=interval,
        hoverinfo="text",
        hovertext=list(hovers),
        cliponaxis=False,
    )
    return theme.chart(
        question,
        height=_height(len(labels)),
        traces=[dots],
        note=_(INTERVAL if sure else SAMPLE),
        xaxis=percent_axis(title),
        yaxis=row_axis(labels) | {"showgrid": True},
        **_lines_down(marks),
    )


def bar_rows(question: str, labels: Sequence[str], lengths: Floats, title: str, *, note: str, **look: Any) -> go.Figure:
    """A bar for each row, to the left where its length is below zero, with room for the figures at their ends."""
    low, high = min(0.0, float(lengths.min())), max(0.0, float(lengths.max()))
    air = 0.2 * (high - low) or 1
    rows = {"orientation": "h", "y": np.arange(len(lengths)), "textposition": "outside", "cliponaxis": False}
    return theme.chart(
        question,
        height=_height(len(labels)),
        traces=[go.Bar(x=lengths, **rows, **look)],
        note=note,
        xaxis={"title": {"text": title}, "range": [low - (air if low else 0), high + air], "tickformat": ","}
        | ticks(lengths),
        yaxis=row_axis(labels),
        bargap=0.25,
    )


def _height(rows: int) -> int:
    """The pixels that so many rows need."""
    return max(60, rows * (LOW_ROW if rows > MANY else ROW))


def _lines_down(marks: Sequence[Mark]) -> dict[str, Any]:
    """The layout of lines down a chart in percent, with their names above."""
    shapes, words = [], []
    for at, (x, name, dash) in enumerate(marks):
        line = {"color": theme.STRONGER, "width": 1.5, "dash": dash}
        side = "right" if x > 100 - NEAR else "left" if x < NEAR else "center"
        down = {"x0": x, "x1": x, "y0": 0, "y1": 1, "yref": "paper"}
        above = {"x": x, "xanchor": side, "y": 1, "yref": "paper", "yanchor": "bottom", "yshift": LINE * at - 2}
        shapes.append({"type": "line", "layer": "below", "line": line} | down)
        words.append({"text": name, "font": {"size": theme.LABELS}, "showarrow": False} | above)
    return {"shapes": shapes, "annotations": words, "margin": {"t": 2 + LINE * len(marks)}}
