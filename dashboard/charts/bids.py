"""Bids and bands: how often each is called and made, how close it ends, what it pays; from `stats.bids` and the like.

The first column of the tables, called `bid` or `band`, says what the rows are.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.base import (
    ABOUT_BREAK_EVEN,
    BAND,
    BID,
    COUNT,
    NONE_CLEARLY,
    Numbers,
    Rows,
    above_and_below,
    clauses,
    clearly,
    common,
    counted_deals,
    frame,
    hover,
    likely,
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
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import listed, number
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.stats.bid_value import NO, TOO_FEW, UNSURE, YES
from scorer.stats.models.intervals import mean_error
from scorer.stats.models.multiple_testing import ONE_IN, Outside, outside_common_rate
from scorer.stats.tally import MIN_DEALS
from scorer.text.kind_words import OUTCOME_NAMES
from scorer.text.numbers import SCREEN, SURE_SCREEN, Counting, percent
from scorer.text.sentences import first_few

NOT_COUNTED: Final = N_("No counted deal here: margins need the card points.")
MADE, FAILED, EVEN = "made", "failed", "even"  # the columns of how contracts ended
OUTCOMES: Final = {MADE: (theme.MADE, ""), FAILED: (theme.FAILED, "/"), EVEN: (theme.EVEN, ".")}  # hatched so
STEP: Final = 5  # card points in one bar of the margins
AS_CALLED: Final = N_("as called here: better cards bid higher; 95 % intervals, not twice ± (deals called)")
CALLED_SO_OFTEN: Final = N_("in brackets the deals called")
DRAWN: Final = N_("drawn towards what all say; 95 % intervals (contracts); pays from: at the usual share of slams")
COLOURED: Final = N_(
    "green: it pays; orange: it does not; grey: nobody can tell yet; of few contracts (in brackets) the figure is near "
    "that of all"
)
PAYING: Final = {YES: theme.MADE, NO: theme.FAILED, UNSURE: theme.GREY, TOO_FEW: theme.GREY}
PAYS_WORDS: Final = {YES: N_("yes"), NO: N_("no"), UNSURE: N_("unsure"), TOO_FEW: N_("too few")}
ONE_LINE: Final = 0.01  # where bids pay from chances closer than this, one line is drawn
NO_UNITS_CLEARLY: Final = {
    BID: N_("No bid is clearly above or below break-even."),
    BAND: N_("No band is clearly above or below break-even."),
}
AT_A_CHANCE: Final = N_("{mean} {units} for the caller at a chance of {chance}")
FOR_THE_CALLER: Final = N_("{mean} {units} for the caller")
UNITS: Final = ("units_caller", "units_low", "units_high")
MARGINS: Final = {  # by the outcome, and whether bonuses count
    (MADE, False): N_("{bid}: made by {margin} card points"),
    (FAILED, False): N_("{bid}: failed by {margin} card points"),
    (MADE, True): N_("{bid}: made by {margin} card points and bonuses"),
    (FAILED, True): N_("{bid}: failed by {margin} card points and bonuses"),
}
DISTANCES: Final = {  # by whether they are below the target, and whether bonuses count
    (False, False): N_("{start} to {end} card points above the target"),
    (True, False): N_("{start} to {end} card points below the target"),
    (False, True): N_("{start} to {end} card points and bonuses above the target"),
    (True, True): N_("{start} to {end} card points and bonuses below the target"),
}
ARROWS: Final = ("triangle-left", "triangle-right")  # at the ends of a scale


def _names(table: pd.DataFrame) -> list[str]:
    """The bids or the bands of a table."""
    return [str(name) for name in table[table.columns[0]]]


def bid_counts(rows: Rows) -> go.Figure:
    """How often each bid or band was called, by how it ended."""
    table, question = frame(rows), _("How often is each bid called?")
    if table.empty:
        return nothing(question)
    bids, often, whole = _names(table), table["called"].max(), int(table["called"].sum())
    hovers = [
        hover(
            _(
                "{bid}: called {called} of {total}, {share}",
                bid=bid,
                called=row["called"],
                total=whole,
                share=percent(row["share"]),
            ),
            _("made {made}, failed {failed}, even {even}", made=row[MADE], failed=row[FAILED], even=row[EVEN]),
        )
        for bid, row in zip(bids, records(table), strict=True)
    ]
    series = [
        bars(numbers(table, outcome), hovers, colour, name=_(OUTCOME_NAMES[outcome]), shape=shape)
        for outcome, (colour, shape) in OUTCOMES.items()
        if table[outcome].any()
    ]
    most = _names(table[table["called"] == often])
    facts = {"called": often, "deals": counts.deals(whole), "share": percent(often / whole)}
    if len(most) == 1:
        answer = _("{bid} is called most often: {called} of {deals}, {share}.", bid=most[0], **facts)
    else:
        answer = _("{bids} are each called most often: {called} of {deals}, {share}.", bids=first_few(most), **facts)
    return bar_rows(question, bids, series, _("deals called"), barmode="stack", answer=answer, form=COUNT)


def bid_rates(rows: Rows, *, break_even: float | None = None, sure: bool = True) -> go.Figure:
    """How often each bid or band was made, solo included, even deals left out; with intervals if `sure`.

    `break_even`: at which share of contracts made a caller gets nothing on average.
    """
    table, question = frame(rows), _("How often is a bid made?")
    if table.empty:
        return nothing(question)
    bids, decided = _names(table), (table["made"] + table["failed"]).tolist()
    hovers = [
        hover(bid, made_of(row, sure=sure) or _("no contract made or failed"))
        for bid, row in zip(bids, records(table), strict=True)
    ]
    marks, sentences = [], []
    if whole := sum(decided):
        share = int(table["made"].sum()) / whole
        marks = [(100 * share, _("all bids {share}", share=percent(share)), "dot")]
        sentences = _made_in_all(table, bids, share, whole)[: None if sure else 1]
    if break_even is not None:
        pays = percent(break_even)
        marks.append((100 * break_even, _("break-even {share}", share=pays), "dash"))
        from_there = _("A call pays from {share} on, without slams (What pays counts their usual share).", share=pays)
        sentences += [from_there] if sure else []
    series, labels = rate_dots(table, rate_columns(""), hovers, sure=sure), sized(bids, decided)
    return dot_rows(question, labels, [series], _("% of contracts made"), answer=" ".join(sentences), marks=marks)


def _made_in_all(table: pd.DataFrame, bids: Sequence[str], share: float, contracts: int) -> list[str]:
    """How many of all contracts are made; which bids clearly more or less often; how many chance alone makes so."""
    if contracts == 1:
        return [_("The one contract is made.") if share else _("The one contract is failed.")]
    decided = (table["made"] + table["failed"]).to_numpy()
    enough = decided >= MIN_DEALS
    above, below = above_and_below(table, rate_columns(""), 100 * share, enough)
    kind, outside = str(table.columns[0]), outside_common_rate(table["made"].to_numpy(), decided, enough)
    return [
        _("{share} of {contracts} contracts are made.", share=percent(share), contracts=contracts),
        clearly([bids[at] for at in above], [bids[at] for at in below], _(NONE_CLEARLY[kind])),
        outside_there(outside, int(enough.sum()), kind, _("made %")),
    ]


def paying(rows: Rows, *, verdict: str = "", sure: bool = True) -> go.Figure:
    """The chance to make each bid or band, and the chance from which it pays; from `stats.pays`.

    With intervals if `sure`; else it is called how often the bid is made.
    """
    table, question = frame(rows), _("Does it pay to call it?")
    if table.empty:
        return nothing(question)
    bids, chance = _names(table), ("chance", "chance_low", "chance_high")
    hovers = [
        hover(
            bid,
            _("chance {chance}", chance=rate_of(row, *chance)) if sure else "",
            made_of(row, sure=sure),
            _("pays from {share}: {answer}", share=percent(row["break_even"]), answer=_(PAYS_WORDS[row["pays"]])),
        )
        for bid, row in zip(bids, records(table), strict=True)
    ]
    colours = {"color": [PAYING[answer] for answer in table["pays"]]}
    series = [rate_dots(table, chance, hovers, marker=colours, sure=sure)]
    pays, marks = numbers(table, "break_even"), []
    if np.ptp(pays) < ONE_LINE:
        marks = [(100 * float(pays.mean()), _("pays from {share}", share=percent(float(pays.mean()))), "dash")]
    else:
        words = [
            _("{bid}: pays from {share}", bid=bid, share=percent(start))
            for bid, start in zip(bids, pays.tolist(), strict=True)
        ]
        look = {"symbol": "line-ns-open", "size": 14, "color": theme.STRONGER, "line": {"width": 2}}
        series.append(marks_at(100 * pays, np.arange(len(pays)), words, marker=look))
    labels, note = sized(bids, table["made"] + table["failed"]), _(DRAWN if sure else COLOURED)
    title = _("chance to make it, in %") if sure else _("expected to be made, in %")
    return dot_rows(question, labels, series, title, answer=verdict, note=note, marks=marks)


def caller_units(rows: Rows, *, currency: str = "", sure: bool = True) -> go.Figure:
    """The mean units of the caller per bid or band, with their interval if `sure`.

    A mean beyond the scale is an arrow at its end with the figure.
    """
    table, question = frame(rows), _("What does the caller get?")
    if table.empty:
        return nothing(question)
    counting = Counting(currency, SURE_SCREEN if sure else SCREEN)
    surely = table["called"] >= MIN_DEALS  # four that all brought two say little
    facts = [
        _(
            "{mean} {units} for the caller, mean of {deals}",
            mean=counting.mean(mean),
            units=counting.title,
            deals=counts.deals(called),
        )
        for mean, called in zip(table["units_caller"], table["called"], strict=True)
    ]
    colours = np.full(len(table), theme.GREY, object)
    colours[surely & (table["units_low"] > 0)] = theme.MADE
    colours[surely & (table["units_high"] < 0)] = theme.FAILED
    title = _("mean {units} of the caller", units=counting.title)
    answer, note = " ".join(_units_in_all(table, counting)) if sure else "", _(AS_CALLED if sure else CALLED_SO_OFTEN)
    return _units(question, table, facts, colours.tolist(), counting, title=title, answer=answer, note=note)


def expected_units(rows: Rows, *, currency: str = "", sure: bool = True) -> go.Figure:
    """The units that the caller is expected to get per bid or band; from `stats.pays`, drawn as `caller_units`."""
    table, question = frame(rows), _("What does the caller get then?")
    if table.empty:
        return nothing(question)
    counting = Counting(currency, SURE_SCREEN if sure else SCREEN)
    means = [counting.mean(row["units_caller"], row["error_caller"]) for row in records(table)]
    template = AT_A_CHANCE if sure else FOR_THE_CALLER
    facts = [
        _(template, mean=mean, units=counting.title, chance=percent(chance))
        for mean, chance in zip(means, table["chance"], strict=True)
    ]
    colours = [PAYING[answer] for answer in table["pays"]]
    most = np.flatnonzero(table["called"] == table["called"].max())
    title = _("expected {units} of the caller", units=counting.title)
    brought = {"bid": _names(table)[most[0]], "mean": means[most[0]], "units": counting.title}
    if len(most) == 1:
        answer = _("{bid}, called most often, brings {mean} {units} a deal.", **brought)
    else:
        answer = _("{bid}, called as often as any, brings {mean} {units} a deal.", **brought)
    note = _("by the payout table at that chance; 95 % intervals (deals called)") if sure else _(CALLED_SO_OFTEN)
    return _units(question, table, facts, colours, counting, title=title, answer=answer, note=note)


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
    """Units of the caller per bid or band, with their interval in a sure style; the bids called often set the scale.

    A dot or an interval that goes beyond it is cut, and an arrow says so.
    """
    bids, called, sure = _names(table), table["called"].to_numpy(), counting.style.sure
    mean, low, high = (numbers(table, name) / counting.scale for name in UNITS)
    ranges = [likely(counting.mean(row["units_low"]), counting.mean(row["units_high"])) for row in records(table)]
    hovers = [hover(bid, fact, within if sure else "") for bid, fact, within in zip(bids, facts, ranges, strict=True)]
    if not sure:
        low = high = mean
    often = common(called)
    ends = span(low[often], high[often], air=0.08)
    look_of_dots: dict[str, Any] = {"marker": {"color": list(colours)}, "cliponaxis": True}
    series, figures = [dots(mean, low, high, hovers, sure=sure, **look_of_dots)], []
    for side, outside, goes_on in ((0, mean < ends[0], low < ends[0]), (1, mean > ends[1], high > ends[1])):
        rows = np.flatnonzero(outside | goes_on)
        if len(rows):  # an arrow, in the colour of its bid where the mean itself is outside
            colour, size = np.where(outside, colours, theme.GREY)[rows], np.where(outside, 12, 10)[rows]
            look = {"color": colour.tolist(), "size": size.tolist(), "symbol": ARROWS[side], "opacity": 1}
            words = [hovers[row] for row in rows.tolist()]
            series.append(marks_at(np.full(len(rows), ends[side]), rows, words, marker=look))
        for row in np.flatnonzero(outside).tolist():
            place = {"x": ends[side], "y": row, "xanchor": ("left", "right")[side], "yanchor": "bottom", "yshift": 3}
            figures.append(
                {"text": counting.mean(table["units_caller"].iloc[row]), "showarrow": False}
                | place
                | {"bgcolor": theme.PAGE}
            )
    if len(series) > 1:
        note = clauses(note, _("arrows: it goes on"))
    labels, axis, marks = sized(bids, called), unit_axis(title, ends), [(0, _("break-even"), "dash")]
    drawn = dot_rows(question, labels, series, axis, dots_a_row=1, answer=answer, note=note, marks=marks, ends=ends)
    return drawn.update_layout(annotations=[*drawn.layout.annotations, *figures])


def _units_in_all(table: pd.DataFrame, counting: Counting) -> list[str]:
    """The mean units of callers, and which bids clearly bring or cost units; of those called ten times at least."""
    bids, called = _names(table), table["called"].to_numpy()
    mean, low, high, error = (numbers(table, name) for name in (*UNITS, "error"))
    squares = np.nan_to_num(error**2) * called * (called - 1) + called * mean**2  # without an error all had the same
    of_all = float(mean_error((called * mean).sum(), squares.sum(), called.sum()))
    every = counting.mean(float((called * mean).sum() / called.sum()), None if np.isnan(of_all) else of_all)
    means = [
        f"{bid} ({counting.mean(units, None if np.isnan(off) else off)})"
        for bid, units, off in zip(bids, mean.tolist(), error.tolist(), strict=True)
    ]
    order = [at for at in np.argsort(-mean, kind="stable").tolist() if called[at] >= MIN_DEALS]
    pay, cost = [means[at] for at in order if low[at] > 0], [means[at] for at in order[::-1] if high[at] < 0]
    kind, outside = str(table.columns[0]), Outside(len(pay) + len(cost), len(order) / ONE_IN)
    return [
        _("{mean} for all bids.", mean=every),
        clearly(pay, cost, _(NO_UNITS_CLEARLY[kind]), ABOUT_BREAK_EVEN),
        outside_there(outside, len(order), kind, _("mean")),
    ]


def margin_means(rows: Rows, *, bonuses: bool = False) -> go.Figure:
    """How far from the target made and failed contracts ended, each on its side.

    A mean of few deals that is far out is an arrow with its figure. With `bonuses` these count too.
    """
    table, question = frame(rows), _("Made or failed by how much?")
    if table.empty or not (table["counted_made"].any() or table["counted_failed"].any()):
        return nothing(question, _(NOT_COUNTED))
    off, samples = (
        np.concatenate([numbers(table, f"{what}_{end}") for end in ("made", "failed")])
        for what in ("margin", "counted")
    )
    most = float(np.nanmax(np.abs(off)[common(samples)]))  # the largest mean margin that sets the scale
    series = [_margin_bars(table, outcome, most, bonuses=bonuses) for outcome in (FAILED, MADE)]
    labels = sized(_names(table), table["counted_failed"], table["counted_made"])
    title, note = _("card points from the target"), _("counted deals: failed / made")
    if bonuses:
        title = _("card points and bonuses from the target")
    answer = _mean_margins(table, bonuses=bonuses)
    return bar_rows(question, labels, series, title, barmode="relative", answer=answer, note=note)


def _mean_margins(table: pd.DataFrame, *, bonuses: bool) -> str:
    """By how much contracts are made and failed, on average over all counted deals."""
    means = []
    for outcome, template in ((MADE, N_("made by {margin}")), (FAILED, N_("failed by {margin}"))):
        of_bids, samples = numbers(table, f"margin_{outcome}"), numbers(table, f"counted_{outcome}")
        if samples.any():
            means.append(_(template, margin=number(abs(np.nansum(of_bids * samples) / samples.sum()), 1)))
    if bonuses:
        return _("Contracts are {made_and_failed} card points and bonuses on average.", made_and_failed=listed(means))
    return _("Contracts are {made_and_failed} card points on average.", made_and_failed=listed(means))


def _margin_bars(table: pd.DataFrame, outcome: str, most: float, *, bonuses: bool) -> go.Bar:
    """The mean margins of contracts with this outcome, cut at `most`."""
    margin, (colour, shape) = numbers(table, f"margin_{outcome}"), OUTCOMES[outcome]
    arrow = "\N{LEFTWARDS ARROW} {}" if outcome == FAILED else "{} \N{RIGHTWARDS ARROW}"
    template = MARGINS[outcome, bonuses]
    hovers, at_ends = [], []
    for bid, mean, sample in zip(_names(table), margin.tolist(), table[f"counted_{outcome}"], strict=True):
        by = _(template, bid=bid, margin=number(abs(mean), 1))
        hovers.append(hover(by, _("mean of {deals}", deals=counted_deals(sample))) if sample else "")
        at_ends.append(arrow.format(number(abs(mean))) if abs(mean) > most else "")
    cut, name = np.clip(margin, -most, most), _(OUTCOME_NAMES[outcome])
    return bars(cut, hovers, colour, text=at_ends, name=name, shape=shape, customdata=margin)


def margins(deals: pd.DataFrame, *, bonuses: bool = False) -> go.Figure:
    """How many counted contracts ended how far from their target; from the frame of deals. `bonuses`: these count."""
    question = _("How close were the contracts?")
    counted = deals[deals["card_points"] >= 0]
    if counted.empty:
        return nothing(question, _(NOT_COUNTED))
    off = np.abs(counted["margin"])
    widest = max(TOTAL_CARD_POINTS, int(STEP * np.ceil(off.max() / STEP)))
    edges = np.arange(-widest, widest + 1, STEP)
    ended = set(counted["outcome"])
    series = [
        _histogram(counted, edges, outcome, bonuses=bonuses) for outcome in (FAILED, MADE, EVEN) if outcome in ended
    ]
    ends = np.array([min(0, counted["margin"].min()), max(0, counted["margin"].max() + 1)])
    ends_at = [STEP * np.floor(ends[0] / STEP), STEP * np.ceil(ends[1] / STEP)]
    title = _("card points above or below the target")
    if bonuses:
        title = _("card points and bonuses above or below the target")
    return theme.figure(
        question,
        height=300,
        traces=series,
        answer=_half_within(round(off.median()), len(off), bonuses=bonuses),
        barmode="stack",
        bargap=0.06,
        xaxis={"title": {"text": title}, "range": ends_at, "showgrid": False},
        yaxis={"title": {"text": _("deals")}, theme.FORM: COUNT, "tickformat": ",d"}
        | ticks(*(bar.y for bar in series)),
        **theme.legend_below(),
    )


def _half_within(median: int, contracts: int, *, bonuses: bool) -> str:
    """Within how many card points of the target half of the contracts ended; of one contract how far from it."""
    if bonuses:
        off = ngettext("{count} card point and bonuses", "{count} card points and bonuses", median)
    else:
        off = ngettext("{count} card point", "{count} card points", median)
    if contracts == 1:
        return _("The one contract ended {card_points} from the target.", card_points=off)
    return _("Half of the contracts ended within {card_points} of the target.", card_points=off)


def _histogram(deals: pd.DataFrame, edges: Numbers, outcome: str, *, bonuses: bool) -> go.Bar:
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
        where = _(DISTANCES[low < 0, bonuses], start=ends[0], end=ends[1])
        hovers.append(hover(_("{outcome}: {deals}", outcome=name, deals=counts.deals(int(count[place]))), where))
    look = {"color": colour, "pattern": theme.hatched(shape)}
    x, y = edges[there] + STEP / 2, count[there]
    return go.Bar(x=x, y=y, width=STEP, name=name, marker=look, hovertext=hovers, hoverinfo="text", textposition="none")
