"""Which counts the cards of a deal can make together, against every way to share out the twenty cards that count."""

from collections.abc import Iterator
from itertools import product

import pytest

from scorer.rules.cards import can_be_shared

PACK = (11, 10, 4, 3, 2)  # ace, three, king, horse, jack; four of each


def shared_out(sides: int) -> set[tuple[int, ...]]:
    """All counts that so many sides can have, smallest first: the cards rank by rank, four of a rank in every way."""
    splits = [split for split in product(range(5), repeat=sides) if sum(split) == 4]
    shared = {(0,) * sides}
    for value in PACK:
        shared = {
            tuple(sorted(count + value * cards for count, cards in zip(counts, split, strict=True)))
            for counts in shared
            for split in splits
        }
    return shared


def all_counts(sides: int, total: int = 120, least: int = 0) -> Iterator[tuple[int, ...]]:
    """Every way in which so many counts make the total, smallest first."""
    if sides == 1:
        yield (total,)
        return
    for first in range(least, total // sides + 1):
        for others in all_counts(sides - 1, total - first, first):
            yield first, *others


@pytest.mark.parametrize("sides", [2, 3])
def test_what_the_cards_can_make_together_is_found_whatever_the_counts(sides: int) -> None:
    assert {counts for counts in all_counts(sides) if can_be_shared(counts)} == shared_out(sides)


def test_of_two_sides_only_1_and_119_cannot_be() -> None:
    assert [a for a in range(61) if not can_be_shared((a, 120 - a))] == [1]


def test_five_sides_cannot_have_a_jack_each_and_nothing_else() -> None:
    # 2 is one jack, of which there are four; 3 is a horse
    assert not can_be_shared((2, 2, 2, 2, 2, 110))
    assert can_be_shared((2, 2, 2, 2, 3, 109))
    # a 5 is a horse and a jack, and every 7 has a horse (4+3, 2+2+3): there are four horses
    assert not can_be_shared((5, 5, 5, 5, 7, 93))
    assert can_be_shared((5, 5, 5, 7, 98))


def test_cards_that_a_bonus_holds_are_not_shared_out() -> None:
    # without one king and one horse: 113 are left
    left = (4, 4, 3, 3, 4)
    assert can_be_shared((113, 0), left)
    assert can_be_shared((16, 97), left)
    assert not can_be_shared((114,), left)
