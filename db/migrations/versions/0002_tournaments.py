"""Tournaments, and the steps that were done at their desk."""

import sqlalchemy as sa
from alembic import op

from db.column_types import BIG, IsoDate

revision = "0002"
down_revision = "0001"

OF_TOURNAMENTS = "tournament_id IS NOT NULL"


def upgrade() -> None:
    op.create_table(
        "tournament",
        sa.Column("id", BIG, nullable=False),
        sa.Column("league_id", BIG, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("on", IsoDate(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("seed", BIG, nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name="fk_tournament_league_id"),
        sa.ForeignKeyConstraint(["variant"], ["variant.digest"], name="fk_tournament_variant"),
        sa.PrimaryKeyConstraint("id", name="pk_tournament"),
        sqlite_strict=True,
    )
    if op.get_context().dialect.name == "sqlite":  # in place: rebuilding the table would rebuild all that refer to it
        op.execute(
            "ALTER TABLE step ADD COLUMN tournament_id INTEGER CONSTRAINT fk_step_tournament_id REFERENCES tournament (id)"
        )
    else:
        op.add_column("step", sa.Column("tournament_id", BIG, nullable=True))
        op.create_foreign_key("fk_step_tournament_id", "step", "tournament", ["tournament_id"], ["id"])
    op.create_index(
        "ix_step_tournament_id",
        "step",
        ["tournament_id"],
        unique=False,
        sqlite_where=sa.text(OF_TOURNAMENTS),
        postgresql_where=sa.text(OF_TOURNAMENTS),
    )
