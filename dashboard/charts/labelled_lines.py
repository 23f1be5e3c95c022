"""Lines drawn together, each named at its end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from dashboard import safe_text, theme
from dashboard.charts.base import Floats, ticks

NAMED: Final = 40  # lines that get their name at the end; beyond, those at the top and at the bottom
NAME: Final = 11
TIE: Final = 20  # pixels between the end of a line and its name
HEIGHT, GAP, LETTERS = 340, 16, 12  # pixels: of the part that is drawn, of the height of a name, of its letters
WIDTH: Final = 2.2  # pixels of a line
CROWD: Final = 12  # lines that are drawn thinner
UNSEEN: Final = {  # marks that are not drawn: a line without any cannot be clicked on
    "mode": "lines+markers",
    "marker": {"size": 4, "opacity": 0, "maxdisplayed": 1},
}
AFTER_OTHERS: Final = 2000  # where the usual rank of a trace is 1000
BEHIND: Final = "rgba(128,128,128,0.5)"  # of lines that only show where the others ran


@dataclass(frozen=True, slots=True)
class Line:
    """A line, whose it is, and what stands behind the name at its end."""

    player: str
    trace: go.Scatter
    end: str


def style(player: str, everybody: Sequence[str], beside: Sequence[str], *, marks: bool) -> dict[str, Any]:
    """What makes a line the line of this player, `beside` those of others in the figure; alone it needs no pattern."""
    colour = theme.colour(player, everybody)
    dash = theme.dash(player, everybody, beside) if len(beside) > 1 else "solid"
    return {
        "name": safe_text.plain(safe_text.isolated(player)),
        "mode": "lines+markers" if marks else "lines",
        "line": {"color": colour, "dash": dash, "width": WIDTH},
        "marker": {"size": 1.5 * WIDTH + 2},
    }


def look(player: str, everybody: Sequence[str], chosen: Sequence[str], *, few: bool) -> dict[str, Any]:
    """What makes a line that of a player: in colour where they are `chosen`, with marks at `few` places; else grey."""
    if player not in chosen:
        return behind(player)
    return style(player, everybody, chosen, marks=few) | ({} if few else UNSEEN)


def behind(player: str) -> dict[str, Any]:
    """What makes a line one of the many behind those in colour."""
    return {
        "name": safe_text.plain(safe_text.isolated(player)),
        "legendrank": AFTER_OTHERS,
        "line": {"color": BEHIND, "width": 1},
        **UNSEEN,
    }


def drawn(
    question: str, lines: Sequence[Line], axes: dict[str, Any], *, behind: Sequence[go.Scatter] = (), **layout: Any
) -> go.Figure:
    """The lines with their names at their ends, which are kept apart; taller where many lines end.

    Those `behind` them have no names.
    """
    named = sorted(lines, key=lambda line: float(line.trace.y[-1]))
    if len(named) > NAMED:
        named = named[: NAMED // 2] + named[-NAMED // 2 :]
        layout["note"] = f"named: the {NAMED // 2} at either end; point at a line to see whose it is"
    if len(lines) > CROWD:
        for line in lines:
            line.trace.line.width = 1.3
    height = max(HEIGHT, (len(named) + 1) * GAP)
    traces = [*behind, *(line.trace for line in lines)]
    heights = np.concatenate([[0.0], *(trace.y for trace in traces)])
    heights = heights[~np.isnan(heights)]
    span = axes["yaxis"].setdefault("range", _range(heights))
    axes["yaxis"] = ticks(heights, most=8) | axes["yaxis"]
    end = max(int(trace.x[-1]) for trace in traces)
    labels, room = names_at_ends(named, span, height, end)
    start = min(int(trace.x[0]) for trace in traces)
    axes["xaxis"] |= {"range": [min(start - 0.015 * end, end - 1), end * 1.015]}
    fixed: dict[str, Any] = {"height": height, "annotations": labels, "margin": {"r": room}, "hovermode": "closest"}
    return theme.figure(question, traces=traces, **(fixed | axes | layout))


def _range(heights: Floats) -> list[float]:
    """The lowest and the highest of all lines, 0 among them, and a little air."""
    low, high = float(heights.min()), float(heights.max())
    air = 0.04 * (high - low) or 1
    return [low - air, high + air]


def names_at_ends(
    lines: Sequence[Line], span: Sequence[float], height: int, end: int | None = None
) -> tuple[list[dict[str, Any]], int]:
    """The names behind the end of the lines, tied to them in their colours; and the pixels that they need.

    `span` is what the axis shows from the bottom to the top, `height` its pixels. The names stand at `end` along the
    other axis, or each where its line ends.
    """
    last = [int(np.flatnonzero(~np.isnan(line.trace.y))[-1]) for line in lines]
    ends = [float(line.trace.y[at]) for line, at in zip(lines, last, strict=True)]
    wanted = (np.array(ends) - span[0]) * height / (span[1] - span[0])
    heights = apart(wanted, GAP, GAP / 2, height - GAP / 2)
    names = safe_text.shorts([line.player for line in lines], NAME)
    said = [f"{safe_text.isolated(name)} {line.end}" for name, line in zip(names, lines, strict=True)]
    labels = []
    for line, label, at, units, up, wish in zip(lines, said, last, ends, wanted, heights, strict=True):
        text = {"text": safe_text.plain(label), "xanchor": "left", "align": "left", "font": {"size": LETTERS}}
        place = {"x": int(line.trace.x[at]) if end is None else end, "y": units, "ax": TIE, "ay": float(up - wish)}
        tie = {"showarrow": True, "arrowhead": 0, "arrowwidth": 1.5, "arrowcolor": line.trace.line.color}
        labels.append(text | place | tie)
    return labels, TIE + 8 + round(max(map(safe_text.columns, said)) * LETTERS * 0.58)


def apart(wanted: Floats, gap: float, low: float, high: float) -> Floats:
    """Heights as near as can be to those wanted, in their order, `gap` apart and between `low` and `high`.

    Labels that would touch share out around their middle; where all do not fit, they go beyond `high`.
    """
    order = np.argsort(wanted, kind="stable")
    steps = np.arange(len(wanted)) * gap
    flat = _rising(wanted[order] - steps)
    heights = np.empty(len(wanted))
    heights[order] = np.maximum(np.minimum(flat, high - steps[-1:]), low) + steps
    return heights


def _rising(line: Floats) -> Floats:
    """The nearest line that never falls: means of stretches, by the max-min formula."""
    sums = np.concatenate([[0], np.cumsum(line)])
    first, last = np.indices((len(line), len(line)))
    means = np.where(last >= first, (sums[last + 1] - sums[first]) / np.maximum(last - first + 1, 1), np.inf)
    lowest = np.minimum.accumulate(means[:, ::-1], axis=1)[:, ::-1]
    return np.asarray(np.maximum.accumulate(np.where(last >= first, lowest, -np.inf), axis=0).diagonal())
