"""Contracts by the hundred thousand: a way in which one can be is judged once, whoever sits where.

Only those are let pass of which it is certain that nothing is wrong. `payouts.py` looks at all others row by row.
"""

from collections.abc import Callable, Mapping
from typing import Any

from db.connection import Connection
from scorer.rules.cards import HALF, REACHABLE, TOTAL_CARD_POINTS
from scorer.rules.judge import FactError, Judge, SidesJudge, units_along
from scorer.rules.kinds import CONTRACT_OUTCOMES, DEAL
from scorer.rules.variant import Shares
from scorer.scorebook import rows
from scorer.scorebook.check.references import References
from scorer.scorebook.check.seats import Filled, filled, seat_faults

# Which rows are looked at here.
PLAIN = (
    f"kind = '{DEAL}' AND caller IS NOT NULL AND sides IS NULL AND bonuses IS NULL AND note = ''"
    " AND (voided_by IS NULL OR voided_by > made_by)"
)
# Of these counts the rules ask nothing but whether they reach the target: two stand for all of them.
_COUNTS = sorted(REACHABLE - {0, HALF, TOTAL_CARD_POINTS})
COUNT = (
    f"CASE WHEN card_points IN ({', '.join(map(str, _COUNTS))})"
    f" THEN CASE WHEN card_points >= target THEN {_COUNTS[-1]} ELSE {_COUNTS[0]} END ELSE card_points END"
)
_PLAIN_ROWS = (
    f"SELECT id, match_id, voided_by IS NULL, {', '.join(rows.SEAT_COLUMNS)}, resting IS NULL, partner IS NULL,"
    f" bid, target, called, {COUNT}, outcome, slam, times, dealer, resting, caller, partner,"
    f" {', '.join(rows.UNIT_COLUMNS)} FROM record WHERE {PLAIN}"
)
_TABLE, _WAY, _ROLES, _UNITS = slice(1, 10), slice(10, 19), slice(19, 23), slice(23, None)


class _Kept(dict[Any, Any]):
    """What `make` made of every key that was asked for."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: Any) -> Any:
        self[key] = made = self._make(key)
        return made


def doubtful(connection: Connection, known: References, judge_of: Mapping[int, Judge | SidesJudge | None]) -> list[int]:
    """The ids of the plain contracts with which something may be wrong; `judge_of` gives the judge of a match."""

    def by_way_at(table: tuple[Any, ...]) -> Any:
        match, live, *players = table
        seats, judge = tuple(players), judge_of.get(match) if live or match not in known.former else None
        sound = not any(seat_faults(seats, known, live=live and match in known.existing))
        by_target = isinstance(judge, Judge) and not judge.pays_by_count
        return ways[judge if sound and by_target else None, filled(seats)]

    def by_way(judge: Judge | None, seated: Filled) -> _Kept:
        return _Kept(lambda way: dues[seated, _paid(judge, seated, way)])

    def by_roles(seated: Filled, paid: Shares | None) -> _Kept:
        return _Kept(lambda roles: _units(seated, paid, roles))

    tables, ways, dues = _Kept(by_way_at), _Kept(lambda key: by_way(*key)), _Kept(lambda key: by_roles(*key))
    return [
        row[0] for row in connection.stream(_PLAIN_ROWS) if row[_UNITS] != tables[row[_TABLE]][row[_WAY]][row[_ROLES]]
    ]


def _paid(judge: Judge | None, seated: Filled, way: tuple[Any, ...]) -> Shares | None:
    """What a contract pays each role; None where its facts do not follow from one another, or cannot be judged."""
    nobody_rests, alone, bid, target, called, count, outcome, slam, times = way
    if judge is None or None in {bid, target} or outcome not in CONTRACT_OUTCOMES:
        return None
    players = len(seated) - 1 - (not nobody_rests)
    try:
        judged = judge.deal(bid, called, count, outcome, bool(slam), times, players, bool(alone))
    except FactError:
        return None
    kept = (bid, target, called, outcome) == (judged.bid, judged.target, judged.called, judged.outcome)
    return judged.paid if kept else None


def _units(seated: Filled, paid: Shares | None, roles: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """The units that are due at the seven seats; None where a role names a seat where nobody sits, or for no `paid`."""
    _dealer, *who = roles
    return units_along(seated, *who, paid) if paid is not None and seated.issuperset(roles) else None
