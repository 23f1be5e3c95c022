"""Many deals judged quickly: facts that were seen before cost one look-up, and all rules stay in `scorer.rules`."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scorer.rules.bid import Bid, read_bid
from scorer.rules.cards import TOTAL_CARD_POINTS, Card, read_card
from scorer.rules.deal import MOST_TIMES, Deal, Outcome, Result
from scorer.rules.errors import IllegalDealError, ScorerError
from scorer.rules.payout import Reckoning, check_slam, outcome_of, reckon, slam_by_count
from scorer.rules.variant import Variant

MOST_KNOWN: Final = 50_000  # bids, and deals, that are remembered; a file of nonsense may have more


class FactError(ScorerError):
    """What is wrong with one fact of a deal; `fact` is its column in `deals.csv`, "seat" the number of players."""

    def __init__(self, fact: str, message: str) -> None:
        self.fact = fact
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Judged:
    """A deal as it is kept, and the signed units of each role; `partner` 0 where the caller played solo.

    `unsure`: 0 or 120 card points that may have been a slam by tricks, and were taken as none.
    """

    bid: str
    target: int
    called: str | None
    card_points: int | None
    outcome: str
    slam: bool
    times: int
    caller: int
    partner: int
    defender: int
    unsure: bool = False


Facts = tuple[str, str | None, int | None, str | None, bool | None, int, int, bool]


class Judge:
    """Judges the deals of one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._bids = lru_cache(MOST_KNOWN)(self._bid)
        self._known = lru_cache(MOST_KNOWN)(self._read)

    def deal(
        self,
        bid: str,
        called: str | None,
        card_points: int | None,
        outcome: str | None,
        slam: bool | None,
        times: int,
        players: int,
        solo: bool,
    ) -> Judged:
        """The deal with these facts; `players` is how many play it. Raises FactError.

        Of card points and outcome one may be None, and where both are said they must agree; `slam` None is decided
        by the count.
        """
        judged = self._known((bid, called, card_points, outcome, slam, times, players, solo))
        if isinstance(judged, FactError):
            raise FactError(judged.fact, str(judged))
        return judged

    def _read(self, facts: Facts) -> Judged | FactError:
        try:
            return _judged(facts, self._bids(facts[0]), self.variant)
        except FactError as error:
            return error

    def _bid(self, said: str) -> Bid | ScorerError:
        try:
            return read_bid(said, self.variant.auction)
        except ScorerError as error:
            return error


def _judged(facts: Facts, won: Bid | ScorerError, variant: Variant) -> Judged:
    """The deal of these facts among players 1, 2, ..., of whom 1 calls and 2 is the partner; raises FactError."""
    _, said_card, card_points, outcome, said_slam, times, players, solo = facts
    seats = tuple("1234567"[:players])
    fact = "bid"
    try:
        bid = _sound(won)
        fact = "called"
        called = _called(said_card, bid, variant)
        fact = "outcome" if card_points is None else "card_points"
        result = _result(card_points, outcome, bid, variant)
        fact = "slam" if 1 <= times <= MOST_TIMES else "times"
        slam, unsure = _slam(said_slam, result, variant)
        partner = None if solo else "2"
        deal = Deal(
            players=seats, caller="1", partner=partner, bid=bid, result=result, called=called, slam=slam, times=times
        )
        check_slam(deal, outcome_of(bid, result, variant), variant)
        fact = "partner" if players in variant.shares else "seat"
        reckoned = reckon(deal, variant)
    except FactError:
        raise
    except ScorerError as error:
        raise FactError(fact, str(error)) from error
    return _kept(deal, reckoned, unsure=unsure)


def _kept(deal: Deal, reckoned: Reckoning, *, unsure: bool) -> Judged:
    """A deal that `_judged` made, as it is kept."""
    paid = reckoned.units
    return Judged(
        bid=str(deal.bid),
        target=deal.bid.target,
        called=str(deal.called) if deal.called else None,
        card_points=deal.card_points,
        outcome=reckoned.outcome.value,
        slam=deal.slam,
        times=deal.times,
        caller=paid["1"],
        partner=paid["2"] if deal.partner else 0,
        defender=paid[deal.players[-1]],
        unsure=unsure,
    )


def _sound(won: Bid | ScorerError) -> Bid:
    if isinstance(won, ScorerError):
        raise won
    return won


def _called(said: str | None, bid: Bid, variant: Variant) -> Card | None:
    """The card called, where it is said; it has to go with the bid."""
    card = read_card(said, variant.auction.pack) if said else None
    if card:
        variant.auction.check_called(bid, card)
    return card


def _result(card_points: int | None, outcome: str | None, bid: Bid, variant: Variant) -> Result:
    """The result as it is kept; a made bid of all card points has been counted."""
    if card_points is None:
        result = Result(said=Outcome(str(outcome)))
        return Result(TOTAL_CARD_POINTS) if outcome == "made" and bid.target == TOTAL_CARD_POINTS else result
    result = Result(card_points)
    if outcome and outcome != (counted := outcome_of(bid, result, variant)):
        at = f"{card_points} card points at {bid} (target {bid.target}) are {counted}"
        raise FactError("outcome", f"'{outcome}' here, but {at}")
    return result


def _slam(said: bool | None, result: Result, variant: Variant) -> tuple[bool, bool]:
    """Whether it was a slam: as said, else by the count; and whether only the table could have said so."""
    shown = slam_by_count(result, variant)
    if said is not None or shown is not None:
        return bool(shown if said is None else said), False
    if result.card_points is None:
        pays = f"{variant.title} pays a slam for all {TOTAL_CARD_POINTS} card points"
        raise IllegalDealError(f"'{result}' is not enough: {pays}; give the count, or say in slam yes or no")
    return False, True
