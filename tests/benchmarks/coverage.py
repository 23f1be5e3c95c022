"""`python -m tests.benchmarks coverage [LEAGUES]`: how often the 95 % intervals of the rating hold what is true.

In leagues whose truth is the mean of a long simulation (`tests.insight.known_boldness`), by world and deals of each
player. Behind ± stands the standard error over leagues, whose players are not independent. Then, of longer leagues, how
far off each way of telling is in matches that were left out, beside taking all for alike.
"""

from collections.abc import Iterator

import numpy as np

from tests import all_stats as stats
from tests.benchmarks.held_out import PREDICTIONS_OF_UNITS, rating_test
from tests.insight.known_boldness import WORLDS, League, World, league
from tests.known_leagues import SEATED

SIZES = (135, 600)  # deals of each player
LONG = 3000
PLAYERS = 10
LEAGUES = 2000
HELD_OUT = 20  # leagues, of LONG


def leagues(world: World, size: int, count: int) -> Iterator[League]:
    """So many leagues of a world."""
    yield from (league(seed, world, size * PLAYERS // SEATED, PLAYERS) for seed in range(count))


def holds(one: League) -> float:
    """The share of the players whose interval holds what is true."""
    table = stats.rating(one.frames)
    truth = one.truth[table["player"].str[1:].astype(int)]
    return float(((table["low"] <= truth) & (truth <= table["high"])).mean())


def show(count: int = LEAGUES) -> None:
    """Print a line each."""
    for size in SIZES:
        for name, world in WORLDS.items():
            shares = np.array([holds(one) for one in leagues(world, size, count)])
            error = shares.std() / np.sqrt(count)
            print(f"{name:34}{size:6} deals each: {shares.mean():.2%} ±{error:.2%}", flush=True)
    for name, world in WORLDS.items():
        missed = np.sum([rating_test(one.frames)["mse"] for one in leagues(world, LONG, HELD_OUT)], axis=0)
        ways = zip(PREDICTIONS_OF_UNITS, missed / missed[0], strict=True)
        beside = ", ".join(f"{way} {miss:.1%}" for way, miss in ways)
        print(f"{name:34}{LONG:6} deals each: {beside}", flush=True)
