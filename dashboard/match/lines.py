"""How a match went, as lines: by what it is judged by, in units, or by what wings make of it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from dashboard import charts, data
from dashboard.address import filters
from dashboard.match import summary
from dashboard.page import skeleton
from scorer import wings
from scorer.language import in_context
from scorer.match.sheet import Sheet
from scorer.text.numbers import UNITS
from scorer.text.story_words import match_lead
from scorer.text.tally_words import TALLY_WORDS


class Lines(NamedTuple):
    """A chart of a match, the answer below it, and what who does not see it has instead."""

    chart: Any
    answer: str
    alt: str


class Offered(NamedTuple):
    """Lines that can be chosen: their title, and what draws them of everybody, or with one player alone in colour."""

    title: str
    draw: Callable[..., Lines]  # player: str | None, *, sure: bool


def chart(match_id: int, player: str | None = None, *, sure: bool) -> None:
    """The lines that are chosen; a `player` alone in colour."""
    sheet = data.sheet_now(match_id)
    added: dict[str, Offered] = {}
    for offered in wings.answers("match: lines", match_id):
        added |= offered
    tallies = {by: in_context("tally", TALLY_WORDS[by].name) for by in (sheet.judged_by[0], UNITS)}
    names = tallies | {kind: offered.title for kind, offered in added.items()}
    kind = filters.one_of("lines", list(names), names=names)
    lines = added[kind].draw(player, sure=sure) if kind in added else _of_tally(sheet, player, kind)
    skeleton.chart(lines.chart, kind, lines.answer, alt=lines.alt, subject=summary.subject(sheet.match))


def _of_tally(sheet: Sheet, player: str | None, by: str) -> Lines:
    question = "lines of a match", sheet.match.id, player, by
    drawn = data.made(question, lambda: charts.tonight_lines(sheet, data.players_now(), player, by))
    return Lines(drawn, "", match_lead(sheet).words() if sheet.records else "")
