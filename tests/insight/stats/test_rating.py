"""The rating: against a formula worked by hand, and on leagues whose players are as strong as was drawn beforehand."""

from collections.abc import Callable
from dataclasses import replace
from math import log, sqrt

import numpy as np
import pandas as pd
import pytest

from scorer.frames import Frames
from scorer.insight.models.mixed_model import EFFECT_DEVIATIONS
from scorer.insight.models.seat_payouts import base_payouts, role_results, seats_of
from scorer.insight.plus_minus import USUAL_DEVIATION
from scorer.insight.rating import OTHER_FIGURE, course_verdict, rating, rating_curve
from scorer.stats.describe.statistic_files import described
from tests.benchmarks.held_out import rating_test
from tests.figures import figures
from tests.fixtures import Ok
from tests.known_skill import League, league

Read = Callable[..., Frames]
SIZES = (30, 135, 600)  # deals of each player
PLAYERS = 10
LEAGUES = 16  # of each size
FIVE = "anna,bruno,carla,dario,elena"


def two_alone(won: int, lost: int) -> tuple[float, float, float]:
    """The rating of the winner of deals of one against one, its error, and the variance of chance in a deal.

    It is the formula for a single difference.

    The difference of two players has twice the variance of one; of n deals with mean m it keeps k = 2 r2 n / (1 +
    2 r2 n) under a reach r, whose likelihood is (1 + 2 r2 n)^-1/2 (n - n k m2)^-n/2; before any deal it is as likely as
    1 / (1 + (r / usual)2). The only company of one is the other.
    """
    deals, mean = won + lost, (won - lost) / (won + lost)
    by_deviation = []
    for reach in EFFECT_DEVIATIONS.tolist():
        grown = 2 * reach * reach * deals
        kept, unexplained = grown / (1 + grown), deals * (1 - mean * mean * grown / (1 + grown))
        likely = -(log(1 + grown) + deals * log(unexplained)) / 2 - log(1 + (reach / USUAL_DEVIATION) ** 2)
        by_deviation.append((likely, kept * mean, unexplained / deals * kept / deals, unexplained / deals))
    most = max(parts[0] for parts in by_deviation)
    weights = [np.exp(parts[0] - most) for parts in by_deviation]
    means = [
        sum(w * parts[at] for w, parts in zip(weights, by_deviation, strict=True)) / sum(weights) for at in (1, 2, 3)
    ]
    square = sum(w * parts[1] ** 2 for w, parts in zip(weights, by_deviation, strict=True)) / sum(weights)
    return means[0], sqrt(means[1] + square - means[0] ** 2), means[2]


def test_one_against_one_is_the_formula_worked_by_hand(ok: Ok, read: Read) -> None:
    ok("start Duel --players anna,bruno --variant briscola")
    for counted in (70, 80, 65, 50):  # Anna wins three of four
        ok(f"deal anna {counted} bruno {120 - counted}")
    frames = read()
    table = rating(frames)
    rated, error, noise = two_alone(3, 1)
    assert figures(table, "player", "place", "deals") == [("anna", 1, 4), ("bruno", 2, 4)]
    assert table["rating"].tolist() == pytest.approx([rated, -rated])
    assert table["error"].tolist() == pytest.approx([error, error])
    assert table["units_per_deal"].tolist() == [0.5, -0.5]  # three won, one lost
    assert table["best"].sum() == pytest.approx(1)
    # least squares of 4 deals, where differences reach 2: 2 x 2² x 4 of 1 + 2 x 2² x 4 is kept of the mean of 0.5
    kept, student = 32 / 33, 3.18  # of three degrees of freedom
    ends = [kept * 0.5 + sign * student * sqrt(noise * kept / 4) for sign in (-1, 1)]
    assert [table[end].iloc[0] for end in ("low", "high")] == pytest.approx(ends, rel=0.02)


