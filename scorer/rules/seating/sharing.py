"""Who sits at the larger tables: shared out before the search for few meetings, which leaves it so."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product

from scorer.rules.seating.lots import Lots
from scorer.rules.seating.search import Line, Search

LOOKED_AT = 12  # exchanges that share out equally well; the one that costs the fewest meetings is made


def share_larger(lines: Sequence[Line], tables: Sequence[int], lots: Lots) -> list[Line]:
    """The rounds, after players changed places until nobody sits at larger tables more than once more than another.

    Where the tables have more than two sizes, until no exchange shares the seats out better.
    """
    search = Search(lines, tables)
    rounds, at, idle = len(lines), 0, 0
    while idle < rounds:
        found = [_cost(search, at, one, other) for one, other in _fairer(search, at, lots)]
        if found:
            _, one, other = min(found)
            search.exchange(at, one, other)
        idle = 0 if found else idle + 1
        at = (at + 1) % rounds
    return search.lines


def _cost(search: Search, at: int, one: int, other: int) -> tuple[int, int, int]:
    """What an exchange would make of the cost, and between which seats it is."""
    search.exchange(at, one, other)
    cost = search.cost
    search.exchange(at, one, other)
    return cost, one, other


def _fairer(search: Search, at: int, lots: Lots) -> Iterator[tuple[int, int]]:
    """Some exchanges of a round that share out better: who was at larger tables most with who was so least."""
    more, line, larger = search.more[: len(search.table_of)], search.lines[at], search.larger
    for low, high in combinations(sorted(set(more)), 2):
        large, small = ([seat for seat, each in enumerate(more) if each == size] for size in (high, low))
        most, fewest = max(larger[line[seat]] for seat in large), min(larger[line[seat]] for seat in small)
        if most - fewest > high - low:
            large = lots.shuffled(seat for seat in large if larger[line[seat]] == most)
            small = lots.shuffled(seat for seat in small if larger[line[seat]] == fewest)
            yield from islice(product(large, small), LOOKED_AT)
