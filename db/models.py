"""The tables. One record row is one deal, seats and units side by side, so that the database keeps the zero-sum law.

Rows of `record` and `sitting` are never changed but once: `voided_by` is filled in by the step that voids them.
"""

from collections.abc import Sequence
from datetime import date, datetime
from itertools import combinations
from typing import Any

from sqlalchemy import CheckConstraint, Index, Integer, Text, text
from sqlmodel import Field, SQLModel

from db.types import BIG, Flag, IsoDate, UtcMoment

SEAT_NUMBERS = range(1, 8)
REDEALS = ("passed-out", "thrown-in", "misdeal", "annulled")
OUTSIDE = ("penalty", "adjustment", "sheet")
KINDS = ("deal", *REDEALS, *OUTSIDE)
OUTCOMES = ("made", "failed", "even")
STRICT = {"sqlite_strict": True}
# Partial indexes on PostgreSQL too, by the migration: naming its dialect here would load it in every command (19 ms).
LIVE = text("voided_by IS NULL")
VOIDED = text("voided_by IS NOT NULL")

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


def _key() -> Any:
    return Field(default=None, primary_key=True, sa_type=BIG)


def _to(column: str) -> Any:
    return Field(sa_type=BIG, foreign_key=column)


def _maybe_to(column: str) -> Any:
    return Field(default=None, sa_type=BIG, foreign_key=column, nullable=True)


def _text(default: str | None = "", *, unique: bool = False, nullable: bool = False) -> Any:
    return Field(default=default, sa_type=Text, unique=unique, nullable=nullable)


def _maybe_number(kind: Any = Integer) -> Any:
    return Field(default=None, sa_type=kind, nullable=True)


def _one_of(column: str, words: Sequence[str]) -> str:
    return f"({' OR '.join(f'{column} = {word!r}' for word in words)})"  # for an IN, SQLite builds a table per row


def _units_at(role: str) -> str:
    cases = " ".join(f"WHEN {seat} THEN units{seat}" for seat in SEAT_NUMBERS)
    return f"(CASE {role} {cases} END)"


_SUM = " + ".join(f"coalesce(units{seat}, 0)" for seat in SEAT_NUMBERS)
_SEATS_DIFFER = " AND ".join(f"seat{one} <> seat{other}" for one, other in combinations(SEAT_NUMBERS, 2))
_UNITS_SEATED = " AND ".join(f"(units{seat} IS NULL OR seat{seat} IS NOT NULL)" for seat in SEAT_NUMBERS)
_DEAL_FACTS = " AND ".join(f"(kind = 'deal') = ({fact} IS NOT NULL)" for fact in ("caller", "bid", "target", "outcome"))
_PAID = (
    f"{_units_at('caller')} IS NOT NULL AND (partner IS NULL OR {_units_at('partner')} IS NOT NULL)"
    f" AND (resting IS NULL OR {_units_at('resting')} IS NULL)"
)


def _seat_numbers(*roles: str) -> str:
    return " AND ".join(f"{role} BETWEEN 1 AND {SEAT_NUMBERS[-1]}" for role in roles)


def _flag(column: str) -> CheckConstraint:
    return CheckConstraint(f"{column} IN (0, 1)", column)


class PlayerRow(SQLModel, table=True):
    """A person. `key` is the folded name; a merged player is read as the one it points to."""

    __tablename__ = "player"
    __table_args__ = (_flag("hidden"), STRICT)

    id: int | None = _key()
    name: str = _text()
    key: str = _text(unique=True)
    hidden: bool = Field(default=False, sa_type=Flag)
    merged_into: int | None = _maybe_to("player.id")


class LeagueRow(SQLModel, table=True):
    """A frame of matches, with what a new match takes from it."""

    __tablename__ = "league"
    __table_args__ = (CheckConstraint("unit_value_cents >= 0", "unit_value_cents"), _flag("removed"), STRICT)

    id: int | None = _key()
    name: str = _text()
    key: str = _text(unique=True)
    variant: str = _text()
    unit_value_cents: int = Field(default=0, sa_type=BIG)
    currency: str = _text("EUR")
    removed: bool = Field(default=False, sa_type=Flag)


class VariantRow(SQLModel, table=True):
    """The text of a variant file, frozen, under the digest of its contents."""

    __tablename__ = "variant"
    __table_args__ = (STRICT,)

    digest: str = Field(sa_type=Text, primary_key=True)
    name: str = _text()
    text: str = _text()


class MatchRow(SQLModel, table=True):
    """One sitting at one table under one variant. It exists while it has a live sitting."""

    __tablename__ = "match"
    __table_args__ = (CheckConstraint("unit_value_cents >= 0", "unit_value_cents"), STRICT)

    id: int | None = _key()
    league_id: int = _to("league.id")
    name: str = _text()
    on: date = Field(sa_type=IsoDate)
    variant: str = Field(sa_type=Text, foreign_key="variant.digest")
    unit_value_cents: int = Field(default=0, sa_type=BIG)
    currency: str = _text("EUR")
    until: str = _text()


