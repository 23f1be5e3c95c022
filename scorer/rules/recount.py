"""A deal recounted under another payout table, or why its facts do not suffice for that.

The deal was played under the table `here`, and is recounted under the table `there`. Nothing is guessed: where a fact
decides there that nobody needed here, such as the count, the deal is not recounted.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Final

from scorer.language import N_
from scorer.rules.bid import LOWEST_TARGET, Bid
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.rules.carry import happened
from scorer.rules.deal import Deal, Reckoning, outcome_of, reckon, shares_of
from scorer.rules.errors import IllegalDealError
from scorer.rules.kinds import CARDS, DEAL, SAID, Outcome
from scorer.rules.sides import SidesDeal, SidesReckoning, by_counts, needs_counts, reckon_sides, sides_of
from scorer.rules.variant import Variant


class Obstacle(Enum):
    """Why a deal cannot be recounted under another table; `REASONS` has the sentences."""

    CALLER = auto()
    PLAYERS = auto()
    BID = auto()
    SOLO = auto()
    PARTNER = auto()
    SIDES = auto()
    BONUSES = auto()
    COUNT = auto()
    TRICKS = auto()
    CARDS = auto()
    EVENT = auto()
    TIMES = auto()
    CARRY = auto()
    NONE = auto()


REASONS: Final[dict[Obstacle, str]] = {
    Obstacle.CALLER: N_("somebody calls in one of the two games, and nobody in the other"),
    Obstacle.PLAYERS: N_("it is not played by so many players"),
    Obstacle.BID: N_("the bid is not in its auction"),
    Obstacle.SOLO: N_("nobody plays such a bid alone there"),
    Obstacle.PARTNER: N_("the caller always plays alone there"),
    Obstacle.SIDES: N_("the seats make other sides there"),
    Obstacle.BONUSES: N_("bonuses count otherwise there"),
    Obstacle.COUNT: N_("nobody counted, and there the count decides"),
    Obstacle.TRICKS: N_("all card points on one side, and nobody said whether all tricks were"),
    Obstacle.CARDS: N_("equal counts, and nobody said who had more cards"),
    Obstacle.EVENT: N_("what decided it at once is not in its rules"),
    Obstacle.TIMES: N_("its factor does not follow from the redeals and even deals before it"),
    Obstacle.CARRY: N_("what the deal before it leaves there is not known"),
    Obstacle.NONE: N_("there is no such deal there"),
}  # in words that follow "cannot be recounted:"

# With these obstacles the deal may have ended in any way there, even too.
ANY_OUTCOME: Final = (Obstacle.COUNT, Obstacle.CARDS, Obstacle.BONUSES, Obstacle.EVENT)


def counterpart(bid: Bid, here: Variant, there: Variant) -> Bid | None:
    """The bid of another table that promises the same; None where it has none.

    A rank is the same rank; to a table that bids in card points alone it is 61. Card points stay what they are: above
    61 they go with the last rank where ranks are called. There 61 is the rank that this table always calls, else any,
    where all of them pay alike. A named bid is the one of that name, at the same card points where it was raised.
    """
    auction = there.auction
    if bid.name:
        named = (known for known in auction.bids if known.name and known.name.casefold() == bid.name.casefold())
        as_high = (known for known in named if known.raised == bid.raised)
        return next((known for known in as_high if known.target == bid.target or not bid.raised), None)
    if auction.with_bonuses != here.auction.with_bonuses:
        return None
    if not auction.by_rank:
        same = Bid(bid.target)
    elif bid.target > LOWEST_TARGET:
        same = Bid(bid.target, auction.raised)
    else:
        rank = bid.rank or here.auction.called
        if not rank and len({there.u(Bid(rank=each_rank)) for each_rank in auction.ranks}) == 1:
            rank = auction.ranks[0]
        same = Bid(rank=rank)
    return same if same in auction.place else None


def recounted(deal: Deal, here: Variant, there: Variant) -> Reckoning | Obstacle:
    """The deal under the other table, its carry as it is in the deal; or why it cannot be recounted."""
    same = deal_there(deal, here, there)
    if isinstance(same, Obstacle):
        return same
    try:
        return reckon(same, there)
    except IllegalDealError:
        return Obstacle.NONE


def deal_there(deal: Deal, here: Variant, there: Variant) -> Deal | Obstacle:
    """The deal in the facts of the other table, without the card called; or why these are not known."""
    bid = counterpart(deal.bid, here, there) if there.has_auction else None
    if bid is None:
        return Obstacle.BID if there.has_auction else Obstacle.CALLER
    if len(deal.players) not in there.shares:
        return Obstacle.PLAYERS
    if here.bonuses != there.bonuses:
        return Obstacle.BONUSES
    outcome, count = outcome_of(deal.bid, deal.result, here), deal.card_points
    if count is None and deal.slam and not here.bonuses:  # who takes everything has all card points
        count = TOTAL_CARD_POINTS if deal.result.outcome is Outcome.MADE else 0
    result = replace(deal.result, card_points=count, outcome=None if count is not None else outcome)
    may_be_even = there.even_at_60 and not here.even_at_60 and bid.target == LOWEST_TARGET and outcome is Outcome.FAILED
    needs_count = bid.target != deal.bid.target or may_be_even or there.win.needs_count(outcome)
    if count is None and needs_count:  # the outcome that was said tells too little
        return Obstacle.COUNT
    ended, solo = outcome_of(bid, result, there), deal.partner is None
    try:
        shares_of(bid, ended, there, players=len(deal.players), solo=solo)
    except IllegalDealError:
        return Obstacle.SOLO if solo else Obstacle.PARTNER
    slam = _slam(deal, ended, count, here, there)
    if slam is None:
        return Obstacle.COUNT if count is None else Obstacle.TRICKS
    return replace(deal, bid=bid, result=result, slam=slam, called=None)


def _slam(deal: Deal, ended: Outcome, count: int | None, here: Variant, there: Variant) -> bool | None:
    """Whether it is a slam there; None where that is not known."""
    slam, asked = there.slam, here.slam
    if not slam or not slam.counts_for(ended) or (count is not None and not slam.shown_by(count)):
        return False
    if count is not None and slam.by == "card points":
        return True
    if not asked or not asked.counts_for(ended):
        return None
    if count is not None:
        return deal.slam if asked.by == "tricks" else None
    # without all card points not all tricks
    return None if asked.by == "tricks" and slam.by == "card points" else False


def recounted_sides(deal: SidesDeal, seats: Sequence[str], here: Variant, there: Variant) -> SidesReckoning | Obstacle:
    """`recounted` for a deal without a caller; `seats` are those of the players who play it."""
    same = sides_deal_there(deal, seats, here, there)
    if isinstance(same, Obstacle):
        return same
    try:
        return reckon_sides(same, there)
    except IllegalDealError:
        return Obstacle.NONE


def sides_deal_there(deal: SidesDeal, seats: Sequence[str], here: Variant, there: Variant) -> SidesDeal | Obstacle:
    """`deal_there` for a deal without a caller."""
    if there.has_auction:
        return Obstacle.CALLER
    if len(seats) not in there.player_counts:
        return Obstacle.PLAYERS
    if sides_of(seats, there.made_by) != deal.sides:
        return Obstacle.SIDES
    if there.bonuses and there.bonuses != here.bonuses:
        return Obstacle.BONUSES
    counts = deal.counts if there.bonuses else deal.card_points
    decided: str | Obstacle | None = None  # by the counts themselves
    if counts is None:
        decided = _without_counts(deal, here, there)
    elif by_counts(counts, there) is None:  # more cards decide there
        decided = CARDS if deal.decided == CARDS else Obstacle.CARDS
    if isinstance(decided, Obstacle):
        return decided
    slam = _slam_of_sides(deal, here, there)
    if slam is None:
        return Obstacle.COUNT if counts is None else Obstacle.TRICKS
    bonuses, winners = deal.bonuses if there.bonuses else None, None if decided is None else deal.winners
    return replace(deal, counts=counts, bonuses=bonuses, winners=winners, decided=decided, slam=slam)


def _without_counts(deal: SidesDeal, here: Variant, there: Variant) -> str | Obstacle:
    """How a deal that nobody counted was decided, where this decides it there too; else why it does not."""
    if deal.decided and deal.decided != SAID:
        known = deal.decided in (there.events or {})
        return Obstacle.COUNT if there.win.worth == "margin" else deal.decided if known else Obstacle.EVENT
    same = (here.win.by, here.win.limit, here.win.tie) == (there.win.by, there.win.limit, there.win.tie)
    return SAID if same and not needs_counts(there) else Obstacle.COUNT


def _slam_of_sides(deal: SidesDeal, here: Variant, there: Variant) -> bool | None:
    """Whether it is a slam there; None where only the table could have said so, and nobody asked."""
    if not there.slam or (deal.card_points is not None and max(deal.card_points) < TOTAL_CARD_POINTS):
        return False
    if there.slam.by == "card points":
        return True if deal.card_points is not None else None
    return deal.slam if here.slam and here.slam.by == "tricks" else None


def leaves(result: Reckoning | SidesReckoning | Obstacle, *, made: bool = False) -> str | None:
    """What the deal is for the carry there: "deal" or "even", None where it may be either.

    A contract that was `made` is even under no table. What is no deal there, such as a bid that its auction lacks,
    uses the carry up as any deal does.
    """
    if isinstance(result, Obstacle):
        return DEAL if made or result not in ANY_OUTCOME else None
    return happened(DEAL, result.outcome)
