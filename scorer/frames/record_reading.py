"""Live records, read as columns of numbers in one scan: aggregates of text, for SQLite and PostgreSQL alike.

Of a whole file each number is a character, which SQLite writes in half the time of digits. From a server, of a few
matches, and where a number has no character, numbers are read as digits: a text for each column.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from db.laws import SEAT_NUMBERS
from scorer.errors import DamagedError
from scorer.frames.record_columns import KIND_WORDS, OUTCOME_WORDS, Ints, Whole
from scorer.frames.side_facts import BETWEEN
from scorer.rules.cards import HIGHEST_COUNT
from scorer.rules.carry import MOST_TIMES
from scorer.rules.kinds import REDEALS
from scorer.scorebook.missing_rows import MATCH_WEIGHS, check_numbers
from scorer.scorebook.transaction import Transaction

NOT_COUNTED: Final = HIGHEST_COUNT + 1  # no deal has so many card points, bonuses included

Bounded = tuple[str, int]  # a number in SQL, and the highest that it can be
ByName = dict[str, Any]  # columns of record_columns.Columns


def coded(column: str, vocabulary: Sequence[str]) -> Bounded:
    """SQL: the place of a word in a closed vocabulary; the place after the last for none."""
    cases = " ".join(f"WHEN '{word}' THEN {code}" for code, word in enumerate(vocabulary))
    return f"CASE {column} {cases} ELSE {len(vocabulary)} END", len(vocabulary)


def packed(parts: Mapping[str, Bounded]) -> str:
    """SQL: these numbers as one, each in as many bits as its highest needs, the first on top."""
    number = "0"
    for part, highest in parts.values():
        number = f"({number}) * {2 ** highest.bit_length()} + coalesce({part}, 0)"
    return number


def unpacked(numbers: Ints, parts: Mapping[str, Bounded]) -> dict[str, Ints]:
    """The columns that were packed, by name."""
    columns: dict[str, Ints] = {}
    for name, (_column, highest) in reversed(list(parts.items())):
        bits = highest.bit_length()
        columns[name], numbers = numbers & (2**bits - 1), numbers >> bits
    return columns


# What the tables keep within bounds. NULL is read as 0, here and below.
_FACTS: Final[dict[str, Bounded]] = {
    "times": ("times", MOST_TIMES),
    "kind": coded("kind", (*KIND_WORDS, *REDEALS)),
    "outcome": coded("outcome", OUTCOME_WORDS),
    **{role: (role, SEAT_NUMBERS[-1]) for role in ("dealer", "caller", "partner")},
    "target": ("target", HIGHEST_COUNT),
    "card_points": (f"coalesce(card_points, {NOT_COUNTED})", NOT_COUNTED),
    "slam": ("slam", 1),
}
_SEATS: Final = [f"seat{seat}" for seat in SEAT_NUMBERS]


def _units(zero: int) -> list[str]:
    """SQL: the units at every seat, doubled, from an odd `zero` upwards and downwards: none of them is NULL's 0."""
    return [f"units{seat} * 2 + {zero}" for seat in SEAT_NUMBERS]


# Packed, a number beyond its bits would change those above it; `coded` has none.
_WITHIN: Final = " AND ".join(
    f"coalesce({number}, 0) BETWEEN 0 AND {highest}"
    for name, (number, highest) in _FACTS.items()
    if name not in {"kind", "outcome"}
)
_OUT_OF_BOUNDS: Final = -1
_PACKED_FACTS: Final = f"CASE WHEN {_WITHIN} THEN {packed(_FACTS)} ELSE {_OUT_OF_BOUNDS} END"
_IN_DIGITS: Final = ["id", "match_id", "number", _PACKED_FACTS, *_SEATS, *_units(1)]

# A number that is not below this has no character of its own: what is read for it is not below this either.
_CHARACTERS: Final = 0xD800
_ZERO: Final = _CHARACTERS // 2 + 1  # of units in characters
_LOW_BITS: Final = 15  # of an id, which has two characters
_IN_CHARACTERS: Final = [
    *(half for name in ("id", "match_id") for half in (f"{name} >> {_LOW_BITS}", f"{name} & {2**_LOW_BITS - 1}")),
    "number",
    *(number for number, _highest in _FACTS.values()),
    *_SEATS,
    *_units(_ZERO),
]

# The facts of a deal of sides are one text, read only where a variant has such deals.
_SIDES: Final = f" || '{BETWEEN}' || ".join(
    ["sides", *(f"coalesce({part}, '')" for part in ("counts", "bonuses", "winners", "decided"))]
)
_BIDS: Final = "string_agg(coalesce(bid, ''), ',')"
_WORDS: Final = {False: _BIDS, True: f"{_BIDS}, string_agg(coalesce({_SIDES}, ''), ',')"}  # by whether deals have sides


def _of_live_records(columns: str, *, scanned: bool) -> str:
    """The statement that reads these columns of live records.

    Of a file each row is read, and no index: a damaged one would leave rows out. `all` is 1 for every match.
    """
    if scanned:
        return f"SELECT {columns} FROM record WHERE voided_by + 0 IS NULL AND (:all = 1 OR match_id + 0 IN :matches)"
    return f"SELECT {columns} FROM record WHERE voided_by IS NULL AND match_id IN :matches"


_DIGITS: Final = ", ".join(f"string_agg(CAST(coalesce({number}, 0) AS TEXT), ',')" for number in _IN_DIGITS)
_READING_DIGITS: Final = {
    (of_sides, scanned): _of_live_records(f"{_DIGITS}, {words}", scanned=scanned)
    for of_sides, words in _WORDS.items()
    for scanned in (False, True)
}
_TEXT: Final = f"CAST(string_agg(char({', '.join(_IN_CHARACTERS)}), '') AS BLOB)"
_READING_CHARACTERS: Final = {
    of_sides: _of_live_records(f"{words}, {_TEXT}, count(*)", scanned=True) for of_sides, words in _WORDS.items()
}


