"""Types of columns that mean the same on SQLite (STRICT tables) and PostgreSQL, and laws in SQL."""

from datetime import UTC, date, datetime
from itertools import combinations, starmap
from typing import Any, Final

from sqlalchemy import BigInteger, Integer, Text
from sqlalchemy.types import TypeDecorator, TypeEngine

# A plain Integer is 32 bits wide on PostgreSQL; a BIGINT is unknown to STRICT tables.
BIG: TypeEngine[int] = BigInteger().with_variant(Integer(), "sqlite")


class IsoDate(TypeDecorator[date]):
    """A date, kept as `2026-11-20`."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: date | None, _dialect: Any) -> str | None:
        """To the column."""
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, _dialect: Any) -> date | None:
        """From the column."""
        return None if value is None else date.fromisoformat(value)


class UtcMoment(TypeDecorator[datetime]):
    """A moment with its zone, kept in UTC as `2026-11-20T21:30:00.000000Z`; naive moments are refused."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Any) -> str | None:
        """To the column."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value}: a moment without a zone")
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def process_result_value(self, value: str | None, _dialect: Any) -> datetime | None:
        """From the column."""
        return None if value is None else datetime.fromisoformat(value)


class Flag(TypeDecorator[bool]):
    """True or false, kept as 1 or 0; the table adds the CHECK."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: bool | None, _dialect: Any) -> int | None:
        """To the column."""
        return None if value is None else int(value)

    def process_result_value(self, value: int | None, _dialect: Any) -> bool | None:
        """From the column."""
        return None if value is None else bool(value)


SEAT_NUMBERS: Final = range(1, 8)
_CASES = " ".join(map("WHEN {0} THEN units{0}".format, SEAT_NUMBERS))
UNITS_AT: Final = f"(CASE {{}} {_CASES} END)"  # the units at the seat that a role names
IS_SEAT: Final = f"{{}} BETWEEN 1 AND {SEAT_NUMBERS[-1]}"
SUM: Final = " + ".join(map("coalesce(units{}, 0)".format, SEAT_NUMBERS))
SEATS_DIFFER: Final = " AND ".join(starmap("seat{} <> seat{}".format, combinations(SEAT_NUMBERS, 2)))
UNITS_SEATED: Final = " AND ".join(map("(units{0} IS NULL OR seat{0} IS NOT NULL)".format, SEAT_NUMBERS))
# A deal has a caller with a bid and a target, or sides, or (alone against two sides as one) all of these.
DEAL_FACTS: Final = (
    "(kind = 'deal') = (outcome IS NOT NULL) AND (kind = 'deal') = (caller IS NOT NULL OR sides IS NOT NULL)"
    " AND (caller IS NULL) = (bid IS NULL) AND (caller IS NULL) = (target IS NULL)"
    " AND (sides IS NOT NULL OR (counts IS NULL AND bonuses IS NULL AND winners IS NULL AND decided IS NULL))"
    " AND (sides IS NULL OR caller IS NOT NULL OR (partner IS NULL AND called IS NULL AND card_points IS NULL))"
    " AND (sides IS NULL OR caller IS NULL OR (partner IS NULL AND counts IS NULL AND decided IS NULL))"
)
PAID: Final = (
    f"(caller IS NULL OR {UNITS_AT.format('caller')} IS NOT NULL)"
    f" AND (partner IS NULL OR {UNITS_AT.format('partner')} IS NOT NULL)"
    f" AND (resting IS NULL OR {UNITS_AT.format('resting')} IS NULL)"
)
# The laws of sides: a letter per seat, "." for who rests. SQLite sets up the constants of every `substr` for each
# statement, for a deal without sides too: where a law can do without one, writing takes less time.
SIDE_AT: Final = "substr(sides, {}, 1)"
SIDES: Final = " AND ".join(
    (
        "trim(sides, 'ABCDEFG.') = '' AND trim(sides, '.') <> ''",
        *(f"(length(sides) < {seat}) = (seat{seat} IS NULL)" for seat in SEAT_NUMBERS),
    )
)
_PLAYERS: Final = "length(replace(sides, '.', ''))"
SIDES_PAID: Final = " AND ".join(
    (
        f"CASE WHEN resting IS NULL THEN {_PLAYERS} = length(sides) ELSE {SIDE_AT.format('resting')} = '.' END",
        f"{_PLAYERS} >= length(sides) - 1",
        *(
            f"(units{seat} IS NOT NULL OR seat{seat} IS NULL OR (resting IS NOT NULL AND resting = {seat}))"
            for seat in SEAT_NUMBERS
        ),
    )
)
# Each is compared with the next seat of the same side.
PAID_AS_ONE: Final = " AND ".join(
    f"CASE {SIDE_AT.format(seat)} "
    + " ".join(f"WHEN {SIDE_AT.format(next_)} THEN units{seat} = units{next_}" for next_ in SEAT_NUMBERS[seat:])
    + " ELSE 1 = 1 END"
    for seat in SEAT_NUMBERS[:-1]
)
WINNERS: Final = (
    "(outcome = 'won') = (winners IS NOT NULL) AND (caller IS NULL OR winners IS NULL)"
    " AND (caller IS NOT NULL OR outcome = 'won' OR outcome = 'even')"
)
WINNERS_PAID: Final = " AND ".join(
    f"units{seat} <> 0 AND (units{seat} > 0) = (replace(winners, {SIDE_AT.format(seat)}, '') <> winners)"
    for seat in SEAT_NUMBERS
)
EVEN_PAYS_NOTHING: Final = " AND ".join(map("units{} = 0".format, SEAT_NUMBERS))
COUNTS: Final = "trim(counts, ' 0123456789') = '' AND trim(bonuses, ' 0123456789') = ''"
# With bonuses a count goes up to 230; without sides there are none.
CARD_POINTS: Final = (
    "card_points BETWEEN 0 AND 230 AND card_points <> 1"
    " AND (sides IS NOT NULL OR (card_points <= 120 AND card_points <> 119))"
)
TARGET: Final = "target BETWEEN 61 AND 230 AND (sides IS NOT NULL OR target <= 120)"
