"""How a deal with a caller is said at a table, for whoever said it in another way: with names that sit there."""

from collections.abc import Sequence

from scorer.match.names import spoken
from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.rules.variant import Variant

AT_LEAST, AT_LEAST_ALONE = 71, 110  # a bid that shows how one above the lowest is said
MORE, MORE_ALONE = 3, 15  # by which the example is made


def contract_words(variant: Variant) -> tuple[str, ...]:
    """What is said of a deal with a caller, one after the other."""
    return ("CALLER", "BID", "COUNT") if variant.alone else ("CALLER", "BID", "PARTNER", "RESULT")


def contract_example(seats: Sequence[str], variant: Variant) -> str:
    """How it is said at this table: `anna 2/71 elena 74`, `anna 110 125`."""
    bids = [bid for bid in variant.auction.bids if not bid.name]
    least = AT_LEAST_ALONE if variant.alone else AT_LEAST
    bid = next((bid for bid in bids if bid.target >= least), bids[-1])
    if variant.alone:
        return f"{spoken(seats[0])} {bid} {bid.target + MORE_ALONE}"
    return f"{spoken(seats[0])} {bid} {spoken(seats[-1])} {min(bid.target + MORE, TOTAL_CARD_POINTS)}"
