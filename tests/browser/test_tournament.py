"""A tournament on a screen while the desk works elsewhere: it follows by itself, on a laptop, a phone and the wall."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from scorer.scorebook import tournament as scorers_desk
from tests import browsing
from tests.browsing import PHONE, Serving, Window
from tests.invented import HOSTILE
from tests.tournaments.playing import Day, people

pytestmark = pytest.mark.xdist_group("browser 2")

LONG = "Giovanni Battista Maria Alessandro Primo"
SIDEWAYS = """() => {
  const main = document.querySelector('[data-testid=stMain]');
  return Math.max(main.scrollWidth - main.clientWidth, document.documentElement.scrollWidth - innerWidth);
}"""
HEIGHT = "() => document.querySelector('[data-testid=stMainBlockContainer]').scrollHeight"
LEFT = "() => Number(getComputedStyle(document.querySelector('.clock .left')).getPropertyValue('--left'))"
SECONDS = "() => getComputedStyle(document.querySelector('.clock .left')).getPropertyValue('--seconds')"
Lay = Callable[[Path], None]


@pytest.fixture
def day(tmp_path: Path, lay: Lay) -> Iterator[Day]:
    """A Scighera of 27, one with a long name, in its second round by the clock; laid on the desk."""
    played = Day(str(tmp_path / "day.db"), "scighera", name="Natale")
    played.enter([LONG, *people(26)])
    played.draw()
    played.play(Random(1))
    played.draw()
    played.do(scorers_desk.start_clock)
    played.book.close()
    lay(tmp_path / "day.db")
    yield played
    played.book.close()


def test_what_is_done_at_the_desk_appears_by_itself(
    day: Day, table: Window, desk: tuple[Serving, Path], folder: Path
) -> None:
    def command(*words: str) -> None:
        browsing.command(folder, "--db", str(desk[1]), *words)

    table.open("tournament")
    assert "Qualification: round 2 of 2, 0 of 5 tables over" in table.text()
    seats = day.seats(1)
    units = (9, 4, 0, -4, -9, 0)[: len(seats)]
    command("tournament", "result", "1", ",".join(f"{who}={won}" for who, won in zip(seats, units, strict=True)))
    table.page.get_by_text("1 of 5 tables over").wait_for()
    match = day.now.matches[2, 2]
    caller, partner = day.seats(2)[:2]
    command("deal", caller, "K", partner, "61", "--match", str(match))
    card = table.page.locator(".card").nth(1)
    card.get_by_text("1 deal", exact=True).wait_for()
    card.filter(has_text="+2").wait_for()  # a page is drawn in pieces: the units come after the count
    table.page.get_by_role("radio", name="Standing").click()
    table.page.locator(".places tr.on").nth(4).wait_for()
    assert table.page.url.endswith("show=standing")
    command("call", day.seats(2)[2], "2", "--match", str(match))
    table.page.get_by_role("radio", name="Tables").click()
    card.get_by_text(f"{day.seats(2)[2]} called the two; the result is open").wait_for()
    card.get_by_role("link", name="Table 2").click()
    table.drawn("matches")
    assert "?match=" in table.page.url


def test_the_clock_goes_on_without_the_server(day: Day, table: Window) -> None:
    table.open("tournament")
    before, asked = table.page.evaluate(LEFT), table.asked
    assert 3400 < before <= 3600
    table.page.wait_for_timeout(2_500)
    assert 2 <= before - table.page.evaluate(LEFT) <= 60
    assert 0 <= int(table.page.evaluate(SECONDS)) < 60
    assert table.asked == asked


@pytest.mark.parametrize(("look", "highest"), [("laptop", 3500), ("phone", 9000)])
def test_no_page_of_a_tournament_of_fifty_is_long_or_has_to_be_scrolled_sideways(
    tmp_path: Path, lay: Lay, desk: tuple[Serving, Path], browser: Browser, look: str, highest: int
) -> None:
    played = Day(str(tmp_path / "fifty.db"), "scighera", name="Natale")
    played.enter([*HOSTILE, *people(50 - len(HOSTILE))])
    played.draw()
    played.play(Random(2))
    played.draw()
    played.book.close()
    lay(tmp_path / "fifty.db")
    size = {"laptop": browsing.WIDE, "phone": PHONE}[look]
    with browsing.window(browser, desk[0].address, viewport=size) as window:
        for show in ("tables", "standing", "seats"):
            window.open("tournament", show=show, player=LONG)
            assert window.page.evaluate(HEIGHT) <= highest
            assert window.page.evaluate(SIDEWAYS) <= 0
            links = window.page.get_by_test_id("stMain").locator("a.leads")
            told = {words.strip("\u2068\u2069") for words in links.all_text_contents()}
            assert not set(HOSTILE) - told
            assert links.locator("a, img, svg, em, code, del").count() == 0
        window.fine()
