"""Games without a called partner: sides, what they counted and who won, and their laws; two are enough for a table.

Old rows stay as they are, to the byte: what is new is empty in them. A CHECK of an SQLite table changes only with the
table, so there both tables are made anew and the rows are copied.
"""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

from db.column_types import BIG, Flag

revision = "0003"
down_revision = "0002"

NEW_COLUMNS = ("sides", "counts", "bonuses", "winners", "decided")
NEW_LAWS = {
    "deal_facts": "(kind = 'deal') = (outcome IS NOT NULL) AND (kind = 'deal') = (caller IS NOT NULL OR sides IS NOT NULL) AND (caller IS NULL) = (bid IS NULL) AND (caller IS NULL) = (target IS NULL) AND (sides IS NOT NULL OR (counts IS NULL AND bonuses IS NULL AND winners IS NULL AND decided IS NULL)) AND (sides IS NULL OR caller IS NOT NULL OR (partner IS NULL AND called IS NULL AND card_points IS NULL)) AND (sides IS NULL OR caller IS NULL OR (partner IS NULL AND counts IS NULL AND decided IS NULL))",
    "roles_paid": "kind <> 'deal' OR ((caller IS NULL OR (CASE caller WHEN 1 THEN units1 WHEN 2 THEN units2 WHEN 3 THEN units3 WHEN 4 THEN units4 WHEN 5 THEN units5 WHEN 6 THEN units6 WHEN 7 THEN units7 END) IS NOT NULL) AND (partner IS NULL OR (CASE partner WHEN 1 THEN units1 WHEN 2 THEN units2 WHEN 3 THEN units3 WHEN 4 THEN units4 WHEN 5 THEN units5 WHEN 6 THEN units6 WHEN 7 THEN units7 END) IS NOT NULL) AND (resting IS NULL OR (CASE resting WHEN 1 THEN units1 WHEN 2 THEN units2 WHEN 3 THEN units3 WHEN 4 THEN units4 WHEN 5 THEN units5 WHEN 6 THEN units6 WHEN 7 THEN units7 END) IS NULL))",
    "outcome": "(outcome = 'made' OR outcome = 'failed' OR outcome = 'even' OR outcome = 'won')",
    "card_points": "card_points BETWEEN 0 AND 230 AND card_points <> 1 AND (sides IS NOT NULL OR (card_points <= 120 AND card_points <> 119))",
    "target": "target BETWEEN 61 AND 230 AND (sides IS NOT NULL OR target <= 120)",
    "sides": "sides IS NULL OR (trim(sides, 'ABCDEFG.') = '' AND trim(sides, '.') <> '' AND (length(sides) < 1) = (seat1 IS NULL) AND (length(sides) < 2) = (seat2 IS NULL) AND (length(sides) < 3) = (seat3 IS NULL) AND (length(sides) < 4) = (seat4 IS NULL) AND (length(sides) < 5) = (seat5 IS NULL) AND (length(sides) < 6) = (seat6 IS NULL) AND (length(sides) < 7) = (seat7 IS NULL))",
    "sides_paid": "sides IS NULL OR (CASE WHEN resting IS NULL THEN length(replace(sides, '.', '')) = length(sides) ELSE substr(sides, resting, 1) = '.' END AND length(replace(sides, '.', '')) >= length(sides) - 1 AND (units1 IS NOT NULL OR seat1 IS NULL OR (resting IS NOT NULL AND resting = 1)) AND (units2 IS NOT NULL OR seat2 IS NULL OR (resting IS NOT NULL AND resting = 2)) AND (units3 IS NOT NULL OR seat3 IS NULL OR (resting IS NOT NULL AND resting = 3)) AND (units4 IS NOT NULL OR seat4 IS NULL OR (resting IS NOT NULL AND resting = 4)) AND (units5 IS NOT NULL OR seat5 IS NULL OR (resting IS NOT NULL AND resting = 5)) AND (units6 IS NOT NULL OR seat6 IS NULL OR (resting IS NOT NULL AND resting = 6)) AND (units7 IS NOT NULL OR seat7 IS NULL OR (resting IS NOT NULL AND resting = 7)))",
    "paid_as_one": "sides IS NULL OR (CASE substr(sides, 1, 1) WHEN substr(sides, 2, 1) THEN units1 = units2 WHEN substr(sides, 3, 1) THEN units1 = units3 WHEN substr(sides, 4, 1) THEN units1 = units4 WHEN substr(sides, 5, 1) THEN units1 = units5 WHEN substr(sides, 6, 1) THEN units1 = units6 WHEN substr(sides, 7, 1) THEN units1 = units7 ELSE 1 = 1 END AND CASE substr(sides, 2, 1) WHEN substr(sides, 3, 1) THEN units2 = units3 WHEN substr(sides, 4, 1) THEN units2 = units4 WHEN substr(sides, 5, 1) THEN units2 = units5 WHEN substr(sides, 6, 1) THEN units2 = units6 WHEN substr(sides, 7, 1) THEN units2 = units7 ELSE 1 = 1 END AND CASE substr(sides, 3, 1) WHEN substr(sides, 4, 1) THEN units3 = units4 WHEN substr(sides, 5, 1) THEN units3 = units5 WHEN substr(sides, 6, 1) THEN units3 = units6 WHEN substr(sides, 7, 1) THEN units3 = units7 ELSE 1 = 1 END AND CASE substr(sides, 4, 1) WHEN substr(sides, 5, 1) THEN units4 = units5 WHEN substr(sides, 6, 1) THEN units4 = units6 WHEN substr(sides, 7, 1) THEN units4 = units7 ELSE 1 = 1 END AND CASE substr(sides, 5, 1) WHEN substr(sides, 6, 1) THEN units5 = units6 WHEN substr(sides, 7, 1) THEN units5 = units7 ELSE 1 = 1 END AND CASE substr(sides, 6, 1) WHEN substr(sides, 7, 1) THEN units6 = units7 ELSE 1 = 1 END)",
    "winners": "(outcome = 'won') = (winners IS NOT NULL) AND (caller IS NULL OR winners IS NULL) AND (caller IS NOT NULL OR outcome = 'won' OR outcome = 'even')",
    "winners_paid": "winners IS NULL OR (units1 <> 0 AND (units1 > 0) = (replace(winners, substr(sides, 1, 1), '') <> winners) AND units2 <> 0 AND (units2 > 0) = (replace(winners, substr(sides, 2, 1), '') <> winners) AND units3 <> 0 AND (units3 > 0) = (replace(winners, substr(sides, 3, 1), '') <> winners) AND units4 <> 0 AND (units4 > 0) = (replace(winners, substr(sides, 4, 1), '') <> winners) AND units5 <> 0 AND (units5 > 0) = (replace(winners, substr(sides, 5, 1), '') <> winners) AND units6 <> 0 AND (units6 > 0) = (replace(winners, substr(sides, 6, 1), '') <> winners) AND units7 <> 0 AND (units7 > 0) = (replace(winners, substr(sides, 7, 1), '') <> winners))",
    "even_pays_nothing": "sides IS NULL OR outcome <> 'even' OR (units1 = 0 AND units2 = 0 AND units3 = 0 AND units4 = 0 AND units5 = 0 AND units6 = 0 AND units7 = 0)",
    "counts": "trim(counts, ' 0123456789') = '' AND trim(bonuses, ' 0123456789') = ''",
}
CHANGED_LAWS = ("deal_facts", "roles_paid", "outcome", "card_points", "target")
OLD_LAWS = {
    "seats_differ": "seat1 <> seat2 AND seat1 <> seat3 AND seat1 <> seat4 AND seat1 <> seat5 AND seat1 <> seat6 AND seat1 <> seat7 AND seat2 <> seat3 AND seat2 <> seat4 AND seat2 <> seat5 AND seat2 <> seat6 AND seat2 <> seat7 AND seat3 <> seat4 AND seat3 <> seat5 AND seat3 <> seat6 AND seat3 <> seat7 AND seat4 <> seat5 AND seat4 <> seat6 AND seat4 <> seat7 AND seat5 <> seat6 AND seat5 <> seat7 AND seat6 <> seat7",
    "kind": "(kind = 'deal' OR kind = 'passed-out' OR kind = 'thrown-in' OR kind = 'misdeal' OR kind = 'annulled' OR kind = 'penalty' OR kind = 'adjustment' OR kind = 'sheet')",
    "zero_sum": "(kind = 'penalty' OR kind = 'adjustment' OR kind = 'sheet') OR coalesce(units1, 0) + coalesce(units2, 0) + coalesce(units3, 0) + coalesce(units4, 0) + coalesce(units5, 0) + coalesce(units6, 0) + coalesce(units7, 0) = 0",
    "penalty_loses": "kind <> 'penalty' OR coalesce(units1, 0) + coalesce(units2, 0) + coalesce(units3, 0) + coalesce(units4, 0) + coalesce(units5, 0) + coalesce(units6, 0) + coalesce(units7, 0) <= 0",
    "reason": "NOT (kind = 'penalty' OR kind = 'adjustment' OR kind = 'sheet') OR note <> ''",
    "partner_differs": "caller <> partner",
    "times": "times BETWEEN 1 AND 1024",
    "number": "number >= 1",
    "slam": "slam IN (0, 1)",
    "units_seated": "(units1 IS NULL OR seat1 IS NOT NULL) AND (units2 IS NULL OR seat2 IS NOT NULL) AND (units3 IS NULL OR seat3 IS NOT NULL) AND (units4 IS NULL OR seat4 IS NOT NULL) AND (units5 IS NULL OR seat5 IS NOT NULL) AND (units6 IS NULL OR seat6 IS NOT NULL) AND (units7 IS NULL OR seat7 IS NOT NULL)",
    "seat_numbers": "caller BETWEEN 1 AND 7 AND partner BETWEEN 1 AND 7 AND dealer BETWEEN 1 AND 7 AND resting BETWEEN 1 AND 7",
}
LAWS_OF_SITTINGS = {
    "call": "(call_caller IS NULL) = (call_bid IS NULL)",
    "finished": "finished IN (0, 1)",
    "seat_numbers": "first_dealer BETWEEN 1 AND 7 AND resting BETWEEN 1 AND 7 AND call_caller BETWEEN 1 AND 7",
    "seats_differ": "seat1 <> seat2 AND seat1 <> seat3 AND seat1 <> seat4 AND seat1 <> seat5 AND seat1 <> seat6 AND seat1 <> seat7 AND seat2 <> seat3 AND seat2 <> seat4 AND seat2 <> seat5 AND seat2 <> seat6 AND seat2 <> seat7 AND seat3 <> seat4 AND seat3 <> seat5 AND seat3 <> seat6 AND seat3 <> seat7 AND seat4 <> seat5 AND seat4 <> seat6 AND seat4 <> seat7 AND seat5 <> seat6 AND seat5 <> seat7 AND seat6 <> seat7",
}
LIVE, VOIDED = "voided_by IS NULL", "voided_by IS NOT NULL"


