"""The lines of `deals.csv` as records, by the rules of the table: what is missing is derived, what is there checked."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Protocol

from scorer.exchange.csv_reader import Faults, Notices
from scorer.exchange.own.cells_in import DEALS_OF_SHEET, KIND, NOTE, NUMBER, Wrong, is_alone, read_units
from scorer.exchange.own.deals_csv import OF_SHEET, SEAT_COLUMNS, SIDES, UNITS_COLUMNS
from scorer.exchange.own.matches_in import FileMatch, FileMatches
from scorer.exchange.own.names_in import FileLine, Players, Roles, Seats
from scorer.exchange.own.variants_in import LineCells, VariantReader, not_of
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import signed
from scorer.match.parsing import MOST_UNITS, too_many_units
from scorer.rules.deal_facts import NO_UNITS, FactError, Facts
from scorer.rules.judge import sides_along, units_along
from scorer.rules.judge_of_sides import why_impossible
from scorer.rules.kinds import DEAL, OUTSIDE, PASSED_OUT, PENALTY, SHEET, SIDE_LETTERS, WITH_RESIDUAL
from scorer.rules.most_units import why_not_so_few
from scorer.scorebook.import_writing import FileRecord
from scorer.scorebook.seats import FEWEST_WITH_CALLER, MAX_SEATS
from scorer.text.kind_words import kind_name

_HAS_NONE = N_("a record of kind {kind} has none")
A_TOTAL = N_("this looks like a row of totals: delete it, the sums follow from the deals")
TOTALS = {"total", "totals", "tot", "totale", "totali", "sum", "sums", "somma", "grand total", "totale generale"}
CALLED = ("caller", "bid", "called", "partner", "card_points")  # of which a deal without a caller has none
FOREIGN = (*CALLED, "outcome", "slam", "times", *SIDES)  # to what is no deal
Texts = Sequence[str]  # the cells of a line, or some of them
# A sound line: its number in the file, its cells as written, its match and its record. No class: they are many.
ReadLine = tuple[int, Sequence[str], FileMatch, FileRecord]


def match_of(read: ReadLine) -> FileMatch:
    """The match of a line, whatever variant it had then."""
    return read[2].whole or read[2]


class DealsTable(Protocol):
    """What a file of deals has to be, whatever its format: names of columns, and rows with a cell for each.

    The columns are those of `deals_csv.DEALS`, and cells are written as in that file. A reader of another program's
    format needs no more than these three.
    """

    @property
    def header(self) -> Sequence[str]:
        """The names of the columns, as far as the file has them."""

    @property
    def columns(self) -> Mapping[str, int]:
        """The place of each column in a row."""

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Each row with the number of its line, or whatever number a person finds it by."""


