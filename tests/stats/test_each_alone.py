"""Small evenings in which one thing happens that moves a place, a streak, a record or a match won.

Brisk with six (conftest.py) unless an evening starts otherwise; Anna deals the first deal and rests in it, then Bruno.
"""

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from scorer.frames import Frames
from tests import all_stats as stats
from tests.figures import figures
from tests.fixtures import FIVE

Read = Callable[..., Frames]
Lines = tuple[str, ...]
Record = Callable[..., Frames]
BRISK = f"start Friday --players {FIVE},Fabio --variant brisk --on 2026-11-20"
CHIAMATA = f"start Friday --players {FIVE} --on 2026-11-20"  # all five play; Anna deals first


def records(frames: Frames) -> pd.DataFrame:
    return stats.records(frames, "Bruno")


@pytest.fixture(scope="module")
def started() -> dict[str, bytes]:
    """Scorebooks in which only this start was said."""
    return {}


@pytest.fixture
def recorded(ok: Callable[..., str], read: Read, tmp_path: Path, started: dict[str, bytes]) -> Record:
    """The frames of an evening in a file of its own."""

    def call(*lines: str) -> Frames:
        start, *deals = lines if lines[0].startswith("start") else (BRISK, *lines)
        path = tmp_path / f"{len(list(tmp_path.glob('*.db')))}.db"
        if start not in started:
            ok(start, db=str(path))
            started[start] = path.read_bytes()
        path.write_bytes(started[start])
        for line in deals:
            ok(line, db=str(path))
        return read(str(path))

    return call


def match(name: str, *lines: str, on: str = "2026-11-20") -> Lines:
    """A finished match of five under brisk."""
    return (f"start {name} --players {FIVE} --variant brisk --on {on}", *lines, "finish")


BRUNO, LOST = "deal bruno K carla 75", "deal bruno K carla 50"  # Bruno +2 or -2
DARIO = "deal dario K elena 75"


def test_deals_are_those_played(recorded: Record) -> None:
    # an even deal moves no units; Anna rests, or Fabio does
    for out, played in (("", "Bruno,Carla,Dario,Elena,Fabio"), (" --out fabio", FIVE)):
        table = stats.standings(recorded(f"deal bruno A carla 60{out}"))
        assert figures(table, "place", "player", "deals") == [(1, player, 1) for player in played.split(",")]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # what no deal of test_the_evening.py tells apart: a slam against the caller, a ruling that is no penalty,
        # an even deal played alone, as many deals in more matches
        ((CHIAMATA, "deal bruno K carla 0 --no-slam --times 2"), (CHIAMATA, "deal bruno K carla 0 --slam"),
         {"slams_suffered", "slams_defended"}),
        ((BRUNO, "adjust Carla=-4 --reason late"),
         (BRUNO, "penalty carla 4 --to nobody --reason late"), {"penalties"}),
        (("deal bruno A carla 60",), ("deal bruno A solo 60",), {"solo"}),
        ((*match("One", BRUNO, DARIO), *match("Last", BRUNO, on="2026-11-28")),
         (*match("One", BRUNO), *match("Two", DARIO, on="2026-11-21"), *match("Last", BRUNO, on="2026-11-28")),
         {"matches", "matches_ended"}),
    ],
)  # fmt: skip
def test_a_changed_fact_changes_these_standings_and_no_others(
    recorded: Record, one: Lines, other: Lines, expected: set[str]
) -> None:
    tables = stats.standings(recorded(*one)), stats.standings(recorded(*other))
    assert {name for name in tables[0] if figures(tables[0], name) != figures(tables[1], name)} == expected


