"""A deal out of words, or out of its record: of a contract here, of sides where the variant has no auction."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

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
    require,
)
from scorer.match.sheet import Sheet
from scorer.match.values import Record
from scorer.rules.bid import read_bid
from scorer.rules.cards import read_card
from scorer.rules.deal import Deal, Result, counted, decided_slam, reckon
from scorer.rules.ending import Ending
from scorer.rules.errors import IllegalDealError
from scorer.rules.kinds import SAID, Outcome
from scorer.rules.variant import Variant

if TYPE_CHECKING:
    from scorer.rules.sides import SidesDeal


def read_deal(words: DealWords, sheet: Sheet) -> ReadDeal:
    """The next deal of `sheet` in these words, reckoned. A pending call stands in for the caller and bid not said.

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
        why = f"the match is played to {ending.taken} card points"
    elif "taken" in ending.first:
        why = "card points taken decide who leads in this match"
    else:
        return
    raise IllegalDealError(f"who won is not enough: {why}; give the count")


def deal_at(
    words: DealWords, seats: Sequence[str], variant: Variant, dealer: str, out: str | None, times: int
) -> ReadDeal:
    """The deal in these words at a table where dealer, who rests and the factor are known; see read_deal."""
    if not variant.has_auction:
        from scorer.match.sides import read_sides_deal  # noqa: PLC0415 - a called deal needs none of it

        return read_sides_deal(words, seats, variant, dealer, out, times)
    if words.more_cards:
        raise IllegalDealError(f"--more-cards {shown(words.more_cards)}: more cards decide nothing in {variant.title}")
    if words.bonus and not variant.bonuses:
        raise IllegalDealError(f"--bonus {shown(words.bonus)}: there are no bonuses in {variant.title}")
    how = f"{' '.join(contract_words(variant))}, as in {contract_example(seats, variant)}"
    require(words.caller, "no call is pending, so the caller", how)
    bid = read_bid(words.bid, variant.auction)
    result = counted(read_result(words.result, variant, words.bonus), bid)
    partner = None if plays_alone(words.partner, seats) else on_calling_side(words.partner, seats, out)
    caller = on_calling_side(words.caller, seats, out)
    if not partner and "+" in words.result:
        raise IllegalDealError(f"{words.result} is what caller and partner have, but {caller} played alone: say one")
    if (whose := words.bonus.rpartition("=")[0]) and find(whose, seats) != caller:
        raise IllegalDealError(f"--bonus {shown(words.bonus)}: only the count of {caller}, who called, is recorded")
    slam, slam_unclear = decided_slam(words.slam, result, variant, "--slam or --no-slam")
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
