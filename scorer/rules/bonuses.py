"""What a side has beside its card points: cards of one suit taken together, the last trick."""

from collections.abc import Iterator, Sequence
from itertools import product

from scorer.rules.cards import REACHABLE, TOTAL_CARD_POINTS
from scorer.rules.errors import IllegalDealError
from scorer.rules.variant import Bonus


def check_count(count: int, bonus: int | None, bonuses: Sequence[Bonus]) -> None:
    """Raise IllegalDealError where no cards and bonuses of one side make this count; `bonus` None: it was not said."""
    if bonus is not None:
        check_bonuses((bonus,), (count - bonus,), bonuses)
    for part in _sums(bonuses) if bonus is None else [bonus]:
        if count - part in REACHABLE and _held(part, bonuses) <= count - part:
            return
    most = TOTAL_CARD_POINTS + max(_sums(bonuses))
    with_bonus = "" if bonus is None else f" with {bonus} of bonuses"
    raise IllegalDealError(f"{count}{with_bonus}: no cards make it; a side has 0 to {most}, bonuses included, never 1")


def _ways(amount: int, bonuses: Sequence[Bonus]) -> Iterator[tuple[int, ...]]:
    """How many of each bonus make this amount."""
    for taken in product(*(range(bonus.most + 1) for bonus in bonuses)):
        if sum(number * bonus.amount for number, bonus in zip(taken, bonuses, strict=True)) == amount:
            yield taken


def _sums(bonuses: Sequence[Bonus]) -> set[int]:
    """Every amount that bonuses of one deal make together."""
    sums = {0}
    for bonus in bonuses:
        sums = {amount + number * bonus.amount for amount in sums for number in range(bonus.most + 1)}
    return sums


def _holds(taken: Sequence[int], bonuses: Sequence[Bonus]) -> int:
    return sum(number * bonus.holds for number, bonus in zip(taken, bonuses, strict=True))


def _held(amount: int, bonuses: Sequence[Bonus]) -> int:
    """The fewest card points of the cards that bonuses of this amount are for."""
    return min(_holds(taken, bonuses) for taken in _ways(amount, bonuses))


def check_bonuses(amounts: Sequence[int], card_points: Sequence[int] | None, bonuses: Sequence[Bonus]) -> None:
    """Raise IllegalDealError unless the sides can have bonuses of these amounts in one deal, and the cards for them."""
    if not bonuses:
        raise IllegalDealError("there are no bonuses in this game")
    known = ", ".join(f"{bonus.amount} ({bonus.name})" for bonus in bonuses)
    for amount in amounts:
        if amount < 0 or not any(_ways(amount, bonuses)):
            raise IllegalDealError(f"bonus {amount}: one side cannot have that; there are {known}")
    together = [
        ways
        for ways in product(*(list(_ways(amount, bonuses)) for amount in amounts))
        if all(sum(taken) <= bonus.most for taken, bonus in zip(zip(*ways, strict=True), bonuses, strict=True))
    ]
    if not together:
        most = ", ".join(f"{bonus.most} of {bonus.amount}" for bonus in bonuses)
        raise IllegalDealError(f"bonuses {' and '.join(map(str, amounts))} cannot stand together: a deal has {most}")
    for amount, has in zip(amounts, card_points or amounts, strict=True):
        if card_points is not None and has < (needs := _held(amount, bonuses)):
            raise IllegalDealError(f"bonus {amount} with {has} card points: the cards for it have {needs}")