def upgrade() -> None:
    if op.get_context().dialect.name == "sqlite":
        remake("record", record_columns(), OLD_LAWS | NEW_LAWS, live=("match_id", "number"))
        remake("sitting", sitting_columns(), LAWS_OF_SITTINGS, live=("match_id",))
        return
    for name in NEW_COLUMNS:
        op.add_column("record", sa.Column(name, sa.Text(), nullable=True))
    for law in CHANGED_LAWS:
        op.drop_constraint(op.f(f"ck_record_{law}"), "record", type_="check")
    for law, sql in NEW_LAWS.items():
        op.create_check_constraint(op.f(f"ck_record_{law}"), "record", sql)
    op.alter_column("sitting", "seat3", existing_type=BIG, nullable=True)


def remake(name: str, columns: tuple[sa.Column[Any], ...], laws: Mapping[str, str], live: tuple[str, ...]) -> None:
    """Make an SQLite table anew with these columns and laws, its rows copied, and its two indexes."""
    references = {"match_id": "match.id", "made_by": "step.id", "voided_by": "step.id"}
    references |= {f"seat{seat}": "player.id" for seat in range(1, 8)}
    op.create_table(
        f"{name}_new",
        *columns,
        *(sa.CheckConstraint(sql, name=op.f(f"ck_{name}_{law}")) for law, sql in laws.items()),
        *(sa.ForeignKeyConstraint([own], [there], name=f"fk_{name}_{own}") for own, there in references.items()),
        sa.PrimaryKeyConstraint("id", name=f"pk_{name}"),
        sqlite_strict=True,
    )
    kept = ", ".join(column.name for column in columns if column.name not in NEW_COLUMNS)
    op.execute(f"INSERT INTO {name}_new ({kept}) SELECT {kept} FROM {name}")
    op.drop_table(name)
    op.rename_table(f"{name}_new", name)
    op.create_index(f"ix_{name}_live", name, [*live], unique=True, sqlite_where=sa.text(LIVE))
    op.create_index(f"ix_{name}_voided", name, ["match_id"], unique=False, sqlite_where=sa.text(VOIDED))


def record_columns() -> tuple[sa.Column[Any], ...]:
    return (
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
        *(sa.Column(name, sa.Text(), nullable=True) for name in NEW_COLUMNS),
    )


def sitting_columns() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("id", BIG, nullable=False),
        sa.Column("match_id", BIG, nullable=False),
        sa.Column("seat1", BIG, nullable=False),
        sa.Column("seat2", BIG, nullable=False),
        sa.Column("seat3", BIG, nullable=True),
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
    )
