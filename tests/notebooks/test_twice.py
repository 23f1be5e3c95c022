"""A second import of the same evenings, however they are kept: deals, a column for each player, sums."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.match.sheet import Sheet
from tests.evening_twice import HEAD, IS_THERE, LINES, TAKE_ALL, UNITS, is_refused, renamed, typed_evening
from tests.fixtures import FIVE, Ok, Say
from tests.imports import Csv, Importer

Match = Callable[..., Sheet]
WIDE = f"Data,{FIVE}"
EVENING, LATER = "2026-01-09,3,-6,5,-4,2", "2026-01-16,-5,2,1,1,1"
RUNNING = ("2026-01-09,2,-1,-1,-1,1", "2026-01-09,4,-5,1,-3,3", "2026-01-09,3,-6,5,-4,2")  # the sums of UNITS
# how the evening may be kept: lines, options of the import, what its match is called
KEPT = {
    "deals": ((HEAD, *LINES), "", "Club"),
    "a column for each player": ((WIDE, *(f"2026-01-09,{units}" for units in UNITS)), "--as wide", "Evening"),
    "running totals": ((WIDE, *RUNNING), "--as wide", "Evening"),
    "evenings": ((WIDE, EVENING), "--as evenings", "Evening"),
    "a row for each player": (
        ("Data,Giocatore,Punti",
         *(f"2026-01-09,{who},{got}" for who, got in zip(FIVE.split(","), (3, -6, 5, -4, 2), strict=True))),
        "--as evenings", "Evening"),
}  # fmt: skip


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A scorebook with the evening as it was typed at the table."""
    return typed_evening(tmp_path_factory.mktemp("typed") / "evening.db")


@pytest.fixture
def friday(typed: bytes, book_path: Path) -> None:
    """That evening in the scorebook of the test."""
    book_path.write_bytes(typed)


@pytest.mark.parametrize("kept", KEPT)
def test_what_is_there_is_not_imported_beside_it_however_the_two_are_kept(
    kept: str, friday: None, say: Say, ok: Ok, csv: Csv, tmp_path: Path
) -> None:
    lines, options, name = KEPT[kept]
    command = f"import {csv(*lines)} {options}"
    before = ok("matches")
    for command_line in (command, f"{command} --dry-run"):
        is_refused(say, command_line, IS_THERE.format(name, "Friday"), TAKE_ALL)
    assert ok("matches") == before
    ok(f"{command} --twice")
    assert ok("standings").count("+10") == 1  # Carla has 5 and 5
    there = str(tmp_path / "there.db")
    ok(command, db=there)
    for here in ("deals", "evenings"):
        lines, options, other = KEPT[here]
        words = "" if here == "deals" else "--match Elsewhere"
        again = say(f"import {csv(*renamed(lines, 'Elsewhere'), name='here.csv')} {options} {words}", db=there)
        assert (again.returncode, IS_THERE.format("Elsewhere", name) in again.stderr) == (3, True), other


def test_an_evening_of_several_matches_of_a_day_is_known_by_their_sum(say: Say, ok: Ok, csv: Csv) -> None:
    split = (*renamed(LINES[:1], "Early"), *renamed(LINES[1:], "Late"))
    ok(f"import {csv(HEAD, *split)}")
    is_refused(
        say, f"import {csv(WIDE, EVENING)} --as evenings", IS_THERE.format("Evening", "Early and Late"), TAKE_ALL
    )
    ok("undo")
    ok(f"import {csv(WIDE, EVENING)} --as evenings")
    both_are = IS_THERE.format("Early and Late", "Evening").replace(" is ", " are ")
    is_refused(say, f"import {csv(HEAD, *split)}", both_are, TAKE_ALL)


def test_other_units_another_day_or_other_people_are_another_evening(friday: None, ok: Ok, csv: Csv) -> None:
    for line in ("2026-01-10,3,-6,5,-4,2", "2026-01-09,3,-6,5,-5,3"):
        ok(f"import {csv(WIDE, line)} --as evenings")
    ok(f"import {csv(WIDE.replace('Elena', 'Fabio'), EVENING)} --as evenings --match Others")


