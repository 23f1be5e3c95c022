"""The scorebook as the pages show it: the one cache of the dashboard, and its one place that reads.

Every viewer is a thread of its own. They share one open scorebook and the answers read from it, one at a time. Answers
may hold sentences: the language in force is part of every key. Within `one_revision` all answers are of that one.
"""

import os
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock, RLock
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import pandas as pd

from scorer import scorebook
from scorer.frames import Frames, Part, Selection
from scorer.frames.query import read
from scorer.language import catalogues
from scorer.match.facts import Match, Step
from scorer.match.settlement import Settlement
from scorer.match.sheet import Sheet
from scorer.rules.errors import ScorerError
from scorer.scorebook import Book
from scorer.scorebook.last_steps import Revision, newest_steps
from scorer.scorebook.many_matches import MatchState, heads, standing
from scorer.scorebook.payments import settlement, settlement_alone
from scorer.stats.describe.statistic_tables import plain_rows, split, titles_by_label
from scorer.text.numbers import Row

if TYPE_CHECKING:
    from scorer.scorebook.transaction import Transaction

T = TypeVar("T")
MOST_SELECTIONS, MOST_ANSWERS = 8, 256
LOOK_SECONDS: Final = 0.25  # for which one look at the scorebook serves all who only ask whether it changed


class MovedOnError(Exception):
    """The scorebook changed while a page was made of an older revision: the page begins again."""


class Look(NamedTuple):
    """What a look at the scorebook found, or why it found nothing; and until which moment that serves."""

    until: float
    found: "Revision | ScorerError"


_lock = RLock()
_looking = Lock()  # taken before the other where both are
_look = Look(0, ())
_of_run: ContextVar["list[Revision] | None"] = ContextVar("revision of a run", default=None)
_books: dict[Hashable, Book] = {}  # the open one, by the identity of its file
_lasting: dict[Hashable, Any] = {}  # what no further step changes, by question
_answers: dict[Revision, OrderedDict[Hashable, Any]] = {}  # those of the newest revision alone, by question


def book() -> Book:
    """The scorebook that SCORER_DB names, the same for all viewers; it is only ever read."""
    where = os.environ["SCORER_DB"]
    with _lock:
        if (file := _file(where)) not in _books:
            forget()
            _books[file] = Book(where)
        return _books[file]


def _file(where: str) -> tuple[object, ...]:
    """The identity of a scorebook file: another file may be put in its place while the first one is open."""
    try:
        status = os.stat(where)  # noqa: PTH116 - a text, and maybe the address of a server
    except (OSError, ValueError):
        return (where,)
    return where, status.st_dev, status.st_ino


def forget() -> None:
    """Close the scorebook and empty the caches: the next answers are read anew."""
    global _look  # noqa: PLW0603 - the one of the process
    with _lock:
        for opened in _books.values():
            opened.close()
        for cache in (_books, _answers, _lasting):
            cache.clear()
        _look = Look(0, ())


@contextmanager
def one_revision() -> Iterator[None]:
    """Answer from the revision that is newest at the first question, and from no other.

    Whatever is kept of it is answered without a look at the scorebook. Raises MovedOnError where something has to be
    read and the scorebook is another one by then.
    """
    token = _of_run.set([])
    try:
        yield
    finally:
        _of_run.reset(token)


def revision() -> Revision:
    """The latest steps of the scorebook, to be compared with those of a moment ago; within a run, those it began with.

    As long as they are equal, nothing has changed: recording, editing, voiding, undoing, renaming and restoring a
    backup all make a difference.
    """
    with _lock:
        run = _of_run.get()
        if run and run[0] not in _answers:
            raise MovedOnError
        if run:
            return run[0]
        with _reading() as (_transaction, now):
            return now


def revision_lately() -> Revision:
    """The same as somebody saw it at most LOOK_SECONDS ago: however many ask, one of them looks.

    Where the look failed, all who would have been served by it hear why.
    """
    global _look  # noqa: PLW0603 - the one of the process
    look = _look
    if monotonic() >= look.until:
        with _looking:
            look = _look
            if monotonic() >= look.until:
                look = _look = _looked()
    if isinstance(look.found, ScorerError):
        raise look.found.with_traceback(None)
    return look.found


def _looked() -> Look:
    try:
        with book().reading() as transaction:
            found: Revision | ScorerError = newest_steps(transaction)
    except ScorerError as error:
        found = error
    return Look(monotonic() + LOOK_SECONDS, found)


def frames_now(selection: Selection) -> Frames:
    """The frames of a selection, read again after any change. Raises NotFoundError."""

    def answer() -> Frames:
        with _reading() as (transaction, _revision):
            return read(transaction, selection)

    with _lock:
        frames: OrderedDict[Hashable, Frames] = made("frames", OrderedDict)
        return _kept(frames, selection, answer, MOST_SELECTIONS)


def parts_now(selection: Selection, measure: str) -> list[Part]:
    """The frames of a selection apart by league and variant, or by a measure; raises RefusedError for money."""
    frames = frames_now(selection)
    return made((frames, measure), lambda: split(frames, measure))


