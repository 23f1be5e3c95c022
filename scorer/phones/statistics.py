"""Statistics as resources: what the commands write, made by the same library in a process of its own.

So a statistic of a long season holds up no deal. The process stays: to begin one takes longer than most statistics.
"""

import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from traceback import format_exc
from typing import TYPE_CHECKING, Final, NamedTuple

from scorer.errors import DatabaseTroubleError, GivenUpError, NewerScorebookError, NotFoundError, RefusedError
from scorer.exchange import CSV, JSON
from scorer.exchange.statistics.options import parameter_name, read_options
from scorer.language import LANGUAGE, N_, _, catalogues
from scorer.language.lists_numbers_dates import listed
from scorer.match.names import shown
from scorer.phones.bodies import BadBodyError, check_known
from scorer.rule_files import rule_files
from scorer.rules.errors import ScorerError
from scorer.scorebook import Book
from scorer.stats.describe.commands import Own, command

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

MOST_SECONDS: Final = 60
LONGEST_VALUE: Final = 200
FORMATS: Final = (JSON, CSV)
Answered = tuple[type[Exception] | None, str]  # a text, or an error and its words
_KINDS: Final = (NotFoundError, GivenUpError, DatabaseTroubleError, NewerScorebookError)  # others are refused


class Question(NamedTuple):
    """A statistic that is asked for by its options as typed, for whom it is, and since when an answer is good.

    For who is `nameless` players are numbers.
    """

    moment: str
    name: str
    typed: tuple[tuple[str, str | bool], ...]
    language: str
    nameless: bool


def typed(name: str, asked: Mapping[str, str]) -> dict[str, str | bool]:
    """Filters as the options of a command; raises BadBodyError for what it does not know, or what names a file."""
    declared = command(name)
    check_known(name, asked, (*declared.with_words, *declared.flags))
    for option in (option for option, own in declared.own.items() if own.needed and option not in asked):
        raise BadBodyError(_("'{part}' is missing", part=option))
    options: dict[str, str | bool] = {}
    for option, value in asked.items():
        if len(value) > LONGEST_VALUE or "\0" in value:  # no word of a command line has a NUL
            raise BadBodyError(_("'{option}' is a text of at most {most} letters", option=option, most=LONGEST_VALUE))
        _refuse_files(declared.own.get(option, Own()), value)
        if option in declared.flags and value not in {"", "yes", "true", "1"}:
            raise BadBodyError(_("'{option}' is yes, or left away", option=option))
        options[parameter_name(option)] = option in declared.flags or value
    return options


def _refuse_files(option: Own, value: str) -> None:
    """Raise BadBodyError for a name that the command line would look for among the files of this machine."""
    files = rule_files(option.completed)
    if files and value not in (known := files.names()):
        raise BadBodyError(_("'{value}' is none of {known}", value=shown(value), known=listed([*known])))


class Worker:
    """A process that answers questions about a scorebook, one after the other, each within so many `seconds`.

    It begins with the first question, and anew with the next one after it was ended.
    """

    def __init__(self, where: str, seconds: float = MOST_SECONDS) -> None:
        self._where, self.seconds = where, seconds
        self._process: SpawnProcess | None = None

    def answer(self, question: Question) -> str:
        """What the command writes; raises the error that it ends with, or DatabaseTroubleError for no answer."""
        if self._process is None or not self._process.is_alive():
            self._begin()
        try:
            self._line.send(question)
            if not self._line.poll(self.seconds):
                self.end()
                template = N_("{name} takes more than {most} s: ask for less")
                raise DatabaseTroubleError(_(template, name=question.name, most=self.seconds))
            answered: Answered = self._line.recv()
        except (EOFError, OSError) as error:
            self.end()  # what it may still answer is of no other question
            ended = _("{name} was ended before it had an answer: ask again", name=question.name)
            raise DatabaseTroubleError(ended) from error  # by a machine without memory, too
        kind, text = answered
        if kind:
            raise kind(text)
        return text

    def _begin(self) -> None:
        context = get_context("spawn")  # a fork would take along what the threads of the server hold
        self._line, its_line = context.Pipe()
        process = context.Process(target=_work, args=(self._where, its_line), daemon=True)
        with _without_interrupts():
            process.start()
        self._process = process
        its_line.close()  # so that the line ends with the process

    def end(self) -> None:
        """End the process, whatever it does."""
        if self._process:
            self._process.kill()
            self._process.join()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """A process that begins meanwhile is never interrupted, not even while it is loaded; Windows has no such mask."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # it lets interrupts through again once it has begun
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _work(where: str, line: "Connection") -> None:
    """Answer every question that comes, until the server is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    with suppress(EOFError, OSError):
        while True:
            line.send(_answered(where, line.recv()))


def _answered(where: str, question: Question) -> Answered:
    """What the command says of the scorebook as it is now."""
    from scorer.exchange.statistics.answers import answer  # noqa: PLC0415 - the server itself needs no pandas

    LANGUAGE.set(catalogues.language(question.language))
    book = Book(where)
    book.nameless = question.nameless
    try:
        options = dict(question.typed)
        return None, answer(book, command(question.name), read_options(options, book.now()), options)
    except ScorerError as error:
        return next((kind for kind in _KINDS if isinstance(error, kind)), RefusedError), str(error)
    except Exception:  # noqa: BLE001 - a fault of the program ends one answer alone
        return RuntimeError, format_exc()
    finally:
        book.close()
