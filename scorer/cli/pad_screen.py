"""The pad on a terminal: a prompt below the running units, completion, and a line below it with the preview."""

from collections.abc import Iterable
from functools import partial

from prompt_toolkit import PromptSession  # noqa: TID253 - this module is loaded by the pad alone
from prompt_toolkit.application import get_app  # noqa: TID253
from prompt_toolkit.completion import CompleteEvent, Completer, Completion  # noqa: TID253
from prompt_toolkit.document import Document  # noqa: TID253

from scorer import scorebook
from scorer.cli import pad, render
from scorer.cli.app import command_names
from scorer.cli.context import Settings
from scorer.names import fold
from scorer.scorebook.finding import match_by_id
from scorer.sheet import Sheet


class Names(Completer):
    """Names, bids and commands, by what comes next on the line."""

    def __init__(self) -> None:
        self.sheet: Sheet | None = None

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        """The words that can stand here and begin as typed."""
        typed = document.get_word_before_cursor(WORD=True)
        before = pad.split(document.text_before_cursor[: len(document.text_before_cursor) - len(typed)])
        for word in self._next(before, typed):
            if fold(word).startswith(fold(typed.lstrip('"'))):
                yield Completion(word if " " not in word else f'"{word}"', start_position=-len(typed))

    def _next(self, before: list[str], typed: str) -> list[str]:
        assert self.sheet is not None
        seats, auction = list(self.sheet.seats), self.sheet.match.variant.auction
        if not before:
            return [
                *seats,
                *(["solo"] if self.sheet.match.sitting.call else []),
                *sorted(command_names()),
                "help",
                "quit",
            ]
        if pad.is_command(before[0]):
            return seats
        if len(before) == 1 and not self.sheet.match.sitting.call:
            bids = [str(bid) for bid in auction.bids]
            return [bid for bid in bids if typed or not bid[-1].isdecimal() or len(bid) == 1]
        return [*seats, "solo"] if len(before) == 2 else []  # noqa: PLR2004 - the partner's place


def run(shared: Settings, sheet: Sheet) -> None:
    """Take lines until the person quits; the match stays open."""
    names = Names()
    session: PromptSession[str] = PromptSession(completer=names, complete_while_typing=True)
    render.state(sheet)
    while True:
        now = _sheet(shared, sheet.match.id)
        names.sheet = now
        try:
            line = session.prompt(_prompt(now), bottom_toolbar=partial(_toolbar, now))
        except KeyboardInterrupt:
            continue
        except EOFError:
            break
        words = pad.split(line)
        if words and words[0] in pad.QUIT:
            break
        if words:
            pad.enter(shared, words)
    render.left_pad(_sheet(shared, sheet.match.id))


def _sheet(shared: Settings, match_id: int) -> Sheet:
    """The match as it is now: somebody else may record too."""
    with shared.book.reading() as session:
        return scorebook.sheet_of(session, match_by_id(session, match_id))


def _prompt(sheet: Sheet) -> str:
    number = sheet.records[-1].number + 1 if sheet.records else 1
    return f"\n{render.running_table(sheet)}\n{number}> "


def _toolbar(sheet: Sheet) -> str:
    """The preview of the line as it stands."""
    return pad.preview(sheet, get_app().current_buffer.text)
