"""Games without a called partner: sides, what they counted and who won, and their laws; two are enough for a table.

Old rows stay as they are, to the byte: what is new is empty in them. A CHECK of an SQLite table changes only with the
table, so there both tables are made anew and the rows are copied.
"""

from db.migrations.making import is_sqlite, remake, run
from db.migrations.records import (
    COLUMNS_OF_RECORDS,
    COLUMNS_OF_SITTINGS,
    INDEXES_OF_RECORDS,
    INDEXES_OF_SITTINGS,
    LAWS_OF_RECORDS,
    LAWS_OF_SITTINGS,
    constraints,
)

revision = "0003"
down_revision = "0002"

NEW_COLUMNS = ("sides TEXT", "counts TEXT", "bonuses TEXT", "winners TEXT", "decided TEXT")
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


def upgrade() -> None:
    if is_sqlite():
        laws = LAWS_OF_RECORDS | NEW_LAWS
        remake("record", COLUMNS_OF_RECORDS, *NEW_COLUMNS, constraints("record", laws))
        run(*INDEXES_OF_RECORDS)
        columns = COLUMNS_OF_SITTINGS.replace("seat3 BIGINT NOT NULL", "seat3 BIGINT")
        remake("sitting", columns, constraints("sitting", LAWS_OF_SITTINGS))
        run(*INDEXES_OF_SITTINGS)
        return
    run(
        *(f"ALTER TABLE record ADD COLUMN {column}" for column in NEW_COLUMNS),
        *(f"ALTER TABLE record DROP CONSTRAINT ck_record_{law}" for law in CHANGED_LAWS),
        *(f"ALTER TABLE record ADD CONSTRAINT ck_record_{name} CHECK ({law})" for name, law in NEW_LAWS.items()),
        "ALTER TABLE sitting ALTER COLUMN seat3 DROP NOT NULL",
    )