def made(question: Hashable, make: Callable[[], T]) -> T:
    """The answer that `make` gives to a question: when it is first asked, and again after any change to the scorebook.

    The question holds everything on which the answer depends besides the scorebook and the language, such as frames and
    a number of deals.
    """
    with _lock:
        kept: OrderedDict[Hashable, T] = _answers[revision()]
        return _kept(kept, (catalogues.current(), question), make, MOST_ANSWERS)


def lasting(question: Hashable, make: Callable[[], T]) -> T:
    """What `make` gives, kept until another scorebook is opened: for what no further step of this one changes."""
    with _lock:
        if question not in _lasting:
            _lasting[question] = make()
        kept: T = _lasting[question]
        return kept


def rows(question: Hashable, make: Callable[[], pd.DataFrame]) -> list[Row]:
    """The rows of the frame that `make` gives to a question, as plain cells; made as `made` does."""
    return made(question, lambda: plain_rows(make()))


def read_now(question: Hashable, read: "Callable[[Transaction], T]") -> T:
    """The answer to a question in the language in force, read again after any change."""

    def answer() -> T:
        with _reading() as (transaction, _revision):
            return read(transaction)

    return made(question, answer)


def matches_now() -> list[Match]:
    """Every match that exists: the open ones first, then the latest."""
    return read_now(
        "matches",
        lambda transaction: sorted(scorebook.matches(transaction), key=lambda match: not match.sitting.finished)[::-1],
    )


def latest_first(rows: Sequence[Row]) -> list[Row]:
    """Rows of matches by the order in which these were played, the latest first; what is gone by now comes last."""
    numbers = order_now()
    return sorted(rows, key=lambda row: numbers.get(row["match_id"], -1), reverse=True)


def order_now() -> dict[int, int]:
    """The number of each match in the order in which they were played, by its id."""
    return read_now(
        "order of matches",
        lambda transaction: {match.id: number for number, match in enumerate(scorebook.matches(transaction))},
    )


def somebody_calls() -> bool:
    """Whether a match has an auction, or there is none yet."""
    matches = matches_now()
    return not matches or any(match.variant.has_auction for match in matches)


def sheet_now(match_id: int) -> Sheet:
    """The match with its live records; raises NotFoundError."""
    return read_now(
        ("sheet", match_id),
        lambda transaction: scorebook.sheet_of(transaction, scorebook.match_by_id(transaction, match_id)),
    )


def settlement_now(*match_ids: int) -> Settlement:
    """What is due of these matches together, and what was paid; raises RefusedError as `settlement`."""
    sheets = list(map(sheet_now, match_ids))
    return read_now(("settlement", *match_ids), lambda transaction: settlement(transaction, sheets))


def settlement_alone_now(sheet: Sheet) -> Settlement | None:
    """What is due of one match; None where it was settled together with others."""
    match = sheet.match.id
    return read_now(("settled", match), lambda transaction: settlement_alone(transaction, sheet))


def match_uid_now(match_id: int) -> str:
    """The random id of a match; raises NotFoundError."""
    return read_now(
        ("uid", match_id),
        lambda transaction: scorebook.match_uid(transaction, scorebook.match_by_id(transaction, match_id)),
    )


def history_now(match_id: int) -> list[Step]:
    """Every step of the match and of the whole scorebook, oldest first, with the records that it made and voided."""
    return read_now(("history", match_id), lambda transaction: scorebook.history(transaction, match_id))


def standing_now() -> list[MatchState]:
    """Every match with its label of the variant, its number of deals and who deals next: by league, date and name."""
    return read_now("standing", lambda transaction: list(standing(transaction, heads(transaction))))


def played_now() -> dict[tuple[str, str], int]:
    """The deals of each league under each variant, by their names."""
    deals: Counter[tuple[str, str]] = Counter()
    for played_match in standing_now():
        deals[played_match.head.league, played_match.head.variant] += played_match.deals
    return deals


def titles_now() -> dict[str, str]:
    """The title of each variant that was played, by its label; two editions with one title keep their labels."""
    return titles_by_label({match.head.variant: match.match.variant for match in standing_now()})


def players_now() -> list[str]:
    """Every player in the order of their first match, which is that of their colours; merged names are one player."""
    ids = read_now("player ids", scorebook.player_ids)
    return sorted(ids, key=ids.__getitem__)


@contextmanager
def _reading() -> "Iterator[tuple[Transaction, Revision]]":
    """A transaction on the scorebook, and the revision that it sees: of older ones nothing is kept from then on."""
    with book().reading() as transaction:
        now, run = newest_steps(transaction), _of_run.get()
        if now not in _answers:
            _answers.clear()
            _answers[now] = OrderedDict()
        if run == []:
            run.append(now)
        if run and run[0] != now:
            raise MovedOnError
        yield transaction, now


def _kept(cache: "OrderedDict[Hashable, T]", key: Hashable, make: Callable[[], T], most: int) -> T:
    """The value of the cache, made where it is missing; the one that was used longest ago leaves first."""
    if key not in cache:
        cache[key] = make()
    cache.move_to_end(key)
    while len(cache) > most:
        cache.popitem(last=False)
    return cache[key]
