"""The next round, after what was really played: with the fewest repeats, by lot, or by place."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from scorer.tournaments.seating.apart import check_apart, check_possible, refusal, separate
from scorer.tournaments.seating.ordering import ordered
from scorer.tournaments.seating.round_quality import (
    FIVES_AND_SIXES,
    Pair,
    Round,
    least_rested,
    meetings,
    seating_of,
    seats_more,
    table_sizes,
)
from scorer.tournaments.seating.search import APART, NOBODY, Budget, Lots, Search

BUDGET = Budget(per_player=1_500, fewest=5_000, most=200_000)
BEGINNINGS = 4  # by lot, and so is who rests; the best end counts
SearchedRound = tuple[Search, list[int]]  # a search, and the line of players that it is of


def next_round(players: Sequence[int], past: Sequence[Round], *, sizes: Sequence[int] = FIVES_AND_SIXES,
               seed: int = 0, apart: Collection[Pair] = (), budget: Budget = BUDGET) -> Round:  # fmt: skip
    """The round with the fewest repeats for whoever is there now; the past may name players who are gone."""
    met = {pair: times for pair, times in meetings(past).items() if pair <= set(players)}
    return _by_search(players, past, sizes, seed, apart, budget, met=met, beginnings=BEGINNINGS)


def by_lot(players: Sequence[int], past: Sequence[Round], *, sizes: Sequence[int] = FIVES_AND_SIXES,
           seed: int = 0, apart: Collection[Pair] = (), budget: Budget = BUDGET) -> Round:  # fmt: skip
    """A plain draw, whoever met before: the past says only who rested, dealt and sat where."""
    return _by_search(players, past, sizes, seed, apart, budget, met=NOBODY, beginnings=1)


def _by_search(players: Sequence[int], past: Sequence[Round], sizes: Sequence[int], seed: int, apart: Collection[Pair],
               budget: Budget, *, met: Mapping[Pair, int], beginnings: int) -> Round:  # fmt: skip
    """The best of so many beginnings by lot, each improved as to how often pairs `met`."""
    tables = table_sizes(len(players), sizes)
    lots = Lots(seed, len(past), len(players))
    pairs = _pairs(apart, players, tables)
    larger = seats_more(past, min(sizes))

    def drawn(first: Sequence[int]) -> SearchedRound:
        """A draw in which `first` rest before all others."""
        draws: list[SearchedRound] = []
        while len(draws) < beginnings and not (draws and not draws[-1][0].best):
            line = _line(lots.shuffled(sorted(players)), past, tables, larger, first)
            place = {player: at for at, player in enumerate(line)}
            before = {frozenset(place[player] for player in pair): times for pair, times in met.items()}
            sat = {place[player]: times for player, times in larger.items() if player in place}
            search = Search([list(range(len(line)))], tables, before, _numbered(pairs, line), sat)
            search.anneal(budget, lots)  # one that repeats nothing and keeps all apart stays as it is
            draws.append((search, line))
        return min(draws, key=lambda draw: draw[0].best)

    return _kept_apart(drawn, players, past, tables, pairs, lots, budget.numbers)


def by_place(order: Sequence[int], past: Sequence[Round], *, sizes: Sequence[int] = FIVES_AND_SIXES,
             seed: int = 0, apart: Collection[Pair] = (), budget: Budget = BUDGET) -> Round:  # fmt: skip
    """The first of `order` at table 1, the next at table 2 and so on.

    Those rest who rested least, the last of the order first. Of two who are kept apart the one placed lower changes
    places with the nearest at another table, the lower neighbour first.
    """
    tables = table_sizes(len(order), sizes)
    lots = Lots(seed, len(past), len(order))
    pairs = _pairs(apart, order, tables)

    def drawn(first: Sequence[int]) -> SearchedRound:
        """The draw by place in which `first` rest before all others."""
        bench = _resting(order[::-1], past, len(order) - sum(tables), first)
        seated = [*(player for player in order if player not in set(bench)), *bench]
        search = Search([list(range(len(seated)))], tables, apart=_numbered(pairs, seated), larger=None)
        separate(search)
        if search.best >= APART:
            search.anneal(budget, lots)
        return search, seated

    return _kept_apart(drawn, order, past, tables, pairs, lots, numbers=0)


def _kept_apart(draw: Callable[[Sequence[int]], SearchedRound], players: Sequence[int], past: Sequence[Round],
                tables: Sequence[int], pairs: Sequence[Pair], lots: Lots, numbers: int) -> Round:  # fmt: skip
    """A draw in which no pair meets that is to be kept apart, in seat order, the tables numbered by so many exchanges.

    As few as possible of those pairs rest out of turn for it. Raises SeatingError where none is found.
    """
    first: list[int] = []
    left = pairs
    rests = Counter(player for played in past for player in played.resting)
    search, line = draw(first)
    while search.best >= APART and left and len(first) < len(players) - sum(tables):
        in_pairs = Counter(player for pair in left for player in pair)
        first.append(min(in_pairs, key=lambda player: (-in_pairs[player], rests[player], player)))
        left = [pair for pair in left if first[-1] not in pair]
        search, line = draw(first)
    if search.best >= APART:
        raise refusal(pairs, tables)
    tables_of_players = [[line[at] for at in table] for table in search.tables()[0]]
    return seating_of(ordered([tables_of_players], past, lots, numbers)[0], line)


def _line(players: Sequence[int], past: Sequence[Round], tables: Sequence[int], larger: Counter[int],
          first: Sequence[int]) -> list[int]:  # fmt: skip
    """The players in this order, table by table, then the bench; `first` rest before all others.

    After them those rest who rested least; the others sit at the larger tables who did so least. Among equals, the last
    of the order come to a larger table, and those rest who sat at larger ones most.
    """
    bench = _resting(sorted(players, key=lambda player: -larger[player]), past, len(players) - sum(tables), first)
    left = [player for player in players if player not in set(bench)]
    place = {player: at for at, player in enumerate(left)}
    at_size: dict[int, Iterator[int]] = {}
    for size in sorted(set(tables), reverse=True):
        by_turn = sorted(left, key=lambda player: (larger[player], -place[player]))
        here = set(by_turn[: size * tables.count(size)])
        at_size[size] = iter([player for player in left if player in here])
        left = [player for player in left if player not in here]
    return [*(next(at_size[size]) for size in tables for _seat in range(size)), *bench]


def _resting(players: Sequence[int], past: Sequence[Round], count: int, first: Sequence[int]) -> list[int]:
    """The `count` who rest: `first`, then those who rested least, in the order of `players` among equals."""
    rests = Counter(player for played in past for player in played.resting)
    others = [player for player in players if player not in first]
    return [*first, *least_rested(others, rests, count - len(first))]


def _pairs(apart: Collection[Pair], players: Sequence[int], tables: Sequence[int]) -> list[Pair]:
    """The pairs of which both are there; raises SeatingError where it is plain that they cannot be kept apart."""
    pairs = check_apart([pair for pair in apart if pair <= set(players)], players)
    check_possible(pairs, players, tables)
    return pairs


def _numbered(pairs: Collection[Pair], line: Sequence[int]) -> list[Pair]:
    """The pairs by the places of the players in the line."""
    place = {player: at for at, player in enumerate(line)}
    return [frozenset(place[player] for player in pair) for pair in pairs]
