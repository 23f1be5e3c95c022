"""The numbers of the tables, exchanged until few players come to one where they were before."""

from collections.abc import Sequence

from scorer.rules.seating.lots import Lots
from scorer.rules.seating.rounds import Round

MOST_TRIES, EACH = 40_000, 600
CHANCE = (1, 1 / 2, 1 / 4, 1 / 8, 1 / 16)  # of an exchange that costs 0, 1 and so on, at the beginning
Tables = list[list[int]]


class Numbering:
    """How often everybody is at each table number, over the past and the rounds whose tables are being numbered."""

    def __init__(self, rounds: Sequence[Tables], past: Sequence[Round]) -> None:
        self.rounds = rounds
        numbers = range(max(len(each) for each in (*rounds, *(each.tables for each in past))))
        players = {player for each in rounds for table in each for player in table}
        self.seen = {player: [0 for _ in numbers] for player in sorted(players)}
        for tables in (*rounds, *(each.tables for each in past)):
            for at, table in enumerate(tables):
                for player in table:
                    if player in players:
                        self.seen[player][at] += 1

    def share(self, lots: Lots) -> None:
        """Exchange the numbers of two tables of one size in a round, again and again (annealing, as in `Search`)."""
        tries = min(MOST_TRIES, EACH * sum(map(len, self.rounds)))
        for left in range(tries, 0, -1):
            if left % EACH == 0 and not self._again():
                break
            tables = lots.one_of(self.rounds)
            one, other = lots.below(len(tables)), lots.below(len(tables))
            if one != other and len(tables[one]) == len(tables[other]):
                change = self._change(tables[one], one, other) + self._change(tables[other], other, one)
                if change <= 0 or (change < len(CHANCE) and lots.random() < CHANCE[change] * left / tries):
                    self._exchange(tables, one, other)

    def _again(self) -> bool:
        """Whether anybody is at a number more than once."""
        return any(max(counts) > 1 for counts in self.seen.values())

    def _change(self, table: Sequence[int], at: int, to: int) -> int:
        """What it costs to give a table another number: pairs of rounds that somebody spends at one."""
        return sum(self.seen[player][to] - self.seen[player][at] + 1 for player in table)

    def _exchange(self, tables: Tables, one: int, other: int) -> None:
        for at, to in ((one, other), (other, one)):
            for player in tables[at]:
                self.seen[player][at] -= 1
                self.seen[player][to] += 1
        tables[one], tables[other] = tables[other], tables[one]
