"""Fewer repeated meetings by exchanging two players of a round, again and again: simulated annealing.

What it may cost is counted in exchanges tried and its chances come from the lots alone (no clock, no exponential):
the same question has the same answer on every machine.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from random import Random
from typing import TypeVar

from scorer.tournaments.seating.round_quality import Pair

T = TypeVar("T")


class Lots:
    """A stream of lots. Only `Random.random` is drawn on: Python promises that its sequence stays the same."""

    __slots__ = ("random",)

    def __init__(self, *seed: int) -> None:
        self.random = Random("/".join(map(str, seed))).random  # noqa: S311 - a draw that anybody can repeat

    def below(self, end: int) -> int:
        """A whole number from 0 to `end` - 1."""
        return int(self.random() * end)

    def one_of(self, things: Sequence[T]) -> T:
        """One of them."""
        return things[self.below(len(things))]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """All of them in an order drawn by lot (Fisher and Yates)."""
        left = list(things)
        for at in range(len(left) - 1, 0, -1):
            swapped = self.below(at + 1)
            left[at], left[swapped] = left[swapped], left[at]
        return left

    def takes(self, worse: int, warmth: float) -> bool:
        """Whether a change that costs so much more is taken: never beyond the `warmth`, less often the colder it is."""
        return worse <= 0 or self.random() * warmth >= worse


# A clash outweighs 16 triples, unshared larger tables outweigh all clashes, a pair to keep apart outweighs all that.
CLASH, UNEVEN, APART = 16, 100_000, 10**15
BLOCKS = 100
CHANCE = 0.05  # with which an exchange is taken at the beginning that makes a clash
RoundOrder = list[int]  # the players of a round, table by table, then who rests
NOBODY: Mapping[Pair, int] = {}
NEVER: Mapping[int, int] = {}


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may cost: exchanges tried, `per_player` in every round, within the limits.

    Where somebody rests, `trades` exchanges of rests are tried in each block; `numbers` is the most exchanges of table
    numbers.
    """

    per_player: int
    fewest: int
    most: int
    trades: int = 60
    numbers: int = 40_000


class Improved:
    """Rounds that are being improved, with tables of the same `sizes` in each; behind them sits the bench, who rests.

    `ends` are the first seat of each table and the one after its last, `table_of` the table of each seat. `best` is the
    least `cost` that these rounds had so far, `found` what they were then.
    """

    def __init__(self, lines: Iterable[Iterable[int]], sizes: Sequence[int]) -> None:
        self.lines: list[RoundOrder] = [list(line) for line in lines]
        self.ends = [(sum(sizes[:at]), sum(sizes[: at + 1])) for at in range(len(sizes))]
        self.table_of = [at for at, size in enumerate(sizes) for _seat in range(size)]
        self.cost = 0
        self.keep()

    def keep(self) -> None:
        """Remember these rounds."""
        self.best, self.found = self.cost, [list(line) for line in self.lines]

    def tables(self) -> list[list[list[int]]]:
        """Who sits at each table of each round, as it was best."""
        return [[line[low:high] for low, high in self.ends] for line in self.found]

    def benches(self) -> list[tuple[int, ...]]:
        """Who rests in each round, as it was best."""
        return [tuple(sorted(line[len(self.table_of) :])) for line in self.found]


