"""Opening a scorebook: engines, and the settings of their connections. See docs/decisions.md, "The file"."""

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Engine, QueuePool, event
from sqlalchemy.engine import URL, make_url
from sqlmodel import create_engine

from db.address import is_conninfo, is_url

BUSY_MILLISECONDS = 5000
CONNECT_SECONDS = 10
STATEMENT_SECONDS = 60
IDLE_SECONDS = 300  # within a transaction: a program that hangs lets go of its locks
_KNOWS_NO_SYNC = {errno.EINVAL, errno.ENOTSUP}  # so some network folders answer
_LINE = {"connect_timeout": CONNECT_SECONDS, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
_LINE["tcp_user_timeout"] = 25_000  # milliseconds that what was sent may wait for its receipt
_LIMIT = "SELECT set_config('{0}', '{1}ms', false) WHERE current_setting('{0}') = '0'"
_LIMITS = "; ".join(
    (
        _LIMIT.format("lock_timeout", BUSY_MILLISECONDS),
        _LIMIT.format("statement_timeout", STATEMENT_SECONDS * 1000),
        _LIMIT.format("idle_in_transaction_session_timeout", IDLE_SECONDS * 1000),
    )
)


class UnfitDatabaseError(Exception):
    """The database is there and cannot be used, for the reason of this `code` with its `facts`.

    `damaged`: its pages or its tables are. `scorer.scorebook.database_errors` words it.
    """

    def __init__(self, code: str, *, damaged: bool = False, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.damaged = damaged
        self.facts = facts


def open_engine(where: str, *, write: bool) -> Engine:
    """An engine for a path or an address. Nothing is opened yet, and no file is made before the first write.

    A writing engine begins every transaction with the write lock: a deferred one loses concurrent deals.
    """
    if is_url(where):
        return _open_server(where, write=write)
    writable = write or (os.access(where, os.W_OK) and os.access(Path(where).absolute().parent, os.W_OK))
    # Only a connection that may write can roll back what a killed program left behind.
    mode = ("rwc" if write else "rw") if writable else "ro"
    path = quote(str(Path(where).absolute()))
    url = URL.create("sqlite", database=f"file:{path}", query={"mode": mode, "uri": "true"})
    engine = create_engine(url, connect_args={"timeout": BUSY_MILLISECONDS / 1000})
    if write:
        event.listen(engine, "do_connect", lambda *_arguments: make_private(Path(where)))
    event.listen(engine, "connect", _writing_connection if write else _reading_connection)
    begin = "BEGIN IMMEDIATE" if write else "BEGIN"
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def open_memory(name: str, *, write: bool) -> Engine:
    """An engine for a database in the memory of this process; it is there while any connection to it is open."""
    url = URL.create("sqlite", database=f"file:{name}", query={"mode": "memory", "cache": "shared", "uri": "true"})
    engine = create_engine(url, poolclass=QueuePool, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _writing_connection if write else _reading_connection)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def put_in_place(new: Path, path: Path) -> None:
    """Give a file that is written and synced its name; the folder is synced, so that a power cut takes neither."""
    new.replace(path)
    if os.name == "nt":  # which opens no folders
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    except OSError as error:
        if error.errno not in _KNOWS_NO_SYNC:
            raise
    finally:
        os.close(folder)


def make_private(path: Path) -> None:
    """Make an empty file for its owner alone where there is none: left to SQLite, everybody may read a new one.

    Its journal has the permissions of the file. An obstacle here stops SQLite too, which then names it.
    """
    with suppress(OSError, RuntimeError, ValueError):
        os.close(os.open(path.resolve(), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _open_server(where: str, *, write: bool) -> Engine:
    words = _words_of(where) if is_conninfo(where) else {}
    url = URL.create("postgresql+psycopg") if words else make_url(where)
    if url.drivername in {"postgres", "postgresql"}:
        url = url.set(drivername="postgresql+psycopg")
    given = {*url.query, *words, *("connect_timeout" for variable in os.environ if variable == "PGCONNECT_TIMEOUT")}
    engine = create_engine(
        url,
        execution_options={} if write else {"postgresql_readonly": True},
        connect_args={name: value for name, value in _LINE.items() if name not in given} | words,
    )
    event.listen(engine, "connect", _patient_connection)
    return engine


def _words_of(conninfo: str) -> dict[str, Any]:
    """The words of `host=… dbname=…`; raises ValueError without the message of libpq, which repeats some of them."""
    from psycopg import Error  # noqa: PLC0415 - for a server only
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415 - same

    try:
        return dict(conninfo_to_dict(conninfo))
    except Error:
        raise ValueError("not as libpq writes it") from None


def _patient_connection(connection: Any, _record: Any) -> None:
    """Wait for another program as long as with a file, and not without end for anything: where nobody set limits."""
    with connection.cursor() as cursor:
        cursor.execute(_LIMITS)
    connection.commit()


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
