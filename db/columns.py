"""How columns and laws of the tables are written."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from sqlalchemy import CheckConstraint, Integer, Text
from sqlmodel import Field

from db.types import BIG

SEAT_NUMBERS = range(1, 8)


def own_id() -> Any:
    """The primary key: an id that the database gives."""
    return Field(default=None, primary_key=True, sa_type=BIG)


def reference(column: str) -> Any:
    """An id of another row."""
    return Field(sa_type=BIG, foreign_key=column)


def maybe_reference(column: str) -> Any:
    """An id of another row, or none."""
    return Field(default=None, sa_type=BIG, foreign_key=column, nullable=True)


def some_text(default: str | None = "", *, unique: bool = False, nullable: bool = False) -> Any:
    """A text, empty unless said."""
    return Field(default=default, sa_type=Text, unique=unique, nullable=nullable)


def maybe_number(kind: Any = Integer) -> Any:
    """A number, or none."""
    return Field(default=None, sa_type=kind, nullable=True)


def one_of(column: str, words: Sequence[str]) -> str:
    """SQL: the column holds one of these words."""
    return f"({' OR '.join(f'{column} = {word!r}' for word in words)})"  # for an IN, SQLite builds a table per row


def units_at(role: str) -> str:
    """SQL: the units at the seat that a role names."""
    cases = " ".join(f"WHEN {seat} THEN units{seat}" for seat in SEAT_NUMBERS)
    return f"(CASE {role} {cases} END)"


SUM = " + ".join(f"coalesce(units{seat}, 0)" for seat in SEAT_NUMBERS)
SEATS_DIFFER = " AND ".join(f"seat{one} <> seat{other}" for one, other in combinations(SEAT_NUMBERS, 2))
UNITS_SEATED = " AND ".join(f"(units{seat} IS NULL OR seat{seat} IS NOT NULL)" for seat in SEAT_NUMBERS)
DEAL_FACTS = " AND ".join(f"(kind = 'deal') = ({fact} IS NOT NULL)" for fact in ("caller", "bid", "target", "outcome"))
PAID = (
    f"{units_at('caller')} IS NOT NULL AND (partner IS NULL OR {units_at('partner')} IS NOT NULL)"
    f" AND (resting IS NULL OR {units_at('resting')} IS NULL)"
)


def seat_numbers(*roles: str) -> str:
    """SQL: these roles are seat numbers."""
    return " AND ".join(f"{role} BETWEEN 1 AND {SEAT_NUMBERS[-1]}" for role in roles)


def flag(column: str) -> CheckConstraint:
    """The law of a column that is 0 or 1."""
    return CheckConstraint(f"{column} IN (0, 1)", column)
