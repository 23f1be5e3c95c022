"""A scorebook that is there when everything went well, and not at all otherwise."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlmodel import Session

from db.engine import is_url
from scorer.errors import DatabaseTroubleError
from scorer.scorebook.book import Book
from scorer.whole_file import copy_permissions, folder_beside


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
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():  # empty, and somebody said who may read it
        copy_permissions(path, new)
    new.replace(path)
