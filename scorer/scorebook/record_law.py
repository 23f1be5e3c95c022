"""The one law of a record: what it says has to follow from its facts and its frozen variant.

Every reader asks it, of a row or of many at once, and refuses what breaks it; `scorer check` says how it is broken.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import attrgetter

from db.connection import Row
from scorer.language import N_, _, counts
from scorer.language.lists_numbers_dates import signed
from scorer.match.parsing import MOST_DEALS_OF_SHEET, MOST_UNITS, too_many_units
from scorer.rules.deal_facts import OF_WAY, SEATS, FactError, Facts, Judged, Units
from scorer.rules.judge import MOST_KNOWN, Judge, units_along
from scorer.rules.kinds import DEAL, KINDS, PASSED_OUT, PENALTY, REDEALS, SHEET
from scorer.text.kind_words import column_name, result_name

Fault = tuple[str, Mapping[str, object]]  # a template and its fields
SEAT_COLUMNS = tuple(map("seat{}".format, SEATS))
UNIT_COLUMNS = tuple(map("units{}".format, SEATS))
seats_of, units_of = attrgetter(*SEAT_COLUMNS), attrgetter(*UNIT_COLUMNS)
ROLES = ("dealer", "resting", "caller", "partner")
SITTING_ROLES = ("first_dealer", "resting", "call_caller")
_roles = attrgetter(*ROLES)
_facts = attrgetter("resting", "caller", "partner", *OF_WAY)
_OF_DEALS = tuple(fact for fact in Facts._fields[2:] if fact not in {"slam", "times", "deals"})
_of_deals = attrgetter(*_OF_DEALS)
_CALLED = N_("somebody called in it, and its variant has no auction")
_NOT_CALLED = N_("nobody called in it, and its variant has an auction")
_RESTING = {"caller": N_("its caller rests"), "partner": N_("its partner rests")}


def breaches(row: Row, judge: Judge | None, name_of: Callable[[int | None], str] = str) -> Iterator[str]:
    """What is wrong with a record, in words; without a judge only what needs none. `name_of` names a player."""
    seats, units = seats_of(row), units_of(row)
    taken = taken_seats(seats)
    if row.number < 1:
        yield _("its number is {number}", number=row.number)
    if misplaced := place_faults(taken, ROLES, _roles(row)):
        yield from place_words(misplaced)
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
def place_faults(taken: frozenset[int], roles: tuple[str, ...], seats: tuple[int | None, ...]) -> tuple[Fault, ...]:
    """What is wrong with the seats that are taken, and with the seats of these roles; one of them is `resting`."""
    empty = [seat for seat in range(1, max(taken, default=0)) if seat not in taken]
    faults: list[Fault] = []
    if empty:
        faults.append((N_("seat {seat} is empty, and somebody sits after it"), {"seat": empty[0]}))
    seat_of = dict(zip(roles, seats, strict=True))
    for role, seat in seat_of.items():
        if seat is not None and seat not in taken:
            faults.append((N_("{role} is seat {seat}, and nobody sits there"), {"role": role, "seat": seat}))
        elif seat is not None and seat == seat_of["resting"] and role in _RESTING:
            faults.append((_RESTING[role], {}))
    return tuple(faults)


def place_words(faults: Iterable[Fault]) -> Iterator[str]:
    """What `place_faults` found, in words: it is remembered in none."""
    for template, facts in faults:
        yield _(template, **{**facts, "role": column_name(str(facts.get("role", "")))})


def _fact_words(fact: str, said: object) -> object:
    """A fact as it is kept, an outcome in words."""
    return result_name(str(said)) if fact == "outcome" else said


@lru_cache(MOST_KNOWN)
def judgement(facts: Facts, judge: Judge) -> tuple[tuple[str, ...], Judged | None]:
    """What of the facts of a deal does not follow from the others, and the deal as judged; None where it is no deal."""
    if (facts.caller is not None) != judge.variant.has_auction:
        return (_(_CALLED if facts.caller else _NOT_CALLED),), None
    try:
        judged = judge.deal(facts)
    except FactError as error:
        return (_("{fact}: {fault}", fact=column_name(error.fact), fault=error),), None
    if facts == judged.facts:
        return (), judged
    # Of a contract nobody need have counted, though a made bid of all card points implies the count.
    facts_by_name = zip(Facts._fields, facts, judged.facts, strict=True)
    template = N_("{fact} is {here}, the facts and the frozen variant give {due}")
    other = [
        _(template, fact=column_name(fact), here=_fact_words(fact, here), due=_fact_words(fact, due))
        for fact, here, due in facts_by_name
        if here != due and (fact, here) != ("card_points", None)
    ]
    return tuple(other), judged


def _other_units(seats: Units, units: Units, due: Units, name_of: Callable[[int | None], str]) -> str:
    """The players whose units are not those due: `Anna has +4 units, the facts and the frozen variant give +2; ...`."""
    wrong = []
    for player, got, want in zip(seats, units, due, strict=True):
        if got != want:
            has = _("no units") if got is None else counts.units(got, signed(got))
            gives = _("none") if want is None else signed(want)
            template = N_("{player} has {units}, the facts and the frozen variant give {due}")
            wrong.append(_(template, player=name_of(player), units=has, due=gives))
    return "; ".join(wrong)


def outside_faults(kind: str, dealer: int | None, facts: Facts, units: Units, judge: Judge | None) -> Iterator[str]:
    """Facts of a deal in a record of another kind, units in a redeal, and a dealer where nobody dealt."""
    if kind not in KINDS:
        yield _("its kind is {kind}, and there is none of that name", kind=kind)
    for fact, here in zip(_OF_DEALS, _of_deals(facts), strict=True):
        if here is not None:
            yield _("it is no deal, and has a {fact}", fact=column_name(fact))
    if any(given is not None for given in units[facts.seated :]):
        yield _("there are units where nobody sits")
    if facts.slam or facts.times != 1:
        yield _("it is no deal, and counts as a slam or more than once")
    if facts.deals is not None and not (kind == SHEET and 1 <= facts.deals <= MOST_DEALS_OF_SHEET):
        template = N_("it says that it holds {deals} deals; a paper sheet alone does, 1 to {most}")
        yield _(template, deals=facts.deals, most=MOST_DEALS_OF_SHEET)
    if kind in REDEALS:
        if any(units):
            yield _("it is a redeal, and somebody has units")
        if kind == PASSED_OUT and judge and not judge.variant.has_auction:
            yield _("it is passed-out, and nobody calls in its variant")
        return
    if too_many := [given for given in units if given and abs(given) > MOST_UNITS]:
        yield too_many_units(too_many[0])
    if kind == PENALTY and sum(filter(None, units)) > 0:
        yield _("it is a penalty, and gives more units than it takes")
    if dealer is not None or facts.out is not None:
        yield _("it is no deal, and somebody dealt or rested")
