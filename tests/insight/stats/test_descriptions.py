"""Heads, legends and helps of this wing's statistics."""

from math import ceil, sqrt

from scorer.insight.forecast.monte_carlo import SIMULATIONS
from scorer.stats.describe.statistic_files import described
from scorer.stats.models.intervals import Z


def test_the_chances_say_how_often_a_match_is_played_and_how_far_off_that_leaves_them() -> None:
    legend = described("chances").legend_of([])
    assert f"played {SIMULATIONS:,} times, " in legend
    assert f"the drawing errs by less than {ceil(100 * Z * sqrt(1 / 4 / SIMULATIONS))} of 100" in legend


def test_a_recount_calls_no_two_columns_units() -> None:
    # on a narrow terminal the units as they were played stood in a table of their own, called those of the other table
    recount = described("recount")
    for keys, others in recount.terminal:
        titles = [recount[name].short or recount[name].title for name in (*keys, *others)]
        assert len(set(titles)) == len(titles)


def test_how_far_off_a_figure_may_be_is_said_with_what_that_makes_of_its_interval() -> None:
    # of four deals it takes 3.2 times as much, by Student's t of three degrees; of ten 2.3 times
    twice = "the true value is almost surely within twice that; below ten deals look no further"
    helped = {column.name: column.help() for column in described("luck").columns}
    assert f"how far off it may be; {twice}; none where the deals do not tell" in helped["play"]
    assert "in 95 of 100 cases" in described("rating")["low"].help()
    assert "within about twice that" in described("pays")["units_caller"].help()  # a chance has no even interval
    assert twice in described("luck").legend_of(["play"])
    assert "the best: the chance to be the best" in described("rating").legend_of(["best"], titled=True)
