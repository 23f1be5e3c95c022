"""The scorebook as a file or an address: transactions, and database trouble said in words."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError
from sqlmodel import Session

from db.engine import (
    REVISIONS,
    STATEMENT_SECONDS,
    UnfitDatabaseError,
    foreign_doings,
    is_url,
    open_engine,
    revision,
    upgrade,
)
from scorer.atomic_file import copy_permissions, folder_beside, make_folder, take_place
from scorer.errors import DamagedError, DatabaseTroubleError, MayBeRecordedError, NewerScorebookError
from scorer.scorebook.whole import WHOLE, check_matches, is_sound

if TYPE_CHECKING:
    from scorer.scorebook.unconfirmed import Marked

_BUSY = "is busy: another program has been writing to it for some seconds; try again"
_TROUBLE = {
    "55P03": _BUSY,
    "40P01": "is busy: another program wrote to it at the same moment; try again",
    "57014": f"took longer than {STATEMENT_SECONDS} seconds to answer, and was stopped; nothing was recorded",
    "timeout expired": "did not answer in time: see that the server runs there",
    "locked": _BUSY,
    "readonly": "cannot be written: the file or its folder is read-only",
    "full": "could not be written: the disk is full; nothing was recorded",
    "disk i/o": "could not be read or written: the disk reports an error; nothing was recorded",
    "malformed": "is damaged; restore a backup (scorer db path shows which file it is)",
    "integer overflow": "is damaged; restore a backup (scorer db path shows which file it is)",
    "decode to utf-8": "is damaged: a text in it is none; restore a backup (scorer db path shows which file it is)",
    "not a database": "is not a scorebook, or is damaged",
    "unable to open": "cannot be opened: check that the folder exists and may be written",
}
_UNREADABLE = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError)  # what rows that are none lead to
_UNIQUE = "23505"
_BROKEN = "cannot be reached any more: the line to the server broke; nothing was recorded"
_UNKNOWN = "the line to the server broke when the answer was due: this may be recorded, or not. "
_AGAIN = "Say the same again: it is recorded once only"
_LOOK = "scorer history says what is; look before you say it again"
_FOREIGN = "is not as scorer made it: {}. Nothing was recorded; scorer check names all of it, a backup has it right"
_EMPTY = "is empty: no scorebook yet; {} makes one of it"
_SMALLEST = 512  # bytes of a page: SQLite takes a smaller file for an empty one and writes over it


def utc_now() -> datetime:
    """The moment it is."""
    return datetime.now(UTC)


@contextmanager
def said_in_words(label: str) -> Iterator[None]:
    """Trouble with the database that `label` names becomes a DatabaseTroubleError, or a NewerScorebookError."""
    try:
        yield
    except UnfitDatabaseError as error:
        kind = NewerScorebookError if error.newer else DatabaseTroubleError
        raise kind(f"{label} {error}") from error
    except UnicodeDecodeError as error:
        raise DatabaseTroubleError(f"{label} {_TROUBLE['malformed']}") from error
    except DBAPIError as error:
        complaint = str(error.orig).casefold()
        state = getattr(error.orig, "sqlstate", None)  # of a server: its words are in its own language
        words = _TROUBLE.get(state or "") or next((words for key, words in _TROUBLE.items() if key in complaint), None)
        if error.connection_invalidated:
            words = _BROKEN
        if isinstance(error, IntegrityError):
            if "unique" not in complaint and state != _UNIQUE:
                raise  # the database kept a law that this program should have kept: a fault of ours
            words = "was changed at the same moment; try again"
        first_line = str(error.orig).strip().split("\n")[0]
        raise DatabaseTroubleError(f"{label} {words or 'cannot be used: ' + first_line}") from error


class Book:
    """A scorebook at a path or a database address. Opens nothing until the first transaction.

    `now` tells the moment that a step is written down with: a clock of its own for what is to come out the same again.
    `begun_by` is the command that makes one where there is none, as it is said to whoever looks for it.
    """

    begun_by = "scorer start"

    def __init__(self, where: str, now: Callable[[], datetime] = utc_now) -> None:
        self.where = where
        self.now = now
        self._path = None if is_url(where) else where
        self._engines: dict[bool, Engine] = {}  # by whether they may write
        self._fit: set[bool] = set()
        self._whole: set[str] = set()
        self.was_written = False

    @property
    def label(self) -> str:
        """The path, or the address without its password: safe to print."""
        return re.sub(r"((?<=[?&])\w*password=)[^&]*", r"\1***", re.sub(r"(://[^/@:]*):.*@", r"\1:***@", self.where))

    def _engine(self, *, write: bool) -> Engine:
        """The engine for this path or address, kept; raises DatabaseTroubleError for what is neither."""
        if known := self._engines.get(write):
            return known
        hint = f"{self.label} is not an address this program can open: postgresql://user@host/name"
        try:
            if not self._path and not self.where.startswith("postgresql"):
                raise DatabaseTroubleError(f"{hint}, or the path of a file")
            if not self._path and "@" in str(make_url(self.where).host):  # half a password would be told as host
                raise DatabaseTroubleError(f"{hint}; an @ in a name or a password is written %40")
            return self._engines.setdefault(write, open_engine(self.where, write=write))
        except (NoSuchModuleError, ModuleNotFoundError) as error:
            driver = "pip install 'chiamata[postgres]' brings it"
            raise DatabaseTroubleError(f"{self.label} needs the driver for PostgreSQL: {driver}") from error
        except (ArgumentError, ValueError) as error:
            raise DatabaseTroubleError(hint) from error

    @contextmanager
    def reading(self, *, even_damaged: bool = False) -> Iterator[Session]:
        """A transaction that sees one state of the scorebook and can change nothing.

        Raises DamagedError where rows are missing, unless somebody wants to look at it `even_damaged`.
        """
        self._must_exist()
        with self._transaction(self._check, write=False) as session:
            if even_damaged or not self._path:
                yield session
                return
            session.info[WHOLE] = self._whole
            try:
                check_matches(session)
                yield session
            except _UNREADABLE as error:
                if is_sound(session):
                    raise  # a fault of ours
                raise DamagedError(self.label) from error

    @contextmanager
    def writing(self, *, make: bool = False, words: Sequence[str] = (), to_replace: bool = False) -> Iterator[Session]:
        """A transaction that holds the write lock from its beginning; committed whole or not at all.

        Upgrades an older scorebook; with `make`, makes one where there is none. `words`, the match first, are what the
        command says: where a server does not tell what came of them, the same words again are recorded once only.
        Raises MayBeRecordedError then, and AlreadyRecordedError. A scorebook that is not as scorer made it is taken
        only `to_replace` it: a trigger in it may falsify what is recorded.
        """
        if not make or (self._path and os.path.exists(self._path)):  # noqa: PTH110 - as below
            self._must_exist()
        elif self._path:
            try:
                make_folder(Path(self._path).absolute().parent)
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or error
                raise DatabaseTroubleError(f"{self.label} cannot be made: {reason}") from error
        marked = None
        if words and not self._path:
            from scorer.scorebook.unconfirmed import Marked  # noqa: PLC0415 - for a server only

            marked = Marked(self.where, words)
        with (
            self._outcome(marked) as done,
            self._transaction(partial(self._upgrade_if_due, make=make), write=True) as session,
        ):
            if not to_replace and (doings := foreign_doings(session.connection())):
                raise UnfitDatabaseError(_FOREIGN.format(doings[0]))
            if marked:
                marked.check(session)
                session.info["mark"] = marked.mark
            yield session
            session.flush()
            done.append("all that is left is the commit")
        if marked and "mark" not in session.info:  # a step bears it
            marked.forget()
        self.was_written = True

    @contextmanager
    def _outcome(self, marked: "Marked | None") -> Iterator[list[str]]:
        """Say so where nobody knows what came of a commit, and keep the mark of the command; `done` holds its stage."""
        done: list[str] = []
        how = _AGAIN if marked else _LOOK
        try:
            yield done
        except KeyboardInterrupt as interrupted:
            if done:
                if marked:
                    marked.remember()
                interrupted.add_note(
                    f"{self.label}: interrupted while it was written: it may be recorded, or not. {how}"
                )
            raise
        except DatabaseTroubleError as error:
            if not done or not getattr(error.__cause__, "connection_invalidated", False):
                raise
            if marked:
                marked.remember()
            raise MayBeRecordedError(f"{self.label}: {_UNKNOWN}{how}") from error

    def _must_exist(self) -> None:
        """Raise DatabaseTroubleError where there is no file."""
        if self._path and not os.path.isfile(self._path):  # noqa: PTH113 - a NUL in the name is no file, and no error
            if os.path.exists(self._path):  # noqa: PTH110 - same
                raise DatabaseTroubleError(f"{self.label} is not a file: a scorebook is one")
            raise DatabaseTroubleError(f"no scorebook at {self.label}; {self.begun_by} makes one")

    @contextmanager
    def _transaction(self, prepare: Callable[[Engine], None], *, write: bool) -> Iterator[Session]:
        engine = self._engine(write=write)
        with said_in_words(self.label):
            if self._path and os.path.isfile(self._path) and 0 < Path(self._path).stat().st_size < _SMALLEST:  # noqa: PTH113 - as above
                raise UnfitDatabaseError(_TROUBLE["not a database"])
            if write not in self._fit:
                prepare(engine)
                self._fit.add(write)
            with Session(engine, expire_on_commit=False) as session, session.begin():
                session.info["now"] = self.now
                yield session

    def _check(self, engine: Engine) -> None:
        """Raise UnfitDatabaseError for a scorebook that cannot be read as it is."""
        with engine.connect() as connection:
            found = revision(connection)
        if found is None:
            raise UnfitDatabaseError(_EMPTY.format(self.begun_by))
        if found != REVISIONS[-1]:
            raise UnfitDatabaseError(f"has the older schema {found}; the next command that records upgrades it")

    def _upgrade_if_due(self, engine: Engine, *, make: bool) -> None:
        """Bring an older scorebook to the newest schema; with `make`, an empty one too."""
        with engine.connect() as connection:
            found = revision(connection)
        if found is None and not make:
            raise UnfitDatabaseError(_EMPTY.format(self.begun_by))
        if found != REVISIONS[-1]:
            upgrade(engine)

    def close(self) -> None:
        """Let go of the file."""
        while self._engines:
            self._engines.popitem()[1].dispose()
        self._fit.clear()
        self._whole.clear()


def is_missing(book: Book) -> bool:
    """Whether there is no scorebook file yet, or an empty one; nobody can say so of a server."""
    if is_url(book.where):
        return False
    path = Path(book.where)
    try:
        return not path.exists() or (path.is_file() and not path.stat().st_size)
    except (OSError, ValueError):
        return False


@contextmanager
def founding(book: Book) -> Iterator[Session]:
    """A writing transaction. A file that is missing is made beside its place, and takes it when the block ends well."""
    if not is_missing(book):
        with book.writing(make=True) as session:
            yield session
        return
    path = Path(book.where).absolute()
    nearest = next(folder for folder in path.parents if folder.is_dir())
    try:
        with folder_beside(nearest / "any") as beside:
            new = Book(f"{beside}/new", book.now)
            try:
                with new.writing(make=True) as session:
                    yield session
            finally:
                new.close()
            _take_place(book, Path(new.where), path)
    except OSError as error:
        raise DatabaseTroubleError(f"{book.label} cannot be made: {error.strerror or error}") from error


def _take_place(book: Book, new: Path, path: Path) -> None:
    """Put the file `new` at `path`, unless there is a scorebook by now."""
    if not is_missing(book):
        raise DatabaseTroubleError(f"{book.label} was made by somebody else in the meantime; try again")
    make_folder(path.parent)
    if path.exists():  # empty, and somebody said who may read it
        copy_permissions(path, new)
    take_place(new, path)
