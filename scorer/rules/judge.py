"""Many deals judged quickly, with a caller and without: facts that were seen before cost one look-up.

What is remembered holds sentences, so that the language is part of its key.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from scorer.language import LANGUAGE, N_, _
from scorer.rules.bid import Bid, read_bid
from scorer.rules.cards import HALF, REACHABLE, TOTAL_CARD_POINTS, Card, between, read_card
from scorer.rules.carry import MOST_TIMES
from scorer.rules.deal import Deal, Result, check_slam, counted, decided_slam, letters, outcome_of, reckon
from scorer.rules.errors import IllegalDealError, ScorerError
from scorer.rules.kinds import CARDS, EVEN, RESTS, SAID, SIDE_LETTERS, WON, Outcome
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
from scorer.rules.variant import BY_COUNT, Shares, Variant

MOST_KNOWN: Final = 50_000  # bids, and deals, that are remembered; a file of nonsense may have more


class FactError(ScorerError):
    """What is wrong with one fact of a deal; `fact` is its column in `deals.csv`, "seat" the number of players."""

    def __init__(self, fact: str, message: str) -> None:
        self.fact = fact
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Judged:
    """A deal as it is kept, and the signed units of each role, the carry included.

    `unsure`: 0 or 120 card points that may have been a slam by tricks, and were taken as none.
    """

    bid: str
    target: int
    called: str | None
    card_points: int | None
    outcome: str
    slam: bool
    times: int
    paid: Shares
    unsure: bool = False


Units = tuple[int | None, ...]
Way = tuple[str, Bid, bool]  # outcome, bid, slam
Payment = tuple[Shares, bool, list[Way]]  # what each role gets, whether the caller is alone, how such a deal can go


@lru_cache(MOST_KNOWN)
def units_along(seated: Collection[int], out: int | None, caller: int, partner: int | None, paid: Shares) -> Units:
    """The units of a deal at the seats 1 to 7, None for a seat that does not play.

    `seated` are the seats that are taken, `paid` what each role gets. Most deals of a table repeat, so that the answers
    are remembered.
    """
    units = paid.among((seat for seat in seated if seat != out), caller, partner)
    return tuple(units.get(seat) for seat in range(1, 8))


def sides_along(seated: int, out: int | None, caller: int, partner: int | None) -> str:
    """The sides that a contract makes, a letter for each seat: A calls, B defends, a dot rests."""
    return "".join(RESTS if seat == out else "AB"[seat not in (caller, partner)] for seat in range(1, seated + 1))


# Bid, card called, card points, outcome, slam, times, how many play the deal, and whether the caller is alone.
Facts = tuple[str, str | None, int | None, str | None, bool | None, int, int, bool]


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


NOTHING_KNOWN: Final = KnownFacts()


class Judge:
    """Judges the deals of one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.pays_by_count = bool(variant.bonuses) or variant.win.worth in BY_COUNT
        # Counts that pay what their outcome pays, whatever they are: none shows a slam, or is even.
        self.plain_counts = frozenset() if self.pays_by_count else REACHABLE - {0, HALF, TOTAL_CARD_POINTS}
        self._bids = lru_cache(MOST_KNOWN)(self._bid_or_wrong)
        self._payments = lru_cache(len("1234567"))(self._pays)
        self.reading = lru_cache(MOST_KNOWN)(self._reading)
        self._known = lru_cache(MOST_KNOWN)(self._judged_or_wrong)

    def deal(self, *facts: *Facts, bonus: int | None = None) -> Judged:
        """The deal with these facts, in the order of Facts, with so much of the count in bonuses. Raises FactError.

        Of card points and outcome one may be None, and where both are said they must agree; `slam` None is decided
        by the count. `bonus` is said of the card points, where the variant has bonuses.
        """
        language = LANGUAGE.get().name
        judged = self._known(language, *facts) if bonus is None else self._known(language, *facts, bonus)
        if isinstance(judged, FactError):
            raise FactError(judged.fact, str(judged))
        return judged

    def _judged_or_wrong(
        self,
        language: str,
        bid: str,
        called: str | None,
        card_points: int | None,
        outcome: str | None,
        slam: bool | None,
        times: int,
        players: int,
        solo: bool,
        bonus: int | None = None,
    ) -> Judged | FactError:
        """The deal among players 1, 2, ..., of whom 1 calls and 2 is the partner; or the error, remembered too."""
        variant, fact, card = self.variant, "bid", None
        try:
            won = self._bids(language, bid)
            if isinstance(won, ScorerError):
                raise won
            fact = "called"
            if called:
                card = read_card(called, variant.auction.pack)
                variant.auction.check_called(won, card)
            fact = "bonuses" if bonus is not None else "outcome" if card_points is None else "card_points"
            uncounted = Outcome(str(outcome)) if card_points is None else None
            result = counted(Result(card_points, uncounted, bool(variant.bonuses), bonus), won)
            ended = outcome_of(won, result, variant)
            if outcome and card_points is not None and outcome != ended:
                raise FactError("outcome", _other_outcome(outcome, card_points, won, ended, variant))
            fact = "slam" if 1 <= times <= MOST_TIMES else "times"
            is_slam, unsure = _slam(slam, result, variant)
            deal = _contract(players, won, result, solo=solo, slam=is_slam, called=card, times=times)
            check_slam(deal, ended, variant)
            short = deal.card_points is None and variant.win.needs_count(ended)
            fact = "card_points" if short else "partner" if players in variant.shares else "seat"
            paid = reckon(deal, variant).paid
        except ScorerError as error:
            return error if isinstance(error, FactError) else FactError(fact, str(error))
        name, count = str(card) if card else None, deal.card_points
        return Judged(str(won), won.target, name, count, ended.value, is_slam, times, paid, unsure)

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

    def _pays(self, players: int) -> dict[tuple[int, ...], list[Payment]]:
        """What a deal among so many players can pay; the keys are the units of all players in ascending order."""
        ways: dict[tuple[Shares, bool], list[Way]] = {}
        outcomes, bids = (Outcome.MADE, Outcome.FAILED), self.variant.auction.bids
        for slam, bid, alone, outcome in product((False, True), bids, (False, True), outcomes):
            try:
                deal = _contract(players, bid, Result(outcome=outcome), solo=alone, slam=slam)
                paid = reckon(deal, self.variant).paid
            except ScorerError:
                continue
            ways.setdefault((paid, alone), []).append((str(outcome), bid, slam))
        payments: dict[tuple[int, ...], list[Payment]] = {}
        for (paid, alone), these in ways.items():
            units = paid.among(range(1, players + 1), 1, None if alone else 2)
            payments.setdefault(tuple(sorted(units.values())), []).append((paid, alone, these))
        return payments

    def _bid_or_wrong(self, language: str, bid: str) -> Bid | ScorerError:  # noqa: ARG002 - the language is a key
        try:
            return read_bid(bid, self.variant.auction)
        except ScorerError as error:
            return error


