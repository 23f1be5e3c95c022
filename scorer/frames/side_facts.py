"""The facts of a deal of sides: who is with whom, what they counted, who has won and by what."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from db.laws import SEAT_NUMBERS
from scorer.rules.cards import read_numbers
from scorer.rules.kinds import RESTS, SIDE_LETTERS

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