class DealLines:
    """Turns the lines of a file into records, each with its match; faults and notices are kept on the way.

    `sheets` counts the paper sheets, `of_unknown_deals` those that do not say how many deals they hold.

    `constants` are cells that stand in every line, by column. `exact`: the lossless form, of which nothing is derived
    and in which a number may stand several times.
    """

    def __init__(
        self,
        reading: DealsTable,
        matches: FileMatches,
        players: Players,
        faults: Faults,
        notices: Notices,
        *,
        constants: Mapping[str, str],
        exact: bool = False,
    ) -> None:
        self._reading = reading
        self._matches = matches
        self._players = players
        self._roles = Roles(players, faults, exact=exact)
        self._faults = faults
        self._notices = notices
        self._exact = exact
        self._constants = [*constants.values(), ""]
        self.at = {column: place + len(reading.header) for place, column in enumerate(constants)}
        self.at |= reading.columns
        self._absent = len(reading.header) + len(constants)
        self._place = self._cells("league", "match", "on", "variant", *SEAT_COLUMNS)
        self._said = self._cells("bid", "card_points", "outcome", "slam", "times", "bonuses")
        self._said_of_sides = self._cells(*SIDES, "outcome", "slam", "times")
        self._called, self._sides = self._cells(*CALLED), self._cells(*SIDES)
        self._has_sides = not self.at.keys().isdisjoint(SIDES)
        self._units_cells = self._cells(*UNITS_COLUMNS)
        self._begin = self._cells("kind", "number", "note")
        self._role_cells = self._cells("dealer", "out", "caller", "partner", "called")
        self._foreign = self._cells(*FOREIGN)
        self._deals_of_sheet, self._has_deals = self._cells(OF_SHEET), OF_SHEET in reading.columns
        self.sheets = self.of_unknown_deals = 0
        self._unsure: list[int] = []
        self._impossible: list[int] = []

    def _cells(self, *columns: str) -> Callable[[Sequence[str]], Any]:
        """A function that takes these columns out of a line; "" for columns that the file lacks."""
        return itemgetter(*(self.at.get(column, self._absent) for column in columns))

    def records(self) -> Iterator[ReadLine]:
        """Each record of the file; faulty ones are left out."""
        faults, constants, place_cells = self._faults, self._constants, self._place
        last: Texts = ()
        match: FileMatch | Wrong = Wrong()
        seats: Seats | Wrong = Wrong()
        for line, row in self._reading.rows():
            faults.line = line
            cells = row + constants
            before = faults.count
            if (place := place_cells(cells)) != last:  # mostly that of the line before
                last, match, seats = place, self._matches.of_head(place[:4]), self._players.seats(place[4:])
            if isinstance(match, Wrong) or isinstance(seats, Wrong):
                for found_wrong in (match, seats):
                    self._blame(found_wrong if isinstance(found_wrong, Wrong) else ())
            elif (record := self._record(cells, match, seats)) and faults.count == before:
                match.arrival.records += 1
                seats.records += 1
                yield line, cells, match, record
                continue
            if faults.count > before and _is_total(self._reading.header, row):
                faults.instead(before, _(A_TOTAL))
        self._say_taken()

    def _say_taken(self) -> None:
        """Note what was taken for granted, and in which line first."""
        if unsure := self._unsure:
            sentence = ngettext(
                "0 or 120 card points are taken as no slam (once in {line}); "
                "where one side took every trick, say yes in slam",
                "0 or 120 card points are taken as no slam ({count} times, first in {line}); "
                "where one side took every trick, say yes in slam",
                len(unsure),
                line=self._faults.word.of(unsure[0]),
            )
            self._notices.add(sentence)
        if impossible := self._impossible:
            sentence = ngettext(
                "counts that no cards make at once are taken as they are (once in {line}); the units are in the file",
                "counts that no cards make at once are taken as they are ({count} times, first in {line}); "
                "the units are in the file",
                len(impossible),
                line=self._faults.word.of(impossible[0]),
            )
            self._notices.add(sentence)

    def _blame(self, faults: Sequence[FactError], *, crowded: bool = False) -> None:
        """Note faults, each in its column; that too many or too few sit there is told already where it is `crowded`."""
        for fault in faults:
            if not (crowded and fault.fact == "seat"):
                self._faults.add(str(fault), "seat1" if fault.fact == "seat" else fault.fact)

    def _record(self, cells: Texts, match: FileMatch, seats: Seats) -> FileRecord | None:
        """The record of a line; None where it has faults that leave nothing to judge."""
        said_kind, said_number, said_note = self._begin(cells)
        kind, note, units = KIND(said_kind), NOTE(said_note), read_units(self._units_cells(cells))
        if isinstance(kind, FactError) or isinstance(units, Wrong) or isinstance(note, FactError):
            self._blame([read for read in (kind, note) if isinstance(read, FactError)])
            self._blame(units if isinstance(units, Wrong) else ())
            return None
        number, roles = self._number(said_number, match), self._role_cells(cells)
        line = FileLine(number, kind, note, match, seats, units, cells, *roles)
        if self._has_deals and kind != SHEET and self._deals_of_sheet(cells).strip():
            self._faults.add(_(_HAS_NONE, kind=kind_name(kind)), OF_SHEET)
        if kind == DEAL:
            deal = self._called_deal(line) if match.reader.has_caller else self._deal_of_sides(line)
            if deal and units not in (deal.units, NO_UNITS):
                self._roles.compare(units, deal, seats)
            if deal and deal.dealer and not self._exact:
                match.note(deal)
            return deal
        if not self._is_bare(cells, kind):
            return None
        return self._outside(line) if kind in OUTSIDE else self._redeal(line)

    def _number(self, cell: str, match: FileMatch) -> int:
        """The number of a record: as said, else one above the highest so far."""
        number = NUMBER(cell)
        if not isinstance(number, int):
            if number or self._exact:
                self._faults.add(str(number or _("missing")), "number")
                return 0
            number = match.highest + 1
        if not self._exact and not match.take_number(number):
            twice = _("number {number} stands twice in {match}", number=number, match=match.arrival.name)
            self._faults.add(twice, "number")
        return number

    def _called_deal(self, line: FileLine) -> FileRecord | None:
        """A deal with a caller, and the units that it pays."""
        seats, reader, stated, before = line.seats, line.match.reader, self._said(line.cells), self._faults.count
        said_bid, said_times, seated = stated[0], stated[4], len(seats.names)
        dealer, out = self._roles.dealer_and_out(line)
        solo = line.partner not in seats.at and (is_alone(line.partner) or (reader.alone and not line.partner))
        judged = reader.judged(stated, seated - (out is not None), solo, 0 if said_times else line.match.carry)
        if isinstance(judged, Wrong):
            self._blame(judged, crowded=dealer is not None and self._faults.count > before)
        side = self._roles.calling_side(line, out, solo=solo)
        if self._has_sides and any(side_cells := self._sides(line.cells)):
            self._check_beside(side_cells, reader, side, out, seated)
        if isinstance(judged, Wrong) or not side:
            return None
        called = reader.called((line.called, said_bid)) if line.called or " " in said_bid else None
        if isinstance(called, FactError):
            self._blame([called])
            called = None
        if judged.unsure:
            self._unsure.append(self._faults.line)
        caller, partner = side
        facts = judged.facts._replace(seated=seated, out=out, caller=caller, partner=partner, called=called)
        if reader.bonuses:
            facts = facts._replace(sides=sides_along(seated, out, side))
        paid = units_along(seated, out, caller, partner, judged.paid)
        return FileRecord(seats.names, paid, line.number, DEAL, facts, dealer, line.note)

    def _check_beside(
        self,
        side_cells: Texts,
        reader: VariantReader,
        side: tuple[int, int | None] | None,
        out: int | None,
        seated: int,
    ) -> None:
        """Note what a deal with a caller says of sides that is not so: with bonuses, it has these and its sides."""
        by_column = dict(zip(SIDES, side_cells, strict=True))
        if reader.bonuses:
            del by_column["bonuses"]
            here = by_column.pop("sides").strip()
            if side and not side[1] and here and here != (due := sides_along(seated, out, side)):
                self._faults.add(_("'{here}' here, but the contract makes {sides}", here=here, sides=due), "sides")
        self._blame(not_of(by_column, reader.frozen.name, called=True))

    def _deal_of_sides(self, line: FileLine) -> FileRecord | None:
        """A deal without a caller, and the units that it pays."""
        match, seats, before, reader = line.match, line.seats, self._faults.count, line.match.reader
        stated: LineCells = self._said_of_sides(line.cells)
        said_sides, winners, said_times = stated[0], stated[3], stated[7]
        if any(called := self._called(line.cells)):
            self._blame(not_of(dict(zip(CALLED, called, strict=True)), reader.frozen.name, called=False))
        dealer, out = self._roles.dealer_and_out(line)
        if winners and not (said_sides and winners in SIDE_LETTERS):  # those are letters
            won = self._roles.winners(winners, said_sides, reader.letters(len(seats.names), out), seats)
            if won is None:
                return None
            stated = (*stated[:3], won, *stated[4:])
        judged = reader.judged_sides(stated, len(seats.names), out, 0 if said_times else match.carry, exact=self._exact)
        if isinstance(judged, Wrong):
            self._blame(judged, crowded=dealer is not None and self._faults.count > before)
            return None
        if judged.unsure:
            self._unsure.append(self._faults.line)
        impossible = why_impossible(judged.facts)
        if impossible and line.units == NO_UNITS and not self._exact:
            self._faults.add(impossible, "counts")
            return None
        if impossible:
            self._impossible.append(self._faults.line)
        return FileRecord(seats.names, judged.units, line.number, DEAL, judged.facts, dealer, line.note)

    def _is_bare(self, cells: Texts, kind: str) -> bool:
        """Whether a record that is no deal has no facts of one."""
        filled = [
            column
            for column, cell in zip(FOREIGN, self._foreign(cells), strict=True)
            if cell.strip() and (column, cell.strip()) not in {("times", "1"), ("slam", "no")}
        ]
        for column in filled:
            self._faults.add(_(_HAS_NONE, kind=kind_name(kind)), column)
        return not filled

    def _redeal(self, line: FileLine) -> FileRecord | None:
        kind, match, names = line.kind, line.match, line.seats.names
        if line.units != NO_UNITS:
            self._faults.add(_("a redeal ({kind}) pays nobody", kind=kind_name(kind)), "units1")
            return None
        if kind == PASSED_OUT and not match.reader.has_caller:
            template = N_("nobody passes in {variant}, where nobody calls: say misdeal or annulled")
            self._faults.add(_(template, variant=match.reader.frozen.name), "kind")
            return None
        dealer, out = self._roles.dealer_and_out(line)
        redeal = FileRecord(names, line.units, line.number, kind, Facts(len(names), out), dealer, line.note)
        if dealer and not self._exact:
            match.note(redeal)
        return redeal

    def _outside(self, line: FileLine) -> FileRecord | None:
        """A penalty, an adjustment or a paper sheet: its units are the record."""
        kind, units, note, names = line.kind, line.units, line.note, line.seats.names
        deals = DEALS_OF_SHEET(self._deals_of_sheet(line.cells)) if kind == SHEET else None
        total = sum(filter(None, units)) if kind in WITH_RESIDUAL else 0
        wrong = _wrong_outside(line, total)
        if isinstance(deals, FactError):
            wrong[OF_SHEET] = str(deals)
        elif not self._exact and (why := why_not_so_few(line.match.reader.variant, deals, units)):
            wrong[OF_SHEET] = why
        for column, fault in wrong.items():
            self._faults.add(fault, column)
        if total and note:
            template = N_("the units of this {kind} leave a residual of {residual}: {note}")
            words = _(template, kind=kind_name(kind), residual=signed(total), note=note)
            self._notices.add(": ".join(filter(None, [self._faults.where(), words])))
        if wrong:
            return None
        if kind == SHEET:
            self.sheets += 1
            self.of_unknown_deals += deals is None
        return FileRecord(names, units, line.number, kind, Facts(len(names), deals=deals), note=note)


