"""Rates and their Wilson intervals, beside published ones."""

from math import isnan

import numpy as np
import pytest

from scorer.stats.tallies import ratio, wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        # as the binom package of R has them
        (1, 10, 0.01787621, 0.4041500),
        (5, 10, 0.2365931, 0.7634069),
        (10, 10, 0.7224672, 1.0),
        (0, 5, 0.0, 0.4344825),
        # Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_the_published_one(count: int, of: int, low: float, high: float) -> None:
    ends = wilson(np.array([count]), np.array([of]))
    assert [end.item() for end in ends] == pytest.approx([low, high], abs=5e-5)


def test_the_ends_stay_within_0_and_1() -> None:
    of = np.arange(1, 2000)
    low, high = wilson(np.zeros_like(of), of)[0], wilson(of, of)[1]
    assert ((low >= 0) & (low < 1e-12)).all()
    assert ((high <= 1) & (high > 1 - 1e-12)).all()


def test_without_trials_there_is_no_rate() -> None:
    nothing = np.array([0])
    assert all(isnan(figure[0]) for figure in (ratio(nothing, nothing), *wilson(nothing, nothing)))
    assert ratio(nothing, np.array([4])).tolist() == [0.0]
