"""A match put under another variant than it was started under: its deals reckoned anew, or all that stands in the way.

Facts stay as they were recorded, in the words of the other variant, and a factor that came from the carry is the one
that it makes there. Nothing is guessed: what `recount` leaves out is an obstacle here. Penalties, adjustments and paper
sheets keep their units.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from scorer.errors import ObstaclesError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.match.deal_reading import deal_of, refuse_uncounted
from scorer.match.facts import Match, Record
from scorer.match.parsing import ReadDeal, read_redeal
from scorer.match.sheet import Sheet
from scorer.match.sides_parsing import sides_deal_of
from scorer.rule_files import digest
from scorer.rules.bid import LOWEST_TARGET
from scorer.rules.cards import read_card
from scorer.rules.carry import carry_after
from scorer.rules.deal import Deal, Reckoning, reckon
from scorer.rules.ending import read_agreed
from scorer.rules.errors import IllegalDealError, Notice, ScorerError, advice
from scorer.rules.kinds import PLAYED_OR_REDEALT
from scorer.rules.recount import REASONS, Obstacle, deal_there, sides_deal_there
from scorer.rules.rotation import resting
from scorer.rules.sides import reckon_sides
from scorer.rules.variant import Variant
from scorer.scorebook.recording import deal_record

if TYPE_CHECKING:
    from scorer.rules.sides import SidesDeal, SidesReckoning

T = TypeVar("T")


def put_under(match: Match, text: str, there: Variant) -> Match:
    """The match under the variant that this text says, its records apart; the same match where that means what it has.

    An agreed end that was the usual one of its variant becomes the usual one of the other.
    """
    if there.meaning == match.variant.meaning:
        return match
    usual = match.terms.until == str(match.variant.ending)
    until = str(there.ending) if usual else match.terms.until
    terms, ending = replace(match.terms, until=until), read_agreed(until, there.ending)
    return replace(match, variant=there, digest=digest(text), terms=terms, ending=ending)


def usual_end_notices(before: Match, after: Match) -> list[Notice]:
    """That the agreed end goes with the variant, where it was the usual one of the variant before."""
    old, new = str(before.variant.ending), str(after.variant.ending)
    if old == new or (before.terms.until, after.terms.until) != (old, new):
        return []
    facts = {"before": old or _("none"), "after": new or _("none"), "variant": _(after.variant.title)}
    return [_("the end was the usual one ({before}), and is the usual one of {variant} now ({after})", **facts)]


def reckoned_under(before: Sheet, match: Match) -> Sheet:
    """The sheet of the same match with the variant of `match`; raises ObstaclesError with all that stands in the way.

    Every deal is another record then, also one that pays the same.
    """
    if match.digest == before.match.digest:
        return Sheet(match, before.records)
    here, there = before.match.variant, match.variant
    due_here = due_there = 1
    records, in_the_way = [], dict[str, list[int]]()
    for record in before.records:
        new = record
        if record.kind in PLAYED_OR_REDEALT:
            try:
                new = _anew(record, before.match, match, due_here, due_there)
            except ScorerError as obstacle:
                in_the_way.setdefault(str(obstacle), []).append(record.number)
            due_here = carry_after(due_here, record.happened, record.times, here)
            due_there = carry_after(due_there, new.happened, new.times, there)
        records.append(new)
    of_records = [
        _("{records}: {reason}", records=listed(list(map(str, numbers))), reason=reason)
        for reason, numbers in in_the_way.items()
    ]
    if obstacles := [*_obstacles_of_table(match), *of_records]:
        template = N_("{match} cannot be put under {variant}, and nothing is changed:")
        ways = [advice("factors", match_option=match.id)] if _(REASONS[Obstacle.TIMES]) in in_the_way else []
        raise ObstaclesError([_(template, match=match.name, variant=_(there.title)), *obstacles], *ways)
    return Sheet(match, tuple(records))


def _anew(record: Record, before: Match, match: Match, due_here: int, due_there: int) -> Record:
    """A deal or redeal under the variant of `match`; raises ScorerError for what stands in the way.

    `due_here` is the factor that the carry makes under the variant before, `due_there` the one that it makes now.
    """
    here, there = before.variant, match.variant
    dealer = str(record.dealer)
    if not record.is_deal:
        read_redeal(record.kind, there)
        if resting(record.seats, there, dealer, record.out) != record.out:
            raise IllegalDealError(_(REASONS[Obstacle.PLAYERS]))
        return record
    if record.times != due_here:
        raise IllegalDealError(_(REASONS[Obstacle.TIMES]))
    deal, reckoning = _reckoned(record, here, there, due_there)
    refuse_uncounted(deal, match.ending)
    return deal_record(record.number, record.seats, ReadDeal(deal, reckoning, dealer, record.out, record.note), "")


def _reckoned(
    record: Record, here: Variant, there: Variant, times: int
) -> "tuple[Deal, Reckoning] | tuple[SidesDeal, SidesReckoning]":
    """The deal in the facts of the other variant, and what it pays there; raises ScorerError."""
    if record.has_caller:
        called = deal_of(record, here)
        deal = _known(deal_there(called, here, there))
        known = called.bid.rank or here.auction.called or deal.bid.target > LOWEST_TARGET
        if deal.bid.rank and not known:  # recount takes any of them, for they pay alike
            raise IllegalDealError(_("which rank was called is not recorded, and there it has to be known"))
        card = read_card(str(called.called), there.auction.pack) if called.called else None
        deal = replace(deal, called=card, times=times)
        return deal, reckon(deal, there)

    players = tuple(record.payouts)
    of_sides = replace(_known(sides_deal_there(sides_deal_of(record), players, here, there)), times=times)
    return of_sides, reckon_sides(of_sides, there)


def _known(facts: T | Obstacle) -> T:
    """The facts themselves; raises IllegalDealError for what is missing of them."""
    if isinstance(facts, Obstacle):
        raise IllegalDealError(_(REASONS[facts]))
    return facts


def _obstacles_of_table(match: Match) -> Iterator[str]:
    """What stands in the way of a match as it is now, whatever is recorded in it."""
    sitting = match.sitting
    if sitting.call:
        facts = {"caller": sitting.call.caller, "bid": sitting.call.bid}
        yield _("the call of {caller} ({bid}) waits for its result: record it first, or undo it", **facts)
    try:
        resting(sitting.seats, match.variant, sitting.first_dealer, sitting.out)
    except IllegalDealError as error:
        yield str(error)
    try:
        match.variant.check_ending(match.ending)
    except IllegalDealError as error:
        yield str(error)
