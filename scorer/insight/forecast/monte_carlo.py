"""Monte Carlo: thousands of simulations of the rest of a match by the deal model, all at once, deal by deal."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from scorer.frames.record_columns import Flags, Ints
from scorer.insight.forecast.deal_history import (
    CALLER_GETS,
    DEFENDER_GETS,
    LEVEL,
    LOSES,
    PARTNER_GETS,
    WINS,
    factor_after_even,
)
from scorer.insight.forecast.deal_model import (
    LEGAL_DEALS,
    DealModel,
    contract_chance,
    endings_of_call,
    side_weights,
)
from scorer.insight.models.exchangeable import exchangeable_groups, is_invariant, swapped_order
from scorer.match.course import together
from scorer.match.deals_left import deals_left
from scorer.match.facts import Call
from scorer.match.sheet import Sheet
from scorer.rules.bid import LOWEST_TARGET, read_bid
from scorer.rules.carry import MOST_TIMES
from scorer.rules.ending import RACES
from scorer.rules.kinds import EVEN
from scorer.rules.sides import sides_of
from scorer.rules.variant import Variant
from scorer.stats.models.arrays import Floats

SIMULATIONS: Final = 4000  # a chance of one half then has a standard error of 0.8 of 100
SEED: Final = 61
LONGEST: Final = 200  # deals after which a race that nobody has won ends as it stands
MOST_DEALS_LEFT: Final = 500  # deals that can be asked for: no evening has as many
TALLIES: Final = (*RACES, "slam")  # what each player has of these; a slam may win the match
UNITS, SLAM = 0, len(RACES)


class MatchEnds(NamedTuple):
    """How the match ended in each simulation.

    `entrants`: who takes places. Shape (entrants, simulations): `units` at the end, `place`, and `sharing`, how many
    share that place (1: nobody else). `deals`: how many deals were played on average. `groups`, (entrants,): the groups
    of exchangeable entrants (`exchangeable_entrants`). `within_reach`, (entrants, entrants): the share of each entrant
    (row) in each place (column) that is still possible (`_possible_places`).
    """

    entrants: list[tuple[str, ...]]
    units: Ints
    place: Ints
    sharing: Ints
    deals: float
    groups: Ints
    within_reach: Floats


def entrants(sheet: Sheet) -> list[tuple[str, ...]]:
    """Who takes places in a match: partners with the same of what the match is judged by together, others alone.

    So in a race for deals won, a penalty for one of two partners does not part them.
    """
    course = list(sheet.leads())
    return together(sheet, {player: [lead[player] for lead in course] for player in sheet.players})


def match_ends(sheet: Sheet, model: DealModel, count: int = SIMULATIONS, *, over: bool = False) -> MatchEnds:
    """The ends of `count` simulations of the rest of a match, always by the same draws; none is played if it is `over`.

    A match ends after a number of deals or by a race: no simulation can hear a bell.
    """
    simulation = _Simulation(sheet, model, count)
    if not over:
        simulation.play()
    return simulation.ends()


class _OpenCall(NamedTuple):
    """A call whose result is open: its caller, an index of the cycle, and its rows in the deals of the model.

    `rows`, (2, 2), by WINS or LOSES and by whether it is played alone. `more_likely` is the success rate of contracts
    of that worth less that of others.
    """

    caller: int
    rows: Ints
    more_likely: float
    may_be_even: bool


class _Running(NamedTuple):
    """The simulations that go on; the last axis of each array are these simulations.

    `simulation`, their indices; `dealer`, an index of the cycle; `pending`, the factor of the next deal; `made`, the
    success rate of contracts. `strength`, (cycle, ...), that of each player; `tallies`, (TALLIES, players, ...), what
    each player has, those of the cycle first.
    """

    simulation: Ints
    dealer: Ints
    pending: Ints
    made: Floats
    strength: Floats
    tallies: Ints


class _Simulation:
    """All simulations of a match at once.

    `cycle` are the players who deal in turn; `groups`, (entrants,), the index of the first player of each entrant, in
    the order of the tallies. `rest` is the column of what a deal pays to who rests: 0.
    """

    def __init__(self, sheet: Sheet, model: DealModel, count: int) -> None:
        self.sheet, self.model, self.variant = sheet, model, sheet.match.variant
        self.deals_left = deals_left(sheet)
        self.random, self.entrants = np.random.default_rng(SEED), entrants(sheet)
        players, sitting = model.players, sheet.match.sitting
        self.cycle = [seat for seat in sheet.seats if seat != sitting.out]
        order = [*self.cycle, *(player for player in players if player not in self.cycle)]
        self.groups = np.array([order.index(entrant[0]) for entrant in self.entrants])
        self.rests = sheet.resting() is not None and sitting.out is None
        self.opener = self.cycle.index(sheet.round_opener) if sheet.ending.finish_round else 0
        self.sides = _sides(self.cycle, self.variant, rests=self.rests)
        self.playing = len(self.cycle) - self.rests
        tallies = [*(sheet.tallies.get(by, {}) for by in TALLIES[:SLAM]), dict.fromkeys(sheet.won_by_slam, 1)]
        has = np.array([[tally.get(player, 0) for player in order] for tally in tallies], np.int64)
        normal = self.random.standard_normal((len(players), count))
        strength = model.strengths[:, None] + model.root @ normal
        seat = np.array([players.index(player) for player in self.cycle])
        self.running = _Running(
            simulation=np.arange(count),
            dealer=np.full(count, self.cycle.index(sheet.next_dealer)),
            pending=np.full(count, sheet.carry),
            made=self.random.beta(*model.made, count),
            strength=strength[seat],
            tallies=np.repeat(has[..., None], count, axis=2),
        )
        self.rest = model.deals.paid.shape[2]
        self.open_call = self._open_call(sitting.call)
        self.paid = self._paid_by_column()
        self.at_end = np.zeros_like(self.running.tallies)
        self.deals = self.dealt = 0

    def _open_call(self, call: Call | None) -> _OpenCall | None:
        """The call whose result is open, by what contracts of that worth have come to; its rows join the deals."""
        if call is None or not self.variant.has_auction or call.caller not in self.cycle:
            return None
        deals, bid = self.model.deals, read_bid(call.bid, self.variant.auction)
        endings = endings_of_call(self.variant, self.playing, bid)
        if endings is None:
            return None
        worth = np.abs(endings.paid[0, UNITS, DEFENDER_GETS])
        same_worth = (np.abs(deals.paid[:, UNITS, DEFENDER_GETS]) == worth) & (deals.ended != LEVEL)
        usual, made = float(np.mean(self.running.made)), same_worth & (deals.ended == WINS)
        rate = (deals.weight[made].sum() + usual * LEGAL_DEALS) / (deals.weight[same_worth].sum() + LEGAL_DEALS)
        ways = zip(endings.ended.tolist(), endings.solo.tolist(), strict=True)
        row_of = {way: row for row, way in enumerate(ways, len(deals.ended))}
        rows = [
            [row_of.get((ended, alone), row_of.get((ended, not alone), 0)) for alone in (False, True)]
            for ended in (WINS, LOSES)
        ]
        self.model = self.model._replace(deals=deals.joined(endings))
        may_be_even = self.variant.even_at_60 and bid.target == LOWEST_TARGET
        return _OpenCall(self.cycle.index(call.caller), np.array(rows), rate - usual, may_be_even)

    def _paid_by_column(self) -> dict[int, Ints]:
        """What each row pays in each column, (rows, columns), by the tallies that count; a last column pays 0."""
        count = {"units", *self.sheet.judged_by, *(self.sheet.ending.race or ())[:1]}
        paid = np.pad(self.model.deals.paid, ((0, 0), (0, 0), (0, 1)))
        return {at: paid[:, at] for at, by in enumerate(TALLIES[:SLAM]) if by in count}

    def play(self) -> None:
        """Play all simulations to their ends."""
        while len(self.running.simulation) and self.deals < max(LONGEST, self.deals_left or 0):
            self._play_deal()
            over = self._over()
            if over.any():
                self._finish(over)

    def _finish(self, over: Flags) -> None:
        """Keep what everybody has in the simulations that are over, which then go on no further."""
        self.at_end[..., self.running.simulation[over]] = self.running.tallies[..., over]
        self.running = _Running._make(array[..., ~over] for array in self.running)

    def _play_deal(self) -> None:
        running, deals, size = self.running, self.model.deals, len(self.cycle)
        row, columns = self._contract() if self.variant.has_auction else self._between_sides()
        self.open_call = None
        level, left = deals.ended[row] == LEVEL, deals.factor[row]
        both = running.pending * left if self.variant.accumulates else np.maximum(running.pending, left)
        times = np.minimum(both, self.variant.cap or MOST_TIMES)
        for tally, paid in self.paid.items():
            got = paid[row, columns]
            if tally == UNITS:
                if self.variant.slam and self.variant.slam.wins_match:
                    running.tallies[SLAM, :size] |= deals.slam[row] & (got > 0)
                got *= times
            running.tallies[tally, :size] += got
        dealt_again = level & self.variant.after_kind(EVEN).same_dealer
        self.running = running._replace(
            pending=np.where(level, factor_after_even(times, self.variant), 1),
            dealer=(running.dealer + ~dealt_again) % size,
        )
        self.deals += 1
        self.dealt += len(row)

    def _contract(self) -> tuple[Ints, Ints]:
        """A deal that somebody calls: its row, (simulations,), and each seat's column of what it paid.

        The columns have the shape (cycle, simulations); `rest` for who rests.
        """
        running, open_call, drawn = self.running, self.open_call, self.model.deals
        count, size, playing = len(running.simulation), len(self.cycle), self.playing
        each, draws, usual = np.arange(count), self.random.random((5, count)), running.made
        first = running.dealer + 1 if self.rests else 0
        turn = _drawn(playing, draws[0])  # of those who play, from the first on
        if open_call:
            turn[:], usual = (open_call.caller - first) % size, usual + open_call.more_likely
        caller = (first + turn) % size
        partner = (first + (turn + 1 + _drawn(playing - 1, draws[1])) % playing) % size
        made = contract_chance(usual, self._ahead(caller, partner))
        ended = np.where(draws[2] < made, WINS, LOSES)
        level = 0.0 if open_call and not open_call.may_be_even else self._level_share
        row = self._row_of(np.where(draws[3] < level, LEVEL, ended), draws[4])
        if open_call:
            of_call = open_call.rows[ended, drawn.solo[row].astype(np.int64)]
            row = np.where(drawn.ended[row] == LEVEL, row, of_call)
        columns = np.full((size, count), DEFENDER_GETS)
        columns[partner, each] = np.where(drawn.solo[row], DEFENDER_GETS, PARTNER_GETS)
        columns[caller, each] = CALLER_GETS
        if self.rests:
            columns[running.dealer, each] = self.rest
        return row, columns

    def _ahead(self, caller: Ints, partner: Ints) -> Floats:
        """By how much the calling side of each contract is ahead, (simulations,)."""
        strength, each = self.running.strength, np.arange(len(caller))
        calling, callers = strength[caller, each], 1
        if not self.variant.alone:
            calling, callers = calling + strength[partner, each], 2
        defending = strength.sum(axis=0) - calling
        if self.rests:
            defending -= strength[self.running.dealer, each]
        return np.asarray(calling - callers * defending / max(self.playing - callers, 1))

    @property
    def _level_share(self) -> float:
        """The share of deals that nobody wins."""
        begins = self.model.ending_weights
        return float((begins[LEVEL + 1] - begins[LEVEL]) / begins[LEVEL + 1])

    def _row_of(self, ended: Ints, uniform: Floats) -> Ints:
        """A row with each ending, by the weights; all of one shape."""
        begins, first = self.model.ending_weights, self.model.ending_rows
        weight = begins[ended] + uniform * (begins[ended + 1] - begins[ended])
        return np.clip(np.searchsorted(self.model.cumulative, weight, "right"), first[ended], first[ended + 1] - 1)

    def _between_sides(self) -> tuple[Ints, Ints]:
        """A deal in which nobody calls: its row, (simulations,), and each seat's column of what it paid.

        The columns have the shape (cycle, simulations); `rest` for who rests.
        """
        strength, sides = self.running.strength, int(self.sides.max()) + 1
        draws = self.random.random((3 + sides, strength.shape[1]))
        each, side = np.arange(strength.shape[1]), self.sides[self.running.dealer].T
        of_side = np.stack([(strength * (side == letter)).sum(axis=0) for letter in range(sides)])
        ahead = of_side - (of_side.sum(axis=0) - of_side) / (sides - 1)
        winner = _drawn_rows(side_weights(ahead), draws[0])
        ended = np.where(draws[1] < self._level_share, LEVEL, WINS)
        row, order = self._row_of(ended, draws[2]), draws[3:]
        order[winner, each] = -1
        column = np.argsort(np.argsort(order, axis=0), axis=0)
        return row, np.where(side >= 0, column[np.maximum(side, 0), each], self.rest)

    def _over(self) -> Flags:
        """Which of the running simulations are over."""
        ending, tallies = self.sheet.ending, self.running.tallies
        over, every = np.zeros(tallies.shape[2], bool), np.ones(tallies.shape[2], bool)
        round_closed = self.running.dealer == self.opener if ending.finish_round else every
        decided = self._one_leads() if ending.play_on else every
        if ending.race:
            by, agreed = ending.race
            reached = tallies[TALLIES.index(by)].max(axis=0) >= agreed
            over = reached & round_closed & decided
        if self.deals_left is not None and self.deals >= self.deals_left:
            over |= round_closed & decided
        return np.asarray(over | tallies[SLAM].any(axis=0))

    def _one_leads(self) -> Flags:
        """Whether one of the entrants leads alone in each running simulation."""
        front = np.ones((len(self.groups), len(self.running.simulation)), bool)
        for by in self.sheet.judged_by:
            tally = self.running.tallies[TALLIES.index(by), self.groups]
            front &= tally == np.where(front, tally, np.iinfo(np.int64).min).max(axis=0)
        return np.asarray(front.sum(axis=0) == 1)

    def ends(self) -> MatchEnds:
        """How all simulations ended; those that still run end as they stand."""
        self._finish(np.ones(len(self.running.simulation), bool))
        at_end = dict(zip(TALLIES, self.at_end[:, self.groups], strict=True))
        units = at_end["units"]
        ahead = np.zeros((len(units), *units.shape), bool)  # (entrants, opponents, simulations)
        level = ~ahead
        for by in ("slam", *self.sheet.judged_by):
            ahead |= level & (at_end[by][None] > at_end[by][:, None])
            level &= at_end[by][None] == at_end[by][:, None]
        place, sharing, deals = 1 + ahead.sum(axis=1), level.sum(axis=1), self.dealt / units.shape[1]
        groups = exchangeable_entrants(self.sheet, self.model, self.cycle, self.entrants)
        return MatchEnds(
            self.entrants, units, place, sharing, deals, groups, _possible_places(self.sheet, self.entrants)
        )


def _possible_places(sheet: Sheet, who: Sequence[tuple[str, ...]]) -> Floats:
    """The share of each entrant (row) in each place (column) that is still possible, all of those equal.

    Where a match is judged by deals won, nobody gets past an entrant who has won more than the remaining deals can
    bring. Units have no limit, since redeals may double them again and again: every place is possible for all.
    """
    ending, variant, left = sheet.ending, sheet.match.variant, deals_left(sheet)
    by_slam = variant.slam is not None and variant.slam.wins_match
    if ending.judged_by[0] != "won" or left is None or ending.finish_round or ending.play_on or by_slam:
        return np.full((len(who), len(who)), 1 / len(who))
    most = left * max(1, variant.win.above_deals)
    won = np.array([sheet.tallies["won"][entrant[0]] for entrant in who])
    order = np.argsort(-won, kind="stable")
    block = np.concatenate([[0], np.cumsum(-np.diff(won[order]) > most)])  # nobody gets past an earlier block
    shares = np.zeros((len(who), len(who)))
    shares[order] = (block[:, None] == block) / (block[:, None] == block).sum(axis=1, keepdims=True)
    return shares


def _drawn(among: int, uniform: Floats) -> Ints:
    """One of so many, all as likely, for each uniform number; the same shape."""
    return np.minimum((uniform * among).astype(np.int64), among - 1)


def _drawn_rows(weights: Floats, uniform: Floats) -> Ints:
    """A row for each column, drawn by the weights, (rows, columns), from uniform numbers, (columns,)."""
    cumulative = np.cumsum(weights, axis=0)
    return np.asarray((uniform * cumulative[-1] >= cumulative).sum(axis=0))


def _sides(cycle: Sequence[str], variant: Variant, *, rests: bool) -> Ints:
    """The side of each of the cycle, (dealers, cycle), -1 for the dealer who `rests`; nothing where somebody calls."""
    rows = []
    for dealer in () if variant.has_auction else cycle:
        sides = sides_of(cycle, variant.made_by, dealer if rests else None)
        rows.append([next((letter for letter, side in enumerate(sides) if seat in side), -1) for seat in cycle])
    return np.array(rows)


def exchangeable_entrants(sheet: Sheet, model: DealModel, cycle: list[str], who: list[tuple[str, ...]]) -> Ints:
    """The groups of exchangeable entrants, (entrants,): the same is known of them, they have the same and sit alike.

    The `cycle` are the players who deal in turn.
    """
    turns = sheet.resting() is not None and sheet.match.sitting.out is None
    rests = _rests(sheet, model, cycle) if turns else dict.fromkeys(sheet.players, 0)
    if rests is None:
        return np.arange(len(who))
    has = [
        (
            [tally.get(entrant[0], 0) for tally in sheet.tallies.values()],
            [seat in cycle for seat in entrant],
            rests[entrant[0]],
        )
        for entrant in who
    ]
    call = sheet.match.sitting.call

    def exchangeable(first: int, second: int) -> bool:
        calls = call is not None and call.caller in {*who[first], *who[second]}
        return has[first] == has[second] and not calls and _can_swap(sheet, model, who[first], who[second])

    return exchangeable_groups(len(who), exchangeable)


def _can_swap(sheet: Sheet, model: DealModel, side: tuple[str, ...], opponents: tuple[str, ...]) -> bool:
    """Whether the sides of the match and the model stay the same if these players change places with the others."""
    at, there = (np.array([model.players.index(player) for player in players]) for players in (side, opponents))
    order = swapped_order(len(model.players), at, there)
    name = dict(zip(model.players, np.array(model.players)[order].tolist(), strict=True))
    if {frozenset(name[player] for player in players) for players in sheet.sides} != set(map(frozenset, sheet.sides)):
        return False
    return is_invariant(model.strengths, order) and is_invariant(model.root @ model.root.T, order)


def _rests(sheet: Sheet, model: DealModel, cycle: list[str]) -> dict[str, int] | None:
    """How often each player rests until the end, where the dealer does; None where deals are not all worth the same."""
    ending, variant, slam = sheet.ending, sheet.match.variant, sheet.match.variant.slam
    left, more = deals_left(sheet), ending.race or ending.finish_round or ending.play_on or (slam and slam.wins_match)
    may_be_level = model.ending_weights[LEVEL + 1] > model.ending_weights[LEVEL]
    if left is None or more or may_be_level or sheet.carry > 1 or not variant.has_auction:
        return None
    dealer = cycle.index(sheet.next_dealer)
    turns = {seat: len(range((at - dealer) % len(cycle), left, len(cycle))) for at, seat in enumerate(cycle)}
    return dict.fromkeys(sheet.players, 0) | turns  # who has left the table rests in no deal of theirs
