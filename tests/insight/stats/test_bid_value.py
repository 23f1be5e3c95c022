"""What pays: the chance of a bid, the units that follow from it, and whether it predicts; worked by hand."""

from collections.abc import Callable
from itertools import product
from math import exp, sqrt
from typing import Any, Final

import numpy as np
import pandas as pd
import pytest

from scorer.frames import Frames, measured
from scorer.insight.bid_value import pays
from scorer.insight.models.bid_curve import Axis, bid_success_rates, log_odds_prior, mix_success_rates
from scorer.stats.bids import Called
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import plain_rows
from tests.benchmarks.bid_intervals import held
from tests.benchmarks.held_out import pays_test
from tests.fixtures import Ok
from tests.insight.known_bids import WORLDS, chances_of, league_of_bids
from tests.known_leagues import BIDS

PAYS: Final = described("pays")

FIVE = "anna,bruno,carla,dario,elena"


def along(*place: float) -> Axis:
    """Bids of one auction at these places."""
    return Axis(np.ones((len(place), 1)), np.array(place))


def chance_of(odds: float) -> float:
    return 1 / (1 + exp(-odds))


def test_the_interval_of_one_bid_that_is_made_half_of_the_time_by_hand() -> None:
    # 6 of 12: the log odds are 0, and of 12 contracts 12 x 1/4 = 3 is known. Before them their variance is 1 of the
    # level, 0.25², 0.7² or 2² of the curve, 0.1² or 0.5² of the bid; each v counts 1 / root of (1 + 3 v)
    variances = [1 + curve**2 + own**2 for curve in (0.25, 0.7, 2) for own in (0.1, 0.5)]
    weights = [1 / sqrt(1 + 3 * v) for v in variances]
    before = sum(w * v for w, v in zip(weights, variances, strict=True)) / sum(weights)
    spread = sqrt(1 / (1 / before + 3))  # 0.516
    found = bid_success_rates(np.array([6]), np.array([12]), along(0))
    assert found.mean[0] == pytest.approx(0.5)
    ends = [chance_of(-1.96 * spread), chance_of(1.96 * spread)]
    assert [found.low[0], found.high[0]] == pytest.approx(ends, abs=1e-4)


def test_of_two_bids_made_half_of_the_time_one_says_of_the_other_what_their_distance_lets_it_say_by_hand() -> None:
    # 20 of 40 at 61, none at 71: what is known is 40 x 1/4 = 10 of the first alone, so a kernel counts 1 / root of
    # (1 + 10 v), and the second keeps v - c² / (v + 1/10), c what both have in common over ten card points
    kernels = [
        (1 + curve**2 + own**2, 1 + curve**2 * exp(-((10 / length) ** 2) / 2))
        for curve, length, own in product((0.25, 0.7, 2), (10, 30), (0.1, 0.5))
    ]
    weights = [1 / sqrt(1 + 10 * v) for v, _c in kernels]
    variance, common = np.average(kernels, axis=0, weights=weights)
    spread = sqrt(variance - common**2 / (variance + 1 / 10))
    found = bid_success_rates(np.array([20, 0]), np.array([40, 0]), along(0, 10))
    assert found.high[1] == pytest.approx(chance_of(1.96 * spread), abs=1e-4)
    apart = bid_success_rates(np.array([20, 0]), np.array([40, 0]), Axis(np.eye(2), np.array([0.0, 10.0])))
    assert apart.high[1] > found.high[1] + 0.02  # a named bid has but the level in common with the others


