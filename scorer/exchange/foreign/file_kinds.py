"""The bytes of a file as the table of somebody else: CSV of any kind, an Excel sheet, the JSON of Briscolone.

Text that is not UTF-8 is UTF-16 that shows itself, or Windows-1252 by guess; what was assumed is said.
"""

import re
from io import SEEK_END, BytesIO
from typing import Any, BinaryIO

from scorer.errors import RefusedError
from scorer.exchange.csv_reader import BLOCK, LARGEST_FILE, CsvRows, Faults, Notices, says_something
from scorer.exchange.foreign.briscolone import read_briscolone
from scorer.exchange.foreign.date_order import runs_down
from scorer.exchange.foreign.header import ROWS_LOOKED_AT
from scorer.exchange.foreign.table import Grid
from scorer.exchange.foreign.transposed import turned
from scorer.exchange.foreign.workbooks import read_workbook
from scorer.exchange.own.deals_csv import COLUMNS, DEALS, EDITIONS

LARGEST_TABLE = 5_000_000
WORKBOOK = b"PK\x03\x04"
_MARKS_OF_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_LOOKED_AT = 4096  # bytes, of which nearly every other one is NUL in UTF-16 of European languages
_NEARLY_ALL = 0.9
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_WORD_BEYOND_ASCII = re.compile(r"[^\s,;\"]*[^\x00-\x7f][^\s,;\"]*")
# What stands in words beyond letters: quotation marks, an ordinal, the sign after an amount
_IN_WORDS = "\u2018\u2019\u201c\u201d\u2026\u2013\u2014\u00ba\u00aa\u00b0\u20ac\u00b4"
LONGEST_SHOWN = 30


class _Again:
    """A file of which the beginning was read already."""

    def __init__(self, begin: bytes, file: BinaryIO) -> None:
        self._begin = BytesIO(begin)
        self._file = file

    def read(self, size: int) -> bytes:
        """The next bytes, first those that were read already."""
        return self._begin.read(size) or self._file.read(size)


def foreign(file: BinaryIO, notices: Notices, *, forced: bool) -> tuple[BinaryIO, bytes | None, bool]:
    """The file at its beginning; its contents where it is foreign, or `forced`; whether this program wrote it.

    What this program wrote may be as large as it likes. Foreign is a table without our columns, and one with them whose
    dates are not written as ours, left out below one another, or run from the newest to the oldest. Raises RefusedError
    for one that is too large, before it is read.
    """
    size = file.seek(0, SEEK_END) - file.seek(0) if file.seekable() else 0
    begin = file.read(BLOCK)
    again: Any = _Again(begin, file)
    ours, export = _is_ours(begin), tuple(_header_of(begin)[0][: len(DEALS)]) == DEALS
    largest = LARGEST_FILE if ours else LARGEST_TABLE
    if size > largest and not (export and ours):
        raise RefusedError(f"{size / 1_000_000:,.0f} MB: at most {largest // 1_000_000} MB; import it in parts")
    if export and ours and not forced:
        return again, None, True
    # What begins nothing that a table can be; who reads it on says what it is.
    nothing = not begin.strip(b" ,;\t\r\n\xef\xbb\xbf")
    assumed = as_utf8(begin)[1]
    if nothing or (b"\0" in begin and not assumed and not begin.startswith(WORKBOOK)):
        return again, None, False
    contents = begin + file.read(LARGEST_TABLE - len(begin) + 1)
    if len(contents) > LARGEST_TABLE:
        if ours:
            return _Again(contents, file), None, False  # type: ignore[return-value]
        raise RefusedError(f"more than {LARGEST_TABLE // 1_000_000} MB; import it in parts")
    if contents.startswith(WORKBOOK):
        return again, contents, False
    contents, assumed = as_utf8(contents)
    if assumed:
        notices.add(assumed)
        ours = _is_ours(contents[:BLOCK])
    if ours and not forced:
        return BytesIO(contents), None, False
    return again, contents, False


