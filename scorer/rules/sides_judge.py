"""Many deals without a caller judged quickly, as judge.py does it for those with one."""

from functools import lru_cache
from typing import NamedTuple

from scorer.rules.cards import TOTAL_CARD_POINTS
from scorer.rules.deal import letters
from scorer.rules.errors import ScorerError
from scorer.rules.judge import MOST_KNOWN, FactError, Units
from scorer.rules.kinds import CARDS, EVEN, RESTS, SAID, SIDE_LETTERS, WON
from scorer.rules.sides import (
    SidesDeal,
    between,
    by_counts,
    check_counts,
    reckon_sides,
    sides_of,
    slam_by_counts,
    winners_of,
)
from scorer.rules.variant import Variant


class SidesFacts(NamedTuple):
    """What is said of a deal at a table of so many seats, of which `out` rests; empty and None: not said.

    `sides` and `winners` are letters, as in a record. What is not said follows from the rest, except `times`.
    """

    seated: int
    out: int | None = None
    sides: str = ""
    counts: tuple[int, ...] | None = None
    bonuses: tuple[int, ...] | None = None
    winners: str = ""
    decided: str = ""
    outcome: str = ""
    slam: bool | None = None
    times: int = 1


class JudgedSides(NamedTuple):
    """A deal of sides as it is kept, with the units at all seven seats, the carry included.

    `unsure`: all card points are on one side, which may have been a slam by tricks, and was taken as none.
    """

    sides: str
    winners: str | None
    decided: str | None
    outcome: str
    slam: bool
    units: Units
    unsure: bool


class SidesJudge:
    """Judges the deals of one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.deal = lru_cache(MOST_KNOWN)(self._deal)

    def _deal(self, facts: SidesFacts) -> JudgedSides:
        """The deal with these facts; where more is said than is needed, all of it must agree. Raises FactError."""
        variant, seats = self.variant, tuple("1234567"[: facts.seated])
        sides = sides_of(tuple(seat for seat in seats if seat != str(facts.out)), variant.made_by)
        kept = letters(seats, sides)
        _check_said(facts, kept, variant)
        fact = "times"
        try:
            deal = SidesDeal(sides=sides, said=(), decided=SAID, times=facts.times)
            if facts.counts is not None:
                deal = SidesDeal(sides=sides, counts=facts.counts, bonuses=facts.bonuses, times=facts.times)
                fact = "bonuses" if facts.bonuses else "counts"
                check_counts(deal, variant)
            slam, unsure = _slam(facts, deal, variant)
            decided = _decided(facts, variant)
            said = tuple(map(SIDE_LETTERS.index, facts.winners)) if decided else None
            fact = "decided" if facts.decided else "winners" if facts.winners else "outcome"
            deal = SidesDeal(
                sides=sides, counts=facts.counts, bonuses=facts.bonuses, said=said, decided=decided, slam=slam,
                times=facts.times,
            )  # fmt: skip
            winners_of(deal, variant)
            fact = "slam"
            reckoned = reckon_sides(deal, variant)
        except FactError:
            raise
        except ScorerError as error:
            raise FactError(fact, str(error)) from error
        won, outcome = "".join(SIDE_LETTERS[place] for place in reckoned.winners), str(reckoned.outcome)
        how = f"{between(facts.counts)} are " if facts.counts else "this is "
        for fact, here, due in (("winners", facts.winners, won), ("outcome", facts.outcome, outcome)):
            if here and here != due:
                raise FactError(fact, f"'{here}' here, but {how}{f'won by {won}' if won else EVEN}")
        units = tuple(reckoned.units.get(seat) for seat in "1234567")
        return JudgedSides(kept, won or None, decided, outcome, slam, units, unsure)


def _check_said(facts: SidesFacts, kept: str, variant: Variant) -> None:
    """Raise FactError where numbers and letters are not those of the sides that the seats make."""
    playing, known = len(kept) - kept.count(RESTS), "".join(sorted(set(kept) - {RESTS}))
    if playing not in variant.player_counts:
        can = " or ".join(map(str, variant.player_counts))
        raise FactError("seat", f"{playing} players: {variant.name} is played by {can}")
    if facts.sides and facts.sides != kept:
        raise FactError("sides", f"'{facts.sides}' here, but the seats make {kept}")
    for column, numbers in (("counts", facts.counts), ("bonuses", facts.bonuses)):
        if numbers is not None and len(numbers) != len(known):
            raise FactError(column, f"{between(numbers)}: say a number for each of {len(known)} sides")
    if facts.winners and facts.winners != "".join(letter for letter in known if letter in facts.winners):
        raise FactError("winners", f"'{facts.winners}': the sides are {', '.join(known)}")
    if facts.counts and variant.bonuses and facts.bonuses is None and sum(facts.counts) > TOTAL_CARD_POINTS:
        together = f"{between(facts.counts)} are {sum(facts.counts)} together, a deal has {TOTAL_CARD_POINTS}"
        raise FactError("bonuses", f"missing: {together} card points; say how much of each count is bonuses")


def _decided(facts: SidesFacts, variant: Variant) -> str | None:
    """How a deal was decided: as said, else as its facts show; None where the counts decide. Raises FactError."""
    if facts.counts is None:
        if not facts.winners and facts.outcome == WON:
            raise FactError("winners", "missing: say which side has won")
        if not facts.winners and facts.outcome != EVEN:
            raise FactError("counts", "missing: say the counts, or who has won in winners, or even in outcome")
        return facts.decided or SAID
    if facts.decided or by_counts(facts.counts, variant) is not None:
        return facts.decided or None
    if not facts.winners and facts.outcome != EVEN:
        at = f"missing: at {between(facts.counts)} the side with more cards wins"
        raise FactError("winners", f"{at}; say which, or even in outcome")
    return CARDS


def _slam(facts: SidesFacts, deal: SidesDeal, variant: Variant) -> tuple[bool, bool]:
    """Whether it was a slam: as said, else by the counts; and whether only the table could have said so and did not."""
    if facts.slam is not None:
        return facts.slam, False
    shown = slam_by_counts(deal.card_points, variant)
    return bool(shown), shown is None and facts.counts is not None