def read_records(
    transaction: Transaction, matches: list[int], *, of_sides: bool, by_index: bool = False, whole: bool = False
) -> ByName:
    """The records of these matches that moved units, in no order, with the ids of their matches as `match`.

    `of_sides`: with the facts of deals of sides. `by_index` is faster for a few matches; `whole` says that they are
    all that exist. Raises DamagedError for numbers that are not possible, and for rows that the index has elsewhere.
    """
    scanned = transaction.is_sqlite and not by_index
    chosen = {"matches": matches, "all": whole} if scanned else {"matches": matches}
    columns, words = None, []
    if scanned:
        ((*words, text, count),) = transaction.raw_rows(_READING_CHARACTERS[of_sides], **chosen)
        columns = _from_characters(text or b"", count)
    if columns is None:
        (row,) = transaction.raw_rows(_READING_DIGITS[of_sides, scanned], **chosen)
        columns, words = _from_digits(row[: len(_IN_DIGITS)]), list(row[len(_IN_DIGITS) :])
    if scanned:
        if (np.diff(columns["deal_id"]) <= 0).any():  # met out of order: pages are not where they were written
            raise DamagedError
        total = int((columns["match"] * MATCH_WEIGHS + columns["number"]).sum())
        check_numbers(transaction, total, None if whole else matches)
    columns["bid"], bids = _places(words[0])
    columns["side_fact"], side_texts = _places(words[1]) if of_sides else (np.full_like(columns["bid"], -1), [])
    redeal = (columns["kind"] >= len(KIND_WORDS)) & (columns["kind"] < len(KIND_WORDS) + len(REDEALS))
    kept = np.isin(columns["match"], matches) & ~redeal  # what has no kind is damaged, and is not left out
    if not kept.all():
        columns = {name: column[np.flatnonzero(kept)] for name, column in columns.items()}
    return {**columns, "bids": bids, "side_texts": tuple(side_texts)}


def _from_characters(text: bytes, count: int) -> ByName | None:
    """The columns of so many records; None where a number has no character."""
    characters = np.frombuffer(text.decode("utf-8", "replace").encode("utf-16-le"), np.uint16)
    if len(characters) != count * len(_IN_CHARACTERS) or characters.max(initial=0) >= _CHARACTERS:
        return None
    ids, facts, seats, units = np.split(
        characters.reshape(-1, len(_IN_CHARACTERS)), np.cumsum([5, len(_FACTS), len(_SEATS)]), axis=1
    )
    high, low, match_high, match_low, number = np.ascontiguousarray(ids.T).astype(np.int64)
    return {
        "deal_id": (high << _LOW_BITS) + low,
        "match": (match_high << _LOW_BITS) + match_low,
        "number": number,
        **_facts(dict(zip(_FACTS, np.ascontiguousarray(facts.T), strict=True))),
        "seats": seats.astype(np.int32),
        **_paid(units.astype(np.int32), _ZERO),
    }


def _from_digits(texts: Sequence[str | None]) -> ByName:
    """The columns in these texts."""
    parsed = [np.fromstring(text or "", np.int64, sep=",") for text in texts]
    deal_id, match, number, facts, *of_seats = parsed
    seats, units = of_seats[: len(_SEATS)], of_seats[len(_SEATS) :]
    if (facts == _OUT_OF_BOUNDS).any():
        raise DamagedError
    return {
        "deal_id": deal_id,
        "match": match,
        "number": number,
        **_facts(unpacked(facts, _FACTS)),
        "seats": _side_by_side(seats),
        **_paid(_side_by_side(units), 1),
    }


def _side_by_side(columns: list[Ints]) -> Whole:
    """The columns of all seats as one array, in 32 bits where all of them fit."""
    highest = np.iinfo(np.int32).max
    fits = all(-highest <= column.min(initial=0) and column.max(initial=0) <= highest for column in columns)
    return np.column_stack([column.astype(np.int32) for column in columns] if fits else columns)


def _paid(doubled: Whole, zero: int) -> ByName:
    """Units, 0 where there are none, and where they were paid: made in place of the numbers that `_units` wrote."""
    paid = doubled != 0
    units = doubled
    units -= zero
    units >>= 1
    units *= paid
    return {"units": units, "paid": paid}


def _facts(columns: Mapping[str, Any]) -> ByName:
    """The facts of every record by name, -1 for no outcome and where nobody counted."""
    facts: ByName = {}
    for name, (_number, highest) in _FACTS.items():
        if columns[name].max(initial=0) > highest:
            raise DamagedError
        facts[name] = columns[name].astype(np.min_scalar_type(-(2 ** highest.bit_length())))
    facts["outcome"][facts["outcome"] == len(OUTCOME_WORDS)] = -1
    facts["card_points"][facts["card_points"] == NOT_COUNTED] = -1
    facts["slam"] = facts["slam"] == 1
    facts["times"] = facts["times"].astype(np.int64)
    return facts


def _places(text: str | None) -> tuple[Whole, list[str]]:
    """The place of each text between commas, -1 for an empty one, among those that occur."""
    written = text.split(",") if text is not None else []
    words = sorted(set(written) - {""})
    place = dict(zip(["", *words], range(-1, len(words)), strict=True))
    return np.fromiter(map(place.__getitem__, written), np.int32, len(written)), words
