"""Shared by all commands: the options before the command, the scorebook, questions, and how errors end."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import groupby
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, TextIO, TypeVar

import typer
from typer.core import TyperGroup

from db.address import masked_within
from scorer.cli.layout import folded, width
from scorer.cli.within_typer import NoArgsIsHelpError, UsageError, get_current_context
from scorer.errors import (
    AlreadyRecordedError,
    ClosedStreamError,
    DatabaseTroubleError,
    EarlyError,
    FaultyFileError,
    GivenUpError,
    NewerScorebookError,
    NoReasonError,
    NotFoundError,
    RefusedError,
    SeveralOpenError,
    TwoMeaningsError,
    UnwritableError,
)
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either, listed
from scorer.match.names import fold, printable, shown
from scorer.match.table_words import NO, YES
from scorer.rules.errors import FaultyRulesError, ScorerError

if TYPE_CHECKING:
    from scorer.match.facts import Match
    from scorer.rules.errors import Notice
    from scorer.scorebook import Book, Change, Verb
    from scorer.scorebook.transaction import Transaction

T = TypeVar("T")
P = ParamSpec("P")
USAGE, REFUSED, NOT_FOUND, TROUBLE, NEWER, INTERRUPTED = 2, 3, 4, 5, 6, 130
LONGEST_LINE = 400
DEFAULT = N_("the default")  # why a scorebook is that one
MOST_REPEATS, REPEAT_SECONDS, FIRST_PAUSE = 5, 5, 0.05  # of a command that the database gave up
EXIT_CODES: dict[type[ScorerError], int] = {
    AlreadyRecordedError: 0,
    NotFoundError: NOT_FOUND,
    ClosedStreamError: TROUBLE,
    DatabaseTroubleError: TROUBLE,
    UnwritableError: TROUBLE,
    NewerScorebookError: NEWER,
}


def local_now() -> datetime:
    """The moment it is, with the zone of the place where this program runs."""
    return datetime.now().astimezone()


class WouldDo(Exception):  # noqa: N818 - it ends a command, and nothing went wrong
    """Ends a command that only looks ahead, with the change or the sentence that it would come to."""

    def __init__(self, what: "Change | str") -> None:
        self.what = what
        super().__init__(what)


class CommandGiven(Exception):  # noqa: N818 - as above
    """Ends a command at whose question for a yes or no somebody typed another one: that is carried out instead."""

    def __init__(self, line: str) -> None:
        self.line = line
        super().__init__(line)

    def carry_out(self, shared: "Settings") -> int:
        """Run what was typed; returns its exit code."""
        from shlex import split

        notice(_("Nothing is recorded."))
        words = self.line.split()
        with suppress(ValueError):  # of an apostrophe in a name, which closes nothing
            words = split(self.line)
        return shared.run(words[words[0] == "scorer" :])


@dataclass
class Settings:
    """The options that stand before the command; the scorebook is opened when it is first needed.

    `pad_matches` are those whose score the pad keeps: the last one now, before it those that it came from; none
    without a pad. `off_pad` are the numbers of those whose start was undone on it. `match` is the one meant where a
    line names none, "" the only open one; None: SCORER_MATCH says it. `words` are what the command line says, as
    Book.writing takes them. `now` is the clock of this run, with a zone. A command that `looks_ahead` writes and asks
    nothing, and ends with WouldDo where it would write.
    """

    db: str = ""
    debug: bool = False
    yes: bool = False
    no_input: bool = False
    open_book: "Book | None" = None
    root: "Commands | None" = None
    pad_matches: list["Match"] = field(default_factory=list)
    off_pad: set[int] = field(default_factory=set)
    match: str | None = None
    now: Callable[[], datetime] = field(default=local_now)
    looks_ahead: bool = False
    words: Sequence[str] = ()
    input_was_read: ClassVar[bool] = False  # and cannot be read again

    @property
    def book(self) -> "Book":
        """The scorebook of this run."""
        if self.open_book is None:
            from scorer.scorebook import Book
            from scorer.scorebook.database_errors import check_name

            self.open_book = Book(check_name(self.where[0]), self.now)
            self.open_book.notice = notice
            self.open_book.asks_for_folder = self.where[1] != DEFAULT
            self.open_book.nameless = bool(os.environ.get("SCORER_NAMELESS"))  # for readers who shall not know names
        self.open_book.words = self.words
        return self.open_book

    def undo_words(self) -> str:
        """The command that takes back, unasked, what was done in the scorebook and at no match; the pad has its own."""
        from scorer import scorebook

        with self.book.reading() as transaction:
            command = "scorer --yes undo" if scorebook.open_matches(transaction) else "scorer undo"
        return _("{command}, outside of the pad,", command=command) if self.pad_matches else command

    @property
    def today(self) -> date:
        """The day it is, where this program runs."""
        return self.now().astimezone().date()

    @contextmanager
    def changing(self, words: "Sequence[str] | None" = None) -> "Iterator[Transaction]":
        """The transaction of a command that changes a match, and only reads while it looks ahead.

        `words` as in Book.writing.
        """
        with self.book.reading() if self.looks_ahead else self.book.writing(words=words) as transaction:
            yield transaction

    def do(
        self, verb: "Verb[P]", transaction: "Transaction", match: "Match", *args: P.args, **words: P.kwargs
    ) -> "Change":
        """Do it to the match, in the transaction of `changing`."""
        if self.looks_ahead:
            raise WouldDo(verb.would(transaction, match, *args, **words))
        return verb(transaction, match, *args, **words)

    def keep_pad_on(self, *matches: "Match") -> None:
        """The pad goes on with the last of these matches, and goes back to those before it where that is undone."""
        self.pad_matches = list(matches)
        self.book.kept_open = {match.id: match.started_at for match in matches}
        self.match = str(matches[-1].id)

    @property
    def commands(self) -> frozenset[str]:
        """The words that a command line can begin with."""
        return frozenset(self.root.list_commands(typer.Context(self.root)) if self.root else ())  # and loads none

    def run(self, words: Sequence[str]) -> int:
        """Run another command line on the same scorebook; returns its exit code."""
        assert self.root is not None
        try:
            self.root.main(args=list(words), prog_name="scorer", obj=self)
        except SystemExit as ended:
            return int(ended.code or 0)
        return 0

    @property
    def where(self) -> tuple[str, str]:
        """The path or address of the scorebook, and why it is that one."""
        if self.db:
            return self.db, "--db"
        if os.environ.get("SCORER_DB"):
            return os.environ["SCORER_DB"], "SCORER_DB"
        import platformdirs

        folder = platformdirs.user_data_dir("scorer", appauthor=False)
        return os.path.join(folder, "scorebook.db"), DEFAULT  # noqa: PTH118 - a text, as the others are

    @property
    def may_confirm(self) -> bool:
        """Whether a yes or no may be asked for."""
        return self.may_ask and not self.yes

    @property
    def may_ask(self) -> bool:
        """Whether somebody sits there who can answer."""
        if self.no_input or self.looks_ahead or not sys.stdin or not sys.stderr:
            return False
        return sys.stdin.isatty() and sys.stderr.isatty()


def settings(ctx: typer.Context) -> Settings:
    """The settings of this run."""
    shared = ctx.find_object(Settings)
    assert shared is not None
    group = ctx.parent.command_path if ctx.parent else ""  # in place of the match, where a command has none
    shared.words = (str(ctx.params.get("match", group)), ctx.command_path, *map(str, ctx.params.values()))
    return shared


def book(ctx: typer.Context) -> "Book":
    """The scorebook of this run."""
    return settings(ctx).book


def repeated(do: Callable[[], T]) -> T:
    """What `do` gives; where the database gives it up, it is done again a few times, within a few seconds.

    Who has waited for so long already does not wait again. The pauses are random, and longer each time: two that were
    in each other's way do not meet again.
    """
    tries, until = 0, monotonic() + REPEAT_SECONDS
    while True:
        try:
            return do()
        except GivenUpError:
            tries += 1
            if tries > MOST_REPEATS or monotonic() > until or Settings.input_was_read:
                raise
        from random import uniform

        sleep(uniform(0, FIRST_PAUSE * 2**tries))  # noqa: S311 - no secret


def output() -> TextIO:
    """Standard output, for a command whose answer is a file; raises ClosedStreamError where it is closed."""
    if sys.stdout is None:
        raise ClosedStreamError(_("the answer could not be shown: standard output is closed"))
    return sys.stdout


def say(*lines: str) -> None:
    """Print results for people, each line folded where the terminal is narrower."""
    for line in lines:
        typer.echo(folded(line, width(sys.stdout)))


def notice(*notices: "Notice") -> None:
    """Say something beside the result; advice stands behind its sentence."""
    lines = [line for line in notices if isinstance(line, str)]
    if len(lines) < len(notices):
        from scorer.cli.advice import notice_lines

        lines = notice_lines(notices)
    for line in lines:
        typer.echo(folded(line, width(sys.stderr)), err=True)


def ask(question: str, default: str | None = None) -> str:
    """Ask for a word or more beside the result; a question that is wider than the terminal is folded at blanks."""
    room = width(sys.stderr) - len(f" [{default}]: " if default else ": ")
    answer: str = typer.prompt(folded(question, room), default=default, err=True)
    return answer


def confirm(question: str, *, default: bool | None = False, or_abort: bool = False) -> bool:
    """Ask for a yes or no beside the result; `default` where nothing is typed; None asks again. `or_abort`: no ends.

    Raises CommandGiven where another command is typed instead.
    """
    letters = {True: _("Y/n"), False: _("y/N"), None: _("y/n")}[default]
    asked = f"{folded(question, width(sys.stderr))} [{letters}]"
    while (typed := fold(line := typer.prompt(asked, default="", show_default=False, err=True))) not in YES | NO:
        if not typed and default is not None:
            break
        if begins_with_command(line):
            raise CommandGiven(line)
        notice(_("Say yes or no."))
    is_so = typed in YES or (typed not in NO and bool(default))
    if or_abort and not is_so:
        raise typer.Abort
    return is_so


def begins_with_command(line: str) -> bool:
    """Whether the first word of a line is a command, with `scorer` before it or not."""
    context = get_current_context(silent=True)
    shared = context.find_object(Settings) if context else None
    words = line.strip().removeprefix("scorer ").split()
    return shared is not None and bool(words) and words[0] in shared.commands


def choose(question: str, answers: Mapping[int, str]) -> int:
    """Ask for the number of what is meant, or its words, of several things by their numbers, beside the result.

    Raises CommandGiven where another command is typed instead.
    """
    notice(*(f"  {number}  {answer}" for number, answer in answers.items()))
    meant = {fold(words): number for number, answer in answers.items() for words in (str(number), answer)}
    while (typed := fold(line := ask(question))) not in meant:
        if begins_with_command(line):
            raise CommandGiven(line)
        notice(_("'{value}' is none of {known}", value=shown(line.strip()), known=", ".join(map(str, answers))))
    return meant[typed]


class Commands(TyperGroup):
    """A group of commands in which what a person can put right ends in one line and an exit code of its own."""

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        """Read the words of the group itself; what it does not take ends in one line."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except UsageError as error:
            raise _misused(error, str(info_name)) from None

    def invoke(self, ctx: Any) -> Any:
        """Run the command. Its group words a line that cannot be read, knowing its path; the root words the rest."""
        try:
            return super().invoke(ctx) if ctx.parent else self._invoked(ctx)
        except UsageError as error:
            raise _misused(error, " ".join(filter(None, [ctx.command_path, ctx.invoked_subcommand]))) from None

    def help_rows(self, ctx: Any) -> Iterator[tuple[str, str, str]]:
        """Give the panel, the name and the first sentence of the help of each command."""
        for name in self.list_commands(ctx):
            command: Any = self.get_command(ctx, name)
            yield command.rich_help_panel or N_("Commands"), name, command.get_short_help_str(LONGEST_LINE)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a list of commands under the head of each panel. The library would cut sentences short."""
        for panel, rows in groupby(self.help_rows(ctx), lambda row: row[0]):
            with formatter.section(_(panel)):
                formatter.write_dl([row[1:] for row in rows])

    def _invoked(self, ctx: Any) -> Any:
        """Run the command; a ScorerError becomes its message on stderr."""
        try:
            return self._repeated(ctx)
        except CommandGiven as given:
            raise typer.Exit(given.carry_out(ctx.find_object(Settings))) from None
        except KeyboardInterrupt as interrupted:
            notice(*getattr(interrupted, "__notes__", ()))
            raise
        except typer.Abort as aborted:
            if isinstance(aborted.__context__, KeyboardInterrupt):
                raise typer.Exit(INTERRUPTED) from None
            raise
        except OSError as error:
            shared = ctx.find_object(Settings)
            opened = shared and shared.open_book
            if opened and opened.was_written and not hasattr(error, "__notes__"):
                error.add_note(_("scorer history says what was done"))
            raise
        except ScorerError as error:
            shared = ctx.find_object(Settings)
            if shared and shared.debug:
                raise
            notice(f"scorer: {error_words(error)}")
            raise typer.Exit(exit_code(error)) from None

    def _repeated(self, ctx: Any) -> Any:
        """Run the command, and begin again where nothing is done yet.

        So it is where the database gave the transaction up, and where several open matches, or two games, can be meant:
        that is asked.
        """
        words = [*ctx._protected_args, *ctx.args]  # noqa: SLF001 - the library empties both before the command begins

        def begin() -> Any:
            ctx._protected_args, ctx.args = words[:1], words[1:]  # noqa: SLF001 - as above
            return super(Commands, self).invoke(ctx)

        while True:
            try:
                return repeated(begin)
            except SeveralOpenError as several:
                shared = ctx.find_object(Settings)
                if not shared or not shared.may_ask or shared.match:
                    raise
                notice(_("Several matches are open:"))
                number = choose(_("Which one is meant (its number)"), several.matches)
                notice(_("scorer finish NUMBER closes one that is over; then nobody has to say which."))
                shared.match = str(number)
            except TwoMeaningsError as games:
                words = _of_one_game(words, games, ctx.find_object(Settings))


def _of_one_game(words: Sequence[str], games: TwoMeaningsError, shared: Settings | None) -> list[str]:
    """The command line with the game that is meant in place of a name of two: asked, or refused with both lines.

    Where the name stands in a file, what to write there is all that can be said.
    """
    line = [part for word in words for part in (word.split("=", 1) if word.startswith("--variant=") else [word])]
    if games.typed not in line:
        raise games
    at = line.index("--variant") + 1 if "--variant" in line else line.index(games.typed)  # a match may be called so too
    lines = [[*line[:at], name, *line[at + 1 :]] for name in games.titles]
    titles = [f"{title} ({name})" for name, title in games.titles.items()]
    if shared and shared.may_ask:
        notice(_("'{name}' is a name of two games:", name=games.typed))
        return lines[choose(_("Which one is meant (its number)"), dict(enumerate(titles, 1))) - 1]
    from shlex import join

    facts = {"name": games.typed, "games": listed(list(games.titles.values()))}
    commands = either([join(["scorer", *words]) for words in lines])
    raise NotFoundError(_("'{name}' is a name of two games, {games}: say {commands}", **facts, commands=commands))


def _misused(error: UsageError, command: str) -> Exception:
    """How a run ends whose command line is none: with one line; a group that is named alone shows its help."""
    if isinstance(error, NoArgsIsHelpError):
        return error
    from scorer.cli.misuse import sentence

    notice(f"scorer: {sentence(error, command)}")
    return typer.Exit(USAGE)


def is_typed(ctx: typer.Context, name: str) -> bool:
    """Whether an option was typed, and not left to the environment or to its default."""
    source = ctx.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def match_meant(ctx: typer.Context, argument: str, option: str) -> str:
    """The match that a command names as its argument or with --match; the argument goes before SCORER_MATCH."""
    if argument and option != argument and is_typed(ctx, "match"):
        raise typer.BadParameter(
            _("'{argument}' and --match '{option}': say one match, once", argument=argument, option=option)
        )
    return argument or option


def or_early(shared: Settings, words: str, close: Callable[[bool], T]) -> T:
    """What `close` gives; where it would be early, it is asked and done again, or refused: `words` say the command."""
    try:
        return close(shared.yes)
    except EarlyError as early:
        if not shared.may_confirm:
            raise RefusedError(
                _("{sentence}; scorer --yes {command} closes it all the same", sentence=early, command=words)
            ) from None
        confirm(_("{sentence}. Close it all the same?", sentence=early), or_abort=True)
        return close(True)


def with_reason(shared: Settings, reason: str, usual: Sequence[str], do: Callable[[str], T]) -> T:
    """What `do` gives for a reason; where it needs one and none is said, it is asked for, with the `usual` ones."""
    try:
        return do(reason)
    except NoReasonError:
        if not shared.may_ask:
            raise
    numbered = ", ".join(f"{number} {_(phrase)}" for number, phrase in enumerate(usual, 1))
    notice(_("{reasons}; or in your own words", reasons=numbered))
    while True:
        answer = ask(_("Why")).strip()
        if not answer.isdecimal():
            if begins_with_command(answer):
                question = _("'{typed}' begins like a command: is it the reason?", typed=shown(answer))
                if not confirm(question, default=None):
                    continue
            return do(answer)
        if 0 < int(answer) <= len(usual):
            return do(_(usual[int(answer) - 1]))


def error_words(error: ScorerError) -> str:
    """The message of an error, safe to print: no password, no control character; one line unless of a file."""
    lines = str(error).split("\n") if isinstance(error, FaultyRulesError | FaultyFileError) else [str(error)]
    if error.advices:
        from scorer.cli.advice import advice_words, with_advice

        if isinstance(error, FaultyFileError):  # of many lines
            lines += map(advice_words, error.advices)
        else:
            lines = [with_advice(str(error), error.advices)]
    return "\n".join(shorten(printable(masked_within(line))) for line in lines)


def shorten(line: str, longest: int = LONGEST_LINE) -> str:
    """A line without its middle, where it is longer than anybody reads."""
    return line if len(line) <= longest else f"{line[: longest // 2]} ... {line[-longest // 2 :]}"


def exit_code(error: ScorerError) -> int:
    """The exit code of an error: 4 not found, 5 trouble with the database, a file or a stream, 6 a newer scorebook.

    Of anything else that is refused it is 3; of words that are recorded already it is 0: they are.
    """
    return next((code for kind, code in EXIT_CODES.items() if isinstance(error, kind)), REFUSED)
