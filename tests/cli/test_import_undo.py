"""An import is one step: undo takes all of it back, redo brings it again, and neither touches a record."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from scorer.match.sheet import Sheet
from tests.running import refused

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Ask = Callable[[str], list[tuple[Any, ...]]]
FIVE = "Anna,Bruno,Carla,Dario,Elena"
HEAD = "match,on,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"


@pytest.fixture
def season(tmp_path: Path) -> str:
    """Two matches, three deals."""
    path = tmp_path / "season.csv"
    lines = [f"{match},2026-01-09,Anna,K,Elena,61,{FIVE}" for match in ("January", "January", "More")]
    path.write_text("\n".join([HEAD, *lines]) + "\n", encoding="utf-8")
    return str(path)


def test_undo_takes_all_of_it_back_and_redo_brings_it_again(
    ok: Ok, say: Say, season: str, sheet: Callable[..., Sheet], rows: Ask
) -> None:
    ok(["import", season])
    records = rows("SELECT * FROM record")
    assert ok("undo") == "Undone: imported 3 records of 2 matches from season.csv\n"
    assert say("sheet January").returncode == 4
    assert "No match is open" in ok("")
    assert "nothing to undo" in say("undo").stderr
    assert ok("redo").startswith("Done again: imported 3 records of 2 matches from season.csv\n")
    assert sheet("January").running == {"Anna": 4, "Bruno": -2, "Carla": -2, "Dario": -2, "Elena": 2}
    assert sheet("More").running["Anna"] == 2
    assert rows("SELECT * FROM record") == records
    assert "nothing to redo" in say("redo").stderr
    ok("undo")
    ok("redo")
    assert sheet("January").match.sitting.finished


def test_undone_it_can_be_imported_again_and_not_done_again(ok: Ok, say: Say, season: str) -> None:
    ok(["import", season])
    ok("undo")
    ok(["import", season])
    assert "nothing to redo" in say("redo").stderr
    assert ok("undo").startswith("Undone: imported 3")


def test_it_does_not_come_back_beside_a_match_of_its_name(ok: Ok, say: Say, season: str) -> None:
    """The new match is not among the steps that redo looks at from another open table."""
    ok(f"start Other --players {FIVE} --on 2026-01-10")
    ok(["import", season])
    ok("undo")
    ok(f"start More --players {FIVE} --on 2026-01-09")
    refused = say("redo --match Other")
    assert refused.returncode == 3
    assert "there is a match 'More' on 2026-01-09 by now: the import cannot come back" in refused.stderr


def test_other_matches_stay_and_their_steps_can_be_undone_below_it(
    table: None, ok: Ok, say: Say, season: str, sheet: Callable[..., Sheet]
) -> None:
    ok(["import", season])
    assert ok("undo 2").splitlines()[:2] == [
        "Undone: imported 3 records of 2 matches from season.csv",
        "Undone: 3: All passed: nobody pays",
    ]
    assert [record.number for record in sheet("Friday").records] == [1, 2]


def test_a_match_that_was_changed_since_holds_the_import(table: None, ok: Ok, say: Say, season: str) -> None:
    ok(["import", season])
    ok('void 1 --match January --reason "not ours"')
    refused = say("undo")
    assert refused.returncode == 3
    assert "January (match 2) came in with the import and was changed since; scorer undo --match 2" in refused.stderr
    assert ok("undo --match 2").startswith("Undone: voided 1")
    assert ok("undo").startswith("Undone: imported 3")
    assert say("sheet January").returncode == 4
    ok("redo --match Friday")
    assert "Anna" in ok("sheet January")


def test_a_reopened_match_is_closed_again_first(ok: Ok, season: str, say: Say) -> None:
    ok(["import", season])
    ok("reopen January")
    ok("deal anna K elena 61 --match January")
    refused(
        say("undo 3 --match January"),
        3,
        "this was done in several matches: imported 3 records of 2 matches",
        "scorer undo, without a match, takes it back",
    )
    assert ok("undo 2 --match January").splitlines()[:2] == [
        "Undone: 3: Anna called the king with Elena and made 61: Anna +2, Elena +1, the others -1 each",
        "Undone: match reopened",
    ]
    assert ok("undo").startswith("Undone: imported 3 records of 2 matches from season.csv")
    assert "nothing to undo" in say("undo").stderr


def test_players_of_an_undone_import_can_be_merged(ok: Ok, season: str) -> None:
    """Its matches are gone, so that nobody sat with anybody."""
    ok(["import", season])
    ok("undo")
    assert "Anna" in ok("player merge Anna Bruno")


def test_the_history_tells_of_an_import(ok: Ok, season: str) -> None:
    ok(["import", season])
    told = ok("history --match January").splitlines()
    assert [line[18:] for line in told] == [
        "imported with 2 records",
        "imported 3 records of 2 matches from season.csv",
    ]


def test_on_a_server_an_import_is_taken_back_too(ok: Ok, say: Say, season: str, database: str) -> None:
    ok(["import", season], db=database)
    ok('void 1 --match January --reason "not ours"', db=database)
    ok("undo --match January", db=database)
    ok("undo", db=database)
    assert say("sheet January", db=database).returncode == 4
    ok("redo", db=database)
    ok(["import", season])
    assert ok("standings", db=database) == ok("standings")


def test_with_several_open_tables_an_import_could_not_be_taken_back(ok: Ok, say: Say, season: str) -> None:
    ok(f"start Kitchen --players {FIVE} --on 2026-01-10")
    ok("start Garden --players Gina,Hans,Ines,Jan,Kim --on 2026-01-10")
    ok(["import", season])
    assert ok("undo") == "Undone: imported 3 records of 2 matches from season.csv\n"
    assert "several matches are open" in say("undo").stderr
    assert ok("redo").startswith("Done again: imported 3 records")
    ok("deal anna K elena 61")
    assert "several matches are open" in say("undo").stderr
