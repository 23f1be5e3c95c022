"""The pad on a terminal: a prompt below the running units, completion, and a line below it with the preview."""

import re
import shutil
from collections.abc import Callable, Collection, Iterable
from functools import partial

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from scorer import scorebook
from scorer.cli import preview, render
from scorer.cli.context import Settings, notice, say
from scorer.match.names import fold
from scorer.match.values import Sheet
from scorer.rules.kinds import REDEALS
from scorer.text.sentences import match_title

TYPED_WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"?|[^\s"])+')
PLAIN_WORD = re.compile(r"[\w/.-]+")


class Names(Completer):
    """Names, bids and commands, by what comes next on the line."""

    def __init__(self, sheet: Sheet, commands: Collection[str]) -> None:
        self.sheet = sheet
        self.commands = set(commands) - {"pad"}

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The words that can stand here and begin as typed."""
        text = document.text_before_cursor
        words = TYPED_WORD.findall(text)
        typed = words[-1] if words and text.endswith(words[-1]) else ""
        before = preview.split(text.removesuffix(typed), typing=True)
        begun = fold(typed.replace('"', ""))
        for word in self._next(before, typed):
            if fold(word).startswith(begun):
                yield Completion(f"{_quoted(word)} ", start_position=-len(typed), display=word)

    def _next(self, before: list[str], typed: str) -> list[str]:
        seats, call = list(self.sheet.seats), self.sheet.match.sitting.call
        if not before:
            words = [*seats, "solo"] if call else seats
            return [*words, *sorted(self.commands), "help", "quit"] if typed else []
        if before[0] in self.commands:
            if before == ["redeal"]:
                return list(REDEALS)
            return seats if typed else []
        if len(before) == 1 and not call:
            bids = [str(bid) for bid in self.sheet.match.variant.auction.bids]
            return [bid for bid in bids if typed or not bid[-1].isdecimal() or len(bid) == 1]
        return [*seats, "solo"] if len(before) == 2 else []  # noqa: PLR2004 - the partner's place


def _quoted(word: str) -> str:
    """A word as preview.split reads it back."""
    return word if PLAIN_WORD.fullmatch(word) else '"' + re.sub(r'(["\\])', r"\\\1", word) + '"'


def run(shared: Settings, sheet: Sheet, enter: Callable[[Settings, str], int]) -> None:
    """Take lines until the person quits, and have `enter` carry each out; the match stays open."""
    names = Names(sheet, shared.commands)
    session: PromptSession[str] = PromptSession(completer=names, complete_while_typing=True, reserve_space_for_menu=6)
    say(match_title(sheet.match))
    say("")
    say(render.units_table({"running": sheet.running}, sheet.players, shutil.get_terminal_size().columns))
    render.state(sheet, shared.now())
    while found := match_now(shared, sheet.match.id):
        now, number = found
        names.sheet = now
        try:
            line = session.prompt(f"\n{number}> ", bottom_toolbar=partial(_toolbar, now, shared.commands))
        except KeyboardInterrupt:
            continue
        except EOFError:
            break
        if line.strip() in preview.QUIT:
            break
        enter(shared, line)
    match = sheet.match
    if last := match_now(shared, match.id):
        how = "is finished" if last[0].match.sitting.finished else "stays open: scorer pad goes on with it"
        say(f"{last[0].match.name} {how}; scorer settle says who pays whom.")
    else:
        gone = f"{match.name} (match {match.id}) is not in the scorebook any more: somebody took its start back"
        notice(f"{gone}; scorer redo brings back what was undone last, scorer pad goes on with it then.")


def match_now(shared: Settings, match_id: int) -> tuple[Sheet, int] | None:
    """The match as it is now, and the number of its next record; None where somebody else undid its start."""
    with shared.book.reading() as session:
        match = scorebook.existing(session, match_id)
        if match is None:
            return None
        return scorebook.sheet_of(session, match), scorebook.next_number(session, match)


def _toolbar(sheet: Sheet, commands: Collection[str]) -> str:
    """The preview of the line as it stands."""
    app = get_app()
    return preview.preview(sheet, app.current_buffer.text, commands, app.output.get_size().columns)
