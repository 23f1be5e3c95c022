"""The one writer of every CSV: plain cells, guarded against what a spreadsheet would run."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import TextIO

from scorer.errors import RefusedError
from scorer.language import _
from scorer.text.numbers import Cell

CellRows = Iterable[Sequence[Cell]]
FlatTable = tuple[Sequence[str], CellRows]  # a header and rows
EXCELS = ("it", "en")
_BLANKS = " \u00a0\u3000"
_RUN = frozenset("=+-@'\t\r\n\0\uff1d\uff0b\uff0d\uff20")  # also full-width, which some spreadsheets read alike


def guarded(text: str) -> str:
    """`text` with an apostrophe before it where a spreadsheet would run it, or where it looks guarded already."""
    return f"'{text}" if _would_run(text) else text


def unguarded(cell: str) -> str:
    """The text that was guarded; any other cell as it is, `'O Professore` included."""
    return cell[1:] if cell[:1] == "'" and _would_run(cell[1:]) else cell


def _would_run(text: str) -> bool:
    """Whether a spreadsheet may take this for a formula, or an import for something guarded."""
    first = text.lstrip(_BLANKS)[:1]
    return bool(first) and first in _RUN


def write_csv(file: TextIO, header: Sequence[str], rows: CellRows, *, excel: str | None = None) -> None:
    """Write a header and rows: numbers plain, dates ISO, `yes` and `no`, empty for None, text guarded.

    `excel` "it" or "en" writes what Excel opens by itself there: a byte order mark, CRLF, and in Italy semicolons
    and decimal commas.
    """
    italian = excel == "it"
    if excel:
        file.write("\ufeff")
    writer = csv.writer(file, delimiter=";" if italian else ",", lineterminator="\r\n" if excel else "\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow([_written(cell, italian=italian) for cell in row])


def csv_text(header: Sequence[str], rows: CellRows) -> str:
    """A CSV as text."""
    file = StringIO()
    write_csv(file, header, rows)
    return file.getvalue()


def _written(cell: Cell, *, italian: bool) -> str | int:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return guarded(cell)
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return _decimal(cell).replace(".", ",") if italian else _decimal(cell)
    return cell if isinstance(cell, int) else cell.isoformat()


def _decimal(number: float) -> str:
    """At most six decimals, none for a whole number; empty for what is no number."""
    if number != number:  # noqa: PLR0124 - NaN is not itself
        return ""
    return f"{round(number, 6) + 0.0:.6f}".rstrip("0").rstrip(".")


def check_excel(word: str) -> str | None:
    """Read `it` or `en`; None for nothing said. Raises RefusedError."""
    if word and word.casefold() not in EXCELS:
        raise RefusedError(_("--excel {word}: say it (semicolons, decimal commas) or en", word=word))
    return word.casefold() or None
