"""`scorer check` of tournaments: a line for each fault, and never a traceback."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.running import recorded, refused
from tests.tournaments.desk import DAY, FIVE, TROUBLE, Ok, Say, opened

SHEET = "Anna=4,Bruno=-1,Carla=-1,Dario=-1,Elena=-1"
FAULTS = 1
# step 1 opens it, 2 enters five; 3 starts the match and 4 draws; 5 is the result, 6 withdraws, 7 penalises
STEPS = (
    f"new Natale --format ten-deals --seed 7 {DAY}",
    f"enter {FIVE}",
    f"draw {DAY}",
    "result 1 Anna=4,Bruno=0,Carla=0,Dario=0,Elena=-4",
    "withdraw Elena",
    "penalty Anna 2 --reason late",
)
NATALE = "tournament 1 (Natale)"
UNREADABLE = "what it set cannot be read as a step of a tournament"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A scorebook with a tournament that has got so far."""
    return recorded(tmp_path_factory.mktemp("natale") / "evening.db", (f"tournament {words}" for words in STEPS))


Damage = Callable[..., list[str]]


@pytest.fixture
def damaged(sound: bytes, book_path: Path, say: Say) -> Damage:
    """Change the scorebook past every law of it, and return the lines of check."""

    def damage(*statements: str, **changed: object) -> list[str]:
        book_path.write_bytes(sound)
        with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
            connection.execute("PRAGMA foreign_keys=OFF")
            for statement in statements:
                assert connection.execute(statement).rowcount != 0, statement
            for action, change in changed.items():
                assert callable(change)
                (text,) = connection.execute("SELECT detail FROM step WHERE action = ?", [action]).fetchone()
                detail = json.loads(text)
                change(detail)
                connection.execute("UPDATE step SET detail = ? WHERE action = ?", [json.dumps(detail), action])
        done = say("check")
        assert (done.stderr, "Traceback" in done.stdout) == ("", False)
        assert done.returncode == (FAULTS if done.stdout else 0)
        return done.stdout.splitlines()

    return damage


def set_in(action: str, *path: str | int, to: object) -> tuple[str, Callable[[Any], None]]:
    """A step's detail with another value at the end of this path."""

    def change(detail: Any) -> None:
        for part in path[:-1]:
            detail = detail[part]
        detail[path[-1]] = to

    return action, change


Change = tuple[str, Callable[[Any], None]]
# What is damaged, and what check says of the tournament.
DAMAGES: tuple[tuple[str | Change, list[str]], ...] = (
    ("UPDATE tournament SET \"on\" = 'Friday'", ["'Friday' is no date"]),
    ("UPDATE tournament SET seed = -1", ["seed -1 is below 0"]),
    ("UPDATE tournament SET text = 'title = 1'", ["its format cannot be read: ten-deals: "]),
    ("UPDATE tournament SET text = 'title = '", ["its format cannot be read: ten-deals: not a TOML file"]),
    *((f"UPDATE tournament SET settings = '{settings}'", ["what was said instead of its format does not fit: "])
      for settings in ("{", "[]", '{"colour": 1}', '{"placement": {"5": ["x"]}}', '{"rounds": 0}')),
    (set_in("withdraw", "entrant", to=9), ["step 6: entrant 9 has not entered"]),
    (set_in("penalise", "entrant", to=0), ["step 7: entrant 0 has not entered"]),
    (set_in("result", "tallies", "8", to={}), ["step 5: entrant 8 has not entered"]),
    (set_in("draw", "tables", 0, "seats", 0, to=7),
     ["step 4: entrant 7 has not entered", "step 5: match 1 is no table of it", "step 6: round 1 is not drawn"]),
    (set_in("draw", "tables", 0, "match", to=99),
     ["step 5: match 1 is no table of it", "table 1 of round 1 is match 99, which is not there"]),
    (set_in("draw", "again", to=True),
     ["step 4: round 1 is drawn again, and was not drawn", "step 5: match 1 is no table of it",
      "step 6: round 1 is not drawn"]),
    (set_in("penalise", "stage", to=3), ["step 7: its format has no stage 4"]),
    (set_in("penalise", "amount", to="1/0"), [f"step 7: {UNREADABLE}"]),
    # the penalty, step 7, is made a reopening: the end before it is not there
    ("UPDATE step SET action = 'resume' WHERE action = 'penalise'",
     ["step 7: it reopens the tournament, which nothing had finished"]),
    # the withdrawal, step 6, is made the end: the penalty comes after it
    ("UPDATE step SET action = 'conclude' WHERE action = 'withdraw'",
     ["step 7: it was done after the tournament was finished, and nothing reopened it"]),
    # league 1 is main, league 2 that of Natale
    ("UPDATE match SET league_id = 1", ["table 1 of round 1 is match 1, which counts for another league"]),
    ("UPDATE step SET action = 'finish' WHERE action = 'tournament'", ["its first step does not open it"]),
    ("UPDATE step SET undoes = 99 WHERE action = 'withdraw'",
     ["a step of it undoes step 99, which is none of its own or was undone before"]),
)  # fmt: skip