@pytest.mark.parametrize(
    ("made", "decided"), [((0, 0), (0, 1)), ((3, 1), (4, 1)), ((9, 0), (15, 3)), ((30, 5), (75, 6))]
)
def test_the_chances_of_two_bids_are_those_of_all_log_odds_summed(
    made: tuple[int, int], decided: tuple[int, int]
) -> None:
    # the density of log odds from -8 to 8 in steps of 0.05, of both bids at once: no approximation by a normal one
    axis, counts = along(0, 5), (np.array(made), np.array(decided))
    covariance = log_odds_prior(*counts, axis)
    odds = np.stack(np.meshgrid(*[np.arange(-8, 8, 0.05)] * 2, indexing="ij"), axis=-1)
    log = -0.5 * (odds @ np.linalg.inv(covariance) * odds).sum(axis=-1)
    log += (counts[0] * odds - counts[1] * np.logaddexp(0, odds)).sum(axis=-1)
    density = np.exp(log - log.max())
    density /= density.sum()
    chance = 1 / (1 + np.exp(-odds))
    mean = np.einsum("ab,abi->i", density, chance)
    found = bid_success_rates(*counts, axis)
    assert found.mean == pytest.approx(mean, abs=0.02)
    assert found.error == pytest.approx(np.sqrt(np.einsum("ab,abi->i", density, (chance - mean) ** 2)), abs=0.02)
    mix = np.array([[0.25, 0.75]])
    expected, variance = mix_success_rates(counts[0][None], counts[1][None], mix, covariance)
    both = chance @ mix[0]
    assert expected[0] == pytest.approx((density * both).sum(), abs=0.02)
    assert sqrt(variance[0]) == pytest.approx(sqrt((density * (both - (density * both).sum()) ** 2).sum()), abs=0.02)


def test_a_bid_hardly_called_is_drawn_towards_its_neighbours_and_often_called_ones_hardly() -> None:
    found = bid_success_rates(np.array([90, 1, 85, 0, 180]), np.array([100, 2, 100, 0, 200]), along(0, 1, 2, 3, 4))
    assert found.mean[[0, 2, 4]] == pytest.approx([0.9, 0.85, 0.9], abs=0.02)
    assert 0.75 < found.mean[1] < 0.9  # one of two
    assert 0.75 < found.mean[3] < 0.95  # never called
    assert min(found.error[[1, 3]]) > 1.5 * max(found.error[[0, 2, 4]])


def test_where_chances_rise_and_then_fall_the_ends_are_not_held_to_be_as_the_middle() -> None:
    # 30, 50 and 70 % of a hundred each, 70, 50 and 30 %, and none of four beyond: all together make 49 %
    found = bid_success_rates(
        np.array([30, 50, 70, 70, 50, 30, 0]), np.array([*[100] * 6, 4]), along(-9, -5, -1, 3, 11, 19, 25)
    )
    assert found.mean[[0, 2, 3, 5]] == pytest.approx([0.3, 0.7, 0.7, 0.3], abs=0.04)
    assert found.mean[-1] < 0.25
    assert found.high[-1] < 0.5


def test_however_many_contracts_there_are_and_however_they_end_the_chances_are_found() -> None:
    # where neighbours say the contrary, a whole step of Newton's goes from one side to the other for ever
    made, decided = np.array([100_000, 60_000, 0, 0, 1]), np.array([100_000, 100_000, 5, 100_000, 1])
    found = bid_success_rates(made, decided, along(0, 1, 2, 3, 99))
    assert found.mean[[0, 1, 3]] == pytest.approx([1, 0.6, 0], abs=1e-3)
    assert (found.low < found.mean).all()
    assert (found.mean < found.high).all()


def test_intervals_hold_the_true_chance_as_often_as_they_say_below_ten_contracts_too() -> None:
    of_few, of_many = [], []
    for about, world in WORLDS.items():
        for contracts in (270, 1200):
            few, many = held(world, range(8), contracts)
            assert few.share > 0.93 - 3 * few.error, (about, contracts, few)
            assert many.share > 0.93 - 3 * many.error, (about, contracts, many)
            of_few.append(few.share)
            of_many.append(many.share)
    assert 0.94 < np.mean(of_few) < 0.99
    assert 0.94 < np.mean(of_many) < 0.99


def test_intervals_of_bids_seldom_called_held_83_of_100_where_chances_rise_to_the_two_and_fall_then() -> None:
    few = [held(WORLDS[world], range(100), 1200)[0] for world in ("rising to the two, then falling", "bands")]
    assert 0.93 < np.mean([of.share for of in few]) < 0.99  # by a straight line 0.83, and of bands 0.69
    assert max(of.off for of in few) < 0.13  # by a straight line 0.15 and 0.22


