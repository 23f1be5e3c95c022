"""Opening a scorebook: its connections and their settings. See docs/decisions.md, "The file"."""

import errno
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from db.address import is_url
from db.connection import Database
from db.dialects import POSTGRESQL, SQLITE

BUSY_MILLISECONDS = 5000
CONNECT_SECONDS = 10
STATEMENT_SECONDS = 60
IDLE_SECONDS = 300  # within a transaction: a program that hangs lets go of its locks
_KNOWS_NO_SYNC = {errno.EINVAL, errno.ENOTSUP}  # so some network folders answer
# What the line to a server is opened with, where neither the address nor the environment says it.
_LINE: dict[str, Any] = {
    "client_encoding": "utf8",  # whatever the database keeps its texts in
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,  # milliseconds that what was sent may wait for its receipt
}
# Who writes to a scorebook on a server waits for the writer before, as with a file, and then sees what that one did. To
# lock the row of `book` takes the right to change it: who only reads can hold nobody up, as with an advisory lock.
# Twice: a restore that is waited for leaves another row there. Without the table there are no writers yet but makers.
_LOCK_BOOK = "PERFORM FROM book FOR NO KEY UPDATE;"
_BEGIN_WRITING = (
    "BEGIN ISOLATION LEVEL READ COMMITTED;"
    f" DO $$ BEGIN IF to_regclass('book') IS NOT NULL THEN {_LOCK_BOOK} {_LOCK_BOOK} END IF; END $$"
)
_BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_LIMIT = "SELECT set_config('{0}', '{1}ms', false) WHERE current_setting('{0}') = '0'"
_LIMITS = "; ".join(
    (
        _LIMIT.format("lock_timeout", BUSY_MILLISECONDS),
        _LIMIT.format("statement_timeout", STATEMENT_SECONDS * 1000),
        _LIMIT.format("idle_in_transaction_session_timeout", IDLE_SECONDS * 1000),
    )
)
_WRITING = ("journal_mode=DELETE", "synchronous=EXTRA", "foreign_keys=ON")
_READING = ("query_only=ON",)


class Misfit(NamedTuple):
    """What is not as it should be: a `thing`, as `column times`, of a `table`, "" for none, and what it `says`.

    Or another revision, then `thing` is the one that is said, and `table` the one of its tables.
    `scorer.scorebook.database_errors` words it by its code.
    """

    code: str
    thing: str
    table: str = ""
    says: str = ""


class UnfitDatabaseError(Exception):
    """The database is there and cannot be used, for the reason of this `code` with its `facts`.

    `damaged`: its pages or its tables are. `scorer.scorebook.database_errors` words it.
    """

    def __init__(self, code: str, *, damaged: bool = False, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.damaged = damaged
        self.facts = facts


class HalfPasswordError(Exception):
    """An address has a second @: the half of a password would be looked for as a server."""


def open_database(where: str, *, write: bool, busy_milliseconds: int | None = None) -> Database:
    """The database at a path or an address. Nothing is opened yet, and no file is made before the first write.

    A writing transaction begins with the write lock: a deferred one loses concurrent deals. `busy_milliseconds` is how
    long another program is waited for. Raises ValueError for an address that is none, and HalfPasswordError.
    """
    if is_url(where):
        return _open_server(where, write=write)
    busy = BUSY_MILLISECONDS if busy_milliseconds is None else busy_milliseconds
    writable = write or (os.access(where, os.W_OK) and os.access(Path(where).absolute().parent, os.W_OK))
    # Only a connection that may write can roll back what a killed program left behind.
    mode = ("rwc" if write else "rw") if writable else "ro"
    address = f"file:{quote(str(Path(where).absolute()))}?mode={mode}"

    def connect() -> sqlite3.Connection:
        if write:
            make_private(Path(where))
        return _connect_file(address, write=write, busy=busy)

    return Database(connect, SQLITE, "BEGIN IMMEDIATE" if write else "BEGIN")


def open_memory() -> tuple[Database, Database]:
    """A new database in the memory of this process, to write to and to read from.

    It is there while any connection to it is open.
    """
    address = f"file:{os.urandom(16).hex()}?mode=memory&cache=shared"

    def opened(*, write: bool) -> Database:
        return Database(lambda: _connect_file(address, write=write, busy=BUSY_MILLISECONDS), SQLITE, "BEGIN")

    return opened(write=True), opened(write=False)


def _connect_file(address: str, *, write: bool, busy: int) -> sqlite3.Connection:
    """A connection that begins no transaction by itself, and goes from thread to thread."""
    driver = sqlite3.connect(address, uri=True, timeout=busy / 1000, isolation_level=None, check_same_thread=False)
    try:
        for pragma in _WRITING if write else _READING:
            driver.execute(f"PRAGMA {pragma}")
    except BaseException:
        driver.close()
        raise
    return driver


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


def _open_server(where: str, *, write: bool) -> Database:
    from psycopg import connect  # noqa: PLC0415 - for a server only

    words = _words_of(where)
    if "@" in str(words.get("host", "")):  # half a password
        raise HalfPasswordError
    settings = _LINE | words
    if "PGCONNECT_TIMEOUT" in os.environ and "connect_timeout" not in words:
        del settings["connect_timeout"]

    def connected() -> Any:
        driver = connect(**settings, autocommit=True)  # transactions begin by our own statement
        try:  # wait for another program as long as with a file, and not without end: where nobody set limits
            driver.execute(_LIMITS)
        except BaseException:
            driver.close()
            raise
        return driver

    return Database(connected, POSTGRESQL, _BEGIN_WRITING if write else _BEGIN_READING)


def _words_of(where: str) -> dict[str, Any]:
    """The words of `host=… dbname=…` or of a URL.

    Raises ValueError without the message of libpq, which repeats some of them.
    """
    from psycopg import Error  # noqa: PLC0415 - for a server only
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415 - same

    try:
        return dict(conninfo_to_dict(where.replace("postgresql+psycopg:", "postgresql:", 1)))
    except Error:
        raise ValueError("not as libpq writes it") from None
