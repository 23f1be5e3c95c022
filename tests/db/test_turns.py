"""Several programs write to one file: each waits for its turn, as long as it takes up to half a minute."""

import fcntl
import os
import re
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Thread, Timer

import pytest

from db import writer_turns
from db.writer_turns import turn
from scorer.scorebook import Book
from tests.fixtures import Environment, Ok, Say

AskRows = Callable[[str], list[tuple[int, ...]]]
ROOT = Path(__file__).parents[2]
DEAL = "anna K elena 61"


HOLD = """
import sys
from db.writer_turns import turn
with turn(sys.argv[1], print) as writer:
    assert not writer
    print("mine", flush=True)
    sys.stdin.readline()
"""


@contextmanager
def busy(path: Path) -> Iterator["Popen[str]"]:
    """Another process has the turn to write to a file for this block."""
    with Popen([sys.executable, "-c", HOLD, str(path)], stdin=PIPE, stdout=PIPE, text=True, cwd=ROOT) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "mine\n"
        yield holder
        holder.kill()


def start(environment: Environment, *words: str, stdin: str = "") -> "Popen[str]":
    """The program in a process of its own, which goes on by itself."""
    started = Popen(
        [sys.executable, "-m", "scorer", *words], env=environment(), text=True,
        stdin=PIPE, stdout=PIPE, stderr=PIPE,
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
    with busy(book_path) as holder:
        lines = f"{DEAL}\n" * 10
        writers = [start(environment, "--db", str(where), "pad", stdin=lines) for where in [book_path, link] * 2]
        for writer in writers:
            assert writer.stderr is not None
            assert re.match(f"Waiting for process {holder.pid}, ", writer.stderr.readline())
        assert rows("SELECT count(*) FROM record") == [(0,)]  # readers do not wait
    said = [writer.communicate(timeout=60)[1] for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * 4, said
    assert rows("SELECT count(*), count(DISTINCT number) FROM record") == [(40, 40)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere", "evening.db", "evening.db-turn"]


def test_backup_and_import_stand_in_the_queue_too(
    friday: None, book_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, say: Say, ok: Ok
) -> None:
    monkeypatch.setattr(writer_turns, "QUIET_SECONDS", 0.05)
    monkeypatch.setattr(writer_turns, "PATIENCE_SECONDS", 0.1)
    away = tmp_path / "away"
    away.mkdir()
    ok(f"backup {away / 'backup.db'}")
    (away / "deals.csv").write_text("match,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5\n")
    with busy(book_path):
        for command in (
            f"backup {away / 'again.db'}",
            f"restore {away / 'backup.db'} --force",
            f"import {away / 'deals.csv'}",
        ):
            assert "Waiting for process" in say(command).stderr, command


def test_a_turn_that_does_not_come_leaves_it_to_sqlite(
    friday: None, book_path: Path, monkeypatch: pytest.MonkeyPatch, say: Say
) -> None:
    monkeypatch.setattr(writer_turns, "QUIET_SECONDS", 0.05)
    monkeypatch.setattr(writer_turns, "PATIENCE_SECONDS", 0.1)
    monkeypatch.setattr("db.database.BUSY_MILLISECONDS", 100)
    with busy(book_path) as holder:
        assert say(f"deal {DEAL}").returncode == 0  # whoever has it does not write
        with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            refused = say(f"deal {DEAL}")
    assert refused.returncode == 5
    assert f"evening.db is busy: process {holder.pid} has been writing to it, or in its folder" in refused.stderr
    assert refused.stderr.endswith("for more than 30 seconds; nothing was recorded, try again\n")


def test_ctrl_c_ends_the_waiting_and_a_kill_frees_the_turn(
    friday: None, book_path: Path, environment: Environment, rows: AskRows, ok: Ok
) -> None:
    with busy(book_path) as holder:
        waiting = start(environment, "deal", *DEAL.split())
        assert waiting.stderr is not None
        assert waiting.stderr.readline().startswith(f"Waiting for process {holder.pid}, which writes to ")
        waiting.send_signal(signal.SIGINT)
        assert waiting.wait(timeout=20) == 130
        assert "Traceback" not in waiting.communicate()[1]
        assert rows("SELECT count(*) FROM record") == [(0,)]
        holder.kill()
        ok(f"deal {DEAL}")


def test_another_scorebook_and_a_stranger_who_locks_the_folder_hold_nobody_up(
    friday: None, book_path: Path, tmp_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An import into one scorebook let a deal in another of the same folder wait for 21 seconds."""
    monkeypatch.setattr(writer_turns, "QUIET_SECONDS", 0.2)
    other = tmp_path / "other.db"
    other.write_bytes(book_path.read_bytes())
    folder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    with busy(other):
        assert say(f"deal {DEAL}").stderr == ""
        assert "Waiting for process" in say("deal anna K elena 61", db=str(other)).stderr
    os.close(folder)


def given_numbers(path: Path) -> int:
    """How many have come to write to a file."""
    return int(Path(f"{path}-turn").read_bytes()[:20])


def test_who_comes_first_writes_first_and_who_comes_again_waits_for_all_who_came_before(
    friday: None, book_path: Path
) -> None:
    """A writer without a pause took the turn again and again before those who waited woke up: 0.13 s and 11.7 s."""
    order: list[str] = []

    def write(name: str) -> None:
        with turn(str(book_path), lambda _writer: None):
            order.append(name)

    with turn(str(book_path), pytest.fail):
        waiting = [Thread(target=write, args=[name]) for name in "abcdef"]
        for number, thread in enumerate(waiting, start=2):
            thread.start()
            while given_numbers(book_path) < number:
                time.sleep(0.001)
    write("again")
    for thread in waiting:
        thread.join()
    assert order == [*"abcdef", "again"]


def test_a_turn_at_a_file_that_is_not_there_any_more_is_none(friday: None, book_path: Path) -> None:
    """Somebody cleans up, while one writes and one waits: who comes then makes the file anew, and both wait for it."""
    order: list[str] = []

    def write() -> None:
        with turn(str(book_path), lambda _writer: None):
            order.append("waited")

    with turn(str(book_path), pytest.fail):
        waiting = Thread(target=write)
        waiting.start()
        while given_numbers(book_path) < 2:
            time.sleep(0.001)
        Path(f"{book_path}-turn").unlink()
        newer = busy(book_path)
        newer.__enter__()
    time.sleep(0.3)
    order.append("newer")
    newer.__exit__(None, None, None)
    waiting.join()
    assert order == ["newer", "waited"]


@pytest.mark.parametrize(("mode", "of_turn"), [(0o600, 0o600), (0o644, 0o600), (0o664, 0o660), (0o666, 0o666)])
def test_who_may_not_write_the_scorebook_cannot_hold_its_turn(
    friday: None, book_path: Path, ok: Ok, mode: int, of_turn: int
) -> None:
    queue = Path(f"{book_path}-turn")
    ok(f"deal {DEAL}")
    assert queue.stat().st_mode & 0o777 == 0o600
    book_path.chmod(mode)  # later, and it follows
    if os.geteuid() == 0:  # as by sudo: the file is another's
        os.chown(book_path, 65534, 65534)
    ok(f"deal {DEAL}")
    owners = {(path.stat().st_uid, path.stat().st_gid) for path in (book_path, queue)}
    assert (queue.stat().st_mode & 0o777, len(owners)) == (of_turn, 1)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a file of somebody else")
def test_a_turn_that_a_stranger_put_beside_a_scorebook_holds_nobody_up(
    friday: None, book_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_turns, "QUIET_SECONDS", 0.2)
    monkeypatch.setattr(os, "fchown", lambda *_owners: None)  # as who is not root may not either
    queue = Path(f"{book_path}-turn")
    queue.touch(0o666)
    with busy(book_path):
        os.chown(queue, 65534, 65534)
        assert say(f"deal {DEAL}").stderr == ""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a file of somebody else")
@pytest.mark.parametrize(("of_file", "mode"), [(0, 0o600), (4321, 0o600), (4321, 0o660)])
def test_a_turn_of_a_stranger_was_given_to_the_owner_while_the_stranger_held_it(
    friday: None, book_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch, of_file: int, mode: int
) -> None:
    """Every deal waited for half a minute, whoever recorded it, and the file looked as if it were the owner's."""
    monkeypatch.setattr(writer_turns, "QUIET_SECONDS", 0.2)
    monkeypatch.setattr(writer_turns, "PATIENCE_SECONDS", 0.5)
    queue = Path(f"{book_path}-turn")
    with busy(book_path):
        os.chown(queue, 65534, 65534)  # as if the stranger, who has it open, had made it
        os.chown(book_path, of_file, of_file)
        book_path.chmod(mode)
        assert say(f"deal {DEAL}").stderr == ""
        assert queue.stat().st_uid == 65534


@pytest.mark.parametrize("made", ["folder", "link", "pipe"])
def test_where_no_file_of_turns_can_be_made_sqlite_decides_alone(
    friday: None, book_path: Path, ok: Ok, made: str, tmp_path: Path
) -> None:
    queue = Path(f"{book_path}-turn")
    if made == "folder":
        queue.mkdir()
    elif made == "link":
        queue.symlink_to(tmp_path / "elsewhere")
    else:
        os.mkfifo(queue)
    ok(f"deal {DEAL}")
    assert not (tmp_path / "elsewhere").exists()


WRITE = """
import sqlite3, sys
from db.writer_turns import turn
with turn(sys.argv[1], print):
    connection = sqlite3.connect(sys.argv[1], isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    print("mine", flush=True)
    sys.stdin.readline()
"""


def test_a_reader_whom_sqlite_refused_waits_in_the_queue_and_reads(
    table: None, book_path: Path, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of sixteen looks was refused beside eight writers without a pause."""
    monkeypatch.setattr("db.database.BUSY_MILLISECONDS", 50)
    with Popen([sys.executable, "-c", WRITE, str(book_path)], stdin=PIPE, stdout=PIPE, text=True, cwd=ROOT) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "mine\n"
        Timer(1, writer.kill).start()  # when the reader has long been refused, and has its number
        with book.reading() as transaction:
            assert transaction.value("SELECT count(*) FROM record") == 3


@pytest.mark.parametrize("made", ["another scorebook", "the scorebook by another name"])
def test_a_file_that_has_the_name_of_the_queue_is_not_written_to(
    friday: None, book_path: Path, ok: Ok, made: str
) -> None:
    queue = Path(f"{book_path}-turn")
    if made == "another scorebook":
        queue.write_bytes(book_path.read_bytes())
    else:
        queue.hardlink_to(book_path)
    ok(f"deal {DEAL}")
    assert "Anna" in ok("settle", db=str(queue))
    assert queue.read_bytes().startswith(b"SQLite format 3")


def test_a_thread_may_ask_again_for_its_turn_and_another_waits(friday: None, book_path: Path) -> None:
    done: list[str] = []

    def write() -> None:
        with turn(str(book_path), done.append):
            done.append("the other thread")

    with turn(str(book_path), done.append) as first, turn(str(book_path), done.append) as second:
        assert (first, second) == ("", "")
        other = Thread(target=write)
        other.start()
        time.sleep(0.1)
        done.append("this thread")
    other.join()
    assert done == ["this thread", "the other thread"]
    with busy(book_path):
        pass  # nobody has it any more


def test_where_no_turn_can_be_had_it_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, friday: None, ok: Ok
) -> None:
    for path in (tmp_path / "none" / "x.db", tmp_path / "a\0b"):
        with turn(str(path), pytest.fail) as other:
            assert other == ""
    monkeypatch.setattr(writer_turns, "fcntl", None)
    ok(f"deal {DEAL}")
