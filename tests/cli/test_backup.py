"""`scorer backup` and `scorer restore`: a whole scorebook in a file, and back; nothing half, nothing by mistake."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from subprocess import CompletedProcess

import pytest

from tests.mounting import read_only, small_disk
from tests.running import refused

Asked = Callable[..., tuple[int, str]]

FIVE = "Anna,Bruno,Carla,Dario,Elena"
DEAL = "deal anna K elena 61"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Environment = Callable[[], dict[str, str]]
ABORTED, REFUSED, TROUBLE, NEWER = 1, 3, 5, 6
TABLES = ("player", "league", "variant", "match", "step", "sitting", "record")


def everything(path: Path) -> dict[str, list[object]]:
    """Every row of every table."""
    with closing(sqlite3.connect(path)) as connection:
        return {table: connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in TABLES}


def names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir() if not entry.name.endswith("-turn")}  # where writers queue


# backup


def test_a_backup_is_the_same_scorebook_and_opens_as_one(
    table: None, say: Say, ok: Ok, tmp_path: Path, book_path: Path
) -> None:
    (tmp_path / "new").mkdir()
    done = say(f"backup {tmp_path}/new/copy.db")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{tmp_path}/new/copy.db: 1 match with 1 deal\n"
    copy = tmp_path / "new" / "copy.db"
    assert names(copy.parent) == {"copy.db"}
    assert everything(copy) == everything(book_path)
    assert ok("sheet", db=str(copy)) == ok("sheet")
    assert ok("check", db=str(copy)) == ""
    ok(DEAL, db=str(copy))
    assert ok("sheet", db=str(copy)) != ok("sheet")


def test_the_scorebook_is_no_backup_of_itself(table: None, say: Say, tmp_path: Path, book_path: Path) -> None:
    before = book_path.read_bytes()
    (tmp_path / "link").symlink_to(book_path)
    (tmp_path / "hard").hardlink_to(book_path)
    for path in (book_path, tmp_path / "link", tmp_path / "hard", tmp_path / "x" / ".." / "evening.db"):
        (tmp_path / "x").mkdir(exist_ok=True)
        refused(say(f"backup {path} --force"), REFUSED, "the scorebook itself")
        refused(say(f"restore {path} --force"), REFUSED, "the scorebook itself")
    assert book_path.read_bytes() == before


def test_where_no_backup_can_be_the_reason_is_said(table: None, say: Say, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused(say(f"backup {tmp_path} --force"), REFUSED, "is a folder")
    refused(say(f"backup {tmp_path}/file/copy.db"), TROUBLE, "cannot be written")
    refused(say(f"backup {tmp_path}/{'x' * 300}"), TROUBLE, "cannot be written")
    for name in ("-", "''", "' '"):
        refused(say(f"backup {name} --force"), REFUSED, "a backup is a file; name one")
    assert names(tmp_path) == {"evening.db", "file"}


def test_a_damaged_scorebook_gives_no_backup_and_the_old_one_stays(copy: Path, say: Say, book_path: Path) -> None:
    old = copy.read_bytes()
    damage(book_path, "record")
    refused(say(f"backup {copy} --force"), TROUBLE, "damaged")
    assert copy.read_bytes() == old


def damage(path: Path, table: str) -> None:
    """Overwrite the page that a table begins with."""
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * 64)


def test_a_scorebook_that_does_not_say_its_schema_is_damaged(table: None, say: Say, book_path: Path) -> None:
    with closing(sqlite3.connect(book_path)) as connection:
        connection.execute("DELETE FROM alembic_version")
        connection.commit()
    for words in ("sheet", "check", DEAL):
        refused(say(words), TROUBLE, "is damaged: it does not say which schema it has")


RECORDING = """
import shlex, sys
from tests.running import run
from scorer.cli.context import Settings
shared = Settings(db=sys.argv[1], no_input=True)
print("begun", flush=True)
for _ in range(100000):
    assert run(["deal", "anna", "K", "elena", "61", "--note", "x" * 400], shared) == 0
