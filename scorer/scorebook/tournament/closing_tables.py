"""Results: a table closed after its last deal, or its paper sheet typed in, and put right again."""

from collections.abc import Mapping
from dataclasses import replace

from scorer.errors import EarlyError, RefusedError
from scorer.language import counts
from scorer.language.forms import listed
from scorer.match.facts import Match, Record
from scorer.match.names import find, fold
from scorer.match.parsing import clean_note
from scorer.match.sheet import Sheet
from scorer.rules.kinds import SHEET
from scorer.scorebook.changes import dropped_call, reseat, write
from scorer.scorebook.deals import next_number
from scorer.scorebook.finding import match_by_id, sheet_of
from scorer.scorebook.seats import refuse_early
from scorer.scorebook.tournament.history import changed_seating
from scorer.scorebook.tournament.lookup import Entered, add_step, by_id, lock
from scorer.scorebook.tournament.paper_sheets import (
    PaperSheet,
    check_tallies,
    find_seats,
    in_order,
    known,
    read_sheet,
    tallies_after,
)
from scorer.scorebook.tournament.snapshot import (
    RoundTable,
    Tournament,
    check_followed,
    round_of,
    round_table,
    sits_on_words,
    withdrawn_words,
)
from scorer.scorebook.transaction import Transaction
from scorer.text.ending_words import early_words, race_words
from scorer.text.sentences import plural, residual_words, running_words


def to_fill_in(
    transaction: Transaction, tournament: Tournament, table: int, number: int | None = None
) -> tuple[str, ...]:
    """The names by seat of a table without a deal or a sheet; () for others, and where nobody can tell the seats."""
    at = round_table(tournament, number, table)
    sheet = sheet_of(transaction, match_by_id(transaction, at.match_id))
    if at.table.over or sheet.dealt or not in_order(at, sheet.match.sitting.seats):
        return ()
    return tuple(tournament.name_of(each, at.round.number) for each in at.round.came(at.table))


def close_table(
    transaction: Transaction, tournament: Tournament, table: int, number: int | None = None, *, early: bool = False
) -> Entered:
    """Close a table that was recorded deal by deal. Raises EarlyError before its agreed end, unless `early`."""
    tournament = lock(transaction, tournament)
    at = round_table(tournament, number, table)
    if at.table.over:
        on_paper = any(line.running is None for line in at.table.lines)
        how = "; say its units to put its sheet right" if on_paper else ""
        raise RefusedError(f"{at} is over already{how}")
    check_followed(at)
    match = match_by_id(transaction, at.match_id)
    sheet = sheet_of(transaction, match)
    if not sheet.deals:
        kinds = listed([f"{record.kind} {record.number}" for record in sheet.records])
        nothing = f"no deal is recorded at {at}, only {kinds}" if kinds else f"nothing is recorded at {at}"
        raise RefusedError(f"{nothing}; say its units in the order of its seats: 12,-3,...")
    if not early:
        refuse_early(sheet, str(at))
        if tournament.format.stages[at.round.stage].until and match.ending.race and not sheet.end(match.started_at):
            raise EarlyError(f"nobody has {race_words(*match.ending.race)} at {at}")
    what = " ".join(filter(None, [f"{at} is over", early_words(sheet)]))
    step = add_step(transaction, tournament, "finish", {"what": what}, match_id=match.id)
    reseat(transaction, match, step, lambda sitting: replace(sitting, finished=True, call=None))
    said = (*dropped_call(match), *withdrawn_words(at), *sits_on_words(at, match.sitting.seats))
    return Entered(by_id(transaction, tournament.id), what, said)


def record_sheet(
    transaction: Transaction,
    tournament: Tournament,
    paper: PaperSheet,
    table: int,
    number: int | None = None,
    *,
    reason: str = "",
) -> Entered:
    """Record a table from its paper sheet, or put its sheet right; the table is over then. Raises RefusedError."""
    sheets = Sheets(transaction, tournament, reason=reason)
    at = round_table(sheets.tournament, number, table)
    what = sheets.record(paper, at.round.number, table)
    if sheets.unchanged:
        raise RefusedError(f"nothing changes at {at}")
    return sheets.done(what)


