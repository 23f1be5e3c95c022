"""Payments, which somebody made of the settlement of some matches, and a match's place among those of its day.

The column keeps out programs that know no other turn on a server than the advisory lock: to them the table of matches
is not as scorer makes it. A new table would not, for other programs may have theirs beside ours.
"""

import sqlalchemy as sa
from alembic import op

from db.column_types import BIG, IsoDate

revision = "0005"
down_revision = "0004"

LAWS = {
    "cents": "cents >= 1",
    "currency": "currency <> ''",
    "matches": "trim(matches, ' 0123456789') = '' AND trim(matches) <> ''",
    "players": "payer IS NOT NULL OR payee IS NOT NULL",
    "players_differ": "payer <> payee",
}


def upgrade() -> None:
    op.create_table(
        "payment",
        sa.Column("id", BIG, nullable=False),
        sa.Column("payer", BIG, nullable=True),
        sa.Column("payee", BIG, nullable=True),
        sa.Column("cents", BIG, nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("on", IsoDate(), nullable=False),
        sa.Column("matches", sa.Text(), nullable=False),
        sa.Column("made_by", BIG, nullable=False),
        sa.Column("voided_by", BIG, nullable=True),
        *(sa.CheckConstraint(sql, name=op.f(f"ck_payment_{law}")) for law, sql in LAWS.items()),
        sa.ForeignKeyConstraint(["payer"], ["player.id"], name="fk_payment_payer"),
        sa.ForeignKeyConstraint(["payee"], ["player.id"], name="fk_payment_payee"),
        sa.ForeignKeyConstraint(["made_by"], ["step.id"], name="fk_payment_made_by"),
        sa.ForeignKeyConstraint(["voided_by"], ["step.id"], name="fk_payment_voided_by"),
        sa.PrimaryKeyConstraint("id", name="pk_payment"),
        sqlite_strict=True,
    )
    op.add_column("match", sa.Column("place", BIG, nullable=True))
