"""Entries: what a client sends with an id of its own, to be recorded exactly once, however often it comes.

The id belongs to a match and to a token, and stands in the step that the entry made. A digest of the body stands in
that step's detail, so that the same entry is told from another one under its id.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from db.connection import Row
from scorer.errors import MissingEntryError, OtherBodyError, RefusedError
from scorer.language import N_, _
from scorer.match.editions import editions_before, first_done
from scorer.match.facts import Match, Record, Step
from scorer.match.names import clean
from scorer.match.parsing import clean_mark
from scorer.rules.kinds import DEAL
from scorer.scorebook import rows
from scorer.scorebook.transaction import Entry, Transaction
from scorer.scorebook.undoing import STEPS_OF_MATCHES, to_step
from scorer.text.sentences import step_sentence

DIGITS: Final = 16  # of a digest
UNDONE, CORRECTED, VOIDED = "undone", "corrected", "voided"
_AT_MATCH = "SELECT * FROM step WHERE client_id = :entry AND match_id = :match"
_STARTS = "SELECT * FROM step WHERE client_id = :entry AND action = 'start'"
# By what has become of it since; "" where it stands as it was made.
_RECORDED: Final[Mapping[str, str]] = {
    "": N_("recorded already, as {number}; nothing is added"),
    UNDONE: N_("recorded as {number}, since undone; nothing is added"),
    CORRECTED: N_("recorded as {number}, since corrected; nothing is added"),
    VOIDED: N_("recorded as {number}, since struck out; nothing is added"),
}
_DONE: Final[Mapping[str, str]] = {
    "": N_("done already; nothing is changed"),
    UNDONE: N_("done already, since undone; nothing is changed"),
}
_REVERSED: Final[Mapping[str, str]] = {
    "": N_("undone already; nothing is changed"),
    UNDONE: N_("undone already, since done again; nothing is changed"),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What an entry did when it came first: the `step` that it made, with the records as they were then.

    `original` is the same step, or of an undo or a redo the one that it took back or did again. `number` is that of the
    record, None where it was about none. `since` says what has become of it: "" where it stands as it was made, UNDONE
    (of an undo: done again), CORRECTED or VOIDED. `match` is None where the start of the match was undone.
    """

    step: Step
    original: Step
    number: int | None
    since: str
    match: Match | None

    @property
    def sentence(self) -> str:
        """What it did, as its first answer said it."""
        return step_sentence(self.original, self.match)

    @property
    def notice(self) -> str:
        """That it came before, and what has become of it."""
        if self.step.action == "undo":
            return _(_REVERSED[self.since])
        if self.number is None:
            return _(_DONE[self.since])
        return _(_RECORDED[self.since], number=self.number)


def new_entry(client_id: str, body: object, *, token: str = "", by: str = "", waited: int = 0) -> Entry:
    """An entry with this body, which is anything that JSON can say; the order of its keys does not matter.

    `token` is the name of the token that it came with, `waited` the seconds since it was entered. Raises RefusedError
    for an id or a name that cannot be kept.
    """
    # The token stands beside the id and not in the digest of the body: whoever has another token, and somebody's id,
    # learns nothing by it and takes nothing away. Who takes over a lost phone's queue names that phone's token.
    half = _digest(token)[: DIGITS // 2] if token else ""
    if not (mark := clean_mark(client_id)):
        raise RefusedError(_("an entry needs an id of its own"))
    return Entry(mark, _digest(body), half, clean(by) if by.strip() else "", waited)


def _digest(body: object) -> str:
    """A digest of what JSON can say."""
    text = json.dumps(body, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def answered(transaction: Transaction, match: Match | None, entry: Entry) -> Answer | None:
    """The answer to an entry that came before; None for a new one, which the next step of the transaction then bears.

    It is asked before anything else is read or refused: `answered(transaction, match, entry) or verb(...)`. Without a
    match the start of one is asked for. Raises OtherBodyError where the id came with another body.
    """
    found = _steps_of(transaction, match, entry)
    if not found:
        transaction.entry = entry
        return None
    answer = _answer(transaction, found[0], match)
    kept = answer.step.detail.get(rows.BODY)
    if kept != entry.digest and (kept or answer.step.action != DEAL):  # older deals have an id and no digest
        raise _other_body(entry, answer)
    return answer


def step_of(transaction: Transaction, match: Match, client_id: str, *, token: str) -> int:
    """The step of a match that an entry made; raises MissingEntryError where it is not recorded."""
    found = _steps_of(transaction, match, new_entry(client_id, None, token=token))
    if not found:
        raise MissingEntryError(_("this stands on an entry that is not recorded: look at the table first"))
    return int(found[0].id)


def _steps_of(transaction: Transaction, match: Match | None, entry: Entry) -> Sequence[Row]:
    """The step that an entry made at a match, or with which it started one; none or one."""
    if match is None:
        return transaction.rows(_STARTS, entry=entry.client_id)
    return transaction.rows(_AT_MATCH, entry=entry.client_id, match=match.id)


def _answer(transaction: Transaction, row: Row, match: Match | None) -> Answer:
    """What the step of an entry did, and what has become of it."""
    at = match or rows.existing(transaction, row.match_id)
    steps = {step.id: step for step in transaction.rows(STEPS_OF_MATCHES, matches=[row.match_id])}
    records = rows.all_records(transaction, row.match_id)
    since = _since(row, steps, records)
    step = to_step(row, records, undone=since == UNDONE)
    about = [] if row.undoes else [*step.made, *step.voided]
    number = about[0].number if about else None
    return Answer(step, to_step(first_done(row, steps), records, undone=False), number, since, at)


def _since(row: Row, steps: Mapping[int, Row], records: Sequence[Record]) -> str:
    """What has become of what a step did: "" where it stands."""
    reversed_by = {step.undoes: step.id for step in steps.values() if step.undoes}
    tip, undone = row.id, False
    while tip in reversed_by:
        tip, undone = reversed_by[tip], not undone
    if undone:
        return UNDONE
    made = next((record for record in records if record.made_by == row.id), None)
    if made is None or row.undoes:
        return ""
    undoes = {step.id: step.undoes for step in steps.values()}
    standing = [record for record in records if record.voided_by is None]
    live = [now for now in standing if made in (now, *editions_before(now, records, undoes))]
    if not live:
        return VOIDED
    as_made = replace(live[0], id=made.id, made_by=made.made_by, voided_by=made.voided_by)
    return "" if as_made == made else CORRECTED


def _other_body(entry: Entry, answer: Answer) -> OtherBodyError:
    """That an id came before with another body."""
    if answer.number is None:
        return OtherBodyError(_("'{mark}' was done already, and with other words; nothing is changed", mark=entry.id))
    template = N_("'{mark}' is recorded already, as number {number}, and with other facts; nothing is added")
    return OtherBodyError(_(template, mark=entry.id, number=answer.number))
