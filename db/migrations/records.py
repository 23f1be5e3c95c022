"""Records and sittings as the first revision makes them, of which the third makes some otherwise."""

from collections.abc import Mapping

COLUMNS_OF_RECORDS = """
    id BIGSERIAL NOT NULL
    match_id BIGINT NOT NULL
    number INTEGER NOT NULL
    kind TEXT NOT NULL
    dealer INTEGER
    resting INTEGER
    caller INTEGER
    partner INTEGER
    bid TEXT
    target INTEGER
    called TEXT
    card_points INTEGER
    outcome TEXT
    slam INTEGER NOT NULL
    times BIGINT NOT NULL
    note TEXT NOT NULL
    made_by BIGINT NOT NULL
    voided_by BIGINT
    seat1 BIGINT
    seat2 BIGINT
    seat3 BIGINT
    seat4 BIGINT
    seat5 BIGINT
    seat6 BIGINT
    seat7 BIGINT
    units1 BIGINT
    units2 BIGINT
    units3 BIGINT
    units4 BIGINT
    units5 BIGINT
    units6 BIGINT
    units7 BIGINT
"""
COLUMNS_OF_SITTINGS = """
    id BIGSERIAL NOT NULL
    match_id BIGINT NOT NULL
    seat1 BIGINT NOT NULL
    seat2 BIGINT NOT NULL
    seat3 BIGINT NOT NULL
    seat4 BIGINT
    seat5 BIGINT
    seat6 BIGINT
    seat7 BIGINT
    resting INTEGER
    first_dealer INTEGER NOT NULL
    finished INTEGER NOT NULL
    call_caller INTEGER
    call_bid TEXT
    call_called TEXT
    made_by BIGINT NOT NULL
    voided_by BIGINT
"""
SEATS_DIFFER = "seat1 <> seat2 AND seat1 <> seat3 AND seat1 <> seat4 AND seat1 <> seat5 AND seat1 <> seat6 AND seat1 <> seat7 AND seat2 <> seat3 AND seat2 <> seat4 AND seat2 <> seat5 AND seat2 <> seat6 AND seat2 <> seat7 AND seat3 <> seat4 AND seat3 <> seat5 AND seat3 <> seat6 AND seat3 <> seat7 AND seat4 <> seat5 AND seat4 <> seat6 AND seat4 <> seat7 AND seat5 <> seat6 AND seat5 <> seat7 AND seat6 <> seat7"
LAWS_OF_RECORDS = {
    "seats_differ": SEATS_DIFFER,
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
    "seats_differ": SEATS_DIFFER,
}
REFERENCES = """
    CONSTRAINT fk_{0}_match_id FOREIGN KEY(match_id) REFERENCES "match" (id)
    CONSTRAINT fk_{0}_made_by FOREIGN KEY(made_by) REFERENCES step (id)
    CONSTRAINT fk_{0}_voided_by FOREIGN KEY(voided_by) REFERENCES step (id)
    CONSTRAINT fk_{0}_seat1 FOREIGN KEY(seat1) REFERENCES player (id)
    CONSTRAINT fk_{0}_seat2 FOREIGN KEY(seat2) REFERENCES player (id)
    CONSTRAINT fk_{0}_seat3 FOREIGN KEY(seat3) REFERENCES player (id)
    CONSTRAINT fk_{0}_seat4 FOREIGN KEY(seat4) REFERENCES player (id)
    CONSTRAINT fk_{0}_seat5 FOREIGN KEY(seat5) REFERENCES player (id)
    CONSTRAINT fk_{0}_seat6 FOREIGN KEY(seat6) REFERENCES player (id)
    CONSTRAINT fk_{0}_seat7 FOREIGN KEY(seat7) REFERENCES player (id)
"""
INDEXES_OF_RECORDS = (
    "CREATE UNIQUE INDEX ix_record_live ON record (match_id, number) WHERE voided_by IS NULL",
    "CREATE INDEX ix_record_voided ON record (match_id) WHERE voided_by IS NOT NULL",
)
INDEXES_OF_SITTINGS = (
    "CREATE UNIQUE INDEX ix_sitting_live ON sitting (match_id) WHERE voided_by IS NULL",
    "CREATE INDEX ix_sitting_voided ON sitting (match_id) WHERE voided_by IS NOT NULL",
)


def constraints(table: str, laws: Mapping[str, str]) -> str:
    """The key, the laws and the references of one of the two tables, a line each."""
    checks = "\n".join(f"CONSTRAINT ck_{table}_{name} CHECK ({law})" for name, law in laws.items())
    return f"CONSTRAINT pk_{table} PRIMARY KEY (id)\n{checks}{REFERENCES.format(table)}"