def test_of_three_sides_none_counts_twice(ok: Ok, read: Read) -> None:
    ok("start Three --players anna,bruno,carla --variant briscola")
    for counted in ("60 bruno 40 carla 20", "70 bruno 20 carla 30", "30 bruno 60 carla 30"):  # Anna wins two of three
        ok(f"deal anna {counted}")
    frames = read()
    deals = role_results(seats_of(base_payouts(frames)))
    # one side won two and two lost one each: three rows of 2/3, as much as the two that say all of it
    assert deals.results.weight.tolist() == pytest.approx([2 / 3] * 9)
    assert sorted(deals.results.gain.tolist()) == [-1] * 6 + [2] * 3
    assert sorted(set(deals.results.share.ravel().tolist())) == [-0.5, 1]  # one, less the mean of two others
    table = rating(frames)
    assert figures(table, "player", "place", "deals") == [("anna", 1, 3), ("bruno", 2, 3), ("carla", 3, 3)]
    assert table["rating"].sum() == pytest.approx(0)
    assert table["units_per_deal"].tolist() == [1, 0, -1]  # 2 + 2 - 1, 2 - 1 - 1, -3


def test_a_carry_and_a_high_bid_weigh_as_any_other_deal(ok: Ok, read: Read) -> None:
    ok(f"start Low --players {FIVE} --variant chiamata --on 2026-01-01")
    ok("deal anna A bruno 70")
    ok(f"start High --players {FIVE} --variant chiamata --on 2026-01-02")
    ok("redeal passed-out --match High")
    ok("deal anna 2/110 bruno 111 --match High")
    first, second = (rating(read(match_id=match)).drop(columns="significant") for match in (1, 2))
    pd.testing.assert_frame_equal(first, second)
    assert first["units_per_deal"].tolist() == [2, 1, -1, -1, -1]  # whatever was bid, and doubled


def test_of_a_single_deal_nobody_is_sure(ok: Ok, read: Read) -> None:
    ok(f"start Friday --players {FIVE} --variant chiamata")
    ok("deal anna A bruno 70")
    for _ in range(2):  # the same again: all ended alike
        table = rating(read())
        assert table["rating"].abs().max() < 0.2  # of 2 units a deal
        assert table[["low", "high", "best"]].isna().all(axis=None)
        assert not table["significant"].any()
        ok("deal anna A bruno 70")


def test_without_deals_there_is_nobody_to_rate(ok: Ok, read: Read) -> None:
    ok(f"start Friday --players {FIVE}")
    ok("penalty anna 4 --reason late")
    frames = read()
    assert rating(frames).empty
    assert rating_curve(frames).empty
    assert rating_test(frames)["mse"].isna().all()


def test_a_guest_of_one_deal_had_a_part_of_the_chance_to_be_the_best() -> None:
    frames = league(1, 5, 300, 0.4).frames
    seats = frames.columns.seats.copy()
    seats[-1, 0] = 6  # of the last deal one player
    columns = replace(frames.columns, seats=seats, names={**frames.columns.names, 6: "Guest"})
    table = rating(replace(frames, columns=columns)).set_index("player")
    assert table["deals"]["Guest"] == 1
    assert np.isnan(table["best"]["Guest"])  # it was about 24 %
    assert table["best"].drop("Guest").sum() == pytest.approx(1)


def test_where_nobody_has_ten_deals_all_share_the_chance_to_be_the_best() -> None:
    table = rating(league(1, 5, 9, 0.4).frames)
    assert table["deals"].tolist() == [9] * 5
    assert table["best"].notna().all()
    assert table["best"].sum() == pytest.approx(1)


