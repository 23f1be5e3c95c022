"""A second import of the same evenings: known by players, day and units, whatever they are called and however kept."""

import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scorer.match.sheet import Sheet

Asked = Callable[..., tuple[int, str]]

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Csv = Callable[..., str]
Match = Callable[..., Sheet]
FIVE = "Anna,Bruno,Carla,Dario,Elena"
WIDE = f"Data,{FIVE}"
# K made: 2 -1 -1 -1 1; 2/71 of Bruno with Dario failed, u 2: 2 -4 2 -2 2; K of Carla alone made: -1 -1 4 -1 -1
# together 2+2-1 = 3, -1-4-1 = -6, -1+2+4 = 5, -1-2-1 = -4, 1+2-1 = 2
DEALS = ("anna K elena 74", "bruno 2/71 dario 58", "carla K solo 74")
UNITS = ("2,-1,-1,-1,1", "2,-4,2,-2,2", "-1,-1,4,-1,-1")
EVENING = "2026-01-09,3,-6,5,-4,2"
LATER = "2026-01-16,-5,2,1,1,1"
HEAD = "on,match,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5"
LINES = tuple(",".join(("2026-01-09", "Club", *deal.split(), FIVE)) for deal in DEALS)
RUNNING = ("2026-01-09,2,-1,-1,-1,1", "2026-01-09,4,-5,1,-3,3", "2026-01-09,3,-6,5,-4,2")  # the sums of UNITS
IS_THERE = "2026-01-09: {} is there already, as {} (Carla +5, Anna +3, Elena +2, Dario -4, Bruno -6)"

KEPT = {
    "deals": (HEAD, *LINES),
    "a column for each player": (WIDE, *(f"2026-01-09,{units}" for units in UNITS)),
    "running totals": (WIDE, *RUNNING),
    "evenings": (WIDE, EVENING),
    "a row for each player": (
        "Data,Giocatore,Punti",
        *(f"2026-01-09,{who},{got}" for who, got in zip(FIVE.split(","), (3, -6, 5, -4, 2), strict=True))),
}  # fmt: skip
FORM = {"deals": "", "evenings": "--as evenings", "a row for each player": "--as evenings"}


def names_match(kept: str) -> str:
    """The option that calls the match of a file something else, where the file does not."""
    return "" if kept == "deals" else "--match Elsewhere"


@pytest.fixture
def friday(ok: Ok) -> None:
    """The evening as it was typed at the table."""
    ok(f"start Friday --players {FIVE} --on 2026-01-09")
    for deal in DEALS:
        ok(f"deal {deal}")
    ok("finish")


@pytest.mark.parametrize("kept", KEPT)
def test_what_was_typed_at_the_table_is_not_imported_beside_it(
    kept: str, friday: None, say: Say, ok: Ok, csv: Csv
) -> None:
    before = ok("matches")
    command = f"import {csv(*KEPT[kept])} {FORM.get(kept, '--as wide')} {names_match(kept)}"
    refused = say(command)
    assert (refused.returncode, refused.stdout) == (3, "")
    assert refused.stderr.splitlines() == [
        "scorer: evenings would stand in the scorebook twice, with the same players and units on the same day:",
        IS_THERE.format("Club" if kept == "deals" else "Elsewhere", "Friday"),
        "--twice takes all of it in nevertheless",
    ]
    assert "another name" not in refused.stderr
    assert say(f"{command} --dry-run").returncode == 3
    assert ok("matches") == before
    ok(f"{command} --twice")
    assert ok("standings").count("+10") == 1  # Carla has 5 and 5


@pytest.mark.parametrize("there", KEPT)
@pytest.mark.parametrize("here", ["deals", "evenings"])
def test_however_the_two_are_kept_the_second_is_refused(there: str, here: str, say: Say, ok: Ok, csv: Csv) -> None:
    ok(f"import {csv(*KEPT[there], name='there.csv')} {FORM.get(there, '--as wide')}")
    refused = say(f"import {csv(*KEPT[here], name='here.csv')} {FORM[here]} {names_match(here)}")
    name = "Club" if there == "deals" else "Evening"
    assert IS_THERE.format("Club" if here == "deals" else "Elsewhere", name) in refused.stderr
    assert refused.returncode == 3


