"""What changed since a step, for whoever keeps a copy: the steps, and which records each made and struck out."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from operator import attrgetter
from typing import Final, NamedTuple

from db.connection import Row
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
# Live and voided rows have an index of their matches each, and both together have none.
_WROTE: Final = "made_by IN :steps OR voided_by IN :steps"
_TOUCHED: Final = " UNION ".join(
    f"SELECT {{columns}} FROM {{table}} WHERE voided_by IS {voided}{{at}} AND ({_WROTE})"
    for voided in ("NULL", "NOT NULL")
)
_PAYMENTS: Final = f"SELECT matches, made_by, voided_by FROM payment WHERE {_WROTE}"
_COLUMNS: Final = {"record": "match_id, number, id, made_by, voided_by", "sitting": "match_id, made_by, voided_by"}


class Edition(NamedTuple):
    """A record as it was made once: its match, its number there, and the number of this edition of it."""

    match: int
    number: int
    edition: int


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


def _steps(transaction: Transaction, since: int) -> list[ChangedStep]:
    """The steps since then, each with what it made and struck out, and the matches that it was at or paid for."""
    steps = transaction.rows(_SINCE, step=since)
    made, struck_out = defaultdict[int, set[Edition]](set), defaultdict[int, set[Edition]](set)
    matches = defaultdict[int, set[int]](set)
    for table in _COLUMNS:
        for row in _touched(transaction, table, steps):
            for step in (row.made_by, row.voided_by):
                matches[step].add(row.match_id)
            if table == "record":
                edition = Edition(row.match_id, row.number, row.id)
                made[row.made_by].add(edition)
                struck_out[row.voided_by].add(edition)
    for payment in transaction.rows(_PAYMENTS, steps=[step.id for step in steps]) if steps else ():
        for step in (payment.made_by, payment.voided_by):
            matches[step] |= set(map(int, payment.matches.split()))
    return [
        ChangedStep(
            step=step.id,
            at=step.at,
            action=step.action,
            reason=step.reason,
            by=step.recorded_by or "",
            undoes=step.undoes,
            tournament=step.tournament_id,
            matches=sorted(matches[step.id] | {step.match_id} - {None}),
            records=sorted(made[step.id], key=attrgetter("edition")),
            struck_out=sorted(struck_out[step.id], key=attrgetter("edition")),
        )
        for step in steps
    ]


def _touched(transaction: Transaction, table: str, steps: Sequence[Row]) -> Iterator[Row]:
    """The rows of a table that these steps made or struck out; one may come twice.

    An import or a draw touches several matches and names none: for it all rows are looked at.
    """
    for at_one in (True, False):
        some = [step for step in steps if (step.match_id is not None) == at_one]
        if not some:
            continue
        at = " AND match_id IN :matches" if at_one else ""
        matches = {"matches": [*{step.match_id for step in some}]} if at_one else {}
        statement = _TOUCHED.format(columns=_COLUMNS[table], table=table, at=at)
        yield from transaction.rows(statement, steps=[step.id for step in some], **matches)
