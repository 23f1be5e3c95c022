"""Recording: deals, redeals, penalties, adjustments. Each is one step, and refused whole or written whole."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import bindparam, func, or_, select
from sqlmodel import Session

from scorer.errors import NoReasonError, RefusedError
from scorer.match.names import find
from scorer.match.parsing import DealWords, Question, ReadDeal, SlamQuestion, clean_note, question_of
from scorer.match.reading import read_deal
from scorer.match.sheet import Sheet
from scorer.match.values import Match, Record
from scorer.rules.bid import Bid
from scorer.rules.deal import Deal, letters
from scorer.rules.errors import UndecidedError, UnsaidError
from scorer.rules.kinds import ADJUSTMENT, DEAL, PENALTY, SIDE_LETTERS
from scorer.scorebook import rows
from scorer.scorebook.finding import lock, match_by_id, refuse_finished, sheet_of
from scorer.scorebook.seats import MAX_SEATS, dropped_call, reseat
from scorer.text.sentences import counted

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


class Recorded(NamedTuple):
    """What was recorded, the match as it stands after it, and what there is to say about it.

    `bid` is that of a deal where it is known already, so that it need not be read again out of the record.
    """

    record: Record
    sheet: Sheet
    notices: tuple[str, ...] = ()
    bid: Bid | None = None


def record_deal(
    session: Session, match: Match, words: DealWords, *, asking: bool = False, client_id: str | None = None
) -> Recorded | Question:
    """Record the next deal of a match in these words; a pending call is used up. Raises ScorerError.

    The same `client_id` a second time records nothing and returns what the first one did. With `asking`, nothing is
    recorded either where only the table can say whether it was a slam, or who has more cards, or the bonuses: that
    question is returned.
    """
    match = lock(session, match, even_finished=True)
    if client_id and (known := _recorded_before(session, client_id)):
        return known
    refuse_finished(match)
    sheet = sheet_of(session, match)
    try:
        read = read_deal(words, sheet)
    except (UndecidedError, UnsaidError) as left_open:
        if not asking:
            raise
        return question_of(left_open, match.variant)
    if asking and read.slam_unclear:
        return SlamQuestion(read.deal.result)
    step = rows.add_step(session, DEAL, match.id, client_id=client_id)
    kept = rows.add_record(session, match.id, step, deal_record(next_number(session, match), sheet.seats, read))
    kept = replace(kept, trumps=sheet.trumps) if sheet.trumps else kept
    dropped: tuple[str, ...] = ()
    if call := match.sitting.call:
        dropped = () if (call.caller, call.bid) == (kept.caller, kept.bid) else dropped_call(match)
        match = reseat(session, match, step, lambda sitting: replace(sitting, call=None)).match
    bid = read.deal.bid if isinstance(read.deal, Deal) else None
    return Recorded(kept, Sheet(match, (*sheet.records, kept)), (*read.notices, *dropped), bid)


def _recorded_before(session: Session, client_id: str) -> Recorded | None:
    steps = rows.read(session, select(rows.STEP).where(rows.STEP.c.client_id == client_id))
    if not steps:
        return None
    sheet = sheet_of(session, match_by_id(session, steps[0].match_id))
    records = rows.all_records(session, steps[0].match_id, rows.player_names(session))
    made = next(record for record in records if record.made_by == steps[0].id)
    return Recorded(made, sheet, (f"'{client_id}' is recorded already, as number {made.number}; nothing is added",))


def next_number(session: Session, match: Match) -> int:
    """The next number of a match: one above every record that lives or was struck out; undone ones give theirs back."""
    return int(rows.read(session, HIGHEST_NUMBER, match=match.id)[0][0]) + 1


def deal_record(number: int, seats: Sequence[str], read: ReadDeal) -> Record:
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
        **(_of_contract(seats, deal) if isinstance(deal, Deal) else _of_sides(seats, deal, reckoning)),
    )


def _of_contract(seats: Sequence[str], deal: Deal) -> dict[str, Any]:
    """What the record of a deal has only where somebody called."""
    told: dict[str, Any] = {
        "caller": deal.caller,
        "partner": deal.partner,
        "bid": str(deal.bid),
        "target": deal.bid.target,
        "called": str(deal.called) if deal.called else None,
        "card_points": deal.card_points,
    }
    if deal.result.with_bonuses:
        bonus = deal.result.bonus
        told |= {"sides": letters(seats, deal.sides), "bonuses": None if bonus is None else (bonus,)}
    return told


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


def record_redeal(session: Session, match: Match, kind: str, dealer: str = "", note: str = "") -> Recorded:
    """Record cards that were dealt and not played; the variant says what they leave. A pending call is dropped."""
    match = lock(session, match)
    sheet = sheet_of(session, match)
    record = redeal_record(next_number(session, match), sheet, kind, dealer, note)
    step = rows.add_step(session, "redeal", match.id)
    kept = rows.add_record(session, match.id, step, record)
    dropped = dropped_call(match)
    if dropped:
        match = reseat(session, match, step, lambda sitting: replace(sitting, call=None)).match
    return Recorded(kept, Sheet(match, (*sheet.records, kept)), dropped)


def redeal_record(number: int, sheet: Sheet, kind: str, dealer: str = "", note: str = "") -> Record:
    """The record of the next cards of `sheet`, dealt and not played."""
    dealt = find(dealer, sheet.seats) if dealer else sheet.next_dealer
    return Record(
        number=number,
        kind=kind,
        seats=sheet.seats,
        units=(None,) * len(sheet.seats),
        dealer=dealt,
        out=sheet.resting(dealt),
        note=clean_note(note),
    )


def record_penalty(
    session: Session,
    match: Match,
    player: str,
    units: int,
    to: str,
    reason: str,
    out: str = "",
    *,
    even_finished: bool = False,
) -> Recorded:
    """Take `units` from a player: to the others in equal parts, or to nobody. Needs a reason.

    The others are those of the next deal, or all at the table but `out`.
    """
    match = lock(session, match, even_finished=even_finished)
    sheet = sheet_of(session, match)
    return _record_outside(session, sheet, PENALTY, sheet.seats, penalty_units(sheet, player, units, to, out), reason)


def penalty_units(sheet: Sheet, player: str, units: int, to: str, out: str = "") -> dict[str, int]:
    """Who gets what of a penalty, as `record_penalty` has it; raises ScorerError."""
    offender = find(player, sheet.seats)
    rests = find(out, sheet.seats) if out else sheet.resting()
    others = [seat for seat in sheet.seats if seat not in {offender, rests}]
    if to == OTHERS and units % len(others):
        wrong = f"{counted(units, 'unit')} cannot be shared by {len(others)} others in whole units"
        raise RefusedError(f"{wrong}; take a multiple of {len(others)}, or --to nobody")
    shares = dict.fromkeys(others, units // len(others)) if to == OTHERS else {}
    return shares | {offender: -units}


def record_adjustment(
    session: Session,
    match: Match,
    units: Mapping[str, int],
    reason: str,
    *,
    kind: str = ADJUSTMENT,
    even_finished: bool = False,
) -> Recorded:
    """Set units by ruling, for players who sit or sat in this match. Any sum is taken and a residual is said.

    `kind` is that of the record: one whose units are given and may leave a residual.
    """
    match = lock(session, match, even_finished=even_finished)
    sheet = sheet_of(session, match)
    named = adjusted_units(sheet, units)
    residual = sum(named.values())
    pot = "the pot pays it" if residual > 0 else "it goes to the pot"
    notices = [f"these units leave a residual of {residual:+d}: {pot} in the settlement"] if residual else []
    if len(named) > MAX_SEATS:
        raise RefusedError(f"{len(named)} players: at most {MAX_SEATS} in one {kind}; record the rest in another")
    # A row has the seats of a table: those who left are named, those who stayed fill it up.
    seats = sheet.seats if set(named) <= set(sheet.seats) else tuple(dict.fromkeys([*named, *sheet.seats]))[:MAX_SEATS]
    recorded = _record_outside(session, sheet, kind, seats, named, reason)
    return recorded._replace(notices=(*notices, *recorded.notices))


def adjusted_units(sheet: Sheet, units: Mapping[str, int]) -> dict[str, int]:
    """The units of an adjustment by full name; raises ScorerError for who never sat there, or is named twice."""
    named: dict[str, int] = {}
    for typed, change in units.items():
        player = find(typed, sheet.players, "in this match")
        if player in named:
            raise RefusedError(f"{player} is named twice")
        named[player] = change
    return named


def _record_outside(
    session: Session, sheet: Sheet, kind: str, seats: Sequence[str], units: Mapping[str, int], reason: str
) -> Recorded:
    """Record units outside a deal; the reason stands in the note."""
    note = clean_note(reason)
    if not note:
        raise NoReasonError(f"{'an' if kind == ADJUSTMENT else 'a'} {kind} needs a reason: --reason TEXT")
    match = sheet.match
    step = rows.add_step(session, kind, match.id, reason=note)
    paid = tuple(units.get(seat) for seat in seats)
    record = Record(number=next_number(session, match), kind=kind, seats=tuple(seats), units=paid, note=note)
    kept = rows.add_record(session, match.id, step, record)
    return Recorded(kept, Sheet(match, (*sheet.records, kept)))
