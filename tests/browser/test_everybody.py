"""For everybody: axe finds nothing serious on any page, by day and by night, on a wide screen and on a phone; what has
the focus is seen, a finger hits what it means, and paper has what is read and nothing that is pressed.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, ViewportSize

from tests import browsing
from tests.browsing import PHONE, VIEWS, WIDE, Serving, Window

pytestmark = pytest.mark.xdist_group("browser 2")

ASKED: dict[str, dict[str, object]] = {
    "players": {"player": "Adele", "other": "Furio"}, "pairs": {"player": "Furio"},
    "standings": {"show": "Furio,Berto"},
}  # fmt: skip
GROUPED = "st.navigation puts a div around the pages of a group, within its list"
# What axe finds in Streamlit's own markup, by its rule and a part of the element, and why it stands.
STREAMLITS = {
    ("scrollable-region-focusable", '<pre class="st-emotion'): "st.code takes no tab index, and browsers lead the "
    "keyboard into such a region by themselves where nothing in it can have the focus",
    ("list", 'data-testid="stSidebarNavItems"'): GROUPED,
    ("listitem", '<li class="st-emotion'): GROUPED,
}  # fmt: skip
AXE = """() => axe.run({resultTypes: ['violations']}).then(found => found.violations
  .filter(rule => ['serious', 'critical'].includes(rule.impact))
  .flatMap(rule => rule.nodes.map(node => [rule.id, node.html, node.failureSummary])))"""
LOOKS: Final[tuple[tuple[Literal["light", "dark"], ViewportSize], ...]] = (("light", WIDE), ("dark", PHONE))
STILL = "() => !document.getAnimations().some(one => one instanceof CSSTransition)"
IN_THEME = "scheme => getComputedStyle(document.querySelector('.stApp')).colorScheme === scheme"
# What a finger meets: of a choice, a tile and a cell the whole. A link within a sentence is as high as its line.
SMALL = """() => [...document.querySelectorAll('a, button, summary, input')]
  .filter(one => !one.closest(':is(.title-of-page, .answer, .caveat, .story, .lines-of-words, .small, .named)'))
  .map(one => one.closest('label, .tiles > div, .places td.who, .rows :is(th, td)')
    ?? one.closest(':is([data-testid=stNumberInput], [data-testid=stSelectbox]) [role=group]') ?? one)
  .filter(one => one.checkVisibility({opacityProperty: true, visibilityProperty: true}))
  .map(one => [one.ariaLabel || one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.right > 0 && box.width > 1 && Math.min(box.width, box.height) < 43.5)
  .map(([name, box]) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""
# What has the focus: its kind, its name where no ring of two pixels and more shows it, and whether one does.
FOCUS = """() => {
  const has = document.activeElement, ring = one => !!one && getComputedStyle(one).outlineStyle !== 'none' &&
    parseFloat(getComputedStyle(one).outlineWidth) >= 2 && one.checkVisibility({opacityProperty: true});
  const seen = ring(has) || ring(has.closest('label'));
  return [has.tagName, seen ? '' : has.ariaLabel || has.textContent.trim().slice(0, 40), seen];
}"""
MOVING = """() => [...document.querySelectorAll('*')].filter(one => {
  const look = getComputedStyle(one);
  return parseFloat(look.animationDuration) > 0.01 || parseFloat(look.transitionDuration) > 0.01;
}).map(one => one.tagName)"""
ON_PAPER = """() => ({
  pressed: [...document.querySelectorAll('a:not(.leads), button, input, canvas')]
    .filter(one => one.checkVisibility()).length,
  tables: [...document.querySelectorAll('.rows table')].map(one => [one.caption.textContent,
    [...one.querySelectorAll('th')].map(it => it.textContent.trim()), one.rows.length,
    one.getBoundingClientRect().width]),
  charts: [...document.querySelectorAll('[data-testid=stPlotlyChart]')].map(one => getComputedStyle(one).breakInside),
  words: [...new Set([...document.querySelectorAll('.js-plotly-plot text, .small, h1, .rows td')]
    .map(one => getComputedStyle(one)).map(it => it.fill === 'rgb(0, 0, 0)' ? it.color : it.fill))],
  page: getComputedStyle(document.querySelector('.stApp')).backgroundColor,
})"""


@pytest.fixture(scope="module")
def eyes(browser: Browser, demo: Serving) -> Iterator[Window]:
    """A window with axe in it, which goes from page to page."""
    with browsing.window(browser, demo.address) as window:
        window.open("tonight").page.evaluate(AXE_SCRIPT)
        yield window


def serious(window: Window) -> list[Any]:
    """What axe calls serious or critical, but for what is Streamlit's own; of words that are in full colour by now."""
    window.page.wait_for_function(STILL)
    found = window.page.evaluate(AXE)
    return [one for one in found if not any(one[0] == rule and part in one[1] for rule, part in STREAMLITS)]


def unanswered(window: Window) -> list[str]:
    """The charts on the page that tell who does not see them nothing but a question."""
    return [question for question in window.questions() if question.rstrip().endswith("?")]


@pytest.mark.parametrize("page", VIEWS)
def test_axe_finds_nothing_serious(page: str, eyes: Window) -> None:
    eyes.go(page, **ASKED.get(page, {}))
    for scheme, size in LOOKS:
        eyes.page.emulate_media(color_scheme=scheme)
        eyes.page.set_viewport_size(size)
        eyes.page.wait_for_function(IN_THEME, arg=scheme)
        eyes.drawn().becomes(lambda: serious(eyes), [])  # some parts take the other colours later than the page
    assert eyes.page.evaluate(SMALL) == []
    assert unanswered(eyes) == []
    eyes.fine()


def test_who_uses_the_keyboard_sees_where_they_are(eyes: Window) -> None:
    eyes.page.set_viewport_size(WIDE)
    eyes.page.emulate_media(color_scheme="light")
    eyes.open("bids")
    kinds = set()
    for _ in range(24):
        eyes.page.keyboard.press("Tab")
        eyes.becomes(lambda: eyes.page.evaluate(FOCUS)[1:], ["", True])
        kinds.add(eyes.page.evaluate(FOCUS)[0])
    assert {"A", "MAIN", "BUTTON", "INPUT"} <= kinds


@pytest.mark.parametrize(
    ("page", "table", "figure"), [("standings", "Standings", "units"), ("rating", "Rating", "rating")]
)
def test_paper_has_what_is_read_and_nothing_that_is_pressed(page: str, table: str, figure: str, eyes: Window) -> None:
    """Of a table of ours, and of one of Streamlit's, which it draws on a canvas."""
    eyes.page.set_viewport_size(WIDE)
    eyes.page.emulate_media(color_scheme="dark")
    eyes.open(page, variant="chiamata")
    eyes.page.wait_for_function(IN_THEME, arg="dark")
    eyes.page.emulate_media(media="print", color_scheme="dark")
    paper = eyes.page.evaluate(ON_PAPER)
    assert (paper["pressed"], paper["page"]) == (0, "rgb(255, 255, 255)")
    ((caption, heads, rows, width),) = paper["tables"]
    assert (caption, heads[:3], rows) == (table, ["place", "player", figure], 1 + 8)
    assert 0 < width <= WIDE["width"]
    assert paper["charts"] == ["avoid"] * (page == "standings")
    assert paper["words"] == ["rgb(22, 20, 18)"]  # the darkest: no white letter on white paper
    said = eyes.page.get_by_test_id("stMain").inner_text()
    assert said.startswith(f"{table}, Circolo del Gelso\n")
    assert "177 deals, 2026-01-16 to 2026-06-19" in said
    eyes.page.emulate_media(media="screen", color_scheme="light")


def test_on_paper_what_is_folded_away_says_so_in_its_place(eyes: Window) -> None:
    eyes.open("matches", match=2)
    eyes.page.emulate_media(media="print")
    folds = {
        one.inner_text().strip(): (one.is_visible(), one.evaluate("one => getComputedStyle(one, '::after').content"))
        for one in eyes.page.locator("summary").all()
    }
    eyes.page.get_by_text("Every step of the match").evaluate("one => one.closest('details').open = true")
    unfolded = eyes.page.locator("summary", has_text="Every step").evaluate(
        "one => getComputedStyle(one, '::after').content"
    )
    eyes.page.emulate_media(media="screen")
    note = (True, '": folded away and not printed; unfold it first"')
    assert [folds[words] for words in ("Each deal explained", "Every step of the match")] == [note, note]
    hidden = [words for words, (seen, _) in folds.items() if not seen]
    assert [words[:10] for words in hidden] == ["as a table"]  # of the chart, which is there
    assert unfolded == "none"


def test_nothing_fades_while_a_page_is_made_again(eyes: Window) -> None:
    eyes.open("standings")
    first = eyes.page.get_by_test_id("stElementContainer").filter(has=eyes.page.locator(".small")).first
    first.evaluate("one => { one.dataset.stale = 'true'; one.style.opacity = 0.33; }")
    assert first.evaluate("one => getComputedStyle(one).opacity") == "1"


def test_who_does_not_want_motion_gets_none_but_the_clock(eyes: Window) -> None:
    eyes.page.emulate_media(reduced_motion="reduce")
    clock = "<p class=clock><b style='animation: x 9s'></b></p><p><i style='animation: x 9s'></i></p>"
    eyes.page.evaluate("clock => document.body.insertAdjacentHTML('beforeend', clock)", clock)
    assert eyes.page.evaluate(MOVING) == ["B"]
    eyes.page.emulate_media(reduced_motion="no-preference")
    assert eyes.page.evaluate(MOVING)[-2:] == ["B", "I"]
