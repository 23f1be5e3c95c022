"""Putting records right: void, edit, and counting the carry again. The old edition stays in the history.

What a deal counts is a fact of it: void and edit change no later deal, `recount` does, and only when it is asked to.
"""

from collections.abc import Sequence
from dataclasses import replace

from scorer.errors import NotFoundError, RefusedError
from scorer.language import N_, _
from scorer.match.deal_options import OF_A_REDEAL, OF_A_SHEET, DealWords
from scorer.match.deal_reading import deal_at, refuse_uncounted
from scorer.match.editions import Undoes, editions_before
from scorer.match.facts import Match, Outdated, Record, Sitting
from scorer.match.names import find, fold, meant_by
from scorer.match.parsing import (
    ReadDeal,
    clean_note,
    deal_words,
    dealer_and_out,
    meaning,
    read_deals_of_sheet,
    read_times,
    read_within,
)
from scorer.match.sheet import Sheet
from scorer.match.table_words import NOBODY_WORDS
from scorer.rules.bid import read_bid
from scorer.rules.carry import carry
from scorer.rules.errors import IllegalDealError, LeftOpenError, advice
from scorer.rules.kinds import OUTCOME_WORDS, OUTSIDE, PLAYED_OR_REDEALT, SHEET, SOLO
from scorer.rules.most_units import why_not_so_few
from scorer.rules.variant import Variant
from scorer.scorebook import rows
from scorer.scorebook.changes import Change, Verb
from scorer.scorebook.match_lookup import find_record, sheet_of, undoes
from scorer.scorebook.recording import deal_record
from scorer.scorebook.transaction import Transaction
from scorer.text.kind_words import kind_name, record_name
from scorer.text.sentences import fact_words


@Verb
def void(transaction: Transaction, match: Match, number: int, reason: str) -> Change:
    """Strike a record out; nothing else gets its number, and no later record changes."""
    sheet = sheet_of(transaction, match)
    record = find_record(transaction, sheet, number)
    return Change(
        action="void",
        before=sheet,
        sheet=Sheet(match, tuple(kept for kept in sheet.records if kept is not record)),
        record=record,
        reason=clean_note(reason),
        reason_missing="" if reason.strip() else _("the reason why it is voided is missing"),
    )


@Verb
def edit(
    transaction: Transaction, match: Match, number: int, words: DealWords, reason: str, *, asking: bool = False
) -> Change:
    """Put a deal right: facts without words stay as they were recorded.

    Of a redeal, the dealer, who rested and the note can be changed. Raises ScorerError. With `asking`, raises
    LeftOpenError too where only the table can say whether it was a slam.
    """
    sheet = sheet_of(transaction, match)
    old = find_record(transaction, sheet, number)
    of_sheet = old.kind == SHEET and words.typed.keys() <= OF_A_SHEET
    if of_sheet and rows.of_tournament(transaction, match.id):  # it tells of each entrant, and is put right there
        template = N_("{record} is of a table of a tournament: what it holds is put right at the desk")
        raise RefusedError(_(template, record=record_name(old)), advice("tournament_result_help"))
    try:
        new, read = (_edited_sheet(old, words, match.variant), None) if of_sheet else _edited(old, words, match)
    except NotFoundError as missing:
        if not any(name and not meant_by(name, old.seats) for name in (words.caller, words.partner, words.dealer)):
            raise
        raise NotFoundError(str(missing), *missing.advices, advice("reassign_record", record=number)) from None
    if asking and read:
        read.check_slam()
    if replace(new, id=old.id, made_by=old.made_by) == old:
        raise RefusedError(_("nothing changes in {number}", number=number), advice("edit_as_in", edited=old))
    return Change(
        action="edit",
        before=sheet,
        sheet=sheet.with_record(new),
        record=new,
        reason=clean_note(reason),
        reason_missing="" if reason.strip() else _("the reason why it is edited is missing"),
        notices=read.notices if read else (),
    )


def _edited(old: Record, words: DealWords, match: Match) -> tuple[Record, ReadDeal | None]:
    """The record with these words, and how it was read where it is a deal; raises ScorerError.

    The error says so where recorded bonuses do not go with a new result.
    """
    if not old.is_deal:
        return _edited_redeal(old, words, match), None
    dealer, out = _dealt(old, words, match)
    times = read_times(words.times) if words.times else old.times
    if old.has_caller:
        merged = _merged(old, words, match)
    else:
        from scorer.match.sides_parsing import check_sides_stay, edited_words  # noqa: PLC0415 - a called deal needs none of it

        check_sides_stay(old, words, match.variant, out)
        merged = edited_words(old, words, match.variant)
    try:
        read = deal_at(merged, old.seats, match.variant, dealer, out, times)
    except LeftOpenError:
        raise
    except IllegalDealError as error:
        if merged.bonus and words.result and not words.bonus:
            fields = {"fault": error, "bonuses": fact_words(old, "bonuses")}
            sentence = _("{fault}; the bonuses stay as recorded ({bonuses})", **fields)
            raise IllegalDealError(sentence, *error.advices, advice("other_bonuses")) from None
        raise
    if words.result or words.sides:
        refuse_uncounted(read.deal, match.ending)
    return deal_record(old.number, old.seats, read, old.trumps), read


