"""A scorebook that is made: whether there is one yet, and a first one that is there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from db.address import is_url
from db.database import UnfitDatabaseError
from scorer.atomic_file import MAKES_FOLDERS, copy_permissions, folder_beside, sync, take_place
from scorer.errors import DatabaseTroubleError
from scorer.language import N_, _
from scorer.scorebook.book import UNCONFIRMED, Book
from scorer.scorebook.transaction import Transaction

_RECORDED = (
    'SELECT EXISTS (SELECT 1 FROM "match") OR EXISTS (SELECT 1 FROM player) OR EXISTS (SELECT 1 FROM step)'
    " OR EXISTS (SELECT 1 FROM tournament)"
)


class UnfinishedBook(Book):
    """A scorebook that is made beside its place: trouble with it is trouble with the one that it becomes."""

    def __init__(self, path: str, becomes: Book) -> None:
        super().__init__(path, becomes.now, alone=True)
        self._becomes = becomes

    @property
    def label(self) -> str:
        """The name of the scorebook that it becomes."""
        return self._becomes.label


def is_missing(book: Book) -> bool:
    """Whether there is no scorebook file yet, or an empty one; False for a server, which only an attempt can tell."""
    if is_url(book.where):
        return False
    path = Path(book.where)
    try:
        return not path.exists() or (path.is_file() and not path.stat().st_size)
    except (OSError, ValueError):
        return False


def is_unused(book: Book) -> bool:
    """Whether nothing was ever recorded on a server: its database is empty, or the scorebook in it is."""
    try:
        with book.reading() as transaction:
            return not transaction.value(_RECORDED)
    except DatabaseTroubleError as error:
        if isinstance(error.__cause__, UnfitDatabaseError) and error.__cause__.code == "empty":
            return True
        raise


@contextmanager
def founding(book: Book) -> Iterator[Transaction]:
    """A writing transaction. A file that is missing is made beside its place, and takes it when the block ends well."""
    with book.turn():
        if is_missing(book):
            yield from _founded(book)
        else:
            with book.writing(make=True) as transaction:
                yield transaction


def _founded(book: Book) -> Iterator[Transaction]:
    path = Path(book.where).absolute()
    nearest = next(folder for folder in path.parents if folder.is_dir())
    try:
        if book.asks_for_folder and not MAKES_FOLDERS.get():  # a slip in the path is told before anything is tried
            book.make_folder()
        with folder_beside(nearest / "any") as folder:
            new = UnfinishedBook(f"{folder}/new", book)
            try:
                with new.writing(make=True) as transaction:
                    yield transaction
            finally:
                new.close()
            if not is_missing(book):
                template = N_("{scorebook} was made by somebody else in the meantime; try again")
                raise DatabaseTroubleError(_(template, scorebook=book.label))
            book.make_folder()
            if path.exists():  # empty, and somebody said who may read it
                copy_permissions(path, Path(new.where))
            try:
                take_place(Path(new.where), path)
                confirmed = sync(path.parent) or os.name == "nt"  # Windows syncs no folder, and is not blamed for it
            except OSError:
                if is_missing(book):
                    raise
                confirmed = False
            if not confirmed:
                book.notice(_(UNCONFIRMED, scorebook=book.label))
            book.close()  # it may have looked into an empty file
    except OSError as error:
        fields = {"scorebook": book.label, "reason": error.strerror or error}
        raise DatabaseTroubleError(_("{scorebook} cannot be made: {reason}", **fields)) from error
