"""Payments, which somebody made of the settlement of some matches, and a match's place among those of its day.

The column keeps out programs that know no other turn on a server than the advisory lock: to them the table of matches
is not as scorer makes it. A new table would not, for other programs may have theirs beside ours.
"""

from db.migrations.making import make, run

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    make(
        "payment",
        """
        id BIGSERIAL NOT NULL
        payer BIGINT
        payee BIGINT
        cents BIGINT NOT NULL
        currency TEXT NOT NULL
        "on" TEXT NOT NULL
        matches TEXT NOT NULL
        made_by BIGINT NOT NULL
        voided_by BIGINT
        CONSTRAINT pk_payment PRIMARY KEY (id)
        CONSTRAINT ck_payment_cents CHECK (cents >= 1)
        CONSTRAINT ck_payment_currency CHECK (currency <> '')
        CONSTRAINT ck_payment_matches CHECK (trim(matches, ' 0123456789') = '' AND trim(matches) <> '')
        CONSTRAINT ck_payment_players CHECK (payer IS NOT NULL OR payee IS NOT NULL)
        CONSTRAINT ck_payment_players_differ CHECK (payer <> payee)
        CONSTRAINT fk_payment_payer FOREIGN KEY(payer) REFERENCES player (id)
        CONSTRAINT fk_payment_payee FOREIGN KEY(payee) REFERENCES player (id)
        CONSTRAINT fk_payment_made_by FOREIGN KEY(made_by) REFERENCES step (id)
        CONSTRAINT fk_payment_voided_by FOREIGN KEY(voided_by) REFERENCES step (id)
        """,
    )
    run('ALTER TABLE "match" ADD COLUMN place BIGINT')
