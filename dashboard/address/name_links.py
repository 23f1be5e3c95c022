"""Matches and tournaments with links in their names and numbers: from names to players, from numbers to deals."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Self, TypeVar

from dashboard.address import links
from dashboard.look.markup import marked
from scorer.language import _
from scorer.match.facts import Record, Sitting
from scorer.match.settlement import Settlement
from scorer.match.sheet import Sheet
from scorer.rules.fewest_transfers import POT
from scorer.scorebook.tournament import Tournament

Name = TypeVar("Name", str, str | None)


class Number(int):
    """The number of a record, which is a link to the record in every sentence."""

    address: str

    @classmethod
    def at(cls, address: str, number: int) -> Self:
        """A number that leads to this address."""
        linked = cls(number)
        linked.address = address
        return linked

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
    where = links.address(page, links.within_match(match, deal=str(record.number)))
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
    """Who pays whom, for sentences: names lead to their players; the pot is nobody and no link."""
    return settled.renamed(lambda name: name if name == POT else links.named(name))


class Leading(Tournament):
    """A tournament for sentences and standings: the names of players lead to them; a team has no page.

    Its entrants keep their bare names: lots are drawn from these.
    """

    def name_of(self, number: int, round_number: int = 0) -> str:
        """The name of an entrant now, or at a table of a round."""
        entrant, people = self.entrants[number], self.people_of(number, round_number)
        linked = "+".join(map(links.named, people))
        if entrant.name == "+".join(people):
            return linked
        if self.format.team_size > 1 and entrant.named:
            return entrant.name
        entered = links.named(entrant.name) if self.format.team_size == 1 else entrant.name
        return _("{player} (for {entrant})", player=linked, entrant=entered)


def of_tournament(tournament: Tournament) -> Tournament:
    """The same tournament with links in its names."""
    return Leading(**{field.name: getattr(tournament, field.name) for field in fields(tournament)})


def table_words(tournament: Tournament, round_number: int, table: int) -> str:
    """The title of a table; a link to its match where the tournament has links in its names."""
    title = _("Table {number}", number=table)
    if not isinstance(tournament, Leading):
        return title
    match = {"match": str(tournament.matches[round_number, table]), "league": tournament.league}
    return marked(title, links.address("matches", match))
