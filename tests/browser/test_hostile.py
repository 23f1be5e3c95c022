"""Names that try to be more than text, in a browser that would run them: on every page they are words, and that is all.

All of them play, give matches and a league their names, and stand in the notes.
"""

from html import unescape
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from dashboard.look.safe_text import columns, short
from tests.browser.conftest import Desk, Show
from tests.browsing import VIEWS, Table, Window
from tests.invented import HOSTILE
from tests.running import recorded

ADDRESSES = ("www.evil.example", "http://evil.example/x", "mail@evil.example", "https://evil.example")
NAMES = (*HOSTILE, *ADDRESSES)
FIVES = [NAMES[at : at + 5] for at in range(0, len(NAMES), 5)]
LEAGUE = HOSTILE[1]
# What a name would leave behind if anything read it as HTML, Markdown or a template.
TRACES = """() => ({
  links: [...document.querySelectorAll('a, area, form, iframe')].map(one => one.href?.baseVal ?? one.href ?? one.src)
    .filter(there => !there?.startsWith(location.origin + '/')),
  loads: [...document.querySelectorAll('img, image, script, object, embed, source, link')]
    .map(one => one.href?.baseVal ?? one.href ?? one.src ?? '')
    .filter(there => there && !/^(data|blob):/.test(there) && !there.startsWith(location.origin + '/')),
  formed: [...document.querySelectorAll(
      '[data-testid=stMain] bdi:not(.rows bdi) :not(bdi.ends > span, a.leads, a.leads > bdi), ' +
      '.rows bdi :not(a.leads, a.leads > bdi, small, .moved, .moved > span, .bars, .bars > i, .note), ' +
      '.js-plotly-plot a, .js-plotly-plot .katex, .katex, ' +
      '[onerror], [data-testid=stMain] bdi ~ sup'
    )].map(one => one.outerHTML),
  sized: [...document.querySelectorAll('.js-plotly-plot text, .js-plotly-plot tspan')]
    .filter(one => parseFloat(getComputedStyle(one).fontSize) > 40).map(one => one.textContent),
})"""
# What a link to a player says, and whose page its address asks for.
WHO = "links => links.map(one => [one.textContent, new URL(one.href).searchParams.get('player')])"
# What an address may ask for: one is longer than a notice.
STRANGERS = ("![i](http://evil.example/b.png)", "<script>alert(2)</script>", "[x](https://evil.example) $x^2$ {{7*7}}",
             f"<img src=x onerror=alert(3) alt={'a' * 40}>")  # fmt: skip
ASKED = {
    "standings": "league variant to measure lines show", "players": "league variant player other measure",
    "tonight": "match",
}  # fmt: skip
CLEAN: dict[str, list[str]] = {"links": [], "loads": [], "formed": [], "sized": []}


def title(five: tuple[str, ...]) -> str:
    """What their match is called: not by a bare number, which would be that of a match."""
    return next(name for name in five if not name.isdecimal())


def note(name: str) -> str:
    """The name in a note, where what joins the faces of a family is no letter."""
    return name.replace("\u200d", "")


@pytest.fixture(scope="module")
def hostile_book(folder: Path) -> Path:
    """A scorebook in which they all sit, five at a table."""
    lines = [["league", "add", LEAGUE]]
    for number, five in enumerate(FIVES, 1):
        players = ",".join(f"={name}" if name[0] == "=" else name for name in five)  # = says: a whole name
        deal = ["deal", five[0], "K", five[1], "61", "--note", note(five[2]), "--match", str(number)]
        void = ["void", "1", "--reason", five[3], "--match", str(number)]
        start = ["start", title(five), "--players", players, "--league", LEAGUE, "--on", "2026-11-20"]
        lines += [start, deal, void, deal]
    recorded(folder / "hostile.db", lines)
    return folder / "hostile.db"


@pytest.fixture
def window(table: Window, desk: Desk, show: Show, hostile_book: Path) -> Window:
    """A window that is wide enough for every column of a sheet."""
    if desk.laid != hostile_book:
        show(hostile_book)
    table.page.set_viewport_size(ViewportSize(width=2400, height=900))
    return table


def clean(window: Window) -> None:
    """Assert that nothing on the page is made of a name but words."""
    assert window.page.evaluate(TRACES) == CLEAN
    window.fine()


def titles(window: Window) -> list[str]:
    """Of which match the page is: its title without the day."""
    return [bare((one.text_content() or "").rpartition(", ")[0]) for one in window.page.locator("h1").all()]


