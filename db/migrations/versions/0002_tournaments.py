"""Tournaments, and the steps that were done at their desk."""

from db.migrations.making import make, run

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    make(
        "tournament",
        """
        id BIGSERIAL NOT NULL
        league_id BIGINT NOT NULL
        name TEXT NOT NULL
        "on" TEXT NOT NULL
        format TEXT NOT NULL
        text TEXT NOT NULL
        settings TEXT NOT NULL
        variant TEXT NOT NULL
        seed BIGINT NOT NULL
        CONSTRAINT pk_tournament PRIMARY KEY (id)
        CONSTRAINT fk_tournament_league_id FOREIGN KEY(league_id) REFERENCES league (id)
        CONSTRAINT fk_tournament_variant FOREIGN KEY(variant) REFERENCES variant (digest)
        """,
    )
    run(
        "ALTER TABLE step ADD COLUMN tournament_id BIGINT CONSTRAINT fk_step_tournament_id REFERENCES tournament (id)",
        "CREATE INDEX ix_step_tournament_id ON step (tournament_id) WHERE tournament_id IS NOT NULL",
    )
