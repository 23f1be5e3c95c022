"""The rest of a match, played thousands of times: all of these evenings at once, deal by deal."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from scorer.frames.columns import Flags, Ints
from scorer.match.course import together
from scorer.match.sheet import Sheet
from scorer.match.values import Call
from scorer.rules.bid import LOWEST_TARGET, read_bid
from scorer.rules.deal import MOST_TIMES
from scorer.rules.kinds import EVEN
from scorer.rules.sides import sides_of
from scorer.rules.variant import Variant
from scorer.stats.equals import firsts, stays, swapped
from scorer.stats.next_deals import (
    CALLER_GETS,
    DEFENDER_GETS,
    LEGAL,
    LEVEL,
    LOSES,
    PARTNER_GETS,
    THEIRS,
    WINS,
    Deals,
    Known,
    after_even,
    called,
)  # fmt: skip
from scorer.stats.seats import RATED_ROLES
from scorer.stats.tallies import Floats

SIMULATED: Final = 4000  # evenings; of a chance of one half so many leave a standard error of 0.8 of 100
SEED: Final = 61
LONGEST: Final = 200  # deals after which a race that nobody has won ends as it stands
MOST_LEFT: Final = 500  # deals that can be asked for: no evening has as many
LEAST, MOST = 0.02, 0.98  # of the chance of a contract
CALLER, PARTNER, DEFENDER, SIDE = range(len(RATED_ROLES))


class Evenings(NamedTuple):
    """How the match ended in each of them: a column an evening, a row one of the `entrants`.

    `units` at the end; `place`, shared by so many of those who can be told apart (`sharing`, 1: by nobody else);
    `deals` that were played on average; `alike` is for each the first of whom the same is known (`known_alike`).
    `within_reach` is an evening in which all that can come to pass does: the part of each in each place (`_reach`).
    """

    units: Ints
    place: Ints
    sharing: Ints
    deals: float
    alike: Ints
    within_reach: Floats


def entrants(sheet: Sheet) -> list[tuple[str, ...]]:
    """Who takes places in a match: partners who have the same of what it is judged by together, else everybody alone.

    So in a race for deals won a penalty of one of them parts no pair.
    """
    course = list(sheet.leads())
    return together(sheet, {player: [lead[player] for lead in course] for player in sheet.players})


def evenings(sheet: Sheet, known: Known, count: int = SIMULATED, *, over: bool = False) -> Evenings:
    """The match played on to its agreed end so many times, always by the same draws; no further where it is `over`.

    Its end is one of deals, or a race: a bell cannot be heard in here.
    """
    table = _Table(sheet, known, count)
    if not over:
        table.play()
    return table.ended()


class _Table:
    """The match in all evenings that still go on: what everybody has, who deals, what is carried.

    Arrays have a column an evening, those of players a row each: what is reckoned is then the same for all at once.
    """

    def __init__(self, sheet: Sheet, known: Known, count: int) -> None:
        self.sheet, self.known, self.variant = sheet, known, sheet.match.variant
        self.random = np.random.default_rng(SEED)
        players, sitting = known.players, sheet.match.sitting
        ending, size = sheet.ending, len(players)
        who = entrants(sheet)
        self.groups = np.array([players.index(one[0]) for one in who])
        self.cycle = [seat for seat in sheet.seats if seat != sitting.out]
        self.seat = [players.index(seat) for seat in self.cycle]
        self.alike = known_alike(sheet, known, self.cycle, who)
        self.rests = sheet.resting() is not None and sitting.out is None
        self.opener = self.cycle.index(sheet.round_opener) if ending.finish_round else 0
        self.sides = _sides(self.cycle, self.variant, rests=self.rests)
        told = sheet.tallies.items()
        has = {by: np.array([tally.get(player, 0) for player in players], np.int64) for by, tally in told}
        has["slam"] = np.array([player in sheet.won_by_slam for player in players], np.int64)
        self.tallies = {by: np.repeat(mine[:, None], count, axis=1) for by, mine in has.items()}
        self.evening: Ints = np.arange(count)
        self.deals = self.dealt = 0
        self.dealer: Ints = np.full(count, self.cycle.index(sheet.next_dealer))
        self.pending: Ints = np.full(count, sheet.carry)
        drawn = known.strengths[:, None] + known.root @ self.random.standard_normal((len(known.strengths), count))
        strength = drawn.reshape(len(RATED_ROLES), size, count)
        self.strength = strength[[SIDE]] if not self.variant.has_auction else strength[:SIDE]
        self.calls = np.stack([self.random.beta(*of_one, count) for of_one in zip(*known.calls, strict=True)])
        self.made: Floats = self.random.beta(*known.made, count)
        self._wait_for(sitting.call)
        self.at_end = {by: np.zeros((size, count), np.int64) for by in has}

    def _wait_for(self, call: Call | None) -> None:
        """Have the first deal be that of a call whose result is open, by what contracts of that worth have come to."""
        self.called: Ints | None = None
        self.may_be_even = True
        if call is None or not self.variant.has_auction or call.caller not in self.cycle:
            return
        deals, bid = self.known.deals, read_bid(call.bid, self.variant.auction)
        rows = called(self.variant, len(self.cycle) - self.rests, bid)
        if rows is None:
            return
        worth = np.abs(rows.units[0, DEFENDER_GETS])
        alike = (np.abs(deals.units[:, DEFENDER_GETS]) == worth) & (deals.ended != LEVEL)
        usual, wins = float(np.mean(self.made)), deals.ended == WINS
        of_worth = (deals.weight[alike & wins].sum() + usual * LEGAL) / (deals.weight[alike].sum() + LEGAL)
        self.more_likely = of_worth - usual
        at = [[_first(rows.ended == ended, rows.solo == alone) for alone in (False, True)] for ended in (WINS, LOSES)]
        self.called = len(deals.ended) + np.array(at)
        self.caller = self.cycle.index(call.caller)
        self.may_be_even = self.variant.even_at_60 and bid.target == LOWEST_TARGET
        both = Deals._make(np.concatenate(each) for each in zip(deals, rows, strict=True))
        self.known = self.known._replace(deals=both)

    def play(self) -> None:
        """All evenings to their ends."""
        agreed = self.sheet.ending.deals or 0
        for _ in range(max(LONGEST, agreed - len(self.sheet.deals))):
            self._deal()
            over = self._over()
            if over.any():
                self._keep(over)
            if not len(self.evening):
                return

    def _keep(self, over: Flags) -> None:
        """What everybody has in the evenings that are over, which then go on no further."""
        ended, on = self.evening[over], ~over
        for by, tally in self.tallies.items():
            self.at_end[by][:, ended] = tally[:, over]
            self.tallies[by] = tally[:, on]
        self.evening, self.dealer, self.pending = self.evening[on], self.dealer[on], self.pending[on]
        self.made = self.made[on]
        self.calls, self.strength = self.calls[:, on], self.strength[:, :, on]

    def _deal(self) -> None:
        row, column = self._contract() if self.variant.has_auction else self._between_sides()
        deals, left = self.known.deals, self.known.deals.factor[row]
        both = self.pending * left if self.variant.accumulates else np.maximum(self.pending, left)
        times = np.minimum(both, self.variant.cap or MOST_TIMES)
        one = {"units": deals.units, "won": deals.won, "taken": deals.taken}
        slam = deals.slam[row] if self.variant.slam and self.variant.slam.wins_match else None
        for at, seat in enumerate(self.seat):
            place = column[at]
            for by, tally in self.tallies.items():
                if by != "slam":
                    got = one[by][row, np.maximum(place, 0)] * (place >= 0)
                    tally[seat] += got * times if by == "units" else got
                elif slam is not None:
                    tally[seat] |= slam & (place >= 0) & (deals.units[row, np.maximum(place, 0)] > 0)
        level = deals.ended[row] == LEVEL
        self.pending = np.where(level, after_even(times, self.variant), 1)
        stays = level & self.variant.after_kind(EVEN).same_dealer
        self.dealer = (self.dealer + ~stays) % len(self.seat)
        self.deals += 1
        self.dealt += len(self.evening)

    def _contract(self) -> tuple[Ints, Ints]:
        """A called deal: its row, and what each of the cycle is in it, -1 for who rests."""
        count, size, known = len(self.evening), len(self.seat), self.known
        every, seat = np.arange(count), np.array(self.seat)
        calls = self.calls[seat]
        if self.rests:
            calls[self.dealer, every] = 0
        caller, more = _picked(calls, self.random.random(count)), 0.0
        if waits := self.called is not None and not self.deals:
            caller, more = np.full(count, self.caller), self.more_likely
        first, playing = (self.dealer + 1, size - 1) if self.rests else (0, size)
        beside = np.minimum((self.random.random(count) * (playing - 1)).astype(np.int64), playing - 2)
        partner = (first + ((caller - first) % size + 1 + beside) % playing) % size  # anybody else who plays
        defends = self.strength[DEFENDER]
        against = defends[seat].sum(axis=0) - defends[seat[caller], every]
        strength, others = self.strength[CALLER, seat[caller], every], playing - 1
        if self.rests:
            against -= defends[seat[self.dealer], every]
        if not self.variant.alone:
            against -= defends[seat[partner], every]
            strength, others = (strength + self.strength[PARTNER, seat[partner], every]) / 2, playing - 2
        made = np.clip(self.made + more + (strength - against / max(others, 1)) / 2, LEAST, MOST)
        ended = np.where(self.random.random(count) < made, WINS, LOSES)
        level = self._level if self.may_be_even or not waits else 0.0
        row = self._drawn(np.where(self.random.random(count) < level, LEVEL, ended), seat[caller])
        if waits and self.called is not None:
            of_call = self.called[np.minimum(ended, LOSES), known.deals.solo[row].astype(np.int64)]
            row = np.where(known.deals.ended[row] == LEVEL, row, of_call)
        column = np.full((size, count), DEFENDER_GETS)
        with_partner = ~known.deals.solo[row]
        column[partner[with_partner], every[with_partner]] = PARTNER_GETS
        column[caller, every] = CALLER_GETS
        if self.rests:
            column[self.dealer, every] = -1
        return row, column

    @property
    def _level(self) -> float:
        ends = self.known.ends
        return float((ends[LEVEL + 1] - ends[LEVEL]) / ends[LEVEL + 1])

    def _drawn(self, ended: Ints, caller: Ints) -> Ints:
        """A row that ended so for each: one of the caller's own, or of everybody's."""
        known, count, kind = self.known, len(ended), caller * 3 + ended
        own = known.begins[kind + 1] - known.begins[kind]
        chosen, at = self.random.random(count), self.random.random(count)
        row = self._of_all(ended, at)
        mine = chosen * (own + THEIRS) < own
        row[mine] = known.own[(known.begins[kind] + (at * own).astype(np.int64))[mine]]
        return row

    def _of_all(self, ended: Ints, at: Floats) -> Ints:
        """A row that ended so for each, by the weights."""
        known = self.known
        weight = known.ends[ended] + at * (known.ends[ended + 1] - known.ends[ended])
        return np.clip(np.searchsorted(known.up_to, weight, "right"), known.first[ended], known.first[ended + 1] - 1)

    def _between_sides(self) -> tuple[Ints, Ints]:
        """A deal in which nobody called: its row, and the column of each one's side in it, -1 for who rests."""
        count, every = len(self.evening), np.arange(len(self.evening))
        side = self.sides[self.dealer if self.rests else np.zeros(count, np.int64)].T
        many, strength = int(side.max()) + 1, self.strength[0][self.seat]
        of_side = np.stack([(strength * (side == one)).sum(axis=0) / (side == one).sum(axis=0) for one in range(many)])
        ahead = of_side - (of_side.sum(axis=0) - of_side) / (many - 1)
        first = _picked(np.clip((1 + ahead) / many, LEAST / many, None), self.random.random(count))
        ended = np.where(self.random.random(count) < self._level, LEVEL, WINS)
        row = self._of_all(ended, self.random.random(count))
        order = self.random.random((many, count))
        order[first, every] = -1
        place = np.argsort(np.argsort(order, axis=0), axis=0)
        return row, np.where(side >= 0, place[np.maximum(side, 0), every], -1)

    def _over(self) -> Flags:
        ending, count = self.sheet.ending, len(self.evening)
        closed = self.dealer == self.opener if ending.finish_round else np.ones(count, bool)
        over, decided = np.zeros(count, bool), self._alone() if ending.play_on else np.ones(count, bool)
        if ending.race:
            by, agreed = ending.race
            reached = self.tallies[by].max(axis=0) >= agreed
            over = reached & closed & decided
            closed &= ~reached
        if ending.deals is not None and self.deals + len(self.sheet.deals) >= ending.deals:
            over |= closed & decided
        return np.asarray(over | self.tallies["slam"].any(axis=0))

    def _alone(self) -> Flags:
        """Whether one of the entrants leads alone in each of these evenings."""
        front = np.ones((len(self.groups), len(self.evening)), bool)
        for by in self.sheet.judged_by:
            tally = self.tallies[by][self.groups]
            front &= tally == np.where(front, tally, np.iinfo(np.int64).min).max(axis=0)
        return np.asarray(front.sum(axis=0) == 1)

    def ended(self) -> Evenings:
        """How all evenings ended; those that still go on, as they stand."""
        self._keep(np.ones(len(self.evening), bool))
        shape = len(self.groups), len(self.groups), self.at_end["units"].shape[1]
        ahead, level = np.zeros(shape, bool), np.ones(shape, bool)
        for by in ("slam", *self.sheet.judged_by):
            tally = self.at_end[by][self.groups]
            ahead |= level & (tally[None] > tally[:, None])
            level &= tally[None] == tally[:, None]
        units = self.at_end["units"][self.groups]
        place, sharing, deals = 1 + ahead.sum(axis=1), level.sum(axis=1), self.dealt / units.shape[1]
        return Evenings(units, place, sharing, deals, self.alike, _reach(self.sheet, entrants(self.sheet)))


