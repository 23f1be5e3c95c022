"""How many deals a paper sheet holds, where somebody said it."""

from db.migrations.making import run

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    run(
        "ALTER TABLE record ADD COLUMN deals INTEGER"
        " CONSTRAINT ck_record_deals CHECK (deals IS NULL OR (kind = 'sheet' AND deals BETWEEN 1 AND 1000))"
    )