@pytest.fixture(scope="module")
def leagues() -> dict[int, list[League]]:
    """Leagues of each size; how far players differ is drawn too, from hardly to very much."""
    return {
        size: [
            league(100 * size + seed, PLAYERS, size * PLAYERS // 5, reach)
            for seed, reach in enumerate(np.linspace(0.04, 0.4, LEAGUES).tolist())
        ]
        for size in SIZES
    }


@pytest.fixture(scope="module")
def ratings(leagues: dict[int, list[League]]) -> dict[int, pd.DataFrame]:
    """The ratings in all of them, with the `true` one of each player, by the size of the league."""
    return {size: pd.concat([beside_truth(drawn) for drawn in some]) for size, some in leagues.items()}


def beside_truth(drawn: League) -> pd.DataFrame:
    """The rating of a league with the `true` one of each player."""
    table = rating(drawn.frames)
    return table.assign(true=drawn.truth[table["player"]].to_numpy())


def test_intervals_hold_what_is_true_as_often_as_they_say(ratings: dict[int, pd.DataFrame]) -> None:
    holds = {size: table["true"].between(table["low"], table["high"]) for size, table in ratings.items()}
    assert 0.93 <= pd.concat(holds).mean() <= 0.97
    assert all(0.90 <= of_size.mean() <= 0.99 for of_size in holds.values())  # 160 players each


def test_the_rating_is_nearer_to_the_truth_than_the_mean_and_than_everybody_alike(
    ratings: dict[int, pd.DataFrame],
) -> None:
    for table in ratings.values():
        missed, by_mean, by_nothing = (
            float(((table["true"] - way) ** 2).sum()) for way in (table["rating"], table["units_per_deal"], 0.0)
        )
        assert missed < by_mean
        assert missed < by_nothing


def test_each_of_two_matches_is_predicted_from_the_other_by_hand(ok: Ok, read: Read) -> None:
    for match, day, caller, partner in (("Friday", 20, "anna", "bruno"), ("Saturday", 21, "bruno", "anna")):
        ok(f"start {match} --players {FIVE} --variant chiamata --on 2026-11-{day}")
        ok(f"deal {caller} A {partner} 70 --match {match}")  # +2, +1, and -1 for each of the others
    table = rating_test(read()).set_index("model")
    assert table.index.tolist() == ["equal", "means", "shrunken", "rating"]
    assert (set(table["matches"]), set(table["players"])) == ({2}, {10})
    # equal players: 4 + 1 + 3 in each match. By the means of Saturday Friday's players get 1, 2, -1, -1, -1 a deal, and
    # 1/4 of that more, since the others get the less: 1.25, 2.5, -1.25: off by 0.75, -1.5 and thrice 0.25
    assert table["mse"]["equal"] == pytest.approx(2 * 8 / 10)
    assert table["mse"]["means"] == pytest.approx(2 * (0.75**2 + 1.5**2 + 3 * 0.25**2) / 10)
    assert table["relative_score"]["means"] == pytest.approx(6 / 16)
    assert not table["more_than_chance"].any()  # of two matches nobody can tell
    assert rating_test(read(match_id=1))["mse"].isna().all()  # one alone cannot be predicted from others


@pytest.mark.parametrize("size", SIZES)
def test_matches_left_out_are_told_better_than_by_means_and_not_worse_than_by_nothing(
    leagues: dict[int, list[League]], size: int
) -> None:
    some = leagues[size][LEAGUES // 4 :: LEAGUES // 4]
    missed = sum(rating_test(drawn.frames)["mse"].to_numpy() for drawn in some)
    equal, means, _, rated = np.asarray(missed).tolist()
    assert rated < means
    assert rated <= equal


def test_where_all_are_alike_no_difference_is_told_mostly_and_nobody_stands_out() -> None:
    tables = [rating(league(seed, PLAYERS, 600, 0.0).frames) for seed in range(6)]
    assert sum(bool(table["significant"].all()) for table in tables) <= 1
    above = pd.concat(tables)["low"] > 0
    assert above.mean() <= 0.06  # 1 of 40 on average: of 60 more than 3 once in fifteen times


def test_the_curve_ends_where_the_rating_is(leagues: dict[int, list[League]]) -> None:
    frames = leagues[600][-1].frames
    curve = rating_curve(frames)
    assert curve["on"].nunique() == 40  # of 120 evenings
    last = curve[curve["on"] == curve["on"].max()].set_index("player")["rating"]
    now = rating(frames).set_index("player")["rating"]
    pd.testing.assert_series_equal(last.sort_index(), now.sort_index(), check_names=False)


def test_how_ratings_went_is_told_of_the_curve_and_not_of_its_end() -> None:
    # +0.1 to +0.5 is 0.40 up; Bruno's -0.1 to -0.5 as much down. Z is 1.96: from 0.5 - 0.196 to -0.5 + 0.196 is a gap,
    # and so on the second evening from 0.3 - 0.196 to -0.3 + 0.196; on the first 0.1 - 0.196 is below -0.1 + 0.196
    days = pd.to_datetime(["2026-01-02", "2026-01-09", "2026-01-16"]).astype("datetime64[s]")
    rows = [(day, player, sign * by) for day, by in zip(days, (0.1, 0.3, 0.5), strict=True)
            for player, sign in (("Anna", 1), ("Bruno", -1), ("Carla", 0))]  # fmt: skip
    curve = pd.DataFrame(rows, columns=["on", "player", "rating"]).assign(significant=True)

    def whole(curve: pd.DataFrame, error: float) -> str:
        ends = {"low": curve["rating"] - 1.96 * error, "high": curve["rating"] + 1.96 * error}
        return course_verdict(curve.assign(**ends)).whole

    moved = "Since the first evening of each: Anna rose most, by 0.40; Bruno fell most, by 0.40."
    assert whole(curve, 0.1) == f"{moved} The 95 % interval of Anna has been above that of Bruno since 9 Jan 2026."
    overlap = "All 95 % intervals still overlap: they do not show who plays better."
    assert whole(curve, 0.4) == f"{moved} {overlap}"
    still = whole(curve.assign(rating=0.0), 0)
    assert still == f"Since the first evening of each: no rating has moved. {overlap}"
    assert whole(curve.assign(significant=False), 0.1).endswith("chance alone explains what each of them got.")
    later = curve[(curve["player"] != "Bruno") | (curve["on"] > days[0])]  # -0.3 to -0.5
    assert "Anna rose most, by 0.40; Bruno fell most, by 0.20." in whole(later, 0.1)


def test_a_guest_of_one_deal_was_named_the_best() -> None:
    every: dict[str, float | str | None] = {"significant": True, "per_deal_error": 0.1, "low": 0.1}
    every |= {"predictive": True, "doubted_deals": 0, "evenings": 9, "half_life": None}
    rows = [
        every | {"place": place, "player": player, "counted": deals, "best": best}
        for place, player, deals, best in ((1, "Guest", 1, None), (2, "Anna", 40, 0.6), (3, "Bruno", 40, 0.4))
    ]
    verdict = described("rating").verdict
    assert verdict(rows).whole.startswith("Anna is the best of the 2 with 10 deals or more with 60 %.")
    assert verdict(rows[:1] * 2).whole.startswith("Nobody has 10 deals yet: so few tell nobody to be the best.")


def test_who_had_one_chance_in_four_was_called_the_best_and_not_by_the_highest_rating() -> None:
    every: dict[str, float | str | None] = {"significant": True, "per_deal_error": 0.1, "low": 0.1}
    every |= {"predictive": True, "doubted_deals": 0, "evenings": 9, "half_life": None}
    rows = [
        every | {"place": place, "player": player, "counted": deals, "best": best}
        for place, player, deals, best in ((1, "Anna", 400, 0.25), (2, "Bruno", 12, 0.3), (3, "Carla", 90, 0.45))
    ]
    said = described("rating").verdict(rows).brief  # of Bruno and Carla less is known: so they are the best more often
    assert said == f"Anna is most likely the best of these 3, with 25 %. {OTHER_FIGURE}"


def test_of_one_evening_good_form_was_said_to_be_the_better_play() -> None:
    row = {
        "place": 1,
        "player": "Anna",
        "counted": 40,
        "best": 0.9,
        "significant": True,
        "per_deal_error": 0.1,
        "low": 0.1,
    }
    rows = [row | {"predictive": True, "doubted_deals": 0, "evenings": 1, "half_life": None}] * 2
    rows[1] = rows[1] | {"place": 2, "player": "Bruno", "best": 0.1}
    of_one = "Of one evening good form cannot be told from playing well."
    assert described("rating").verdict(rows).brief == f"Anna is the best of these 2 with 90 %. {OTHER_FIGURE} {of_one}"


def test_of_deals_that_all_ended_alike_somebody_was_the_best_with_100_percent(ok: Ok, read: Read) -> None:
    ok(f"start Friday --players {FIVE}")
    for _deal in range(12):  # Anna gets 4 and each of the others -1: no deal tells how far chance moves one
        ok("deal anna 2 solo made")
    table = rating(read())
    assert table["rating"].iloc[0] > 0
    assert table[["low", "high", "best"]].isna().all(axis=None)
    assert not table["significant"].any()
    assert "Nothing can be said yet: these results leave nothing that" in ok("rating")
    ok("deal anna 2 solo failed")
    table = rating(read())
    assert table[["low", "high"]].notna().all(axis=None)
    assert table["best"].between(0, 1, inclusive="neither").all()  # one evening makes nobody certain
    assert table["best"].sum() == pytest.approx(1)
