"""One player: units as they ran, beside those of another too, and the last evenings."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.address import links
from dashboard.charts.base import (
    RowsOrFrame,
    frame,
    hover,
    numbers,
    small,
    span,
    ticks,
)
from dashboard.charts.season_lines import (
    HEIGHT,
    RECORDS,
    WIDTH,
    SeasonLine,
    evenings_words,
    names_at_ends,
    thinned,
    time_axis,
)
from dashboard.charts.shapes import bar_rows, nothing
from dashboard.look import safe_text, theme
from scorer.frames.record_columns import Ints
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either, short_day
from scorer.stats.models.arrays import Floats
from scorer.stats.models.multiple_testing import coin_toss_bound
from scorer.text.numbers import PLUS_MINUS, SCREEN, Counting

NAME: Final = 20  # letters of a name in a question or an answer
PLACES: Final = 300  # of a line that are drawn at most, besides the ends of its gaps
FEW: Final = 40  # records up to which each has a mark
LAST: Final = 30  # evenings that are shown
WON, LOST, EVEN = "won", "lost", "level"  # how an evening ended
EVENING_WORDS: Final = {WON: N_("won"), LOST: N_("lost"), EVEN: N_("level")}
LOOKS: Final = {WON: theme.MADE, LOST: theme.FAILED, EVEN: theme.EVEN}


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
    labels, room = names_at_ends(list(map(SeasonLine, named, traces, ends)), heights, HEIGHT)
    notes = []
    if len(players) > 1:
        notes.append(_("Counted from {day}, their first evening together.", day=short_day(days[0].item())))
    if running.isna().to_numpy().any():
        notes.append(_("A gap is a day of absence."))
    if sure and (coins := _by_coins(running, counting)):
        notes.append(coins)
    return theme.chart(
        question,
        height=HEIGHT,
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


def evening_bars(
    evenings: RowsOrFrame, player: str, *, currency: str = "", by_chance: float | None = None
) -> go.Figure:
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
    colours = [LOOKS[evening_outcome(total)] for total in units.tolist()]
    note = ""
    if by_chance is not None:
        note = _("Chance alone commonly moves one by about {units}.", units=counting.error(by_chance))
    drawn = bar_rows(
        question,
        days,
        units / counting.scale,
        counting.title,
        note=note,
        text=totals,
        ids=leading,
        marker_color=colours,
        hoverinfo="text",
        hovertext=hovers,
        textfont={"size": theme.LABELS},
        constraintext="none",
    )
    # the whole row of an evening leads there, also where nothing was won
    return drawn.update_layout(hovermode="y", meta=drawn.layout.meta | {"rows": _("evening")})
