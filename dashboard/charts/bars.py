"""Sums and counts as bars, the first row on top."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import theme
from dashboard.charts.base import (
    Floats,
    Numbers,
    Rows,
    frame,
    hover,
    nothing,
    numbers,
    row_axis,
    row_height,
    ticks,
    words,
)
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.text.numbers import SCREEN, Counting, percent
from scorer.text.sentences import counted

AS_CALLED: Final = "as called here: better cards bid higher"
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
    ends = [("made", theme.MADE, ""), ("failed", theme.FAILED, "/"), ("even", theme.EVEN, ".")]
    bars = [
        bars_across(numbers(table, end), None, told, colour, name=end, marker_pattern=theme.hatched(shape))
        for end, colour, shape in ends
        if table[end].any()
    ]
    return bar_rows(question, bars, bids, "deals called", barmode="stack", **theme.legend_below())


def caller_units(rows: Rows, *, currency: str = "") -> go.Figure:
    """The mean units of the caller per bid or band; from `stats.bids` or `stats.bands`."""
    table, question = frame(rows), "What does the caller get on average?"
    if table.empty:
        return nothing(question)
    counting, units = Counting(currency, SCREEN), numbers(table, "units_caller")
    bids = words(table, table.columns[0])
    means = [counting.mean(mean) for mean in units.tolist()]
    told = [
        hover([bid, f"{mean} {counting.title} for the caller, mean of {counted(called, 'deal')}"])
        for bid, mean, called in zip(bids, means, table["called"], strict=True)
    ]
    colours = [theme.MADE if mean > 0 else theme.FAILED for mean in units.tolist()]
    bars = bars_across(units / (100 if currency else 1), means, told, colours)
    title = f"mean {counting.title} of the caller"
    labels = [f"{bid} ({called})" for bid, called in zip(bids, table["called"], strict=True)]
    return bar_rows(question, [bars], labels, title, note=AS_CALLED)


def margin_means(rows: Rows) -> go.Figure:
    """How far from the target made and failed contracts ended, each on its side; from `stats.bids` or `stats.bands`."""
    table, question = frame(rows), "By how much is each bid made or failed?"
    if table.empty or not (table["counted_made"].any() or table["counted_failed"].any()):
        return nothing(question, "No counted deal here: margins need the card points.")
    bids = words(table, table.columns[0])
    bars = [_margin_bars(table, bids, *end) for end in (("failed", theme.FAILED, "/"), ("made", theme.MADE, ""))]
    layout = {"barmode": "relative", "note": "means of counted deals, made and failed apart"} | theme.legend_below()
    return bar_rows(question, bars, bids, "card points from the target", **layout)


def _margin_bars(table: pd.DataFrame, bids: Sequence[str], end: str, colour: str, shape: str) -> go.Bar:
    margin = numbers(table, f"margin_{end}")
    told = [
        hover([f"{bid}: {end} by {abs(mean):.1f} card points", f"mean of {counted(of, 'counted deal')}"]) if of else ""
        for bid, mean, of in zip(bids, margin.tolist(), table[f"counted_{end}"], strict=True)
    ]
    return bars_across(margin, None, told, colour, name=end, marker_pattern=theme.hatched(shape))


def margins(deals: pd.DataFrame) -> go.Figure:
    """How many counted contracts ended how far from their target; from the frame of deals."""
    question = "How close were the contracts?"
    counted_deals = deals[deals["card_points"] >= 0]
    if counted_deals.empty:
        return nothing(question, "No counted deal here: margins need the card points.")
    widest = max(TOTAL_CARD_POINTS, int(STEP * np.ceil(np.abs(counted_deals["margin"]).max() / STEP)))
    edges = np.arange(-widest, widest + 1, STEP)
    bars = [
        _histogram(counted_deals, edges, *end)
        for end in (("failed", theme.FAILED, "/"), ("made", theme.MADE, ""), ("even", theme.EVEN, "."))
        if (counted_deals["outcome"] == end[0]).any()
    ]
    far = STEP * np.ceil((np.abs(counted_deals["margin"]).max() + 1) / STEP)
    across = {"title": {"text": "card points above or below the target"}, "range": [-far, far], "showgrid": False}
    up = {"title": {"text": "deals"}, "tickformat": ",d"} | ticks(*(bar.y for bar in bars))
    return theme.figure(
        question, height=300, traces=bars, barmode="stack", bargap=0.06, xaxis=across, yaxis=up, **theme.legend_below(),
    )  # fmt: skip


def _histogram(deals: pd.DataFrame, edges: Numbers, end: str, colour: str, shape: str) -> go.Bar:
    margin = deals["margin"].to_numpy()[(deals["outcome"] == end).to_numpy()]
    count = np.histogram(margin, [*edges, edges[-1] + STEP])[0]
    there = np.flatnonzero(count)
    told = [
        hover([f"{end}: {counted(int(count[place]), 'deal')}", _stretch(int(edges[place]))]) for place in there.tolist()
    ]
    return go.Bar(
        x=edges[there] + STEP / 2, y=count[there], width=STEP, name=end, hovertext=told, hoverinfo="text",
        marker={"color": colour, "pattern": theme.hatched(shape)}, textposition="none",
    )  # fmt: skip


def _stretch(low: int) -> str:
    if low >= 0:
        return f"{low} to {low + STEP - 1} card points above the target"
    return f"{-low - STEP + 1} to {-low} card points below the target"


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
    return theme.figure(
        question, height=height, traces=bars, xaxis=across, yaxis=row_axis(labels), bargap=0.25,
        **layout,
    )  # fmt: skip
