"""The tables. One record row is one deal, seats and units side by side, so that the database keeps the zero-sum law.

Rows of `record` and `sitting` are never changed but once: `voided_by` is filled in by the step that voids them.
"""

from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Index, Integer, Text, text
from sqlmodel import Field, SQLModel

from db.laws import LAWS


class IsoDate(Text):
    """A day, kept as `2026-11-20`."""


class UtcMoment(Text):
    """A moment, kept in UTC as `2026-11-20T21:30:00.000000Z`."""


class Flag(Integer):
    """True or false, kept as 1 or 0; the table adds the CHECK."""


# A plain Integer is 32 bits wide on PostgreSQL; a BIGINT is unknown to STRICT tables.
BIG: Any = BigInteger().with_variant(Integer(), "sqlite")
STRICT = {"sqlite_strict": True}
# What the same columns of several tables are made with.
OWN_ID: Any = Field(default=None, primary_key=True, sa_type=BIG)
A_LEAGUE: Any = Field(sa_type=BIG, foreign_key="league.id")
A_PLAYER: Any = Field(sa_type=BIG, foreign_key="player.id")
NOBODY: Any = Field(default=None, sa_type=BIG, foreign_key="player.id", nullable=True)
A_MATCH: Any = Field(sa_type=BIG, foreign_key="match.id")
NO_MATCH: Any = Field(default=None, sa_type=BIG, foreign_key="match.id", nullable=True)
A_STEP: Any = Field(sa_type=BIG, foreign_key="step.id")
NO_STEP: Any = Field(default=None, sa_type=BIG, foreign_key="step.id", nullable=True)
SOME_TEXT: Any = Field(default="", sa_type=Text, nullable=False)
NO_TEXT: Any = Field(default=None, sa_type=Text, nullable=True)
A_UID: Any = Field(sa_type=Text, unique=True, nullable=False)  # random, and the same on every copy of the book
NO_NUMBER: Any = Field(default=None, sa_type=Integer, nullable=True)
NO_BIG_NUMBER: Any = Field(default=None, sa_type=BIG, nullable=True)
# Partial indexes on PostgreSQL too, by the migration: naming its dialect here would load it in every command (19 ms).
LIVE = text("voided_by IS NULL")
VOIDED = text("voided_by IS NOT NULL")
OF_TOURNAMENTS = text("tournament_id IS NOT NULL")
WITH_CLIENT_ID = text("client_id IS NOT NULL")
NO_DEAL = text("action <> 'deal'")

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


def laws_of(table: str) -> list[CheckConstraint]:
    """The laws of a table as the database is told them."""
    return [CheckConstraint(condition, name) for name, condition in LAWS[table].items()]


class Row(SQLModel):
    """What all tables share: the database checks rows, so pydantic builds nothing that would (3 ms of a command)."""

    model_config = {"defer_build": True}


class BookRow(Row, table=True):
    """The scorebook itself, one row: copies of one book have one id, and two books never have the same."""

    __tablename__ = "book"
    __table_args__ = (STRICT,)

    uid: str = Field(sa_type=Text, primary_key=True)


class PlayerRow(Row, table=True):
    """A person. `key` is the folded name; a merged player is read as the one it points to."""

    __tablename__ = "player"
    __table_args__ = (*laws_of("player"), STRICT)

    id: int | None = OWN_ID
    name: str = SOME_TEXT
    key: str = Field(default="", sa_type=Text, unique=True, nullable=False)
    hidden: bool = Field(default=False, sa_type=Flag)
    merged_into: int | None = NOBODY
    uid: str = A_UID


class LeagueRow(Row, table=True):
    """A frame of matches, with what a new match takes from it."""

    __tablename__ = "league"
    __table_args__ = (*laws_of("league"), STRICT)

    id: int | None = OWN_ID
    name: str = SOME_TEXT
    key: str = Field(default="", sa_type=Text, unique=True, nullable=False)
    variant: str = SOME_TEXT
    unit_value_cents: int = Field(default=0, sa_type=BIG)
    currency: str = Field(default="EUR", sa_type=Text, nullable=False)
    removed: bool = Field(default=False, sa_type=Flag)


class VariantRow(Row, table=True):
    """The text of a variant file, frozen, under the digest of its contents."""

    __tablename__ = "variant"
    __table_args__ = (STRICT,)

    digest: str = Field(sa_type=Text, primary_key=True)
    name: str = SOME_TEXT
    text: str = SOME_TEXT


class MatchRow(Row, table=True):
    """One sitting at one table under one variant. It exists while it has a live sitting.

    `place` is where it stands among the matches of its day; None: where it was started, its id.
    """

    __tablename__ = "match"
    __table_args__ = (*laws_of("match"), STRICT)

    id: int | None = OWN_ID
    league_id: int = A_LEAGUE
    name: str = SOME_TEXT
    on: date = Field(sa_type=IsoDate)
    variant: str = Field(sa_type=Text, foreign_key="variant.digest")
    unit_value_cents: int = Field(default=0, sa_type=BIG)
    currency: str = Field(default="EUR", sa_type=Text, nullable=False)
    until: str = SOME_TEXT
    uid: str = A_UID
    place: int | None = NO_BIG_NUMBER


class TournamentRow(Row, table=True):
    """A tournament as it was opened, the text of its format frozen; all that happened to it are its steps.

    `settings` is JSON of what the organiser said instead of the format. It exists while its first step stands.
    """

    __tablename__ = "tournament"
    __table_args__ = (STRICT,)

    id: int | None = OWN_ID
    league_id: int = A_LEAGUE
    name: str = SOME_TEXT
    on: date = Field(sa_type=IsoDate)
    format: str = SOME_TEXT
    text: str = SOME_TEXT
    settings: str = SOME_TEXT
    variant: str = Field(sa_type=Text, foreign_key="variant.digest")
    seed: int = Field(sa_type=BIG)


