"""What days at the desk that were played at random brought to light: each is refused, or is no fault."""

import pytest

from tests.fixtures import Ok, Say
from tests.running import refused
from tests.tournaments.desk import DAY, FIVE, REFUSED

SCIGHERA = f"new Cup --format scighera --seed 1 {DAY}"
PAIRS = f"new Cup --format brisca-pairs --seed 1 {DAY}"
FOUR, UNDO_1 = "enter Anna+Bruno,Carla+Dario", ":undo --match 1"
DEALS = f"new Cup --format ten-deals --seed 1 {DAY}"
TEN = "Anna,Bruno,Carla,Dario,Elena,Fabio,Gina,Hugo,Ines,Jan"
CLOSED = ":--yes tournament finish"
SECOND = "result 1 2,1,1,1,-5 --reason why"
STRUCK_OUT = ":penalty Bruno 4 --match 2 --reason why|substitute Anna Fabio|:void 1 --match 2 --reason why"
FABIO_LAST = "result 1 Anna=5,Bruno=4,Carla=3,Dario=2,Elena=-6,Fabio=-8"
# The commands at the desk, those of a table with a colon before them; the last is refused in these words.
REFUSALS = {
    "a result after a reopening depends on it": (
        f"{SCIGHERA} --rounds 1|enter {FIVE}|draw|result 1 1,1,1,1,-4|{CLOSED}|reopen|{SECOND}|undo --step 6",
        "step 6 (Cup reopened) stays: step 7",
    ),
    "who sits for another enters at a table": (
        f"{SCIGHERA}|enter {TEN},Zeno|withdraw Zeno|draw|substitute Dario Zeno|enter Zeno --table 2",
        "Zeno plays for Dario by now",
    ),
    "a reserve who sits for another follows": (
        f"{SCIGHERA} --rounds 1|enter {FIVE},Fabio|draw|{FABIO_LAST}|cut|draw|{STRUCK_OUT}|withdraw Bruno",
        "Fabio plays for Anna by now",
    ),
    "who joined a table depends on its draw": (
        f"{SCIGHERA} --rounds 2|enter {FIVE}|draw|redraw|enter Fabio --table 1|undo --step 4",
        "stays: step 5",
    ),
    "two who swapped depend on the draw": (
        f"{DEALS} --rounds 2|enter {FIVE},Fabio,Gina|draw --seed 5|redraw --seed 9|swap Elena Carla|undo --step 4",
        "stays: step 5",
    ),
    "a sheet that was struck out at its table is taken back": (
        f"{DEALS}|enter {FIVE}|draw|result 1 1,1,1,1,-4|:void 1 --match 1 --reason why|undo",
        "was changed since at its table",
    ),
    "who sits there enters at the table": (
        f"{SCIGHERA}|enter {FIVE}|draw|:seats +Fabio -Anna --match 1|enter Fabio --table 1",
        "Fabio sits at table 1 already",
    ),
    "a round before the cut is drawn again": (
        f"{SCIGHERA} --rounds 1|enter {FIVE},Fabio|draw|result 1 5,4,3,2,-6,-8|cut|:undo --match 1|redraw",
        "who goes on from Qualification is announced",
    ),
    "who was merged between undo and redo enters twice": (
        f"{SCIGHERA}|enter {FIVE}|undo|:player merge Bruno Anna|redo",
        "Anna would play twice in Cup",
    ),
    "a merge is done again of two who entered since": (
        f"{SCIGHERA}|enter {FIVE}|enter Fabio|undo|:player merge Fabio Anna|:--yes undo|redo|:--yes redo",
        "Anna would play twice in Cup",
    ),
    "two partners are merged": (
        f"{PAIRS}|enter Anna+Bruno|:player merge Bruno Anna",
        "Bruno and Anna belong to one entry of Cup",
    ),
    "a substitution is done again at its table after the player entered": (
        f"{SCIGHERA}|enter {FIVE}|draw|substitute Anna Fabio|:undo --match 1|enter Fabio|:redo --match 1",
        "Fabio would play twice in Cup",
    ),
    "a substitution is taken back at its table that another one follows": (
        f"{PAIRS}|{FOUR}|draw|substitute Bruno Elena|result 1 3-1|substitute Elena Fabio|{UNDO_1}|{UNDO_1}",
        "stays: step 6",
    ),
    "two tables are put right at which nothing is recorded": (
        f"{SCIGHERA}|enter {TEN}|draw|:reassign Anna=Dario --match 2 --reason why",
        "nothing is recorded of Anna and Dario in R1 T2 and R1 T1; scorer tournament swap",
    ),
}


@pytest.mark.parametrize("day", REFUSALS)
def test_what_would_leave_an_unsound_book_is_refused(day: str, ok: Ok, say: Say) -> None:
    lines, words = REFUSALS[day]
    *before, last = (line[1:] if line[0] == ":" else f"tournament {line}" for line in lines.split("|"))
    for line in before:
        ok(line)
    refused(say(last), REFUSED, words)
    assert ok("check") == ""


def test_who_replaced_somebody_merged_into_them_since_is_no_fault(ok: Ok) -> None:
    ok(f"tournament new Cup --format brisca-pairs --seed 1 {DAY}")
    for line in ("enter Anna+Bruno,Carla+Dario", "substitute Bruno Elena"):
        ok(f"tournament {line}")
    ok("player merge Elena Bruno")
    ok("tournament substitute Bruno Fabio")
    assert ok("check") == ""


def test_who_entered_directly_and_is_out_sits_for_another_and_is_no_fault(ok: Ok, say: Say) -> None:
    ok(f"tournament new Cup --format champions --seed 1 {DAY}")
    nine, ten = TEN.rsplit(",", 1)
    for line in (f"enter {nine} --direct", f"enter {ten} --direct", "cut", "draw"):
        ok(f"tournament {line}")
    for line in ("result 1 4,3,2,-4,-5", "result 2 4,3,1,-4,-4", "cut", "draw", "result 1 4,3,2,-4,-5"):
        ok(f"tournament {line}")
    through = ok("tournament round").split("Table 1")[1]
    out = next(name for name in TEN.split(",") if name not in through)
    ok(f"tournament substitute {next(name for name in TEN.split(',') if name in through)} {out}")
    assert ok("check") == ""
    refused(say("tournament undo --step 2"), REFUSED, "stays: step")
    refused(say("tournament undo --step 3"), REFUSED, "stays: step")
