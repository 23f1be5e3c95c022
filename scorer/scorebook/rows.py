"""Rows to values and back: the only place that knows both."""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from json import dumps
from operator import attrgetter
from typing import Any

from db.connection import Row, UnreadableCellError
from db.laws import SEAT_NUMBERS
from db.tables import TABLES
from scorer.errors import DamagedError
from scorer.match.facts import TERMS, Call, League, Match, Record, Sitting, Terms
from scorer.match.names import end_of_merges
from scorer.rule_files import digest, frozen_variant
from scorer.rules.cards import numbers_text, read_numbers
from scorer.rules.ending import read_agreed
from scorer.rules.errors import ScorerError
from scorer.rules.judge import Judge, judge_of
from scorer.rules.variant import Variant
from scorer.scorebook.former_variants import VariantSteps, former_variants, variant_then
from scorer.scorebook.record_law import (
    SEAT_COLUMNS,
    SITTING_ROLES,
    UNIT_COLUMNS,
    keeps_law,
    place_faults,
    seats_of,
    taken_seats,
    units_of,
)
from scorer.scorebook.transaction import Transaction

BODY = "body"  # the key in a step's detail of the digest of an entry
WAITED = "waited"  # of the seconds that an entry waited until it came, where these are LONG_WAIT or more
LONG_WAIT = 60
DAMAGED_ROWS = (  # what reading damaged rows may raise
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    UnreadableCellError,
)
_TABLE_OF_TOURNAMENT = (
    "SELECT sitting.id FROM sitting JOIN step ON step.id = sitting.made_by"
    " WHERE sitting.match_id = :match AND step.tournament_id IS NOT NULL LIMIT 1"
)
_digest = lru_cache(maxsize=64)(digest)
PLAYERS = "SELECT id, name, key, merged_into FROM player"
_LEAGUES = "SELECT id, name, variant, unit_value_cents, currency, key FROM league WHERE removed = 0"
VARIANTS_FROZEN = "SELECT digest, name, text FROM variant ORDER BY digest"
# Where a match stands among those of its day, and the order of matches: of one place, as they were started.
PLACE = 'coalesce("match".place, "match".id)'
PLAYED_ORDER = f'"match"."on", {PLACE}, "match".id'
# A match exists while it has a live sitting.
LIVE_SITTING = 'sitting.match_id = "match".id AND sitting.voided_by IS NULL'
_MATCHES = (
    'SELECT "match".id, "match".name, "match"."on", "match".variant, "match".unit_value_cents, "match".currency,'
    ' "match".until, league.name AS league, variant.name AS variant_name, variant.text AS variant_text,'
    f" step.at AS started_at, {', '.join(map('sitting.{}'.format, SEAT_COLUMNS))}, sitting.resting,"
    " sitting.voided_by, sitting.first_dealer, sitting.finished,"
    " sitting.call_caller, sitting.call_bid, sitting.call_called"
    ' FROM "match" JOIN league ON league.id = "match".league_id JOIN variant ON variant.digest = "match".variant'
    f" JOIN sitting ON {LIVE_SITTING}"
    # Every match has one; what it is not says that there is an index.
    " LEFT JOIN step ON step.match_id = \"match\".id AND step.action = 'start' AND step.action <> 'deal'"
    f" WHERE {{condition}} ORDER BY {PLAYED_ORDER}"
)
ALL_MATCHES = _MATCHES.format(condition="1 = 1")
# Also those that do not exist any more, as they were last: what comes back is written anew.
EVERY_MATCH = ALL_MATCHES.replace(
    LIVE_SITTING, 'sitting.match_id = "match".id AND sitting.id IN (SELECT max(id) FROM sitting GROUP BY match_id)'
)
OPEN_MATCHES = _MATCHES.format(condition="sitting.finished = 0")
THESE_MATCHES = _MATCHES.format(condition='"match".id IN :matches')
OF_A_DAY = _MATCHES.format(condition='("match".league_id = :league OR :league = 0) AND "match"."on" = :day')
_ONE_MATCH = _MATCHES.format(condition='"match".id = :match')
RECORDS = f"SELECT {', '.join(TABLES['record'].columns)} FROM record"
_LIVE_RECORDS = f"{RECORDS} WHERE match_id = :match AND voided_by IS NULL ORDER BY number"
# Live and voided records have an index each, and both together have none.
_ALL_RECORDS = (
    f"{RECORDS} WHERE match_id = :match AND voided_by IS NULL"
    f" UNION ALL {RECORDS} WHERE match_id = :match AND voided_by IS NOT NULL ORDER BY id"
)
_ONE_RECORD = f"{RECORDS} WHERE id = :record"
_VARIANTS_OF = (
    'SELECT "match".id, variant.digest, variant.name, variant.text FROM "match"'
    ' JOIN variant ON variant.digest = "match".variant WHERE "match".id IN :matches'
)
# The steps at these matches. Those of deals are in no index: each is found by the record that it made.
_OF_DEALS = (
    "step.* FROM record JOIN step ON step.id = record.made_by"
    " WHERE record.match_id IN :matches AND step.action = 'deal' AND record.voided_by"
)
STEPS_AT = (
    "SELECT * FROM step WHERE match_id IN :matches AND action <> 'deal'"
    f" UNION ALL SELECT {_OF_DEALS} IS NULL UNION ALL SELECT {_OF_DEALS} IS NOT NULL"
)
_STRIKE_SITTINGS = "UPDATE sitting SET voided_by = :step WHERE voided_by IS NULL AND match_id IN :matches"