def _reach(sheet: Sheet, who: Sequence[tuple[str, ...]]) -> Floats:
    """The part of each entrant in each place that they can still have, all of those alike; a row each.

    Where a match is judged by deals won, nobody gets past who has won more than the deals that are left can bring.
    Units are paid without end, since redeals may double them again and again: every place is within reach of all.
    """
    ending, variant = sheet.ending, sheet.match.variant
    by_slam = variant.slam is not None and variant.slam.wins_match
    if ending.judged_by[0] != "won" or ending.deals is None or ending.finish_round or ending.play_on or by_slam:
        return np.full((len(who), len(who)), 1 / len(who))
    most = max(ending.deals - len(sheet.deals), 0) * max(1, variant.win.above_deals)
    won = np.array([sheet.tallies["won"][one[0]] for one in who])
    order = np.argsort(-won, kind="stable")
    apart = np.concatenate([[0], np.cumsum(-np.diff(won[order]) > most)])  # who cannot get past whom
    reach = np.zeros((len(who), len(who)))
    reach[order] = (apart[:, None] == apart) / (apart[:, None] == apart).sum(axis=1, keepdims=True)
    return reach


def _first(wanted: Flags, rather: Flags) -> int:
    """The first row that is wanted, one that is rather so where there is any."""
    return int(np.flatnonzero(wanted & rather)[0] if (wanted & rather).any() else np.flatnonzero(wanted)[0])


