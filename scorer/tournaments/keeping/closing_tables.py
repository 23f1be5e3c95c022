"""Closing tables: after the last deal, or by a paper sheet that is typed in; and a sheet put right again."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from scorer.errors import EarlyError, RefusedError
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.match.deals_left import closed_early, reached_end
from scorer.match.facts import Match, Record
from scorer.match.names import find, fold
from scorer.match.parsing import clean_note
from scorer.match.sheet import Sheet
from scorer.rules.errors import Notice, advice
from scorer.rules.kinds import SHEET
from scorer.scorebook.changes import dropped_call, reseat, write
from scorer.scorebook.match_lookup import match_by_id, sheet_of
from scorer.scorebook.recording import next_number
from scorer.scorebook.seats import refuse_early
from scorer.scorebook.transaction import Transaction
from scorer.text.deals_left_words import race_words
from scorer.text.kind_words import record_name
from scorer.text.sentences import running_words
from scorer.text.step_words import Detail, did
from scorer.tournaments.keeping.acts import Act, DeskChange
from scorer.tournaments.keeping.notices import changed_seating, withdrawn_words
from scorer.tournaments.keeping.paper_sheets import (
    PaperSheet,
    check_tallies,
    deals_at_table,
    find_seats,
    in_order,
    known,
    read_sheet,
    tallies_after,
)
from scorer.tournaments.keeping.snapshot import RoundTable, Tournament, round_of, round_table


def to_fill_in(
    transaction: Transaction, tournament: Tournament, table: int, number: int | None = None
) -> tuple[str, ...]:
    """The names by seat of a table without a deal or a sheet; () for others, and where nobody can tell the seats."""
    at = round_table(tournament, number, table)
    sheet = sheet_of(transaction, match_by_id(transaction, at.match_id))
    if at.table.over or sheet.dealt or not in_order(at, sheet.match.sitting.seats):
        return ()
    return tuple(tournament.name_of(entrant, at.round.number) for entrant in at.round.came(at.table))


def close_table(
    transaction: Transaction, tournament: Tournament, table: int, number: int | None = None, *, early: bool = False
) -> DeskChange:
    """Close a table that was recorded deal by deal. Raises EarlyError before its agreed end, unless `early`."""
    act = Act(transaction, tournament)
    tournament = act.before
    at = round_table(tournament, number, table)
    if at.table.over:
        over = _("table {table} of round {round} is over already", **at.place)
        on_paper = any(line.running is None for line in at.table.lines)
        raise RefusedError(over, *([advice("tournament_units_put_right")] if on_paper else []))
    _check_followed(at)
    match = match_by_id(transaction, at.match_id)
    sheet = sheet_of(transaction, match)
    if not sheet.deals:
        raise RefusedError(_no_deal_words(at, sheet), advice("tournament_units_by_seat"))
    if not early:
        refuse_early(sheet, _("table {table} of round {round}", **at.place))
        race = match.ending.race if tournament.format.stages[at.round.stage].until else None
        if race and not reached_end(sheet, match.started_at):
            raise EarlyError(
                _("nobody has {race} at table {table} of round {round}", race=race_words(*race), **at.place)
            )
    deed = did("table_over", **at.place, **closed_early(sheet))
    step = act.write("finish", deed, match_id=match.id)
    reseat(transaction, match, step, lambda sitting: replace(sitting, finished=True, call=None))
    return act.done(*dropped_call(match), *withdrawn_words(at), *_sits_on_words(at, match.sitting.seats))


def _sits_on_words(at: RoundTable, seats: Collection[str]) -> list[str]:
    """A sentence for everybody in these seats whose entry withdrew while the round was played."""
    sentences, played = [], at.round.number
    for number, names in at.tournament.sitters[played].names.items():
        who = at.tournament.entrants[number]
        still = [name for name in seats if name in names]
        if still and who.left == played + 1:
            sat_on = N_("{entrant} withdrew in round {round}, and {player} sat there to the end")
            sentences.append(_(sat_on, entrant=who.name, round=played, player=still[0]))
    return sentences


def _check_followed(at: RoundTable) -> None:
    """Raise RefusedError for a result of somebody who withdrew and whose place in this stage a reserve has."""
    followed = {number for announced in at.tournament.progress.cuts for number in announced.gone}
    for who in at.withdrawn:
        if who.number in followed:
            on_the_sheet = _(
                "{player} withdrew before round {before}, somebody followed, and {player} is on the sheet of table "
                "{table} of round {round}",
                player=who.name,
                before=who.left,
                **at.place,
            )
            redraw = "tournament_redraw_follower_once_undone" if at.table.lines else "tournament_redraw_follower"
            raise RefusedError(
                on_the_sheet, advice("tournament_undo_withdrawal", player=who.name), advice(redraw, match=at.match_id)
            )


def _no_deal_words(at: RoundTable, sheet: Sheet) -> str:
    """That a table has no deal, and which other records it has."""
    if not sheet.records:
        return _("nothing is recorded at table {table} of round {round}", **at.place)
    records = listed([record_name(record) for record in sheet.records])
    return _("no deal is recorded at table {table} of round {round}, only {records}", **at.place, records=records)


def record_sheet(
    transaction: Transaction,
    tournament: Tournament,
    paper: PaperSheet,
    table: int,
    number: int | None = None,
    *,
    reason: str = "",
) -> DeskChange:
    """Record a table from its paper sheet, or put its sheet right; the table is over then. Raises RefusedError."""
    sheets = Sheets(transaction, tournament, reason=reason)
    at = round_table(sheets.tournament, number, table)
    if not sheets.record(paper, at.round.number, table):
        raise RefusedError(_("nothing changes at table {table} of round {round}", **at.place))
    return sheets.done()


class Sheets:
    """Paper sheets that are written down together; `recorded` and `unchanged` count them.

    Making one locks the tournament; `tournament` is how it stood before the first sheet. `in_file` says that
    they come from a file, where the reason of a residual has a column.
    """

    def __init__(
        self, transaction: Transaction, tournament: Tournament, *, in_file: bool = False, reason: str = ""
    ) -> None:
        self.recorded = self.unchanged = 0
        self._act = Act(transaction, tournament)
        self.tournament, self._session = self._act.before, transaction
        self._in_file, self._reason = in_file, clean_note(reason)
        self._corrected: dict[int, None] = {}
        self._notices: list[Notice] = []
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
        entrants = [entrant for entrant in at.round.missing if entrant in at.table.seats]
        missing = [self.tournament.name_of(entrant, place[0]) for entrant in entrants]
        return fold(typed) in map(fold, missing)

    def table_with(self, number: int, typed: str) -> int:
        """The table of a round at which somebody sits; raises NotFoundError."""
        tables: dict[str, int] = {}
        for table in round_of(self.tournament, number).tables:
            at = round_table(self.tournament, number, table.number)
            tables |= dict.fromkeys(self._match(at).sitting.seats, table.number)
            if self.tournament.format.seats > 1:
                tables |= {self.tournament.name_of(entrant, number): table.number for entrant in table.seats}
        return tables[find(typed, tables, N_("'{typed}' is not in round {round}: {known}"), round=number)]

    def besides(self, place: tuple[int, int], player: str) -> int:
        """What penalties and adjustments gave somebody who sits at a table, by round and number."""
        at = round_table(self.tournament, *place)
        seats = self._match(at).sitting.seats
        number = at.sits(seats).get(find_seats(at, seats, player)[0])
        return sum(line.besides for line in at.table.lines if line.entrant == number)

    def record(self, paper: PaperSheet, number: int, table: int) -> bool:
        """Write one sheet; False where the table is as the sheet says, and nothing is. Raises ScorerError."""
        at = round_table(self.tournament, number, table)
        _check_followed(at)
        match = self._match(at)
        before = sheet_of(self._session, match)
        old = _paper_of(before, at)
        record, typed_tallies = read_sheet(at, match, paper, in_file=self._in_file)
        if not isinstance(paper.units, Mapping):
            came = zip(at.round.came(at.table), record.units, strict=False)  # partners come after these
            named = [f"{self.tournament.name_of(entrant, number)}={units}" for entrant, units in came]
            self._notices.append(", ".join(named))
        tallies = tallies_after(at.table, typed_tallies, match, again=old is not None)
        if old and (record.payouts, record.note or old.note, tallies) == (old.payouts, old.note, known(at.table)):
            self.unchanged += 1
            return False
        check_tallies(at, tallies, record, match.variant)
        deed = _deed_of(at, record, old)
        step = self._act.write("result", deed, reason=self._reason, match_id=match.id, match=match.id, tallies=tallies)
        self._notices += withdrawn_words(at)
        at_number = old.number if old else next_number(self._session, match)
        what = "put right" if old else "by its paper sheet"  # English in every language, for files have it
        note = record.note or self._reason or f"table {at.number} of round {at.round.number} {what}"
        deals = deals_at_table(tallies, match)
        written = replace(record, note=note, number=at_number, deals=deals)
        closed = match.sitting if match.sitting.finished else replace(match.sitting, finished=True, call=None)
        write(self._session, before, before.seated(closed).with_record(written), step)
        self._notices += dropped_call(match)
        if old:
            self._corrected[number] = None
            was = running_words(old.payouts)
            self._notices.append(_("table {table} of round {round} was {units}", table=table, round=number, units=was))
        elif before.records:
            self._notices.append(_besides_words(at, before))
        self.recorded += 1
        return True

    def done(self) -> DeskChange:
        """What they did, with what the corrections change in what was announced since."""
        seatings = (changed_seating(self._act.after, number) for number in sorted(self._corrected))
        return self._act.done(*self._notices, *dict.fromkeys(line for seating in seatings for line in seating))

    def _match(self, at: RoundTable) -> Match:
        """The match of a table, looked up once."""
        if at.match_id not in self._matches:
            self._matches[at.match_id] = match_by_id(self._session, at.match_id)
        return self._matches[at.match_id]


def _paper_of(sheet: Sheet, at: RoundTable) -> Record | None:
    """The sheet that was written before, None for none; raises RefusedError for a table kept deal by deal."""
    if sheet.dealt:
        records = counts.records(len(sheet.dealt))
        kept = _("table {table} of round {round} is kept deal by deal ({records})", **at.place, records=records)
        raise RefusedError(
            kept,
            advice("tournament_sheet_and_edit", match=sheet.match.id),
            advice("tournament_void_each", match=sheet.match.id),
        )
    return next((record for record in sheet.records if record.kind == SHEET), None)


def _deed_of(at: RoundTable, record: Record, old: Record | None) -> Detail:
    """What the step of a paper sheet did, as it keeps it."""
    facts: dict[str, object] = at.place
    if record.residual:
        facts |= {"residual": record.residual, "reason": record.note}
    return did("sheet_corrected" if old else "sheet_recorded", **facts)


def _besides_words(at: RoundTable, before: Sheet) -> str:
    """That penalties and adjustments of before count besides a paper sheet, which may have them in its units."""
    return ngettext(
        "table {table} of round {round}: {records} is counted besides the sheet, whose units have to leave it out",
        "table {table} of round {round}: {records} are counted besides the sheet, whose units have to leave it out",
        len(before.records),
        **at.place,
        records=listed([record_name(record) for record in before.records]),
    )
