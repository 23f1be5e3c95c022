"""What a reader sees of damage by itself, before `scorer check` is asked: what cannot have been recorded so."""

from collections.abc import Iterator
from contextlib import contextmanager

from scorer.errors import DamagedError, DatabaseTroubleError
from scorer.match.values import Record
from scorer.rules.bid import LOWEST_TARGET
from scorer.rules.cards import REACHABLE, TOTAL_CARD_POINTS
from scorer.rules.errors import ScorerError
from scorer.rules.kinds import EVEN, KINDS, MADE, OUTCOMES, OUTSIDE


@contextmanager
def damage_told() -> Iterator[None]:
    """What cannot be put together is damage: an id of nobody, a day that is none, a variant that balances no more."""
    try:
        yield
    except DatabaseTroubleError:
        raise
    except (KeyError, IndexError, ValueError, ScorerError) as error:
        raise DamagedError from error


def can_be(record: Record) -> bool:
    """Whether a record can have been recorded so, as far as is seen without its variant."""
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
        and record.outcome in OUTCOMES
        and LOWEST_TARGET <= target <= TOTAL_CARD_POINTS
        and (count is None or (count in REACHABLE and (record.outcome == MADE) == (count >= target)))
        and (record.outcome != EVEN or defend == {0})
    )
