"""Results: a table closed after its last deal, or its paper sheet typed in, and put right again."""

from dataclasses import replace

from sqlalchemy import update
from sqlmodel import Session

from scorer.errors import RefusedError
from scorer.rules.tournament import PlayedRound, Table
from scorer.scorebook import rows
from scorer.scorebook.desk.corrections import changed_seating
from scorer.scorebook.desk.entries import Entered
from scorer.scorebook.desk.finding import add_step, by_id, lock
from scorer.scorebook.desk.rounds import round_of, table_of
from scorer.scorebook.desk.sheets import SHEET, PaperSheet, find_seat, kept, read_sheet, told_already, where_of
from scorer.scorebook.desk.values import Tournament
from scorer.scorebook.finding import match_by_id, sheet_of
from scorer.scorebook.table import reseat
from scorer.sentences import counted, running_words
from scorer.sheet import Sheet
from scorer.values import Match, Record
from scorer.words import clean_note


def close_table(session: Session, tournament: Tournament, table: int, number: int | None = None) -> Entered:
    """Close a table that was recorded deal by deal: no more comes. Raises RefusedError where nothing was recorded."""
    tournament = lock(session, tournament)
    announced = round_of(tournament, number)
    at = table_of(announced, table)
    if not at.lines:
        raise RefusedError(
            f"nothing is recorded at {where_of(announced.number, table)}; say its units: Anna=12,Bruno=-3,..."
        )
    if at.over:
        raise RefusedError(f"{where_of(announced.number, table)} is over already")
    match = match_by_id(session, tournament.matches[announced.number, table])
    what = f"{where_of(announced.number, table)} is over"
    step = add_step(session, tournament, "finish", {"what": what}, match_id=match.id)
    reseat(session, match, step, lambda sitting: replace(sitting, finished=True, call=None))
    return Entered(by_id(session, tournament.id), what)


def record_sheet(
    session: Session,
    tournament: Tournament,
    paper: PaperSheet,
    table: int,
    number: int | None = None,
    *,
    residual: bool = False,
    reason: str = "",
) -> Entered:
    """Record a table from its paper sheet, or put its sheet right; the table is over then.

    Raises RefusedError for units that do not sum to zero (unless `residual`), for a table that was recorded deal by
    deal, for players who do not sit there, and where nothing would change.
    """
    sheets = Sheets(session, tournament, residual=residual, reason=reason)
    announced = round_of(sheets.tournament, number)
    what = sheets.record(paper, announced.number, table)
    if sheets.unchanged:
        raise RefusedError(f"nothing changes at {where_of(announced.number, table)}")
    return sheets.done(what)


class Sheets:
    """Paper sheets that are written down together; `recorded` and `unchanged` count them.

    Making one locks the tournament; `tournament` is how it stood before the first sheet.
    """

    def __init__(self, session: Session, tournament: Tournament, *, residual: bool = False, reason: str = "") -> None:
        self.recorded = self.unchanged = 0
        self.tournament = lock(session, tournament)
        self._session = session
        self._residual, self._reason = residual, clean_note(reason)
        self._corrected: dict[int, None] = {}
        self._before: list[str] = []
        self._matches: dict[tuple[int, int], Match] = {}

    def seat(self, place: tuple[int, int], typed: str) -> str:
        """Who is meant at a table, by round and number: by the name, or by that of the entry; raises NotFoundError."""
        match = self._match(place)
        table = table_of(round_of(self.tournament, place[0]), place[1])
        return find_seat(self.tournament, table, match.sitting.seats, typed, where_of(*place))

    def record(self, paper: PaperSheet, number: int, table: int) -> str:
        """Write one sheet, and say so; counts it as unchanged where the table is known to be so. Raises ScorerError."""
        announced = round_of(self.tournament, number)
        at = table_of(announced, table)
        match = self._match((number, table))
        old = _paper_of(sheet_of(self._session, match), at, announced)
        record, tallies = read_sheet(self.tournament, announced, at, match, paper, residual=self._residual)
        if old and record.payouts == old.payouts and told_already(at, tallies, paper):
            self.unchanged += 1
            return ""
        what = f"{where_of(number, table)} " + ("put right" if old else "by its paper sheet")
        detail = {"what": what, "match": match.id, "tallies": kept(at, tallies, paper) if old else tallies}
        step = add_step(self._session, self.tournament, "result", detail, self._reason, match.id)
        written = replace(record, note=self._reason or what, number=old.number if old else 1)
        _write(self._session, match, step, written, old)
        if old:
            self._corrected[number] = None
            self._before.append(f"{where_of(number, table)} was {running_words(old.payouts)}")
        self.recorded += 1
        return what

    def done(self, what: str) -> Entered:
        """The tournament afterwards, with what the corrections change in what was announced since."""
        after = by_id(self._session, self.tournament.id)
        changed = dict.fromkeys(line for number in sorted(self._corrected) for line in changed_seating(after, number))
        return Entered(after, what, (*self._before, *changed))

    def _match(self, place: tuple[int, int]) -> Match:
        if place not in self._matches:
            self._matches[place] = match_by_id(self._session, self.tournament.matches[place])
        return self._matches[place]


def _paper_of(sheet: Sheet, table: Table, announced: PlayedRound) -> Record | None:
    """The sheet that was written before, None for none; raises RefusedError for a table kept deal by deal."""
    if any(record.kind != SHEET for record in sheet.records):
        kept = f"is kept deal by deal ({counted(len(sheet.records), 'record')})"
        how = f"scorer sheet {sheet.match.id} shows it, scorer edit puts a deal right"
        raise RefusedError(f"{where_of(announced.number, table.number)} {kept}: {how}")
    return sheet.records[0] if sheet.records else None


def _write(session: Session, match: Match, step: int, record: Record, old: Record | None) -> None:
    """Write a sheet in place of the one before it, and close the table."""
    if old:
        session.connection().execute(update(rows.RECORD).where(rows.RECORD.c.id == old.id).values(voided_by=step))
    rows.add_record(session, match.id, step, record)
    if not match.sitting.finished:
        reseat(session, match, step, lambda sitting: replace(sitting, finished=True, call=None))
