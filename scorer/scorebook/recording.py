"""Recording: deals, redeals, penalties, adjustments. Each is one step, and refused whole or written whole."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, func, or_, select

from scorer.errors import RefusedError
from scorer.language import _, counts
from scorer.language.lists_numbers_dates import signed
from scorer.match.deal_reading import read_deal
from scorer.match.facts import Match, Record
from scorer.match.names import find
from scorer.match.parsing import DealWords, ReadDeal, clean_note
from scorer.match.sheet import Sheet
from scorer.rules.deal import Deal, letters
from scorer.rules.errors import advice
from scorer.rules.kinds import ADJUSTMENT, DEAL, PENALTY, SIDE_LETTERS
from scorer.scorebook import rows
from scorer.scorebook.changes import Change, Verb, dropped_call
from scorer.scorebook.match_lookup import match_by_id, refuse_finished, sheet_of
from scorer.scorebook.seats import MAX_SEATS
from scorer.scorebook.transaction import Transaction

if TYPE_CHECKING:
    from scorer.rules.sides import SidesDeal

OTHERS = "others"
_NEWEST_EDITIONS = (
    select(func.max(rows.RECORD.c.id))
    .where(rows.RECORD.c.match_id == bindparam("match"))
    .group_by(rows.RECORD.c.number)
)
HIGHEST_NUMBER = (
    select(func.coalesce(func.max(rows.RECORD.c.number), 0))
    .join(rows.STEP, rows.RECORD.c.voided_by == rows.STEP.c.id, isouter=True)
    .where(
        rows.RECORD.c.id.in_(_NEWEST_EDITIONS),
        or_(rows.RECORD.c.voided_by.is_(None), rows.STEP.c.action != "undo"),
    )
)


@Verb
def record_deal(
    transaction: Transaction, match: Match, words: DealWords, *, asking: bool = False, client_id: str | None = None
) -> Change:
    """Record the next deal of a match in these words; a pending call is used up. Raises ScorerError.

    The same `client_id` a second time records nothing and gives what the first one did. With `asking`, raises
    LeftOpenError too where only the table can say whether it was a slam.
    """
    if client_id and (known := _recorded_before(transaction, client_id)):
        return known
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
        client_id=client_id,
        notices=read.notices if used else (*read.notices, *dropped_call(match)),
    )


def _recorded_before(transaction: Transaction, client_id: str) -> Change | None:
    steps = rows.read(transaction, select(rows.STEP).where(rows.STEP.c.client_id == client_id))
    if not steps:
        return None
    sheet = sheet_of(transaction, match_by_id(transaction, steps[0].match_id))
    records = rows.all_records(transaction, steps[0].match_id)
    made = next(record for record in records if record.made_by == steps[0].id)
    mark = {"mark": client_id, "number": made.number}
    notice = _("'{mark}' is recorded already, as number {number}; nothing is added", **mark)
    return Change(action=DEAL, before=sheet, sheet=sheet, record=made, notices=(notice,))


def next_number(transaction: Transaction, match: Match) -> int:
    """The next number of a match: one above every record that lives or was struck out; undone ones give theirs back."""
    return int(rows.read(transaction, HIGHEST_NUMBER, match=match.id)[0][0]) + 1


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
    dealt = find(dealer, sheet.seats) if dealer else sheet.next_dealer
    record = Record(
        number=next_number(transaction, match),
        kind=kind,
        seats=sheet.seats,
        units=(None,) * len(sheet.seats),
        dealer=dealt,
        out=sheet.resting(dealt),
        note=clean_note(note),
    )
    after = sheet.seated(replace(match.sitting, call=None)).with_record(record)
    return Change(action="redeal", before=sheet, sheet=after, record=record, notices=dropped_call(match))


@Verb
def record_penalty(
    transaction: Transaction,
    match: Match,
    player: str,
    units: int,
    to: str,
    reason: str,
    out: str = "",
    *,
    even_finished: bool = False,
) -> Change:
    """Take `units` from a player: to the others in equal parts, or to nobody. Needs a reason.

    The others are those of the next deal, or all at the table but `out`.
    """
    if not even_finished:
        refuse_finished(match)
    sheet = sheet_of(transaction, match)
    offender = find(player, sheet.seats)
    rests = find(out, sheet.seats) if out else sheet.resting()
    payees = [seat for seat in sheet.seats if seat not in {offender, rests}]
    if to == OTHERS and units % len(payees):
        fields = {"units": counts.units(units), "players": counts.others(len(payees))}
        sentence = _("{units} cannot be shared by {players} in whole units", **fields)
        raise RefusedError(sentence, advice("whole_shares", number=len(payees)))
    shares = dict.fromkeys(payees, units // len(payees)) if to == OTHERS else {}
    return _outside(transaction, sheet, PENALTY, sheet.seats, shares | {offender: -units}, reason)


@Verb
def record_adjustment(
    transaction: Transaction, match: Match, units: Mapping[str, int], reason: str, *, even_finished: bool = False
) -> Change:
    """Set units by ruling, for players who sit or sat in this match. Any sum is taken; a notice names a residual."""
    if not even_finished:
        refuse_finished(match)
    sheet = sheet_of(transaction, match)
    named: dict[str, int] = {}
    for typed, change in units.items():
        player = find(typed, sheet.players, "in this match")
        if player in named:
            raise RefusedError(_("{player} is named twice", player=player))
        named[player] = change
    if len(named) > MAX_SEATS:
        fields = {"players": counts.players(len(named)), "most": MAX_SEATS}
        raise RefusedError(_("{players}: at most {most} in one adjustment; record the rest in another", **fields))
    # A row has the seats of a table: those who left are named, those who stayed fill it up.
    seats = sheet.seats if set(named) <= set(sheet.seats) else tuple(dict.fromkeys([*named, *sheet.seats]))[:MAX_SEATS]
    return _outside(transaction, sheet, ADJUSTMENT, seats, named, reason, _residual_words(sum(named.values())))


def _residual_words(residual: int) -> tuple[str, ...]:
    """What an adjustment leaves, and where that goes; empty where it sums to zero."""
    if not residual:
        return ()
    units = signed(residual)
    if residual > 0:
        return (_("these units leave a residual of {units}: the pot pays it in the settlement", units=units),)
    return (_("these units leave a residual of {units}: it goes to the pot in the settlement", units=units),)


def _outside(
    transaction: Transaction,
    sheet: Sheet,
    kind: str,
    seats: Sequence[str],
    units: Mapping[str, int],
    reason: str,
    notices: Sequence[str] = (),
) -> Change:
    """Units outside a deal; the reason stands in the note."""
    note = clean_note(reason)
    record = Record(
        number=next_number(transaction, sheet.match),
        kind=kind,
        seats=tuple(seats),
        units=tuple(units.get(seat) for seat in seats),
        note=note,
    )
    needed = _("an adjustment needs a reason") if kind == ADJUSTMENT else _("a penalty needs a reason")
    return Change(
        action=kind,
        before=sheet,
        sheet=sheet.with_record(record),
        record=record,
        reason=note,
        reason_missing="" if note else needed,
        notices=tuple(notices),
    )
