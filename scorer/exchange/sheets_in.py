"""Paper sheets of many tables out of one CSV file: all of them, or none while anything in it is wrong."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO, Final

from scorer.errors import FaultyFileError
from scorer.exchange.faults import Faults
from scorer.exchange.reading import CsvReading
from scorer.exchange.writing import unguarded
from scorer.match.parsing import MOST_UNITS, read_within
from scorer.rules.errors import ScorerError
from scorer.scorebook.tournament import TALLIES, Entered, PaperSheet, Sheets, Tournament, round_of, table_of
from scorer.text.sentences import counted

if TYPE_CHECKING:
    from sqlmodel import Session

COLUMNS: Final = ("round", "table", "seat", "player", "units", *TALLIES, "yield", "sheet", "residual")
SIGNED: Final = ("units", "sheet")  # where a penalty counts besides, the sheet has other units than its player
HINT: Final = f"the columns are round, table, player, units, {', '.join(TALLIES)}, residual"
MOST = 1000


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
    session: "Session",
    tournament: Tournament,
    file: BinaryIO,
    source: str,
    reason: str = "",
) -> Entered:
    """Record every table in the file; raises FaultyFileError with everything that is wrong, by line and column.

    A table without any units is left for later, and one that is known to be so already is left as it is. The column
    `residual` says why a table does not sum to zero, in one of its lines or in several alike.
    """
    faults = Faults()
    sheets = Sheets(session, tournament, say_why="the column residual", reason=reason)
    found = _read(CsvReading(file, COLUMNS, faults, hint=HINT), sheets, faults)
    if not found and not faults.count:
        raise FaultyFileError(["there is not one result below the header"])
    for place, sheet in found.items():
        if not sheet.faulty and sheet.units:
            faults.line = sheet.line
            try:
                sheets.record(PaperSheet(sheet.units, sheet.tallies, sheet.residual), *place)
            except ScorerError as error:
                faults.add(str(error))
    faults.check()
    later = sum(not sheet.units for sheet in found.values())
    return sheets.done(f"{_told(sheets, later)} from {source}")


def _told(sheets: Sheets, later: int) -> str:
    """`10 tables by paper sheet, 2 as before, 3 without units yet`."""
    words = [f"{counted(sheets.recorded, 'table')} by paper sheet"] if sheets.recorded else ["no table recorded"]
    words += [f"{sheets.unchanged} as before"] if sheets.unchanged else []
    words += [f"{later} without units yet"] if later else []
    return ", ".join(words)


def _read(reading: CsvReading, sheets: Sheets, faults: Faults) -> dict[tuple[int, int], _Sheet]:
    """The tables of the file by round and number; what is wrong with its cells is noted."""
    for column in ("table", "player", "units"):
        if column not in reading.columns:
            faults.add(f"there is no column {column}")
    faults.check()
    found: dict[tuple[int, int], _Sheet] = {}
    for line, cells in reading.rows():
        faults.line = line
        row = {column: unguarded(cells[at]).strip() for column, at in reading.columns.items()}
        place = _place(row, sheets, faults)
        if place:
            sheet = found.setdefault(place, _Sheet(line))
            before = faults.count
            _take(row, sheet, sheets, place, faults)
            sheet.faulty |= faults.count > before
    _check_whole(found, faults)
    return found


def _place(row: Mapping[str, str], sheets: Sheets, faults: Faults) -> tuple[int, int] | None:
    """The round and the table of a line; None where there is no such table, which is noted."""
    if not any(row.get(column) for column in ("table", "seat", "units")):
        return None  # who rests, as a seating has them
    column = "round"
    try:
        number = read_within(row["round"], "round", 1, MOST) if row.get("round") else None
        announced = round_of(sheets.tournament, number)
        column = "table"
        return announced.number, table_of(announced, read_within(row["table"], "table", 1, MOST)).number
    except ScorerError as error:
        faults.add(str(error), column)
        return None


def _take(row: Mapping[str, str], sheet: _Sheet, sheets: Sheets, place: tuple[int, int], faults: Faults) -> None:
    """Add a line to the sheet of its table."""
    try:
        player = sheets.seat(place, row["player"])
    except ScorerError as error:
        faults.add(str(error), "player")
        return
    if player in sheet.lines:
        faults.add(f"{player} stands in line {sheet.lines[player]} already", "player")
        return
    sheet.lines[player] = faults.line
    why = row.get("residual", "")
    if why and sheet.residual not in ("", why):
        faults.add(f"another line of this table says '{sheet.residual}'", "residual")
    sheet.residual = why or sheet.residual
    said = dict(_numbers(row, faults))
    alone = said.pop("sheet", None)
    if alone is not None and said.get("units") != alone + (besides := sheets.besides(place, player)):
        faults.add(
            f"{alone} on the sheet and {besides} besides make {alone + besides}, not {row['units'] or 'nothing'}",
            "units",
        )
    for column, number in said.items():
        if column == "units":
            sheet.units[player] = number if alone is None else alone
        else:
            sheet.tallies.setdefault(column, {})[player] = number
    sheet.empty += not row["units"]


def _numbers(row: Mapping[str, str], faults: Faults) -> Iterator[tuple[str, int]]:
    """The numbers of a line by column; an empty cell says nothing."""
    for column in (*SIGNED, *TALLIES):
        if text := row.get(column, ""):
            try:
                lowest = -MOST_UNITS if column in SIGNED else 0
                yield column, read_within(text.removeprefix("+"), column, lowest, MOST_UNITS)
            except ScorerError as error:
                faults.add(str(error), column)


def _check_whole(found: Mapping[tuple[int, int], _Sheet], faults: Faults) -> None:
    """Note a fault for a table of which some lines have units and others none."""
    for sheet in found.values():
        if sheet.units and sheet.empty and not sheet.faulty:
            missing = [player for player in sheet.lines if player not in sheet.units]
            sheet.faulty = True
            faults.line = sheet.lines[missing[0]]
            faults.add(f"no units for {' and '.join(missing)}; say 0 where there are none", "units")