class StepRow(Row, table=True):
    """One command's change to the scorebook; `undoes` is the step that it takes back, `detail` JSON of what it set.

    The step of a deal is in no index of its match: it is found by its record. `client_id` and `recorded_by` are of
    what a client sent: an id of its own, of which a match has one step, and the name of the phone.
    """

    __tablename__ = "step"
    __table_args__ = (
        Index("ix_step_match_id", "match_id", sqlite_where=NO_DEAL),
        Index("uq_step_client_id", "client_id", "match_id", unique=True, sqlite_where=WITH_CLIENT_ID),
        Index("ix_step_tournament_id", "tournament_id", sqlite_where=OF_TOURNAMENTS),
        STRICT,
    )

    id: int | None = OWN_ID
    at: datetime = Field(sa_type=UtcMoment)
    action: str = SOME_TEXT
    match_id: int | None = NO_MATCH
    reason: str = SOME_TEXT
    client_id: str | None = NO_TEXT
    undoes: int | None = NO_STEP
    detail: str = SOME_TEXT
    tournament_id: int | None = Field(default=None, sa_type=BIG, foreign_key="tournament.id", nullable=True)
    recorded_by: str | None = NO_TEXT


class SittingRow(Row, table=True):
    """Who sits where, who rests until further notice, an auction waiting for its result, and whether the match is over.

    `resting`, `first_dealer` and `call_caller` are seat numbers; `first_dealer` deals while nothing is recorded.
    """

    __tablename__ = "sitting"
    __table_args__ = (
        *laws_of("sitting"),
        Index("ix_sitting_live", "match_id", unique=True, sqlite_where=LIVE),
        Index("ix_sitting_voided", "match_id", sqlite_where=VOIDED),
        STRICT,
    )

    id: int | None = OWN_ID
    match_id: int = A_MATCH
    seat1: int = A_PLAYER
    seat2: int = A_PLAYER
    seat3: int | None = NOBODY
    seat4: int | None = NOBODY
    seat5: int | None = NOBODY
    seat6: int | None = NOBODY
    seat7: int | None = NOBODY
    resting: int | None = NO_NUMBER
    first_dealer: int = Field(sa_type=Integer)
    finished: bool = Field(default=False, sa_type=Flag)
    call_caller: int | None = NO_NUMBER
    call_bid: str | None = NO_TEXT
    call_called: str | None = NO_TEXT
    made_by: int = A_STEP
    voided_by: int | None = NO_STEP


class RecordRow(Row, table=True):
    """One numbered record of a match: a deal, a redeal, a penalty, an adjustment or a paper sheet.

    Roles are seat numbers; a deal without partner was solo. `card_points` are the calling side's, None where nobody
    counted; `target` repeats what the bid promises. The reason of a penalty or an adjustment stands in `note`.

    A deal without a caller, and one that a caller plays alone with bonuses, has `sides`: a letter per seat, "." for
    who rests. `counts` and `bonuses` are numbers between blanks, along the letters; `winners` are letters; `decided`
    says by what, where the counts did not.
    """

    __tablename__ = "record"
    __table_args__ = (
        *laws_of("record"),
        Index("ix_record_live", "match_id", "number", unique=True, sqlite_where=LIVE),
        Index("ix_record_voided", "match_id", sqlite_where=VOIDED),
        STRICT,
    )

    id: int | None = OWN_ID
    match_id: int = A_MATCH
    number: int = Field(sa_type=Integer)
    kind: str = SOME_TEXT
    dealer: int | None = NO_NUMBER
    resting: int | None = NO_NUMBER
    caller: int | None = NO_NUMBER
    partner: int | None = NO_NUMBER
    bid: str | None = NO_TEXT
    target: int | None = NO_NUMBER
    called: str | None = NO_TEXT
    card_points: int | None = NO_NUMBER
    outcome: str | None = NO_TEXT
    slam: bool = Field(default=False, sa_type=Flag)
    times: int = Field(default=1, sa_type=BIG)
    note: str = SOME_TEXT
    made_by: int = A_STEP
    voided_by: int | None = NO_STEP
    seat1: int | None = NOBODY
    seat2: int | None = NOBODY
    seat3: int | None = NOBODY
    seat4: int | None = NOBODY
    seat5: int | None = NOBODY
    seat6: int | None = NOBODY
    seat7: int | None = NOBODY
    units1: int | None = NO_BIG_NUMBER
    units2: int | None = NO_BIG_NUMBER
    units3: int | None = NO_BIG_NUMBER
    units4: int | None = NO_BIG_NUMBER
    units5: int | None = NO_BIG_NUMBER
    units6: int | None = NO_BIG_NUMBER
    units7: int | None = NO_BIG_NUMBER
    sides: str | None = NO_TEXT
    counts: str | None = NO_TEXT
    bonuses: str | None = NO_TEXT
    winners: str | None = NO_TEXT
    decided: str | None = NO_TEXT


class PaymentRow(Row, table=True):
    """What somebody has paid of the settlement of some matches, whose ids are numbers between blanks.

    A payer or a payee that is None is the pot, which takes what penalties leave over. `made_by` and `voided_by` are as
    those of records.
    """

    __tablename__ = "payment"
    __table_args__ = (*laws_of("payment"), STRICT)

    id: int | None = OWN_ID
    payer: int | None = NOBODY
    payee: int | None = NOBODY
    cents: int = Field(sa_type=BIG)
    currency: str = SOME_TEXT
    on: date = Field(sa_type=IsoDate)
    matches: str = SOME_TEXT
    made_by: int = A_STEP
    voided_by: int | None = NO_STEP
