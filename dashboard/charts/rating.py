"""The rating of players, with how sure it is, and as it went over the season."""

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import links, safe_text, theme
from dashboard.charts.base import BASE_A_DEAL, Rows, day_words, frame, hover, nothing, numbers, sized, unit_axis, words
from dashboard.charts.labelled_lines import UNSEEN, Line, behind, drawn, style
from dashboard.charts.lines import FEW_RECORDS, TOLD, evening_words, in_colour, time_axis, with_places
from dashboard.charts.rates import across, dotted, upright
from scorer.stats.equals import NOTHING
from scorer.stats.rating_table import NOT_TOLD
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
    played = (table["deals"] + table["sheets"]).tolist()
    told = [
        hover([f"{name}: {counting.mean(one)} {BASE_A_DEAL}", f"likely {counting.mean(start)} to {counting.mean(end)}",
               _best(best, deals)])
        for name, one, start, end, best, deals in zip(
            names, mean.tolist(), low.tolist(), high.tolist(), table["best"].tolist(), played, strict=True
        )
    ]  # fmt: skip
    ids = [links.to("players", player=name) for name in names]
    marker = {"color": [theme.colour(name, everybody) for name in names]}
    air = 0.08 * float(high.max() - low.min()) or 1.0
    ends = min(float(low.min()), 0.0) - air, max(float(high.max()), 0.0) + air
    answer = verdict or f"{names[0]} is in front with {counting.mean(mean[0])}."
    return across(question, [dotted(mean, low, high, told, marker=marker, ids=ids)],
                  sized(safe_text.shorts(names), played), "", note=SURE,
                  answer=safe_text.sentence(answer, names), xaxis=unit_axis(BASE_A_DEAL, ends),
                  **upright((0, "average", "dash"), ends=ends))  # fmt: skip


def _best(best: float | None, played: int) -> str:
    """How likely a player is the best, where that is known, and of how much."""
    deals = counted(played, "deal")
    return deals if best is None or isnan(best) else f"the best of them with {chance(best)}; {deals}"


def rating_lines(curve: pd.DataFrame, everybody: Sequence[str], players: Sequence[str],
                 shown: Sequence[str] = (), *, names: Mapping[Any, str] | None = None) -> go.Figure:  # fmt: skip
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
        at = np.searchsorted(days, own["on"].to_numpy()) + 1
        trace = go.Scatter(
            x=at, y=own["rating"].to_numpy(np.float32), meta=links.to("players", player=player), hoverinfo="text",
            hovertext=[
                hover([f"{player}: {counting.mean(one)} {BASE_A_DEAL}",
                       f"likely {counting.mean(low)} to {counting.mean(high)}", f"after {pd.Timestamp(day).date()}"])
                for one, low, high, day in zip(own["rating"], own["low"], own["high"], own["on"], strict=True)
            ],
        )  # fmt: skip
        if player not in chosen:
            grey.append(trace.update(behind(player)))
            continue
        few = len(days) <= FEW_RECORDS
        trace.update(style(player, everybody, chosen if len(players) > 1 else (), marks=few) | ({} if few else UNSEEN))
        colour.append(Line(player, trace, counting.mean(float(own["rating"].iloc[-1]))))
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
