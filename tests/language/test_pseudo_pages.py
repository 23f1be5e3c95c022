"""Every page of the dashboard in the language of accents: nothing plain is left but names and what is typed."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dashboard.pages import PAGES as PAGES_OF_ALL
from tests import walls
from tests.plain_pages import RULES, Address, plain_on, plain_on_wall
from tests.plain_words import names_in, nothing_plain
from tests.running import recorded

FIVE = "Anna,Bruno,Carla,Dario,Elena"
MONEY = {"EUR"}
NOBODY = {"league": "nix", "variant": "nix", "player": "nix", "from": "nix", "to": "nix", "show": "nix"}
SAMPLE = {"league": "Circolo del Gelso"}
PAGES: dict[str, list[Address]] = {  # under which addresses a page is looked at; what is not there is asked for too
    "tonight": [SAMPLE | {"match": "nix"}],
    "tournament": [{}, {"show": "standing", "tournament": "nix", "round": "nix"}, {"show": "seats", "player": "Furio"}],
    "standings": [
        SAMPLE, {"lines": "places"}, {"variant": "chiamata", "under": "brisk"},
        {"variant": "all", "order": "per-deal"},
    ],
    "rating": [SAMPLE, {"variant": "chiamata"}],
    "ranking": [SAMPLE, {"ranking": "nix", "on": "2026-12-31"}, {"ranking": "season-sum"}],
    "bids": [
        SAMPLE, {"variant": "chiamata", "show": "pays", "each": "nix"}, {"variant": "brisk", "show": "left"},
    ],
    "players": [
        SAMPLE, {"player": "Adele"}, *({"player": "Adele", "show": show} for show in ("with", "records", "calling")),
        {"player": "Adele", "other": "Furio"}, NOBODY,
    ],
    "pairs": [
        SAMPLE, {"variant": "chiamata", "show": "rates", "player": "Furio"}, {"show": "units", "measure": "money"},
    ],
    "matches": [SAMPLE | {"match": "nix"}, {"match": "1", "deal": "3"}],
    "records": [SAMPLE, {"variant": "all"}, {"from": "2026-02-01", "to": "2026-01-01"}],
    "variants": [SAMPLE | {"variant": "nix"}],
}  # fmt: skip
PAGES_OF_GAMES = ("standings", "players", "matches", "records", "bids")


def race(path: Path) -> object:
    """A match that is played to three deals won, and one of nobody's."""
    lines = ["deal anna 70", "deal bruno 80"]
    return recorded(path, ["start Race --players Anna,Bruno --variant briscola --until won:3", *lines])


WALLS: dict[str, Callable[[Path], object]] = {
    "no deal": lambda path: walls.matches(path, [FIVE.split(",")], deals=0),
    "matches": lambda path: walls.matches(path, [FIVE.split(","), [*people("FGHIKL")]], deals=4),
    "race": race,
}


def people(letters: str) -> Iterator[str]:
    """Names that begin with these letters."""
    return (f"{letter}{letter.lower()}" for letter in letters)


@pytest.mark.parametrize("page", sorted(PAGES_OF_ALL))
def test_a_page_of_the_sample_league_is_marked(page: str, everything: Path, shown: Callable[[Path], None]) -> None:
    shown(everything)
    known = names_in(everything) | RULES | MONEY | {"nix"}
    nothing_plain(line for address in PAGES[page] for line in plain_on(page, address, known))


@pytest.mark.parametrize("page", PAGES_OF_GAMES)
def test_a_page_of_games_in_which_nobody_calls_is_marked(
    page: str, everything: Path, shown: Callable[[Path], None]
) -> None:
    shown(everything)
    known = names_in(everything) | RULES | MONEY
    player = {"player": "Zeno"} if page == "players" else {}
    nothing_plain(plain_on(page, {"league": "Games night", "variant": "all"} | player, known))


def test_every_page_of_an_empty_scorebook_is_marked(
    empty_book: bytes, book_path: Path, shown: Callable[[Path], None]
) -> None:
    book_path.write_bytes(empty_book)
    shown(book_path)
    known = names_in(book_path) | RULES
    nothing_plain(line for page in sorted(PAGES_OF_ALL) for line in plain_on(page, {}, known))


@pytest.mark.parametrize("state", WALLS)
def test_the_wall_is_marked(state: str, book_path: Path, shown: Callable[[Path], None]) -> None:
    WALLS[state](book_path)
    shown(book_path)
    nothing_plain(plain_on_wall(book_path, "tonight"))
