"""What the next deals of a match may bring, from the deals known then: who calls, whether it is made, what it pays.

What a deal pays is drawn from past deals of the same variant among as many players, before their carry. The caller's
own calls weigh one each and all others together as THEIRS more, so that a bold caller is a bold one here. Deals of
other leagues weigh OTHERS together at most, and legal deals of the payout table LEGAL, in which low bids are called
more often, each band half as often as the one below it. Who calls goes by how often each has called, and whether it is
made by `models.mixed_model`: the strengths of both sides in their roles, whatever variant they were played in.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames, base_units, deals_won
from scorer.frames.record_columns import Flags, Ints
from scorer.match.facts import Match
from scorer.rules.bid import Bid
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.rules.deal import MOST_TIMES, Deal, Reckoning, Result, reckon
from scorer.rules.errors import ScorerError
from scorer.rules.kinds import CALLED, DEAL_ROLES, EVEN, FAILED, MADE, PARTNER, SAID, SIDE, SIDE_LETTERS, Outcome
from scorer.rules.sides import SidesDeal, reckon_sides, sides_of
from scorer.rules.variant import Variant
from scorer.stats.models.arrays import Floats, coded, codes, is_one_of, runs, words
from scorer.stats.models.beta_binomial import prior
from scorer.stats.models.mixed_model import Sums, fit
from scorer.stats.seat_payouts import RATED_ROLES, seated, seen

LEGAL: Final = 10.0  # deals as which all legal ones of the payout table count
OTHERS: Final = 30.0  # deals as which those of other leagues count at most
THEIRS: Final = 30  # deals as which those of everybody count beside a caller's own
MOST: Final = 50_000  # payouts that are looked back on, the newest: 10,000 deals of five
ALONE: Final = 0.1  # of the legal contracts that may have a partner
NEAR: Final = 12  # counts above and below what was promised: one of them can be
CALLER_GETS, PARTNER_GETS, DEFENDER_GETS = range(3)
WINS, LOSES, LEVEL = range(3)  # how a row ended: for the caller, or for the first of the sides; nobody
CERTAIN: Final = 1e6  # deals in which somebody called so often: nothing is left to learn
UNKNOWN: Final = 1e-4  # of the root of the covariance: below it no strength was found
_NOBODY: Final = -(2**40)  # units of a side that there is not: behind all others
_SOMEBODY: Final = "\0"  # whoever is not at this table; no player has this name
_COUNTS: Final = (65, 75, 85, 95)  # of a side that wins a legal deal in which nobody calls


class Deals(NamedTuple):
    """What deals paid before their carry, a row each.

    `paid` has by row a table of units, deals won (in a race for them) and card points taken: a column for caller,
    partner and one defender; where nobody calls, one a side, the best first. `ended` is one of WINS, LOSES, LEVEL.
    `factor` is what redeals before the deal had left. `caller` is a place at the table, or -1. `number` is that of the
    record in the match itself, 0 for older deals, and `size` how many played.
    """

    paid: Ints
    ended: Ints
    solo: Flags
    slam: Flags
    factor: Ints
    caller: Ints
    number: Ints
    size: Ints
    weight: Floats

    def rows(self, wanted: Flags | Ints) -> "Deals":
        """Some of them, in this order."""
        return Deals._make(column[wanted] for column in self)

    def and_more(self, more: "Deals") -> "Deals":
        """These, and more behind them."""
        return Deals._make(np.concatenate(both) for both in zip(self, more, strict=True))


class Known(NamedTuple):
    """What is known at one moment of the deals to come.

    `players` are those of the match. `deals` can come, in the order of how they ended, with `up_to` their weights added
    up, `ends` the sums where each kind begins and ends, and `first` the rows. `own` are the rows of each caller and
    ending, `begins` where theirs begin among them.
    `calls` are the parameters of the beta distributions of how often each calls, `made` those of how often contracts
    are made; `strengths` the means of what each is above the average in each of RATED_ROLES, with `root`, the root of
    their covariance.
    """

    players: list[str]
    deals: Deals
    up_to: Floats
    ends: Floats
    first: Ints
    own: Ints
    begins: Ints
    calls: tuple[Floats, Floats]
    made: tuple[float, float]
    strengths: Floats
    root: Floats

    def of_equals(self) -> "Known":
        """The same deals to come, of players who are all alike: each calls as often as any other, and plays as well.

        Where nothing tells them apart yet it is what is known: so the same is drawn.
        """
        if self._nothing_told():
            return self
        size, (called, others) = len(self.players), (float(each.sum()) for each in self.calls)
        rate = called / (called + others)
        return self._replace(
            own=self.own[:0],
            begins=np.zeros_like(self.begins),
            calls=(np.full(size, rate * CERTAIN), np.full(size, (1 - rate) * CERTAIN)),
            strengths=np.zeros_like(self.strengths),
            root=np.zeros_like(self.root),
        )

    def _nothing_told(self) -> bool:
        """Whether no strength is known, and all call as often as any other."""
        called, others = self.calls
        alike = bool(np.all(called == called[0]) and np.all(others == others[0]))
        return alike and not len(self.own) and not self.strengths.any() and bool(np.abs(self.root).max() < UNKNOWN)


class Past:
    """The deals that a match can look back on: those before it, and its own; each forecast takes those known then.

    Those before it are of earlier days, and of matches of its day that were over when it began, as far as that is seen
    from when they were written: nothing of what came later is in them.
    """

    def __init__(self, frames: Frames, match: Match, players: Sequence[str]) -> None:
        self._variant, self._players = match.variant, list(players)
        self._variants = frames.columns.variants
        payouts = _looked_back_on(frames.payouts, match)
        place = {player: at for at, player in enumerate(players)}
        of_code = np.array([*(place.get(player, len(players)) for player in words(payouts["player"])), -1])
        whose = of_code[codes(payouts["player"])]
        self._number = np.where(payouts["match_id"].to_numpy() == match.id, payouts["number"].to_numpy(), 0)
        self._league = is_one_of(payouts["league"], match.league)
        label = frames.matches["variant"][frames.matches["match_id"] == match.id]
        of_variant = is_one_of(payouts["variant"], str(label.iloc[0]) if len(label) else "")
        self._payouts, self._whose = payouts, whose
        self._deals = self._read(np.flatnonzero(of_variant))
        # Who called each deal that had a caller, and who had it, by its number: rows of number and whose
        had = ~is_one_of(payouts["role"], SIDE)
        calls = had & is_one_of(payouts["role"], *CALLED)
        self._called_by, self._had = (np.stack([self._number[rows], whose[rows]]) for rows in (calls, had))
        # The results of all deals in base units, whoever is not at this table being one and the same
        names = pd.Index([*players, _SOMEBODY], dtype="str")
        base = base_units(payouts["units"].to_numpy(), payouts["stake"].to_numpy())
        own = payouts.assign(player=pd.Categorical.from_codes(whose, categories=names), units=base)
        self._seen = seen(seated(own))
        self._sums: dict[int, Sums] = {}
        self.mark = hash(payouts["deal_id"].to_numpy()[self._number == 0].tobytes())  # of the deals before the match

    def known(self, until: int, size: int) -> Known:
        """What was known once the record of this number was written (0: none), of deals among so many players."""
        deals = self._deals.rows((self._deals.number <= until) & (self._deals.size == size))
        variant = self._variant
        legal = _as_deals(list(_contracts(variant, size) if variant.has_auction else _of_sides(variant, size)), size)
        deals = deals._replace(paid=deals.paid[..., : legal.paid.shape[2]]).and_more(legal)
        deals = deals.rows(np.argsort(deals.ended, kind="stable"))
        up_to = np.cumsum(deals.weight)
        by_ending = np.bincount(deals.ended, deals.weight, 3)
        theirs = deals.caller >= 0
        kind = deals.caller * 3 + deals.ended
        own = np.flatnonzero(theirs)[np.argsort(kind[theirs], kind="stable")]
        begins = np.concatenate([[0], np.cumsum(np.bincount(kind[theirs], minlength=3 * len(self._players)))])
        made = float(by_ending[WINS]), max(float(by_ending[LOSES]), 1.0)  # of sides somebody wins, or it is level
        ends, first = np.concatenate([[0.0], np.cumsum(by_ending)]), np.searchsorted(deals.ended, np.arange(4))
        rates = self._call_rates(until)
        return Known(self._players, deals, up_to, ends, first, own, begins, rates, made, *self._strengths(until))

    def _read(self, rows: Ints) -> Deals:
        """The deals of these rows of the payouts, all of the variant of the match."""
        payouts, variant = self._payouts.iloc[rows], self._variant
        deal, begins = runs(payouts["deal_id"].to_numpy())
        count = len(begins)
        times = payouts["times"].to_numpy()
        # A contract that is made WINS, so does a deal of sides that somebody won.
        ended = np.array([WINS, LOSES, LEVEL, WINS])[coded(payouts["outcome"].iloc[begins], (MADE, FAILED, EVEN))]
        paid = np.zeros((count, 3, len(SIDE_LETTERS)), np.int64)
        paid[:, 0] = _NOBODY
        caller, solo = np.full(count, -1), np.zeros(count, bool)
        if variant.has_auction:
            calls, partner = is_one_of(payouts["role"], *CALLED), is_one_of(payouts["role"], PARTNER)
            place = np.where(calls, CALLER_GETS, np.where(partner, PARTNER_GETS, DEFENDER_GETS))
            whose = self._whose[rows[calls]]
            caller[deal[calls]] = np.where(whose < len(self._players), whose, -1)
            solo = np.bincount(deal[partner], minlength=count) == 0
        else:
            place = codes(payouts["side"])
        paid[deal, 0, place], paid[deal, 1, place] = payouts["units"] // times, deals_won(payouts, self._variants)
        paid[deal, 2, place] = np.maximum(payouts["count"].to_numpy(), 0)
        if not variant.has_auction:
            best_first = np.argsort(-paid[:, :1], axis=2, kind="stable")
            paid = np.take_along_axis(paid, best_first, axis=2)
        ours = self._league[rows][begins]
        others = max(int((~ours).sum()), 1)
        return Deals(
            paid, ended, solo, payouts["slam"].to_numpy()[begins],
            _left_by_redeals(times[begins], ended, payouts["match_id"].to_numpy()[begins], variant), caller,
            self._number[rows][begins], np.bincount(deal, minlength=count),
            np.where(ours, 1.0, min(1.0, OTHERS / others)),
        )  # fmt: skip

    def _call_rates(self, until: int) -> tuple[Floats, Floats]:
        """The parameters of how often each at the table calls, drawn towards how often all of them do."""
        size = len(self._players)
        both = (self._called_by, self._had)
        called, had = (np.bincount(whose[number <= until], minlength=size + 1)[:size] for number, whose in both)
        known = prior(called, had)
        if not had.any():
            known = known._replace(mean=1 / max(size, 2))
        mean, variance = known.moments(called, had)
        strength = mean * (1 - mean) / variance - 1
        return mean * strength, (1 - mean) * strength

    def _strengths(self, until: int) -> tuple[Floats, Floats]:
        """What each is above the average in each of RATED_ROLES, role by role, and the root of the covariance.

        Until the results tell anything of strengths they are none, and certain: a spread of strengths about which
        nothing is learned yet would hold whoever leads to be weaker than coins are.
        """
        size, of = len(self._players), self._seen
        number = self._number[runs(self._payouts["deal_id"].to_numpy())[1]][of.deal]
        means = np.zeros(len(RATED_ROLES) * size)
        covariance = np.zeros((len(means), len(means)))
        if (number <= until).any():
            if 0 not in self._sums:
                self._sums[0] = of.sums(number == 0)
            sums = self._sums[0] + of.sums((number > 0) & (number <= until)) if until else self._sums[0]
            found = fit(sums, len(of.roles))
            if not np.isnan(found.noise):  # else nobody is known to be stronger: all are the same
                at = [RATED_ROLES.index(role) * size for role in of.roles]
                place = (np.arange(size)[:, None] + at).ravel()  # fit has all roles of a player, then of the next
                means[place] = found.means[: len(place)]
                covariance[np.ix_(place, place)] = found.covariance[: len(place), : len(place)]
        # Of the root there is one alone: the same draws give the same strengths on every machine.
        return means, np.asarray(np.linalg.cholesky(covariance + 1e-9 * np.eye(len(means))))


def _looked_back_on(payouts: pd.DataFrame, match: Match) -> pd.DataFrame:
    """The payouts of deals before a match, the newest of them, and behind them its own."""
    on, day = payouts["on"].to_numpy(), np.datetime64(match.on, "s")
    first, last = np.searchsorted(on, day, "left"), np.searchsorted(on, day, "right")
    start = max(int(first) - MOST, 0)
    ids, deal = payouts["match_id"].to_numpy()[start:last], payouts["deal_id"].to_numpy()[start:last]
    own = ids == match.id
    began = deal[own].min(initial=np.iinfo(np.int64).max)
    there, of = np.unique(ids, return_inverse=True)
    newest = np.zeros(len(there), np.int64)
    np.maximum.at(newest, of, deal)
    earlier = np.arange(start, last) < first
    before = (earlier | (newest < began)[of]) & ~own
    if start:
        before &= deal != deal[0]  # of which a part may be cut off
    played = is_one_of(payouts["role"].iloc[start:last], *DEAL_ROLES)
    return payouts.iloc[start + np.concatenate([np.flatnonzero(before & played), np.flatnonzero(own & played)])]


def _left_by_redeals(times: Ints, ended: Ints, match: Ints, variant: Variant) -> Ints:
    """What redeals before each deal had left: the rest of its factor beside what an even deal before it leaves."""
    follows_even = np.zeros(len(times), bool)
    follows_even[1:] = (ended[:-1] == LEVEL) & (match[1:] == match[:-1])
    due = np.where(follows_even, after_even(np.roll(times, 1), variant), 1)
    return np.asarray(np.maximum(np.where(times == due, 1, times // due), 1))


def after_even(times: Ints, variant: Variant) -> Ints:
    """The factor that an even deal of this factor leaves for the next."""
    factor = variant.after_kind(EVEN).factor
    left = np.minimum(times * factor if variant.accumulates else factor, variant.cap or MOST_TIMES)
    return np.where(factor == 1, 1, left)


def called(variant: Variant, size: int, bid: Bid) -> Deals | None:
    """How a contract of this bid can end among so many players: made and failed, with a partner and alone.

    None where no count makes it, or none fails it.
    """
    rows = list(_contracts_of(variant, size, bid))
    return _as_deals(rows, size) if {WINS, LOSES} == {ended for _, ended, _, _ in rows} else None


_Legal = tuple[list[list[int]], int, bool, float]  # what it pays, how it ended, whether alone, and its weight


def _as_deals(rows: Sequence[_Legal], size: int) -> Deals:
    """Legal deals, whose weights sum to LEGAL."""
    paid, ended, solo, weight = zip(*rows, strict=True)
    count = len(rows)
    return Deals(
        np.array(paid), np.array(ended), np.array(solo), np.zeros(count, bool),
        np.ones(count, np.int64), np.full(count, -1), np.zeros(count, np.int64), np.full(count, size),
        np.array(weight) * LEGAL / sum(weight),
    )  # fmt: skip


def _contracts(variant: Variant, size: int) -> Iterator[_Legal]:
    """Contracts of every band, each band half as often as the one below it."""
    auction = variant.auction
    by_worth = {variant.worth(bid, slam=False, count=bid.target): bid for bid in reversed(list(auction.bids))}
    lowest_first = sorted(by_worth.values(), key=lambda bid: auction.place.get(bid, len(auction.place)))
    for band, bid in enumerate(lowest_first):
        for paid, ended, solo, weight in _contracts_of(variant, size, bid):
            yield paid, ended, solo, weight * 0.5**band


def _contracts_of(variant: Variant, size: int, bid: Bid) -> Iterator[_Legal]:
    """Contracts of a bid, made and failed by the nearest counts that can be, with a partner and alone."""
    seats = tuple(map(str, range(size)))
    made, failed = range(bid.target, bid.target + NEAR), range(bid.target - 2, bid.target - NEAR, -1)  # 60 may be even
    for partner, weight in ((seats[1], 1 - ALONE), (None, ALONE)):
        for ended, counts in ((WINS, made), (LOSES, failed)):
            reckoned = next(_reckoned(variant, seats, partner, bid, counts), None)
            if reckoned:  # none where that is not played, such as alone
                wins = int(reckoned.outcome is Outcome.MADE)
                yield [list(reckoned.paid), [wins, wins, 1 - wins], [0] * 3], ended, partner is None, weight


def _reckoned(
    variant: Variant, seats: tuple[str, ...], partner: str | None, bid: Bid, counts: Iterable[int]
) -> Iterator[Reckoning]:
    """What a contract pays at those of the counts that can be; all card points may be a slam alone."""
    for count, slam in product(counts, (False, True)):
        try:
            result = Result(count, with_bonuses=variant.auction.with_bonuses)
            deal = Deal(players=seats, caller="0", partner=partner, bid=bid, result=result, slam=slam)
            yield reckon(deal, variant)
        except ScorerError:
            continue


def _of_sides(variant: Variant, size: int) -> Iterator[_Legal]:
    """Deals of which one side has won with more or fewer card points, or where nobody counts, is said to have."""
    sides = sides_of(tuple(map(str, range(size))), variant.made_by)
    found: list[_Legal] = []
    for count in _COUNTS:
        rest = TOTAL_CARD_POINTS - count
        least = rest // (len(sides) - 1)
        counts = (count, *[least] * (len(sides) - 2), rest - least * (len(sides) - 2))
        found += _won(SidesDeal(sides=sides, counts=counts), variant)
    if not found:
        found += _won(SidesDeal(sides=sides, said=(0,), decided=SAID), variant)
    losers = len(sides) - 1
    yield from found or [([[losers, *[-1] * losers], [1, *[0] * losers], [0] * len(sides)], WINS, False, 1.0)]


def _won(deal: SidesDeal, variant: Variant) -> list[_Legal]:
    """What a deal of sides pays, the winner first; nothing where it is none of this variant."""
    try:
        reckoned = reckon_sides(deal, variant)
    except ScorerError:
        return []
    if not reckoned.winners:
        return []
    order = sorted(range(len(deal.sides)), key=lambda at: -reckoned.units[deal.sides[at][0]])
    units = [reckoned.units[deal.sides[at][0]] for at in order]
    won = [reckoned.deals_won if at in reckoned.winners else 0 for at in order]
    taken = [deal.counts[at] if deal.counts else 0 for at in order]
    return [([units, won, taken], WINS, False, 1.0)]
