"""What chance alone would do: beside sums worked by hand, and every outcome written out."""

from collections.abc import Callable
from itertools import combinations, product
from math import prod, sqrt
from typing import Any

import numpy as np
import pytest

from scorer.frames import Frames
from scorer.stats.describe.chance_sentences import (
    about,
    made_together,
    unusual_pairs,
    won_by_equal_players,
)
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.multiple_testing import (
    Outside,
    coin_toss_bound,
    outside_common_rate,
    outside_own_means,
)
from tests import core_stats as stats
from tests.fixtures import Ok

Read = Callable[..., Frames]


def made(*results: tuple[int, int]) -> list[dict[str, Any]]:
    return [{"made": made, "failed": failed} for made, failed in results]


def assert_outside(outside: Outside, here: int, by_chance: float) -> None:
    assert outside.observed == here
    assert outside.expected == pytest.approx(by_chance)


def test_coins_bring_a_sum_as_far_as_the_root_of_its_squares() -> None:
    assert coin_toss_bound(np.array([2.0, -2.0] * 50)) == pytest.approx(39.2, abs=0.01)  # 1.96 x the root of 100 x 4
    assert coin_toss_bound(np.array([3.0, -1.0])) == 4  # 1.96 x 3.16 is 6.2, and no coin brings more than 3 + 1
    assert coin_toss_bound(np.array([])) == 0
    units = np.random.default_rng(9).choice([1.0, 2, 4, 8], 135)
    ends = np.random.default_rng(10).choice([-1.0, 1.0], (4000, 135)) @ units
    assert 0.94 < (np.abs(ends) <= coin_toss_bound(units)).mean() < 0.96


def test_a_mean_that_is_made_of_the_rates_moves_with_them() -> None:
    # Two pairs of four, four of eight made. Outside is 0 or 4 of the one: 2 of the 70 ways to deal out four, of each of
    # two pairs
    both = np.array([4, 4])
    assert_outside(outside_common_rate(np.array([4, 0]), both), 2, 2 * 2 / 70)
    # beside others, of which all are made: 8 of 12, and of the two pairs 2.67 is the mean and 1.85 to go: 0 of 4 alone
    with_others = np.array([4, 0, 4]), np.array([4, 4, 4]), np.array([True, True, False])
    assert_outside(
        outside_common_rate(*with_others), 1, 2 * 1 / 495
    )  # 4 of 12 fail: 1 of 495 ways has all of them here
    assert outside_common_rate(np.array([3]), np.array([3])) == Outside(0, 0.0)
    assert outside_common_rate(np.array([0, 0]), np.array([0, 0])) == Outside(0, 0.0)


@pytest.mark.parametrize(("sizes", "made"), [((3, 4, 2), 4), ((5, 4), 6), ((1, 7), 2), ((4, 4), 8)])
def test_successes_dealt_out_by_lot_are_every_way_written_out(sizes: tuple[int, ...], made: int) -> None:
    trials, outside = np.array(sizes), []
    owner = np.repeat(np.arange(len(sizes)), trials)
    for which in combinations(range(len(owner)), made):
        count = np.bincount(owner[list(which)], minlength=len(trials))
        mean = trials * made / len(owner)
        outside.append(np.sum(np.abs(count - mean) > 1.959964 * np.sqrt(mean * (1 - made / len(owner))) + 1e-12))
    count = np.bincount(owner[:made], minlength=len(trials))
    assert outside_common_rate(count, trials).expected == pytest.approx(np.mean(outside))


def test_pairs_are_beside_what_all_of_them_made() -> None:
    # 8 of 16 made; two of the four pairs are outside. To have all or none of four are 2 x 495 of 12,870 ways, which is
    # 1/13, and chance alone puts 4/13 there
    rows = made((4, 0), (0, 4), (3, 1), (1, 3))
    sentence = "Of 4 pairs chance alone makes about 0.3 unusual (outside 95 of 100 cases in the column made %); "
    assert unusual_pairs(rows) == f"{sentence}here 2 are."
    assert made_together(rows).whole == f"Together they made 50 %. {sentence}here 2 are."
    assert made_together(made((2, 1))) == made_together(made((0, 0), (0, 0))) == made_together([]) == Verdict()


