"""Opening a scorebook: engines, pragmas, the schema's revision, upgrades. See docs/decisions.md, "The file".

And whether a database is as the migrations make it: no trigger, table, view or index besides, nothing missing, no law
altered. A trigger of somebody else's changes what is recorded, after it was checked and before it is kept.
"""

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, Table, bindparam, delete, event, func, insert, inspect, select, text, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import OperationalError
from sqlmodel import SQLModel, create_engine

from db.address import is_conninfo, is_url

REVISIONS = ("0001", "0002", "0003")  # oldest first; a test keeps the last equal to Alembic's head
# What an SQLite file of the newest revision holds, with the digest of what made each; a test makes one and compares.
OBJECTS = {
    "index ix_record_live": "c88e35fb6faa421e",
    "index ix_record_voided": "2535591b743f8a87",
    "index ix_sitting_live": "761d52c3f99e7ce7",
    "index ix_sitting_voided": "a3d816a43bd56094",
    "index ix_step_match_id": "574c02ba721a36ac",
    "index ix_step_tournament_id": "121038075fadaa75",
    "table alembic_version": "081d577121a0e727",
    "table league": "b8374aa116551dc4",
    "table match": "bc7702bbeca704e3",
    "table player": "d4d4f137f7d4dc08",
    "table record": "c436e67afbee93d7",
    "table sitting": "cf351d4f9d39f669",
    "table step": "9b2787834597a80e",
    "table tournament": "7f1112ee1c986956",
    "table variant": "10c3d3df4dcbe876",
}
_MASTER = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master ORDER BY type, name"
# What ANALYZE keeps, and Litestream, which copies the file elsewhere.
_HARMLESS = {"table sqlite_stat1", "table sqlite_stat4", "table _litestream_lock", "table _litestream_seq"}
_OURS = "WITH ours AS (SELECT oid, relname FROM pg_class WHERE relname = ANY(:tables) AND pg_table_is_visible(oid)) "
_ACTING = (
    _OURS + " SELECT 'trigger', tgname, relname FROM pg_trigger JOIN ours ON ours.oid = tgrelid WHERE NOT tgisinternal"
    " UNION ALL SELECT 'rule', rulename, relname FROM pg_rewrite JOIN ours ON ours.oid = ev_class"
    " UNION ALL SELECT 'policy', polname, relname FROM pg_policy JOIN ours ON ours.oid = polrelid"
)
_STANDING = (
    _OURS + " SELECT 'constraint', conname, relname FROM pg_constraint JOIN ours ON ours.oid = conrelid"
    " WHERE contype IN ('c', 'f', 'p', 'u', 'x') AND convalidated"
    " UNION ALL SELECT 'index', pg_class.relname, ours.relname FROM pg_index JOIN ours ON ours.oid = indrelid"
    " JOIN pg_class ON pg_class.oid = indexrelid WHERE indisvalid"
    " UNION ALL SELECT 'column', attname || ' ' || format_type(atttypid, atttypmod), relname"
    " FROM pg_attribute JOIN ours ON ours.oid = attrelid WHERE attnum > 0 AND NOT attisdropped AND attgenerated = ''"
    " UNION ALL SELECT CASE relkind WHEN 'r' THEN 'table' ELSE 'view' END, relname, '' FROM pg_class"
    " WHERE relnamespace IN (SELECT relnamespace FROM pg_class JOIN ours USING (oid))"
    " AND relkind IN ('r', 'p', 'v', 'm', 'f')"
    " AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')"  # of an extension
)
BUSY_MILLISECONDS = 5000
CONNECT_SECONDS = 10
STATEMENT_SECONDS = 60
IDLE_SECONDS = 300  # within a transaction: a program that hangs lets go of its locks
UPGRADE_LOCK = 0x5C04E4  # PostgreSQL advisory lock, any fixed number
BATCH = 1000  # rows that are copied at once
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
_NEXT_ID = text("SELECT setval(pg_get_serial_sequence(:table, 'id'), greatest(:highest, 1), :highest > 0)")


