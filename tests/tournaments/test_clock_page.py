"""The countdown on the wall: what stands in the page, and what its script makes of it without a network."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from playwright.sync_api import Page

from scorer.scorebook import Book
from scorer.tournaments.keeping import Clock, Tournament
from scorer.tournaments.paper.seating_and_clock import clock_page
from tests.paper_pages import read
from tests.tournaments.printing import drawn, names, opened

NINE = datetime(2026, 11, 20, 21, 0, 0, tzinfo=UTC)
ROME = {"timezone_id": "Europe/Rome"}  # an hour ahead of UTC in November


@pytest.fixture
def evening(book: Book) -> Tournament:
    """A first round of sixty minutes, drawn and not started."""
    return drawn(book, opened(book, "scighera", names(10)))


def started(tournament: Tournament, at: datetime = NINE) -> str:
    """The page of the round, its clock started then."""
    return clock_page(replace(tournament, clocks={1: Clock(at, 60)}), tournament.last_round)


def after(minutes: float) -> Any:
    """What the screen shows so many minutes after nine."""

    def look(page: Page) -> tuple[str, str, str]:
        page.clock.pause_at(NINE + timedelta(minutes=minutes))
        page.clock.run_for(1000)
        return page.inner_text("#left"), page.inner_text("#until"), page.get_attribute("body", "class") or ""

    return look


def test_the_page_says_the_round_the_stage_and_what_the_bell_means(evening: Tournament) -> None:
    page = read(started(evening))
    assert (page.texts("h1"), page.texts("p.below")) == (["Round 1"], ["Qualification"])
    assert page.texts("p.bell") == ["At the bell: finish the deal in hand, then stop"]


def test_the_end_stands_in_the_page_as_a_moment_of_its_own(evening: Tournament) -> None:
    at_home = NINE.astimezone(timezone(timedelta(hours=1)))
    for begun in (NINE, at_home):
        (clock,) = read(started(evening, begun)).all("div.clock")
        assert clock.attributes["data-ends"] == "2026-11-20T22:00:00Z"
        assert clock.texts("p") == ["22:00", "60 minutes, until 22:00 UTC"]


def test_a_clock_that_has_not_started_says_so_and_offers_one_for_this_screen(evening: Tournament) -> None:
    page = read(clock_page(evening, evening.last_round))
    (clock,) = page.all("div.clock")
    assert "data-ends" not in clock.attributes
    assert "The clock of round 1 has not started" in clock.texts("p")
    assert page.texts("button") == ["Start here"]
    assert page.all("input")[0].attributes["value"] == "60"


def test_a_round_by_deals_has_no_clock_and_no_bell(book: Book) -> None:
    tournament = drawn(book, opened(book, "ten-deals", names(10)))
    page = read(clock_page(tournament, tournament.last_round))
    assert "Round 1 is played by deals, not by the clock" in page.texts("p")
    assert page.all("p.bell") == []


def test_before_the_first_draw_the_page_is_a_clock_for_anything(book: Book) -> None:
    page = read(clock_page(opened(book, "scighera", names(10)), None))
    assert page.texts("h1") == ["No round is drawn yet"]
    assert page.texts("button") == ["Start here"]


def test_the_screen_counts_down_and_says_when_the_bell_rings_here(evening: Tournament, press: Any) -> None:
    page = started(evening)
    assert press.at(page, NINE, after(18.5), **ROME)[:2] == ("41:29", "The bell rings at 23:00")
    assert press.at(page, NINE, after(59), **ROME)[0] == "0:59"


def test_the_last_minutes_are_red_and_the_end_is_all_red(evening: Tournament, press: Any) -> None:
    page = started(evening)
    assert press.at(page, NINE, after(54), **ROME)[2] == "clock"
    assert press.at(page, NINE, after(56), **ROME)[2] == "clock soon"
    assert press.at(page, NINE, after(61), **ROME) == ("0:00", "The bell rang at 23:00", "clock over")


def test_the_start_button_starts_a_clock_that_outlives_a_reload(evening: Tournament, press: Any) -> None:
    def look(page: Page) -> list[str]:
        page.clock.pause_at(NINE + timedelta(seconds=30))
        page.reload()  # so that it ticks with whole seconds, however long it took to open
        page.fill("#minutes", "45")
        page.click("#start")
        page.clock.run_for(1000)
        shown = [page.inner_text("#left")]
        assert not page.is_visible("#form")
        address = page.url
        page.reload()
        page.clock.run_for(60_000)
        return [*shown, page.inner_text("#left"), re.sub(r"\d+", "N", address.partition("#")[2])]

    assert press.at(clock_page(evening, evening.last_round), NINE, look, reloads=2) == ["44:59", "43:59", "until=N"]


@pytest.mark.parametrize("said", ["", "0", "-5", "1441"])
def test_minutes_that_are_none_start_nothing(evening: Tournament, press: Any, said: str) -> None:
    def look(page: Page) -> bool:
        page.fill("#minutes", said)
        page.click("#start")
        return page.is_visible("#form")

    assert press.look(clock_page(evening, evening.last_round), look)


def test_a_whole_day_fits_the_screen(evening: Tournament, press: Any) -> None:
    page = clock_page(replace(evening, clocks={1: Clock(NINE, 24 * 60)}), evening.last_round)

    def look(opened: Page) -> tuple[str, bool]:
        opened.clock.pause_at(NINE + timedelta(seconds=1))
        opened.clock.run_for(1000)
        fits = (
            "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
        )
        return opened.inner_text("#left"), opened.evaluate(fits)

    wall = {"width": 1920, "height": 1080}
    assert press.at(page, NINE, look, viewport=wall) == ("23:59:58", True)
