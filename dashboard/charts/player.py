"""One player, or two beside each other in one figure: units as they ran, the last evenings, rates."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.address import links
from dashboard.charts.base import (
    BARE,
    Floats,
    Rows,
    day_words,
    frame,
    hover,
    moved_by_chance,
    numbers,
    rate_of,
    records,
    sized,
    small,
    span,
    ticks,
)
from dashboard.charts.callers import NEVER_CALLED, ROLE_WORDS
from dashboard.charts.lines import HEIGHT, RECORDS, WIDTH, Line, names_at_ends, thinned, time_axis
from dashboard.charts.shapes import APART, dot_rows, nothing, rate_dots
from dashboard.look import safe_text, theme
from scorer.frames.record_columns import Ints
from scorer.stats.models.multiple_testing import by_coins
from scorer.text.numbers import PLUS_MINUS, SCREEN, Counting, percent
from scorer.text.sentences import counted

NAME: Final = 20  # letters of a name in a question or an answer
PLACES: Final = 300  # of a line that are drawn at most, besides the ends of its gaps
FEW: Final = 40  # records up to which each has a mark
LAST: Final = 10  # evenings that make the form
WON, LOST, EVEN = "won", "lost", "level"
LOOKS: Final = {WON: (theme.MADE, "triangle-up"), LOST: (theme.FAILED, "triangle-down"), EVEN: (theme.EVEN, "circle")}
CALLS: Final = {"called": "count", "call_rate": "share", "call_low": "low", "call_high": "high"}
WINS: Final = {"wins": "count", "win_rate": "share"}
KEPT: Final = ["role", "count", "decided", "share", "low", "high"]
ROLE_LABELS: Final = {"called": "called the deal", "all": "won, of all deals"}


def evening_word(units: float) -> str:
    """What an evening was: won with units above zero, lost below, level at zero."""
    return WON if units > 0 else LOST if units < 0 else EVEN


def player_units(running: pd.DataFrame, everybody: Sequence[str], *, currency: str = "") -> go.Figure:
    """Running units of one player, or of two since they met, from `stats.running_of`; a mark leads to its match.

    The lines are solid, told apart by colour and by the name at their end; days of absence are gaps.
    """
    players = [str(player) for player in running.columns]
    names = safe_text.shorts(players, NAME)
    question = f"How did the units of {names[0]} run?" if len(names) == 1 else f"{' or '.join(names)}: who is ahead?"
    if not len(running):
        return nothing(question)
    counting = Counting(currency, SCREEN)
    days = running.index.get_level_values("on").to_numpy().astype("datetime64[D]")
    traces = [_run(running, player, everybody, counting) for player in players]
    lines = np.concatenate([trace.y for trace in traces])
    heights = span(lines, air=0.06)
    ends = [counting.total(running[player].dropna().iloc[-1]) for player in players]
    labels, room = names_at_ends(list(map(Line, players, traces, ends)), heights, HEIGHT)
    absent = ["A gap is a day of absence."] if running.isna().to_numpy().any() else []
    since = [f"Counted from {day_words(days[0].item())}, their first evening together."] if len(players) > 1 else []
    return theme.figure(
        question,
        height=HEIGHT,
        answer=safe_text.sentence(_ahead(running, names, counting, days) + _by_coins(running, counting), names),
        note=" ".join([*since, *absent]),
        traces=traces,
        xaxis=time_axis(days, RECORDS) | {"range": [-0.01 * len(days), len(days) * 1.015]},
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
    on, matches, records = (running.index.get_level_values(name) for name in ("on", "match_id", "number"))
    texts = [""] + [
        f"{counting.said(filled[at])} ({counting.total(change[at])}), {day_words(on[at - 1])}"
        for at in kept[1:].tolist()
    ]
    colour = theme.colour(player, everybody)
    return go.Scatter(
        x=small(kept),
        y=units[kept] / counting.scale,
        ids=["", *(links.to("matches", match=matches[at], deal=records[at]) for at in (kept[1:] - 1).tolist())],
        text=texts,
        hovertemplate="<b>%{fullData.name}</b> %{text}<extra></extra>",
        name=safe_text.plain(safe_text.isolated(player)),
        mode="lines+markers" if len(units) <= FEW else "lines",
        line={"color": colour, "width": WIDTH},
        marker={"size": 6, "color": colour},
        connectgaps=False,
    )


def _kept(units: Floats) -> Ints:
    """The places of a line that are drawn: few enough, and both ends of each gap that is wide enough to be seen."""
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
    """Where the one stands, or who of two is ahead."""
    lines = [running[player].dropna() for player in running.columns]
    now = [float(line.iloc[-1]) for line in lines]
    if len(now) == 1:
        units = running.iloc[:, 0].to_numpy()
        best, worst = int(np.nanargmax(units)), int(np.nanargmin(units))
        ends = ((word, at) for word, at in (("highest", best), ("lowest", worst)))
        words = ", ".join(f"{word} {counting.total(units[at])} ({day_words(days[at].item())})" for word, at in ends)
        return f"{counting.said(now[0])} now; {words}."
    if now[0] == now[1]:
        return f"Both have {counting.total(now[0])}."
    first, second = (0, 1) if now[0] > now[1] else (1, 0)
    by = counting.said(now[first] - now[second]).lstrip("+")
    return f"{names[first]} by {by}: {counting.total(now[first])}, {names[second]} {counting.total(now[second])}."


def _by_coins(running: pd.DataFrame, counting: Counting) -> str:
    """How far tosses of a coin would have brought the same units, or two players apart."""
    lines = running.ffill().fillna(0.0).to_numpy(np.float64)
    between = lines[:, 0] - lines[:, 1] if lines.shape[1] > 1 else lines[:, 0]
    furthest = by_coins(np.diff(between, prepend=0.0))
    if not furthest:
        return ""
    end = counting.off(furthest)
    it_would = f"they would be within {end} of each other" if lines.shape[1] > 1 else f"it would be {PLUS_MINUS}{end}"
    return f" Had a coin decided each deal, {it_would} at most in 95 of 100 cases."


def form(evenings: Rows, player: str, everybody: Sequence[str], *, currency: str = "") -> go.Figure:
    """Units of the last ten evenings of a player, from `stats.evenings`; a mark leads to the match of its evening."""
    table = frame(evenings)[-LAST:].reset_index(drop=True)
    question = f"How did the last {counted(len(table), 'evening') if len(table) > 1 else 'evening'} go?"
    if table.empty:
        return nothing(question)
    counting, units = Counting(currency, SCREEN), numbers(table, "units")
    days = [day_words(day) for day in table["on"]]
    ends = [evening_word(one) for one in units.tolist()]
    hovers = [hover(f"{day}: {word}, {counting.total(one)}") for day, word, one in zip(days, ends, units, strict=True)]
    looks = [LOOKS[end] for end in ends]
    line = go.Scatter(
        x=np.arange(len(table)),
        y=units / counting.scale,
        ids=[links.to("matches", match=match) for match in table["match_id"]],
        mode="lines+markers+text",
        text=[counting.total(one) for one in units.tolist()],
        textposition=["bottom center" if one < 0 else "top center" for one in units.tolist()],
        line={"color": theme.colour(player, everybody), "width": WIDTH},
        marker={"size": 12, "color": [one for one, _ in looks], "symbol": [one for _, one in looks], "opacity": 1},
        hovertext=hovers,
        hoverinfo="text",
        cliponaxis=False,
    )
    at, reach = sorted({0, len(table) - 1}), list(span(line.y, air=0.25))
    some_days = {"tickvals": at, "ticktext": [days[place] for place in at], "tickangle": 0}
    level = f", {ends.count(EVEN)} level" if EVEN in ends else ""
    won = f"{ends.count(WON)} won, {ends.count(LOST)} lost{level}"
    drawn = theme.figure(
        question,
        height=110,
        answer=f"{won}; {counting.said(float(units.sum()))} in all.",
        traces=[line],
        xaxis={"title": {"text": "evenings"}, "range": [-0.5, len(table) - 0.5], **some_days, **BARE},
        yaxis={"title": {"text": counting.title}, "range": reach, "showticklabels": False, "showgrid": False},
        margin={"b": 48},
    )
    return drawn.update_layout(meta=drawn.layout.meta | {"places": days})


def both_rates(called: Rows, roles: Mapping[str, Rows], everybody: Sequence[str]) -> go.Figure:
    """How often two players call, and win in each role: `stats.overview`, and by player the rows of `stats.roles`."""
    players, overview = list(roles), frame(called)
    names = safe_text.shorts(players, NAME)
    tables = [_calls_and_wins(overview[overview["player"] == player], frame(roles[player])) for player in players]
    decided = [table["decided"] for table in tables]
    there = [
        role for role in tables[0].index.union(tables[1].index, sort=False) if any(of.get(role, 0) for of in decided)
    ]
    more = "who calls more, who wins more?" if "called" in there else "who wins more?"
    question = f"{' or '.join(names)}: {more}"
    if not there:
        return nothing(question)
    rows = [one.reindex(there).fillna({"decided": 0, "count": 0}) for one in tables]
    labels = [ROLE_LABELS.get(role, ROLE_WORDS.get(role, role)) for role in there]
    answer = ""
    if "all" in there:
        first, second = (percent(one["share"].get("all"), SCREEN) for one in rows)
        chance = _by_chance([one.loc[["all"]] for one in rows], "deal")
        answer = f"Deals won: {names[0]} {first}, {names[1]} {second}{chance}."
    return _both(question, players, rows, labels, "% of deals", everybody, answer)


def _calls_and_wins(called: pd.DataFrame, roles: pd.DataFrame) -> pd.DataFrame:
    """How often a player called, of deals with an auction, and won in each role: a row each, by its name."""
    auctions = called["deals"] - called["side_deals"]
    calls = called.assign(role="called", decided=auctions)[auctions > 0].rename(columns=CALLS)
    wins = roles.assign(decided=roles["wins"] + roles["losses"]).rename(columns=WINS)
    return pd.concat([calls[KEPT], wins[KEPT]]).set_index("role")


def both_bids(compared: Mapping[str, Rows], everybody: Sequence[str]) -> go.Figure:
    """How often two players make each band; `compared` by player, of `stats.compared`."""
    players, tables = list(compared), [frame(rows) for rows in compared.values()]
    names = safe_text.shorts(players, NAME)
    question = f"{' or '.join(names)}: who makes more of the same bids?"
    if not any(len(table) and table["called"].any() for table in tables):
        return nothing(question, NEVER_CALLED)
    called = np.logical_or(*(table["called"].to_numpy() > 0 for table in tables))
    rows = [
        table[called].assign(decided=table["made"] + table["failed"], share=table["rate"], count=table["made"])
        for table in tables
    ]
    made = [f"{name} {one['made'].sum()} of {one['decided'].sum()}" for name, one in zip(names, rows, strict=True)]
    answer = f"Contracts made: {', '.join(made)}{_by_chance(rows, 'contract')}."
    return _both(question, players, rows, rows[0]["band"].tolist(), "% of contracts made", everybody, answer)


def _by_chance(rows: Sequence[pd.DataFrame], what: str) -> str:
    """How far chance alone moves the rate of each of two, about that of both together."""
    of, count = ([int(one[name].sum()) for one in rows] for name in ("decided", "count"))
    return moved_by_chance(sum(count) / sum(of), of, what) if sum(of) else ""


def _both(
    question: str,
    players: Sequence[str],
    rows: Sequence[pd.DataFrame],
    labels: Sequence[str],
    title: str,
    everybody: Sequence[str],
    answer: str,
) -> go.Figure:
    """A row for each label, with a dot and an interval of each of two players."""
    decided = [one["decided"].astype(int) for one in rows]
    names, series = safe_text.shorts(players), []
    for at, (symbol, shift) in enumerate((("circle", -APART), ("diamond", APART))):
        player = players[at]
        hovers = [
            hover(
                f"{safe_text.isolated(player)}, {label}: {row['count']:.0f} of {row['decided']:.0f}",
                rate_of(row, "share"),
            )
            for label, row in zip(labels, records(rows[at]), strict=True)
        ]
        marker = {"color": theme.colour(player, everybody), "symbol": symbol}
        dots = rate_dots(rows[at], ("share", "low", "high"), hovers, shift=shift, marker=marker)
        series.append(dots.update(name=safe_text.plain(names[at]), meta=links.to("players", player=player)))
    note = "In brackets of how many; lines: 95 % intervals."
    labels, answer = sized(labels, *decided), safe_text.sentence(answer, players)
    return dot_rows(question, labels, series, title, answer=answer, note=note, wide=34)
