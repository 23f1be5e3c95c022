"""Rates of which each has few trials, drawn towards the mean of all: an empirical-Bayes beta-binomial.

A rate of three contracts is mostly chance. What all of them together tell goes into each: as if it had so many trials
more (`strength`) at the mean of all. How many is found from how much the rates differ beyond chance: by maximum
likelihood of a beta-binomial, as `ebb_fit_prior` in David Robinson's ebbr and his "Introduction to Empirical Bayes"
have it, but with the mean held at that of all trials, and among whole numbers, so that no search has to begin anywhere.
The prior is itself uncertain where few rates are there. So the strength stays from 10 to 100 trials (true rates that
differ by 15 or by 5 percent points around one half), and is 30 where fewer than ten rates have two trials or more.
"""

from typing import Final, NamedTuple

import numpy as np

from scorer.frames.columns import Ints
from scorer.stats.tallies import Floats, ratio, wilson

STRENGTHS: Final = range(10, 101)
STATED: Final = 30  # where the strength cannot be found
ENOUGH: Final = 10  # rates of two trials or more: one trial tells nothing of how much rates differ


class Prior(NamedTuple):
    """What is thought of a rate before its own trials; `found`: from these rates, else the strength is a stated one."""

    mean: float
    strength: int
    found: bool


def prior(count: Ints, of: Ints) -> Prior | None:
    """What all rates together say of each; None without a trial."""
    trials = int(of.sum())
    if not trials:
        return None
    mean = float(count.sum() / trials)
    if not 0 < mean < 1 or np.count_nonzero(of > 1) < ENOUGH:
        return Prior(mean, STATED, found=False)
    return Prior(mean, STRENGTHS[int(np.argmax(likelihoods(count, of, mean)))], found=True)


def likelihoods(count: Ints, of: Ints, mean: float) -> Floats:
    """The log-likelihood of these counts under each of STRENGTHS, but for what is the same under all of them.

    With a = mean x strength and b = strength - a, that of one rate is the sum of log(a + i) over i below its count, of
    log(b + i) over i below what is left of its trials, less log(a + b + i) over i below its trials.
    """
    i, strength = np.arange(of.max()), np.array(STRENGTHS)[:, None]

    def summed(first: Floats, numbers: Ints) -> Floats:
        above = len(numbers) - np.cumsum(np.bincount(numbers, minlength=len(i)))[: len(i)]  # how many are above i
        return np.asarray((above * np.log(first + i)).sum(axis=1))

    a = mean * strength
    return summed(a, count) + summed(strength - a, of - count) - summed(strength * 1.0, of)


def likely_columns(count: Ints, of: Ints) -> dict[str, Floats]:
    """The columns of the rates drawn towards the mean of all, with the 95 % Wilson interval of what they then are.

    NaN where there is no trial.
    """
    known, there = prior(count, of) or Prior(0.0, 0, found=False), of > 0
    more = np.asarray(count + known.mean * known.strength, np.float64)
    whole = np.where(there, of + known.strength, 0)
    low, high = wilson(more, whole)
    return {"likely_rate": ratio(more, whole), "likely_low": low, "likely_high": high}