def test_an_evening_of_several_matches_of_a_day_is_known_by_their_sum(say: Say, ok: Ok, csv: Csv) -> None:
    split = (LINES[0].replace("Club", "Early"), *(line.replace("Club", "Late") for line in LINES[1:]))
    ok(f"import {csv(HEAD, *split)}")
    assert IS_THERE.format("Evening", "Early and Late") in say(f"import {csv(WIDE, EVENING)} --as evenings").stderr
    ok("undo")
    ok(f"import {csv(WIDE, EVENING)} --as evenings")
    assert (
        IS_THERE.format("Early and Late", "Evening").replace(" is ", " are ")
        in say(f"import {csv(HEAD, *split)}").stderr
    )
    # three matches there, one of which is of other people, and the two others begin at other deals here
    ok("undo")
    gina = "2026-01-09,Other,Gina,K,Kim,74,Gina,Hans,Ines,Jan,Kim"
    ok(f"import {csv(HEAD, *split, gina)}")
    other_split = (*(line.replace("Club", "First") for line in LINES[:2]), LINES[2].replace("Club", "Second"))
    again = say(f"import {csv(HEAD, *other_split, gina.replace('Other', 'Third'))}").stderr
    assert "2026-01-09: Third is there already, as Other (Gina +2, Kim +1, Hans -1, Ines -1, Jan -1)" in again
    assert "2026-01-09: First, Second and Third are there already, as Early, Late and Other" in again


def test_even_deals_and_redeals_pay_nobody_and_hide_no_evening(say: Say, ok: Ok, csv: Csv) -> None:
    head = "on,match,variant,kind,counts,outcome,times,seat1,seat2,seat3,seat4"
    seats = "Anna,Bruno,Carla,Dario"
    paid = [f"2026-02-06,{{}},brisca,deal,{counts},,1,{seats}" for counts in ("74 46", "50 70", "90 30")]
    unpaid = [f"2026-02-06,{{}},brisca,deal,60 60,even,1,{seats}", f"2026-02-06,{{}},brisca,misdeal,,,,{seats}"]
    ok(f"import {csv(head, *(line.format('Club') for line in [*paid, *unpaid]))}")
    again = say(f"import {csv(head, *(line.format('Notebook') for line in paid))}")
    # won, lost and won: Anna and Carla 1 - 1 + 1
    assert "Notebook is there already, as Club (Anna +1, Carla +1, Bruno -1, Dario -1)" in again.stderr


def test_other_units_another_day_or_other_people_are_another_evening(friday: None, ok: Ok, csv: Csv) -> None:
    others = ("2026-01-10,3,-6,5,-4,2", "2026-01-09,3,-6,5,-5,3")
    for at, line in enumerate(others):
        ok(f"import {csv(WIDE, line)} --as evenings --match Other{at}")
    ok(f"import {csv(WIDE.replace('Elena', 'Fabio'), EVENING)} --as evenings --match Others")


def test_an_import_of_which_a_part_is_there_is_refused_whole_and_comes_in_without_it(
    friday: None, say: Say, ok: Ok, csv: Csv, sheet: Match
) -> None:
    refused = say(f"import {csv(WIDE, EVENING, LATER)} --as evenings")
    assert refused.stderr.splitlines()[1:] == [
        IS_THERE.format("Evening", "Friday"),
        "without the lines of what is there the rest comes in; --twice takes all of it in nevertheless",
    ]
    ok(f"import {csv(WIDE, LATER)} --as evenings")
    assert sheet("Evening").running["Anna"] == -5
    ok("undo")
    new, twice = "put what the new evenings brought", "--twice takes all of it in nevertheless"
    # of running totals no line can be taken away: 3-5, -6+2, 5+1, -4+1, 2+1
    totals = csv(WIDE, EVENING, "2026-01-16,-2,-4,6,-3,3")
    refused = say(f"import {totals} --as evenings --units running")
    assert refused.stderr.splitlines()[1:] == [
        IS_THERE.format("Evening", "Friday"),
        f"no line of running totals can be left out: {new} in a file of its own; {twice}",
    ]


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


def test_an_evening_with_a_deal_more_under_another_name_doubled_a_season(
    friday: None, ok: Ok, say: Say, csv: Csv
) -> None:
    before, command = ok("standings"), f"import {csv(HEAD, *LINES, LINES[0])}"
    refused = say(command)
    assert refused.stderr.splitlines() == [
        "scorer: evenings would stand in the scorebook twice:",
        "2026-01-09: 3 of 4 records of Club are those of Friday, which is there with 3",
        "--twice takes all of it in nevertheless",
    ]
    assert (refused.returncode, ok("standings")) == (3, before)
    ok(f"{command} --twice")


def test_an_evening_with_a_deal_less_under_another_name_doubled_a_season(ok: Ok, say: Say, csv: Csv) -> None:
    ok(f"import {csv(HEAD, *LINES, '2026-01-09,Club,dario,A,carla,70,' + FIVE)}")
    refused = say(f"import {csv(HEAD, *(line.replace('Club', 'Copy') for line in LINES))}")
    assert "2026-01-09: 3 of 3 records of Copy are those of Club, which is there with 4" in refused.stderr
    assert refused.returncode == 3


