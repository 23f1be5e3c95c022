"""`scorer check` judges a way in which a contract can be once: a wrong one among many alike is named all the same."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.rule_files import VARIANTS
from scorer.rules.judge import FactError, Judge, Judged
from scorer.rules.kinds import CONTRACT_OUTCOMES
from scorer.scorebook.check.contracts import COUNT
from tests.running import recorded

Say = Callable[..., CompletedProcess[str]]
READ = {name: VARIANTS.load(name) for name, whose in VARIANTS.names().items() if whose == "shipped"}
CALLED = {name: variant for name, variant in READ.items() if variant.has_auction}
CALLED |= {f"{name}, even at 60": replace(variant, even_at_60=True) for name, variant in CALLED.items()}
JUDGES = {name: Judge(variant) for name, variant in CALLED.items()}
BY_TARGET = [name for name, judge in JUDGES.items() if not judge.pays_by_count]
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
@pytest.mark.parametrize("kind", WRONG)
def test_one_wrong_deal_among_those_alike_is_named(
    changed: Callable[[str, int], list[str]], kind: str, number: int
) -> None:
    columns, words = WRONG[kind]
    found = changed(columns, number)
    assert found, kind
    assert any(words in line for line in found), found
    assert all(line.startswith(f"Friday (match 1), 2026-11-20, deal {number}: ") for line in found)


@pytest.mark.parametrize("card_points", [71, 118, 120])
def test_another_count_that_reaches_the_target_is_no_fault(
    changed: Callable[[str, int], list[str]], card_points: int
) -> None:
    assert changed(f"card_points = {card_points}", 2) == []


def _judged(judge: Judge, *facts: object) -> Judged | str:
    """The deal without its count, among the most who play; or what is wrong with it."""
    players = judge.variant.player_counts[-1]
    bid, count, outcome, slam, solo = facts
    try:
        judged = judge.deal(bid, None, count, outcome, slam, 1, players, solo)  # type: ignore[arg-type]
    except FactError as error:
        return error.fact
    return replace(judged, card_points=None)


@pytest.mark.parametrize("name", BY_TARGET)
def test_counts_are_judged_as_those_that_stand_for_them(name: str) -> None:
    judge, bids = JUDGES[name], CALLED[name].auction.bids
    chosen = {bids[0], bids[len(bids) // 3], bids[len(bids) // 2], bids[-1]}
    with closing(sqlite3.connect(":memory:")) as connection:
        for bid, count in product(sorted(chosen, key=str), range(-1, 124)):
            asked = f"SELECT {COUNT} FROM (SELECT ? AS card_points, ? AS target)"
            ((stand_in,),) = connection.execute(asked, (count, bid.target))
            for facts in product(CONTRACT_OUTCOMES, (False, True), (False, True)):
                assert _judged(judge, str(bid), count, *facts) == _judged(judge, str(bid), stand_in, *facts), count


def test_few_counts_stand_for_many() -> None:
    # 0, 60 and 120 are counts of their own, 1 and 119 are none
    with closing(sqlite3.connect(":memory:")) as connection:
        asked = f"SELECT {COUNT} FROM (SELECT ? AS card_points, 71 AS target)"
        stand_ins = {connection.execute(asked, (count,)).fetchone()[0] for count in [None, *range(122)]}
    assert stand_ins == {None, 0, 1, 2, 60, 118, 119, 120, 121}


def test_no_count_stands_for_another_where_counts_are_paid() -> None:
    by_count = {name for name, judge in JUDGES.items() if judge.pays_by_count}
    assert by_count & set(READ) == {"gingo", "rematada", "rematada-points"}
    variant = CALLED["chiamata"]
    assert Judge(replace(variant, win=variant.win._replace(worth="count"))).pays_by_count
