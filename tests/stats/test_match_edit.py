"""A match that was put right is in every statistic as if it had been started so."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pandas as pd
import pytest

from scorer.frames import Frames
from scorer.frames import read as read_frames
from scorer.scorebook import Book
from scorer.scorebook.many_matches import heads
from tests.fixtures import FIVE
from tests.running import recorded

# What follows from the frames is the same where these are; this is read beside them.
STATISTICS = ("matches", "standings --measure money --format json", "records --format json")


def evenings(chance: Random) -> list[dict[str, str]]:
    """The cells of four matches, drawn; money of one currency can be added up."""
    currency = chance.choice(["EUR", "CHF"])
    drawn = [
        {
            "--on": f"2026-11-{chance.randrange(1, 29):02}",
            "--league": chance.choice(["main", "Casa"]),
            "--until": chance.choice(["deals:3", "units:4", "time:23:30", "deals:20,units:9+round"]),
            "--unit-value": chance.choice(["0.10", "0.50", "2"]),
            "--currency": currency,
        }
        for _match in range(4)
    ]
    return [{"name": f"M{chance.randrange(10**6)}", **cells} for cells in drawn]


def options(cells: dict[str, str]) -> str:
    return " ".join(f"{option} {cell}" for option, cell in cells.items() if option != "name")


def deals(chance: Random, match: int) -> Iterator[str]:
    """A few records of a match."""
    for _deal in range(chance.randrange(3, 7)):
        caller, partner = chance.sample(FIVE.split(","), 2)
        yield f"deal {caller} {chance.choice('AK2')} {partner} {chance.choice([50, 61, 70])} --match {match}"
    yield f"penalty anna 4 --reason late --match {match}"
    if chance.random() < 0.7:
        yield f"finish {match}"


@pytest.mark.parametrize("seed", range(2))
def test_every_statistic_is_that_of_a_book_in_which_the_match_was_started_right(
    seed: int, tmp_path: Path, ok: Callable[..., str]
) -> None:
    chance = Random(seed)
    wrong, right = evenings(chance), evenings(chance)
    played = [line for match in range(1, 5) for line in deals(chance, match)]
    books = {}
    for name, started_as in (("wrong", wrong), ("right", right)):
        started = [f"start {one['name']} --players {FIVE} {options(one)}" for one in started_as]
        books[name] = str(tmp_path / f"{name}.db")
        recorded(Path(books[name]), ["league add Casa", *started, *played])
    was = {statistic: ok(statistic, db=books["wrong"]) for statistic in STATISTICS}
    for match, true in enumerate(right, 1):
        ok(f"match edit {match} --name {true['name']} {options(true)} --reason misread", db=books["wrong"])
    with Book(books["wrong"]).reading() as transaction:
        same(read_frames(transaction), frames_of(books["right"]))
    for statistic in STATISTICS:
        assert ok(statistic, db=books["wrong"]) == ok(statistic, db=books["right"]), statistic
    for match in range(1, 5):
        for line in (f"settle {match}", f"sheet {match}"):
            assert ok(line, db=books["wrong"]) == ok(line, db=books["right"])
    assert ok("check", db=books["wrong"]) == ""
    ok("--yes undo 4", db=books["wrong"])
    assert {statistic: ok(statistic, db=books["wrong"]) for statistic in STATISTICS} == was
    assert ok("check", db=books["wrong"]) == ""


def frames_of(where: str) -> Frames:
    with Book(where).reading() as transaction:
        assert heads(transaction)
        return read_frames(transaction)


def same(frames: Frames, expected: Frames) -> None:
    for name in ("matches", "deals", "payouts"):
        one: Any = getattr(frames, name)
        pd.testing.assert_frame_equal(one, getattr(expected, name), obj=name)