def _players(transaction: Transaction) -> Sequence[Row]:
    """The players, read once in a transaction; whoever changes them calls `forget_players`."""
    if transaction.players is None:
        known = transaction.rows(PLAYERS)
        transaction.players = [_numbered(row) for row in known] if transaction.nameless else known
    return transaction.players


def _numbered(row: Row) -> Row:
    """A player as others may read it who shall not know the name."""
    name = f"Player {row.id}"
    return type(row)((row.id, name, name.casefold(), row.merged_into))


def forget_players(transaction: Transaction) -> None:
    """Read the players again when they are next asked for."""
    transaction.players = None


def player_names(transaction: Transaction) -> dict[int, str]:
    """Every player's name by id; a merged player has the name of the one it was merged into.

    Raises DamagedError where merges run in a circle.
    """
    names: dict[int, str] = {}
    merged_into: dict[int, int | None] = {}
    for row in _players(transaction):
        names[row.id] = row.name
        if row.merged_into is not None:
            merged_into[row.id] = row.merged_into
    shown = dict(names)
    for player in merged_into:
        end = end_of_merges(merged_into, player)
        if end in merged_into:  # they run in a circle
            raise DamagedError
        shown[player] = names[end]
    return shown


def own_names(transaction: Transaction) -> dict[int, str]:
    """Every player's own name by id, of merged players too."""
    return {row.id: row.name for row in transaction.rows(PLAYERS)}


def player_ids(transaction: Transaction) -> dict[str, int]:
    """The id of every player that a name can mean, by name; merged players are left out."""
    ids = {}
    for row in _players(transaction):
        if row.merged_into is None:
            ids[row.name] = row.id
    return ids


