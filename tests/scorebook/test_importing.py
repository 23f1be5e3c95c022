"""Rows that are written in bulk: by place, and so in the order of their tables."""

from db.columns import SEAT_NUMBERS
from scorer.scorebook.importing import COLUMNS, Facts
from scorer.scorebook.rows import RECORD


def test_the_facts_of_a_line_stand_in_the_order_of_the_columns_of_a_record() -> None:
    seats, units = ([f"{what}{seat}" for seat in SEAT_NUMBERS] for what in ("seat", "units"))
    assert COLUMNS[RECORD] == ["match_id", *Facts._fields, "made_by", "voided_by", *seats, *units]
