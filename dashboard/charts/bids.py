"""Bids and bands: how often each is made, and how close it ends; from `stats.bids` and the like.

The first column of the tables, called `bid` or `band`, says what the rows are.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.base import COUNT, Numbers, RowsOrFrame, frame, hover, made_of, percents, records, sized, ticks
from dashboard.charts.shapes import nothing, rate_rows
from dashboard.look import theme
from scorer.language import N_, _, counts
from scorer.rules.cards import ITALIAN_PACK, TOTAL_CARD_POINTS, bid_shown
from scorer.text.kind_words import OUTCOME_NAMES
from scorer.text.numbers import percent

MADE, FAILED, EVEN = "made", "failed", "even"  # the columns of how contracts ended
OUTCOMES: Final = {MADE: (theme.MADE, ""), FAILED: (theme.FAILED, "/"), EVEN: (theme.EVEN, ".")}  # hatched so
STEP: Final = 5  # card points in one bar of the margins
ABOVE, BELOW = N_("{start} to {end} above the target"), N_("{start} to {end} below the target")


def bid_rates(
    rows: RowsOrFrame, *, break_even: float | None = None, sure: bool = True, pack: Sequence[str] = ITALIAN_PACK
) -> go.Figure:
    """How often each bid or band was made, solo included, even deals left out; with intervals if `sure`.

    `break_even`: at which share of contracts made a caller gets nothing on average. `pack`: by which bids are shown.
    """
    table, question = frame(rows), _("How often is a bid made?")
    if table.empty:
        return nothing(question)
    bids = [bid_shown(bid, pack) for bid in table[table.columns[0]]]
    decided = (table["made"] + table["failed"]).tolist()
    hovers = [
        hover(bid, made_of(row, sure=sure) or _("no contract made or failed"))
        for bid, row in zip(bids, records(table), strict=True)
    ]
    marks = []
    if whole := sum(decided):
        share = int(table["made"].sum()) / whole
        marks.append((100 * share, _("all bids {share}", share=percent(share)), "dot"))
    if break_even is not None:
        marks.append((100 * break_even, _("break-even {share}", share=percent(break_even)), "dash"))
    rates = percents(table, "rate"), percents(table, "low"), percents(table, "high")
    return rate_rows(question, sized(bids, decided), rates, hovers, _("% of contracts made"), marks, sure=sure)


def margins(deals: pd.DataFrame, *, bonuses: bool = False) -> go.Figure:
    """How many counted contracts ended how far from their target; from the frame of deals. `bonuses`: these count."""
    question = _("How close were the contracts?")
    counted = deals[deals["card_points"] >= 0]
    if counted.empty:
        return nothing(question)
    off = np.abs(counted["margin"])
    widest = max(TOTAL_CARD_POINTS, int(STEP * np.ceil(off.max() / STEP)))
    edges = np.arange(-widest, widest + 1, STEP)
    ended = set(counted["outcome"])
    series = [_histogram(counted, edges, outcome) for outcome in (FAILED, MADE, EVEN) if outcome in ended]
    ends = np.array([min(0, counted["margin"].min()), max(0, counted["margin"].max() + 1)])
    ends_at = [STEP * np.floor(ends[0] / STEP), STEP * np.ceil(ends[1] / STEP)]
    title = _("card points above or below the target")
    if bonuses:
        title = _("card points and bonuses above or below the target")
    return theme.chart(
        question,
        height=300,
        traces=series,
        barmode="stack",
        bargap=0.06,
        xaxis={"title": {"text": title}, "range": ends_at, "showgrid": False},
        yaxis={"title": {"text": _("deals")}, theme.FORM: COUNT, "tickformat": ",d"}
        | ticks(*(bar.y for bar in series)),
        **theme.legend_below(),
    )


def _histogram(deals: pd.DataFrame, edges: Numbers, outcome: str) -> go.Bar:
    """How many of the deals with this outcome lie between which of the edges, upright."""
    colour, shape = OUTCOMES[outcome]
    margin = deals["margin"].to_numpy()[(deals["outcome"] == outcome).to_numpy()]
    count = np.histogram(margin, [*edges, edges[-1] + STEP])[0]
    there = np.flatnonzero(count)
    name = _(OUTCOME_NAMES[outcome])
    hovers = []
    for place in there.tolist():
        low = int(edges[place])
        ends = (-low - STEP + 1, -low) if low < 0 else (low, low + STEP - 1)
        where = _(BELOW if low < 0 else ABOVE, start=ends[0], end=ends[1])
        hovers.append(hover(_("{outcome}: {deals}", outcome=name, deals=counts.deals(int(count[place]))), where))
    look = {"color": colour, "pattern": theme.hatched(shape)}
    x, y = edges[there] + STEP / 2, count[there]
    return go.Bar(x=x, y=y, width=STEP, name=name, marker=look, hovertext=hovers, hoverinfo="text", textposition="none")
