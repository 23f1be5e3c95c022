"""What an upgrade believes and what it keeps, and how an older scorebook is read without one."""

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from db import older_schema
from db.database import UnfitDatabaseError, open_database
from db.migrating import migrate
from db.schema import REVISIONS
from scorer.scorebook import Book, find_match, record_penalty, sheet_of
from tests.fixtures import FIVE, Ok, Say
from tests.mounting import read_only, small_disk
from tests.older import make_older, say_schema

DEAL = "deal anna K elena 61"


def beside(path: Path) -> list[str]:
    """What stands in the folder under the name of a scorebook, but for the file where writers queue."""
    return sorted(found.name for found in path.parent.glob(f"{path.name}*") if not found.name.endswith("-turn"))


def test_a_flipped_byte_in_the_revision_empties_no_sides(ok: Ok, say: Say, book_path: Path, tmp_path: Path) -> None:
    ok("start Pairs --players Anna,Bruno,Carla,Dario --variant brisca")
    ok("deal anna 74")
    ok(f"backup {tmp_path / 'sound.db'}")
    say_schema(book_path, "0002")
    before = book_path.read_bytes()
    words = "it says that it has schema 0002, and its tables are those of schema 0006; it was not upgraded, and nothing"
    for command in ("deal anna 74", "sheet", "check", "", "db upgrade", f"db upgrade --to {tmp_path / 'to.db'}"):
        refused = say(command)
        assert (refused.returncode, refused.stdout) == (5, "")
        assert f"{book_path} is not as scorer made it: {words} was written" in refused.stderr
    assert book_path.read_bytes() == before
    assert beside(book_path) == ["evening.db"]
    assert not (tmp_path / "to.db").exists()
    assert say(f"restore {book_path} --force", db=str(tmp_path / "other.db")).returncode == 5
    ok(f"restore {tmp_path / 'sound.db'} --force")
    assert "74" in ok("sheet")


def test_a_flipped_byte_in_the_revision_on_a_server_runs_no_migration(ok: Ok, say: Say, database: str) -> None:
    import psycopg

    ok("start Pairs --players Anna,Bruno,Carla,Dario --variant brisca", db=database)
    ok("deal anna 74", db=database)
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0002'")
        for command in ("deal anna 74", "db upgrade"):
            refused = say(command, db=database)
            assert (refused.returncode, "its tables are those of schema 0006" in refused.stderr) == (5, True)
        assert connection.execute("SELECT sides, counts FROM record").fetchall() == [("ABAB", "74 46")]


def test_older_tables_under_the_name_of_the_newest_schema_are_named(table: None, say: Say, book_path: Path) -> None:
    make_older(book_path, "0002")
    say_schema(book_path, "0006")
    words = "it says that it has schema 0006, and its tables are those of schema 0002"
    assert f"is not as scorer made it: {words}. Nothing was recorded" in say(DEAL).stderr
    assert say("check").stdout.splitlines() == [
        words,
        "nothing else was looked at: restore a backup, or salvage whole matches",
    ]
    for command in ("db upgrade", f"db upgrade --to {book_path}.copy"):
        refused = say(command)
        assert (refused.returncode, refused.stdout, words in refused.stderr) == (5, "", True)
    unread = say("sheet")
    assert (
        unread.returncode,
        "a table or a column is missing; a backup has it right; scorer check names what is wrong" in unread.stderr,
    ) == (5, True)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("ALTER TABLE record ADD COLUMN sides TEXT", "there is a column sides on record, which is not scorer's"),
        ("DROP INDEX ix_step_tournament_id", "the index ix_step_tournament_id is missing"),
        (
            "CREATE TRIGGER empty AFTER INSERT ON step BEGIN DELETE FROM record; END",
            "there is a trigger empty on step, which is not scorer's",
        ),
        ("INSERT INTO alembic_version VALUES ('0001')", "is damaged: it does not say which schema it has"),
    ],
)
def test_what_is_not_the_revision_that_it_names_is_not_upgraded(
    friday: None, say: Say, book_path: Path, statement: str, words: str
) -> None:
    make_older(book_path, "0002")
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute(statement)
    before = book_path.read_bytes()
    for command in (DEAL, "sheet"):
        refused = say(command)
        assert (refused.returncode, words in refused.stderr) == (5, True)
    assert (book_path.read_bytes(), beside(book_path)) == (before, ["evening.db"])


