"""Whether a database is as the migrations make it: no trigger, table, view or index besides, nothing missing, no law
altered. A trigger of somebody else's changes what is recorded, after it was checked and before it is kept.
"""

import hashlib
from collections.abc import Iterator

from sqlalchemy import Connection, text
from sqlmodel import SQLModel

REVISIONS = ("0001", "0002")  # oldest first; a test keeps the last equal to Alembic's head
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
    "table record": "23d01883bcfe1e2f",
    "table sitting": "95f6f08dbf0639dc",
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


def foreign_doings(connection: Connection) -> list[str]:
    """What makes a database unfit to be recorded in, in words; nothing where it is as the migrations make it.

    Of a file it is what it has or lacks, by name: how a table is written down is compared by `differences`, for a
    newer library may write it otherwise, and nobody should be kept from recording by that. Of a server it is what acts
    on our tables: other programs may have tables there. Asked before every change.
    """
    if connection.dialect.name == "sqlite":
        found = _objects(connection)
        return [
            *(_not_ours(key, found[key][0]) for key in found if key not in OBJECTS.keys() | _HARMLESS),
            *(_missing(key) for key in OBJECTS if key not in found),
        ]
    return [
        _not_ours(f"{kind} {name}", table)
        for kind, name, table in connection.execute(text(_ACTING), {"tables": _tables()})
    ]


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
    return {
        f"{kind} {name}": (table, made)
        for kind, name, table, made in connection.exec_driver_sql(_MASTER)
        if made or not name.startswith("sqlite_autoindex_")
    }


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
