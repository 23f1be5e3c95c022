"""The score of a match in large letters: a tile a player, what happened last and what comes next."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from dashboard import markup, theme
from dashboard.markup import Tile
from dashboard.texts import isolated, minus
from scorer.match.values import Sheet
from scorer.text.numbers import SCREEN, Counting
from scorer.text.sentences import left_words, next_words, pending_words, record_sentence


def tiles(sheet: Sheet, everybody: Sequence[str]) -> None:
    """A tile for everybody of the match, the leader first: place, units, what the last record brought."""
    order = sorted(sheet.running, key=lambda player: -sheet.running[player])
    markup.tiles(_tile(player, sheet, theme.colour(player, everybody)) for player in order)


def _tile(player: str, sheet: Sheet, colour: str) -> Tile:
    units = sheet.running[player]
    place = 1 + sum(other > units for other in sheet.running.values())
    return Tile(
        f"{place}. {isolated(player)}", Counting(style=SCREEN).total(units), " · ".join(_now(player, sheet)), colour
    )


def _now(player: str, sheet: Sheet) -> Iterable[str]:
    """What is new of a player, and what they do next."""
    last = sheet.records[-1].payouts.get(player) if sheet.records else None
    if last:
        yield f"last {Counting(style=SCREEN).total(last)}"
    if sheet.match.sitting.finished:
        return
    if player == sheet.next_dealer:
        yield "deals"
    if player == sheet.resting():
        yield "rests"
    if player not in sheet.seats:
        yield "has left"


def story(sheet: Sheet) -> None:
    """The auction that waits, what happened last, and how the match goes on."""
    markup.story(_lines(sheet))


def _lines(sheet: Sheet) -> Iterator[tuple[str, str]]:
    if waiting := pending_words(sheet):
        yield "now", waiting
    if sheet.records:
        last = sheet.records[-1]
        yield f"{last.number}", minus(record_sentence(last, sheet.match.variant))
    if sheet.match.sitting.finished:
        return
    now = datetime.now().astimezone()
    yield "next", "; ".join(filter(None, [next_words(sheet), left_words(sheet, sheet.end(now))]))
    if due := sheet.due(now):
        yield "over", due
