"""A whole schedule: a perfect plan where there is one, improved and completed by search where there is none."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Final

from scorer.language import _
from scorer.tournaments.seating.apart import check_apart, check_possible, refusal, relabelled
from scorer.tournaments.seating.errors import SeatingError
from scorer.tournaments.seating.ordering import ordered, share_larger
from scorer.tournaments.seating.perfect import PlayersByTable, perfect
from scorer.tournaments.seating.round_quality import FIVES_AND_SIXES, Pair, Round, fewest_clashes, table_sizes
from scorer.tournaments.seating.search import APART, CHANCE, CLASH, Budget, Lots, RoundOrder, Search

BUDGET = Budget(per_player=2_500, fewest=100_000, most=1_500_000)


def schedule(players: int, rounds: int, *, sizes: Sequence[int] = FIVES_AND_SIXES, seed: int = 0,
             apart: Collection[Pair] = (), budget: Budget = BUDGET) -> tuple[Round, ...]:  # fmt: skip
    """A schedule of so many rounds for players from 1 on; raises SeatingError where the pairs cannot be kept apart.

    The search is the same for every seed, so that every seed is as good: it draws who is who in it, and the seats.
    """
    if rounds < 1:
        raise SeatingError(_("{rounds} rounds: a schedule has at least one", rounds=rounds))
    tables = table_sizes(players, sizes)
    everybody = range(1, players + 1)
    pairs = check_apart(apart, everybody)
    check_possible(pairs, everybody, tables)
    lots = Lots(seed, players, rounds)
    search = _sought(players, rounds, sizes, budget)
    met: set[Pair] = set()
    if pairs:
        tables_met = (table for round_tables in search.tables() for table in round_tables)
        met = {frozenset(two) for table in tables_met for two in combinations(table, 2)}
    names = relabelled(players, met, [(a - 1, b - 1) for a, b in map(sorted, pairs)], lots)
    place = {name: at for at, name in enumerate(names)}
    foes = {frozenset(place[player - 1] for player in pair) for pair in pairs}
    if met & foes:
        search = _kept_apart(search, tables, foes, lots, budget)
        if search.best >= APART:
            raise refusal(pairs, tables)
    search.found = [[names[player] + 1 for player in line] for line in search.found]
    in_order = ordered(search.tables(), (), lots, budget.numbers)
    return tuple(Round(tuple(seats), bench) for seats, bench in zip(in_order, search.benches(), strict=True))


def _sought(players: int, rounds: int, sizes: Sequence[int], budget: Budget) -> Search:
    """The best rounds that are found for so many, the same at every call."""
    tables = table_sizes(players, sizes)
    lots = Lots(SEARCH_SEEDS.get(players, {}).get(rounds, 0), players, rounds)
    lines = _begun(players, rounds, tables, lots)
    search = Search(share_larger(lines, tables, lots), tables)
    search.anneal(budget, lots, goal=CLASH * fewest_clashes(players, rounds, sizes=sizes))
    return search


def _begun(players: int, rounds: int, tables: Sequence[int], lots: Lots) -> list[RoundOrder]:
    """The rounds of a perfect plan as far as it goes, then by lot; everybody rests in turn."""
    order = sorted(range(len(tables)), key=lambda at: tables[at])
    resting = players - sum(tables)
    lines = []
    for round_tables in _plan(sorted(tables), rounds) if not resting else ():
        numbered = sorted(zip(order, round_tables, strict=True))
        lines.append([player for _place, table in numbered for player in table])
    while len(lines) < rounds:
        turn = len(lines) * resting
        bench = [(turn + at) % players for at in range(resting)]
        lines.append([*lots.shuffled(player for player in range(players) if player not in set(bench)), *bench])
    return lines


def _plan(tables: Sequence[int], rounds: int) -> list[PlayersByTable]:
    """The rounds of a construction: the one for these tables, or that of the smaller ones with more players added."""
    exact, seats = perfect(tables, rounds), min(tables)
    if len(exact) == rounds or tables[-1] != seats + 1:
        return exact
    plan = perfect([seats] * len(tables), rounds)
    for at, round_tables in enumerate(plan):
        for more in range(sum(tables) - seats * len(tables)):
            round_tables[(at + more) % len(round_tables)].append(seats * len(tables) + more)
        round_tables.sort(key=len)
    return plan


def _kept_apart(search: Search, tables: Sequence[int], foes: Collection[Pair], lots: Lots, budget: Budget) -> Search:
    """The rounds changed until no two foes meet: from those found before, else from new ones by lot."""
    again = Search(search.found, tables, apart=foes)
    again.anneal(budget, lots)
    if again.best >= APART:
        by_lot = [[*lots.shuffled(line[: sum(tables)]), *line[sum(tables) :]] for line in search.found]
        again = Search(share_larger(by_lot, tables, lots), tables, apart=foes)
        again.anneal(budget, lots, chance=4 * CHANCE)
    return again


# Where the search began when it got furthest: found by trying, for tables of five and six and two to eight rounds. The
# search for so many players and rounds is the same at every call, so it may as well begin where it ends best. A number
# is the seed of its lots; where none stands 0 is as good as any that was tried. They save 2 clashes in 100, and seat
# 43 x 5, 47 x 6 and 57 x 7 so that nobody meets twice, which seed 0 does not. They hold for the search as it is:
# whoever changes it loses no seating, only the better beginning.
SEARCH_SEEDS: Final[Mapping[int, Mapping[int, int]]] = {  # by players, and by rounds
    13: {6: 13, 7: 10, 8: 6},
    14: {4: 2, 6: 4, 7: 1, 8: 5},
    15: {7: 9, 8: 2},
    16: {8: 2},
    18: {7: 2},
    19: {6: 5, 7: 3, 8: 6},
    20: {6: 9, 7: 1, 8: 1},
    21: {6: 2, 7: 1, 8: 1},
    24: {6: 17, 7: 2, 8: 12},
    26: {6: 2, 7: 2},
    27: {6: 2, 7: 2, 8: 1},
    28: {7: 2},
    29: {7: 1, 8: 2},
    31: {8: 2},
    32: {5: 1, 7: 2, 8: 2},
    33: {5: 1, 7: 2, 8: 1},
    36: {6: 1, 7: 2, 8: 2},
    37: {5: 2, 8: 1},
    38: {6: 1, 7: 2, 8: 1},
    39: {5: 1},
    41: {8: 1},
    42: {7: 1},
    43: {5: 1, 6: 2, 7: 1, 8: 1},
    44: {8: 2},
    46: {7: 1, 8: 1},
    47: {6: 1, 7: 1, 8: 1},
    49: {6: 1, 7: 1, 8: 1},
    50: {8: 9},
    51: {8: 1},
    53: {7: 2, 8: 1},
    54: {7: 1, 8: 2},
    57: {7: 1, 8: 1},
    58: {8: 1},
}
