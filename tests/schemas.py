"""Writes db/digests.py and db/tables.py: what each revision of the schema is made of, and what its tables are.

`python -m tests.schemas`, twice where a table is new, makes a database of each revision by its migrations, on SQLite
and on PostgreSQL, and asks it; the tables are those of db/models.py.
"""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import UniqueConstraint
from sqlmodel import SQLModel

import db.models  # noqa: F401 - fills the metadata
from db.connection import Connection, Database
from db.database import open_database
from db.migrating import migrate
from db.schema import text_digest, things
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


def revisions() -> tuple[str, ...]:
    """The revisions that there are migrations for, oldest first."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "db:migrations")
    newest_first = ScriptDirectory.from_config(config).walk_revisions()
    return tuple(script.revision for script in reversed(list(newest_first)))


def as_made(database: Database, revision: str, look: Callable[[Connection], Any]) -> Any:
    """What is found by looking at what the migrations make of a revision in a database; it is taken back."""
    with database.connection() as connection:
        connection.run("BEGIN")
        migrate(connection, revision)
        found = look(connection)
        connection.driver.rollback()
    return found


def made_on(where: str) -> Digests:
    """The digests of every revision, made in the empty database at a path or an address."""
    found: Digests = {}
    known: dict[str, str] = {}
    database = open_database(where, write=True)
    for revision in revisions():
        digests = {key: thing.digest for key, thing in sorted(as_made(database, revision, things).items())}
        assert known.keys() <= digests.keys(), "a revision that takes something away has to be told apart otherwise"
        found[revision] = {key: digest for key, digest in digests.items() if known.get(key) != digest}
        known = digests
    database.close()
    return found


def rewrite(file: Path, constant: str, value: object) -> None:
    """Put another value, up to the next empty line, behind a constant of a file; the rest is written by hand."""
    text = file.read_text(encoding="utf-8")
    found = re.search(rf"^{constant}\b[^\n]*? = (.*?)\n(?:\n|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found
    file.write_text(f"{text[: found.start(1)]}{value!r}{text[found.end(1) :]}", encoding="utf-8")


def main() -> None:
    """Write down the tables, make a database of each kind, and write down what it says."""
    rewrite(TABLES_FILE, "TABLES", defined())
    with TemporaryDirectory() as folder, running_server() as server:
        made = {"sqlite": made_on(f"{folder}/new.db"), "postgresql": made_on(server)}
        newest = as_made(open_database(f"{folder}/new.db", write=True), "head", text_digest)
    rewrite(DIGESTS_FILE, "NEWEST_TEXT", newest)
    rewrite(DIGESTS_FILE, "DIGESTS", made)
    subprocess.run([sys.executable, "-m", "ruff", "format", str(DIGESTS_FILE), str(TABLES_FILE)], check=True)


if __name__ == "__main__":
    main()
