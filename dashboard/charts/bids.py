"""Bids and bands: how often each is called and made, how close it ends, what it pays; from `stats.bids` and the like.

The first column of the tables is the bid or the band.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.base import (
    Numbers,
    Rows,
    above_and_below,
    clearly,
    common,
    frame,
    hover,
    made_of,
    numbers,
    outside_there,
    rate_columns,
    rate_of,
    records,
    sized,
    span,
    ticks,
    unit_axis,
)
from dashboard.charts.shapes import bar_rows, bars, dot_rows, dots, marks_at, nothing, rate_dots
from dashboard.look import theme
from scorer.language import counts
from scorer.language.forms import listed
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.stats.bid_value import NO, TOO_FEW, UNSURE, YES
from scorer.stats.models.intervals import mean_error
from scorer.stats.models.multiple_testing import ONE_IN, Outside, outside_of_all
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import SCREEN, Counting, percent
from scorer.text.sentences import counted, some

CARD_POINTS, WITH_BONUSES = "card points", "card points and bonuses"
NOT_COUNTED: Final = "No counted deal here: margins need the card points."
OUTCOMES: Final = {"made": (theme.MADE, ""), "failed": (theme.FAILED, "/"), "even": (theme.EVEN, ".")}  # hatched so
STEP: Final = 5  # card points in one bar of the margins
SLAMS_APART: Final = "slams apart (What pays has their usual share)"
AS_CALLED: Final = "as called here: better cards bid higher; 95 % intervals, not twice ± (deals called)"
EXPECTED: Final = "by the payout table at that chance; 95 % intervals (deals called)"
DRAWN: Final = "drawn towards what all say; 95 % intervals (contracts); pays from: at the usual share of slams"
PAYING: Final = {YES: theme.MADE, NO: theme.FAILED, UNSURE: theme.GREY, TOO_FEW: theme.GREY}
ONE_LINE: Final = 0.01  # where bids pay from chances closer than this, one line is drawn
UNITS: Final = ("units_caller", "units_low", "units_high")
ARROWS: Final = ("triangle-left", "triangle-right")  # at the ends of a scale
GOES_ON: Final = "arrows: it goes on"


def _names(table: pd.DataFrame) -> list[str]:
    """The bids or the bands of a table."""
    return [str(name) for name in table[table.columns[0]]]


def bid_counts(rows: Rows) -> go.Figure:
    """How often each bid or band was called, by how it ended."""
    table, question = frame(rows), "How often is each bid called?"
    if table.empty:
        return nothing(question)
    bids, often, whole = _names(table), table["called"].max(), int(table["called"].sum())
    hovers = [
        hover(
            f"{bid}: called {row['called']} of {whole}, {percent(row['share'])}",
            f"made {row['made']}, failed {row['failed']}, even {row['even']}",
        )
        for bid, row in zip(bids, records(table), strict=True)
    ]
    series = [
        bars(numbers(table, end), hovers, colour, name=end, shape=shape)
        for end, (colour, shape) in OUTCOMES.items()
        if table[end].any()
    ]
    most = _names(table[table["called"] == often])
    verb = "is called" if len(most) == 1 else "are each called"
    answer = f"{some(most)} {verb} most often: {often} of {counts.deals(whole)}, {percent(often / whole)}."
    return bar_rows(question, bids, series, "deals called", barmode="stack", answer=answer)


def bid_rates(rows: Rows, *, break_even: float | None = None) -> go.Figure:
    """How often each bid or band was made, solo included, even deals left out.

    `break_even`: at which share of contracts made a caller gets nothing on average.
    """
    table, question = frame(rows), "How often is a bid made, as called here?"
    if table.empty:
        return nothing(question)
    bids, decided = _names(table), (table["made"] + table["failed"]).tolist()
    hovers = [
        hover(bid, made_of(row) or "no contract made or failed") for bid, row in zip(bids, records(table), strict=True)
    ]
    marks, answer = [], ""
    if whole := sum(decided):
        share = 100 * int(table["made"].sum()) / whole
        marks = [(share, f"all bids {share:.0f} %", "dot")]
        answer = f"{share:.0f} % of {whole} contracts are made. {_made_apart(table, bids, share)}"
        if whole == 1:
            answer = f"The one contract is {'made' if share else 'failed'}."
    if break_even is not None:
        pays = f"{100 * break_even:.0f} %"
        marks.append((100 * break_even, f"break-even {pays}", "dash"))
        answer += f" A call pays from {pays} on, {SLAMS_APART}."
    series, labels = rate_dots(table, rate_columns(""), hovers), sized(bids, decided)
    return dot_rows(question, labels, [series], "% of contracts made", answer=answer.strip(), marks=marks)


def _made_apart(table: pd.DataFrame, bids: Sequence[str], share: float) -> str:
    """Which bids are clearly made more, or less, often than this share in percent, and how many chance alone makes."""
    decided = (table["made"] + table["failed"]).to_numpy()
    enough = decided >= MIN_DEALS
    above, below = above_and_below(table, rate_columns(""), share, enough)
    row, outside = str(table.columns[0]), outside_of_all(table["made"].to_numpy(), decided, enough)
    named = clearly([bids[at] for at in above], [bids[at] for at in below], f"No {row}")
    return f"{named} {outside_there(outside, int(enough.sum()), row, 'made %')}"


def paying(rows: Rows, *, verdict: str = "") -> go.Figure:
    """The chance of each bid or band beside the one from which on it pays; from `stats.pays`."""
    table, question = frame(rows), "Does it pay to call it?"
    if table.empty:
        return nothing(question)
    bids, chance = _names(table), ("chance", "chance_low", "chance_high")
    hovers = [
        hover(
            bid,
            f"chance {rate_of(row, *chance)}",
            made_of(row),
            f"pays from {percent(row['break_even'])}: {row['pays']}",
        )
        for bid, row in zip(bids, records(table), strict=True)
    ]
    series = [rate_dots(table, chance, hovers, marker={"color": [PAYING[word] for word in table["pays"]]})]
    pays, marks = numbers(table, "break_even"), []
    if np.ptp(pays) < ONE_LINE:
        marks = [(100 * float(pays.mean()), f"pays from {100 * pays.mean():.0f} %", "dash")]
    else:
        words = [f"{bid}: pays from {100 * start:.0f} %" for bid, start in zip(bids, pays.tolist(), strict=True)]
        look = {"symbol": "line-ns-open", "size": 14, "color": theme.STRONGER, "line": {"width": 2}}
        series.append(marks_at(100 * pays, np.arange(len(pays)), words, marker=look))
    labels = sized(bids, table["made"] + table["failed"])
    return dot_rows(question, labels, series, "chance to make it, in %", answer=verdict, note=DRAWN, marks=marks)


def caller_units(rows: Rows, *, currency: str = "") -> go.Figure:
    """The mean units of the caller per bid or band with their interval.

    What lies outside of the scale is an arrow at its end with the figure.
    """
    table, question = frame(rows), "What does the caller get on average?"
    if table.empty:
        return nothing(question)
    counting, surely = Counting(currency, SCREEN), table["called"] >= MIN_DEALS  # four that all brought two say little
    facts = [
        f"{counting.mean(mean)} {counting.title} for the caller, mean of {counts.deals(of)}"
        for mean, of in zip(table["units_caller"], table["called"], strict=True)
    ]
    colours = np.full(len(table), theme.GREY, object)
    colours[surely & (table["units_low"] > 0)] = theme.MADE
    colours[surely & (table["units_high"] < 0)] = theme.FAILED
    title, answer = f"mean {counting.title} of the caller", _bringing(table, counting)
    return _units(question, table, facts, colours.tolist(), counting, title=title, answer=answer, note=AS_CALLED)


def expected_units(rows: Rows, *, currency: str = "") -> go.Figure:
    """What the caller is expected to get per bid or band with the interval; from `stats.pays`, as `caller_units`."""
    table, question = frame(rows), "What is the caller then expected to get?"
    if table.empty:
        return nothing(question)
    counting = Counting(currency, SCREEN)
    means = [counting.mean(row["units_caller"], row["error_caller"]) for row in records(table)]
    facts = [
        f"{mean} {counting.title} for the caller at a chance of {percent(chance)}"
        for mean, chance in zip(means, table["chance"], strict=True)
    ]
    colours = [PAYING[word] for word in table["pays"]]
    most = np.flatnonzero(table["called"] == table["called"].max())
    which = "called most often" if len(most) == 1 else "called as often as any"
    title = f"expected {counting.title} of the caller"
    answer = f"{_names(table)[most[0]]}, {which}, brings {means[most[0]]} {counting.title} a deal."
    return _units(question, table, facts, colours, counting, title=title, answer=answer, note=EXPECTED)


def _units(
    question: str,
    table: pd.DataFrame,
    facts: Sequence[str],
    colours: Sequence[str],
    counting: Counting,
    *,
    title: str,
    answer: str,
    note: str,
) -> go.Figure:
    """Units of the caller per bid or band with their interval, on the scale of what was called often.

    What goes beyond it is cut, and an arrow says so.
    """
    bids, called = _names(table), table["called"].to_numpy()
    mean, low, high = (numbers(table, name) / counting.scale for name in UNITS)
    hovers = [
        hover(bid, fact, f"likely {counting.mean(row['units_low'])} to {counting.mean(row['units_high'])}")
        for bid, fact, row in zip(bids, facts, records(table), strict=True)
    ]
    often = common(called)
    ends = span(low[often], high[often], air=0.08)
    series, figures = [dots(mean, low, high, hovers, marker={"color": list(colours)}, cliponaxis=True)], []
    for side, outside, goes_on in ((0, mean < ends[0], low < ends[0]), (1, mean > ends[1], high > ends[1])):
        rows = np.flatnonzero(outside | goes_on)
        if len(rows):  # an arrow, in the colour of its bid where the mean itself is outside
            colour, size = np.where(outside, colours, theme.GREY)[rows], np.where(outside, 12, 10)[rows]
            look = {"color": colour.tolist(), "size": size.tolist(), "symbol": ARROWS[side], "opacity": 1}
            words = [hovers[row] for row in rows.tolist()]
            series.append(marks_at(np.full(len(rows), ends[side]), rows, words, marker=look))
        for row in np.flatnonzero(outside).tolist():
            place = {"x": ends[side], "y": row, "xanchor": ("left", "right")[side], "yanchor": "bottom", "yshift": 3}
            figures.append({"text": counting.mean(table["units_caller"].iloc[row]), "showarrow": False} | place)
    if len(series) > 1:
        note += f"; {GOES_ON}"
    labels, axis, marks = sized(bids, called), unit_axis(title, ends), [(0, "break-even", "dash")]
    drawn = dot_rows(question, labels, series, axis, beside=1, answer=answer, note=note, marks=marks, ends=ends)
    return drawn.update_layout(annotations=[*drawn.layout.annotations, *figures])


def _bringing(table: pd.DataFrame, counting: Counting) -> str:
    """What callers get, which bids clearly bring them something, and which cost: of those called ten times at least."""
    bids, called = _names(table), table["called"].to_numpy()
    mean, low, high, error = (numbers(table, name) for name in (*UNITS, "error"))
    squares = np.nan_to_num(error**2) * called * (called - 1) + called * mean**2  # without an error all had the same
    of_all = float(mean_error((called * mean).sum(), squares.sum(), called.sum()))
    every = counting.mean(float((called * mean).sum() / called.sum()), None if np.isnan(of_all) else of_all)
    said = [
        f"{bid} ({counting.mean(one, None if np.isnan(off) else off)})"
        for bid, one, off in zip(bids, mean.tolist(), error.tolist(), strict=True)
    ]
    order = [at for at in np.argsort(-mean, kind="stable").tolist() if called[at] >= MIN_DEALS]
    pay, cost = [said[at] for at in order if low[at] > 0], [said[at] for at in order[::-1] if high[at] < 0]
    row = str(table.columns[0])
    chance = outside_there(Outside(len(pay) + len(cost), len(order) / ONE_IN), len(order), row, "mean")
    return f"{every} for all bids. {clearly(pay, cost, f'No {row}', 'break-even')} {chance}"


def margin_means(rows: Rows, *, bonuses: bool = False) -> go.Figure:
    """How far from the target made and failed contracts ended, each on its side.

    A mean of few deals that is far out is an arrow with its figure. `bonuses`: these count too.
    """
    table, question = frame(rows), "By how much is each bid made or failed?"
    if table.empty or not (table["counted_made"].any() or table["counted_failed"].any()):
        return nothing(question, NOT_COUNTED)
    unit = WITH_BONUSES if bonuses else CARD_POINTS
    off, samples = (
        np.concatenate([numbers(table, f"{what}_{end}") for end in ("made", "failed")])
        for what in ("margin", "counted")
    )
    most = float(np.nanmax(np.abs(off)[common(samples)]))  # the largest mean margin that sets the scale
    series = [_margin_bars(table, end, unit, most) for end in ("failed", "made")]
    labels = sized(_names(table), table["counted_failed"], table["counted_made"])
    parts = []
    for end in ("made", "failed"):
        means, counts = numbers(table, f"margin_{end}"), numbers(table, f"counted_{end}")
        if counts.any():
            parts.append(f"{end} by {abs(np.nansum(means * counts) / counts.sum()):.1f}")
    answer, note = f"Contracts are {listed(parts)} {unit} on average.", "counted deals: failed / made"
    return bar_rows(question, labels, series, f"{unit} from the target", barmode="relative", answer=answer, note=note)


def _margin_bars(table: pd.DataFrame, end: str, unit: str, most: float) -> go.Bar:
    """The mean margins of contracts with this end, cut at the farthest that is drawn."""
    margin, (colour, shape) = numbers(table, f"margin_{end}"), OUTCOMES[end]
    arrow = "\N{LEFTWARDS ARROW} {}" if end == "failed" else "{} \N{RIGHTWARDS ARROW}"
    hovers, at_ends = [], []
    for bid, mean, of in zip(_names(table), margin.tolist(), table[f"counted_{end}"], strict=True):
        said = [f"{bid}: {end} by {abs(mean):.1f} {unit}", f"mean of {counted(of, 'counted deal')}"]
        hovers.append(hover(*said) if of else "")
        at_ends.append(arrow.format(f"{abs(mean):.0f}") if abs(mean) > most else "")
    cut = np.clip(margin, -most, most)
    return bars(cut, hovers, colour, text=at_ends, name=end, shape=shape, customdata=margin)


def margins(deals: pd.DataFrame, *, bonuses: bool = False) -> go.Figure:
    """How many counted contracts ended how far from their target; from the frame of deals. `bonuses`: these count."""
    question, unit = "How close were the contracts?", WITH_BONUSES if bonuses else CARD_POINTS
    counted_deals = deals[deals["card_points"] >= 0]
    if counted_deals.empty:
        return nothing(question, NOT_COUNTED)
    off = np.abs(counted_deals["margin"])
    widest = max(TOTAL_CARD_POINTS, int(STEP * np.ceil(off.max() / STEP)))
    edges = np.arange(-widest, widest + 1, STEP)
    ended = set(counted_deals["outcome"])
    series = [_histogram(counted_deals, edges, end, unit) for end in ("failed", "made", "even") if end in ended]
    ends = np.array([min(0, counted_deals["margin"].min()), max(0, counted_deals["margin"].max() + 1)])
    ends_at = [STEP * np.floor(ends[0] / STEP), STEP * np.ceil(ends[1] / STEP)]
    half = f"{off.median():.0f} {unit if round(off.median()) != 1 else unit.replace('points', 'point')}"
    answer = f"Half of the contracts ended within {half} of the target."
    if len(off) == 1:
        answer = f"The one contract ended {half} from the target."
    return theme.figure(
        question,
        height=300,
        traces=series,
        answer=answer,
        barmode="stack",
        bargap=0.06,
        xaxis={"title": {"text": f"{unit} above or below the target"}, "range": ends_at, "showgrid": False},
        yaxis={"title": {"text": "deals"}, "tickformat": ",d"} | ticks(*(bar.y for bar in series)),
        **theme.legend_below(),
    )


def _histogram(deals: pd.DataFrame, edges: Numbers, end: str, unit: str) -> go.Bar:
    """How many of the deals with this end lie between which of the edges, upright."""
    colour, shape = OUTCOMES[end]
    margin = deals["margin"].to_numpy()[(deals["outcome"] == end).to_numpy()]
    count = np.histogram(margin, [*edges, edges[-1] + STEP])[0]
    there = np.flatnonzero(count)
    hovers = []
    for place in there.tolist():
        low = int(edges[place])
        where = f"{low} to {low + STEP - 1} {unit} above the target"
        if low < 0:
            where = f"{-low - STEP + 1} to {-low} {unit} below the target"
        hovers.append(hover(f"{end}: {counts.deals(int(count[place]))}", where))
    look = {"color": colour, "pattern": theme.hatched(shape)}
    x, y = edges[there] + STEP / 2, count[there]
    return go.Bar(x=x, y=y, width=STEP, name=end, marker=look, hovertext=hovers, hoverinfo="text", textposition="none")
