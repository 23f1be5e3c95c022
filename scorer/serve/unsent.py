"""The text of entries that a phone could not send: read, and done exactly once each, as if the phone sent them."""

import json
import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from scorer import scorebook
from scorer.errors import DatabaseTroubleError, NewerStepError, RefusedError, SameDealError
from scorer.language import _
from scorer.match.names import shown
from scorer.rules.errors import ScorerError
from scorer.scorebook.transaction import Transaction
from scorer.serve.bodies import Body
from scorer.serve.posted import UNDO, Done, Posted, record
from scorer.serve.verbs import VERBS

HEAD: Final = "scorer-entries:"  # how such a text begins
MOST_ENTRIES: Final = 2000
_FIRST_LINE: Final = re.compile(rf"{HEAD} (\d{{1,9}}) not sent, book \S+")


class Unsent(NamedTuple):
    """An entry of a text, with the line in which it stands."""

    line: int
    posted: Posted

    @property
    def id(self) -> str:
        """The id that the phone gave it."""
        return self.posted.body.text("id")


class UndecidedEntryError(ScorerError):
    """An entry would stand on another state of its table than the phone saw: a person has to decide about it."""

    def __init__(self, entry: Unsent, newer: NewerStepError) -> None:
        self.entry, self.is_same = entry, isinstance(newer, SameDealError)
        super().__init__(_("line {line}: {sentence}", line=entry.line, sentence=newer))


def read_unsent(text: str) -> list[Unsent]:
    """The entries of a text; raises RefusedError where it is not whole, or says what no entry says."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    head = _FIRST_LINE.fullmatch(lines[0][1]) if lines else None
    if not head:
        raise RefusedError(_("line 1 is cut: it says how many entries there are; copy the text anew"))
    wanted, there = int(head[1]), len(lines) - 1
    if wanted != there or there > MOST_ENTRIES:
        raise RefusedError(
            _(
                "{wanted} entries were copied and {there} are here, of at most {most}: copy the whole text",
                wanted=wanted, there=there, most=MOST_ENTRIES,
            )
        )  # fmt: skip
    return [_read_line(number, line) for number, line in lines[1:]]


def _read_line(number: int, line: str) -> Unsent:
    """The entry of a line; raises RefusedError."""
    try:
        parts = json.loads(line)
        json.dumps(parts, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        template = _("line {line} was changed on the way, perhaps its quotes: copy the text anew", line=number)
        raise RefusedError(template) from error
    try:
        body = Body(parts)
        verb = body.text("verb")
        if verb not in VERBS and verb != UNDO:
            raise RefusedError(_("'{verb}' is nothing that a phone sends", verb=shown(verb)))
        body.number("match")
        facts = Body({part: value for part, value in body.parts.items() if part != "verb"})
        entry = Unsent(number, Posted(verb, facts, ""))
        _checked = entry.posted.entry
    except ScorerError as error:
        raise RefusedError(_("line {line}: {sentence}", line=number, sentence=error)) from error
    return entry


def take_unsent(transaction: Transaction, entries: list[Unsent], decided: Mapping[str, bool]) -> list[Done | None]:
    """Do every entry that was not done before; None for one that somebody says is the same deal as another one.

    `decided` says by the id of an entry whether it goes on as the next of its table; of one that may be the same deal
    as another, whether it is. Raises UndecidedEntryError for the first about which nothing is said, and RefusedError,
    with the line, for what is refused.
    """
    return [_take(transaction, entry, decided.get(entry.id)) for entry in entries]


def _take(transaction: Transaction, entry: Unsent, decided: bool | None) -> Done | None:
    try:
        match = scorebook.match_by_id(transaction, entry.posted.body.number("match"))
        try:
            return record(transaction, match, entry.posted)
        except NewerStepError as newer:
            if decided is None:
                raise UndecidedEntryError(entry, newer) from newer
            if isinstance(newer, SameDealError) and decided:
                return None
            return record(transaction, match, _as_the_next(entry.posted))
    except (UndecidedEntryError, DatabaseTroubleError):
        raise
    except ScorerError as error:
        raise RefusedError(_("line {line}: {sentence}", line=entry.line, sentence=error)) from error


def _as_the_next(posted: Posted) -> Posted:
    """The same entry, whatever it stood on."""
    parts = {part: value for part, value in posted.body.parts.items() if part != "stands_on"}
    return posted._replace(body=Body(parts))
