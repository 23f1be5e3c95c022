"""The deal model: the posterior predictive distribution of the next deals of a match, from the deals known by then.

Everybody calls as often. Whether the contract is made follows from the success rate and the strengths of both sides:
those of `plus_minus`, from deals of all variants, older evenings forgotten as fast as `forgetting` finds. What a deal
pays is drawn from past deals of the same variant with the same number of players, before their carry. Legal
deals of the payout table weigh LEGAL_DEALS; in these low bids are called more often, each band half as often as the one
below it.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from scorer.frames import Frames, base_units
from scorer.frames.record_columns import Ints
from scorer.insight.forecast.deal_history import LOSES, WINS, Deals, drawn_deals, known_payouts
from scorer.insight.forgetting import half_life, sums_now
from scorer.insight.models.seat_payouts import NOBODY, seats_of
from scorer.insight.plus_minus import deal_observations, fit_strengths, grouped_sums
from scorer.match.facts import Match
from scorer.rules.bid import Bid
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.rules.deal import Deal, Reckoning, Result, reckon
from scorer.rules.errors import ScorerError
from scorer.rules.kinds import SAID, Outcome
from scorer.rules.sides import SidesDeal, reckon_sides, sides_of
from scorer.rules.variant import Variant, on_paper
from scorer.stats.models.arrays import Floats, is_one_of, runs

LEGAL_DEALS: Final = 10.0  # the weight of all legal deals of the payout table
LEAST_CHANCE, MOST_CHANCE = 0.02, 0.98  # that a contract is made, however unequal the sides
SOLO_SHARE: Final = 0.1  # of the legal contracts that may have a partner
NEAREST_COUNTS: Final = 12  # above and below the target: one of them is possible
_SOMEBODY: Final = "\0"  # stands for all players who are not at this table; no player has this name
_COUNTS: Final = (65, 75, 85, 95)  # of a side that wins a legal deal in which nobody calls


class DealModel(NamedTuple):
    """The distribution of the deals to come, from what is known at one moment of a match.

    `players` are those of the match. The deals are in the order of `ended`: `cumulative`, (deals,), are their weights
    summed up; `ending_weights`, (4,), the cumulative weights at which each ending begins, and the last one ends;
    `ending_rows`, (4,), the rows. `made` are the parameters of the beta distribution of the success rate of contracts.
    `strengths`, (players,), are the posterior means of the players' strengths, in units a deal at a stake of 1, and
    `root`, (players, players), is the root of their covariance.
    """

    players: list[str]
    deals: Deals
    cumulative: Floats
    ending_weights: Floats
    ending_rows: Ints
    made: tuple[float, float]
    strengths: Floats
    root: Floats

    def of_equals(self) -> "DealModel":
        """The same deals among equal players: all are as strong."""
        return self._replace(strengths=np.zeros_like(self.strengths), root=np.zeros_like(self.root))


class Past:
    """The deals that a match can look back on: earlier ones, and its own. A model takes those known at its moment.

    `half_life` is that of the strengths, in evenings of the league; infinite where none is forgotten.
    """

    def __init__(self, frames: Frames, match: Match, players: Sequence[str]) -> None:
        self._variant, self._players, self._legal = match.variant, list(players), dict[int, Deals]()
        payouts = known_payouts(frames, match)
        self._deals = drawn_deals(payouts, match, frames)
        base = base_units(payouts["units"].to_numpy(), payouts["stake"].to_numpy())
        seats, first_rows = seats_of(payouts.assign(units=base)), runs(payouts["deal_id"].to_numpy())[1]
        deal_id, number = (payouts[name].to_numpy()[first_rows] for name in ("deal_id", "number"))
        before = seats.match != match.id
        self._number = np.where(before, 0, number)
        # All who are not at this table are one player
        index = {player: at for at, player in enumerate(players)}
        of_code = np.array([*(index.get(player, len(players)) for player in seats.players), NOBODY])
        at_table = seats._replace(players=[*players, _SOMEBODY], player=of_code[seats.player].astype(np.int32))
        self._observations = deal_observations(at_table)
        of_league = is_one_of(payouts["league"], match.league)[first_rows] & before
        self.half_life = half_life(deal_observations(seats.selected(of_league)))
        evening = np.searchsorted(np.unique(seats.day[of_league]), seats.day[before], "right")  # of the league
        self._earlier = sums_now(self._observations.selected(before), evening, self.half_life)
        # Of what strengths and drawn deals before the match depend on: those of other leagues may count for less.
        self.mark = hash((deal_id[before].tobytes(), of_league[before].tobytes(), evening.tobytes()))

    def model(self, until: int, size: int) -> DealModel:
        """The model of deals among `size` players once the record with the number `until` was written (0: none)."""
        deals = self._deals.selected((self._deals.number <= until) & (self._deals.size == size))
        variant = self._variant
        if size not in self._legal:
            rows = _contracts(variant, size) if variant.has_auction else _side_deals(variant, size)
            self._legal[size] = _legal_deals(list(rows), size)
        legal = self._legal[size]
        deals = deals._replace(paid=deals.paid[..., : legal.paid.shape[2]]).joined(legal)
        deals = deals.selected(np.argsort(deals.ended, kind="stable"))
        by_ending = np.bincount(deals.ended, deals.weight, 3)
        made = float(by_ending[WINS]), max(float(by_ending[LOSES]), 1.0)  # of sides somebody wins, or it is level
        strengths, root = self._strengths(until)
        return DealModel(
            players=self._players,
            deals=deals,
            cumulative=np.cumsum(deals.weight),
            ending_weights=np.concatenate([[0.0], np.cumsum(by_ending)]),
            ending_rows=np.searchsorted(deals.ended, np.arange(4)),
            made=made,
            strengths=strengths,
            root=root,
        )

    def _strengths(self, until: int) -> tuple[Floats, Floats]:
        """The means of the players' strengths in units a deal, and the root of their covariance.

        Until the results tell anything, all are 0, and certain: with unknown strengths about which nothing is learned
        yet, the model would think whoever is ahead weaker than coins are.
        """
        size, own = len(self._players), (self._number > 0) & (self._number <= until)
        of_match = grouped_sums(self._observations.selected(own), np.zeros(own.sum(), np.int64), 1)[0]
        fitted = fit_strengths(self._earlier + of_match)
        if np.isnan(fitted.residual_variance):
            return np.zeros(size), np.zeros((size, size))
        covariance = fitted.covariance[:size, :size] + 1e-9 * np.eye(size)
        # The Cholesky root is unique: the same draws give the same strengths on every machine.
        return fitted.means[:size], np.asarray(np.linalg.cholesky(covariance))


def contract_chance(usual: Floats, ahead: Floats) -> Floats:
    """The chance that a contract is made, from the usual one and how far the calling side is ahead.

    A side is ahead by the sum of its strengths, less the mean strength of the others as often. Payouts sum to 0: so who
    calls, partners and defends as often as everybody gets the own strength in units a deal.
    """
    return np.clip(usual + ahead / 2, LEAST_CHANCE, MOST_CHANCE)


def side_weights(ahead: Floats) -> Floats:
    """The weights with which each side wins a deal in which nobody calls, from how far it is ahead of the others.

    `ahead` and the weights have the shape (sides, deals). No weight is below LEAST_CHANCE / sides; they need not sum
    to 1.
    """
    sides = len(ahead)
    return np.clip((1 + ahead) / sides, LEAST_CHANCE / sides, None)


def endings_of_call(variant: Variant, size: int, bid: Bid) -> Deals | None:
    """The endings of a contract of this bid among `size` players: made and failed, with a partner and alone.

    None where no count makes it, or none fails it.
    """
    rows = list(_contracts_of_bid(variant, size, bid))
    return _legal_deals(rows, size) if {WINS, LOSES} == {ended for _paid, ended, *_facts in rows} else None


_LegalDeal = tuple[list[list[int]], int, bool, float]  # what it pays, how it ended, whether alone, and its weight


def _legal_deals(rows: Sequence[_LegalDeal], size: int) -> Deals:
    """Legal deals, whose weights sum to LEGAL_DEALS."""
    paid, ended, solo, weight = zip(*rows, strict=True)
    count = len(rows)
    return Deals(
        np.array(paid), np.array(ended), np.array(solo), np.zeros(count, bool),
        np.ones(count, np.int64), np.zeros(count, np.int64), np.full(count, size),
        np.array(weight) * LEGAL_DEALS / sum(weight),
    )  # fmt: skip


def _contracts(variant: Variant, size: int) -> Iterator[_LegalDeal]:
    """Contracts of every band, each band half as often as the one below it."""
    auction = variant.auction
    by_worth = {variant.worth(bid, slam=False, count=bid.target): bid for bid in reversed(list(auction.bids))}
    lowest_first = sorted(by_worth.values(), key=lambda bid: auction.place.get(bid, len(auction.place)))
    for band, bid in enumerate(lowest_first):
        for paid, ended, solo, weight in _contracts_of_bid(variant, size, bid):
            yield paid, ended, solo, weight * 0.5**band


def _contracts_of_bid(variant: Variant, size: int, bid: Bid) -> Iterator[_LegalDeal]:
    """Contracts of a bid, made and failed by the nearest possible counts, with a partner and alone."""
    seats = tuple(map(str, range(size)))
    made = range(bid.target, bid.target + NEAREST_COUNTS)
    failed = range(bid.target - 2, bid.target - NEAREST_COUNTS, -1)  # one less than the target, 60, may be even
    for partner, weight in ((seats[1], 1 - SOLO_SHARE), (None, SOLO_SHARE)):
        for ended, counts in ((WINS, made), (LOSES, failed)):
            count, reckoned = next(_reckonings(variant, seats, partner, bid, counts), (0, None))
            if reckoned:  # none where the variant has no such contract, such as one alone
                wins, paid = int(reckoned.outcome is Outcome.MADE), reckoned.paid
                lacks = 0 if wins else bid.target - count
                paper = [on_paper(units, min(paid), size, lacks) for units in paid]
                yield [list(paid), [wins, wins, 1 - wins], [0] * 3, paper], ended, partner is None, weight


def _reckonings(
    variant: Variant, seats: tuple[str, ...], partner: str | None, bid: Bid, counts: Iterable[int]
) -> Iterator[tuple[int, Reckoning]]:
    """Each of the counts that is possible with what it pays; all card points may be possible only as a slam."""
    for count, slam in product(counts, (False, True)):
        try:
            result = Result(count, with_bonuses=variant.auction.with_bonuses)
            deal = Deal(players=seats, caller="0", partner=partner, bid=bid, result=result, slam=slam)
            yield count, reckon(deal, variant)
        except ScorerError:
            continue


def _side_deals(variant: Variant, size: int) -> Iterator[_LegalDeal]:
    """Deals that one side wins with more or fewer card points, or without a count where nobody counts."""
    sides = sides_of(tuple(map(str, range(size))), variant.made_by)
    deals: list[_LegalDeal] = []
    for count in _COUNTS:
        remaining = TOTAL_CARD_POINTS - count
        least = remaining // (len(sides) - 1)
        counts = (count, *[least] * (len(sides) - 2), remaining - least * (len(sides) - 2))
        deals += _won_deal(SidesDeal(sides=sides, counts=counts), variant)
    if not deals:
        deals += _won_deal(SidesDeal(sides=sides, winners=(0,), decided=SAID), variant)
    losers = len(sides) - 1
    yield from deals or [
        ([[losers, *[-1] * losers], [1, *[0] * losers], [0] * len(sides), [0] * len(sides)], WINS, False, 1.0)
    ]


def _won_deal(deal: SidesDeal, variant: Variant) -> list[_LegalDeal]:
    """What a deal of sides pays, the winner first; empty where the variant has no such deal, or nobody wins it."""
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
    return [([units, won, taken, taken], WINS, False, 1.0)]  # on paper are counts
