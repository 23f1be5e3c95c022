"""Names that try to be more than text, on every page; and pages that ask nobody outside for anything."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from scorer.scorebook import Book
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.keeping import Tournament
from scorer.tournaments.paper.blank_sheets import blank_page
from scorer.tournaments.paper.seating_and_clock import clock_page, seating_page
from scorer.tournaments.paper.standing_pages import classification_page, podium_page, standings_page
from tests.invented import HOSTILE
from tests.paper_pages import Element, read
from tests.tournaments.printing import drawn, last, opened, played, score_sheets

TITLE = "<script>alert(1)</script>"
KNOWN = {
    *("page", "html", "head", "meta", "title", "style", "script", "body", "section", "header", "footer", "div", "span"),
    *("p", "h1", "h2", "ol", "ul", "li", "b", "i", "small", "bdi", "svg", "circle", "path", "table", "colgroup", "col"),
    *("thead", "tbody", "tfoot", "tr", "th", "td", "label", "input", "button"),
}


PAGES: dict[str, Callable[[Tournament], str]] = {
    "seating": lambda tournament: seating_page(tournament, last(tournament)),
    "sheets": score_sheets,
    "standings": standings_page,
    "classification": classification_page,
    "podium": podium_page,
    "clock": lambda tournament: clock_page(tournament, tournament.last_round),
    "blank": lambda _: blank_page(5),
}
WITH_EVERYBODY = ("seating", "sheets", "standings", "classification")


@pytest.fixture(scope="module", params=("scighera", "duels"))
def tournament(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    """A tournament of everybody with such a name, of such a name itself; one round is played."""
    book = Book(str(tmp_path_factory.mktemp("hostile") / "hostile.db"))
    entered = opened(book, request.param, HOSTILE, name=TITLE)
    done = played(book, drawn(book, entered), lambda table: [0] * len(table.seats))
    book.close()
    return done


@pytest.fixture(scope="module", params=PAGES)
def page(tournament: Tournament, request: pytest.FixtureRequest) -> Element:
    """Each page of it."""
    return read(PAGES[request.param](tournament))


def test_every_tag_is_one_of_ours_and_nothing_leads_or_reaches_outside(page: Element) -> None:
    for element in page.walk():
        assert element.tag in KNOWN
        assert not {"href", "src", "srcset", "action", "data", "poster"} & set(element.attributes)
        assert not [name for name in element.attributes if name.startswith("on")]
        if element.tag in {"style", "script"}:
            assert not re.search(r"https?:|//\w|url\(|@import", element.text.replace("// ", ""))
        for text in element.attributes.values():
            assert "http" not in (text or "") or text in HOSTILE


def test_a_page_forbids_what_it_does_not_bring(page: Element) -> None:
    (policy,) = [str(each.attributes["content"]) for each in page.all("meta") if "http-equiv" in each.attributes]
    assert policy.startswith("default-src 'none'; ")
    assert ("script-src 'sha256-" in policy) == bool(page.all("script")) == bool(page.all("div.clock"))
    assert "script-src 'unsafe" not in policy


def test_every_name_and_that_of_the_tournament_appear_as_themselves(tournament: Tournament) -> None:
    for what, make in PAGES.items():
        page = read(make(tournament))
        if what in WITH_EVERYBODY:
            assert set(HOSTILE) <= set(page.texts("bdi"))
        if what != "blank":
            assert page.texts("title")[0].startswith(f"{TITLE} - ")
            assert TITLE in page.texts("p.above")[0]


def test_a_substitute_with_such_a_name_is_text_too(book: Book) -> None:
    tournament = opened(book, "scighera", ["<i>a</i>", "b", "c", "d", "e"])
    with book.writing() as transaction:
        tournament = tournaments.substitute(transaction, tournament, "<i>a</i>", "<b onclick=x>f").tournament
    page = read(PAGES["seating"](drawn(book, tournament)))
    assert "<b onclick=x>f (for <i>a</i>)" in page.texts("bdi")


def test_a_browser_finds_nothing_in_a_name_and_nothing_to_complain_about(tournament: Tournament, press: Any) -> None:
    for make in PAGES.values():
        assert press.look(make(tournament), lambda opened: opened.locator("bdi *").count()) == 0