def test_a_bid_stands_by_its_target_a_rank_by_the_ranks_after_it_and_a_named_bid_by_itself(
    play: Callable[..., Frames],
) -> None:
    frames = play(
        f"start Friday --players {FIVE} --variant briscolone",
        "deal anna A bruno 70", "deal anna 2 bruno 70", "deal bruno 2/62 carla 70", "deal carla 2/68 dario 70",
        "deal carla 2/68 dario 60", "deal bruno carichi solo 70", "deal bruno carichi/71 solo 70",
    )  # fmt: skip
    axis = Axis.of(frames, Called.of(frames))
    assert axis.place.tolist() == [-9, 0, 1, 7, 0, 10]
    assert (axis.scales @ axis.scales.T)[0].tolist() == [1, 1, 1, 1, 0, 0]
    bands = Axis.of(frames, Called.of(frames, banded=True))
    assert bands.place.tolist() == [-9, 0, (1 + 7 + 7) / 3, 0, 10]


def test_auctions_of_ranks_and_of_card_points_in_one_table_have_a_course_each(play: Callable[..., Frames]) -> None:
    frames = play(
        f"start Friday --players {FIVE} --variant chiamata",
        "deal anna A bruno 70", "deal bruno 2/62 carla 70", "finish",
        f"start Later --players {FIVE} --variant monte", "deal anna 61 bruno 70", "deal bruno 63 carla 70",
        "deal bruno 65 carla 70", "deal bruno 65 carla 70",
    )  # fmt: skip
    called = Called.of(measured(frames, "base"))
    axis = Axis.of(frames, called)
    assert called.names == ["A", "61", "2/62", "63", "65"]
    assert axis.place.tolist() == [-9, 0, 1, 2, 4]
    assert (axis.scales @ axis.scales.T)[0].tolist() == [1, 0, 1, 0, 0]
    # the band 61-70 was called once after ranks, and four times without: 1/5 of it has their course
    bands = Axis.of(frames, Called.of(frames, banded=True))
    assert (bands.scales @ bands.scales.T)[0].tolist() == pytest.approx([1, 1 / 5])


def test_below_ten_calls_there_is_no_verdict() -> None:
    # 500 deals in which bids are made with 65 %, but K with 42 %: it was called twice, and "paid"
    chance = np.where(np.array(BIDS) == "K", 0.42, 0.65)
    for seed in range(5):
        table = pays(league_of_bids(seed, 500, chance))
        contracts = table["made"] + table["failed"]
        assert (table["pays"][contracts < 10] == "too few").all()
        assert "too few" not in set(table["pays"][contracts >= 10])


# --- units -----------------------------------------------------------------------------------------------------------


def row_of(table: pd.DataFrame, bid: str) -> dict[str, Any]:
    return dict(table[table["bid"] == bid].iloc[0])


def units(row: dict[str, Any]) -> list[float]:
    return [row[f"units_{seat}"] for seat in ("caller", "partner", "defender")]


def test_units_are_the_payout_table_at_the_chance(play: Callable[..., Frames]) -> None:
    frames = play(
        f"start Friday --players {FIVE} --variant chiamata",
        "deal anna 2/71 bruno 75", "deal bruno 2/71 carla 80", "deal carla 2/71 dario 71", "deal dario 2/71 elena 60",
    )  # fmt: skip
    row = row_of(pays(frames), "2/71")
    p = row["chance"]
    assert (row["called"], row["made"], row["failed"], row["rate"]) == (4, 3, 1, 0.75)
    assert p == bid_success_rates(np.array([3]), np.array([4]), along(10)).mean[0]
    assert row["break_even"] == 0.5
    assert row["pays"] == "too few"
    # u is 2: made +4, +2, -2 each; failed the same with the other sign
    assert units(row) == pytest.approx([4 * (2 * p - 1), 2 * (2 * p - 1), -2 * (2 * p - 1)])
    assert row["error_caller"] == pytest.approx(2 * row["error_partner"])
    assert [row["units_low"], row["units_high"]] == pytest.approx(
        [4 * (2 * row["chance_low"] - 1), 4 * (2 * row["chance_high"] - 1)]
    )
    base = row_of(pays(measured(frames, "base"), measure="base"), "2/71")
    assert units(base) == pytest.approx([2 * (2 * p - 1), 2 * p - 1, 1 - 2 * p])


