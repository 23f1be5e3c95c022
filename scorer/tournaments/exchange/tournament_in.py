"""Entries and paper sheets of a tournament from CSV files; everything in a file is taken, or nothing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, BinaryIO, Final

from scorer.errors import FaultyFileError, RefusedError
from scorer.exchange.csv_reader import MOST_COLUMNS, CsvReading, Faults
from scorer.exchange.csv_writer import unguarded
from scorer.exchange.entry_headers import NOT_READ, EntryFaults, EntryHeader, entry_header
from scorer.exchange.name_columns import full_name
from scorer.exchange.own.cells_in import read_yes
from scorer.language import N_, _, in_context, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.match.names import clean, clean_player, fold, shown
from scorer.match.parsing import MOST_UNITS, SIGNED_NUMBER, read_within
from scorer.rules.errors import ScorerError, advice
from scorer.text.step_words import Detail, did
from scorer.tournaments.keeping import (
    TALLIES,
    DeskChange,
    PaperSheet,
    Sheets,
    Tournament,
    TypedEntry,
    check_one_player,
    enter,
    entered_already,
    joined,
    round_of,
    table_of,
    taken,
)

if TYPE_CHECKING:
    from scorer.scorebook.transaction import Transaction

MEMBERS: Final = tuple(f"player{number}" for number in range(1, 10))
_EXPORTED: Final = ("entrant", "members", "joined", "left")
ENTRY_COLUMNS: Final = ("player", "team", *MEMBERS, "group", "direct", *_EXPORTED)
_ENTRY_HINT: Final = N_("the columns are player, or team and player1, player2 ...; and group, direct")
_SEPARATOR: Final = ";"  # in a name where the first line has none: a title stands above the header
SHEET_COLUMNS: Final = ("round", "table", "seat", "player", "units", *TALLIES, "yield", "sheet", "residual", "duel")
SHEET_START: Final = ("round", "table", "player", "units")  # of the form that is exported, and of lines without header
SIGNED: Final = ("units", "sheet")  # where a penalty counts besides, the sheet has other units than its player
_SHEET_HINT: Final = N_("the columns are round, table, player, units, deals, won, called, made, residual")
_STANDS_ALREADY: Final = N_("{player} stands in line {line} already")
_MOST_TABLES = 1000
_ALONE: Final = {"units", *(f"seat{at}" for at in range(1, MOST_COLUMNS + 1))}


def enter_file(transaction: "Transaction", tournament: Tournament, file: BinaryIO, source: str) -> DeskChange:
    """Enter everybody in the file; raises FaultyFileError with everything that is wrong, by line and column.

    A file without a header is a list of names, or of teams each with its members.
    """
    faults = EntryFaults()
    form = tournament.format
    header: list[EntryHeader] = []
    plain = [["player"] if form.team_size == 1 else ["team", *MEMBERS[: form.team_size]]]
    plain += [[*MEMBERS[: form.team_size]]] if form.seats > 1 else []

    def bare(first: Sequence[str]) -> Sequence[str]:
        """The columns of such a file, by its first line."""
        known = next((columns for columns in plain if len(columns) == len(first)), ())
        ours = set(ENTRY_COLUMNS).intersection(map(fold, first))
        return () if ours or entry_header(first, ENTRY_COLUMNS, single=form.team_size == 1) else known

    def read_as(first: Sequence[str]) -> Sequence[str]:
        """The columns of our own that a header of somebody else's means."""
        header.extend(filter(None, [entry_header(first, ENTRY_COLUMNS, single=form.team_size == 1)]))
        return header[0].columns if header else first

    reading = CsvReading(file, ENTRY_COLUMNS, faults, hint=_ENTRY_HINT, others=NOT_READ, bare=bare, read_as=read_as)
    surname = header[0].surname if header else None
    entries = list(_entries(reading, tournament, faults, surname))
    faults.check()
    if not entries:
        raise FaultyFileError([_("there is not one entry below the header")])
    done = enter(transaction, tournament, entries)
    notices = list(header[0].notices) if header else []
    if reading.headless:
        first = entries[0].name or joined(entries[0].members)
        notices.insert(0, _("{file} has no header: its first entry is {entry}", file=source, entry=first))
    deed = did("entered", count=len(entries), entry=form.entry, source=source)
    return replace(done, deed=deed, notices=(*notices, *done.notices))


