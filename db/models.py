"""The tables. One record row is one deal, seats and units side by side, so that the database keeps the zero-sum law.

Rows of `record` and `sitting` are never changed but once: `voided_by` is filled in by the step that voids them.
"""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, Index, Integer, Text, text
from sqlmodel import Field, SQLModel

from db.columns import (
    DEAL_FACTS,
    PAID,
    SEATS_DIFFER,
    SUM,
    UNITS_SEATED,
    flag,
    maybe_number,
    maybe_reference,
    one_of,
    own_id,
    reference,
    seat_numbers,
    some_text,
)
from db.types import BIG, Flag, IsoDate, UtcMoment

REDEALS = ("passed-out", "thrown-in", "misdeal", "annulled")
OUTSIDE = ("penalty", "adjustment", "sheet")
KINDS = ("deal", *REDEALS, *OUTSIDE)
OUTCOMES = ("made", "failed", "even")
STRICT = {"sqlite_strict": True}
# Partial indexes on PostgreSQL too, by the migration: naming its dialect here would load it in every command (19 ms).
LIVE = text("voided_by IS NULL")
VOIDED = text("voided_by IS NOT NULL")
OF_TOURNAMENTS = text("tournament_id IS NOT NULL")

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class PlayerRow(SQLModel, table=True):
    """A person. `key` is the folded name; a merged player is read as the one it points to."""

    __tablename__ = "player"
    __table_args__ = (flag("hidden"), STRICT)

    id: int | None = own_id()
    name: str = some_text()
    key: str = some_text(unique=True)
    hidden: bool = Field(default=False, sa_type=Flag)
    merged_into: int | None = maybe_reference("player.id")


class LeagueRow(SQLModel, table=True):
    """A frame of matches, with what a new match takes from it."""

    __tablename__ = "league"
    __table_args__ = (CheckConstraint("unit_value_cents >= 0", "unit_value_cents"), flag("removed"), STRICT)

    id: int | None = own_id()
    name: str = some_text()
    key: str = some_text(unique=True)
    variant: str = some_text()
    unit_value_cents: int = Field(default=0, sa_type=BIG)
    currency: str = some_text("EUR")
    removed: bool = Field(default=False, sa_type=Flag)


class VariantRow(SQLModel, table=True):
    """The text of a variant file, frozen, under the digest of its contents."""

    __tablename__ = "variant"
    __table_args__ = (STRICT,)

    digest: str = Field(sa_type=Text, primary_key=True)
    name: str = some_text()
    text: str = some_text()


class MatchRow(SQLModel, table=True):
    """One sitting at one table under one variant. It exists while it has a live sitting."""

    __tablename__ = "match"
    __table_args__ = (CheckConstraint("unit_value_cents >= 0", "unit_value_cents"), STRICT)

    id: int | None = own_id()
    league_id: int = reference("league.id")
    name: str = some_text()
    on: date = Field(sa_type=IsoDate)
    variant: str = Field(sa_type=Text, foreign_key="variant.digest")
    unit_value_cents: int = Field(default=0, sa_type=BIG)
    currency: str = some_text("EUR")
    until: str = some_text()


class TournamentRow(SQLModel, table=True):
    """A tournament as it was opened, the text of its format frozen; all that happened to it are its steps.

    `settings` is JSON of what the organiser said instead of the format. It exists while its first step stands.
    """

    __tablename__ = "tournament"
    __table_args__ = (STRICT,)

    id: int | None = own_id()
    league_id: int = reference("league.id")
    name: str = some_text()
    on: date = Field(sa_type=IsoDate)
    format: str = some_text()
    text: str = some_text()
    settings: str = some_text()
    variant: str = Field(sa_type=Text, foreign_key="variant.digest")
    seed: int = Field(sa_type=BIG)


class StepRow(SQLModel, table=True):
    """One command's change to the scorebook; `undoes` is the step that it takes back, `detail` JSON of what it set."""

    __tablename__ = "step"
    __table_args__ = (
        Index("ix_step_match_id", "match_id"),
        Index("ix_step_tournament_id", "tournament_id", sqlite_where=OF_TOURNAMENTS),
        STRICT,
    )

    id: int | None = own_id()
    at: datetime = Field(sa_type=UtcMoment)
    action: str = some_text()
    match_id: int | None = maybe_reference("match.id")
    reason: str = some_text()
    client_id: str | None = some_text(None, unique=True, nullable=True)
    undoes: int | None = maybe_reference("step.id")
    detail: str = some_text()
    tournament_id: int | None = maybe_reference("tournament.id")


