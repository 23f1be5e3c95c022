"""Closed, full and odd streams: what the program reads from and writes to may be anything."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.match.sheet import Sheet

DEAL = "deal anna K elena 61"  # Anna +2, Elena +1, the others -1
ANNA = {"Anna": 2, "Bruno": -1, "Carla": -1, "Dario": -1, "Elena": 1}
ReadSheet = Callable[..., Sheet]
Environment = Callable[[], dict[str, str]]


def test_a_closed_stdin_was_a_fault_of_the_program(friday: None, environment: Environment, sheet: ReadSheet) -> None:
    for words in ("deal anna K elena 61", "deal bruno K solo 120", "pad"):
        done = closed("<", words, environment)
        assert done.returncode == 0, done.stderr
    # Anna +2, Elena +1, the others -1; then Bruno +4, the others -1
    assert sheet().running == {"Anna": 1, "Bruno": 3, "Carla": -2, "Dario": -2, "Elena": 0}


def closed(stream: str, words: str, environment: Environment) -> subprocess.CompletedProcess[str]:
    program = ["sh", "-c", f'exec "$@" {stream}&-', "sh", sys.executable, "-m", "scorer", *words.split()]
    return subprocess.run(program, env=environment(), capture_output=True, text=True, check=False)


def test_a_file_to_a_closed_stdout_was_a_fault_of_the_program(table: None, environment: Environment) -> None:
    done = closed(">", "export deals", environment)
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr == "scorer: the answer could not be shown: standard output is closed\n"


def test_a_deal_is_recorded_though_its_sentence_cannot_be_shown(
    friday: None, environment: Environment, sheet: ReadSheet
) -> None:
    done = closed(">", DEAL, environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert sheet().running == ANNA


def test_a_file_from_a_closed_stdin_was_a_fault_of_the_program(environment: Environment, book_path: Path) -> None:
    done = closed("<", "import -", environment)
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr == "scorer: standard input is closed: there is nothing to read\n"
    assert not book_path.exists()


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
def test_a_full_stdout_of_what_only_reads_sends_nobody_to_the_history(friday: None, environment: Environment) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scorer", "sheet"],
            env=environment(), stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "scorer: the answer could not be shown (No space left on device)\n"


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        (b"anna K \xff\xfe 61", 4, "'\\udcff\\udcfe' is not at the table"),
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


def test_a_file_that_cannot_be_reached_was_called_an_answer_that_cannot_be_shown(environment: Environment) -> None:
    name = "x" * 300  # longer than the name of a file can be
    program = [sys.executable, "-m", "scorer", "import", name]
    done = subprocess.run(program, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, f"scorer: {name} cannot be reached (File name too long)\n")
