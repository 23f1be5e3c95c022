"""The facts of a deal of sides: who is with whom, what they counted, who has won and by what."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from db.laws import SEAT_NUMBERS
from scorer.match.deal_reading import due
from scorer.match.facts import Record
from scorer.rule_files import frozen_variant
from scorer.rules.cards import read_numbers
from scorer.rules.errors import ScorerError
from scorer.rules.kinds import DEAL, RESTS, SIDE_LETTERS

BETWEEN = "|"  # between the five parts of a text, in the order of the columns of a row


class SideFacts(NamedTuple):
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
def read_side_facts(text: str) -> SideFacts:
    """The facts in one text; raises ValueError for a text that cannot be read."""
    sides, counts, bonuses, winners, decided = text.split(BETWEEN)
    return SideFacts(sides, read_numbers(counts or None), read_numbers(bonuses or None), winners, decided)


@lru_cache(maxsize=8)
def side_numbers(side_texts: tuple[str, ...]) -> SideNumbers:
    """The numbers of these texts."""
    shape = len(side_texts) + 1, len(SEAT_NUMBERS)
    numbers = SideNumbers(np.full(shape, -1, np.int8), np.full(shape, -1), np.full(shape[0], -1))
    for at, text in enumerate(side_texts):
        side_fact = read_side_facts(text)
        places = [SIDE_LETTERS.find(letter) for letter in side_fact.sides]
        numbers.side[at, : len(places)] = places
        if side_fact.counts:
            numbers.counts[at, : len(places)] = [side_fact.counts[place] if place >= 0 else -1 for place in places]
        numbers.lost[at] = len(set(side_fact.sides) - {RESTS}) - len(side_fact.winners)
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
    side_fact = read_side_facts(text)
    if (side_fact.counts or side_fact.decided or len(side_fact.bonuses or ()) > 1) if caller else count >= 0:
        return None
    seats = tuple(map(str, SEAT_NUMBERS[: len(side_fact.sides)]))
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
        sides=side_fact.sides,
        counts=side_fact.counts,
        bonuses=side_fact.bonuses,
        winners=side_fact.winners or None,
        decided=side_fact.decided or None,
    )
    try:
        follows = due(record, frozen_variant(*variant))
    except (ScorerError, ValueError):
        return None
    if follows[:3] != (side_fact.sides, side_fact.winners, outcome):
        return None
    return (*(follows.units.get(seat, 0) for seat in map(str, SEAT_NUMBERS)), follows.target)
