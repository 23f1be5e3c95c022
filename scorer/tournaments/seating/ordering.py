"""What is shared out over the rounds beside meetings: larger tables, first deals, neighbours, table numbers.

The larger tables are shared out before the search for few meetings, which leaves them so. After it nobody moves to
another table: the dealers, the neighbours and the numbers are shared out, each as fairly as the one before allows.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations, product

from scorer.tournaments.seating.round_quality import Round, SeatOrder, meetings, neighbours
from scorer.tournaments.seating.search import Lots, RoundOrder, Search

FAIRER = 12  # exchanges that share out equally well are looked at; the one that costs the fewest meetings is made
ORDERS = 120  # of a table that are looked at: all of five or six players behind the dealer
FEWEST_PASSES, MOST_PASSES, LOOKED_AT = 3, 60, 1_000
KICKS = 5  # passes after which the orders are shuffled again, so that it does not stay where nothing near is better
FOR_A_TABLE = 600  # exchanges of numbers that are tried
CHANCES = (1, 1 / 2, 1 / 4, 1 / 8, 1 / 16)  # of one that costs 0, 1 and so on, at the beginning


def share_larger(lines: Sequence[RoundOrder], tables: Sequence[int], lots: Lots) -> list[RoundOrder]:
    """The rounds after players changed places until all sit at larger tables equally often, or once more.

    Where the tables have more than two sizes, until no exchange shares the seats out better.
    """
    search = Search(lines, tables)
    rounds, at, idle = len(lines), 0, 0
    while idle < rounds:
        exchanges = []
        for first, second in _fairer(search, at, lots):
            search.exchange(at, first, second)
            exchanges.append((search.cost, first, second))
            search.exchange(at, first, second)
        if exchanges:
            _cost, first, second = min(exchanges)
            search.exchange(at, first, second)
        idle = 0 if exchanges else idle + 1
        at = (at + 1) % rounds
    return search.lines


def _fairer(search: Search, at: int, lots: Lots) -> Iterator[tuple[int, int]]:
    """Exchanges of a round that share out better: players who were at larger tables most with those who were least."""
    more, line, larger = search.more[: len(search.table_of)], search.lines[at], search.larger
    for low, high in combinations(sorted(set(more)), 2):
        large, small = ([seat for seat, extra in enumerate(more) if extra == size] for size in (high, low))
        most, fewest = max(larger[line[seat]] for seat in large), min(larger[line[seat]] for seat in small)
        if most - fewest > high - low:
            large = lots.shuffled(seat for seat in large if larger[line[seat]] == most)
            small = lots.shuffled(seat for seat in small if larger[line[seat]] == fewest)
            yield from islice(product(large, small), FAIRER)


def ordered(
    rounds: Sequence[Sequence[Sequence[int]]], past: Sequence[Round], lots: Lots, numbers: int
) -> list[list[SeatOrder]]:
    """The tables of every new round in seat order, after what was played in the `past`.

    The numbers of the tables are shared out too, among tables of one size, by so many exchanges; with 0 they stay.
    """
    tables = [[lots.shuffled(table) for table in tables_drawn] for tables_drawn in rounds]
    flat = [table for round_tables in tables for table in round_tables]
    _share_dealers(flat, Counter(table[0] for played in past for table in played.tables))
    _share_neighbours(flat, past, lots)
    if numbers:
        Numbering(tables, past).share(lots, numbers)
    return [[tuple(table) for table in round_tables] for round_tables in tables]


def _share_dealers(tables: list[list[int]], dealt: Counter[int]) -> None:
    """Put whoever deals first at the head of each table, so that all deal first as equally often as can be.

    Each table takes who dealt least; then, while a chain of tables leads from somebody to one who dealt two times
    less, every table of the chain hands the deal on. No chain left means that no sharing is fairer.
    """
    for table in tables:
        _put_first(table, min(table, key=lambda player: dealt[player]))
        dealt[table[0]] += 1
    players = sorted({player for table in tables for player in table})
    fewest = min(dealt[player] for player in players)
    waiting = deque(player for player in players if dealt[player] >= fewest + 2)
    while waiting:
        player = waiting.popleft()
        if _hand_on(player, tables, dealt):
            waiting.append(player)


def _hand_on(start: int, tables: Sequence[list[int]], dealt: Counter[int]) -> bool:
    """Hand one deal on from `start`, along the shortest chain, to one who dealt two times less; whether one could."""
    dealer_of: dict[int, list[int]] = {}
    for at, table in enumerate(tables):
        dealer_of.setdefault(table[0], []).append(at)
    came: dict[int, tuple[int, int]] = {}
    queue = deque([start])
    while queue:
        giver = queue.popleft()
        for at in dealer_of.get(giver, ()):
            for taker in tables[at]:
                if taker == start or taker in came:
                    continue
                came[taker] = (giver, at)
                if dealt[taker] <= dealt[start] - 2:
                    _move_along(taker, start, came, tables)
                    dealt[start] -= 1
                    dealt[taker] += 1
                    return True
                queue.append(taker)
    return False


def _move_along(taker: int, start: int, came: dict[int, tuple[int, int]], tables: Sequence[list[int]]) -> None:
    """Every table on the chain back from `taker` to `start` is dealt first by the next one of the chain."""
    while taker != start:
        giver, at = came[taker]
        _put_first(tables[at], taker)
        taker = giver


def _put_first(table: list[int], player: int) -> None:
    at = table.index(player)
    table[0], table[at] = table[at], table[0]


def _share_neighbours(tables: Sequence[list[int]], past: Sequence[Round], lots: Lots) -> None:
    """Seat the players behind each dealer so that few have the same player to their right again."""
    met = meetings([*past, Round(tuple(tuple(table) for table in tables))])
    again = {player for pair, times in met.items() if times > 1 for player in pair}
    open_tables = [table for table in tables if len(again.intersection(table)) > 1]
    seen = Counter(pair for played in past for table in played.tables for pair in neighbours(table))
    seen.update(pair for table in tables for pair in neighbours(tuple(table)))
    passes = max(FEWEST_PASSES, min(MOST_PASSES, LOOKED_AT // (len(open_tables) + 1)))
    fewest, best = sum(map(len, tables)) ** 2, [list(table) for table in open_tables]
    for at in range(passes):
        for table in open_tables:
            seen.subtract(neighbours(tuple(table)))
            others = lots.shuffled(table[1:])
            if at % KICKS or not at:  # the fewest neighbours seen before; the lot decides between equals
                orders = islice(permutations(others), ORDERS)
                others[:] = min(orders, key=lambda order: sum(seen[pair] for pair in neighbours((table[0], *order))))
            table[1:] = others
            seen.update(neighbours(tuple(table)))
        repeats = sum(seen[pair] - 1 for table in open_tables for pair in neighbours(tuple(table)))
        if repeats < fewest:
            fewest, best = repeats, [list(table) for table in open_tables]
        if not fewest:
            break
    for table, order in zip(open_tables, best, strict=True):
        table[:] = order


class Numbering:
    """How often everybody is at each table number, over the past and the rounds whose tables are being numbered."""

    def __init__(self, rounds: Sequence[list[list[int]]], past: Sequence[Round]) -> None:
        self.rounds = rounds
        all_rounds = [*rounds, *(played.tables for played in past)]
        numbers = max(map(len, all_rounds))
        players = {player for tables in rounds for table in tables for player in table}
        self.seen = {player: [0] * numbers for player in sorted(players)}
        for tables in all_rounds:
            for at, table in enumerate(tables):
                for player in table:
                    if player in players:
                        self.seen[player][at] += 1

    def share(self, lots: Lots, most: int) -> None:
        """Exchange the numbers of two tables of one size in a round, again and again (annealing, as in `Search`).

        Until nobody is at a number more than once, or `most` exchanges are tried.
        """
        tries = min(most, FOR_A_TABLE * sum(map(len, self.rounds)))
        for left in range(tries, 0, -1):
            if left % FOR_A_TABLE == 0 and all(max(counts) <= 1 for counts in self.seen.values()):
                break
            tables = lots.one_of(self.rounds)
            first, second = lots.below(len(tables)), lots.below(len(tables))
            if first != second and len(tables[first]) == len(tables[second]):
                change = self._change(tables[first], first, second) + self._change(tables[second], second, first)
                if change <= 0 or (change < len(CHANCES) and lots.random() < CHANCES[change] * left / tries):
                    for at, to in ((first, second), (second, first)):
                        for player in tables[at]:
                            self.seen[player][at] -= 1
                            self.seen[player][to] += 1
                    tables[first], tables[second] = tables[second], tables[first]

    def _change(self, table: Sequence[int], at: int, to: int) -> int:
        """The cost of giving a table another number: pairs of rounds that a player spends at the same number."""
        return sum(self.seen[player][to] - self.seen[player][at] + 1 for player in table)
