"""An import is one step: undo takes all of it back, redo brings it again, and neither touches a record."""

from collections.abc import Callable

import pytest

from scorer.match.sheet import Sheet
from tests.fixtures import FIVE, AskRows, Ok, Say
from tests.imports import Csv
from tests.running import refused

HEAD = "match,on,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"


@pytest.fixture
def season(csv: Csv) -> str:
    """Two matches, three deals."""
    lines = (f"{match},2026-01-09,Anna,K,Elena,61,{FIVE}" for match in ("January", "January", "More"))
    return csv(HEAD, *lines, name="season.csv")


def test_undo_takes_all_of_it_back_and_redo_brings_it_again(
    ok: Ok, say: Say, season: str, sheet: Callable[..., Sheet], rows: AskRows
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


def test_undone_it_can_be_imported_again_and_does_not_come_back_beside_a_match_of_its_name(
    ok: Ok, say: Say, season: str
) -> None:
    for _ in range(2):
        ok(["import", season])
        refused(say("redo"), 4, "nothing to redo\n")
        assert ok("undo").startswith("Undone: imported 3")
    ok(f"start More --players {FIVE} --on 2026-01-09")
    refused(say("redo"), 4, "nothing to redo\n")


def test_after_an_import_with_voids_in_two_of_its_matches_the_second_undo_named_the_import(
    ok: Ok, say: Say, season: str
) -> None:
    ok(["import", season])
    export = ok("export deals")
    ok('void 1 --match January --reason "not ours"')
    ok('void 1 --match More --reason "not ours"')
    ok('void 2 --match January --reason "not ours"')
    for number, match in ((2, "January"), (1, "More"), (1, "January")):
        lines = ok("undo").splitlines()
        assert lines[0].startswith(f"Undone: voided {number}: Anna called the king")
        assert lines[1].startswith(f"{match} (match ")
    assert ok("export deals") == export
    assert ok("undo") == "Undone: imported 3 records of 2 matches from season.csv\n"
    refused(say("undo"), 4, "nothing to undo")
    for done in ("imported 3", "voided 1", "voided 1", "voided 2"):
        assert ok("redo").startswith(f"Done again: {done}")


def test_under_an_open_match_the_import_is_asked_for(table: None, ok: Ok, say: Say, season: str) -> None:
    ok(["import", season])
    imported = "nothing is undone: Friday is open, and this was not done there: "
    ways = "scorer --yes undo takes it back; scorer undo --match 1 takes back what was done last at Friday"
    refused(say("undo"), 4, imported, f"imported 3 records of 2 matches from season.csv; {ways}")
    ok('void 1 --match January --reason "not ours"')
    refused(
        say("undo"), 4, "January (match 2): voided 1: ", "scorer undo --match 2 takes it back; scorer undo --match 1"
    )
    assert ok("undo --match 2").startswith("Undone: voided 1")
    assert say("--yes undo").stdout.startswith("Undone: imported 3")
    assert say("sheet January").returncode == 4
    refused(say("redo"), 4, "nothing is redone: Friday is open", "scorer --yes redo does it again\n")
    assert say("--yes redo").returncode == 0
    assert "Anna" in ok("sheet January")


def test_with_several_open_tables_an_import_could_not_be_taken_back(ok: Ok, say: Say, season: str) -> None:
    ok(f"start Kitchen --players {FIVE} --on 2026-01-10")
    ok("start Garden --players Gina,Hans,Ines,Jan,Kim --on 2026-01-10")
    ok(["import", season])
    refused(say("undo"), 4, "several matches are open (1 Kitchen, 2 Garden)", "; scorer --yes undo takes it back\n")
    assert say("--yes undo").stdout == "Undone: imported 3 records of 2 matches from season.csv\n"
    assert say("--yes redo").stdout.startswith("Done again: imported 3 records")
