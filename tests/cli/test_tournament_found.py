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