def _edited_sheet(old: Record, words: DealWords, variant: Variant) -> Record:
    note = clean_note(words.note or "") or old.note
    if not words.deals:
        return replace(old, note=note)
    deals = None if fold(words.deals) in NOBODY_WORDS else read_deals_of_sheet(words.deals)
    if why := why_not_so_few(variant, deals, old.payouts.values()):
        raise RefusedError(why)
    return replace(old, deals=deals, note=note)


def _edited_redeal(old: Record, words: DealWords, match: Match) -> Record:
    if old.kind in OUTSIDE:
        raise RefusedError(_("{record} is not a deal: void it and record it again", record=record_name(old)))
    dealer, out = _dealt(old, words, match)
    if words.typed.keys() - OF_A_REDEAL:
        fields = {"number": old.number, "kind": kind_name(old.kind)}
        raise RefusedError(_("{number} is a redeal ({kind}): void it, and record the deal", **fields))
    return replace(old, dealer=dealer, out=out, note=clean_note(old.note if words.note is None else words.note))


def _merged(old: Record, words: DealWords, match: Match) -> DealWords:
    """The words of a deal with a caller, over those recorded facts that stay.

    A new bid calls another card, a new result decides the slam anew; the bonuses stay where the result is still a count
    and of the same caller.
    """
    if len(typed := words.result.split()) > 1 and meant_by(typed[0], old.seats):  # the whole deal, said anew
        words = deal_words(typed, words, match)
    alone = words.bid and (match.variant.alone or read_bid(words.bid, match.variant.auction).name)
    is_count = not words.result or meaning(words.result, OUTCOME_WORDS) is None
    bonuses_stay = is_count and (not words.caller or find(words.caller, old.seats) == old.caller)
    recorded = DealWords(
        caller=str(old.caller),
        bid=str(old.bid),
        called=None if words.bid else old.called,
        partner=SOLO if alone else old.partner or SOLO,
        result=old.result,
        slam=None if words.result else old.slam,
        bonus="+".join(map(str, old.bonuses or ())) if bonuses_stay else "",
        note=old.note,
    )
    return words.over(recorded)


def _dealt(old: Record, words: DealWords, match: Match) -> tuple[str, str | None]:
    """Who dealt, and who rested: as typed; the new dealer, where the dealer was resting; else as recorded."""
    then = Sitting(old.seats, str(old.dealer), None if old.out == old.dealer else old.out)
    return dealer_and_out(words, Sheet(replace(match, sitting=then), ()))


def read_record_number(text: str) -> int:
    """Read the number of a record, as on the sheet; raises UnreadableError."""
    return read_within(text.strip().removeprefix("#"), _("number of a record"), 1, 10**9)


def outdated(transaction: Transaction, match: Match) -> tuple[Outdated, ...]:
    """The deals of a match that count another factor than the carry before them makes now."""
    sheet = sheet_of(transaction, match)
    if not sheet.outdated(lambda _deal: False):  # or else nothing more is read
        return ()
    everything = rows.all_records(transaction, match.id)
    took_back = undoes(transaction, match)
    return sheet.outdated(lambda deal: took_the_carry(deal, everything, took_back, match.variant))


def took_the_carry(deal: Record, everything: Sequence[Record], undoes: Undoes, variant: Variant) -> bool:
    """Whether a deal took its factor from the carry at the moment when it was recorded; else somebody typed it.

    An edit that left the factor alone, and undo and redo, which write a record again, are not that moment.
    """
    edition = deal
    for earlier in editions_before(deal, everything, undoes):
        edition = earlier if earlier.times == deal.times else edition
    step = edition.made_by or 0
    then = [
        record
        for record in everything
        if record.number < edition.number
        and record.kind in PLAYED_OR_REDEALT
        and (record.made_by or 0) <= step
        and (record.voided_by is None or record.voided_by > step)
    ]
    then.sort(key=lambda record: record.number)
    return deal.times == carry([(record.happened, record.times) for record in then], edition.variant or variant)


def recounted(transaction: Transaction, match: Match) -> list[tuple[Record, Record]]:
    """Each deal that took its factor from a carry that is another now: as it is, and as it would be counted now."""
    sheet = sheet_of(transaction, match)
    changes = []
    for changed in outdated(transaction, match):
        if changed.by_carry:
            old = sheet.record(changed.number)
            changes.append((old, counting(old, changed.due)))
    return changes


def counting(deal: Record, times: int) -> Record:
    """A deal as it is where it counts another factor."""
    units = tuple(paid and paid // deal.times * times for paid in deal.units)
    return replace(deal, times=times, units=units)


@Verb
def recount(transaction: Transaction, match: Match, reason: str) -> Change:
    """Have every deal of `recounted` count the carry of now, in one step."""
    changes = recounted(transaction, match)
    if not changes:
        raise RefusedError(_("nothing to count again: every deal counts what the deals before it leave"))
    sheet = after = sheet_of(transaction, match)
    for _old, new in changes:
        after = after.with_record(new)
    return Change(
        action="carry",
        before=sheet,
        sheet=after,
        reason=clean_note(reason),
        reason_missing="" if reason.strip() else _("the reason why the deals are counted again is missing"),
    )
