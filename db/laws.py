"""The laws of the tables in SQL, for SQLite and PostgreSQL."""

from collections.abc import Iterable
from itertools import combinations, starmap
from typing import Final


def quoted(words: Iterable[str]) -> str:
    """Words of our own as SQL lists them: `'deal', 'redeal'`."""
    return ", ".join(map("'{}'".format, words))


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
# How many deals a paper sheet holds, where it says it.
DEALS: Final = "deals IS NULL OR (kind = 'sheet' AND deals BETWEEN 1 AND 1000)"

REDEALS: Final = ("passed-out", "thrown-in", "misdeal", "annulled")
OUTSIDE: Final = ("penalty", "adjustment", "sheet")
KINDS: Final = ("deal", *REDEALS, *OUTSIDE)
OUTCOMES: Final = ("made", "failed", "even", "won")
# Not with IN: for that, SQLite builds a table per row.
IS_KIND: Final = f"({' OR '.join(map('kind = {!r}'.format, KINDS))})"
IS_OUTSIDE: Final = f"({' OR '.join(map('kind = {!r}'.format, OUTSIDE))})"
IS_OUTCOME: Final = f"({' OR '.join(map('outcome = {!r}'.format, OUTCOMES))})"
# By table, the conditions that each row keeps, by their names.
LAWS: Final[dict[str, dict[str, str]]] = {
    "player": {"hidden": "hidden IN (0, 1)"},
    "league": {"unit_value_cents": "unit_value_cents >= 0", "removed": "removed IN (0, 1)"},
    "match": {"unit_value_cents": "unit_value_cents >= 0"},
    "sitting": {
        "finished": "finished IN (0, 1)",
        "seat_numbers": " AND ".join(map(IS_SEAT.format, ("first_dealer", "resting", "call_caller"))),
        "call": "(call_caller IS NULL) = (call_bid IS NULL)",
        "seats_differ": SEATS_DIFFER,
    },
    "record": {
        "kind": IS_KIND,
        "zero_sum": f"{IS_OUTSIDE} OR {SUM} = 0",
        "penalty_loses": f"kind <> 'penalty' OR {SUM} <= 0",
        "reason": f"NOT {IS_OUTSIDE} OR note <> ''",
        "deal_facts": DEAL_FACTS,
        "roles_paid": f"kind <> 'deal' OR ({PAID})",
        "partner_differs": "caller <> partner",
        "outcome": IS_OUTCOME,
        "card_points": CARD_POINTS,
        "target": TARGET,
        "times": "times BETWEEN 1 AND 1024",
        "number": "number >= 1",
        "slam": "slam IN (0, 1)",
        "seat_numbers": " AND ".join(map(IS_SEAT.format, ("caller", "partner", "dealer", "resting"))),
        "units_seated": UNITS_SEATED,
        "seats_differ": SEATS_DIFFER,
        "sides": f"sides IS NULL OR ({SIDES})",
        "sides_paid": f"sides IS NULL OR ({SIDES_PAID})",
        "paid_as_one": f"sides IS NULL OR ({PAID_AS_ONE})",
        "winners": WINNERS,
        "winners_paid": f"winners IS NULL OR ({WINNERS_PAID})",
        "even_pays_nothing": f"sides IS NULL OR outcome <> 'even' OR ({EVEN_PAYS_NOTHING})",
        "counts": COUNTS,
        "deals": DEALS,
    },
    "payment": {
        "cents": "cents >= 1",
        "currency": "currency <> ''",
        "matches": "trim(matches, ' 0123456789') = '' AND trim(matches) <> ''",
        "players": "payer IS NOT NULL OR payee IS NOT NULL",
        "players_differ": "payer <> payee",
    },
}
