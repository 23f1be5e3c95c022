"""What can be done to a match: each verb plans a change, and carries out just that in one step."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec

from scorer.errors import DoubtfulError, NoReasonError
from scorer.language import _
from scorer.match.facts import Match, Record, Sitting
from scorer.match.sheet import Sheet
from scorer.rules.errors import Notice, advice
from scorer.scorebook import rows
from scorer.scorebook.people import make_players
from scorer.scorebook.transaction import Transaction

P = ParamSpec("P")
_STRIKE_RECORD = "UPDATE record SET voided_by = :step WHERE id = :record"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a verb changes of one match: its sheet `before` it and after it, and the `record` that it is about.

    Where both are the same sheet, nothing is to be written. `action`, `reason` and `detail` are those of the
    step. `reason_missing` is the refusal where the verb needs a reason and none was given; else it is empty. `doubts`
    are what somebody has to agree to first. `notices` are what there is to say of the change, a piece of advice behind
    the sentence that it goes with.
    """

    action: str
    before: Sheet
    sheet: Sheet
    record: Record | None = None
    reason: str = ""
    reason_missing: str = ""
    detail: Mapping[str, Any] | None = None
    notices: tuple[Notice, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def rewritten(self) -> list[tuple[Record, Record]]:
        """The records that are written anew, each as it was and as it is."""
        return [(old, new) for old, new in _differences(self.before, self.sheet) if old and new]


def _differences(before: Sheet, after: Sheet) -> list[tuple[Record | None, Record | None]]:
    """The records of two sheets that are not the same object in both, old and new by number."""
    old = {record.number: record for record in before.records}
    new = {record.number: record for record in after.records}
    numbers = sorted(number for number in old | new if old.get(number) is not new.get(number))
    return [(old.get(number), new.get(number)) for number in numbers]


class Verb(Generic[P]):
    """Something that can be done to a match: `would` gives the change and writes nothing, a call carries it out.

    The match is the one that was found in the same transaction. Both raise ScorerError for what is refused.
    """

    def __init__(self, would: Callable[Concatenate[Transaction, Match, P], Change]) -> None:
        self.would = would
        update_wrapper(self, would)

    def __call__(self, transaction: Transaction, match: Match, *args: P.args, **words: P.kwargs) -> Change:
        """Do it in one step; returns the change with the records as they are kept.

        Raises NoReasonError where it needs a reason and none is given, DoubtfulError where somebody has to agree.
        """
        change = self.would(transaction, match, *args, **words)
        if change.reason_missing:
            raise NoReasonError(change.reason_missing, advice("reason"))
        if change.doubts:
            raise DoubtfulError(change.doubts)
        if change.sheet is change.before:
            return change
        if set(change.sheet.seats) - set(change.before.seats):
            make_players(transaction, change.sheet.seats)
        step = rows.add_step(transaction, change.action, match.id, reason=change.reason, detail=change.detail)
        sheet = write(transaction, change.before, change.sheet, step)
        kept = {record.number: record for record in sheet.records}
        return replace(change, sheet=sheet, record=change.record and kept.get(change.record.number, change.record))


def write(transaction: Transaction, before: Sheet, after: Sheet, step: int) -> Sheet:
    """Strike out and write the records and the sitting in which two sheets of a match differ, in the name of `step`.

    Returns the sheet as it is kept.
    """
    match, written = before.match, dict[int, Record]()
    for old, new in _differences(before, after):
        if old:
            transaction.run(_STRIKE_RECORD, step=step, record=old.id)
        if new:
            kept = rows.add_record(transaction, match.id, step, new)
            written[new.number] = replace(kept, trumps=new.trumps) if new.trumps else kept
    if after.match.sitting != match.sitting:
        reseat(transaction, match, step, lambda _sitting: after.match.sitting)
    return Sheet(after.match, tuple(written.get(record.number, record) for record in after.records))


def reseat(transaction: Transaction, match: Match, step: int, change: Callable[[Sitting], Sitting]) -> None:
    """Replace the sitting of a match, in the name of `step`."""
    rows.strike_sittings(transaction, [match.id], step)
    rows.add_sitting(transaction, match.id, step, change(match.sitting))


def dropped_call(match: Match) -> tuple[str, ...]:
    """That a call that waited for its result waits no more; empty where none did."""
    call = match.sitting.call
    return (_("the call of {caller} ({bid}) is dropped", caller=call.caller, bid=call.bid),) if call else ()
