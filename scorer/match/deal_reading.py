"""Deals read from words or from a record; and whether what a record says follows from its facts and its variant."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from scorer.language import N_, _
from scorer.match.facts import Record
from scorer.match.names import find, plays_alone, shown
from scorer.match.parsing import (
    DealWords,
    ReadDeal,
    clean_note,
    contract_example,
    contract_words,
    dealer_and_out,
    on_calling_side,
    read_result,
    read_times,
)
from scorer.match.sheet import Sheet
from scorer.rules.bid import LOWEST_TARGET, read_bid
from scorer.rules.cards import HIGHEST_COUNT, REACHABLE, TOTAL_CARD_POINTS, read_card
from scorer.rules.carry import MOST_TIMES
from scorer.rules.deal import Deal, Result, counted, decided_slam, letters, reckon
from scorer.rules.ending import Ending
from scorer.rules.errors import IllegalDealError, ScorerError, UnreadableError
from scorer.rules.kinds import (
    CONTRACT_OUTCOMES,
    EVEN,
    KINDS,
    MADE,
    OUTSIDE,
    PENALTY,
    RESTS,
    SAID,
    SIDE_LETTERS,
    WON,
    Outcome,
)
from scorer.rules.variant import Variant

if TYPE_CHECKING:
    from scorer.rules.sides import SidesDeal

MOST_KNOWN = 4096  # records that were seen to be right


def read_deal(words: DealWords, sheet: Sheet) -> ReadDeal:
    """The next deal of `sheet` in these words, reckoned. Without a caller in the words, the pending call gives one.

    Raises ScorerError for what cannot be read or played.
    """
    dealer, out = dealer_and_out(words, sheet)
    times = read_times(words.times) if words.times else sheet.carry
    variant, ending, call = sheet.match.variant, sheet.match.ending, sheet.match.sitting.call
    if call and not words.caller:
        words = replace(words, caller=call.caller, bid=call.bid, called=words.called or call.called)
    read = deal_at(words, sheet.seats, variant, dealer, out, times)
    refuse_uncounted(read.deal, ending)
    return read


def refuse_uncounted(deal: "Deal | SidesDeal", ending: Ending) -> None:
    """Raise IllegalDealError where nobody counted though card points decide the match; events need no count."""
    if isinstance(deal, Deal) or deal.decided != SAID:
        return
    if ending.taken is not None:
        template = N_("who won is not enough: the match is played to {number} card points; give the count")
        raise IllegalDealError(_(template, number=ending.taken))
    if "taken" in ending.first:
        raise IllegalDealError(
            _("who won is not enough: card points taken decide who leads in this match; give the count")
        )


def deal_at(
    words: DealWords, seats: Sequence[str], variant: Variant, dealer: str, out: str | None, times: int
) -> ReadDeal:
    """The deal in these words, with a given dealer, resting player and factor; see read_deal."""
    if not variant.has_auction:
        from scorer.match.sides_parsing import read_sides_deal  # noqa: PLC0415 - a called deal needs none of it

        return read_sides_deal(words, seats, variant, dealer, out, times)
    _check_called(words, seats, variant)
    bid = read_bid(words.bid, variant.auction)
    result = counted(read_result(words.result, variant, words.bonus), bid)
    partner = None if plays_alone(words.partner, seats) else on_calling_side(words.partner, seats, out)
    caller = on_calling_side(words.caller, seats, out)
    if not partner and "+" in words.result:
        template = N_("{counts} is what caller and partner have, but {caller} played alone: say one")
        raise IllegalDealError(_(template, counts=words.result, caller=caller))
    if (whose := words.bonus.rpartition("=")[0]) and find(whose, seats) != caller:
        template = N_("--bonus {bonus}: only the count of {caller}, who called, is recorded")
        raise IllegalDealError(_(template, bonus=shown(words.bonus), caller=caller))
    slam, slam_unclear = decided_slam(words.slam, result, variant)
    deal = Deal(
        players=tuple(player for player in seats if player != out),
        caller=caller,
        partner=partner,
        bid=bid,
        result=result,
        called=read_card(words.called, variant.auction.pack) if words.called else None,
        slam=slam,
        times=times,
    )
    return ReadDeal(deal, reckon(deal, variant), dealer, out, clean_note(words.note or ""), slam_unclear)


def _check_called(words: DealWords, seats: Sequence[str], variant: Variant) -> None:
    """Raise IllegalDealError for words that decide nothing here, UnreadableError where the caller is missing."""
    if words.more_cards:
        template = N_("--more-cards {player}: more cards decide nothing in {variant}")
        raise IllegalDealError(_(template, player=shown(words.more_cards), variant=variant.title))
    if words.bonus and not variant.bonuses:
        template = N_("--bonus {bonus}: there are no bonuses in {variant}")
        raise IllegalDealError(_(template, bonus=shown(words.bonus), variant=variant.title))
    if words.sides:
        template = N_("'{words}': somebody calls in {variant}; say {order}, as in {example}")
        order, example = " ".join(contract_words(variant)), contract_example(seats, variant)
        raise IllegalDealError(
            _(template, words=shown(" ".join(words.sides)), variant=variant.title, order=order, example=example)
        )
    if not words.caller.strip():
        template = N_("no call is pending, so the caller is missing; say {order}, as in {example}")
        order, example = " ".join(contract_words(variant)), contract_example(seats, variant)
        raise UnreadableError(_(template, order=order, example=example))


def deal_of(record: Record, variant: Variant) -> Deal:
    """The facts of a deal with a contract, out of its record; raises ScorerError for what its variant does not know."""
    outcome = None if record.card_points is not None else Outcome(str(record.outcome))
    return Deal(
        players=tuple(record.payouts),
        caller=str(record.caller),
        partner=record.partner,
        bid=read_bid(str(record.bid), variant.auction),
        result=Result(record.card_points, outcome, bool(variant.bonuses), (record.bonuses or (None,))[0]),
        called=read_card(record.called, variant.auction.pack) if record.called else None,
        slam=record.slam,
        times=record.times,
    )


class Due(NamedTuple):
    """What follows from the facts of a deal. `sides` and `winners` are letters, `sides` None where none are kept.

    `target` is 0 without a bid.
    """

    sides: str | None
    winners: str
    outcome: str
    units: dict[str, int]
    target: int


@dataclass(frozen=True, slots=True)
class FrozenVariant:
    """A variant with the digest by which it is compared."""

    digest: str
    variant: Variant = field(compare=False)


def keeps_sides(variant: Variant) -> bool:
    """Whether the records of a variant's deals keep sides, with a contract or without one."""
    return not variant.has_auction or bool(variant.bonuses)


