"""Tables: cells to sort by, words for people, and the CSV of the commands."""

import json
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df
from streamlit.testing.v1 import AppTest

from dashboard import data
from dashboard.page import sortable_tables
from scorer.exchange.csv_writer import csv_text
from scorer.frames import Selection
from scorer.stats.describe.columns import Choice, Column
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_roles, flat_tables
from scorer.text.numbers import SCREEN, SURE_SCREEN, Counting

STANDINGS: Final = described("standings")

EURO, PLAIN = Counting("EUR", SURE_SCREEN), Counting(style=SURE_SCREEN)
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
    assert words(-12.0, "distance") == "12.0"  # below the target
    assert words(2, "times") == "\N{MULTIPLICATION SIGN} 2"
    assert words(0.62, "rate") == "62 % (45 to 77)"
    assert words(None, "rate") == "\N{EN DASH}"
    assert [words(places, "moved") for places in (2, -1, 0)] == ["up 2", "down 1", "="]


def page() -> None:
    from dashboard.page import sortable_tables
    from scorer.stats.describe.columns import Column

    rows = [{"player": "Anna", "units": 150, "rare": 0, "rate": None, "low": None, "high": None},
            {"player": "%{x}", "units": -150, "rare": 0, "rate": 0.5, "low": 0.25, "high": 0.75}]  # fmt: skip
    columns = (Column("player", "player"), Column("units", "{units}", "units"), Column("rare", "rare", hide_empty=True),
               Column("rate", "rate", "rate"))  # fmt: skip
    sortable_tables.shown(rows, columns, "key", alt="a table", currency="EUR")


@pytest.mark.usefixtures("table")
def test_a_table_is_sorted_by_its_numbers_and_leaves_out_what_nobody_has() -> None:
    app = AppTest.from_function(page).run()
    assert [one.message for one in app.exception] == []
    shown = app.dataframe[0].value
    assert list(shown.columns) == ["player", "units", "rate"]
    assert list(shown["units"]) == [1.5, -1.5]  # 150 cents, as they are read aloud
    assert shown["rate"].isna().tolist() == [True, False]


def cells(form: str, *numbers: float | None, currency: str = "") -> list[float]:
    return [
        float(cell)
        for cell in sortable_tables._cells([{"x": one} for one in numbers], Column("x", "x", form), currency)
    ]


def test_a_cell_that_is_read_aloud_has_the_decimals_that_are_shown() -> None:
    # 37 units in 133 deals: +0.28 stands in the cell, and 0.28 is read
    assert cells("mean", 37 / 133, -37 / 133) == [0.28, -0.28]
    assert cells("mean", 3700 / 133, currency="EUR") == [0.28]
    assert cells("rate", 0.6233, 0.005) == [62, 0]
    assert cells("distance", 12.345) == cells("distance", -12.345) == [12.3]  # failed by 12.3, not by -12.3
    assert cells("money", -1250) == [-12.5]
    assert cells("units", 12, -1250) == [12, -1250]


@pytest.mark.usefixtures("table")
def test_every_cell_is_told_in_the_words_of_its_own_column_on_paper_too() -> None:
    # 150 cents of EUR are +1.50; 0.5 is 50 %, and its interval is for who asks
    app = AppTest.from_function(page).run()
    words = ["Anna", "+1.50", SCREEN.nothing, "%{x}", "\N{MINUS SIGN}1.50", "50 %"]
    told = convert_arrow_bytes_to_pandas_df(app.dataframe[0].proto.arrow_data.styler.display_values)
    assert told.to_numpy().ravel().tolist() == words
    (paper,) = [one.proto.body for one in app.get("html") if "on-paper" in one.proto.body]
    assert re.findall(r"<th scope='col'[^>]*>([^<]*)", paper) == ["player", "EUR", "rate"]
    assert re.findall(r"<td[^>]*>(?:<bdi>)?([^<]*)", paper) == words


def long_page() -> None:
    from dashboard.page import sortable_tables
    from scorer.stats.describe.columns import Column

    sortable_tables.shown(
        [{"deals": at} for at in range(300)], (Column("deals", "deals", "count"),), "key", alt="a long table"
    )


