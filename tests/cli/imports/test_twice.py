"""A second import of the same evenings: known by players, day and units, whatever they are called."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.evening_twice import HEAD, IS_THERE, LINES, TAKE_ALL, UNITS, is_refused, renamed, typed_evening
from tests.fixtures import FIVE, Ok, Say
from tests.imports import Csv, Importer


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A scorebook with the evening as it was typed at the table."""
    return typed_evening(tmp_path_factory.mktemp("typed") / "evening.db")


@pytest.fixture
def friday(typed: bytes, book_path: Path) -> None:
    """That evening in the scorebook of the test."""
    book_path.write_bytes(typed)


def test_what_was_typed_is_not_imported_beside_it(friday: None, say: Say, ok: Ok, csv: Csv) -> None:
    command = f"import {csv(HEAD, *LINES)}"
    before = ok("matches")
    for command_line in (command, f"{command} --dry-run"):
        is_refused(say, command_line, IS_THERE.format("Club", "Friday"), TAKE_ALL)
    assert ok("matches") == before
    ok(f"{command} --twice")
    assert ok("standings").count("+10") == 1  # Carla has 5 and 5


def test_evenings_of_several_matches_are_each_known_by_their_match(ok: Ok, say: Say, csv: Csv) -> None:
    """Three matches there, one of which is of other people, and the two others begin at other deals here."""
    split = (*renamed(LINES[:1], "Early"), *renamed(LINES[1:], "Late"))
    gina = "2026-01-09,Other,Gina,K,Kim,74,Gina,Hans,Ines,Jan,Kim"
    ok(f"import {csv(HEAD, *split, gina)}")
    other_split = (*renamed(LINES[:2], "First"), *renamed(LINES[2:], "Second"), gina.replace("Other", "Third"))
    again = say(f"import {csv(HEAD, *other_split)}").stderr
    assert "2026-01-09: Third is there already, as Other (Gina +2, Kim +1, Hans -1, Ines -1, Jan -1)" in again
    assert "2026-01-09: First, Second and Third are there already, as Early, Late and Other" in again


def test_even_deals_and_redeals_pay_nobody_and_hide_no_evening(say: Say, ok: Ok, csv: Csv) -> None:
    head = "on,match,variant,kind,counts,outcome,times,seat1,seat2,seat3,seat4"
    seats = "Anna,Bruno,Carla,Dario"
    paid = [f"2026-02-06,Club,brisca,deal,{counts},,1,{seats}" for counts in ("74 46", "50 70", "90 30")]
    unpaid = [f"2026-02-06,Club,brisca,deal,60 60,even,1,{seats}", f"2026-02-06,Club,brisca,misdeal,,,,{seats}"]
    ok(f"import {csv(head, *paid, *unpaid)}")
    again = say(f"import {csv(head, *renamed((*paid,), 'Notebook'))}")
    # won, lost and won: Anna and Carla 1 - 1 + 1
    assert "Notebook is there already, as Club (Anna +1, Carla +1, Bruno -1, Dario -1)" in again.stderr


def test_no_advice_doubles_a_season(ok: Ok, say: Say, csv: Csv) -> None:
    """It said: import it under another name."""
    ok(f"import {csv(HEAD, *LINES)}")
    longer = say(f"import {csv(HEAD, *LINES, LINES[0])}")  # the same evening with a deal more
    assert longer.stderr == (
        "scorer: line 2, column match: Club on 2026-01-09 is in league main already: nothing is added to a match that "
        "is there: if it is the same evening, undo what brought it first; a second evening of that day needs a name "
        "of its own\n"
    )


def test_an_evening_with_a_deal_more_or_less_under_another_name_doubled_a_season(
    friday: None, ok: Ok, say: Say, csv: Csv, tmp_path: Path
) -> None:
    longer = csv(HEAD, *LINES, LINES[0])
    is_there = "2026-01-09: 3 of 4 records of Club are those of Friday, which is there with 3"
    is_refused(say, f"import {longer}", is_there, TAKE_ALL)
    ok(f"import {longer} --twice")
    new = str(tmp_path / "new.db")
    ok(f"import {longer}", db=new)
    less = say(f"import {csv(HEAD, *renamed(LINES, 'Copy'))}", db=new)
    assert "2026-01-09: 3 of 3 records of Copy are those of Club, which is there with 4" in less.stderr
    assert less.returncode == 3


WITHIN = {
    "two matches": ((HEAD, *LINES, *renamed(LINES, "Copy")), "Club and Copy of this file are one evening"),
    "deals and their sum": (
        (f"{HEAD},kind,note,units1,units2,units3,units4,units5",
         *(f"{line},deal,,{units}" for line, units in zip(LINES, UNITS, strict=True)),
         f"2026-01-09,Paper,,,,,{FIVE},sheet,paper,3,-6,5,-4,2"), "Club and Paper of this file are one evening"),
}  # fmt: skip


@pytest.mark.parametrize("name", WITHIN)
def test_a_file_that_has_an_evening_twice_is_refused(name: str, csv: Csv, importer: Importer) -> None:
    lines, says = WITHIN[name]
    importer.refused(csv(*lines), "", f"2026-01-09: {says}")
    importer.came(csv(*lines), "--twice")


def test_a_folder_that_has_an_evening_twice_is_refused_and_twice_it_is_a_copy(
    ok: Ok, say: Say, csv: Csv, tmp_path: Path
) -> None:
    ok(f"import {csv(HEAD, *LINES, *renamed(LINES, 'Copy'))} --twice")
    ok(f"export all --out {tmp_path / 'all'}")
    new = str(tmp_path / "new.db")
    assert "Club and Copy of this file are one evening" in say(f"import {tmp_path / 'all'}", db=new).stderr
    ok(f"import {tmp_path / 'all'} --twice", db=new)
    assert ok("standings", db=new) == ok("standings")
    assert "Club is there already, as Club" in say(f"import {tmp_path / 'all'}", db=new).stderr


def test_short_matches_of_which_only_the_winners_are_known_are_several(csv: Csv, importer: Importer) -> None:
    """Two races of a day that both ended two to one are no copy of each other."""
    races = [f"2026-02-06,Race {race},brisca,{won},Anna,Bruno,Carla,Dario" for race in "123" for won in "ABA"]
    importer.came(csv("on,match,variant,winners,seat1,seat2,seat3,seat4", *races))


def test_yes_was_asked_whether_an_evening_comes_in_a_second_time(
    friday: None, csv: Csv, asked: Callable[..., tuple[int, str]]
) -> None:
    ended, screen = asked(["--yes", "import", csv(HEAD, *LINES)], [])
    assert ended == 3  # it answers no such question: --twice does
    assert "--twice" in screen


@pytest.mark.parametrize(("typed_in", "code", "carla"), [("n", 1, 5), ("y", 0, 10)])
def test_on_a_terminal_it_is_asked(
    typed_in: str, code: int, carla: int, friday: None, ok: Ok, csv: Csv, asked: Callable[..., tuple[int, str]]
) -> None:
    questions = [("Take them in a second time?", typed_in)]
    ended, screen = asked(["import", csv(HEAD, *LINES)], questions)
    assert (ended, IS_THERE.format("Club", "Friday")[:60] in screen) == (code, True)
    assert f"+{carla} " in ok("standings")
