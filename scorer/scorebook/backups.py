"""A backup: a scorebook as one SQLite file, there whole or not at all."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from db.address import is_url
from db.connection import Connection
from db.copying import copy_pages, copy_rows
from db.database import open_database
from scorer.atomic_file import whole_path
from scorer.errors import DatabaseTroubleError, RefusedError
from scorer.language import _
from scorer.scorebook.book import Book
from scorer.scorebook.book_contents import Contents, read_contents
from scorer.scorebook.database_errors import check_name, in_words
from scorer.scorebook.new_scorebook import UnfinishedBook


def back_up(book: Book, path: Path, *, force: bool = False) -> Contents:
    """Write the scorebook as it is at this moment to an SQLite file at `path`; others may go on recording.

    Raises RefusedError for a path that is taken (unless `force`), DatabaseTroubleError where it cannot be written and
    for a scorebook that is damaged: an old backup stays then.
    """
    check_name(str(path))
    check_two_files(book, path)
    with book.turn(), book.reading(even_damaged=True) as transaction:  # nobody could finish writing while it is copied
        held = read_contents(transaction)  # from here on the transaction sees one state
        with whole_path(path, force=force) as unfinished, in_words(str(path)):
            fill(transaction, book, UnfinishedBook(str(unfinished), Book(str(path))))
            with idle_connection(Book(str(unfinished), alone=True), write=False) as written:
                check_sound(written, _("{scorebook} is damaged, and no backup was made", scorebook=book.label))
    return held


def fill(source: Connection, book: Book, copy: Book) -> None:
    """Make `copy`, an empty file, the same as the scorebook behind `source`."""
    if source.is_sqlite:
        with idle_connection(copy) as target:
            copy_pages(source, target)
        return
    try:
        with copy.writing(make=True) as transaction, server_or_file(book.label, copy.label):
            copy_rows(source, transaction)
    finally:
        copy.close()


@contextmanager
def server_or_file(server: str, file: str) -> Iterator[None]:
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


def check_sound(connection: Connection, complaint: str) -> None:
    """Raise DatabaseTroubleError unless SQLite finds every page of the file in order."""
    answer = str(connection.value("PRAGMA quick_check(1)"))
    if answer != "ok":
        raise DatabaseTroubleError(_("{complaint}: {fault}", complaint=complaint, fault=answer.splitlines()[-1]))


def check_two_files(book: Book, path: Path) -> None:
    """Raise RefusedError where `path` is the scorebook itself, by whatever name."""
    if not is_url(book.where) and _exists(path) and _exists(book.where) and path.samefile(book.where):
        raise RefusedError(_("{path} is the scorebook itself; name another file", path=path))


def _exists(path: Path | str) -> bool:
    return os.path.exists(path)  # noqa: PTH110 - what is no name of a file is no file, and no error
