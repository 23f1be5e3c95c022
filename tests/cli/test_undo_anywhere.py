"""undo without a match takes back what was done last in the scorebook; elsewhere than at the open match it asks."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.match.sheet import Sheet
from tests.running import refused

Asked = Callable[..., tuple[int, str]]

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
ReadSheet = Callable[..., Sheet]
FIVE = "Anna,Bruno,Carla,Dario,Elena"


@pytest.fixture
def tonight(ok: Ok) -> None:
    """Old is finished, Tonight has a deal; then the deal of Old is edited, by mistake."""
    ok(f"start Old --players {FIVE} --on 2026-11-01")
    ok("deal anna K bruno 70")
    ok("finish")
    ok(f"start Tonight --players {FIVE}")
    ok("deal carla K dario 70")
    ok("edit 1 --match Old --result 50 --reason x")


def test_undo_of_a_wrong_edit_elsewhere_took_tonights_deal_back(
    tonight: None, ok: Ok, say: Say, sheet: ReadSheet
) -> None:
    refused(
        say("undo"), 4, "nothing is undone: Tonight is open, and this was not done there: ",
        "  Old (match 1): edited 1: result 70 -> 50; ", "; scorer undo --match 1 takes it back; scorer undo --match 2 "
        "takes back what was done last at Tonight\n",
    )  # fmt: skip
    assert (len(sheet("Tonight").records), sheet("Old").records[0].card_points) == (1, 50)
    assert ok("undo --match 1").startswith("Undone: edited 1: result 70 -> 50; ")
    refused(say("redo"), 4, "nothing is redone: Tonight is open", "scorer redo --match 1 does it again\n")
    assert ok("undo").startswith("Undone: 1: Carla called the king with Dario and made 70")  # at the open match
    assert ok("redo").startswith("Done again: 1: Carla called the king with Dario")
    assert ok("redo --match Old").startswith("Done again: edited 1")
    refused(say("undo"), 4, "Old (match 1): edited 1")  # done again last, and so the newest


def test_a_terminal_shows_what_where_and_when_and_asks(tonight: None, ok: Ok, sheet: ReadSheet, asked: Asked) -> None:
    code, screen = asked(["undo"], [("Take that back? [y/N]", "n")])
    assert (code, sheet("Old").records[0].card_points) == (1, 50), screen
    assert "Tonight is open, and this was not done there:\n" in screen
    code, screen = asked(["undo", "2"], [("Take that back? [y/N]", "y")])
    assert code == 0, screen
    lines = [line[20:] for line in screen.splitlines() if line.startswith("  20")]
    assert lines[0].startswith("Old (match 1): edited 1: result 70 -> 50")
    assert lines[1].startswith("Tonight (match 2): 1: Carla called the king with Dario and made 70")
    assert (sheet("Old").records[0].card_points, sheet("Tonight").records) == (70, ())
    code, screen = asked(["redo", "2"], [("Do that again? [y/N]", "y")])
    assert (code, sheet("Old").records[0].card_points, len(sheet("Tonight").records)) == (0, 50, 1), screen


def test_undo_of_a_void_in_a_finished_match_reopened_the_one_that_was_finished_last(
    ok: Ok, say: Say, sheet: ReadSheet
) -> None:
    for name in ("One", "Two"):
        ok(f"start {name} --players {FIVE} --on 2026-11-01")
        ok("deal anna K bruno 70")
        ok("finish")
    ok("void 1 --match One --reason x")
    refused(say("undo 2"), 4, "nothing is undone: this was not all done at one match: ", "; scorer --yes undo 2 takes")
    assert ok("undo").splitlines()[:2] == [
        "Undone: voided 1: Anna called the king with Bruno and made 70: Anna +2, Bruno +1, the others -1 each",
        "One (match 1), 2026-11-01, Briscola Chiamata, league main",
    ]
    assert sheet("Two").match.sitting.finished
    assert ok("undo").splitlines()[0] == "Undone: match finished"  # of Two, as whoever just finished it expects
    assert not sheet("Two").match.sitting.finished


def test_undo_of_a_void_took_back_an_older_merge(ok: Ok, sheet: ReadSheet) -> None:
    ok(f"start One --players {FIVE}")
    ok("deal anna K bruno 70")
    ok("finish")
    ok("start Two --players Anne,Bruno,Carla,Dario,Elena --on 2026-11-02")
    ok("finish Two")
    ok("player merge Anne Anna")
    ok("void 1 --match One --reason x")
    assert ok("undo").startswith("Undone: voided 1")
    assert (len(sheet("One").records), sheet("Two").seats[0]) == (1, "Anna")
    assert ok("undo") == "Undone: player Anne merged into Anna\n"
    assert sheet("Two").seats[0] == "Anne"


def test_a_refusal_named_a_command_that_takes_the_match_away_and_was_refused(ok: Ok, say: Say) -> None:
    ok("start Old --players ana,Bruno,Carla,Dario,Elena --on 2026-11-01")
    ok("finish Old")
    ok(f"start Two --players {FIVE}")  # only its start stands
    ok("player merge ana Anna")
    refused(say("undo"), 4, "player ana merged into Anna; scorer --yes undo takes it back\n")
    ok("deal anna K bruno 70")
    ok("player rename Elena Elisa")
    refused(say("undo"), 4, "; scorer undo --match 2 takes back what was done last at Two\n")
    refused(say("undo 2"), 4, "; scorer --yes undo 2 takes it back\n")  # the start is the second of Two


def test_the_only_step_to_undo_was_refused_too(ok: Ok, say: Say, tmp_path: Path) -> None:
    path = tmp_path / "old.csv"
    path.write_text("match,on,caller,bid,partner,card_points\nJanuary,2026-01-09,Anna,K,Elena,61\n", encoding="utf-8")
    ok(f"start One --players {FIVE}")
    ok(["import", str(path), "--players", FIVE])
    unnamed = "imported 1 record of 1 match from old.csv; scorer --yes undo, without a match, takes it back once"
    refused(say("undo --match 2"), 3, "this was done in several matches: ", unnamed)
    refused(say("--yes undo --match 2 2"), 3, "this was done in several matches: ", unnamed)
    assert say("--yes undo").stdout == "Undone: imported 1 record of 1 match from old.csv\n"


def test_the_line_after_an_import_and_after_a_merge_named_an_undo_that_was_refused(
    ok: Ok, tmp_path: Path, say: Say
) -> None:
    path = tmp_path / "old.csv"
    path.write_text("match,on,caller,bid,partner,card_points\nJanuary,2026-01-09,Anne,K,Elena,61\n", encoding="utf-8")
    imported = ["import", str(path), "--players", "Anne,Bruno,Carla,Dario,Elena"]
    assert ok(imported).endswith(". scorer undo takes it back.\n")  # nothing is open: unasked
    assert ok("undo").startswith("Undone: imported 1")
    ok(f"start One --players {FIVE}")
    assert ok(imported).endswith(". scorer --yes undo takes it back.\n")
    assert ok("player merge Anne Anna").endswith("; scorer --yes undo takes that back.\n")
    assert say("--yes undo").stdout == "Undone: player Anne merged into Anna\n"
    assert say("--yes undo").stdout == "Undone: imported 1 record of 1 match from old.csv\n"


def test_redo_said_of_what_was_undone_last_that_it_was_done_last(tonight: None, ok: Ok, say: Say) -> None:
    ok("undo --match Old")
    refused(say("redo"), 4, "Tonight is open, and this was not undone there: ", "scorer redo --match 1 does it again\n")
    ok(f"start Late --players {FIVE} --on 2026-11-30")
    ok("deal anna K bruno 70 --match Late")
    ok("undo --match Late")
    several = "several matches are open (2 Tonight, 3 Late), and this was undone last: "
    refused(say("redo"), 4, several, "scorer redo --match 3 does it again\n")  # and nothing was undone at Tonight
    ok("undo --match Tonight")
    refused(say("redo"), 4, several, "match 2 does it again; scorer redo --match 3 does again what was undone last at")
    ok("redo --match Late")
    ok("redo --match Tonight")
    ok("edit 1 --match Old --result 50 --reason x")
    refused(say("undo"), 4, "; scorer undo --match MATCH takes back what was done last at one that is open\n")


def test_the_history_of_the_scorebook_forgot_what_was_taken_back_with_its_match(ok: Ok, say: Say) -> None:
    ok("start Fri --players Anne,Bruno,Carla,Dario,Elena")
    ok("deal anne K bruno 70")
    deal = "1: Anne called the king with Bruno and made 70: Anne +2, Bruno +1, the others -1 each"
    undone = say("--yes undo 2").stdout
    assert undone == f"Undone: Fri (match 1): {deal}\nUndone: Fri (match 1): match started\n"
    assert [line[18:] for line in ok("history --all").splitlines()] == [
        "Fri (match 1): match started  [undone]",
        f"Fri (match 1): {deal}  [undone]",
        f"Fri (match 1): undo: {deal}",
        "Fri (match 1): undo: match started",
    ]
    ok("start Sat --players Anna,Gina,Hans,Ines,Jan")
    ok("player merge Bruno Anna")  # at the table that is gone were both
    ok("player merge Anne Anna")
    assert "Fri (match 1): undo: match started" in ok("history --all")
