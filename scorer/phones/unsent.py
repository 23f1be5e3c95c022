"""The text of entries that a phone could not send: read, and done exactly once each, as if the phone sent them."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from scorer import scorebook
from scorer.errors import DatabaseTroubleError, NewerStepError, RefusedError, SameDealError
from scorer.language import N_, _
from scorer.match.names import shown
from scorer.phones.bodies import Body, read_json
from scorer.phones.posted import UNDO, Done, Posted, record
from scorer.phones.verbs import VERBS
from scorer.rules.errors import ScorerError
from scorer.scorebook.transaction import Transaction
from scorer.wings import WINGS

HEAD: Final = WINGS["phones"].begins
MOST_ENTRIES: Final = 500  # some evenings; all other tables wait for them, half a second for one evening
_FIRST_LINE: Final = re.compile(rf"{HEAD} (\d{{1,9}}) not sent, book (\S+)")
_LINE_END: Final = re.compile(r"\r\n?|\n")  # a note may hold what Python takes for further ends
EntryKey = tuple[int, str, str]  # of an entry: the number of its match, the name of its token, its id


class Unsent(NamedTuple):
    """An entry of a text, with the line in which it stands."""

    line: int
    posted: Posted

    @property
    def match(self) -> int:
        """The number of its match."""
        return self.posted.body.number("match")

    def key(self, client_id: str) -> EntryKey:
        """The key of an entry with this id, of the same match and phone as this entry."""
        return self.match, self.posted.under, client_id

    def step_for(self, named: object, steps: dict[EntryKey, int]) -> object:
        """The step that stands for an entry which is named; what is named itself, where none does."""
        entry = named.get("entry") if isinstance(named, dict) else None
        return steps.get(self.key(entry), named) if isinstance(entry, str) else named

    def standing_on(self, steps: dict[EntryKey, int]) -> Posted:
        """What is posted, with the steps that stand for the entries which it names."""
        parts = dict(self.posted.body.parts)
        if "stands_on" in parts:
            parts["stands_on"] = self.step_for(parts["stands_on"], steps)
        if isinstance(others := parts.get("another_than"), list):
            parts["another_than"] = [self.step_for(other, steps) for other in others]
        return self.posted._replace(body=Body(parts))


class UndecidedEntryError(ScorerError):
    """An entry would stand on another state of its table than the phone saw: a person has to decide about it."""

    def __init__(self, entry: Unsent, newer: NewerStepError) -> None:
        self.is_same = isinstance(newer, SameDealError)
        super().__init__(_("line {line}: {sentence}", line=entry.line, sentence=newer))


Decide = Callable[[UndecidedEntryError], bool | None]


def read_unsent(text: str) -> list[Unsent]:
    """The entries of a text; raises RefusedError where it is not whole, or holds anything that is no entry."""
    lines = [(number, line.strip()) for number, line in enumerate(_LINE_END.split(text), 1) if line.strip()]
    head = _FIRST_LINE.fullmatch(lines[0][1]) if lines else None
    if not head:
        raise RefusedError(_("line 1 is cut: it says how many entries there are; copy the text anew"))
    wanted, there = int(head[1]), len(lines) - 1
    if wanted != there:
        raise RefusedError(
            _("{wanted} entries were copied and {there} are here: copy the whole text", wanted=wanted, there=there)
        )
    if there > MOST_ENTRIES:
        limit = N_("{there} entries, at most {most} are taken at once: let the phone send them")
        raise RefusedError(_(limit, there=there, most=MOST_ENTRIES))
    return [_read_line(number, line, head[2]) for number, line in lines[1:]]


def _read_line(number: int, line: str, book: str) -> Unsent:
    """The entry of a line, which is for this scorebook unless it says another; raises RefusedError."""
    try:
        parts = read_json(line)
    except (ValueError, RecursionError) as error:
        changed = N_("line {line} was changed on the way, perhaps its quotes: copy the text anew")
        raise RefusedError(_(changed, line=number)) from error
    try:
        body = Body(parts)
        verb = body.text("verb")
        if verb not in VERBS and verb != UNDO:
            raise RefusedError(_("'{verb}' is nothing that a phone sends", verb=shown(verb)))
        if not body.text("under", ""):  # by it an entry is known that the phone did send
            raise RefusedError(_("'under' is missing, the code of the phone: copy the text anew"))
        facts = Body({"book": book} | {part: value for part, value in body.parts.items() if part != "verb"})
        entry = Unsent(number, Posted(verb, facts, ""))
        _checked = entry.match, entry.posted.entry  # reading them raises what is wrong with them
    except ScorerError as error:
        raise RefusedError(_("line {line}: {sentence}", line=number, sentence=error)) from error
    return entry


def take_unsent(transaction: Transaction, entries: list[Unsent], decide: Decide) -> list[Done]:
    """Do every entry that was not done before; returns the words about each of them.

    `decide` returns whether an entry is recorded as the next of its table; for an entry that may be the same deal as
    another, whether it is, and is left out; None where a person has to be asked. Raises UndecidedEntryError for the
    first entry to ask about, and RefusedError, with the line, for what is refused.
    """
    left_out: dict[EntryKey, int] = {}  # the steps of the deals that are the same, by the entries that were left out
    done = []
    for entry in entries:
        try:
            done.append(_take(transaction, entry, decide, left_out))
        except (UndecidedEntryError, DatabaseTroubleError):
            raise
        except ScorerError as error:
            raise RefusedError(_("line {line}: {sentence}", line=entry.line, sentence=error)) from error
    return done


def _take(transaction: Transaction, entry: Unsent, decide: Decide, left_out: dict[EntryKey, int]) -> Done:
    match = scorebook.match_by_id(transaction, entry.match)
    undone = entry.posted.body.parts.get("step")
    if entry.posted.verb == UNDO and entry.step_for(undone, left_out) != undone:
        return Done(_("left out, as the deal that it takes back"))
    posted = entry.standing_on(left_out)
    try:
        return record(transaction, match, posted)
    except NewerStepError as newer:
        undecided, step = UndecidedEntryError(entry, newer), newer.step if isinstance(newer, SameDealError) else 0
    decision = decide(undecided)
    if step and decision is None:
        raise undecided
    if step and decision:
        left_out[entry.key(entry.posted.body.text("id"))] = step
        return Done(_("the same deal: left out"))
    # As the next, whatever it stood on; nobody is asked about what is refused anyway.
    parts = {part: value for part, value in posted.body.parts.items() if part not in {"stands_on", "shown"}}
    done = record(transaction, match, posted._replace(body=Body(parts)))
    if decision is None:
        raise undecided
    return done
