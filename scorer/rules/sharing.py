"""Whether the counting cards of a pack can be shared out so that each side has its card points.

Four aces of 11, four threes of 10, four kings of 4, four horses of 3, four jacks of 2, whatever else is in the pack;
regional packs give these numbers to other ranks. Source: docs/rules.md, "The deck".
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from operator import mul, sub
from typing import Final

from scorer.rules.cards import COUNTING, SUITS

Cards = tuple[int, ...]  # how many of each counting rank, in the order of COUNTING
WHOLE_PACK: Final[Cards] = (SUITS,) * len(COUNTING)
KNOWN: Final = 4096  # counts that are remembered: a season has few different ones


def can_be_shared(card_points: Sequence[int], cards: Cards = WHOLE_PACK) -> bool:
    """Whether these cards can be shared so that each side has its card points; cards may be left over.

    The smallest first: few cards make them, so that what cannot be is known soon.
    """
    return _can_be_shared(tuple(sorted(card_points)), cards)


@lru_cache(KNOWN)
def _can_be_shared(card_points: tuple[int, ...], cards: Cards) -> bool:
    if not card_points:
        return True
    for taken in _choices().get(card_points[0], ()):
        left = tuple(map(sub, cards, taken))
        if min(left) >= 0 and _can_be_shared(card_points[1:], left):
            return True
    return False


@lru_cache
def _choices() -> dict[int, list[Cards]]:
    """Every choice among all counting cards, by the card points that it makes."""
    found: dict[int, list[Cards]] = {}
    for taken in product(range(SUITS + 1), repeat=len(COUNTING)):
        found.setdefault(sum(map(mul, taken, COUNTING)), []).append(taken)
    return found
