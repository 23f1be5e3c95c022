"""What a phone posts, done exactly once: under its id, on the step that it stands on, at the table of its token."""

from operator import attrgetter
from typing import Final, NamedTuple

from scorer import scorebook
from scorer.errors import NewerStepError, OtherBookError, SameDealError
from scorer.language import _
from scorer.match.facts import Match, Record, Step
from scorer.match.names import shown
from scorer.rules.errors import ScorerError, plain_notices
from scorer.rules.kinds import DEAL, PENALTY
from scorer.scorebook.changes import Verb
from scorer.scorebook.entries import answered, new_entry, step_of
from scorer.scorebook.match_steps import newest_step, stands_on, undo_step
from scorer.scorebook.transaction import Entry, Transaction
from scorer.serve.bodies import BadBodyError, Body
from scorer.serve.verbs import VERBS
from scorer.text.sentences import record_sentence, step_sentence

UNDO: Final = "undo"
LONGEST_WAIT: Final = 7 * 24 * 60 * 60  # seconds: what is older is no evening any more
# The parts of a body that are no facts: how it came, and to which table.
_NO_FACTS: Final = {"id", "by", "match", "stands_on", "age", "book", "under"}
_FACTS_OF_A_DEAL = attrgetter(
    "kind", "caller", "partner", "bid", "card_points", "outcome", "slam", "counts", "bonuses", "winners", "decided"
)


class Posted(NamedTuple):
    """A verb with its body, and the name of the token that it came with."""

    verb: str
    body: Body
    token: str

    @property
    def under(self) -> str:
        """The name of the token under which it was made: that of a lost phone whose entries another phone sends."""
        return self.body.text("under", "") or self.token

    @property
    def entry(self) -> Entry:
        """The entry that is recorded once: the same facts under the same id."""
        facts = {part: value for part, value in self.body.parts.items() if part not in _NO_FACTS}
        waited = self.body.number("age") if "age" in self.body.parts else 0
        if waited > LONGEST_WAIT:
            raise BadBodyError(_("'{part}' is at most {most} seconds", part="age", most=LONGEST_WAIT))
        by = self.body.text("by", "")
        return new_entry(self.body.text("id"), {**facts, "verb": self.verb}, token=self.under, by=by, waited=waited)


class Done(NamedTuple):
    """The words about what was done: a sentence, which may be empty, and notices."""

    sentence: str
    notices: tuple[str, ...] = ()


def record(transaction: Transaction, match: Match, posted: Posted) -> Done:
    """Do what was posted, at this match; what came before is answered as it was then, and changes nothing.

    Raises ScorerError; NewerStepError where something came between that has to be seen first.
    """
    if before := answered(transaction, match, posted.entry):
        return Done(before.sentence, (before.notice,))
    _check_book(transaction, posted.body)
    _check_newest(transaction, match, posted)
    if posted.verb == UNDO:
        return Done(step_sentence(undo_step(transaction, match, _step(transaction, match, posted, "step")), match))
    change = VERBS[posted.verb](transaction, match, posted.body)
    sentence = record_sentence(change.record, match.variant) if change.record else ""
    return Done(sentence, tuple(plain_notices(change.notices)))


def _check_book(transaction: Transaction, body: Body) -> None:
    """Raise OtherBookError for what was entered for another scorebook than this."""
    book = body.text("book", "")
    if book and book != scorebook.book_uid(transaction):
        raise OtherBookError(_("this was entered for another scorebook than the one that is open now"))


def _step(transaction: Transaction, match: Match, posted: Posted, part: str) -> int:
    """The step that is named by its number, or by the entry that made it."""
    step = posted.body.step(part)
    return step if isinstance(step, int) else step_of(transaction, match, step, token=posted.under)


def _check_newest(transaction: Transaction, match: Match, posted: Posted) -> None:
    """Raise NewerStepError, with what came between, where the table is not as it was when the form was begun."""
    if "stands_on" not in posted.body.parts:
        return
    seen = _step(transaction, match, posted, "stands_on")
    if seen > newest_step(transaction, match):
        raise NewerStepError(_("the scorebook of {match} is another one now, or an older one", match=match.name))
    if between := stands_on(transaction, match, seen):
        _refuse_the_same(transaction, match, posted, between)
        what = "; ".join(step_sentence(step, match) for step in between)
        raise NewerStepError(_("something newer stands in {match}: {step}", match=match.name, step=what))


def _refuse_the_same(transaction: Transaction, match: Match, posted: Posted, between: list[Step]) -> None:
    """Raise SameDealError where one of these steps recorded what would be recorded now."""
    for step in between:
        for known in step.made:
            made = None if known.voided_by else _would_have_made(transaction, match, posted, known)
            if made and _facts(known) == _facts(made):
                question = _(
                    "{name} recorded the same meanwhile, as {number}: {sentence}. Is it the same deal?",
                    name=shown(step.by) if step.by else _("somebody"),
                    number=known.number,
                    sentence=record_sentence(known, match.variant),
                )
                raise SameDealError(question, known.number, step.id)


def _would_have_made(transaction: Transaction, match: Match, posted: Posted, known: Record) -> Record | None:
    """The record that this would have made in the place of the known one; None for what makes none, or is refused.

    Who dealt and who rested is taken from the known one: whoever called there may rest in the next deal.
    """
    verb = VERBS.get(posted.verb)
    if not isinstance(verb, Verb):
        return None
    parts = dict(posted.body.parts)
    if posted.verb == DEAL and known.kind == DEAL and isinstance(parts.get(DEAL), dict):
        parts[DEAL] = parts[DEAL] | {"dealer": known.dealer, "out": known.out or ""}
    try:
        return verb.would(transaction, match, Body(parts)).record
    except ScorerError:
        return None


def _facts(record: Record) -> tuple[object, ...]:
    """What makes two records the same, wherever they stand; the units of a deal depend on the records before it."""
    return (*_FACTS_OF_A_DEAL(record), record.units if record.kind == PENALTY else None)
