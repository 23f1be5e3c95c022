"""The importer of tables, and the workbooks that it reads."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.imports.readings import Importer, write_workbook
from tests.fixtures import Say


@pytest.fixture
def importer(say: Say, tmp_path: Path, empty_book: bytes) -> Importer:
    """Imports files, each into a scorebook of its own."""
    return Importer(say, tmp_path, empty_book)


@pytest.fixture
def workbook(tmp_path: Path) -> Callable[..., str]:
    """An Excel file with these rows by sheet; its path."""
    return lambda sheets, number_format="": write_workbook(tmp_path / "home.xlsx", sheets, number_format=number_format)
