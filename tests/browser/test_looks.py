"""How it looks: nothing overlaps or is cut, on a wide screen, on a phone, in the dark, and from three metres."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests import browsing
from tests.browsing import PHONE, VIEWS, WIDE, Serving, Window

pytestmark = pytest.mark.xdist_group("browser 2")

ASKED: dict[str, dict[str, object]] = {
    "players": {"player": "Adele", "other": "Furio"}, "pairs": {"player": "Furio", "min_deals": 5},
    "bids": {"variant": "chiamata", "each": 1},
}  # fmt: skip
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


@pytest.fixture(scope="module", params=["wide", "phone"])
def look(request: pytest.FixtureRequest, browser: Browser, demo: Serving) -> Iterator[tuple[str, Window]]:
    """The sample league on a wide screen and on a phone."""
    with browsing.window(browser, demo.address, viewport={"wide": WIDE, "phone": PHONE}[request.param]) as window:
        yield request.param, window.open("tonight")


@pytest.mark.parametrize("page", VIEWS)
def test_nothing_overlaps_and_nothing_is_cut(page: str, look: tuple[str, Window]) -> None:
    kind, window = look
    window.go(page, **ASKED.get(page, {}))
    assert window.page.evaluate(FLAWS) == []
    sizes = window.page.evaluate(SIZES)
    assert (sizes["page"], sizes["main"]) == ((PHONE if kind == "phone" else WIDE)["width"], 0)  # no way sideways
    for chart in sizes["charts"]:
        assert 0 <= chart["left"] < chart["right"] <= sizes["page"], chart
        assert chart["drawn"] > (0.4 if kind == "phone" else 0.5), chart
        assert chart["legend"] < 0.12, chart
    window.fine()


def test_how_sure_of_tonight_stood_behind_the_edge_of_a_phone(look: tuple[str, Window]) -> None:
    kind, window = look
    usual = PHONE if kind == "phone" else WIDE
    for width in (320, usual["width"]) if kind == "phone" else (usual["width"],):
        window.page.set_viewport_size({"width": width, "height": usual["height"]})
        box = window.go("tonight").page.get_by_text("how sure?").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width - 16


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest, league: Window) -> Iterator[str]:
    """Day or night, as the machine of the reader has it."""
    league.page.emulate_media(color_scheme=request.param)
    yield request.param
    league.page.emulate_media(color_scheme="light")


def test_words_stand_out_from_the_page_by_day_and_by_night(scheme: str, league: Window) -> None:
    league.page.wait_for_function(f"() => ({PAPER}) < 0.02 === {str(scheme == 'dark').lower()}")
    for page in VIEWS:
        league.go(page, **ASKED.get(page, {}))
        assert league.page.evaluate(CONTRAST) > 4.5, page


def test_a_player_has_the_same_colour_by_day_and_by_night_and_on_every_page(league: Window) -> None:
    def colours() -> dict[str, str]:
        return {trace["name"]: trace["colour"] for chart in league.charts() for trace in chart.traces
                if trace["name"] in {"Furio", "Adele", "Elvira"}}  # fmt: skip

    league.go("standings", variant="chiamata")
    by_day = colours()
    assert len(set(by_day.values())) == 3
    league.page.emulate_media(color_scheme="dark")
    league.page.wait_for_function(f"() => {PAPER} < 0.02")
    league.becomes(colours, by_day)
    league.go("tonight")
    league.page.emulate_media(color_scheme="light")
    league.becomes(colours, by_day)


def test_the_switch_leads_to_the_tv_and_back(league: Window) -> None:
    page = league.open("tonight").page
    page.get_by_text("on the TV").click()
    page.wait_for_url("**/?big=1")
    page.get_by_test_id("stSidebar").wait_for(state="hidden")
    assert league.drawn().tables() == []
    assert page.locator(".seat .figure").count() == 5
    page.get_by_text("on the TV").click()
    page.wait_for_url(league.address)
    page.get_by_role("region", name="Score sheet").wait_for()