def _header_of(begin: bytes) -> tuple[list[str], str, list[str]]:
    """The names of the columns that a file begins with, what parts them, and the lines below."""
    lines = begin.decode("utf-8-sig", "replace").split("\n")
    first = next((at for at, line in enumerate(lines) if says_something(line, at)), 0)
    separator = ";" if lines[first].count(";") > lines[first].count(",") else ","
    names = [name.strip(' "\r').casefold() for name in lines[first].split(separator)]
    return names, separator, (lines if len(begin) < BLOCK else lines[:-1])[first + 1 :]


def _is_ours(begin: bytes) -> bool:
    """Whether a file begins with our columns, and with dates as we write them, the oldest first."""
    names, separator, below = _header_of(begin)
    if not set(names) <= {*EDITIONS, *COLUMNS, ""} or not any(names):
        return False
    if "on" not in names:
        return True
    rows = (line.split(separator) for line in below if '"' not in line)
    days = [cells[names.index("on")].strip() for cells in rows if len(cells) >= len(names)]
    if not all(len(day) == len("2026-11-20") and day[4] == day[7] == "-" for day in days):
        return False
    return "number" in names or not runs_down(days)


def read_grid(contents: bytes, faults: Faults, sheet: str = "") -> Grid:
    """The table in these bytes; raises FaultyFileError or RefusedError for what is none."""
    if contents.startswith(WORKBOOK):
        return turned(read_workbook(contents, sheet))
    if sheet:
        raise RefusedError("--sheet: only an Excel file has sheets")
    if contents.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{":
        return read_briscolone(contents)
    lines = contents.decode("utf-8-sig", "replace").split("\n")[:ROWS_LOOKED_AT]
    having = {apart: sum(apart in line for line in lines) for apart in "\t;,"}
    rows = CsvRows(BytesIO(contents), faults, apart=max(having, key=lambda apart: having[apart])).cells()
    return turned(Grid([(line, [" ".join(cell.split()) for cell in cells]) for line, cells in rows]))


def as_utf8(contents: bytes) -> tuple[bytes, str]:
    """The same text as UTF-8, and what was assumed of it; as it is where it is UTF-8, or no text that can be read."""
    marked = contents.startswith(_MARKS_OF_UTF_16)
    if marked or _alternates(contents):
        order = "be" if contents[:1] == b"\0" else "le"
        try:
            text = contents.decode("utf-16" if marked else f"utf-16-{order}")
        except UnicodeDecodeError:
            return contents, ""
        if _CONTROL.search(text):
            return contents, ""
        return text.encode(), "the file is read as UTF-16, which is what Excel calls Unicode text"
    try:
        contents.decode()
    except UnicodeDecodeError as error:
        damaged = error.reason == "unexpected end of data" or not contents.decode(errors="ignore").isascii()
        return (contents, "") if damaged else _from_windows(contents)
    return contents, ""


def _alternates(contents: bytes) -> bool:
    """Whether nearly every other byte is NUL, and nearly none of the rest."""
    looked = contents[:_LOOKED_AT]
    half = len(looked) // 2
    if not half:
        return False
    even, odd = looked[::2].count(0), looked[1::2].count(0)
    return max(even, odd) > _NEARLY_ALL * half and min(even, odd) == 0


def _from_windows(contents: bytes) -> tuple[bytes, str]:
    """The text of Windows-1252 where every letter beyond ASCII makes sense; else the bytes as they are."""
    try:
        text = contents.decode("cp1252")
    except UnicodeDecodeError:
        return contents, ""
    strange = [c for c in text if c > "\x7f" and not (c.isalpha() or c in _IN_WORDS)]
    if strange or _CONTROL.search(text):
        return contents, ""
    match = _WORD_BEYOND_ASCII.search(text)
    word = match[0].strip("'")[:LONGEST_SHOWN] if match else ""
    return text.encode(), f"the file is not UTF-8; it is read as Windows-1252, where it says {word}"
