"""What a phone posts, done exactly once: under its id, on the step that it stands on, at the table of its token."""

from contextlib import suppress
from operator import attrgetter
from typing import Final, NamedTuple

from scorer import scorebook
from scorer.errors import MissingEntryError, NewerStepError, OtherBookError, SameDealError
from scorer.language import _
from scorer.match.facts import Match, Record, Step
from scorer.match.names import shown
from scorer.phones.bodies import BadBodyError, Body, check_known
from scorer.phones.verbs import FACTS, VERBS
from scorer.rules.errors import ScorerError, plain_notices
from scorer.rules.kinds import DEAL, PENALTY
from scorer.scorebook.changes import Verb
from scorer.scorebook.entries import answered, new_entry, step_of
from scorer.scorebook.match_steps import stands_on, undo_step
from scorer.scorebook.transaction import Entry, Transaction
from scorer.text.sentences import record_sentence, step_sentence

UNDO: Final = "undo"
LONGEST_WAIT: Final = 7 * 24 * 60 * 60  # seconds: what is older is no evening any more
# The parts of a body that are no facts: how it came, and to which table.
_NO_FACTS: Final = ("id", "by", "match", "stands_on", "shown", "another_than", "age", "book", "under")
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
        """The entry that is recorded once: the same facts under the same id. Raises BadBodyError for unknown parts."""
        check_known(self.verb, self.body.parts, (*FACTS[self.verb], *_NO_FACTS))
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
    book = posted.body.text("book", "")
    if book and book != scorebook.book_uid(transaction):
        raise OtherBookError(_("this was entered for another scorebook than the one that is open now"))
    _check_newest(transaction, match, posted)
    if posted.verb == UNDO:
        undone = undo_step(transaction, match, _step(transaction, match, posted, posted.body.step("step")))
        return Done(step_sentence(undone, match))
    verb = VERBS[posted.verb]
    change = verb(transaction, match, **posted.body.taken_by(verb))
    sentence = record_sentence(change.record, match.variant) if change.record else ""
    return Done(sentence, tuple(plain_notices(change.notices)))


def _step(transaction: Transaction, match: Match, posted: Posted, named: int | str) -> int:
    """The step that is named by its number, or by the entry that made it."""
    return named if isinstance(named, int) else step_of(transaction, match, named, token=posted.under)


def _check_newest(transaction: Transaction, match: Match, posted: Posted) -> None:
    """Raise NewerStepError where the table is not as it was shown to the person who made the entry.

    What was recorded since and is the same comes before all else, also before the entry on which this one stands and
    which is not recorded: that one may be the same as another, too. Where nobody says what was shown it is what the
    entry stands on; nothing, where that is not recorded.
    """
    body, missing = posted.body, None
    if body.parts.keys().isdisjoint({"stands_on", "shown"}):
        return
    base = 0
    if "stands_on" in body.parts:
        try:
            base = _step(transaction, match, posted, body.step("stands_on"))
        except MissingEntryError as error:
            missing = error
    shown = body.number("shown") if "shown" in body.parts else base
    own = {base, *_other_deals(transaction, match, posted)}
    came = stands_on(transaction, match, shown)
    _refuse_the_same(transaction, match, posted, [step for step in came if step.id not in own])
    if missing:
        raise missing
    if newer := [step for step in stands_on(transaction, match, base) if step.id > shown]:
        what = "; ".join(step_sentence(step, match) for step in newer)
        raise NewerStepError(_("something newer stands in {match}: {step}", match=match.name, step=what))


def _other_deals(transaction: Transaction, match: Match, posted: Posted) -> set[int]:
    """The steps of which the client knows that they are other deals than this, though they say the same."""
    steps = set()
    for named in posted.body.steps("another_than"):
        with suppress(MissingEntryError):
            steps.add(_step(transaction, match, posted, named))
    return steps


def _refuse_the_same(transaction: Transaction, match: Match, posted: Posted, between: list[Step]) -> None:
    """Raise SameDealError where one of these steps recorded what would be recorded now."""
    made_by_out: dict[str | None, Record] = {}  # what it says depends on nothing else of the known record
    for step in between:
        for known in step.made:
            made = made_by_out.get(known.out) or _would_have_made(transaction, match, posted, known)
            if made is None:
                continue
            made_by_out[known.out] = made
            if not known.voided_by and _facts(known) == _facts(made):
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
        return verb.would(transaction, match, **Body(parts).taken_by(verb)).record
    except ScorerError:
        return None


def _facts(record: Record) -> tuple[object, ...]:
    """What makes two records the same, wherever they stand; the units of a deal depend on the records before it."""
    return (*_FACTS_OF_A_DEAL(record), record.units if record.kind == PENALTY else None)
