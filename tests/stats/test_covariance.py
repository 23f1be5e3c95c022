"""How sure means and gaps are: worked by hand, and on leagues of equals, where nobody may be told apart."""

from collections.abc import Callable
from math import sqrt

import numpy as np
import pandas as pd
import pytest

from scorer.frames import Frames
from scorer.stats.models.covariance import Estimates, estimates, pairwise_comparisons, possible_places
from scorer.stats.models.intervals import mean_error
from scorer.stats.standings import standings
from tests.figures import figures
from tests.fixtures import Ok
from tests.known_skill import league

Read = Callable[..., Frames]


@pytest.fixture
def three(ok: Ok) -> None:
    """Anna +2, -2, +2; Bruno -1, +1, +1; Carla and Dario -1, +1, -1; Elena +1, -1, -1."""
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-20")
    ok("deal anna A elena 70")
    ok("deal anna A elena 50")
    ok("deal anna A bruno 70")


def test_the_error_of_a_mean_is_the_deviation_of_the_sample_by_the_root_of_its_size() -> None:
    # +2, -2, +2: the mean 2/3, squared distances 16/9 + 64/9 + 16/9 = 32/3, the variance of the sample 16/3
    errors = mean_error(np.array([2, 4, 5, 0]), np.array([12, 16, 25, 0]), np.array([3, 1, 1, 0]))
    assert errors[0] == pytest.approx(sqrt(16 / 3 / 3))
    assert np.isnan(errors[1:]).all()  # of one deal nothing is known


def test_deals_that_all_ended_alike_do_not_make_a_mean_certain() -> None:
    assert np.isnan(mean_error(np.array([6, 0]), np.array([12, 0]), np.array([3, 5]))).all()


@pytest.mark.usefixtures("three")
def test_a_gap_knows_that_what_one_wins_the_other_loses(read: Read) -> None:
    table = pairwise_comparisons(estimates(read().payouts)).set_index(["player", "other"])
    # Anna less Carla: +3, -3, +3. Their mean is 1, the squares beside it 4 + 16 + 4 = 24, the variance of one deal 12,
    # of three 36. By themselves: 3 x 16/3 of Anna and 3 x 4/3 of Carla are 20, which knows nothing of their meeting.
    assert figures(table.loc[[("Anna", "Carla")]], "gap", "error") == [(3.0, 6.0)]
    # Carla and Dario always got the same: there is no gap, and nothing that could make one.
    assert figures(table.loc[[("Carla", "Dario")]], "gap", "error", "significant", "more_needed") == [
        (0.0, None, False, None)
    ]


@pytest.mark.usefixtures("three")
def test_gaps_of_means_and_of_matches(ok: Ok, read: Read) -> None:
    table = pairwise_comparisons(estimates(read().payouts, "per-deal")).set_index(["player", "other"])
    assert figures(table.loc[[("Anna", "Carla")]], "gap", "error") == [(1.0, 2.0)]
    ok("finish")
    for day, count in ((21, 70), (22, 50)):
        ok(f"start Day{day} --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-{day}")
        ok(f"deal anna A elena {count}")
        ok("finish")
    by_match = estimates(read().payouts, "per-match").selected(["Anna", "Carla"])
    # Anna +2, +2, -2: the mean 2/3, its error 4/3; Carla -1, -1, +1. Anna less Carla +3, +3, -3: the mean 1, error 2.
    assert by_match.figures.tolist() == pytest.approx([2 / 3, -1 / 3])
    assert sqrt(by_match.covariance[0, 0]) == pytest.approx(4 / 3)
    assert pairwise_comparisons(by_match)["error"].item() == pytest.approx(2)


@pytest.mark.usefixtures("three")
def test_a_paper_sheet_is_one_event_beside_the_deals(on_paper: Callable[..., None], read: Read) -> None:
    before = estimates(read().payouts)
    on_paper("Anna,Bruno,Carla,Dario,Elena", (10, 0, -10, 0, 0))
    after = estimates(read().payouts)
    assert after.figures.tolist() == [12, 1, -11, -1, -1]
    # of one sheet nothing but its square is known: 10 x 10 for Anna, and -100 together with Carla
    assert after.covariance[0, 0] - before.covariance[0, 0] == pytest.approx(100)
    assert after.covariance[0, 2] - before.covariance[0, 2] == pytest.approx(-100)
    assert after.events.tolist() == [4, 4, 4, 4, 4]


