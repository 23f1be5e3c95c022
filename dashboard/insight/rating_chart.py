"""How the ratings of players went."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.address import links
from dashboard.charts.base import (
    BASE_A_DEAL,
    hover,
    likely,
    records,
)
from dashboard.charts.season_lines import (
    EVENINGS,
    FEW_RECORDS,
    SeasonLine,
    drawn,
    evening_words,
    in_colour,
    look,
    time_axis,
    with_places,
)
from dashboard.charts.shapes import nothing
from scorer.language import _
from scorer.text.numbers import SCREEN, Counting, Row


def _rated(row: Row, counting: Counting, *, sure: bool) -> list[str]:
    """The rating of a row, and the ends of its interval if `sure` and if there is one, in words."""
    facts = {"player": row["player"], "rating": counting.mean(row["rating"]), "units": _(BASE_A_DEAL)}
    rated = _("{player}: {rating} {units}", **facts)
    if not sure or pd.isna(row["low"]):
        return [rated]
    return [rated, likely(counting.mean(row["low"]), counting.mean(row["high"]))]


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
            colour.append(SeasonLine(player, trace, counting.mean(float(own["rating"].iloc[-1]))))
        else:
            grey.append(trace)
    axes = {"xaxis": time_axis(days, _(EVENINGS)), "yaxis": {"title": {"text": _(BASE_A_DEAL)}}}
    course = drawn(question, colour, axes, behind=grey, note=_("each from the deals until then"))
    return with_places(course, evening_words(pd.DatetimeIndex(days, name="on"), names or {}))
