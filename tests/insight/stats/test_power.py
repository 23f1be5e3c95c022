"""What is said to be found in 8 of 10 cases, in leagues of which the effect is as large as is said."""

import numpy as np
import pytest

from tests.benchmarks.power import KINDS

LEAGUES = 60


@pytest.mark.parametrize(
    ("kind", "evenings", "effect"), [("gaps", 20, 0.42), ("pairs", 60, 0.37), ("calls, fewer", 20, 0.25)]
)
def test_what_is_said_to_be_found_in_8_of_10_is(kind: str, evenings: int, effect: float) -> None:
    shown = [KINDS[kind].play(seed, evenings, effect) for seed in range(LEAGUES)]
    assert np.mean([league.figure for league in shown]) == pytest.approx(
        np.mean([league.found for league in shown]), rel=0.05
    )  # it is as large as is said
    assert 38 <= sum(league.significant for league in shown) <= 57  # 48 are meant, a standard deviation is 3.1
