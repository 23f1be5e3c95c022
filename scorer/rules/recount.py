"""A deal as another payout table would have it: what its facts tell there, and what they do not.

Nothing is guessed: where a fact decides there that nobody needed here, such as the count, the deal is not recounted.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from scorer.rules.bid import LOWEST_TARGET, Bid
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.rules.deal import Deal, Reckoning, outcome_of, reckon
from scorer.rules.errors import IllegalDealError
from scorer.rules.kinds import CARDS, DEAL, EVEN, SAID, Outcome
from scorer.rules.sides import SidesDeal, SidesReckoning, by_counts, needs_counts, reckon_sides, sides_of
from scorer.rules.variant import Variant


class Why(StrEnum):
    """Why a deal cannot be recounted under another table, in words that follow "cannot be recounted:"."""

    CALLER = "somebody calls in one of the two games, and nobody in the other"
    PLAYERS = "it is not played by so many players"
    BID = "the bid is not in its auction"
    SOLO = "nobody plays such a bid alone there"
    PARTNER = "the caller always plays alone there"
    SIDES = "the seats make other sides there"
    BONUSES = "bonuses count otherwise there"
    COUNT = "nobody counted, and there the count decides"
    TRICKS = "all card points on one side, and nobody said whether all tricks were"
    CARDS = "equal counts, and nobody said who had more cards"
    EVENT = "what decided it at once is not in its rules"
    TIMES = "what it counts does not follow from the redeals and even deals before it"
    CARRY = "what the deal before it leaves there is not known"
    NONE = "there is no such deal there"


# Of these a deal may have ended in any way there, even too.
OPEN_END: Final = (Why.COUNT, Why.CARDS, Why.BONUSES, Why.EVENT)


def counterpart(bid: Bid, of: Variant, other: Variant) -> Bid | None:
    """The bid of another table that promises the same; None where it has none.

    A rank is the same rank; to a table that bids in card points alone it is 61. Card points stay what they are: above
    61 they go with the last rank where ranks are called. There 61 is the rank that this table always calls, else any,
    where all of them pay alike. A named bid is the one of that name, at the same card points where it was raised.
    """
    auction = other.auction
    if bid.name:
        named = (each for each in auction.bids if each.name and each.name.casefold() == bid.name.casefold())
        alike = (each for each in named if each.raised == bid.raised)
        return next((each for each in alike if each.target == bid.target or not bid.raised), None)
    if auction.with_bonuses != of.auction.with_bonuses:
        return None
    if not auction.by_rank:
        same = Bid(bid.target)
    elif bid.target > LOWEST_TARGET:
        same = Bid(bid.target, auction.raised)
    else:
        rank = bid.rank or of.auction.called
        if not rank and len({other.u(Bid(rank=each)) for each in auction.ranks}) == 1:
            rank = auction.ranks[0]
        same = Bid(rank=rank)
    return same if same in auction.place else None


def recounted(deal: Deal, of: Variant, other: Variant) -> Reckoning | Why:
    """The deal of one table under another, its carry as it is in the deal; or why that cannot be said."""
    bid = counterpart(deal.bid, of, other) if other.has_auction else None
    if bid is None:
        return Why.BID if other.has_auction else Why.CALLER
    if len(deal.players) not in other.shares:
        return Why.PLAYERS
    if of.bonuses != other.bonuses:
        return Why.BONUSES
    said, count = outcome_of(deal.bid, deal.result, of), deal.card_points
    if count is None and deal.slam and not of.bonuses:  # who takes everything has all card points
        count = TOTAL_CARD_POINTS if deal.result.said is Outcome.MADE else 0
    result = replace(deal.result, card_points=count, said=None if count is not None else said)
    if count is None and _hangs_on_the_count(bid, deal.bid, said, of, other):
        return Why.COUNT
    ended, solo = outcome_of(bid, result, other), deal.partner is None
    if other.shares[len(deal.players)].shares(ended, solo=solo) is None:
        return Why.SOLO if solo else Why.PARTNER
    if solo and other.auction.solo_from and bid.target < other.auction.solo_from and not bid.name:
        return Why.SOLO
    slam = _slam(deal, ended, count, of, other)
    if slam is None:
        return Why.COUNT if count is None else Why.TRICKS
    try:
        return reckon(replace(deal, bid=bid, result=result, slam=slam, called=None), other)
    except IllegalDealError:
        return Why.NONE


def _hangs_on_the_count(bid: Bid, called: Bid, said: Outcome, of: Variant, other: Variant) -> bool:
    """Whether made or failed, as it was said, does not tell how the deal ends there, or what it pays."""
    may_be_even = other.even_at_60 and not of.even_at_60 and bid.target == LOWEST_TARGET and said is Outcome.FAILED
    return bid.target != called.target or may_be_even or other.win.worth == "count"


def _slam(deal: Deal, ended: Outcome, count: int | None, of: Variant, other: Variant) -> bool | None:
    """Whether it is a slam there; None where that is not known."""
    there, here = other.slam, of.slam
    if not there or not there.counts_for(ended) or (count is not None and not there.shown_by(count)):
        return False
    if count is not None and there.by == "card points":
        return True
    if not here or not here.counts_for(ended):  # nobody asked
        return None
    if count is not None:
        return deal.slam if here.by == "tricks" else None
    # without all card points not all tricks
    return None if here.by == "tricks" and there.by == "card points" else False


def recounted_sides(deal: SidesDeal, seats: Sequence[str], of: Variant, other: Variant) -> SidesReckoning | Why:
    """The same of a deal without a caller, of those at these seats who play it."""
    if other.has_auction:
        return Why.CALLER
    if len(seats) not in other.player_counts:
        return Why.PLAYERS
    if sides_of(seats, other.made_by) != deal.sides:
        return Why.SIDES
    if other.bonuses and other.bonuses != of.bonuses:
        return Why.BONUSES
    counts = deal.counts if other.bonuses else deal.card_points
    there = replace(deal, counts=counts, bonuses=deal.bonuses if other.bonuses else None, slam=False)
    decided: str | Why | None = None  # by the counts themselves
    if counts is None:
        decided = _without_counts(deal, of, other)
    elif by_counts(counts, other) is None:  # more cards decide there
        decided = CARDS if deal.decided == CARDS else Why.CARDS
    if isinstance(decided, Why):
        return decided
    slam = _slam_of_sides(deal, of, other)
    if slam is None:
        return Why.COUNT if counts is None else Why.TRICKS
    said = None if decided is None else deal.said
    try:
        return reckon_sides(replace(there, said=said, decided=decided, slam=slam), other)
    except IllegalDealError:
        return Why.NONE


def _without_counts(deal: SidesDeal, of: Variant, other: Variant) -> str | Why:
    """How a deal that nobody counted was decided, where that decides it there too."""
    if deal.decided and deal.decided != SAID:
        known = deal.decided in (other.events or {})
        return Why.COUNT if other.win.worth == "margin" else deal.decided if known else Why.EVENT
    same = (of.win.by, of.win.limit, of.win.tie) == (other.win.by, other.win.limit, other.win.tie)
    return SAID if same and not needs_counts(other) else Why.COUNT


def _slam_of_sides(deal: SidesDeal, of: Variant, other: Variant) -> bool | None:
    """Whether it is a slam there; None where only the table could have said so, and nobody asked."""
    if not other.slam or (deal.card_points is not None and max(deal.card_points) < TOTAL_CARD_POINTS):
        return False
    if other.slam.by == "card points":
        return True if deal.card_points is not None else None
    return deal.slam if of.slam and of.slam.by == "tricks" else None


def leaves(found: Reckoning | SidesReckoning | Why, *, made: bool = False) -> str | None:
    """What the deal is for the carry there: "deal" or "even", None where it may be either.

    A contract that was `made` is even nowhere. What is no deal there, such as a bid that its auction lacks, uses the
    carry up as any deal does.
    """
    if isinstance(found, Why):
        return DEAL if made or found not in OPEN_END else None
    return EVEN if found.outcome is Outcome.EVEN else DEAL
