"""What chance alone does: how far it goes, how much it puts outside, and which of many stand out all the same.

Which of several stand out is judged in one way, of all of them together (Holm), so that in 5 of 100 tables any is
wrong. `Outside` judges nothing: it counts what is further off than chance goes in 95 of 100 cases, and beside it how
many chance alone puts there. Of a rate that is what has its mean outside of its own 95 % interval (Wilson's), so that
what is counted is what the intervals show. How often chance alone does that is summed over every count that is
possible: of few rates, and where the mean is made of them, it is much less than one of twenty.
"""

from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np

from scorer.frames.record_columns import Flags, Ints, Numbers
from scorer.stats.models.arrays import Floats
from scorer.stats.models.intervals import Z

SURE: Final = 0.05  # of all comparisons of a table together, so seldom may one be wrong by chance

ONE_IN: Final = 20  # what chance alone puts outside of a 95 % interval, where no exact chances are at hand


def as_normal(times: Floats, freedom: Floats | float) -> Floats:
    """What a Student's t of so many degrees of freedom is worth on the scale of a normal distribution.

    By Wallace (1959), "Bounds on normal approximations to Student's and the chi-square distributions".
    """
    return np.asarray((8 * freedom + 1) / (8 * freedom + 3) * np.sqrt(freedom * np.log1p(times**2 / freedom)))


def student(normal: float, freedom: float) -> float:
    """The Student's t that is worth so much on the scale of a normal distribution: `as_normal` the other way round."""
    wider = normal * (8 * freedom + 3) / (8 * freedom + 1)
    return float(np.sqrt(freedom * np.expm1(wider**2 / freedom)))


def holm(worth: Floats) -> Flags:
    """Which of these normal figures stand out, all of them taken together (Holm 1979): the largest first."""
    order, count, apart = np.argsort(-worth, kind="stable"), len(worth), np.zeros(len(worth), bool)
    for step, at in enumerate(order.tolist()):
        if worth[at] < NormalDist().inv_cdf(1 - SURE / 2 / (count - step)):
            break
        apart[at] = True
    return apart


class Outside(NamedTuple):
    """How many are outside, and how many chance alone puts there on average."""

    here: int
    by_chance: float


def is_outside(count: Numbers, mean: Floats | float, variance: Floats | float) -> Flags:
    """Whether these are further from their means than chance mostly goes."""
    return np.asarray(np.abs(count - mean) > Z * np.sqrt(variance))


def outside_of(count: Ints, of: Ints, chance: float) -> Outside:
    """How many of these rates are outside of a mean that chance does not move: of any trial this chance (binomial)."""
    outside, tails = unequal_outside(count, of[:, None], np.array([chance]))
    return Outside(int(outside.sum()), float(tails.sum()))


def outside_of_all(count: Ints, of: Ints, tested: Flags | None = None) -> Outside:
    """How many of these rates, or of those `tested`, are outside of that of all of them together.

    That mean is made of them: so many successes are dealt out by lot to the trials of all (hypergeometric).
    """
    whole, made = int(of.sum()), int(count.sum())
    if not whole:
        return Outside(0, 0.0)
    there = np.ones(len(of), bool) if tested is None else tested
    share, logs = made / whole, _log_factorials(whole)
    sizes, times = np.unique(of[there], return_counts=True)
    of_one = share * (1 - share)
    tails = np.array(
        [_tail(_dealt_out(size, made, whole, logs), size * share, size * of_one) for size in sizes.tolist()]
    )
    mean = np.asarray(of[there] * share, np.float64)
    return Outside(int(is_outside(count[there], mean, mean * (1 - share)).sum()), float(times @ tails))


def unequal_outside(count: Ints, trials: Ints, chances: Floats) -> tuple[Flags, Floats]:
    """Which of these sums are outside of their own means, and how likely chance alone puts each of them there.

    `trials` has a row a sum and a column a chance: so many trials succeed with it. A sum of them is distributed as the
    binomials of its chances folded into each other (Poisson binomial): exactly, whatever the chances are.
    """
    mean, variance = trials @ chances, trials @ (chances * (1 - chances))
    _, first, kind = np.unique(trials, axis=0, return_index=True, return_inverse=True)
    tails = [_tail(_sum_of(trials[at].tolist(), chances.tolist()), mean[at], variance[at]) for at in first.tolist()]
    return is_outside(count, mean, variance), np.array(tails, np.float64)[kind.reshape(-1)]


def _tail(likely: Floats, mean: float, variance: float) -> float:
    """How likely a count is outside, of which 0, 1 ... are so likely."""
    return float(likely[is_outside(np.arange(len(likely)), mean, variance)].sum())


def _log_factorials(most: int) -> Floats:
    """The logarithms of 0!, 1! ... to that of `most`."""
    return np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, most + 1)))])


def _log_ways(logs: Floats, of: int, some: Ints | int) -> Floats:
    """The logarithm of the number of ways to take so many of so many, by the log factorials."""
    return np.asarray(logs[of] - logs[some] - logs[of - some])


def _sum_of(trials: list[int], chances: list[float]) -> Floats:
    """How likely 0, 1 ... successes are of so many trials of each chance."""
    likely = np.ones(1)
    for size, chance in zip(trials, chances, strict=True):
        likely = np.convolve(likely, _binomial(size, chance))
    return likely


def _binomial(trials: int, chance: float) -> Floats:
    count = np.arange(trials + 1)
    if not 0 < chance < 1:
        return np.asarray(count == trials * chance, np.float64)
    ways = _log_ways(_log_factorials(trials), trials, count)
    return np.asarray(np.exp(ways + count * np.log(chance) + (trials - count) * np.log1p(-chance)))


def _dealt_out(trials: int, made: int, whole: int, logs: Floats) -> Floats:
    """How likely 0, 1 ... of so many trials succeed, if those `made` of the `whole` are dealt out by lot."""
    count = np.arange(trials + 1)
    likely: Floats = np.zeros(trials + 1)
    there = count[(count <= made) & (trials - count <= whole - made)]
    own, others = _log_ways(logs, trials, there), _log_ways(logs, whole - trials, made - there)
    likely[there] = np.exp(own + others - _log_ways(logs, whole, made))
    return likely


def by_coins(units: Floats) -> float:
    """How far from 0 the sum of these units ends at most in 95 of 100 cases, were each won or lost by a coin.

    Z times the root of the sum of their squares, and no more than all of them: each is one throw.
    """
    return float(min(Z * np.sqrt((units**2).sum()), np.abs(units).sum()))
