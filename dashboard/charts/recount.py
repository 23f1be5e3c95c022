"""Two standings of the same deals beside each other: as they were played, and under another payout table."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from dashboard import links, safe_text, theme
from dashboard.charts.base import Rows, frame, hover, nothing
from dashboard.charts.labelled_lines import GAP, HEIGHT, LETTERS, NAMED, Line, names_at_ends, style
from dashboard.charts.lines import in_colour
from scorer.text.numbers import SCREEN, Counting
from scorer.text.sentences import counted, few


def places_there(rows: Rows, everybody: Sequence[str], title: str) -> go.Figure:
    """The place of each player as played and under the table of this title, a line between; from `stats.recount`.

    Of more players than have room for a name, those alone that are in colour elsewhere.
    """
    table, question = frame(rows), f"Who would stand where under {title}?"
    if table.empty:
        return nothing(question)
    players, counting, count = [str(player) for player in table["player"]], Counting(style=SCREEN), len(table)
    chosen = players if count <= NAMED else in_colour(players, ())
    left, right = [], []
    for row in table.to_dict("records"):
        if (player := str(row["player"])) not in chosen:
            continue
        before, after = (counting.total(row[name]) for name in ("played_units", "units"))
        told = hover([f"{player}: place {row['played_place']} as played, {row['place']} under {title}",
                      f"{before} units as played, {after} under {title}"])  # fmt: skip
        how: dict[str, Any] = style(player, everybody, chosen, marks=True)
        line = go.Scatter(
            x=[0, 1], y=[row["played_place"], row["place"]], hoverinfo="text", hovertext=[told, told],
            meta=links.to("players", player=player), **how,
        )  # fmt: skip
        right.append(Line(player, line, after))
        left.append(Line(player, go.Scatter(x=[0], y=[row["played_place"]], line=line.line), before))
    span, height = [count + 0.5, 0.5], max(HEIGHT, (len(chosen) + 1) * GAP)
    behind, room_left = names_at_ends(left, span, height)
    ahead, room_right = names_at_ends(right, span, height)
    mirrored = [label | {"ax": -label["ax"], "xanchor": "right", "align": "right"} for label in behind]
    under = safe_text.plain(f"under {safe_text.short(title)}")
    ends = {"title": {"text": "place and units of the same deals"}, "tickvals": [0, 1], "range": [-0.01, 1.01],
            "ticktext": ["as played", under], "zeroline": False, "showgrid": False}  # fmt: skip
    return theme.figure(
        question, traces=[line.trace for line in right], height=height, answer=_answer(table, players),
        annotations=[*mirrored, *ahead], margin={"l": room_left + LETTERS, "r": room_right},
        hovermode="closest", xaxis=ends,
        yaxis={"range": span, "showticklabels": False, "showgrid": False,
               "zeroline": False, "automargin": False},
    )  # fmt: skip


def _answer(table: Any, players: Sequence[str]) -> str:
    """Who would lead, and who would rise most."""
    first = [str(player) for player in table["player"][table["place"] == 1]]
    words = f"{few(first)} would lead."
    if (most := int(table["moved"].max())) > 0:
        rose = [str(player) for player in table["player"][table["moved"] == most]]
        words += f" {few(rose)} would rise most, by {counted(most, 'place')}."
    return safe_text.sentence(words if most > 0 else f"{words} Nobody would rise.", players)
