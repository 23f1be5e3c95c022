"""Rounds of tables: how many of which size, who rests; how good they are together, and how good they can be."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

from scorer.language import N_, _, ngettext
from scorer.tournaments.seating.errors import SeatingError

SeatOrder = tuple[int, ...]  # in playing order, counter-clockwise; the first of them deals first
Pair = frozenset[int]


@dataclass(frozen=True, slots=True)
class Round:
    """Who sits where in one round: table 1 first; `resting` in the order of their numbers."""

    tables: tuple[SeatOrder, ...]
    resting: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Meetings:
    """How good a seating is; every figure is better the lower it is.

    `repeats` counts each meeting of a pair after its first, `clashes` each pair of rounds in which the same two meet
    (meetings choose 2), `twice` the pairs that meet more than once, `most` the meetings of the pair that meets most
    often. `dealers` is the difference between the most and the fewest first deals of a player; `neighbours` counts
    each time after the first that the same player sits to somebody's right, `numbers` each time after the first that
    somebody is at the same table number; `larger` is the difference between the most and the fewest times at a table
    larger than the smallest; `fewest_rests` and `most_rests` are over the players; `apart` counts the meetings of
    pairs that were to be kept apart.
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
    """How good these rounds are together."""
    met = meetings(rounds)
    everybody = sorted({player for played in rounds for player in present(played)})
    dealers = Counter(table[0] for played in rounds for table in played.tables)
    rests = Counter(player for played in rounds for player in played.resting)
    smallest = min((len(table) for played in rounds for table in played.tables), default=0)
    larger = Counter(
        player for played in rounds for table in played.tables if len(table) > smallest for player in table
    )
    return Meetings(
        repeats=sum(times - 1 for times in met.values()),
        clashes=sum(times * (times - 1) // 2 for times in met.values()),
        twice=sum(times > 1 for times in met.values()),
        most=max(met.values(), default=0),
        dealers=_spread(dealers, everybody),
        neighbours=_again(pair for played in rounds for table in played.tables for pair in neighbours(table)),
        numbers=_again((player, at) for played in rounds for at, table in enumerate(played.tables) for player in table),
        larger=_spread(larger, everybody),
        fewest_rests=min((rests[player] for player in everybody), default=0),
        most_rests=max(rests.values(), default=0),
        apart=sum(met[pair] for pair in set(apart)),
    )


def seating_of(tables: Iterable[SeatOrder], players: Iterable[int]) -> Round:
    """A round of these tables: whoever of the players sits at none of them rests."""
    seated = tuple(tables)
    return Round(seated, tuple(sorted(set(players).difference(*seated))))


def present(played: Round) -> Iterator[int]:
    """Everybody who is there in a round, resting or not."""
    for table in played.tables:
        yield from table
    yield from played.resting


def meetings(rounds: Iterable[Round]) -> Counter[Pair]:
    """How often each pair sat at one table."""
    return Counter(frozenset(pair) for played in rounds for table in played.tables for pair in combinations(table, 2))


def seats_more(rounds: Iterable[Round], smallest: int) -> Counter[int]:
    """How many seats above `smallest` the tables of each player had, added up."""
    sat: Counter[int] = Counter()
    for played in rounds:
        for table in played.tables:
            sat.update(dict.fromkeys(table, len(table) - smallest))
    return sat


def neighbours(table: SeatOrder) -> Iterator[tuple[int, int]]:
    """Everybody at a table with their neighbour on the right, who plays next."""
    return zip(table, (*table[1:], table[0]), strict=True)


def _spread(counts: Counter[int], everybody: Iterable[int]) -> int:
    numbers = [counts[player] for player in everybody]
    return max(numbers, default=0) - min(numbers, default=0)


def _again(things: Iterable[tuple[int, int]]) -> int:
    """How many of them are repeats."""
    return sum(times - 1 for times in Counter(things).values())


SMALLEST, LARGEST = 3, 8  # of a table
OF_SIDES: Final = (2,)  # where those who are seated are sides, of which two sit at a table
FIVES_AND_SIXES: Final = (5, 6)


def table_sizes(players: int, sizes: Sequence[int] = FIVES_AND_SIXES) -> tuple[int, ...]:
    """The sizes of the tables in the order of their numbers: those of the first-named size first.

    As many play as can, at as many tables of the first-named size as that allows, then of the second and so on.
    """
    if not sizes or (tuple(sizes) != OF_SIDES and any(not SMALLEST <= size <= LARGEST for size in sizes)):
        template = N_("tables of {sizes}: a table has {smallest} to {largest} seats")
        sizes_named = ", ".join(map(str, sizes)) or _("none")
        raise SeatingError(_(template, sizes=sizes_named, smallest=SMALLEST, largest=LARGEST))
    if players < (smallest := min(sizes)):
        fault = ngettext(
            "{count} player: the smallest table needs {smallest}",
            "{count} players: the smallest table needs {smallest}",
            players,
            smallest=smallest,
        )
        raise SeatingError(fault)
    seated = next(total for total in range(players, 0, -1) if _fills(total, tuple(sizes)))
    tables: list[int] = []
    for at, size in enumerate(sizes):
        later = tuple(sizes[at + 1 :])
        count = next(count for count in range(seated // size, -1, -1) if _fills(seated - count * size, later))
        tables += [size] * count
        seated -= count * size
    return tuple(tables)


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


def fewest_clashes(
    players: int, rounds: int, *, sizes: Sequence[int] = FIVES_AND_SIXES, shared_out: bool = True
) -> int:
    """No seating has fewer clashes (meetings of a pair choose 2, over all pairs) than this.

    The highest of these bounds: meetings shared out evenly over all pairs; what any two rounds have in common, because
    the players of one table spread over too few tables of the other, after those are taken away that spare most by
    resting there; and, `shared_out`, that of seatings that share out the larger tables: then who sits at one in a round
    mostly comes from the smaller ones.
    """
    tables = table_sizes(players, sizes)
    count, resting = len(tables), players - sum(tables)
    spared = sorted(((size - 1 - at) // count for size in tables for at in range(min(size, resting))), reverse=True)
    shared = sum(even(size, count) for size in tables) - sum(spared[:resting])
    meetings = rounds * sum(comb(size, 2) for size in tables)
    turns = _taking_turns(tables, players, rounds) if shared_out else 0
    return max(even(meetings, comb(players, 2)), shared * comb(rounds, 2), turns)


def _taking_turns(tables: Sequence[int], players: int, rounds: int) -> int:
    """The bound where everybody sits at the larger tables equally often or once more; 0 where that is not known.

    How often somebody sits at a larger table in both of two rounds is then the same in every seating, over all pairs of
    rounds together. What two rounds share is convex in it: it is least where each two have it equally often.
    """
    large = [size for size in tables if size > min(tables)]
    if not large or len(set(large)) > 1 or players > sum(tables) or rounds == 1:
        return 0
    in_both = even(rounds * sum(large), players)
    in_each, more = divmod(in_both, comb(rounds, 2))
    at_best = [_shared_in_turn(len(tables) - len(large), len(large), tables, both) for both in (in_each, in_each + 1)]
    return (comb(rounds, 2) - more) * at_best[0] + more * at_best[1]


def _shared_in_turn(small: int, large: int, tables: Sequence[int], both: int) -> int:
    """The fewest pairs that sit together in two rounds, when so many sit at a larger table in both.

    They spread over the tables that they could come from and go to, and so do those who come to a larger table, those
    who leave one, and those who sit at none in either.
    """
    moving = large * max(tables) - both
    return (
        even(both, large * large)
        + 2 * even(moving, large * small)
        + even(max(small * min(tables) - moving, 0), small * small)
    )


def even(meetings: int, pairs: int) -> int:
    """The clashes when so many meetings are shared out evenly."""
    meetings_each, more = divmod(meetings, pairs)
    return pairs * comb(meetings_each, 2) + more * meetings_each
