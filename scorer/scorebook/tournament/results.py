"""Results: a table closed after its last deal, or its paper sheet typed in, and put right again."""

from collections.abc import Mapping
from dataclasses import replace

from sqlmodel import Session

from scorer.errors import EarlyError, RefusedError
from scorer.match.names import find, fold
from scorer.match.parsing import clean_note
from scorer.match.sheet import Sheet
from scorer.match.values import Match, Record
from scorer.rules.kinds import SHEET
from scorer.rules.tournament import PlayedRound, Table
from scorer.scorebook.changes import dropped_call, reseat, write
from scorer.scorebook.deals import next_number
from scorer.scorebook.finding import match_by_id, sheet_of
from scorer.scorebook.seats import refuse_early
from scorer.scorebook.tournament.corrections import changed_seating
from scorer.scorebook.tournament.entries import Entered
from scorer.scorebook.tournament.finding import add_step, by_id, lock
from scorer.scorebook.tournament.rounds import round_of, table_of
from scorer.scorebook.tournament.seats import seated_for
from scorer.scorebook.tournament.sheets import (
    PaperSheet,
    check_tallies,
    find_seats,
    in_order,
    known,
    read_sheet,
    tallies_after,
    where_of,
)
from scorer.scorebook.tournament.values import Tournament, check_followed, sits_on_words, withdrawn_words
from scorer.text.ending_words import early_words, race_words
from scorer.text.sentences import counted, listed, residual_words, running_words


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
        how = "; say its units to put its sheet right" if on_paper else ""
        raise RefusedError(f"{where} is over already{how}")
    check_followed(tournament, announced, at)
    match = match_by_id(session, tournament.matches[announced.number, table])
    sheet = sheet_of(session, match)
    if not sheet.deals:
        kinds = listed([f"{record.kind} {record.number}" for record in sheet.records])
        nothing = f"no deal is recorded at {where}, only {kinds}" if kinds else f"nothing is recorded at {where}"
        raise RefusedError(f"{nothing}; say its units in the order of its seats: 12,-3,...")
    if not early:
        refuse_early(sheet, f"at {where}")
        if tournament.format.stages[announced.stage].until and match.ending.race and not sheet.end(match.started_at):
            raise EarlyError(f"nobody has {race_words(*match.ending.race)} at {where}")
    what = " ".join(filter(None, [f"{where} is over", early_words(sheet)]))
    step = add_step(session, tournament, "finish", {"what": what}, match_id=match.id)
    reseat(session, match, step, lambda sitting: replace(sitting, finished=True, call=None))
    left = (*withdrawn_words(tournament, announced, at), *sits_on_words(tournament, announced, match.sitting.seats))
    said = (*dropped_call(match), *left)
    return Entered(by_id(session, tournament.id), what, said)


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
        """Who is meant at a table, by round and number: by the name, or by that of the entry; raises NotFoundError.

        A pair that is named is meant as a pair.
        """
        match = self._match(place)
        table = table_of(round_of(self.tournament, place[0]), place[1])
        seats = find_seats(self.tournament, place[0], table, match.sitting.seats, typed)
        return seats[0] if len(seats) == 1 else typed

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
        if self.tournament.format.seats > 1:
            named = {each: table.number for table in tables for each in table.seats}
            at |= {self.tournament.name_of(each, number): table for each, table in named.items()}
        return at[find(typed, at, f"in round {number}")]

    def besides(self, place: tuple[int, int], player: str) -> int:
        """What penalties and adjustments gave somebody who sits at a table, by round and number."""
        table = table_of(round_of(self.tournament, place[0]), place[1])
        seats, sitters = self._match(place).sitting.seats, self.tournament.sitters[place[0]]
        one, *_ = find_seats(self.tournament, place[0], table, seats, player)
        number = seated_for(table, self.tournament.entrants, seats, sitters).get(one)
        return sum(line.besides for line in table.lines if line.entrant == number)

    def record(self, paper: PaperSheet, number: int, table: int) -> str:
        """Write one sheet, and say so; counts it as unchanged where the table is known to be so. Raises ScorerError."""
        announced = round_of(self.tournament, number)
        at = table_of(announced, table)
        check_followed(self.tournament, announced, at)
        match = self._match((number, table))
        before = sheet_of(self._session, match)
        old = _paper_of(before, at, announced)
        record, said = read_sheet(self.tournament, announced, at, match, paper, self._say_why)
        if not isinstance(paper.units, Mapping):
            came = announced.came(at)
            shown = dict(zip(came, record.units, strict=False))  # partners, who come after these, have the same
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
        closed = match.sitting if match.sitting.finished else replace(match.sitting, finished=True, call=None)
        write(self._session, before, before.seated(closed).with_record(written), step)
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
