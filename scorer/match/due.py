"""What follows from the facts of a recorded deal under its variant, to be held against what was recorded."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from scorer.match.reading import deal_of
from scorer.match.values import Record
from scorer.rules.deal import letters, reckon
from scorer.rules.errors import ScorerError
from scorer.rules.kinds import SIDE_LETTERS
from scorer.rules.variant import Variant

MOST_KNOWN = 4096  # records that were seen to be right


class Due(NamedTuple):
    """Sides and winners as letters, the outcome, units by player, and the target: 0 without a contract."""

    sides: str
    winners: str
    outcome: str
    units: dict[str, int]
    target: int


@dataclass(frozen=True, slots=True)
class Frozen:
    """A variant under its digest, by which two are the same."""

    digest: str
    variant: Variant = field(compare=False)


def tells_sides(variant: Variant) -> bool:
    """Whether the deals of a variant have sides of their own, beside or instead of a contract."""
    return not variant.has_auction or bool(variant.bonuses)


def due(record: Record, variant: Variant) -> Due:
    """What follows; raises ScorerError, or ValueError, for facts that no deal of the variant has."""
    if variant.has_auction:
        called = deal_of(record, variant)
        paid = reckon(called, variant)
        return Due(letters(record.seats, called.sides), "", str(paid.outcome), paid.units, called.bid.target)
    from scorer.match.sides import sides_deal_of  # noqa: PLC0415 - a called deal needs none of it
    from scorer.rules.sides import reckon_sides, sides_of  # noqa: PLC0415 - same

    won = reckon_sides(sides_deal_of(record), variant)
    sides = letters(record.seats, sides_of(tuple(record.payouts), variant.made_by))
    winners = "".join(SIDE_LETTERS[place] for place in won.winners)
    return Due(sides, winners, str(won.outcome), won.units, 0)


@lru_cache(MOST_KNOWN)
def is_due(record: Record, frozen: Frozen) -> bool:
    """Whether sides, winners, outcome, units and target of a deal follow from its facts; remembered."""
    if not record.is_deal:
        return True
    try:
        expected = due(record, frozen.variant)
    except (ScorerError, ValueError):
        return False
    sides = expected.sides if tells_sides(frozen.variant) else ""
    recorded = record.sides or "", record.winners or "", record.outcome, record.payouts, record.target or 0
    return recorded == (sides, *expected[1:])
