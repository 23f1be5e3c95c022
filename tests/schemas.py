"""Writes db/digests.py and db/tables.py: what each revision of the schema is made of, and what its tables are.

`python -m tests.schemas`, twice where a table is new, makes a database of each revision by its migrations, on SQLite
and on PostgreSQL, and asks it; the tables are those of db/models.py.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import UniqueConstraint
from sqlmodel import SQLModel

import db.models  # noqa: F401 - fills the metadata
from db.connection import Database
from db.database import open_database
from db.migrating import migrate
from db.schema import REVISIONS, Things, things
from db.tables import Table
from tests.postgres import running_server

DIGESTS_FILE, TABLES_FILE = (
    Path(__file__).resolve().parent.parent / "db" / name for name in ("digests.py", "tables.py")
)
Digests = dict[str, dict[str, str]]


def defined() -> dict[str, Table]:
    """The tables of the models."""
    return {table.name: _table(table) for table in SQLModel.metadata.sorted_tables}


def _table(table: Any) -> Table:
    unique = [(index.columns, str(index.dialect_options["sqlite"]["where"])) for index in table.indexes if index.unique]
    unique += [(law.columns, "") for law in table.constraints if isinstance(law, UniqueConstraint)]
    return Table(
        columns=tuple(table.c.keys()),
        required=tuple(column.name for column in table.c if not column.nullable),
        references={column.name: key.column.table.name for column in table.c for key in column.foreign_keys},
        unique=tuple(sorted((tuple(column.name for column in columns), where) for columns, where in unique)),
    )


def as_made(database: Database, revision: str) -> Things:
    """What the migrations make of a revision in a database; it is taken back."""
    with database.connection() as connection:
        connection.run("BEGIN")
        migrate(connection, revision)
        found = things(connection)
        connection.driver.rollback()
    return found


def made_on(where: str) -> Digests:
    """The digests of every revision, made in the empty database at a path or an address."""
    found: Digests = {}
    known: dict[str, str] = {}
    database = open_database(where, write=True)
    for revision in REVISIONS:
        digests = {key: thing.digest for key, thing in sorted(as_made(database, revision).items())}
        assert known.keys() <= digests.keys(), "a revision that takes something away has to be told apart otherwise"
        found[revision] = {key: digest for key, digest in digests.items() if known.get(key) != digest}
        known = digests
    database.close()
    return found


def rewrite(file: Path, constant: str, value: object) -> None:
    """Put another value behind a constant, the last thing in a file; what stands before it is written by hand."""
    by_hand, constant, _old = file.read_text(encoding="utf-8").partition(constant)
    assert constant
    file.write_text(f"{by_hand}{constant}{value!r}\n", encoding="utf-8")


def main() -> None:
    """Write down the tables, make a database of each kind, and write down what it says."""
    rewrite(TABLES_FILE, "TABLES: dict[str, Table] = ", defined())
    with TemporaryDirectory() as folder, running_server() as server:
        made = {"sqlite": made_on(f"{folder}/new.db"), "postgresql": made_on(server)}
    rewrite(DIGESTS_FILE, "DIGESTS: dict[str, dict[str, dict[str, str]]] = ", made)
    subprocess.run([sys.executable, "-m", "ruff", "format", str(DIGESTS_FILE), str(TABLES_FILE)], check=True)


if __name__ == "__main__":
    main()
