"""A tournament on the wall in a real browser: on every screen all of it is in sight, apart and large."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.conftest import Show
from tests.browser.test_wall import WORDS, all_in_sight
from tests.tournaments import walls
from tests.tournaments.playing import people
from tests.walls import LONG

OWN_WORDS = (
    ".card .top b", ".card .state", ".places td", ".places th", ".rests", ".until", ".stages b", ".podium bdi", ".made",
    ".names > div",
)  # fmt: skip
BOOKS: dict[str, tuple[dict[str, float], Callable[[Path], object]]] = {
    "ten tables": (
        {"ends": 0.018},
        lambda path: walls.tournament(path, [*LONG[:5], *people(45)]),
    ),
    "thirty tables": (
        {"ends": 0.018},
        lambda path: walls.tournament(
            path, [f"{name[:36]} {at}" for name in LONG for at in range(20)][:150], form="ten-deals"
        ),
    ),
    "over": ({"ends": 0.02}, lambda path: walls.tournament(path, [*LONG, *people(27)], over=True)),
}


@pytest.mark.parametrize("name", BOOKS)
def test_on_every_screen_everything_is_in_sight_apart_and_large(name: str, show: Show, tmp_path: Path) -> None:
    letters, make = BOOKS[name]
    make(tmp_path / "wall.db")
    all_in_sight(show(tmp_path / "wall.db", "tournament", big=1, rotate=600), (*WORDS, *OWN_WORDS), letters)
