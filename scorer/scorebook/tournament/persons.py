"""What every person made at the tables, whichever entry they sat for."""

from collections.abc import Iterator

from sqlmodel import Session

from scorer.match.values import Record
from scorer.rules.kinds import SHEET
from scorer.rules.tournament import Table
from scorer.scorebook import rows
from scorer.scorebook.tournament.lines import records_of
from scorer.scorebook.tournament.seats import Sitters, seated_for
from scorer.scorebook.tournament.values import Tournament


def individual_lines(session: Session, tournament: Tournament) -> list[tuple[str, int, int]]:
    """Name, units and deals of everybody at every table and record; who sat there and got nothing is in it too."""
    records = records_of(session, list(tournament.matches.values()), rows.player_names(session))
    tables = {
        (announced.number, table.number): table
        for announced in tournament.progress.rounds
        for table in announced.tables
    }
    return [
        line
        for place, match in sorted(tournament.matches.items())
        for record in records.get(match, [])
        for line in _lines(tournament, tables[place], tournament.sitters[place[0]], record)
    ]


def _lines(tournament: Tournament, table: Table, who: Sitters, record: Record) -> Iterator[tuple[str, int, int]]:
    """What one record gave each person; a paper sheet says how many deals its units are of."""
    sits = seated_for(table, tournament.entrants, record.seats, who)
    on_paper = {line.entrant: line.deals or 0 for line in table.lines} if record.kind == SHEET else {}
    for name, units in record.payouts.items():
        yield name, units, int(record.is_deal) + on_paper.get(sits.get(name, 0), 0)
