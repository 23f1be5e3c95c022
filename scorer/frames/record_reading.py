"""Live records, read as columns in one scan: a text of digits for each number, and one of each way in which a deal was.

Aggregates of text are read alike by SQLite and PostgreSQL, and faster than rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Self

import numpy as np

from db.laws import SEAT_NUMBERS
from scorer.errors import DamagedError
from scorer.frames.record_columns import KIND_CODES, OUTCOME_CODES, Columns, Flags, Ints, Whole
from scorer.frames.side_facts import BETWEEN
from scorer.rules.judge import Facts, Units
from scorer.rules.kinds import MOVES_UNITS
from scorer.rules.variant import Variant
from scorer.scorebook.missing_rows import MATCH_WEIGHS, check_numbers
from scorer.scorebook.transaction import Transaction


class Way(NamedTuple):
    """What a record says besides who sits where, who has which role and who got what; see Record."""

    kind: str
    bid: str | None
    target: int | None
    called: str | None
    card_points: int | None
    outcome: str | None
    slam: bool
    times: int
    sides: str | None
    counts: str | None
    bonuses: str | None
    winners: str | None
    decided: str | None

    @property
    def side_text(self) -> str:
        """The facts of sides in one text, see side_facts.py."""
        return BETWEEN.join(part or "" for part in (self.sides, self.counts, self.bonuses, self.winners, self.decided))

    def facts(self, seated: int, out: int, caller: int, partner: int) -> Facts:
        """The facts of a deal that went so; a seat 0 is nobody's."""
        return Facts(seated, out or None, caller or None, partner or None, *self[1:])


@dataclass(frozen=True, eq=False)
class ReadRecords:
    """Live records as they are kept, a row each, by match and number: ids, seat numbers (0: nobody), players by seat.

    `units` count where `paid`. `way` is the place of each in `ways`.
    """

    deal_id: Ints
    match: Ints
    number: Ints
    dealer: Ints
    resting: Ints
    caller: Ints
    partner: Ints
    seats: Whole
    units: Whole
    paid: Flags
    way: Ints
    ways: Sequence[Way]

    def taken(self, rows: Ints) -> Self:
        """These rows alone, in this order."""
        columns: dict[str, Any] = {
            name: column[rows] for name, column in vars(self).items() if isinstance(column, np.ndarray)
        }
        return replace(self, **columns)

    def facts(self, row: int) -> Facts:
        """The facts of one record."""
        way, seated = self.ways[int(self.way[row])], int((self.seats[row] > 0).sum())
        return way.facts(seated, int(self.resting[row]), int(self.caller[row]), int(self.partner[row]))

    def units_along(self, row: int) -> Units:
        """The units of one record at the seats 1 to 7."""
        return tuple(int(units) if paid else None for units, paid in zip(self.units[row], self.paid[row], strict=True))


# NULL is 0, which is no seat and nobody, so that a 0 that stands there is -1; units are doubled, and one more.
_SEATED: Final = [
    f"CASE {number} WHEN 0 THEN -1 ELSE coalesce({number}, 0) END"
    for number in ("dealer", "resting", "caller", "partner", *map("seat{}".format, SEAT_NUMBERS))
]
_UNITS: Final = [f"coalesce(units{seat} * 2 + 1, 0)" for seat in SEAT_NUMBERS]
_NUMBERS: Final = ("id", "match_id", "number", *_SEATED, *_UNITS)
_DIGITS: Final = ", ".join(f"string_agg(CAST({number} AS TEXT), ',')" for number in _NUMBERS)
_NULL: Final = "~"
_WAY: Final = f" || '{BETWEEN}' || ".join(f"coalesce(CAST({part} AS TEXT), '{_NULL}')" for part in Way._fields)
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
        deal_id, match, number, dealer, resting, caller, partner, _small(seats), _small((doubled >> 1) * paid), paid,
        way, tuple(map(_read_way, place)),
    )  # fmt: skip


def _small(numbers: Ints) -> Whole:
    """The numbers in 32 bits where all of them fit."""
    highest = np.iinfo(np.int32).max
    fits = -highest <= numbers.min(initial=0) and numbers.max(initial=0) <= highest
    return numbers.astype(np.int32) if fits else numbers


def _read_way(text: str) -> Way:
    """A way out of its text; raises DamagedError for what is none."""
    parts = [None if part == _NULL else part for part in text.split(BETWEEN)]
    try:
        kind, bid, target, called, count, outcome, slam, times, *of_sides = parts
        sides, counts, bonuses, winners, decided = of_sides
        at, points = (None if number is None else int(number) for number in (target, count))
        took_all, factor = {"0": False, "1": True}[slam or ""], int(times or "")
    except (KeyError, ValueError) as error:
        raise DamagedError from error
    return Way(kind or "", bid, at, called, points, outcome, took_all, factor, sides, counts, bonuses, winners, decided)


def columns_of(read: ReadRecords, variants: Mapping[str, Variant], names: Mapping[int, str]) -> Columns:
    """The records that moved units, as columns; their `match` is the row of the match, see Columns."""
    ways = read.ways
    moved = np.array([way.kind in MOVES_UNITS for way in ways], bool)[read.way]
    if not moved.all():
        read = read.taken(np.flatnonzero(moved))
    bids = sorted({way.bid for way in ways if way.bid})
    side_texts = sorted({way.side_text for way in ways if way.sides})
    place_of_bid, place_of_text = ({text: at for at, text in enumerate(texts)} for texts in (bids, side_texts))
    by_way: dict[str, list[int]] = {
        "kind": [KIND_CODES.get(way.kind, -1) for way in ways],
        "bid": [place_of_bid.get(way.bid or "", -1) for way in ways],
        "target": [way.target or 0 for way in ways],
        "card_points": [-1 if way.card_points is None else way.card_points for way in ways],
        "outcome": [OUTCOME_CODES.get(way.outcome or "", -1) for way in ways],
        "side_fact": [place_of_text.get(way.side_text, -1) for way in ways],
    }
    columns = {name: np.array(numbers, np.int32)[read.way] for name, numbers in by_way.items()}
    return Columns(
        deal_id=read.deal_id,
        match=read.match,
        number=read.number,
        dealer=read.dealer.astype(np.int8),
        caller=read.caller.astype(np.int8),
        partner=read.partner.astype(np.int8),
        slam=np.array([way.slam for way in ways], bool)[read.way],
        times=np.array([way.times for way in ways], np.int64)[read.way],
        seats=read.seats,
        units=read.units,
        recorded=read.units,
        paid=read.paid,
        bids=bids,
        side_texts=tuple(side_texts),
        variants=variants,
        names=names,
        **columns,
    )
