"""`python -m tests.benchmarks chances [LEAGUES]`: whether chances to win come true in leagues that are known.

Seasons of `tests.insight.known_evenings`, by world; the last LAST matches of each are played again, each moment of them
from what was known then. By world: the Brier score of equal players, of naming the leader, of the chances, and of the
chances if nothing were forgotten; behind ± the standard error of that difference over leagues. `slope` is that of the
outcome over the chance: 1 where they come true as often as they say, below it where they say too much. Last how often
each half-life was chosen.
"""

from collections import Counter
from math import inf
from unittest.mock import patch

import numpy as np

from scorer.insight import forgetting
from scorer.insight.forecast.deal_model import Past
from scorer.stats.models.arrays import Floats
from tests.benchmarks.held_out import forecasts
from tests.insight.known_evenings import WORLDS, World, season

LEAGUES, EVENINGS, LAST = 20, 120, 20
SIMULATIONS = 500  # of a moment: many leagues say more than many draws


def measured(seed: int, world: World) -> tuple[float, Floats, Floats, Floats]:
    """The half-life before the last match of a season; the Brier scores, chances and outcomes of its last matches."""
    frames, sheets = season(seed, world, EVENINGS)
    last = sheets[-1]
    half_life = Past(frames, last.match, last.players).half_life
    table = forecasts(frames, sheets[-LAST:], SIMULATIONS)
    with patch.object(forgetting, "HALF_LIVES", (inf,)):
        all_alike = forecasts(frames, sheets[-LAST:], SIMULATIONS)["chance"]
    outcome = table["outcome"].to_numpy(np.float64)
    told = (table["equal"], table["leader"], table["chance"], all_alike)
    brier = np.array([np.mean((chance.to_numpy(np.float64) - outcome) ** 2) for chance in told])
    return half_life, brier, table["chance"].to_numpy(np.float64), outcome


def show(count: int = LEAGUES) -> None:
    """Print a line a world."""
    for name, world in WORLDS.items():
        half_lives, briers, chances, outcomes = zip(*(measured(seed, world) for seed in range(count)), strict=True)
        equal, leader, chance, all_alike = np.mean(briers, axis=0)
        error = np.std([brier[2] - brier[3] for brier in briers], ddof=1) / np.sqrt(count)
        slope = np.polyfit(np.concatenate(chances), np.concatenate(outcomes), 1)[0]
        chosen = ", ".join(f"{half_life:g}: {often}" for half_life, often in sorted(Counter(half_lives).items()))
        print(f"{name:22} equal {equal:.4f}, leader {leader:.4f}, chances {chance:.4f}, nothing forgotten "
              f"{all_alike:.4f} ±{error:.4f}; slope {slope:.2f}; half-lives {chosen}", flush=True)  # fmt: skip
