"""Units and places as they ran, over a season or over one match: one line a player, named at its end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import safe_text, theme
from dashboard.charts.base import Floats, Numbers, hover, nothing, small, ticks
from dashboard.charts.labelled_lines import FROM_AFAR, NAME, USUAL, Line, Look, drawn, style
from scorer.match.values import Record, Sheet
from scorer.rules.kinds import DEAL, OUTSIDE
from scorer.text.numbers import SCREEN, Counting
from scorer.text.sentences import record_sentence

MOST_WORDS: Final = 2000
TICKS: Final = 4
FEW_RECORDS: Final = 40
BEFORE: Final = ("before the first",)
MOST_ON_A_LINE = 500
MOST_BYTES = 90_000  # of a figure, before they are written as text
WHOLE, BROKEN = 8, 10  # bytes of a place with its units and their change: whole numbers, floats

QUESTION = "Who is ahead, deal by deal?"
SHORTLY = "Who is ahead?"  # in letters that fill the width of a phone
STRIPPED = {"zeroline": False, "showgrid": False}
SYMBOLS = {DEAL: "circle"} | dict.fromkeys(OUTSIDE, "x")
REDEAL = "diamond-open"
MARKS = {REDEAL: "\N{WHITE DIAMOND} a redeal", "x": "\N{MULTIPLICATION SIGN} a penalty or adjustment"}
FEW_MARKS = 100  # records up to which each has a mark on the lines
FEW_PLAYERS = 8  # of whom all can be named beside a record


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


def tonight_lines(sheet: Sheet, everybody: Sequence[str], *, from_afar: bool = False) -> go.Figure:
    """Running units over the records of a match: redeals are hollow marks on the line of zero, penalties crosses.

    Partners who have the same units all along are one line. `from_afar` draws it for a screen that is read from three
    metres.
    """
    if not sheet.records:
        return nothing(QUESTION, "No deal yet: the lines begin with the first one.")
    look, units = FROM_AFAR if from_afar else USUAL, _running(sheet)
    order = sorted(_runners(sheet, units), key=lambda runner: (-units[-1, runner[1]], runner[1]))
    numbers = np.array([sheet.records[0].number - 1, *(record.number for record in sheet.records)])
    lines = [_tonight_line(who, units[:, place], numbers, everybody, look) for who, place in order]
    along = {"title": {"text": RECORDS.title}, "unifiedhovertitle": {"text": "record %{x}"}}
    axes = {"xaxis": along | STRIPPED | ticks(numbers, most=10), "yaxis": {"title": {"text": "units"}}}
    whole = len(numbers) <= MOST_ON_A_LINE and len(lines) <= FEW_PLAYERS
    note = ", ".join(MARKS[mark] for mark in dict.fromkeys(map(_mark, sheet.records)) if mark in MARKS)
    question, hovering = SHORTLY if from_afar else QUESTION, "x unified" if whole else "closest"
    figure = drawn(question, lines, axes, look, note=note, hovermode=hovering)
    figure.add_trace(_story(sheet, look))
    figure.data = (figure.data[-1], *figure.data[:-1])
    return theme.enlarged(figure, look.letters) if from_afar else figure


def _mark(record: Record) -> str:
    """The symbol of a record."""
    return SYMBOLS.get(record.kind, REDEAL)


def _running(sheet: Sheet) -> Numbers:
    """The running units: a row before the first record and one after each, a column for each player."""
    place = {player: column for column, player in enumerate(sheet.players)}
    units = np.zeros((len(sheet.records) + 1, len(place)), np.int64)
    for row, record in enumerate(sheet.records, 1):
        for player, won in record.payouts.items():
            units[row, place[player]] = won
    return np.asarray(units.cumsum(axis=0))


def _runners(sheet: Sheet, units: Numbers) -> list[tuple[tuple[str, ...], int]]:
    """Who has a line of their own, and a column of the units that it shows."""
    at = {player: column for column, player in enumerate(sheet.players)}
    found: list[tuple[str, ...]] = [(player,) for player in sheet.players]
    for side in sheet.sides if sheet.resting() is None else ():
        if len(side) > 1 and all(np.array_equal(units[:, at[side[0]]], units[:, at[other]]) for other in side[1:]):
            found = [side, *(who for who in found if who[0] not in side)]
    return [(who, at[who[0]]) for who in found]


def _tonight_line(who: tuple[str, ...], units: Numbers, numbers: Numbers, everybody: Sequence[str], look: Look) -> Line:
    trace = unit_line(who[0], units, everybody, MOST_ON_A_LINE, RECORDS, "units", look)
    trace.x = small(numbers[trace.x])
    trace.hovertemplate = "%{fullData.name} <b>%{y}</b> (%{customdata})<extra></extra>"
    trace.update(style(who[0], everybody, marks=len(units) <= FEW_MARKS, look=look))
    trace.name = safe_text.plain(" + ".join(map(safe_text.isolated, who)))
    named = "+".join(safe_text.shorts(who, (NAME + 1) // len(who) - 1)) if len(who) > 1 else who[0]
    return Line(named, trace, Counting(style=SCREEN).total(int(units[-1])))


def _story(sheet: Sheet, look: Look) -> go.Scatter:
    """What happened in each record, as marks at zero: only those of redeals, penalties and the like are seen."""
    records = sheet.records[-MOST_ON_A_LINE:]
    sentences = (record_sentence(record, sheet.match.variant) for record in records)
    return go.Scatter(
        x=small(np.array([record.number for record in records])),
        y=np.zeros(len(records), np.int8),
        mode="markers",
        marker={
            "symbol": list(map(_mark, records)),
            "size": [0 if record.is_deal else 4 * look.width for record in records],
            "color": theme.GREY,
            "line": {"width": 1.5, "color": theme.GREY},
        },
        hovertext=[hover([safe_text.sentence(told, sheet.players)]) for told in sentences],
        hoverinfo="text",
        name="what happened",
        zorder=1,
    )