def add_step(transaction: Transaction, action: str, match_id: int | None = None, **more: Any) -> int:
    """Write the step that a command makes, and return its id. `detail` is kept as JSON.

    The first step of a transaction bears its entry, where that has one.
    """
    detail = more.pop("detail", None)
    entry, transaction.entry = transaction.entry, None
    if entry:
        more |= {"client_id": entry.client_id, "recorded_by": entry.by or None}
        # Not behind the id: a unique index of ids alone is what keeps two programs from recording one entry twice, and
        # a server compares texts by the rules of a language, so that it finds no ids by what they begin with.
        if entry.digest:
            detail = {**(detail or {}), BODY: entry.digest}
        if entry.waited >= LONG_WAIT:
            detail = {**(detail or {}), WAITED: entry.waited}
    step = transaction.insert(
        "step",
        at=transaction.now(),
        action=action,
        match_id=match_id,
        detail=dumps(detail, ensure_ascii=False) if detail else "",
        **{"reason": "", **more},
    )
    if entry:
        transaction.proof = (step, entry.client_id)
    return step


def new_uid() -> str:
    """A random id, which nothing else has on any machine."""
    return os.urandom(10).hex()


def insert_league(
    transaction: Transaction,
    *,
    name: str,
    key: str,
    variant: str,
    unit_value_cents: int = 0,
    currency: str = "EUR",
    removed: bool = False,
) -> int:
    """Write a league, and return its id."""
    money = {"unit_value_cents": unit_value_cents, "currency": currency}
    return transaction.insert("league", name=name, key=key, variant=variant, removed=removed, **money)


def columns_of(transaction: Transaction, table: str, row: int, names: Iterable[str]) -> dict[str, Any]:
    """These columns of a player, a league or a match, by name."""
    cells = transaction.rows(f'SELECT * FROM "{table}" WHERE id = :row', row=row)[0]
    return {name: getattr(cells, name) for name in names}


def set_columns(transaction: Transaction, table: str, row: int, columns: Mapping[str, Any]) -> None:
    """Change columns of a player, a league or a match."""
    changes = ", ".join(map('"{0}" = :{0}'.format, columns))
    transaction.run(f'UPDATE "{table}" SET {changes} WHERE id = :row', row=row, **columns)


def seat_columns(seats: Sequence[str], ids: Mapping[str, int]) -> dict[str, int]:
    """The columns seat1, seat2 ... for these players."""
    return dict(zip(SEAT_COLUMNS, map(ids.__getitem__, seats), strict=False))


def seat_of(seats: Sequence[str], player: str | None) -> int | None:
    """The seat number of a player; None for nobody."""
    return None if player is None else seats.index(player) + 1


def add_record(transaction: Transaction, match_id: int, step: int, record: Record) -> Record:
    """Write one record, made by `step`, and read it back: what is shown is what is kept."""
    at = partial(seat_of, record.seats)
    row = transaction.insert(
        "record",
        match_id=match_id,
        number=record.number,
        kind=record.kind,
        dealer=at(record.dealer),
        resting=at(record.out),
        caller=at(record.caller),
        partner=at(record.partner),
        bid=record.bid,
        target=record.target,
        called=record.called,
        card_points=record.card_points,
        outcome=record.outcome,
        slam=record.slam,
        times=record.times,
        note=record.note,
        made_by=step,
        sides=record.sides,
        counts=numbers_text(record.counts),
        bonuses=numbers_text(record.bonuses),
        winners=record.winners,
        decided=record.decided,
        deals=record.deals,
        **seat_columns(record.seats, player_ids(transaction)),
        **dict(zip(UNIT_COLUMNS, record.units, strict=False)),
    )
    return to_record(transaction.rows(_ONE_RECORD, record=row)[0], player_names(transaction))


def player_of(names: Mapping[int, str], player: int) -> str:
    """The name of a player whom a row names by id; raises DamagedError where there is nobody."""
    if player not in names:
        raise DamagedError
    return names[player]