def _picked(weights: Floats, at: Floats) -> Ints:
    """One row of each column, as often as its weight has it."""
    up_to = np.cumsum(weights, axis=0)
    return np.asarray((at * up_to[-1] >= up_to).sum(axis=0))


def _sides(cycle: Sequence[str], variant: Variant, *, rests: bool) -> Ints:
    """The side of each of the cycle by its place, -1 for who rests; a row for each dealer where the dealer rests."""
    if variant.has_auction:
        return np.zeros((0, 0), np.int64)
    found = []
    for out in cycle if rests else [None]:
        sides = sides_of(cycle, variant.made_by, out)
        found.append([next((at for at, side in enumerate(sides) if seat in side), -1) for seat in cycle])
    return np.array(found)


def known_alike(sheet: Sheet, known: Known, cycle: list[str], who: list[tuple[str, ...]]) -> Ints:
    """For each who takes places in a match the first of whom the same is known, who has the same and sits alike.

    The `cycle` are those who take turns in dealing.
    """
    turns = sheet.resting() is not None and sheet.match.sitting.out is None
    often = _rests(sheet, known, cycle) if turns else dict.fromkeys(sheet.players, 0)
    has = {one: tuple(tally.get(one[0], 0) for tally in sheet.tallies.values()) for one in who}
    call = sheet.match.sitting.call

    def same(first: int, other: int) -> bool:
        some, others = who[first], who[other]
        if len(some) != len(others) or has[some] != has[others] or (call and call.caller in {*some, *others}):
            return False
        if any((one in cycle) != (two in cycle) for one, two in zip(some, others, strict=True)):
            return False
        if often is None or often[some[0]] != often[others[0]]:
            return False
        return _seen_alike(sheet, known, some, others)

    return firsts(len(who), same)


