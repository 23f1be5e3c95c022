"""Whether a database is as the migrations make it: every table, column, law and index, and nothing besides.

A foreign trigger could change a record after it was checked and before it is kept; a migration over the tables of
another revision would empty them. db/digests.py holds the text of a file of the newest revision, which is all that is
looked at before a change, and the parts of each revision in tokens, for any other text, for `check`, and for a server.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from db.connection import Connection
from db.database import Misfit, open_memory
from db.dialects import driver_errors
from db.digests import DIGESTS, NEWEST_TEXT
from db.tables import TABLES

REVISIONS = tuple(DIGESTS["sqlite"])  # oldest first; a test keeps them equal to the migrations
LONGEST_SHOWN = 60
_TOKEN = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|--[^\n]*|/\*.*?\*/|\w+|[<>=!|:]+|[^\s\w]", re.DOTALL)
# Without the indexes that SQLite makes by itself, and the tables of ANALYZE and of Litestream, which copies the file.
_MASTER = (
    "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master"
    " WHERE (coalesce(sql, '') <> '' OR name NOT GLOB 'sqlite_autoindex_*') AND (type <> 'table'"
    " OR name NOT IN ('sqlite_stat1', 'sqlite_stat4', '_litestream_lock', '_litestream_seq')) ORDER BY type, name"
)
_UNNAMED = {"check", "foreign", "primary", "unique"}
# Of each thing its kind, name and table, which part of it, and what the catalogue says of that; nothing where it is
# as usual. A law whose triggers are switched off holds for nobody.
_CATALOGUE = (
    "WITH ours AS (SELECT * FROM pg_class WHERE relname = ANY(:tables) AND pg_table_is_visible(oid))"
    " SELECT 'table', relname, relname, '', concat_ws(' ',"
    " CASE WHEN relkind <> 'r' THEN concat('of kind ', relkind) END,"
    " CASE WHEN relpersistence = 'u' THEN 'unlogged' END, CASE WHEN relrowsecurity THEN 'row security' END,"
    " CASE WHEN EXISTS (SELECT FROM pg_inherits WHERE ours.oid IN (inhparent, inhrelid)) THEN 'inherits' END) FROM ours"
    " UNION ALL SELECT 'table', relname, relname, 'column ' || attname,"
    " concat_ws(' ', format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'not null' END,"
    " 'default ' || pg_get_expr(adbin, adrelid), CASE WHEN attgenerated <> '' THEN 'generated' END,"
    " CASE WHEN attidentity <> '' THEN 'identity' END, CASE WHEN attcollation <> typcollation THEN 'collated' END)"
    " FROM ours JOIN pg_attribute ON attrelid = ours.oid JOIN pg_type ON pg_type.oid = atttypid"
    " LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attnum > 0 AND NOT attisdropped"
    " UNION ALL SELECT 'table', relname, relname, 'constraint ' || conname, concat_ws(' ',"
    " pg_get_constraintdef(pg_constraint.oid), CASE WHEN EXISTS (SELECT FROM pg_trigger"
    " WHERE tgconstraint = pg_constraint.oid AND tgenabled NOT IN ('O', 'A')) THEN 'disabled' END)"
    " FROM ours JOIN pg_constraint ON conrelid = ours.oid WHERE contype IN ('c', 'f', 'p', 'u', 'x')"
    " UNION ALL SELECT 'index', pg_class.relname, ours.relname, '', concat_ws(' ',"
    " CASE WHEN indisunique THEN 'unique' END, substring(pg_get_indexdef(indexrelid) FROM ' USING .*'),"
    " CASE WHEN NOT (indisvalid AND indisready AND indislive) THEN 'invalid' END)"
    " FROM ours JOIN pg_index ON indrelid = ours.oid JOIN pg_class ON pg_class.oid = indexrelid"
    " UNION ALL SELECT 'trigger', tgname, relname, '', '' FROM ours JOIN pg_trigger ON tgrelid = ours.oid"
    " WHERE NOT tgisinternal"
    " UNION ALL SELECT 'rule', rulename, relname, '', '' FROM ours JOIN pg_rewrite ON ev_class = ours.oid"
    " UNION ALL SELECT 'policy', polname, relname, '', '' FROM ours JOIN pg_policy ON polrelid = ours.oid"
    " UNION ALL SELECT 'setting', 'session_replication_role = ' || current_setting('session_replication_role'), '', '',"
    " '' WHERE current_setting('session_replication_role') = 'replica'"  # under which no law of another table holds
    " UNION ALL SELECT CASE relkind WHEN 'r' THEN 'table' ELSE 'view' END, relname, '', '', '' FROM pg_class"
    " WHERE relnamespace IN (SELECT relnamespace FROM ours) AND oid NOT IN (SELECT oid FROM ours)"
    " AND relkind IN ('r', 'p', 'v', 'm', 'f')"
    " AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')"  # of an extension
)
_TABLES = [*TABLES, "alembic_version"]
_MAY_STAND_BESIDE = ("table ", "view ", "index ")  # on a server, where other programs may have theirs


@dataclass
class Thing:
    """A table, an index or a trigger: its table, and the SQL of each part in tokens."""

    table: str
    parts: dict[str, str] = field(default_factory=dict)

    @cached_property
    def digest(self) -> str:
        """The digest of the table and the parts; another one where anything is made otherwise."""
        return sha256(f"{self.table} {sorted(self.parts.items())}".encode()).hexdigest()[:16]


Things = dict[str, Thing]
Nested = list["str | Nested"]


def tokens(sql: str) -> list[str]:
    """SQL in its tokens, without blanks, comments, capitals and quotation marks, which matter in a text alone."""
    kept = (token for token in _TOKEN.findall(sql) if not token.startswith(("--", "/*")))
    return [token if token[0] == "'" else token.strip('"`').casefold() for token in kept]


def digests(dialect: str, schema: str) -> dict[str, str]:
    """The digests of all parts of a revision, gathered from the changes of each revision up to it."""
    known: dict[str, str] = {}
    for revision in REVISIONS[: REVISIONS.index(schema) + 1]:
        known |= DIGESTS[dialect][revision]
    return known


def things(connection: Connection) -> Things:
    """The parts of a database, from its own catalogue: `table record`, `index ix_record_live`, `trigger ...`."""
    known: Things = {}
    if not connection.is_sqlite:
        for kind, name, table, part, says in connection.raw_rows(_CATALOGUE, tables=_TABLES):
            known.setdefault(f"{kind} {name}", Thing(table)).parts[part] = _written(_nested(iter(tokens(says))))
        return known
    for kind, name, table, made in connection.raw_rows(_MASTER):
        words = tokens(made)
        known[f"{kind} {name}"] = Thing(table, _parts(words) if kind == "table" else {"": " ".join(words)})
    return known


def text_digest(connection: Connection) -> str:
    """The digest of all that an SQLite file says of its tables, indexes and triggers, to the letter."""
    return sha256(repr(connection.raw_rows(_MASTER)).encode()).hexdigest()


def _parts(words: list[str]) -> dict[str, str]:
    """The columns and laws of a CREATE TABLE by their names, and what stands behind them, such as STRICT."""
    parts: dict[str, str] = {}
    depth, part = 0, list[str]()
    for word in words[words.index("(") if "(" in words else 0 :]:
        depth += (word == "(") - (word == ")")
        if (depth == 1 and word in {"(", ","}) or (depth == 0 and word == ")"):
            if part[:1] == ["constraint"]:
                parts[f"constraint {part[1]}"] = " ".join(part[2:])
            elif part and part[0] in _UNNAMED:
                parts[f"constraint {' '.join(part)}"] = ""
            elif part:
                parts[f"column {part[0]}"] = " ".join(part[1:])
            part = []
        else:
            part.append(word)
    return parts | {"": " ".join(part)}


def _nested(words: Iterator[str]) -> Nested:
    """SQL as rows within rows, one for each pair of parentheses, `(a AND b) AND c` being `a AND b AND c`.

    PostgreSQL keeps the first of a migration, and makes the second of it when a dump is restored.
    """
    row: Nested = []
    for word in words:
        if word == ")":
            break
        row.append(_nested(words) if word == "(" else word)
    for joint in ("and", "or"):
        if joint in row:
            row = [part for node in row for part in (node if isinstance(node, list) and joint in node else [node])]
    return row


def _written(row: Nested) -> str:
    return " ".join(f"( {_written(node)} )" if isinstance(node, list) else node for node in row)


def made_here(connection: Connection, schema: str) -> Things:
    """The things of a revision as migrations make them here and now: newer libraries or servers may write others.

    Empty where that cannot be tried: a role that only reads may not make even temporary tables on a server.
    """
    from db.migrating import migrate  # noqa: PLC0415 - it takes long to load, and this is asked only in trouble

    passing = open_memory()[0] if connection.is_sqlite else connection.database
    try:
        with passing.connection() as another:
            another.run("BEGIN")
            try:
                if not another.is_sqlite:
                    another.run("SET LOCAL search_path TO pg_temp")
                migrate(another, schema)
                return things(another)
            finally:
                another.driver.rollback()
    except driver_errors():
        return {}


def foreign_doings(connection: Connection, schema: str = REVISIONS[-1]) -> list[Misfit]:
    """What forbids recording in a database, or upgrading it from a schema; asked before every change.

    Empty where it is as the migrations make it. On a server other programs may have tables, and ours more indexes.
    """
    if connection.is_sqlite and schema == REVISIONS[-1] and text_digest(connection) == NEWEST_TEXT:
        return []
    return list(_misfits(connection, schema))


def differences(connection: Connection) -> list[Misfit]:
    """Everything that is not as the migrations make it."""
    return list(_misfits(connection, REVISIONS[-1], even_beside=True))


def revision_of_tables(connection: Connection) -> str:
    """The revision whose tables these are, with nothing added; "" where they are of none that is known."""
    made = {key: thing.digest for key, thing in things(connection).items()}
    return next((known for known in REVISIONS if digests(connection.dialect.name, known) == made), "")


def has_every_column(connection: Connection) -> bool:
    """Whether the database has every column of our tables."""
    there = things(connection)
    return all(
        f"table {name}" in there and f"column {column}" in there[f"table {name}"].parts
        for name, table in TABLES.items()
        for column in table.columns
    )


def _misfits(connection: Connection, schema: str, *, even_beside: bool = False) -> Iterator[Misfit]:
    """What forbids a change of a database, and what of other programs may stand `even_beside` our tables."""
    there, wanted = things(connection), digests(connection.dialect.name, schema)
    made = {key: thing.digest for key, thing in there.items()}
    fits = [revision for revision in REVISIONS if digests(connection.dialect.name, revision).items() <= made.items()]
    if fits and schema not in fits:
        yield Misfit("other_revision", schema, fits[-1])
        return
    if altered := [key for key in sorted(wanted.keys() & made.keys()) if wanted[key] != made[key]]:
        here = made_here(connection, schema)
        for key in altered:
            yield from _altered(key, there[key], here.get(key))
    for key in sorted(made.keys() - wanted.keys()):
        if even_beside or connection.is_sqlite or not key.startswith(_MAY_STAND_BESIDE):
            yield _not_ours(key, there[key].table)
    yield from (Misfit("missing", key) for key in sorted(wanted.keys() - made.keys()))


def _altered(key: str, thing: Thing, wanted: Thing | None) -> Iterator[Misfit]:
    """How a thing differs from `wanted`, what the migrations make of it here; None where nobody knows."""
    if wanted is None:
        yield Misfit("altered", key)
        return
    for part in sorted(thing.parts.keys() | wanted.parts.keys()):
        says = thing.parts.get(part)
        if part not in wanted.parts:
            yield _not_ours(part, thing.table)
        elif says is None:
            yield Misfit("missing", part, "" if part.startswith("index") else thing.table)
        elif says != wanted.parts[part]:
            half = LONGEST_SHOWN // 2
            shown = says if len(says) <= LONGEST_SHOWN else f"{says[:half]} ... {says[-half:]}"
            yield Misfit("says", part or key, thing.table if part else "", shown)


def _not_ours(what: str, table: str) -> Misfit:
    if what.startswith("index "):
        return Misfit("another_index", what.removeprefix("index "), table)
    return Misfit("not_ours", what, "" if what.endswith(f" {table}") else table)
