"""Scorebooks as an older program wrote them: the tables of an older schema, with the rows of a newer file."""

import sqlite3
from contextlib import closing
from pathlib import Path

from db.database import open_database
from db.migrating import migrate

# Parents first; those before tournaments had no other.
TABLES = ("player", "league", "variant", "match", "tournament", "step", "record", "sitting")


def make_older(path: Path, schema: str) -> None:
    """Put an older scorebook in place of the file at `path`, with the same rows in the columns that it has."""
    newer = path.with_name("newer.db")
    path.rename(newer)
    database = open_database(str(path), write=True)
    with database.begun() as connection:
        migrate(connection, schema)
    database.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("ATTACH ? AS newer", [str(newer)])
        for name in TABLES:
            if listed := columns_of(connection, name):
                connection.execute(f'INSERT INTO main."{name}" ({listed}) SELECT {listed} FROM newer."{name}"')
    newer.unlink()


def columns_of(connection: sqlite3.Connection, name: str) -> str:
    """The columns of a table, listed; "" where there is no such table."""
    return ", ".join(f'"{row[1]}"' for row in connection.execute(f'PRAGMA main.table_info("{name}")'))


def say_schema(path: Path, schema: str) -> None:
    """Have a file say that it has a schema, whatever it has."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [schema])
