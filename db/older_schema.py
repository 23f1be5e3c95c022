"""Which schema a database has, and how an older one becomes the newest: in place, or in a copy that is read instead."""

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from db.connection import Connection, Database
from db.copying import copy_pages
from db.database import UnfitDatabaseError, make_private, open_memory, put_in_place
from db.dialects import driver_errors
from db.schema import REVISIONS, foreign_doings, revision_of_tables

_TABLES_OF_FILE = "SELECT name FROM sqlite_master WHERE type = 'table'"
_TABLES_OF_SCHEMA = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
_SIZE = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
_VERSION = "SELECT version_num FROM alembic_version"
MB = 2**20
MOST_IN_MEMORY = 64 * MB  # bytes of an older file that is read through a copy: a second or two, in each command


def revision(connection: Connection) -> str | None:
    """The schema's revision; None for an empty database. Raises UnfitDatabaseError for one that is not ours."""
    if not connection.is_sqlite and connection.value("SELECT current_schema()") is None:
        raise UnfitDatabaseError("no_schema", schema=connection.value("SHOW search_path"))
    tables = connection.values(_TABLES_OF_FILE if connection.is_sqlite else _TABLES_OF_SCHEMA)
    if not tables:
        return None
    if "alembic_version" not in tables or "record" not in tables:
        raise UnfitDatabaseError("no_scorebook")
    versions = connection.values(_VERSION)
    if len(versions) != 1:
        raise UnfitDatabaseError("no_revision", damaged=True)
    schema = str(versions[0])
    if schema not in REVISIONS:
        if not is_revision(schema):
            raise UnfitDatabaseError("no_revision", damaged=True)
        if differs_in_one_bit(schema, tables_of := revision_of_tables(connection)):
            raise UnfitDatabaseError("other_revision", schema=schema, tables=tables_of, damaged=True)
        raise UnfitDatabaseError("newer", schema=schema, newest=REVISIONS[-1])
    return schema


def is_revision(schema: str) -> bool:
    """Whether a text is the name of a revision, be it known or to come."""
    return re.fullmatch("[0-9]{4}", schema) is not None


def differs_in_one_bit(schema: str, known: str) -> bool:
    """Whether one flipped bit makes one name of the other, as a failing disk does."""
    return (int.from_bytes(schema.encode()) ^ int.from_bytes(known.encode())).bit_count() == 1


def upgrade(database: Database, *, keep_old: bool = True) -> None:
    """Bring the database to the newest schema, in one transaction; makes it where there is none.

    An older SQLite file is copied to `FILE.REVISION.bak` first, where it is to `keep_old`. Raises UnfitDatabaseError
    for what is damaged, or not made as the revision that it names: a migration would run over other tables.
    """
    from db.migrating import migrate  # noqa: PLC0415 - it takes longer to load than all the rest

    with (
        database.connection() as connection,
        _lawless(connection),
        ExitStack() as until_committed,
        _settled(connection),
        connection.begun(),
    ):
        schema = revision(connection)
        if schema and not connection.is_sqlite:  # who upgrades it at this moment is waited for
            connection.run(f"{_VERSION} FOR NO KEY UPDATE")
            schema = revision(connection)
        if schema == REVISIONS[-1]:
            return
        if schema:
            check_fit(connection, schema)
            if keep_old and (path := _file(connection)):
                until_committed.enter_context(_kept_aside(path, Path(f"{path}.{schema}.bak")))
        migrate(connection, REVISIONS[-1])
        if connection.is_sqlite and connection.rows("PRAGMA foreign_key_check"):
            raise UnfitDatabaseError("lost_references")


@contextmanager
def _settled(connection: Connection) -> Iterator[None]:
    """Pass over an error where the newest schema is there all the same.

    So it is in a folder that knows no sync, and on a server where somebody else made the tables at the same moment.
    """
    try:
        yield
    except driver_errors():
        if revision(connection) != REVISIONS[-1]:
            raise


@contextmanager
def _lawless(connection: Connection) -> Iterator[None]:
    """No law of SQLite's holds within the block, and is set again after it.

    Rebuilding a table that others refer to would otherwise empty them, and a row that breaks a law, which `scorer
    check` tells, would keep everybody from recording.
    """
    pragmas = {"foreign_keys": ("OFF", "ON"), "ignore_check_constraints": ("ON", "OFF")}
    sqlite = pragmas if connection.is_sqlite else {}
    for name, (within, _after) in sqlite.items():
        connection.run(f"PRAGMA {name}={within}")
    try:
        yield
    finally:
        for name, (_within, after) in sqlite.items():
            connection.run(f"PRAGMA {name}={after}")


def check_fit(connection: Connection, schema: str) -> None:
    """Raise UnfitDatabaseError for tables that are not those of the revision `schema`, and for damaged pages."""
    if doings := foreign_doings(connection, schema):
        raise UnfitDatabaseError("foreign_tables", fault=doings[0], damaged=True)
    if connection.is_sqlite:  # a table made anew of what is still there would hide what is lost
        sound = str(connection.value("PRAGMA integrity_check(1)"))
        if sound != "ok":
            raise UnfitDatabaseError("damaged", fault=sound.splitlines()[-1], damaged=True)


def _file(connection: Connection) -> str:
    """The path of an SQLite file; "" for one in memory, and for a server."""
    if not connection.is_sqlite:
        return ""
    return str(connection.value("SELECT file FROM pragma_database_list WHERE name = 'main'"))


@contextmanager
def _kept_aside(path: str, aside: Path) -> Iterator[None]:
    """Copy a file to `aside`, whole or not at all, for when the block has ended well.

    Where an earlier copy stands there, it is replaced at the end, and else stays. Where none does, the new one is
    there from the beginning, so that no moment of an upgrade is without it.
    """
    if not os.access(aside.parent, os.W_OK):
        raise UnfitDatabaseError("folder_read_only")
    if aside.exists() and not aside.is_file():
        raise UnfitDatabaseError("copy_in_the_way", path=aside)
    new, first = Path(f"{aside}.new"), not aside.exists()
    try:
        copy_file(path, new)
        if first:
            put_in_place(new, aside)
        yield
        if not first:
            put_in_place(new, aside)
    except Exception:
        if first:
            aside.unlink(missing_ok=True)
        raise
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def copy_file(path: str, new: Path) -> None:
    """Copy a file with its permissions; at no moment may others read more of the copy than of the file.

    By SQLite: reading the file past it would end the lock that this process holds.
    """
    try:
        new.unlink(missing_ok=True)
        make_private(new)
        with (
            closing(sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(new)) as target,
        ):
            target.execute("PRAGMA journal_mode=MEMORY")  # a kill leaves one file, not two
            source.backup(target)
        shutil.copymode(path, new)
    except (OSError, sqlite3.Error) as error:
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL:
            raise UnfitDatabaseError("disk_full") from error
        raise UnfitDatabaseError("copy_failed", fault=error) from error


def upgraded_in_memory(database: Database) -> Database:
    """A database to read an older SQLite file with: it is a copy in memory, which has the newest schema.

    Raises UnfitDatabaseError as `upgrade` does, and for a file that is larger than can be copied at every command.
    """
    writer, reader = open_memory()
    with database.connection() as source, writer.connection() as target:
        schema, size = revision(source), source.value(_SIZE)
        if size > MOST_IN_MEMORY:
            raise UnfitDatabaseError("too_large", schema=schema, size=size / MB, most=MOST_IN_MEMORY / MB)
        copy_pages(source, target)
    upgrade(writer)
    with reader.connection():  # the copy lasts as long as somebody has it open
        writer.close()
    return reader