def to_record(row: Any, names: Mapping[int, str]) -> Record:
    """The value of a record row; raises DamagedError for a seat of nobody, and for what are no numbers."""
    players: dict[int | None, Any] = {}
    units: list[int | None] = []
    for seat, player, won in zip(SEAT_NUMBERS, seats_of(row), units_of(row), strict=True):
        if player is not None:
            players[seat] = player_of(names, player)
            units.append(won)
    seats = tuple(players.values())
    players[None] = None
    if not players.keys() >= {row.dealer, row.resting, row.caller, row.partner}:
        raise DamagedError
    return Record(
        number=row.number,
        kind=row.kind,
        seats=seats,
        units=tuple(units),
        dealer=players[row.dealer],
        out=players[row.resting],
        caller=players[row.caller],
        partner=players[row.partner],
        bid=row.bid,
        target=row.target,
        called=row.called,
        card_points=row.card_points,
        outcome=row.outcome,
        slam=bool(row.slam),
        times=row.times,
        note=row.note,
        sides=row.sides,
        counts=_numbers(row.counts),
        bonuses=_numbers(row.bonuses),
        winners=row.winners,
        decided=row.decided,
        deals=row.deals,
        id=row.id,
        made_by=row.made_by,
        voided_by=row.voided_by,
    )


def _numbers(text: str | None) -> tuple[int, ...] | None:
    try:
        return read_numbers(text)
    except ValueError as error:
        raise DamagedError from error


def sound_records(
    found: Iterable[Row], names: Mapping[int, str], judge_of_match: Mapping[int, Judge]
) -> Iterator[tuple[int, Record]]:
    """The values of live records with the ids of their matches, out of rows in the order of matches and numbers.

    Raises DamagedError for what cannot have been recorded so, and for a number that stands twice.
    """
    last = None
    for row in found:
        if (row.match_id, row.number) == last or not keeps_law(row, judge_of_match[row.match_id]):
            raise DamagedError
        record = to_record(row, names)
        if len(set(record.seats)) < len(record.seats):  # somebody has two of them
            raise DamagedError
        last = row.match_id, row.number
        yield row.match_id, record


def check_struck_out(transaction: Transaction, match: Match, record: Record) -> None:
    """Raise DamagedError unless a record that is struck out followed from its facts, under the variant of its time."""
    (row,) = transaction.raw_rows(_ONE_RECORD, record=record.id)
    if not keeps_law(row, Judge(record.variant or match.variant)):
        raise DamagedError


def live_records(transaction: Transaction, match: Match) -> tuple[Record, ...]:
    """The live records of a match, by number; raises DamagedError unless all of them follow from their facts."""
    found = transaction.raw_rows(_LIVE_RECORDS, match=match.id)
    judge = judge_of(match.digest, match.variant)
    read = sound_records(found, player_names(transaction), {match.id: judge})
    return tuple(record for _match, record in read)


def judges(transaction: Transaction, matches: Collection[int]) -> dict[int, Judge]:
    """The judges of these matches, by their ids."""
    return {
        row.id: judge_of(row.digest, variant_of(row.digest, row.name, row.text))
        for row in transaction.rows(_VARIANTS_OF, matches=list(matches))
    }


def all_records(transaction: Transaction, match_id: int) -> tuple[Record, ...]:
    """Every record of a match, voided ones too, in the order in which they were written."""
    names = player_names(transaction)
    records = tuple(to_record(row, names) for row in transaction.rows(_ALL_RECORDS, match=match_id))
    if all(record.voided_by is None for record in records):
        return records
    changes = former_variants(transaction, match_id).get(match_id)
    return _of_their_time(transaction, records, changes) if changes else records


def _of_their_time(transaction: Transaction, records: Iterable[Record], changes: VariantSteps) -> tuple[Record, ...]:
    """Records of a match that was put under another variant: each that is struck out has the one of its time."""
    then = [variant_then(changes, record) for record in records]
    texts = transaction.rows(VARIANTS_FROZEN)
    frozen = {row.digest: variant_of(*row) for row in texts if row.digest in then}
    if not frozen.keys() >= {*filter(None, then)}:
        raise DamagedError
    return tuple(
        replace(record, variant=frozen[key]) if key else record for record, key in zip(records, then, strict=True)
    )


