"""What pays: the chance of a bid, the units that follow from it, and whether it predicts; worked by hand."""

from collections.abc import Callable
from math import exp, lgamma, sqrt
from typing import Any, Final

import numpy as np
import pandas as pd
import pytest

from scorer.frames import Frames, measured
from scorer.insight.bid_value import pays
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.stats.models.beta_binomial import bid_success_rates
from tests.benchmarks.bid_intervals import WORLDS, held
from tests.benchmarks.held_out import pays_test
from tests.fixtures import Ok
from tests.insight.known_win_probability import chances_of, league_of_bids
from tests.known_leagues import BIDS

PAYS: Final = described("pays")

FIVE = "anna,bruno,carla,dario,elena"


def one_bid(made: int, failed: int) -> tuple[float, float]:
    """The mean chance of a single bid and its standard deviation, summed over all means and strengths of the grid.

    Of one bid the slope says nothing. A beta distribution with a and b has a chance a / (a + b) and explains the
    contracts as often as beta(a + made, b + failed) / beta(a, b).
    """
    means, strengths = [(step + 0.5) / 40 for step in range(0, 40, 2)], (5, 20, 80, 320)

    def log_beta(a: float, b: float) -> float:
        return lgamma(a) + lgamma(b) - lgamma(a + b)

    total = first = second = 0.0
    for a, b in ((mean * strength, (1 - mean) * strength) for mean in means for strength in strengths):
        weight = exp(log_beta(a + made, b + failed) - log_beta(a, b))
        chance = (a + made) / (a + b + made + failed)
        total += weight
        first += weight * chance
        second += weight * chance * (a + made + 1) / (a + b + made + failed + 1)
    return first / total, sqrt(second / total - (first / total) ** 2)


@pytest.mark.parametrize(("made", "failed"), [(0, 0), (1, 0), (3, 1), (9, 6), (30, 45)])
def test_the_chance_of_one_bid_is_that_of_all_priors_summed(made: int, failed: int) -> None:
    found = bid_success_rates(np.array([made]), np.array([made + failed]))
    assert [found.mean[0], found.error[0]] == pytest.approx(one_bid(made, failed), abs=2e-3)
    assert found.low[0] < found.mean[0] < found.high[0]


def test_a_bid_hardly_called_is_drawn_towards_the_others_and_often_called_ones_hardly() -> None:
    found = bid_success_rates(np.array([90, 1, 85, 0, 180]), np.array([100, 2, 100, 0, 200]))
    assert found.mean[[0, 2, 4]] == pytest.approx([0.9, 0.85, 0.9], abs=0.02)
    assert 0.75 < found.mean[1] < 0.9  # one of two
    assert 0.75 < found.mean[3] < 0.95  # never called
    assert min(found.error[[1, 3]]) > 2 * max(found.error[[0, 2, 4]])


def test_where_chances_fall_along_the_auction_those_at_its_end_are_not_held_to_be_as_those_in_the_middle() -> None:
    # 90, 80 ... 20 % of a hundred each, and none of two of the last
    found = bid_success_rates(np.array([90, 80, 70, 60, 50, 40, 30, 20, 0]), np.array([*[100] * 8, 2]))
    assert found.mean[-1] < 0.25
    assert found.high[-1] < 0.5


def test_intervals_hold_the_true_chance_as_often_as_they_say_below_ten_calls_too() -> None:
    every, few = [], []
    for world in WORLDS.values():
        for contracts in (200, 2000):
            of_all, of_few = (held(world, range(8), contracts, calls) for calls in (np.inf, 10))
            assert of_all.share > 0.93 - 3 * of_all.error, (world, contracts, of_all)
            assert of_few.share > 0.91 - 3 * of_few.error, (world, contracts, of_few)
            every.append(of_all.share)
            few.append(of_few.share)
    assert 0.94 < np.mean(every) < 0.98
    assert 0.94 < np.mean(few) < 0.98


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
    assert p == pytest.approx(one_bid(3, 1)[0], abs=2e-3)
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
    friday = bid_success_rates(np.array([2, 0]), np.array([2, 0])).mean
    saturday = bid_success_rates(np.array([0, 1]), np.array([1, 1])).mean
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
    assert said.startswith("A, 3, K, Q, J, 7, 6, 5, 4 and 2 pay. 2/62, 2/63, 2/64")
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
