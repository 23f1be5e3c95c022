"""Whether the counting cards of a pack can be shared out so that each side has its card points.

Four aces of 11, four threes of 10, four kings of 4, four horses of 3, four jacks of 2, whatever else is in the pack;
regional packs give these numbers to other ranks. Source: docs/rules.md, "The deck".
"""

from collections.abc import Iterator, Sequence
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
    first, *others = card_points
    return any(_can_be_shared(tuple(others), tuple(map(sub, cards, taken))) for taken in _making(first, cards))


def _making(card_points: int, cards: Cards) -> Iterator[Cards]:
    """Every choice among these cards that makes so many card points."""
    for taken in _choices().get(card_points, ()):
        if all(has <= there for has, there in zip(taken, cards, strict=True)):
            yield taken


@lru_cache
def _choices() -> dict[int, list[Cards]]:
    """Every choice among all counting cards, by the card points that it makes."""
    found: dict[int, list[Cards]] = {}
    for taken in product(range(SUITS + 1), repeat=len(COUNTING)):
        found.setdefault(sum(map(mul, taken, COUNTING)), []).append(taken)
    return found
