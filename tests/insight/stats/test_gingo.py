"""Gingo, whose players write card points on paper: its chances, what its bids pay, its deals under other tables."""

import json
from collections.abc import Callable

import pytest

from scorer.frames import Frames
from tests.fixtures import Ok

Play = Callable[..., Frames]
PEOPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena")
START = f"start Friday --players {','.join(PEOPLE)} --variant gingo --on 2026-11-20"
EVENING = (
    START,
    "deal anna 80 bruno made",  # on paper: Anna and Bruno 80
    "deal bruno 80 carla 60",  # Bruno and Carla -20, the others 120 - 60 = 60
    "deal bruno 70 solo 75",  # Bruno 2 x 70 = 140
    "deal bruno 120 solo 0",  # Bruno -120, the others 120
)
UNCOUNTED = "nobody counted, and there the count decides"
ALL_ON_ONE_SIDE = "all card points on one side, and nobody said whether all tricks were"
NO_SUCH_BID = "the bid is not in its auction"
PLAYED = (
    START,
    "deal anna 80 bruno made",
    "deal anna 80 bruno 70",
    "deal bruno 80 carla 90",
    "deal anna 61 solo 60",
    "deal anna 61 solo made",
    "deal anna 120 carla 120",
)


def test_the_chances_of_a_match_to_what_is_written_know_its_end(play: Play, ok: Ok) -> None:
    play(f"{START} --until paper:200", *EVENING[1:3])  # Anna 140
    assert "until somebody has 200 on paper" in ok("chances")


def test_what_a_bid_pays_counts_what_failed_contracts_lacked(play: Play, ok: Ok) -> None:
    # made six times: +240, +240, -160; failed four times by 10, 20, 4 and 5, by 9.75 on average:
    # u = 80 + 120 - 2 x 70.25 = 59.5, so -178.5, -178.5, +119
    failed = (f"deal anna 80 bruno {count}" for count in (70, 60, 76, 75))
    play(START, *["deal anna 80 bruno made"] * 6, *failed)
    ((row,),) = (table["rows"] for table in json.loads(ok("bids --pays --format json")))
    assert (row["made"], row["failed"], row["break_even"]) == (6, 4, pytest.approx(178.5 / (178.5 + 240)))
    chance = float(str(row["chance"]))
    assert row["units_caller"] == row["units_partner"] == pytest.approx(240 * chance - 178.5 * (1 - chance), abs=0.01)
    assert row["units_defender"] == pytest.approx(-160 * chance + 119 * (1 - chance), abs=0.01)


def test_by_the_clock_the_paper_decides_who_has_won(play: Play, ok: Ok) -> None:
    # Anna has +50 units, behind Dario's and Elena's +100, and 260 on paper, before their 180
    play(START + " --until time:23:30", *EVENING[1:], "penalty Anna 450 --to nobody --reason late")
    assert "Nothing is left to play: Anna has won." in ok("chances")


def recounted(answer: str) -> tuple[dict[object, object], dict[str, int]]:
    """Units of each player under another table, and how many deals are left out for which reason."""
    (table,) = json.loads(answer)
    left_out = {reason["why"]: reason["deals"] for reason in table["not_recounted"]}
    return {row["player"]: row["units"] for row in table["rows"]}, left_out


def test_deals_of_another_game_are_recounted_as_gingo_where_a_failed_one_was_counted(play: Play, ok: Ok) -> None:
    play(
        START.replace("gingo", "chiamata"),
        "deal anna A bruno 61 --called 'A coins'",  # 61: Anna and Bruno +183, the others -122; on paper 61
        "deal bruno 2/80 carla failed",
        "deal bruno 2/80 carla made",  # 80: Bruno and Carla +240, the others -160; on paper 80
        "deal carla K solo 40",  # 61 + 120 - 80 = 101: Carla -404, the others +101; on paper -21 and 80
        "deal carla K dario 0 --slam",  # 61 + 120 = 181: Carla and Dario -543, the others +362; on paper -61 and 120
        "deal dario 2/120 solo 120 --slam",  # 120: Dario +960, the others -240; on paper 240
    )
    units = {"Anna": 246, "Bruno": 646, "Carla": -1069, "Dario": 236, "Elena": -59}
    assert recounted(ok("recount --variant gingo --format json")) == (units, {UNCOUNTED: 1})
    assert f"2026-11-20  Friday  2     {UNCOUNTED}" in ok("recount --variant gingo --left-out")
    ok("edit 2 --result 70 --reason 'counted again'")  # 80 + 120 - 140 = 60: Bruno and Carla -180, the others +120
    units = {"Anna": 366, "Bruno": 466, "Carla": -1249, "Dario": 356, "Elena": 61}
    assert recounted(ok("recount --variant gingo --format json")) == (units, {})
    ok("match edit Friday --variant gingo --reason misread")
    sheet = ok("sheet --plain").splitlines()
    assert sheet[-2] == "Total: Bruno +466, Anna +366, Dario +356, Elena +61, Carla -1249"
    # Anna 61 + 50 + 80 + 120, Bruno 61 - 10 + 80 + 80 + 120, Carla -10 + 80 - 21 - 61, Dario 50 + 80 - 61 + 240
    assert sheet[-1] == "On paper: Anna 311, Bruno 331, Carla -12, Dario 309, Elena 250"
    assert ok("check") == ""


@pytest.mark.parametrize(
    ("variant", "units", "left_out"),
    [
        # u 1 whatever the bid, and no slam: every deal, Anna 2 - 2 - 1 - 4 + 4 + 2
        ("bastarda", [1, 1, 2, -2, -2], {}),
        # u 2 at 80; solo 4 and 1: Anna -4 - 2 - 4, Bruno -2 + 4 + 1, Carla 2 + 2 + 1
        ("punti", [-10, 3, 5, 1, 1], {UNCOUNTED: 2, ALL_ON_ONE_SIDE: 1}),
        # 60 at 61 is even; 120 at 120 is a slam by its card points, u 6 x 2: Anna -4 - 2 + 24, Bruno -2 + 4 - 12
        ("brisk", [18, -10, 16, -12, -12], {UNCOUNTED: 2}),
        ("rematada-points", None, {NO_SUCH_BID: 6}),
    ],
)
def test_deals_of_gingo_are_recounted_under_another_table_where_it_is_known_what_they_pay(
    variant: str, units: list[int] | None, left_out: dict[str, int], play: Play, ok: Ok
) -> None:
    play(*PLAYED)
    there, why = recounted(ok(f"recount --variant {variant} --format json"))
    assert (there, why) == (dict(zip(PEOPLE, units, strict=True)) if units else {}, left_out)
