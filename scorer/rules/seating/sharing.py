"""Who sits at the larger tables: shared out where it costs no repeated meeting."""

from collections import Counter
from collections.abc import Sequence

from scorer.rules.seating.lots import Lots
from scorer.rules.seating.search import Line, Search

TRIES = 60_000


def share_larger(search: Search, lots: Lots) -> list[Line]:
    """The rounds of a search that has changed nothing yet, after those at larger tables changed places with others.

    Only with others who were there at least two times less, and only where no cost rises.
    """
    large, small = _seats(search)
    counts = Counter(line[seat] for line in search.lines for seat in large)
    for _ in range(TRIES if large else 0):
        at, one, other = lots.below(len(search.lines)), lots.one_of(large), lots.one_of(small)
        a, b = search.lines[at][one], search.lines[at][other]
        if counts[a] >= counts[b] + 2:
            cost = search.cost
            search.exchange(at, one, other)
            if search.cost > cost:
                search.exchange(at, one, other)
            else:
                counts[a] -= 1
                counts[b] += 1
    return search.lines


def _seats(search: Search) -> tuple[Sequence[int], Sequence[int]]:
    """The seats at tables larger than the smallest, and the others."""
    sizes = [high - low for low, high in search.ends]
    seats = range(len(search.table_of))
    large = [seat for seat in seats if sizes[search.table_of[seat]] > min(sizes)]
    return large, sorted(set(seats) - set(large))
