"""Rows that are written in bulk: by place, and so in the order of their tables."""

from db.laws import SEAT_NUMBERS
from scorer.scorebook.import_writing import COLUMNS, FileRecord


def test_the_facts_of_a_record_from_a_file_stand_in_the_order_of_the_columns_of_its_row() -> None:
    seats, units = ([f"{what}{seat}" for seat in SEAT_NUMBERS] for what in ("seat", "units"))
    fields = FileRecord._fields
    made = ["made_by", "voided_by"]
    assert COLUMNS["record"] == ("id", "match_id", *fields[2:16], *made, *seats, *units, *fields[16:])
