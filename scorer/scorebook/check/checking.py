"""`scorer check`: what is in the scorebook and does not follow from its facts, or contradicts itself."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from json import loads
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
    not_,
    or_,
    select,
    text,
)
from sqlmodel import Session, SQLModel

from db.schema import differences, has_every_column
from scorer.match.names import clean, clean_player, fold
from scorer.rule_files import VARIANTS, digest
from scorer.rules.bid import read_bid
from scorer.rules.cards import read_card
from scorer.rules.ending import read_ending
from scorer.rules.errors import ScorerError
from scorer.scorebook import rows
from scorer.scorebook.check.records import empty_roles, note_faults, record_faults, seat_faults
from scorer.scorebook.check.references import References, complaint, named, raw, read_references, stream
from scorer.scorebook.check.steps import step_faults
from scorer.scorebook.check.tournaments import tournament_faults
from scorer.scorebook.people import read_currency
from scorer.scorebook.tournament.log import JOIN
from scorer.scorebook.undoing import DRAW

Found = Iterator[str]
NOTHING_ELSE = "nothing else was looked at: restore a backup"
LENGTH = len("2026-11-20T21:30:00.000000Z")
_STARTS = (
    select(rows.MATCH.c.id, func.count(rows.STEP.c.id))
    .join(rows.STEP, (rows.STEP.c.match_id == rows.MATCH.c.id) & (rows.STEP.c.action == "start"), isouter=True)
    .group_by(rows.MATCH.c.id)
    .having(func.count(rows.STEP.c.id) != 1)
)
_LIVE = rows.SITTING.alias()
_LAST_VOIDED = (
    select(rows.SITTING.c.match_id, func.max(rows.SITTING.c.voided_by).label("step"))
    .join(_LIVE, (_LIVE.c.match_id == rows.SITTING.c.match_id) & _LIVE.c.voided_by.is_(None), isouter=True)
    .where(_LIVE.c.id.is_(None))
    .group_by(rows.SITTING.c.match_id)
    .subquery()
)
_REDRAWN = and_(rows.STEP.c.action == "redo", rows.STEP.c.tournament_id.is_not(None))  # a round drawn again, again
_VANISHED = (
    select(_LAST_VOIDED.c.match_id)
    .join(rows.STEP, rows.STEP.c.id == _LAST_VOIDED.c.step)
    .where(not_(or_(rows.STEP.c.action.in_(("undo", DRAW, JOIN)), _REDRAWN)))
)
_SEATLESS = (
    select(rows.MATCH.c.id)
    .join(rows.SITTING, rows.SITTING.c.match_id == rows.MATCH.c.id, isouter=True)
    .where(rows.SITTING.c.id.is_(None))
)
TABLES = SQLModel.metadata.sorted_tables
_WORDS = {
    "zero_sum": "its units do not sum to zero",
    "penalty_loses": "it is a penalty, and its units sum to more than zero",
    "reason": "it has no reason",
    "deal_facts": (
        "a deal has an outcome, and caller, bid and target, or sides with what they counted; nothing else has any of it"
    ),
    "roles_paid": "its caller and its partner have to have units, and who rests none",
    "partner_differs": "its caller is its own partner",
    "units_seated": "there are units where nobody sits",
    "seats_differ": "one player sits in two seats",
    "sides": "its sides are not a letter for every seat, A to G, or a dot for who rests",
    "sides_paid": "who is on a side has to have units, and who rests none",
    "paid_as_one": "players of one side have different units",
    "winners": "winners belong to a deal that is won, which has no caller; a deal without a caller is won or even",
    "winners_paid": "its winners have to get units, and all others to pay",
    "even_pays_nothing": "it is even, and somebody has units",
    "counts": "its counts or bonuses are not numbers",
    "seat_numbers": "a role is no seat number from 1 to 7",
    "call": "a pending call needs both a caller and a bid",
}
EMPTY = "there is no"
# What integrity_check says of rows rather than of pages: said here again, with the name of the row.
_OF_ROWS = ("CHECK constraint failed", "non-unique entry")


def faults(session: Session) -> list[str]:
    """What is wrong with the scorebook, a line each that names the row; nothing when it is sound."""
    connection = session.connection()
    if pages := damage(connection):
        return [*(f"the file is damaged: {line}" for line in pages), NOTHING_ELSE]
    found = differences(connection)
    if not has_every_column(connection):
        return [*found, NOTHING_ELSE]
    known = read_references(connection)
    broken = list(broken_laws(connection))
    found += [f"{known.row(connection, law.table, law.key)}: {law.words}" for law in broken]
    if any(law.empty for law in broken):  # what has to be there is not, and cannot be read
        return [*found, NOTHING_ELSE]
    parts: list[Callable[[Connection, References], Found]] = [
        _variants, _players, _leagues, _matches, _steps, _sittings, record_faults, step_faults, tournament_faults,
    ]  # fmt: skip
    return found + [line for part in parts for line in part(connection, known)]


def _variants(connection: Connection, _known: References) -> Found:
    for row in connection.execute(raw(rows.VARIANT)):
        if digest(row.text) != row.digest:
            yield f"{named(rows.VARIANT, row)}: its text is not the one that was frozen, which had another digest"
        if not row.name.strip() or "/" in row.name:  # of a file its name is taken, whatever that is
            yield f"{named(rows.VARIANT, row)}: no variant can be called '{row.name}'"
        if wrong := complaint(VARIANTS.from_text, row.name, row.text):
            yield f"{named(rows.VARIANT, row)}: it is no sound variant any more: {wrong}"


def _players(connection: Connection, known: References) -> Found:
    players = connection.execute(raw(rows.PLAYER)).all()
    into = {row.id: row.merged_into for row in players}
    for row in players:
        if row.key != fold(row.name):
            yield f"{named(rows.PLAYER, row)}: its key is '{row.key}', the name gives '{fold(row.name)}'"
        yield from (f"{named(rows.PLAYER, row)}: {wrong}" for wrong in _name(clean_player, row.name))
        if into.get(known.persons[row.id]) in into:
            yield f"{named(rows.PLAYER, row)}: its merges run in a circle"


def _leagues(connection: Connection, _known: References) -> Found:
    frozen = set(connection.execute(select(rows.VARIANT.c.name)).scalars())
    for row in connection.execute(raw(rows.LEAGUE)):
        if not row.removed and row.key != fold(row.name):
            yield f"{named(rows.LEAGUE, row)}: its key is '{row.key}', the name gives '{fold(row.name)}'"
        yield from (f"{named(rows.LEAGUE, row)}: {wrong}" for wrong in _name(clean, row.name))
        yield from (f"{named(rows.LEAGUE, row)}: {wrong}" for wrong in _currency(row.currency))
        if row.variant not in frozen and not VARIANTS.can_be_called(row.variant):  # its file may be on another machine
            yield f"{named(rows.LEAGUE, row)}: no variant can be called '{row.variant}'"


def _name(read: Callable[[str], str], name: str) -> Found:
    """What is wrong with a name, as `read` takes it."""
    if complaint(read, name):
        yield "that is no name that can be kept"
    elif read(name) != name:
        yield "its name is not written as names are kept"


def _currency(code: str) -> Found:
    """What is wrong with a currency."""
    if wrong := complaint(read_currency, code):
        yield wrong
    elif read_currency(code) != code:
        yield f"currency '{code}' is not written as it is kept"


def _matches(connection: Connection, known: References) -> Found:
    for row in connection.execute(raw(rows.MATCH)):
        if complaint(date.fromisoformat, row.on):
            yield f"{known.match(row.id)}: '{row.on}' is no date"
        if row.until and complaint(read_ending, row.until):
            yield f"{known.match(row.id)}: '{row.until}' is no agreed end"
        yield from (f"{known.match(row.id)}: {wrong}" for wrong in _name(clean, row.name))
        yield from (f"{known.match(row.id)}: {wrong}" for wrong in _currency(row.currency))
    yield from _doubles(connection, known)
    for match, count in connection.execute(_STARTS):
        yield f"{known.match(match)}: it was started {count} times"
    for row in connection.execute(_SEATLESS.union(_VANISHED)):
        yield f"{known.match(row[0])}: nobody sits at its table, and nobody undid its start"


def _doubles(connection: Connection, known: References) -> Found:
    """The matches that somebody who names league, day and match could not tell from another."""
    seen: set[tuple[object, ...]] = set()
    for row in connection.execute(raw(rows.MATCH).order_by(rows.MATCH.c.id)):
        told = row.league_id, row.on, fold(row.name)
        if row.id in known.existing and told in seen:
            yield f"{known.match(row.id)}: there is another match of that name, day and league"
        if row.id in known.existing:
            seen.add(told)


def _steps(connection: Connection, known: References) -> Found:
    undone: set[int] = set()
    for row in stream(connection, rows.STEP):
        for wrong in _step(row, undone):
            yield f"{known.match(row.match_id)}, step {row.id}: {wrong}" if row.match_id else f"step {row.id}: {wrong}"


def _step(row: Any, undone: set[int]) -> Found:
    """What is wrong with a step; `undone` are those that an earlier one took back."""
    step, at, _, _, reason, _, undoes, detail, *_ = row
    if not _is_moment(at):
        yield f"'{at}' is no moment"
    if reason:
        yield from note_faults(reason, "reason")
    if detail and complaint(lambda: dict(loads(detail))):
        yield "what it set cannot be read"
    if undoes:
        if undoes >= step or undoes in undone:
            yield f"it undoes step {undoes}, which is later or was undone before"
        undone.add(undoes)


def _is_moment(text: str) -> bool:
    """Whether this is a moment as it is kept, to the letter."""
    try:
        return len(text) == LENGTH and bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def _sittings(connection: Connection, known: References) -> Found:
    for row in stream(connection, rows.SITTING):
        where = f"{known.match(row.match_id)}, table {row.id}"
        seats = tuple(row[rows.SITTING.c.keys().index("seat1") :][:7])
        yield from (f"{where}: {wrong}" for wrong in seat_faults(seats, known, live=row.voided_by is None))
        roles = {role: getattr(row, role) for role in ("first_dealer", "resting", "call_caller")}
        yield from (f"{where}: {wrong}" for wrong in empty_roles(roles, seats))
        if row.voided_by is not None and row.voided_by <= row.made_by:
            yield f"{where}: it was not voided by a later step than the one that made it"
        if row.call_bid is not None and (wrong := _call(row, known)):
            yield f"{where}: the pending call cannot be read: {wrong}"


def _call(row: Any, known: References) -> str:
    """What is wrong with a pending call; "" for nothing, and where the variant itself is told."""
    variant = known.variants.get(row.match_id)
    if variant is None:
        return ""
    auction = variant.auction
    try:
        bid = read_bid(row.call_bid, auction)
        card = read_card(row.call_called, auction.pack) if row.call_called else None
        if card:
            auction.check_called(bid, card)
    except ScorerError as error:
        return str(error)
    written = (str(bid), str(card) if card else row.call_called)
    other = " ".join(filter(None, written))
    return "" if written == (row.call_bid, row.call_called) else f"it would be written {other}"


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
        broken_rows = connection.execute(select(_key(table), *flags).where(or_(*(law for law, _ in laws))))
        for key, *broken in broken_rows:
            for (_, words), flag in zip(laws, broken, strict=True):
                if flag:
                    yield Broken(table, key, words, empty=words.startswith(EMPTY))
        yield from _doubled(connection, table)


def _key(table: Table) -> Column[Any]:
    return next(iter(table.primary_key))


def _laws(table: Table) -> list[tuple[ColumnElement[bool], str]]:
    """For each law of a table an SQL condition that is true where it is broken, and the words for that."""
    checks: list[Any] = []  # a text is a condition
    for law in table.constraints:
        if isinstance(law, CheckConstraint):
            name = str(law.name).removeprefix(f"ck_{table.name}_")
            checks.append((text(f"NOT ({law.sqltext})"), _WORDS.get(name, f"its {name} is outside what is allowed")))
    empty = [(column.is_(None), f"{EMPTY} {column.name}") for column in table.c if not column.nullable]
    lost = []
    for column in table.c:
        for reference in column.foreign_keys:
            other = reference.column.table
            there = select(other.alias().c[reference.column.name])
            words = f"its {column.name} is no {other.name} that is there"
            lost.append((and_(column.is_not(None), column.not_in(there)), words))
    return checks + empty + lost


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