def test_where_nobody_calls_a_pair_stands_beside_what_equals_would_win(ok: Ok, read: Read) -> None:
    ok("start Three --players anna,bruno,carla --variant briscola")
    for counted in ("60 bruno 40 carla 20", "70 bruno 20 carla 30", "30 bruno 60 carla 30", "50 bruno 40 carla 30"):
        ok(f"deal anna {counted}")
    rows = plain_rows(stats.met(read(), min_deals=1))
    assert [row["rate_if_equal"] for row in rows] == [pytest.approx(1 / 3)] * 3  # one of three wins each deal
    # Anna won three of four against both, Bruno one of four against Carla: 1.67 more than 1.33, of 1.96 x 0.94 = 1.85.
    # Outside are four of four alone, by chance 1/81 of each: 3/81
    assert won_by_equal_players(rows).whole == (
        "Of equal players everybody would win 33 %. Of 3 pairs (3 against) chance alone makes fewer than 0.1 unusual "
        "(outside 95 of 100 cases in the column won %); here none is."
    )
    assert won_by_equal_players([]) == Verdict()


def test_who_met_at_a_table_of_two_and_at_one_of_four_stands_beside_the_mean_of_both(ok: Ok, read: Read) -> None:
    ok("start Two --players anna,bruno --variant briscola")
    for counted in ("70 bruno 50", "80 bruno 40", "90 bruno 30"):
        ok(f"deal anna {counted}")
    ok("start Four --players anna,bruno,carla,dario --variant briscola")
    for counted in ("50 bruno 40 carla 20 dario 10", "50 bruno 50 carla 20 dario 0"):
        ok(f"deal anna {counted} --match Four")
    rows = plain_rows(stats.met(read(), min_deals=1))
    assert [(row["player"], row["other"], row["wins"], row["losses"]) for row in rows[:2]] == [
        ("anna", "bruno", 5, 0), ("anna", "carla", 2, 0),
    ]  # fmt: skip
    # Anna and Bruno: three deals at 1/2, one at 1/4 and a shared one at 2/4; the others one at each of these
    assert [row["rate_if_equal"] for row in rows] == [pytest.approx(2.25 / 5), *[pytest.approx(0.75 / 2)] * 5]
    # 5 are 2.75 more than 2.25, and 1.96 x the root of 4 x 1/4 + 3/16 is 2.14: outside are 0 and 5, 3/64 and 1/64
    # 2 are 1.25 more than 0.75, and 1.96 x the root of 1/4 + 3/16 is 1.30: nothing is outside
    assert [(row["unusual"], row["unusual_by_chance"]) for row in rows] == [
        (True, pytest.approx(4 / 64)), *[(False, 0)] * 5,
    ]  # fmt: skip
    assert won_by_equal_players(rows).whole.startswith(
        "Of equal players everybody would win from 38 % to 45 %, by how many play and how many of them win. Of 6 pairs "
        "(6 against) chance alone makes about 0.1 unusual"
    )
    assert won_by_equal_players(rows).whole.endswith("here 1 is.")


@pytest.mark.parametrize("trials", [(3, 4), (5, 0), (0, 6), (2, 5)])
def test_a_sum_of_unequal_trials_is_outside_of_its_own_mean(trials: tuple[int, int]) -> None:
    chances = [1 / 2] * trials[0] + [1 / 4] * trials[1]
    mean, variance = sum(chances), sum(chance * (1 - chance) for chance in chances)
    by_hand = sum(
        prod(chance if won else 1 - chance for won, chance in zip(ways, chances, strict=True))
        for ways in product((0, 1), repeat=len(chances))
        if abs(sum(ways) - mean) > 1.959964 * sqrt(variance)
    )
    (outside,), (by_chance,) = outside_own_means(np.array([0]), np.array([trials]), np.array([1 / 2, 1 / 4]))
    assert by_chance == pytest.approx(by_hand)
    assert outside == (mean > 1.959964 * sqrt(variance))


@pytest.mark.parametrize(("number", "words"), [(0.3, "about 0.3"), (1.0, "about 1"), (49 / 20, "about 2.5"),
                                              (2.0, "about 2"), (0.04, "fewer than 0.1")])  # fmt: skip
def test_what_there_is_by_chance_is_a_mean(number: float, words: str) -> None:
    assert about(number) == words
