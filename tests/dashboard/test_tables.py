"""Tables: sorted by links that stand in the address, names that lead to their pages, words for people; and the CSV."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from scorer.stats.describe.columns import Column
from scorer.text.numbers import SURE_SCREEN, Counting
from tests.bars import SEASON, bars_of, hold_bars, written_with_links
from tests.looking import leading, look, rows, seen, written

EURO, PLAIN = Counting("EUR", SURE_SCREEN), Counting(style=SURE_SCREEN)
Ok = Callable[..., str]


def players(**address: str) -> list[str]:
    """The players of the standings, from above."""
    return [row["player"] for row in rows(seen("standings", **SEASON, **address))]


@pytest.mark.usefixtures("sample")
def test_a_head_sorts_the_table_by_its_column_and_again_the_other_way() -> None:
    # called: Furio 44 %, Elvira 23 %, Adele 21.1 %, Berto 20.9 % ... Cesira 5 %
    by_calls = players(sort="-call_rate")
    assert (by_calls[:4], by_calls[-1]) == (["Furio", "Elvira", "Adele", "Berto"], "Cesira")
    assert (players(sort="call_rate")[0], players(sort="call_rate")[-1]) == ("Cesira", "Furio")
    assert players(sort="player") == sorted(by_calls)
    assert players(sort="nonsense") == players()
    app = seen("standings", **SEASON, sort="-call_rate")
    heads = re.findall(r"<th [^>]*aria-sort='(\w+)'[^>]*>\s*<a[^>]*href='([^']*)'", written_with_links(app))
    assert [(way, parse_qs(urlsplit(unescape(address)).query)["sort"]) for way, address in heads] == [
        ("descending", ["call_rate"])
    ]


@pytest.mark.usefixtures("sample")
def test_a_name_in_a_table_is_a_link_to_its_player_with_what_is_chosen() -> None:
    links = dict(leading(seen("standings", **SEASON)))
    assert links["Furio"] == "/players?league=Circolo%20del%20Gelso&variant=chiamata&player=Furio"
    assert links["units"] == "/standings?league=Circolo%20del%20Gelso&variant=chiamata&sort=-units"


@pytest.mark.usefixtures("sample")
def test_how_sure_adds_errors_intervals_and_possible_places_and_nothing_of_it_stands_there_before() -> None:
    app, sure = seen("standings", **SEASON), seen("standings", **SEASON, sure="1")
    first, surely = rows(app)[0], rows(sure)[0]
    assert (first["per deal"], first["called %"], first["made %"]) == ("+0.28", "21 %", "75 % of 28")
    # 0.18 with every deal for itself, a fifth more with the good and bad evenings of these players
    assert (surely["per deal"], surely["called %"]) == ("+0.28 \N{PLUS-MINUS SIGN}0.22", "21 % (15 to 29)")
    assert "\N{PLUS-MINUS SIGN}" not in written(app)
    assert "Adele leads with +49, 24 ahead of Duilio." in written(app)
    assert "Nobody can be told apart yet: this may be luck." in written(app)


@pytest.mark.usefixtures("table")
def test_a_cell_says_what_it_is_to_who_does_not_see_it() -> None:
    app = look("standings")
    html = written_with_links(app)
    assert html.count("<th scope='col'") == len(rows(app)[0])
    assert re.search(r"<span class='bars' role='img' aria-label='[+\N{MINUS SIGN}]\d", html)


def words(cell: Any, form: str, units: Counting = PLAIN) -> str:
    rate = {"low": 0.454, "high": 0.766}
    return Column("x", "x", form, ends=("low", "high")).written({"x": cell, **rate}, units)


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
    from dashboard.page import tables
    from scorer.stats.describe.columns import Column

    rows = [{"player": "Anna", "units": 150, "rare": 0, "rate": None, "low": None, "high": None},
            {"player": "%{x}", "units": -150, "rare": 0, "rate": 0.5, "low": 0.25, "high": 0.75}]  # fmt: skip
    columns = (Column("player", "player"), Column("units", "{units}", "units"), Column("rare", "rare", hide_empty=True),
               Column("rate", "rate", "rate", ends=("low", "high")))  # fmt: skip
    tables.shown(rows, columns, alt="a table", units=tables.counting("EUR"))
    tables.shown([{"deals": at} for at in range(600)], (Column("deals", "deals", "count"),), alt="a long table")


@pytest.mark.usefixtures("table")
def test_cells_are_in_words_without_what_nobody_has_and_a_long_table_says_where_it_ends() -> None:
    app = AppTest.from_function(page).run()
    assert [one.message for one in app.exception] == []
    assert rows(app) == [  # 150 cents are 1.50; an interval is for who asks how sure it is
        {"player": "Anna", "EUR": "+1.50", "rate": "\N{EN DASH}"},
        {"player": "%{x}", "EUR": "\N{MINUS SIGN}1.50", "rate": "50 %"},
    ]
    assert len(rows(app, 1)) == 500
    assert "The first 500 of 600 rows; for the others choose fewer days, or take the CSV." in written(app)


def test_a_name_with_braces_above_a_column_is_no_template() -> None:
    name = "%{fullData.name} {0}"
    column = Column("seat0", name, "units", name, as_written=True)
    assert (column.head(), column.help()) == (name, name)


def bars_drawn() -> None:
    from dashboard.page import tables
    from scorer.stats.describe.columns import Column

    rows: list[dict[str, object]] = [
        {"bid": "6", "mean": 3.0, "low": 1.0, "high": 20.0, "rate": 0.4, "even": 0.5, "off": -14.0},
        {"bid": "5", "mean": -1.0, "low": -2.0, "high": 0.0, "rate": 0.8, "even": 0.5, "off": -7.0},
        {"bid": "4", "mean": None, "low": None, "high": None, "rate": 0.0, "even": 0.5, "off": None},
    ]
    columns = (Column("bid", "bid"), Column("mean", "mean", "mean", bar=True, ends=("low", "high")),
               Column("rate", "rate", "percent", bar=True, mark="even"),
               Column("off", "failed by", "distance", bar=True))  # fmt: skip
    tables.shown(rows, columns, alt="bars")
    tables.shown(rows, columns, alt="how sure", units=tables.counting(sure=True))


@pytest.mark.usefixtures("table")
def test_a_bar_goes_from_0_to_its_figure_on_the_scale_of_its_column() -> None:
    app = AppTest.from_function(bars_drawn).run()
    assert [one.message for one in app.exception] == []
    plain, sure = written_with_links(app).split("</table>")[:2]
    assert bars_of(plain) == [
        [("i", "25.0", "75.0")],  # from -1 to 3: 0 lies at a quarter
        [("i", "0.0", "50.0"), ("b", "62.5", "")],  # from 0 to 80 %: 40 % are half of it, the mark is at 50 %
        [("i", "0.0", "100.0")],  # failed by 14, said without a sign
        [("i", "0.0", "25.0")],
        [("i", "0.0", "100.0"), ("b", "62.5", "")],
        [("i", "0.0", "50.0")],
        [("i", "0.0", "0.0"), ("b", "62.5", "")],  # and no bar where there is no mean
    ]
    assert [bar for bar in bars_of(sure) if bar[-1][0] == "s"] == [
        [("i", "25.0", "37.5"), ("s", "37.5", "237.5")],  # to 6, twice the largest: 20 is out of sight
        [("i", "12.5", "12.5"), ("s", "0.0", "25.0")],
    ]
    assert [row["mean"] for row in rows(app)] == ["+3.00", "\N{MINUS SIGN}1.00", "\N{EN DASH}"]  # no more is read out
    assert plain.count("aria-hidden='true'") == 7


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    ("page", "address", "columns"),  # a page and how many of its columns have bars
    [("bids", {"show": "called", "sure": "1"}, 4), ("players", {}, 1)],
)
def test_a_bar_is_as_long_as_the_figure_in_its_cell_says(page: str, address: dict[str, str], columns: int) -> None:
    hold_bars(seen(page, **SEASON, **address), columns)
