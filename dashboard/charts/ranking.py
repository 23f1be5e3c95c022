"""Where players stand: by their ratings, in a ranking across events, and under another payout table."""

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.address import links
from dashboard.charts.base import (
    BARE,
    BASE_A_DEAL,
    Floats,
    Row,
    Rows,
    day_words,
    frame,
    hover,
    numbers,
    records,
    sized,
    unit_axis,
)
from dashboard.charts.lines import (
    EQUALS,
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
from dashboard.charts.shapes import bar_rows, bars, dot_rows, dots, nothing, of_players
from dashboard.look import safe_text, theme
from scorer.language import counts
from scorer.rules.ranking import Placed
from scorer.stats.models.exchangeable import NOTHING
from scorer.stats.rating import NOT_TOLD
from scorer.text.numbers import SCREEN, Counting, chance, plain
from scorer.text.sentences import few

SHOWN: Final = 20  # players; the others are in the table
TOLD_APART: Final = 5  # events with a pattern; the others together
OTHERS: Final = "other events"
NO_EVENT: Final = "No event counts here yet: a tournament does once it is finished, a season of deals once it is over."
SURE: Final = "95 % intervals (deals)"


def ratings(rows: Rows, everybody: Sequence[str], *, verdict: str = "") -> go.Figure:
    """The rating of every player with its interval, the best first; from `stats.rating`.

    The `verdict` is what its rows together say; without one the answer is who is in front.
    """
    table, question = frame(rows), "Who plays better, whoever sat there?"
    if table.empty:
        return nothing(question)
    names, counting = table["player"].tolist(), Counting(style=SCREEN)
    mean, low, high = (numbers(table, column) for column in ("rating", "low", "high"))
    hovers = [hover(*_rated(row, counting), _best(row["best"], row["deals"] + row["sheets"])) for row in records(table)]
    air = 0.08 * float(high.max() - low.min()) or 1.0
    ends = min(float(low.min()), 0.0) - air, max(float(high.max()), 0.0) + air
    answer = verdict or f"{names[0]} is in front with {counting.mean(mean[0])}."
    return dot_rows(
        question,
        sized(safe_text.shorts(names), table["deals"] + table["sheets"]),
        [dots(mean, low, high, hovers, **of_players(names, everybody))],
        unit_axis(BASE_A_DEAL, ends),
        answer=safe_text.sentence(answer, names),
        note=SURE,
        marks=[(0, "average", "dash")],
        ends=ends,
    )


def _rated(row: Row, counting: Counting) -> list[str]:
    """The rating of a row and the ends of its interval, in words."""
    return [
        f"{row['player']}: {counting.mean(row['rating'])} {BASE_A_DEAL}",
        f"likely {counting.mean(row['low'])} to {counting.mean(row['high'])}",
    ]


def _best(best: float | None, played: int) -> str:
    """How likely a player is the best, where that is known, and of how much."""
    deals = counts.deals(played)
    return deals if best is None or isnan(best) else f"the best of them with {chance(best)}; {deals}"


def rating_lines(
    curve: pd.DataFrame,
    everybody: Sequence[str],
    players: Sequence[str],
    shown: Sequence[str] = (),
    *,
    names: Mapping[Any, str] | None = None,
) -> go.Figure:
    """The rating after so many of the evenings, from `stats.rating_curve`, of players in the order of their places.

    The `names` are those of the matches by day.
    """
    question = "How did the ratings go?"
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
            hovertext=[hover(*_rated(row, counting), f"after {row['on'].date()}") for row in records(own)],
            hoverinfo="text",
            meta=links.to("players", player=player),
            **look(player, everybody, chosen, few=len(days) <= FEW_RECORDS),
        )
        if player in chosen:
            colour.append(Line(player, trace, counting.mean(float(own["rating"].iloc[-1]))))
        else:
            grey.append(trace)
    axes = {"xaxis": time_axis(days, "evenings"), "yaxis": {"title": {"text": BASE_A_DEAL}}}
    answer = safe_text.sentence(f"{_rose_and_fell(curve)} {_came_apart(curve)}".strip(), everybody)
    course = drawn(question, colour, axes, behind=grey, answer=answer, note="each from the deals until then")
    return with_places(course, evening_words(pd.DatetimeIndex(days, name="on"), names or {}))


