"""How much paper it takes, printed by a real browser; and that a phone and a wall can read it."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

import scorer.paper
import scorer.tournaments.paper
from scorer.rule_files import VARIANTS
from scorer.scorebook import Book
from scorer.tournaments.keeping import Tournament
from scorer.tournaments.paper.blank_sheets import blank_page
from scorer.tournaments.paper.seating_and_clock import clock_page, seating_page
from scorer.tournaments.paper.standing_pages import classification_page, podium_page, standings_page
from tests.invented import HOSTILE
from tests.paper_pages import read
from tests.tournaments.printing import drawn, last, names, opened, played, score_sheets

WALL: ViewportSize = {"width": 1920, "height": 1080}
PHONE: ViewportSize = {"width": 390, "height": 844}
SCREENS: list[ViewportSize] = [PHONE, {"width": 1440, "height": 900}, WALL]
ZERO = [0, 0, 0, 0, 0, 0]


def begun(book: Book, form: str, players: list[str]) -> Tournament:
    """A tournament whose first round is played."""
    tournament = drawn(book, opened(book, form, players))
    return played(book, tournament, lambda table: ZERO[: len(table.seats)])


def every_page(tournament: Tournament) -> dict[str, str]:
    """All pages of a tournament."""
    return {
        "seating": seating_page(tournament, last(tournament)),
        "sheets": score_sheets(tournament),
        "standings": standings_page(tournament),
        "classification": classification_page(tournament),
        "podium": podium_page(tournament),
        "clock": clock_page(tournament, last(tournament)),
        "blank": blank_page(6),
    }


def test_fifty_players_take_two_sheets_of_seating_ten_score_sheets_and_two_of_standings(book: Book, press: Any) -> None:
    taken = {what: press.sheets(page) for what, page in every_page(begun(book, "scighera", names(50))).items()}
    assert taken.pop("standings") <= 2
    assert taken.pop("classification") <= 2
    assert taken == {"seating": 2, "sheets": 10, "podium": 1, "clock": 1, "blank": 1}


@pytest.mark.parametrize(("form", "count", "sheets"), [("scighera", 100, 3), ("duels", 50, 2)])
def test_a_round_by_table_fits_one_sheet(book: Book, press: Any, form: str, count: int, sheets: int) -> None:
    # one by table, and a list by name: fifty on a sheet
    tournament = drawn(book, opened(book, form, names(count)))
    assert press.sheets(seating_page(tournament, last(tournament))) == sheets


def test_long_and_strange_names_take_no_more_paper(book: Book, press: Any) -> None:
    long = [f"Giovanni Battista Maria Alessandro {number}" for number in range(10, 19)]
    pages = every_page(begun(book, "scighera", [*HOSTILE, *long]))
    assert press.sheets(pages["seating"]) == 2
    assert press.sheets(pages["sheets"]) == len(read(pages["sheets"]).all("section")) == 10
    assert press.sheets(pages["podium"]) == 1


@pytest.mark.parametrize(
    ("name", "size"),
    [("", 3), ("", 5), ("", 8), ("brisca", 5), ("briscola", 6), ("cinquecento", 2), ("mexican", 7), ("gingo", 5)],
)
def test_a_blank_sheet_is_one_sheet(press: Any, name: str, size: int) -> None:
    assert press.sheets(blank_page(size, VARIANTS.load(name) if name else None)) == 1


def test_what_is_for_a_phone_is_not_for_paper() -> None:
    # A4 without its margins is 688 pixels wide, and a browser may take paper for a narrow screen
    folders = [Path(str(package.__file__)).parent for package in (scorer.paper, scorer.tournaments.paper)]
    styles = [each.read_text() for folder in folders for each in folder.glob("*.css")]
    narrow = re.findall(r"@media[^{]*max-width[^{]*", "".join(styles))
    assert len(narrow) == 6
    assert all(each.startswith("@media screen and ") for each in narrow)


def test_nothing_scrolls_sideways_on_a_phone_or_on_a_wall(book: Book, press: Any) -> None:
    def overflow(page: Page) -> list[int]:
        found = []
        for screen in SCREENS:
            page.set_viewport_size(screen)
            found.append(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
        return found

    pages = every_page(begun(book, "duels", [*HOSTILE[:30], *names(10)]))
    assert {what: press.look(page, overflow) for what, page in pages.items()} == {what: [0, 0, 0] for what in pages}


def test_podium_and_clock_fill_a_wall_screen_and_no_more(book: Book, press: Any) -> None:
    pages = every_page(begun(book, "scighera", names(10)))
    for what in ("podium", "clock"):
        high = press.look(
            pages[what], lambda page: page.evaluate("document.documentElement.scrollHeight"), viewport=WALL
        )
        assert high == 1080, what
