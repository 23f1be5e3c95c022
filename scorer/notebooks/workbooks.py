"""Sheets of an Excel file as rows of text."""

import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import Any

from scorer.errors import RefusedError
from scorer.exchange.csv_reader import MOST_COLUMNS, RowWord
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import number as written
from scorer.match.names import printable
from scorer.notebooks.header import header_at
from scorer.notebooks.money import as_amount
from scorer.notebooks.table import Grid

LARGEST_UNPACKED = 100_000_000
MOST_ROWS = 100_000
ALL_SHEETS = "all"
ROW = N_("row {number}")


def read_workbook(contents: bytes, wanted: str) -> list[Grid]:
    """Sheets of an Excel file: the one of this name, or those, or all that are shown; else the first with a table."""
    import openpyxl  # noqa: PLC0415 - slow to load

    try:
        with zipfile.ZipFile(BytesIO(contents)) as packed:
            names = set(packed.namelist())
            unpacked = sum(part.file_size for part in packed.infolist())
        if unpacked > LARGEST_UNPACKED:
            template = N_("unpacked it has more than {megabytes} MB; save the sheet as CSV")
            raise RefusedError(_(template, megabytes=LARGEST_UNPACKED // 1_000_000))
        if "xl/workbook.xml" not in names:
            template = N_("this is a compressed folder: save it as .xlsx, or as 'CSV UTF-8'")
            if "mimetype" in names:
                template = N_("this is a LibreOffice document: save it as .xlsx, or as 'CSV UTF-8'")
            raise RefusedError(_(template))
        counted, typed = (openpyxl.load_workbook(BytesIO(contents), True, data_only=only) for only in (True, False))
        return _sheets(counted, typed, wanted)
    except RefusedError:
        raise
    except Exception as error:  # a damaged workbook fails in as many ways as it has parts
        template = N_("this Excel file cannot be read ({reason}): save it again")
        raise RefusedError(_(template, reason=printable(str(error)))) from error


def _sheets(counted: Any, typed: Any, wanted: str) -> list[Grid]:
    """The sheets meant, with their cells as text, from a workbook by its results and by its formulas."""
    titles = [sheet.title for sheet in counted.worksheets]
    hidden = [sheet.title for sheet in counted.worksheets if sheet.sheet_state != "visible"]
    shown = [title for title in titles if title not in hidden]
    is_several = wanted.casefold() not in {"", *map(str.casefold, titles)}
    chosen = _chosen(titles, shown or titles, wanted)
    left = [name for name in hidden if name not in chosen] if not wanted or is_several else []
    hidden_words = N_("the sheet {name} is hidden, and not read (--sheet NAME takes it)")
    notices = [_(hidden_words, name=printable(name)) for name in left]
    sheets = {title: list(_filled(counted[title], typed[title])) for title in chosen}
    tables = [title for title, rows in sheets.items() if len(rows) > 1 and header_at(rows) is not None]
    if is_several:
        if without := [title for title, rows in sheets.items() if rows and title not in tables]:
            template = N_("the sheet {name} has no table: no other sheet has one")
            if tables:
                template = N_('the sheet {name} has no table: --sheet "{others}" leaves it out')
            raise RefusedError(printable(_(template, name=without[0], others=",".join(tables))))
        return [
            Grid(
                sheets[title],
                RowWord(ROW, printable(title)),
                title,
                notices=tuple(notices if title == tables[0] else []),
            )
            for title in tables
        ]
    title = next(iter(tables or [title for title, rows in sheets.items() if len(rows) > 1 or wanted]), "")
    if not title:
        raise RefusedError(_("no sheet of this file has a table"))
    return [Grid(sheets[title], RowWord(ROW), title, unread=tuple(tables[1:]), notices=tuple(notices))]


def _chosen(titles: Sequence[str], shown: list[str], wanted: str) -> list[str]:
    """The sheets that are wanted, by their names; all that are shown where none is named."""
    by_name = {title.casefold(): title for title in titles}
    if title := by_name.get(wanted.casefold()):
        return [title]
    if wanted.casefold() in {"", ALL_SHEETS}:
        return shown
    named = [by_name.get(word.strip().casefold(), "") for word in wanted.split(",")]
    if not all(named):
        template = N_("there is no sheet {name}: the file has {sheets}")
        raise RefusedError(_(template, name=printable(wanted), sheets=printable(", ".join(titles))))
    return list(dict.fromkeys(named))


def _filled(counted: Any, typed: Any) -> Iterator[tuple[int, list[str]]]:
    """The rows of a sheet that are not empty, by their numbers; raises RefusedError for a sheet without an end.

    A formula that no program ever counted stands there as it is typed: its cell is not an empty one.
    """
    rows = []
    for sheet in (counted, typed):
        sheet.reset_dimensions()  # what a file says of them need not be true
        rows.append(sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS + 1))
    for number, (results, formulas) in enumerate(zip(*rows, strict=True), 1):
        cells = []
        for result, formula in zip(results, formulas, strict=True):
            text = as_text(result.value)
            if isinstance(result.value, int | float) and not isinstance(result.value, bool):
                text = as_amount(result.value, result.number_format) or text
            if isinstance(result.value, datetime) and ":" not in text and "h" in result.number_format.casefold():
                text += " 00:00:00"  # midnight, and not a day alone
            if not text and formula.data_type == "f" and result.data_type != "str":  # an empty text is a result
                text = formula.value if isinstance(formula.value, str) else "=..."
            cells.append(text)
        while cells and not cells[-1]:
            cells.pop()
        if number > MOST_ROWS or len(cells) > MOST_COLUMNS:
            template = N_("the sheet is too large: at most {rows} rows and {columns} columns")
            raise RefusedError(_(template, rows=written(MOST_ROWS, thousands=True), columns=MOST_COLUMNS))
        if cells:
            yield number, cells


def as_text(value: Any) -> str:
    """A cell of a workbook as it would stand in a CSV."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        second = (value + timedelta(microseconds=500_000)).replace(microsecond=0)
        return f"{second.date()} {second.time()}" if second.time() > time() else second.date().isoformat()
    if isinstance(value, timedelta):
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else " ".join(str(value).split())
