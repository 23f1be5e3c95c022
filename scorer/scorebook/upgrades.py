"""An older scorebook brought to the newest schema because somebody asks for it: in place, or as a copy."""

from dataclasses import dataclass
from pathlib import Path

from db.address import is_url
from db.copying import copy_pages
from db.older_schema import check_fit, upgrade
from db.schema import REVISIONS
from scorer.atomic_file import whole_path
from scorer.errors import RefusedError
from scorer.language import _
from scorer.rules.errors import advice
from scorer.scorebook.backups import check_two_files, idle_connection
from scorer.scorebook.book import Book
from scorer.scorebook.database_errors import in_words

NEWEST = REVISIONS[-1]


@dataclass(frozen=True, slots=True)
class Upgraded:
    """An upgrade from the schema `before`; `kept` is the file as it was, None where none was kept."""

    before: str
    kept: Path | None = None


def upgrade_in_place(book: Book) -> Upgraded:
    """Bring a scorebook to the newest schema; the file as it was is kept beside it."""
    before = book.revision()
    if before == NEWEST:
        return _newest(book)
    with book.writing():  # opening it has upgraded it
        kept = None if is_url(book.where) else Path(f"{Path(book.where).resolve()}.{before}.bak")
    return Upgraded(before, kept=kept)


def upgrade_copy(book: Book, path: Path, *, force: bool = False) -> Upgraded:
    """Write an upgraded copy of an older scorebook file to `path`, and leave the file as it is.

    Nothing is written where it has the newest schema already. Raises RefusedError for a server, and for a path that is
    taken (unless `force`).
    """
    if is_url(book.where):
        raise RefusedError(_("a scorebook on a server is upgraded where it is"), advice("upgrade_server"))
    check_two_files(book, path)
    before = book.revision()
    if before == NEWEST:
        return _newest(book)
    with book.turn(), in_words(book.label), idle_connection(book, write=False) as source:
        check_fit(source, before)
        with whole_path(path, force=force) as unfinished, in_words(str(path)):
            copy = Book(str(unfinished), alone=True)
            with idle_connection(copy) as target:
                copy_pages(source, target)
            with idle_connection(copy) as older:
                upgrade(older.database, keep_old=False)
    return Upgraded(before)


def _newest(book: Book) -> Upgraded:
    """The upgrade of a scorebook that has the newest schema already; raises where its tables are of another one."""
    with in_words(book.label), idle_connection(book, write=False) as source:
        check_fit(source, NEWEST)
    return Upgraded(NEWEST)
