"""The schema: one way to make it, the same on both databases, and what happens when twelve want to make it at once."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
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
    import sqlite3

    with sqlite3.connect(book_path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = book_path.read_bytes()
    for command in ("sheet", "deal anna K elena 61", f"start Saturday --players {FIVE}", "standings"):
        refused = say(command)
        assert refused.returncode == 6
        newer = f"has schema 9999, newer than this program's {REVISIONS[-1]}; install the newer program"
        assert refused.stderr == f"scorer: {book_path} {newer}\n"
    assert book_path.read_bytes() == before


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