class StepRow(SQLModel, table=True):
    """One command's change to the scorebook; `undoes` is the step that it takes back, `detail` JSON of what it set."""

    __tablename__ = "step"
    __table_args__ = (Index("ix_step_match_id", "match_id"), STRICT)

    id: int | None = _key()
    at: datetime = Field(sa_type=UtcMoment)
    action: str = _text()
    match_id: int | None = _maybe_to("match.id")
    reason: str = _text()
    client_id: str | None = _text(None, unique=True, nullable=True)
    undoes: int | None = _maybe_to("step.id")
    detail: str = _text()


class SittingRow(SQLModel, table=True):
    """Who sits where, who rests until further notice, an auction waiting for its result, and whether the match is over.

    `resting`, `first_dealer` and `call_caller` are seat numbers; `first_dealer` deals while nothing is recorded.
    """

    __tablename__ = "sitting"
    __table_args__ = (
        _flag("finished"),
        CheckConstraint(_seat_numbers("first_dealer", "resting", "call_caller"), "seat_numbers"),
        CheckConstraint("(call_caller IS NULL) = (call_bid IS NULL)", "call"),
        CheckConstraint(_SEATS_DIFFER, "seats_differ"),
        Index("ix_sitting_live", "match_id", unique=True, sqlite_where=LIVE),
        Index("ix_sitting_voided", "match_id", sqlite_where=VOIDED),
        STRICT,
    )

    id: int | None = _key()
    match_id: int = _to("match.id")
    seat1: int = _to("player.id")
    seat2: int = _to("player.id")
    seat3: int = _to("player.id")
    seat4: int | None = _maybe_to("player.id")
    seat5: int | None = _maybe_to("player.id")
    seat6: int | None = _maybe_to("player.id")
    seat7: int | None = _maybe_to("player.id")
    resting: int | None = _maybe_number()
    first_dealer: int = Field(sa_type=Integer)
    finished: bool = Field(default=False, sa_type=Flag)
    call_caller: int | None = _maybe_number()
    call_bid: str | None = _text(None, nullable=True)
    call_called: str | None = _text(None, nullable=True)
    made_by: int = _to("step.id")
    voided_by: int | None = _maybe_to("step.id")


class RecordRow(SQLModel, table=True):
    """One numbered record of a match: a deal, a redeal, a penalty, an adjustment or a paper sheet.

    Roles are seat numbers; a deal without partner was solo. `card_points` are the calling side's, None where nobody
    counted; `target` repeats what the bid promises. The reason of a penalty or an adjustment stands in `note`.
    """

    __tablename__ = "record"
    __table_args__ = (
        CheckConstraint(_one_of("kind", KINDS), "kind"),
        CheckConstraint(f"{_one_of('kind', OUTSIDE)} OR {_SUM} = 0", "zero_sum"),
        CheckConstraint(f"kind <> 'penalty' OR {_SUM} <= 0", "penalty_loses"),
        CheckConstraint(f"NOT {_one_of('kind', OUTSIDE)} OR note <> ''", "reason"),
        CheckConstraint(_DEAL_FACTS, "deal_facts"),
        CheckConstraint(f"kind <> 'deal' OR ({_PAID})", "roles_paid"),
        CheckConstraint("caller <> partner", "partner_differs"),
        CheckConstraint(_one_of("outcome", OUTCOMES), "outcome"),
        CheckConstraint("card_points BETWEEN 0 AND 120 AND card_points NOT IN (1, 119)", "card_points"),
        CheckConstraint("target BETWEEN 61 AND 120", "target"),
        CheckConstraint("times BETWEEN 1 AND 1024", "times"),
        CheckConstraint("number >= 1", "number"),
        _flag("slam"),
        CheckConstraint(_seat_numbers("caller", "partner", "dealer", "resting"), "seat_numbers"),
        CheckConstraint(_UNITS_SEATED, "units_seated"),
        CheckConstraint(_SEATS_DIFFER, "seats_differ"),
        Index("ix_record_live", "match_id", "number", unique=True, sqlite_where=LIVE),
        Index("ix_record_voided", "match_id", sqlite_where=VOIDED),
        STRICT,
    )

    id: int | None = _key()
    match_id: int = _to("match.id")
    number: int = Field(sa_type=Integer)
    kind: str = _text()
    dealer: int | None = _maybe_number()
    resting: int | None = _maybe_number()
    caller: int | None = _maybe_number()
    partner: int | None = _maybe_number()
    bid: str | None = _text(None, nullable=True)
    target: int | None = _maybe_number()
    called: str | None = _text(None, nullable=True)
    card_points: int | None = _maybe_number()
    outcome: str | None = _text(None, nullable=True)
    slam: bool = Field(default=False, sa_type=Flag)
    times: int = Field(default=1, sa_type=BIG)
    note: str = _text()
    made_by: int = _to("step.id")
    voided_by: int | None = _maybe_to("step.id")
    seat1: int | None = _maybe_to("player.id")
    seat2: int | None = _maybe_to("player.id")
    seat3: int | None = _maybe_to("player.id")
    seat4: int | None = _maybe_to("player.id")
    seat5: int | None = _maybe_to("player.id")
    seat6: int | None = _maybe_to("player.id")
    seat7: int | None = _maybe_to("player.id")
    units1: int | None = _maybe_number(BIG)
    units2: int | None = _maybe_number(BIG)
    units3: int | None = _maybe_number(BIG)
    units4: int | None = _maybe_number(BIG)
    units5: int | None = _maybe_number(BIG)
    units6: int | None = _maybe_number(BIG)
    units7: int | None = _maybe_number(BIG)
