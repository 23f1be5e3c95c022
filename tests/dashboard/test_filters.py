"""What a page is of lives in its address: a link shows the same page, a widget writes into it, nonsense is said."""

from collections.abc import Callable
from datetime import date

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.address import filters
from scorer.frames import Selection
from tests.looking import APP, notices

Ok = Callable[..., str]
Open = Callable[..., AppTest]
EVERYTHING = {"league": "all", "variant": "all"}


@pytest.fixture
def league(table: None, ok: Ok) -> None:
    """Friday under chiamata in main with one deal, and a Saturday under brisk in Lega with two."""
    ok("league add Lega")
    ok("start Saturday --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-21 --variant brisk --league Lega")
    ok("deal bruno 2 carla 70 --match Saturday")
    ok("deal bruno 2 carla 70 --match Saturday")


def script() -> None:
    import streamlit as st

    from dashboard.address import filters
    from scorer.text.numbers import ORDERS

    st.session_state["chosen"] = filters.subject("standings", "measure", "player")
    st.session_state["order"], st.session_state["fewest"] = filters.one_of("order", ORDERS), filters.fewest(0)
    st.session_state["player"] = filters.player("player", ["Anna", "Èlena"], "everybody")


@pytest.fixture
def page(league: None) -> Open:
    """The filters alone, with what the address says."""

    def opened(**address: str) -> AppTest:
        app = AppTest.from_function(script, default_timeout=60)
        app.query_params.update(address)
        app.run()
        assert [one.message for one in app.exception] == []
        return app

    return opened


def test_a_page_is_of_the_busiest_league_and_variant_at_first(page: Open) -> None:
    app = page()
    assert app.session_state["chosen"].selection == Selection(
        "Lega", variant="brisk"
    )  # of its one variant there is no choice
    assert "filter league" in [one.key for one in app.selectbox]
    assert "filter variant" not in [one.key for one in app.selectbox]
    assert app.session_state["chosen"].choice.measure == "units"
    assert (app.session_state["order"], app.session_state["fewest"], app.query_params) == ("units", 0, {})


def test_the_address_says_what_is_chosen_in_any_case_of_letters(page: Open) -> None:
    address = {"league": "lega", "variant": "BRISK", "from": "2026-11-01", "to": "2026-11-30", "player": "elena"}
    assert page(**EVERYTHING).session_state["chosen"].selection == Selection()
    app = page(**address, measure="base", order="per-deal", min_deals="3")
    chosen = app.session_state["chosen"]
    assert chosen.selection == Selection("Lega", date(2026, 11, 1), date(2026, 11, 30), "brisk")
    assert chosen.choice.measure == "base"
    assert [app.session_state[name] for name in ("order", "fewest", "player")] == ["per-deal", 3, "Èlena"]
    assert not notices(app)


def test_a_widget_writes_into_the_address_and_what_it_shows_at_first_leaves_it(page: Open) -> None:
    app = page(**EVERYTHING)
    app.selectbox(key="filter variant").select("chiamata").run()
    app.selectbox(key="filter measure").select("plain").run()
    app.number_input(key="filter min_deals").set_value(7).run()
    app.date_input(key="filter from").set_value(date(2026, 11, 20)).run()
    wanted = {"league": "all", "variant": "chiamata", "measure": "plain", "min_deals": "7", "from": "2026-11-20"}
    assert app.query_params == wanted
    assert app.session_state["chosen"].selection == Selection(first=date(2026, 11, 20), variant="chiamata")
    app.selectbox(key="filter measure").select("units").run()
    app.selectbox(key="filter league").select("Lega").run()  # whose variants are others
    assert app.query_params == {"min_deals": "7", "from": "2026-11-20"}


@pytest.mark.parametrize(("key", "nonsense", "told"), [
    ("league", "Nowhere", "No league 'Nowhere'; showing Lega."),
    ("variant", "**brisk**", "No variant '**brisk**'; showing Brisk."),
    ("from", "yesterday", "No first day 'yesterday'; showing every day."),
    ("to", "0001-01-01", "No last day '0001-01-01'; showing every day."),
    ("measure", "gold", "No measure 'gold'; showing units."),
    ("order", "-1", "No order '-1'; showing units."),
    ("min_deals", "-1", "No minimum of deals '-1'; showing 0."),
    pytest.param("min_deals", "9" * 5000, f"No minimum of deals '{'9' * 39}…'; showing 0.", id="very-many"),
    ("min_deals", "1.5", "No minimum of deals '1.5'; showing 0."),
    ("min_deals", "\u0663", "No minimum of deals '\u0663'; showing 0."),
    ("player", "Zoe", "No player 'Zoe'; showing everybody."),
])  # fmt: skip
def test_nonsense_is_said_and_left_out(key: str, nonsense: str, told: str, page: Open) -> None:
    app = page(**{"league": "all", key: nonsense})
    assert notices(app) == [told]
    wanted = Selection("Lega" if key == "league" else "", variant="brisk")
    assert app.session_state["chosen"].selection == wanted


def test_a_league_and_a_variant_are_found_by_their_beginning_and_never_guessed(page: Open, ok: Ok) -> None:
    ok("league rename Lega 'Coppa del Lago'")
    assert page(league="coppa", variant="bri").session_state["chosen"].selection == Selection(
        "Coppa del Lago", variant="brisk"
    )
    ok("league rename main Lagosta")
    app = page(league="lago")
    assert notices(app) == ["'lago' could be Coppa del Lago or Lagosta; showing Coppa del Lago."]


def test_days_that_leave_nothing_between_them_are_said(page: Open) -> None:
    app = page(**{"from": "2026-11-30", "to": "2026-11-01"})
    assert notices(app) == ["The first day is after the last: no day lies between them."]


def test_words_of_another_page_leave_the_address(page: Open) -> None:
    assert page(match="7", league="main").query_params == {"league": "main"}


def test_a_league_may_be_called_all(page: Open, ok: Ok) -> None:
    ok("league rename Lega all")
    assert page(league="all").session_state["chosen"].selection == Selection("all", variant="brisk")
    assert page(league="*").session_state["chosen"].selection == Selection(variant="brisk")


def test_yes_and_no_in_the_address_have_several_words() -> None:
    words = {"true": True, "1": True, "Yes": True, "0": False, "off": False, "maybe": None}
    assert {word: filters.yes_or_no(word) for word in words} == words


@pytest.mark.usefixtures("league")
def test_what_is_chosen_comes_along_from_page_to_page() -> None:
    app = AppTest.from_file(APP, default_timeout=60).run()
    app.switch_page("views/standings.py").run()
    app.selectbox(key="filter league").select("main").run()
    app.switch_page("views/matches.py").run()
    assert app.query_params == {"league": "main"}
    app.selectbox(key="filter league").select("Lega").run()
    app.switch_page("views/standings.py").run()
    assert app.selectbox(key="filter league").value == "Lega"


@pytest.mark.usefixtures("league")
def test_a_match_is_named_by_its_id_and_an_unknown_one_is_said() -> None:
    for asked, shown, told in (
        ("1", "1", []),
        ("7", "2", ["No match '7'; showing Saturday, 2026-11-21."]),
        ("x", "2", ["No match 'x'; showing Saturday, 2026-11-21."]),
    ):
        app = AppTest.from_file(APP, default_timeout=60)
        app.query_params["match"] = asked
        app.run()
        assert app.segmented_control(key="filter match").value == shown
        assert notices(app) == told
