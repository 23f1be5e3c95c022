"""Tables: cells to sort by, words for people, and the CSV of the commands."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df
from streamlit.testing.v1 import AppTest

from dashboard import data, tables
from scorer.exchange.writing import csv_text
from scorer.frames import Selection
from scorer.stats.columns import Choice, Column
from scorer.stats.descriptions import OVERVIEW, STANDINGS
from scorer.stats.tables import flat_roles, flat_tables
from scorer.text.numbers import SCREEN, Counting

EURO, PLAIN = Counting("EUR", SCREEN), Counting(style=SCREEN)
Ok = Callable[..., str]


def words(cell: Any, form: str, units: Counting = PLAIN) -> str:
    rate = {"low": 0.454, "high": 0.766}
    return Column("x", "x", form).written({"x": cell, **rate}, units)


def test_numbers_are_written_for_people() -> None:
    assert words(12, "units") == "+12"
    assert words(-12, "units") == "\N{MINUS SIGN}12"
    assert words(0, "units") == "0"
    assert words(-1250, "units", EURO) == "\N{MINUS SIGN}12.50"
    assert words(0.278, "mean") == "+0.28"
    assert words(12345, "count") == "12,345"
    assert words(2, "times") == "\N{MULTIPLICATION SIGN} 2"
    assert words(0.62, "rate") == "62 % (45 to 77)"
    assert words(None, "rate") == "\N{EN DASH}"
    assert [words(places, "moved") for places in (2, -1, 0)] == ["up 2", "down 1", "="]


def test_a_hyphen_in_a_name_stays_one() -> None:
    assert words("Anna-Lisa", "text") == "Anna-Lisa"


def page() -> None:
    from dashboard import tables
    from scorer.stats.columns import Column

    rows = [{"player": "Anna", "units": 150, "rare": 0, "rate": None, "low": None, "high": None},
            {"player": "%{x}", "units": -150, "rare": 0, "rate": 0.5, "low": 0.25, "high": 0.75}]  # fmt: skip
    columns = (Column("player", "player"), Column("units", "units", "units"), Column("rare", "rare", rare=True),
               Column("rate", "rate", "rate"))  # fmt: skip
    tables.shown(rows, columns, "key", alt="a table", currency="EUR")


def test_a_table_is_sorted_by_its_numbers_and_leaves_out_what_nobody_has() -> None:
    app = AppTest.from_function(page).run()
    assert [one.message for one in app.exception] == []
    shown = app.dataframe[0].value
    assert list(shown.columns) == ["player", "units", "rate"]
    assert list(shown["units"]) == [150, -150]
    assert shown["rate"].isna().tolist() == [True, False]


def test_every_cell_is_told_in_the_words_of_its_own_column() -> None:
    # 150 cents of EUR are +1.50; 0.5 with the interval 0.25 to 0.75 is 50 % (25 to 75)
    app = AppTest.from_function(page).run()
    told = convert_arrow_bytes_to_pandas_df(app.dataframe[0].proto.arrow_data.styler.display_values)
    assert told.to_numpy().tolist() == [
        ["Anna", "+1.50", SCREEN.nothing],
        ["%{x}", "\N{MINUS SIGN}1.50", "50 % (25 to 75)"],
    ]


def test_no_rows_are_a_table_too() -> None:
    columns = (*STANDINGS.on_dashboard, *OVERVIEW.on_dashboard[1:2])
    assert all(tables._cells([], column).empty for column in columns)


@pytest.mark.usefixtures("table")
def test_the_csv_is_that_of_the_command(ok: Ok) -> None:
    frames = data.frames_now(Selection())
    for what, command in (("standings", "standings"), ("bids", "bids"), ("bands", "bids --bands"),
                          ("players", "players"), ("pairs", "pairs")):  # fmt: skip
        assert csv_text(*flat_tables(frames, what, Choice())) == ok(f"{command} --format csv")
    assert csv_text(*flat_roles(frames, "Anna")) == ok("players anna --format csv")


def test_what_a_spreadsheet_would_run_is_guarded() -> None:
    assert csv_text(["player"], [["=1+1"], ["Anna"]]) == "player\n'=1+1\nAnna\n"
