"""The tables: what `db/tables.py` is made of, and the migrations are held against. No command loads it.

One row of `record` is one deal, seats and units side by side, so that the database keeps the zero-sum law. Rows
of `record` and `sitting` are never changed but once: `voided_by` is filled in by the step that voids them.
"""

from datetime import date, datetime
from typing import Annotated, Any

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
Id = Annotated[int | None, Field(primary_key=True, sa_type=BIG)]
Uid = Annotated[str, Field(sa_type=Text, unique=True)]  # random, and the same on every copy of the book
LeagueId = Annotated[int, Field(sa_type=BIG, foreign_key="league.id")]
VariantDigest = Annotated[str, Field(sa_type=Text, foreign_key="variant.digest")]
PlayerId = Annotated[int, Field(sa_type=BIG, foreign_key="player.id")]
MaybePlayerId = Annotated[int | None, Field(sa_type=BIG, foreign_key="player.id")]
MatchId = Annotated[int, Field(sa_type=BIG, foreign_key="match.id")]
MaybeMatchId = Annotated[int | None, Field(sa_type=BIG, foreign_key="match.id")]
MaybeTournamentId = Annotated[int | None, Field(sa_type=BIG, foreign_key="tournament.id")]
StepId = Annotated[int, Field(sa_type=BIG, foreign_key="step.id")]
MaybeStepId = Annotated[int | None, Field(sa_type=BIG, foreign_key="step.id")]
String = Annotated[str, Field(sa_type=Text)]
MaybeString = Annotated[str | None, Field(sa_type=Text)]
UniqueString = Annotated[str, Field(sa_type=Text, unique=True)]
KeyString = Annotated[str, Field(sa_type=Text, primary_key=True)]
Number = Annotated[int, Field(sa_type=Integer)]
MaybeNumber = Annotated[int | None, Field(sa_type=Integer)]
BigNumber = Annotated[int, Field(sa_type=BIG)]
MaybeBigNumber = Annotated[int | None, Field(sa_type=BIG)]
YesOrNo = Annotated[bool, Field(sa_type=Flag)]
Day = Annotated[date, Field(sa_type=IsoDate)]
Moment = Annotated[datetime, Field(sa_type=UtcMoment)]
# Which rows an index has, on PostgreSQL too.
LIVE = text("voided_by IS NULL")
VOIDED = text("voided_by IS NOT NULL")
OF_TOURNAMENTS = text("tournament_id IS NOT NULL")
WITH_CLIENT_ID = text("client_id IS NOT NULL")
NO_DEAL = text("action <> 'deal'")

SQLModel.metadata.naming_convention = {
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}


def laws_of(table: str) -> tuple[CheckConstraint, ...]:
    """The laws of a table as the database is told them."""
    return tuple(CheckConstraint(condition, name) for name, condition in LAWS[table].items())


class Book(SQLModel, table=True):
    """The scorebook itself, one row: copies of one book have one id, and two books never have the same."""

    uid: KeyString


class Player(SQLModel, table=True):
    """A person. `key` is the folded name; a merged player is read as the one it points to."""

    __table_args__ = laws_of("player")

    id: Id
    name: String
    key: UniqueString
    hidden: YesOrNo
    merged_into: MaybePlayerId
    uid: Uid


class League(SQLModel, table=True):
    """A frame of matches, with what a new match takes from it."""

    __table_args__ = laws_of("league")

    id: Id
    name: String
    key: UniqueString
    variant: String
    unit_value_cents: BigNumber
    currency: String
    removed: YesOrNo


class Variant(SQLModel, table=True):
    """The text of a variant file, frozen, under the digest of its contents."""

    digest: KeyString
    name: String
    text: String


class Match(SQLModel, table=True):
    """One sitting at one table under one variant. It exists while it has a live sitting.

    `place` is where it stands among the matches of its day; None: where it was started, its id.
    """

    __table_args__ = laws_of("match")

    id: Id
    league_id: LeagueId
    name: String
    on: Day
    variant: VariantDigest
    unit_value_cents: BigNumber
    currency: String
    until: String
    uid: Uid
    place: MaybeBigNumber


class Tournament(SQLModel, table=True):
    """A tournament as it was opened, the text of its format frozen; all that happened to it are its steps.

    `settings` is JSON of what the organiser said instead of the format. It exists while its first step stands.
    """

    id: Id
    league_id: LeagueId
    name: String
    on: Day
    format: String
    text: String
    settings: String
    variant: VariantDigest
    seed: BigNumber


