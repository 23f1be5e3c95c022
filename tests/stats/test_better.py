"""Sentences on predictions: which model is better, by how much, and whether chance alone does as much."""

from typing import Final

from scorer.stats.describe.chance_sentences import unusual_words
from scorer.stats.describe.forecast_sentences import BRIER, comparison, nothing_to_predict
from scorer.stats.describe.statistic_files import described
from scorer.stats.models.multiple_testing import Outside
from scorer.text.numbers import TERMINAL, Counting

CHANCES_HELD: Final = described("chances_held")
FORECASTERS: Final = described("forecasters")
RATING_TEST: Final = described("rating_test")
GAPS: Final = described("gaps")
RATING: Final = described("rating")
SURE: Final = TERMINAL._replace(sure=True)


def compared(improvement: float, error: float, matches: int) -> str:
    """The chances compared with all players equal."""
    row = {"improvement": improvement, "error": error, "matches": matches}
    return comparison(row, "the chances", "all players equal", BRIER)


def test_two_matches_were_said_to_be_more_than_chance_alone_does() -> None:
    # 0.093 is 7.75 of its errors: of two matches chance alone comes so far in one of twelve cases (t with 1 degree)
    assert compared(0.093, 0.012, 2) == (
        "Brier score, the chances against all players equal: better by 0.093 ±0.012. 2 matches are too few to tell "
        "whether that is chance."
    )
    assert "1 match is too few to tell" in compared(0.093, 0.012, 1)


def test_of_ten_matches_it_takes_more_than_twice_the_error() -> None:
    # with 9 degrees of freedom 95 of 100 lie within 2.26 errors, with 199 within 1.97
    assert compared(0.022, 0.010, 10).endswith("Chance alone does as much.")
    assert compared(0.023, 0.010, 10).endswith("That is more than chance alone does.")
    assert compared(0.020, 0.010, 200).endswith("That is more than chance alone does.")


def test_what_is_further_off_is_said_in_words_and_not_by_a_minus() -> None:
    assert compared(-0.03, 0.010, 30) == (
        "Brier score, the chances against all players equal: worse by 0.030 ±0.010. That is more than chance alone "
        "does."
    )


def test_nothing_was_said_to_be_nearer_by_0_000_give_or_take_0_000() -> None:
    assert compared(0, 0, 30) == "Brier score, the chances against all players equal: exactly as good."
    assert "by 0.00012 ±0.00004. " in compared(0.00012, 0.00004, 30)


def test_of_two_matches_one_match_alone_was_said_to_be_too_few() -> None:
    assert nothing_to_predict([{"matches": 1}]) == "One match alone cannot be predicted from others: this needs two."
    assert (
        nothing_to_predict([{"matches": 2}]) == "These 2 matches have nothing that could be predicted from the others."
    )


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


def test_a_guest_of_one_deal_was_named_the_best() -> None:
    every: dict[str, float | str | None] = {"significant": True, "per_deal_error": 0.1, "sheets": 0, "predictive": True}
    rows = [
        every | {"player": player, "deals": deals, "best": best}
        for player, deals, best in (("Guest", 1, None), ("Anna", 40, 0.6), ("Bruno", 40, 0.4))
    ]
    assert RATING.verdict(rows).whole.startswith("Anna is the best of the 2 with 10 deals or more with 60 %.")
    assert RATING.verdict(rows[:1] * 2).whole.startswith("Nobody has 10 deals yet: so few tell nobody to be the best.")


def test_one_match_was_enough_to_say_that_chances_come_true_as_far_as_chance_lets_one_tell() -> None:
    row = {"low": 0.2, "forecast": 0.5, "high": 0.8}
    few, enough = (CHANCES_HELD.verdict([row | {"matches": matches}]).whole for matches in (1, 10))
    assert few == "1 match is too few to tell whether such chances come true: ten would begin to."
    assert enough == "In every range the forecasts came true as often as they said, as far as chance lets one tell."


def test_a_way_that_told_more_was_shown_as_100_percent_of_the_miss_of_equals() -> None:
    for listing in (RATING_TEST, FORECASTERS):
        assert listing["relative_score"].written({"relative_score": 0.995}, Counting()) == "99.5 %"
