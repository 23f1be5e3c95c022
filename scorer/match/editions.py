"""The editions of a record: which one was written in the place of which."""

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

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
