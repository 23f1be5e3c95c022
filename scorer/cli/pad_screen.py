"""The pad on a terminal: a prompt below the running units, completion, and a line below it with the preview."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import typer
from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.layout.processors import TabsProcessor

from db.address import is_url
from scorer import scorebook
from scorer.cli import typed_line
from scorer.cli.context import TROUBLE, Settings, notice
from scorer.errors import DatabaseTroubleError
from scorer.language import _
from scorer.match.names import typed_letters
from scorer.match.sheet import Sheet
from scorer.rules.kinds import event_shown
from scorer.text.sentences import record_sentence

TYPED_WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"?|[^\s"])+')
BELL_SECONDS = 20  # how often the pad looks whether the agreed time of day has passed
PLAIN_WORD = re.compile(r"[\w/.+-]+")
Next = tuple[str, str]  # a word that can come next, and what it stands for


class Completions(Completer):
    """Names, bids, commands and what belongs to those, by what comes next on the line."""

    def __init__(self, shared: Settings, sheet: Sheet) -> None:
        self.shared = shared
        self.sheet = sheet
        self.commands = set(shared.commands)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The words that can stand here and begin as typed."""
        text = document.current_line_before_cursor
        words = TYPED_WORD.findall(text)
        typed = words[-1] if words and text.endswith(words[-1]) else ""
        before = typed_line.command_words(typed_line.split(text.removesuffix(typed), typing=True), self.commands)
        begun = typed.replace('"', "")
        for word, about in self._next(before, begun):
            if typed_letters(word).startswith(typed_letters(begun)) and word != typed:
                yield Completion(f"{_quoted(word)} ", start_position=-len(typed), display=word, display_meta=about)

    def _next(self, before: list[str], typed: str) -> list[Next]:
        if not before:
            seats, call = self.sheet.seats, self.sheet.match.sitting.call
            first = ["solo"] if call else list(map(event_shown, self.sheet.match.variant.events or {}))
            words = [*seats, *first, *sorted(self.commands), "help", "quit"]
            return [(word, "") for word in words] if typed else []
        words = before if before[0] in self.commands else ["deal", *before]
        return _following(self.shared, self.sheet, words, typed)


def _following(shared: Settings, sheet: Sheet, words: Sequence[str], typed: str) -> list[Next]:
    """The words that can follow these words of a command, by the completion that its arguments and options declare."""
    command, words_behind = typed_line.command_of(shared, words)
    if hasattr(command, "get_command"):
        return [(name, "") for name in command.list_commands(None)]
    options = typed_line.options_of(command)
    before = options.get(words_behind[-1]) if words_behind else None
    if before and not before.is_flag:
        return _completed(before, typed_line.context_of(shared, command, words_behind[:-1]), typed)
    if typed.startswith("-"):
        return [(name, "") for name in options if name.startswith("--")]
    context = typed_line.context_of(shared, command, words_behind)
    for param in command.params:
        more = param.nargs == -1 and not param.required  # what is required and said is enough
        if param.param_type_name == "argument" and (more or not context.params[param.name]):
            if param.name == "number":
                newest_first, variant = sheet.records[::-1], sheet.match.variant
                return [(str(record.number), record_sentence(record, variant)) for record in newest_first]
            return _completed(param, context, typed)
    return []


def _completed(param: Any, context: Any, typed: str) -> list[Next]:
    return [(item.value, item.help or "") for item in param.shell_complete(context, typed) if item.type == "plain"]


def _quoted(word: str) -> str:
    """A word as typed_line.split reads it back."""
    return word if PLAIN_WORD.fullmatch(word) else '"' + re.sub(r'(["\\])', r"\\\1", word) + '"'


def run(shared: Settings, sheet: Sheet, enter: Callable[[Settings, str], int]) -> None:
    """Take lines until the person quits, and have `enter` carry each out; the match stays open."""
    words = Completions(shared, sheet)
    session: PromptSession[str] = PromptSession(
        completer=words,
        complete_while_typing=True,
        reserve_space_for_menu=6,
        input_processors=[TabsProcessor(4, " ", " ")],
    )
    again: str | None = ""
    while again is not None and (now := _match_as_reached(shared)):
        words.sheet, number = now
        shared.pad_matches[-1] = words.sheet.match
        toolbar = partial(_toolbar, shared, words.sheet)
        every = BELL_SECONDS if words.sheet.ending.bell else 0
        try:
            text = session.prompt(f"\n{number}> ", bottom_toolbar=toolbar, default=again, refresh_interval=every)
        except KeyboardInterrupt:
            again = ""
            continue
        except EOFError:
            break
        again = _entered(shared, text.splitlines(), enter)
        if shared.book.is_replaced:  # as that line was answered: in the new file this match may be another
            raise typer.Exit(TROUBLE)


def _entered(shared: Settings, lines: list[str], enter: Callable[[Settings, str], int]) -> str | None:
    """Carry out one line after the other. Returns what is left of several where one is refused; None at quit."""
    for at, line in enumerate(lines):
        if line.strip() in typed_line.QUIT:
            return None
        if enter(shared, line) and len(lines) > 1:
            facts = {"number": at + 1, "lines": len(lines)}
            notice(_("Stopped at line {number} of {lines}; put it right, and Enter goes on from there.", **facts))
            return "\n".join(lines[at:])
    return ""


def _match_as_reached(shared: Settings) -> tuple[Sheet, int] | None:
    """The match of the pad as it is now; a server is asked twice: that a line broke shows only when it is used."""
    try:
        return match_now(shared, shared.pad_matches[-1].id)
    except DatabaseTroubleError:
        if not is_url(shared.book.where):
            raise
    return match_now(shared, shared.pad_matches[-1].id)


def match_now(shared: Settings, match_id: int) -> tuple[Sheet, int] | None:
    """The match as it is now, and the number of its next record; None where somebody else undid its start."""
    with shared.book.reading() as transaction:
        match = scorebook.existing(transaction, match_id)
        if match is None:
            return None
        return scorebook.sheet_of(transaction, match), scorebook.next_number(transaction, match)


def _toolbar(shared: Settings, sheet: Sheet) -> str:
    """The preview of the line as it stands."""
    app = get_app()
    return typed_line.preview(shared, sheet, app.current_buffer.text, app.output.get_size().columns)
