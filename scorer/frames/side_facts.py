"""The facts of deals of sides as numbers: who is with whom, what they counted, how many lost."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from scorer.rules.cards import read_numbers
from scorer.rules.deal_facts import SEATS, Facts
from scorer.rules.kinds import RESTS, SIDE_LETTERS


class SideNumbers(NamedTuple):
    """The facts as numbers, a row for each deal of sides, and behind them a row of -1 for a deal without sides.

    `side` (rows by seats) is the place of the player's side among the letters, `counts` (rows by seats) what that side
    counted, -1 for none; `lost` (a number for each row) is how many sides lost.
    """

    side: npt.NDArray[np.int8]
    counts: npt.NDArray[np.int64]
    lost: npt.NDArray[np.int64]


@lru_cache(maxsize=8)
def side_numbers(side_facts: tuple[Facts, ...]) -> SideNumbers:
    """The numbers of these facts."""
    shape = len(side_facts) + 1, len(SEATS)
    numbers = SideNumbers(np.full(shape, -1, np.int8), np.full(shape, -1), np.full(shape[0], -1))
    for at, facts in enumerate(side_facts):
        sides, counts = facts.sides or "", read_numbers(facts.counts)
        places = [SIDE_LETTERS.find(letter) for letter in sides]
        numbers.side[at, : len(places)] = places
        if counts:
            numbers.counts[at, : len(places)] = [counts[place] if place >= 0 else -1 for place in places]
        numbers.lost[at] = len(set(sides) - {RESTS}) - len(facts.winners or "")
    return numbers
