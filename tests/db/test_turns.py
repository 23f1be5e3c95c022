"""Several programs write to one file: each waits for its turn, as long as it takes up to half a minute."""

import fcntl
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from subprocess import CompletedProcess, Popen
from threading import Thread

import pytest

from db import writer_turns
from db.writer_turns import turn

Say = Callable[..., CompletedProcess[str]]
Ok = Callable[..., str]
AskRows = Callable[[str], list[tuple[int, ...]]]
Environment = Callable[[], dict[str, str]]
FIVE = "Anna,Bruno,Carla,Dario,Elena"
DEAL = "anna K elena 61"


@contextmanager
def busy(folder: Path) -> Iterator[int]:
    """Somebody has the turn in a folder for this block."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle
    finally:
        os.close(handle)


def start(environment: Environment, *words: str, stdin: str = "") -> "Popen[str]":
    """The program in a process of its own, which goes on by itself."""
    started = Popen(
        [sys.executable, "-m", "scorer", *words], env=environment(), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert started.stdin is not None
    started.stdin.write(stdin)
    started.stdin.close()
    started.stdin = None
    return started


def test_writers_who_have_to_wait_are_told_for_whom_and_none_is_refused(
    friday: None, book_path: Path, environment: Environment, rows: AskRows, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.db"
    link.symlink_to(book_path)
    with busy(tmp_path):
        lines = f"{DEAL}\n" * 10
        writers = [start(environment, "--db", str(where), "pad", stdin=lines) for where in [book_path, link] * 2]
        for writer in writers:
            assert writer.stderr is not None
            assert re.match(f"Waiting for (process {os.getpid()}|another program), ", writer.stderr.readline())
        assert rows("SELECT count(*) FROM record") == [(0,)]  # readers do not wait
    said = [writer.communicate(timeout=60)[1] for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * 4, said
    assert rows("SELECT count(*), count(DISTINCT number) FROM record") == [(40, 40)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere", "evening.db"]


def test_backup_and_import_stand_in_the_queue_too(
    friday: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, say: Say, ok: Ok
) -> None:
    monkeypatch.setattr(writer_turns, "QUIET_SECONDS", 0.05)
    monkeypatch.setattr(writer_turns, "PATIENCE_SECONDS", 0.1)
    away = tmp_path / "away"
    away.mkdir()
    ok(f"backup {away / 'backup.db'}")
    (away / "deals.csv").write_text("match,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5\n")
    with busy(tmp_path):
        for command in (
            f"backup {away / 'again.db'}",
            f"restore {away / 'backup.db'} --force",
            f"import {away / 'deals.csv'}",
        ):
            assert "Waiting for process" in say(command).stderr, command


def test_a_turn_that_does_not_come_leaves_it_to_sqlite(
    friday: None, tmp_path: Path, book_path: Path, monkeypatch: pytest.MonkeyPatch, say: Say
) -> None:
    monkeypatch.setattr(writer_turns, "QUIET_SECONDS", 0.05)
    monkeypatch.setattr(writer_turns, "PATIENCE_SECONDS", 0.1)
    monkeypatch.setattr("db.database.BUSY_MILLISECONDS", 100)
    with busy(tmp_path):
        assert say(f"deal {DEAL}").returncode == 0  # whoever has it writes to another file
        with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            refused = say(f"deal {DEAL}")
    assert refused.returncode == 5
    assert f"evening.db is busy: process {os.getpid()} has been writing to it, or in its folder" in refused.stderr
    assert refused.stderr.endswith("for more than 30 seconds; nothing was recorded, try again\n")


def test_ctrl_c_ends_the_waiting_and_a_kill_frees_the_turn(
    friday: None, tmp_path: Path, environment: Environment, rows: AskRows, ok: Ok
) -> None:
    hold = "import fcntl, os, sys, time; fcntl.flock(os.open(sys.argv[1], 0), 2); print(1, flush=True); time.sleep(60)"
    with Popen([sys.executable, "-c", hold, str(tmp_path)], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        waiting = start(environment, "deal", *DEAL.split())
        assert waiting.stderr is not None
        assert waiting.stderr.readline().startswith(f"Waiting for process {holder.pid}, which writes to ")
        waiting.send_signal(signal.SIGINT)
        assert waiting.wait(timeout=20) == 130
        assert "Traceback" not in waiting.communicate()[1]
        assert rows("SELECT count(*) FROM record") == [(0,)]
        holder.kill()
    ok(f"deal {DEAL}")


def test_a_thread_may_ask_again_for_its_turn_and_another_waits(tmp_path: Path) -> None:
    done: list[str] = []

    def write() -> None:
        with turn(str(tmp_path / "a.db"), done.append):
            done.append("the other thread")

    with turn(str(tmp_path / "a.db"), done.append) as first, turn(str(tmp_path / "b.db"), done.append) as second:
        assert (first, second) == ("", "")
        other = Thread(target=write)
        other.start()
        time.sleep(0.1)
        done.append("this thread")
    other.join()
    assert done == ["this thread", "the other thread"]
    with busy(tmp_path):
        pass  # nobody has it any more


def test_where_no_turn_can_be_had_it_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, friday: None, ok: Ok
) -> None:
    for path in (tmp_path / "none" / "x.db", tmp_path / "a\0b"):
        with turn(str(path), pytest.fail) as other:
            assert other == ""
    monkeypatch.setattr(writer_turns, "fcntl", None)
    ok(f"deal {DEAL}")
