"""What a side has beside its card points: cards of one suit taken together, the last trick."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import either, listed
from scorer.rules.cards import COUNTING, REACHABLE, SUITS, between, can_be_shared, totals
from scorer.rules.errors import IllegalDealError
from scorer.rules.variant import Bonus

Taken = tuple[int, ...]  # how many of each bonus
KNOWN = 1024  # answers that are remembered: a season asks the same questions


def check_count(count: int, bonus: int | None, bonuses: tuple[Bonus, ...]) -> None:
    """Raise IllegalDealError where no cards and bonuses of one side make this count; `bonus` None: it was not said."""
    if bonus is not None:
        check_bonuses((bonus,), (count - bonus,), bonuses)
        return
    counts = _counts(bonuses)
    if not 0 <= count <= max(counts):
        highest = max(counts)
        raise IllegalDealError(
            _("{count}: a side has 0 to {highest}, bonuses included; count again", count=count, highest=highest)
        )
    if count not in counts:
        raise IllegalDealError(_("{count}: no cards and bonuses make it; count again", count=count))


def check_named(amounts: Sequence[int], bonuses: tuple[Bonus, ...]) -> None:
    """Raise IllegalDealError where the amounts, each said by itself, are more of one bonus than a deal has.

    An amount that one bonus has means that bonus; any other amount is the sum of several bonuses.
    """
    for amount in dict.fromkeys(amounts):
        same = [bonus for bonus in bonuses if bonus.amount == amount]
        if same and (times := amounts.count(amount)) > (most := sum(bonus.most for bonus in same)):
            names = either([bonus.title for bonus in same])
            fault = ngettext(
                "{times} bonuses of {amount} ({names}): a deal has at most one",
                "{times} bonuses of {amount} ({names}): a deal has at most {count}",
                most,
                times=times,
                amount=amount,
                names=names,
            )
            if sums := _sums(amount, bonuses):
                fault = _("{fault}; of several others say {sums}", fault=fault, sums=either(sums))
            raise IllegalDealError(fault)


def _sums(amount: int, bonuses: tuple[Bonus, ...]) -> list[str]:
    """The ways in which several of one smaller bonus make an amount, as they are typed: `20+20`."""
    numbers = [(bonus, amount / bonus.amount) for bonus in bonuses]
    return [
        "+".join([str(bonus.amount)] * int(number)) for bonus, number in numbers if number in range(2, bonus.most + 1)
    ]


def bonus_list(bonuses: tuple[Bonus, ...]) -> str:
    """The bonuses of a game: `40 (trump-pair), 20 (pair)`."""
    return ", ".join(f"{bonus.amount} ({bonus.title})" for bonus in bonuses)


def check_bonuses(amounts: Sequence[int], card_points: Sequence[int] | None, bonuses: tuple[Bonus, ...]) -> None:
    """Raise IllegalDealError unless the sides can have bonuses of these amounts in one deal, and the cards for them."""
    words = listed([str(amount) for amount in amounts if amount]) or "0"
    if not bonuses:
        raise IllegalDealError(_("bonus {amounts}: there are no bonuses in this game", amounts=words))
    ways = _ways(bonuses)
    for amount in amounts:
        if amount not in ways:
            known = bonus_list(bonuses)
            raise IllegalDealError(
                _("bonus {amount}: one side cannot have that; there are {bonuses}", amount=amount, bonuses=known)
            )
    together = [
        by_side
        for by_side in product(*(ways[amount] for amount in amounts))
        if all(sum(taken) <= bonus.most for taken, bonus in zip(zip(*by_side, strict=True), bonuses, strict=True))
    ]
    if not together:
        most = ", ".join(_("{most} of {amount}", most=bonus.most, amount=bonus.amount) for bonus in bonuses)
        raise IllegalDealError(
            _("bonuses {amounts} cannot stand together: a deal has {bonuses}", amounts=words, bonuses=most)
        )
    if card_points is None or any(_have(card_points, by_side, bonuses) for by_side in together):
        return
    faults = (_side_fault(*side, bonuses) for side in zip(amounts, card_points, strict=True))
    fault = next(filter(None, faults), None) or _(
        "bonus {amounts} with {card_points} card points: no cards make all of it",
        amounts=words,
        card_points=between(card_points),
    )
    raise IllegalDealError(_("{fault}; count again", fault=fault))


def _side_fault(amount: int, card_points: int, bonuses: tuple[Bonus, ...]) -> str:
    """Why one side cannot have bonuses of this amount and these card points; empty where it can."""
    ways = _ways(bonuses)[amount]
    if card_points < 0:
        count = amount + card_points
        return _("bonus {amount}: it is part of the count, which is {count}", amount=amount, count=count)
    if card_points not in REACHABLE:
        return _("{card_points} card points: no set of cards makes {card_points}", card_points=card_points)
    if card_points < (needed := min(sum(_cards(taken, bonuses)) for taken in ways)):
        facts = {"amount": amount, "card_points": card_points, "needed": needed}
        return _("bonus {amount} with {card_points} card points: the cards for it have {needed}", **facts)
    if not any(_have((card_points,), (taken,), bonuses) for taken in ways):
        template = N_("bonus {amount} with {card_points} card points: no cards make both")
        return _(template, amount=amount, card_points=card_points)
    return ""


@lru_cache(KNOWN)
def _counts(bonuses: tuple[Bonus, ...]) -> frozenset[int]:
    """Every count that one side can have."""
    ways = ((amount, taken) for amount, ways in _ways(bonuses).items() for taken in ways)
    return frozenset(
        amount + sum(_cards(taken, bonuses)) + free
        for amount, taken in ways
        for free in totals(_free_cards(taken, bonuses).elements())
    )


@lru_cache(KNOWN)
def _ways(bonuses: tuple[Bonus, ...]) -> dict[int, list[Taken]]:
    """Every amount that bonuses of one deal make together, with each choice of bonuses that makes it."""
    ways: dict[int, list[Taken]] = {}
    for taken in product(*(range(bonus.most + 1) for bonus in bonuses)):
        amount = sum(number * bonus.amount for number, bonus in zip(taken, bonuses, strict=True))
        ways.setdefault(amount, []).append(taken)
    return ways


def _have(card_points: Iterable[int], by_side: Sequence[Taken], bonuses: tuple[Bonus, ...]) -> bool:
    """Whether the sides can have these card points with their bonuses: what bonuses do not hold comes of free cards."""
    free = _free_cards(tuple(map(sum, zip(*by_side, strict=True))), bonuses)
    remaining = [points - sum(_cards(taken, bonuses)) for points, taken in zip(card_points, by_side, strict=True)]
    return can_be_shared(remaining, tuple(free[value] for value in COUNTING))


def _cards(taken: Taken, bonuses: tuple[Bonus, ...]) -> Iterator[int]:
    """The card points of each card that these bonuses are for."""
    for number, bonus in zip(taken, bonuses, strict=True):
        yield from bonus.values * number


def _free_cards(taken: Taken, bonuses: tuple[Bonus, ...]) -> "Counter[int]":
    return Counter(COUNTING * SUITS) - Counter(_cards(taken, bonuses))
