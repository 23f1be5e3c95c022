"""The rating of players, with how sure it is, and as it went over the season."""

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import links, safe_text
from dashboard.charts.base import (
    BASE_A_DEAL,
    Row,
    Rows,
    day_words,
    frame,
    hover,
    numbers,
    records,
    sized,
    unit_axis,
    words,
)
from dashboard.charts.labelled_lines import Line, drawn, look
from dashboard.charts.lines import FEW_RECORDS, TOLD, evening_words, in_colour, time_axis, with_places
from dashboard.charts.shapes import dot_rows, dots, nothing, of_players
from scorer.stats.equals import NOTHING
from scorer.stats.insight_descriptions import NOT_TOLD
from scorer.text.numbers import SCREEN, Counting, chance
from scorer.text.sentences import counted, few

SURE = "95 % intervals (deals)"


def ratings(rows: Rows, everybody: Sequence[str], *, verdict: str = "") -> go.Figure:
    """The rating of every player with its interval, the best first; from `stats.rating`.

    The `verdict` is what its rows together say; without one the answer is who is in front.
    """
    table, question = frame(rows), "Who plays better, whoever sat there?"
    if table.empty:
        return nothing(question)
    names, counting = words(table, "player"), Counting(style=SCREEN)
    mean, low, high = (numbers(table, column) for column in ("rating", "low", "high"))
    told = [hover([*_rated(row, counting), _best(row["best"], row["deals"] + row["sheets"])]) for row in records(table)]
    air = 0.08 * float(high.max() - low.min()) or 1.0
    ends = min(float(low.min()), 0.0) - air, max(float(high.max()), 0.0) + air
    answer = verdict or f"{names[0]} is in front with {counting.mean(mean[0])}."
    return dot_rows(
        question,
        sized(safe_text.shorts(names), table["deals"] + table["sheets"]),
        [dots(mean, low, high, told, **of_players(names, everybody))],
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
    deals = counted(played, "deal")
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
            hovertext=[hover([*_rated(row, counting), f"after {row['on'].date()}"]) for row in records(own)],
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
    told = []
    for does, most in (("rose", change.max()), ("fell", change.min())):
        if most > 0 if does == "rose" else most < 0:
            who = [str(player) for player in change.index[change == most]]
            told.append(f"{few(who, TOLD)} {does} most, by {abs(most):.2f}{' each' if len(who) > 1 else ''}")
    return f"{since}, {', and '.join(told) or 'no rating has moved'}."


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
