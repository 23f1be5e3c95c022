"""Results: a table closed after its last deal, or its paper sheet typed in, and put right again.

What is typed of a sheet is put against who sits at the table, and against what the table has already.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import update
from sqlmodel import Session

from scorer.errors import NotFoundError, RefusedError
from scorer.match.names import find, fold
from scorer.match.parsing import clean_note
from scorer.match.values import Match, Record, Sheet
from scorer.rules.kinds import SHEET
from scorer.rules.tournament import PlayedRound, Table
from scorer.rules.variant import Variant
from scorer.scorebook import rows
from scorer.scorebook.deals import next_number
from scorer.scorebook.finding import match_by_id, sheet_of
from scorer.scorebook.seats import dropped_call, refuse_early, reseat
from scorer.scorebook.tournament.corrections import changed_seating
from scorer.scorebook.tournament.entries import Entered
from scorer.scorebook.tournament.finding import add_step, by_id, lock
from scorer.scorebook.tournament.rounds import round_of, table_of
from scorer.scorebook.tournament.seats import seated_for
from scorer.scorebook.tournament.values import Tournament, withdrawn_words
from scorer.text.ending_words import early_words
from scorer.text.sentences import counted, listed, plural, residual_words, running_words

TALLIES = ("deals", "won", "called", "made")
MOST_UNITS = 100_000
Said = Mapping[str, int] | Sequence[int] | int  # by name as typed, in the order of the seats, or the same for all


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """What a paper sheet says: signed units, and tallies where the sheet has them.

    `residual` is why its units do not sum to zero; a sheet that says nothing of it has to.
    """

    units: Said
    tallies: Mapping[str, Said] = field(default_factory=dict)
    residual: str = ""


def read_sheet(
    tournament: Tournament, announced: PlayedRound, table: Table, match: Match, paper: PaperSheet, say_why: str
) -> tuple[Record, dict[str, dict[str, int]]]:
    """The record of a paper sheet, and what it counts by entrant; raises ScorerError.

    `say_why` is how the reason of a residual is said.
    """
    where = where_of(announced.number, table.number)
    seats = match.sitting.seats
    number_of = seated_for(table, tournament.entrants, seats, tournament.sitters[announced.number])
    if strangers := [seat for seat in seats if seat not in number_of]:
        raise RefusedError(f"{where}: {strangers[0]} plays for nobody; scorer tournament substitute says for whom")
    units = by_seat(tournament, announced, table, seats, paper.units)
    for player, won in units.items():
        if abs(won) > MOST_UNITS:
            raise RefusedError(f"{player}: {won} units: at most {MOST_UNITS:,} either way can be written")
    if absent := [seat for seat in seats if seat not in units]:
        there = f"; for who did not come, first scorer seats NAMES --match {match.id} with those who are there"
        fewer = len(units) >= min(tournament.format.sizes)
        raise RefusedError(
            f"{where}: no units for {listed(absent)}; say 0 where there are none{there if fewer else ''}"
        )
    left, why = sum(units.values()), paper.residual.strip()
    if left and not why:
        over = f"{left:+d} {plural(left, 'unit is', 'units are')} left over"
        raise RefusedError(f"{where} does not sum to zero: {over}; count again, or say why: {say_why}")
    if why and not left:
        raise RefusedError(f"{where} sums to zero: there is no residual to give a reason for")
    said = _tallies(tournament, announced, table, paper, seats)
    tallies = {str(number_of[seat]): said[seat] for seat in seats}
    note = clean_note(paper.residual)
    record = Record(number=1, kind=SHEET, seats=seats, units=tuple(units[seat] for seat in seats), note=note)
    return record, tallies


def by_seat(
    tournament: Tournament, announced: PlayedRound, table: Table, seats: Sequence[str], said: Said
) -> dict[str, int]:
    """What is said of those at a table, by who sits there.

    Raises NotFoundError for a name that does not, RefusedError for one said twice, for fewer or more numbers than there
    are seats, and where nobody can tell the order of the seats: it was changed since the sheet was printed.
    """
    if isinstance(said, int):
        return dict.fromkeys(seats, said)
    if not isinstance(said, Mapping):
        order, where = in_order(tournament, announced, table, seats), where_of(announced.number, table.number)
        if not order:
            raise RefusedError(f"who sits in which seat of {where} was changed: say the names, {seats[0]}=12,...")
        if len(said) != len(order):
            numbers = f"{counted(len(said), 'number')} for the {counted(len(order), 'seat')} of {where}"
            raise RefusedError(f"{numbers}, which are {', '.join(order)}")
        return dict(zip(order, said, strict=True))
    found: dict[str, int] = {}
    for typed, number in said.items():
        player = find_seat(tournament, announced.number, table, seats, typed)
        if player in found:
            raise RefusedError(f"{player} is named twice")
        found[player] = number
    return found


def in_order(tournament: Tournament, announced: PlayedRound, table: Table, seats: Sequence[str]) -> tuple[str, ...]:
    """Who sits at a table in the order of its seats, as the round and its paper show them; () where they do not.

    The seat of who did not come is left out.
    """
    sits = seated_for(table, tournament.entrants, seats, tournament.sitters[announced.number])
    return tuple(seats) if [sits.get(seat) for seat in seats] == announced.came(table) else ()


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
    tournament: Tournament, announced: PlayedRound, table: Table, paper: PaperSheet, seats: Sequence[str]
) -> dict[str, dict[str, int]]:
    """What a sheet counts, by who sits there; raises ScorerError."""
    found: dict[str, dict[str, int]] = {seat: {} for seat in seats}
    for what, said in paper.tallies.items():
        for seat, count in by_seat(tournament, announced, table, seats, said).items():
            found[seat][what] = count
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
    """What a table counts by entrant: what the sheet says, else the one before (`again`), else the agreed deals.

    Those are the deals of each player: at a six, say, one rests in every deal.
    """
    deals, seated = match.ending.deals, len(match.sitting.seats)
    rests = bool(deals) and _playing(match.variant, seated) < seated
    agreed = {"deals": deals - deals // seated * rests} if deals else {}
    before = known(table) if again else {}
    corrected = {what for counts in said.values() for what in counts}
    return {
        number: agreed
        | {what: count for what, count in before.get(number, {}).items() if what not in corrected}
        | dict(counts)
        for number, counts in said.items()
    }


def to_fill_in(session: Session, tournament: Tournament, table: int, number: int | None = None) -> tuple[str, ...]:
    """The names in the order of the seats of a table of which no deal and no sheet is recorded; () for any other.

    Nor for one whose order of seats nobody can tell.
    """
    announced = round_of(tournament, number)
    at = table_of(announced, table)
    sheet = sheet_of(session, match_by_id(session, tournament.matches[announced.number, table]))
    if at.over or sheet.dealt or not in_order(tournament, announced, at, sheet.match.sitting.seats):
        return ()
    return tuple(tournament.name_of(each, announced.number) for each in announced.came(at))


def close_table(
    session: Session, tournament: Tournament, table: int, number: int | None = None, *, early: bool = False
) -> Entered:
    """Close a table that was recorded deal by deal: no more comes. Raises RefusedError where no deal was recorded.

    Raises EarlyError where fewer deals are played than were agreed, unless `early`.
    """
    tournament = lock(session, tournament)
    announced = round_of(tournament, number)
    where = where_of(announced.number, table)
    if (at := table_of(announced, table)).over:
        on_paper = any(line.running is None for line in at.lines)
        raise RefusedError(f"{where} is over already{'; say its units to put its sheet right' * on_paper}")
    match = match_by_id(session, tournament.matches[announced.number, table])
    sheet = sheet_of(session, match)
    if not sheet.deals:
        kinds = listed([f"{record.kind} {record.number}" for record in sheet.records])
        nothing = f"no deal is recorded at {where}, only {kinds}" if kinds else f"nothing is recorded at {where}"
        raise RefusedError(f"{nothing}; say its units in the order of its seats: 12,-3,...")
    if not early:
        refuse_early(sheet, f"at {where}")
    what = " ".join(filter(None, [f"{where} is over", early_words(sheet)]))
    step = add_step(session, tournament, "finish", {"what": what}, match_id=match.id)
    reseat(session, match, step, lambda sitting: replace(sitting, finished=True, call=None))
    return Entered(by_id(session, tournament.id), what, dropped_call(match))


def record_sheet(
    session: Session,
    tournament: Tournament,
    paper: PaperSheet,
    table: int,
    number: int | None = None,
    *,
    reason: str = "",
) -> Entered:
    """Record a table from its paper sheet, or put its sheet right; the table is over then.

    Raises RefusedError for units that do not sum to zero and do not say why, for a table that was recorded deal by
    deal, for players who do not sit there, and where nothing would change.
    """
    sheets = Sheets(session, tournament, reason=reason)
    announced = round_of(sheets.tournament, number)
    what = sheets.record(paper, announced.number, table)
    if sheets.unchanged:
        raise RefusedError(f"nothing changes at {where_of(announced.number, table)}")
    return sheets.done(what)


class Sheets:
    """Paper sheets that are written down together; `recorded` and `unchanged` count them.

    Making one locks the tournament; `tournament` is how it stood before the first sheet. `say_why` is how the reason
    of a residual is said.
    """

    def __init__(
        self, session: Session, tournament: Tournament, *, say_why: str = "--residual TEXT", reason: str = ""
    ) -> None:
        self.recorded = self.unchanged = 0
        self.tournament = lock(session, tournament)
        self._session = session
        self._say_why, self._reason = say_why, clean_note(reason)
        self._corrected: dict[int, None] = {}
        self._notices: list[str] = []
        self._matches: dict[tuple[int, int], Match] = {}

    def seat(self, place: tuple[int, int], typed: str) -> str:
        """Who is meant at a table, by round and number: by the name, or by that of the entry; raises NotFoundError."""
        match = self._match(place)
        table = table_of(round_of(self.tournament, place[0]), place[1])
        return find_seat(self.tournament, place[0], table, match.sitting.seats, typed)

    def did_not_come(self, place: tuple[int, int], typed: str) -> bool:
        """Whether this is the whole name of one who has a seat at a table, by round and number, and did not come."""
        announced = round_of(self.tournament, place[0])
        seats = table_of(announced, place[1]).seats
        missing = [self.tournament.name_of(each, place[0]) for each in announced.missing if each in seats]
        return fold(typed) in map(fold, missing)

    def table_with(self, number: int, typed: str) -> int:
        """The table of a round at which somebody sits; raises NotFoundError."""
        tables = round_of(self.tournament, number).tables
        at = {seat: table.number for table in tables for seat in self._match((number, table.number)).sitting.seats}
        return at[find(typed, at, f"in round {number}")]

    def besides(self, place: tuple[int, int], player: str) -> int:
        """What penalties and adjustments gave somebody who sits at a table, by round and number."""
        table = table_of(round_of(self.tournament, place[0]), place[1])
        seats, sitters = self._match(place).sitting.seats, self.tournament.sitters[place[0]]
        number = seated_for(table, self.tournament.entrants, seats, sitters).get(player)
        return sum(line.besides for line in table.lines if line.entrant == number)

    def record(self, paper: PaperSheet, number: int, table: int) -> str:
        """Write one sheet, and say so; counts it as unchanged where the table is known to be so. Raises ScorerError."""
        announced = round_of(self.tournament, number)
        at = table_of(announced, table)
        match = self._match((number, table))
        before = sheet_of(self._session, match)
        old = _paper_of(before, at, announced)
        record, said = read_sheet(self.tournament, announced, at, match, paper, self._say_why)
        if not isinstance(paper.units, Mapping):
            shown = dict(zip(announced.came(at), record.units, strict=True))
            self._notices.append(
                ", ".join(f"{self.tournament.name_of(each, number)}={units}" for each, units in shown.items())
            )
        tallies = tallies_after(at, said, match, again=old is not None)
        if old and (record.payouts, record.note or old.note, tallies) == (old.payouts, old.note, known(at)):
            self.unchanged += 1
            return ""
        check_tallies(self.tournament, where_of(number, table), tallies, record, match.variant)
        what = f"{where_of(number, table)} {'put right' if old else 'by its paper sheet'}"
        what += f", {residual_words(record)}: {record.note}" if record.residual else ""
        detail = {"what": what, "match": match.id, "tallies": tallies}
        step = add_step(self._session, self.tournament, "result", detail, self._reason, match.id)
        self._notices += withdrawn_words(self.tournament, announced, at)
        at_number = old.number if old else next_number(self._session, match)
        written = replace(record, note=record.note or self._reason or what, number=at_number)
        _write(self._session, match, step, written, old)
        self._notices += dropped_call(match)
        if old:
            self._corrected[number] = None
            self._notices.append(f"{where_of(number, table)} was {running_words(old.payouts)}")
        elif before.records:  # a penalty or an adjustment, which the paper may have in its units
            besides = listed([f"{each.kind} {each.number}" for each in before.records])
            where, leave = where_of(number, table), "counted besides the sheet, whose units have to leave it out"
            several = len(before.records) > 1
            self._notices.append(f"{where}: {besides} are {leave}" if several else f"{where}: {besides} is {leave}")
        self.recorded += 1
        return what

    def done(self, what: str) -> Entered:
        """The tournament afterwards, with what the corrections change in what was announced since."""
        after = by_id(self._session, self.tournament.id)
        changed = dict.fromkeys(line for number in sorted(self._corrected) for line in changed_seating(after, number))
        return Entered(after, what, (*self._notices, *changed))

    def _match(self, place: tuple[int, int]) -> Match:
        if place not in self._matches:
            self._matches[place] = match_by_id(self._session, self.tournament.matches[place])
        return self._matches[place]


def _paper_of(sheet: Sheet, table: Table, announced: PlayedRound) -> Record | None:
    """The sheet that was written before, None for none; raises RefusedError for a table kept deal by deal."""
    if sheet.dealt:
        kept = f"is kept deal by deal ({counted(len(sheet.dealt), 'record')})"
        how = f"scorer sheet {sheet.match.id} shows it, scorer edit puts a deal right"
        paper = f"for a paper sheet in their place, strike each out first: scorer void NUMBER --match {sheet.match.id}"
        raise RefusedError(f"{where_of(announced.number, table.number)} {kept}: {how}; {paper}")
    return next((record for record in sheet.records if record.kind == SHEET), None)


def _write(session: Session, match: Match, step: int, record: Record, old: Record | None) -> None:
    """Write a sheet in place of the one before it, and close the table."""
    if old:
        session.connection().execute(update(rows.RECORD).where(rows.RECORD.c.id == old.id).values(voided_by=step))
    rows.add_record(session, match.id, step, record)
    if not match.sitting.finished:
        reseat(session, match, step, lambda sitting: replace(sitting, finished=True, call=None))