"""


ENOUGH = 6  # and as many more as a slow machine needs for another record


def test_a_backup_while_somebody_records_is_whole_every_time(
    table: None, say: Say, ok: Ok, environment: Environment, tmp_path: Path, book_path: Path
) -> None:
    words = [sys.executable, "-c", RECORDING, str(book_path)]
    counts = []
    with subprocess.Popen(words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as recording:
        assert recording.stdout is not None
        assert recording.stdout.readline() == b"begun\n"
        os.set_blocking(recording.stdout.fileno(), False)
        for number in range(60):
            copy = tmp_path / f"{number}.db"
            ok(f"backup {copy}")
            assert ok("check", db=str(copy)) == ""
            rows = everything(copy)
            # a step for each record, the start and nothing half: deal 1, penalty and redeal came before
            assert len(rows["step"]) == len(rows["record"]) + 1
            counts.append(len(rows["record"]))
            if len(counts) >= ENOUGH and counts[-1] > counts[0]:
                break
            while recording.stdout.read(65536):  # what it prints must not fill the pipe
                pass
        assert recording.poll() is None
        recording.kill()
    assert counts == sorted(counts)
    assert counts[-1] > counts[0]


# restore


def not_forced(done: CompletedProcess[str], *words: str) -> None:
    """Assert that a restore was refused for want of --force, and said all these words, also of what differs."""
    assert (done.returncode, done.stdout) == (REFUSED, ""), done.stderr
    assert done.stderr.splitlines()[-1].startswith("scorer: ")
    assert done.stderr.endswith(". --force replaces the one by the other, and keeps what was there\n")
    for word in words:
        assert word in done.stderr


@pytest.fixture
def copy(table: None, ok: Ok, tmp_path: Path) -> Path:
    """A backup of Friday with its deal, penalty and redeal."""
    ok(f"backup {tmp_path}/copy.db")
    return tmp_path / "copy.db"


def test_a_restore_brings_back_what_was_and_takes_away_what_came_since(
    copy: Path, say: Say, ok: Ok, tmp_path: Path, book_path: Path
) -> None:
    before = ok("sheet")
    ok(DEAL)
    ok(f"start Second --players {FIVE}")
    not_forced(say(f"restore {copy}"), "holds 2 matches with 2 deals", f"{copy} holds 1 match with 1 deal")
    assert everything(book_path) != everything(copy)
    ok(f"restore {copy} --force")
    assert everything(book_path) == everything(copy)
    assert ok("sheet") == before
    assert names(tmp_path) == {"evening.db", "copy.db", "evening.db.before-restore"}


def test_a_scorebook_without_matches_needs_no_force(copy: Path, ok: Ok, tmp_path: Path) -> None:
    ok("league add B", db=f"{tmp_path}/b.db")
    ok(f"restore {copy}", db=f"{tmp_path}/b.db")
    assert everything(tmp_path / "b.db") == everything(copy)
    (tmp_path / "empty.db").touch()
    ok(f"restore {copy}", db=f"{tmp_path}/empty.db")
    assert everything(tmp_path / "empty.db") == everything(copy)


def test_on_a_terminal_it_asks_before_it_replaces_and_yes_still_needs_force(
    copy: Path, ok: Ok, book_path: Path, asked: Asked
) -> None:
    ok(DEAL)
    season = everything(book_path)
    ended, shown = asked(["restore", str(copy), "--force"], [("Replace it?", "n")])
    assert (ended, everything(book_path)) == (ABORTED, season), shown
    assert "holds 1 match with 2 deals" in shown
    assert asked(["--yes", "restore", str(copy)], [])[0] == REFUSED
    assert everything(book_path) == season
    assert asked(["restore", str(copy), "--force"], [("Replace it?", "y")])[0] == 0
    assert everything(book_path) == everything(copy)
    ok(DEAL)
    assert asked(["--yes", "restore", str(copy), "--force"], [])[0] == 0
    assert everything(book_path) == everything(copy)


def test_a_forced_restore_kept_nothing_of_a_season(
    copy: Path, ok: Ok, say: Say, tmp_path: Path, book_path: Path
) -> None:
    """The scorebook has Second with two deals and Zoe, which the backup lacks, and another deal of Friday."""
    ok(DEAL)
    ok(f"start Second --on 2026-11-28 --players {FIVE},Zoe")
    ok("deal carla K dario 61 --match Second")
    ok("deal carla K dario 61 --match Second")
    season = everything(book_path)
    words = (
        "only the {} has 1 player and 1 match with 2 deals: Second (2026-11-28), 2 deals\n",
        "in both, and not the same: Friday (2026-11-20), 2 deals in the {} and 1 in the backup\n",
    )
    not_forced(say(f"restore {copy}"), *(sentence.format("scorebook") for sentence in words))
    done = say(f"restore {copy} --force")
    kept = f"{book_path}.before-restore"
    assert all(sentence.format("kept file") in done.stderr for sentence in words), done.stderr
    assert everything(Path(kept)) == season
    back = f"restore {kept} --force"
    assert f"what was there is kept as {kept}; scorer --db {book_path} {back} brings it back" in done.stderr
    done = say(back)
    assert everything(book_path) == season
    assert "only the backup has 1 player and 1 match with 2 deals" in done.stderr
    assert everything(Path(f"{kept}.2")) == everything(copy)
    assert names(tmp_path) == {"evening.db", "copy.db", "evening.db.before-restore", "evening.db.before-restore.2"}


def test_a_rename_a_finish_and_a_pending_call_were_no_difference(copy: Path, ok: Ok, say: Say) -> None:
    """Each by itself, and taken back: then both are the same again."""
    for command, back, words in (
        ("edit 1 --result 60 --reason recount", "undo", "Friday (2026-11-20), 1 record differs"),
        ("player rename anna Annetta", "player rename Annetta Anna", "Anna in the backup"),
        ("finish", "reopen Friday", "Friday (2026-11-20), finished in the scorebook and open in the backup"),
        ("call bruno 2/82", "undo", "Friday (2026-11-20), another call waits for its result, or in one of them none"),
    ):
        ok(command)
        done = say(f"restore {copy}")
        not_forced(done, words)
        assert "both hold the same" not in done.stderr
        assert ("record differs" in done.stderr) == ("edit" in command)
        ok(back)
        not_forced(say(f"restore {copy}"), "both hold the same records, payments, players, leagues and tournaments")


def test_what_is_kept_takes_no_name_that_is_taken(copy: Path, ok: Ok, tmp_path: Path, book_path: Path) -> None:
    """A file, a link that leads nowhere and a journal of another file stand where it would be kept."""
    first = tmp_path / "evening.db.before-restore"
    first.write_text("mine")
    (tmp_path / "evening.db.before-restore.2").symlink_to(tmp_path / "nowhere")
    (tmp_path / "evening.db.before-restore.3-journal").write_text("mine")
    ok(DEAL)
    season = everything(book_path)
    ok(f"restore {copy} --force")
    assert everything(tmp_path / "evening.db.before-restore.4") == season
    assert first.read_text() == "mine"
    assert not (tmp_path / "nowhere").exists()


def test_two_restores_at_once_keep_two_files(
    copy: Path, ok: Ok, environment: Environment, tmp_path: Path, book_path: Path
) -> None:
    ok(DEAL)
    season = everything(book_path)
    words = [sys.executable, "-m", "scorer", "--db", str(book_path), "restore", str(copy), "--force"]
    both = [subprocess.Popen(words, env=environment(), stderr=subprocess.PIPE) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    for process in both:
        assert process.stderr is not None
        process.stderr.close()
    kept = [everything(tmp_path / f"evening.db.before-restore{number}") for number in ("", ".2")]
    assert kept == [season, everything(copy)]


def test_another_program_that_has_the_scorebook_open_sees_what_was_restored(
    copy: Path, ok: Ok, book_path: Path
) -> None:
    ok(DEAL)
    with closing(sqlite3.connect(book_path)) as other:
        assert other.execute("SELECT count(*) FROM record").fetchone() == (4,)
        ok(f"restore {copy} --force")
        assert other.execute("SELECT count(*) FROM record").fetchone() == (3,)
        other.execute("UPDATE league SET currency = 'CHF'")
        other.commit()
    assert everything(book_path)["league"] != everything(copy)["league"]


def test_a_scorebook_that_stays_locked_is_busy_and_stays(
    copy: Path, say: Say, ok: Ok, book_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("db.database.BUSY_MILLISECONDS", 200)
    ok(DEAL)
    before = everything(book_path)
    with closing(sqlite3.connect(book_path, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM record").fetchone()  # a reader: others can begin, and not finish
        refused(say(f"restore {copy} --force"), TROUBLE, str(book_path), "busy")
        other.execute("COMMIT")
    assert everything(book_path) == before


def _others(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE photo (id INTEGER)")


def _newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


NOT_SCOREBOOKS: dict[str, tuple[Callable[[Path], object], int, str]] = {
    "nothing there": (lambda _path: None, TROUBLE, "is not there"),
    "a folder": (lambda path: path.mkdir(), TROUBLE, "is a folder"),
    "an empty file": (lambda path: path.touch(), TROUBLE, "no scorebook"),
    "a long text": (lambda path: path.write_text("hello\n" * 5000), TROUBLE, "is not a scorebook"),
    "a database of others": (_others, TROUBLE, "is a database, but not a scorebook"),
    "one with a table besides": (_others, TROUBLE, "a table photo, which is not scorer's; nothing was restored"),
    "a newer scorebook": (_newer, NEWER, "newer"),
    "a damaged one": (lambda path: damage(path, "record"), TROUBLE, "damaged"),
    "one that was cut short": (
        lambda path: path.write_bytes(path.read_bytes()[:5_000]),
        TROUBLE,
        "is damaged: it cannot be restored",
    ),
}


@pytest.mark.parametrize("kind", NOT_SCOREBOOKS)
def test_what_is_no_sound_scorebook_replaces_nothing(
    copy: Path, say: Say, book_path: Path, tmp_path: Path, kind: str
) -> None:
    make, code, words = NOT_SCOREBOOKS[kind]
    if kind not in {"one with a table besides", "a newer scorebook", "a damaged one", "one that was cut short"}:
        copy.unlink()
    make(copy)
    before = book_path.read_bytes()
    for where in (str(book_path), f"{tmp_path}/new.db"):
        done = say(f"restore {copy} --force", db=where)
        refused(done, code, str(copy), words)
        assert "restore a backup" not in done.stderr  # it is one
    assert book_path.read_bytes() == before
    assert names(tmp_path) <= {"evening.db", "copy.db"}


def test_what_is_not_ours_to_replace_is_not_replaced(copy: Path, say: Say, tmp_path: Path) -> None:
    foreign, newer = tmp_path / "foreign.db", tmp_path / "newer.db"
    newer.write_bytes(copy.read_bytes())
    _others(foreign)
    _newer(newer)
    for other, code, words in ((foreign, TROUBLE, "not a scorebook"), (newer, NEWER, "newer")):
        before = other.read_bytes()
        refused(say(f"restore {copy} --force", db=str(other)), code, str(other), words)
        assert other.read_bytes() == before


@pytest.mark.parametrize("whole", [True, False], ids=["the whole file", "one page of it"])
def test_a_damaged_scorebook_is_replaced_and_kept_beside(
    copy: Path, say: Say, ok: Ok, tmp_path: Path, book_path: Path, whole: bool
) -> None:
    if whole:
        book_path.write_bytes(b"\0" * 5000)
    else:
        damage(book_path, "record")
    bad = book_path.read_bytes()
    refused(say(f"restore {copy}"), REFUSED, "a damaged scorebook", "--force")
    done = say(f"restore {copy} --force")
    assert done.returncode == 0
    kept = f"{book_path}.before-restore"
    assert f"the damaged file is kept as it was, as {kept}; scorer db salvage {kept} --to NEW" in done.stderr
    assert everything(book_path) == everything(copy)
    assert Path(kept).read_bytes() == bad
    assert names(tmp_path) == {"evening.db", "copy.db", "evening.db.before-restore"}
    assert ok("check") == ""


def lengthen(path: Path, deals: int, ok: Ok) -> None:
    """Import so many deals, each with a note of a thousand bytes."""
    file = path.with_suffix(".csv")
    file.write_text("caller,bid,partner,outcome,note\n" + f"Anna,K,Elena,made,{'ü' * 500}\n" * deals, encoding="utf-8")
    ok(f'import {file} --match Long --on 2026-11-19 --players "{FIVE}"', db=str(path))


def test_a_full_disk_leaves_the_old_backup_and_the_old_scorebook(copy: Path, say: Say, ok: Ok, tmp_path: Path) -> None:
    """The scorebook in hand has 90 kB, the small disk 200 kB; the long one has more than that."""
    long = tmp_path / "long.db"
    ok(f"restore {copy}", db=str(long))
    lengthen(long, 200, ok)
    small = tmp_path / "small"
    with small_disk(small, "200k"):
        ok(f"backup {small}/copy.db")
        old = everything(small / "copy.db")
        refused(say(f"backup {small}/copy.db --force", db=str(long)), TROUBLE, f"{small}/copy.db", "full")
        refused(say(f"restore {long} --force", db=f"{small}/copy.db"), TROUBLE, f"{small}/copy.db", "full")
        refused(say(f"restore {long}", db=f"{small}/new.db"), TROUBLE, f"{small}/new.db", "full")
        assert everything(small / "copy.db") == old
        assert names(small) == {"copy.db"}


def test_a_disk_that_fills_up_at_the_last_moment_leaves_the_old_scorebook(
    copy: Path, say: Say, ok: Ok, tmp_path: Path
) -> None:
    """There is room for the copy beside it and for what is kept, and none for a longer scorebook besides."""
    long = tmp_path / "long.db"
    ok(f"restore {copy}", db=str(long))
    lengthen(long, 100, ok)
    room = (2 * 90_112 + long.stat().st_size + 40_000) // 1024
    small = tmp_path / "small"
    with small_disk(small, f"{room}k"):
        ok(f"backup {small}/evening.db")
        old = everything(small / "evening.db")
        refused(say(f"restore {long} --force", db=f"{small}/evening.db"), TROUBLE, f"{small}/evening.db", "full")
        assert everything(small / "evening.db") == old
        assert ok("check", db=f"{small}/evening.db") == ""
        assert names(small) == {"evening.db"}


def test_a_read_only_folder_takes_neither(copy: Path, say: Say, ok: Ok, tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    folder.mkdir()
    ok(f"backup {folder}/old.db")
    before = (folder / "old.db").read_bytes()
    with read_only(folder):
        refused(say(f"backup {folder}/new.db"), TROUBLE, f"{folder}/new.db", "Read-only")
        refused(say(f"restore {copy} --force", db=f"{folder}/old.db"), TROUBLE, f"{folder}/old.db", "Read-only")
        refused(say(f"restore {copy}", db=f"{folder}/new.db"), TROUBLE, f"{folder}/new.db", "Read-only")
        ok(f"restore {folder}/old.db", db=f"{tmp_path}/from-archive.db")  # reading it is enough
        assert everything(tmp_path / "from-archive.db") == everything(folder / "old.db")
        assert names(folder) == {"old.db"}
    assert (folder / "old.db").read_bytes() == before


# PostgreSQL


def test_a_club_moves_to_a_server_and_back_and_what_was_there_is_kept_in_a_file_that_goes_back(
    table: None, ok: Ok, say: Say, database: str, tmp_path: Path, book_path: Path
) -> None:
    ok("edit 1 --result 60 --reason recount")
    ok("undo")
    ok("call bruno 2/82")
    ok(f"start Second --players Zoe,{FIVE} --variant brisk")
    assert say("--yes undo --match Second").returncode == 0
    ok("player merge Zoe Anna")
    ok(f"restore {book_path}", db=database)
    assert ok("check", db=database) == ""
    assert ok("sheet", db=database) == ok("sheet")
    assert ok("history", db=database) == ok("history")
    ok(f"backup {tmp_path}/back.db", db=database)
    assert everything(tmp_path / "back.db") == everything(book_path)
    for line in ("deal carla 61", "undo", "redo", f"start Third --players Gina,{FIVE}"):  # the server goes on counting
        assert say(line, db=database).returncode == say(line).returncode == 0, line
    ok(f"backup {tmp_path}/season.db", db=database)
    not_forced(say(f"restore {tmp_path}/back.db", db=database), "holds 2 matches with 2 deals")
    done = say(f"restore {tmp_path}/back.db --force", db=database)
    assert ok("history --match Friday", db=database) == ok("history", db=f"{tmp_path}/back.db")
    (kept,) = (tmp_path / "data" / "scorer").glob("*.public.before-restore")
    assert f"what was there is kept as {kept}; scorer " in done.stderr
    assert everything(kept) == everything(tmp_path / "season.db")
    ok(f"restore {kept} --force", db=database)
    ok(f"backup {tmp_path}/again.db", db=database)
    assert everything(tmp_path / "again.db") == everything(kept)


def test_a_server_that_fails_half_way_keeps_what_it_had(
    table: None, ok: Ok, say: Say, database: str, book_path: Path
) -> None:
    ok(f"restore {book_path}", db=database)
    ok(DEAL, db=database)
    too_long = Random(1).randbytes(20_000).hex()  # for an index of the server
    with closing(sqlite3.connect(book_path)) as connection, connection:
        connection.execute("UPDATE step SET client_id = ? WHERE id = 1", [too_long])
    refused(say(f"restore {book_path} --force", db=database), TROUBLE, "server cannot be used: index row")
    assert "1 match with 2 deals" in say(f"restore {book_path}", db=database).stderr
    assert ok("check", db=database) == ""


@pytest.mark.parametrize("room", ["20k", "140k"])
def test_a_full_disk_named_a_file_in_a_hidden_folder_in_which_a_backup_of_a_server_is_made(
    ok: Ok, say: Say, database: str, tmp_path: Path, room: str
) -> None:
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena", db=database)
    with small_disk(tmp_path / "small", room):
        backup = tmp_path / "small" / "backup.db"
        refused(
            say(["backup", str(backup)], db=database), 5, f"scorer: {backup} could not be written: the disk is full"
        )
        assert list(backup.parent.iterdir()) == []
