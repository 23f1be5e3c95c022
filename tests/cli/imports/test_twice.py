"""A second import of the same evenings: known by players, day and units, whatever they are called and however kept."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.match.sheet import Sheet
from tests.cli.imports.readings import Csv, Importer
from tests.fixtures import FIVE, Ok, Say
from tests.running import recorded

Match = Callable[..., Sheet]
WIDE = f"Data,{FIVE}"
# K made: 2 -1 -1 -1 1; 2/71 of Bruno with Dario failed, u 2: 2 -4 2 -2 2; K of Carla alone made: -1 -1 4 -1 -1
# together 2+2-1 = 3, -1-4-1 = -6, -1+2+4 = 5, -1-2-1 = -4, 1+2-1 = 2
DEALS = ("anna K elena 74", "bruno 2/71 dario 58", "carla K solo 74")
UNITS = ("2,-1,-1,-1,1", "2,-4,2,-2,2", "-1,-1,4,-1,-1")
EVENING, LATER = "2026-01-09,3,-6,5,-4,2", "2026-01-16,-5,2,1,1,1"
HEAD = "on,match,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"
LINES = tuple(",".join(("2026-01-09", "Club", *deal.split(), FIVE)) for deal in DEALS)
RUNNING = ("2026-01-09,2,-1,-1,-1,1", "2026-01-09,4,-5,1,-3,3", "2026-01-09,3,-6,5,-4,2")  # the sums of UNITS
IS_THERE = "2026-01-09: {} is there already, as {} (Carla +5, Anna +3, Elena +2, Dario -4, Bruno -6)"
TAKE_ALL = "--twice takes all of it in nevertheless"

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


def renamed(lines: tuple[str, ...], name: str) -> tuple[str, ...]:
    """These deals in a match called otherwise."""
    return tuple(line.replace("Club", name) for line in lines)


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A scorebook with the evening as it was typed at the table."""
    path = tmp_path_factory.mktemp("typed") / "evening.db"
    start = f"start Friday --players {FIVE} --on 2026-01-09"
    return recorded(path, [start, *(f"deal {deal}" for deal in DEALS), "finish"])


@pytest.fixture
def friday(typed: bytes, book_path: Path) -> None:
    """That evening in the scorebook of the test."""
    book_path.write_bytes(typed)


def is_refused(say: Say, command: str, *lines: str) -> None:
    """Assert that an import is refused with these lines below the first, which says that something would be twice."""
    refused = say(command)
    assert (refused.returncode, refused.stdout) == (3, ""), refused.stderr
    first, *others = refused.stderr.splitlines()
    assert first.startswith("scorer: evenings would stand in the scorebook twice")
    assert others == [*lines]


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
    # three matches there, one of which is of other people, and the two others begin at other deals here
    ok("undo")
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
    "two lines of an evening": ((WIDE, EVENING, LATER, EVENING), "--as evenings", "Evening stands twice in this file"),
    "deals that were pasted a second time": (
        (*KEPT["a column for each player"][0], *KEPT["a column for each player"][0][1:]), "--as wide",
        "Evening stands twice in this file"),
    "two matches": ((HEAD, *LINES, *renamed(LINES, "Copy")), "", "Club and Copy of this file are one evening"),
    "deals and their sum": (
        (f"{HEAD},kind,note,units1,units2,units3,units4,units5",
         *(f"{line},deal,,{units}" for line, units in zip(LINES, UNITS, strict=True)),
         f"2026-01-09,Paper,,,,,{FIVE},sheet,paper,3,-6,5,-4,2"), "", "Club and Paper of this file are one evening"),
}  # fmt: skip


@pytest.mark.parametrize("name", WITHIN)
def test_a_file_that_has_an_evening_twice_is_refused(name: str, csv: Csv, importer: Importer) -> None:
    lines, options, says = WITHIN[name]
    importer.refused(csv(*lines), options, f"2026-01-09: {says}")
    importer.came(csv(*lines), f"{options} --twice")


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


@pytest.mark.parametrize(("typed_in", "code", "carla"), [("n", 1, 5), ("y", 0, 10)])
def test_on_a_terminal_it_is_asked(
    typed_in: str, code: int, carla: int, friday: None, ok: Ok, csv: Csv, asked: Callable[..., tuple[int, str]]
) -> None:
    questions = [("Take them in a second time?", typed_in)]
    ended, screen = asked(["import", csv(WIDE, EVENING), "--as", "evenings"], questions)
    assert (ended, IS_THERE.format("Evening", "Friday")[:60] in screen) == (code, True)
    assert f"+{carla} " in ok("standings")


def test_an_evening_that_was_put_right_since_came_in_beside_itself_without_a_word(
    friday: None, say: Say, csv: Csv
) -> None:
    corrected = csv(WIDE, "2026-01-09,4,-6,4,-4,2", LATER)  # Anna has one more, Carla one less; the later one is new
    done = say(f"import {corrected} --as evenings --units gained")
    look = "with other units: look whether it is the same evening"
    assert f"2026-01-09: Evening has the players of Friday, which is there {look}\n" in done.stderr
    assert (done.returncode, done.stderr.count("look whether")) == (0, 1)
