"""The power goes off: a recording process is killed again and again, and a reader opens first.

The child records deals in a loop and says the number of each once it is committed. It is killed at moments spread
over the commit, so that many kills leave a hot journal, which the first reader has to roll back. Each line that is said
is one write, whole or not there: print makes two where PYTHONUNBUFFERED is set, and a kill between them leaves a line
without an end.
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import PIPE

import pytest

from scorer import scorebook
from scorer.match.sheet import Sheet

pytestmark = pytest.mark.xdist_group("alone")

FEWEST_KILLS, FEWEST_HOT, MOST_KILLS = 40, 16, 400
MOST_SECONDS = 50

# What every deal of a match pays: 71 made at u = 2; in pairs the side with more card points.
PAID = {
    "Friday": {"Anna": 4, "Bruno": -2, "Carla": -2, "Dario": -2, "Elena": 2},
    "Pairs": {"Anna": 1, "Bruno": -1, "Carla": 1, "Dario": -1},
}
# Loads everything once, then forks a recorder for every line that it gets, of the match in that line: it is ready at
# once.
RECORDERS = r"""
import os
import sys

from scorer import scorebook
from scorer.match.deal_options import DealWords

WORDS = {
    "Friday": DealWords(caller="anna", bid="2/71", partner="elena", result="74", note="x" * 400),
    "Pairs": DealWords(sides=("anna", "74"), note="x" * 400),
}

def record(match):
    book = scorebook.Book(sys.argv[1])
    while True:
        with book.writing() as session:
            done = scorebook.record_deal(session, scorebook.find_match(session, match), WORDS[match])
        say(str(done.record.number))

def say(line):
    os.write(1, f"{line}\n".encode())

for line in sys.stdin:
    if not (child := os.fork()):
        record(line.strip())
    say(f"started {child}")
    os.waitpid(child, 0)
    say("ended")
"""


def hot_journal(path: Path) -> bool:
    """Whether a journal lies beside the file with a header that tells SQLite to roll back."""
    try:
        with path.with_name(path.name + "-journal").open("rb") as journal:
            return journal.read(1) not in {b"", b"\0"}
    except FileNotFoundError:
        return False


def kill_while_recording(
    path: Path, match: str, recorders: "subprocess.Popen[str]", chance: random.Random
) -> list[int]:
    """Start a recorder, kill it at some moment, two times out of three while it commits; what it acknowledged."""
    assert recorders.stdin is not None
    assert recorders.stdout is not None
    recorders.stdin.write(f"{match}\n")
    recorders.stdin.flush()
    lines = [recorders.stdout.readline().split()]
    while lines[-1][0] != "started":
        lines.append(recorders.stdout.readline().split())
    moment = time.monotonic() + chance.uniform(0.02, 0.12)
    while time.monotonic() < moment:
        pass
    if chance.random() < 2 / 3:
        while not hot_journal(path) and time.monotonic() < moment + 1:
            pass
    os.kill(int(lines[-1][1]), signal.SIGKILL)
    while lines[-1][0] != "ended":
        lines.append(recorders.stdout.readline().split())
    return [int(line[0]) for line in lines if line[0].isdecimal()]


def read_first(path: Path, match: str) -> Sheet:
    """What a reader sees who opens the file before anybody repairs it."""
    book = scorebook.Book(str(path))
    try:
        with book.reading() as transaction:
            return scorebook.sheet_of(transaction, scorebook.find_match(transaction, match))
    finally:
        book.close()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not known there")
def test_a_killed_recorder_loses_no_acknowledged_deal_and_leaves_no_half_deal(
    friday: None, ok: Callable[..., str], book_path: Path, environment: Callable[[], dict[str, str]]
) -> None:
    ok("start Pairs --players Anna,Bruno,Carla,Dario --variant brisca --until deals:999 --on 2026-11-20")
    chance, kills, hot, recorded = random.Random(20261120), 0, 0, dict.fromkeys(PAID, 0)
    began = time.monotonic()
    words = [sys.executable, "-c", RECORDERS, str(book_path)]
    with subprocess.Popen(words, stdin=PIPE, stdout=PIPE, text=True, env=environment()) as recorders:
        while kills < FEWEST_KILLS or hot < FEWEST_HOT:
            assert kills < MOST_KILLS, f"only {hot} hot journals in {kills} kills"
            assert time.monotonic() - began < MOST_SECONDS, f"only {kills} kills, {hot} hot journals"
            match = chance.choice(list(PAID))
            acknowledged = kill_while_recording(book_path, match, recorders, chance)
            kills += 1
            hot += hot_journal(book_path)
            recorded[match] = whole_after(book_path, match, recorded, acknowledged)
        assert recorders.stdin is not None
        recorders.stdin.close()
    assert kills >= FEWEST_KILLS
    assert hot >= FEWEST_HOT
    print(f"{kills} kills, {hot} hot journals, {recorded} deals")


def whole_after(path: Path, match: str, recorded: dict[str, int], acknowledged: list[int]) -> int:
    """How many deals a match has: all that were acknowledged, at most one whose answer was lost, none in part."""
    before, elsewhere = recorded[match], sum(recorded.values()) - recorded[match]
    records = read_first(path, match).records
    numbers = [record.number for record in records]
    assert numbers == list(range(1, len(numbers) + 1))
    assert acknowledged == list(range(before + 1, before + 1 + len(acknowledged)))
    assert before + len(acknowledged) <= len(numbers) <= before + len(acknowledged) + 1
    for record in records[before:]:
        assert record.payouts == PAID[match]
        assert record.note == "x" * 400
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("SELECT count(*) FROM step WHERE action = 'deal'").fetchone() == (
            len(numbers) + elsewhere,
        )
    return len(numbers)