def due(record: Record, variant: Variant) -> Due:
    """What follows from the record of a deal; raises ScorerError or ValueError for facts that no deal can have."""
    if variant.has_auction:
        called = deal_of(record, variant)
        paid = reckon(called, variant)
        sides = letters(record.seats, called.sides) if variant.bonuses else None
        return Due(sides, "", str(paid.outcome), paid.units, called.bid.target)
    from scorer.match.sides_parsing import sides_deal_of  # noqa: PLC0415 - a called deal needs none of it
    from scorer.rules.sides import reckon_sides, sides_of  # noqa: PLC0415 - same

    won = reckon_sides(sides_deal_of(record), variant)
    sides = letters(record.seats, sides_of(tuple(record.payouts), variant.made_by))
    winners = "".join(SIDE_LETTERS[place] for place in won.winners)
    return Due(sides, winners, str(won.outcome), won.units, 0)


def can_be_outside(record: Record) -> bool:
    """Whether a record other than a deal is possible: a penalty gives the others no more than it takes."""
    if record.kind not in KINDS or record.outcome is not None or record.sides is not None:
        return False
    if len(set(record.seats)) < len(record.seats):  # somebody has two of them
        return False
    if record.kind == PENALTY:
        return sum(filter(None, record.units)) <= 0
    return record.kind in OUTSIDE or not any(record.units)


