"""From units back to the deal that pays them: for notebooks in which only the units were written."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scorer.rules.bid import Bid
from scorer.rules.deal import Deal, Result, reckon
from scorer.rules.errors import ScorerError
from scorer.rules.judge import MOST_KNOWN
from scorer.rules.kinds import Outcome
from scorer.rules.variant import Shares, Variant


class Reading(NamedTuple):
    """A deal that pays certain units, by seat numbers; `partner` None: alone. `bid` is the lowest that pays so."""

    caller: int
    partner: int | None
    outcome: str
    bid: str
    slam: bool


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """What a file says of a deal besides units: seat numbers, an outcome, a slam, the lowest bid; None: not said."""

    caller: int | None = None
    partner: int | None = None
    alone: bool | None = None
    outcome: str | None = None
    slam: bool | None = None
    target: int | None = None


NOTHING_KNOWN = KnownFacts()
Way = tuple[str, Bid, bool]  # outcome, bid, slam
SharesPaid = tuple[Shares, bool, list[Way]]  # what each role gets, whether the caller is alone, how such a deal can go


class UnitsReader:
    """Reads the deals of one variant out of their units; what was asked before is remembered."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._payments = lru_cache(len("1234567"))(self._pays)
        self.reading = lru_cache(MOST_KNOWN)(self._reading)

    def _reading(self, units: tuple[int, ...], known: KnownFacts = NOTHING_KNOWN) -> Reading | None:
        """The one deal that pays these units to the seats 1, 2, ...; None where none does, or several.

        Deals with the same caller, partner and outcome are the same reading: that without a slam, at the lowest bid.
        The carry is left out.
        """
        seats = range(1, len(units) + 1)
        paid_here = dict(zip(seats, units, strict=True))
        readings: dict[tuple[int, int | None, str], Reading] = {}
        for paid, alone, ways in self._payments(len(units)).get(tuple(sorted(units)), ()):
            fitting = [way for way in ways if _agree(way, alone, known)]
            sides = product(seats, [None] if alone else seats) if fitting else ()
            for caller, partner in sides:
                if known.caller not in {None, caller} or known.partner not in {None, partner} or caller == partner:
                    continue
                if paid.among(seats, caller, partner) == paid_here:
                    for outcome, bid, slam in fitting:
                        reading = Reading(caller, partner, outcome, str(bid), slam)
                        readings.setdefault((caller, partner, outcome), reading)
        return next(iter(readings.values())) if len(readings) == 1 else None

    def _pays(self, players: int) -> dict[tuple[int, ...], list[SharesPaid]]:
        """What a deal among so many players can pay; the keys are the units of all players in ascending order."""
        ways: dict[tuple[Shares, bool], list[Way]] = {}
        seated = tuple("1234567"[:players])
        outcomes, bids = (Outcome.MADE, Outcome.FAILED), self._variant.auction.bids
        for slam, bid, alone, outcome in product((False, True), bids, (False, True), outcomes):
            partner, result = None if alone else "2", Result(outcome=outcome)
            try:
                deal = Deal(players=seated, caller="1", partner=partner, bid=bid, result=result, slam=slam)
                paid = reckon(deal, self._variant).paid
            except ScorerError:
                continue
            ways.setdefault((paid, alone), []).append((str(outcome), bid, slam))
        payments: dict[tuple[int, ...], list[SharesPaid]] = {}
        for (paid, alone), these in ways.items():
            units = paid.among(range(1, players + 1), 1, None if alone else 2)
            payments.setdefault(tuple(sorted(units.values())), []).append((paid, alone, these))
        return payments


def _agree(way: Way, alone: bool, known: KnownFacts) -> bool:
    """Whether a way in which a deal can go agrees with what is known of the deal."""
    outcome, bid, slam = way
    return (
        known.alone in {None, alone}
        and known.outcome in {None, outcome}
        and known.slam in {None, slam}
        and known.target in {None, bid.target}
    )
