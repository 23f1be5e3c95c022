"""The one CSV writer: plain cells, and none that a spreadsheet would run."""

import io
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.errors import RefusedError
from scorer.exchange.csv_writer import check_excel, guarded, unguarded, write_csv
from scorer.text.numbers import Cell

RUN_BY_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def written(*rows: list[Cell], excel: str | None = None) -> str:
    file = io.StringIO()
    write_csv(file, ["a", "b"], rows, excel=excel)
    return file.getvalue()


def test_every_kind_of_cell_is_written_plainly() -> None:
    assert written([None, -2], [True, date(2026, 11, 20)], ["O'Neill, jr", 0.5]) == (
        'a,b\n,-2\nyes,2026-11-20\n"O\'Neill, jr",0.5\n'
    )


def test_decimals_are_six_at_most_and_no_number_is_empty() -> None:
    assert written([1 / 3, 2.0], [float("nan"), -0.0]) == "a,b\n0.333333,2\n,0\n"


def test_excel_in_italy_gets_semicolons_decimal_commas_and_a_mark() -> None:
    assert written(["x;y", -0.25], excel="it") == '\ufeffa;b\r\n"x;y";-0,25\r\n'
    assert written(["x;y", -0.25], excel="en") == "\ufeffa,b\r\nx;y,-0.25\r\n"


@pytest.mark.parametrize("first", RUN_BY_SPREADSHEETS)
def test_what_a_spreadsheet_would_run_gets_an_apostrophe(first: str) -> None:
    assert guarded(f"{first}1+1") == f"'{first}1+1"
    assert guarded(f"  {first}1+1") == f"'  {first}1+1"


def test_a_name_that_begins_with_an_apostrophe_is_read_as_it_was_typed() -> None:
    assert unguarded("'O Professore") == "'O Professore"
    assert unguarded(guarded("'O Professore")) == "'O Professore"


@given(st.text())
def test_the_guard_loses_nothing_and_leaves_nothing_that_runs(text: str) -> None:
    cell = guarded(text)
    assert unguarded(cell) == text
    assert not cell.lstrip(" \u00a0\u3000").startswith(RUN_BY_SPREADSHEETS)


def test_only_italy_and_england_are_known() -> None:
    assert (check_excel(""), check_excel("IT")) == (None, "it")
    with pytest.raises(RefusedError, match="--excel de: say it"):
        check_excel("de")
