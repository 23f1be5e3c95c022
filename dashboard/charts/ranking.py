"""Where players stand beyond one table: in a ranking across events, and under another payout table."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import links, safe_text, theme
from dashboard.charts.base import Floats, Rows, frame, hover, records, words
from dashboard.charts.labelled_lines import GAP, HEIGHT, LETTERS, NAMED, Line, names_at_ends, style
from dashboard.charts.lines import in_colour
from dashboard.charts.shapes import bar_rows, bars, nothing
from scorer.rules.ranking import Placed
from scorer.text.numbers import SCREEN, Counting, plain
from scorer.text.sentences import counted, few

SHOWN: Final = 20  # players; the others are in the table
TOLD_APART: Final = 5  # events with a pattern; the others together
OTHERS: Final = "other events"
NO_EVENT: Final = "No event counts here yet: a tournament does once it is finished, a season of deals once it is over."


def ranking_bars(found: Sequence[Placed], verdict: str = "") -> go.Figure:
    """The first in the ranking with what the events that count gave them, those that gave most each with a pattern.

    The `verdict` is what the ranking says in words.
    """
    question = "Whose ranking points come from where?"
    top = [placed for placed in found[:SHOWN] if placed.ranking_points]
    if not top:
        return nothing(question, NO_EVENT)
    told = []
    gives: dict[str, Floats] = {}
    for at, placed in enumerate(top):
        lines = [f"{placed.player}: {plain(placed.ranking_points)} ranking points"]
        for share in placed.shares:
            if share.counts:
                gives.setdefault(share.event.name, np.zeros(len(top)))[at] = float(share.worth)
                lines.append(f"{share.event.name}: {plain(share.worth)}, place {share.place} of {share.event.field}")
        told.append(hover(lines))
    most = sorted(gives, key=lambda name: (-gives[name].sum(), name))
    kept = most if len(most) <= TOLD_APART + 1 else most[:TOLD_APART]
    points = [gives[name] for name in kept]
    names = [*kept, OTHERS] if len(kept) < len(most) else kept
    if len(kept) < len(most):
        points.append(np.sum([gives[name] for name in most[len(kept) :]], axis=0))
    series = [
        bars(given, told, colour, name=safe_text.plain(name), shape=shape)
        for given, name, (colour, shape) in zip(points, safe_text.shorts(names, 24), theme.EVENTS, strict=False)
    ]
    players = [placed.player for placed in top]
    note = f"the first {len(top)} of {len(found)}" if len(found) > len(top) else ""
    answer = safe_text.sentence(verdict, players)
    return bar_rows(question, players, series, "ranking points", barmode="stack", answer=answer, note=note)


def places_there(rows: Rows, everybody: Sequence[str], title: str) -> go.Figure:
    """The place of each player as played and under the table of this title, a line between; from `stats.recount`.

    Of more players than have room for a name, those alone that are in colour elsewhere.
    """
    table, question = frame(rows), f"Who would stand where under {title}?"
    if table.empty:
        return nothing(question)
    players, counting, count = words(table, "player"), Counting(style=SCREEN), len(table)
    chosen = players if count <= NAMED else in_colour(players, ())
    left, right = [], []
    for row in records(table[table["player"].isin(chosen)]):
        player, places = str(row["player"]), [row["played_place"], row["place"]]
        before, after = (counting.total(row[name]) for name in ("played_units", "units"))
        told = hover(
            [
                f"{player}: place {places[0]} as played, {places[1]} under {title}",
                f"{before} units as played, {after} under {title}",
            ]
        )
        line = go.Scatter(
            x=[0, 1],
            y=places,
            hovertext=[told, told],
            hoverinfo="text",
            meta=links.to("players", player=player),
            **style(player, everybody, chosen, marks=True),
        )
        right.append(Line(player, line, after))
        left.append(Line(player, go.Scatter(x=[0], y=places[:1], line=line.line), before))
    span, height = [count + 0.5, 0.5], max(HEIGHT, (len(chosen) + 1) * GAP)
    behind, room_left = names_at_ends(left, span, height)
    ahead, room_right = names_at_ends(right, span, height)
    mirrored = [label | {"ax": -label["ax"], "xanchor": "right", "align": "right"} for label in behind]
    bare = {"zeroline": False, "showgrid": False}
    ends = {"tickvals": [0, 1], "ticktext": ["as played", safe_text.plain(f"under {safe_text.short(title)}")]}
    return theme.figure(
        question,
        height=height,
        answer=_who_would_lead(table, players),
        traces=[line.trace for line in right],
        xaxis={"title": {"text": "place and units of the same deals"}, "range": [-0.01, 1.01]} | ends | bare,
        yaxis={"range": span, "showticklabels": False, "automargin": False} | bare,
        annotations=[*mirrored, *ahead],
        margin={"l": room_left + LETTERS, "r": room_right},
        hovermode="closest",
    )


def _who_would_lead(table: pd.DataFrame, players: Sequence[str]) -> str:
    """Who would lead, and who would rise most."""
    first = words(table[table["place"] == 1], "player")
    most = int(table["moved"].max())
    rise = "Nobody would rise."
    if most > 0:
        rose = words(table[table["moved"] == most], "player")
        rise = f"{few(rose)} would rise most, by {counted(most, 'place')}."
    return safe_text.sentence(f"{few(first)} would lead. {rise}", players)
