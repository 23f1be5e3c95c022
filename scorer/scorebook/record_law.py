"""The one law of a record: what it says has to follow from its facts and its frozen variant.

Every reader asks it, of a row or of many at once, and refuses what breaks it; `scorer check` says how it is broken.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import attrgetter

from db.connection import Row
from scorer.language.lists_numbers_dates import signed
from scorer.match.parsing import MOST_DEALS_OF_SHEET, MOST_UNITS
from scorer.rules.deal_facts import OF_WAY, SEATS, FactError, Facts, Judged, Units
from scorer.rules.judge import MOST_KNOWN, Judge, units_along
from scorer.rules.kinds import DEAL, KINDS, PASSED_OUT, PENALTY, REDEALS, SHEET

SEAT_COLUMNS = tuple(map("seat{}".format, SEATS))
UNIT_COLUMNS = tuple(map("units{}".format, SEATS))
seats_of, units_of = attrgetter(*SEAT_COLUMNS), attrgetter(*UNIT_COLUMNS)
ROLES = ("dealer", "resting", "caller", "partner")
SITTING_ROLES = ("first_dealer", "resting", "call_caller")
_roles = attrgetter(*ROLES)
_facts = attrgetter("resting", "caller", "partner", *OF_WAY)
_OF_DEALS = tuple(fact for fact in Facts._fields[2:] if fact not in {"slam", "times", "deals"})
_of_deals = attrgetter(*_OF_DEALS)
_GIVE = "the facts and the frozen variant give"
_CALLED = "somebody called in it, and its variant has no auction"
_NOT_CALLED = "nobody called in it, and its variant has an auction"


def breaches(row: Row, judge: Judge | None, name_of: Callable[[int | None], str] = str) -> Iterator[str]:
    """What is wrong with a record, in words; without a judge only what needs none. `name_of` names a player."""
    seats, units = seats_of(row), units_of(row)
    taken = taken_seats(seats)
    if row.number < 1:
        yield f"its number is {row.number}"
    if misplaced := place_faults(taken, ROLES, _roles(row)):
        yield from misplaced
        return
    facts = Facts(len(taken), *_facts(row))
    if row.kind != DEAL:
        yield from outside_faults(row.kind, row.dealer, facts, units, judge)
    elif judge:
        faults, judged = judgement(facts if judge.keeps_sides else facts.wherever_they_sit(), judge)
        yield from faults
        if judged and units != (due := units_along(*facts[:4], judged.paid) if judged.paid else judged.units):
            yield _other_units(seats, units, due, name_of)


def keeps_law(row: Row, judge: Judge) -> bool:
    """Whether a record is as the law has it."""
    return not any(breaches(row, judge))


@lru_cache(maxsize=4096)
def taken_seats(seats: Units) -> frozenset[int]:
    """The seats where somebody sits."""
    return frozenset(seat for seat, player in zip(SEATS, seats, strict=True) if player is not None)


@lru_cache(maxsize=4096)
def place_faults(taken: frozenset[int], roles: tuple[str, ...], seats: tuple[int | None, ...]) -> tuple[str, ...]:
    """What is wrong with the seats that are taken, and with the seats of these roles; one of them is `resting`."""
    empty = [seat for seat in range(1, max(taken, default=0)) if seat not in taken]
    faults = [f"seat {empty[0]} is empty, and somebody sits after it"] if empty else []
    seat_of = dict(zip(roles, seats, strict=True))
    for role, seat in seat_of.items():
        if seat is not None and seat not in taken:
            faults.append(f"{role} is seat {seat}, and nobody sits there")
        elif seat is not None and seat == seat_of["resting"] and role in {"caller", "partner"}:
            faults.append(f"its {role} rests")
    return tuple(faults)


@lru_cache(MOST_KNOWN)
def judgement(facts: Facts, judge: Judge) -> tuple[tuple[str, ...], Judged | None]:
    """What of the facts of a deal does not follow from the others, and the deal as judged; None where it is no deal."""
    if (facts.caller is not None) != judge.variant.has_auction:
        return (_CALLED if facts.caller else _NOT_CALLED,), None
    try:
        judged = judge.deal(facts)
    except FactError as error:
        return (f"{error.fact.replace('_', ' ')}: {error}",), None
    if facts == judged.facts:
        return (), judged
    # Of a contract nobody need have counted, though a made bid of all card points implies the count.
    facts_by_name = zip(Facts._fields, facts, judged.facts, strict=True)
    other = [
        f"{fact} is {here}, {_GIVE} {due}"
        for fact, here, due in facts_by_name
        if here != due and (fact, here) != ("card_points", None)
    ]
    return tuple(other), judged


def _other_units(seats: Units, units: Units, due: Units, name_of: Callable[[int | None], str]) -> str:
    """The players whose units are not those due: `Anna has +4 units, the facts and the frozen variant give +2; ...`."""
    wrong = []
    for player, got, want in zip(seats, units, due, strict=True):
        if got != want:
            has = "no units" if got is None else f"{signed(got)} {'unit' if abs(got) == 1 else 'units'}"
            gives = "none" if want is None else signed(want)
            wrong.append(f"{name_of(player)} has {has}, {_GIVE} {gives}")
    return "; ".join(wrong)


def outside_faults(kind: str, dealer: int | None, facts: Facts, units: Units, judge: Judge | None) -> Iterator[str]:
    """Facts of a deal in a record of another kind, units in a redeal, and a dealer where nobody dealt."""
    if kind not in KINDS:
        yield f"its kind is {kind}, and there is none of that name"
    for fact, here in zip(_OF_DEALS, _of_deals(facts), strict=True):
        if here is not None:
            yield f"it is no deal, and has a {fact.replace('_', ' ')}"
    if any(given is not None for given in units[facts.seated :]):
        yield "there are units where nobody sits"
    if facts.slam or facts.times != 1:
        yield "it is no deal, and counts as a slam or more than once"
    if facts.deals is not None and not (kind == SHEET and 1 <= facts.deals <= MOST_DEALS_OF_SHEET):
        yield f"it says that it holds {facts.deals} deals; a paper sheet alone does, 1 to {MOST_DEALS_OF_SHEET}"
    if kind in REDEALS:
        if any(units):
            yield "it is a redeal, and somebody has units"
        if kind == PASSED_OUT and judge and not judge.variant.has_auction:
            yield f"it is {PASSED_OUT}, and nobody calls in its variant"
        return
    if too_many := [given for given in units if given and abs(given) > MOST_UNITS]:
        yield f"{too_many[0]} units: at most {MOST_UNITS:,} are taken or given"
    if kind == PENALTY and sum(filter(None, units)) > 0:
        yield "it is a penalty, and gives more units than it takes"
    if dealer is not None or facts.out is not None:
        yield "it is no deal, and somebody dealt or rested"
