"""A ranking across events: how many ranking points each has, and which event gave them."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import plotly.graph_objects as go

from dashboard import safe_text, theme
from dashboard.charts.bars import bar_rows, bars_across
from dashboard.charts.base import hover, nothing
from scorer.rules.ranking import Placed
from scorer.text.numbers import plain

SHOWN: Final = 20  # players; the others are in the table
TOLD_APART: Final = 5  # events with a pattern; the others together
OTHERS: Final = "other events"
NO_EVENT: Final = "No event counts here yet: a tournament does once it is finished, a season of deals once it is over."


def ranking_bars(found: Sequence[Placed], verdict: str = "") -> go.Figure:
    """The first in the ranking with what the events that count gave them, those that gave most each with a pattern.

    The `verdict` is what the ranking says in words.
    """
    question = "Whose ranking points come from where?"
    top = [each for each in found[:SHOWN] if each.ranking_points]
    if not top:
        return nothing(
            question,
            NO_EVENT,
        )
    gives: dict[str, dict[int, float]] = {}
    for at, each in enumerate(top):
        for one in each.shares:
            if one.counts:
                gives.setdefault(one.event.name, {})[at] = float(one.worth)
    most = sorted(gives, key=lambda name: (-sum(gives[name].values()), name))
    kept = most if len(most) <= TOLD_APART + 1 else most[:TOLD_APART]
    told = [
        hover([f"{each.player}: {plain(each.ranking_points)} ranking points",
               *(f"{one.event.name}: {plain(one.worth)}, place {one.place} of {one.event.field}"
                 for one in each.shares if one.counts)])
        for each in top
    ]  # fmt: skip
    series = [(name, gives[name]) for name in kept]
    if rest := most[len(kept) :]:
        series.append((OTHERS, {at: sum(gives[name].get(at, 0) for name in rest) for at in range(len(top))}))
    called = safe_text.shorts([name for name, _ in series], 24)
    bars = [
        bars_across(np.array([by.get(at, 0.0) for at in range(len(top))]), None, told, colour,
                    name=safe_text.plain(name), marker_pattern=theme.hatched(shape))
        for (_, by), name, (colour, shape) in zip(series, called, theme.EVENTS, strict=False)
    ]  # fmt: skip
    names = [each.player for each in top]
    note = f"the first {len(top)} of {len(found)}" if len(found) > len(top) else ""
    return bar_rows(question, bars, names, "ranking points", barmode="stack", note=note,
                    answer=safe_text.sentence(verdict, names), **theme.legend_below())  # fmt: skip
