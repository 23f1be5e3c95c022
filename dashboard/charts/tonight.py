"""One match as it ran: a line a player, and what happened in each record."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from dashboard import texts, theme
from dashboard.charts.base import Numbers, hover, nothing, small, ticks
from dashboard.charts.downsampling import MOST_ON_A_LINE
from dashboard.charts.ends import FROM_AFAR, USUAL, Line, Look, drawn, style
from dashboard.charts.lines import RECORDS, unit_line
from scorer.match.values import Record, Sheet
from scorer.rules.kinds import DEAL, OUTSIDE
from scorer.text.numbers import SCREEN, Counting
from scorer.text.sentences import record_sentence

QUESTION = "Who is ahead, deal by deal?"
SHORTLY = "Who is ahead?"  # in letters that fill the width of a phone
STRIPPED = {"zeroline": False, "showgrid": False}
SYMBOLS = {DEAL: "circle"} | dict.fromkeys(OUTSIDE, "x")
REDEAL = "diamond-open"
MARKS = {REDEAL: "\N{WHITE DIAMOND} a redeal", "x": "\N{MULTIPLICATION SIGN} a penalty or adjustment"}
FEW_MARKS = 100  # records up to which each has a mark on the lines
FEW_PLAYERS = 8  # of whom all can be named beside a record


def tonight_lines(sheet: Sheet, everybody: Sequence[str], *, from_afar: bool = False) -> go.Figure:
    """Running units over the records of a match: redeals are hollow marks on the line of zero, penalties crosses.

    `from_afar` draws it for a screen that is read from three metres.
    """
    if not sheet.records:
        return nothing(QUESTION, "No deal yet: the lines begin with the first one.")
    look, units = FROM_AFAR if from_afar else USUAL, _running(sheet)
    order = sorted(enumerate(sheet.players), key=lambda seat: (-units[-1, seat[0]], seat[0]))
    numbers = np.array([sheet.records[0].number - 1, *(record.number for record in sheet.records)])
    lines = [_line(player, units[:, place], numbers, everybody, look) for place, player in order]
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


def _line(player: str, units: Numbers, numbers: Numbers, everybody: Sequence[str], look: Look) -> Line:
    trace = unit_line(player, units, everybody, MOST_ON_A_LINE, RECORDS, "units", look)
    trace.x = small(numbers[trace.x])
    trace.hovertemplate = "%{fullData.name} <b>%{y}</b> (%{customdata})<extra></extra>"
    trace.update(style(player, everybody, marks=len(units) <= FEW_MARKS, look=look))
    return Line(player, trace, Counting(style=SCREEN).total(int(units[-1])))


def _story(sheet: Sheet, look: Look) -> go.Scatter:
    """What happened in each record, as marks at zero: only those of redeals, penalties and the like are seen."""
    records = sheet.records[-MOST_ON_A_LINE:]
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
        hovertext=[hover([texts.minus(record_sentence(record, sheet.match.variant))]) for record in records],
        hoverinfo="text",
        name="what happened",
        zorder=1,
    )
