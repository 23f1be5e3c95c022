"""Whether a way of telling is nearer than another: by how much, of what, and whether chance alone does as much."""

from scorer.stats.chances_descriptions import CHANCES_HELD
from scorer.stats.columns import better_words


def said(better: float, error: float, matches: int) -> str:
    """What is said of the chances beside all alike."""
    row = {"better": better, "error": error, "matches": matches}
    return better_words(row, "The chances are", "all alike", "Brier scores")


def test_two_matches_were_said_to_be_more_than_chance_alone_does() -> None:
    # 0.093 is 7.75 of its errors: of two matches chance alone comes so far in one of twelve cases (t with 1 degree)
    assert said(0.093, 0.012, 2) == (
        "The chances are nearer than all alike by 0.093 ±0.012 (Brier scores): 2 matches are too few to tell whether "
        "that is chance."
    )
    assert "1 match is too few to tell" in said(0.093, 0.012, 1)


def test_of_ten_matches_it_takes_more_than_twice_the_error() -> None:
    # with 9 degrees of freedom 95 of 100 lie within 2.26 errors, with 199 within 1.97
    assert said(0.022, 0.010, 10).endswith("chance alone does as much.")
    assert said(0.023, 0.010, 10).endswith("more than chance alone does.")
    assert said(0.020, 0.010, 200).endswith("more than chance alone does.")


def test_what_is_further_off_is_said_in_words_and_not_by_a_minus() -> None:
    assert said(-0.03, 0.010, 30) == (
        "The chances are further off than all alike by 0.030 ±0.010 (Brier scores): more than chance alone does."
    )
    assert said(0, 0, 30).endswith("chance alone does as much.")


def test_one_match_was_enough_to_say_that_chances_come_true_as_far_as_chance_lets_one_tell() -> None:
    row = {"low": 0.2, "said": 0.5, "high": 0.8}
    few, enough = (CHANCES_HELD.verdict([row | {"matches": matches}]) for matches in (1, 10))
    assert few == "1 match is too few to tell whether such chances come true: ten would begin to."
    assert enough == "What was said came true as often as that, as far as chance lets one tell, in every range."
