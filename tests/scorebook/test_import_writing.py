"""Rows that are written in bulk: by place, and so in the order of their tables."""

from db.laws import SEAT_NUMBERS
from scorer.rules.deal_facts import Facts
from scorer.scorebook.import_writing import COLUMNS


def test_the_facts_of_a_record_from_a_file_stand_in_the_order_of_the_columns_of_its_row() -> None:
    seats, units = ([f"{what}{seat}" for seat in SEAT_NUMBERS] for what in ("seat", "units"))
    begin, (_seated, _out, *facts) = ["id", "match_id", "number", "kind", "dealer", "resting"], Facts._fields
    at = facts.index("times") + 1
    made = ["note", "made_by", "voided_by"]
    assert COLUMNS["record"] == (*begin, *facts[:at], *made, *seats, *units, *facts[at:])
