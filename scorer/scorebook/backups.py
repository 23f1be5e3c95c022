"""Backup and restore: a scorebook as one SQLite file, there whole or not at all, and back again."""

import os
import sqlite3
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from db.address import is_url
from db.connection import Connection
from db.copying import copy_pages, copy_rows
from db.database import UnfitDatabaseError, make_private, open_database
from db.older_schema import revision, upgrade
from db.schema import foreign_doings
from scorer.atomic_file import copy_permissions, folder_beside, make_folder, move, whole_path
from scorer.errors import DatabaseTroubleError, RefusedError
from scorer.language import N_, _, counts
from scorer.rules.errors import advice
from scorer.rules.kinds import DEAL
from scorer.scorebook.book import Book
from scorer.scorebook.database_errors import check_name, in_words
from scorer.scorebook.new_scorebook import UnfinishedBook, is_missing

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_CANNOT_BE_RESTORED = N_("{path} is damaged: it cannot be restored")
_MATCHES = "SELECT count(*) FROM sitting WHERE voided_by IS NULL"
_DEALS = (
    "SELECT count(*) FROM record JOIN sitting ON sitting.match_id = record.match_id AND sitting.voided_by IS NULL"
    f" WHERE record.voided_by IS NULL AND record.kind = '{DEAL}'"
)


@dataclass(frozen=True, slots=True)
class Contents:
    """How much is in a scorebook. `damaged`: nobody can say."""

    matches: int = 0
    deals: int = 0
    damaged: bool = False

    def __str__(self) -> str:
        if self.damaged:
            return _("a damaged scorebook")
        return _("{matches} with {deals}", matches=counts.matches(self.matches), deals=counts.deals(self.deals))


def back_up(book: Book, path: Path, *, force: bool = False) -> Contents:
    """Write the scorebook as it is at this moment to an SQLite file at `path`; others may go on recording.

    Raises RefusedError for a path that is taken (unless `force`), DatabaseTroubleError where it cannot be written and
    for a scorebook that is damaged: an old backup stays then.
    """
    check_name(str(path))
    check_two_files(book, path)
    with book.turn(), book.reading(even_damaged=True) as transaction:  # nobody could finish writing while it is copied
        held = _contents(transaction)  # from here on the transaction sees one state
        with whole_path(path, force=force) as unfinished, in_words(str(path)):
            _fill(transaction, book, UnfinishedBook(str(unfinished), Book(str(path))))
            with idle_connection(Book(str(unfinished), alone=True), write=False) as written:
                _check_sound(written, _("{scorebook} is damaged, and no backup was made", scorebook=book.label))
    return held


def _fill(source: Connection, book: Book, copy: Book) -> None:
    """Make `copy`, an empty file, the same as the scorebook behind `source`."""
    if source.is_sqlite:
        with idle_connection(copy) as target:
            copy_pages(source, target)
        return
    try:
        with copy.writing(make=True) as transaction, _server_or_file(book.label, copy.label):
            copy_rows(source, transaction)
    finally:
        copy.close()


@contextmanager
def _server_or_file(server: str, file: str) -> Iterator[None]:
    """Name the server or the file in trouble with rows that go between the two: whichever of them had it."""
    try:
        yield
    except Exception as error:
        with in_words(file if isinstance(error, sqlite3.Error) else server):
            raise


@contextmanager
def idle_connection(book: Book, *, write: bool = True) -> Iterator[Connection]:
    """A connection to an SQLite file that is in no transaction: its pages can be replaced."""
    database = open_database(book.where, write=write)
    try:
        with database.connection() as connection:
            yield connection
    finally:
        database.close()


def _check_sound(connection: Connection, complaint: str) -> None:
    """Raise DatabaseTroubleError unless SQLite finds every page of the file in order."""
    answer = str(connection.value("PRAGMA quick_check(1)"))
    if answer != "ok":
        raise DatabaseTroubleError(_("{complaint}: {fault}", complaint=complaint, fault=answer.splitlines()[-1]))