WITHIN = {
    "two lines of an evening": ((WIDE, EVENING, LATER, EVENING), "--as evenings", "Evening stands twice in this file"),
    "deals that were pasted a second time": (
        (WIDE, *KEPT["a column for each player"][1:], *KEPT["a column for each player"][1:]), "--as wide",
        "Evening stands twice in this file"),
    "two matches": (
        (HEAD, *LINES, *(line.replace("Club", "Copy") for line in LINES)), "",
        "Club and Copy of this file are one evening"),
    "deals and their sum": (
        (f"{HEAD},kind,note,units1,units2,units3,units4,units5",
         *(f"{line},deal,,{units}" for line, units in zip(LINES, UNITS, strict=True)),
         f"2026-01-09,Paper,,,,,{FIVE},sheet,paper,3,-6,5,-4,2"), "", "Club and Paper of this file are one evening"),
}  # fmt: skip


@pytest.mark.parametrize("name", WITHIN)
def test_a_file_that_has_an_evening_twice_is_refused(name: str, say: Say, csv: Csv, book_path: Path) -> None:
    lines, form, says = WITHIN[name]
    refused = say(f"import {csv(*lines)} {form}")
    assert f"2026-01-09: {says}" in refused.stderr
    assert refused.returncode == 3
    assert not book_path.exists()
    assert say(f"import {csv(*lines)} {form} --twice").returncode == 0


def test_a_folder_that_has_an_evening_twice_is_refused_and_twice_it_is_a_copy(
    ok: Ok, say: Say, csv: Csv, tmp_path: Path
) -> None:
    ok(f"import {csv(HEAD, *LINES, *(line.replace('Club', 'Copy') for line in LINES))} --twice")
    ok(f"export all --out {tmp_path / 'all'}")
    new = str(tmp_path / "new.db")
    assert "Club and Copy of this file are one evening" in say(f"import {tmp_path / 'all'}", db=new).stderr
    ok(f"import {tmp_path / 'all'} --twice", db=new)
    assert ok("standings", db=new) == ok("standings")
    assert "Club is there already, as Club" in say(f"import {tmp_path / 'all'}", db=new).stderr


def test_short_matches_of_which_only_the_winners_are_known_are_several(ok: Ok, csv: Csv, tmp_path: Path) -> None:
    """Two races of a day that both ended two to one are no copy of each other."""
    races = [
        f"2026-02-06,Race {race},brisca,{won},Anna,Bruno,Carla,Dario"
        for race in "123"
        for won in ("Anna", "Bruno", "Anna")
    ]
    ok(f"import {csv('on,match,variant,winners,seat1,seat2,seat3,seat4', *races)}")
    ok(f"export all --out {tmp_path / 'all'}")
    ok(f"import {tmp_path / 'all'}", db=str(tmp_path / "new.db"))


def test_on_a_server_an_evening_is_known_again_too(ok: Ok, say: Say, csv: Csv, database: str) -> None:
    ok(f"import {csv(HEAD, *LINES)}", db=database)
    refused = say(f"import {csv(WIDE, EVENING)} --as evenings", db=database)
    assert IS_THERE.format("Evening", "Club") in refused.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such terminal")
@pytest.mark.parametrize(("typed", "code", "carla"), [("n", 1, 5), ("y", 0, 10)])
def test_on_a_terminal_it_is_asked(
    typed: str, code: int, carla: int, friday: None, ok: Ok, csv: Csv, asked: Asked
) -> None:
    questions = [("Take them in a second time?", typed)]
    ended, screen = asked(["import", csv(WIDE, EVENING), "--as", "evenings"], questions)
    assert (ended, IS_THERE.format("Evening", "Friday")[:60] in screen) == (code, True)
    assert f"+{carla} " in ok("standings")


def test_an_evening_that_was_put_right_since_came_in_beside_itself_without_a_word(say: Say, csv: Csv) -> None:
    say(["import", csv(WIDE, EVENING), "--as", "evenings", "--match", "Club"])
    corrected = csv(WIDE, "2026-01-09,4,-6,4,-4,2", LATER)  # Anna has one more, Carla one less; the later one is new
    done = say(["import", corrected, "--as", "evenings", "--units", "gained", "--match", "Quaderno"])
    look = "with other units: look whether it is the same evening"
    assert f"2026-01-09: Quaderno has the players of Club, which is there {look}\n" in done.stderr
    assert (done.returncode, done.stderr.count("look whether")) == (0, 1)
