"""What a record can be, as far as is seen without its variant. The database keeps most of it; a file may be damaged."""

from collections.abc import Collection

from scorer.match.reading import can_be_outside
from scorer.match.values import Record
from scorer.rules.bid import LOWEST_TARGET
from scorer.rules.cards import HIGHEST_COUNT, REACHABLE, TOTAL_CARD_POINTS
from scorer.rules.kinds import CONTRACT_OUTCOMES, EVEN, MADE, RESTS, SIDE_LETTERS, WON


def can_be(record: Record) -> bool:
    """Whether a record can have been recorded so, as far as is seen without its variant."""
    if not record.is_deal:
        return can_be_outside(record)
    if sum(filter(None, record.units)) or not (record.sides is None or _paid_by_side(record, record.sides)):
        return False
    return _contract_can_be(record) if record.has_caller else record.sides is not None and _win_can_be(record)


def _paid_by_side(record: Record, sides: str) -> bool:
    """Whether everybody at the table has a letter or rests, and every side of two or more is paid as one."""
    paid = set(zip(sides, record.units, strict=False)) - {(RESTS, None)}  # a letter with its units for each side
    letters = {letter for letter, _ in paid}
    return (
        len(sides) == len(record.seats)
        and letters <= set(SIDE_LETTERS)
        and 1 < len(letters) == len(paid)
        and None not in {units for _, units in paid}
    )


def _contract_can_be(record: Record) -> bool:
    """Whether the defenders are paid alike, and what was counted goes with the outcome.

    With sides it is a count with bonuses, of a caller who is alone.
    """
    counts: Collection[int] = REACHABLE
    highest = TOTAL_CARD_POINTS
    if record.sides is not None:
        counts, highest = range(HIGHEST_COUNT + 1), HIGHEST_COUNT
        alone = record.sides.count(record.sides[record.seats.index(str(record.caller))]) == 1
        two = len(set(record.sides) - {RESTS}) == len("AB")
        if not (alone and two) or record.partner is not None or record.winners is not None:
            return False
    paid = dict(zip(record.seats, record.units, strict=True))
    calling = (str(record.caller), record.partner or str(record.caller))
    defend = {units for player, units in paid.items() if player not in calling and units is not None}
    target, count = record.target or 0, record.card_points
    return (
        len(defend) == 1
        and record.caller != record.partner
        and None not in {paid.get(player) for player in calling}
        and record.outcome in CONTRACT_OUTCOMES
        and LOWEST_TARGET <= target <= highest
        and (count is None or (count in counts and (record.outcome == MADE) == (count >= target)))
        and (record.outcome != EVEN or defend == {0})
    )


def _win_can_be(record: Record) -> bool:
    """Whether the sides that won have units, and the others pay; nobody does where the deal is even."""
    units = dict(zip(record.sides or "", record.units, strict=False))
    units.pop(RESTS, None)
    if record.outcome == EVEN:
        return record.winners is None and not any(units.values())
    won = "".join(letter for letter in sorted(units) if (units[letter] or 0) > 0)
    counted = record.counts is None or len(record.counts) == len(units)
    return record.outcome == WON and record.winners == won != "" and all(units.values()) and counted
