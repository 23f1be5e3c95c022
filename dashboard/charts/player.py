"""One player, or two in one figure: units as they ran, the last evenings, rates."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.address import links
from dashboard.charts.base import (
    Floats,
    Rows,
    contracts,
    frame,
    hover,
    moved_by_chance,
    numbers,
    one_sentence,
    rate_of,
    records,
    sized,
    small,
    span,
    ticks,
)
from dashboard.charts.season_lines import (
    HEIGHT,
    RECORDS,
    WIDTH,
    Line,
    evenings_words,
    names_at_ends,
    thinned,
    time_axis,
)
from dashboard.charts.shapes import APART, bar_rows, bars, dot_rows, nothing, rate_dots
from dashboard.look import safe_text, theme
from scorer.frames.record_columns import Ints
from scorer.language import N_, _, counts
from scorer.language.lists_numbers_dates import either, short_day
from scorer.stats.models.multiple_testing import coin_toss_bound
from scorer.text.numbers import PLUS_MINUS, SCREEN, Counting, percent

NEVER_CALLED: Final = N_("No deal called here yet.")
ROLE_WORDS: Final = {
    "caller": N_("caller, with a partner"),
    "solo": N_("caller, alone"),
    "partner": N_("partner"),
    "defender": N_("defender"),
    "side": N_("nobody called"),
    "all": N_("all deals"),
}
NAME: Final = 20  # letters of a name in a question or an answer
PLACES: Final = 300  # of a line that are drawn at most, besides the ends of its gaps
FEW: Final = 40  # records up to which each has a mark
LAST: Final = 30  # evenings that are shown
WON, LOST, EVEN = "won", "lost", "level"  # how an evening ended
EVENING_WORDS: Final = {WON: N_("won"), LOST: N_("lost"), EVEN: N_("level")}
LOOKS: Final = {WON: theme.MADE, LOST: theme.FAILED, EVEN: theme.EVEN}
CALLS: Final = {"called": "count", "call_rate": "share", "call_low": "low", "call_high": "high"}
WINS: Final = {"wins": "count", "win_rate": "share"}
KEPT: Final = ["role", "count", "decided", "share", "low", "high"]
ROLE_LABELS: Final = ROLE_WORDS | {"called": N_("called the deal"), "all": N_("won, of all deals")}


def evening_outcome(units: float) -> str:
    """How an evening ended for a player, a code: WON with units above zero, LOST below, EVEN at zero."""
    return WON if units > 0 else LOST if units < 0 else EVEN


def player_units(
    running: pd.DataFrame, everybody: Sequence[str], *, currency: str = "", sure: bool = True
) -> go.Figure:
    """Running units of one player, or of two since they met, from `stats.running_of`; a mark leads to its match.

    The lines are solid: their colours and the names at their ends differ. Days of absence are gaps.
    """
    players = [str(player) for player in running.columns]
    names = safe_text.shorts(players, NAME)
    question = _("How did the units of {player} run?", player=names[0])
    if len(names) > 1:
        question = _("{players}: who is ahead?", players=either(names))
    if not len(running):
        return nothing(question)
    counting = Counting(currency, SCREEN)
    days = running.index.get_level_values("on").to_numpy().astype("datetime64[D]")
    traces = [_run(running, player, everybody, counting) for player in players]
    lines = np.concatenate([trace.y for trace in traces])
    heights = span(lines, air=0.06)
    ends = [counting.total(running[player].dropna().iloc[-1]) for player in players]
    named = players if len(players) > 1 else [""]  # the question has the name of the one
    labels, room = names_at_ends(list(map(Line, named, traces, ends)), heights, HEIGHT)
    notes = []
    if len(players) > 1:
        notes.append(_("Counted from {day}, their first evening together.", day=short_day(days[0].item())))
    if running.isna().to_numpy().any():
        notes.append(_("A gap is a day of absence."))
    answer = [_ahead(running, names, counting, days), _by_coins(running, counting) if sure else ""]
    return theme.figure(
        question,
        height=HEIGHT,
        answer=safe_text.sentence(" ".join(filter(None, answer)), names),
        note=" ".join(notes),
        traces=traces,
        xaxis=time_axis(days, _(RECORDS)) | {"range": [-0.01 * len(days), len(days) * 1.015]},
        yaxis={"title": {"text": counting.title}, "range": list(heights)} | ticks(lines[~np.isnan(lines)]),
        annotations=labels,
        margin={"r": room},
        hovermode="closest",
    )


def _run(running: pd.DataFrame, player: str, everybody: Sequence[str], counting: Counting) -> go.Scatter:
    """The line of a player; place 0 is before the first record."""
    units = np.concatenate([[0.0], running[player].to_numpy(np.float64)])
    kept = _kept(units)
    filled = pd.Series(units).ffill().to_numpy()
    change = np.diff(filled, prepend=0.0)
    on, matches, record_numbers = (running.index.get_level_values(name) for name in ("on", "match_id", "number"))
    texts = [""] + [
        _(
            "{units} ({change}), {day}",
            units=counting.with_unit(filled[at]),
            change=counting.total(change[at]),
            day=short_day(on[at - 1]),
        )
        for at in kept[1:].tolist()
    ]
    colour = theme.colour(player, everybody)
    return go.Scatter(
        x=small(kept),
        y=units[kept] / counting.scale,
        ids=["", *(links.to("matches", match=matches[at], deal=record_numbers[at]) for at in (kept[1:] - 1).tolist())],
        text=texts,
        hovertemplate="<b>%{fullData.name}</b> %{text}<extra></extra>",
        name=safe_text.plain(safe_text.isolated(player)),
        mode="lines+markers" if len(units) <= FEW else "lines",
        line={"color": colour, "width": WIDTH},
        marker={"size": 6, "color": colour},
        connectgaps=False,
    )


def _kept(units: Floats) -> Ints:
    """The indices of a line that are drawn: few enough, and both ends of each gap that is wide enough to be seen."""
    absent = np.isnan(units)
    begins, ends = np.flatnonzero(np.diff(absent.astype(np.int8), prepend=0, append=0)).reshape(-1, 2).T
    seen = ends - begins >= len(units) / PLACES
    edges = np.concatenate([begins[seen] - 1, begins[seen], ends[seen]])
    gap = np.zeros(len(units), bool)
    gap[begins[seen]] = True
    filled = pd.Series(units).ffill().to_numpy()
    kept = np.unique(np.concatenate([thinned(filled, PLACES), edges[edges < len(units)]]))
    return np.asarray(kept[~absent[kept] | gap[kept]])


def _ahead(running: pd.DataFrame, names: Sequence[str], counting: Counting, days: Any) -> str:
    """Where the line of a player was highest and lowest, or which of two is ahead."""
    lines = [running[player].dropna() for player in running.columns]
    now = [float(line.iloc[-1]) for line in lines]
    if len(now) == 1:
        units = running.iloc[:, 0].to_numpy()
        best, worst = int(np.nanargmax(units)), int(np.nanargmin(units))
        return _(
            "Highest {highest} ({highest_day}), lowest {lowest} ({lowest_day}).",
            highest=counting.total(units[best]),
            highest_day=short_day(days[best].item()),
            lowest=counting.total(units[worst]),
            lowest_day=short_day(days[worst].item()),
        )
    if now[0] == now[1]:
        return _("Both have {units}.", units=counting.total(now[0]))
    first, second = (0, 1) if now[0] > now[1] else (1, 0)
    return _(
        "{first} by {difference}: {first_units}, {second} {second_units}.",
        first=names[first],
        difference=counting.with_unit(now[first] - now[second], sign=False),
        first_units=counting.total(now[first]),
        second=names[second],
        second_units=counting.total(now[second]),
    )


def _by_coins(running: pd.DataFrame, counting: Counting) -> str:
    """How far tosses of a coin would have brought the units of a player, or the units of two from each other."""
    lines = running.ffill().fillna(0.0).to_numpy(np.float64)
    between = lines[:, 0] - lines[:, 1] if lines.shape[1] > 1 else lines[:, 0]
    furthest = coin_toss_bound(np.diff(between, prepend=0.0))
    if not furthest:
        return ""
    if lines.shape[1] > 1:
        return _(
            "Had a coin decided each deal, they would be within {units} of each other at most in 95 of 100 cases.",
            units=counting.error(furthest),
        )
    return _(
        "Had a coin decided each deal, it would be {units} at most in 95 of 100 cases.",
        units=f"{PLUS_MINUS}{counting.error(furthest)}",
    )


def evening_bars(evenings: Rows, player: str, *, currency: str = "", by_chance: float | None = None) -> go.Figure:
    """A bar for each evening of a player, the newest first, from `stats.evenings`; it leads to the player's evening.

    `by_chance` is how far chance alone commonly moves one of them, where that is to be said.
    """
    table = frame(evenings)
    question = _("How did the evenings go?") if len(table) > 1 else _("How did the evening go?")
    if len(table) > LAST:
        question = _("How did the last {evenings} go?", evenings=evenings_words(LAST))
    if table.empty:
        return nothing(question)
    newest, counting = table[: -LAST - 1 : -1], Counting(currency, SCREEN)
    units = numbers(newest, "units")
    totals, days = list(map(counting.total, units.tolist())), list(map(short_day, newest["on"]))
    hovers = [
        hover(_("{day}: {outcome}, {units}", day=day, outcome=_(EVENING_WORDS[evening_outcome(total)]), units=written))
        for day, total, written in zip(days, units.tolist(), totals, strict=True)
    ]
    leading = [links.to("matches", match=match, player=player) for match in newest["match_id"]]
    look: dict[str, Any] = {"textfont": {"size": theme.LABELS}, "constraintext": "none"}
    colours = [LOOKS[evening_outcome(total)] for total in units.tolist()]
    note = ""
    if by_chance is not None:
        note = _("Chance alone commonly moves one by about {units}.", units=counting.error(by_chance))
    drawn = bar_rows(
        question,
        days,
        [bars(units / counting.scale, hovers, colours, text=totals, ids=leading, **look)],
        counting.title,
        answer=_evenings_in_all([evening_outcome(total) for total in units.tolist()]),
        note=note,
    )
    return drawn.update_layout(hovermode="y")  # the whole row of an evening leads there, also where nothing was won


def _evenings_in_all(ends: Sequence[str]) -> str:
    """How many evenings were won, lost and level."""
    facts = {"won": ends.count(WON), "lost": ends.count(LOST)}
    if EVEN in ends:
        return _("{won} up, {lost} down, {level} level.", **facts, level=ends.count(EVEN))
    return _("{won} up, {lost} down.", **facts)


def both_rates(called: Rows, roles: Mapping[str, Rows], everybody: Sequence[str], *, sure: bool = True) -> go.Figure:
    """How often two players call, and win in each role: `stats.overview`, and by player the rows of `stats.roles`."""
    players, overview = list(roles), frame(called)
    names = safe_text.shorts(players, NAME)
    tables = [_calls_and_wins(overview[overview["player"] == player], frame(roles[player])) for player in players]
    decided = [table["decided"] for table in tables]
    roles_of_both = tables[0].index.union(tables[1].index, sort=False)
    there = [role for role in roles_of_both if any(samples.get(role, 0) for samples in decided)]
    question = _("{players}: who wins more?", players=either(names))
    if "called" in there:
        question = _("{players}: who calls more, who wins more?", players=either(names))
    if not there:
        return nothing(question)
    rows = [table.reindex(there).fillna({"decided": 0, "count": 0}) for table in tables]
    labels = [_(ROLE_LABELS[role]) for role in there]
    answer = ""
    if "all" in there:
        first, second = (percent(table["share"].get("all"), SCREEN) for table in rows)
        facts = {"first": names[0], "first_share": first, "second": names[1], "second_share": second}
        won = _("Deals won: {first} {first_share}, {second} {second_share}", **facts)
        moved = _by_chance([table.loc[["all"]] for table in rows], counts.deals) if sure else ""
        answer = one_sentence(won, moved)
    return _both(question, players, rows, labels, _("% of deals"), everybody, answer, sure=sure)


def _calls_and_wins(called: pd.DataFrame, roles: pd.DataFrame) -> pd.DataFrame:
    """How often a player called, of deals with an auction, and won in each role: a row for each, by its code."""
    auctions = called["deals"] - called["side_deals"]
    calls = called.assign(role="called", decided=auctions)[auctions > 0].rename(columns=CALLS)
    wins = roles.assign(decided=roles["wins"] + roles["losses"]).rename(columns=WINS)
    return pd.concat([calls[KEPT], wins[KEPT]]).set_index("role")


def both_bids(compared: Mapping[str, Rows], everybody: Sequence[str], *, sure: bool = True) -> go.Figure:
    """How often two players make each band; `compared` by player, of `stats.compared`."""
    players, tables = list(compared), [frame(rows) for rows in compared.values()]
    names = safe_text.shorts(players, NAME)
    question = _("{players}: who makes more of the same bids?", players=either(names))
    if not any(len(table) and table["called"].any() for table in tables):
        return nothing(question, _(NEVER_CALLED))
    called = np.logical_or(*(table["called"].to_numpy() > 0 for table in tables))
    rows = [
        table[called].assign(decided=table["made"] + table["failed"], share=table["rate"], count=table["made"])
        for table in tables
    ]
    (first_made, second_made), (first_decided, second_decided) = (
        [int(table[column].sum()) for table in rows] for column in ("made", "decided")
    )
    made = _(
        "Contracts made: {first} {first_made} of {first_decided}, {second} {second_made} of {second_decided}",
        first=names[0],
        first_made=first_made,
        first_decided=first_decided,
        second=names[1],
        second_made=second_made,
        second_decided=second_decided,
    )
    answer = one_sentence(made, _by_chance(rows, contracts) if sure else "")
    bands = rows[0]["band"].tolist()
    return _both(question, players, rows, bands, _("% of contracts made"), everybody, answer, sure=sure)


def _by_chance(rows: Sequence[pd.DataFrame], counted: Callable[[int], str]) -> str:
    """How far chance alone moves the rates of two players, about the rate of both together, a clause."""
    samples, count = ([int(table[name].sum()) for table in rows] for name in ("decided", "count"))
    return moved_by_chance(sum(count) / sum(samples), samples, counted) if sum(samples) else ""


def _both(
    question: str,
    players: Sequence[str],
    rows: Sequence[pd.DataFrame],
    labels: Sequence[str],
    title: str,
    everybody: Sequence[str],
    answer: str,
    *,
    sure: bool,
) -> go.Figure:
    """A row for each label, with a dot of each of two players, and its interval where it is `sure`."""
    decided = [table["decided"].astype(int) for table in rows]
    names, series = safe_text.shorts(players), []
    for at, (symbol, shift) in enumerate((("circle", -APART), ("diamond", APART))):
        player = players[at]
        hovers = [
            hover(
                _(
                    "{player}, {label}: {count} of {decided}",
                    player=safe_text.isolated(player),
                    label=label,
                    count=int(row["count"]),
                    decided=int(row["decided"]),
                ),
                rate_of(row, "share", sure=sure),
            )
            for label, row in zip(labels, records(rows[at]), strict=True)
        ]
        marker = {"color": theme.colour(player, everybody), "symbol": symbol}
        dots = rate_dots(rows[at], ("share", "low", "high"), hovers, shift=shift, marker=marker, sure=sure)
        series.append(dots.update(name=safe_text.plain(names[at]), meta=links.to("players", player=player)))
    note = _("In brackets of how many; lines: 95 % intervals.") if sure else _("In brackets of how many.")
    labels, answer = sized(labels, *decided), safe_text.sentence(answer, players)
    return dot_rows(question, labels, series, title, answer=answer, note=note, wide=34)