def test_an_import_of_which_a_part_is_there_is_refused_whole_and_comes_in_without_it(
    friday: None, say: Say, ok: Ok, csv: Csv, sheet: Match
) -> None:
    is_there = IS_THERE.format("Evening", "Friday")
    rest = f"without the lines of what is there the rest comes in; {TAKE_ALL}"
    is_refused(say, f"import {csv(WIDE, EVENING, LATER)} --as evenings", is_there, rest)
    # of running totals no line can be taken away: 3-5, -6+2, 5+1, -4+1, 2+1
    totals = csv(WIDE, EVENING, "2026-01-16,-2,-4,6,-3,3")
    apart = (
        f"no line of running totals can be left out: put what the new evenings brought in a file of its own; {TAKE_ALL}"
    )
    is_refused(say, f"import {totals} --as evenings --units running", is_there, apart)
    ok(f"import {csv(WIDE, LATER)} --as evenings")
    assert sheet("Evening").running["Anna"] == -5


def test_what_has_the_name_of_a_match_that_is_there_gets_one_that_is_free_where_it_shall_come_in_twice(
    ok: Ok, say: Say, csv: Csv, sheet: Match
) -> None:
    ok(f"import {csv(WIDE, EVENING)} --as evenings")
    for number in (2, 3):
        done = say(f"import {csv(WIDE, EVENING)} --as evenings --twice")
        assert f"Evening on 2026-01-09 is in league main already: this one is called Evening {number}" in done.stderr
        assert sheet(f"Evening {number}").running["Carla"] == 5


def test_an_evening_that_was_put_right_since_came_in_beside_itself_without_a_word(
    friday: None, say: Say, csv: Csv
) -> None:
    corrected = csv(WIDE, "2026-01-09,4,-6,4,-4,2", LATER)  # Anna has one more, Carla one less; the later one is new
    done = say(f"import {corrected} --as evenings --units gained")
    look = "with other units: look whether it is the same evening"
    assert f"2026-01-09: Evening has the players of Friday, which is there {look}\n" in done.stderr
    assert (done.returncode, done.stderr.count("look whether")) == (0, 1)


WITHIN = {
    "two lines of an evening": ((WIDE, EVENING, LATER, EVENING), "--as evenings"),
    "deals that were pasted a second time": (
        (*KEPT["a column for each player"][0], *KEPT["a column for each player"][0][1:]), "--as wide"),
}  # fmt: skip


@pytest.mark.parametrize("name", WITHIN)
def test_a_table_that_has_an_evening_twice_is_refused(name: str, csv: Csv, importer: Importer) -> None:
    lines, options = WITHIN[name]
    importer.refused(csv(*lines), options, "2026-01-09: Evening stands twice in this file")
    importer.came(csv(*lines), f"{options} --twice")


def test_what_a_table_is_taken_for_did_not_show_the_deals_of_its_evenings(say: Say, csv: Csv) -> None:
    shown = say(f"import {csv(f'{WIDE},smazzate', f'{EVENING},26')} --as evenings --dry-run").stderr
    assert "line 2: 2026-01-09 sheet 26 deals; Anna 3, Bruno -6" in shown


@pytest.mark.parametrize(("typed_in", "code", "carla"), [("n", 1, 5), ("y", 0, 10)])
def test_on_a_terminal_it_is_asked(
    typed_in: str, code: int, carla: int, friday: None, ok: Ok, csv: Csv, asked: Callable[..., tuple[int, str]]
) -> None:
    questions = [("Take them in a second time?", typed_in), ("how many deals it holds", "")][: 1 + (code == 0)]
    ended, screen = asked(["import", csv(WIDE, EVENING), "--as", "evenings"], questions)
    assert (ended, IS_THERE.format("Evening", "Friday")[:60] in screen) == (code, True)
    assert f"+{carla} " in ok("standings")