def test_what_cannot_be_is_named_with_its_step(damaged: Damage) -> None:
    assert damaged() == []
    assert damaged("UPDATE tournament SET name = ' '") == ["tournament 1 ( ): that is no name that can be kept"]
    for damage, said in DAMAGES:
        lines = damaged(damage) if isinstance(damage, str) else damaged(**dict([damage]))
        named = [line.removeprefix(NATALE).lstrip(":, ") for line in lines if line.startswith(NATALE)]
        assert len(named) == len(said), named
        assert all(line.startswith(words) for line, words in zip(named, said, strict=True)), named
    nobody = set_in("enter", "entrants", 0, "players", to=[77])  # and so nobody has entered
    assert damaged(**dict([nobody]))[0] == f"{NATALE}, step 2: player 77 is not there"


def test_a_player_who_stands_twice_in_one_step_of_entries_is_named(damaged: Damage) -> None:
    anna = set_in("enter", "entrants", 1, "players", to=[1])  # the second entry was that of Bruno, player 2
    assert damaged(**dict([anna]))[0] == f"{NATALE}, step 2: Anna plays for two entries"


def test_a_clock_that_was_set_after_the_end_is_named(damaged: Damage) -> None:
    bell = json.dumps({"what": "", "round": 1, "minutes": 30})
    assert damaged(
        "UPDATE step SET action = 'conclude' WHERE action = 'withdraw'",
        f"UPDATE step SET action = 'bell', detail = '{bell}' WHERE action = 'penalise'",
    ) == [f"{NATALE}, step 7: it was done after the tournament was finished, and nothing reopened it"]


def test_what_was_announced_again_was_announced_before(damaged: Damage) -> None:
    kept = json.dumps({"what": "", "stage": 0, "through": [1], "kept": [9], "again": True})
    columns = "at, action, reason, tournament_id, detail"
    step = f"INSERT INTO step ({columns}) SELECT at, '{{}}', '', 1, '{{}}' FROM step WHERE id = 2"
    assert damaged(step.format("cut", kept)) == [
        f"{NATALE}, step 8: entrant 9 has not entered",
        f"{NATALE}, step 8: it announces again who goes on, and nobody was announced before",
    ]
    late = json.dumps({"what": "", "round": 1, "table": 2, "entrant": 9, "match": 77})
    assert f"{NATALE}, step 8: entrant 9 has not entered" in damaged(step.format("join", late))
    late = json.dumps({"what": "", "round": 1, "table": 1, "entrant": 5, "match": 77})
    assert f"{NATALE}, step 8: match 77 is not table 1 of round 1" in damaged(step.format("join", late))
    follows = json.dumps({"what": "", "entrant": 4, "round": 2, "stage": 0, "reserve": 9})
    assert f"{NATALE}, step 8: entrant 9 has not entered" in damaged(step.format("withdraw", follows))


def test_details_that_are_none_are_named_and_nothing_breaks(damaged: Damage) -> None:
    for action in ("enter", "draw", "withdraw", "penalise", "result"):
        for text in ("", "{}", "[]", "7", '"x"', '{"entrants": 3}', '{"entrants": [{}]}', "{"):
            lines = damaged(f"UPDATE step SET detail = '{text}' WHERE action = '{action}'")
            assert any(line.endswith(UNREADABLE) for line in lines), lines


def test_a_damaged_tournament_is_named_and_is_no_fault_of_the_program(damaged: Damage, say: Say) -> None:
    for damage in (
        "UPDATE tournament SET settings = '[]'",
        "UPDATE tournament SET \"on\" = 'x'",
        "UPDATE tournament SET text = 'title = 1'",
        *(f"UPDATE step SET detail = '{detail}' WHERE action = 'draw'" for detail in ("{", "{}", "null")),
    ):
        assert any(NATALE in line for line in damaged(damage))
        for words in ("list", "show", "standings"):
            refused(say(f"tournament {words}"), TROUBLE, "tournament", "is damaged; scorer check names what is wrong")


def test_rounds_of_a_stage_to_which_nobody_went_on_are_named(ok: Ok, say: Say, book_path: Path) -> None:
    opened(ok, "scighera", FIVE, "--rounds 1 --seed 1")
    ok("tournament result 1 Anna=4,Bruno=3,Carla=2,Dario=1,Elena=-10")
    ok("tournament cut")
    ok(f"tournament draw {DAY}")
    with closing(sqlite3.connect(book_path)) as connection:
        connection.execute("DELETE FROM step WHERE action = 'cut'")
        connection.commit()
    assert "rounds of stage 2 are drawn, and nobody was announced to go on to it" in say("check").stdout


def test_a_result_done_again_from_its_table_after_the_end_is_no_fault(ok: Ok) -> None:
    opened(ok, names=FIVE, options="--rounds 1 --seed 1")
    for words in (f"result 1 {SHEET}", "finish", "reopen", "result 1 Anna=0,Bruno=0,Carla=0,Dario=0,Elena=0", "finish"):
        ok(f"tournament {words}")
    ok("undo --match 1")  # the sheet is as it was
    ok("tournament undo")  # and the second end and the reopening are not there: only the first end stands
    ok("tournament undo")
    ok("redo --match 1")
    assert ok("tournament show").endswith(
        "the tournament is finished; scorer tournament standings --final shows the classification\n"
    )
    assert ok("check") == ""


def test_who_left_a_pair_and_enters_with_another_plays_for_one_entry(ok: Ok) -> None:
    ok(f"tournament new Coppe --format brisca-pairs --seed 3 {DAY}")
    ok("tournament enter Anna+Bruno,Carla+Dario,Elena+Fabio,Gina+Hugo")
    ok("tournament substitute Bruno Nora")
    ok("tournament enter Bruno+Piero")
    assert ok("check") == ""
