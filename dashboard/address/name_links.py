"""Matches with links in their names and numbers: from names to players, from numbers to deals."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from typing import TypeVar

from dashboard.address import links
from dashboard.look.markup import marked
from scorer.match.facts import Match, Record, Sitting
from scorer.match.settlement import Settlement
from scorer.match.sheet import Sheet
from scorer.rules.fewest_transfers import POT
from scorer.text.kind_words import record_numbers

Name = TypeVar("Name", str, str | None)


def of_sheet(sheet: Sheet) -> Sheet:
    """A match for sentences: its names lead to their players."""
    names = {name: links.named(name) for name in sheet.players}
    match = replace(sheet.match, sitting=_sitting(sheet.match.sitting, names))
    return Sheet(match, tuple(_record(record, names) for record in sheet.records))


def to_records(match: Match, page: str) -> AbstractContextManager[None]:
    """Within it the numbers of its records in sentences lead to the records, explained on this page."""
    return record_numbers(partial(to_record, match, page))


def to_record(match: Match, page: str, number: int) -> str:
    """The number of a record, which leads to it."""
    return marked(str(number), links.address(page, links.within_match(match.id, deal=str(number))))


def _sitting(sitting: Sitting, names: Mapping[str, str]) -> Sitting:
    call = sitting.call and sitting.call._replace(caller=_named(sitting.call.caller, names))
    seats, out = tuple(_named(seat, names) for seat in sitting.seats), _named(sitting.out, names)
    return replace(sitting, seats=seats, out=out, call=call, first_dealer=_named(sitting.first_dealer, names))


def _record(record: Record, names: Mapping[str, str]) -> Record:
    return replace(
        record,
        seats=tuple(_named(seat, names) for seat in record.seats),
        dealer=_named(record.dealer, names),
        out=_named(record.out, names),
        caller=_named(record.caller, names),
        partner=_named(record.partner, names),
    )


def _named(name: Name, names: Mapping[str, str]) -> Name:
    return names.get(name, name) if name else name


def of_settlement(settled: Settlement) -> Settlement:
    """Who pays whom, for sentences: names lead to their players; the pot is nobody and no link."""
    return settled.renamed(lambda name: name if name == POT else links.named(name))
