"""The one judge of a deal: what follows from its facts, whether a table, a record or a line of a file says them.

A file may say less than a record keeps, and what it says has to agree. A record is right where the judge, asked with
its facts, gives them back, with its units. Where records keep no sides its facts are those of a deal wherever the
players sit, so that one answer serves many records.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Final

from scorer.language import N_, _
from scorer.rules.bid import Bid, read_bid
from scorer.rules.cards import bid_shown, numbers_text, read_card, read_numbers
from scorer.rules.carry import MOST_TIMES
from scorer.rules.deal import (
    Result,
    check_counted,
    check_partner,
    check_slam,
    check_takes_all,
    check_times,
    counted,
    decided_slam,
    outcome_of,
    shares_of,
)
from scorer.rules.deal_facts import SEATS, FactError, Facts, Judged, Units
from scorer.rules.errors import IllegalDealError, ScorerError
from scorer.rules.kinds import RESTS, Outcome
from scorer.rules.variant import Shares, Variant

MOST_KNOWN: Final = 50_000  # deals that are remembered; a file of nonsense may have more


class Judge:
    """Judges the deals of one variant.

    `keeps_sides`: the records of its deals keep sides, with a contract or without one.
    """

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.keeps_sides = not variant.has_auction or bool(variant.bonuses)

    def deal(self, facts: Facts) -> Judged:
        """The deal with these facts; where more is said than is needed, all of it must agree. Raises FactError."""
        if self.variant.has_auction:
            return judged_contract(facts, self.variant)
        from scorer.rules.judge_of_sides import judged_sides  # noqa: PLC0415 - a called deal needs none of it

        return judged_sides(facts, self.variant)


_judges: dict[str, Judge] = {}


def judge_of(digest: str, variant: Variant) -> Judge:
    """The judge of a frozen variant: one, so that what it judged is found again."""
    if digest not in _judges:
        _judges[digest] = Judge(variant)
    return _judges[digest]


@lru_cache(MOST_KNOWN)
def units_along(seated: int, out: int | None, caller: int | None, partner: int | None, paid: Shares) -> Units:
    """The units at the seats 1 to 7 of a contract that pays so by role, None for a seat that does not play."""
    units = paid.among((seat for seat in range(1, seated + 1) if seat != out), caller, partner)
    return tuple(map(units.get, SEATS))


def sides_along(seated: int, out: int | None, calling: Collection[int | None]) -> str:
    """The sides that a contract makes, a letter for each seat: A calls, B defends, a dot rests."""
    return "".join(RESTS if seat == out else "AB"[seat not in calling] for seat in range(1, seated + 1))


def judged_contract(facts: Facts, variant: Variant) -> Judged:
    """The deal of these facts where somebody calls, its units by role alone; raises FactError."""
    fact, card = "bid", None
    try:
        bid = read_bid(facts.bid or "", variant.auction)
        fact = "called"
        if facts.called:
            card = read_card(facts.called, variant.auction.pack)
            variant.auction.check_called(bid, card)
        fact = "bonuses" if facts.bonuses else "outcome" if facts.card_points is None else "card_points"
        result = counted(_result(facts, variant), bid)
        ended = outcome_of(bid, result, variant)
        _check_outcome(facts, bid, ended, variant)
        fact = "slam" if 1 <= facts.times <= MOST_TIMES else "times"
        slam, unsure = _slam(facts.slam, result, variant)
        check_times(facts.times)
        check_takes_all(result.card_points, slam=slam)
        check_slam(result.card_points, ended, variant, slam=slam)
        fact = "card_points"
        check_counted(result, ended, variant)
        players = facts.seated - (facts.out is not None)
        fact = "partner" if players in variant.shares else "seat"
        check_partner(str(facts.caller), str(facts.partner))
        shares = shares_of(bid, ended, variant, players=players, solo=facts.partner is None)
        paid = shares.scaled(variant.worth(bid, slam=slam, count=result.card_points) * facts.times)
    except FactError:
        raise
    except (ScorerError, ValueError) as error:
        raise FactError(fact, str(error)) from error
    seats, count, times = facts[:4], result.card_points, facts.times
    sides = sides_along(facts.seated, facts.out, facts[2:4]) if variant.bonuses else None
    bonuses = numbers_text(None if result.bonus is None else [result.bonus])
    called = str(card) if card else None
    kept = Facts(*seats, str(bid), bid.target, called, count, ended.value, slam, times, sides, None, bonuses)
    return Judged(kept, paid, unsure=unsure)


def _result(facts: Facts, variant: Variant) -> Result:
    """The result that is said; raises IllegalDealError, or ValueError for bonuses that are no numbers."""
    outcome = Outcome(str(facts.outcome)) if facts.card_points is None else None
    return Result(facts.card_points, outcome, bool(variant.bonuses), (read_numbers(facts.bonuses) or (None,))[0])


def _check_outcome(facts: Facts, bid: Bid, ended: Outcome, variant: Variant) -> None:
    """Raise FactError where another outcome is said than the card points, or the count with bonuses, have."""
    if facts.outcome is None or facts.card_points is None or facts.outcome == ended:
        return
    template = (
        N_("'{outcome}' here, but {card_points} at {bid} (target {target}) are {right_outcome}")
        if variant.bonuses
        else N_("'{outcome}' here, but {card_points} card points at {bid} (target {target}) are {right_outcome}")
    )
    said = {"outcome": _(facts.outcome), "card_points": facts.card_points, "target": bid.target}
    said["bid"] = bid_shown(bid, variant.auction.pack)
    raise FactError("outcome", _(template, **said, right_outcome=_(ended)))


def _slam(slam: bool | None, result: Result, variant: Variant) -> tuple[bool, bool]:
    """As `decided_slam`, but its refusal names the column of a file in which the slam can be said."""
    try:
        return decided_slam(slam, result, variant)
    except IllegalDealError as error:
        fault = _("{fault}; give the count, or say in slam yes or no", fault=error)
        raise IllegalDealError(fault) from error
