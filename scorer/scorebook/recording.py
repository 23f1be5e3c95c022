"""Recording deals and redeals. Each is one step, and refused whole or written whole."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scorer.match.deal_options import DealWords
from scorer.match.deal_reading import read_deal
from scorer.match.facts import Match, Record
from scorer.match.parsing import ReadDeal, clean_note, dealer_and_out
from scorer.match.sheet import Sheet
from scorer.rules.deal import Deal, letters
from scorer.rules.kinds import DEAL, SIDE_LETTERS
from scorer.scorebook.changes import Change, Verb, dropped_call
from scorer.scorebook.match_lookup import refuse_finished, sheet_of
from scorer.scorebook.transaction import Transaction

if TYPE_CHECKING:
    from scorer.rules.sides import SidesDeal

# Of the newest edition of every number. Live and voided records have an index each, and both together have none.
_EDITION = "id, number, voided_by FROM record WHERE match_id = :match AND voided_by"
HIGHEST_NUMBER = (
    f"WITH edition AS (SELECT {_EDITION} IS NULL UNION ALL SELECT {_EDITION} IS NOT NULL)"
    " SELECT coalesce(max(edition.number), 0) FROM edition LEFT JOIN step ON step.id = edition.voided_by"
    " WHERE edition.id IN (SELECT max(id) FROM edition GROUP BY number)"
    " AND (edition.voided_by IS NULL OR step.action <> 'undo')"
)


@Verb
def record_deal(transaction: Transaction, match: Match, words: DealWords, *, asking: bool = False) -> Change:
    """Record the next deal of a match in these words; a pending call is used up. Raises ScorerError.

    With `asking`, raises LeftOpenError too where only the table can say whether it was a slam.
    """
    refuse_finished(match)
    sheet = sheet_of(transaction, match)
    read = read_deal(words, sheet)
    if asking:
        read.check_slam()
    record = deal_record(next_number(transaction, match), sheet.seats, read, sheet.trumps)
    call = match.sitting.call
    used = call is None or (call.caller, call.bid) == (record.caller, record.bid)
    return Change(
        action=DEAL,
        before=sheet,
        sheet=sheet.seated(replace(match.sitting, call=None)).with_record(record),
        record=record,
        notices=read.notices if used else (*read.notices, *dropped_call(match)),
    )


def next_number(transaction: Transaction, match: Match) -> int:
    """The next number of a match: one above every record that lives or was struck out; undone ones give theirs back."""
    return int(transaction.value(HIGHEST_NUMBER, match=match.id)) + 1


def deal_record(number: int, seats: Sequence[str], read: ReadDeal, trumps: str) -> Record:
    """The record of a deal: its facts and its payouts."""
    deal, reckoning = read.deal, read.reckoning
    return Record(
        number=number,
        kind=DEAL,
        seats=tuple(seats),
        units=tuple(map(reckoning.units.get, seats)),
        dealer=read.dealer,
        out=read.out,
        outcome=str(reckoning.outcome),
        slam=deal.slam,
        times=deal.times,
        note=read.note,
        trumps=trumps,
        **(_of_contract(seats, deal) if isinstance(deal, Deal) else _of_sides(seats, deal, reckoning)),
    )


def _of_contract(seats: Sequence[str], deal: Deal) -> dict[str, Any]:
    """What the record of a deal has only where somebody called."""
    columns: dict[str, Any] = {
        "caller": deal.caller,
        "partner": deal.partner,
        "bid": str(deal.bid),
        "target": deal.bid.target,
        "called": str(deal.called) if deal.called else None,
        "card_points": deal.card_points,
    }
    if deal.result.with_bonuses:
        bonus = deal.result.bonus
        columns |= {"sides": letters(seats, deal.sides), "bonuses": None if bonus is None else (bonus,)}
    return columns


def _of_sides(seats: Sequence[str], deal: "SidesDeal", reckoning: Any) -> dict[str, Any]:
    """What the record of a deal has only where nobody called."""
    winners = "".join(SIDE_LETTERS[place] for place in reckoning.winners)
    return {
        "sides": letters(seats, deal.sides),
        "counts": deal.counts,
        "bonuses": deal.bonuses if any(deal.bonuses or ()) else None,
        "winners": winners or None,
        "decided": deal.decided,
    }


@Verb
def record_redeal(transaction: Transaction, match: Match, kind: str, dealer: str = "", note: str = "") -> Change:
    """Record cards that were dealt and not played; the variant says what they leave. A pending call is dropped."""
    refuse_finished(match)
    sheet = sheet_of(transaction, match)
    record = redeal_record(next_number(transaction, match), sheet, kind, DealWords(dealer=dealer, note=note))
    after = sheet.seated(replace(match.sitting, call=None)).with_record(record)
    return Change(action="redeal", before=sheet, sheet=after, record=record, notices=dropped_call(match))


def redeal_record(number: int, sheet: Sheet, kind: str, words: DealWords) -> Record:
    """The record of a redeal that comes next on `sheet`: of the words, the dealer, who rested and the note count."""
    dealer, out = dealer_and_out(words, sheet)
    return Record(
        number=number,
        kind=kind,
        seats=sheet.seats,
        units=(None,) * len(sheet.seats),
        dealer=dealer,
        out=out,
        note=clean_note(words.note or ""),
    )
