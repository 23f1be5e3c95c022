"""What changed since a step, for whoever keeps a copy: the steps, and which records each made and struck out."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple

from scorer.errors import OtherBookError
from scorer.language import _
from scorer.scorebook.identity import book_uid
from scorer.scorebook.missing_rows import check_records, check_steps
from scorer.scorebook.transaction import Transaction

MOST_STEPS: Final = 200  # at once: whoever was away for long asks again
_DIGITS: Final = 20
_NEWEST: Final = "SELECT coalesce(max(id), 0) FROM step"
_AT: Final = "SELECT at FROM step WHERE id = :step"
_SINCE: Final = f"SELECT * FROM step WHERE id > :step ORDER BY id LIMIT {MOST_STEPS}"
_RECORDS: Final = (
    "SELECT match_id, number, id, made_by, voided_by FROM record"
    " WHERE made_by IN :steps OR voided_by IN :steps ORDER BY id"
)
_PAYMENTS: Final = "SELECT matches, made_by, voided_by FROM payment WHERE made_by IN :steps OR voided_by IN :steps"
_SITTINGS: Final = (
    "SELECT DISTINCT match_id, made_by, voided_by FROM sitting WHERE made_by IN :steps OR voided_by IN :steps"
)


class Edition(NamedTuple):
    """A record as it was made once: its match, its number there, and the number of this edition of it."""

    match: int
    number: int
    edition: int


class _Covered(NamedTuple):
    """A match for which somebody paid."""

    match_id: int
    made_by: int
    voided_by: int | None


class ChangedStep(NamedTuple):
    """A step: what was done when, at which matches, and the editions of records that it made and struck out.

    `undoes` is the step that it took back; `tournament` is None but for what was done at the desk of one.
    """

    step: int
    at: datetime
    action: str
    reason: str
    by: str
    undoes: int | None
    tournament: int | None
    matches: list[int]
    records: list[Edition]
    struck_out: list[Edition]


class Changes(NamedTuple):
    """The steps that followed one; `state` tells the last of them from that of any other scorebook."""

    steps: list[ChangedStep]
    newest: int
    last: int
    state: str


def changes_since(transaction: Transaction, since: int, state: str) -> Changes:
    """What changed since a step, at most MOST_STEPS steps; `state` is what was told with that step, empty for unknown.

    Raises OtherBookError where this scorebook never was in that state.
    """
    check_records(transaction)
    check_steps(transaction)
    newest = int(transaction.value(_NEWEST))
    if since > newest:
        raise OtherBookError(
            _(
                "step {step} is not in this scorebook, whose newest is {newest}: it is another one, or an older one was"
                " put in its place; read everything anew, with since=0",
                step=since,
                newest=newest,
            )
        )
    if state and state != _state(transaction, since):
        raise OtherBookError(
            _(
                "step {step} of this scorebook is not the one that you know: it is another one, or an older one was put"
                " in its place; read everything anew, with since=0",
                step=since,
            )
        )
    steps = _steps(transaction, since)
    last = steps[-1].step if steps else since
    return Changes(steps, newest, last, _state(transaction, last))


def _state(transaction: Transaction, step: int) -> str:
    """What tells this step from that of the same number elsewhere: the scorebook, and when it was made."""
    moment = transaction.value(_AT, step=step)
    return sha256(f"{book_uid(transaction)} {step} {moment}".encode()).hexdigest()[:_DIGITS]


def _paid_for(transaction: Transaction, steps: Sequence[int]) -> list[_Covered]:
    """The matches of what was paid by these steps, or is taken back."""
    payments = transaction.rows(_PAYMENTS, steps=steps)
    return [_Covered(int(match), row.made_by, row.voided_by) for row in payments for match in row.matches.split()]


def _steps(transaction: Transaction, since: int) -> list[ChangedStep]:
    rows = transaction.rows(_SINCE, step=since)
    if not rows:
        return []
    there = [row.id for row in rows]
    records = transaction.rows(_RECORDS, steps=there)
    sittings = transaction.rows(_SITTINGS, steps=there)

    def editions(of: Sequence[object]) -> list[Edition]:
        return [Edition(row.match_id, row.number, row.id) for row in of]  # type: ignore[attr-defined]

    touched: list[Any] = [*records, *sittings, *_paid_for(transaction, there)]
    changed = []
    for row in rows:
        at = {part.match_id for part in touched if row.id in {part.made_by, part.voided_by}}
        changed.append(
            ChangedStep(
                step=row.id,
                at=row.at,
                action=row.action,
                reason=row.reason,
                by=row.recorded_by or "",
                undoes=row.undoes,
                tournament=row.tournament_id,
                matches=sorted(at | {row.match_id} - {None}),
                records=editions([record for record in records if record.made_by == row.id]),
                struck_out=editions([record for record in records if record.voided_by == row.id]),
            )
        )
    return changed
