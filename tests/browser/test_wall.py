"""The wall in a real browser: on every screen all of it is in sight, apart and large; and it turns."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize

from tests import walls
from tests.browser.conftest import Desk, Show
from tests.browsing import PHONE, WIDE, Window

SCREENS = [(1280, 720), (1280, 800), (3840, 2160)]  # least, highest for its width, most
FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")
SEVEN = ("Furio", "Gina", "Hugo", "Ida", "Lea", "Mino", "Nora")
WORDS = (
    ".called", ".about", ".place", ".ends", ".figure", ".news", ".sentences > div", ".ends-of-lines > div", ".up span",
    ".across span", ".notice",
)  # fmt: skip
# Of every slide: words outside of the screen, cut off or on each other, names without their end, lines without room.
# And the least letters of some words, as parts of the height of the screen.
MEASURE = """words => {
  const main = document.querySelector('[data-testid=stMain]'), flaws = [], high = innerHeight;
  if (main.scrollHeight > main.clientHeight) flaws.push('scrolls down');
  if (main.scrollWidth > main.clientWidth) flaws.push('scrolls sideways');
  const toggle = document.querySelector('.st-key-filter-big').getBoundingClientRect();
  const least = {};
  document.querySelectorAll('.slide').forEach((slide, at) => {
    const whole = slide.getBoundingClientRect();
    if (whole.bottom > toggle.top + 1) flaws.push(`${at}: behind the switch`);
    const there = [...slide.querySelectorAll(words.join(','))]
      .filter(one => one.textContent.trim() && one.checkVisibility()).map(one => [one, one.getBoundingClientRect()]);
    for (const [one, box] of there) {
      const said = `${at}: ${one.className} ${one.textContent.slice(0, 40)}`;
      if (box.left < whole.left - 1 || box.right > whole.right + 1 || box.top < whole.top - 1 ||
          box.bottom > whole.bottom + 1 || !box.height || !box.width) flaws.push(`${said} is outside`);
      if (!one.closest('.ends, .title') && !one.querySelector('.ends') && one.scrollWidth > one.clientWidth + 1 &&
          getComputedStyle(one).display !== 'inline') flaws.push(`${said} is cut`);
      const kind = one.className.split(' ')[0] || one.tagName;
      const letters = parseFloat(getComputedStyle(one).fontSize) / high;
      least[kind] = Math.min(least[kind] ?? 1, letters);
    }
    there.forEach(([one, box], place) => there.slice(place + 1).forEach(([other, second]) => {
      if (one.contains(other) || other.contains(one)) return;
      const across = Math.min(box.right, second.right) - Math.max(box.left, second.left);
      const down = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top);
      if (across > 2 && down > 0.3 * Math.min(box.height, second.height))
        flaws.push(`${at}: ${one.textContent.slice(0, 30)} on ${other.textContent.slice(0, 30)}`);
    }));
    for (const end of slide.querySelectorAll('.ends .end')) {
      const box = end.getBoundingClientRect(), name = end.parentElement.getBoundingClientRect();
      if (box.left < name.left - 1 || box.right > name.right + 1) flaws.push(`${at}: ${end.textContent} is cut`);
    }
    for (const card of slide.querySelectorAll('.card, .pane, .panel, .seat'))
      if (card.scrollHeight > card.clientHeight + 0.015 * high)  // more than what a letter has above and below it
        flaws.push(`${at}: ${card.textContent.slice(0, 30)} is too high`);
    for (const lines of slide.querySelectorAll('.lines:not(:empty)'))
      if (lines.getBoundingClientRect().height < 0.13 * high) flaws.push(`${at}: no room for the lines`);
  });
  return {flaws, least};
}"""
# The code for looking on, which stands there beside `scorer serve`, leaves so much room.
BOOKS: dict[str, tuple[dict[str, float], Callable[[Path], object]]] = {
    "five": ({"figure": 0.09, "ends": 0.039}, lambda path: walls.matches(path, [FIVE])),
    "six, hard names": ({"figure": 0.05, "ends": 0.028}, lambda path: walls.matches(path, [walls.LONG[:6]])),
    "two tables": (
        {"figure": 0.035, "ends": 0.0175},
        lambda path: walls.matches(path, [walls.LONG[:7], SEVEN]),
    ),
    "three tables": ({"figure": 0.035}, lambda path: walls.matches(path, [FIVE, walls.LONG[:6], SEVEN])),
    "no deal": ({"figure": 0.09}, lambda path: walls.matches(path, [FIVE], 0)),
}


@pytest.mark.parametrize("name", BOOKS)
def test_on_every_screen_everything_is_in_sight_apart_and_large(name: str, show: Show, tmp_path: Path) -> None:
    letters, make = BOOKS[name]
    make(tmp_path / "wall.db")
    all_in_sight(show(tmp_path / "wall.db", big=1, rotate=600), WORDS, letters)


def all_in_sight(window: Window, words: Sequence[str], letters: Mapping[str, float]) -> None:
    """Assert that all words of these kinds are in sight, apart and large on every screen."""
    window.page.locator(".slide").first.wait_for(state="attached")

    def wrong() -> tuple[list[str], list[str]]:
        measured = window.page.evaluate(MEASURE, list(words))
        return measured["flaws"], [what for what, least in letters.items() if measured["least"][what] < least]

    for width, height in SCREENS:
        window.page.set_viewport_size(ViewportSize(width=width, height=height))
        window.page.wait_for_function(f"() => innerWidth === {width}")
        window.becomes(wrong, ([], []))


SEEN = """() => [...document.querySelectorAll('.slide')].flatMap(
  (one, at) => getComputedStyle(one).opacity === '1' ? [at] : [])"""
ONWARD = """seconds => document.querySelector('.st-key-wall').getAnimations().forEach(
  one => { one.currentTime = Number(one.currentTime) + 1000 * seconds; })"""


def slides_seen(window: Window) -> list[int]:
    """Which slides are in front."""
    seen: list[int] = window.page.evaluate(SEEN)
    return seen


def test_a_wall_shows_one_slide_after_the_other_and_a_deal_changes_it_in_its_place(
    show: Show, desk: Desk, tmp_path: Path
) -> None:
    # three matches are two slides, the standings of the busier variant the third
    book = walls.matches(tmp_path / "wall.db", [FIVE, SEVEN, walls.LONG[:5]], deals=2)
    table = show(book, big=1, rotate=20, chances=0)
    table.becomes(lambda: slides_seen(table), [0])
    table.page.evaluate("document.querySelector('.slide').dataset.loaded = 'once'")
    for at in (1, 2, 0, 1):
        table.page.evaluate(ONWARD, 20)
        table.becomes(lambda: slides_seen(table), [at])
    table.page.evaluate(
        """() => { window.gone = 0; const look = () => {
          window.gone += [...document.querySelectorAll('.slide .figure')].filter(one => one.textContent).length < 15;
          requestAnimationFrame(look); }; look(); }"""
    )
    desk.record("deal anna K elena 61 --match 1")
    news = table.page.locator(".sentences", has_text="Anna called the king with Elena and made 61")
    news.first.wait_for(state="attached")
    assert slides_seen(table) == [1]  # it stayed where it was in its turn
    assert table.page.evaluate("document.querySelector('.slide').dataset.loaded") == "once"
    assert table.page.evaluate("window.gone") == 0


def test_on_a_phone_the_tv_is_not_offered_and_its_address_clips_nothing(
    table: Window, show: Show, tmp_path: Path
) -> None:
    book = walls.matches(tmp_path / "wall.db", [FIVE, walls.LONG[:7]], deals=3)
    table.page.set_viewport_size(PHONE)
    window = show(book)
    assert not window.page.get_by_text("on the TV").is_visible()
    window.go("variants")
    window.go("tonight", big=1)
    wide = window.page.evaluate(
        """words => [...document.querySelectorAll(words.join(','))].filter(one => one.checkVisibility())
          .map(one => one.getBoundingClientRect()).filter(one => one.left < 0 || one.right > innerWidth).length""",
        list(WORDS),
    )
    assert wide == 0
    assert slides_seen(window) == [0]
    assert window.page.get_by_text("on the TV").is_visible()  # the way back
    for name in ("Anna", "Maria Antonietta R.", "Ada"):
        assert window.page.locator(".who", has_text=name).first.is_visible()


def test_the_switch_leads_to_the_tv_and_back(league: Window) -> None:
    league.go("variants")
    page = league.go("tonight").page
    page.get_by_text("on the TV").click()
    page.wait_for_url("**big=1")
    page.get_by_test_id("stSidebar").wait_for(state="hidden")
    assert league.drawn().tables() == []
    assert page.locator(".seat .figure").count() == 5
    page.get_by_text("on the TV").click()
    page.wait_for_url(lambda url: "big" not in url)
    page.get_by_role("region", name="Score sheet").wait_for()


CODE = """image => { const box = image.getBoundingClientRect();
  return image.complete && image.naturalWidth > 0 && box.width >= 90 && box.width <= 0.3 * innerWidth
    && box.left >= 0 && box.right <= innerWidth; }"""


def test_tonight_and_the_wall_show_the_code_for_looking_on(
    table: Window, show: Show, fridays: dict[str, bytes], tmp_path: Path
) -> None:
    if not pytest.importorskip("scorer.phones.addresses").addresses():
        pytest.skip("this machine is in no network: no phone could come")
    book = tmp_path / "friday.db"
    book.write_bytes(fridays["begun"])
    for query in ({}, {"big": 1}):
        show(book, **query)
        for size in (WIDE, PHONE):
            table.page.set_viewport_size(size)
            image = table.page.locator(".looking-on img")
            image.wait_for()
            table.becomes(partial(image.evaluate, CODE), wanted=True)
