"""Units without a deal: penalties, and adjustments by ruling. Each is one step and needs a reason."""

from collections.abc import Mapping, Sequence

from scorer.errors import RefusedError
from scorer.language import _, counts
from scorer.language.lists_numbers_dates import signed
from scorer.match.facts import Match, Record
from scorer.match.names import NOT_IN_THE_MATCH, find
from scorer.match.parsing import clean_note
from scorer.match.sheet import Sheet
from scorer.rules.errors import advice
from scorer.rules.kinds import ADJUSTMENT, OTHERS, PENALTY
from scorer.scorebook.changes import Change, Verb
from scorer.scorebook.match_lookup import refuse_finished, sheet_of
from scorer.scorebook.recording import next_number
from scorer.scorebook.seats import MAX_SEATS
from scorer.scorebook.transaction import Transaction


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
        fields = {"units": counts.units(units), "players": counts.players(len(payees))}
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
        player = find(typed, sheet.players, NOT_IN_THE_MATCH)
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
