"""What went wrong when people tried the program at its edges: Ctrl-C, closed streams, odd bytes, odd words."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from scorer.cli.preview import preview
from scorer.match.sheet import Sheet
from tests.running import CONTROL_C, CONTROL_D, answer, refused

FIVE = "Anna,Bruno,Carla,Dario,Elena"
DEAL = "deal anna K elena 61"  # Anna +2, Elena +1, the others -1
ANNA = {"Anna": 2, "Bruno": -1, "Carla": -1, "Dario": -1, "Elena": 1}
STEPS = "SELECT id, action FROM step ORDER BY id"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
ReadSheet = Callable[..., Sheet]
AskRows = Callable[[str], list[tuple[Any, ...]]]
Environment = Callable[[], dict[str, str]]


# At a terminal


def test_control_c_at_a_question_ended_as_if_nothing_was_wrong(
    friday: None, environment: Environment, sheet: ReadSheet
) -> None:
    code, shown = answer(environment, ["deal"], [("Who called", "anna"), ("What was called", CONTROL_C)])
    assert code == 130, shown
    assert "Traceback" not in shown
    code, shown = answer(environment, ["deal"], [("Who called", CONTROL_D)])
    assert code == 1, shown
    assert "Aborted" in shown
    assert sheet().records == ()


def test_control_c_at_the_slam_question_recorded_nothing_and_ended_with_130(
    friday: None, environment: Environment, sheet: ReadSheet
) -> None:
    words = [*DEAL.split()[:-1], "120"]
    code, shown = answer(environment, words, [("did one side take every trick", CONTROL_C)])
    assert code == 130, shown
    assert sheet().records == ()


def test_an_edit_to_all_card_points_did_not_ask_for_the_slam(
    friday: None, ok: Ok, environment: Environment, sheet: ReadSheet
) -> None:
    ok(DEAL)
    words = ["edit", "1", "--result", "120", "--reason", "recount"]
    code, shown = answer(environment, words, [("did one side take every trick", "y")])
    assert code == 0, shown
    assert "Edited 1: result 61 -> 120, slam no -> yes" in shown
    assert sheet().running == {"Anna": 4, "Bruno": -2, "Carla": -2, "Dario": -2, "Elena": 2}  # the slam doubles


def test_two_players_became_one_without_a_question(ok: Ok, environment: Environment) -> None:
    ok(f"start Friday --players {FIVE}")
    ok("start Saturday --players Annina,Fabio,Gina,Hans,Ines")
    merge = ["player", "merge", "annina", "anna"]
    question = "Is annina really anna, in every match?"
    code, shown = answer(environment, merge, [(question, "n")])
    assert code == 1, shown
    assert "Annina" in ok("player list")
    code, shown = answer(environment, merge, [(question, "y")])
    assert code == 0, shown
    assert "Annina" not in ok("player list")
    ok("undo --match Friday")
    code, shown = answer(environment, ["--yes", *merge], [])
    assert (code, question in shown) == (0, False), shown
    assert "Annina is Anna from now on" in shown


# Closed, full and odd streams


def test_a_closed_stdin_was_a_fault_of_the_program(friday: None, environment: Environment, sheet: ReadSheet) -> None:
    for words in ("deal anna K elena 61", "deal bruno K solo 120", "pad"):
        program = ["sh", "-c", 'exec "$@" <&-', "sh", sys.executable, "-m", "scorer", *words.split()]
        done = subprocess.run(program, env=environment(), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    # Anna +2, Elena +1, the others -1; then Bruno +4, the others -1
    assert sheet().running == {"Anna": 1, "Bruno": 3, "Carla": -2, "Dario": -2, "Elena": 0}


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")  # noqa: PTH110 - a device
def test_a_full_stdout_was_a_fault_of_the_program(friday: None, environment: Environment, sheet: ReadSheet) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scorer", *DEAL.split()],
            env=environment(), stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    told = "scorer: the answer could not be shown (No space left on device); scorer history says what was done\n"
    assert done.stderr == told
    assert sheet().running == ANNA


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")  # noqa: PTH110 - a device
@pytest.mark.parametrize("words", ["export deals", "standings", "sheet"])
def test_a_full_stdout_of_what_only_reads_sends_nobody_to_the_history(
    friday: None, environment: Environment, words: str
) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scorer", *words.split()],
            env=environment(), stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "scorer: the answer could not be shown (No space left on device)\n"


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        (b"anna K \xff\xfe 61", 4, "'\\udcff\\udcfe' is not at the table"),
        (b"anna K \xc3\xa8 61", 4, "'\\udcc3\\udca8' is not at the table"),
        (b'anna K elena 61 --note "\xff"', 3, "'\\udcff': a note is one line"),
        (b'anna K "elena\xff 61', 3, "a quotation mark is not closed in"),
    ],
)
def test_bytes_that_are_no_text_ended_the_pad_as_a_fault_of_the_program(
    friday: None, environment: Environment, sheet: ReadSheet, line: bytes, code: int, says: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scorer", "pad"],
        env=environment() | {"PYTHONIOENCODING": "ascii"}, input=DEAL[5:].encode() + b"\n" + line + b"\n",
        capture_output=True, check=False,
    )  # fmt: skip
    told = done.stderr.decode("ascii")
    assert done.returncode == code, told
    assert says in told
    assert "scorer: stopped at line 2: anna K" in told
    assert "fault" not in told
    assert sheet().running == ANNA


def test_the_demo_left_the_pad_without_its_match(ok: Ok, sheet: ReadSheet) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok(f"start Saturday --players {FIVE} --on 2026-11-21")
    said = ok("pad --match Saturday", stdin="demo\nanna K elena 61\nsheet\n")
    assert "That was an invented club" in said
    assert said.index("invented club") < said.index("1: Anna called the king with Elena and made 61")
    assert said.index("invented club") < said.index("Saturday (match 2), 2026-11-21")
    assert (sheet("Friday").records, sheet("Saturday").running) == ((), ANNA)


# Where the scorebook is


def test_a_folder_for_a_scorebook_did_not_exist(say: Say, tmp_path: Path) -> None:
    for words in ("sheet", f"start Friday --players {FIVE}"):
        refused(say(words, db=str(tmp_path)), 5, f"{tmp_path} is not a file" if words == "sheet" else str(tmp_path))


@pytest.mark.parametrize("words", ["sheet", f"start Friday --players {FIVE}", "league add B"])
def test_an_address_of_sqlite_made_a_file_of_its_own(say: Say, tmp_path: Path, words: str) -> None:
    before = sorted(tmp_path.iterdir())
    for address in (f"sqlite:///{tmp_path}/new.db", f"sqlite+pysqlite:///{tmp_path}/new.db", "sqlite://"):
        refused(say(words, db=address), 5, "is not an address this program can open")
    assert sorted(tmp_path.iterdir()) == before


# Odd words


@pytest.mark.parametrize(
    "words",
    [
        *(
            "deal {} K elena 61",
            "deal anna {} elena 61",
            "deal anna K elena {}",
            "{0} {0}",
            "deal anna K elena 61 --{}",
        ),
        *("sheet {}", "void {} --reason r", "undo {}", "redeal {}", "penalty anna {} --reason r", "variant show {}"),
        *("adjust {} --reason r", "start New --players {}", "standings --league {}", "call anna {}"),
        "edit {} --reason r",
    ],
)
def test_a_word_of_5000_characters_filled_the_terminal(friday: None, say: Say, rows: AskRows, words: str) -> None:
    steps = rows(STEPS)
    done = say(words.format("x" * 5000))
    assert done.returncode in {2, 3, 4}
    if done.returncode != 2:  # typer's own words of usage are not ours
        assert done.stderr.count("\n") == 1
        assert len(done.stderr) < 420
    assert rows(STEPS) == steps


def test_a_line_of_5000_characters_in_the_pad_filled_the_terminal(friday: None, say: Say) -> None:
    done = say("pad", stdin=f"anna K {'x' * 5000} 61\n")
    assert done.returncode == 4
    assert max(map(len, done.stderr.splitlines())) < 420


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("penalty anna -4 --reason x", "units '-4': say a whole number from 1 to 1000000"),
        ("penalty anna -4", "units '-4'"),
        ("deal anna K bruno -5", "'-5' is not a result; say the calling side's card points (74)"),
        ("deal anna K bruno 70 --slm", "there is no option --slm"),
        ("deal --slm", "there is no option --slm"),
        ("deal anna K bruno 70 --nope 3", "there is no option --nope"),
    ],
)
def test_a_number_with_a_sign_was_taken_for_an_option(
    friday: None, say: Say, rows: AskRows, words: str, says: str
) -> None:
    steps = rows(STEPS)
    refused(say(words), 3, says)
    assert rows(STEPS) == steps


# The line of the pad and its preview

MADE = ["made", "+2", "-1", "-1", "-1", "+1"]
FAILED = ["failed", "-2", "+1", "+1", "+1", "-1"]
SLAM_MADE = ["made", "+4", "-2", "-2", "-2", "+2"]
SLAM_FAILED = ["failed", "-4", "+2", "+2", "+2", "-2"]


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("anna 2 elena --called '2 coins' ", [MADE, FAILED]),
        ("anna 2 --called '2 coins' elena ", [MADE, FAILED]),
        ("anna K elena --slam ", [SLAM_MADE, SLAM_FAILED]),
        ("anna K elena --no-slam", [MADE, FAILED]),
        ("anna K elena --sl", [MADE, FAILED]),
        ("anna K elena --note=x", [MADE, FAILED]),
        ("anna K elena --note 'a b", [MADE, FAILED]),
        ("anna K elena --times 2 ", [SLAM_MADE, SLAM_FAILED]),
        ("anna K elena --id=x ", [MADE, FAILED]),
        ("anna K elena --id x", [MADE, FAILED]),
        ("anna K elena --id x ", [MADE, FAILED]),
        ("anna K elena --match 1 ", [MADE, FAILED]),
        ("anna K elena 74 --note=x", [MADE]),
        ("anna K elena 74 --id x", [MADE]),
        ("--id x anna K elena 74", [MADE]),
        ("anna K elena 74 --match 1", [MADE]),
        ("anna K elena 60 --note '2 of them'", [FAILED]),
        ("anna K elena 120 --slam", [SLAM_MADE]),
    ],
)
def test_an_option_on_the_line_hid_what_the_deal_pays(
    friday: None, sheet: ReadSheet, line: str, ends: list[list[str]]
) -> None:
    header, *shown = [row.split() for row in preview(sheet(), line, {"undo"}, 80).split("\n")]
    assert (header, shown) == (FIVE.split(","), ends)


@pytest.mark.parametrize("line", ["anna K elena --slm ", "anna K elena 74 --slm", "anna --nope=3 K elena 74"])
def test_an_unknown_option_on_the_line_was_not_named(friday: None, sheet: ReadSheet, line: str) -> None:
    shown = preview(sheet(), line, {"undo"}, 80)
    assert f"there is no option {'--nope' if 'nope' in line else '--slm'}" in shown


def test_a_line_with_an_equals_sign_or_a_mark_was_not_understood(friday: None, ok: Ok, sheet: ReadSheet) -> None:
    ok("pad", stdin="anna K elena 61 --note=x --id a\nanna K elena 61 --id a\nbruno K solo 60 --note='a b' --id=b\n")
    assert [(record.caller, record.note) for record in sheet().records] == [("Anna", "x"), ("Bruno", "a b")]
    # Anna +2, Elena +1, the others -1; then Bruno -4, the others +1
    assert sheet().running == {"Anna": 3, "Bruno": -5, "Carla": 0, "Dario": 0, "Elena": 2}


@pytest.mark.parametrize("line", ['anna K "elena 61', "anna K elena 61 --note 'a b", 'redeal misdeal --note "x'])
def test_an_open_quotation_mark_was_closed_where_nobody_meant_it(
    friday: None, say: Say, rows: AskRows, line: str
) -> None:
    steps = rows(STEPS)
    done = say("pad", stdin=f"{line}\n")
    assert (done.returncode, done.stdout) == (3, "")
    assert f"scorer: a quotation mark is not closed in: {line}\n" in done.stderr
    assert rows(STEPS) == steps
