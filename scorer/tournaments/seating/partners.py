"""Who plays with whom and against whom where a table has sides: at a table of four, seats 1 and 3 against 2 and 4.

Pairs that stay together meet each other in turn; single players have another partner in each round.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations, cycle, islice
from typing import Final, TypeVar

from scorer.language import _, ngettext
from scorer.tournaments.seating.apart import refusal
from scorer.tournaments.seating.errors import SeatingError
from scorer.tournaments.seating.next_round import BUDGET as DRAWING
from scorer.tournaments.seating.next_round import next_round
from scorer.tournaments.seating.ordering import ordered
from scorer.tournaments.seating.planning import schedule
from scorer.tournaments.seating.round_quality import Pair, Round, even, meetings, neighbours, seating_of
from scorer.tournaments.seating.search import Budget, Improved, Lots

T = TypeVar("T")

FOUR: Final = 4
# What a second time costs: to be kept apart outweighs partners, and these outweigh meeting at all.
FOES, PARTNERS, MEETING = 10**9, 1_000, 1
TRIES: Final = 60_000
WARMTH: Final = 2 * PARTNERS  # so much worse an exchange may be at the beginning
COOLING: Final = 4  # the power of what is left of the tries by which that falls
STARTS: Final = 20_000  # exchanges of a first round that moves on
SOUGHT: Final = 8  # the seed of what is the same for everybody: 8, 9, 12, 13 and 16 players are all even by it


def each_with_each(players: Sequence[T]) -> list[list[tuple[T, T]]]:
    """Rounds of couples in which everybody meets everybody once; of an odd number one rests in each round.

    One player stands still and the others go round, as in the schedule of a league.
    """
    there: list[T | None] = [*players]
    if len(players) % 2:
        there.append(None)
    rounds = []
    for _round in range(len(there) - 1):
        half = len(there) // 2
        facing = zip(there[:half], reversed(there[half:]), strict=True)
        rounds.append([(first, second) for first, second in facing if first is not None and second is not None])
        there[1:] = [there[-1], *there[1:-1]]
    return rounds


def schedule_of_pairs(pairs: int, rounds: int, *, seed: int = 0) -> tuple[Round, ...]:
    """A schedule of so many rounds for pairs 1 to `pairs`, two at a table, the first of them at seats 1 and 3.

    No two meet again before everybody has met everybody, and nobody rests again before everybody has. It is exact: no
    other schedule has fewer second meetings.
    """
    if pairs < 2:  # noqa: PLR2004 - a table
        fault = ngettext("{count} pair: a table of four needs two", "{count} pairs: a table of four needs two", pairs)
        raise SeatingError(fault)
    if rounds < 1:
        raise SeatingError(_("{rounds} rounds: a schedule has at least one", rounds=rounds))
    lots = Lots(seed, pairs, rounds)
    names = lots.shuffled(range(1, pairs + 1))
    turns = list(islice(cycle(each_with_each(names)), rounds))
    in_order = ordered(turns, (), lots, DRAWING.numbers)
    return tuple(seating_of(tables, names) for tables in in_order)


def schedule_of_partners(
    players: int, rounds: int, *, seed: int = 0, apart: Collection[Pair] = ()
) -> tuple[Round, ...]:
    """So many rounds of tables of four in which nobody has the same partner twice, as far as that is possible.

    It begins with the schedule in which few meet twice. If some have the same partner in it, a search improves it. If
    the search does not get there, or the schedule is long enough, rounds are taken in which everybody is everybody's
    partner in turn, where the number of players allows it.
    """
    plan = schedule(players, rounds, sizes=(FOUR,), seed=seed if apart else 0, apart=apart)
    lots = Lots(SOUGHT, players, rounds)
    best = PartnerSearch([_line(planned) for planned in plan], (), apart)
    best.turn_tables(lots)
    goal = PARTNERS * even(len(plan[0].tables) * rounds * 2, players * (players - 1) // 2)
    in_turn = players % FOUR <= 1 and not apart
    if best.best >= goal + PARTNERS and not (in_turn and rounds >= players - 1):
        best.improve(lots, goal)
    if best.best >= goal + PARTNERS and in_turn:
        best = min(best, PartnerSearch(_all_partners_once(players, rounds), (), ()), key=lambda search: search.best)
    lots = Lots(seed, players, rounds, FOUR)
    if not apart:  # what is sought is the same for every seed, which draws who is who in it
        names = [0, *lots.shuffled(range(1, players + 1))]
        best.found = [[names[player] for player in line] for line in best.found]
    return _rounds(best, (), lots)


def new_partners(players: Sequence[int], past: Sequence[Round], *, sizes: Sequence[int] = (FOUR,),
                 seed: int = 0, apart: Collection[Pair] = (), budget: Budget = DRAWING) -> Round:  # fmt: skip
    """The next round of tables of four: as few former partners together as possible, then as few who met before."""
    drawn = next_round(players, past, sizes=sizes, seed=seed, apart=apart, budget=budget)
    lots = Lots(seed, len(past), len(players), FOUR)
    search = PartnerSearch([_line(drawn)], past, apart)
    search.turn_tables(lots)
    if search.best >= PARTNERS and len(drawn.tables) > 1:
        search.improve(lots, tries=TRIES // 3)
    if search.best >= FOES:
        raise refusal([pair for pair in apart if pair <= set(players)], [FOUR] * len(drawn.tables))
    return _rounds(search, past, lots)[0]


def partners(rounds: Iterable[Round]) -> Counter[Pair]:
    """How often each two were partners, at tables of four."""
    tables = (table for played in rounds for table in played.tables if len(table) == FOUR)
    return Counter(frozenset(couple) for table in tables for couple in couples_of(table))


def couples_of(table: Sequence[T]) -> tuple[tuple[T, T], tuple[T, T]]:
    """The partners of a table of four: those of the first and third seat, those of the second and fourth."""
    return (table[0], table[2]), (table[1], table[3])


def _line(played: Round) -> list[int]:
    """The players of a round, table by table, then who rests."""
    return [player for table in (*played.tables, played.resting) for player in table]


def _all_partners_once(players: int, rounds: int) -> list[list[int]]:
    """Rounds on a circle in which everybody moves on by one place from each round to the next.

    Partners stay at the same distance wherever they move, so that the first round decides how evenly partners are
    shared out: in it each couple stands at another distance, one as far to the left of a fixed place as the other to
    the right. From there a search arranges the couples so that opponents stand at every distance twice.
    """
    lots = Lots(SOUGHT, players)
    circle = players - 1 + players % 2  # of an even number one stands still
    couples = [(at, circle - at) for at in range(1, (circle + 1) // 2)]
    couples = couples if players % 2 else [(circle, 0), *couples]
    line = [player for (a, b), (c, d) in zip(couples[::2], couples[1::2], strict=True) for player in (a, c, b, d)]
    line += [0] * (players % 2)  # who rests
    now = _unevenness(line, circle)
    best, best_line = now, list(line)
    for left in range(STARTS, 0, -1):
        if best == (0, len(couples)):
            break
        first, second = lots.below(len(line)), lots.below(len(line))
        line[first], line[second] = line[second], line[first]
        after = _unevenness(line, circle)
        if lots.takes(FOUR * (after[0] - now[0]) + after[1] - now[1], FOUR * left / STARTS):
            now = after
        else:
            line[first], line[second] = line[second], line[first]
        if now < best:
            best, best_line = now, list(line)

    def moved(place: int, turn: int) -> int:
        """The player, from 1, at a place after so many turns; the one in the centre stays."""
        return (place if place == circle else (place + turn) % circle) + 1

    return [[moved(place, turn) for place in best_line] for turn in range(rounds)]


def _unevenness(line: Sequence[int], circle: int) -> tuple[int, int]:
    """How unevenly the distances of partners, and those of opponents, are shared out in the first round of a circle."""
    far: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for low in range(0, len(line) // FOUR * FOUR, FOUR):
        for first, second in combinations(range(low, low + FOUR), 2):
            round_about = (line[first] - line[second]) % circle
            with_centre = circle in (line[first], line[second])  # the one in the centre is equally far from everybody
            # Players two seats apart are partners, those one or three seats apart are opponents.
            far[(second - first) % 2][0 if with_centre else min(round_about, circle - round_about)] += 1
    partners_twice, opponents_twice = (
        sum(times * (times - 1) // 2 for times in distances.values()) for distances in far
    )
    return partners_twice, opponents_twice


class PartnerSearch(Improved):
    """A search for rounds of tables of four with few repeated partners: it exchanges two players or two couples.

    A pair that are partners p times costs p (p - 1) / 2 times `PARTNERS`, a pair that meets m times m (m - 1) / 2 times
    `MEETING`; a pair to be kept apart costs `FOES` for each meeting. Meetings of the `past` count, but cost nothing
    themselves.
    """

    def __init__(self, lines: Sequence[Sequence[int]], past: Sequence[Round], apart: Collection[Pair]) -> None:
        super().__init__(lines, [FOUR] * (len(lines[0]) // FOUR))
        self.foes = set(apart)
        self.with_whom = partners(past)
        self.met = Counter(
            frozenset(two) for played in past for table in played.tables for two in combinations(table, 2)
        )
        for line in self.lines:
            for low, high in self.ends:
                self._sit(line[low:high], 1)
        self.keep()

    def _sit(self, table: Sequence[int], step: int) -> None:
        """Let a table sit down (1), or stand up again (-1)."""
        counted = [(self.with_whom, frozenset(couple), PARTNERS) for couple in couples_of(table)]
        counted += [(self.met, frozenset(two), MEETING) for two in combinations(table, 2)]
        for counts, two, price in counted:
            before = counts[two] if step > 0 else counts[two] - 1
            self.cost += step * price * before
            counts[two] += step
            if price == MEETING and two in self.foes:
                self.cost += step * FOES

    def exchange(self, at: int, swaps: Sequence[tuple[int, int]]) -> None:
        """Let the players of these seats of a round change places."""
        line = self.lines[at]
        changed = {self.ends[self.table_of[seat]] for swap in swaps for seat in swap}
        for low, high in changed:
            self._sit(line[low:high], -1)
        for first, second in swaps:
            line[first], line[second] = line[second], line[first]
        for low, high in changed:
            self._sit(line[low:high], 1)

    def improve(self, lots: Lots, goal: int = 0, tries: int = TRIES) -> None:
        """Try exchanges until the cost is down to `goal`, and keep the best; worse ones are taken less and less."""
        for left in range(tries, 0, -1):
            if self.best <= goal:
                return
            at = lots.below(len(self.lines))
            swaps = self._swaps(lots)
            before = self.cost
            self.exchange(at, swaps)
            if not lots.takes(self.cost - before, WARMTH * (left / tries) ** COOLING):
                self.exchange(at, swaps)
            elif self.cost < self.best:
                self.keep()

    def _swaps(self, lots: Lots) -> list[tuple[int, int]]:
        """Two players of different seats, or two couples of different tables."""
        first, second = lots.below(len(self.table_of)), lots.below(len(self.table_of))
        if self.table_of[first] == self.table_of[second]:
            low, _end = self.ends[self.table_of[first]]
            return [(low, low + 1) if lots.below(2) else (low + 1, low + 2)]
        if lots.below(2):
            return [(first, second)]
        return [(first, second), (first ^ 2, second ^ 2)]

    def turn_tables(self, lots: Lots) -> None:
        """Change the partners within every table where that makes more of them new, until it helps no more."""
        places = [(at, low) for at in range(len(self.lines)) for low, _end in self.ends]
        helped = True
        while helped and self.best >= PARTNERS:
            helped = False
            for at, low in lots.shuffled(places):
                before = self.cost
                for swap in ((low, low + 1), (low + 1, low + 2)):  # the two other ways to be partners
                    self.exchange(at, [swap])
                    if self.cost < before:
                        helped = True
                        break
                    self.exchange(at, [swap])
            self.keep()


def _rounds(search: PartnerSearch, past: Sequence[Round], lots: Lots) -> tuple[Round, ...]:
    """The rounds that were found, with first deals, neighbours and table numbers shared out; partners stay opposite."""
    tables = search.tables()
    opposite = [
        {a: b for table in round_tables for two in couples_of(table) for a, b in (two, two[::-1])}
        for round_tables in tables
    ]
    seen = Counter(two for played in past for table in played.tables for two in neighbours(table))
    rounds = []
    in_order = ordered(tables, past, lots, DRAWING.numbers)
    for round_tables, partner_of, bench in zip(in_order, opposite, search.benches(), strict=True):
        seated = []
        for dealer, *others in round_tables:
            left, right = (player for player in others if player != partner_of[dealer])
            ways = [(dealer, left, partner_of[dealer], right), (dealer, right, partner_of[dealer], left)]
            seated.append(min(ways, key=lambda table: sum(seen[two] for two in neighbours(table))))
            seen.update(neighbours(seated[-1]))
        rounds.append(Round(tuple(seated), bench))
    return tuple(rounds)


NEAR: Final = 11  # so many of those who come next in the order are looked at as opponents of the first of them
KEPT: Final = 500  # ways to go on from; twelve players have fewer
LOOKS: Final = 12  # orders that are tried where some would meet again
# What a table of two costs: to be kept apart, a second bye, a second meeting, a bye of somebody better, unequal totals.
APART_AT_TWO, BYE_AGAIN, AGAIN, BYE_ABOVE, UNEQUAL = 10**19, 10**15, 10**11, 10**7, 1
NOBODY: Final = 0  # against whom the one plays who rests


def equals_meet(order: Sequence[int], levels: Mapping[int, int], past: Sequence[Round], *, seed: int = 0,
                apart: Collection[Pair] = ()) -> Round:  # fmt: skip
    """The next round of tables of two, for players in the `order` of their standing: those of one level meet.

    In this order of weight: nobody meets a player they are kept apart from, nobody rests again before all others have,
    nobody meets again, the last of the order rests, and levels differ as little as possible, by the sum of squares. The
    lot decides who meets whom within a level. Up to twelve players every way is tried, with more those that pair
    players near in the order.
    """
    if len(order) < 2:  # noqa: PLR2004 - a table
        raise SeatingError(_("{sides} can be seated: a table has two sides", sides=len(order)))
    lots = Lots(seed, len(past), len(order))
    met, rests = meetings(past), Counter(player for played in past for player in played.resting)
    below, foes = {player: at for at, player in enumerate(reversed(order))}, set(apart)

    def cost(first: int, second: int) -> int:
        """What it costs to seat these two, or to let one rest."""
        if NOBODY in (first, second):
            return BYE_AGAIN * rests[first or second] + BYE_ABOVE * below[first or second]
        two = frozenset((first, second))
        return APART_AT_TWO * (two in foes) + AGAIN * met[two] + UNEQUAL * (levels[first] - levels[second]) ** 2

    line = sorted(lots.shuffled(sorted(order)), key=lambda player: levels[player])
    line += [NOBODY] * (len(line) % 2)
    best, tables = _matched(line, cost)
    for _look in range(LOOKS if len(line) > NEAR + 1 else 0):
        if best < AGAIN or not any(cost(*table) >= AGAIN for table in tables):
            break
        best, tables = min((best, tables), _matched(lots.shuffled(line), cost), key=lambda way: way[0])
    seated = [table for table in tables if NOBODY not in table]
    seated.sort(key=lambda table: sorted(-below[player] for player in table))  # the better of the two first
    if any(frozenset(table) in foes for table in seated):
        raise refusal([pair for pair in apart if pair <= set(order)], [2] * len(seated))
    in_order = ordered([seated], past, lots, 0)[0]
    return seating_of(in_order, order)


def _matched(line: Sequence[int], cost: Callable[[int, int], int]) -> tuple[int, list[tuple[int, int]]]:
    """The cheapest way found to pair all of a line, with its cost; the first player left meets one of the next ones.

    Each step pairs the first player left with each candidate. Of all ways that leave the same players it keeps the
    cheapest, and of those the `KEPT` cheapest. The players left are the 1 bits of a number.
    """
    ways: dict[int, tuple[int, list[tuple[int, int]]]] = {(1 << len(line)) - 1: (0, [])}
    for _table in range(len(line) // 2):
        after: dict[int, tuple[int, list[tuple[int, int]]]] = {}
        for left, (spent, tables) in sorted(ways.items(), key=lambda way: way[1][0])[:KEPT]:
            first = left & -left
            candidates = left ^ first
            for _candidate in range(min(NEAR, candidates.bit_count())):
                second = candidates & -candidates
                candidates ^= second
                player, opponent = line[first.bit_length() - 1], line[second.bit_length() - 1]
                total, remaining = spent + cost(player, opponent), left ^ first ^ second
                if remaining not in after or total < after[remaining][0]:
                    after[remaining] = total, [*tables, (player, opponent)]
        ways = after
    return ways[0]
