"""A deal or redeal that was forgotten, put in between two others: what came after it moves up, in the same step.

No record is changed: those behind are struck out and written anew under the numbers that follow. Dealer, rest and a
factor that somebody gave stay as they were recorded; a factor that came from the carry is the one that the carry makes
now. What does not follow any more is said before anything is written.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either
from scorer.match.deal_options import OF_A_REDEAL, DealWords
from scorer.match.deal_reading import read_deal
from scorer.match.deals_left import reached_end
from scorer.match.facts import Match, Outdated, Record, Sitting
from scorer.match.names import fold
from scorer.match.parsing import clean_note, deal_words, read_redeal
from scorer.match.sheet import Sheet
from scorer.rules.errors import Notice, advice
from scorer.rules.kinds import PLAYED_OR_REDEALT
from scorer.scorebook import rows
from scorer.scorebook.changes import Change, Verb
from scorer.scorebook.corrections import counting, took_the_carry
from scorer.scorebook.match_lookup import find_record, sheet_of, undoes
from scorer.scorebook.recording import deal_record, next_number, redeal_record
from scorer.scorebook.transaction import Transaction
from scorer.text.sentences import outdated_words, recount_words

INSERT = "insert"
REDEAL = "redeal"  # the first word of a redeal


@Verb
def insert(
    transaction: Transaction,
    match: Match,
    number: int,
    facts: Sequence[str],
    words: DealWords,
    reason: str = "",
    *,
    table_of: int | None = None,
    sure: bool = False,
    asking: bool = False,
) -> Change:
    """Record a deal before the record of this number, which it gets; `redeal` as the first fact makes it a redeal.

    `table_of` is the number of the record at whose table it was dealt, where the seats changed just there. Where later
    records do not follow any more, a call raises DoubtfulError, unless `sure`. With `asking`, raises LeftOpenError too
    where only the table can say whether it was a slam.
    """
    sheet = sheet_of(transaction, match)
    then, later = _gap(transaction, sheet, number, words, table_of)
    new, notices = _read(number, facts, words, then, asking=asking)
    numbers = [*(old.number for old in later), next_number(transaction, match)][1:]
    old = dict(zip(numbers, later, strict=True))
    moved = [replace(record, number=at) for at, record in old.items()]
    after = Sheet(match, (*then.records, new, *moved))
    outdated = _newly_outdated(transaction, sheet, after, old)
    again = [counting(after.record(deal.number), deal.due) for deal in outdated if deal.by_carry]
    doubts = (
        *_turn_words(then, later, new, numbers),
        *filter(None, [outdated_words([deal for deal in outdated if not deal.by_carry])]),
        *(_("counts again {deal}", deal=recount_words(after.record(deal.number), deal)) for deal in again),
    )
    for deal in again:
        after = after.with_record(deal)
    if _over_after(sheet) is None and (over := _over_after(after)):  # it may have been so before
        template = N_("{match} would have been over after {number}; the records behind it stay")
        doubts = (*doubts, _(template, match=match.name, number=over))
    return Change(
        action=INSERT,
        before=sheet,
        sheet=after,
        record=new,
        reason=clean_note(reason),
        notices=(*notices, *(doubts if sure else ())),
        doubts=() if sure else doubts,
    )


def _gap(
    transaction: Transaction, sheet: Sheet, number: int, words: DealWords, table_of: int | None
) -> tuple[Sheet, tuple[Record, ...]]:
    """Where the record is put in: the sheet as it was then, and the records behind, as they are.

    Raises NotFoundError for a number that is not on the sheet.
    """
    if number == next_number(transaction, sheet.match):
        sentence = _("{number} is the next number in {match}", number=number, match=sheet.match.name)
        raise RefusedError(sentence, advice("deal_next"))
    find_record(transaction, sheet, number)
    earlier = tuple(record for record in sheet.records if record.number < number)
    later = sheet.records[len(earlier) :]
    near = [_first_dealt(earlier[::-1]), _first_dealt(later)]
    if table_of is not None:
        near = [find_record(transaction, sheet, table_of)]
    sitting = sheet.match.sitting
    seats = _seats_then(near, sitting, number)
    first = sitting.first_dealer if sitting.first_dealer in seats else seats[0]
    out = "" if words.out else _out_then(near, sitting)
    at_table = Sitting(seats, first, out if out in seats else None, sitting.finished)
    return Sheet(replace(sheet.match, sitting=at_table), earlier), later


def _first_dealt(records: Sequence[Record]) -> Record | None:
    """The first of these records that is a deal or a redeal."""
    return next((record for record in records if record.kind in PLAYED_OR_REDEALT), None)


def _seats_then(near: Sequence[Record | None], sitting: Sitting, number: int) -> tuple[str, ...]:
    """Who sat there between two deals. Where nothing is dealt behind, it is the present table that comes next."""
    before, behind = near[0], near[-1]
    seats = behind.seats if behind else sitting.seats
    if before and before.seats != seats:
        tables = {"number": number, "before": ", ".join(before.seats), "behind": ", ".join(seats)}
        template = N_("the seats changed just before {number}: {before}; then {behind}")
        raise RefusedError(_(template, **tables), advice("table_of", before=before.number))
    return seats


def _out_then(near: Sequence[Record | None], sitting: Sitting) -> str | None:
    """Who rested there and did not deal; raises RefusedError where that changed just there."""
    rested = [record.out if record.out != record.dealer else None for record in near if record]
    if near[-1] is None:
        rested.append(sitting.out)
    if len(set(rested)) > 1:
        players = either([who or _("the dealer or nobody") for who in rested])
        raise RefusedError(_("it is not clear who rested: {players}", players=players), advice("who_rested"))
    return rested[0]


def _read(
    number: int, facts: Sequence[str], words: DealWords, then: Sheet, *, asking: bool
) -> tuple[Record, tuple[Notice, ...]]:
    """The record in these words, on the sheet as it was then, and what the reader took for granted."""
    if facts and fold(facts[0]) == REDEAL:
        if words.typed.keys() - OF_A_REDEAL:
            raise RefusedError(_("a redeal has nobody's cards: say --dealer, --out or --note, or leave them out"))
        return redeal_record(number, then, read_redeal(" ".join(facts[1:]), then.match.variant), words), ()
    read = read_deal(deal_words(facts, words, then.match), then)
    if asking:
        read.check_slam()
    return deal_record(number, then.seats, read, then.trumps), read.notices


def _newly_outdated(transaction: Transaction, before: Sheet, after: Sheet, old: Mapping[int, Record]) -> list[Outdated]:
    """The later deals that count another factor than the carry makes, and did not before; `old` has them by number."""
    stale = {deal.number for deal in before.outdated(lambda _deal: False)}
    everything, took_back = rows.all_records(transaction, before.match.id), undoes(transaction, before.match)

    def by_carry(deal: Record) -> bool:
        """Whether a later deal took its factor from a carry that was right until now."""
        was = old.get(deal.number)
        if was is None or was.number in stale:
            return False
        return took_the_carry(was, everything, took_back, before.match.variant)

    outdated = after.outdated(by_carry)
    return [deal for deal in outdated if deal.number in old and old[deal.number].number not in stale]


def _turn_words(then: Sheet, later: Sequence[Record], record: Record, numbers: Sequence[int]) -> Iterator[str]:
    """That the deal behind was dealt by another than whose turn it would be, where it was that dealer's turn before."""
    behind = _first_dealt(later)
    if behind is None:
        return
    away = behind.out if behind.out != behind.dealer else None
    sitting = replace(then.match.sitting, seats=behind.seats, out=away)
    table = then.seated(sitting)
    was_due, due = table.dealer_after(_first_dealt(then.records[::-1])), table.dealer_after(record)
    if was_due == behind.dealer != due:
        number = numbers[later.index(behind)]
        facts = {"number": number, "dealer": behind.dealer, "due": due}
        yield _("{dealer} dealt {number}, and stays its dealer, though it would be the turn of {due}", **facts)


def _over_after(sheet: Sheet) -> int | None:
    """The record after which the agreed end was reached though others follow; None where there is none.

    Of an agreed time of day nothing is known.
    """
    for at, record in enumerate(sheet.records[:-1], 1):
        end = reached_end(Sheet(sheet.match, sheet.records[:at]), sheet.match.started_at)
        if end and not end.waits_for:
            return record.number
    return None
