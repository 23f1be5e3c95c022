"""Rates and their Wilson intervals, beside published ones; rates drawn towards their mean; intervals of means."""

from math import isnan, lgamma

import numpy as np
import pytest

from scorer.stats.likely import STRENGTHS, Prior, likelihoods, likely_columns, prior
from scorer.stats.tallies import mean_interval, ratio, wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        # as the binom package of R has them
        (1, 10, 0.01787621, 0.4041500),
        (5, 10, 0.2365931, 0.7634069),
        (10, 10, 0.7224672, 1.0),
        (0, 5, 0.0, 0.4344825),
        # Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_the_published_one(count: int, of: int, low: float, high: float) -> None:
    ends = wilson(np.array([count]), np.array([of]))
    assert [end.item() for end in ends] == pytest.approx([low, high], abs=5e-5)


def test_the_ends_stay_within_0_and_1() -> None:
    of = np.arange(1, 2000)
    low, high = wilson(np.zeros_like(of), of)[0], wilson(of, of)[1]
    assert ((low >= 0) & (low < 1e-12)).all()
    assert ((high <= 1) & (high > 1 - 1e-12)).all()


def test_without_trials_there_is_no_rate() -> None:
    nothing = np.array([0])
    assert all(isnan(figure[0]) for figure in (ratio(nothing, nothing), *wilson(nothing, nothing)))
    assert ratio(nothing, np.array([4])).tolist() == [0.0]


# Means of units


def test_the_interval_of_equal_stakes_is_that_of_the_rate() -> None:
    # three times +2, once -2: 3 of 4 made lies from 30.06 to 95.44 %, so the mean from 4 x 0.3006 - 2 to 4 x 0.9544 - 2
    low, high = mean_interval(np.array([4]), np.array([16]), np.array([4]))
    assert [low.item(), high.item()] == pytest.approx([-0.7974, 1.8174], abs=5e-4)


def test_two_deals_that_ended_alike_do_not_make_a_mean_certain() -> None:
    # twice -6: 0 of 2 lies from 0 to 65.76 %
    low, high = mean_interval(np.array([-12]), np.array([72]), np.array([2]))
    assert [low.item(), high.item()] == pytest.approx([-6, 12 * 0.6576 - 6], abs=1e-3)


def test_means_of_nothing_and_of_noughts() -> None:
    low, high = mean_interval(np.array([0, 0]), np.array([0, 0]), np.array([0, 3]))
    assert isnan(low[0])
    assert (low[1], high[1]) == (0, 0)


# Rates drawn towards the mean of all


def brute(count: list[int], of: list[int], mean: float) -> list[float]:
    """The log-likelihood under every strength, by the gamma function."""

    def beta(a: float, b: float) -> float:
        return lgamma(a) + lgamma(b) - lgamma(a + b)

    return [
        sum(beta(mean * s + k, s - mean * s + n - k) - beta(mean * s, s - mean * s)
            for k, n in zip(count, of, strict=True))
        for s in STRENGTHS
    ]  # fmt: skip


@pytest.mark.parametrize("differing", [0.0, 0.08, 0.15, 0.3])
def test_the_prior_is_the_likeliest_of_all_found_by_trying_each(differing: float) -> None:
    chance = np.random.default_rng(11)
    of = chance.integers(0, 40, 60)
    count = chance.binomial(of, np.clip(chance.normal(0.58, differing, 60), 0.02, 0.98))
    mean = count.sum() / of.sum()
    by_hand = brute(count.tolist(), of.tolist(), mean)
    assert likelihoods(count, of, mean) == pytest.approx(by_hand, abs=1e-8)
    assert prior(count, of) == Prior(mean, STRENGTHS[by_hand.index(max(by_hand))], found=True)


def test_rates_that_differ_more_are_drawn_less() -> None:
    of = np.full(40, 30)
    alike, apart = np.tile([17, 18, 19, 18], 10), np.tile([6, 18, 30, 18], 10)
    assert [prior(count, of) for count in (alike, apart)] == [Prior(0.6, 100, found=True), Prior(0.6, 10, found=True)]


def test_of_few_rates_the_strength_is_a_stated_one() -> None:
    # nine have two contracts, and a hundred have one, of which each tells nothing of how much they differ
    of = np.array([2] * 9 + [1] * 100)
    assert prior(of // 2, of) == Prior(9 / 118, 30, found=False)
    assert prior(np.ones(3, np.int64), np.ones(3, np.int64)) == Prior(1.0, 30, found=False)
    assert prior(np.zeros(2, np.int64), np.zeros(2, np.int64)) is None


def test_a_rate_of_three_contracts_hardly_leaves_the_mean_and_one_of_ninety_does() -> None:
    # all made 48 of 96, so that each gets 15 more of 30: 18 of 33, 33 of 63, 60 of 120 and nothing
    count, of = np.array([3, 0, 45, 0]), np.array([3, 3, 90, 0])
    drawn = likely_columns(count, of)
    assert drawn["likely_rate"].tolist() == pytest.approx([18 / 33, 15 / 33, 0.5, np.nan], nan_ok=True)
    assert drawn["likely_low"][2] == pytest.approx(wilson(np.array([60]), np.array([120]))[0][0])
