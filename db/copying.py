"""One database made the copy of another: the pages of a file, the rows of any two."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, func, insert, select, text, update
from sqlalchemy.exc import OperationalError

BATCH = 1000  # rows that are copied at once
_NEXT_ID = text("SELECT setval(pg_get_serial_sequence(:table, 'id'), greatest(:highest, 1), :highest > 0)")


def copy_pages(source: Connection, target: Connection) -> None:
    """Make one SQLite database the copy of another, as it is at this moment, in one transaction of the target.

    Through SQLite's own backup: other programs may go on using either. A lock that lasts is given up on.
    """

    def give_up(status: int, _remaining: int, _total: int) -> None:
        """Asked after every batch of pages: raise where a lock was in the way."""
        if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise sqlite3.OperationalError("database is locked")

    pages: Any = source.connection.driver_connection
    try:
        pages.backup(target.connection.driver_connection, progress=give_up)
    except sqlite3.Error as error:
        raise OperationalError("backup", None, error) from error


def copy_rows(source: Connection, target: Connection, tables: Sequence[Table]) -> None:
    """Put the rows of these tables, parents first, in place of those in the target; ids stay.

    Across databases of any kind, within the transactions that both connections are in.
    """
    if target.dialect.name == "postgresql":  # others may read meanwhile, and record when it is over
        names = ", ".join(f'"{table.name}"' for table in tables)
        target.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))
    for table in reversed(tables):
        target.execute(delete(table))
    for table in tables:
        own = [column.name for column in table.c if column.references(*table.primary_key)]
        later: list[dict[str, Any]] = []
        for batch in source.execute(select(table).execution_options(yield_per=BATCH)).mappings().partitions():
            later += [dict(row) for row in batch if any(row[column] is not None for column in own)]
            target.execute(insert(table), [{**row, **dict.fromkeys(own)} for row in batch])
        if later:
            change = update(table).where(table.c.id == bindparam("of"))
            target.execute(
                change.values({column: bindparam(f"new_{column}") for column in own}),
                [{"of": row["id"], **{f"new_{column}": row[column] for column in own}} for row in later],
            )
        if target.dialect.name == "postgresql" and "id" in table.c:
            highest = int(target.execute(select(func.coalesce(func.max(table.c.id), 0))).scalar_one())
            target.execute(_NEXT_ID.bindparams(table=f'"{table.name}"'), {"highest": highest})
