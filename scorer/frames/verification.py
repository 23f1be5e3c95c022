"""The one law of records, asked of many at once: once for each way in which a deal was, whoever sat where.

It is asked before anything is summed, so that a flipped byte of the file changes no figure in silence.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from db.laws import SEAT_NUMBERS
from scorer.errors import DamagedError
from scorer.frames.record_columns import Ints, ways
from scorer.frames.record_reading import ReadRecords
from scorer.rules.judge import Judge
from scorer.rules.kinds import DEAL
from scorer.scorebook.record_law import ROLES, judgement, outside_faults, place_faults

_BITS: Final = 2 ** np.arange(len(SEAT_NUMBERS))  # a bit for each seat
_NOTHING: Final = (0,) * len(SEAT_NUMBERS)


def verify(read: ReadRecords, names: Mapping[int, str], judges: Sequence[Judge], judge_at: Ints) -> None:
    """Raise DamagedError unless nothing is wrong with any of these records, in the order of matches and numbers.

    `names` are those of the players by id, `judge_at` is the place of each record's judge among `judges`.
    """
    again = (read.match[1:] == read.match[:-1]) & (read.number[1:] == read.number[:-1])
    if again.any() or read.number.min(initial=1) < 1:
        raise DamagedError
    _check_seats(read, names)
    is_deal = np.array([kind == DEAL for kind, _facts in read.ways], bool)[read.way]
    seated = (read.seats > 0).sum(axis=1)
    for row in np.flatnonzero(~is_deal).tolist():
        way, *seats = (int(column[row]) for column in (read.way, seated, read.resting, read.caller, read.partner))
        kind, dealer, judge = read.ways[way][0], int(read.dealer[row]) or None, judges[judge_at[row]]
        if any(outside_faults(kind, dealer, read.facts(way, *seats), read.units_along(row), judge)):
            raise DamagedError
    deals = read if is_deal.all() else read.taken(np.flatnonzero(is_deal))
    _check_units(deals, judges, judge_at[is_deal])


def _check_seats(read: ReadRecords, names: Mapping[int, str]) -> None:
    """Raise DamagedError for a player whom nobody knows, for one in two seats, and for a role where nobody sits."""
    person = np.full(max(names, default=0) + 1, -1)
    place = {name: at for at, name in enumerate(sorted(set(names.values())), 1)}
    person[[0, *names]] = [0, *map(place.__getitem__, names.values())]
    if read.seats.min(initial=0) < 0 or read.seats.max(initial=0) >= len(person):
        raise DamagedError
    other = np.ones(len(read.match), bool)  # most tables are that of the record before, and looked at once
    other[1:] = (read.seats[1:] != read.seats[:-1]).any(axis=1)
    tables = np.sort(person[read.seats[other]], axis=1)
    if (tables < 0).any() or ((tables[:, 1:] == tables[:, :-1]) & (tables[:, 1:] > 0)).any():
        raise DamagedError
    roles_at = (read.dealer, read.resting, read.caller, read.partner)
    if any(seat.min(initial=0) < 0 or seat.max(initial=0) > SEAT_NUMBERS[-1] for seat in roles_at):
        raise DamagedError
    met, _place = ways((read.seats > 0) @ _BITS, *roles_at)
    for bits, *roles in met:
        taken = frozenset(seat for seat in SEAT_NUMBERS if bits >> seat - 1 & 1)
        if place_faults(taken, ROLES, tuple(seat or None for seat in roles)):
            raise DamagedError


def _check_units(deals: ReadRecords, judges: Sequence[Judge], judge_at: Ints) -> None:
    """Raise DamagedError unless the facts of each deal follow from one another, and give its units."""
    plays = deals.seats > 0
    resting = np.flatnonzero(deals.resting)
    plays[resting, deals.resting[resting] - 1] = False
    if (plays != deals.paid).any():
        raise DamagedError
    by_seat = np.array([judge.keeps_sides for judge in judges], bool)[judge_at]
    seated = np.where(by_seat, (deals.seats > 0).sum(axis=1), plays.sum(axis=1))
    anybody = np.where(deals.partner == 0, 0, np.where(deals.partner == deals.caller, 1, 2))
    partner = np.where(by_seat, deals.partner, anybody)
    caller = np.where(by_seat, deals.caller, deals.caller > 0)
    met, place = ways(judge_at, deals.way, seated, np.where(by_seat, deals.resting, 0), caller, partner)
    paid = []
    for judge, way, *seats in met:
        faults, judged = judgement(deals.facts(way, *seats), judges[judge])
        if faults or not judged:
            raise DamagedError
        paid.append((*judged.paid, *_NOTHING) if judged.paid else (0, 0, 0, *(units or 0 for units in judged.units)))
    by_role, at_seats = np.split(np.array(paid, np.int64).reshape(-1, 3 + len(SEAT_NUMBERS)), [3], axis=1)
    calls, helps, defends = by_role[place].T
    units = defends[:, None] * plays
    _put(units, calls, deals.caller)
    _put(units, helps, deals.partner)
    units += at_seats[place]
    if (units != deals.units).any():
        raise DamagedError


def _put(units: Ints, paid: Ints, seat: Ints) -> None:
    """Put what is paid at the given seat of each row; nowhere where the seat is 0."""
    rows = np.flatnonzero(seat)
    units[rows, seat[rows] - 1] = paid[rows]