def test_a_match_of_opening_balances_alone_was_counted_as_a_match_that_chance_made(ok: Ok, read: Read) -> None:
    five = "Anna,Bruno,Carla,Dario,Elena"
    ok(f"start Balances --players {five} --on 2026-11-19")
    ok("adjust anna=30,bruno=-30 --reason 'last season'")
    ok("finish")
    for day, count in ((20, 70), (21, 50), (22, 70)):
        ok(f"start Day{day} --players {five} --on 2026-11-{day}")
        ok(f"deal anna A elena {count}")
        ok("finish")
    # Anna +2, -2, +2 and 30 more: 32 of three matches. By play her mean is 2/3, its error the root of 16/3 by 3: 4/3.
    # Bruno, who lost 30, has -1, +1, -1 by play: Anna less Bruno +3, -3, +3, the mean 1, its error 2; by ruling 60/3.
    table = standings(read(), order="per-match").set_index("player")
    assert figures(table.loc[["Anna"]], "matches", "units_per_match", "per_match_error") == [(3, 10.6667, 1.3333)]
    by_pair = pairwise_comparisons(estimates(read().payouts, "per-match")).set_index(["player", "other"])
    assert figures(by_pair.loc[[("Anna", "Bruno")]], "gap", "error", "rulings", "significant") == [
        (21.0, 2.0, 20.0, False)
    ]


@pytest.mark.usefixtures("three")
def test_a_ruling_was_taken_for_a_gap_that_chance_hardly_makes(ok: Ok, read: Read) -> None:
    before = pairwise_comparisons(estimates(read().payouts)).set_index(["player", "other"]).loc[[("Anna", "Carla")]]
    ok("adjust anna=500,carla=-500 --reason 'last season'")
    # The gap is +3 by play, its error 6, and 1,000 more by ruling: as little told apart as it was.
    after = pairwise_comparisons(estimates(read().payouts)).set_index(["player", "other"]).loc[[("Anna", "Carla")]]
    assert figures(after, "gap", "error", "rulings") == [(1003.0, 6.0, 1000.0)]
    assert figures(after, "significant", "more_needed") == figures(before, "significant", "more_needed")
    table = standings(read()).set_index("player")
    assert figures(table.loc[["Anna"]], "place", "place_first", "place_last") == [(1, 1, 5)]


@pytest.mark.usefixtures("three")
def test_who_is_in_front_by_ruling_alone_is_in_front_of_nobody_by_play(ok: Ok, read: Read) -> None:
    ok("adjust anna=-500,carla=500 --reason 'last season'")
    # Carla is in front by 1,000 of rulings less 3 of play: no number of deals that go on so would tell her from Anna.
    by_pair = pairwise_comparisons(estimates(read().payouts)).set_index(["player", "other"])
    assert figures(by_pair.loc[[("Carla", "Anna")]], "gap", "rulings", "significant", "more_needed") == [
        (997.0, 1000.0, False, None)
    ]


def test_in_leagues_of_equals_hardly_anybody_is_told_apart() -> None:
    wrong = [
        pairwise_comparisons(estimates(league(seed, 8, 150, 0.0).frames.payouts))["significant"].any()
        for seed in range(24)
    ]
    assert sum(wrong) <= 4  # 5 of 100 are meant, 1 of 24


def test_how_many_more_evenings_tell_two_apart() -> None:
    # Of two players alone 1.96 standard errors do. 100 deals with a gap of 10 +- 10 (t of 99 degrees is worth 0.995):
    # n evenings tell as much as the root of n, so in place of 20 it takes 20 x (1.96 / 0.995)^2 = 77.6, 58 more.
    covariance = np.array([[50.0, 0.0], [0.0, 50.0]])
    figures, deals, evenings, freedom = np.array([[10.0, 0.0], [100, 100], [20, 20], [99, 99]])
    two = Estimates(["Anna", "Bruno"], figures, covariance, deals, evenings, freedom, np.zeros(2), deals, deals)
    row = pairwise_comparisons(two).iloc[0]
    assert (row["player"], row["other"], row["gap"], row["error"]) == ("Anna", "Bruno", 10, 10)
    assert not row["significant"]
    assert row["more_needed"] == pytest.approx(58, abs=1)
    # 1.984 errors are as rare for t of 99 degrees, and 0.842 more are found in 8 of 10; a gap of z errors leaves chance
    # 1 - z^2 / 100 of its variance: z = 1.984 + 0.842 x sqrt(1 - 2.792^2 / 100) = 2.792. Half a unit a deal makes 50 of
    # 100 deals. Of 31 deals z = 2.042 + 0.842 x sqrt(1 - 2.77^2 / 31) = 2.77: (27.7 / 50)^2 = 0.307 of 100 are enough.
    assert (row["found"], row["half_deals"], row["half_evenings"]) == (pytest.approx(27.92, abs=0.01), 31, 7)


def test_places_follow_from_who_is_told_apart() -> None:
    pairs = [("Anna", "Carla", True), ("Anna", "Bruno", False), ("Bruno", "Carla", False)]
    table = pd.DataFrame(pairs, columns=["player", "other", "significant"])
    first, last = possible_places(table, ["Anna", "Bruno", "Carla"])
    assert list(zip(first.tolist(), last.tolist(), strict=True)) == [(1, 2), (1, 3), (2, 3)]