def _rose_and_fell(curve: pd.DataFrame) -> str:
    """Whose rating rose and whose fell most, from the first evening of each to the last, to two decimals."""
    of_each = curve.groupby("player", sort=False)
    change = (of_each["rating"].last() - of_each["rating"].first()).round(2)
    begun = {day.date() for day in of_each["on"].first()}
    since = f"Since {day_words(begun.pop())}" if len(begun) == 1 else "Since the first evening of each"
    parts = []
    for does, most in (("rose", change.max()), ("fell", change.min())):
        if most > 0 if does == "rose" else most < 0:
            who = [str(player) for player in change.index[change == most]]
            parts.append(f"{few(who, EQUALS)} {does} most, by {abs(most):.2f}{' each' if len(who) > 1 else ''}")
    return f"{since}, {', and '.join(parts) or 'no rating has moved'}."


def _came_apart(curve: pd.DataFrame) -> str:
    """Whose interval lies above whose at the end, and since when; or that all still overlap."""
    if len(set(curve["player"])) == 1:
        return ""
    days = [of_day.set_index("player") for _, of_day in curve.groupby("on")]
    if not days[-1]["told"].all():
        return NOT_TOLD
    above, below = str(days[-1]["low"].idxmax()), str(days[-1]["high"].idxmin())
    if not _is_above(days[-1], above, below):
        return "All 95 % intervals still overlap: by them nobody can be told from anybody."
    since = days[-1]["on"].iloc[0]
    for day in reversed(days):
        if not {above, below} <= set(day.index) or not _is_above(day, above, below):
            break
        since = day["on"].iloc[0]
    return f"The 95 % interval of {above} has been above that of {below} since {day_words(since.date())}."


def _is_above(day: pd.DataFrame, one: str, other: str) -> bool:
    """Whether the interval of one player lies above that of another on a day."""
    return float(day["low"][one]) > float(day["high"][other]) + NOTHING


def ranking_bars(found: Sequence[Placed], verdict: str = "") -> go.Figure:
    """The first in the ranking with what the events that count gave them, those that gave most each with a pattern.

    The `verdict` is what the ranking says in words.
    """
    question = "Whose ranking points come from where?"
    top = [placed for placed in found[:SHOWN] if placed.ranking_points]
    if not top:
        return nothing(question, NO_EVENT)
    hovers = []
    gives: dict[str, Floats] = {}
    for at, placed in enumerate(top):
        lines = [f"{placed.player}: {plain(placed.ranking_points)} ranking points"]
        for share in placed.shares:
            if share.counts:
                gives.setdefault(share.event.name, np.zeros(len(top)))[at] = float(share.worth)
                lines.append(f"{share.event.name}: {plain(share.worth)}, place {share.place} of {share.event.field}")
        hovers.append(hover(*lines))
    most = sorted(gives, key=lambda name: (-gives[name].sum(), name))
    kept = most if len(most) <= TOLD_APART + 1 else most[:TOLD_APART]
    names, points = [*kept], [gives[name] for name in kept]
    if others := most[len(kept) :]:
        names.append(OTHERS)
        points.append(np.sum([gives[name] for name in others], axis=0))
    series = [
        bars(given, hovers, colour, name=safe_text.plain(name), shape=shape)
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
    players, counting, count = table["player"].tolist(), Counting(style=SCREEN), len(table)
    chosen = players if count <= NAMED else in_colour(players, ())
    left, right = [], []
    for row in records(table[table["player"].isin(chosen)]):
        player, places = str(row["player"]), [row["played_place"], row["place"]]
        before, after = (counting.total(row[name]) for name in ("played_units", "units"))
        hovers = hover(
            f"{player}: place {places[0]} as played, {places[1]} under {title}",
            f"{before} units as played, {after} under {title}",
        )
        line = go.Scatter(
            x=[0, 1],
            y=places,
            hovertext=[hovers, hovers],
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
    ends = {"tickvals": [0, 1], "ticktext": ["as played", safe_text.plain(f"under {safe_text.short(title)}")]}
    return theme.figure(
        question,
        height=height,
        answer=_who_would_lead(table, players),
        traces=[line.trace for line in right],
        xaxis={"title": {"text": "place and units of the same deals"}, "range": [-0.01, 1.01]} | ends | BARE,
        yaxis={"range": span, "showticklabels": False, "automargin": False} | BARE,
        annotations=[*mirrored, *ahead],
        margin={"l": room_left + LETTERS, "r": room_right},
        hovermode="closest",
    )


def _who_would_lead(table: pd.DataFrame, players: Sequence[str]) -> str:
    """Who would lead, and who would rise most."""
    first = table["player"][table["place"] == 1].tolist()
    most = int(table["moved"].max())
    rise = "Nobody would rise."
    if most > 0:
        rose = table["player"][table["moved"] == most].tolist()
        rise = f"{few(rose)} would rise most, by {counts.places(most)}."
    return safe_text.sentence(f"{few(first)} would lead. {rise}", players)