def test_a_damaged_older_scorebook_is_not_made_anew_of_what_is_left(table: None, say: Say, book_path: Path) -> None:
    make_older(book_path, "0002")
    with closing(sqlite3.connect(book_path)) as connection:
        where = "SELECT rootpage * page_size - 1 FROM sqlite_master, pragma_page_size WHERE name = 'ix_record_live'"
        (last,) = connection.execute(where).fetchone()
    with book_path.open("r+b") as file:  # the last byte of the page says that the first entry is of row 1: now of row 0
        file.seek(last)
        assert file.read(1) == b"\x09"
        file.seek(last)
        file.write(b"\x08")
    refused = say(DEAL)
    assert (refused.returncode, "is damaged: " in refused.stderr) == (5, True)
    assert beside(book_path) == ["evening.db"]


def test_a_full_disk_during_an_upgrade_is_said_and_leaves_the_earlier_copy(
    friday: None, say: Say, ok: Ok, book_path: Path, tmp_path: Path
) -> None:
    make_older(book_path, "0002")  # 96 KiB; upgraded it has 108, beside a journal
    for room, words in (("150k", "no copy of it can be kept, the disk is full; nothing was written"),
                        ("204k", "could not be written: the disk is full; nothing was written")):  # fmt: skip
        with small_disk(tmp_path / "small", room):
            where = tmp_path / "small" / "evening.db"
            shutil.copy2(book_path, where)
            for command in (DEAL, "db upgrade"):
                refused = say(command, db=str(where))
                assert (refused.returncode, words in refused.stderr) == (5, True)
            assert (where.read_bytes(), beside(where)) == (book_path.read_bytes(), ["evening.db"])
            assert "Friday" in ok("sheet", db=str(where))
    with small_disk(tmp_path / "small", "250k"):
        shutil.copy2(book_path, where)
        aside = Path(f"{where}.0002.bak")
        aside.write_text("of an earlier upgrade")
        assert say(DEAL, db=str(where)).returncode == 5
        assert aside.read_text() == "of an earlier upgrade"
        assert beside(where) == ["evening.db", "evening.db.0002.bak"]


def test_an_upgrade_that_fails_leaves_the_copy_of_an_earlier_one_and_one_that_succeeds_replaces_it(
    table: None, ok: Ok, say: Say, book_path: Path
) -> None:
    make_older(book_path, "0002")
    aside = Path(f"{book_path}.0002.bak")
    aside.write_text("of an earlier upgrade")
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute("UPDATE record SET seat2 = 99 WHERE id = 1")  # nobody
    assert "rows refer to rows that are not there" in say(DEAL).stderr
    assert aside.read_text() == "of an earlier upgrade"
    assert beside(book_path) == ["evening.db", "evening.db.0002.bak"]
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute("UPDATE record SET seat2 = 2 WHERE id = 1")
    before = book_path.read_bytes()
    aside.unlink()
    aside.mkdir()
    assert f"{aside}, where a copy is kept, is no file" in say(DEAL).stderr
    aside.rmdir()
    aside.write_text("of an earlier upgrade")
    ok(DEAL)
    assert beside(book_path) == ["evening.db", "evening.db.0002.bak"]
    with closing(sqlite3.connect(aside)) as kept:
        assert kept.execute("SELECT version_num FROM alembic_version").fetchall() == [("0002",)]
        assert kept.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert len(aside.read_bytes()) == len(before)


