"""Deals read from words, or from a record."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scorer.language import N_, _
from scorer.match.facts import Record
from scorer.match.names import find, plays_alone, shown
from scorer.match.parsing import (
    DealWords,
    ReadDeal,
    clean_note,
    contract_example,
    contract_result,
    contract_words,
    dealer_and_out,
    on_calling_side,
    read_times,
)
from scorer.match.sheet import Sheet
from scorer.rules.bid import read_bid
from scorer.rules.cards import read_card
from scorer.rules.deal import Deal, Result, decided_slam, reckon
from scorer.rules.ending import Ending
from scorer.rules.errors import IllegalDealError, UnreadableError
from scorer.rules.kinds import SAID, Outcome
from scorer.rules.variant import Variant

if TYPE_CHECKING:
    from scorer.rules.sides import SidesDeal


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
    if words.deals:
        raise IllegalDealError(_("deals '{deals}': a paper sheet alone holds deals", deals=shown(words.deals)))
    if not variant.has_auction:
        from scorer.match.sides_parsing import read_sides_deal  # noqa: PLC0415 - a called deal needs none of it

        return read_sides_deal(words, seats, variant, dealer, out, times)
    _check_called(words, seats, variant)
    bid = read_bid(words.bid, variant.auction)
    result = contract_result(words.result, bid, variant, words.bonus)
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
        raise IllegalDealError(_(template, player=shown(words.more_cards), variant=_(variant.title)))
    if words.bonus and not variant.bonuses:
        template = N_("--bonus {bonus}: there are no bonuses in {variant}")
        raise IllegalDealError(_(template, bonus=shown(words.bonus), variant=_(variant.title)))
    if words.sides:
        template = N_("'{words}': somebody calls in {variant}; say {order}, as in {example}")
        order, example = " ".join(contract_words(variant)), contract_example(seats, variant)
        raise IllegalDealError(
            _(template, words=shown(" ".join(words.sides)), variant=_(variant.title), order=order, example=example)
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
