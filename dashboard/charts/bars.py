"""Sums and counts as bars, the first row on top."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import theme
from dashboard.charts.base import (
    LABEL,
    Floats,
    Numbers,
    Rows,
    common,
    frame,
    hover,
    nothing,
    numbers,
    row_axis,
    row_height,
    sized,
    ticks,
    words,
)
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.text.numbers import percent
from scorer.text.sentences import counted, listed, some

CARD_POINTS, WITH_BONUSES = "card points", "card points and bonuses"
OUTCOMES: Final = {"made": (theme.MADE, ""), "failed": (theme.FAILED, "/"), "even": (theme.EVEN, ".")}  # hatched so
STEP: Final = 5  # card points in one bar of the margins


def bid_counts(rows: Rows) -> go.Figure:
    """How often each bid or band was called, by how it ended; from `stats.bids` or `stats.bands`."""
    table, question = frame(rows), "How often is each bid called?"
    if table.empty:
        return nothing(question)
    bids, whole = words(table, table.columns[0]), int(table["called"].sum())
    told = [
        hover([f"{bid}: called {called} of {whole}, {percent(share)}", f"made {made}, failed {failed}, even {even}"])
        for bid, called, share, made, failed, even in zip(
            bids, *(table[name] for name in ("called", "share", "made", "failed", "even")), strict=True
        )
    ]
    bars = [
        bars_across(numbers(table, end), None, told, colour, name=end, marker_pattern=theme.hatched(shape))
        for end, (colour, shape) in OUTCOMES.items()
        if table[end].any()
    ]
    most = int(table["called"].to_numpy().argmax())
    often = int(table["called"].iloc[most])
    alike = [bid for bid, called in zip(bids, table["called"], strict=True) if called == often]
    verb = "is called" if len(alike) == 1 else "are each called"
    answer = f"{some(alike)} {verb} most often: {often} of {counted(whole, 'deal')}, {percent(often / whole)}."
    return bar_rows(question, bars, bids, "deals called", barmode="stack", answer=answer, **theme.legend_below())


def margin_means(rows: Rows, *, bonuses: bool = False) -> go.Figure:
    """How far from the target made and failed contracts ended, each on its side; from `stats.bids` or `stats.bands`.

    A mean of few deals that is far out is an arrow with its figure. `bonuses`: these count too.
    """
    table, question = frame(rows), "By how much is each bid made or failed?"
    if table.empty or not (table["counted_made"].any() or table["counted_failed"].any()):
        return nothing(question, "No counted deal here: margins need the card points.")
    unit, bids = WITH_BONUSES if bonuses else CARD_POINTS, words(table, table.columns[0])
    most = _far(table)
    bars = [_margin_bars(table, bids, end, unit, most) for end in ("failed", "made")]
    labels = sized(bids, table["counted_failed"], table["counted_made"])
    means = {
        end: _mean(numbers(table, f"margin_{end}"), numbers(table, f"counted_{end}")) for end in ("made", "failed")
    }
    told = [f"{end} by {abs(mean):.1f}" for end, mean in means.items() if mean is not None]
    layout = {"barmode": "relative", "note": "counted deals: failed / made"} | theme.legend_below()
    answer = f"Contracts are {listed(told)} {unit} on average."
    return bar_rows(question, bars, labels, f"{unit} from the target", answer=answer, **layout)


def _far(table: pd.DataFrame) -> float:
    """The largest of those mean margins that set the scale."""
    means, counts = (
        np.concatenate([np.abs(numbers(table, f"{what}_{end}")) for end in ("made", "failed")])
        for what in ("margin", "counted")
    )
    return float(np.nanmax(means[common(counts)]))


def _mean(means: Floats, counts: Floats) -> float | None:
    """The mean of all counted deals, of the means of some."""
    return float(np.nansum(means * counts) / counts.sum()) if counts.any() else None


def _margin_bars(table: pd.DataFrame, bids: Sequence[str], end: str, unit: str, most: float) -> go.Bar:
    margin, (colour, shape) = numbers(table, f"margin_{end}"), OUTCOMES[end]
    told = [
        hover([f"{bid}: {end} by {abs(mean):.1f} {unit}", f"mean of {counted(of, 'counted deal')}"]) if of else ""
        for bid, mean, of in zip(bids, margin.tolist(), table[f"counted_{end}"], strict=True)
    ]
    arrow = "\N{LEFTWARDS ARROW} {}" if end == "failed" else "{} \N{RIGHTWARDS ARROW}"
    at_ends = [arrow.format(f"{abs(mean):.0f}") if abs(mean) > most else "" for mean in margin.tolist()]
    return bars_across(np.clip(margin, -most, most), at_ends, told, colour, name=end, customdata=margin,
                       marker_pattern=theme.hatched(shape))  # fmt: skip


def margins(deals: pd.DataFrame, *, bonuses: bool = False) -> go.Figure:
    """How many counted contracts ended how far from their target; from the frame of deals. `bonuses`: these count."""
    question, unit = "How close were the contracts?", WITH_BONUSES if bonuses else CARD_POINTS
    counted_deals = deals[deals["card_points"] >= 0]
    if counted_deals.empty:
        return nothing(question, "No counted deal here: margins need the card points.")
    off = np.abs(counted_deals["margin"])
    widest = max(TOTAL_CARD_POINTS, int(STEP * np.ceil(off.max() / STEP)))
    edges = np.arange(-widest, widest + 1, STEP)
    ended = set(counted_deals["outcome"])
    bars = [_histogram(counted_deals, edges, end, unit) for end in ("failed", "made", "even") if end in ended]
    ends = np.array([min(0, counted_deals["margin"].min()), max(0, counted_deals["margin"].max() + 1)])
    span = [STEP * np.floor(ends[0] / STEP), STEP * np.ceil(ends[1] / STEP)]
    across = {"title": {"text": f"{unit} above or below the target"}, "range": span, "showgrid": False}
    up = {"title": {"text": "deals"}, "tickformat": ",d"} | ticks(*(bar.y for bar in bars))
    half = f"{off.median():.0f} {unit if round(off.median()) != 1 else unit.replace('points', 'point')}"
    answer = f"Half of the contracts ended within {half} of the target."
    if len(off) == 1:
        answer = f"The one contract ended {half} from the target."
    return theme.figure(
        question, height=300, traces=bars, barmode="stack", bargap=0.06, xaxis=across, yaxis=up, answer=answer,
        **theme.legend_below(),
    )  # fmt: skip


def _histogram(deals: pd.DataFrame, edges: Numbers, end: str, unit: str) -> go.Bar:
    colour, shape = OUTCOMES[end]
    margin = deals["margin"].to_numpy()[(deals["outcome"] == end).to_numpy()]
    count = np.histogram(margin, [*edges, edges[-1] + STEP])[0]
    there = np.flatnonzero(count)
    told = [
        hover([f"{end}: {counted(int(count[place]), 'deal')}", _stretch(int(edges[place]), unit)])
        for place in there.tolist()
    ]
    return go.Bar(
        x=edges[there] + STEP / 2, y=count[there], width=STEP, name=end, hovertext=told, hoverinfo="text",
        marker={"color": colour, "pattern": theme.hatched(shape)}, textposition="none",
    )  # fmt: skip


def _stretch(low: int, unit: str) -> str:
    if low >= 0:
        return f"{low} to {low + STEP - 1} {unit} above the target"
    return f"{-low - STEP + 1} to {-low} {unit} below the target"


def bars_across(
    length: Floats, text: Sequence[str] | None, told: Sequence[str], colour: str | Sequence[str], **trace: Any
) -> go.Bar:
    """Bars to the right, to the left below zero."""
    return go.Bar(
        x=length, y=np.arange(len(length)), orientation="h", hovertext=list(told), hoverinfo="text",
        text=text, textposition="none" if text is None else "outside", cliponaxis=False, marker_color=colour, **trace,
    )  # fmt: skip


def bar_rows(question: str, bars: Sequence[go.Bar], labels: Sequence[str], title: str, **layout: Any) -> go.Figure:
    """Bars across, with room for the numbers at their ends."""
    ends = np.concatenate([np.nan_to_num(bar.x) for bar in bars]) if layout.get("barmode") != "stack" else np.sum(
        [bar.x for bar in bars], axis=0)  # fmt: skip
    low, high = min(0.0, float(ends.min())), max(0.0, float(ends.max()))
    air = 0.16 * (high - low) or 1
    span = [low - (air if low else 0), high + (air if bars[0].text is not None else 0.03 * air)]
    height = row_height(len(labels)) + (8 * len(labels) if layout.get("barmode") == "group" else 0)
    across = {"title": {"text": title}, "range": span, "tickformat": ","} | ticks(ends)
    rows = row_axis(labels, wide=layout.pop("wide", LABEL + 8))
    return theme.figure(question, height=height, traces=bars, xaxis=across, yaxis=rows, bargap=0.25, **layout)
