"""Where players stand: by their ratings, in a ranking across events, and under another payout table."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.address import links
from dashboard.charts.base import (
    BARE,
    BASE_A_DEAL,
    POINTS,
    Floats,
    Rows,
    frame,
    hover,
    likely,
    records,
)
from dashboard.charts.season_lines import (
    EVENINGS,
    FEW_RECORDS,
    GAP,
    HEIGHT,
    LETTERS,
    NAMED,
    Line,
    drawn,
    evening_words,
    in_colour,
    look,
    names_at_ends,
    style,
    time_axis,
    with_places,
)
from dashboard.charts.shapes import bar_rows, bars, nothing
from dashboard.look import safe_text, theme
from scorer.language import N_, _
from scorer.rules.ranking import Placed
from scorer.text.numbers import SCREEN, Counting, Row, plain

SHOWN: Final = 20  # players; the others are in the table
EVENTS: Final = 5  # with a pattern each; the others together
OTHERS: Final = N_("other events")
NO_EVENT: Final = N_(
    "No event counts here yet: a tournament does once it is finished, a season of deals once it is over."
)


def _rated(row: Row, counting: Counting, *, sure: bool) -> list[str]:
    """The rating of a row, and the ends of its interval if `sure`, in words."""
    facts = {"player": row["player"], "rating": counting.mean(row["rating"]), "units": _(BASE_A_DEAL)}
    rated = _("{player}: {rating} {units}", **facts)
    return [rated, likely(counting.mean(row["low"]), counting.mean(row["high"]))] if sure else [rated]


def rating_lines(
    curve: pd.DataFrame,
    everybody: Sequence[str],
    players: Sequence[str],
    shown: Sequence[str] = (),
    *,
    names: Mapping[Any, str] | None = None,
    sure: bool = True,
) -> go.Figure:
    """The ratings evening by evening, from `stats.rating_curve`, of players in the order of their places.

    `names` are the matches by day; with the intervals if `sure`.
    """
    question = _("How did the ratings go?")
    days = np.unique(curve["on"].to_numpy())
    if curve.empty:
        return nothing(question)
    chosen, counting = in_colour(players, shown), Counting(style=SCREEN)
    colour, grey = [], []
    for player in players:
        own = curve[curve["player"] == player]
        trace = go.Scatter(
            x=np.searchsorted(days, own["on"].to_numpy()) + 1,
            y=own["rating"].to_numpy(np.float32),
            hovertext=[
                hover(*_rated(row, counting, sure=sure), _("after {day}", day=row["on"].date())) for row in records(own)
            ],
            hoverinfo="text",
            meta=links.to("players", player=player),
            **look(player, everybody, chosen, few=len(days) <= FEW_RECORDS),
        )
        if player in chosen:
            colour.append(Line(player, trace, counting.mean(float(own["rating"].iloc[-1]))))
        else:
            grey.append(trace)
    axes = {"xaxis": time_axis(days, _(EVENINGS)), "yaxis": {"title": {"text": _(BASE_A_DEAL)}}}
    course = drawn(question, colour, axes, behind=grey, note=_("each from the deals until then"))
    return with_places(course, evening_words(pd.DatetimeIndex(days, name="on"), names or {}))


def ranking_bars(ranking: Sequence[Placed]) -> go.Figure:
    """The first in the ranking with the ranking points of each event; the events that gave most have patterns."""
    question = _("Where are the points from?")
    top = [placed for placed in ranking[:SHOWN] if placed.ranking_points]
    if not top:
        return nothing(question, _(NO_EVENT))
    hovers = []
    gives: dict[str, Floats] = {}
    for at, placed in enumerate(top):
        lines = [_("{player}: {points} ranking points", player=placed.player, points=plain(placed.ranking_points))]
        for share in placed.shares:
            if share.counts:
                gives.setdefault(share.event.name, np.zeros(len(top)))[at] = float(share.worth)
                facts = {"event": share.event.name, "points": plain(share.worth), "place": share.place}
                lines.append(_("{event}: {points}, place {place} of {players}", **facts, players=share.event.field))
        hovers.append(hover(*lines))
    most = sorted(gives, key=lambda name: (-gives[name].sum(), name))
    kept = most if len(most) <= EVENTS + 1 else most[:EVENTS]
    names, points = [*kept], [gives[name] for name in kept]
    if remaining := most[len(kept) :]:
        names.append(_(OTHERS))
        points.append(np.sum([gives[name] for name in remaining], axis=0))
    between = {"color": theme.PAGE, "width": 2}  # it parts the parts of a bar, which are greys
    series = [
        bars(given, hovers, colour, name=safe_text.plain(name), shape=shape, marker_line=between)
        for given, name, (colour, shape) in zip(points, safe_text.shorts(names, 32), theme.EVENTS, strict=False)
    ]
    players = [placed.player for placed in top]
    note = ""
    if len(ranking) > len(top):
        note = _("the first {number} of {players}", number=len(top), players=len(ranking))
    return bar_rows(question, players, series, _("ranking points"), barmode="stack", note=note, form=POINTS)


def places_there(rows: Rows, everybody: Sequence[str], title: str) -> go.Figure:
    """The place of each player as played and under the table of this title, a line between; from `stats.recount`.

    Where not all players have room for a name, only those who are in colour in other figures.
    """
    table, question = frame(rows), _("Who would stand where under {variant}?", variant=title)
    if table.empty:
        return nothing(question)
    players, counting, count = table["player"].tolist(), Counting(style=SCREEN), len(table)
    chosen = players if count <= NAMED else in_colour(players, ())
    left, right = [], []
    for row in records(table[table["player"].isin(chosen)]):
        player, places = str(row["player"]), [row["played_place"], row["place"]]
        before, after = (counting.total(row[name]) for name in ("played_units", "units"))
        line = go.Scatter(
            x=[0, 1],
            y=places,
            hovertext=[_under_both(row, before, after, title)] * 2,
            hoverinfo="text",
            meta=links.to("players", player=player),
            **style(player, everybody, marks=True),
        )
        right.append(Line(player, line, after))
        left.append(Line(player, go.Scatter(x=[0], y=places[:1], line=line.line), before))
    span, height = [count + 0.5, 0.5], max(HEIGHT, (len(chosen) + 1) * GAP)
    behind, room_left = names_at_ends(left, span, height)
    ahead, room_right = names_at_ends(right, span, height)
    mirrored = [label | {"ax": -label["ax"], "xanchor": "right", "align": "right"} for label in behind]
    under = safe_text.plain(_("under {variant}", variant=safe_text.short(title)))
    ends = {"tickvals": [0, 1], "ticktext": [_("as played"), under]}
    return theme.figure(
        question,
        height=height,
        traces=[line.trace for line in right],
        xaxis={"title": {"text": _("place and units of the same deals")}, "range": [-0.01, 1.01]} | ends | BARE,
        yaxis={"range": span, "showticklabels": False, "automargin": False} | BARE,
        annotations=[*mirrored, *ahead],
        margin={"l": room_left + LETTERS, "r": room_right},
        hovermode="closest",
    )


def _under_both(row: Row, before: str, after: str, title: str) -> str:
    """The words at the line of a player: places and units as played, and under the table of this title."""
    facts = {"player": row["player"], "played_place": row["played_place"], "place": row["place"], "variant": title}
    return hover(
        _("{player}: place {played_place} as played, {place} under {variant}", **facts),
        _("{played_units} units as played, {units} under {variant}", played_units=before, units=after, variant=title),
    )
