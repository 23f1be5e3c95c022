"""Every record judged again: whether its facts under the frozen variant give the units that are kept."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from db.connection import Connection, Row
from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import signed
from scorer.match.parsing import clean_note
from scorer.rules.judge import Judge
from scorer.rules.kinds import SHEET
from scorer.scorebook import rows
from scorer.scorebook.check.references import References, read_references
from scorer.scorebook.record_law import breaches, seats_of, units_of
from scorer.scorebook.transaction import Transaction
from scorer.text.sentences import note_words

_NOTES = {  # what is wrong with it: how it is written, or more
    "note": (N_("its note is not written as notes are kept"), N_("its note: {fault}")),
    "reason": (N_("its reason is not written as notes are kept"), N_("its reason: {fault}")),
}
_RECORDS = f"{rows.RECORDS} ORDER BY id"
_SHEETS = f"{rows.RECORDS} WHERE kind = '{SHEET}' AND voided_by IS NULL ORDER BY match_id, number"


def record_faults(connection: Connection, known: References) -> Iterator[str]:
    """What is wrong with the records, voided ones too: one line each, which names the deal."""
    judges = {id(variant): Judge(variant) for variant in known.frozen.values() if variant}
    doubled = lru_cache(maxsize=4096)(lambda seats: list(known.doubled(seats)))
    for row in connection.stream(_RECORDS):
        judge = judges.get(id(known.variant_of(row)))
        lives = row.voided_by is None and row.match_id in known.existing
        together = doubled(seats_of(row)) if lives else ()
        for wrong in (*together, *_of_step(row), *breaches(row, judge, known.player)):
            yield f"{known.record(row)}: {wrong}"


def _of_step(row: Row) -> Iterator[str]:
    """What is wrong with the note of a record, and with the step that struck it out."""
    yield from voided_faults(row)
    if row.note:
        yield from note_faults(row.note, "note")


def voided_faults(row: Row) -> Iterator[str]:
    """What is wrong with the step that struck a row out."""
    if row.voided_by is not None and row.voided_by <= row.made_by:
        yield _("it was not voided by a later step than the one that made it")


def note_faults(text: str, what: str) -> Iterator[str]:
    """What is wrong with a note or a reason."""
    unlike_others, unfit = _NOTES[what]
    try:
        if clean_note(text) != text:
            yield _(unlike_others)
    except RefusedError as error:
        yield _(unfit, fault=error)


def residuals(transaction: Transaction) -> list[str]:
    """The paper sheets that leave a residual, a line each with the residual and its reason: no fault, but to be seen.

    The sheets of a match that follow one another and have nobody in common may be parts of one evening of more than
    seven: where they sum to zero together, they leave none.
    """
    known = read_references(transaction)
    lines = []
    for evening in _evenings_on_paper(row for row in transaction.raw_rows(_SHEETS) if row.match_id in known.existing):
        if sum(map(_residual, evening)):
            leaving = [row for row in evening if _residual(row)]
            template = N_("{record}: a residual of {residual}: {note}")
            lines += [
                _(template, record=known.record(row), residual=signed(_residual(row)), note=note_words(row.note))
                for row in leaving
            ]
    return lines


def _evenings_on_paper(sheets: Iterable[Row]) -> list[list[Row]]:
    """Paper sheets by match and number, those together that follow one another and have nobody in common."""
    evenings: list[list[Row]] = []
    players: set[int] = set()
    for row in sheets:
        seated = set(filter(None, seats_of(row)))
        last = evenings[-1][-1] if evenings else None
        if last and (last.match_id, last.number + 1) == (row.match_id, row.number) and not seated & players:
            evenings[-1].append(row)
            players |= seated
        else:
            evenings.append([row])
            players = seated
    return evenings


def _residual(row: Row) -> int:
    """The sum of the units of a record, which should be zero."""
    return sum(filter(None, units_of(row)))
