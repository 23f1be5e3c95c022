"""A restore: a backup in place of the scorebook, once what was there is kept; whole or not at all."""

import re
import shutil
import sqlite3
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from db.address import is_url
from db.connection import Connection
from db.copying import copy_pages, copy_rows
from db.database import UnfitDatabaseError
from db.older_schema import revision, upgrade
from db.schema import foreign_doings
from scorer.atomic_file import copy_permissions, folder_beside, make_folder, take_place
from scorer.errors import DatabaseTroubleError
from scorer.language import N_, _
from scorer.rules.errors import advice
from scorer.scorebook.backups import check_sound, check_two_files, fill, idle_connection, server_or_file
from scorer.scorebook.book import Book
from scorer.scorebook.book_contents import Contents, read_contents
from scorer.scorebook.database_errors import check_name, in_words, misfit_words
from scorer.scorebook.new_scorebook import UnfinishedBook, is_missing

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_CANNOT_BE_RESTORED = N_("{path} is damaged: it cannot be restored")
_BEFORE = ".before-restore"
_BESIDE = ("-journal", "-wal", "-shm")  # what SQLite keeps beside a file: it belongs to that file alone
# After these errors nothing is committed; after another one, such as that of a folder that was not synced, it may be.
_NOT_COMMITTED = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_SERVER_NAME = "SELECT current_database() || '.' || current_schema()"


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
                    check_sound(source, _(_CANNOT_BE_RESTORED, path=path))
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
                    "{path} is not as scorer made it: {fault}; nothing was restored",
                    path=path,
                    fault=misfit_words(doings[0]),
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


def _folder(book: Book) -> Path:
    """The folder of a scorebook file, made where there is none; for a server that of temporary files."""
    if is_url(book.where):
        return Path(tempfile.gettempdir())
    folder = Path(book.where).absolute().parent
    try:
        book.make_folder()
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
            return read_contents(transaction)
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


def replace_by(book: Book, copy: Book, there: Contents) -> Path | None:
    """Make the scorebook the same as `copy`, whole or not at all, once what was `there` is kept; where that is.

    Other programs that have it open find the new contents in it, unless it was damaged: that file cannot be written to.
    """
    book.close()
    if is_url(book.where):
        with (
            in_words(book.label),
            copy.reading() as source,
            book.writing(make=True, to_replace=True) as transaction,
            server_or_file(book.label, copy.label),
        ):
            if doings := foreign_doings(transaction):
                raise UnfitDatabaseError("foreign_laws", fault=doings[0])
            kept = None if there.is_empty else _keep_rows(transaction, book)
            try:
                copy_rows(source, transaction)
            except BaseException:  # nothing is committed yet
                if kept:
                    kept.unlink()
                raise
        return kept
    path = Path(book.where).resolve()
    with book.turn(), in_words(book.label):
        if there.damaged:
            return _replace_damaged(path, copy)
        kept, new = None if there.is_empty else _keep_pages(book, path), is_missing(book)
        try:
            _copy(copy, book)
        except BaseException as error:
            if new:
                path.unlink(missing_ok=True)
            if kept and _tells_of_damage(error, _NOT_COMMITTED):
                kept.unlink()
            raise
    return kept


def _copy(sound: Book, book: Book) -> None:
    """Copy a sound file over another one, page by page."""
    with idle_connection(sound, write=False) as source, idle_connection(book) as target:
        copy_pages(source, target)


def _replace_damaged(path: Path, copy: Book) -> Path:
    """Keep the bytes of a damaged file, and put `copy` in its place; returns where they are kept.

    Its journal goes first: it would be played into the new file.
    """
    kept = _keep_bytes(path)
    with _kept_whole(path) as new:
        _copy(copy, Book(str(new), alone=True))
        copy_permissions(path, new)
        for suffix in _BESIDE:
            Path(f"{path}{suffix}").unlink(missing_ok=True)
        take_place(new, path)
    return kept


def _keep_pages(book: Book, path: Path) -> Path:
    """Copy a sound file to a new name beside it."""
    with _kept_whole(path) as new:
        _copy(book, Book(str(new), alone=True))
        copy_permissions(path, new)
        return _put_at_free_name(new, path)


def _keep_bytes(path: Path) -> Path:
    """Copy a file that cannot be read as a scorebook to a new name beside it, with what SQLite keeps beside it."""
    with _kept_whole(path) as new:
        for suffix in ("", *_BESIDE):
            with suppress(FileNotFoundError):
                shutil.copy(f"{path}{suffix}", f"{new}{suffix}")
        return _put_at_free_name(new, path)


def _keep_rows(transaction: Connection, book: Book) -> Path:
    """Write what is on a server to a new file in the user's data folder, named after its database and schema."""
    import platformdirs  # noqa: PLC0415 - for a server only

    name = re.sub(r"[^\w.-]", "-", str(transaction.value(_SERVER_NAME)))
    path = Path(platformdirs.user_data_dir("scorer", appauthor=False)) / name
    with _kept_whole(path) as new:
        fill(transaction, book, UnfinishedBook(str(new), Book(f"{path}{_BEFORE}")))
        return _put_at_free_name(new, path)


@contextmanager
def _kept_whole(path: Path) -> Iterator[Path]:
    """The path of a new file near `path`, to be given its name when all of it is written.

    Trouble with it is trouble with the file in which `path` is kept: nothing was replaced.
    """
    kept = f"{path}{_BEFORE}"
    try:
        make_folder(path.parent)
        with folder_beside(path) as folder, in_words(kept):
            yield folder / "new"
    except OSError as error:
        template = N_("{path} could not be written: {reason}; nothing was restored")
        raise DatabaseTroubleError(_(template, path=kept, reason=error.strerror or error)) from error


def _put_at_free_name(new: Path, path: Path) -> Path:
    """Give a file, and what SQLite keeps beside it, the first name that nothing has: FILE.before-restore, then .2, .3.

    The name is taken by making it, so that of two programs each gets its own.
    """
    for number in count(1):
        kept = Path(f"{path}{_BEFORE}" if number == 1 else f"{path}{_BEFORE}.{number}")
        if any(Path(f"{kept}{suffix}").exists() for suffix in _BESIDE):
            continue
        with suppress(FileExistsError):
            kept.touch(mode=0o600, exist_ok=False)
            break
    try:
        for suffix in (*_BESIDE, ""):
            if (part := Path(f"{new}{suffix}")).exists():
                take_place(part, Path(f"{kept}{suffix}"))
    except BaseException:
        for suffix in (*_BESIDE, ""):
            Path(f"{kept}{suffix}").unlink(missing_ok=True)
        raise
    return kept
