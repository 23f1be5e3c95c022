"""A whole schedule: a perfect plan where there is one, improved and completed by search where there is none."""

from collections.abc import Collection, Sequence
from itertools import combinations

from scorer.rules.errors import SeatingError
from scorer.rules.seating.apart import check_apart, check_possible, refusal, relabelled
from scorer.rules.seating.bounds import clashes_at, taking_turns
from scorer.rules.seating.lots import Lots
from scorer.rules.seating.lucky import lucky
from scorer.rules.seating.ordering import ordered
from scorer.rules.seating.perfect import Tables, perfect
from scorer.rules.seating.rounds import Pair, Round
from scorer.rules.seating.search import APART, CLASH, Line, Search
from scorer.rules.seating.sharing import share_larger
from scorer.rules.seating.sizes import FIVES_AND_SIXES, table_sizes

FEWEST_TRIES, MOST_TRIES, EACH = 100_000, 1_500_000, 2_500
CHANCE = 0.05


def schedule(players: int, rounds: int, *, sizes: Sequence[int] = FIVES_AND_SIXES, seed: int = 0,
             apart: Collection[Pair] = ()) -> tuple[Round, ...]:  # fmt: skip
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
    search = _sought(players, rounds, tables)
    met = _met(search) if pairs else set()
    names = relabelled(players, met, [(a - 1, b - 1) for a, b in map(sorted, pairs)], lots)
    place = {name: at for at, name in enumerate(names)}
    foes = {frozenset(place[player - 1] for player in pair) for pair in pairs}
    if met & foes:
        search = _kept_apart(search, tables, foes, lots)
        if search.best >= APART:
            raise refusal(pairs, tables)
    return _seated([[names[player] + 1 for player in line] for line in search.found], search.ends, lots)


def _seated(lines: Sequence[Line], ends: Sequence[tuple[int, int]], lots: Lots) -> tuple[Round, ...]:
    """The rounds in seat order; behind the end of the last table stands who rests."""
    tables = ordered([[line[low:high] for low, high in ends] for line in lines], (), lots)
    resting = [tuple(sorted(line[ends[-1][1] :])) for line in lines]
    return tuple(Round(tuple(each), bench) for each, bench in zip(tables, resting, strict=True))


def _sought(players: int, rounds: int, tables: Sequence[int]) -> Search:
    """The best rounds that are found for so many, the same at every call."""
    lots = Lots(lucky(players, rounds), players, rounds)
    lines = _begun(players, rounds, tables, lots)
    search = Search(share_larger(lines, tables, lots), tables)
    goal = CLASH * max(clashes_at(tables, players, rounds), taking_turns(tables, players, rounds))
    search.anneal(_tries(players, rounds), lots, chance=CHANCE, goal=goal)
    return search


def _tries(players: int, rounds: int) -> int:
    return min(MOST_TRIES, max(FEWEST_TRIES, EACH * players * rounds))


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


def _met(search: Search) -> set[Pair]:
    """Everybody who meets somebody."""
    return {
        frozenset(pair)
        for line in search.found for low, high in search.ends for pair in combinations(line[low:high], 2)
    }  # fmt: skip


def _kept_apart(search: Search, tables: Sequence[int], foes: Collection[Pair], lots: Lots) -> Search:
    """The rounds changed until no two foes meet: from those found before, else from new ones by lot."""
    tries = _tries(len(search.found[0]), len(search.found))
    again = Search(search.found, tables, apart=foes)
    again.anneal(tries, lots, chance=CHANCE)
    if again.best >= APART:
        by_lot = [[*lots.shuffled(line[: sum(tables)]), *line[sum(tables) :]] for line in search.found]
        again = Search(share_larger(by_lot, tables, lots), tables, apart=foes)
        again.anneal(tries, lots, chance=4 * CHANCE)
    return again
