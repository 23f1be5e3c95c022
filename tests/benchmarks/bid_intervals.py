"""How often the 95 % intervals of what pays hold the chance that was chosen beforehand, how wide and how far off.

`python -m tests.benchmarks bid-intervals` prints it by world for 135 and 600 deals of each of ten players, of bids with
fewer than ten contracts and of the others; with `LEAGUES=2000` of so many.
"""

import os
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import numpy as np

from scorer.insight.models.bid_curve import Axis, bid_success_rates
from scorer.stats.models.arrays import Floats
from scorer.stats.tally import MIN_DEALS
from tests.insight.known_bids import WORLDS, Contracts

CONTRACTS: Final = {135: 270, 600: 1200}  # by deals of each of ten players, of whom five are in a deal


class Held(NamedTuple):
    """The share of intervals that hold the true chance, and its standard error: a league is one throw of the dice.

    `width` is the mean width of the intervals, `off` the root of the mean squared error of the chances.
    """

    share: float
    error: float
    width: float
    off: float


def held(world: Callable[[int, int], Contracts], leagues: Iterable[int], contracts: int) -> tuple[Held, Held]:
    """That of all bids of these leagues that have fewer than MIN_DEALS contracts, and of those that have more."""
    few, many = [], []
    for league in leagues:
        drawn = world(league, contracts)
        there = drawn.called > 0  # what nobody called has no row
        chance, called = drawn.chance[there], drawn.called[there]
        scales = np.eye(int(drawn.scale.max()) + 1)[drawn.scale[there]]
        found = bid_success_rates(drawn.made[there], called, Axis(scales, drawn.place[there]))
        inside = (found.low <= chance) & (chance <= found.high)
        figures = np.stack([np.ones(len(chance)), inside, found.high - found.low, (found.mean - chance) ** 2])
        seldom = called < MIN_DEALS
        few.append(figures[:, seldom].sum(axis=1))
        many.append(figures[:, ~seldom].sum(axis=1))
    return _held(np.array(few)), _held(np.array(many))


def _held(leagues: Floats) -> Held:
    """From the sums of each league: intervals, those that hold the chance, widths, squared errors of the chance."""
    intervals, inside = leagues[:, 0], leagues[:, 1]
    count, held_by, width, square = leagues.sum(axis=0)
    error = np.sqrt(((inside - held_by / count * intervals) ** 2).sum()) / count
    return Held(held_by / count, float(error), width / count, float(np.sqrt(square / count)))


def show() -> None:
    """Print a line for each world and number of deals."""
    leagues = int(os.environ.get("LEAGUES", "500"))
    for about, world in WORLDS.items():
        for deals, contracts in CONTRACTS.items():
            found = zip((f"below {MIN_DEALS}", "others"), held(world, range(leagues), contracts), strict=True)
            words = [f"{which} {of.share:6.1%} ±{of.error:.1%}, width {of.width:.3f}, off {of.off:.3f}"
                     for which, of in found]  # fmt: skip
            print(f"{about:38}{deals:4} deals each  {'   '.join(words)}", flush=True)
