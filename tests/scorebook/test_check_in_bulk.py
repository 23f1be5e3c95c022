"""`scorer check` judges a way in which a contract can be once: a wrong one among many alike is named all the same."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.fixtures import Say
from tests.running import recorded

DEALS = 3
GIVE = "the facts and the frozen variant give"
# Bruno 2/71 with Elena, 74: u = 2, so that Anna, Carla and Dario pay 2, Bruno gets 4 and Elena 2.
WRONG = {
    "a count below the target": ("card_points = 70", "outcome: 'made' here, but 70 card points at 2/71 (target 71)"),
    "a lost contract that was made": ("outcome = 'failed'", "outcome: 'failed' here, but 74 card points at 2/71"),
    "another target": ("target = 74", f"target is 74, {GIVE} 71"),
    "another bid": ("bid = '2/72'", f"target is 71, {GIVE} 72"),
    "a bid written otherwise": ("bid = '71'", f"bid is 71, {GIVE} 2/71"),
    "a slam": ("slam = 1", "slam: slam with 74 card points"),
    "a factor": ("times = 2", f"Anna has -2 units, {GIVE} -4"),
    "another partner": ("partner = 1", f"Anna has -2 units, {GIVE} +2"),
    "nobody beside the caller": (
        "partner = NULL",
        f"Bruno has +4 units, {GIVE} +8; Elena has +2 units, {GIVE} -2",
    ),
    "units of two others": ("units1 = 2, units5 = -2", f"Anna has +2 units, {GIVE} -2; Elena has -2 units, {GIVE} +2"),
    "a note with a blank at its end": ("note = 'late '", "its note is not written as notes are kept"),
    "a dealer who does not sit there": ("dealer = 6", "dealer is seat 6, and nobody sits there"),
}


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A match of deals that are all the same."""
    start = "start Friday --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-20"
    return recorded(tmp_path_factory.mktemp("alike") / "book.db", [start, *["deal bruno 2/71 elena 74"] * DEALS])


@pytest.fixture
def changed(alike: bytes, book_path: Path, say: Say) -> Callable[[str, int], list[str]]:
    """Change one deal, whose laws all hold then too, and return the lines of check."""

    def change(columns: str, number: int) -> list[str]:
        book_path.write_bytes(alike)
        with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
            connection.execute(f"UPDATE record SET {columns} WHERE number = ?", (number,))
        return say("check").stdout.splitlines()

    return change


@pytest.mark.parametrize("number", range(1, DEALS + 1))
def test_one_wrong_deal_among_those_alike_is_named(changed: Callable[[str, int], list[str]], number: int) -> None:
    for columns, words in list(WRONG.values())[number - 1 :: DEALS]:
        found = changed(columns, number)
        assert any(words in line for line in found), found
        assert all(line.startswith(f"Friday (match 1), 2026-11-20, deal {number}: ") for line in found)


@pytest.mark.parametrize("card_points", [71, 118, 120])
def test_another_count_that_reaches_the_target_is_no_fault(
    changed: Callable[[str, int], list[str]], card_points: int
) -> None:
    assert changed(f"card_points = {card_points}", 2) == []
