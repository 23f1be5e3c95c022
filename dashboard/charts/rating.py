"""The rating of players, with how sure it is, and as it went over the season."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import links, safe_text, theme
from dashboard.charts.base import BASE_A_DEAL, Rows, frame, hover, nothing, numbers, sized, unit_axis, words
from dashboard.charts.labelled_lines import UNSEEN, Line, behind, drawn, style
from dashboard.charts.lines import FEW_RECORDS, evening_words, in_colour, time_axis, with_places
from dashboard.charts.rates import across, dotted, upright
from scorer.text.numbers import SCREEN, Counting, percent
from scorer.text.sentences import counted

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
    told = [
        hover([f"{name}: {counting.mean(one)} {BASE_A_DEAL}", f"likely {counting.mean(start)} to {counting.mean(end)}",
               f"the best of them with {percent(best)}; {counted(deals, 'deal')}"])
        for name, one, start, end, best, deals in zip(
            names, mean.tolist(), low.tolist(), high.tolist(), table["best"], table["deals"], strict=True
        )
    ]  # fmt: skip
    ids = [links.to("players", player=name) for name in names]
    marker = {"color": [theme.colour(name, everybody) for name in names]}
    air = 0.08 * float(high.max() - low.min()) or 1.0
    ends = min(float(low.min()), 0.0) - air, max(float(high.max()), 0.0) + air
    answer = verdict or f"{names[0]} is in front with {counting.mean(mean[0])}."
    return across(question, [dotted(mean, low, high, told, marker=marker, ids=ids)],
                  sized(safe_text.shorts(names), table["deals"]), "", note=SURE,
                  answer=safe_text.sentence(answer, names), xaxis=unit_axis(BASE_A_DEAL, ends),
                  **upright((0, "average", "dash"), ends=ends))  # fmt: skip


def rating_lines(curve: pd.DataFrame, everybody: Sequence[str], players: Sequence[str],
                 shown: Sequence[str] = (), *, names: Mapping[Any, str] | None = None,
                 verdict: str = "") -> go.Figure:  # fmt: skip
    """The rating after so many of the evenings, from `stats.rating_curve`, of players in the order of their places.

    The `names` are those of the matches by day, the `verdict` is as above.
    """
    question = "How did the ratings go?"
    days = np.unique(curve["on"].to_numpy())
    if curve.empty:
        return nothing(question)
    chosen, counting = in_colour(players, shown), Counting(style=SCREEN)
    colour, grey, ends = [], [], {}
    for player in players:
        own = curve[curve["player"] == player]
        at = np.searchsorted(days, own["on"].to_numpy()) + 1
        ends[player] = float(own["rating"].iloc[-1])
        trace = go.Scatter(
            x=at, y=own["rating"].to_numpy(np.float32), meta=links.to("players", player=player), hoverinfo="text",
            hovertext=[
                hover([f"{player}: {counting.mean(one, error)} {BASE_A_DEAL}", f"after {pd.Timestamp(day).date()}"])
                for one, error, day in zip(own["rating"], own["error"], own["on"], strict=True)
            ],
        )  # fmt: skip
        if player not in chosen:
            grey.append(trace.update(behind(player)))
            continue
        few = len(days) <= FEW_RECORDS
        trace.update(style(player, everybody, marks=few, alone=len(players) == 1) | ({} if few else UNSEEN))
        colour.append(Line(player, trace, counting.mean(ends[player])))
    axes = {"xaxis": time_axis(days, "evenings"), "yaxis": {"title": {"text": BASE_A_DEAL}}}
    first = max(ends, key=lambda player: ends[player])
    answer = safe_text.sentence(verdict or f"{first} is in front with {counting.mean(ends[first])}.", everybody)
    course = drawn(question, colour, axes, behind=grey, answer=answer, note="each from the deals until then")
    return with_places(course, evening_words(pd.DatetimeIndex(days, name="on"), names or {}))