def two_and_more(opened: bool) -> None:
    import streamlit as st

    from dashboard.page import sortable_tables
    from scorer.stats.describe.columns import Column

    rows = [{"player": "Anna", "units": 15, "solo": 1, "slams": 2, "races": 3}]
    player, units, *more = (
        Column(name, name, "text" if name == "player" else "count", pinned=name == "player") for name in rows[0]
    )
    st.session_state["all_more"] = opened
    sortable_tables.shown(rows, (player, units), "one", alt="one more", more=more[:1])
    sortable_tables.shown(rows, (player, units), "all", alt="three more", more=more)


@pytest.mark.usefixtures("table")
def test_columns_for_which_there_is_no_room_are_folded_away_and_printed() -> None:
    app = AppTest.from_function(two_and_more, args=(False,)).run()
    assert [list(frame.value.columns) for frame in app.dataframe] == [["player", "units", "solo"], ["player", "units"]]
    assert [fold.label for fold in app.expander] == ["more columns: solo, slams, races"]
    paper = app.get("html")[-1].proto.body
    assert re.findall(r"<th[^>]*>.*?(\w+)(?=<)", paper) == ["player", "units", "solo", "slams", "races"]
    opened = AppTest.from_function(two_and_more, args=(True,)).run()
    assert list(opened.dataframe[2].value.columns) == ["player", "solo", "slams", "races"]


def test_a_long_table_says_on_paper_where_it_ends() -> None:
    (paper,) = [one.proto.body for one in AppTest.from_function(long_page).run().get("html")]
    assert (
        "<caption>a long table: the first 250 of 300 rows; for the others choose fewer days, or take the CSV</caption>"
        in paper
    )
    assert paper.count("<td>") == 250


def names_page() -> None:
    from dashboard.page import sortable_tables
    from scorer.stats.describe.statistic_files import described

    pair, standing = described("pairs"), described("standings")
    alike = ["Maria Antonietta Rossi Bianchi", "Maria Antonietta Rosso Bianchi", "Anna"]
    pairs = [dict.fromkeys(map(str, pair.dashboard)) | {"caller": one, "partner": "Anna"} for one in alike]
    places = [dict.fromkeys(map(str, standing.dashboard)) | {"player": one, "place": 1} for one in alike]
    sortable_tables.shown(pairs, pair.on_dashboard[:2], "pairs", alt="Pairs")
    sortable_tables.shown(places, standing.on_dashboard[:2], "standings", alt="Standings")


@pytest.mark.usefixtures("table")
def test_names_before_the_figures_are_cut_each_unlike_the_others_and_one_stays_in_sight() -> None:
    # of the table on a phone, 390 pixels without its margins, three fifths may stay in sight; 13 letters and 7
    app = AppTest.from_function(names_page).run()
    pairs, places = (
        convert_arrow_bytes_to_pandas_df(one.proto.arrow_data.styler.display_values).to_numpy().tolist()
        for one in app.dataframe
    )
    assert pairs == [["Mar…i Bianchi", "Anna"], ["Mar…o Bianchi", "Anna"], ["Anna", "Anna"]]
    assert [name for _, name in places] == ["Maria Ant…si Bianchi", "Maria Ant…so Bianchi", "Anna"]
    heads, of_places = (json.loads(one.proto.columns).values() for one in app.dataframe)
    told = [(one.get("pinned"), one["width"]) for one in heads if "width" in one]
    assert told == [(True, 18 + 7 * 13), (None, 18 + 7 * 7)]
    assert sum(one["width"] for one in of_places if one.get("pinned")) <= 3 / 5 * (390 - 2 * 16)
    assert "Maria Antonietta Rosso Bianchi" in "".join(one.proto.body for one in app.get("html"))  # on paper


@pytest.mark.usefixtures("table")
def test_the_csv_is_that_of_the_command(ok: Ok) -> None:
    frames = data.frames_now(Selection())
    for what, command in (("standings", "standings"), ("bids", "bids"), ("bands", "bids --bands"),
                          ("players", "players"), ("pairs", "pairs")):  # fmt: skip
        assert csv_text(*flat_tables(frames, what, Choice())) == ok(f"{command} --format csv")
    assert csv_text(*flat_roles(frames, "Anna")) == ok("players anna --format csv")


def test_a_name_with_braces_above_a_column_is_no_template() -> None:
    name = "%{fullData.name} {0}"
    column = Column("seat0", name, "units", name, as_written=True)
    assert (column.head(), column.help()) == (name, name)