@contextmanager
def copy_of(path: Path, book: Book) -> Iterator[Book]:
    """A sound copy of the scorebook file at `path`, upgraded where it is older, that goes away with the block.

    It stands beside `book`, where its space is needed anyway. Raises DatabaseTroubleError, and NewerScorebookError.
    """
    _check_file(book, path)
    with folder_beside(_folder(book) / "any") as folder:
        copy = Book(f"{folder}/{path.name}", alone=True)
        try:
            try:
                with in_words(str(path)), idle_connection(Book(str(path)), write=False) as source:
                    _check_sound(source, _(_CANNOT_BE_RESTORED, path=path))
                    if revision(source) is None:
                        raise DatabaseTroubleError(_("{path} is empty: no scorebook", path=path))
                    with in_words(book.label), idle_connection(copy) as target:
                        copy_pages(source, target)
            except DatabaseTroubleError as error:
                if _tells_of_damage(error.__cause__, {sqlite3.SQLITE_CORRUPT}):
                    raise DatabaseTroubleError(_(_CANNOT_BE_RESTORED, path=path)) from error
                raise
            with in_words(str(path)), idle_connection(copy) as older:
                upgrade(older.database, keep_old=False)
            with copy.writing(to_replace=True) as transaction:
                doings = foreign_doings(transaction)
            if doings:
                sentence = _(
                    "{path} is not as scorer made it: {fault}; nothing was restored", path=path, fault=doings[0]
                )
                raise DatabaseTroubleError(sentence, advice("check_file", path=path))
            yield copy
        finally:
            copy.close()


def _check_file(book: Book, path: Path) -> None:
    """Raise ScorerError for what cannot be read as a copy of the scorebook."""
    check_name(str(path))
    try:
        there, folder = path.is_file(), path.is_dir()
    except (OSError, ValueError) as error:
        fields = {"path": path, "reason": getattr(error, "strerror", None) or error}
        raise DatabaseTroubleError(_("{path} cannot be read: {reason}", **fields)) from error
    if folder:
        raise DatabaseTroubleError(_("{path} is a folder; name a file", path=path))
    if not there:
        raise DatabaseTroubleError(_("{path} is not there", path=path), advice("backup_writes"))
    check_two_files(book, path)


def check_two_files(book: Book, path: Path) -> None:
    """Raise RefusedError where `path` is the scorebook itself, by whatever name."""
    if not is_url(book.where) and _exists(path) and _exists(book.where) and path.samefile(book.where):
        raise RefusedError(_("{path} is the scorebook itself; name another file", path=path))


def _exists(path: Path | str) -> bool:
    return os.path.exists(path)  # noqa: PTH110 - what is no name of a file is no file, and no error


def _folder(book: Book) -> Path:
    """The folder of a scorebook file, made where there is none; for a server that of temporary files."""
    if is_url(book.where):
        return Path(tempfile.gettempdir())
    folder = Path(book.where).absolute().parent
    try:
        make_folder(folder)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        fields = {"scorebook": book.label, "reason": error.strerror}
        raise DatabaseTroubleError(_("{scorebook} cannot be written: {reason}", **fields)) from error


def contents(book: Book) -> Contents:
    """What restoring would replace; nothing where there is no scorebook yet.

    Raises DatabaseTroubleError for a scorebook that cannot be replaced: one that is no scorebook, or read-only.
    """
    try:
        with book.writing(make=is_url(book.where), to_replace=True) as transaction:
            return _contents(transaction)
    except DatabaseTroubleError as error:
        if is_missing(book):
            return Contents()
        unfit = isinstance(error.__cause__, UnfitDatabaseError) and error.__cause__.damaged and not is_url(book.where)
        if unfit or _tells_of_damage(error.__cause__):
            return Contents(damaged=True)
        raise


def _tells_of_damage(error: BaseException | None, codes: Collection[int] = _DAMAGED) -> bool:
    """Whether SQLite gave up because the file is no sound database."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in codes  # the higher bits of an SQLite code only give details


def _contents(connection: Connection) -> Contents:
    """How much is in an open scorebook."""
    return Contents(connection.value(_MATCHES), connection.value(_DEALS))


def replace_by(book: Book, copy: Book, *, damaged: bool = False) -> None:
    """Make the scorebook the same as `copy`, whole or not at all; a damaged file is moved to FILE.damaged first.

    Other programs that have it open find the new contents in it.
    """
    book.close()
    with in_words(book.label):
        if is_url(book.where):
            with (
                copy.reading() as source,
                book.writing(make=True) as transaction,
                _server_or_file(book.label, copy.label),
            ):
                copy_rows(source, transaction)
            return
        if damaged:
            _move_aside(Path(book.where))
        new = is_missing(book)
        try:
            with book.turn(), idle_connection(copy, write=False) as source, idle_connection(book) as target:
                copy_pages(source, target)
        except BaseException:
            if new:
                Path(book.where).unlink(missing_ok=True)
            raise


def _move_aside(path: Path) -> None:
    """Take a file out of the way, with what SQLite keeps beside it: an old journal would be played into a new file.

    An empty file with its permissions takes its place.
    """
    for suffix in ("-journal", "-wal", "-shm", ""):
        kept_by_sqlite = Path(f"{path}{suffix}")
        if kept_by_sqlite.exists():
            move(kept_by_sqlite, Path(f"{path}.damaged{suffix}"))
    make_private(path)
    copy_permissions(Path(f"{path}.damaged"), path)
