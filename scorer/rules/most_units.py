"""The most units that a player can win or lose: what no number on a paper sheet can be beyond."""

from collections.abc import Iterable
from itertools import product

from scorer.language import N_, _, counts
from scorer.rules.carry import MOST_TIMES
from scorer.rules.kinds import Outcome
from scorer.rules.variant import NO_SHARES, Variant

BEYOND = N_(
    "{deals} of {variant} make {most} units a player at most, and this sheet has {units}: say how many deals it holds"
)


def most_in_a_deal(variant: Variant) -> int | None:
    """The most units of one player in one deal, after the most carry; None where counts decide what it is worth."""
    if not variant.has_auction or variant.win.worth != "bid":
        return None
    tables = product(variant.shares.values(), (Outcome.MADE, Outcome.FAILED), (False, True))
    paid = [table.shares(outcome, solo=solo) or NO_SHARES for table, outcome, solo in tables]
    share = max(abs(units) for shares in paid for units in shares)
    worth = max(variant.worth(bid, slam=slam) for bid, slam in product(variant.auction.bids, (False, True)))
    carries = any(left.factor > 1 for left in (variant.after or {}).values())
    return share * worth * ((variant.cap or MOST_TIMES) if carries else 1)


def why_not_so_few(variant: Variant, deals: int | None, units: Iterable[int | None]) -> str:
    """Why so many deals cannot make these units; "" where they can, or nobody says how many."""
    of_one = most_in_a_deal(variant) if deals else None
    furthest = max(map(abs, filter(None, units)), default=0)
    if not deals or of_one is None or furthest <= of_one * deals:
        return ""
    return _(BEYOND, deals=counts.deals(deals), variant=_(variant.title), most=of_one * deals, units=furthest)