def fits(name: str, width: int) -> bool:
    return columns(name) <= width


def test_they_are_enough_and_all_different() -> None:
    assert len(set(NAMES)) == 45
    assert all(len(five) == 5 for five in FIVES)


def bare(text: str) -> str:
    """A name without what keeps its direction to itself."""
    return text.strip("\u2068\u2069")


def test_standings_players_and_a_list_to_choose_from_have_every_name_to_the_letter(window: Window) -> None:
    window.go("standings")
    (table,), (lines,) = window.tables(), window.charts()
    assert table.head[:2] == ["place", "player"]
    assert sorted(table.column("player")) == sorted(NAMES)
    assert sorted(bare(unescape(trace["name"])) for trace in lines.traces if trace["name"]) == sorted(NAMES)
    clean(window)
    assert sorted(window.go("players").tables()[0].column("player")) == sorted(NAMES)
    clean(window)
    window.page.get_by_label("player", exact=True).click()
    window.page.get_by_role("option").first.wait_for()
    assert (window.page.get_by_role("option").first.text_content() or "") == NAMES[0]
    clean(window)
    window.page.keyboard.press("Escape")


def squeezed(text: str) -> str:
    """Without its blanks: a figure makes several of one, or one of several."""
    return "".join(text.split())


@pytest.mark.parametrize("five", FIVES, ids=range(1, len(FIVES) + 1))
def test_a_match_of_them_is_told_in_their_names(five: tuple[str, ...], window: Window) -> None:
    number = FIVES.index(five) + 1
    window.go("matches", match=number)
    window.becomes(lambda: titles(window), [title(five)])
    window.drawn()
    tiles = [one.text_content() or "" for one in window.page.locator(".tiles .who > bdi").all()]
    assert {bare(tile.split(". ", 1)[1]) for tile in tiles} == set(five)
    linked = window.page.locator("a.leads[href^='/players']").evaluate_all(WHO)
    assert {bare(name) for name, _ in linked} == set(five)
    assert [name for name, asked in linked if bare(name) != asked] == []
    window.becomes(lambda: deal_of(window), [five[0], five[1], note(five[2])])
    whole = {name for name in five if fits(name, 9)}  # others are cut
    window.becomes(lambda: whole <= set(sheet(window).head), wanted=True)
    assert {bare(unescape(trace["name"])) for trace in window.charts()[0].traces[1:]} == set(five)
    clean(window)


def sheet(window: Window) -> Table:
    return next(one for one in window.tables() if one.label == "Score sheet")


def deal_of(window: Window) -> list[str]:
    """Caller, partner and note of the one deal."""
    return [sheet(window).column(head)[0] for head in ("caller", "partner", "note")]


@pytest.mark.parametrize("page", VIEWS)
def test_every_page_asked_for_two_of_them_shows_words(page: str, window: Window) -> None:
    player, other, *_ = FIVES[8]
    asked: dict[str, dict[str, Any]] = {
        "players": {"player": player, "other": other, "min_deals": 1},
        "pairs": {"player": player, "min_deals": 1},
        "tonight": {"match": 9},
    }
    window.go(page, **({"league": LEAGUE} | asked.get(page, {})))
    clean(window)


def notices(window: Window) -> list[str]:
    """What the page says of an address that asks for what is not here."""
    return window.page.locator(".notice").all_text_contents()


@pytest.mark.parametrize(("page", "keys"), ASKED.items())
def test_whatever_an_address_asks_for_stays_text(page: str, keys: str, window: Window) -> None:
    asked = dict(zip(keys.split(), cycle(STRANGERS), strict=False))
    window.go(page, **asked)
    quoted = [f" '{short(stranger, 40)}'" for stranger in asked.values()]
    window.becomes(lambda: [any(one in notice for notice in notices(window)) for one in quoted], [True] * len(quoted))
    clean(window)


def test_a_wall_of_them_that_is_asked_for_what_is_not_here_shows_words(window: Window) -> None:
    keys = [key for key in ("league", "variant", "tournament", "match") if key != "tournament" or key in VIEWS]
    asked = dict(zip(keys, STRANGERS, strict=False))
    window.go("variants")
    window.go("tonight", **({"big": 1, "rotate": 20} | asked))
    shown = notices(window)
    assert len(shown) == len(asked)
    assert all(any(short(stranger, 40) in words for words in shown) for stranger in asked.values())
    everything = squeezed(window.page.get_by_test_id("stMain").text_content() or "")
    assert [name for name in map(title, FIVES) if squeezed(name) not in everything] == []
    clean(window)