class UnfitDatabaseError(Exception):
    """The database is there and cannot be used; `newer` when a later program wrote it."""

    def __init__(self, reason: str, *, newer: bool = False) -> None:
        super().__init__(reason)
        self.newer = newer


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
        event.listen(engine, "do_connect", lambda *_: make_private(Path(where)))
    event.listen(engine, "connect", _writing_connection if write else _reading_connection)
    begin = "BEGIN IMMEDIATE" if write else "BEGIN"
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def make_private(path: Path) -> None:
    """Make an empty file for its owner alone where there is none: left to SQLite, everybody may read a new one.

    Its journal has the permissions of the file. What is in the way here is in SQLite's way too, which says it.
    """
    with suppress(OSError, RuntimeError, ValueError):
        os.close(os.open(path.resolve(), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _open_server(where: str, *, write: bool) -> Engine:
    words = _words_of(where) if is_conninfo(where) else {}
    url = URL.create("postgresql+psycopg") if words else make_url(where)
    if url.drivername in {"postgres", "postgresql"}:
        url = url.set(drivername="postgresql+psycopg")
    said = {*url.query, *words, *("connect_timeout" for variable in os.environ if variable == "PGCONNECT_TIMEOUT")}
    engine = create_engine(
        url,
        execution_options={} if write else {"postgresql_readonly": True},
        connect_args={name: value for name, value in _LINE.items() if name not in said} | words,
    )
    event.listen(engine, "connect", _patient_connection)
    return engine


def _words_of(conninfo: str) -> dict[str, Any]:
    """What libpq understands of `host=… dbname=…`; raises ValueError without libpq's words, which hold half of it."""
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
    if found is None:
        raise UnfitDatabaseError("is damaged: it does not say which schema it has; restore a backup")
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
        if sqlite:
            # Rebuilding a table that others refer to would otherwise empty them, and a row that breaks a law, which
            # `scorer check` tells, would keep everybody from recording.
            _driver(connection).execute("PRAGMA foreign_keys=OFF")
            _driver(connection).execute("PRAGMA ignore_check_constraints=ON")
        try:
            with connection.begin():
                if not sqlite:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADE_LOCK})
                _upgrade(connection)
        finally:
            if sqlite:
                _driver(connection).execute("PRAGMA ignore_check_constraints=OFF")
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
            copy_aside(Path(path.file), Path(f"{path.file}.{found}.bak"))
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "db:migrations")
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise UnfitDatabaseError("could not be upgraded: rows refer to rows that are not there")


def copy_aside(path: Path, aside: Path) -> None:
    """Copy a file with its permissions; at no moment may others read more of the copy than of the file."""
    aside.unlink(missing_ok=True)
    make_private(aside)
    shutil.copy2(path, aside)


def copy_pages(source: Connection, target: Connection) -> None:
    """Make one SQLite database the copy of another, as it is at this moment, in one transaction of the target.

    Through SQLite's own backup: other programs may go on using either. A lock that lasts is given up on.
    """

    def give_up(status: int, _remaining: int, _total: int) -> None:
        """Asked after every batch of pages: raise where a lock was in the way."""
        if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise sqlite3.OperationalError("database is locked")

    try:
        _driver(source).backup(_driver(target), progress=give_up)
    except sqlite3.Error as error:
        raise OperationalError("backup", None, error) from error


def copy_rows(source: Connection, target: Connection, tables: Sequence[Table]) -> None:
    """Put the rows of these tables, parents first, in place of those in the target; ids stay.

    Across databases of any kind, within the transactions that both connections are in.
    """
    if target.dialect.name == "postgresql":  # others may read meanwhile, and record when it is over
        names = ", ".join(f'"{table.name}"' for table in tables)
        target.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))
    for table in reversed(tables):
        target.execute(delete(table))
    for table in tables:
        own = [column.name for column in table.c if column.references(*table.primary_key)]
        later: list[dict[str, Any]] = []
        for batch in source.execute(select(table).execution_options(yield_per=BATCH)).mappings().partitions():
            later += [dict(row) for row in batch if any(row[column] is not None for column in own)]
            target.execute(insert(table), [{**row, **dict.fromkeys(own)} for row in batch])
        _fill_in(target, table, own, later)
        if target.dialect.name == "postgresql" and "id" in table.c:
            highest = int(target.execute(select(func.coalesce(func.max(table.c.id), 0))).scalar_one())
            target.execute(_NEXT_ID.bindparams(table=f'"{table.name}"'), {"highest": highest})