class Step(SQLModel, table=True):
    """One command's change to the scorebook; `undoes` is the step that it takes back, `detail` JSON of what it set.

    The step of a deal is in no index of its match: it is found by its record. `client_id` and `recorded_by` are of
    what a client sent: an id of its own, of which a match has one step, and the name of the phone.
    """

    __table_args__ = (
        Index("ix_step_match_id", "match_id", sqlite_where=NO_DEAL),
        Index("uq_step_client_id", "client_id", "match_id", unique=True, sqlite_where=WITH_CLIENT_ID),
        Index("ix_step_tournament_id", "tournament_id", sqlite_where=OF_TOURNAMENTS),
    )

    id: Id
    at: Moment
    action: String
    match_id: MaybeMatchId
    reason: String
    client_id: MaybeString
    undoes: MaybeStepId
    detail: String
    tournament_id: MaybeTournamentId
    recorded_by: MaybeString


class Sitting(SQLModel, table=True):
    """Who sits where, who rests until further notice, an auction waiting for its result, and whether the match is over.

    `resting`, `first_dealer` and `call_caller` are seat numbers; `first_dealer` deals while nothing is recorded.
    """

    __table_args__ = (
        *laws_of("sitting"),
        Index("ix_sitting_live", "match_id", unique=True, sqlite_where=LIVE),
        Index("ix_sitting_voided", "match_id", sqlite_where=VOIDED),
    )

    id: Id
    match_id: MatchId
    seat1: PlayerId
    seat2: PlayerId
    seat3: MaybePlayerId
    seat4: MaybePlayerId
    seat5: MaybePlayerId
    seat6: MaybePlayerId
    seat7: MaybePlayerId
    resting: MaybeNumber
    first_dealer: Number
    finished: YesOrNo
    call_caller: MaybeNumber
    call_bid: MaybeString
    call_called: MaybeString
    made_by: StepId
    voided_by: MaybeStepId


class Record(SQLModel, table=True):
    """One numbered record of a match: a deal, a redeal, a penalty, an adjustment or a paper sheet.

    Roles are seat numbers; a deal without partner was solo. `card_points` are the calling side's, None where nobody
    counted; `target` repeats what the bid promises. The reason of a penalty or an adjustment stands in `note`.

    A deal without a caller, and one that a caller plays alone with bonuses, has `sides`: a letter per seat, "." for
    who rests. `counts` and `bonuses` are numbers between blanks, along the letters; `winners` are letters; `decided`
    says by what, where the counts did not. `deals` is how many deals a paper sheet holds, where somebody said it.
    """

    __table_args__ = (
        *laws_of("record"),
        Index("ix_record_live", "match_id", "number", unique=True, sqlite_where=LIVE),
        Index("ix_record_voided", "match_id", sqlite_where=VOIDED),
    )

    id: Id
    match_id: MatchId
    number: Number
    kind: String
    dealer: MaybeNumber
    resting: MaybeNumber
    caller: MaybeNumber
    partner: MaybeNumber
    bid: MaybeString
    target: MaybeNumber
    called: MaybeString
    card_points: MaybeNumber
    outcome: MaybeString
    slam: YesOrNo
    times: BigNumber
    note: String
    made_by: StepId
    voided_by: MaybeStepId
    seat1: MaybePlayerId
    seat2: MaybePlayerId
    seat3: MaybePlayerId
    seat4: MaybePlayerId
    seat5: MaybePlayerId
    seat6: MaybePlayerId
    seat7: MaybePlayerId
    units1: MaybeBigNumber
    units2: MaybeBigNumber
    units3: MaybeBigNumber
    units4: MaybeBigNumber
    units5: MaybeBigNumber
    units6: MaybeBigNumber
    units7: MaybeBigNumber
    sides: MaybeString
    counts: MaybeString
    bonuses: MaybeString
    winners: MaybeString
    decided: MaybeString
    deals: MaybeNumber


class Payment(SQLModel, table=True):
    """What somebody has paid of the settlement of some matches, whose ids are numbers between blanks.

    A payer or a payee that is None is the pot, which takes what penalties leave over. `made_by` and `voided_by` are as
    those of records.
    """

    __table_args__ = laws_of("payment")

    id: Id
    payer: MaybePlayerId
    payee: MaybePlayerId
    cents: BigNumber
    currency: String
    on: Day
    matches: String
    made_by: StepId
    voided_by: MaybeStepId
