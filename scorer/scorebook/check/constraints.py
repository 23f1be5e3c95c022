"""The laws of the tables read again: rows that the database should have refused, and did not.

Every CHECK, every NOT NULL, every reference and every uniqueness of `db.models`, on SQLite and PostgreSQL alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Column,
    ColumnElement,
    Connection,
    Table,
    UniqueConstraint,
    and_,
    case,
    func,
    or_,
    select,
    text,
)
from sqlmodel import SQLModel

TABLES = SQLModel.metadata.sorted_tables
_WORDS = {
    "zero_sum": "its units do not sum to zero",
    "penalty_loses": "it is a penalty, and its units sum to more than zero",
    "reason": "it has no reason",
    "deal_facts": "caller, bid, target and outcome belong to a deal, all of them, and to nothing else",
    "roles_paid": "its caller and its partner have to have units, and who rests none",
    "partner_differs": "its caller is its own partner",
    "units_seated": "there are units where nobody sits",
    "seats_differ": "one player sits in two seats",
    "seat_numbers": "a role is no seat number from 1 to 7",
    "call": "a pending call needs both a caller and a bid",
}
EMPTY = "there is no"
# What integrity_check says of rows rather than of pages: said here again, with the name of the row.
_OF_ROWS = ("CHECK constraint failed", "non-unique entry")


@dataclass(frozen=True, slots=True)
class Broken:
    """A law that a row breaks, in words; `key` is its primary key. `empty`: what must not be empty is."""

    table: Table
    key: Any
    words: str
    empty: bool = False


def damage(connection: Connection) -> list[str]:
    """What SQLite finds wrong with the file itself; where there is anything, rows cannot be relied upon."""
    if connection.dialect.name != "sqlite":
        return []
    lines = connection.execute(text("PRAGMA integrity_check")).scalars().all()
    return [line for line in "\n".join(lines).splitlines() if line != "ok" and not line.startswith(_OF_ROWS)]


def broken_laws(connection: Connection) -> Iterator[Broken]:
    """Every row that breaks a law of its table."""
    for table in TABLES:
        laws = _laws(table)
        flags = [case((law, 1), else_=0) for law, _ in laws]
        rows = connection.execute(select(_key(table), *flags).where(or_(*(law for law, _ in laws))))
        for key, *broken in rows:
            for (_, words), flag in zip(laws, broken, strict=True):
                if flag:
                    yield Broken(table, key, words, empty=words.startswith(EMPTY))
        yield from _doubled(connection, table)


def _key(table: Table) -> Column[Any]:
    return next(iter(table.primary_key))


def _laws(table: Table) -> list[tuple[ColumnElement[bool], str]]:
    """For each law of a table an SQL condition that is true where it is broken, and the words for that."""
    checks = [
        (text(f"NOT ({law.sqltext})"), _check_words(table, str(law.name)))
        for law in table.constraints
        if isinstance(law, CheckConstraint)
    ]
    empty = [(column.is_(None), f"{EMPTY} {column.name}") for column in table.c if not column.nullable]
    lost = [
        (_lost(column, reference.column), f"its {column.name} is no {reference.column.table.name} that is there")
        for column in table.c
        for reference in column.foreign_keys
    ]
    return [*checks, *empty, *lost]  # type: ignore[list-item] # a text is a condition


def _check_words(table: Table, name: str) -> str:
    law = name.removeprefix(f"ck_{table.name}_")
    return _WORDS.get(law, f"its {law} is outside what is allowed")


def _lost(column: Column[Any], target: Column[Any]) -> ColumnElement[bool]:
    there = target.table.alias()
    return and_(column.is_not(None), column.not_in(select(there.c[target.name])))


def _doubled(connection: Connection, table: Table) -> Iterator[Broken]:
    """Rows that share what only one may have; the last of them is named."""
    unique = (index for index in table.indexes if index.unique)
    indexes = [(list(index.columns), index.dialect_options["sqlite"]["where"]) for index in unique]
    constraints = [(list(law.columns), None) for law in table.constraints if isinstance(law, UniqueConstraint)]
    for columns, where in [*indexes, *constraints]:
        chosen = select(func.max(_key(table)), func.count()).where(*(column.is_not(None) for column in columns))
        chosen = chosen.where(where) if where is not None else chosen
        for key, count in connection.execute(chosen.group_by(*columns).having(func.count() > 1)):
            shared = " and ".join(column.name for column in columns)
            live = " live" if where is not None else ""
            yield Broken(table, key, f"{count}{live} rows have the same {shared}")
