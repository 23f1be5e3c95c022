"""One database made the copy of another: the pages of a file, the rows of any two."""

import sqlite3
from collections.abc import Sequence
from itertools import islice
from typing import Any

from db.connection import Connection, Row
from db.tables import TABLES, Table

BATCH = 1000  # rows that are copied at once


def copy_pages(source: Connection, target: Connection) -> None:
    """Make one SQLite database the copy of another, as it is at this moment, in one transaction of the target.

    Through SQLite's own backup: other programs may go on using either. A lock that lasts is given up on.
    """

    def give_up(status: int, _remaining: int, _total: int) -> None:
        """Asked after every batch of pages: raise where a lock was in the way."""
        if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise sqlite3.OperationalError("database is locked")

    source.driver.backup(target.driver, progress=give_up)


def copy_rows(source: Connection, target: Connection) -> None:
    """Put the rows of all tables in place of those in the target; ids stay.

    Across databases of any kind, within the transactions that both connections are in.
    """
    for name in reversed(TABLES):
        target.run(f'DELETE FROM "{name}"')
    for name, table in TABLES.items():
        _copy_table(source, target, name, table)


def _copy_table(source: Connection, target: Connection, name: str, table: Table) -> None:
    """Copy the rows of a table; what refers to a row of the same table is filled in when all of them are there."""
    own = [column for column, other in table.references.items() if other == name]
    columns = ", ".join(map('"{}"'.format, table.columns))
    later: list[Row] = []
    found = source.stream(f'SELECT {columns} FROM "{name}"')
    while batch := list(islice(found, BATCH)):
        later += [row for row in batch if any(getattr(row, column) is not None for column in own)]
        emptied: Sequence[Sequence[Any]] = batch
        for at in map(table.columns.index, own):
            emptied = [(*row[:at], None, *row[at + 1 :]) for row in emptied]
        target.write_rows(name, table.columns, emptied)
    for row in later:
        for column in own:
            changed = f'UPDATE "{name}" SET "{column}" = :cell WHERE "{table.key}" = :key'
            target.run(changed, cell=getattr(row, column), key=row[0])
