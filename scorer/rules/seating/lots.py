"""Lots: what is drawn follows from the seed alone, on every machine and under every version of Python."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Lots:
    """A stream of lots. Only `Random.random` is drawn on: Python promises that its sequence stays the same."""

    __slots__ = ("random",)

    def __init__(self, *seed: int) -> None:
        self.random = Random("/".join(map(str, seed))).random  # noqa: S311 - a draw that anybody can repeat

    def below(self, end: int) -> int:
        """A whole number from 0 to `end` - 1."""
        return int(self.random() * end)

    def one_of(self, things: Sequence[T]) -> T:
        """One of them."""
        return things[self.below(len(things))]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """All of them in an order of its own (Fisher and Yates)."""
        left = list(things)
        for at in range(len(left) - 1, 0, -1):
            other = self.below(at + 1)
            left[at], left[other] = left[other], left[at]
        return left
