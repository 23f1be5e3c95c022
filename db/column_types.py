"""Types of columns that mean the same on SQLite (STRICT tables) and PostgreSQL; db/cells.py converts their values."""

from sqlalchemy import BigInteger, Integer, Text
from sqlalchemy.types import TypeEngine

# A plain Integer is 32 bits wide on PostgreSQL; a BIGINT is unknown to STRICT tables.
BIG: TypeEngine[int] = BigInteger().with_variant(Integer(), "sqlite")


class IsoDate(Text):
    """A day, kept as `2026-11-20`."""


class UtcMoment(Text):
    """A moment, kept in UTC as `2026-11-20T21:30:00.000000Z`."""


class Flag(Integer):
    """True or false, kept as 1 or 0; the table adds the CHECK."""