def _fill_in(target: Connection, table: Table, columns: Sequence[str], rows: Sequence[dict[str, Any]]) -> None:
    """Give rows what they refer to in their own table, now that all of them are there."""
    if rows:
        change = update(table).where(table.c.id == bindparam("of"))
        target.execute(
            change.values({column: bindparam(f"new_{column}") for column in columns}),
            [{"of": row["id"], **{f"new_{column}": row[column] for column in columns}} for row in rows],
        )


def foreign_doings(connection: Connection) -> list[str]:
    """What makes a database unfit to be recorded in, in words; nothing where it is as the migrations make it.

    Of a file it is what it has or lacks, by name: how a table is written down is compared by `differences`, for a
    newer library may write it otherwise, and nobody should be kept from recording by that. Of a server it is what acts
    on our tables: other programs may have tables there. Asked before every change.
    """
    doings = []
    if connection.dialect.name != "sqlite":
        for kind, name, table in connection.execute(text(_ACTING), {"tables": _tables()}):
            doings.append(_not_ours(f"{kind} {name}", table))
        return doings
    found = _objects(connection)
    for key, (table, _made) in found.items():
        if key not in OBJECTS and key not in _HARMLESS:
            doings.append(_not_ours(key, table))
    return [*doings, *map(_missing, sorted(OBJECTS.keys() - found.keys()))]


def differences(connection: Connection) -> list[str]:
    """Everything in which the database is not as the migrations make it, in words."""
    if connection.dialect.name == "sqlite":
        made = {key: digest(*found) for key, found in _objects(connection).items() if key in OBJECTS}
        altered = [f"the {key} is not as scorer makes it" for key in made if made[key] != OBJECTS[key]]
        return [*foreign_doings(connection), *altered]
    there = {tuple(row) for row in connection.execute(text(_STANDING), {"tables": _tables()})}
    wanted = set(_wanted(connection))
    return [
        *foreign_doings(connection),
        *(_not_ours(f"{kind} {name}", table) for kind, name, table in sorted(there - wanted)),
        *(_missing(f"{kind} {name}", table) for kind, name, table in sorted(wanted - there)),
    ]


def _tables() -> list[str]:
    return [*SQLModel.metadata.tables, "alembic_version"]


def _objects(connection: Connection) -> dict[str, tuple[str, str]]:
    """What an SQLite file says of itself: of each thing in it the table that it is of, and what made it."""
    found = {}
    for kind, name, table, made in connection.exec_driver_sql(_MASTER):
        if made or not name.startswith("sqlite_autoindex_"):
            found[f"{kind} {name}"] = table, made
    return found


def digest(table: str, made: str) -> str:
    """What tells the text that made something from any other; blanks and quotation marks say nothing."""
    return hashlib.sha256(f"{table} {' '.join(made.replace(chr(34), '').split())}".encode()).hexdigest()[:16]


def _wanted(connection: Connection) -> Iterator[tuple[str, str, str]]:
    """What stands in the schema of a server, but for what acts."""
    yield from (("table", name, "") for name in _tables())
    yield from (
        ("column", "version_num character varying(32)", "alembic_version"),
        ("constraint", "alembic_version_pkc", "alembic_version"),
        ("index", "alembic_version_pkc", "alembic_version"),
    )
    for name, table in SQLModel.metadata.tables.items():
        laws = {str(law.name): type(law).__name__ for law in table.constraints}
        yield from (("constraint", law, name) for law in laws)
        yield from (("index", law, name) for law, kind in laws.items() if kind[0] in "PU")  # primary key, unique
        yield from (("index", str(index.name), name) for index in table.indexes)
        for column in table.c:
            yield "column", f"{column.name} {column.type.compile(connection.dialect).lower()}", name


def _not_ours(what: str, table: str) -> str:
    on = f" on {table}" if table and not what.endswith(f" {table}") else ""
    return f"there is {'an' if what[0] in 'ai' else 'a'} {what}{on}, which is not scorer's"


def _missing(what: str, table: str = "") -> str:
    return f"the {what}{f' of {table}' if table and not what.startswith('index') else ''} is missing"