def _contract(
    players: int, bid: Bid, result: Result, *, solo: bool, slam: bool, called: Card | None = None, times: int = 1
) -> Deal:
    """A deal among players 1, 2, ..., of whom 1 calls and 2 is the partner."""
    seated, partner = tuple("1234567"[:players]), None if solo else "2"
    return Deal(
        players=seated, caller="1", partner=partner, bid=bid, result=result, called=called, slam=slam, times=times
    )


def _agree(way: Way, alone: bool, known: KnownFacts) -> bool:
    """Whether a way in which a deal can go agrees with what is known of the deal."""
    outcome, bid, slam = way
    return (
        known.alone in {None, alone}
        and known.outcome in {None, outcome}
        and known.slam in {None, slam}
        and known.target in {None, bid.target}
    )


def _other_outcome(outcome: str, card_points: int, bid: Bid, ended: Outcome, variant: Variant) -> str:
    """The fault that a file has another outcome than its card points, or its count with bonuses, have."""
    template = (
        N_("'{outcome}' here, but {card_points} at {bid} (target {target}) are {right_outcome}")
        if variant.bonuses
        else N_("'{outcome}' here, but {card_points} card points at {bid} (target {target}) are {right_outcome}")
    )
    return _(template, outcome=outcome, card_points=card_points, bid=bid, target=bid.target, right_outcome=ended)


def _slam(slam: bool | None, result: Result, variant: Variant) -> tuple[bool, bool]:
    """As `decided_slam`, but its refusal names the column of a file in which the slam can be said."""
    try:
        return decided_slam(slam, result, variant)
    except IllegalDealError as error:
        fault = _("{fault}; give the count, or say in slam yes or no", fault=error)
        raise IllegalDealError(fault) from error


class SidesFacts(NamedTuple):
    """What is said of a deal at a table of so many seats, of which `out` rests; empty and None: not said.

    `sides` and `winners` are letters, as in a record. What is not said follows from the other facts, except `times`.
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
    `impossible`: why no cards make these counts together, empty where some do.
    """

    sides: str
    winners: str | None
    decided: str | None
    outcome: str
    slam: bool
    units: Units
    unsure: bool
    impossible: str = ""


