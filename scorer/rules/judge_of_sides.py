"""The judge of deals without a caller; see judge.py."""

from collections.abc import Sequence
from dataclasses import replace
from operator import sub

from scorer.language import N_, _
from scorer.rules.cards import TOTAL_CARD_POINTS, between, numbers_text, read_numbers
from scorer.rules.deal import letters
from scorer.rules.deal_facts import SEATS, FactError, Facts, Judged
from scorer.rules.errors import IllegalDealError, ScorerError
from scorer.rules.kinds import CARDS, EVEN, RESTS, SAID, SIDE_LETTERS, WON
from scorer.rules.sides import (
    SidesDeal,
    by_counts,
    check_counts,
    check_shared,
    reckon_sides,
    sides_of,
    slam_of_sides,
    winners_of,
)
from scorer.rules.variant import Variant

PlainNumbers = tuple[int, ...] | None


def judged_sides(facts: Facts, variant: Variant) -> Judged:
    """The deal of these facts where nobody calls; raises FactError."""
    counts, bonuses = _numbers("counts", facts.counts), _numbers("bonuses", facts.bonuses)
    seats = tuple(map(str, SEATS[: facts.seated]))
    parted = sides_of(seats, variant.made_by, str(facts.out))
    sides = letters(seats, parted)
    fact = "seat"
    try:
        variant.check_players(sum(map(len, parted)))
        _check_said(facts, sides, counts, bonuses, variant)
        fact = "times"
        deal = SidesDeal(sides=parted, winners=(), decided=SAID, times=facts.times)
        if counts is not None:
            deal = replace(deal, winners=None, decided=None, counts=counts, bonuses=bonuses)
            fact = "bonuses" if bonuses else "counts"
            check_counts(deal, variant)
        slam, unsure = slam_of_sides(facts.slam, deal, variant)
        decided = _decided(facts, counts, variant)
        winners = tuple(map(SIDE_LETTERS.index, facts.winners or "")) if decided else None
        fact = "decided" if facts.decided else "winners" if facts.winners else "outcome"
        deal = replace(deal, bonuses=bonuses, winners=winners, decided=decided, slam=slam)
        winners_of(deal, variant)
        fact = "slam"
        reckoned = reckon_sides(deal, variant)
    except FactError:
        raise
    except ScorerError as error:
        raise FactError(fact, str(error)) from error
    won, outcome = "".join(SIDE_LETTERS[place] for place in reckoned.winners), str(reckoned.outcome)
    for fact, here, due in (("winners", facts.winners, won), ("outcome", facts.outcome, outcome)):
        if here and here != due:
            raise FactError(fact, _other_winners(here, counts, won))
    kept = Facts(facts.seated, facts.out, outcome=outcome, slam=slam, times=facts.times, sides=sides)
    kept = kept._replace(
        counts=numbers_text(counts),
        bonuses=numbers_text(bonuses if any(bonuses or ()) else None),
        winners=won or None,
        decided=decided,
    )
    return Judged(kept, None, tuple(reckoned.units.get(str(seat)) for seat in SEATS), unsure)


def why_impossible(facts: Facts) -> str:
    """Why no cards make the counts of a judged deal together; empty where some do."""
    counts = read_numbers(facts.counts) or ()
    try:
        check_shared(tuple(map(sub, counts, read_numbers(facts.bonuses) or (0,) * len(counts))))
    except IllegalDealError as error:
        return str(error)
    return ""


def _numbers(fact: str, text: str | None) -> PlainNumbers:
    """The numbers in a text; raises FactError for what are none."""
    try:
        return read_numbers(text)
    except ValueError as error:
        raise FactError(fact, _("'{cell}': say what each side has, as in 74 46", cell=text)) from error


def _other_winners(here: str, counts: PlainNumbers, won: str) -> str:
    """The fault that other winners or another outcome are said than the facts have."""
    if counts:
        template = (
            N_("'{written}' here, but {counts} are won by {sides}")
            if won
            else N_("'{written}' here, but {counts} are even")
        )
        return _(template, written=here, counts=between(counts), sides=won)
    return (
        _("'{written}' here, but this is won by {sides}", written=here, sides=won)
        if won
        else _("'{written}' here, but this is even", written=here)
    )


def _check_said(facts: Facts, sides: str, counts: PlainNumbers, bonuses: PlainNumbers, variant: Variant) -> None:
    """Raise FactError where numbers and letters are not those of the sides that the seats make."""
    known = "".join(sorted(set(sides) - {RESTS}))
    if facts.sides and facts.sides != sides:
        raise FactError("sides", _("'{written}' here, but the seats make {sides}", written=facts.sides, sides=sides))
    _check_length("counts", counts, len(known))
    _check_length("bonuses", bonuses, len(known))
    if facts.winners and facts.winners != "".join(letter for letter in known if letter in facts.winners):
        template = N_("'{written}': the sides are {sides}; say the letters of those who won together, as in AB")
        raise FactError("winners", _(template, written=facts.winners, sides=", ".join(known)))
    if counts and variant.bonuses and bonuses is None and sum(counts) > TOTAL_CARD_POINTS:
        template = N_(
            "missing: {counts} are {total} together, a deal has {all_cards} card points; "
            "say how much of each count is bonuses"
        )
        total = sum(counts)
        fault = _(template, counts=between(counts), total=total, all_cards=TOTAL_CARD_POINTS)
        raise FactError("bonuses", fault)


def _check_length(fact: str, numbers: Sequence[int] | None, sides: int) -> None:
    """Raise FactError unless each of the sides has a number, where there are any."""
    if numbers is not None and len(numbers) != sides:
        template = N_("{numbers}: say a number for each of {sides} sides")
        raise FactError(fact, _(template, numbers=between(numbers), sides=sides))


def _decided(facts: Facts, counts: PlainNumbers, variant: Variant) -> str | None:
    """How a deal was decided: as said, else as its facts show; None where the counts decide. Raises FactError."""
    if counts is None:
        if not facts.winners and facts.outcome == WON:
            raise FactError("winners", _("missing: say which side has won"))
        if not facts.winners and facts.outcome != EVEN:
            raise FactError("counts", _("missing: say the counts, or who has won in winners, or even in outcome"))
        return facts.decided or SAID
    if facts.decided or by_counts(counts, variant) is not None:
        return facts.decided or None
    if not facts.winners and facts.outcome != EVEN:
        template = N_("missing: at {counts} the side with more cards wins; say which, or even in outcome")
        raise FactError("winners", _(template, counts=between(counts)))
    return CARDS
