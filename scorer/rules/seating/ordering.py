"""Who deals first, who sits to whose right, and at which table: balanced over the rounds, without moving anybody.

First the dealers, then the neighbours, then the numbers of the tables, each as fair as the one before leaves it.
"""

from collections import Counter, deque
from collections.abc import Sequence
from itertools import islice, permutations

from scorer.rules.seating.lots import Lots
from scorer.rules.seating.numbering import Numbering
from scorer.rules.seating.rounds import Round, Seats, meetings, neighbours

Tables = Sequence[Sequence[int]]
ORDERS = 120  # of a table that are looked at: all of five or six players behind the dealer
FEWEST_PASSES, MOST_PASSES, LOOKED_AT = 3, 60, 1_000
KICKS = 5  # passes after which the orders are shuffled again, so that it does not stay where nothing near is better


def ordered(rounds: Sequence[Tables], past: Sequence[Round], lots: Lots, *, numbered: bool = True) -> list[list[Seats]]:
    """The tables of every new round in seat order, after what was played in the `past`.

    `numbered` shares the numbers of the tables out too, among tables of one size; else they stay as they are.
    """
    tables = [[lots.shuffled(table) for table in each] for each in rounds]
    flat = [table for each in tables for table in each]
    _share_dealers(flat, Counter(table[0] for each in past for table in each.tables))
    _share_neighbours(flat, past, lots)
    if numbered:
        Numbering(tables, past).share(lots)
    return [[tuple(table) for table in each] for each in tables]


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
    beside = Counter(pair for each in past for table in each.tables for pair in neighbours(table))
    beside.update(pair for table in tables for pair in neighbours(tuple(table)))
    passes = max(FEWEST_PASSES, min(MOST_PASSES, LOOKED_AT // (len(open_tables) + 1)))
    fewest, best = sum(map(len, tables)) ** 2, [list(table) for table in open_tables]
    for at in range(passes):
        for table in open_tables:
            beside.subtract(neighbours(tuple(table)))
            table[1:] = _best_order(table, beside, lots) if at % KICKS or not at else lots.shuffled(table[1:])
            beside.update(neighbours(tuple(table)))
        again_beside = sum(beside[pair] - 1 for table in open_tables for pair in neighbours(tuple(table)))
        if again_beside < fewest:
            fewest, best = again_beside, [list(table) for table in open_tables]
        if not fewest:
            break
    for table, order in zip(open_tables, best, strict=True):
        table[:] = order


def _best_order(table: Sequence[int], beside: Counter[tuple[int, int]], lots: Lots) -> Seats:
    """The order behind the dealer with the fewest neighbours seen before; a lot decides between equals."""
    dealer, *others = table
    orders = islice(permutations(lots.shuffled(others)), ORDERS)
    return min(orders, key=lambda order: sum(beside[pair] for pair in neighbours((dealer, *order))))
