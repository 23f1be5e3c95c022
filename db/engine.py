"""Opening a scorebook: engines, pragmas, the schema's revision, upgrades. See docs/architecture.md, "The file"."""

import os
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlmodel import create_engine

REVISIONS = ("0001",)  # oldest first; a test keeps the last equal to Alembic's head
BUSY_MILLISECONDS = 5000
UPGRADE_LOCK = 0x5C04E4  # PostgreSQL advisory lock, any fixed number


class UnfitDatabaseError(Exception):
    """The database is there and cannot be used; `newer` when a later program wrote it."""

    def __init__(self, reason: str, *, newer: bool = False) -> None:
        super().__init__(reason)
        self.newer = newer


def is_url(where: str) -> bool:
    """Whether `where` is a database address rather than a path."""
    return "://" in where


def open_engine(where: str, *, write: bool) -> Engine:
    """An engine for a path or an address. Nothing is opened yet, and no file is made before the first write.

    A writing engine begins every transaction with the write lock: a deferred one loses concurrent deals.
    """
    if is_url(where):
        return _open_server(make_url(where), write=write)
    writable = write or (os.access(where, os.W_OK) and os.access(Path(where).absolute().parent, os.W_OK))
    # Only a connection that may write can roll back what a killed program left behind.
    mode = ("rwc" if write else "rw") if writable else "ro"
    path = quote(str(Path(where).absolute()))
    url = URL.create("sqlite", database=f"file:{path}", query={"mode": mode, "uri": "true"})
    engine = create_engine(url, connect_args={"timeout": BUSY_MILLISECONDS / 1000})
    event.listen(engine, "connect", _writing_connection if write else _reading_connection)
    event.listen(engine, "begin", _begin_immediate if write else _begin_deferred)
    return engine


def _open_server(url: URL, *, write: bool) -> Engine:
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    return create_engine(url, execution_options={} if write else {"postgresql_readonly": True})


def _writing_connection(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout={BUSY_MILLISECONDS}",
        "journal_mode=DELETE",
        "synchronous=EXTRA",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _reading_connection(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    connection.execute("PRAGMA query_only=ON")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_deferred(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def revision(connection: Connection) -> str | None:
    """The schema's revision; None for an empty database. Raises UnfitDatabaseError for one that is not ours."""
    if connection.dialect.name == "sqlite":
        tables = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars().all()
    else:
        tables = inspect(connection).get_table_names()
    if not tables:
        return None
    if "alembic_version" not in tables or "record" not in tables:
        raise UnfitDatabaseError("is a database, but not a scorebook")
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if found not in REVISIONS:
        raise UnfitDatabaseError(
            f"has schema {found}, newer than this program's {REVISIONS[-1]}; install the newer program", newer=True
        )
    return found


def upgrade(engine: Engine) -> None:
    """Bring the database to the newest schema, in one transaction; makes it where there is none.

    An older SQLite file is copied aside first, to `FILE.REVISION.bak`.
    """
    with engine.connect() as connection:
        sqlite = connection.dialect.name == "sqlite"
        if sqlite:  # rebuilding a table that others refer to would otherwise empty them
            _driver(connection).execute("PRAGMA foreign_keys=OFF")
        try:
            with connection.begin():
                if not sqlite:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
                _upgrade(connection)
        finally:
            if sqlite:
                _driver(connection).execute("PRAGMA foreign_keys=ON")


def _driver(connection: Connection) -> Any:
    return connection.connection.driver_connection


def _upgrade(connection: Connection) -> None:
    found = revision(connection)
    if found == REVISIONS[-1]:
        return
    from alembic import command
    from alembic.config import Config

    if found and connection.dialect.name == "sqlite":
        path = connection.exec_driver_sql("PRAGMA database_list").first()
        if path:
            shutil.copy2(path.file, f"{path.file}.{found}.bak")
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "db:migrations")
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise UnfitDatabaseError("could not be upgraded: rows refer to rows that are not there")
