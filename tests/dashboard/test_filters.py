"""Filters live in the address: a link shows the same page, a widget writes into it, nonsense is said and left out."""

from collections.abc import Callable
from datetime import date

import pytest
from streamlit.testing.v1 import AppTest

from scorer.frames import Selection
from tests.looking import APP

Ok = Callable[..., str]
Open = Callable[..., AppTest]


@pytest.fixture
def league(table: None, ok: Ok) -> None:
    """Friday under chiamata in main, and a Saturday under brisk in Lega."""
    ok("league add Lega")
    ok("start Saturday --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-21 --variant brisk --league Lega")
    ok("deal bruno 2 carla 70 --match Saturday")


def script() -> None:
    import streamlit as st

    from dashboard import filters

    st.session_state["chosen"] = filters.sidebar("standings", "measure", "order", "min_deals")


@pytest.fixture
def sidebar(league: None) -> Open:
    """The filters alone, with what the address says."""

    def opened(**address: str) -> AppTest:
        app = AppTest.from_function(script, default_timeout=60)
        app.query_params.update(address)
        app.run()
        assert [one.message for one in app.exception] == []
        return app

    return opened


def test_an_empty_address_leaves_nothing_out(sidebar: Open) -> None:
    chosen = sidebar().session_state["chosen"]
    assert chosen.everything
    assert (chosen.choice.measure, chosen.choice.order, chosen.choice.min_deals) == ("units", "units", None)


def test_the_address_says_what_is_chosen(sidebar: Open) -> None:
    said = {"league": "Lega", "variant": "brisk", "from": "2026-11-01", "to": "2026-11-30"}
    app = sidebar(**said, measure="base", order="per-deal", min_deals="3")
    chosen = app.session_state["chosen"]
    assert chosen.selection == Selection("Lega", date(2026, 11, 1), date(2026, 11, 30), "brisk")
    assert (chosen.choice.measure, chosen.choice.order, chosen.choice.min_deals) == ("base", "per-deal", 3)
    assert app.selectbox(key="filter league").value == "Lega"
    assert not app.info


def test_a_widget_writes_into_the_address_and_what_is_usual_leaves_it(sidebar: Open) -> None:
    app = sidebar()
    app.selectbox(key="filter variant").select("brisk").run()
    app.selectbox(key="filter measure").select("plain").run()
    app.number_input(key="filter min_deals").set_value(7).run()
    app.date_input(key="filter from").set_value(date(2026, 11, 20)).run()
    assert app.query_params == {"variant": "brisk", "measure": "plain", "min_deals": "7", "from": "2026-11-20"}
    assert app.session_state["chosen"].selection == Selection(first=date(2026, 11, 20), variant="brisk")
    app.selectbox(key="filter measure").select("units").run()
    app.selectbox(key="filter variant").set_value(None).run()
    assert app.query_params == {"min_deals": "7", "from": "2026-11-20"}


@pytest.mark.parametrize(("key", "nonsense"), [
    ("league", "Nowhere"), ("variant", "**brisk**"), ("from", "yesterday"), ("to", "0001-01-01"), ("measure", "gold"),
    ("order", "-1"), ("min_deals", "-1"), ("min_deals", "9" * 5000), ("min_deals", "1.5"), ("min_deals", "\u0663"),
])  # fmt: skip
def test_nonsense_is_said_and_left_out(key: str, nonsense: str, sidebar: Open) -> None:
    app = sidebar(**{key: nonsense})
    assert [one.value for one in app.info] == [f'What "{key}" in the address asks for is not here: it is left out.']
    assert app.session_state["chosen"].everything
    assert app.session_state["chosen"].choice.min_deals is None


def test_days_that_leave_nothing_between_them_are_said(sidebar: Open) -> None:
    app = sidebar(**{"from": "2026-11-30", "to": "2026-11-01"})
    assert [one.value for one in app.info] == ["The first day is after the last: no day lies between them."]


@pytest.mark.usefixtures("league")
def test_the_filters_come_along_from_page_to_page() -> None:
    app = AppTest.from_file(APP, default_timeout=60).run()
    app.switch_page("views/standings.py").run()
    app.selectbox(key="filter variant").select("brisk").run()
    app.switch_page("views/bids.py").run()
    assert app.selectbox(key="filter variant").value == "brisk"
    app.selectbox(key="filter variant").set_value(None).run()
    app.switch_page("views/standings.py").run()
    assert app.selectbox(key="filter variant").value is None
    assert len(app.dataframe) == 2


@pytest.mark.usefixtures("league")
def test_a_match_is_named_by_its_id_and_an_unknown_one_is_said() -> None:
    for asked, shown, notices in (("1", "1", 0), ("2", "2", 0), ("7", "2", 1), ("x", "2", 1)):
        app = AppTest.from_file(APP, default_timeout=60)
        app.query_params["match"] = asked
        app.run()
        assert app.selectbox(key="filter match").value == shown
        assert len(app.info) == notices
