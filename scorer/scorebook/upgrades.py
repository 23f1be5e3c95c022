"""An older scorebook brought to the newest schema because somebody asks for it: in place, or as a copy."""

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


def upgrade_in_place(book: Book) -> str:
    """Bring a scorebook to the newest schema, the file as it was kept beside it; returns the schema that it had."""
    before = book.revision()
    if before == NEWEST:
        return _newest(book)
    with book.writing():  # opening it upgrades it, and says so
        return before


def upgrade_copy(book: Book, path: Path, *, force: bool = False) -> str:
    """Write an upgraded copy of an older scorebook file to `path`, and leave the file as it is; returns its schema.

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
    return before


def _newest(book: Book) -> str:
    """The newest schema, of a scorebook that has it already; raises where its tables are of another one."""
    with in_words(book.label), idle_connection(book, write=False) as source:
        check_fit(source, NEWEST)
    return NEWEST
