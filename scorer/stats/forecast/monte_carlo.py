"""The rest of a match, played thousands of times: all of these evenings at once, deal by deal."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from scorer.frames.record_columns import Flags, Ints
from scorer.match.course import together
from scorer.match.facts import Call
from scorer.match.sheet import Sheet
from scorer.rules.bid import LOWEST_TARGET, read_bid
from scorer.rules.deal import MOST_TIMES
from scorer.rules.kinds import EVEN
from scorer.rules.sides import sides_of
from scorer.rules.variant import Variant
from scorer.stats.forecast.deal_model import (
    CALLER_GETS,
    DEFENDER_GETS,
    LEGAL,
    LEVEL,
    LOSES,
    PARTNER_GETS,
    THEIRS,
    WINS,
    Known,
    after_even,
    called,
)
from scorer.stats.models.arrays import Floats
from scorer.stats.models.exchangeable import firsts, stays, swapped
from scorer.stats.seat_payouts import RATED_ROLES

SIMULATED: Final = 4000  # evenings; of a chance of one half so many leave a standard error of 0.8 of 100
SEED: Final = 61
LONGEST: Final = 200  # deals after which a race that nobody has won ends as it stands
MOST_LEFT: Final = 500  # deals that can be asked for: no evening has as many
LEAST, MOST = 0.02, 0.98  # of the chance of a contract
CALLER, PARTNER, DEFENDER, SIDE = range(len(RATED_ROLES))
TALLIES: Final = ("units", "won", "taken", "slam")  # what each has of these; a slam may win the match
UNITS, SLAM = 0, 3


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


class _Waiting(NamedTuple):
    """A call whose result is open: by whom, and its rows in the deals, by how it ends and whether it is played alone.

    `more_likely` is by how much contracts of that worth are made more often than others.
    """

    caller: int
    rows: Ints
    more_likely: float
    may_be_even: bool


class _Going(NamedTuple):
    """The evenings that still go on, the last axis of each array: which they are, who deals, what is carried.

    `made` is how often contracts are made; `calls` how often each player calls, `strength` theirs in each role;
    `tallies` are what each has of TALLIES.
    """

    evening: Ints
    dealer: Ints
    pending: Ints
    made: Floats
    calls: Floats
    strength: Floats
    tallies: Ints


class _Table:
    """The match in all evenings at once: what is reckoned is the same for all of them."""

    def __init__(self, sheet: Sheet, known: Known, count: int) -> None:
        self.sheet, self.known, self.variant = sheet, known, sheet.match.variant
        self.random, self.who = np.random.default_rng(SEED), entrants(sheet)
        players, sitting = known.players, sheet.match.sitting
        self.groups = np.array([players.index(one[0]) for one in self.who])
        self.cycle = [seat for seat in sheet.seats if seat != sitting.out]
        self.seat = np.array([players.index(seat) for seat in self.cycle])
        self.rests = sheet.resting() is not None and sitting.out is None
        self.opener = self.cycle.index(sheet.round_opener) if sheet.ending.finish_round else 0
        self.sides = _sides(self.cycle, self.variant, rests=self.rests)
        tallies = [*(sheet.tallies.get(by, {}) for by in TALLIES[:SLAM]), dict.fromkeys(sheet.won_by_slam, 1)]
        has = np.array([[tally.get(player, 0) for player in players] for tally in tallies], np.int64)
        drawn = known.strengths[:, None] + known.root @ self.random.standard_normal((len(known.strengths), count))
        strength = drawn.reshape(len(RATED_ROLES), len(players), count)
        calls = np.stack([self.random.beta(*of_one, count) for of_one in zip(*known.calls, strict=True)])
        self.going = _Going(
            evening=np.arange(count),
            dealer=np.full(count, self.cycle.index(sheet.next_dealer)),
            pending=np.full(count, sheet.carry),
            made=self.random.beta(*known.made, count),
            calls=calls,
            strength=strength[:SIDE] if self.variant.has_auction else strength[[SIDE]],
            tallies=np.repeat(has[..., None], count, axis=2),
        )
        self.waiting = self._waiting(sitting.call)
        self.at_end = np.zeros_like(self.going.tallies)
        self.deals = self.dealt = 0

    def _waiting(self, call: Call | None) -> _Waiting | None:
        """The call whose result is open, by what contracts of that worth have come to; its rows join the deals."""
        if call is None or not self.variant.has_auction or call.caller not in self.cycle:
            return None
        deals, bid = self.known.deals, read_bid(call.bid, self.variant.auction)
        rows = called(self.variant, len(self.cycle) - self.rests, bid)
        if rows is None:
            return None
        worth = np.abs(rows.paid[0, UNITS, DEFENDER_GETS])
        alike = (np.abs(deals.paid[:, UNITS, DEFENDER_GETS]) == worth) & (deals.ended != LEVEL)
        usual, wins = float(np.mean(self.going.made)), deals.ended == WINS
        of_worth = (deals.weight[alike & wins].sum() + usual * LEGAL) / (deals.weight[alike].sum() + LEGAL)
        at = [[_first(rows.ended == ended, rows.solo == alone) for alone in (False, True)] for ended in (WINS, LOSES)]
        self.known = self.known._replace(deals=deals.and_more(rows))
        may_be_even = self.variant.even_at_60 and bid.target == LOWEST_TARGET
        caller = self.cycle.index(call.caller)
        return _Waiting(caller, len(deals.ended) + np.array(at), of_worth - usual, may_be_even)

    def play(self) -> None:
        """All evenings to their ends."""
        agreed = self.sheet.ending.deals or 0
        for _ in range(max(LONGEST, agreed - len(self.sheet.deals))):
            self._deal()
            over = self._over()
            if over.any():
                self._keep(over)
            if not len(self.going.evening):
                return

    def _keep(self, over: Flags) -> None:
        """What everybody has in the evenings that are over, which then go on no further."""
        self.at_end[..., self.going.evening[over]] = self.going.tallies[..., over]
        self.going = _Going._make(array[..., ~over] for array in self.going)

    def _deal(self) -> None:
        row, column = self._contract() if self.variant.has_auction else self._between_sides()
        self.waiting = None
        pending, left = self.going.pending, self.known.deals.factor[row]
        both = pending * left if self.variant.accumulates else np.maximum(pending, left)
        times = np.minimum(both, self.variant.cap or MOST_TIMES)
        for seat, place in zip(self.seat, column, strict=True):
            got = self.known.deals.paid[row, :, np.maximum(place, 0)].T * (place >= 0)
            if self.variant.slam and self.variant.slam.wins_match:
                self.going.tallies[SLAM, seat] |= self.known.deals.slam[row] & (got[UNITS] > 0)
            got[UNITS] *= times
            self.going.tallies[:SLAM, seat] += got
        level = self.known.deals.ended[row] == LEVEL
        stays = level & self.variant.after_kind(EVEN).same_dealer
        self.going = self.going._replace(
            pending=np.where(level, after_even(times, self.variant), 1),
            dealer=(self.going.dealer + ~stays) % len(self.seat),
        )
        self.deals += 1
        self.dealt += len(self.going.evening)

    def _contract(self) -> tuple[Ints, Ints]:
        """A called deal: its row, and what each of the cycle is in it, -1 for who rests."""
        going, count, seat, size = self.going, len(self.going.evening), self.seat, len(self.seat)
        every, waiting = np.arange(count), self.waiting
        calls = going.calls[seat]
        if self.rests:
            calls[going.dealer, every] = 0
        caller, more = _picked(calls, self.random.random(count)), 0.0
        if waiting:
            caller, more = np.full(count, waiting.caller), waiting.more_likely
        first, playing = (going.dealer + 1, size - 1) if self.rests else (0, size)
        beside = np.minimum((self.random.random(count) * (playing - 1)).astype(np.int64), playing - 2)
        partner = (first + ((caller - first) % size + 1 + beside) % playing) % size  # anybody else who plays
        defends = going.strength[DEFENDER]
        against = defends[seat].sum(axis=0) - defends[seat[caller], every]
        strength, others = going.strength[CALLER, seat[caller], every], playing - 1
        if self.rests:
            against -= defends[seat[going.dealer], every]
        if not self.variant.alone:
            against -= defends[seat[partner], every]
            strength, others = (strength + going.strength[PARTNER, seat[partner], every]) / 2, playing - 2
        made = np.clip(going.made + more + (strength - against / max(others, 1)) / 2, LEAST, MOST)
        ended = np.where(self.random.random(count) < made, WINS, LOSES)
        level = 0.0 if waiting and not waiting.may_be_even else self._level
        row = self._drawn(np.where(self.random.random(count) < level, LEVEL, ended), seat[caller])
        deals = self.known.deals
        if waiting:
            of_call = waiting.rows[np.minimum(ended, LOSES), deals.solo[row].astype(np.int64)]
            row = np.where(deals.ended[row] == LEVEL, row, of_call)
        column = np.full((size, count), DEFENDER_GETS)
        with_partner = ~deals.solo[row]
        column[partner[with_partner], every[with_partner]] = PARTNER_GETS
        column[caller, every] = CALLER_GETS
        if self.rests:
            column[going.dealer, every] = -1
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
        count = len(self.going.evening)
        side = self.sides[self.going.dealer if self.rests else np.zeros(count, np.int64)].T
        many, strength = int(side.max()) + 1, self.going.strength[0][self.seat]
        of_side = np.stack([(strength * (side == one)).sum(axis=0) / (side == one).sum(axis=0) for one in range(many)])
        ahead = of_side - (of_side.sum(axis=0) - of_side) / (many - 1)
        first = _picked(np.clip((1 + ahead) / many, LEAST / many, None), self.random.random(count))
        ended = np.where(self.random.random(count) < self._level, LEVEL, WINS)
        row = self._of_all(ended, self.random.random(count))
        order = self.random.random((many, count))
        order[first, np.arange(count)] = -1
        place = np.argsort(np.argsort(order, axis=0), axis=0)
        return row, np.where(side >= 0, place[np.maximum(side, 0), np.arange(count)], -1)

    def _over(self) -> Flags:
        ending, tallies = self.sheet.ending, self.going.tallies
        over, every = np.zeros(tallies.shape[2], bool), np.ones(tallies.shape[2], bool)
        closed = self.going.dealer == self.opener if ending.finish_round else every
        decided = self._alone() if ending.play_on else every
        if ending.race:
            by, agreed = ending.race
            reached = tallies[TALLIES.index(by)].max(axis=0) >= agreed
            over = reached & closed & decided
        if ending.deals is not None and self.deals + len(self.sheet.deals) >= ending.deals:
            over |= closed & decided
        return np.asarray(over | tallies[SLAM].any(axis=0))

    def _alone(self) -> Flags:
        """Whether one of the entrants leads alone in each of these evenings."""
        front = np.ones((len(self.groups), len(self.going.evening)), bool)
        for by in self.sheet.judged_by:
            tally = self.going.tallies[TALLIES.index(by), self.groups]
            front &= tally == np.where(front, tally, np.iinfo(np.int64).min).max(axis=0)
        return np.asarray(front.sum(axis=0) == 1)

    def ended(self) -> Evenings:
        """How all evenings ended; those that still go on, as they stand."""
        self._keep(np.ones(len(self.going.evening), bool))
        at_end = dict(zip(TALLIES, self.at_end[:, self.groups], strict=True))
        units = at_end["units"]
        ahead = np.zeros((len(units), *units.shape), bool)
        level = ~ahead
        for by in ("slam", *self.sheet.judged_by):
            ahead |= level & (at_end[by][None] > at_end[by][:, None])
            level &= at_end[by][None] == at_end[by][:, None]
        place, sharing, deals = 1 + ahead.sum(axis=1), level.sum(axis=1), self.dealt / units.shape[1]
        alike = known_alike(self.sheet, self.known, self.cycle, self.who)
        return Evenings(units, place, sharing, deals, alike, _reach(self.sheet, self.who))


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
    if often is None:
        return np.arange(len(who))
    has = [
        ([tally.get(one[0], 0) for tally in sheet.tallies.values()], [seat in cycle for seat in one], often[one[0]])
        for one in who
    ]
    call = sheet.match.sitting.call

    def same(first: int, other: int) -> bool:
        calls = call is not None and call.caller in {*who[first], *who[other]}
        return has[first] == has[other] and not calls and _seen_alike(sheet, known, who[first], who[other])

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
