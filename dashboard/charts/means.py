"""What the caller gets: means with their intervals, on a scale that the bids called often set."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import theme
from dashboard.charts.answers import clearly, outside_there
from dashboard.charts.base import (
    Flags,
    Floats,
    Numbers,
    Rows,
    common,
    frame,
    hover,
    nothing,
    numbers,
    sized,
    unit_axis,
    words,
)
from dashboard.charts.rates import across, dotted, upright
from scorer.stats.by_chance import ONE_IN, Outside
from scorer.stats.paying import NO, TOO_FEW, UNSURE, YES
from scorer.stats.spread import mean_error
from scorer.stats.tallies import MIN_DEALS
from scorer.text.numbers import SCREEN, Counting, percent
from scorer.text.sentences import counted

AS_CALLED: Final = "as called here: better cards bid higher; 95 % intervals, not twice ± (deals called)"
EXPECTED: Final = "by the payout table at that chance; 95 % intervals (deals called)"
PAYING: Final = {YES: theme.MADE, NO: theme.FAILED, UNSURE: theme.GREY, TOO_FEW: theme.GREY}
COLUMNS: Final = ("units_caller", "units_low", "units_high")
ARROWS: Final = ("triangle-left", "triangle-right")  # at the ends of a scale
GOES_ON: Final = "arrows: it goes on"


def caller_units(rows: Rows, *, currency: str = "") -> go.Figure:
    """The mean units of the caller per bid or band with their interval; from `stats.bids` or `stats.bands`.

    What lies outside of the scale is an arrow at its end with the figure.
    """
    table, question = frame(rows), "What does the caller get on average?"
    if table.empty:
        return nothing(question)
    counting, called = Counting(currency, SCREEN), table["called"].to_numpy()
    mean, low, high = (numbers(table, name) for name in COLUMNS)
    told = [f"{counting.mean(one)} {counting.title} for the caller, mean of {counted(of, 'deal')}"
            for one, of in zip(mean.tolist(), called.tolist(), strict=True)]  # fmt: skip
    surely = called >= MIN_DEALS  # four that all brought two say little
    colours = np.where(surely & (low > 0), theme.MADE, np.where(surely & (high < 0), theme.FAILED, theme.GREY))
    return _units(question, table, told, colours.tolist(), counting, answer=_paying(table, counting), note=AS_CALLED,
                  xaxis_title=f"mean {counting.title} of the caller")  # fmt: skip


def expected_units(rows: Rows, *, currency: str = "") -> go.Figure:
    """What the caller is expected to get per bid or band with the interval; from `stats.pays`, as `caller_units`."""
    table, question = frame(rows), "What is the caller then expected to get?"
    if table.empty:
        return nothing(question)
    counting, bids = Counting(currency, SCREEN), words(table, table.columns[0])
    told = [
        f"{counting.mean(one, error)} {counting.title} for the caller at a chance of {percent(chance)}"
        for one, error, chance in zip(table["units_caller"], table["error_caller"], table["chance"], strict=True)
    ]
    colours = [PAYING[word] for word in table["pays"]]
    often = int(table["called"].to_numpy().argmax())
    most = counting.mean(table["units_caller"].iloc[often], table["error_caller"].iloc[often])
    alone = (table["called"] == table["called"].iloc[often]).sum() == 1
    which = "called most often" if alone else "called as often as any"
    answer = f"{bids[often]}, {which}, brings {most} {counting.title} a deal."
    return _units(question, table, told, colours, counting, answer=answer, note=EXPECTED,
                  xaxis_title=f"expected {counting.title} of the caller")  # fmt: skip


def _units(
    question: str, table: pd.DataFrame, told: Sequence[str], colours: Sequence[str], counting: Counting, *,
    xaxis_title: str, **layout: str,
) -> go.Figure:  # fmt: skip
    """Units of the caller per bid or band with their interval, on the scale of what was called often.

    What goes beyond it is cut, and an arrow says so.
    """
    bids, called = words(table, table.columns[0]), table["called"].to_numpy()
    mean, low, high = (numbers(table, name) / counting.scale for name in COLUMNS)
    means, least, most = ([counting.mean(one) for one in numbers(table, name).tolist()] for name in COLUMNS)
    said = [
        hover([bid, what, f"likely {start} to {end}"])
        for bid, what, start, end in zip(bids, told, least, most, strict=True)
    ]
    ends = _scale(called, low, high)
    series = [dotted(mean, low, high, said, marker={"color": list(colours)}, cliponaxis=True)]
    lines = upright((0, "break-even", "dash"), ends=ends)
    for side, (end, goes_on, outside) in enumerate(((ends[0], low, mean < ends[0]), (ends[1], high, mean > ends[1]))):
        if (rows := np.flatnonzero(outside | ((goes_on < end) if side == 0 else (goes_on > end)))).size:
            series.append(_arrows(rows, end, ARROWS[side], outside, colours, said))
        lines["annotations"] += [_figure_there(at, end, means[at], side) for at in np.flatnonzero(outside).tolist()]
    if len(series) > 1:
        layout["note"] += f"; {GOES_ON}"
    return across(question, series, sized(bids, called), "", xaxis=unit_axis(xaxis_title, ends), beside=1, **lines,
                  **layout)  # fmt: skip


def _arrows(
    rows: Numbers, end: float, symbol: str, outside: Flags, colours: Sequence[str], said: Sequence[str]
) -> go.Scatter:
    """Arrows at an end of the scale, where an interval goes on, or in its colour where the mean itself is beyond."""
    there = outside[rows].tolist()
    look = {
        "color": [colours[row] if out else theme.GREY for row, out in zip(rows.tolist(), there, strict=True)],
        "size": [12 if out else 10 for out in there], "symbol": symbol, "opacity": 1,
    }  # fmt: skip
    return go.Scatter(x=np.full(len(rows), end), y=rows, mode="markers", marker=look, cliponaxis=False,
                      hovertext=[said[row] for row in rows.tolist()], hoverinfo="text")  # fmt: skip


def _figure_there(row: int, end: float, figure: str, side: int) -> dict[str, Any]:
    """The figure of a mean beyond an end of the scale."""
    return {
        "x": end, "y": row, "text": figure, "showarrow": False, "xanchor": ("left", "right")[side], "yanchor": "bottom",
        "yshift": 3,
    }  # fmt: skip


def _scale(called: Numbers, low: Floats, high: Floats) -> tuple[float, float]:
    """From where to where the axis goes: the intervals of the bids most called, nought, and some air."""
    often = common(called)
    start, end = min(0.0, float(low[often].min())), max(0.0, float(high[often].max()))
    air = 0.08 * (end - start) or 1.0
    return start - air, end + air


def _paying(table: pd.DataFrame, counting: Counting) -> str:
    """What callers get, which bids clearly bring them something, and which cost: of those called ten times at least."""
    bids, called = words(table, table.columns[0]), table["called"].to_numpy()
    mean, low, high, error = (numbers(table, name) for name in (*COLUMNS, "error"))
    squares = np.nan_to_num(error**2) * called * (called - 1) + called * mean**2  # without an error all had the same
    of_all = float(mean_error((called * mean).sum(), squares.sum(), called.sum()))
    every = counting.mean(float((called * mean).sum() / called.sum()), None if np.isnan(of_all) else of_all)
    said = [f"{bid} ({counting.mean(one, None if np.isnan(off) else off)})"
            for bid, one, off in zip(bids, mean.tolist(), error.tolist(), strict=True)]  # fmt: skip
    order = [at for at in np.argsort(-mean, kind="stable").tolist() if called[at] >= MIN_DEALS]
    pay, cost = [said[at] for at in order if low[at] > 0], [said[at] for at in order[::-1] if high[at] < 0]
    row = str(table.columns[0])
    chance = outside_there(Outside(len(pay) + len(cost), len(order) / ONE_IN), len(order), row, "mean")
    return f"{every} for all bids. {clearly(pay, cost, f'No {row}', 'break-even')} {chance}"
