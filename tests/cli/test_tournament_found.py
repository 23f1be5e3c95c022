"""Found by trying: what an organiser and an attacker did with tournaments that nobody had thought of."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.running import refused

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
REFUSED, TROUBLE = 3, 5
DAY = "--on 2026-12-05"
FIVE = "Anna,Bruno,Carla,Dario,Elena"
SHEET = "Anna=4,Bruno=-1,Carla=-1,Dario=-1,Elena=-1"


@pytest.fixture
def drawn(ok: Ok) -> None:
    """Five players under ten-deals, one table, the first round drawn."""
    ok(f"tournament new Natale --format ten-deals --seed 1 {DAY}")
    ok(f"tournament enter {FIVE}")
    ok(f"tournament draw {DAY}")


def test_two_entrants_are_two_people_and_cannot_be_merged(ok: Ok, say: Say) -> None:
    ok(f"tournament new Natale --format ten-deals --seed 1 {DAY}")
    ok(f"tournament enter {FIVE}")
    refused(
        say("player merge Anna Bruno"), REFUSED, "Anna and Bruno play for two entries of Natale: they are two people"
    )
    assert ok("check") == ""


def test_a_substitute_is_nobody_who_has_an_entry(ok: Ok, say: Say, drawn: None) -> None:
    ok("tournament result 1 " + SHEET)
    ok("tournament substitute Anna Nuova")
    refused(say("player merge Nuova Bruno"), REFUSED, "two entries of Natale")
    ok("player merge Nuova Anna")  # she came back under another name
    assert ok("check") == ""


def test_a_member_of_one_team_is_none_of_another(ok: Ok, say: Say) -> None:
    ok(f"tournament new Ore --format marathon --seed 1 {DAY}")
    ok("tournament enter Lions --members A,B,C")
    ok("tournament enter Bears --members D,E,F")
    refused(say("player merge A D"), REFUSED, "A and D play for two entries of Ore")


def test_who_sat_there_stays_in_the_round_where_they_sat(ok: Ok, drawn: None) -> None:
    ok("tournament result 1 " + SHEET)
    ok("tournament substitute Anna Nora")
    assert "Anna +4" in ok("tournament round 1")
    assert ",Anna,4," in ok("tournament export results")
    assert "Nora (for Anna)" not in ok("tournament export seating")
    ok(f"tournament draw {DAY}")
    assert "Nora (for Anna)" in ok("tournament round 2")
    assert "Nora (for Anna)" in ok("tournament standings")


def test_a_substitute_who_sits_down_while_a_round_is_played_sits_in_it(ok: Ok, drawn: None) -> None:
    ok("tournament substitute Anna Nora")
    assert "Nora (for Anna)" in ok("tournament round 1")
    assert "Nora" in ok("sheet 1")


def test_a_second_draw_is_refused_while_nothing_is_recorded(ok: Ok, say: Say, scorer: Say, drawn: None) -> None:
    refused(say(f"tournament draw {DAY}"), REFUSED, "round 1 is drawn, and nothing is recorded in it", "scorer --yes")
    assert "round 1 of 4, 0 of 1 table over" in ok("tournament show")
    assert scorer(f"--yes tournament draw {DAY}").returncode == 0
    assert "round 2 of 4" in ok("tournament show")


def test_a_sheet_put_right_says_what_it_was(ok: Ok, say: Say, drawn: None) -> None:
    ok("tournament result 1 " + SHEET)
    done = say("tournament result 1 Anna=2,Bruno=1,Carla=-1,Dario=-1,Elena=-1")
    assert done.returncode == 0
    assert "table 1 of round 1 was " in done.stderr
    assert "Anna +4" in done.stderr


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tournament SET settings = '{'",
        "UPDATE tournament SET settings = '[]'",
        "UPDATE tournament SET \"on\" = 'x'",
        "UPDATE tournament SET text = 'title = 1'",
        *(
            f"UPDATE step SET detail = '{detail}' WHERE action = '{action}'"
            for action in ("enter", "draw", "result")
            for detail in ("{", "{}", "null", "[]")
        ),
    ],
)
def test_a_damaged_tournament_is_named_and_is_no_fault_of_the_program(
    ok: Ok, say: Say, drawn: None, book_path: Path, damage: str
) -> None:
    ok("tournament result 1 " + SHEET)
    with closing(sqlite3.connect(book_path)) as connection:
        connection.execute(damage)
        connection.commit()
    for words in ("list", "show", "standings"):
        refused(say(f"tournament {words}"), TROUBLE, "tournament", "is damaged: scorer check says where")
    found = say("check")
    assert found.returncode == 1
    assert "tournament 1 (Natale)" in found.stdout


def test_rounds_of_a_stage_to_which_nobody_went_on_are_named(ok: Ok, say: Say, book_path: Path) -> None:
    ok(f"tournament new Sera --format scighera --rounds 1 --seed 1 {DAY}")
    ok(f"tournament enter {FIVE}")
    ok(f"tournament draw {DAY}")
    ok("tournament result 1 Anna=4,Bruno=3,Carla=2,Dario=1,Elena=-10")
    ok("tournament cut")
    ok(f"tournament draw {DAY}")
    with closing(sqlite3.connect(book_path)) as connection:
        connection.execute("DELETE FROM step WHERE action = 'cut'")
        connection.commit()
    assert "rounds of stage 2 are drawn, and nobody was announced to go on to it" in say("check").stdout


def test_the_advice_before_a_redraw_counts_the_steps_at_the_table(ok: Ok, say: Say, drawn: None) -> None:
    seats = ok("tournament tables").splitlines()[2].strip().split(";")[0].split(", ")
    ok(f"deal {seats[0]} 2/71 {seats[1]} 74 --match 1")
    refused(say(f"tournament redraw {DAY}"), REFUSED, "changed since; scorer undo --match 1 takes that back first")
    ok(f"deal {seats[1]} 2/71 {seats[0]} 74 --match 1")
    ok("undo --match 1")
    ok(f"deal {seats[1]} 2/72 {seats[0]} 74 --match 1")
    ok(f"deal {seats[2]} 2/71 {seats[0]} 74 --match 1")
    # three deals stand; the one that was undone is no step to take back
    refused(say(f"tournament redraw {DAY}"), REFUSED, "changed since; scorer undo 3 --match 1 takes that back first")
    ok("undo 3 --match 1")
    ok(f"tournament redraw {DAY}")


def test_what_was_done_to_everybody_since_is_counted_as_undo_takes_it_back(ok: Ok, say: Say, drawn: None) -> None:
    seats = ok("tournament tables").splitlines()[2].strip().split(";")[0].split(", ")
    ok(f"deal {seats[0]} 2/71 {seats[1]} 74 --match 1")
    ok("player rename Anna Annarella")  # a step of the whole scorebook, later than the deal
    refused(say(f"tournament redraw {DAY}"), REFUSED, "scorer undo 2 --match 1 takes that back first")
    ok("undo 2 --match 1")
    ok(f"tournament redraw {DAY}")


@pytest.mark.parametrize("words", ["show", "list", "draw", "enter Anna", "export entries", "print seating"])
def test_without_a_scorebook_the_desk_says_how_a_tournament_makes_one(say: Say, book_path: Path, words: str) -> None:
    new = "scorer tournament new NAME --format scighera makes one"
    refused(say(f"tournament {words}"), TROUBLE, f"no scorebook at {book_path}; {new}")
    refused(say("standings"), TROUBLE, f"no scorebook at {book_path}; scorer start makes one")
    book_path.write_bytes(b"")
    refused(say(f"tournament {words}"), TROUBLE, f"{book_path} is empty: no scorebook yet; {new} of it")
    refused(say("standings"), TROUBLE, f"{book_path} is empty: no scorebook yet; scorer start makes one of it")


def test_a_stage_whose_name_is_a_plural_is_over_all_the_same(ok: Ok, say: Say) -> None:
    ok(f"tournament new Natale --format ten-deals --rounds 1 --seed 1 {DAY}")
    ok(f"tournament enter {FIVE}")
    ok(f"tournament draw {DAY}")
    ok("tournament result 1 " + SHEET)
    assert "Next: the stage Rounds is over; the podium: scorer tournament finish" in ok("tournament show")
    refused(say("tournament cut"), REFUSED, "the stage Rounds is the last: nobody is cut")


def test_who_comes_back_to_their_own_entry_plays_again(ok: Ok, drawn: None) -> None:
    ok("tournament result 1 " + SHEET)
    assert ok("tournament substitute Anna Nora") == "Nora plays for Anna.\n"
    assert ok("tournament substitute Nora Anna") == "Anna plays again.\n"
    ok(f"tournament draw {DAY}")
    assert ok("tournament substitute Anna Nora") == "Nora plays for Anna, at table 1 from now on.\n"
    assert ok("tournament substitute Anna Anna") == "Anna plays again, at table 1 from now on.\n"


def test_names_that_differ_only_in_their_number_are_no_slips(ok: Ok, say: Say, tmp_path: Path) -> None:
    ok(f"tournament new Natale --format ten-deals --seed 1 {DAY}")
    (tmp_path / "entries.csv").write_text("player\n" + "\n".join(f"P{number:02}" for number in range(1, 28)))
    entered = say(f"tournament enter --from {tmp_path / 'entries.csv'}")
    assert (entered.stdout, entered.stderr) == ("Entered 27 players from entries.csv.\n", "")
    ok("tournament enter Bice")
    near = say("tournament enter 'B1ce,Ada 2,Ada 3,Adda 3'").stderr  # a 1 for an i, and a letter more, are slips
    assert near.splitlines() == [
        'B1ce is new; if it is Bice: scorer player merge "B1ce" "Bice"',
        'Adda 3 is new; if it is Ada 3: scorer player merge "Adda 3" "Ada 3"',
    ]


def test_a_minus_that_a_telephone_writes_is_one(ok: Ok, say: Say, tmp_path: Path, drawn: None) -> None:
    minus = SHEET.replace("-", "\u2212")
    assert ok(f"tournament result 1 {minus}") == "Table 1 of round 1 by its paper sheet.\n"
    assert "Bruno -1" in ok("tournament round 1")
    ok(f"tournament draw {DAY}")
    lines = [f"2,1,{said.replace('=', ',')}" for said in minus.split(",")]
    (tmp_path / "sheets.csv").write_text("\n".join(["round,table,player,units", *lines]), encoding="utf-8")
    ok(f"tournament result --from {tmp_path / 'sheets.csv'}")
    assert "Bruno -1" in ok("tournament round 2")
    refused(say("tournament result \u22122"), REFUSED, "table '\u22122': say a whole number from 1 to 1000")


@pytest.fixture
def reopened(ok: Ok) -> None:
    """One round under ten-deals, finished, reopened, its sheet put right, finished again."""
    ok(f"tournament new Natale --format ten-deals --rounds 1 --seed 1 {DAY}")
    ok(f"tournament enter {FIVE}")
    ok(f"tournament draw {DAY}")
    for words in (f"result 1 {SHEET}", "finish", "reopen", "result 1 Anna=0,Bruno=0,Carla=0,Dario=0,Elena=0", "finish"):
        ok(f"tournament {words}")


def test_an_end_that_was_deleted_is_noticed_where_it_was_reopened_later(
    ok: Ok, say: Say, reopened: None, book_path: Path
) -> None:
    assert ok("check") == ""
    with closing(sqlite3.connect(book_path)) as connection:
        connection.execute("DELETE FROM step WHERE id = (SELECT min(id) FROM step WHERE action = 'conclude')")
        connection.commit()
    # step 1 opens, 2 enters, 3 starts the match, 4 draws, 5 is the result, 6 was the end, 7 reopens
    assert say("check").stdout == (
        "tournament 1 (Natale), step 7: it reopens the tournament, which nothing had finished\n"
    )


def test_a_result_done_again_from_its_table_after_the_end_is_no_fault(ok: Ok, reopened: None) -> None:
    ok("undo --match 1")  # the sheet is as it was
    ok("tournament undo")  # and the second end and the reopening are not there: only the first end stands
    ok("tournament undo")
    ok("redo --match 1")
    assert ok("tournament show").endswith(
        "the tournament is finished; scorer tournament standings --final shows the classification\n"
    )
    assert ok("check") == ""
