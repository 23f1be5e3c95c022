"""The schema: one way to make it, the same on both databases, and what happens when twelve want to make it at once."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, inspect
from sqlmodel import SQLModel

import db.models  # noqa: F401 - fills the metadata
from db.engine import REVISIONS, UnfitDatabaseError, open_engine, revision, upgrade

FIVE = "Anna,Bruno,Carla,Dario,Elena"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
AskRows = Callable[[str], list[tuple[Any, ...]]]


def test_the_revisions_that_the_program_knows_are_those_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", "db:migrations")
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_current_head() == REVISIONS[-1]
    assert tuple(script.revision for script in reversed(list(scripts.walk_revisions()))) == REVISIONS


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_the_migrations_make_what_the_models_say(kind: str, book_path: Path, request: pytest.FixtureRequest) -> None:
    engine = open_engine(str(book_path) if kind == "sqlite" else request.getfixturevalue("database"), write=True)
    upgrade(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []
        assert revision(connection) == REVISIONS[-1]
    upgrade(engine)  # a second time changes nothing
    engine.dispose()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_every_check_has_the_name_and_is_as_many_as_in_the_models(
    kind: str, book_path: Path, request: pytest.FixtureRequest
) -> None:
    engine = open_engine(str(book_path) if kind == "sqlite" else request.getfixturevalue("database"), write=True)
    upgrade(engine)
    for name, table in SQLModel.metadata.tables.items():
        said = {str(check.name) for check in table.constraints if isinstance(check, CheckConstraint)}
        assert {check["name"] for check in inspect(engine).get_check_constraints(name)} == said
    engine.dispose()


@pytest.fixture
def older(table: None, book_path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Friday with its records in a scorebook of schema 0001, as the program before tournaments wrote it; its rows."""
    newer = book_path.with_name("newer.db")
    book_path.rename(newer)
    engine = open_engine(str(book_path), write=True)
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", "db:migrations")
        command.upgrade(config, "0001")
    engine.dispose()
    with closing(sqlite3.connect(book_path, isolation_level=None)) as connection:
        connection.execute("ATTACH ? AS newer", [str(newer)])
        for name in OF_0001:
            columns = [f'"{row[1]}"' for row in connection.execute(f'PRAGMA main.table_info("{name}")')]
            listed = ", ".join(columns)
            connection.execute(f'INSERT INTO main."{name}" ({listed}) SELECT {listed} FROM newer."{name}"')
    newer.unlink()
    return contents(book_path)


OF_0001 = ("player", "league", "variant", "match", "step", "sitting", "record")


def contents(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of the tables that schema 0001 has, by its columns."""
    with closing(sqlite3.connect(path)) as connection:
        found = {name: connection.execute(f'SELECT * FROM "{name}" ORDER BY 1').fetchall() for name in OF_0001}
        where = [row[1] for row in connection.execute("PRAGMA table_info(step)")]
    if "tournament_id" in where:
        assert where[-1] == "tournament_id"
        assert {row[-1] for row in found["step"][: len(found["step"]) - 1]} == {None}
        found["step"] = [row[:-1] for row in found["step"]]
    return found


def test_reading_an_older_scorebook_says_what_to_do_and_changes_nothing(
    older: dict[str, list[tuple[Any, ...]]], say: Say, book_path: Path
) -> None:
    before = book_path.read_bytes()
    for words in ("sheet", "standings", "check", "tournament list", ""):
        done = say(words)
        assert done.returncode == 5
        assert done.stderr == (
            f"scorer: {book_path} has the older schema 0001; the next command that records upgrades it\n"
        )
    assert book_path.read_bytes() == before
    assert [path.name for path in book_path.parent.glob("*.bak")] == []


def test_recording_upgrades_an_older_scorebook_and_keeps_every_row_and_a_copy(
    older: dict[str, list[tuple[Any, ...]]], ok: Ok, rows: AskRows, book_path: Path
) -> None:
    before = book_path.read_bytes()
    assert len(older["record"]) == 3
    said = ok("deal bruno K carla 70")
    assert said.startswith("4: Bruno called the king with Carla and made 70")
    assert Path(f"{book_path}.0001.bak").read_bytes() == before
    assert rows("SELECT version_num FROM alembic_version") == [(REVISIONS[-1],)]
    after = contents(book_path)
    assert {name: found[: len(older[name])] for name, found in after.items() if name != "sitting"} == {
        name: found for name, found in older.items() if name != "sitting"
    }
    assert len(after["record"]) == 4
    assert ok("check") == ""
    assert "4" in ok("sheet")
    ok("tournament new Natale --format scighera")
    assert rows("SELECT name FROM tournament") == [("Natale",)]


def test_a_tournament_can_be_the_first_thing_in_an_older_scorebook(
    older: dict[str, list[tuple[Any, ...]]], ok: Ok, book_path: Path
) -> None:
    ok("tournament new Natale --format scighera")
    assert contents(book_path)["record"] == older["record"]
    assert ok("check") == ""


def test_an_empty_database_has_no_revision(book_path: Path) -> None:
    engine = open_engine(str(book_path), write=True)
    with engine.connect() as connection:
        assert revision(connection) is None
    engine.dispose()


def test_a_database_of_another_program_is_not_touched(book_path: Path, rows: AskRows) -> None:
    engine = open_engine(str(book_path), write=True)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE cookies (id INTEGER)")
    with pytest.raises(UnfitDatabaseError, match="not a scorebook"):
        upgrade(engine)
    engine.dispose()
    assert rows("SELECT name FROM sqlite_master") == [("cookies",)]


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
