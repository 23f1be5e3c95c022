"""Whatever is said of a tournament fits a narrow terminal."""

from collections.abc import Callable, Sequence

import pytest

from tests.cli.test_layout import LANGUAGES, LONG_NAMES, NARROW_TERMINAL, fits
from tests.running import recorded

Fits = Callable[[bytes, Sequence[str], int], None]

__all__ = ["fits"]

LOOKING = (
    *("", "history", "matches", "check", "players gina", "ranking", "ranking --events"),
    *("format list", "format show scighera", "rankings list", "seating 25 6 --seed 7"),
    *(f"tournament {word}" for word in ("list", "show", "round", "tables", "standings", "history")),
    *("tournament standings --final", "tournament standings --individuals", "tournament result 2"),
)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An open match of seven, and a tournament with a round on paper."""
    evening = [
        f"start Friday --players '{LONG_NAMES}' --variant monte --until deals:20+round",
        "tournament new 'Torneo di Natale' --format scighera --seed 4",
        "tournament enter 'Anna,Bruno,Carla,Dario,Elena,Fabio,Gina,Ida,Luca,Massimiliano Rossi'",
        "tournament draw --seed 1",
        "tournament result 1 7,5,-2,-4,-6 --deals 10 --won 6",
    ]
    return recorded(tmp_path_factory.mktemp("club") / "club.db", evening)


def test_whatever_is_said_fits_and_cuts_no_word(club: bytes, fits: Fits) -> None:
    fits(club, LOOKING, NARROW_TERMINAL)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_that_is_a_third_longer_fits_too(
    language: str, request: pytest.FixtureRequest, club: bytes, fits: Fits
) -> None:
    request.getfixturevalue(language)
    fits(club, LOOKING, 60)
