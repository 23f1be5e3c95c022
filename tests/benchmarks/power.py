"""`python -m tests.benchmarks power [LEAGUES]`: whether what is said to be found in 8 of 10 cases is found so often.

By generators that share no code with the program: two players apart, and two who are better together, by
`drawn_evenings`; one who makes more of the same bids, by `tests.insight.known_bids`. All others are alike. The effect
is as large as `found` says; then half a unit a deal, with as much play as `half_deals` says.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.insight.caller_skill import calls
from scorer.insight.synergy import synergy_of_deals
from scorer.stats.models.covariance import estimates, pairwise_comparisons
from scorer.stats.models.power import HALF
from scorer.stats.tally import WITH
from scorer.text.numbers import BASE
from tests.benchmarks.coverage import seats
from tests.benchmarks.drawn_evenings import SEATED, World, draw, payouts
from tests.insight.known_bids import chances_of, league_of_bids
from tests.known_leagues import ALONE, AN_EVENING

LEAGUES: Final = 400
TRIALS: Final = 100  # leagues, by which the effect is made as large as it should be, twice
EVENINGS: Final = (10, 20, 60)
PLAYERS: Final = 8
FORM: Final = 0.3
HALF_CALLED: Final = HALF / (2 * (2 + 2 * ALONE))  # of contracts: a contract made is 2 units, alone 4, and else lost


class Shown(NamedTuple):
    """What a league shows of the effect: the `figure`, whether it is `significant`, and what is said of its power.

    `times` is how many times the deals there are half a unit would need.
    """

    figure: float
    significant: bool
    found: float
    times: float


class Kind(NamedTuple):
    """How a league of so many evenings is played by seed, with an effect in the generator's measure, one to start from.

    `half` is what the figure has of half a unit a deal.
    """

    play: Callable[[int, int, float], Shown]
    effect: float
    half: float = HALF


class Power(NamedTuple):
    """The means of what leagues show, the median of `times`, and the `share` of them in which it is significant."""

    figure: float
    share: float
    found: float
    times: float


def gap(seed: int, evenings: int, effect: float, form: float = 0.0) -> Shown:
    """By how much the first player is in front of the second, in units a deal."""
    league = draw(seed, World(players=PLAYERS, evenings=evenings, form=form, apart=effect))
    table = pairwise_comparisons(estimates(payouts(league), "per-deal"))
    behind = (table["player"] == "P001") & (table["other"] == "P000")
    two = behind | ((table["player"] == "P000") & (table["other"] == "P001"))
    deals = evenings * AN_EVENING * SEATED / PLAYERS
    return _shown(table[two].assign(gap=np.where(behind, -table["gap"], table["gap"])[two], deals=deals), "gap")


def pair(seed: int, evenings: int, effect: float, form: float = 0.0) -> Shown:
    """What the first two get beyond expectation when together, in units / stake a deal."""
    table = synergy_of_deals(seats(draw(seed, World(players=PLAYERS, evenings=evenings, form=form, friends=effect))))
    together = (table["met"] == WITH) & (table["player"] == "P000") & (table["other"] == "P001")
    return _shown(table[together], "beyond")


def call(seed: int, evenings: int, effect: float, sign: int = 1) -> Shown:
    """How many more of the same bids the first of eight makes than the others, of all contracts; or how many fewer."""
    table = calls(league_of_bids(seed, evenings * AN_EVENING, chances_of(0), ahead=[sign * effect]), BASE)
    facts = {"deals": table["made"] + table["failed"], "ahead": sign * table["ahead"]}
    return _shown(table.assign(**facts)[table["player"] == "P0"], "ahead")


def _shown(row: pd.DataFrame, name: str) -> Shown:
    """What the one row shows; nothing where it is not there: of two who hardly met."""
    if row.empty:
        return Shown(np.nan, significant=False, found=np.nan, times=np.nan)
    figure, significant, found, half, deals = row[[name, "significant", "found", "half_deals", "deals"]].iloc[0]
    return Shown(figure, bool(significant) and figure > 0, found, half / deals)


KINDS: Final = {
    "gaps": Kind(gap, 0.2),
    "gaps, form of three": Kind(partial(gap, form=FORM), 0.2),
    "pairs": Kind(pair, 0.3),
    "pairs, form of three": Kind(partial(pair, form=FORM), 0.3),
    "calls": Kind(call, 0.1, HALF_CALLED),
    "calls, fewer": Kind(partial(call, sign=-1), 0.1, HALF_CALLED),
}


def power(kind: Kind, evenings: int, count: int, figure: float | None = None) -> Power:
    """What so many leagues find of an effect whose figure is on average this one, or else what is said to be found."""
    effect = kind.effect
    for first in (0, TRIALS):
        mean = _mean([kind.play(seed, evenings, effect) for seed in range(first, first + TRIALS)])
        effect *= (figure or mean.found) / mean.figure
    return _mean([kind.play(seed, evenings, effect) for seed in range(2 * TRIALS, 2 * TRIALS + count)])


def _mean(leagues: list[Shown]) -> Power:
    shown = np.array([league for league in leagues if np.isfinite(league.found)], np.float64)
    figure, share, found, _times = shown.mean(axis=0).tolist()
    return Power(figure, share, found, float(np.median(shown[:, 3])))


def show(count: int = LEAGUES) -> None:
    """Print a line each."""
    for name, kind in KINDS.items():
        for evenings in EVENINGS:
            known = power(kind, evenings, count)
            _line(f"{name}, {evenings} evenings: {known.found:.2f} would be found", known, count)
        half = round(evenings * known.times)
        _line(f"{name}, half a unit would be on {half} evenings", power(kind, half, count, kind.half), count)


def _line(words: str, known: Power, count: int) -> None:
    error = np.sqrt(known.share * (1 - known.share) / count)
    print(f"{words:60} it is {known.figure:.2f}: found {known.share:.3f} ±{error:.3f}", flush=True)