def _entries(
    reading: CsvReading, tournament: Tournament, faults: Faults, surname: int | None = None
) -> Iterator[TypedEntry]:
    """The entries of the sound lines; what is wrong with the others is noted. `surname` is the place of that column."""
    name_column = _check_header(reading.columns, tournament, faults)
    seen: dict[str, int] = {}
    there = taken(tournament)
    for line, cells in reading.rows():
        faults.line = line
        row = {column: unguarded(cells[at]).strip() for column, at in reading.columns.items()}
        if surname is not None:
            row["player"] = full_name(row["player"], unguarded(cells[surname]).strip())
        before = faults.count
        names = _names(row, name_column, tournament.format.team_size)
        entry = _entry(row, names, name_column, tournament, faults)
        for column, name in names:
            key = fold(name)
            if key and key in there:
                faults.refused(entered_already(tournament, name), column)
            elif key in seen:
                faults.add(_(_STANDS_ALREADY, player=name, line=seen[key]), column)
            if key:
                seen.setdefault(key, line)
        if faults.count == before:
            yield entry


def _check_header(columns: Mapping[str, int], tournament: Tournament, faults: Faults) -> str:
    """The column with the name of the entry, "" where pairs have none; raises FaultyFileError for too little."""
    if tournament.format.seats > 1 and "player1" in columns and not {"entrant", "team"}.intersection(columns):
        return ""
    wanted = "team" if tournament.format.team_size > 1 else "player"
    if "entrant" in columns:
        return "entrant"
    if wanted not in columns:
        template = N_("there is no column {name}")
        if tournament.format.entry == "pair":
            template = N_("there are no columns {columns}, for a pair in each line")
        elif tournament.format.seats > 1:
            template = N_("there are no columns {columns}, for a team in each line")
        elif wanted == "team":
            template = N_("there is no column {name} (this format is played by teams)")
        faults.add(_(template, name=wanted, columns=listed(MEMBERS[: tournament.format.team_size])))
    if wanted == "player" and (wrong := next((column for column in ("team", "player1") if column in columns), "")):
        faults.add(_("{format} is played by single players", format=tournament.format.name), wrong)
    faults.check()
    return wanted


def _names(row: Mapping[str, str], name_column: str, size: int) -> list[tuple[str, str]]:
    """Every name that a line enters with its column: of the entry where it has one, and of the members of a team."""
    if size > 1 and name_column and not any(row.get(column) for column in ("members", *MEMBERS)):
        together = [name.strip() for name in row[name_column].split("+") if name.strip()]
        if len(together) == size:  # Anna+Bruno, in the column of the pair
            return list(zip(MEMBERS, together, strict=False))
    own = [(name_column, row[name_column])] if name_column else []
    members = [("members", name.strip()) for name in row.get("members", "").split(",") if name.strip()]
    return own + ((members or [(column, row[column]) for column in MEMBERS if row.get(column)]) if size > 1 else [])


def _entry(
    row: Mapping[str, str],
    names: Sequence[tuple[str, str]],
    name_column: str,
    tournament: Tournament,
    faults: Faults,
) -> TypedEntry:
    size = tournament.format.team_size
    members = tuple(name for column, name in names if column != name_column)
    for column, name in names:
        if not name:
            faults.add(_("missing: who enters?"), column)
        elif _SEPARATOR in name:
            template = N_(
                "'{cell}' is more than a name: take away what stands above the header, so that the names of the "
                "columns are the first line"
            )
            faults.add(_(template, cell=shown(name)), column)
        else:
            with faults.noted(column):
                (clean_player if size == 1 or column != name_column else clean)(name)
                if size == 1:
                    check_one_player(tournament, name)
    if size > 1 and len(members) != size:
        fault = ngettext(
            "{count} member; a team of {format} has {size}",
            "{count} members; a team of {format} has {size}",
            len(members),
            format=tournament.format.name,
            size=size,
        )
        faults.add(fault, name_column or "player1")
    direct, group = None, row.get("group", "")
    with faults.noted("direct"):
        direct = read_yes(row.get("direct", ""))
    with faults.noted("group"):
        group = group and clean(group, "group")
    return TypedEntry(dict(names).get(name_column, ""), members, group, bool(direct))


