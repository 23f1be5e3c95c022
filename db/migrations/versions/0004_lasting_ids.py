"""Ids that last beyond one file: of the book, of every player and match; who recorded a step; smaller indexes.

What is there already gets its ids from its contents, so that two machines that upgrade copies of one book agree. Of
SQLite tables a UNIQUE goes, and a column that is never empty comes, with the table alone: three are made anew.
"""

import os
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op

from db.column_types import BIG, Flag, IsoDate, UtcMoment

revision = "0004"
down_revision = "0003"

LETTERS = 20  # of an id
# The id of what these parts describe, in SQL; SQLite is given the function.
UID_OF = {
    "sqlite": "uid_of({})",
    "postgresql": f"substr(encode(sha256(convert_to(concat_ws(E'\\n', {{}}), 'UTF8')), 'hex'), 1, {LETTERS})",
}
BOOK = "(SELECT uid FROM book)"
STARTED = "(SELECT min(at) FROM step WHERE step.match_id = \"match\".id AND step.action = 'start')"
PARTS = {
    "player": f"{BOOK}, 'player', id, key",
    "match": f"{BOOK}, 'match', id, coalesce({STARTED}, '')",
}
# The first step: whatever was recorded on one of two copies later, they have it in common.
FIRST_STEP = "SELECT at, action FROM step ORDER BY id LIMIT 1"
OF_TOURNAMENTS = "tournament_id IS NOT NULL"


def upgrade() -> None:
    connection = op.get_bind()
    book = op.create_table(
        "book",
        sa.Column("uid", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("uid", name="pk_book"),
        sqlite_strict=True,
    )
    first = connection.execute(sa.text(FIRST_STEP)).first()
    uid = uid_of("book", *first) if first else os.urandom(LETTERS // 2).hex()
    connection.execute(sa.insert(book).values(uid=uid))
    uids = {table: UID_OF[connection.dialect.name].format(parts) for table, parts in PARTS.items()}
    if connection.dialect.name == "sqlite":
        driver: Any = connection.connection.driver_connection
        driver.create_function("uid_of", -1, uid_of)
        remake("player", player_columns(), {"hidden": "hidden IN (0, 1)"}, uid=uids["player"])
        remake("match", match_columns(), {"unit_value_cents": "unit_value_cents >= 0"}, uid=uids["match"])
        remake("step", step_columns(), {}, recorded_by="NULL")
        index("ix_step_tournament_id", ["tournament_id"], OF_TOURNAMENTS)
    else:
        for table in PARTS:
            op.add_column(table, sa.Column("uid", sa.Text(), nullable=True))
            op.execute(f'UPDATE "{table}" SET uid = {uids[table]}')
            op.alter_column(table, "uid", existing_type=sa.Text(), nullable=False)
            op.create_unique_constraint(f"uq_{table}_uid", table, ["uid"])
        op.add_column("step", sa.Column("recorded_by", sa.Text(), nullable=True))
        op.drop_constraint("uq_step_client_id", "step", type_="unique")
        op.drop_index("ix_step_match_id", "step")
    index("uq_step_client_id", ["client_id", "match_id"], "client_id IS NOT NULL", unique=True)
    index("ix_step_match_id", ["match_id"], "action <> 'deal'")


def uid_of(*parts: object) -> str:
    """The id of what these parts describe."""
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()[:LETTERS]


def index(name: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    """Make an index of some of the steps."""
    condition = sa.text(where)
    op.create_index(name, "step", columns, unique=unique, sqlite_where=condition, postgresql_where=condition)


def remake(name: str, columns: Sequence[Any], laws: Mapping[str, str], **new: str) -> None:
    """Make an SQLite table anew with these columns and laws, its rows copied; `new` columns come from expressions."""
    op.create_table(
        f"{name}_new",
        *columns,
        *(sa.CheckConstraint(sql, name=op.f(f"ck_{name}_{law}")) for law, sql in laws.items()),
        sa.PrimaryKeyConstraint("id", name=f"pk_{name}"),
        sqlite_strict=True,
    )
    names = [part.name for part in columns if isinstance(part, sa.Column)]
    into = ", ".join(map('"{}"'.format, names))
    cells = ", ".join(new.get(column, f'"{column}"') for column in names)
    op.execute(f'INSERT INTO "{name}_new" ({into}) SELECT {cells} FROM "{name}"')
    op.drop_table(name)
    op.rename_table(f"{name}_new", name)


def player_columns() -> tuple[Any, ...]:
    return (
        sa.Column("id", BIG, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("hidden", Flag(), nullable=False),
        sa.Column("merged_into", BIG, nullable=True),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["merged_into"], ["player.id"], name="fk_player_merged_into"),
        sa.UniqueConstraint("key", name="uq_player_key"),
        sa.UniqueConstraint("uid", name="uq_player_uid"),
    )


def match_columns() -> tuple[Any, ...]:
    return (
        sa.Column("id", BIG, nullable=False),
        sa.Column("league_id", BIG, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("on", IsoDate(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("unit_value_cents", BIG, nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("until", sa.Text(), nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name="fk_match_league_id"),
        sa.ForeignKeyConstraint(["variant"], ["variant.digest"], name="fk_match_variant"),
        sa.UniqueConstraint("uid", name="uq_match_uid"),
    )


def step_columns() -> tuple[Any, ...]:
    return (
        sa.Column("id", BIG, nullable=False),
        sa.Column("at", UtcMoment(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("match_id", BIG, nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=True),
        sa.Column("undoes", BIG, nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("tournament_id", BIG, nullable=True),
        sa.Column("recorded_by", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_step_match_id"),
        sa.ForeignKeyConstraint(["undoes"], ["step.id"], name="fk_step_undoes"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name="fk_step_tournament_id"),
    )
