"""A round of tables, and how good several of them are together."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

Seats = tuple[int, ...]  # in playing order, counter-clockwise; the first of them deals first
Pair = frozenset[int]


@dataclass(frozen=True, slots=True)
class Round:
    """Who sits where in one round: table 1 first; `resting` in the order of their numbers."""

    tables: tuple[Seats, ...]
    resting: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Meetings:
    """How good a seating is; every figure is better the lower it is.

    `repeats` counts each meeting of a pair after its first, `clashes` each pair of rounds in which the same two meet
    (meetings choose 2), `twice` the pairs that meet more than once, `most` the meetings of the pair that meets most
    often. `dealers` is by how much the players differ in how often they deal first; `neighbours` counts who sits to
    somebody's right once more, `numbers` who is at a table number once more, both after the first time; `larger` is
    by how much the players differ in how often they sit at a table larger than the smallest; `fewest_rests` and
    `most_rests` are over the players; `apart` the times a pair met that was to be kept apart.
    """

    repeats: int
    clashes: int
    twice: int
    most: int
    dealers: int
    neighbours: int
    numbers: int
    larger: int
    fewest_rests: int
    most_rests: int
    apart: int


def measure(rounds: Sequence[Round], apart: Collection[Pair] = ()) -> Meetings:
    """What can be said for and against these rounds together."""
    met = meetings(rounds)
    everybody = sorted({player for each in rounds for player in present(each)})
    dealers = Counter(table[0] for each in rounds for table in each.tables)
    rests = Counter(player for each in rounds for player in each.resting)
    smallest = min((len(table) for each in rounds for table in each.tables), default=0)
    larger = Counter(player for each in rounds for table in each.tables if len(table) > smallest for player in table)
    return Meetings(
        repeats=sum(times - 1 for times in met.values()),
        clashes=sum(times * (times - 1) // 2 for times in met.values()),
        twice=sum(times > 1 for times in met.values()),
        most=max(met.values(), default=0),
        dealers=_spread(dealers, everybody),
        neighbours=_again(pair for each in rounds for table in each.tables for pair in neighbours(table)),
        numbers=_again((player, at) for each in rounds for at, table in enumerate(each.tables) for player in table),
        larger=_spread(larger, everybody),
        fewest_rests=min((rests[player] for player in everybody), default=0),
        most_rests=max(rests.values(), default=0),
        apart=sum(met[pair] for pair in set(apart)),
    )


def present(each: Round) -> Iterator[int]:
    """Everybody who is there in a round, resting or not."""
    for table in each.tables:
        yield from table
    yield from each.resting


def meetings(rounds: Iterable[Round]) -> Counter[Pair]:
    """How often each pair sat at one table."""
    return Counter(frozenset(pair) for each in rounds for table in each.tables for pair in combinations(table, 2))


def seats_more(rounds: Iterable[Round], smallest: int) -> Counter[int]:
    """How many seats more than a table of `smallest` everybody's tables had, added up."""
    sat: Counter[int] = Counter()
    for each in rounds:
        for table in each.tables:
            sat.update(dict.fromkeys(table, len(table) - smallest))
    return sat


def neighbours(table: Seats) -> Iterator[tuple[int, int]]:
    """Everybody at a table with who plays next: the neighbour on the right."""
    return zip(table, (*table[1:], table[0]), strict=True)


def _spread(counts: Counter[int], everybody: Iterable[int]) -> int:
    """The largest count less the smallest."""
    each = [counts[player] for player in everybody]
    return max(each, default=0) - min(each, default=0)


def _again(things: Iterable[tuple[int, int]]) -> int:
    """How many of them were there before."""
    return sum(times - 1 for times in Counter(things).values())
