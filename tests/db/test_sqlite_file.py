"""The file: how it is opened for writing and for reading, and what a reader cannot do."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from db.database import open_database
from scorer.scorebook import Book
from tests.fixtures import AskRows

OURS = {"book", "league", "match", "payment", "player", "record", "sitting", "step", "tournament", "variant"}


def pragma(where: Path, name: str, *, write: bool) -> object:
    with closing(open_database(str(where), write=write)) as database, database.connection() as connection:
        found: object = connection.value(f"PRAGMA {name}")
    return found


def test_a_writer_keeps_every_deal_that_it_acknowledged(friday: None, book_path: Path) -> None:
    assert pragma(book_path, "journal_mode", write=True) == "delete"
    assert pragma(book_path, "synchronous", write=True) == 3  # EXTRA
    assert pragma(book_path, "foreign_keys", write=True) == 1
    assert pragma(book_path, "busy_timeout", write=True) == 5000


def test_a_reader_waits_and_cannot_write(friday: None, book_path: Path) -> None:
    assert pragma(book_path, "busy_timeout", write=False) == 5000
    assert pragma(book_path, "query_only", write=False) == 1
    with (
        closing(open_database(str(book_path), write=False)) as database,
        database.connection() as connection,
        pytest.raises(sqlite3.OperationalError, match="readonly"),
    ):
        connection.run("DELETE FROM record")


def test_a_reading_transaction_of_the_scorebook_cannot_write(friday: None, book: Book) -> None:
    from scorer.errors import DatabaseTroubleError

    with pytest.raises(DatabaseTroubleError, match="read-only"), book.reading() as transaction:
        transaction.run("DELETE FROM step")


def test_a_writing_transaction_holds_the_lock_from_its_beginning(friday: None, book_path: Path) -> None:
    with (
        closing(open_database(str(book_path), write=True)) as database,
        closing(open_database(str(book_path), write=True, busy_milliseconds=1)) as other,
        database.begun(),
        pytest.raises(sqlite3.OperationalError, match="locked"),
        other.begun(),
    ):
        pass


def test_every_table_of_ours_is_strict(friday: None, rows: AskRows) -> None:
    tables = {name: strict for _, name, kind, _, _, strict in rows("PRAGMA table_list") if kind == "table"}
    assert {name for name, strict in tables.items() if strict} == OURS


def test_no_row_is_deleted_by_deleting_another(friday: None, rows: AskRows) -> None:
    for table in OURS:
        for key in rows(f'PRAGMA foreign_key_list("{table}")'):
            assert key[6] == "NO ACTION"


def test_moments_are_kept_in_utc_and_dates_as_dates(friday: None, rows: AskRows) -> None:
    ((at,),) = rows("SELECT at FROM step")
    assert at.endswith("Z")
    assert rows('SELECT "on" FROM match') == [("2026-11-20",)]


def test_a_day_that_is_none_is_damage_and_no_fault_of_the_program(
    friday: None, ok: Callable[..., str], say: Callable[..., CompletedProcess[str]], book_path: Path, tmp_path: Path
) -> None:
    ok("start Saturday --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-21")
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute("UPDATE match SET \"on\" = '2026-13-20' WHERE name = 'Friday'")
    for words in ("deal anna K elena 61 --match Saturday", "sheet Friday", f"export all --out {tmp_path / 'all'}"):
        refused = say(words)
        assert (refused.returncode, refused.stdout) == (5, "")
        damaged = f"{book_path} is damaged; a backup has it right; scorer check names what is wrong"
        assert refused.stderr == f"scorer: {damaged}\n"
    assert say("check").stdout == "Friday (match 1), 2026-13-20: '2026-13-20' is no date\n"


def test_a_path_with_odd_characters_is_a_path(ok: Callable[..., str], tmp_path: Path) -> None:
    folder = tmp_path / "a b?c=d#e%20&ü"
    folder.mkdir()
    where = folder / "score book?.db"
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena", db=str(where))
    assert [entry.name for entry in folder.iterdir()] == ["score book?.db"]
    assert "Friday" in ok("sheet", db=str(where))


STRANGE = {
    "a trigger": (
        "CREATE TRIGGER falsify AFTER INSERT ON record BEGIN UPDATE record SET units1 = -units1 WHERE id = new.id; END",
        "there is a trigger falsify on record, which is not scorer's",
    ),
    "a table": ("CREATE TABLE cookies (id INTEGER)", "there is a table cookies, which is not scorer's"),
    "a view": ("CREATE VIEW units AS SELECT * FROM record", "there is a view units, which is not scorer's"),
    "an index": (
        "CREATE UNIQUE INDEX once ON step (action)", "there is an index once on step, which is not scorer's"
    ),
    "no index": ("DROP INDEX ix_record_live", "the index ix_record_live is missing"),
}  # fmt: skip


@pytest.mark.parametrize("kind", STRANGE)
def test_a_file_that_is_not_as_scorer_made_it_is_not_recorded_in_and_check_says_why(
    friday: None, book_path: Path, say: Callable[..., CompletedProcess[str]], rows: AskRows, tmp_path: Path, kind: str
) -> None:
    statement, words = STRANGE[kind]
    say(f"backup {tmp_path / 'sound.db'}")
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute(statement)
    checked = say("check")
    assert (checked.returncode, checked.stdout) == (1, f"{words}\n")
    refused = say("deal anna K elena 61")
    assert refused.returncode == 5
    assert (
        f"is not as scorer made it: {words}. Nothing was recorded; a backup has it right; scorer check names"
        in refused.stderr
    )
    assert rows("SELECT count(*) FROM record") == [(0,)]
    assert say("sheet").returncode == 0  # what stands in it can be read
    assert say(f"restore {tmp_path / 'sound.db'} --force").returncode == 0
    assert say("deal anna K elena 61").returncode == 0
