"""How often the 95 % intervals of what pays hold the chance that was chosen beforehand.

`python -m tests.benchmarks bid-intervals` prints it by world and number of contracts; with `LEAGUES=2000` of so many.
"""

import os
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import numpy as np

from scorer.frames.record_columns import Ints
from scorer.stats.models.arrays import Floats
from scorer.stats.models.beta_binomial import bid_success_rates
from tests.insight.known_win_probability import contracts_of_bids, contracts_of_hands, contracts_of_unlike_callers

FEW: Final = 10  # calls
CONTRACTS: Final = (60, 200, 500, 2000)
World = Callable[[int, int], tuple[Floats, Ints, Ints]]
WORLDS: Final[dict[str, World]] = {
    "smooth, with a jump, each by itself": contracts_of_bids,
    "players who differ": contracts_of_unlike_callers,
    "the highest hand calls": contracts_of_hands,
}


class Held(NamedTuple):
    """The share of intervals that hold the true chance, and its standard error: a league is one throw of the dice."""

    share: float
    error: float


def held(world: World, leagues: Iterable[int], contracts: int, fewer_than: float = np.inf) -> Held:
    """That of the bids of these leagues that were called, and fewer than so many times."""
    counts = []
    for league in leagues:
        chance, made, called = world(league, contracts)
        there = called > 0  # what nobody called has no row
        estimated = bid_success_rates(made[there], called[there])
        inside = (estimated.low <= chance[there]) & (chance[there] <= estimated.high)
        few = called[there] < fewer_than
        counts.append((int(inside[few].sum()), int(few.sum())))
    inside, intervals = np.array(counts, np.float64).T
    share = inside.sum() / intervals.sum()
    return Held(float(share), float(np.sqrt(((inside - share * intervals) ** 2).sum()) / intervals.sum()))


def show() -> None:
    """Print a line for each world and number of contracts."""
    leagues = int(os.environ.get("LEAGUES", "500"))
    for about, world in WORLDS.items():
        for contracts in CONTRACTS:
            every, few = (held(world, range(leagues), contracts, below) for below in (np.inf, FEW))
            print(f"{about:38}{contracts:6} contracts  {every.share:6.1%} ±{every.error:.1%}"
                  f"   below {FEW} calls {few.share:6.1%} ±{few.error:.1%}", flush=True)  # fmt: skip
