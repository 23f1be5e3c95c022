"""Tables of true seasons, by a grammar of habits: what comes in is true, with whatever option the answers propose."""

from collections import Counter
from pathlib import Path

from tests.notebooks.hasty_user import FALSE, REFUSED, RIGHT, HastyUser
from tests.notebooks.home_seasons import HomeSeason, drawn_habits

TABLES, FEWEST_RIGHT = 40, 0.3  # more: python -m tests.benchmarks.home_seasons
# Totals above what they add up, standings that change much, totals begun anew that were not, a column Gesamt, amounts
# that all end in ,00, a standing said once more, running totals of two deals, totals on the day of what they add up,
# a remark of an evening
FALSE_ONCE = (
    20_850, 30_914, 30_952, 31_353, 33_312, 34_256, 34_338, 34_743, 36_706, 50_053, 60_169, 60_721, 72_114, 3_100_552,
    8_002_572, 8_100_636, 8_103_367, 8_602_849,
)  # fmt: skip


def test_no_table_of_a_true_season_comes_in_false(tmp_path: Path, empty_book: bytes) -> None:
    user = HastyUser(tmp_path, empty_book)
    verdicts = [user.outcome(HomeSeason(seed)) for seed in (*range(TABLES), *FALSE_ONCE)]
    false = [verdict for verdict in verdicts if verdict.outcome == FALSE]
    assert not false, (
        f"{len(false)} of {len(verdicts)}; the first, as plain as it can be:\n{user.plainest(false[0]).told()}"
    )
    outcomes = Counter(verdict.outcome for verdict in verdicts)
    assert outcomes[RIGHT] >= FEWEST_RIGHT * TABLES, outcomes  # a reader that refuses everything is no good


def test_the_same_seed_is_the_same_table() -> None:
    assert [HomeSeason(seed).text() for seed in range(20)] == [HomeSeason(seed).text() for seed in range(20)]
    assert len({drawn_habits(seed) for seed in range(100)}) == 100
    for seed in range(100):  # a season is true: what is won is lost
        assert {sum(units.values()) for units in HomeSeason(seed).truth.values()} == {0}


def test_totals_that_fit_only_without_the_first_row_were_a_fault_of_the_program(
    tmp_path: Path, empty_book: bytes
) -> None:
    """The total of an evening stands above its deals, and those of others below theirs."""
    verdict = HastyUser(tmp_path, empty_book).outcome(HomeSeason(40_531))
    assert verdict.outcome == REFUSED
    assert "line 2: the totals of this table fit only without this row" in verdict.decisive.answer