def test_slams_and_calls_alone_are_as_frequent_as_in_all_contracts(play: Callable[..., Frames]) -> None:
    frames = play(
        f"start Friday --players {FIVE} --variant chiamata",
        "deal anna A bruno 120 --slam", "deal bruno 2/71 carla 80", "deal carla 2/71 solo 71",
        "deal dario 2/71 elena 60",
    )  # fmt: skip
    row = row_of(pays(frames), "2/71")
    # a slam in one of three made, none failed; alone one of four: of the made (1 + 30/4) of 33, of the failed 7.5 of 31
    made, failed = 4 * (2 / 3 + 2 / 3), 4
    alone = 8.5 / 33, 7.5 / 31
    caller = made * (1 + alone[0]), -failed * (1 + alone[1])
    assert row["break_even"] == pytest.approx(-caller[1] / (caller[0] - caller[1]))
    p = row["chance"]
    assert row["units_caller"] == pytest.approx(p * caller[0] + (1 - p) * caller[1])
    assert row["units_partner"] == pytest.approx(p * made / 2 - (1 - p) * failed / 2)
    assert row["units_defender"] == pytest.approx(-p * made / 2 + (1 - p) * failed / 2)


def test_what_redeals_doubled_is_left_out_and_even_deals_pay_nothing(play: Callable[..., Frames]) -> None:
    frames = play(
        f"start Friday --players {FIVE} --variant brisk --unit-value 0.50",
        "redeal passed-out", "deal anna A bruno 70", "deal bruno A carla 60", "deal carla A dario 40",
    )  # fmt: skip
    row = row_of(pays(frames), "A")
    p = row["chance"]
    assert (row["called"], row["made"], row["failed"]) == (3, 1, 1)
    assert units(row) == pytest.approx([2 / 3 * one * (2 * p - 1) for one in (2, 1, -1)])  # one of three is even
    money = row_of(pays(measured(frames, "money"), measure="money"), "A")
    assert money["units_caller"] == pytest.approx(50 * row["units_caller"])  # cents


def test_named_bids_are_played_alone_and_apart_from_all_others(play: Callable[..., Frames]) -> None:
    frames = play(
        f"start Friday --players {FIVE} --variant briscolone",
        "deal anna 2/62 bruno 70", "deal bruno carichi solo 70", "deal carla carichi/71 solo 60",
        "deal carla 2 anna 50",
    )  # fmt: skip
    table = pays(frames)
    assert table["bid"].tolist() == ["2", "2/62", "carichi", "carichi/71"]
    row = row_of(table, "carichi/71")
    p = row["chance"]
    assert np.isnan(row["units_partner"])
    assert [row["units_caller"], row["units_defender"]] == pytest.approx([8 * (2 * p - 1), -2 * (2 * p - 1)])


def test_where_the_count_pays_it_is_as_far_from_the_bid_as_usual(play: Callable[..., Frames]) -> None:
    frames = play(
        "start Friday --players anna,bruno,carla --variant rematada-points",
        "deal anna 110 125", "deal bruno 120 125", "deal carla 130 90", "deal anna 120 100",
    )  # fmt: skip
    row = row_of(pays(frames), "120")
    # made by 15 and 5, failed by 40 and 20: at 120 that is 130, which brings 4 x 130, and 90, which costs 2 x 90
    p = row["chance"]
    assert row["break_even"] == pytest.approx(180 / (520 + 180))
    assert [row["units_caller"], row["units_defender"]] == pytest.approx(
        [520 * p - 180 * (1 - p), -260 * p + 90 * (1 - p)]
    )
    assert np.isnan(row["units_partner"])


def test_six_at_a_table_and_bids_that_nobody_may_play_alone(play: Callable[..., Frames]) -> None:
    six = "anna,bruno,carla,dario,elena,fabio"
    frames = play(
        f"start Friday --players {six} --variant six-for-stakes",
        "deal anna 81 bruno 90", "deal bruno 118 solo 118", "deal carla 81 dario 60",
    )  # fmt: skip
    row = row_of(pays(frames), "81")
    p = row["chance"]
    assert units(row) == pytest.approx([3 * (2 * p - 1), 2 * p - 1, 1 - 2 * p])


