"""The scorebook as a file or an address: transactions, and database trouble said in words."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from sqlalchemy import Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError

from db.address import is_conninfo, is_postgres, is_url, masked
from db.engine import STATEMENT_SECONDS, UnfitDatabaseError, open_engine
from db.schema import REVISIONS, foreign_doings
from db.turns import PATIENCE_SECONDS, turn
from db.upgrading import revision, upgrade, upgraded_in_memory
from scorer.atomic_file import make_folder
from scorer.errors import DamagedError, DatabaseTroubleError, MayBeRecordedError, NewerScorebookError, ReplacedError
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.whole import check_matches, is_sound

if TYPE_CHECKING:
    from scorer.scorebook.unconfirmed import Marked

_BUSY = "is busy: another program has been writing to it for some seconds; try again"
_MOVED = (
    "was replaced, moved or deleted while it was written; nothing was recorded. Look what is there, and begin again"
)
_LACKING = "is not as scorer made it: a table or a column is missing; scorer check names it, a backup has it right"
_TROUBLE = {
    "55P03": _BUSY,
    "25006": "is read-only: a standby, or set so by who keeps the server; nothing was recorded",
    "40P01": "is busy: another program wrote to it at the same moment; try again",
    "57014": f"took longer than {STATEMENT_SECONDS} seconds to answer, and was stopped; nothing was recorded",
    "timeout expired": "did not answer in time: see that the server runs there",
    "42P01": _LACKING,
    "42703": _LACKING,
    "no such table": _LACKING,
    "no such column": _LACKING,
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
_ADDRESSES = "postgresql://user@host/name or host=HOST dbname=NAME user=USER"
_QUOTED = r"a value with blanks stands in '...', a ' in it is \', and ./ before it makes it the path of a file"
_NO_WRITING = "may only be read by this role; nothing was recorded. Name a role that may write, or ask who keeps it"
_NO_READING = "may not be read by this role; ask who keeps it for the right to SELECT from every table"
_UNREADABLE = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError)  # what rows that are none lead to
_EMPTY = "is empty: no scorebook yet; {} makes one of it"
_SMALLEST = 512  # bytes of a page: SQLite takes a smaller file for an empty one and writes over it


def utc_now() -> datetime:
    """The moment it is."""
    return datetime.now(UTC)


@contextmanager
def said_in_words(label: str, busy: str = _BUSY) -> Iterator[None]:
    """Trouble with the database that `label` names becomes a DatabaseTroubleError, or a NewerScorebookError.

    `busy` says who is in the way, where that is known.
    """
    try:
        yield
    except UnfitDatabaseError as error:
        kind = NewerScorebookError if error.newer else DatabaseTroubleError
        raise kind(f"{label} {error}") from error
    except DamagedError as error:
        if error.label:
            raise
        raise DamagedError(label) from error
    except UnicodeDecodeError as error:
        raise DatabaseTroubleError(f"{label} {_TROUBLE['malformed']}") from error
    except DBAPIError as error:
        complaint = str(error.orig).casefold()
        state = getattr(error.orig, "sqlstate", None)  # of a server: its words are in its own language
        words = _TROUBLE.get(state or "") or next((words for key, words in _TROUBLE.items() if key in complaint), None)
        if words == _BUSY:
            words = busy
        if getattr(error.orig, "sqlite_errorcode", 0) == sqlite3.SQLITE_READONLY_DBMOVED:
            raise ReplacedError(f"{label} {_MOVED}") from error
        if state == "42501":  # this role may not
            asked = (error.statement or "").lstrip()
            beside = ("FOR UPDATE", "nextval(", "setval(")  # in a SELECT, for which one needs more than to read
            writes = not asked.startswith("SELECT") or any(word in asked for word in beside)
            words = _NO_WRITING if writes else _NO_READING
        if error.connection_invalidated:
            words = "cannot be reached any more: the line to the server broke; nothing was recorded"
        if isinstance(error, IntegrityError):
            if "unique" not in complaint and state != "23505":
                raise  # the database kept a law that this program should have kept: a fault of ours
            words = "was changed at the same moment; try again"
        first_line = str(error.orig).strip().split("\n")[0]
        raise DatabaseTroubleError(f"{label} {words or 'cannot be used: ' + first_line}") from error


class Book:
    """A scorebook at a path or a database address. Opens nothing until the first transaction.

    `now` tells the moment that a step is written down with: a clock of its own for what is to come out the same again.
    `begun_by` is the command that makes one where there is none, as it is said to whoever looks for it. `waits` is told
    what is waited for when that takes long. `alone`: nobody else knows of the file, which is being made.
    """

    begun_by = "scorer start"

    def __init__(self, where: str, now: Callable[[], datetime] = utc_now, *, alone: bool = False) -> None:
        self.where = where
        self.now = now
        self._path = None if is_url(where) else where
        self._engines: dict[bool, Engine] = {}  # by whether they may write
        self._fit: dict[bool, Engine] = {}  # those that were seen to fit, or what is read instead
        self._preparing = Lock()  # viewers of a dashboard are threads, and migrations run one at a time
        self._copied: tuple[int, ...] | None = None  # what told an older file from others when it was copied to be read
        self._alone = alone
        self._busy = _BUSY
        self._opened: tuple[int, ...] = ()  # device and inode: another file may take the place of this one
        self.waits: Callable[[str], None] = lambda _what: None
        self._whole: set[str] = set()
        self.kept_open: dict[int, datetime] = {}  # matches by number, and when each was started
        self.was_written = False

    @property
    def label(self) -> str:
        """The path, or the address without its password: safe to print."""
        return masked(self.where)

    def _engine(self, *, write: bool) -> Engine:
        """The engine for this path or address, kept; raises DatabaseTroubleError for what is neither."""
        if known := self._engines.get(write):
            return known
        hint = f"{self.label} is not an address this program can open: {_ADDRESSES}"
        try:
            if not self._path and not is_postgres(self.where):
                raise DatabaseTroubleError(f"{hint}, or the path of a file")
            if not self._path and not is_conninfo(self.where) and "@" in str(make_url(self.where).host):
                raise DatabaseTroubleError(f"{hint}; an @ in a name or a password is written %40")  # half a password
            return self._engines.setdefault(write, open_engine(self.where, write=write))
        except (NoSuchModuleError, ModuleNotFoundError) as error:
            driver = "pip install 'chiamata[postgres]' brings it"
            raise DatabaseTroubleError(f"{self.label} needs the driver for PostgreSQL: {driver}") from error
        except (ArgumentError, ValueError) as error:
            more = f"; {_QUOTED}" if is_conninfo(self.where) else ""
            raise DatabaseTroubleError(f"{hint}{more}") from error

    @contextmanager
    def reading(self, *, even_damaged: bool = False) -> Iterator[Transaction]:
        """A transaction that sees one state of the scorebook and can change nothing.

        Raises DamagedError where rows are missing, unless somebody wants to look at it `even_damaged`.
        """
        self._must_exist()
        with self._preparing:
            if self._copied and self._copied != self._file():
                self._copied = None
                self._whole.clear()
                self._fit.pop(False).dispose()
        with self._transaction(self._readable, write=False) as transaction:
            if even_damaged or not self._path:
                yield transaction
                return
            transaction.looked_at = self._whole
            try:
                check_matches(transaction)
                yield transaction
            except _UNREADABLE as error:
                if is_sound(transaction):
                    raise  # a fault of ours
                raise DamagedError(self.label) from error

    @contextmanager
    def writing(
        self, *, make: bool = False, words: Sequence[str] = (), to_replace: bool = False
    ) -> Iterator[Transaction]:
        """A transaction that holds the write lock from its beginning; committed whole or not at all.

        Upgrades an older scorebook; with `make`, makes one where there is none. `words`, the match first, are what the
        command says: where a server does not tell what came of them, the same words again are recorded once only.
        Raises MayBeRecordedError then, and AlreadyRecordedError. A scorebook that is not as scorer made it is taken
        only `to_replace` it: a trigger in it may falsify what is recorded.
        """
        self._must_exist(make=make)
        marked = None
        if words and not self._path:
            from scorer.scorebook.unconfirmed import Marked  # noqa: PLC0415 - for a server only

            marked = Marked(self.where, words)
        with (
            self.turn(),
            self._outcome(marked) as done,
            self._transaction(partial(self._upgrade_if_due, make=make), write=True) as transaction,
        ):
            if not to_replace and (doings := foreign_doings(transaction.connection())):
                how = "Nothing was recorded; scorer check names all of it, a backup has it right"
                raise UnfitDatabaseError(f"is not as scorer made it: {doings[0]}. {how}")
            if marked:
                marked.check(transaction)
                transaction.mark = marked.mark
            yield transaction
            transaction.flush()
            if self._opened and self._file()[:2] != self._opened:
                raise ReplacedError(f"{self.label} {_MOVED}")
            done.append("all that is left is the commit")
        if marked and transaction.mark is None:  # a step bears it
            marked.forget()
        self.was_written = True

    @contextmanager
    def turn(self) -> Iterator[None]:
        """The turn of this program among all that write to the file; on a server, that lines them up itself."""
        if not self._path or self._alone:
            yield
            return
        before = self._busy
        waiting = "Waiting for {}, which writes to {} or beside it ..."
        with turn(self._path, lambda who: self.waits(waiting.format(who, self.label))) as other:
            if other:
                since = f"for more than {PATIENCE_SECONDS} seconds; nothing was recorded, try again"
                self._busy = f"is busy: {other} has been writing to it, or in its folder, {since}"
            try:
                yield
            finally:
                self._busy = before

    @contextmanager
    def _outcome(self, marked: "Marked | None") -> Iterator[list[str]]:
        """Say so where nobody knows what came of a commit, and keep the mark of the command; `done` holds its stage."""
        done: list[str] = []
        how = "scorer history says what is; look before you say it again"
        if marked:
            how = "Say the same again: it is recorded once only"
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
            broke = "the line to the server broke when the answer was due: this may be recorded, or not"
            raise MayBeRecordedError(f"{self.label}: {broke}. {how}") from error

    def _must_exist(self, *, make: bool = False) -> None:
        """Raise DatabaseTroubleError where there is no file; with `make`, where its folder cannot be made either."""
        if not self._path or os.path.isfile(self._path):  # noqa: PTH113 - a NUL in the name is no file, and no error
            return
        if os.path.exists(self._path):  # noqa: PTH110 - same
            raise DatabaseTroubleError(f"{self.label} is not a file: a scorebook is one")
        if not make:
            raise DatabaseTroubleError(f"no scorebook at {self.label}; {self.begun_by} makes one")
        try:
            make_folder(Path(self._path).absolute().parent)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise DatabaseTroubleError(f"{self.label} cannot be made: {reason}") from error

    @contextmanager
    def _transaction(self, prepare: Callable[[Engine], Engine], *, write: bool) -> Iterator[Transaction]:
        if self.is_replaced:
            look = "nothing was recorded. Begin again, and look what is in it"
            raise ReplacedError(f"{self.label} was replaced: another file has its place now; {look}")
        if self._opened and not self._file():  # it is gone
            self.close()
        engine = self._engine(write=write)
        with said_in_words(self.label, self._busy):
            if self._path and os.path.isfile(self._path) and 0 < Path(self._path).stat().st_size < _SMALLEST:  # noqa: PTH113 - as above
                raise UnfitDatabaseError(_TROUBLE["not a database"])
            with self._preparing:
                fit = self._fit.get(write) or self._fit.setdefault(write, prepare(engine))
            with Transaction(fit, self.now, self.kept_open) as transaction, transaction.begin():
                self._opened = self._opened or self._file()[:2]
                yield transaction

    @property
    def is_replaced(self) -> bool:
        """Whether another file took the place of the one that is open."""
        return bool(self._opened) and self._file()[:2] not in {(), self._opened}

    def _file(self) -> tuple[int, ...]:
        """What tells the file, as it is now, from any other: device and inode first; nothing where there is none."""
        try:
            found = os.stat(self._path or "")  # noqa: PTH116 - a text, and maybe no name of a file
        except (OSError, ValueError):
            return ()
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns

    def _readable(self, engine: Engine) -> Engine:
        """The engine to read with, of an older file that of a copy; raises UnfitDatabaseError for what cannot be read.

        The copy is made once, and again where the file is another one since.
        """
        before = self._file()
        with engine.connect() as connection:
            found = revision(connection)
        if found is None:
            raise UnfitDatabaseError(_EMPTY.format(self.begun_by))
        if found == REVISIONS[-1]:
            return engine
        if not self._path:
            how = "which this program does not read on a server; scorer db upgrade upgrades it"
            raise UnfitDatabaseError(f"has the older schema {found}, {how}")
        copy = upgraded_in_memory(engine)
        self._copied = before
        return copy

    def _upgrade_if_due(self, engine: Engine, *, make: bool) -> Engine:
        """The engine, once an older scorebook has the newest schema; with `make`, an empty one too."""
        with engine.connect() as connection:
            found = revision(connection)
        if found is None and not make:
            raise UnfitDatabaseError(_EMPTY.format(self.begun_by))
        if found != REVISIONS[-1]:
            upgrade(engine)
        return engine

    def revision(self) -> str:
        """The schema that the scorebook has; raises DatabaseTroubleError where there is none."""
        self._must_exist()
        with said_in_words(self.label), self._engine(write=False).connect() as connection:
            if found := revision(connection):
                return found
            raise UnfitDatabaseError(_EMPTY.format(self.begun_by))

    def close(self) -> None:
        """Let go of the file."""
        self._copied = None
        while self._engines:
            self._engines.popitem()[1].dispose()
        while self._fit:
            self._fit.popitem()[1].dispose()
        self._opened = ()
        self._whole.clear()
