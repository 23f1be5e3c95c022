"""What the bench measures: two ways of doing the same, taken in turns, or what something takes by itself."""

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import NamedTuple

Taken = tuple[float, float]  # by ours, and by the baseline


class Measurement(NamedTuple):
    """What is measured, against what, how, and the most that is aimed at; None: nothing is.

    The figure is a ratio of milliseconds, or, where `against` is empty, an amount of the `unit`.
    """

    what: str
    against: str
    take: Callable[[], Taken]
    aim: float | None = None
    unit: str = ""


def in_turns(
    ours: Callable[[], None],
    baseline: Callable[[], None],
    rounds: int,
    before: Callable[[], None] = lambda: None,
) -> Callable[[], Taken]:
    """Take the medians of both in milliseconds, after a round to warm up; `before` runs ahead of each, unmeasured."""

    def take() -> Taken:
        taken = []
        for _ in range(rounds + 1):
            before()
            taken.append((milliseconds(ours), milliseconds(baseline)))
        of_ours, of_baseline = zip(*taken[1:], strict=True)
        return median(of_ours), median(of_baseline)

    return take


def by_itself(amount: Callable[[], float]) -> Callable[[], Taken]:
    """Take an amount that is compared with nothing."""
    return lambda: (amount(), 1.0)


def milliseconds(once: Callable[[], None]) -> float:
    """How long something takes."""
    began = perf_counter()
    once()
    return (perf_counter() - began) * 1000