class Sheets:
    """Paper sheets that are written down together; `recorded` and `unchanged` count them.

    Making one locks the tournament; `tournament` is how it stood before the first sheet. `say_why` is how the reason
    of a residual is said.
    """

    def __init__(
        self, transaction: Transaction, tournament: Tournament, *, say_why: str = "--residual TEXT", reason: str = ""
    ) -> None:
        self.recorded = self.unchanged = 0
        self.tournament = lock(transaction, tournament)
        self._session = transaction
        self._say_why, self._reason = say_why, clean_note(reason)
        self._corrected: dict[int, None] = {}
        self._notices: list[str] = []
        self._matches: dict[int, Match] = {}

    def seat(self, place: tuple[int, int], typed: str) -> str:
        """Who is meant at a table, by round and number: by the name, or by that of the entry; raises NotFoundError.

        A pair that is named is meant as a pair.
        """
        at = round_table(self.tournament, *place)
        seats = find_seats(at, self._match(at).sitting.seats, typed)
        return seats[0] if len(seats) == 1 else typed

    def did_not_come(self, place: tuple[int, int], typed: str) -> bool:
        """Whether this is the whole name of one who has a seat at a table, by round and number, and did not come."""
        at = round_table(self.tournament, *place)
        missing = [self.tournament.name_of(each, place[0]) for each in at.round.missing if each in at.table.seats]
        return fold(typed) in map(fold, missing)

    def table_with(self, number: int, typed: str) -> int:
        """The table of a round at which somebody sits; raises NotFoundError."""
        found: dict[str, int] = {}
        for table in round_of(self.tournament, number).tables:
            at = round_table(self.tournament, number, table.number)
            found |= dict.fromkeys(self._match(at).sitting.seats, table.number)
            if self.tournament.format.seats > 1:
                found |= {self.tournament.name_of(each, number): table.number for each in table.seats}
        return found[find(typed, found, f"in round {number}")]

    def besides(self, place: tuple[int, int], player: str) -> int:
        """What penalties and adjustments gave somebody who sits at a table, by round and number."""
        at = round_table(self.tournament, *place)
        seats = self._match(at).sitting.seats
        one, *_ = find_seats(at, seats, player)
        number = at.sits(seats).get(one)
        return sum(line.besides for line in at.table.lines if line.entrant == number)

    def record(self, paper: PaperSheet, number: int, table: int) -> str:
        """Write one sheet, and say so; counts it as unchanged where the table is known to be so. Raises ScorerError."""
        at = round_table(self.tournament, number, table)
        check_followed(at)
        match = self._match(at)
        before = sheet_of(self._session, match)
        old = _paper_of(before, at)
        record, said = read_sheet(at, match, paper, self._say_why)
        if not isinstance(paper.units, Mapping):
            shown = zip(at.round.came(at.table), record.units, strict=False)  # partners come after these
            named = [f"{self.tournament.name_of(each, number)}={units}" for each, units in shown]
            self._notices.append(", ".join(named))
        tallies = tallies_after(at.table, said, match, again=old is not None)
        if old and (record.payouts, record.note or old.note, tallies) == (old.payouts, old.note, known(at.table)):
            self.unchanged += 1
            return ""
        check_tallies(at, tallies, record, match.variant)
        what = f"{at} {'put right' if old else 'by its paper sheet'}"
        what += f", {residual_words(record)}: {record.note}" if record.residual else ""
        detail = {"what": what, "match": match.id, "tallies": tallies}
        step = add_step(self._session, self.tournament, "result", detail, self._reason, match.id)
        self._notices += withdrawn_words(at)
        at_number = old.number if old else next_number(self._session, match)
        written = replace(record, note=record.note or self._reason or what, number=at_number)
        closed = match.sitting if match.sitting.finished else replace(match.sitting, finished=True, call=None)
        write(self._session, before, before.seated(closed).with_record(written), step)
        self._notices += dropped_call(match)
        if old:
            self._corrected[number] = None
            self._notices.append(f"{at} was {running_words(old.payouts)}")
        elif before.records:  # a penalty or an adjustment, which the paper may have in its units
            besides = listed([f"{each.kind} {each.number}" for each in before.records])
            are = plural(len(before.records), "is", "are")
            self._notices.append(f"{at}: {besides} {are} counted besides the sheet, whose units have to leave it out")
        self.recorded += 1
        return what

    def done(self, what: str) -> Entered:
        """The tournament afterwards, with what the corrections change in what was announced since."""
        after = by_id(self._session, self.tournament.id)
        changed = dict.fromkeys(line for number in sorted(self._corrected) for line in changed_seating(after, number))
        return Entered(after, what, (*self._notices, *changed))

    def _match(self, at: RoundTable) -> Match:
        """The match of a table, looked up once."""
        if at.match_id not in self._matches:
            self._matches[at.match_id] = match_by_id(self._session, at.match_id)
        return self._matches[at.match_id]


def _paper_of(sheet: Sheet, at: RoundTable) -> Record | None:
    """The sheet that was written before, None for none; raises RefusedError for a table kept deal by deal."""
    if sheet.dealt:
        kept = f"is kept deal by deal ({counts.records(len(sheet.dealt))})"
        how = f"scorer sheet {sheet.match.id} shows it, scorer edit puts a deal right"
        paper = f"for a paper sheet in their place, strike each out first: scorer void NUMBER --match {sheet.match.id}"
        raise RefusedError(f"{at} {kept}: {how}; {paper}")
    return next((record for record in sheet.records if record.kind == SHEET), None)
