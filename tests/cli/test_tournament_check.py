"""`scorer check` of tournaments: a line for each fault, and never a traceback."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.desk import DAY, FIVE, TROUBLE, Ok, Say, opened
from tests.running import recorded, refused

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


def test_a_sound_tournament_is_passed_in_silence(damaged: Damage) -> None:
    assert damaged() == []


def test_a_format_that_cannot_be_read_is_named(damaged: Damage) -> None:
    (line,) = damaged("UPDATE tournament SET text = 'title = 1'")
    assert line.startswith(f"{NATALE}: its format cannot be read: ten-deals: ")
    (line,) = damaged("UPDATE tournament SET text = 'title = '")
    assert "not a TOML file" in line


@pytest.mark.parametrize("settings", ["{", "[]", '{"colour": 1}', '{"placement": {"5": ["x"]}}', '{"rounds": 0}'])
def test_settings_that_do_not_fit_are_named(damaged: Damage, settings: str) -> None:
    (line,) = damaged(f"UPDATE tournament SET settings = '{settings}'")
    assert line.startswith(f"{NATALE}: what was said instead of its format does not fit: ")


def test_a_day_a_name_and_a_seed_that_cannot_be(damaged: Damage) -> None:
    assert damaged("UPDATE tournament SET \"on\" = 'Friday'") == [f"{NATALE}: 'Friday' is no date"]
    assert damaged("UPDATE tournament SET seed = -1") == [f"{NATALE}: seed -1 is below 0"]
    assert damaged("UPDATE tournament SET name = ' '") == ["tournament 1 ( ): that is no name that can be kept"]


def test_entrants_that_nobody_entered_are_named_with_the_step(damaged: Damage) -> None:
    assert damaged(withdraw=lambda detail: detail.update(entrant=9)) == [f"{NATALE}, step 6: entrant 9 has not entered"]
    assert damaged(penalise=lambda detail: detail.update(entrant=0)) == [f"{NATALE}, step 7: entrant 0 has not entered"]
    assert damaged(result=lambda detail: detail["tallies"].update({"8": {}})) == [
        f"{NATALE}, step 5: entrant 8 has not entered"
    ]


def test_a_draw_of_strangers_is_named_and_what_follows_from_it(damaged: Damage) -> None:
    def swap(detail: dict[str, list[dict[str, list[int]]]]) -> None:
        detail["tables"][0]["seats"][0] = 7

    lines = damaged(draw=swap)
    assert lines[0] == f"{NATALE}, step 4: entrant 7 has not entered"
    assert lines[1:] == [f"{NATALE}, step 5: match 1 is no table of it"]


def test_what_was_announced_again_was_announced_before(damaged: Damage) -> None:
    again = f"{NATALE}, step 4: round 1 is drawn again, and was not drawn"
    assert again in damaged(draw=lambda detail: detail.update(again=True))
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
    assert f"{NATALE}: table 1 of round 1 is match 77, which is not there" in damaged(step.format("join", late))
    follows = json.dumps({"what": "", "entrant": 4, "round": 2, "stage": 0, "reserve": 9})
    assert f"{NATALE}, step 8: entrant 9 has not entered" in damaged(step.format("withdraw", follows))


def test_a_player_that_is_not_there_is_named(damaged: Damage) -> None:
    def swap(detail: dict[str, list[dict[str, list[int]]]]) -> None:
        detail["entrants"][0]["players"] = [77]

    assert f"{NATALE}, step 2: player 77 is not there" in damaged(enter=swap)


def test_a_table_whose_match_is_not_there_is_named(damaged: Damage) -> None:
    lines = damaged(draw=lambda detail: detail["tables"][0].update(match=99))
    assert f"{NATALE}: table 1 of round 1 is match 99, which is not there" in lines


@pytest.mark.parametrize("text", ["", "{}", "[]", "7", '"x"', '{"entrants": 3}', '{"entrants": [{}]}', "{"])
@pytest.mark.parametrize("action", ["enter", "draw", "withdraw", "penalise", "result"])
def test_details_that_are_none_are_named_and_nothing_breaks(damaged: Damage, action: str, text: str) -> None:
    lines = damaged(f"UPDATE step SET detail = '{text}' WHERE action = '{action}'")
    assert any(line.endswith(UNREADABLE) for line in lines), lines


def test_a_stage_that_the_format_does_not_have_is_named(damaged: Damage) -> None:
    lines = damaged(penalise=lambda detail: detail.update(stage=3))
    assert lines == [f"{NATALE}, step 7: its format has no stage 4"]


def test_an_amount_that_is_none_is_named(damaged: Damage) -> None:
    assert damaged(penalise=lambda detail: detail.update(amount="1/0")) == [f"{NATALE}, step 7: {UNREADABLE}"]


def test_a_tournament_reopened_whose_end_was_deleted_is_named(damaged: Damage) -> None:
    # the penalty, step 7, is made a reopening: the end before it is not there
    reopened = "UPDATE step SET action = 'resume' WHERE action = 'penalise'"
    assert damaged(reopened) == [f"{NATALE}, step 7: it reopens the tournament, which nothing had finished"]


def test_what_is_done_after_the_end_without_reopening_is_named(damaged: Damage) -> None:
    # the withdrawal, step 6, is made the end: the penalty comes after it
    finished = "UPDATE step SET action = 'conclude' WHERE action = 'withdraw'"
    assert damaged(finished) == [
        f"{NATALE}, step 7: it was done after the tournament was finished, and nothing reopened it"
    ]


def test_a_table_whose_match_was_moved_to_another_league_is_named(damaged: Damage) -> None:
    # league 1 is main, league 2 that of Natale
    assert damaged("UPDATE match SET league_id = 1") == [
        f"{NATALE}: table 1 of round 1 is match 1, which counts for another league"
    ]


def test_a_tournament_that_no_step_opens_is_named(damaged: Damage) -> None:
    lines = damaged("UPDATE step SET action = 'finish' WHERE action = 'tournament'")
    assert f"{NATALE}: its first step does not open it" in lines
    lines = damaged("UPDATE step SET undoes = 99 WHERE action = 'withdraw'")
    assert f"{NATALE}: a step of it undoes step 99, which is none of its own or was undone before" in lines


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tournament SET settings = '[]'",
        "UPDATE tournament SET \"on\" = 'x'",
        "UPDATE tournament SET text = 'title = 1'",
        *(f"UPDATE step SET detail = '{detail}' WHERE action = 'draw'" for detail in ("{", "{}", "null")),
    ],
)
def test_a_damaged_tournament_is_named_and_is_no_fault_of_the_program(damaged: Damage, say: Say, damage: str) -> None:
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
