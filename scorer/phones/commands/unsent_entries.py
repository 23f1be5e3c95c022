"""`scorer import` of the text in which a phone gives out the entries that it could not send."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import BinaryIO, Final

from scorer.cli.context import Settings, confirm, say
from scorer.errors import RefusedError
from scorer.language import _, ngettext
from scorer.phones.posted import UNDO, Done
from scorer.phones.unsent import UndecidedEntryError, Unsent, read_unsent, take_unsent

MOST_BYTES: Final = 4_000_000


def take_in(
    shared: Settings, source: str, opened: Callable[[], AbstractContextManager[BinaryIO]], *, has_options: bool
) -> None:
    """Record the entries of the text in one transaction, each once, and say what became of them.

    The text is called `source` in words. Where a table has changed since the phone saw it, a person decides; --yes says
    yes. Raises ScorerError, also for options, of which it needs none.
    """
    if has_options:
        raise RefusedError(_("{file} has entries of a phone: leave the options away", file=source))
    try:
        with opened() as lines:
            entries = read_unsent(_text(lines))
        answers: dict[str, bool] = {}  # by the question: where more came since, it is another question
        while True:
            try:
                with shared.book.writing() as transaction:
                    done = take_unsent(transaction, entries, lambda entry: shared.yes or answers.get(str(entry)))
                break
            except UndecidedEntryError as undecided:
                answers[str(undecided)] = _decide(shared, undecided)
    except RefusedError as error:
        raise RefusedError(_("{file}: {sentence}; nothing was recorded", file=source, sentence=error)) from error
    say(*_words(entries, done, source))


def _text(lines: BinaryIO) -> str:
    """The text, which messengers pass on as UTF-8; raises RefusedError."""
    data = lines.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise RefusedError(_("more than {most} bytes are no evening", most=MOST_BYTES))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RefusedError(_("it is no UTF-8 text: copy it anew")) from error


def _decide(shared: Settings, undecided: UndecidedEntryError) -> bool:
    """What a person says about an entry; raises RefusedError where nobody can be asked."""
    if not shared.may_ask:
        what = _("scorer --yes import leaves it out") if undecided.is_same else _("scorer --yes import records it")
        raise RefusedError(f"{undecided}; {what}")
    if undecided.is_same:
        return confirm(str(undecided), default=None)  # a thoughtless Enter would record it twice, or not at all
    confirm(_("{sentence}. Record it all the same, as the next?", sentence=undecided), or_abort=True)
    return True


def _words(entries: Sequence[Unsent], done: Sequence[Done], source: str) -> list[str]:
    """What became of each entry, and a last line with how many came."""
    lines = []
    for place, (entry, what) in enumerate(zip(entries, done, strict=True), 1):
        sentence = "; ".join(filter(None, (what.sentence, *what.notices))) or entry.posted.verb
        if entry.posted.verb == UNDO:
            sentence = _("Undone: {step}", step=sentence)
        lines.append(_("Entry {place}: {sentence}", place=place, sentence=sentence))
    count = ngettext("{count} entry from {source}", "{count} entries from {source}", len(done), source=source)
    return [*lines, _("Took in {count}.", count=count)]
