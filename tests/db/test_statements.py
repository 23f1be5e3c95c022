"""Every statement that the program can send: each is prepared on both databases, and the frequent ones use an index."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path

import psycopg
import pytest
from sqlmodel import SQLModel

from db.cells import VALUES, to_cell
from db.connection import inserting
from db.database import open_database
from db.dialects import POSTGRESQL, SQLITE
from db.models import Flag, IsoDate, UtcMoment
from db.older_schema import upgrade
from db.tables import TABLES
from scorer.scorebook import entries, last_steps, recording, rows, undoing
from tests.schemas import defined
from tests.test_layers import SOURCES

SPEAKING = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b")
OF_A_FILE = {"db.schema", "scorer.scorebook.missing_rows"}  # of SQLite's catalogue and its named indexes
OF_SQLITE = re.compile(r"\bpragma_|\bsqlite_master\b|\bchar\(")
OF_A_SERVER = re.compile(r"FOR UPDATE|\bpg_|\bANY\(|set_config|current_database")


def texts(value: object) -> Iterator[str]:
    """The statements in a constant of a module: a text, or texts in a list or by a key."""
    if isinstance(value, str):
        if SPEAKING.match(value) and "{" not in value:
            yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from texts(part)
    elif isinstance(value, dict):
        yield from texts(list(value.values()))


def all_statements() -> dict[str, str]:
    """Every statement that is a constant of a module, by the module and its name."""
    found: dict[str, str] = {}
    for module in SOURCES:
        speaks = module.startswith(("db.", "scorer.scorebook.", "scorer.frames."))
        if speaks and not module.startswith("db.migrations"):
            for name, value in vars(import_module(module)).items():
                for at, text in enumerate(texts(value)):
                    found.setdefault(text, f"{module}.{name}{f'[{at}]' if at else ''}")
    for name, table in TABLES.items():
        if table.key == "id":
            found[inserting(name, table.columns[1:])] = f"a row of {name}"
    return {where: text for text, where in found.items()}


STATEMENTS = all_statements()


def test_there_are_statements_to_prepare() -> None:
    assert len(STATEMENTS) > 100
    assert {"scorer.scorebook.rows._LIVE_RECORDS", "scorer.scorebook.people._SHOWN"} <= STATEMENTS.keys()


def test_sqlite_takes_every_statement(tmp_path: Path) -> None:
    with closing(open_database(str(tmp_path / "new.db"), write=True)) as database:
        upgrade(database)
        with database.connection() as connection:
            for where, text in STATEMENTS.items():
                if not OF_A_SERVER.search(text):
                    written = SQLITE.written(text)
                    names = re.findall(r":([a-z]\w*)", written)
                    try:
                        connection.driver.execute(f"EXPLAIN {written}", dict.fromkeys(names, "[]"))
                    except sqlite3.Error as error:
                        pytest.fail(f"{where}: {error}\n{written}")


def test_postgresql_takes_every_statement(database: str) -> None:
    with closing(open_database(database, write=True)) as opened:
        upgrade(opened)
    with psycopg.connect(database, autocommit=True) as connection:
        for where, text in STATEMENTS.items():
            if where.rpartition(".")[0] not in OF_A_FILE and not OF_SQLITE.search(text):
                counted = numbered(POSTGRESQL.written(text))
                try:
                    connection.execute(f"PREPARE looked_at AS {counted.replace('%%', '%')}".encode())
                except psycopg.Error as error:
                    pytest.fail(f"{where}: {error}\n{counted}")
                connection.execute("DEALLOCATE looked_at")


def test_no_order_that_is_shown_is_left_to_the_collation_of_a_server() -> None:
    """Numbers, days and digests come in one order everywhere, and names do not."""
    alike = {"id", "number", "match_id", "made_by", "on", "place", "digest"}
    for where, text in STATEMENTS.items():
        if not where.startswith("db.") and not OF_SQLITE.search(text):  # of a file
            for columns in re.findall(r"ORDER BY (.+?)(?: LIMIT|\)|$)", text):
                named = {re.sub(r"^.*\.| DESC$|\"", "", column) for column in columns.split(", ")}
                assert named <= alike, (where, named - alike)


def numbered(statement: str) -> str:
    """A statement with `$1` for its first parameter, and for the same one again."""
    names = list(dict.fromkeys(re.findall(r"%\((\w+)\)s", statement)))
    return re.sub(r"%\((\w+)\)s", lambda found: f"${names.index(found[1]) + 1}", statement)


# What an evening asks again and again, with how SQLite finds the rows of its first table.
FOUND = {
    rows._LIVE_RECORDS: "SEARCH record USING INDEX ix_record_live (match_id=?)",
    rows._ONE_RECORD: "SEARCH record USING INTEGER PRIMARY KEY (rowid=?)",
    rows._ONE_MATCH: "SEARCH match USING INTEGER PRIMARY KEY (rowid=?)",
    rows.THESE_MATCHES: "SEARCH match USING INTEGER PRIMARY KEY (rowid=?)",
    rows._STRIKE_SITTINGS: "SEARCH sitting USING INDEX ix_sitting_live (match_id=?)",
    recording.HIGHEST_NUMBER: "SEARCH record USING INDEX ix_record_voided (match_id=?)",
    rows._ALL_RECORDS: "SEARCH record USING INDEX ix_record_voided (match_id=?)",
    entries._AT_MATCH: "SEARCH step USING INDEX uq_step_client_id (client_id=? AND match_id=?)",
    entries._STARTS: "SEARCH step USING INDEX uq_step_client_id (client_id=?)",
    undoing._SINCE: "SEARCH step USING INDEX ix_step_match_id (match_id=? AND rowid>?)",
    last_steps._OWN_STEPS: "SEARCH step USING INDEX ix_step_match_id (match_id=? AND rowid>?)",
    undoing._STEPS: "SEARCH step USING INDEX ix_step_match_id (match_id=?)",
}


def test_what_an_evening_asks_again_and_again_is_found_by_an_index(tmp_path: Path) -> None:
    with closing(open_database(str(tmp_path / "new.db"), write=True)) as database:
        upgrade(database)
        with database.connection() as connection:
            for text, way in FOUND.items():
                names = dict.fromkeys(re.findall(r":([a-z]\w*)", text), "[]")
                plan = connection.driver.execute(f"EXPLAIN QUERY PLAN {SQLITE.written(text)}", names).fetchall()
                steps = [row[3] for row in plan]
                assert way in steps, (text, steps)
                assert not [step for step in steps if re.match(r"SCAN (record|step)\b", step)], (text, steps)


def test_the_columns_whose_cells_become_values_are_those_that_the_models_name() -> None:
    kinds = {IsoDate: "day", UtcMoment: "moment", Flag: "flag"}
    named = {column.name: kinds[type(column.type)] for table in SQLModel.metadata.tables.values() for column in table.c
             if type(column.type) in kinds}  # fmt: skip
    assert named.keys() == VALUES.keys() - {"started_at"}  # which is a step's `at` under another name
    cells = {"day": "2026-11-20", "moment": "2026-11-20T21:30:00.000000Z", "flag": 1}
    for column, kind in named.items():
        value = VALUES[column](cells[kind])
        assert to_cell(value) == cells[kind]
        assert type(value) is not type(cells[kind])


def test_no_other_column_has_a_name_whose_cells_become_values() -> None:
    plain = (column for table in SQLModel.metadata.tables.values() for column in table.c
             if type(column.type) not in {IsoDate, UtcMoment, Flag})  # fmt: skip
    assert not {column.name for column in plain} & VALUES.keys()


def test_the_tables_are_those_of_the_models() -> None:
    assert defined() == TABLES, "python -m tests.schemas writes them"
