"""Exchangeable players: the deals say the same of them, so that a simulation must give them the same chances.

Who is exchangeable forms a group. A group is named by the index of its first member: an array of groups has the shape
(players,) and says for each player the first who is exchangeable with them.
"""

from collections.abc import Callable

import numpy as np

from scorer.frames.record_columns import Ints
from scorer.stats.models.arrays import Floats

NEGLIGIBLE = 1e-9  # a smaller difference between two numbers is an error of rounding


def exchangeable_groups(players: int, exchangeable: Callable[[int, int], bool]) -> Ints:
    """The group of each player, shape (players,), by a test of two players, the first of a group and another."""
    groups = list(range(players))
    for player in range(players):
        firsts = (first for first in range(player) if groups[first] == first)
        groups[player] = next((first for first in firsts if exchangeable(first, player)), player)
    return np.array(groups, np.int64)


def group_means(figures: Floats, groups: Ints) -> Floats:
    """Figures of players along the first axis, each replaced by the mean of its group; the same shape."""
    sums = np.zeros_like(figures)
    np.add.at(sums, groups, figures)
    sizes = np.bincount(groups, minlength=len(groups))[groups]
    return np.asarray((sums[groups].T / sizes).T)


def swapped_order(players: int, side: Ints, opponents: Ints) -> Ints:
    """The order of players, shape (players,), in which the players of two equally large sides change places."""
    order = np.arange(players)
    order[side], order[opponents] = opponents, side
    return order


def is_invariant(figures: Floats, order: Ints) -> bool:
    """Whether figures, shape (players,) or (players, players), stay the same if players are put into this order."""
    return bool(np.allclose(figures, figures[np.ix_(*[order] * figures.ndim)], rtol=NEGLIGIBLE, atol=NEGLIGIBLE))


def exchangeable_players(means: Floats, covariance: Floats) -> Ints:
    """The group of each player, shape (players,): two are exchangeable if a swap leaves means and covariance the same.

    `means` has the shape (players,), `covariance` the shape (players, players).
    """
    variances = np.diag(covariance)

    def exchangeable(first: int, player: int) -> bool:
        if abs(means[first] - means[player]) > NEGLIGIBLE or abs(variances[first] - variances[player]) > NEGLIGIBLE:
            return False  # cheap, and true of nearly all pairs: the covariance need not be compared
        return is_invariant(covariance, swapped_order(len(means), np.array([first]), np.array([player])))

    return exchangeable_groups(len(means), exchangeable)
