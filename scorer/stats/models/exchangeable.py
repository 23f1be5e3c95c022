"""Equals: those of whom the deals say the same have the same chances, however the draws of a simulation fell."""

from collections.abc import Callable

import numpy as np

from scorer.frames.record_columns import Ints
from scorer.stats.models.arrays import Floats

NOTHING = 1e-9  # between two numbers that were reckoned on two ways


def firsts(count: int, same: Callable[[int, int], bool]) -> Ints:
    """For each of so many the first of those who are the same: who are alike have one number."""
    found = list(range(count))
    for one in range(count):
        found[one] = next((first for first in range(one) if found[first] == first and same(first, one)), one)
    return np.array(found, np.int64)


def averaged(figures: Floats, alike: Ints) -> Floats:
    """For each row the mean of the rows of all who are alike, from `firsts`."""
    sums = np.zeros_like(figures)
    np.add.at(sums, alike, figures)
    many = np.bincount(alike, minlength=len(alike))[alike]
    return np.asarray((sums[alike].T / many).T)


def swapped(count: int, some: Ints, others: Ints) -> Ints:
    """The order of so many in which these have changed their places with those."""
    order = np.arange(count)
    order[some], order[others] = others, some
    return order


def stays(figures: Floats, order: Ints) -> bool:
    """Whether figures of players, along each axis, are the same in another order of players."""
    return bool(np.allclose(figures, figures[np.ix_(*[order] * figures.ndim)], rtol=NOTHING, atol=NOTHING))


def told_alike(means: Floats, covariance: Floats) -> Ints:
    """For each the first who may change places with them: nothing that is told of anybody changes by it."""
    spread = np.diag(covariance)

    def same(first: int, other: int) -> bool:
        if abs(means[first] - means[other]) > NOTHING or abs(spread[first] - spread[other]) > NOTHING:
            return False  # so it is with nearly all: nothing else is looked at
        return stays(covariance, swapped(len(means), np.array([first]), np.array([other])))

    return firsts(len(means), same)
