"""What a record can be, as far as is seen without its variant. The database keeps most of it; a file may be damaged."""

from scorer.match.values import Record
from scorer.rules.bid import LOWEST_TARGET
from scorer.rules.cards import HIGHEST_COUNT, REACHABLE, TOTAL_CARD_POINTS
from scorer.rules.kinds import CONTRACT_OUTCOMES, EVEN, KINDS, MADE, OUTSIDE, RESTS, SIDE_LETTERS, WON


def can_be(record: Record) -> bool:
    """Whether a record can have been recorded so, as far as is seen without its variant."""
    if record.sides is not None:
        return record.is_deal and _sides_can_be(record, record.sides)
    if not record.is_deal:
        return record.kind in KINDS and (record.kind in OUTSIDE or not any(record.units)) and record.outcome is None
    paid = dict(zip(record.seats, record.units, strict=True))
    sides = (str(record.caller), record.partner or str(record.caller))
    defend = {units for player, units in paid.items() if player not in sides and units is not None}
    target, count = record.target or 0, record.card_points
    return (
        len(defend) == 1
        and record.caller != record.partner
        and None not in {paid.get(player) for player in sides}
        and sum(filter(None, record.units)) == 0
        and record.outcome in CONTRACT_OUTCOMES
        and LOWEST_TARGET <= target <= TOTAL_CARD_POINTS
        and (count is None or (count in REACHABLE and (record.outcome == MADE) == (count >= target)))
        and (record.outcome != EVEN or defend == {0})
    )


def _sides_can_be(record: Record, sides: str) -> bool:
    """Whether a deal of sides can have been recorded so: each is paid as one, winners win, and the others lose."""
    paid = set(zip(sides, record.units, strict=False)) - {(RESTS, None)}  # a letter with its units for each side
    units = dict(paid)
    if (
        len(sides) != len(record.seats)
        or not set(SIDE_LETTERS).issuperset(units)
        or not 1 < len(units) == len(paid)
        or None in units.values()
        or sum(filter(None, record.units)) != 0
    ):
        return False
    if record.has_caller:
        return _alone_can_be(record, sides)
    if record.outcome == EVEN:
        return record.winners is None and not any(units.values())
    won = "".join(letter for letter in sorted(units) if (units[letter] or 0) > 0)
    counts = record.counts
    return (
        record.outcome == WON
        and record.winners == won != ""
        and all(units.values())
        and (counts is None or len(counts) == len(units))
    )


def _alone_can_be(record: Record, sides: str) -> bool:
    """Whether a caller can have played alone so, with bonuses in the count."""
    letter = sides[record.seats.index(str(record.caller))]
    target, count = record.target or 0, record.card_points
    return (
        sides.count(letter) == 1
        and record.partner is None
        and record.outcome in CONTRACT_OUTCOMES
        and record.winners is None
        and LOWEST_TARGET <= target <= HIGHEST_COUNT
        and (count is None or (0 <= count <= HIGHEST_COUNT and (record.outcome == MADE) == (count >= target)))
    )