@lru_cache(MOST_KNOWN)
def is_due(record: Record, frozen: FrozenVariant) -> bool:
    """Whether sides, winners, outcome, units and target of a deal follow from its facts; the answers are remembered.

    Of any other record it says whether it is possible.
    """
    if not record.is_deal:
        return can_be_outside(record)
    all_play = record.payouts.keys() == set(record.seats) - {record.out}
    if record.has_caller != frozen.variant.has_auction or not all_play:
        return False
    try:
        expected = due(record, frozen.variant)
    except (ScorerError, ValueError):
        return False
    return expected == (record.sides, record.winners or "", record.outcome, record.payouts, record.target or 0)


def can_be(record: Record) -> bool:
    """Whether a record is possible, as far as that can be seen without its variant.

    The laws of the database forbid most of what is not; a file may be damaged.
    """
    if not record.is_deal:
        return can_be_outside(record)
    all_play = record.payouts.keys() == set(record.seats) - {record.out}
    if sum(filter(None, record.units)) or not all_play or not 1 <= record.times <= MOST_TIMES:
        return False
    if len(set(record.seats)) < len(record.seats):  # somebody has two of them
        return False
    if record.sides is not None and not _paid_by_side(record, record.sides):
        return False
    if record.has_caller:
        return _contract_can_be(record)
    return record.sides is not None and _win_can_be(record)


def _paid_by_side(record: Record, sides: str) -> bool:
    """Whether everybody at the table has a letter or rests, and all players of a side have the same units."""
    paid = set(zip(sides, record.units, strict=False)) - {(RESTS, None)}  # a letter with its units for each side
    known = {letter for letter, _units in paid}
    return (
        len(sides) == len(record.seats)
        and known <= set(SIDE_LETTERS)
        and 1 < len(known) == len(paid)
        and None not in {units for _letter, units in paid}
    )


def _contract_can_be(record: Record) -> bool:
    """Whether all defenders have the same units, and the count fits the outcome.

    With sides it is a count with bonuses, of a caller who plays alone.
    """
    counts: Collection[int] = REACHABLE
    highest = TOTAL_CARD_POINTS
    if record.sides is not None:
        counts, highest = range(HIGHEST_COUNT + 1), HIGHEST_COUNT
        if not _caller_is_alone(record, record.sides) or record.partner is not None or record.winners is not None:
            return False
    paid = dict(zip(record.seats, record.units, strict=True))
    calling = (str(record.caller), record.partner or str(record.caller))
    defend = {units for player, units in paid.items() if player not in calling and units is not None}
    target, count = record.target or 0, record.card_points
    return (
        len(defend) == 1
        and record.caller != record.partner
        and None not in {paid.get(player) for player in calling}
        and record.outcome in CONTRACT_OUTCOMES
        and LOWEST_TARGET <= target <= highest
        and (count is None or (count in counts and (record.outcome == MADE) == (count >= target)))
        and (record.outcome != EVEN or defend == {0})
    )


def _caller_is_alone(record: Record, sides: str) -> bool:
    """Whether one side is the caller alone, and the other side everybody else who plays."""
    own = sides[record.seats.index(str(record.caller))]
    others = set(sides) - {own, RESTS}
    return sides.count(own) == 1 and len(others) == 1


def _win_can_be(record: Record) -> bool:
    """Whether the sides that won have units, and the others pay; nobody does where the deal is even."""
    units = dict(zip(record.sides or "", record.units, strict=False))
    units.pop(RESTS, None)
    if record.outcome == EVEN:
        return record.winners is None and not any(units.values())
    won = "".join(letter for letter in sorted(units) if (units[letter] or 0) > 0)
    counted = record.counts is None or len(record.counts) == len(units)
    return record.outcome == WON and record.winners == won != "" and all(units.values()) and counted