@dataclass(slots=True)
class _Sheet:
    """A table as the file has it: where it begins, its lines by player, and why it does not sum to zero."""

    line: int
    units: dict[str, int] = field(default_factory=dict)
    tallies: dict[str, dict[str, int]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    empty: int = 0
    residual: str = ""
    faulty: bool = False


def record_file(
    transaction: "Transaction",
    tournament: Tournament,
    file: BinaryIO,
    source: str,
    reason: str = "",
    named: tuple[int | None, int | None] = (None, None),
) -> DeskChange:
    """Record every table in the file; raises FaultyFileError with everything that is wrong, by line and column.

    A table without any units is left for later, and one that is known to be so already is left as it is. The column
    `residual` says why a table does not sum to zero, in one of its lines or in several alike. `named` are the round and
    the table of all lines; where there are none, a line without a table is of the one at which its player sits.
    """
    faults = Faults()
    sheets = Sheets(transaction, tournament, in_file=True, reason=reason)
    reading = CsvReading(file, SHEET_COLUMNS, faults, hint=_SHEET_HINT, bare=_bare_sheet)
    if set(reading.columns) <= _ALONE:
        return _record_alone(reading, sheets, named, faults, source)
    by_table = _sheets(reading, sheets, named, faults)
    if not by_table and not faults.count:
        raise FaultyFileError([_("there is not one result below the header")])
    for place, sheet in by_table.items():
        if not sheet.faulty and sheet.units:
            faults.line = sheet.line
            with faults.noted():
                sheets.record(PaperSheet(sheet.units, sheet.tallies, sheet.residual), *place)
    faults.check()
    later = sum(not sheet.units for sheet in by_table.values())
    return replace(sheets.done(), deed=_recorded(sheets, later, source))


def _record_alone(
    reading: CsvReading, sheets: Sheets, named: tuple[int | None, int | None], faults: Faults, source: str
) -> DeskChange:
    """Record a table of which there are the units alone, below each other or in a line, in the order of its seats."""
    units = []
    for line, cells in reading.rows():
        faults.line = line
        units += [number for cell in cells for number in _numbers({"units": cell.strip()}, faults).values()]
    faults.check()
    if named[1] is None:
        raise RefusedError(_("these are units without names: say of which table"), advice("tournament_result_from"))
    sheets.record(PaperSheet(units), round_of(sheets.tournament, named[0]).number, named[1])
    return replace(sheets.done(), deed=_recorded(sheets, 0, source))


def _recorded(sheets: Sheets, later: int, source: str) -> Detail:
    """How many tables a file recorded, left as they were, and leaves for `later`: facts for the answer at the desk."""
    return did("sheets_from", source=source, recorded=sheets.recorded, unchanged=sheets.unchanged, later=later)


def _bare_sheet(first: Sequence[str]) -> Sequence[str]:
    """The columns of results without a header, by their first line: its last cell has units; none of a header."""
    numbers = [bool(SIGNED_NUMBER.fullmatch(cell.strip())) for cell in first]
    if all(numbers):
        return ["units"] if len(first) == 1 else [f"seat{at}" for at in range(1, len(first) + 1)]
    columns = SHEET_START[-len(first) :]
    return columns if len(first) in range(2, len(SHEET_START) + 1) and numbers[-1] and not numbers[-2] else ()


def _sheets(
    reading: CsvReading, sheets: Sheets, named: tuple[int | None, int | None], faults: Faults
) -> dict[tuple[int, int], _Sheet]:
    """The tables of the file by round and number; what is wrong with its cells is noted."""
    for column in ("player", "units"):
        if column not in reading.columns:
            faults.add(_("there is no column {name}", name=column))
    faults.check()
    by_table: dict[tuple[int, int], _Sheet] = {}
    for line, cells in reading.rows():
        faults.line = line
        row = {column: unguarded(cells[at]).strip() for column, at in reading.columns.items()}
        place = _place(row, sheets, named, faults)
        if place:
            sheet = by_table.setdefault(place, _Sheet(line))
            before = faults.count
            _take(row, sheet, sheets, place, faults)
            sheet.faulty |= faults.count > before
    for sheet in by_table.values():
        if sheet.units and sheet.empty and not sheet.faulty:  # some lines have units and others none
            missing = [player for player in sheet.lines if player not in sheet.units]
            sheet.faulty = True
            faults.line = sheet.lines[missing[0]]
            faults.add(_("no units for {players}; say 0 where there are none", players=listed(missing)), "units")
    return by_table


def _place(
    row: Mapping[str, str], sheets: Sheets, named: tuple[int | None, int | None], faults: Faults
) -> tuple[int, int] | None:
    """The round and the table of a line; None where there is no such table, which is noted."""
    if not any(row.get(column) for column in ("table", "seat", "units")):
        return None  # who rests, as a seating has them
    column = "round"
    try:
        number, table = named
        if row.get("round"):
            number = _agreeing(read_within(row["round"], "round", 1, _MOST_TABLES), number, "--round")
        announced = round_of(sheets.tournament, number)
        column = "table"
        if row.get("table"):
            wanted = in_context("tournament", "TABLE")
            table = _agreeing(read_within(row["table"], "table", 1, _MOST_TABLES), table, wanted)
        elif table is None:
            column = "player"
            table = sheets.table_with(announced.number, row["player"])
        return announced.number, table_of(announced, table).number
    except ScorerError as error:
        faults.refused(error, column)
        return None


def _agreeing(number: int, named: int | None, where: str) -> int:
    """The number in a cell; raises RefusedError where another was said for all lines."""
    if named not in (None, number):
        raise RefusedError(_("{number} stands here, and {option} says {said}", number=number, option=where, said=named))
    return number


def _take(row: Mapping[str, str], sheet: _Sheet, sheets: Sheets, place: tuple[int, int], faults: Faults) -> None:
    try:
        player = sheets.seat(place, row["player"])
    except ScorerError as error:
        if not row["units"] and sheets.did_not_come(place, row["player"]):  # as the form has them
            return
        faults.refused(error, "player")
        return
    if player in sheet.lines:
        faults.add(_(_STANDS_ALREADY, player=player, line=sheet.lines[player]), "player")
        return
    sheet.lines[player] = faults.line
    why = row.get("residual", "")
    if why and sheet.residual not in ("", why):
        faults.add(_("another line of this table says '{residual}'", residual=sheet.residual), "residual")
    sheet.residual = why or sheet.residual
    cells = _numbers(row, faults)
    alone = cells.pop("sheet", None)
    if alone is not None and cells.get("units") != alone + (besides := sheets.besides(place, player)):
        template = N_("{sheet} on the sheet and {besides} besides make {total}, not {units}")
        facts = {"sheet": alone, "besides": besides, "total": alone + besides}
        faults.add(_(template, **facts, units=row["units"] or _("nothing")), "units")
    for column, number in cells.items():
        if column == "units":
            sheet.units[player] = number if alone is None else alone
        else:
            sheet.tallies.setdefault(column, {})[player] = number
    sheet.empty += not row["units"]


def _numbers(row: Mapping[str, str], faults: Faults) -> dict[str, int]:
    """The numbers of a line by column; an empty cell says nothing."""
    numbers = {}
    for column in (*SIGNED, *TALLIES):
        if text := row.get(column, ""):
            lowest = -MOST_UNITS if column in SIGNED else 0
            with faults.noted(column):
                numbers[column] = read_within(text.removeprefix("+"), column, lowest, MOST_UNITS)
    return numbers
