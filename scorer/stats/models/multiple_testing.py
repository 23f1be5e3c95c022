"""Multiple testing: which of many figures stand out from chance, and how many chance alone puts outside.

Which of several figures stand out is judged of all of them together (Holm), so that one of them is wrong in 5 of 100
tables. `Outside` judges nothing: it counts the figures that are further off than chance goes in 95 of 100 cases, and
how many chance alone puts there. A rate counts as outside if the common mean is outside of its own 95 % interval
(Wilson's), so that the count is what the intervals show. How often chance alone does that is summed over all possible
counts: of few rates, and where the mean is made of them, it is much less than one of twenty.
"""

from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np

from scorer.frames.record_columns import Flags, Ints, Numbers
from scorer.stats.models.arrays import Floats
from scorer.stats.models.intervals import Z

FAMILYWISE_ERROR: Final = 0.05  # the chance that any comparison of a table is wrong

ONE_IN: Final = 20  # what chance alone puts outside of a 95 % interval, where no exact chances are at hand


def t_to_normal(t: Floats, freedom: Floats | float) -> Floats:
    """The standard normal figures that are as rare as Student's t with these degrees of freedom; the shape of `t`.

    By Wallace (1959), "Bounds on normal approximations to Student's and the chi-square distributions".
    """
    return np.asarray((8 * freedom + 1) / (8 * freedom + 3) * np.sqrt(freedom * np.log1p(t**2 / freedom)))


def normal_to_t(normal: float, freedom: Floats | float) -> Floats:
    """The Student's t that is as rare as a standard normal figure: `t_to_normal` the other way round."""
    wider = normal * (8 * freedom + 3) / (8 * freedom + 1)
    return np.asarray(np.sqrt(freedom * np.expm1(wider**2 / freedom)))


def holm(normal: Floats) -> Flags:
    """Which of these standard normal figures are significant, all of them taken together (Holm 1979); (figures,)."""
    largest_first, count, significant = np.argsort(-normal, kind="stable"), len(normal), np.zeros(len(normal), bool)
    for step, at in enumerate(largest_first.tolist()):
        if normal[at] < NormalDist().inv_cdf(1 - FAMILYWISE_ERROR / 2 / (count - step)):
            break
        significant[at] = True
    return significant


class Outside(NamedTuple):
    """How many figures are outside, and how many chance alone puts there on average."""

    observed: int
    expected: float


def is_outside(count: Numbers, mean: Floats | float, variance: Floats | float) -> Flags:
    """Whether each count is further from its mean than chance goes in 95 of 100 cases."""
    return np.asarray(np.abs(count - mean) > Z * np.sqrt(variance))


def outside_common_rate(count: Ints, trials: Ints, tested: Flags | None = None) -> Outside:
    """How many rates, or how many of those `tested`, are outside of the rate of all of them together.

    That rate is made of them: its successes are dealt out by lot to the trials of all rates (hypergeometric). All
    arguments have the shape (rates,).
    """
    total, made = int(trials.sum()), int(count.sum())
    if not total:
        return Outside(0, 0.0)
    wanted = np.ones(len(trials), bool) if tested is None else tested
    share, logs = made / total, _log_factorials(total)
    sizes, times = np.unique(trials[wanted], return_counts=True)
    of_one = share * (1 - share)
    tails = np.array(
        [_tail(_hypergeometric(size, made, total, logs), size * share, size * of_one) for size in sizes.tolist()]
    )
    mean = np.asarray(trials[wanted] * share, np.float64)
    return Outside(int(is_outside(count[wanted], mean, mean * (1 - share)).sum()), float(times @ tails))


def outside_own_means(count: Ints, trials: Ints, chances: Floats) -> tuple[Flags, Floats]:
    """Which sums of successes are outside of their own means, and the chance of each to be; both (sums,).

    `trials`, (sums, chances), says how many trials of a sum succeed with each of the `chances`, (chances,). The
    distribution of a sum is exact: the convolution of the binomials of its chances (Poisson binomial).
    """
    mean, variance = trials @ chances, trials @ (chances * (1 - chances))
    _distinct, first, kind = np.unique(trials, axis=0, return_index=True, return_inverse=True)
    tails = [
        _tail(_poisson_binomial(trials[at].tolist(), chances.tolist()), mean[at], variance[at]) for at in first.tolist()
    ]
    return is_outside(count, mean, variance), np.array(tails, np.float64)[kind.reshape(-1)]


def _tail(probabilities: Floats, mean: float, variance: float) -> float:
    """The chance that a count is outside, from the probabilities of 0, 1 ..., (counts,)."""
    return float(probabilities[is_outside(np.arange(len(probabilities)), mean, variance)].sum())


def _log_factorials(most: int) -> Floats:
    """The logarithms of 0!, 1! ... `most`!, (most + 1,)."""
    return np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, most + 1)))])


def _log_binomials(logs: Floats, n: int, k: Ints | int) -> Floats:
    """The logarithms of n choose k, from the log factorials; the shape of `k`."""
    return np.asarray(logs[n] - logs[k] - logs[n - k])


def _poisson_binomial(trials: list[int], chances: list[float]) -> Floats:
    """The probabilities of 0, 1 ... successes if a number of trials has each chance, (all trials + 1,)."""
    probabilities = np.ones(1)
    for size, chance in zip(trials, chances, strict=True):
        probabilities = np.convolve(probabilities, _binomial(size, chance))
    return probabilities


def _binomial(trials: int, chance: float) -> Floats:
    count = np.arange(trials + 1)
    if not 0 < chance < 1:
        return np.asarray(count == trials * chance, np.float64)
    ways = _log_binomials(_log_factorials(trials), trials, count)
    return np.asarray(np.exp(ways + count * np.log(chance) + (trials - count) * np.log1p(-chance)))


def _hypergeometric(trials: int, made: int, total: int, logs: Floats) -> Floats:
    """The probabilities of 0, 1 ... successes in some of `total` trials of which `made` succeed, (trials + 1,)."""
    count = np.arange(trials + 1)
    probabilities: Floats = np.zeros(trials + 1)
    possible = count[(count <= made) & (trials - count <= total - made)]
    inside, outside = _log_binomials(logs, trials, possible), _log_binomials(logs, total - trials, made - possible)
    probabilities[possible] = np.exp(inside + outside - _log_binomials(logs, total, made))
    return probabilities


def coin_toss_bound(units: Floats) -> float:
    """How far from 0 the sum of these units ends at most in 95 of 100 cases, if a coin decides the sign of each.

    Z times the root of the sum of their squares, but no more than the sum of all of them. `units`: (tosses,).
    """
    return float(min(Z * np.sqrt((units**2).sum()), np.abs(units).sum()))
