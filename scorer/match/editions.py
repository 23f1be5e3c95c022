"""What came before: the edition in whose place a record was written, the step that was undone and done again."""

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from scorer.match.facts import Record

Undoes = Mapping[int | None, int | None]  # by the id of a step, the step that it took back


def edition_before(record: Record, everything: Sequence[Record], undoes: Undoes) -> Record | None:
    """The edition that a record was written in the place of; None for the first.

    It has the same number, and was struck out by the step that wrote this one, or by the step that this one took back.
    Only what was put in between others makes one record more than it strikes out: there each record but the first is
    the one before it, moved up.
    """
    took_back = undoes.get(record.made_by)
    struck = [old for old in everything if old.voided_by == (took_back or record.made_by)]
    made = sorted((new for new in everything if new.made_by == record.made_by), key=attrgetter("number"))
    if struck and not took_back and len(made) > len(struck):
        place = made.index(record)
        return sorted(struck, key=attrgetter("number"))[place - 1] if place else None
    return next((old for old in struck if old.number == record.number), None)


def editions_before(record: Record, everything: Sequence[Record], undoes: Undoes) -> Iterator[Record]:
    """Every earlier edition of a record, the newest first."""
    while before := edition_before(record, everything, undoes):
        yield before
        record = before


def first_done(step: Any, steps: Mapping[int, Any]) -> Any:
    """The step with which a chain of undoing and doing again began; `steps` are those of the chain, by id."""
    while step.undoes:
        step = steps[step.undoes]
    return step
