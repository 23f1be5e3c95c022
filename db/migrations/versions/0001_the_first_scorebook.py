"""The first scorebook."""

import sqlalchemy as sa
from alembic import op

from db.column_types import BIG, Flag, IsoDate, UtcMoment

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "league",
        sa.Column("id", BIG, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("unit_value_cents", BIG, nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("removed", Flag(), nullable=False),
        sa.CheckConstraint("removed IN (0, 1)", name=op.f("ck_league_removed")),
        sa.CheckConstraint("unit_value_cents >= 0", name=op.f("ck_league_unit_value_cents")),
        sa.PrimaryKeyConstraint("id", name="pk_league"),
        sa.UniqueConstraint("key", name="uq_league_key"),
        sqlite_strict=True,
    )
    op.create_table(
        "player",
        sa.Column("id", BIG, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("hidden", Flag(), nullable=False),
        sa.Column("merged_into", BIG, nullable=True),
        sa.CheckConstraint("hidden IN (0, 1)", name=op.f("ck_player_hidden")),
        sa.ForeignKeyConstraint(["merged_into"], ["player.id"], name="fk_player_merged_into"),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
        sa.UniqueConstraint("key", name="uq_player_key"),
        sqlite_strict=True,
    )
    op.create_table(
        "variant",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_variant"),
        sqlite_strict=True,
    )
    op.create_table(
        "match",
        sa.Column("id", BIG, nullable=False),
        sa.Column("league_id", BIG, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("on", IsoDate(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("unit_value_cents", BIG, nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("until", sa.Text(), nullable=False),
        sa.CheckConstraint("unit_value_cents >= 0", name=op.f("ck_match_unit_value_cents")),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name="fk_match_league_id"),
        sa.ForeignKeyConstraint(["variant"], ["variant.digest"], name="fk_match_variant"),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
        sqlite_strict=True,
    )
    op.create_table(
        "step",
        sa.Column("id", BIG, nullable=False),
        sa.Column("at", UtcMoment(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("match_id", BIG, nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=True),
        sa.Column("undoes", BIG, nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_step_match_id"),
        sa.ForeignKeyConstraint(["undoes"], ["step.id"], name="fk_step_undoes"),
        sa.PrimaryKeyConstraint("id", name="pk_step"),
        sa.UniqueConstraint("client_id", name="uq_step_client_id"),
        sqlite_strict=True,
    )
    op.create_index("ix_step_match_id", "step", ["match_id"], unique=False)

    op.create_table(
        "record",
        sa.Column("id", BIG, nullable=False),
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=True),
        sa.Column("resting", sa.Integer(), nullable=True),
        sa.Column("caller", sa.Integer(), nullable=True),
        sa.Column("partner", sa.Integer(), nullable=True),
        sa.Column("bid", sa.Text(), nullable=True),
        sa.Column("target", sa.Integer(), nullable=True),
        sa.Column("called", sa.Text(), nullable=True),
        sa.Column("card_points", sa.Integer(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("slam", Flag(), nullable=False),
        sa.Column("times", BIG, nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("made_by", BIG, nullable=False),
        sa.Column("voided_by", BIG, nullable=True),
        sa.Column("seat1", BIG, nullable=True),
        sa.Column("seat2", BIG, nullable=True),
        sa.Column("seat3", BIG, nullable=True),
        sa.Column("seat4", BIG, nullable=True),
        sa.Column("seat5", BIG, nullable=True),
        sa.Column("seat6", BIG, nullable=True),
        sa.Column("seat7", BIG, nullable=True),
        sa.Column("units1", BIG, nullable=True),
        sa.Column("units2", BIG, nullable=True),
        sa.Column("units3", BIG, nullable=True),
        sa.Column("units4", BIG, nullable=True),
        sa.Column("units5", BIG, nullable=True),
        sa.Column("units6", BIG, nullable=True),
        sa.Column("units7", BIG, nullable=True),
        sa.CheckConstraint(
            "(kind = 'deal') = (caller IS NOT NULL) AND (kind = 'deal') = (bid IS NOT NULL) AND (kind = 'deal') = (target IS NOT NULL) AND (kind = 'deal') = (outcome IS NOT NULL)",
            name=op.f("ck_record_deal_facts"),
        ),
        sa.CheckConstraint(
            "NOT (kind = 'penalty' OR kind = 'adjustment' OR kind = 'sheet') OR note <> ''",
            name=op.f("ck_record_reason"),
        ),
        sa.CheckConstraint(
            "kind <> 'deal' OR ((CASE caller WHEN 1 THEN units1 WHEN 2 THEN units2 WHEN 3 THEN units3 WHEN 4 THEN units4 WHEN 5 THEN units5 WHEN 6 THEN units6 WHEN 7 THEN units7 END) IS NOT NULL AND (partner IS NULL OR (CASE partner WHEN 1 THEN units1 WHEN 2 THEN units2 WHEN 3 THEN units3 WHEN 4 THEN units4 WHEN 5 THEN units5 WHEN 6 THEN units6 WHEN 7 THEN units7 END) IS NOT NULL) AND (resting IS NULL OR (CASE resting WHEN 1 THEN units1 WHEN 2 THEN units2 WHEN 3 THEN units3 WHEN 4 THEN units4 WHEN 5 THEN units5 WHEN 6 THEN units6 WHEN 7 THEN units7 END) IS NULL))",
            name=op.f("ck_record_roles_paid"),
        ),
        sa.CheckConstraint(
            "kind <> 'penalty' OR coalesce(units1, 0) + coalesce(units2, 0) + coalesce(units3, 0) + coalesce(units4, 0) + coalesce(units5, 0) + coalesce(units6, 0) + coalesce(units7, 0) <= 0",
            name=op.f("ck_record_penalty_loses"),
        ),
        sa.CheckConstraint(
            "(kind = 'deal' OR kind = 'passed-out' OR kind = 'thrown-in' OR kind = 'misdeal' OR kind = 'annulled' OR kind = 'penalty' OR kind = 'adjustment' OR kind = 'sheet')",
            name=op.f("ck_record_kind"),
        ),
        sa.CheckConstraint(
            "(kind = 'penalty' OR kind = 'adjustment' OR kind = 'sheet') OR coalesce(units1, 0) + coalesce(units2, 0) + coalesce(units3, 0) + coalesce(units4, 0) + coalesce(units5, 0) + coalesce(units6, 0) + coalesce(units7, 0) = 0",
            name=op.f("ck_record_zero_sum"),
        ),
        sa.CheckConstraint(
            "(outcome = 'made' OR outcome = 'failed' OR outcome = 'even')", name=op.f("ck_record_outcome")
        ),
        sa.CheckConstraint(
            "(units1 IS NULL OR seat1 IS NOT NULL) AND (units2 IS NULL OR seat2 IS NOT NULL) AND (units3 IS NULL OR seat3 IS NOT NULL) AND (units4 IS NULL OR seat4 IS NOT NULL) AND (units5 IS NULL OR seat5 IS NOT NULL) AND (units6 IS NULL OR seat6 IS NOT NULL) AND (units7 IS NULL OR seat7 IS NOT NULL)",
            name=op.f("ck_record_units_seated"),
        ),
        sa.CheckConstraint("caller <> partner", name=op.f("ck_record_partner_differs")),
        sa.CheckConstraint(
            "caller BETWEEN 1 AND 7 AND partner BETWEEN 1 AND 7 AND dealer BETWEEN 1 AND 7 AND resting BETWEEN 1 AND 7",
            name=op.f("ck_record_seat_numbers"),
        ),
        sa.CheckConstraint(
            "card_points BETWEEN 0 AND 120 AND card_points NOT IN (1, 119)", name=op.f("ck_record_card_points")
        ),
        sa.CheckConstraint("number >= 1", name=op.f("ck_record_number")),
        sa.CheckConstraint(
            "seat1 <> seat2 AND seat1 <> seat3 AND seat1 <> seat4 AND seat1 <> seat5 AND seat1 <> seat6 AND seat1 <> seat7 AND seat2 <> seat3 AND seat2 <> seat4 AND seat2 <> seat5 AND seat2 <> seat6 AND seat2 <> seat7 AND seat3 <> seat4 AND seat3 <> seat5 AND seat3 <> seat6 AND seat3 <> seat7 AND seat4 <> seat5 AND seat4 <> seat6 AND seat4 <> seat7 AND seat5 <> seat6 AND seat5 <> seat7 AND seat6 <> seat7",
            name=op.f("ck_record_seats_differ"),
        ),
        sa.CheckConstraint("slam IN (0, 1)", name=op.f("ck_record_slam")),
        sa.CheckConstraint("target BETWEEN 61 AND 120", name=op.f("ck_record_target")),
        sa.CheckConstraint("times BETWEEN 1 AND 1024", name=op.f("ck_record_times")),
        sa.ForeignKeyConstraint(["made_by"], ["step.id"], name="fk_record_made_by"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_record_match_id"),
        sa.ForeignKeyConstraint(["seat1"], ["player.id"], name="fk_record_seat1"),
        sa.ForeignKeyConstraint(["seat2"], ["player.id"], name="fk_record_seat2"),
        sa.ForeignKeyConstraint(["seat3"], ["player.id"], name="fk_record_seat3"),
        sa.ForeignKeyConstraint(["seat4"], ["player.id"], name="fk_record_seat4"),
        sa.ForeignKeyConstraint(["seat5"], ["player.id"], name="fk_record_seat5"),
        sa.ForeignKeyConstraint(["seat6"], ["player.id"], name="fk_record_seat6"),
        sa.ForeignKeyConstraint(["seat7"], ["player.id"], name="fk_record_seat7"),
        sa.ForeignKeyConstraint(["voided_by"], ["step.id"], name="fk_record_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_record"),
        sqlite_strict=True,
    )
    op.create_index(
        "ix_record_live",
        "record",
        ["match_id", "number"],
        unique=True,
        sqlite_where=sa.text("voided_by IS NULL"),
        postgresql_where=sa.text("voided_by IS NULL"),
    )
    op.create_index(
        "ix_record_voided",
        "record",
        ["match_id"],
        unique=False,
        sqlite_where=sa.text("voided_by IS NOT NULL"),
        postgresql_where=sa.text("voided_by IS NOT NULL"),
    )

    op.create_table(
        "sitting",
        sa.Column("id", BIG, nullable=False),
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("seat1", BIG, nullable=False),
        sa.Column("seat2", BIG, nullable=False),
        sa.Column("seat3", BIG, nullable=False),
        sa.Column("seat4", BIG, nullable=True),
        sa.Column("seat5", BIG, nullable=True),
        sa.Column("seat6", BIG, nullable=True),
        sa.Column("seat7", BIG, nullable=True),
        sa.Column("resting", sa.Integer(), nullable=True),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("finished", Flag(), nullable=False),
        sa.Column("call_caller", sa.Integer(), nullable=True),
        sa.Column("call_bid", sa.Text(), nullable=True),
        sa.Column("call_called", sa.Text(), nullable=True),
        sa.Column("made_by", BIG, nullable=False),
        sa.Column("voided_by", BIG, nullable=True),
        sa.CheckConstraint("(call_caller IS NULL) = (call_bid IS NULL)", name=op.f("ck_sitting_call")),
        sa.CheckConstraint("finished IN (0, 1)", name=op.f("ck_sitting_finished")),
        sa.CheckConstraint(
            "first_dealer BETWEEN 1 AND 7 AND resting BETWEEN 1 AND 7 AND call_caller BETWEEN 1 AND 7",
            name=op.f("ck_sitting_seat_numbers"),
        ),
        sa.CheckConstraint(
            "seat1 <> seat2 AND seat1 <> seat3 AND seat1 <> seat4 AND seat1 <> seat5 AND seat1 <> seat6 AND seat1 <> seat7 AND seat2 <> seat3 AND seat2 <> seat4 AND seat2 <> seat5 AND seat2 <> seat6 AND seat2 <> seat7 AND seat3 <> seat4 AND seat3 <> seat5 AND seat3 <> seat6 AND seat3 <> seat7 AND seat4 <> seat5 AND seat4 <> seat6 AND seat4 <> seat7 AND seat5 <> seat6 AND seat5 <> seat7 AND seat6 <> seat7",
            name=op.f("ck_sitting_seats_differ"),
        ),
        sa.ForeignKeyConstraint(["made_by"], ["step.id"], name="fk_sitting_made_by"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_sitting_match_id"),
        sa.ForeignKeyConstraint(["seat1"], ["player.id"], name="fk_sitting_seat1"),
        sa.ForeignKeyConstraint(["seat2"], ["player.id"], name="fk_sitting_seat2"),
        sa.ForeignKeyConstraint(["seat3"], ["player.id"], name="fk_sitting_seat3"),
        sa.ForeignKeyConstraint(["seat4"], ["player.id"], name="fk_sitting_seat4"),
        sa.ForeignKeyConstraint(["seat5"], ["player.id"], name="fk_sitting_seat5"),
        sa.ForeignKeyConstraint(["seat6"], ["player.id"], name="fk_sitting_seat6"),
        sa.ForeignKeyConstraint(["seat7"], ["player.id"], name="fk_sitting_seat7"),
        sa.ForeignKeyConstraint(["voided_by"], ["step.id"], name="fk_sitting_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_sitting"),
        sqlite_strict=True,
    )
    op.create_index(
        "ix_sitting_live",
        "sitting",
        ["match_id"],
        unique=True,
        sqlite_where=sa.text("voided_by IS NULL"),
        postgresql_where=sa.text("voided_by IS NULL"),
    )
    op.create_index(
        "ix_sitting_voided",
        "sitting",
        ["match_id"],
        unique=False,
        sqlite_where=sa.text("voided_by IS NOT NULL"),
        postgresql_where=sa.text("voided_by IS NOT NULL"),
    )
