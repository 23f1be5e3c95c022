"""Tonight on a screen while somebody records elsewhere: it follows by itself, and leaves the reader where they are."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize

from db.schema import REVISIONS
from tests.browser.conftest import Desk, Show
from tests.browsing import VIEWS, WIDE, Window

SECONDS = 5  # within which it follows
BUSY = 2  # more, for a machine that runs other things meanwhile
# In every frame: is everything there that was there, as large as it was and not dimmed, and where is the reader?
WATCH = """() => {
  const main = document.querySelector('[data-testid=stMain]'), high = main.scrollHeight;
  const all = what => [...document.querySelectorAll(what)].filter(one => one.checkVisibility());
  const kinds = {
    chart: () => all('.js-plotly-plot').filter(
      one => one.querySelector('.main-svg .js-line, .main-svg .point, .main-svg .hm')),
    table: () => all('.rows').filter(one => one.querySelector('td')),
    tiles: () => all('.tiles .figure'),
  };
  const size = one => one.getBoundingClientRect().height;
  const seen = one => { let clear = 1; for (; one; one = one.parentElement) clear *= getComputedStyle(one).opacity;
    return clear; };
  const before = Object.entries(kinds).map(([kind, find]) => [kind, find, find().length, find().map(size)]);
  const mine = window.seen = {frames: 0, gone: [], dim: [], shrunk: 0, places: [],
    had: Object.fromEntries(before.map(it => [it[0], it[2]]))};
  const look = () => {
    if (window.seen !== mine) return;  // somebody else looks now
    mine.frames += 1;
    for (const [kind, find, count, sizes] of before) {
      const now = find();
      if (now.length < count || now.some((one, at) => size(one) < 0.9 * (sizes[at] ?? 0))) mine.gone.push(kind);
      if (now.some(one => seen(one) < 0.95)) mine.dim.push(kind);
    }
    mine.shrunk += main.scrollHeight < high;
    if (mine.places.at(-1) !== main.scrollTop) mine.places.push(main.scrollTop);
    requestAnimationFrame(look);
  };
  look();
}"""
PAGES: dict[str, dict[str, object]] = {
    "standings": {}, "bids": {"show": "called"}, "players": {"player": "Anna"},
    "pairs": {"min_deals": 1, "show": "rates"},
}  # fmt: skip
UNREADABLE = "The scorebook cannot be read now"
Record = Callable[[str], float]


@pytest.fixture
def record(desk: Desk) -> Record:
    """Run a command line; gives when it was done."""

    def call(words: str) -> float:
        desk.record(words)
        return time.monotonic()

    return call


@pytest.fixture
def evening(fridays: dict[str, bytes], tmp_path: Path, show: Show) -> Window:
    """Tonight with an open match, Friday, of which nothing is recorded yet."""
    book = tmp_path / "friday.db"
    book.write_bytes(fridays["new"])
    window = show(book)
    assert "Anna deals" in window.text()
    return window


def waited(window: Window, words: str, since: float, *, state: str = "visible") -> float:
    """How long it took until the last deal was told so, or was not any longer; the page is drawn by then."""
    window.page.locator(".story", has_text=words).wait_for(state="visible" if state == "visible" else "detached")
    passed = time.monotonic() - since
    window.drawn()
    return passed


def shown(window: Window) -> dict[str, tuple[float | None, float]]:
    """What the sheet and the chart say that Anna and Elena have."""
    (sheet,), (chart, *_) = window.tables(), window.charts()
    return {name: (sheet.numbers(name)[0], chart.of(name)["y"][-1]) for name in ("Anna", "Elena")}


def test_a_deal_recorded_edited_and_voided_elsewhere_comes_changes_and_goes(evening: Window, record: Record) -> None:
    evening.page.evaluate("() => { window.loaded = 'once'; }")
    asked = evening.asked
    took = [waited(evening, "Anna called the king with Elena and made 61", record("deal anna K elena 61"))]
    evening.becomes(lambda: shown(evening), {"Anna": (2, 2), "Elena": (1, 1)})
    took += [waited(evening, "failed with 60", record("edit 1 --result 60 --reason miscounted"))]
    evening.becomes(lambda: shown(evening), {"Anna": (-2, -2), "Elena": (-1, -1)})
    clicked = "() => document.querySelector('.js-plotly-plot')._fullLayout.clickmode"
    assert evening.page.evaluate(clicked) == "event+select"  # a mark still leads to its record
    took += [waited(evening, "Anna called the king", record("void 1 --reason wrong"), state="gone")]
    evening.becomes(lambda: (evening.charts()[0].traces, "Anna" in evening.tables()[0].column("caller")), ([], False))
    assert max(took) < SECONDS + BUSY, took
    assert evening.page.evaluate("window.loaded") == "once"  # nothing was loaded again
    assert evening.asked - asked < 10


def test_the_reader_stays_where_they_are_and_nothing_flickers(evening: Window, record: Record) -> None:
    waited(evening, "made 61", record("deal anna K elena 61"))
    page = evening.page
    page.set_viewport_size(ViewportSize(width=1440, height=500))
    page.get_by_text("Each deal explained").click()
    page.locator(".lines-of-words.columns").wait_for()
    page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollTo(0, 320)")
    page.evaluate(WATCH)
    waited(evening, "made 90", record("deal bruno 2 carla 90"))
    page.locator(".lines-of-words.columns").filter(has_text="2: Bruno called").wait_for()  # it is still open
    seen = page.evaluate("window.seen")
    assert seen["frames"] > 10
    assert all(seen["had"][kind] for kind in ("chart", "table")), seen["had"]
    assert (seen["gone"], seen["dim"], seen["shrunk"], seen["places"]) == ([], [], 0, [320])


HAS_FOCUS = """() => { const one = document.activeElement;
  return [one.href ?? one.ariaLabel ?? '', one.textContent.trim().slice(0, 20), one.matches(':focus-visible')]; }"""


def test_the_focus_of_the_keyboard_fell_to_the_beginning_of_the_page_when_a_deal_came(
    evening: Window, record: Record
) -> None:
    """On a tile, in the sentence of the answer, on the deal that stood at the top of the sheet, and in a later row."""
    for deal in ("deal anna K elena 61", "deal bruno 2 carla 90"):
        waited(evening, deal[-2:], record(deal))
    page, links = evening.page, (".tiles a", ".answer a", "td:first-child a", "tr:nth-child(2) td.words a")
    for made, link in enumerate(links, 70):
        page.locator(f"{link}.leads").first.focus()
        page.keyboard.press("Shift+Tab")  # from here on it is the keyboard's
        page.keyboard.press("Tab")
        before = page.evaluate(HAS_FOCUS)
        assert before[0].startswith(evening.address), link
        assert before[2]
        waited(evening, f"made {made}", record(f"deal anna K elena {made}"))
        assert page.evaluate(HAS_FOCUS) == before, link
    page.keyboard.press("Tab")
    assert page.evaluate(HAS_FOCUS)[0] != before[0]  # and goes on from there


@pytest.mark.parametrize("name", sorted(set(PAGES) & set(VIEWS)))
def test_no_chart_and_no_table_is_ever_gone_or_dim_when_a_deal_comes(
    name: str, evening: Window, record: Record
) -> None:
    """In any frame, on pages other than Tonight."""
    for deal in ("deal anna K elena 61", "deal bruno 2 carla 90", "deal anna 3 bruno 50"):
        record(deal)
    evening.go(name, **PAGES[name])
    evening.becomes(lambda: "3 deals" in evening.text(), wanted=True)
    evening.page.evaluate(WATCH)
    record("deal anna K elena 70")
    evening.becomes(lambda: "4 deals" in evening.text(), wanted=True)
    evening.page.wait_for_timeout(200)
    seen = evening.page.evaluate("window.seen")
    assert seen["frames"] > 10
    assert all(seen["had"][kind] for kind in ("chart", "table")), seen["had"]
    assert (seen["gone"], seen["dim"]) == ([], [])


def test_a_chart_that_fills_the_screen_and_one_in_which_something_is_hidden_stay_so_when_a_deal_comes(
    evening: Window, record: Record
) -> None:
    """No chart can be zoomed: its axes are fixed, and show all. What is clicked on in a legend is hidden."""
    for deal in ("deal anna K elena 61", "deal bruno 2 carla 50"):
        record(deal)
    page = evening.go("bids", show="called").page
    stacked = "() => document.querySelectorAll('.js-plotly-plot')[1]._fullData.map(it => [it.name, it.visible])"
    axes = "() => [...document.querySelectorAll('.js-plotly-plot')].every(it => it._fullLayout.xaxis.fixedrange)"
    made = "() => document.querySelectorAll('.js-plotly-plot')[1]._fullData[1].y.reduce((one, other) => one + other)"
    assert page.evaluate(stacked) == [["failed", True], ["made", True]]
    assert page.evaluate(axes)
    assert page.evaluate(made) == 1
    page.locator(".js-plotly-plot").nth(1).locator(".legendtoggle").nth(0).click()
    evening.becomes(lambda: page.evaluate(stacked), [["failed", "legendonly"], ["made", True]])
    page.locator(".js-plotly-plot").first.hover()
    page.locator(".js-plotly-plot").first.locator("[data-title=Fullscreen]").click()
    evening.becomes(partial(fills_the_screen, evening), wanted=True)
    page.evaluate(WATCH)
    record("deal anna K elena 70")
    evening.becomes(lambda: page.evaluate(made), 2)
    page.wait_for_timeout(200)
    seen = page.evaluate("window.seen")
    assert (seen["gone"], seen["dim"]) == ([], [])
    assert fills_the_screen(evening)
    assert page.evaluate(stacked) == [["failed", "legendonly"], ["made", True]]
    page.keyboard.press("Escape")
    evening.becomes(partial(fills_the_screen, evening), wanted=False)


def fills_the_screen(window: Window) -> bool:
    """Whether the first chart is as wide as the window."""
    box = window.page.locator(".js-plotly-plot").first.bounding_box()
    return bool(box and box["width"] > 0.9 * WIDE["width"])


@contextmanager
def moved_away(path: Path) -> Iterator[str]:
    aside = path.rename(path.with_suffix(".aside"))
    yield f"no scorebook at {path}"
    aside.rename(path)


@contextmanager
def damaged(path: Path) -> Iterator[str]:
    good = path.read_bytes()
    path.write_bytes(b"?" * 4096 + good[4096:])
    yield f"{path} is not a scorebook, or is damaged"
    path.write_bytes(good)


@contextmanager
def replaced_by_a_newer_one(path: Path) -> Iterator[str]:
    newer, good = path.with_suffix(".newer"), path.read_bytes()
    newer.write_bytes(good)
    with closing(sqlite3.connect(newer)) as book, book:
        book.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.replace(path)
    yield f"{path} has schema 9999, newer than this program's {REVISIONS[-1]}; install the newer program"
    newer.write_bytes(good)
    newer.replace(path)


@contextmanager
def locked(path: Path) -> Iterator[str]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield f"{path} is busy: another program has been writing to it for some seconds; try again"


HAPPENS: list[Callable[[Path], AbstractContextManager[str]]] = [moved_away, damaged, replaced_by_a_newer_one, locked]


def test_a_scorebook_that_cannot_be_read_is_said_above_the_page_and_comes_back_by_itself(
    evening: Window, desk: Desk
) -> None:
    page, words = evening.page, evening.text()
    for happens in HAPPENS:
        with happens(desk.path) as complaint:
            sentence = page.get_by_text(complaint)
            sentence.wait_for()
            evening.becomes(lambda: evening.text().split("\n")[0], UNREADABLE)
            evening.becomes(lambda: evening.text().endswith(words), wanted=True)
        sentence.wait_for(state="detached")
        evening.becomes(evening.text, words)


def test_opened_while_the_scorebook_is_locked_it_says_what_it_waits_for_and_then_that_it_is_busy(
    evening: Window, desk: Desk
) -> None:
    words = evening.text()
    with locked(desk.path) as complaint:
        evening.page.reload()
        evening.page.get_by_text("Reading the scorebook").wait_for(timeout=1000 * SECONDS)
        evening.page.get_by_text(complaint).wait_for()
        evening.becomes(lambda: [line for line in evening.text().split("\n") if line], [UNREADABLE, complaint])
    evening.page.get_by_text(complaint).wait_for(state="detached")
    evening.becomes(evening.text, words)
