"""`scorer import --sheet all`: a workbook with a sheet for each month or evening comes in at once, or is refused."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import openpyxl
import pytest

from scorer.match.sheet import Sheet

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Match = Callable[..., Sheet]
Rows = Sequence[Sequence[Any]]
Book = Callable[[Mapping[str, Rows]], str]
PEOPLE = ["Anna", "Bruno", "Carla", "Dario", "Elena"]
DATED = ["Data", *PEOPLE]
FIRST: Rows = [PEOPLE, [2, -1, -1, -1, 1], [4, -2, -2, -2, 2], [-1, -1, 4, -1, -1], ["Totale"]]
SECOND: Rows = [PEOPLE, [1, -2, -1, 1, 1], [-1, -1, -1, 4, -1]]
JANUARY: Rows = [DATED, ["2026-01-16", 5, -3, -2, 1, -1], ["2026-01-23", -4, 3, 2, -2, 1], ["Totale", 1, 0, 0, -1, 0]]
FEBRUARY: Rows = [["Data", "Bruno", "Anna", "Fabio"], ["2026-02-06", 5, -3, -2], ["2026-02-13", -4, 1, 3]]


@pytest.fixture
def workbook(tmp_path: Path) -> Book:
    """An Excel file with these rows by sheet; its path."""

    def write(sheets: Mapping[str, Rows]) -> str:
        book = openpyxl.Workbook()
        book.remove(book["Sheet"])
        for title, rows in sheets.items():
            sheet = book.create_sheet(title)
            for row in rows:
                sheet.append(row)
        book.save(tmp_path / "season.xlsx")
        return str(tmp_path / "season.xlsx")

    return write


def test_a_workbook_of_months_comes_in_with_all_its_sheets(say: Say, workbook: Book, sheet: Match) -> None:
    path = workbook({"Gennaio": JANUARY, "Febbraio": FEBRUARY, "Marzo": []})
    done = say(f"import {path} --sheet all --as evenings")
    assert "left out: 1 row of totals (sheet Gennaio: row 4)" in done.stderr
    assert "Imported 4 records of 4 matches" in done.stdout
    assert [str(sheet(n).match.on) for n in "14"] == ["2026-01-16", "2026-02-13"]
    assert sheet("3").records[0].payouts == {"Bruno": 5, "Anna": -3, "Fabio": -2}


@pytest.mark.parametrize(
    ("titles", "options", "says"),
    [
        (("16 gennaio 2026", "2026-01-23"), "", "16 gennaio 2026 is 2026-01-16"),
        (("16-01", "23-01"), "--year 2026", "16-01 is 2026-01-16"),
        (("ven 16.1.26", "ven 23.1.26"), "", "ven 16.1.26 is 2026-01-16"),
    ],
)
def test_the_name_of_a_sheet_is_its_date_where_its_rows_have_none(
    titles: tuple[str, str], options: str, says: str, say: Say, workbook: Book, sheet: Match
) -> None:
    path = workbook(dict(zip(titles, (FIRST[:4], SECOND), strict=True)))
    done = say(f"import {path} --sheet all --as wide {options}")
    assert f"the name of a sheet is its date: {says}" in done.stderr
    assert [(str(sheet(n).match.on), len(sheet(n).records)) for n in "12"] == [("2026-01-16", 3), ("2026-01-23", 2)]


def test_one_sheet_has_its_name_as_its_date_too(ok: Ok, workbook: Book, sheet: Match) -> None:
    path = workbook({"2026-01-16": FIRST[:4], "2026-01-23": SECOND})
    ok(["import", path, "--as", "wide", "--sheet", "2026-01-23"])
    assert (str(sheet("1").match.on), len(sheet("1").records)) == ("2026-01-23", 2)


STANDINGS: Rows = [DATED, ["2026-02-16", 9, -5, -4, 3, -3], ["2026-02-23", 8, -4, -4, 4, -4]]
REFUSED: dict[str, tuple[dict[str, Rows], str, str]] = {
    "a sheet without a table": (
        {"Gennaio": JANUARY, "Note": [["Come si gioca"], ["a Natale"]]}, "",
        'the sheet Note has no table: --sheet "Gennaio" leaves it out',
    ),
    "a sheet of words": (
        {"Gennaio": JANUARY, "Note": [["Regole"], ["si gioca"]]}, "",
        'sheet Note: --as evenings: there is no column of numbers that could be a player; --sheet "Gennaio" leaves it',
    ),
    "a sheet of nothing but the total": (  # which is left out, so that nobody was left, and no way was named
        {"Gennaio": JANUARY, "Febbraio": FEBRUARY, "Totale": [DATED, ["Totale", 1, 0, 0, -1, 0]]}, "",
        'there is no column of numbers that could be a player; --sheet "Gennaio,Febbraio" leaves it out',
    ),
    "a sheet that cannot be read": (
        {"Gennaio": JANUARY, "Febbraio": [DATED, ["2026-02-06", 5, -3, "boh", 1, -1], ["2026-02-13", 1, 0, 0, -1, 0]]},
        "", "sheet Febbraio: row 2, column Carla: 'boh' is no number",
    ),
    "a sheet without a day": (
        {"Gennaio": JANUARY, "Febbraio": [PEOPLE, [1, 2, -5, 3, -1]]}, "", "sheet Febbraio: row 2, column on: missing",
    ),
    "a month that is added up": (
        {"Gennaio": JANUARY, "Riepilogo": [DATED, ["2026-01-31", 1, 0, 0, -1, 0]]}, "",
        "sheet Riepilogo: row 2 is, or adds up, what sheet Gennaio has",
    ),
    "an evening of deals that is added up": (  # 2+4-1, -1-2-1, -1-2+4, -1-2-1, 1+2-1
        {"2026-01-16": FIRST[:4], "Serate": [DATED, ["2026-01-16", 5, -4, 1, -4, 2]]}, "",
        "sheet Serate: row 2 is, or adds up, what sheet 2026-01-16 has",
    ),
    "running totals": (
        {"Gennaio": [DATED, ["2026-01-16", 5, -3, -2, 1, -1], ["2026-01-23", 7, -4, -3, 2, -2]], "Febbraio": STANDINGS},
        "--units running", "sheet Gennaio has running totals; whether they go on from sheet to sheet",
    ),
    "an evening a sheet, with the standing after it": (
        {"2026-01-16": [PEOPLE, [12, -3, -5, -2, -2]], "2026-01-23": [PEOPLE, [20, -3, -9, -6, -2]]}, "",
        "(--units running) or they are what was gained in each line (--units gained)",
    ),
    "the same evening twice": (
        {"Gennaio": JANUARY, "Copia": JANUARY[:2]}, "", "sheet Gennaio: row 2 is, or adds up, what sheet Copia has",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_workbook_that_may_come_in_false_is_refused_with_its_sheet(
    name: str, say: Say, workbook: Book, book_path: Path
) -> None:
    sheets, options, why = REFUSED[name]
    refused = say(f"import {workbook(sheets)} --sheet all --as evenings {options}")
    assert (refused.returncode, why in refused.stderr) == (3, True), refused.stderr
    assert not book_path.exists()


def test_sheets_are_named_with_commas(say: Say, workbook: Book, sheet: Match) -> None:
    path = workbook({"Gennaio": JANUARY, "Note": [["Regole"], ["si gioca"]], "Febbraio": FEBRUARY})
    done = say(f"import {path} --sheet gennaio,febbraio --as evenings")
    assert "Imported 4 records of 4 matches" in done.stdout, done.stderr
    assert "there is no sheet Aprile,Note" in say(f"import {path} --sheet Aprile,Note --as evenings").stderr
