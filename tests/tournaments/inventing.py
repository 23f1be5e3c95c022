"""What tables are said to have played: invented by a seeded random, deal by deal, so that a sheet belongs together.

Units sum to zero, who made a contract won. What a deal is worth is reckoned here from two lines of the rules.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from scorer.match.deal_options import DealWords

STAKES = {"62": 1, "75": 2, "85": 3}  # what a defender pays, in every variant that is played here


@dataclass(frozen=True)
class Hand:
    """One deal in the words of the table; `partner` None is solo."""

    caller: str
    partner: str | None
    bid: str = "62"
    made: bool = True

    def units(self, playing: Collection[str]) -> dict[str, int]:
        """Caller two stakes, partner one, or a solo caller four; the others pay one each. Failed: the other way."""
        u = STAKES[self.bid] * (1 if self.made else -1)
        got = dict.fromkeys(playing, -u)
        return got | ({self.caller: 2 * u, self.partner: u} if self.partner else {self.caller: 4 * u})

    def words(self) -> DealWords:
        """What is typed for it."""
        return DealWords(
            caller=self.caller, bid=self.bid, partner=self.partner or "solo", result="90" if self.made else "50"
        )


@dataclass(frozen=True)
class Typed:
    """What was typed about one player at one table; `running` after each deal that they played."""

    units: int
    deals: int = 10
    won: int = 0
    called: int = 0
    made: int = 0
    running: tuple[int, ...] = ()


Sheet = dict[str, Typed]


def playing_in(seats: Sequence[str], deal: int) -> list[str]:
    """Who plays a deal, counted from 0: at a table of six the dealer rests, the first seat first."""
    return [seat for seat in seats if len(seats) == 5 or seat != seats[deal % 6]]


def invented(random: Random, seats: Sequence[str], deals: int = 0) -> list[Hand]:
    """Deals of a table; ten at a five and twelve at a six unless said."""
    hands = []
    for deal in range(deals or {5: 10, 6: 12}[len(seats)]):
        caller, partner = random.sample(playing_in(seats, deal), 2)
        bid = random.choice(list(STAKES))
        hands.append(Hand(caller, partner if random.random() < 0.9 else None, bid, made=random.random() < 0.6))
    return hands


def summed(seats: Sequence[str], hands: Sequence[Hand]) -> Sheet:
    """The sheet of these deals."""
    got: dict[str, list[int]] = {seat: [] for seat in seats}
    for deal, hand in enumerate(hands):
        for name, units in hand.units(playing_in(seats, deal)).items():
            got[name].append(units)
    return {
        seat: Typed(
            units=sum(each),
            deals=len(each),
            won=sum(units > 0 for units in each),
            called=sum(hand.caller == seat for hand in hands),
            made=sum(hand.caller == seat and hand.made for hand in hands),
            running=tuple(accumulate(each)),
        )
        for seat, each in got.items()
    }


def by_names(number: int, seats: Sequence[str]) -> Sheet:
    """What a table plays follows from the round and from who sits there, and from nothing else."""
    return summed(seats, invented(Random(f"{number}: {', '.join(seats)}"), seats))
