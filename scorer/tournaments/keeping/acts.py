"""An act at the desk: a step upon the tournament as it stands, and what came of it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorer.match.parsing import clean_note
from scorer.rules.errors import Notice
from scorer.scorebook import rows
from scorer.scorebook.transaction import Transaction
from scorer.text.step_words import Detail
from scorer.tournaments.keeping.snapshot import Tournament
from scorer.tournaments.keeping.tournament_lookup import by_id, refuse_finished


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskChange:
    """What an act did: the tournament before it and after, its `deed` (`step_words.did`), and what there is to say."""

    before: Tournament
    tournament: Tournament
    deed: Detail
    notices: tuple[Notice, ...] = ()


class Act:
    """Something done at the desk, in one transaction, upon the tournament as it stands `before` it.

    Raises RefusedError where the tournament is finished, unless the act may come `even_finished`.
    """

    def __init__(self, transaction: Transaction, tournament: Tournament, *, even_finished: bool = False) -> None:
        self.transaction = transaction
        self.before = by_id(transaction, tournament.id)
        self.deed: Detail = {}
        if not even_finished:
            refuse_finished(self.before)

    def write(self, action: str, deed: Detail, *, reason: str = "", match_id: int | None = None, **detail: Any) -> int:
        """Write down the step; returns its id. It keeps the `deed`, and the `detail` that everything follows from."""
        self.deed = deed
        note, kept = clean_note(reason), {**deed, **detail}
        return rows.add_step(self.transaction, action, match_id, reason=note, tournament_id=self.before.id, detail=kept)

    @cached_property
    def after(self) -> Tournament:
        """The tournament once everything is written."""
        return by_id(self.transaction, self.before.id)

    def done(self, *notices: Notice) -> DeskChange:
        """What it did, and what there is to say of it."""
        return DeskChange(before=self.before, tournament=self.after, deed=self.deed, notices=notices)
