"""Two ways of doing the same, taken in turns."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is measured, against what, how often, and the ratio that is aimed at; `before` each round, unmeasured."""

    what: str
    ours: Callable[[], None]
    baseline: Callable[[], None]
    rounds: int
    aim: float
    before: Callable[[], None] = lambda: None


def measured(comparison: Comparison) -> tuple[float, float]:
    """The medians of both sides in milliseconds, taken in turns after one round to warm up."""
    sides = (comparison.ours, comparison.baseline)
    rounds = []
    for _ in range(comparison.rounds + 1):
        comparison.before()
        rounds.append([_milliseconds(side) for side in sides])
    ours, baseline = (median(times) for times in zip(*rounds[1:], strict=True))
    return ours, baseline


def _milliseconds(once: Callable[[], None]) -> float:
    began = perf_counter()
    once()
    return (perf_counter() - began) * 1000
