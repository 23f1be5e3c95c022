"""The first scorebook."""

from db.migrations.making import make, run
from db.migrations.records import (
    COLUMNS_OF_RECORDS,
    COLUMNS_OF_SITTINGS,
    INDEXES_OF_RECORDS,
    INDEXES_OF_SITTINGS,
    LAWS_OF_RECORDS,
    LAWS_OF_SITTINGS,
    constraints,
)

revision = "0001"
down_revision = None

OTHER_LAWS = {
    "deal_facts": "(kind = 'deal') = (caller IS NOT NULL) AND (kind = 'deal') = (bid IS NOT NULL) AND (kind = 'deal') = (target IS NOT NULL) AND (kind = 'deal') = (outcome IS NOT NULL)",
    "roles_paid": "kind <> 'deal' OR ((CASE caller WHEN 1 THEN units1 WHEN 2 THEN units2 WHEN 3 THEN units3 WHEN 4 THEN units4 WHEN 5 THEN units5 WHEN 6 THEN units6 WHEN 7 THEN units7 END) IS NOT NULL AND (partner IS NULL OR (CASE partner WHEN 1 THEN units1 WHEN 2 THEN units2 WHEN 3 THEN units3 WHEN 4 THEN units4 WHEN 5 THEN units5 WHEN 6 THEN units6 WHEN 7 THEN units7 END) IS NOT NULL) AND (resting IS NULL OR (CASE resting WHEN 1 THEN units1 WHEN 2 THEN units2 WHEN 3 THEN units3 WHEN 4 THEN units4 WHEN 5 THEN units5 WHEN 6 THEN units6 WHEN 7 THEN units7 END) IS NULL))",
    "outcome": "(outcome = 'made' OR outcome = 'failed' OR outcome = 'even')",
    "card_points": "card_points BETWEEN 0 AND 120 AND card_points NOT IN (1, 119)",
    "target": "target BETWEEN 61 AND 120",
}


def upgrade() -> None:
    make(
        "league",
        """
        id BIGSERIAL NOT NULL
        name TEXT NOT NULL
        "key" TEXT NOT NULL
        variant TEXT NOT NULL
        unit_value_cents BIGINT NOT NULL
        currency TEXT NOT NULL
        removed INTEGER NOT NULL
        CONSTRAINT pk_league PRIMARY KEY (id)
        CONSTRAINT ck_league_removed CHECK (removed IN (0, 1))
        CONSTRAINT ck_league_unit_value_cents CHECK (unit_value_cents >= 0)
        CONSTRAINT uq_league_key UNIQUE ("key")
        """,
    )
    make(
        "player",
        """
        id BIGSERIAL NOT NULL
        name TEXT NOT NULL
        "key" TEXT NOT NULL
        hidden INTEGER NOT NULL
        merged_into BIGINT
        CONSTRAINT pk_player PRIMARY KEY (id)
        CONSTRAINT ck_player_hidden CHECK (hidden IN (0, 1))
        CONSTRAINT fk_player_merged_into FOREIGN KEY(merged_into) REFERENCES player (id)
        CONSTRAINT uq_player_key UNIQUE ("key")
        """,
    )
    make(
        "variant",
        """
        digest TEXT NOT NULL
        name TEXT NOT NULL
        text TEXT NOT NULL
        CONSTRAINT pk_variant PRIMARY KEY (digest)
        """,
    )
    make(
        '"match"',
        """
        id BIGSERIAL NOT NULL
        league_id BIGINT NOT NULL
        name TEXT NOT NULL
        "on" TEXT NOT NULL
        variant TEXT NOT NULL
        unit_value_cents BIGINT NOT NULL
        currency TEXT NOT NULL
        until TEXT NOT NULL
        CONSTRAINT pk_match PRIMARY KEY (id)
        CONSTRAINT ck_match_unit_value_cents CHECK (unit_value_cents >= 0)
        CONSTRAINT fk_match_league_id FOREIGN KEY(league_id) REFERENCES league (id)
        CONSTRAINT fk_match_variant FOREIGN KEY(variant) REFERENCES variant (digest)
        """,
    )
    make(
        "step",
        """
        id BIGSERIAL NOT NULL
        at TEXT NOT NULL
        action TEXT NOT NULL
        match_id BIGINT
        reason TEXT NOT NULL
        client_id TEXT
        undoes BIGINT
        detail TEXT NOT NULL
        CONSTRAINT pk_step PRIMARY KEY (id)
        CONSTRAINT fk_step_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
        CONSTRAINT fk_step_undoes FOREIGN KEY(undoes) REFERENCES step (id)
        CONSTRAINT uq_step_client_id UNIQUE (client_id)
        """,
    )
    run("CREATE INDEX ix_step_match_id ON step (match_id)")
    make("record", COLUMNS_OF_RECORDS, constraints("record", LAWS_OF_RECORDS | OTHER_LAWS))
    run(*INDEXES_OF_RECORDS)
    make("sitting", COLUMNS_OF_SITTINGS, constraints("sitting", LAWS_OF_SITTINGS))
    run(*INDEXES_OF_SITTINGS)