class SittingRow(SQLModel, table=True):
    """Who sits where, who rests until further notice, an auction waiting for its result, and whether the match is over.

    `resting`, `first_dealer` and `call_caller` are seat numbers; `first_dealer` deals while nothing is recorded.
    """

    __tablename__ = "sitting"
    __table_args__ = (
        flag("finished"),
        CheckConstraint(seat_numbers("first_dealer", "resting", "call_caller"), "seat_numbers"),
        CheckConstraint("(call_caller IS NULL) = (call_bid IS NULL)", "call"),
        CheckConstraint(SEATS_DIFFER, "seats_differ"),
        Index("ix_sitting_live", "match_id", unique=True, sqlite_where=LIVE),
        Index("ix_sitting_voided", "match_id", sqlite_where=VOIDED),
        STRICT,
    )

    id: int | None = own_id()
    match_id: int = reference("match.id")
    seat1: int = reference("player.id")
    seat2: int = reference("player.id")
    seat3: int = reference("player.id")
    seat4: int | None = maybe_reference("player.id")
    seat5: int | None = maybe_reference("player.id")
    seat6: int | None = maybe_reference("player.id")
    seat7: int | None = maybe_reference("player.id")
    resting: int | None = maybe_number()
    first_dealer: int = Field(sa_type=Integer)
    finished: bool = Field(default=False, sa_type=Flag)
    call_caller: int | None = maybe_number()
    call_bid: str | None = some_text(None, nullable=True)
    call_called: str | None = some_text(None, nullable=True)
    made_by: int = reference("step.id")
    voided_by: int | None = maybe_reference("step.id")


class RecordRow(SQLModel, table=True):
    """One numbered record of a match: a deal, a redeal, a penalty, an adjustment or a paper sheet.

    Roles are seat numbers; a deal without partner was solo. `card_points` are the calling side's, None where nobody
    counted; `target` repeats what the bid promises. The reason of a penalty or an adjustment stands in `note`.
    """

    __tablename__ = "record"
    __table_args__ = (
        CheckConstraint(one_of("kind", KINDS), "kind"),
        CheckConstraint(f"{one_of('kind', OUTSIDE)} OR {SUM} = 0", "zero_sum"),
        CheckConstraint(f"kind <> 'penalty' OR {SUM} <= 0", "penalty_loses"),
        CheckConstraint(f"NOT {one_of('kind', OUTSIDE)} OR note <> ''", "reason"),
        CheckConstraint(DEAL_FACTS, "deal_facts"),
        CheckConstraint(f"kind <> 'deal' OR ({PAID})", "roles_paid"),
        CheckConstraint("caller <> partner", "partner_differs"),
        CheckConstraint(one_of("outcome", OUTCOMES), "outcome"),
        CheckConstraint("card_points BETWEEN 0 AND 120 AND card_points NOT IN (1, 119)", "card_points"),
        CheckConstraint("target BETWEEN 61 AND 120", "target"),
        CheckConstraint("times BETWEEN 1 AND 1024", "times"),
        CheckConstraint("number >= 1", "number"),
        flag("slam"),
        CheckConstraint(seat_numbers("caller", "partner", "dealer", "resting"), "seat_numbers"),
        CheckConstraint(UNITS_SEATED, "units_seated"),
        CheckConstraint(SEATS_DIFFER, "seats_differ"),
        Index("ix_record_live", "match_id", "number", unique=True, sqlite_where=LIVE),
        Index("ix_record_voided", "match_id", sqlite_where=VOIDED),
        STRICT,
    )

    id: int | None = own_id()
    match_id: int = reference("match.id")
    number: int = Field(sa_type=Integer)
    kind: str = some_text()
    dealer: int | None = maybe_number()
    resting: int | None = maybe_number()
    caller: int | None = maybe_number()
    partner: int | None = maybe_number()
    bid: str | None = some_text(None, nullable=True)
    target: int | None = maybe_number()
    called: str | None = some_text(None, nullable=True)
    card_points: int | None = maybe_number()
    outcome: str | None = some_text(None, nullable=True)
    slam: bool = Field(default=False, sa_type=Flag)
    times: int = Field(default=1, sa_type=BIG)
    note: str = some_text()
    made_by: int = reference("step.id")
    voided_by: int | None = maybe_reference("step.id")
    seat1: int | None = maybe_reference("player.id")
    seat2: int | None = maybe_reference("player.id")
    seat3: int | None = maybe_reference("player.id")
    seat4: int | None = maybe_reference("player.id")
    seat5: int | None = maybe_reference("player.id")
    seat6: int | None = maybe_reference("player.id")
    seat7: int | None = maybe_reference("player.id")
    units1: int | None = maybe_number(BIG)
    units2: int | None = maybe_number(BIG)
    units3: int | None = maybe_number(BIG)
    units4: int | None = maybe_number(BIG)
    units5: int | None = maybe_number(BIG)
    units6: int | None = maybe_number(BIG)
    units7: int | None = maybe_number(BIG)