def test_an_upgrade_in_a_folder_that_cannot_be_synced_goes_on_and_one_on_a_failing_disk_does_not(
    table: None, book_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So some network folders answer."""
    make_older(book_path, "0002")
    for why, schema in ((errno.EIO, "0002"), (errno.EINVAL, "0006")):

        def unsynced(handle: int, why: int = why) -> None:
            raise OSError(why, os.strerror(why))

        monkeypatch.setattr("os.fsync", unsynced)
        book = Book(str(book_path))
        with suppress(OSError), book.writing() as transaction:
            record_penalty(transaction, find_match(transaction, ""), "Anna", 4, "others", "late")
        book.close()
        with closing(sqlite3.connect(book_path)) as kept:
            assert kept.execute("SELECT version_num FROM alembic_version").fetchall() == [(schema,)]


def test_nobody_records_between_the_copy_that_is_kept_and_the_end_of_the_upgrade(friday: None, book_path: Path) -> None:
    """To read the file past SQLite and to close it gave away the lock that the upgrade held."""
    database = open_database(str(book_path), write=True)
    write = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN IMMEDIATE')"
    with database.begun():
        older_schema.copy_file(str(book_path), Path(f"{book_path}.bak.new"))
        other = subprocess.run(
            [sys.executable, "-c", write, str(book_path)], capture_output=True, text=True, check=False
        )
    database.close()
    assert "database is locked" in other.stderr


def test_an_older_scorebook_on_a_read_only_disk_can_be_read_and_copied(
    table: None, ok: Ok, say: Say, book_path: Path, tmp_path: Path
) -> None:
    make_older(book_path, "0002")
    folder = tmp_path / "stick"
    folder.mkdir()
    where = str(shutil.copy2(book_path, folder / "evening.db"))
    with read_only(folder):
        assert ok("sheet", db=where) == ok("sheet")
        for command in (DEAL, "db upgrade"):
            refused = say(command, db=where)
            words = "its folder is read-only; scorer db upgrade --to COPY makes an upgraded copy\n"
            assert refused.returncode == 5
            assert refused.stderr == f"scorer: {where} cannot be upgraded where it is: {words}"
        copy = tmp_path / "copy.db"
        assert ok(f"db upgrade --to {copy}", db=where) == f"{copy} has schema 0006; {where} stays at 0002.\n"
    ok(DEAL, db=str(copy))
    assert beside(copy) == ["copy.db"]


def test_a_scorebook_that_stays_open_is_read_anew_when_an_older_program_records_and_when_it_is_upgraded(
    table: None, ok: Ok, book_path: Path, book: Book
) -> None:
    def read() -> tuple[int, int]:
        """How many records there are, twice at once as a dashboard reads."""
        with book.reading() as transaction, book.reading() as beside:
            return len(sheet_of(transaction, find_match(transaction)).records), len(
                sheet_of(beside, find_match(beside)).records
            )

    make_older(book_path, "0002")
    assert read() == (3, 3)
    with closing(sqlite3.connect(book_path, isolation_level=None)) as older:
        older.execute("UPDATE record SET voided_by = made_by WHERE number = 3")
    assert read() == (2, 2)
    ok(DEAL)
    assert read() == (3, 3)


def test_the_viewers_of_a_dashboard_share_one_copy_of_an_older_scorebook(
    table: None, book_path: Path, book: Book
) -> None:
    """Migrations that ran beside each other in one process got in each other's way."""

    def read(_viewer: int) -> int:
        with book.reading() as transaction:
            return len(sheet_of(transaction, find_match(transaction)).records)

    make_older(book_path, "0002")
    with ThreadPoolExecutor(6) as viewers:
        assert list(viewers.map(read, range(6))) == [3] * 6


def test_a_viewer_who_is_about_to_read_a_copy_when_another_makes_it_anew_reads_the_old_one(
    table: None, book_path: Path, book: Book
) -> None:
    make_older(book_path, "0002")
    with book.reading() as transaction:
        find_match(transaction)
    about_to_read = book._fit[False]  # as a thread has it between two of its steps
    with closing(sqlite3.connect(book_path, isolation_level=None)) as older:
        older.execute("UPDATE record SET voided_by = made_by WHERE number = 3")
    with book.reading() as transaction:
        assert len(sheet_of(transaction, find_match(transaction)).records) == 2
    with about_to_read.begun() as connection:
        assert connection.value("SELECT count(*) FROM record WHERE voided_by IS NULL") == 3


def test_an_older_scorebook_that_is_too_large_for_memory_names_the_upgrade(
    friday: None, say: Say, ok: Ok, book_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_older(book_path, "0002")
    monkeypatch.setattr(older_schema, "MOST_IN_MEMORY", 2**16)  # 96 KiB are more
    refused = say("sheet")
    assert refused.returncode == 5
    assert refused.stderr == (
        f"scorer: {book_path} has the older schema 0002 and 0.1 MB; up to 0.1 MB it would be read as it is; "
        "scorer db upgrade upgrades it, scorer db upgrade --to COPY makes an upgraded copy\n"
    )
    ok(f"db upgrade --to {tmp_path / 'copy.db'}")
    assert "Friday" in ok("sheet", db=str(tmp_path / "copy.db"))


LAST = REVISIONS[-1][2:]  # two of its four digits
KEPT = "had the schema {} and is upgraded; as it was it is kept as {}"


@pytest.mark.parametrize("command", [DEAL, "import - --on 2026-01-09"])
def test_an_upgrade_that_nobody_asked_for_says_that_it_was_done_and_where_the_old_file_is(
    table: None, say: Say, book_path: Path, command: str
) -> None:
    make_older(book_path, "0003")
    lines = "match,caller,bid,partner,card_points,seat1,seat2,seat3,seat4,seat5\nNew,Anna,K,Elena,61," + FIVE
    done = say(command, stdin=lines if command.startswith("import") else "")
    assert done.returncode == 0
    assert f"{book_path} {KEPT.format('0003', f'{book_path}.0003.bak')}\n" in done.stderr
    assert "is upgraded" not in say(DEAL.replace("deal", "deal --match Friday")).stderr


@pytest.mark.parametrize(
    ("says", "code", "words"),
    [
        (f"01{LAST}", 5, f"it says that it has schema 01{LAST}, and its tables are those of schema 00{LAST}; restore"),
        (f"30{LAST}", 6, f"has schema 30{LAST}, newer than this program's 00{LAST}"),  # two bits: nobody can tell
        ("000t", 5, "is damaged: it does not say which schema it has"),
    ],
)
def test_a_flipped_bit_in_the_revision_is_damage_and_no_newer_program(
    table: None, say: Say, book_path: Path, says: str, code: int, words: str
) -> None:
    """It was told to install the newer program."""
    say_schema(book_path, says)
    for command in ("sheet", DEAL):
        refused = say(command)
        assert (refused.returncode, words in refused.stderr) == (code, True)


def test_db_upgrade_says_from_which_schema_to_which_and_where_the_old_file_is(
    friday: None, ok: Ok, say: Say, book_path: Path, tmp_path: Path
) -> None:
    make_older(book_path, "0001")
    copy = tmp_path / "copy.db"
    copy.write_text("taken")
    assert say(f"db upgrade --to {copy}").returncode == 3
    assert say(f"db upgrade --to {book_path} --force").returncode == 3
    ok(f"db upgrade --to {copy} --force")
    done = say("db upgrade")
    assert done.stdout == f"{book_path} is upgraded from schema 0001 to 0006.\n"
    assert done.stderr == f"{book_path} {KEPT.format('0001', f'{book_path}.0001.bak')}\n"
    newest = f"{book_path} has the newest schema, 0006; there is nothing to upgrade"
    assert ok("db upgrade") == f"{newest}.\n"
    no_copy = "no copy was written, scorer backup writes one"
    assert ok(f"db upgrade --to {tmp_path / 'none.db'}") == f"{newest}; {no_copy}.\n"
    assert not (tmp_path / "none.db").exists()
    say_schema(book_path, "9999")
    assert say("db upgrade").returncode == 6
    assert say("db upgrade", db=str(tmp_path / "none.db")).returncode == 5


def test_db_upgrade_upgrades_a_server_where_it_is(ok: Ok, say: Say, database: str) -> None:
    server = open_database(database, write=True)
    with server.begun() as connection:
        migrate(connection, "0002")
    server.close()
    assert "does not read on a server; scorer db upgrade upgrades it" in say("standings", db=database).stderr
    refused = say("db upgrade --to copy.db", db=database)
    assert (refused.returncode, "is upgraded where it is; leave out --to" in refused.stderr) == (3, True)
    assert "is upgraded from schema 0002 to 0006" in ok("db upgrade", db=database)
    assert "has the newest schema" in ok("db upgrade", db=database)
    ok(f"start Friday --players {FIVE}", db=database)
    ok(DEAL, db=database)
    assert ok("check", db=database) == ""


def test_rows_that_refer_to_nobody_are_not_upgraded_in_memory_either(table: None, book_path: Path) -> None:
    make_older(book_path, "0002")
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute("UPDATE record SET seat2 = 99 WHERE id = 1")
    with (
        closing(open_database(str(book_path), write=False)) as database,
        pytest.raises(UnfitDatabaseError, match="lost_references"),
    ):
        older_schema.upgraded_in_memory(database)
