"""Matches and tournaments of which whatever is told leads on: from names to players, from numbers to deals."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Self, TypeVar

from dashboard.address import links
from dashboard.look.markup import marked
from scorer.match.facts import Record, Sitting
from scorer.match.settlement import Settlement
from scorer.match.sheet import Sheet
from scorer.scorebook.tournament import Tournament

Name = TypeVar("Name", str, str | None)


class Number(int):
    """The number of a record, which leads to the record wherever a sentence says it."""

    address: str

    @classmethod
    def at(cls, address: str, number: int) -> Self:
        """A number that leads to this address."""
        made = cls(number)
        made.address = address
        return made

    def __str__(self) -> str:
        return marked(int.__repr__(self), self.address)


def of_sheet(sheet: Sheet, page: str) -> Sheet:
    """A match for sentences: its names lead to their players, its numbers to the records, explained on this page."""
    names = {name: links.named(name) for name in sheet.players}
    match = replace(sheet.match, sitting=_sitting(sheet.match.sitting, names))
    return Sheet(match, tuple(_record(record, sheet.match.id, page, names) for record in sheet.records))


def _sitting(sitting: Sitting, names: Mapping[str, str]) -> Sitting:
    call = sitting.call and sitting.call._replace(caller=_named(sitting.call.caller, names))
    seats, out = tuple(_named(seat, names) for seat in sitting.seats), _named(sitting.out, names)
    return replace(sitting, seats=seats, out=out, call=call, first_dealer=_named(sitting.first_dealer, names))


def _record(record: Record, match: int, page: str, names: Mapping[str, str]) -> Record:
    where = links.address(page, {"match": str(match), "deal": str(record.number)})
    return replace(
        record,
        number=Number.at(where, record.number),
        seats=tuple(_named(seat, names) for seat in record.seats),
        dealer=_named(record.dealer, names),
        out=_named(record.out, names),
        caller=_named(record.caller, names),
        partner=_named(record.partner, names),
    )


def _named(name: Name, names: Mapping[str, str]) -> Name:
    return names.get(name, name) if name else name


def of_settlement(settled: Settlement) -> Settlement:
    """Who pays whom, for sentences; the pot is nobody."""
    names = {name: links.named(name) for name in settled.units}
    paid = [replace(one, payer=_named(one.payer, names), payee=_named(one.payee, names)) for one in settled.transfers]
    return replace(settled, transfers=paid)


class Leading(Tournament):
    """A tournament for sentences and standings: the names of players lead to them; a team has no page.

    What it was made of stays as it is: a lot is drawn of the names themselves.
    """

    def name_of(self, number: int, round_number: int = 0) -> str:
        """What an entrant is called now, or was at a table of a round."""
        plain, people = super().name_of(number, round_number), self.people_of(number, round_number)
        now = "+".join(map(links.named, people))
        if plain == "+".join(people):
            return now
        entered = self.entrants[number].name
        alone = links.named(entered) if self.format.team_size == 1 else entered
        return f"{now} (for {alone})" if plain.endswith(f" (for {entered})") and plain != entered else plain


def of_tournament(tournament: Tournament) -> Tournament:
    """The same tournament, of which whatever is told leads on."""
    return Leading(**{one.name: getattr(tournament, one.name) for one in fields(tournament)})


def table_words(tournament: Tournament, round_number: int, table: int) -> str:
    """What a table is called; it leads to its match where whatever is told of the tournament leads on."""
    if not isinstance(tournament, Leading):
        return f"Table {table}"
    match = {"match": str(tournament.matches[round_number, table]), "league": tournament.league}
    return marked(f"Table {table}", links.address("matches", match))