def to_sitting(row: Any, names: Mapping[int, str]) -> Sitting:
    """The value of a sitting row; raises DamagedError for a player or a seat that is none."""
    players = seats_of(row)
    if place_faults(taken_seats(players), SITTING_ROLES, (row.first_dealer, row.resting, row.call_caller)):
        raise DamagedError
    seats = tuple(player_of(names, player) for player in players if player is not None)
    call = Call(seats[row.call_caller - 1], row.call_bid, row.call_called) if row.call_caller else None
    out = seats[row.resting - 1] if row.resting else None
    return Sitting(seats, seats[row.first_dealer - 1], out, bool(row.finished), call)


def add_sitting(transaction: Transaction, match_id: int, step: int, sitting: Sitting) -> None:
    """Write the table as it is from `step` on."""
    call = sitting.call
    transaction.insert(
        "sitting",
        match_id=match_id,
        resting=seat_of(sitting.seats, sitting.out),
        first_dealer=sitting.seats.index(sitting.first_dealer) + 1,
        finished=sitting.finished,
        call_caller=seat_of(sitting.seats, call.caller) if call else None,
        call_bid=call.bid if call else None,
        call_called=call.called if call else None,
        made_by=step,
        **seat_columns(sitting.seats, player_ids(transaction)),
    )


def strike_sittings(transaction: Transaction, match_ids: Sequence[int], step: int) -> None:
    """Strike out who sits at these matches, in the name of `step`."""
    transaction.run(_STRIKE_SITTINGS, step=step, matches=list(match_ids))


def matches(
    transaction: Transaction, names: Mapping[int, str], chosen: str = ALL_MATCHES, **bound: object
) -> list[Match]:
    """The matches that exist (have a live sitting) and that a statement of this file chooses, oldest first."""
    return [_to_match(row, names) for row in transaction.rows(chosen, **bound)]


def of_tournament(transaction: Transaction, match_id: int | None) -> bool:
    """Whether a match is a table of a tournament, which seated it."""
    return transaction.value(_TABLE_OF_TOURNAMENT, match=match_id) is not None


def has_tournaments(transaction: Transaction) -> bool:
    """Whether any tournament was ever opened."""
    return transaction.value("SELECT id FROM tournament LIMIT 1") is not None


def existing(transaction: Transaction, match_id: int) -> Match | None:
    """The match of this id; None where there is none, or where its start was undone."""
    return next(iter(matches(transaction, player_names(transaction), _ONE_MATCH, match=match_id)), None)


def variant_of(frozen_digest: str, name: str, text: str) -> Variant:
    """A frozen variant; raises DamagedError where its text is not the text of its digest, or cannot be read."""
    if _digest(text) != frozen_digest:
        raise DamagedError
    try:
        return frozen_variant(name, text)
    except ScorerError as error:
        raise DamagedError from error


def _to_match(row: Any, names: Mapping[int, str]) -> Match:
    sitting = to_sitting(row, names)
    is_doubled = len(set(sitting.seats)) < len(sitting.seats)  # by a merge, since this table is gone
    if row.started_at is None or (is_doubled and row.voided_by is None):
        raise DamagedError
    variant = variant_of(row.variant, row.variant_name, row.variant_text)
    try:
        ending = read_agreed(row.until, variant.ending)
    except ScorerError as error:
        raise DamagedError from error
    return Match(
        id=row.id,
        league=row.league,
        name=row.name,
        on=row.on,
        started_at=row.started_at,
        variant=variant,
        digest=row.variant,
        terms=Terms(**{term: getattr(row, term) for term in TERMS}),
        ending=ending,
        sitting=sitting,
    )


def leagues(transaction: Transaction) -> list[League]:
    """Every league, by name. Not ordered by SQL: each server has an order of texts of its own."""
    return [League(*league) for *league, _key in sorted(transaction.rows(_LEAGUES), key=attrgetter("key"))]