class SidesJudge:
    """Judges the deals of one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._known = lru_cache(MOST_KNOWN)(self._judged)

    def deal(self, facts: SidesFacts) -> JudgedSides:
        """The deal with these facts; where more is said than is needed, all of it must agree. Raises FactError."""
        return self._known(LANGUAGE.get().name, facts)

    def _judged(self, language: str, facts: SidesFacts) -> JudgedSides:  # noqa: ARG002 - the language is a key
        variant, seats = self.variant, "1234567"[: facts.seated]
        parted = sides_of(seats, variant.made_by, str(facts.out))
        kept = letters(seats, parted)
        fact = "seat"
        try:
            variant.check_players(sum(map(len, parted)))
            _check_said(facts, kept, variant)
            fact = "times"
            deal = SidesDeal(sides=parted, winners=(), decided=SAID, times=facts.times)
            if facts.counts is not None:
                deal = replace(deal, winners=None, decided=None, counts=facts.counts, bonuses=facts.bonuses)
                fact = "bonuses" if facts.bonuses else "counts"
                check_counts(deal, variant)
            slam, unsure = slam_of_sides(facts.slam, deal, variant)
            decided = _decided(facts, variant)
            winners = tuple(map(SIDE_LETTERS.index, facts.winners)) if decided else None
            fact = "decided" if facts.decided else "winners" if facts.winners else "outcome"
            deal = replace(deal, bonuses=facts.bonuses, winners=winners, decided=decided, slam=slam)
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
                raise FactError(fact, _other_winners(here, facts.counts, won))
        units = tuple(reckoned.units.get(seat) for seat in "1234567")
        return JudgedSides(kept, won or None, decided, outcome, slam, units, unsure, _why_impossible(deal))


def _other_winners(here: str, counts: Sequence[int] | None, won: str) -> str:
    """The fault that a file has other winners or another outcome than its facts have."""
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


def _why_impossible(deal: SidesDeal) -> str:
    """Why no cards make the counts of a deal together; empty where some do."""
    try:
        check_shared(deal)
    except IllegalDealError as error:
        return str(error)
    return ""


def _check_said(facts: SidesFacts, kept: str, variant: Variant) -> None:
    """Raise FactError where numbers and letters are not those of the sides that the seats make."""
    known = "".join(sorted(set(kept) - {RESTS}))
    if facts.sides and facts.sides != kept:
        raise FactError("sides", _("'{written}' here, but the seats make {sides}", written=facts.sides, sides=kept))
    for column, numbers in (("counts", facts.counts), ("bonuses", facts.bonuses)):
        if numbers is not None and len(numbers) != len(known):
            words = between(numbers)
            raise FactError(
                column, _("{numbers}: say a number for each of {sides} sides", numbers=words, sides=len(known))
            )
    if facts.winners and facts.winners != "".join(letter for letter in known if letter in facts.winners):
        template = N_("'{written}': the sides are {sides}; say the letters of those who won together, as in AB")
        raise FactError("winners", _(template, written=facts.winners, sides=", ".join(known)))
    if facts.counts and variant.bonuses and facts.bonuses is None and sum(facts.counts) > TOTAL_CARD_POINTS:
        template = N_(
            "missing: {counts} are {total} together, a deal has {all_cards} card points; "
            "say how much of each count is bonuses"
        )
        counts, total = between(facts.counts), sum(facts.counts)
        raise FactError("bonuses", _(template, counts=counts, total=total, all_cards=TOTAL_CARD_POINTS))


def _decided(facts: SidesFacts, variant: Variant) -> str | None:
    """How a deal was decided: as said, else as its facts show; None where the counts decide. Raises FactError."""
    if facts.counts is None:
        if not facts.winners and facts.outcome == WON:
            raise FactError("winners", _("missing: say which side has won"))
        if not facts.winners and facts.outcome != EVEN:
            raise FactError("counts", _("missing: say the counts, or who has won in winners, or even in outcome"))
        return facts.decided or SAID
    if facts.decided or by_counts(facts.counts, variant) is not None:
        return facts.decided or None
    if not facts.winners and facts.outcome != EVEN:
        template = N_("missing: at {counts} the side with more cards wins; say which, or even in outcome")
        raise FactError("winners", _(template, counts=between(facts.counts)))
    return CARDS
