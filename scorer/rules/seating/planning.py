"""A whole schedule: a perfect plan where there is one, improved and completed by search where there is none."""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Final

from scorer.rules.errors import SeatingError
from scorer.rules.seating.apart import check_apart, check_possible, refusal, relabelled
from scorer.rules.seating.ordering import ordered, share_larger
from scorer.rules.seating.perfect import Tables, perfect
from scorer.rules.seating.rounds import FIVES_AND_SIXES, Pair, Round, clashes_at, table_sizes, taking_turns
from scorer.rules.seating.search import APART, CHANCE, CLASH, Budget, Line, Lots, Search

BUDGET = Budget(each=2_500, fewest=100_000, most=1_500_000)


def schedule(players: int, rounds: int, *, sizes: Sequence[int] = FIVES_AND_SIXES, seed: int = 0,
             apart: Collection[Pair] = (), budget: Budget = BUDGET) -> tuple[Round, ...]:  # fmt: skip
    """So many rounds of players 1 to `players`; raises SeatingError where the pairs cannot be kept apart.

    What is sought is the same for every seed: it draws who is who in it, and the seats. So every seed is as good.
    """
    if rounds < 1:
        raise SeatingError(f"{rounds} rounds: a schedule has at least one")
    tables = table_sizes(players, sizes)
    everybody = range(1, players + 1)
    pairs = check_apart(apart, everybody)
    check_possible(pairs, everybody, tables)
    lots = Lots(seed, players, rounds)
    search = _sought(players, rounds, tables, budget)
    met: set[Pair] = set()
    if pairs:
        met = {frozenset(two) for each in search.tables() for table in each for two in combinations(table, 2)}
    names = relabelled(players, met, [(a - 1, b - 1) for a, b in map(sorted, pairs)], lots)
    place = {name: at for at, name in enumerate(names)}
    foes = {frozenset(place[player - 1] for player in pair) for pair in pairs}
    if met & foes:
        search = _kept_apart(search, tables, foes, lots, budget)
        if search.best >= APART:
            raise refusal(pairs, tables)
    search.found = [[names[player] + 1 for player in line] for line in search.found]
    found = ordered(search.tables(), (), lots, budget.numbers)
    return tuple(Round(tuple(each), bench) for each, bench in zip(found, search.benches(), strict=True))


def _sought(players: int, rounds: int, tables: Sequence[int], budget: Budget) -> Search:
    """The best rounds that are found for so many, the same at every call."""
    lots = Lots(search_seed(players, rounds), players, rounds)
    lines = _begun(players, rounds, tables, lots)
    search = Search(share_larger(lines, tables, lots), tables)
    goal = CLASH * max(clashes_at(tables, players, rounds), taking_turns(tables, players, rounds))
    search.anneal(budget, lots, goal=goal)
    return search


def _begun(players: int, rounds: int, tables: Sequence[int], lots: Lots) -> list[Line]:
    """The rounds of a perfect plan as far as it goes, then by lot; everybody rests in turn."""
    order = sorted(range(len(tables)), key=lambda at: tables[at])
    resting = players - sum(tables)
    lines = []
    for each in _plan(sorted(tables), rounds) if not resting else ():
        numbered = sorted(zip(order, each, strict=True))
        lines.append([player for _, table in numbered for player in table])
    while len(lines) < rounds:
        turn = len(lines) * resting
        bench = [(turn + at) % players for at in range(resting)]
        lines.append([*lots.shuffled(player for player in range(players) if player not in set(bench)), *bench])
    return lines


def _plan(tables: Sequence[int], rounds: int) -> list[Tables]:
    """The rounds of a construction: the one for these tables, or that of the smaller ones with more players added."""
    found, seats = perfect(tables, rounds), min(tables)
    if len(found) == rounds or tables[-1] != seats + 1:
        return found
    plan = perfect([seats] * len(tables), rounds)
    for at, each in enumerate(plan):
        for more in range(sum(tables) - seats * len(tables)):
            each[(at + more) % len(each)].append(seats * len(tables) + more)
        each.sort(key=len)
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
# is the seed of its lots; 0, or none, is as good as any that was tried. They save 2 clashes in 100, and seat 43 x 5,
# 47 x 6 and 57 x 7 so that nobody meets twice, which seed 0 does not. They hold for the search as it is: whoever
# changes it loses no seating, only the better beginning.
FIRST_ROUNDS: Final = 2
SEARCH_SEEDS: Final[dict[int, tuple[int, ...]]] = {  # by players: of two rounds, of three and so on
    13: (0, 0, 0, 0, 13, 10, 6),
    14: (0, 0, 2, 0, 4, 1, 5),
    15: (0, 0, 0, 0, 0, 9, 2),
    16: (0, 0, 0, 0, 0, 0, 2),
    18: (0, 0, 0, 0, 0, 2, 0),
    19: (0, 0, 0, 0, 5, 3, 6),
    20: (0, 0, 0, 0, 9, 1, 1),
    21: (0, 0, 0, 0, 2, 1, 1),
    24: (0, 0, 0, 0, 17, 2, 12),
    26: (0, 0, 0, 0, 2, 2, 0),
    27: (0, 0, 0, 0, 2, 2, 1),
    28: (0, 0, 0, 0, 0, 2, 0),
    29: (0, 0, 0, 0, 0, 1, 2),
    31: (0, 0, 0, 0, 0, 0, 2),
    32: (0, 0, 0, 1, 0, 2, 2),
    33: (0, 0, 0, 1, 0, 2, 1),
    36: (0, 0, 0, 0, 1, 2, 2),
    37: (0, 0, 0, 2, 0, 0, 1),
    38: (0, 0, 0, 0, 1, 2, 1),
    39: (0, 0, 0, 1, 0, 0, 0),
    41: (0, 0, 0, 0, 0, 0, 1),
    42: (0, 0, 0, 0, 0, 1, 0),
    43: (0, 0, 0, 1, 2, 1, 1),
    44: (0, 0, 0, 0, 0, 0, 2),
    46: (0, 0, 0, 0, 0, 1, 1),
    47: (0, 0, 0, 0, 1, 1, 1),
    49: (0, 0, 0, 0, 1, 1, 1),
    50: (0, 0, 0, 0, 0, 0, 9),
    51: (0, 0, 0, 0, 0, 0, 1),
    53: (0, 0, 0, 0, 0, 2, 1),
    54: (0, 0, 0, 0, 0, 1, 2),
    57: (0, 0, 0, 0, 0, 1, 1),
    58: (0, 0, 0, 0, 0, 0, 1),
}


def search_seed(players: int, rounds: int) -> int:
    """The seed to search with for so many."""
    seeds = SEARCH_SEEDS.get(players, ())
    return seeds[rounds - FIRST_ROUNDS] if FIRST_ROUNDS <= rounds < FIRST_ROUNDS + len(seeds) else 0