REST = "deal carla K dario 75 --out bruno"
EVEN = "deal bruno A carla 60"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((BRUNO, LOST, LOST), (1, 2)),
        ((BRUNO, "redeal passed-out", BRUNO), (2, 0)),  # a redeal is skipped
        ((BRUNO, "adjust Bruno=-9 --reason x", BRUNO), (2, 0)),  # and so is a ruling
        ((BRISK, BRUNO, REST, "deal bruno K anna 75 --out dario"), (2, 0)),  # and a deal in which the player rests
        ((BRUNO, EVEN, BRUNO), (1, 0)),  # an even deal ends it
        ((*match("Later", BRUNO, LOST, on="2026-11-27"), *match("Earlier", BRUNO)), (2, 1)),  # by day, not by entry
    ],
)
def test_what_a_streak_skips_and_what_ends_it(recorded: Record, lines: Lines, expected: tuple[int, int]) -> None:
    start = () if lines[0].startswith("start") else (BRISK.replace(",Fabio", ""),)  # nobody rests
    assert figures(records(recorded(*start, *lines)), "win_streak", "loss_streak") == [expected]


def test_the_best_and_the_worst_match_are_the_earlier_ones_of_equals(recorded: Record) -> None:
    # +2, -2, +2, -2 units of Bruno's, a penalty of his own makes the last one the worst
    nights = (("One", BRUNO, 20), ("Two", LOST, 21), ("Three", BRUNO, 22), ("Four", LOST, 23))
    evenings = [line for name, deal, day in nights for line in match(name, deal, on=f"2026-11-{day}")]
    columns = ("best_match", "best_on", "best_units", "worst_match", "worst_on", "worst_units")
    assert figures(records(recorded(*evenings)), *columns) == [("One", "2026-11-20", 2, "Two", "2026-11-21", -2)]
    evenings.insert(-1, "penalty bruno 4 --reason late")
    assert figures(records(recorded(*evenings)), *columns) == [("One", "2026-11-20", 2, "Four", "2026-11-23", -6)]


def test_the_highest_bid_made_is_by_target_and_then_by_the_order_of_the_auction(recorded: Record) -> None:
    highest = ("highest_bid_made", "highest_bid_target")
    assert figures(records(recorded(CHIAMATA, "deal bruno 2 carla 75", BRUNO)), *highest) == [("2", 61)]
    assert figures(records(recorded(CHIAMATA, BRUNO, "deal bruno 2/71 carla 71")), *highest) == [("2/71", 71)]
    assert figures(records(recorded(CHIAMATA, BRUNO, "deal bruno 2/71 carla 70")), *highest) == [("K", 61)]


def test_the_place_moves_by_the_newest_day(recorded: Record) -> None:
    # One: Dario +2, Elena +1, the others -1. Two: Bruno +4, Carla +2, the others -2.
    # Before: Dario 1, Elena 2, Anna, Bruno, Carla 3. Now Bruno 3, Carla 1, Dario 0, Elena -1, Anna -3
    evenings = (*match("One", DARIO), *match("Two", "deal bruno K carla 75 --times 2", on="2026-11-27"))
    assert figures(stats.standings(recorded(*evenings)), "place", "player", "change", "units") == [
        (1, "Bruno", 2, 3),
        (2, "Carla", 1, 1),
        (3, "Dario", -2, 0),
        (4, "Elena", -2, -1),
        (5, "Anna", -2, -3),
    ]


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


def test_who_is_new_has_no_change_of_place(recorded: Record) -> None:
    second = f"start Two --players {FIVE.replace('Anna', 'Zoe')} --variant brisk --on 2026-11-27"
    table = stats.standings(recorded(*match("One", DARIO), second, BRUNO))
    assert figures(table[table["player"].isin(["Anna", "Zoe"])], "player", "change") == [("Anna", -2), ("Zoe", None)]
    # with two deals, or two matches, at least, Anna and Zoe are out, and everybody who is left is new
    frames = recorded(*match("One", DARIO), second, BRUNO)
    assert stats.standings(frames, min_deals=2)["change"].isna().all()
    assert stats.standings(frames, min_matches=2)["change"].isna().all()


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


def test_units_run_from_match_to_match(recorded: Record) -> None:
    frames = recorded(*match("One", DARIO), *match("Two", BRUNO, on="2026-11-27"))
    assert figures(stats.running_by_evening(frames.payouts)) == [(-1, -1, -1, 2, 1), (-2, 1, 0, 1, 0)]
    table = stats.match_units(frames.payouts)
    assert figures(table[table["player"] == "Dario"]) == [
        ("2026-11-20", 1, "Dario", 2, 2),
        ("2026-11-27", 2, "Dario", -1, 1),
    ]
