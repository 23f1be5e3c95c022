"""The bytes of a file as the table of somebody else: CSV of any kind, an Excel sheet, the JSON of Briscolone."""

from io import BytesIO
from typing import Any, BinaryIO

from scorer.errors import RefusedError
from scorer.exchange.csv_reader import BLOCK, LARGEST_FILE, CsvRows, Faults, Notices
from scorer.exchange.own.beginning import ReadAgain, beginning, header_of
from scorer.exchange.own.deals_csv import COLUMNS, EDITIONS
from scorer.language import N_, _
from scorer.notebooks.briscolone import read_briscolone
from scorer.notebooks.date_order import runs_down
from scorer.notebooks.encodings import as_utf8
from scorer.notebooks.header import ROWS_LOOKED_AT
from scorer.notebooks.table import Grid
from scorer.notebooks.transposed import turned
from scorer.notebooks.workbooks import read_workbook

LARGEST_TABLE = 5_000_000
WORKBOOK = b"PK\x03\x04"


def foreign(file: BinaryIO, notices: Notices, encoding: str = "", *, forced: bool) -> tuple[Any, bytes | None, bool]:
    """The file at its beginning; its contents where it is foreign, or `forced`; whether this program wrote it.

    What this program wrote may be as large as it likes. Foreign is a table without our columns, and one with them whose
    dates are not written as ours, left out below one another, or run from the newest to the oldest. Raises RefusedError
    for one that is too large, before it is read; DoubtfulTableError for letters that can be read in several ways.
    """
    looked = beginning(file)
    begin, again, ours = looked.first, looked.file, _is_ours(looked.first)
    if not (looked.is_export and ours):
        looked.check_size(LARGEST_FILE if ours else LARGEST_TABLE)
    elif not (forced or encoding):
        return again, None, True
    # What begins nothing that a table can be; who reads it on says what it is.
    nothing = not begin.strip(b" ,;\t\r\n\xef\xbb\xbf")
    is_binary = b"\0" in begin and not begin.startswith(WORKBOOK) and not as_utf8(begin, encoding)[1]
    if nothing or is_binary:
        return again, None, False
    contents = begin + file.read(LARGEST_TABLE - len(begin) + 1)
    if len(contents) > LARGEST_TABLE:
        if ours:
            return ReadAgain(contents, file), None, False
        template = N_("more than {megabytes} MB; import it in parts")
        raise RefusedError(_(template, megabytes=LARGEST_TABLE // 1_000_000))
    if contents.startswith(WORKBOOK):
        if encoding:
            template = N_("--encoding {encoding}: an Excel file says itself which letters it has")
            raise RefusedError(_(template, encoding=encoding))
        return again, contents, False
    contents, assumed = as_utf8(contents, encoding)
    if assumed:
        notices.add(assumed)
        ours = _is_ours(contents[:BLOCK])
    if ours and not forced:
        return BytesIO(contents), None, False
    return again, contents, False


def _is_ours(begin: bytes) -> bool:
    """Whether a file begins with our columns, and with dates as we write them, the oldest first."""
    names, separator, below = header_of(begin)
    if not set(names) <= {*EDITIONS, *COLUMNS, ""} or not any(names):
        return False
    if "on" not in names:
        return True
    rows = (line.split(separator) for line in below if '"' not in line)
    days = [cells[names.index("on")].strip() for cells in rows if len(cells) >= len(names)]
    if not all(len(day) == len("2026-11-20") and day[4] == day[7] == "-" for day in days):
        return False
    return "number" in names or not runs_down(days)


def read_grids(contents: bytes, faults: Faults, sheet: str = "") -> list[Grid]:
    """The table in these bytes, or several of a workbook; raises FaultyFileError or RefusedError for what is none."""
    if contents.startswith(WORKBOOK):
        return [turned(grid) for grid in read_workbook(contents, sheet)]
    if sheet:
        raise RefusedError(_("--sheet: only an Excel file has sheets"))
    if contents.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{":
        return [read_briscolone(contents)]
    lines = contents.decode("utf-8-sig", "replace").split("\n")[:ROWS_LOOKED_AT]
    having = {apart: sum(apart in line for line in lines) for apart in "\t;,"}
    rows = CsvRows(BytesIO(contents), faults, apart=max(having, key=lambda apart: having[apart])).cells()
    return [turned(Grid([(line, [" ".join(cell.split()) for cell in cells]) for line, cells in rows]))]
