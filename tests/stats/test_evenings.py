"""Evenings, and two players beside each other: three days at two tables, worked by hand.

Chiamata, of which a deal for the ace at 61 pays the caller 2, the partner 1 and costs each of the others 1; lost the
other way round.

                          Anna  Bruno  Carla  Dario  Elena  Fabio
 1 Nov  One    deal 1       2      1     -1     -1     -1
               deal 2      -1     -1      2      1     -1
        Two    deal 1       1      .      2     -1     -1     -1
                            2      0      3     -1     -3     -1
 2 Nov  Three  deal 1       .      2      1     -1     -1     -1
 3 Nov  Four   deal 1      -2      1     -1      1      1
               penalty      1     -4      1      1      1
                           -1     -3      0      2      2
 4 Nov  Five   adjustment  -5      5      .      .      .
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.frames import Frames
from tests import core_stats as stats
from tests.figures import figures
from tests.fixtures import FIVE, Ok
from tests.running import recorded

Read = Callable[..., Frames]
LINES = (
    f"start One --players {FIVE} --on 2026-11-01", "deal anna A bruno 61", "deal carla A dario 61", "finish",
    "start Two --players Anna,Carla,Dario,Elena,Fabio --on 2026-11-01", "deal carla A anna 61", "finish",
    "start Three --players Bruno,Carla,Dario,Elena,Fabio --on 2026-11-02", "deal bruno A carla 61", "finish",
    f"start Four --players {FIVE} --on 2026-11-03", "deal anna A carla 60", "penalty bruno 4 --reason late", "finish",
    f"start Five --players {FIVE} --on 2026-11-04", "adjust Anna=-5,Bruno=5 --reason ruling",
)  # fmt: skip


@pytest.fixture(scope="session")
def three_days(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return recorded(tmp_path_factory.mktemp("days") / "days.db", LINES)


@pytest.fixture
def frames(three_days: bytes, book_path: Path, read: Read) -> Frames:
    book_path.write_bytes(three_days)
    return read()


def test_an_evening_is_a_day_of_who_played_with_everything_of_that_day(frames: Frames) -> None:
    table = stats.evenings(frames.payouts)
    assert figures(table[table["player"] == "Anna"]) == [
        ("2026-11-01", 2, "Anna", 2, 2),  # 2 - 1 at one table, 1 at the other, which was the last
        ("2026-11-03", 4, "Anna", -1, 1),  # -2, and 1 of Bruno's penalty; the ruling of the 4th makes no evening
    ]
    assert figures(table[table["on"] == "2026-11-01"], "player", "match_id", "units") == [
        ("Anna", 2, 2), ("Bruno", 1, 0), ("Carla", 2, 3), ("Dario", 2, -1), ("Elena", 2, -3), ("Fabio", 2, -1),
    ]  # fmt: skip


def test_units_of_a_day_without_an_evening_run_on(frames: Frames, ok: Ok, read: Read) -> None:
    ok(f"start Six --players {FIVE} --on 2026-11-05")
    ok("deal anna A bruno 61 --match Six")
    table = stats.evenings(read().payouts)
    # Anna 1 after three evenings, then the ruling of -5, then 2 more
    assert figures(table[table["player"] == "Anna"], "units", "running")[-1] == (2, -2)


def test_a_player_of_two_evenings_in_four_days_was_a_few_splinters_on_an_axis_of_everybody(frames: Frames) -> None:
    table = stats.running_of(frames.payouts, ["Fabio"])
    # One of the 1st is another table; Two and Three are his own; on the 3rd and the 4th he was not there
    assert figures(table) == [(-1.0,), (-2.0,)]
    assert [day.day for day in table.index.get_level_values("on")] == [1, 2]


def test_the_line_of_two_players_has_a_gap_where_one_was_not_there_and_no_place_where_both_were_not(
    frames: Frames,
) -> None:
    table = stats.running_of(frames.payouts, ["Elena", "Fabio"])
    # One: -1 and -1 for Elena; Two and Three: -1 for both; Four: 1 and 1 for Elena alone; Five moved nothing of either
    assert figures(table) == [(-1, 0), (-2, 0), (-3, -1), (-4, -2), (-3, None), (-2, None)]


def test_two_players_run_from_their_first_evening_together(ok: Ok, read: Read) -> None:
    for line in LINES[7:]:  # the 2nd without Anna, then the 3rd and the 4th
        ok(line)
    table = stats.running_of(read().payouts, ["Anna", "Bruno"])
    # Bruno's 2 of the day before do not count: 1, then -4 for the penalty, then the ruling
    assert figures(table) == [(-2.0, 1.0), (-1.0, -3.0), (-6.0, 2.0)]
    assert [day.day for day in table.index.get_level_values("on")] == [3, 3, 4]
    assert stats.running_of(read().payouts, ["Anna", "Fabio"]).empty  # never at one evening


def test_the_evenings_of_both_say_who_was_ahead_and_by_how_much(frames: Frames) -> None:
    assert figures(stats.meetings(frames, "Anna", "Bruno")) == [
        ("2026-11-01", 2, 2, 0, 2),
        ("2026-11-03", 4, -1, -3, 2),
    ]
    # Fabio sat at the other table on the 1st, at one table with Elena on the 2nd
    assert figures(stats.meetings(frames, "Elena", "Fabio")) == [
        ("2026-11-01", 2, -3, -1, -2),
        ("2026-11-02", 3, -1, -1, 0),
    ]


def test_head_to_head_counts_evenings_and_the_deals_of_both(frames: Frames) -> None:
    table = stats.head_to_head(frames, "Anna", "Bruno")
    columns = ("evenings", "ahead", "behind", "level")
    assert figures(table, *columns) == [(2, 2, 0, 0)]
    # One 1 together: 2 and 1; One 2 both defend: -1 each; Four 1 against each other: -2 and 1; Two and Three with one
    assert figures(table, "with_deals", "with_units", "with_other_units") == [(2, 1, 0)]
    assert figures(table, "against_deals", "against_units", "against_other_units") == [(1, -2, 1)]
    assert figures(table, "swing", "swing_on", "swing_match_id", "swing_number") == [(-3, "2026-11-03", 4, 1)]
    assert figures(stats.head_to_head(frames, "Elena", "Fabio"), *columns) == [(2, 0, 1, 1)]


def test_of_equal_swings_the_earlier_one_is_named(frames: Frames) -> None:
    # Anna and Carla: 3 in One 1, -3 in One 2, -1 in Two 1, -1 in Four 1
    table = stats.head_to_head(frames, "Anna", "Carla")
    assert figures(table, "swing", "swing_match_id", "swing_number") == [(3, 1, 1)]


def test_who_never_met_has_no_swing(frames: Frames) -> None:
    table = stats.head_to_head(frames, "Anna", "Nobody")
    assert figures(table) == [(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, None, 0, 0)]
