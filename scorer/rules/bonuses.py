"""What a side has beside its card points: cards of one suit taken together, the last trick."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from scorer.rules.cards import COUNTING, REACHABLE, SUITS, can_be_shared, totals
from scorer.rules.errors import IllegalDealError
from scorer.rules.variant import Bonus

Taken = tuple[int, ...]  # how many of each bonus
KNOWN = 1024  # questions that are remembered: a season asks the same ones


def check_count(count: int, bonus: int | None, bonuses: tuple[Bonus, ...]) -> None:
    """Raise IllegalDealError where no cards and bonuses of one side make this count; `bonus` None: it was not said."""
    if bonus is not None:
        check_bonuses((bonus,), (count - bonus,), bonuses)
        return
    counts = _counts(bonuses)
    if not 0 <= count <= max(counts):
        raise IllegalDealError(f"{count}: a side has 0 to {max(counts)}, bonuses included; count again")
    if count not in counts:
        raise IllegalDealError(f"{count}: no cards and bonuses make it; count again")


def check_named(amounts: Sequence[int], bonuses: tuple[Bonus, ...]) -> None:
    """Raise IllegalDealError where these, said one by one, are more of one bonus than a deal has.

    A number that one bonus has is that bonus; another is what a side has of several.
    """
    for amount in dict.fromkeys(amounts):
        same = [bonus for bonus in bonuses if bonus.amount == amount]
        if same and (times := amounts.count(amount)) > (most := sum(bonus.most for bonus in same)):
            names = " or ".join(bonus.name for bonus in same)
            parts = [(bonus, amount / bonus.amount) for bonus in bonuses]
            apart = ["+".join([str(part.amount)] * int(n)) for part, n in parts if n in range(2, part.most + 1)]
            instead = f"; of several others say {' or '.join(apart)}" if apart else ""
            most_of_it = "one" if most == 1 else most
            raise IllegalDealError(f"{times} bonuses of {amount} ({names}): a deal has at most {most_of_it}{instead}")


def listed(bonuses: tuple[Bonus, ...]) -> str:
    """The bonuses of a game: `40 (trump-pair), 20 (pair)`."""
    return ", ".join(f"{bonus.amount} ({bonus.name})" for bonus in bonuses)


def check_bonuses(amounts: Sequence[int], card_points: Sequence[int] | None, bonuses: tuple[Bonus, ...]) -> None:
    """Raise IllegalDealError unless the sides can have bonuses of these amounts in one deal, and the cards for them."""
    said = " and ".join(map(str, filter(None, amounts))) or "0"
    if not bonuses:
        raise IllegalDealError(f"bonus {said}: there are no bonuses in this game")
    ways = _ways(bonuses)
    for amount in amounts:
        if amount not in ways:
            raise IllegalDealError(f"bonus {amount}: one side cannot have that; there are {listed(bonuses)}")
    together = [
        each
        for each in product(*(ways[amount] for amount in amounts))
        if all(sum(taken) <= bonus.most for taken, bonus in zip(zip(*each, strict=True), bonuses, strict=True))
    ]
    if not together:
        most = ", ".join(f"{bonus.most} of {bonus.amount}" for bonus in bonuses)
        raise IllegalDealError(f"bonuses {said} cannot stand together: a deal has {most}")
    if card_points is None or any(_have(card_points, each, bonuses) for each in together):
        return
    for amount, has in zip(amounts, card_points, strict=True):
        if has < 0:
            raise IllegalDealError(f"bonus {amount}: it is part of the count, which is {amount + has}; count again")
        if has not in REACHABLE:
            raise IllegalDealError(f"{has} card points: no set of cards makes {has}; count again")
        if has < (needs := min(sum(_cards(taken, bonuses)) for taken in ways[amount])):
            raise IllegalDealError(f"bonus {amount} with {has} card points: the cards for it have {needs}; count again")
        if not any(_have((has,), (taken,), bonuses) for taken in ways[amount]):
            raise IllegalDealError(f"bonus {amount} with {has} card points: no cards make both; count again")
    beside = " to ".join(map(str, card_points))
    raise IllegalDealError(f"bonus {said} with {beside} card points: no cards make all of it; count again")


@lru_cache(KNOWN)
def _counts(bonuses: tuple[Bonus, ...]) -> frozenset[int]:
    """Every count that one side can have."""
    ways = ((amount, taken) for amount, each in _ways(bonuses).items() for taken in each)
    return frozenset(
        amount + sum(_cards(taken, bonuses)) + others for amount, taken in ways for others in _others(taken, bonuses)
    )


@lru_cache(KNOWN)
def _ways(bonuses: tuple[Bonus, ...]) -> dict[int, list[Taken]]:
    """Every amount that bonuses of one deal make together, and how many of each make it."""
    found: dict[int, list[Taken]] = {}
    for taken in product(*(range(bonus.most + 1) for bonus in bonuses)):
        amount = sum(number * bonus.amount for number, bonus in zip(taken, bonuses, strict=True))
        found.setdefault(amount, []).append(taken)
    return found


def _have(card_points: Iterable[int], each: Sequence[Taken], bonuses: tuple[Bonus, ...]) -> bool:
    """Whether sides with these bonuses can have these card points: the others are of cards that no bonus holds."""
    left = _left(tuple(map(sum, zip(*each, strict=True))), bonuses)
    rest = [has - sum(_cards(taken, bonuses)) for has, taken in zip(card_points, each, strict=True)]
    return can_be_shared(rest, tuple(left[value] for value in COUNTING))


def _cards(taken: Taken, bonuses: tuple[Bonus, ...]) -> Iterator[int]:
    """The card points of each card that these bonuses are for."""
    for number, bonus in zip(taken, bonuses, strict=True):
        yield from bonus.values * number


@lru_cache(KNOWN)
def _others(taken: Taken, bonuses: tuple[Bonus, ...]) -> frozenset[int]:
    """Every number of card points that some of the cards make which these bonuses do not hold."""
    return totals(_left(taken, bonuses).elements())


def _left(taken: Taken, bonuses: tuple[Bonus, ...]) -> "Counter[int]":
    return Counter(COUNTING * SUITS) - Counter(_cards(taken, bonuses))
