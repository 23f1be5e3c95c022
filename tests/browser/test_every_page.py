"""For everybody: axe finds nothing serious on any page, and nothing overlaps or is cut, by day on a wide screen and by
night on a phone; what has the focus is seen, a finger hits what it means, in a longer language nothing goes sideways.
"""

from itertools import product
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, ViewportSize

from tests import browsing, pseudo
from tests.browsing import PHONE, VIEWS, WIDE, Window
from tests.running import recorded
from tests.servers import free_port

ASKED: dict[str, dict[str, object]] = {
    "players": {"player": "Adele", "other": "Furio"}, "pairs": {"player": "Furio", "min_deals": 5},
    "bids": {"variant": "chiamata", "each": 1}, "standings": {"show": "Furio,Berto"},
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

# Words of one chart that lie on each other, stand outside their chart, or stand twice along one axis.
FLAWS = """() => [...document.querySelectorAll('.js-plotly-plot')].flatMap(chart => {
  const whole = chart.getBoundingClientRect(), flaws = [], question = chart._fullLayout.meta.question;
  const named = '.xtick text, .ytick text, .gtitle, .gtitle-subtitle, .xtitle, .ytitle, .annotation-text, .legendtext';
  const words = [...chart.querySelectorAll(named)].filter(one => one.textContent && one.checkVisibility())
    .map(one => [one.textContent, one.getBoundingClientRect(), /rotate\\(-45/.test(one.getAttribute('transform'))]);
  for (const [text, box] of words)
    if (box.left < whole.left - 1 || box.right > whole.right + 1 || box.top < whole.top - 1 ||
        box.bottom > whole.bottom + 1) flaws.push(`${question} cuts ${text}`);
  words.forEach(([text, one, leans], at) => words.slice(at + 1).forEach(([other, two, leansToo]) => {
    const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
    const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
    if (across > 2 && down > 4 && !(leans && leansToo)) flaws.push(`${question}: ${text} on ${other}`);
  }));
  for (const axis of ['.xtick text', '.ytick text']) {
    const ticks = [...chart.querySelectorAll(axis)].map(one => one.textContent);
    ticks.filter((one, at) => ticks.indexOf(one) !== at).forEach(one => flaws.push(`${question}: ${one} twice`));
  }
  return flaws;
})"""
SIZES = """() => {
  const main = document.querySelector('[data-testid=stMain]');
  return {
    page: document.documentElement.scrollWidth, main: main.scrollWidth - main.clientWidth,
    charts: [...document.querySelectorAll('.js-plotly-plot')].map(one => {
      const box = one.getBoundingClientRect(), plot = one._fullLayout._size;
      const legend = one.querySelector('.legend')?.getBoundingClientRect();
      return {question: one._fullLayout.meta.question, left: box.left, right: box.right,
        drawn: plot.w / box.width, legend: legend ? legend.height * legend.width / (box.height * box.width) : 0};
    }),
  };
}"""
# How light a colour is, and the contrast of words to the page behind them, as WCAG reckons it.
LIGHT = """colour => colour.match(/[\\d.]+/g).slice(0, 3).map(one => one / 255)
  .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
  .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0)"""
PAPER = f"({LIGHT})(getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor)"
CONTRAST = f"""() => {{
  const page = {PAPER}, light = {LIGHT};
  const words = [...document.querySelectorAll('.js-plotly-plot .main-svg text')]
    .filter(one => one.textContent && !one.style.fill.includes('17, 17, 17'));  // these stand on colours of their own
  const contrast = own => (Math.max(own, page) + 0.05) / (Math.min(own, page) + 0.05);
  return Math.min(21, ...words.map(one => contrast(light(getComputedStyle(one).fill))));
}}"""


def serious(window: Window) -> list[Any]:
    """What axe calls serious or critical, but for what is Streamlit's own; of words that are in full colour by now."""
    window.page.wait_for_function(STILL)
    found = window.page.evaluate(AXE)
    return [one for one in found if not any(one[0] == rule and part in one[1] for rule, part in STREAMLITS)]


def unanswered(window: Window) -> list[str]:
    """The charts on the page that tell who does not see them nothing but a question."""
    return [question for question in window.questions() if question.rstrip().endswith("?")]


def goes_no_way_sideways(window: Window, width: int) -> None:
    """Assert that the page and its charts are as wide as the screen at most."""
    sizes = window.page.evaluate(SIZES)
    assert (sizes["page"], sizes["main"]) == (width, 0)
    for chart in sizes["charts"]:
        assert 0 <= chart["left"] < chart["right"] <= width, chart


@pytest.mark.parametrize("page", VIEWS)
def test_a_page_is_for_everybody_and_nothing_on_it_overlaps_or_is_cut(page: str, league: Window) -> None:
    window = league.go(page, **ASKED.get(page, {}))
    window.page.evaluate(AXE_SCRIPT)
    for scheme, size in LOOKS:
        window.page.emulate_media(color_scheme=scheme)
        window.page.set_viewport_size(size)
        window.page.wait_for_function(IN_THEME, arg=scheme)
        window.drawn().becomes(lambda: serious(window), [])  # some parts take the other colours later than the page
        window.becomes(lambda: window.page.evaluate(FLAWS), [])
        goes_no_way_sideways(window, size["width"])
        assert window.page.evaluate(CONTRAST) > 4.5
        for chart in window.page.evaluate(SIZES)["charts"]:
            assert chart["drawn"] > (0.4 if size == PHONE else 0.5), chart
            assert chart["legend"] < 0.12, chart
    assert window.page.evaluate(SMALL) == []
    assert unanswered(window) == []


def test_no_page_of_a_longer_language_is_scrolled_sideways_on_a_phone(
    browser: Browser, folder: Path, accents: Path
) -> None:
    """A language that is a third longer, Italian and Spanish, in the sample leagues; and no chart cuts its words."""
    book = folder / "everything.db"
    recorded(book, [["demo", "--keep", str(book)]])
    words = ("--port", str(free_port()))
    with (
        browsing.dashboard(folder, *words, before=["--db", str(book)], language=str(accents)) as serving,
        browsing.window(browser, serving.address, viewport=PHONE) as window,
    ):
        window.open("tonight")
        assert window.page.evaluate("document.documentElement.lang") == pseudo.NAME
        for page, language in product(VIEWS, ("", "it", "es")):
            window.go(page, **ASKED.get(page, {}), lang=language)
            goes_no_way_sideways(window, PHONE["width"])
            assert window.page.evaluate(FLAWS) == []
        window.fine()


def test_how_sure_of_tonight_stood_behind_the_edge_of_a_phone(league: Window) -> None:
    for width in (WIDE["width"], PHONE["width"], 320):
        league.page.set_viewport_size({"width": width, "height": PHONE["height"]})
        box = league.go("tonight").page.get_by_text("how sure?").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width - 16


def test_a_player_has_the_same_colour_by_day_and_by_night_and_on_every_page(league: Window) -> None:
    def colours() -> dict[str, str]:
        return {trace["name"]: trace["colour"] for chart in league.charts() for trace in chart.traces
                if trace["name"] in {"Furio", "Adele", "Elvira"}}  # fmt: skip

    league.go("standings", variant="chiamata")
    by_day = colours()
    assert len(set(by_day.values())) == 3
    league.page.emulate_media(color_scheme="dark")
    league.page.wait_for_function(IN_THEME, arg="dark")
    league.becomes(colours, by_day)
    league.go("tonight")
    league.page.emulate_media(color_scheme="light")
    league.becomes(colours, by_day)


def test_who_uses_the_keyboard_sees_where_they_are(league: Window) -> None:
    league.open("bids")  # anew, so that the keyboard begins at its top
    kinds = set()
    for _ in range(24):
        league.page.keyboard.press("Tab")
        league.becomes(lambda: league.page.evaluate(FOCUS)[1:], ["", True])
        kinds.add(league.page.evaluate(FOCUS)[0])
    assert {"A", "MAIN", "BUTTON", "INPUT"} <= kinds


def test_paper_has_what_is_read_and_nothing_that_is_pressed(league: Window) -> None:
    league.page.emulate_media(color_scheme="dark")
    league.go("standings", variant="chiamata").page.wait_for_function(IN_THEME, arg="dark")
    league.page.emulate_media(media="print", color_scheme="dark")
    paper = league.page.evaluate(ON_PAPER)
    assert (paper["pressed"], paper["page"]) == (0, "rgb(255, 255, 255)")
    ((caption, heads, rows, width),) = paper["tables"]
    assert (caption, heads[:3], rows) == ("Standings", ["place", "player", "units"], 1 + 8)
    assert 0 < width <= WIDE["width"]
    assert paper["charts"] == ["avoid"]
    assert paper["words"] == ["rgb(22, 20, 18)"]  # the darkest: no white letter on white paper
    said = league.page.get_by_test_id("stMain").inner_text()
    assert said.startswith("Standings, Circolo del Gelso\n")
    assert "177 deals, 2026-01-16 to 2026-06-19" in said


def test_on_paper_what_is_folded_away_says_so_in_its_place(league: Window) -> None:
    league.go("matches", match=2)
    league.page.emulate_media(media="print")
    folds = {
        one.inner_text().strip(): (one.is_visible(), one.evaluate("one => getComputedStyle(one, '::after').content"))
        for one in league.page.locator("summary").all()
    }
    league.page.get_by_text("Every step of the match").evaluate("one => one.closest('details').open = true")
    unfolded = league.page.locator("summary", has_text="Every step").evaluate(
        "one => getComputedStyle(one, '::after').content"
    )
    note = (True, '": folded away and not printed; unfold it first"')
    assert [folds[words] for words in ("Each deal explained", "Every step of the match")] == [note, note]
    hidden = [words for words, (seen, _) in folds.items() if not seen]
    assert [words[:10] for words in hidden] == ["as a table"]  # of the chart, which is there
    assert unfolded == "none"


def test_nothing_fades_while_a_page_is_made_again(league: Window) -> None:
    league.go("standings")
    first = league.page.get_by_test_id("stElementContainer").filter(has=league.page.locator(".small")).first
    first.evaluate("one => { one.dataset.stale = 'true'; one.style.opacity = 0.33; }")
    assert first.evaluate("one => getComputedStyle(one).opacity") == "1"


def test_who_does_not_want_motion_gets_none_but_the_clock(league: Window) -> None:
    league.page.emulate_media(reduced_motion="reduce")
    clock = "<p class=clock><b style='animation: x 9s'></b></p><p><i style='animation: x 9s'></i></p>"
    league.page.evaluate("clock => document.body.insertAdjacentHTML('beforeend', clock)", clock)
    assert league.page.evaluate(MOVING) == ["B"]
    league.page.emulate_media(reduced_motion="no-preference")
    assert league.page.evaluate(MOVING)[-2:] == ["B", "I"]
