"""What the pages show, as the scorebook has it now: the one cache, and the one place here that reads."""

import os
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

from scorer import scorebook
from scorer.frames import Frames, Part, Selection
from scorer.frames.incremental import Reader, Revision, newest
from scorer.match.sheet import Sheet
from scorer.match.values import League, Match, Step
from scorer.scorebook import Book, rows
from scorer.scorebook import tournament as desk
from scorer.scorebook.exporting import Standing, heads, standing
from scorer.stats.tables import split

if TYPE_CHECKING:
    from sqlmodel import Session

T = TypeVar("T")
MOST_SELECTIONS, MOST_ANSWERS = 8, 256

_lock = RLock()  # every viewer is a thread of its own
_books: dict[Hashable, Book] = {}
_readers: OrderedDict[Hashable, Reader] = OrderedDict()
_answers: OrderedDict[Hashable, Any] = OrderedDict()
_revision: Revision = ()


def book() -> Book:
    """The scorebook that SCORER_DB names, the same for all viewers; it is only ever read."""
    where = os.environ["SCORER_DB"]
    with _lock:
        if (file := _file(where)) not in _books:
            forget()
            _books[file] = Book(where)
        return _books[file]


def _file(where: str) -> tuple[object, ...]:
    """What tells a scorebook file from another one put in its place: an open one would be read on for ever."""
    try:
        found = os.stat(where)  # noqa: PTH116 - a text, and maybe the address of a server
    except (OSError, ValueError):
        return (where,)
    return where, found.st_dev, found.st_ino


def forget() -> None:
    """Let go of the scorebook and of everything read from it."""
    with _lock:
        for opened in _books.values():
            opened.close()
        for cache in (_books, _readers, _answers):
            cache.clear()


def revision() -> Revision:
    """Something that is another one after any change: a deal recorded, edited, voided, undone, a player renamed."""
    with book().reading() as session:
        return newest(session)


def frames_now(selection: Selection) -> Frames:
    """The frames of a selection; after a deal the new rows alone are read. Raises NotFoundError."""
    with _lock, book().reading() as session:
        reader = _kept(_readers, selection, lambda: Reader(selection), MOST_SELECTIONS)
        return reader.frames(session)


def parts_now(selection: Selection, measure: str) -> list[Part]:
    """The frames of a selection apart by league and variant, or by a measure; raises RefusedError for money."""
    frames = frames_now(selection)
    return _now((frames, measure), lambda _: split(frames, measure))


def made(question: Hashable, make: Callable[[], T]) -> T:
    """What a page makes, its tables and figures, once until anything changes.

    `question` has the frames that it is made of, and whatever else decides how it looks.
    """
    return _now(question, lambda _: make())


def matches_now() -> list[Match]:
    """Every match that exists: the open ones first, then the latest."""
    return _now("matches", lambda session: sorted(scorebook.matches(session), key=_open_then_latest))


def _open_then_latest(match: Match) -> tuple[bool, int, int]:
    return match.sitting.finished, -match.on.toordinal(), -match.id


def sheet_now(match_id: int) -> Sheet:
    """The match with its live records; raises NotFoundError."""
    return _now(
        ("sheet", match_id),
        lambda session: scorebook.sheet_of(session, scorebook.match_by_id(session, match_id)),
    )


def history_now(match_id: int) -> list[Step]:
    """Every step of the match and of the whole scorebook, oldest first, with what it made and voided."""
    return _now(("history", match_id), lambda session: scorebook.history(session, match_id))


def standing_now() -> list[Standing]:
    """Every match with its label of the variant, its number of deals and who deals next: by league, date and name."""
    return _now("standing", lambda session: list(standing(session, heads(session))))


def leagues_now() -> list[League]:
    """Every league, by name."""
    return _now("leagues", scorebook.leagues)


def tournaments_now() -> list[desk.Tournament]:
    """Every tournament: those going on first, then those that are over, the newest of each first."""
    return _now("tournaments", lambda session: sorted(desk.tournaments(session), key=_going_on_then_newest))


def _going_on_then_newest(tournament: desk.Tournament) -> tuple[bool, int]:
    return tournament.finished, -tournament.id


def sizes_now(match_id: int) -> tuple[int, ...]:
    """How many may play a deal of a match; raises NotFoundError."""
    return _now(
        ("sizes", match_id), lambda session: scorebook.match_by_id(session, match_id).variant.player_counts
    )  # fmt: skip


def members_now(tournament_id: int) -> list[tuple[str, int, int]]:
    """Name, units and deals of everybody at every table of a tournament; raises NotFoundError."""
    return _now(
        ("members", tournament_id),
        lambda session: desk.individual_lines(session, desk.find_tournament(session, str(tournament_id))),
    )


def players_now() -> list[str]:
    """Every player, first come first: the order of their colours. Who was merged goes by the other name alone."""
    return _now("players", lambda session: _first_come(rows.player_ids(session)))


def _first_come(ids: dict[str, int]) -> list[str]:
    return sorted(ids, key=ids.__getitem__)


def _now(question: Hashable, read: "Callable[[Session], T]") -> T:
    """The answer to a question, read again after any change."""
    global _revision  # noqa: PLW0603 - what the answers beside it are of
    with _lock, book().reading() as session:
        if (now := newest(session)) != _revision:
            _answers.clear()
            _revision = now
        answer: T = _kept(_answers, question, lambda: read(session), MOST_ANSWERS)
        return answer


def _kept(cache: "OrderedDict[Hashable, T]", key: Hashable, make: Callable[[], T], most: int) -> T:
    """What the cache holds, made where it is missing; the least lately asked for leaves first."""
    if key not in cache:
        cache[key] = make()
    cache.move_to_end(key)
    while len(cache) > most:
        cache.popitem(last=False)
    return cache[key]
