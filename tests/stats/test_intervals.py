"""Rates and their Wilson intervals, beside published ones; rates drawn towards their mean; intervals of means."""

from math import exp, isnan, lgamma

import numpy as np
import pytest

from scorer.stats.models.arrays import ratio
from scorer.stats.models.beta_binomial import STRENGTHS, rate_prior, shrunken_rate_columns
from scorer.stats.models.intervals import mean_interval, wilson


@pytest.mark.parametrize(
    ("count", "trials", "low", "high"),
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
def test_the_interval_is_the_published_one(count: int, trials: int, low: float, high: float) -> None:
    ends = wilson(np.array([count]), np.array([trials]))
    assert [end.item() for end in ends] == pytest.approx([low, high], abs=5e-5)


def test_the_ends_stay_within_0_and_1() -> None:
    trials = np.arange(1, 2000)
    low, high = wilson(np.zeros_like(trials), trials)[0], wilson(trials, trials)[1]
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


def averaged(count: list[int], trials_of: list[int]) -> tuple[list[float], list[float]]:
    """How much each strength counts, and the mean chance of each rate, by the gamma function."""
    mean = sum(count) / sum(trials_of)

    def log_beta(a: float, b: float) -> float:
        return lgamma(a) + lgamma(b) - lgamma(a + b)

    trials = list(zip(count, trials_of, strict=True))
    explained = [
        sum(log_beta(mean * s + k, s - mean * s + n - k) - log_beta(mean * s, s - mean * s) for k, n in trials)
        for s in STRENGTHS.tolist()
    ]
    likelihoods = [exp(figure - max(explained)) for figure in explained]
    weights = [figure / sum(likelihoods) for figure in likelihoods]
    return weights, [sum(w * (k + mean * s) / (n + s) for w, s in zip(weights, STRENGTHS, strict=True))
                     for k, n in trials]  # fmt: skip


@pytest.mark.parametrize("differing", [0.0, 0.3])
def test_rates_are_drawn_by_all_strengths_summed(differing: float) -> None:
    chance = np.random.default_rng(11)
    trials = chance.integers(1, 40, 60)
    count = chance.binomial(trials, np.clip(chance.normal(0.58, differing, 60), 0.02, 0.98))
    weights, means = averaged(count.tolist(), trials.tolist())
    assert rate_prior(count, trials).weights == pytest.approx(weights, abs=1e-3)
    assert shrunken_rate_columns(count, trials)["likely_rate"] == pytest.approx(means, abs=1e-3)


def test_rates_that_differ_more_are_drawn_less() -> None:
    trials = np.full(40, 30)
    similar, different = np.tile([17, 18, 19, 18], 10), np.tile([6, 18, 30, 18], 10)
    assert [round(rate_prior(count, trials).strength) for count in (similar, different)] == [308, 5]


def test_of_few_rates_all_strengths_count_alike() -> None:
    # one trial tells nothing of how much rates differ; 1 / mean(1 / (strength + 1)) - 1
    assert rate_prior(np.array([1, 0]), np.array([1, 1])).weights == pytest.approx([1 / 4] * 4, abs=1e-3)
    assert rate_prior(np.array([0]), np.array([0])).strength == pytest.approx(16.41, abs=0.01)


def test_a_single_contract_makes_no_rate_certain() -> None:
    # all of one contract: half a contract ended otherwise, (1 + 0.5) / 2 of it, and every strength counts alike
    mean = sum((1 + 0.75 * s) / (1 + s) for s in STRENGTHS) / 4
    columns = shrunken_rate_columns(np.array([1]), np.array([1]))
    assert columns["likely_rate"][0] == pytest.approx(mean, abs=1e-3)
    assert columns["likely_high"][0] - columns["likely_low"][0] > 0.3


def test_a_rate_of_three_contracts_hardly_leaves_the_mean_and_one_of_ninety_does() -> None:
    # all made 48 of 96
    count, trials = np.array([3, 0, 45, 0]), np.array([3, 3, 90, 0])
    columns = shrunken_rate_columns(count, trials)
    _weights, means = averaged(count.tolist(), trials.tolist())
    assert columns["likely_rate"].tolist() == pytest.approx([*means[:3], np.nan], nan_ok=True, abs=1e-3)
    assert 0.5 < means[0] < 0.6
    width = columns["likely_high"] - columns["likely_low"]
    assert width[0] > 2 * width[2]


@pytest.mark.parametrize("differing", [0.05, 0.25])
def test_intervals_of_rates_in_no_order_hold_what_is_true_nearly_as_often_as_they_say(differing: float) -> None:
    held = []
    for league in range(40):
        drawn = np.random.default_rng([league, round(100 * differing)])
        truth = np.clip(drawn.normal(0.57, differing, 56), 0.02, 0.98)
        trials = drawn.multinomial(1000, drawn.dirichlet(np.full(56, 1.5)))
        columns = shrunken_rate_columns(drawn.binomial(trials, truth), trials)
        tried = trials > 0
        held.append(((columns["likely_low"] <= truth) & (truth <= columns["likely_high"]))[tried].mean())
    assert np.mean(held) > 0.88  # with the likeliest strength alone it is 0.77 where rates differ most
