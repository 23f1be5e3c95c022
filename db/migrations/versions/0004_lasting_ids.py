"""Ids that last beyond one file: of the book, of every player and match; who recorded a step; smaller indexes.

What is there already gets its ids from its contents, so that two machines that upgrade copies of one book agree. Of
SQLite tables a UNIQUE goes, and a column that is never empty comes, with the table alone: three are made anew.
"""

import os
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op

from db.migrations.making import is_sqlite, make, remake, run

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
# As SQLite has them now.
PLAYERS = """
    id INTEGER NOT NULL
    name TEXT NOT NULL
    "key" TEXT NOT NULL
    hidden INTEGER NOT NULL
    merged_into INTEGER
    uid TEXT NOT NULL
    CONSTRAINT pk_player PRIMARY KEY (id)
    CONSTRAINT fk_player_merged_into FOREIGN KEY(merged_into) REFERENCES player (id)
    CONSTRAINT uq_player_key UNIQUE ("key")
    CONSTRAINT uq_player_uid UNIQUE (uid)
    CONSTRAINT ck_player_hidden CHECK (hidden IN (0, 1))
"""
MATCHES = """
    id INTEGER NOT NULL
    league_id INTEGER NOT NULL
    name TEXT NOT NULL
    "on" TEXT NOT NULL
    variant TEXT NOT NULL
    unit_value_cents INTEGER NOT NULL
    currency TEXT NOT NULL
    until TEXT NOT NULL
    uid TEXT NOT NULL
    CONSTRAINT pk_match PRIMARY KEY (id)
    CONSTRAINT fk_match_league_id FOREIGN KEY(league_id) REFERENCES league (id)
    CONSTRAINT fk_match_variant FOREIGN KEY(variant) REFERENCES variant (digest)
    CONSTRAINT uq_match_uid UNIQUE (uid)
    CONSTRAINT ck_match_unit_value_cents CHECK (unit_value_cents >= 0)
"""
STEPS = """
    id INTEGER NOT NULL
    at TEXT NOT NULL
    action TEXT NOT NULL
    match_id INTEGER
    reason TEXT NOT NULL
    client_id TEXT
    undoes INTEGER
    detail TEXT NOT NULL
    tournament_id INTEGER
    recorded_by TEXT
    CONSTRAINT pk_step PRIMARY KEY (id)
    CONSTRAINT fk_step_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
    CONSTRAINT fk_step_undoes FOREIGN KEY(undoes) REFERENCES step (id)
    CONSTRAINT fk_step_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournament (id)
"""
# The first step: whatever was recorded on one of two copies later, they have it in common.
FIRST_STEP = "SELECT at, action FROM step ORDER BY id LIMIT 1"
INDEX_OF_TOURNAMENTS = "CREATE INDEX ix_step_tournament_id ON step (tournament_id) WHERE tournament_id IS NOT NULL"


def upgrade() -> None:
    connection = op.get_bind()
    make("book", "uid TEXT NOT NULL", "CONSTRAINT pk_book PRIMARY KEY (uid)")
    first = connection.execute(sa.text(FIRST_STEP)).first()
    uid = uid_of("book", *first) if first else os.urandom(LETTERS // 2).hex()
    connection.execute(sa.text("INSERT INTO book (uid) VALUES (:uid)"), {"uid": uid})
    uids = {table: UID_OF[connection.dialect.name].format(parts) for table, parts in PARTS.items()}
    if is_sqlite():
        driver: Any = connection.connection.driver_connection
        driver.create_function("uid_of", -1, uid_of)
        remake("player", PLAYERS, uid=uids["player"])
        remake("match", MATCHES, uid=uids["match"])
        remake("step", STEPS)
        run(INDEX_OF_TOURNAMENTS)
    else:
        for table in PARTS:
            run(
                f'ALTER TABLE "{table}" ADD COLUMN uid TEXT',
                f'UPDATE "{table}" SET uid = {uids[table]}',
                f'ALTER TABLE "{table}" ALTER COLUMN uid SET NOT NULL',
                f'ALTER TABLE "{table}" ADD CONSTRAINT uq_{table}_uid UNIQUE (uid)',
            )
        run(
            "ALTER TABLE step ADD COLUMN recorded_by TEXT",
            "ALTER TABLE step DROP CONSTRAINT uq_step_client_id",
            "DROP INDEX ix_step_match_id",
        )
    run(
        "CREATE UNIQUE INDEX uq_step_client_id ON step (client_id, match_id) WHERE client_id IS NOT NULL",
        "CREATE INDEX ix_step_match_id ON step (match_id) WHERE action <> 'deal'",
    )


def uid_of(*parts: object) -> str:
    """The id of what these parts describe."""
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()[:LETTERS]
