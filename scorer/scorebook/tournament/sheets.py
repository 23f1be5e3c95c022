"""Paper sheets: what is typed of one put against who sits at the table, and against what the table has already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorer.errors import NotFoundError, RefusedError
from scorer.match.names import find, fold
from scorer.match.parsing import clean_note
from scorer.match.values import Match, Record
from scorer.rules.kinds import SHEET
from scorer.rules.tournament import PlayedRound, Table
from scorer.rules.variant import Variant
from scorer.scorebook.tournament.seats import seated_for
from scorer.scorebook.tournament.values import Tournament
from scorer.text.sentences import counted

TALLIES = ("deals", "won", "called", "made")
MOST_UNITS = 100_000


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """What a paper sheet says, by name as typed: signed units, and tallies where the sheet has them.

    `residual` is why its units do not sum to zero; a sheet that says nothing of it has to.
    """

    units: Mapping[str, int]
    tallies: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    residual: str = ""


def read_sheet(
    tournament: Tournament, announced: PlayedRound, table: Table, match: Match, paper: PaperSheet, say_why: str
) -> tuple[Record, dict[str, dict[str, int]]]:
    """The record of a paper sheet, and what it counts by entrant; raises ScorerError.

    `say_why` is how the reason of a residual is said.
    """
    where = where_of(announced.number, table.number)
    seats = match.sitting.seats
    units: dict[str, int] = {}
    for typed, won in paper.units.items():
        player = find_seat(tournament, announced.number, table, seats, typed)
        if player in units:
            raise RefusedError(f"{player} is named twice")
        units[player] = _within(won, player)
    if absent := [seat for seat in seats if seat not in units]:
        raise RefusedError(f"{where}: no units for {' and '.join(absent)}; say 0 where there are none")
    _check_sum(sum(units.values()), paper.residual, where, say_why)
    number_of = seated_for(table, tournament.entrants, seats, tournament.sitters[announced.number])
    if strangers := [seat for seat in seats if seat not in number_of]:
        raise RefusedError(f"{where}: {strangers[0]} plays for nobody; scorer tournament substitute says for whom")
    said = _tallies(tournament, announced.number, table, paper, seats)
    tallies = {str(number_of[seat]): said[seat] for seat in seats}
    note = clean_note(paper.residual)
    record = Record(number=1, kind=SHEET, seats=seats, units=tuple(units[seat] for seat in seats), note=note)
    return record, tallies


def _check_sum(total: int, why: str, where: str, say_why: str) -> None:
    """Raise RefusedError for a sheet that does not sum to zero and does not say why, and for one that does both."""
    if total and not why.strip():
        raise RefusedError(
            f"{where} does not sum to zero: {total:+d} units are left over; count again, or say why: {say_why}"
        )
    if why.strip() and not total:
        raise RefusedError(f"{where} sums to zero: there is no residual to give a reason for")


def _within(units: int, player: str) -> int:
    if abs(units) > MOST_UNITS:
        raise RefusedError(f"{player}: {units} units: at most {MOST_UNITS:,} either way can be written")
    return units


def where_of(number: int, table: int) -> str:
    """`table 3 of round 1`."""
    return f"table {table} of round {number}"


def find_seat(tournament: Tournament, number: int, table: Table, seats: Sequence[str], typed: str) -> str:
    """Who is meant at a table of a round, by name, or by that of the entry they play for; raises NotFoundError."""
    where = f"at {where_of(number, table.number)}"
    try:
        return find(typed, seats, where)
    except NotFoundError:
        sits = seated_for(table, tournament.entrants, seats, tournament.sitters[number])
        names = {name: seat for seat, entrant in sits.items() for name in _called(tournament, entrant)}
        if fold(typed) not in map(fold, names):
            raise
        return names[find(typed, names, where)]


def _called(tournament: Tournament, number: int) -> tuple[str, str]:
    """The names by which an entrant is shown."""
    return tournament.entrants[number].name, tournament.name_of(number)


def _tallies(
    tournament: Tournament, number: int, table: Table, paper: PaperSheet, seats: Sequence[str]
) -> dict[str, dict[str, int]]:
    """What a sheet counts, by who sits there; raises NotFoundError for a name that does not."""
    found: dict[str, dict[str, int]] = {seat: {} for seat in seats}
    for what, by_player in paper.tallies.items():
        for typed, count in by_player.items():
            found[find_seat(tournament, number, table, seats, typed)][what] = count
    return found


def check_tallies(
    tournament: Tournament, where: str, tallies: Mapping[str, Mapping[str, int]], record: Record, variant: Variant
) -> None:
    """Raise RefusedError for tallies that cannot be: of one entrant, or of the whole table."""
    for number, said in tallies.items():
        _check_tally(tournament.name_of(int(number)), said)
    deals, won, called = (
        [said[what] for said in tallies.values()] if all(what in said for said in tallies.values()) else []
        for what in ("deals", "won", "called")
    )
    if not deals:
        return
    if not any(deals) and any(record.units):
        raise RefusedError(f"{where}: deals 0 cannot be, somebody has units")
    playing = _playing(variant, len(deals))
    fewest = playing if len(set(deals)) == 1 else min(variant.player_counts)
    least, most = max(*deals, -(-sum(deals) // playing)), sum(deals) // fewest  # so many deals were played
    if sum(won) > sum(deals) - least:  # payouts sum to zero: in every deal somebody wins nothing
        cannot = f"in {counted(least, 'deal')} it is {sum(deals) - least} at most, for never do all win"
        raise RefusedError(f"{where}: won adds up to {sum(won)}; {cannot}")
    if sum(called) > most:
        cannot = f"{counted(most, 'deal')} cannot have so many callers"
        raise RefusedError(f"{where}: called adds up to {sum(called)}; {cannot}")


def _playing(variant: Variant, seated: int) -> int:
    """How many play in each deal of a table of so many."""
    return max((count for count in variant.player_counts if count <= seated), default=seated)


def _check_tally(player: str, said: Mapping[str, int]) -> None:
    """Raise RefusedError for tallies that contradict each other."""
    for what, count in said.items():
        if not 0 <= count <= MOST_UNITS:
            raise RefusedError(f"{player}: {what} {count} cannot be")
    for less, more in (("won", "deals"), ("called", "deals"), ("made", "called"), ("made", "won")):
        if less in said and more in said and said[less] > said[more]:
            raise RefusedError(f"{player}: {less} {said[less]} is more than {more} {said[more]}")


def known(table: Table) -> dict[str, dict[str, int]]:
    """The tallies that a table has already, by entrant as they are kept."""
    found = {}
    for line in table.lines:
        said = {what: getattr(line, what) for what in TALLIES}
        found[str(line.entrant)] = {what: count for what, count in said.items() if count is not None}
    return found


def tallies_after(
    table: Table, said: Mapping[str, Mapping[str, int]], match: Match, *, again: bool
) -> dict[str, dict[str, int]]:
    """What a table counts by entrant: what the sheet says, else the one before (`again`), else the agreed deals."""
    before = known(table) if again else {}
    corrected = {what for counts in said.values() for what in counts}
    return {
        number: _agreed(match)
        | {what: count for what, count in before.get(number, {}).items() if what not in corrected}
        | dict(counts)
        for number, counts in said.items()
    }


def _agreed(match: Match) -> dict[str, int]:
    """The deals of each player at a table that has an agreed number of them: at a six, say, one rests in every deal."""
    agreed, seated = match.ending.deals, len(match.sitting.seats)
    rests = bool(agreed) and _playing(match.variant, seated) < seated
    return {"deals": agreed - agreed // seated * rests} if agreed else {}
