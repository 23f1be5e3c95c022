"""Void, edit and adjustments: what a correction changes, what it says, and what it refuses."""

from pathlib import Path

import pytest

from tests.fixtures import FIVE, AskRows, Environment, Ok, ReadSheet, Say
from tests.running import answer, refused

ANNA = {"Anna": 2, "Bruno": -1, "Carla": -1, "Dario": -1, "Elena": 1}
STEPS = "SELECT id, action FROM step ORDER BY id"
DEAL = "deal anna K elena 61"  # Anna +2, Elena +1, the others -1


def test_an_edit_to_all_card_points_did_not_ask_for_the_slam(
    friday: None, ok: Ok, environment: Environment, sheet: ReadSheet
) -> None:
    ok(DEAL)
    words = ["edit", "1", "--result", "120", "--reason", "recount"]
    code, shown = answer(environment, words, [("did one side take every trick", "y")])
    assert code == 0, shown
    assert "Edited 1: result 61 -> 120, slam no -> yes" in shown
    assert sheet().running == {"Anna": 4, "Bruno": -2, "Carla": -2, "Dario": -2, "Elena": 2}  # the slam doubles


def test_a_void_named_deals_that_count_nothing_because_of_it(say: Say, ok: Ok) -> None:
    ok(f"start Brisk --players {FIVE} --variant brisk")
    ok("redeal passed-out")  # 1
    ok(DEAL)  # 2 counts double because of 1
    ok("redeal passed-out")  # 3
    ok(f"{DEAL} --times 1")  # 4 counts once by agreement
    ok("redeal passed-out")  # 5
    ok(f"{DEAL} --times 3")  # 6 counts triple by agreement: 5 would make it double
    assert "deal 2 (counts double, would count once now) stays as recorded" in say("void 1 --reason x").stderr
    assert say("void 3 --reason x").stderr == ""
    assert say("void 5 --reason x").stderr == ""


def test_an_edit_could_not_clear_a_note_or_a_card(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok("deal anna 2 elena 61 --note hello --called '2 coins'")
    assert "Edited 1: note hello -> none\n" in ok(["edit", "1", "--note", "", "--reason", "r"])
    assert (sheet().record(1).note, sheet().record(1).called) == ("", "2 coins")
    assert "Edited 1: called 2 coins -> none\n" in ok(["edit", "1", "--called", "", "--reason", "r"])
    assert (sheet().record(1).called, sheet().running) == (None, ANNA)


@pytest.mark.parametrize("words", ["--bonus 40", "--more-cards anna", "--called ''", "--times 2", "--no-slam"])
def test_a_fact_of_a_deal_was_left_out_unnoticed_where_a_redeal_was_edited(
    friday: None, say: Say, ok: Ok, sheet: ReadSheet, words: str
) -> None:
    ok("redeal misdeal")
    refused(say(f"edit 1 {words} --note late --reason r"), 3, "1 is a redeal (misdeal): void it, and record the deal")
    assert sheet().record(1).note == ""


@pytest.mark.parametrize("words", ["", "--partner elena", "--result 61/59", "--note ''", "--times 1 --no-slam"])
def test_an_edit_that_changes_nothing_wrote_a_step(friday: None, say: Say, ok: Ok, rows: AskRows, words: str) -> None:
    ok(DEAL)
    steps = rows(STEPS)
    refused(say(f"edit 1 {words} --reason r"), 3, "nothing changes in 1")
    assert rows(STEPS) == steps


def test_an_adjustment_of_two_who_had_left_could_not_come_in_again(ok: Ok, say: Say, tmp_path: Path) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok(DEAL)
    ok("seats Anna,Bruno,Carla,Dario,Fabio")
    ok('adjust "Elena=-3,Anna=3" --reason "what the sheet said"')
    ok(["export", "all", "--out", str(tmp_path / "all")])
    assert "Imported 2 records" in ok(["import", str(tmp_path / "all")], db=str(tmp_path / "again.db"))


def test_an_adjustment_of_more_than_a_table_was_a_fault_of_the_program(ok: Ok, say: Say) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok(DEAL)
    ok("seats Gina,Hans,Ines,Jan,Kim")
    eight = ",".join(f"{name}=1" for name in (FIVE + ",Gina,Hans,Ines").split(","))
    refused(say(["adjust", eight, "--reason", "x"]), 3, "8 players: at most 7 in one adjustment")
