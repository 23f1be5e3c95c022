"""How many tables of which size, and who rests where not everybody fits."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from scorer.rules.errors import SeatingError

SMALLEST, LARGEST = 3, 8  # of a table
FIVES_AND_SIXES: Final = (5, 6)


def table_sizes(players: int, sizes: Sequence[int] = FIVES_AND_SIXES) -> tuple[int, ...]:
    """The sizes of the tables in the order of their numbers: those of the first-named size first.

    As many play as can, at as many tables of the first-named size as that allows, then of the second and so on.
    """
    _check(players, sizes)
    seated = next(total for total in range(players, 0, -1) if _fills(total, tuple(sizes)))
    found: list[int] = []
    for at, size in enumerate(sizes):
        later = tuple(sizes[at + 1 :])
        count = next(count for count in range(seated // size, -1, -1) if _fills(seated - count * size, later))
        found += [size] * count
        seated -= count * size
    return tuple(found)


def _check(players: int, sizes: Sequence[int]) -> None:
    if not sizes or any(not SMALLEST <= size <= LARGEST for size in sizes):
        named = ", ".join(map(str, sizes)) or "none"
        raise SeatingError(f"tables of {named}: a table has {SMALLEST} to {LARGEST} seats")
    if players < min(sizes):
        raise SeatingError(f"{players} players: the smallest table needs {min(sizes)}")


@cache
def _fills(players: int, sizes: tuple[int, ...]) -> bool:
    """Whether tables of these sizes seat exactly so many."""
    if not sizes:
        return players == 0
    first, *later = sizes
    return any(_fills(players - count * first, tuple(later)) for count in range(players // first + 1))


def least_rested(players: Iterable[int], rests: Mapping[int, int], count: int) -> list[int]:
    """The `count` players who rested least so far, the earlier of `players` first."""
    return sorted(players, key=lambda player: rests.get(player, 0))[:count]
