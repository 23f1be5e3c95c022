"""Figures and sentences on who is better: by how much, and what chance alone does."""

from typing import Final

from scorer.stats.describe.chance_sentences import unusual_words
from scorer.stats.describe.statistic_files import described
from scorer.stats.models.multiple_testing import Outside
from scorer.text.numbers import TERMINAL, Counting

GAPS: Final = described("gaps")
SURE: Final = TERMINAL._replace(sure=True)


def test_an_error_of_0_00_was_written_where_nothing_is_known() -> None:
    sure = Counting(style=SURE)
    assert sure.mean(0.5, 0.0) == "+0.50"
    assert sure.mean(0.5, 1e-12) == "+0.50"  # what rounding left of nothing
    assert sure.mean(0.5, 0.0034) == "+0.50 ±0.003"
    assert sure.mean(0.5, 0.34) == "+0.50 ±0.34"
    assert Counting().mean(0.5, 0.34) == "+0.50"  # nobody asked how sure it is


def test_gaps_of_whole_units_had_two_decimals() -> None:
    assert GAPS["gap"].written({"gap": 79, "error": 30.66}, Counting(style=SURE)) == "+79 ±31"
    assert GAPS["gap"].written({"gap": 0.69, "error": 0.25}, Counting(style=SURE)) == "+0.69 ±0.25"  # per deal
    assert GAPS["rulings"].written({"rulings": 1.0}, Counting()) == "+1"


def test_of_twenty_pairs_one_is_by_chance_on_average_and_not_at_most() -> None:
    assert unusual_words(Outside(3, 2.8), "56 pairs", "beyond") == (
        "Of 56 pairs chance alone makes about 2.8 unusual (outside 95 of 100 cases in the column beyond); here 3 are."
    )
