"""A tournament on a screen while the desk works elsewhere: it follows by itself, on a laptop, a phone and the wall."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from scorer.tournaments import keeping as scorers_desk
from tests.browser.conftest import Desk, Show
from tests.browsing import PHONE, WIDE, Window
from tests.invented import HOSTILE
from tests.tournaments.playing import Day, people

LONG = "Giovanni Battista Maria Alessandro Primo"
SIDEWAYS = """() => {
  const main = document.querySelector('[data-testid=stMain]');
  return Math.max(main.scrollWidth - main.clientWidth, document.documentElement.scrollWidth - innerWidth);
}"""
HEIGHT = "() => document.querySelector('[data-testid=stMainBlockContainer]').scrollHeight"
LEFT = "() => Number(getComputedStyle(document.querySelector('.clock .left')).getPropertyValue('--left'))"
SECONDS = "() => getComputedStyle(document.querySelector('.clock .left')).getPropertyValue('--seconds')"


@pytest.fixture
def day(tmp_path: Path, show: Show) -> Iterator[Day]:
    """A Scighera of 27, one with a long name, in its second round by the clock; its page is shown."""
    played = Day(str(tmp_path / "day.db"), "scighera", name="Natale")
    played.enter([LONG, *people(26)])
    played.draw()
    played.play(Random(1))
    played.draw()
    played.do(scorers_desk.start_clock)
    played.book.close()
    show(tmp_path / "day.db", "tournament")
    yield played
    played.book.close()


def test_what_is_done_at_the_desk_appears_by_itself(day: Day, table: Window, desk: Desk) -> None:
    assert "Qualification: round 2 of 2, 0 of 5 tables over" in table.text()
    seats = day.seats(1)
    units = (9, 4, 0, -4, -9, 0)[: len(seats)]
    result = ",".join(f"{who}={won}" for who, won in zip(seats, units, strict=True))
    desk.record(["tournament", "result", "1", result])
    table.page.get_by_text("1 of 5 tables over").wait_for()
    match = day.now.matches[2, 2]
    caller, partner = day.seats(2)[:2]
    desk.record(["deal", caller, "K", partner, "61", "--match", str(match)])
    card = table.page.locator(".card").nth(1)
    card.get_by_text("1 deal", exact=True).wait_for()
    card.filter(has_text="+2").wait_for()  # a page is drawn in pieces: the units come after the count
    table.page.get_by_role("radio", name="Standing").click()
    table.page.locator(".places tr.on").nth(4).wait_for()
    assert table.page.url.endswith("show=standing")
    desk.record(["call", day.seats(2)[2], "2", "--match", str(match)])
    table.page.get_by_role("radio", name="Tables").click()
    card.get_by_text(f"{day.seats(2)[2]} called the two; the result is open").wait_for()
    card.get_by_role("link", name="Table 2").click()
    table.drawn("matches")
    assert "match=" in table.page.url


@pytest.mark.usefixtures("day")
def test_the_clock_goes_on_without_the_server(table: Window) -> None:
    before, asked = table.page.evaluate(LEFT), table.asked
    assert 3400 < before <= 3600
    table.page.wait_for_timeout(2_500)
    assert 2 <= before - table.page.evaluate(LEFT) <= 60
    assert 0 <= int(table.page.evaluate(SECONDS)) < 60
    assert table.asked == asked


def test_no_page_of_a_tournament_of_fifty_is_long_or_has_to_be_scrolled_sideways(show: Show, tmp_path: Path) -> None:
    played = Day(str(tmp_path / "fifty.db"), "scighera", name="Natale")
    played.enter([*HOSTILE, *people(50 - len(HOSTILE))])
    played.draw()
    played.play(Random(2))
    played.draw()
    played.book.close()
    window = show(tmp_path / "fifty.db")
    for what in ("tables", "standing", "seats"):
        window.go("variants")
        window.go("tournament", show=what, player=LONG)
        for size, highest in ((PHONE, 9000), (WIDE, 3500)):
            window.page.set_viewport_size(size)
            window.becomes(lambda: window.page.evaluate(SIDEWAYS) <= 0, wanted=True)
            assert window.page.evaluate(HEIGHT) <= highest
        links = window.page.get_by_test_id("stMain").locator("a.leads")
        told = {words.strip("\u2068\u2069") for words in links.all_text_contents()}
        assert not set(HOSTILE) - told
        assert links.locator("a, img, svg, em, code, del").count() == 0
