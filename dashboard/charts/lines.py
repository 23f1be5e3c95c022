"""Units and places as they ran over a season: one line a player, named at its end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import safe_text
from dashboard.charts.base import Floats, Numbers, nothing, small
from dashboard.charts.labelled_lines import USUAL, Line, Look, drawn, style
from scorer.text.numbers import SCREEN, Counting

MOST_WORDS: Final = 2000
TICKS: Final = 4
FEW_RECORDS: Final = 40
BEFORE: Final = ("before the first",)
MOST_ON_A_LINE = 500
MOST_BYTES = 90_000  # of a figure, before they are written as text
WHOLE, BROKEN = 8, 10  # bytes of a place with its units and their change: whole numbers, floats


@dataclass(frozen=True, slots=True)
class Places:
    """What lies along a figure of lines: its title, the word for one, and what each is called where they are few."""

    title: str
    one: str
    names: Sequence[str] = ()

    @property
    def hover(self) -> str:
        """The template of one place."""
        return "%{text}" if self.names else f"{self.one} %{{x:,d}}"

    def at(self, kept: Numbers) -> list[str] | None:
        """The names of some places, counted from the one before the first."""
        return [(*BEFORE, *self.names)[place] for place in kept.tolist()] if self.names else None


RECORDS: Final = Places("deals and other records", "record")


def match_lines(
    running: pd.DataFrame,
    names: Mapping[int, str],
    everybody: Sequence[str],
    players: Sequence[str] | None = None,
    *,
    currency: str = "",
) -> go.Figure:
    """Running units after each match, from `stats.running_by_match`, of all players or of some.

    `names` are those of the matches by id.
    """
    places = Places("matches", "match", match_words(running.index, names, len(running.columns)))
    return _units(running, everybody, players, "Who is ahead, match by match?", places, currency)


def player_lines(
    running: pd.DataFrame, players: Sequence[str], everybody: Sequence[str], *, currency: str = ""
) -> go.Figure:
    """Running units of one player, or of two beside each other, from `stats.running`."""
    names = [safe_text.short(player, 20) for player in players]
    question = f"How did the units of {names[0]} run?" if len(names) == 1 else f"{' or '.join(names)}: who is ahead?"
    return _units(running, everybody, players, question, RECORDS, currency)


def _units(
    running: pd.DataFrame,
    everybody: Sequence[str],
    players: Sequence[str] | None,
    question: str,
    said: Places,
    currency: str,
) -> go.Figure:
    chosen = [str(player) for player in running.columns if players is None or player in players]
    if not chosen or not len(running):
        return nothing(question)
    counting = Counting(currency, SCREEN)
    units = running[chosen].to_numpy()
    units = units / 100 if currency else units
    units = np.vstack([np.zeros((1, len(chosen)), units.dtype), units])
    traces = [unit_line(player, units[:, place], everybody, most(len(chosen), units), said, counting.title)
              for place, player in enumerate(chosen)]  # fmt: skip
    ends = [counting.total(running[player].iloc[-1]) for player in chosen]
    lines = [Line(*parts) for parts in zip(chosen, traces, ends, strict=True)]
    days = running.index.get_level_values("on").to_numpy()
    axes = {"xaxis": time_axis(days, said.title), "yaxis": {"title": {"text": counting.title}}}
    return drawn(question, lines, axes)


def unit_line(
    player: str, units: Numbers, everybody: Sequence[str], keep: int, said: Places, unit: str, look: Look = USUAL
) -> go.Scatter:
    """The line of a player; place 0 is before the first record. What each record changed is in the hover text."""
    kept = thinned(units, keep)
    form = "+,.2f" if units.dtype.kind == "f" else "+,d"
    change = np.diff(units, prepend=units[:1])[kept]
    return go.Scatter(
        x=small(kept),
        y=small(units[kept]),
        yhoverformat=form,  # an axis writes a true minus, a template a hyphen
        customdata=signs(change, form),
        hovertemplate=f"<b>%{{fullData.name}}</b> %{{y}} {unit}<br>{said.hover}: %{{customdata}}<extra></extra>",
        text=said.at(kept),
        **style(player, everybody, marks=len(units) <= FEW_RECORDS, look=look),
    )


def signs(change: Numbers, form: str) -> list[str]:
    """What records changed, as words: a number in a template would have a hyphen for its minus."""
    return [format(one, form).replace("-", SCREEN.minus) for one in change.tolist()]


def most(lines: int, units: Numbers) -> int:
    """How many places each of so many lines may keep."""
    each = BROKEN if units.dtype.kind == "f" else WHOLE
    return max(60, min(MOST_ON_A_LINE, MOST_BYTES // (each * max(lines, 1))))


def thinned(line: Numbers, keep: int) -> Numbers:
    """The places of a line that are drawn, at most `keep`: first, last, the lowest and the highest of each stretch."""
    if len(line) <= keep:
        return np.arange(len(line))
    size = -(-len(line) // ((keep - 2) // 2))
    stretches = np.pad(line, (0, -len(line) % size), mode="edge").reshape(-1, size)
    starts = np.arange(len(stretches)) * size
    extremes = [starts + stretches.argmin(axis=1), starts + stretches.argmax(axis=1)]
    return np.unique(np.concatenate([[0, len(line) - 1], *extremes]))


def place_changes(match_units: pd.DataFrame, names: Mapping[int, str], everybody: Sequence[str]) -> go.Figure:
    """The place of every player after each match, from `stats.match_units`; a line begins with its first match."""
    question = "Who overtook whom?"
    if not len(match_units):
        return nothing(question)
    table = match_units.pivot(index=["on", "match_id"], columns="player", values="running").ffill()  # noqa: PD010 - faster
    table = table.rank(axis=1, method="min", ascending=False).tail(most(table.shape[1], table.to_numpy()))
    count, places = table.shape[1], table.to_numpy()
    said = Places("matches", "match", match_words(table.index, names, count))
    lines = [_place_line(str(player), places[:, at], everybody, said) for at, player in enumerate(table.columns)]
    scale = {"range": [count + 0.5, 0.5], "dtick": max(1, count // 10), "tick0": 1, "zeroline": False}
    days = table.index.get_level_values("on").to_numpy()
    axes = {"xaxis": time_axis(days, said.title), "yaxis": scale | {"title": {"text": "place"}}}
    return drawn(question, lines, axes)


def match_words(index: pd.Index, names: Mapping[int, str], lines: int) -> list[str]:
    """Day and name of each match, where they are few enough to be sent with every line."""
    if len(index) * lines > MOST_WORDS:
        return []
    return [
        safe_text.plain(f"{day.day} {day:%b %Y}, {safe_text.isolated(names.get(match, f'match {match}'))}")
        for day, match in index.tolist()
    ]


def _place_line(player: str, places: Floats, everybody: Sequence[str], said: Places) -> Line:
    there = np.flatnonzero(~np.isnan(places))
    trace = go.Scatter(
        x=small(there + 1),
        y=small(places[there].astype(np.int64)),
        hovertemplate=f"<b>%{{fullData.name}}</b> place %{{y:d}}<br>{said.hover}<extra></extra>",
        text=said.at(there + 1),
        **style(player, everybody, marks=len(places) <= FEW_RECORDS),
    )
    return Line(player, trace, f"{places[-1]:.0f}")


def time_axis(days: Numbers, title: str) -> dict[str, Any]:
    """The axis of records or matches, with the day of a few of them."""
    at = np.unique(np.linspace(1, len(days), min(TICKS, len(days))).round().astype(np.int64))
    on: list[date] = [days[place - 1].astype("datetime64[D]").item() for place in at.tolist()]
    years = len({day.year for day in on}) > 1
    words = [f"{day:%b} {day.year}" if years else f"{day.day} {day:%b}" for day in on]
    once = [place for place, word in enumerate(words) if word not in words[:place]]
    return {
        "title": {"text": title},
        "tickvals": at[once],
        "ticktext": [words[place] for place in once],
        "tickangle": 0,
        "zeroline": False,
        "showgrid": False,
    }
