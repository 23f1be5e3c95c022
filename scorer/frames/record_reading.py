"""Live records, read as columns in one scan: a text of digits for each number, and the facts of each in one word.

Aggregates of text are read alike by SQLite and PostgreSQL, and faster than rows.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self, TypeVar

import numpy as np

from scorer.errors import DamagedError
from scorer.frames.record_columns import KIND_CODES, OUTCOME_CODES, Columns, Flags, Ints
from scorer.rules.deal_facts import OF_WAY, Facts, Units
from scorer.rules.kinds import MOVES_UNITS
from scorer.rules.variant import Variant
from scorer.scorebook.missing_rows import MATCH_WEIGHS, check_numbers
from scorer.scorebook.record_law import ROLES, SEAT_COLUMNS, UNIT_COLUMNS
from scorer.scorebook.transaction import Transaction

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, eq=False)
class ReadRecords:
    """Live records as they are kept, a row each: seats of roles, and ids of players by seat, 0 for nobody.

    `units` count where `paid`. `way` is the place of each among `ways`, its kind with its facts, but for the seats.
    """

    deal_id: Ints
    match: Ints
    number: Ints
    dealer: Ints
    resting: Ints
    caller: Ints
    partner: Ints
    seats: Ints
    units: Ints
    paid: Flags
    way: Ints
    ways: Sequence[tuple[str, Facts]]

    def taken(self, rows: Ints) -> Self:
        """These rows alone, in this order."""
        columns: dict[str, Any] = {
            name: column[rows] for name, column in vars(self).items() if isinstance(column, np.ndarray)
        }
        return replace(self, **columns)

    def facts(self, way: int, seated: int, resting: int, caller: int, partner: int) -> Facts:
        """The facts of a way with how many sit there, and the seats of who rests, calls and helps; 0 for nobody."""
        _kind, facts = self.ways[way]
        return Facts(seated, resting or None, caller or None, partner or None, *facts[4:])

    def units_along(self, row: int) -> Units:
        """The units of one record at the seats 1 to 7."""
        return tuple(int(units) if paid else None for units, paid in zip(self.units[row], self.paid[row], strict=True))


# NULL is 0, which is no seat and nobody, so that a 0 that stands there is -1; units are doubled, and one more.
_SEATED: Final = [f"CASE {number} WHEN 0 THEN -1 ELSE coalesce({number}, 0) END" for number in (*ROLES, *SEAT_COLUMNS)]
_UNITS: Final = [f"coalesce({units} * 2 + 1, 0)" for units in UNIT_COLUMNS]
_NUMBERS: Final = ("id", "match_id", "number", *_SEATED, *_UNITS)
_BETWEEN: Final = "|"  # the facts of a way
_DIGITS: Final = ", ".join(f"string_agg(CAST({number} AS TEXT), ',')" for number in _NUMBERS)
_WAY: Final = f" || '{_BETWEEN}' || ".join(f"coalesce('=' || CAST({part} AS TEXT), '')" for part in ("kind", *OF_WAY))
_COLUMNS: Final = f"SELECT string_agg({_WAY}, ','), {_DIGITS} FROM record"
# Of a file each row is read, and no index: a damaged one would leave rows out. `all` is 1 for every match.
_SCANNED: Final = f"{_COLUMNS} WHERE voided_by + 0 IS NULL AND (:all = 1 OR match_id + 0 IN :matches)"
_BY_INDEX: Final = f"{_COLUMNS} WHERE voided_by IS NULL AND match_id IN :matches"


def read_records(transaction: Transaction, matches: list[int], *, whole: bool = False) -> ReadRecords:
    """The live records of these matches; `whole` says that they are all that exist.

    Raises DamagedError for what is no number or no fact, and for rows that the index has elsewhere.
    """
    if transaction.is_sqlite:
        ((written, *texts),) = transaction.raw_rows(_SCANNED, matches=matches, all=whole)
    else:
        ((written, *texts),) = transaction.raw_rows(_BY_INDEX, matches=matches)
    words = written.split(",") if written is not None else []
    numbers = [np.fromstring(text or "", np.int64, sep=",") for text in texts]
    if any(len(column) != len(words) for column in numbers):
        raise DamagedError
    deal_id, match, number, dealer, resting, caller, partner, *at_seats = numbers
    if transaction.is_sqlite:
        if (np.diff(deal_id) <= 0).any():  # met out of order: pages are not where they were written
            raise DamagedError
        check_numbers(transaction, int((match * MATCH_WEIGHS + number).sum()), None if whole else matches)
    seats, doubled = np.split(np.column_stack(at_seats), 2, axis=1)
    paid = doubled != 0
    place: dict[str, int] = {}
    way = np.fromiter((place.setdefault(word, len(place)) for word in words), np.int64, len(words))
    return ReadRecords(
        deal_id=deal_id,
        match=match,
        number=number,
        dealer=dealer,
        resting=resting,
        caller=caller,
        partner=partner,
        seats=seats,
        units=(doubled >> 1) * paid,
        paid=paid,
        way=way,
        ways=tuple(map(_read_way, place)),
    )


def _read_way(text: str) -> tuple[str, Facts]:
    """The kind and the facts of a way out of its text; raises DamagedError for what is none."""
    parts: list[Any] = [part[1:] if part else None for part in text.split(_BETWEEN)]
    try:
        kind, bid, target, called, card_points, outcome, slam, times, *of_sides, held = parts
        promised, count, deals = (None if number is None else int(number) for number in (target, card_points, held))
        how: list[Any] = [outcome, int(slam), int(times), *of_sides, deals]
        return kind, Facts(0, None, None, None, bid, promised, called, count, *how)
    except (TypeError, ValueError) as error:
        raise DamagedError from error


def columns_of(read: ReadRecords, variants: Mapping[str, Variant], names: Mapping[int, str]) -> Columns:
    """The records that moved units, as columns; their `match` is the row of the match, see Columns."""
    kinds, ways = [kind for kind, _facts in read.ways], [facts for _kind, facts in read.ways]
    moved = np.array([kind in MOVES_UNITS for kind in kinds], bool)[read.way]
    if not moved.all():
        read = read.taken(np.flatnonzero(moved))
    bid, bids = _places([facts.bid for facts in ways])
    side_fact, side_facts = _places([facts if facts.sides else None for facts in ways])
    by_way: dict[str, Any] = {
        "kind": [KIND_CODES.get(kind, -1) for kind in kinds],
        "bid": bid,
        "target": [facts.target or 0 for facts in ways],
        "card_points": [-1 if facts.card_points is None else facts.card_points for facts in ways],
        "outcome": [OUTCOME_CODES.get(facts.outcome or "", -1) for facts in ways],
        "side_fact": side_fact,
    }
    columns = {name: np.array(numbers, np.int64)[read.way] for name, numbers in by_way.items()}
    return Columns(
        deal_id=read.deal_id,
        match=read.match,
        number=read.number,
        dealer=read.dealer,
        caller=read.caller,
        partner=read.partner,
        slam=np.array([facts.slam for facts in ways], bool)[read.way],
        times=np.array([facts.times for facts in ways], np.int64)[read.way],
        deals=np.array([facts.deals or 0 for facts in ways], np.int64)[read.way],
        seats=read.seats,
        units=read.units,
        recorded=read.units,
        paid=read.paid,
        bids=bids,
        side_facts=tuple(side_facts),
        variants=variants,
        names=names,
        **columns,
    )


def _places(facts: Iterable[T | None]) -> tuple[list[int], list[T]]:
    """The place of each fact, -1 for None, among those that occur."""
    place: dict[T, int] = {}
    return [-1 if fact is None else place.setdefault(fact, len(place)) for fact in facts], list(place)
