"""A match to which anything happens in any order, beside a plain list with copies of its past that says how it stands.

Here is what holds at every table: striking out, taking back, bringing back. What is dealt and paid, its users say.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Generic, ParamSpec, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from scorer import scorebook
from scorer.match.facts import Match, Record, Step
from scorer.match.sheet import Sheet
from scorer.scorebook.check.all_faults import faults
from scorer.scorebook.transaction import Transaction

P = ParamSpec("P")
choices = st.integers(0, 2**32 - 1).map(Random)  # a seed is one choice: a random of hypothesis's own is one a draw
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # nothing there waits for a disk


@cache
def empty_scorebook() -> bytes:
    """An empty scorebook."""
    with TemporaryDirectory(dir=MEMORY) as folder:
        book = scorebook.Book(f"{folder}/empty.db")
        with book.writing(make=True):
            pass
        book.close()
        return Path(folder, "empty.db").read_bytes()


def _unwritten(sheet: Sheet) -> Sheet:
    """A sheet without what only writing it down gives its records."""
    return replace(sheet, records=tuple(replace(record, id=None, made_by=None) for record in sheet.records))


@dataclass
class Model:
    """The match as plain as can be: who sits, and what stands by its number."""

    seats: tuple[str, ...]
    records: dict[int, Any] = field(default_factory=dict)
    struck: set[int] = field(default_factory=set)

    @property
    def next_number(self) -> int:
        """Numbers go on, whatever is struck out."""
        return max([0, *self.records, *self.struck]) + 1


M = TypeVar("M", bound=Model)


class Evening(RuleBasedStateMachine, Generic[M]):
    """One match in a scorebook of its own; to go back, the model keeps whole copies of its past."""

    model: M

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory(dir=MEMORY)
        path = Path(self.folder.name) / "machine.db"
        path.write_bytes(empty_scorebook())
        self.book = scorebook.Book(str(path))
        self.past: list[M] = []
        self.future: list[M] = []

    def teardown(self) -> None:
        """Whatever was done, `scorer check` finds nothing."""
        with self.book.reading() as transaction:
            found = faults(transaction)
        self.book.close()
        self.folder.cleanup()
        assert found == []

    def begin(self, model: M, variant: str) -> None:
        """Start the match."""
        self.model = model
        new = scorebook.NewMatch(name="Machine", players=model.seats, on=date(2026, 11, 20), variant=variant)
        with self.book.writing() as transaction:
            scorebook.start_match(transaction, new)

    def do(self, verb: scorebook.Verb[P], *args: P.args, **words: P.kwargs) -> Record | None:
        """Do something to the match, which is what it said before that it would do; returns the record."""
        with self.book.reading() as transaction:
            would = verb.would(transaction, scorebook.find_match(transaction), *args, **words)
        with self.book.writing() as transaction:
            done = verb(transaction, scorebook.find_match(transaction), *args, **words)
        assert _unwritten(would.sheet) == _unwritten(done.sheet) == _unwritten(self.read())
        assert would.notices == done.notices
        return done.record

    def reverse(self, action: Callable[[Transaction, Match, int], list[Step]], steps: int) -> None:
        """Undo or redo so many steps, which are those that it said before."""
        with self.book.reading() as transaction:
            found = scorebook.find_match(transaction)
            would, gone = scorebook.would_reverse(transaction, found, action.__name__, steps)
        with self.book.writing() as transaction:
            done = action(transaction, scorebook.find_match(transaction), steps)
        assert ([step.id for step in would], gone) == ([step.id for step in done], set())

    def remember(self) -> None:
        """Keep a copy of how it stood, before something new happens: what was taken back is gone."""
        self.past.append(deepcopy(self.model))
        self.future.clear()

    def read(self) -> Sheet:
        """What the scorebook says."""
        with self.book.reading() as transaction:
            return scorebook.sheet_of(transaction, scorebook.find_match(transaction))

    @precondition(lambda self: self.model.records)
    @rule(choice=choices)
    def void(self, choice: Random) -> None:
        """Strike a record out."""
        self.remember()
        number = choice.choice(sorted(self.model.records))
        self.do(scorebook.void, number, "why")
        del self.model.records[number]
        self.model.struck.add(number)

    @precondition(lambda self: self.past)
    @rule(steps=st.integers(1, 3))
    def undo(self, steps: int) -> None:
        """Take steps back."""
        steps = min(steps, len(self.past))
        self.reverse(scorebook.undo, steps)
        for _ in range(steps):
            self.future.append(self.model)
            self.model = self.past.pop()

    @precondition(lambda self: self.future)
    @rule(steps=st.integers(1, 3))
    def redo(self, steps: int) -> None:
        """Bring steps back."""
        steps = min(steps, len(self.future))
        self.reverse(scorebook.redo, steps)
        for _ in range(steps):
            self.past.append(self.model)
            self.model = self.future.pop()


def played(evenings: int, steps: int) -> settings:
    """So many evenings of so many steps, the same each time."""
    return settings(
        max_examples=evenings,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
