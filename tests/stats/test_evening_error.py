"""Good and bad evenings: how much alike the deals of one are, worked by hand, and leagues of equals who have them."""

import numpy as np
import pytest

from scorer.stats.models.covariance import estimates, pairwise_comparisons
from scorer.stats.models.evening_error import Evenings, Form, evening_sizes
from tests.benchmarks.drawn_evenings import World, draw, payouts


def evenings(residuals: list[float], players: int) -> Evenings:
    """So many players have two evenings of two deals each, with these sums of residuals, each of them 1 or -1."""
    player = np.repeat(np.arange(players), 2)
    return Evenings(player, np.full(2 * players, 2.0), np.tile(residuals, players), 4.0 * players, 1.0)


def test_deals_of_an_evening_that_all_end_alike_tell_as_much_as_one() -> None:
    # Both deals of an evening +1, of the other -1: the squares of the sums are twice those of the deals; without the
    # mean of the player 1 of 2 is left of the sums, 3 of 4 of the deals: likeness (2 x 6 - 4) / (4 + 2 x 2) = 1.
    assert evenings([2, -2], 1000).form().likeness == pytest.approx(0.3, abs=0.01)  # no league has more
    assert Form(likeness=1).factors(np.array([1, 2, 25])).tolist() == [1, 2, 25]  # n deals vary as n, not as root n


def test_deals_that_even_out_are_not_taken_for_less_than_independent() -> None:
    assert evenings([0, 0], 1000).form().likeness == pytest.approx(0, abs=0.01)  # +1, -1 on each evening


def test_of_a_single_evening_form_cannot_be_told_from_skill() -> None:
    one = Evenings(np.arange(5), np.full(5, 25.0), np.array([9.0, -3, -2, -2, -2]), 200.0, 0.8)
    assert one.form() == Form()


def test_what_stays_open_of_form_makes_students_t_wider() -> None:
    # 25 deals with a likeness of 0.02 +- 0.01: the factor is 1.48 +- 0.24, which is as sure as 2 x (1.48 / 0.24)^2 = 76
    # degrees of freedom are; with 100 of the deals themselves 1 / (1 / 76 + 1 / 100) = 43.
    assert Form(0.02, 0.01).freedom(np.array([25.0]), 100) == pytest.approx(43.2, abs=0.1)


def test_a_deal_meets_long_evenings_more_often_than_short_ones() -> None:
    assert evening_sizes(np.array([[10.0, 5], [30, 0]])).tolist() == [25, 5]  # (10 x 10 + 30 x 30) / 40


@pytest.mark.parametrize("order", ["units", "per-deal", "per-match"])
def test_good_and_bad_evenings_of_equals_were_told_apart(order: str) -> None:
    leagues = [payouts(draw(seed, World(players=8, evenings=20, form=0.5))) for seed in range(40)]
    apart = [pairwise_comparisons(estimates(league, order))["significant"].any() for league in leagues]
    assert sum(apart) <= 6  # 5 of 100 are meant, 2 of 40: more than 6 once in three hundred times; by deals it was 13
