"""Paper sheets: what is typed of one put against who sits at the table, and against what the table has already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorer.errors import NotFoundError, RefusedError
from scorer.names import find, fold
from scorer.rules.tournament import PlayedRound, Table
from scorer.scorebook.desk.seats import seated_for
from scorer.scorebook.desk.values import Tournament
from scorer.values import Match, Record

TALLIES = ("deals", "won", "called", "made")
SHEET = "sheet"
MOST_UNITS = 100_000


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """What a paper sheet says, by name as typed: signed units, and tallies where the sheet has them."""

    units: Mapping[str, int]
    tallies: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


def read_sheet(
    tournament: Tournament, announced: PlayedRound, table: Table, match: Match, paper: PaperSheet, *, residual: bool
) -> tuple[Record, dict[str, dict[str, int]]]:
    """The record of a paper sheet and its tallies by entrant; raises ScorerError."""
    where = where_of(announced.number, table.number)
    seats = match.sitting.seats
    units: dict[str, int] = {}
    for typed, won in paper.units.items():
        player = find_seat(tournament, table, seats, typed, where)
        if player in units:
            raise RefusedError(f"{player} is named twice")
        units[player] = _within(won, player)
    if absent := [seat for seat in seats if seat not in units]:
        raise RefusedError(f"{where}: no units for {' and '.join(absent)}; say 0 where there are none")
    total = sum(units.values())
    if total and not residual:
        raise RefusedError(
            f"{where} does not sum to zero: {total:+d} units are left over; count again, or --residual takes it so"
        )
    number_of = seated_for(table, tournament.entrants, seats, tournament.sitters[announced.number])
    if strangers := [seat for seat in seats if seat not in number_of]:
        raise RefusedError(f"{where}: {strangers[0]} plays for nobody; scorer tournament substitute says for whom")
    said = _tallies(tournament, table, paper, seats, where)
    agreed = tournament.format.stages[announced.stage].deals.get(len(seats))
    tallies = {str(number_of[seat]): _tally(seat, said[seat], agreed, len(seats)) for seat in seats}
    record = Record(number=1, kind=SHEET, seats=seats, units=tuple(units[seat] for seat in seats))
    return record, tallies


def _within(units: int, player: str) -> int:
    if abs(units) > MOST_UNITS:
        raise RefusedError(f"{player}: {units} units: at most {MOST_UNITS:,} either way can be written")
    return units


def where_of(number: int, table: int) -> str:
    """`table 3 of round 1`."""
    return f"table {table} of round {number}"


def find_seat(tournament: Tournament, table: Table, seats: Sequence[str], typed: str, where: str) -> str:
    """Who is meant at a table, by name, or by the name of the entry; raises NotFoundError."""
    try:
        return find(typed, seats, f"at {where}")
    except NotFoundError:
        sits = seated_for(table, tournament.entrants, seats)
        names = {name: seat for seat, number in sits.items() for name in _called(tournament, number)}
        if fold(typed) not in map(fold, names):
            raise
        return names[find(typed, names, f"at {where}")]


def _called(tournament: Tournament, number: int) -> tuple[str, str]:
    """The names by which an entrant is shown."""
    return tournament.entrants[number].name, tournament.name_of(number)


def _tallies(
    tournament: Tournament, table: Table, paper: PaperSheet, seats: Sequence[str], where: str
) -> dict[str, dict[str, int]]:
    """What a sheet counts, by who sits there; raises NotFoundError for a name that does not."""
    found: dict[str, dict[str, int]] = {seat: {} for seat in seats}
    for what, by_player in paper.tallies.items():
        for typed, count in by_player.items():
            found[find_seat(tournament, table, seats, typed, where)][what] = count
    return found


def _tally(seat: str, said: Mapping[str, int], agreed: int | None, size: int) -> dict[str, int]:
    """What a sheet counts of one player; the deals of a round that has a number of them are known."""
    tally = dict(said)
    if agreed and "deals" not in tally:
        tally["deals"] = agreed - agreed // size * (size > 5)  # noqa: PLR2004 - at a six one rests in each deal
    _check_tally(seat, tally)
    return tally


def _check_tally(player: str, said: Mapping[str, int]) -> None:
    """Raise RefusedError for tallies that contradict each other."""
    for what, count in said.items():
        if not 0 <= count <= MOST_UNITS:
            raise RefusedError(f"{player}: {what} {count} cannot be")
    for less, more in (("won", "deals"), ("called", "deals"), ("made", "called"), ("made", "won")):
        if less in said and more in said and said[less] > said[more]:
            raise RefusedError(f"{player}: {less} {said[less]} is more than {more} {said[more]}")


def _known(table: Table) -> dict[str, dict[str, int]]:
    """The tallies that a table has already, by entrant as they are kept."""
    found = {}
    for line in table.lines:
        said = {what: getattr(line, what) for what in TALLIES}
        found[str(line.entrant)] = {what: count for what, count in said.items() if count is not None}
    return found


def kept(table: Table, tallies: Mapping[str, Mapping[str, int]], paper: PaperSheet) -> dict[str, dict[str, int]]:
    """The tallies after a correction: what it says, and what it says nothing of as before."""
    before = _known(table)
    return {
        number: {what: count for what, count in before.get(number, {}).items() if what not in paper.tallies}
        | dict(said)
        for number, said in tallies.items()
    }


def told_already(table: Table, tallies: Mapping[str, Mapping[str, int]], paper: PaperSheet) -> bool:
    """Whether a sheet says nothing that the table does not have."""
    return kept(table, tallies, paper) == _known(table)
