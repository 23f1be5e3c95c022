"""The facts of a deal of sides: who is with whom, what they counted, who has won and by what."""

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

BETWEEN = "|"  # between the five parts of a text, in the order of the columns of a row


class Telling(NamedTuple):
    """The facts as a record has them: a letter per seat, counts and bonuses along the letters, the winners' letters."""

    sides: str
    counts: tuple[int, ...] | None
    bonuses: tuple[int, ...] | None
    winners: str
    decided: str


class SideNumbers(NamedTuple):
    """The facts as numbers, a row for each text, and behind them a row of -1 for a deal without sides.

    `side` (rows by seats) is the place of the player's side among the letters, `counts` (rows by seats) what that side
    counted, -1 for none; `lost` (a number for each row) is how many sides lost.
    """

    side: npt.NDArray[np.int8]
    counts: npt.NDArray[np.int64]
    lost: npt.NDArray[np.int64]


@lru_cache(maxsize=16384)
def read_telling(text: str) -> Telling:
    """The facts in one text; raises ValueError for a text that cannot be read."""
    sides, counts, bonuses, winners, decided = text.split(BETWEEN)
    return Telling(sides, read_numbers(counts or None), read_numbers(bonuses or None), winners, decided)


@lru_cache(maxsize=8)
def side_numbers(tellings: tuple[str, ...]) -> SideNumbers:
    """The numbers of these texts."""
    shape = len(tellings) + 1, len(SEAT_NUMBERS)
    numbers = SideNumbers(np.full(shape, -1, np.int8), np.full(shape, -1), np.full(shape[0], -1))
    for at, text in enumerate(tellings):
        telling = read_telling(text)
        places = [SIDE_LETTERS.find(letter) for letter in telling.sides]
        numbers.side[at, : len(places)] = places
        if telling.counts:
            numbers.counts[at, : len(places)] = [telling.counts[place] if place >= 0 else -1 for place in places]
        numbers.lost[at] = len(set(telling.sides) - {RESTS}) - len(telling.winners)
    return numbers


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
    """The units at every seat before the carry, and then the target; None for facts that no deal of the variant has.

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
        follows = due(record, frozen_variant(*variant))
    except (ScorerError, ValueError):
        return None
    if follows[:3] != (telling.sides, telling.winners, outcome):
        return None
    return (*(follows.units.get(seat, 0) for seat in map(str, SEAT_NUMBERS)), follows.target)