def _seen_alike(sheet: Sheet, known: Known, some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether nothing that is known changes where these players change their places with those."""
    at, there = (np.array([known.players.index(player) for player in side]) for side in (some, others))
    order = swapped(len(known.players), at, there)
    name = dict(zip(known.players, np.array(known.players)[order].tolist(), strict=True))
    if {frozenset(name[player] for player in side) for side in sheet.sides} != set(map(frozenset, sheet.sides)):
        return False
    own = np.diff(known.begins[::3])  # the deals that each has called: they are drawn again
    if own[[*at, *there]].any() or not all(stays(each, order) for each in known.calls):
        return False
    roles = len(known.strengths) // len(order)
    in_roles = (len(order) * np.arange(roles)[:, None] + order).ravel()
    return stays(known.strengths, in_roles) and stays(known.root @ known.root.T, in_roles)


def _rests(sheet: Sheet, known: Known, cycle: list[str]) -> dict[str, int] | None:
    """How often each rests to the end, where the dealer does; None where one deal is not as good as another."""
    ending, variant, slam = sheet.ending, sheet.match.variant, sheet.match.variant.slam
    left, more = sheet.deals_left, ending.race or ending.finish_round or ending.play_on or (slam and slam.wins_match)
    may_be_level = known.ends[LEVEL + 1] > known.ends[LEVEL]
    if left is None or more or may_be_level or sheet.carry > 1 or not variant.has_auction:
        return None
    dealer = cycle.index(sheet.next_dealer)
    turns = {seat: len(range((at - dealer) % len(cycle), left, len(cycle))) for at, seat in enumerate(cycle)}
    return dict.fromkeys(sheet.players, 0) | turns  # who has left rests, but it is no deal of theirs
