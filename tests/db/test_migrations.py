"""The schema: one way to make it, the same on both databases, and what happens when twelve want to make it at once."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import CheckConstraint, Engine, create_engine, inspect
from sqlmodel import SQLModel

import db.models  # noqa: F401 - fills the metadata
from db.database import open_database
from db.migrating import migrate
from db.older_schema import revision, upgrade
from db.schema import REVISIONS
from db.tables import TABLES as TABLES_NOW
from scorer.wings import WINGS
from tests.fixtures import FIVE, AskRows, Ok, Say
from tests.older import TABLES, columns_of, make_older
from tests.schemas import revisions


def test_the_revisions_that_the_program_knows_are_those_of_the_migrations() -> None:
    assert revisions() == REVISIONS, "python -m tests.schemas writes down what a new one is made of"


@pytest.fixture(params=["sqlite", "postgres"])
def upgraded(request: pytest.FixtureRequest, book_path: Path) -> Iterator[Engine]:
    """A new database as the migrations make it, for SQLAlchemy to look at."""
    where = str(book_path) if request.param == "sqlite" else request.getfixturevalue("database")
    database = open_database(where, write=True)
    upgrade(database)
    with database.connection() as connection:
        assert revision(connection) == REVISIONS[-1]
    upgrade(database)  # a second time changes nothing
    database.close()
    made = create_engine(
        f"sqlite:///{where}" if request.param == "sqlite" else where.replace("postgresql:", "postgresql+psycopg:")
    )
    yield made
    made.dispose()


def test_the_migrations_make_what_the_models_say(upgraded: Engine) -> None:
    with upgraded.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []


def test_every_check_has_the_name_and_the_words_that_it_has_in_the_models(upgraded: Engine) -> None:
    for name, table in SQLModel.metadata.tables.items():
        said = {str(law.name): str(law.sqltext) for law in table.constraints if isinstance(law, CheckConstraint)}
        made = {str(law["name"]): law["sqltext"] for law in inspect(upgraded).get_check_constraints(name)}
        assert made.keys() == said.keys()
        if upgraded.dialect.name == "sqlite":  # a server writes them down in its own way
            assert made == said


OLDER = ("0001", "0002", "0003", "0004", "0005")
Contents = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(params=OLDER)
def schema(request: pytest.FixtureRequest) -> str:
    """The schema of an older scorebook."""
    return str(request.param)


@pytest.fixture
def older(schema: str, table: None, ok: Ok, book_path: Path) -> Contents:
    """Friday as an older program wrote it: every kind of record, some edited, voided, undone and redone; its rows."""
    ok("deal bruno 2/71 dario 85 --called '2 coins' --note late")
    ok("edit 4 --result 88 --reason counted")
    ok("adjust Anna=3,Bruno=-1 --reason ruling")
    ok("void 2 --reason forgiven")
    ok("deal carla K solo 60 --times 2")
    ok("undo 2")
    ok("redo")
    ok("import -", "match,on,variant,kind,seat1,seat2,seat3,seat4,seat5,units1,note\nPaper,2026-11-19,chiamata,sheet,"
       "Anna,Bruno,Carla,Dario,Elena,2,paper\n")  # fmt: skip
    if schema >= "0002" and WINGS["tournaments"].is_there:
        ok("tournament new Natale --format scighera")
    make_older(book_path, schema)
    found = contents(book_path)
    kinds = [row[3] for row in found["record"]]
    assert {*kinds} == {"deal", "passed-out", "penalty", "adjustment", "sheet"}
    assert len([row for row in found["record"] if row[17] is not None]) == 4  # edited, voided, and two undone
    return found


def contents(path: Path, of: Contents | None = None) -> Contents:
    """Every row of every table that has some, or of those of `of`, in as many columns, the others being empty."""
    found = {}
    with closing(sqlite3.connect(path)) as connection:
        for name in of or TABLES:
            if columns_of(connection, name) and (
                rows := connection.execute(f'SELECT * FROM "{name}" ORDER BY 1').fetchall()
            ):
                found[name] = rows
    for name, before in (of or {}).items():
        wide = len(before[0])
        assert_new_are_empty(name, wide, found[name][: len(before)])
        found[name] = [row[:wide] for row in found[name]]
    return found


def assert_new_are_empty(name: str, wide: int, rows: Sequence[Sequence[Any]]) -> None:
    """Rows of a table have nothing in the columns that it had not when it was `wide`, but ids, of which all differ."""
    columns = TABLES_NOW[name].columns
    for column, cells in list(zip(columns, zip(*rows, strict=True), strict=True))[wide:]:
        assert set(cells) == {None} if column != "uid" else len({*cells} - {None, ""}) == len(rows)


def test_an_older_scorebook_is_read_as_it_will_be_read_once_it_is_upgraded_and_not_touched(
    schema: str, older: Contents, ok: Ok, book_path: Path, tmp_path: Path
) -> None:
    before = book_path.read_bytes()
    commands = ["sheet Friday", "standings", "check", "history --match Friday", "export deals", ""]
    if WINGS["tournaments"].is_there:
        commands.append("tournament list")
    read = [ok(words) for words in commands]
    ok(f"backup {tmp_path / 'copy.db'}")
    assert book_path.read_bytes() == before
    beside = [path.name for path in book_path.parent.glob("evening.db*")]
    assert sorted(beside) == ["evening.db", "evening.db-turn"]  # where the backup waited for its turn
    assert ok("db upgrade") == f"{book_path} is upgraded from schema {schema} to {REVISIONS[-1]}.\n"
    assert [ok(words) for words in commands] == read
    assert ok("sheet Friday", db=str(tmp_path / "copy.db")) == read[0]


def test_recording_upgrades_an_older_scorebook_and_keeps_every_row_and_a_copy(
    schema: str, older: Contents, ok: Ok, rows: AskRows, book_path: Path
) -> None:
    said = ok("deal bruno K carla 70 --match Friday")
    assert said.startswith("6: Bruno called the king with Carla and made 70")
    assert contents(Path(f"{book_path}.{schema}.bak")) == older
    assert [path.name for path in book_path.parent.glob("evening.db*.new")] == []
    assert rows("SELECT version_num FROM alembic_version") == [(REVISIONS[-1],)]
    after = contents(book_path, older)
    assert {name: found[: len(older[name])] for name, found in after.items()} == older
    assert len(after["record"]) == len(older["record"]) + 1
    assert rows("PRAGMA foreign_key_check") == []
    assert ok("check") == ""
    assert "6" in ok("sheet Friday")
    ok("league add Epifania")
    assert ("Epifania",) in rows("SELECT name FROM league")


@pytest.mark.parametrize("schema", OLDER[:1], indirect=True)  # by way of all others
def test_an_upgraded_scorebook_is_as_a_new_one(older: Contents, ok: Ok, rows: AskRows, book_path: Path) -> None:
    made = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
    ok("league add Epifania")
    upgraded = rows(made)
    assert {name for _, name, _, sql in upgraded if sql and sql.strip().endswith("STRICT")} == set(TABLES_NOW)
    assert [sql[sql.index("WHERE") :] for _, name, _, sql in upgraded if name.startswith("ix_record")] == [
        "WHERE voided_by IS NULL",
        "WHERE voided_by IS NOT NULL",
    ]
    book_path.unlink()
    ok("league add Epifania")
    assert rows(made) == upgraded


@pytest.mark.parametrize("schema", OLDER[:1], indirect=True)
def test_a_row_that_broke_a_law_before_keeps_nobody_from_recording(
    older: Contents, ok: Ok, say: Say, rows: AskRows, book_path: Path
) -> None:
    with closing(sqlite3.connect(book_path)) as past_the_law, past_the_law:
        past_the_law.execute("PRAGMA ignore_check_constraints=ON")
        past_the_law.execute("UPDATE record SET units1 = 5 WHERE id = 1")  # +5 -1 -1 -1 +1
    with_fault = contents(book_path)
    ok("league add Epifania")
    assert contents(book_path, older)["record"] == with_fault["record"]
    assert "deal 1: its units do not sum to zero" in say("check").stdout
    database = open_database(str(book_path), write=True)  # and the laws hold again
    upgrade(database)
    with database.connection() as connection, pytest.raises(sqlite3.IntegrityError):
        connection.run("UPDATE record SET units1 = 6 WHERE id = 1")
    database.close()


def test_an_older_scorebook_on_a_server_keeps_every_row(schema: str, older: Contents, database: str) -> None:
    server = open_database(database, write=True)
    with server.begun() as connection:
        migrate(connection, schema)
        for name, found in older.items():
            connection.write_rows(name, TABLES_NOW[name].columns[: len(found[0])], found)
    upgrade(server)
    with server.connection() as connection:
        assert revision(connection) == REVISIONS[-1]
        for name, before in older.items():
            wide = len(before[0])
            after = connection.raw_rows(f'SELECT * FROM "{name}" ORDER BY 1')
            assert [row[:wide] for row in after] == before
            assert_new_are_empty(name, wide, after)
    server.close()


def test_a_newer_scorebook_is_refused_by_readers_and_writers_and_not_touched(
    friday: None, say: Say, book_path: Path
) -> None:
    with sqlite3.connect(book_path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = book_path.read_bytes()
    for words in ("sheet", "deal anna K elena 61", f"start Saturday --players {FIVE}", "standings"):
        refused = say(words)
        assert refused.returncode == 6
        newer = f"has schema 9999, newer than this program's {REVISIONS[-1]}; install the newer program"
        assert refused.stderr == f"scorer: {book_path} {newer}\n"
    assert book_path.read_bytes() == before


@pytest.mark.xdist_group("alone")  # twelve at once fill a machine
def test_twelve_processes_make_one_scorebook_and_each_gets_its_match(
    environment: Callable[[], dict[str, str]], rows: AskRows, book_path: Path
) -> None:
    def start(number: int) -> subprocess.Popen[str]:
        words = [sys.executable, "-m", "scorer", "start", f"Table {number}", "--players", FIVE]
        return subprocess.Popen(
            words, env=environment(), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
        )

    started = [start(number) for number in range(12)]
    said = [process.communicate(timeout=60) for process in started]
    assert [process.returncode for process in started] == [0] * 12, said
    assert rows("SELECT count(*), count(DISTINCT name) FROM match") == [(12, 12)]
    assert rows("SELECT count(*) FROM player") == [(5,)]
    assert rows("SELECT count(*) FROM league") == [(1,)]
    assert rows("PRAGMA integrity_check") == [("ok",)]
