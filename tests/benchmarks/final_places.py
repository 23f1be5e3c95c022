"""`python -m tests.benchmarks final-places [LEAGUES]`: whether the chances of first places of seasons come true.

Seasons of twenty evenings, known until the second, sixth or fourteenth one, by generators that share no code with the
program: `drawn_evenings`, and with drift and boldness `tests.insight.known_evenings`. Then long seasons in which skills
drift, of which one or two thirds are known. By world: the Brier score of
equal players, of naming the leader, of the chances; the slope of the outcome over the chance; how many of the ranges
of final units that should hold 90 of 100 hold them.
"""

from typing import Final, NamedTuple

import numpy as np

from scorer.frames import Frames
from scorer.insight.forecast.final_places import (
    ENDS,
    evenings_to_come,
    final_places,
    place_shares,
)
from scorer.insight.forgetting import half_life
from scorer.stats.models.arrays import Floats
from scorer.stats.tally import tally
from tests.benchmarks.coverage import observations
from tests.benchmarks.drawn_evenings import Drawn, World, draw
from tests.insight import known_evenings

LEAGUES: Final = 200
EVENINGS: Final = 20
KNOWN: Final = (2, 6, 14)
WORLDS: Final = {
    "equals": World(players=8),
    "skill": World(players=8, skill=0.2),
    "skill, unequal attendance": World(players=10, skill=0.2, unequal=0.7),
    "skill and form": World(players=8, skill=0.2, form=0.3),
    "skill and tilt": World(players=8, skill=0.2, tilt=0.3),
    "cliques, unequal, form": World(players=12, skill=0.2, cliques=0.8, unequal=0.7, form=0.3),
    "two tables": World(players=12, tables=2, skill=0.2),
    "half on paper": World(players=8, skill=0.2, on_paper=0.5),
}
LONG: Final = ((120, 40), (120, 80), (240, 160))  # evenings, of which so many are known
DRIFTING: Final = {
    "skill": World(players=8, skill=0.2),
    "skill, half the drift": World(players=8, skill=0.2, drift=0.3),
    "skill, strong drift": World(players=8, skill=0.15, drift=0.6),
}
CHANGING: Final = ("boldness and skill", "little drift", "strong drift")


class Season(NamedTuple):
    """The chances of the first place of those who were there, the outcome, the leader's line, and what ranges held."""

    chance: Floats
    outcome: Floats
    leader: Floats
    held: Floats


def of_arrays(seed: int, world: World, known: int, evenings: int = EVENINGS) -> Season:
    """A season that is drawn as arrays, of which so many evenings are known."""
    league = draw(seed, world._replace(evenings=evenings))
    before = league.evening < known
    past = Drawn._make(
        [*(array[before] for array in league[:6]), league.on_paper[:known], league.said[:known], league.truth]
    )
    now, end = (_units(part, world.players) for part in (past, league))
    seen = observations(past)
    base, stake = np.abs(past.units), past.stake[:, None]
    stakes = float((base * stake).sum() / base.sum()), float(((base * stake) ** 2).sum() / (base**2).sum())
    drawn = evenings_to_come(seen, len(seen.units), stakes, evenings - known, half_life(seen))
    units, there = np.rint(now + drawn.units), np.bincount(past.player.ravel(), minlength=world.players) > 0
    chance = place_shares(units, np.broadcast_to(there, units.shape))[:, 0]
    return _season(chance[there], now[there], end[there], *np.quantile(units[:, there], ENDS, axis=0))


def of_frames(seed: int, world: known_evenings.World, known: int) -> Season:
    """A season of which so many evenings are known, read as the command reads it."""
    frames, _sheets = known_evenings.season(seed, world, EVENINGS)
    past = Frames(frames.matches, frames.columns.taken(np.flatnonzero(frames.columns.match < known)))
    table = final_places(past, evenings=EVENINGS - known)
    everybody = tally(frames.payouts)
    end = dict(zip(everybody.players, everybody.units.sum(axis=1).tolist(), strict=True))
    final = np.array([end[player] for player in table["player"]], np.float64)
    chance, now, low, high = (table[name].to_numpy(np.float64) for name in ("chance", "units", "low", "high"))
    return _season(chance, now, final, low, high)


def _units(league: Drawn, players: int) -> Floats:
    units = (league.units * league.stake[:, None]).ravel()
    return np.bincount(league.player.ravel(), units, players).astype(np.float64)


def _season(chance: Floats, now: Floats, end: Floats, low: Floats, high: Floats) -> Season:
    outcome, leader = ((units == units.max()) / (units == units.max()).sum() for units in (end, now))
    return Season(chance, outcome, leader, ((low <= end) & (end <= high)).astype(np.float64))


def show(count: int = LEAGUES) -> None:
    """Print a line a world and stage."""
    for known in KNOWN:
        for name, world in WORLDS.items():
            _line(name, known, EVENINGS, [of_arrays(seed, world, known) for seed in range(count)])
        for name in CHANGING:
            _line(name, known, EVENINGS, [of_frames(seed, known_evenings.WORLDS[name], known) for seed in range(count)])
    for evenings, known in LONG:
        for name, world in DRIFTING.items():
            _line(name, known, evenings, [of_arrays(seed, world, known, evenings) for seed in range(count)])


def _line(name: str, known: int, evenings: int, seasons: list[Season]) -> None:
    chance, outcome, leader, held = map(np.concatenate, zip(*seasons, strict=True))
    equal = np.concatenate([np.full(len(season.chance), 1 / len(season.chance)) for season in seasons])
    brier = [np.mean((told - outcome) ** 2) for told in (equal, leader, chance)]
    slopes = np.array([_slope(season.chance, season.outcome) for season in seasons])
    error = slopes[:, 0].std() * np.sqrt(len(slopes)) / slopes[:, 1].sum()
    slope = slopes[:, 0].sum() / slopes[:, 1].sum()
    print(f"{name:26} {known:3} of {evenings:3}: equal {brier[0]:.4f}, leader {brier[1]:.4f}, chances {brier[2]:.4f}; "
          f"slope {slope:.2f} \N{PLUS-MINUS SIGN}{error:.2f}; held {held.mean():.3f}", flush=True)  # fmt: skip


def _slope(chance: Floats, outcome: Floats) -> tuple[float, float]:
    """The parts of a slope through the mean of a season, which both have alike: above and below the line."""
    ahead = chance - chance.mean()
    return float(ahead @ outcome), float(ahead @ ahead)
