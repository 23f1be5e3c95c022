"""Small evenings in which one thing happens that moves a place, a streak, a record or a match won.

Brisk with six (conftest.py) unless an evening starts otherwise; Anna deals the first deal and rests in it, then Bruno.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.frames import Frames
from tests import core_stats as stats
from tests import running
from tests.figures import figures
from tests.fixtures import FIVE

Lines = tuple[str, ...]
Record = Callable[..., Frames]
BRISK = f"start Friday --players {FIVE},Fabio --variant brisk --on 2026-11-20"
CHIAMATA = f"start Friday --players {FIVE} --on 2026-11-20"  # all five play; Anna deals first


@pytest.fixture
def recorded(read: Callable[..., Frames], tmp_path: Path) -> Record:
    """The frames of an evening in a file of its own."""

    def call(*lines: str) -> Frames:
        path = tmp_path / f"{len(list(tmp_path.glob('*.db')))}.db"
        running.recorded(path, lines)
        return read(str(path))

    return call


def match(name: str, *lines: str, on: str = "2026-11-20") -> Lines:
    """A finished match of five under brisk."""
    return (f"start {name} --players {FIVE} --variant brisk --on {on}", *lines, "finish")


BRUNO = "deal bruno K carla 75"  # Bruno +2
DARIO = "deal dario K elena 75"


@pytest.mark.parametrize(
    ("deals", "bid", "target"),
    [
        (("deal bruno 2 carla 75", BRUNO), "2", 61),
        ((BRUNO, "deal bruno 2/71 carla 71"), "2/71", 71),
        ((BRUNO, "deal bruno 2/71 carla 70"), "K", 61),
    ],
)
def test_the_highest_bid_made_is_by_target_and_then_by_the_order_of_the_auction(
    recorded: Record, deals: Lines, bid: str, target: int
) -> None:
    table = stats.records(recorded(CHIAMATA, *deals), "Bruno")
    assert figures(table, "highest_bid_made", "highest_bid_target") == [(bid, target)]


def test_the_tables_of_one_evening_move_together(recorded: Record) -> None:
    # Friday: Dario +2, Elena +1, the others -1. Saturday at two tables: Bruno +2, Carla +1, the others -1, and then
    # Carla +2, Anna +1, the others -1: in all Carla 2, Bruno 0, Dario 0, Anna -1, Elena -1
    saturday = (*match("Zeta", BRUNO, on="2026-11-21"), *match("Alfa", "deal carla K anna 75", on="2026-11-21"))
    table = stats.standings(recorded(*match("One", DARIO), *saturday))
    assert figures(table, "place", "player", "change", "units") == [
        (1, "Carla", 2, 2),
        (2, "Bruno", 1, 0),
        (2, "Dario", -1, 0),
        (4, "Anna", -1, -1),
        (4, "Elena", -2, -1),
    ]
    # of one evening alone nobody has moved, however many tables it had
    assert stats.standings(recorded(*saturday))["change"].isna().all()


def test_a_finished_match_is_won_by_the_most_units_and_an_open_one_by_nobody(recorded: Record) -> None:
    def won(*lines: str) -> dict[str, tuple[int, ...]]:
        frames = recorded(*lines)
        table = stats.standings(frames)
        rows = figures(table, "player", "matches_won", "races", "races_won")
        return {player: tuple(counts) for player, *counts in rows if any(counts)}

    bruno = f"{CHIAMATA} --until units:2", BRUNO  # Bruno +2, Carla +1, the others -1
    assert won(*bruno) == {}
    everybody = dict.fromkeys(FIVE.split(","), (0, 1, 0))
    assert won(*bruno, "finish") == everybody | {"Bruno": (1, 1, 1)}
    assert won(*bruno, "finish", "reopen") == {}
    # Carla and Bruno +3: each has won
    shared = "deal carla K bruno 75"
    assert won(*bruno, shared, "finish") == everybody | {"Bruno": (1, 1, 1), "Carla": (1, 1, 1)}
    # no race without agreed units, or where nobody reached them
    assert won(CHIAMATA, BRUNO, "finish") == won(f"{CHIAMATA} --until units:3", BRUNO, "finish") == {"Bruno": (1, 0, 0)}
    # a penalty of 3 leaves Carla ahead; Fabio, ahead of all with 9 by a ruling, played nothing and wins nothing
    late = "penalty bruno 3 --to nobody --reason late"
    assert won(*bruno, late, "finish") == {"Carla": (1, 0, 0)}
    ruling = "adjust Fabio=9 --reason ruling"
    assert won(*bruno, f"seats {FIVE},Fabio", ruling, "finish") == everybody
    # an even deal of brisk: everybody has 0
    assert won(BRISK, "deal bruno K carla 60", "finish") == {}