class Search(Improved):
    """Rounds in which few meet again; players count from 0.

    A pair that meets m times costs m (m - 1) / 2 clashes and a little for every three of its meetings, so that of
    equally many clashes a spread is better. `up` holds what one more meeting of a pair would cost, `down` what one less
    would spare; both are indexed by the two players. The meetings of the `past` count, but cost nothing themselves.

    `larger` is the number of seats above a smallest table that the tables of each player had until now; None where
    that does not matter. Those of these rounds are added, squared and summed over the players, which is least where
    they are shared out evenly. The rounds given cost nothing for it; only what makes it worse does.
    """

    def __init__(self, lines: Sequence[RoundOrder], sizes: Sequence[int], past: Mapping[Pair, int] = NOBODY,
                 apart: Collection[Pair] = (), larger: Mapping[int, int] | None = NEVER) -> None:  # fmt: skip
        super().__init__(lines, sizes)
        players = max(map(len, lines))
        self.more = [size - min(sizes) if larger is not None else 0 for size in sizes for _seat in range(size)]
        self.more += [0] * (players - len(self.more))
        self.larger = [(larger or NEVER).get(player, 0) for player in range(players)]
        for line in lines:
            for seat, player in enumerate(line):
                self.larger[player] += self.more[seat]
        most = len(lines) + max(past.values(), default=0) + 1
        self.steps = [CLASH * times + times * (times - 1) // 2 for times in range(most)]
        self.steps += [APART * (times + 1) for times in range(most)]  # of pairs to keep apart, who begin at `most`
        self.met, self.up, self.down = ([[0] * players for _player in range(players)] for _table in range(3))
        for a, b in map(tuple, apart):
            self._set(a, b, most)
        for (a, b), times in ((tuple(pair), times) for pair, times in past.items()):
            self._set(a, b, self.met[a][b] + times)
        for line in lines:
            for low, high in self.ends:
                for a, b in combinations(line[low:high], 2):
                    self._meet(a, b)
        self.keep()

    def _set(self, a: int, b: int, times: int) -> None:
        self.met[a][b] = self.met[b][a] = times
        self.up[a][b] = self.up[b][a] = self.steps[times]
        self.down[a][b] = self.down[b][a] = self.steps[times - 1] if times else 0

    def _meet(self, a: int, b: int) -> None:
        self.cost += self.up[a][b]
        self._set(a, b, self.met[a][b] + 1)

    def exchange(self, at: int, first: int, second: int) -> None:
        """Let the players of two seats of a round change places; the seats after the tables are the bench."""
        line = self.lines[at]
        a, b = line[first], line[second]
        for leaves, seat, comes in ((a, first, b), (b, second, a)):
            if seat < len(self.table_of):
                low, high = self.ends[self.table_of[seat]]
                for mate in line[low:high]:
                    if mate not in {leaves, comes}:
                        self.cost -= self.down[leaves][mate]
                        self._set(leaves, mate, self.met[leaves][mate] - 1)
                        self._meet(comes, mate)
        more = self.more[first] - self.more[second]
        self.cost += 2 * UNEVEN * more * (self.larger[b] - self.larger[a] + more)
        self.larger[a] -= more
        self.larger[b] += more
        line[first], line[second] = b, a

    def anneal(self, budget: Budget, lots: Lots, *, chance: float = CHANCE, goal: int = 0) -> None:
        """Try exchanges until the cost is down to `goal`, or the budget is spent.

        `chance` is with what probability an exchange is taken at the beginning that makes a clash; it falls to 0.
        """
        players, rounds = len(self.lines[0]), len(self.lines)
        tries = min(budget.most, max(budget.fewest, budget.per_player * players * rounds))
        for left in range(BLOCKS, 0, -1):
            if self.best <= goal:
                return
            chances = _chances(chance * left / BLOCKS)
            if players > len(self.table_of) and rounds > 1:
                self._trade(budget.trades, chances, goal, lots)
            if self.best > goal and len(self.ends) > 1:
                self._block(tries // BLOCKS, chances, goal, lots)

    def _block(self, tries: int, chances: Sequence[float], goal: int, lots: Lots) -> None:
        """So many tries with the same chances; a try is spent only on a player whose seat costs something."""
        random, table_of, ends, lines, up, down = lots.random, self.table_of, self.ends, self.lines, self.up, self.down
        more, larger = self.more, self.larger
        seats, rounds, limit = len(table_of), len(lines), len(chances)
        for _try in range(tries):
            at = int(random() * rounds)
            first, second = int(random() * seats), int(random() * seats)
            here, there = table_of[first], table_of[second]
            if here == there:
                continue
            line = lines[at]
            a, b = line[first], line[second]
            low, high = ends[here]
            change, spared = 0, down[a]
            for mate in line[low:high]:
                change -= spared[mate]
            if swing := more[first] - more[second]:
                change += 2 * UNEVEN * swing * (larger[b] - larger[a] + swing)
            if change >= 0:
                continue
            cost = up[b]
            for mate in line[low:high]:
                change += cost[mate]
            cost, spared = up[a], down[b]
            low, high = ends[there]
            for mate in line[low:high]:
                change += cost[mate] - spared[mate]
            change -= 2 * cost[b]
            if change <= 0 or (change < limit and random() < chances[change]):
                self.exchange(at, first, second)
                if self.cost < self.best:
                    self.keep()
                    if self.best <= goal:
                        return

    def _trade(self, tries: int, chances: Sequence[float], goal: int, lots: Lots) -> None:
        """Let two players change the rounds in which they rest, so that everybody rests as often as before."""
        seats = len(self.table_of)
        for _try in range(tries):
            first, second = lots.below(len(self.lines)), lots.below(len(self.lines))
            a, b = lots.one_of(self.lines[first][seats:]), lots.one_of(self.lines[second][seats:])
            if a in self.lines[second][seats:] or b in self.lines[first][seats:]:
                continue
            before = self.cost
            self._change_places(first, second, a, b)
            change = self.cost - before
            if change > 0 and (change >= len(chances) or lots.random() >= chances[change]):
                self._change_places(first, second, a, b)
            elif self.cost < self.best:
                self.keep()
                if self.best <= goal:
                    return

    def _change_places(self, first: int, second: int, a: int, b: int) -> None:
        for at in (first, second):
            line = self.lines[at]
            self.exchange(at, line.index(a), line.index(b))


def _chances(chance: float) -> list[float]:
    """The probability of taking an exchange that costs 0, 1, 2 and so on; it is `chance` for a clash.

    It takes roots and products alone, which are exact to the last bit everywhere; an exponential is not.
    """
    step = sqrt(sqrt(sqrt(sqrt(chance))))  # CLASH steps make a clash
    chances = [1.0]
    while chances[-1] > 0.001 and len(chances) < 4 * CLASH:  # noqa: PLR2004 - less does not matter
        chances.append(chances[-1] * step)
    return chances
