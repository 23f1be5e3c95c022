"""How fast evenings of long ago cease to count: as the league's own evenings show, and it is said."""

from datetime import UTC, datetime

import numpy as np
import pytest

from scorer.frames import Frames
from scorer.insight.forecast.deals_to_play import as_of, remaining
from scorer.insight.forgetting import change, half_life, remembered
from scorer.insight.models.mixed_model import Sums
from scorer.insight.models.seat_payouts import base_payouts, seats_of
from scorer.insight.plus_minus import deal_observations
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import plain_rows
from tests import all_stats as stats
from tests.insight.known_evenings import WORLDS, season


def chosen(frames: Frames) -> float:
    """The half-life of a league."""
    return half_life(deal_observations(seats_of(base_payouts(frames))))


def test_evenings_are_forgotten_where_players_change_and_not_where_they_stay() -> None:
    changing, staying = ([chosen(season(seed, WORLDS[world], 100)[0]) for seed in range(5)]
                         for world in ("strong drift", "skill"))  # fmt: skip
    assert sum(np.isfinite(changing)) >= 4
    assert sum(np.isfinite(staying)) <= 1  # by chance fewer than one of forty
    assert chosen(season(0, WORLDS["strong drift"], 9)[0]) == np.inf  # nine evenings show nothing


def test_after_a_half_life_an_evening_says_half_as_much() -> None:
    def deals(weight: float) -> Sums:
        return Sums(np.eye(2) * weight, np.ones(2) * weight, weight, weight)

    # 8 deals of fifteen evenings ago tell as much as 4 of tonight, of thirty evenings ago as 2
    assert remembered(deals(8), deals(1), 15, 15).weight == pytest.approx(4 + 1)
    assert remembered(deals(8), deals(1), 30, 15).xx.tolist() == pytest.approx(np.eye(2) * (2 + 1))
    assert remembered(deals(8), deals(1), 30, np.inf).weight == 8 + 1


def test_what_changes_on_evenings_to_come_is_as_much_as_is_forgotten() -> None:
    # with a half-life of one evening each doubles the variance: it grows by 1 on the first, and by 1 and 2 on two, of
    # which the mean has 1 + 1/4: the first step counts whole, the second half
    assert change(1, 1) == pytest.approx(1)
    assert change(1, 2) == pytest.approx(1 + 1 / 4)
    assert change(np.inf, 100) == 0
    assert change(15, 0) == 0


def test_chances_say_where_evenings_of_long_ago_say_less() -> None:
    said = {}
    for world in ("strong drift", "skill"):
        frames, sheets = season(1, WORLDS[world], 100)
        rows = plain_rows(stats.win_probabilities(frames, remaining(as_of(sheets[-1], 5), datetime.now(UTC))))
        said[world] = {row["half_life"] for row in rows}, described("chances").verdict(rows)
    half_lives, verdict = said["strong drift"]
    assert half_lives == {15}
    assert verdict.background.endswith(
        "Older evenings count less here, half after 15 evenings: so those of this league were predicted best."
    )
    assert "Older" not in verdict.brief
    half_lives, verdict = said["skill"]
    assert half_lives == {None}
    assert "Older" not in verdict.whole


def test_the_rating_of_now_is_nearer_to_what_later_evenings_bring_and_missing_where_nothing_changes() -> None:
    frames = season(1, WORLDS["strong drift"], 100)[0]
    before, later = (Frames(frames.matches, frames.columns.taken(np.flatnonzero(which)))
                     for which in (frames.columns.match < 80, frames.columns.match >= 80))  # fmt: skip
    table = stats.rating(before).set_index("player")
    truth = stats.rating(later).set_index("player")["units_per_deal"]
    off = ((table[["rating", "now"]].sub(truth, axis=0)) ** 2).mean()
    assert off["now"] < 0.7 * off["rating"]
    verdict = described("rating").verdict(plain_rows(table.reset_index()))
    assert (
        "Players change here: for the rating of now older evenings count less, half after 15 evenings" in verdict.whole
    )
    staying = stats.rating(season(1, WORLDS["skill"], 100)[0])
    assert staying["now"].isna().all()
    assert "Players change" not in described("rating").verdict(plain_rows(staying)).whole
