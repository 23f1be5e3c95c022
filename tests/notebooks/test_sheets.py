"""`--sheet all`: a workbook with a sheet for each month or evening comes in at once, or is refused."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from tests.fixtures import FIVE
from tests.imports import Importer, Readings, came, refused

Rows = Sequence[Sequence[Any]]
PEOPLE = FIVE.split(",")
DATED = ["Data", *PEOPLE]
FIRST: Rows = [PEOPLE, [2, -1, -1, -1, 1], [4, -2, -2, -2, 2], [-1, -1, 4, -1, -1]]
SECOND: Rows = [PEOPLE, [1, -2, -1, 1, 1], [-1, -1, -1, 4, -1]]
JANUARY: Rows = [DATED, ["2026-01-16", 5, -3, -2, 1, -1], ["2026-01-23", -4, 3, 2, -2, 1], ["Totale", 1, 0, 0, -1, 0]]
FEBRUARY: Rows = [["Data", "Bruno", "Anna", "Fabio"], ["2026-02-06", 5, -3, -2], ["2026-02-13", -4, 1, 3]]
# of Anna, Bruno, Carla, Dario, Elena and Fabio
WINTER = {
    "2026-01-16": ["5 -3 -2 1 -1 ."], "2026-01-23": ["-4 3 2 -2 1 ."],
    "2026-02-06": ["-3 5 . . . -2"], "2026-02-13": ["1 -4 . . . 3"],
}  # fmt: skip
TWO = {
    "2026-01-16": ["2 -1 -1 -1 1", "4 -2 -2 -2 2", "-1 -1 4 -1 -1"],
    "2026-01-23": ["1 -2 -1 1 1", "-1 -1 -1 4 -1"],
}
STANDINGS: Rows = [DATED, ["2026-02-16", 9, -5, -4, 3, -3], ["2026-02-23", 8, -4, -4, 4, -4]]
ALL = "--as evenings --sheet all"
WITH_RULES = {"Gennaio": JANUARY, "Note": [["Regole"], ["si gioca"]], "Febbraio": FEBRUARY}
WORKBOOKS: dict[str, tuple[Mapping[str, Rows], Readings]] = {
    "a workbook of months": ({"Gennaio": JANUARY, "Febbraio": FEBRUARY, "Marzo": []}, {
        ALL: came(WINTER, "left out: 1 row of totals (sheet Gennaio: row 4)")}),
    "sheets are named with commas": (WITH_RULES, {
        "--as evenings --sheet gennaio,febbraio": came(WINTER),
        "--as evenings --sheet Aprile,Note": refused("there is no sheet Aprile,Note")}),
    # the name of a sheet is its date where its rows have none
    "days in words": ({"16 gennaio 2026": FIRST, "2026-01-23": SECOND}, {
        "--as wide --sheet all": came(TWO, "the name of a sheet is its date: 16 gennaio 2026 is 2026-01-16"),
        "--as wide --sheet 2026-01-23": came({"2026-01-23": TWO["2026-01-23"]})}),
    "days without a year": ({"16-01": FIRST, "23-01": SECOND}, {
        "--as wide --sheet all --year 2026": came(TWO, "the name of a sheet is its date: 16-01 is 2026-01-16")}),
    "days with a weekday": ({"ven 16.1.26": FIRST, "ven 23.1.26": SECOND}, {
        "--as wide --sheet all": came(TWO, "the name of a sheet is its date: ven 16.1.26 is 2026-01-16")}),
    # what may come in false is refused with its sheet
    "a sheet without a table": ({"Gennaio": JANUARY, "Note": [["Come si gioca"], ["a Natale"]]}, {
        ALL: refused('the sheet Note has no table: --sheet "Gennaio" leaves it out')}),
    "a sheet of words": ({"Gennaio": JANUARY, "Note": [["Regole"], ["si gioca"]]}, {ALL: refused(
        'sheet Note: --as evenings: there is no column of numbers that could be a player; --sheet "Gennaio" leaves '
        "it")}),
    # which is left out, so that nobody was left, and no way was named
    "a sheet of nothing but the total": (
        {"Gennaio": JANUARY, "Febbraio": FEBRUARY, "Totale": [DATED, ["Totale", 1, 0, 0, -1, 0]]}, {ALL: refused(
        'there is no column of numbers that could be a player; --sheet "Gennaio,Febbraio" leaves it out')}),
    "a sheet that cannot be read": (
        {"Gennaio": JANUARY, "Febbraio": [DATED, ["2026-02-06", 5, -3, "boh", 1, -1], ["2026-02-13", 1, 0, 0, -1, 0]]},
        {ALL: refused("sheet Febbraio: row 2, column Carla: 'boh' is no number")}),
    "a sheet without a day": ({"Gennaio": JANUARY, "Febbraio": [PEOPLE, [1, 2, -5, 3, -1]]}, {
        ALL: refused("sheet Febbraio: row 2, column on: missing")}),
    "a month that is added up": ({"Gennaio": JANUARY, "Riepilogo": [DATED, ["2026-01-31", 1, 0, 0, -1, 0]]}, {
        ALL: refused("sheet Riepilogo: row 2 is, or adds up, what sheet Gennaio has")}),
    # 2+4-1, -1-2-1, -1-2+4, -1-2-1, 1+2-1
    "an evening of deals that is added up": (
        {"2026-01-16": FIRST, "Serate": [DATED, ["2026-01-16", 5, -4, 1, -4, 2]]}, {
        ALL: refused("sheet Serate: row 2 is, or adds up, what sheet 2026-01-16 has")}),
    "running totals": (
        {"Gennaio": [DATED, ["2026-01-16", 5, -3, -2, 1, -1], ["2026-01-23", 7, -4, -3, 2, -2]], "Febbraio": STANDINGS},
        {f"{ALL} --units running": refused(
            "sheet Gennaio has running totals; whether they go on from sheet to sheet")}),
    "an evening a sheet, with the standing after it": (
        {"2026-01-16": [PEOPLE, [12, -3, -5, -2, -2]], "2026-01-23": [PEOPLE, [20, -3, -9, -6, -2]]}, {ALL: refused(
        "(--units running) or they are what was gained in each line (--units gained)")}),
    "the same evening twice": ({"Gennaio": JANUARY, "Copia": JANUARY[:2]}, {
        ALL: refused("sheet Gennaio: row 2 is, or adds up, what sheet Copia has")}),
}  # fmt: skip


@pytest.mark.parametrize("name", WORKBOOKS)
def test_a_workbook_of_several_sheets_comes_in_whole_or_not(
    name: str, workbook: Callable[..., str], importer: Importer
) -> None:
    sheets, readings = WORKBOOKS[name]
    importer.reads(workbook(sheets), readings)
