"""The workbooks that tests read."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest


@pytest.fixture
def workbook(tmp_path: Path) -> Callable[..., str]:
    """An Excel file with these rows by sheet, its numbers in this format; its path."""

    def write(sheets: Mapping[str, Sequence[Sequence[Any]]], number_format: str = "") -> str:
        book = openpyxl.Workbook()
        book.remove(book["Sheet"])
        for title, rows in sheets.items():
            sheet = book.create_sheet(title)
            for row in rows:
                sheet.append(row)
            for cells in sheet.iter_rows():
                for cell in cells:
                    if number_format and isinstance(cell.value, int | float):
                        cell.number_format = number_format
        path = tmp_path / "home.xlsx"
        book.save(path)
        return str(path)

    return write
