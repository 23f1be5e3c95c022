"""What a deal of sides tells beside its numbers: who is with whom, what they counted, who has won and why."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from db.column_types import SEAT_NUMBERS
from scorer.match.deal_reading import due
from scorer.match.facts import Record
from scorer.rule_files import frozen_variant
from scorer.rules.cards import read_numbers
from scorer.rules.errors import ScorerError
from scorer.rules.kinds import DEAL, RESTS, SIDE_LETTERS

BETWEEN = "|"  # of its five parts, in the order of the columns of a row


class Telling(NamedTuple):
    """As a record has them: a letter per seat, counts and bonuses along the letters, letters of the winners."""

    sides: str
    counts: tuple[int, ...] | None
    bonuses: tuple[int, ...] | None
    winners: str
    decided: str


class SideNumbers(NamedTuple):
    """The tellings as numbers, a row each, and behind them one for a deal without: everything -1.

    By seat the place of the player's `side` among the letters, and its `counts`, -1 for none; `lost` is how many sides
    did.
    """

    side: npt.NDArray[np.int8]
    counts: npt.NDArray[np.int64]
    lost: npt.NDArray[np.int64]


@lru_cache(maxsize=16384)
def read_telling(text: str) -> Telling:
    """What one text tells; raises ValueError for what cannot be read."""
    sides, counts, bonuses, winners, decided = text.split(BETWEEN)
    return Telling(sides, read_numbers(counts or None), read_numbers(bonuses or None), winners, decided)


@lru_cache(maxsize=8)
def side_numbers(tellings: tuple[str, ...]) -> SideNumbers:
    """Those numbers of these texts."""
    shape = len(tellings) + 1, len(SEAT_NUMBERS)
    found = SideNumbers(np.full(shape, -1, np.int8), np.full(shape, -1), np.full(shape[0], -1))
    for at, text in enumerate(tellings):
        telling = read_telling(text)
        places = [SIDE_LETTERS.find(letter) for letter in telling.sides]
        found.side[at, : len(places)] = places
        if telling.counts:
            found.counts[at, : len(places)] = [telling.counts[place] if place >= 0 else -1 for place in places]
        found.lost[at] = len(set(telling.sides) - {RESTS}) - len(telling.winners)
    return found


@lru_cache(maxsize=16384)
def units_due(
    variant: tuple[str, str],
    text: str,
    paid: int,
    caller: int,
    bid: str,
    count: int,
    outcome: str,
    slam: bool,
) -> tuple[int, ...] | None:
    """The units at every seat before the carry, and then the target; None for what no deal of the variant tells.

    `variant` is its name and text, `paid` has a bit for each seat with units, `caller` is 0 for nobody, `count` the
    caller's, or -1.
    """
    telling = read_telling(text)
    if (telling.counts or telling.decided or len(telling.bonuses or ()) > 1) if caller else count >= 0:
        return None
    seats = tuple(map(str, SEAT_NUMBERS[: len(telling.sides)]))
    record = Record(
        number=1,
        kind=DEAL,
        seats=seats,
        units=tuple(0 if paid >> place & 1 else None for place in range(len(seats))),
        caller=str(caller) if caller else None,
        bid=bid or None,
        card_points=None if count < 0 else count,
        outcome=outcome,
        slam=slam,
        sides=telling.sides,
        counts=telling.counts,
        bonuses=telling.bonuses,
        winners=telling.winners or None,
        decided=telling.decided or None,
    )
    try:
        found = due(record, frozen_variant(*variant))
    except (ScorerError, ValueError):
        return None
    if found[:3] != (telling.sides, telling.winners, outcome):
        return None
    return (*(found.units.get(seat, 0) for seat in map(str, SEAT_NUMBERS)), found.target)