def _wrong_outside(line: FileLine, residual: int) -> dict[str, str]:
    """The faults of a record whose units are the record, by column; it leaves this `residual`."""
    kind, units, names = line.kind, line.units, line.seats.names
    fewest = min(FEWEST_WITH_CALLER, *line.match.reader.counts)
    wrong = {}
    if len(names) < fewest:
        few = N_("{players}: {fewest} to {most} sit at a table under this variant")
        wrong["seat1"] = _(few, players=counts.players(len(names)), fewest=fewest, most=MAX_SEATS)
    if units == NO_UNITS:
        wrong["units1"] = _("missing: they are the record")
    if not line.note:
        template = N_("missing: the reason of this {kind}")
        if residual:
            template = N_("missing: the reason of this {kind}; its units leave a residual of {residual}")
        wrong["note"] = _(template, kind=kind_name(kind), residual=signed(residual))
    if line.dealer.strip():
        wrong["dealer"] = _("nobody deals in a record of this kind")
    if line.out.strip():
        wrong["out"] = _("nobody rests in a record of this kind")
    if kind == PENALTY and (total := sum(filter(None, units))) > 0:
        wrong["units1"] = _("a penalty takes units away: these sum to {total}", total=signed(total))
    if too_many := [given for given in units if given and abs(given) > MOST_UNITS]:
        wrong["units1"] = too_many_units(too_many[0])
    if any(units[len(names) :]):
        wrong[f"units{len(names) + 1}"] = _("nobody sits there")
    return wrong


def _is_total(header: Sequence[str], cells: Texts) -> bool:
    """Whether a line that is no record adds up those above: it says so, or has nothing but units."""
    filled = {column: cell.strip() for column, cell in zip(header, cells, strict=True) if cell.strip()}
    if "kind" in filled or "bid" in filled:
        return False
    words = {cell.casefold().rstrip(":.= ") for cell in filled.values()}
    return bool(words & TOTALS) or (bool(filled) and filled.keys() <= set(UNITS_COLUMNS))