# --- whether it predicts --------------------------------------------------------------------------------------------


def test_contracts_left_out_are_told_from_the_others_by_hand(play: Callable[..., Frames]) -> None:
    frames = play(
        f"start Friday --players {FIVE} --variant chiamata", "deal anna A bruno 70", "deal bruno A carla 80", "finish",
        f"start Saturday --players {FIVE} --variant chiamata", "deal anna A bruno 50", "deal anna 3 bruno 70",
    )  # fmt: skip
    table = pays_test(frames).set_index("model")
    assert table["matches"].tolist() == [2, 2, 2]
    assert table["contracts"].tolist() == [4, 4, 4]
    # Saturday from Friday: two of two, so 1 for both: 1 and 0. Friday from Saturday: one of two: 0.25 twice
    assert table["brier"]["league"] == pytest.approx((1 + 0 + 0.25 + 0.25) / 4)
    # A on Friday from the A of Saturday, which failed: 1 twice; 3 was not called on Friday: as the league
    assert table["brier"]["own rate"] == pytest.approx((1 + 0 + 1 + 1) / 4)
    friday = bid_success_rates(np.array([2, 0]), np.array([2, 0]), along(-9, -8)).mean
    saturday = bid_success_rates(np.array([0, 1]), np.array([1, 1]), along(-9, -8)).mean
    missed = [friday[0] ** 2, (1 - friday[1]) ** 2, *[(1 - saturday[0]) ** 2] * 2]
    assert table["brier"]["shrunken"] == pytest.approx(np.mean(missed))
    gained = np.array([1, 0, 0.25, 0.25]) - missed
    assert table["improvement"]["shrunken"] == pytest.approx(gained.mean())
    # matches are what varies: of the sums of two, a and b, the error is |a - b|, by the 4 contracts
    saturdays, fridays = gained[:2].sum(), gained[2:].sum()
    assert table["error"]["shrunken"] == pytest.approx(abs(saturdays - fridays) / 4)


def test_held_out_matches_are_told_better_by_shrunken_chances_than_by_the_league_or_the_bid() -> None:
    missed = sum(
        pays_test(league_of_bids(seed, deals, chances_of(seed)))["brier"].to_numpy()
        for seed in range(4) for deals in (150, 600)
    )  # fmt: skip
    league, own, shrunken = np.asarray(missed).tolist()
    assert shrunken < league < own


# --- as it is said ---------------------------------------------------------------------------------------------------


def test_bids_that_surely_pay_are_named_first_with_what_chance_would_do() -> None:
    chance = np.where(np.arange(len(BIDS)) < 10, 0.7, 0.2)
    frames = league_of_bids(3, 3000, chance)
    rows = plain_rows(pays(frames))
    said = PAYS.verdict(rows).whole
    assert said.startswith("A, 3, K, Q, J, 7, 6, 5, 4 and 2 pay: their callers gain on average. 2/62, 2/63, 2/64")
    assert "do not pay: their callers lose on average. Whether passing would bring more nobody knows." in said
    assert said.endswith("If all only broke even, chance alone would make about 1.8 of 36 bids look so on average.")
    assert PAYS.verdict([]).whole == "Nobody has called here yet."
    assert pays_test(frames)["more_than_chance"].tolist() == [False, True, True]


def test_without_calls_there_is_a_sentence(ok: Ok) -> None:
    ok("start Pairs --players anna,bruno,carla,dario --variant briscola-pairs --on 2026-01-01")
    assert "No deal yet" in ok("bids --pays")
    ok("deal anna 74 --match Pairs")
    for command in ("bids --pays --bands", "calls"):
        assert "Nobody calls in briscola-pairs: see scorer standings." in ok(command)
    ok(f"start Friday --players {FIVE} --variant chiamata --on 2026-01-02")
    ok("penalty anna 4 --reason late --match Friday")
    for command in ("bids --pays", "calls"):
        assert "Nobody has called here yet." in ok(f"{command} --variant chiamata")
    assert ok("bids --pays --variant chiamata --format csv").count("\n") == 1
