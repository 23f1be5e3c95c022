"""With and against beyond what is expected: beside formulas worked by hand, and on leagues of known truth."""

from collections.abc import Callable
from math import log, sqrt
from typing import Any, Final

import numpy as np
import pandas as pd
import pytest

from scorer.frames import Frames
from scorer.insight.models.mixed_model import EFFECT_DEVIATIONS, fit
from scorer.insight.models.seat_payouts import RATED_ROLES, base_payouts, role_results, seats_of
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import plain_rows
from tests import all_stats as stats
from tests.figures import figures
from tests.fixtures import Ok
from tests.known_skill import league

BEYOND: Final = described("beyond")

Read = Callable[..., Frames]
FIVE = "anna,bruno,carla,dario,elena"
PLAYERS = 8


def pairs_of(frames: Frames, fewest: int = 1) -> pd.DataFrame:
    return stats.synergy(frames, min_deals=fewest)


def of_pair(table: pd.DataFrame, player: str, met: str, other: str) -> dict[str, Any]:
    """The row of two players who met so."""
    return next(row for row in plain_rows(table) if (row["player"], row["met"], row["other"]) == (player, met, other))


def test_one_against_one_is_the_formula_worked_by_hand(ok: Ok, read: Read) -> None:
    """The rating keeps k of the mean m of n deals: k = 2 r2 n / (1 + 2 r2 n), r2 the mean of squared reaches."""
    ok("start Duel --players anna,bruno --variant briscola")
    for counted in (70, 80, 65, 50):  # Anna wins three of four
        ok(f"deal anna {counted} bruno {120 - counted}")
    deals, mean = 4, 0.5
    likely, noises = [], []
    for reach in EFFECT_DEVIATIONS.tolist():
        grown = 2 * reach * reach * deals
        noises.append(1 - mean * mean * grown / (1 + grown))
        likely.append(-(log(1 + grown) + deals * log(deals * noises[-1])) / 2)
    weights = np.exp(np.array(likely) - max(likely))
    weights /= weights.sum()
    grown, noise = 2 * float(weights @ EFFECT_DEVIATIONS**2) * deals, float(weights @ noises)
    kept = grown / (1 + grown)
    (row,) = plain_rows(pairs_of(read()))
    assert (row["player"], row["met"], row["other"], row["deals"]) == ("anna", "against", "bruno", 4)
    assert row["units_per_deal"] == 1  # three times 2 units more than the other, once 2 less
    assert row["expected"] == pytest.approx(2 * mean * kept)
    assert row["beyond"] == pytest.approx(2 * mean * (1 - kept))
    assert row["error"] == pytest.approx(2 * sqrt(noise / deals / (1 + grown)))
    assert [row["low"], row["high"]] == pytest.approx([-2.776 * row["error"], 2.776 * row["error"]], rel=0.01)  # t of 4
    assert (row["unusual"], row["significant"]) == (False, False)
    assert 0 < row["shrunken"] < row["beyond"]


def test_what_pairs_got_is_of_both_together_or_of_the_first_less_the_other(ok: Ok, read: Read) -> None:
    ok(f"start Friday --players {FIVE} --variant chiamata")
    ok("deal anna A bruno 70")  # 2, 1, and -1 each
    ok("deal carla 2/81 anna 60")  # failed: -2, -1, and 1 each, at any stake
    table = pairs_of(read())
    got = {
        (row["player"], row["met"], row["other"]): (row["deals"], row["units_per_deal"]) for row in plain_rows(table)
    }
    assert got["anna", "with", "bruno"] == (1, 3)
    # Against each other who got more than expected stands first: a caller who fails gets less than one who makes it
    assert ("anna", "against", "bruno") not in got
    assert got["bruno", "against", "anna"] == (1, 2)  # 1 less -1
    assert got["anna", "with", "carla"] == (1, -3)
    assert got["anna", "against", "carla"] == (1, 3)  # 2 less -1
    assert got["dario", "with", "elena"] == (2, 0)  # -2, then 2
    assert got["anna", "against", "dario"] == (2, 0.5)  # 2 less -1, then -1 less 1: half of both
    assert len(got) == 16  # ten pairs; all but Anna-Dario, Anna-Elena, Bruno-Carla and Dario-Elena in both ways
    assert (table["expected"] + table["beyond"]).tolist() == pytest.approx(table["units_per_deal"].tolist())


def test_the_rest_is_what_a_mixed_model_leaves(ok: Ok) -> None:
    """Beside generalized least squares written out: V = 1 + X K X', and P, which takes the means of the kinds out."""
    frames = league(7, 6, 25, 0.3).frames  # one evening: there is no form
    payouts, deals_of_all = frames.payouts, role_results(seats_of(base_payouts(frames)))
    names = list(payouts["player"].cat.categories)
    fitted = fit(deals_of_all.sums(), len(RATED_ROLES) - 1, deals_of_all.kinds)
    before = np.kron(np.eye(6), fitted.role_covariance)
    gain, alone, strength, both = [], [], [], []
    for _, deal in payouts.groupby("deal_id"):
        role = dict(zip(deal["player"], deal["role"], strict=True))
        units = dict(zip(deal["player"], deal["units"], strict=True))
        defends = {who for who, what in role.items() if what == "defender"}
        row = np.zeros((6, 3))
        for who, what in role.items():
            size = len(defends) if who in defends else 5 - len(defends)
            at = {"caller": 0, "solo": 0, "partner": 1, "defender": 2}[what]
            row[names.index(who), at] = (1 if who in defends else -1) / size
        gained = next(units[who] for who in defends)
        gain.append(gained)
        alone.append("solo" in role.values())
        strength.append(row.ravel())
        there = {"P000", "P001"} <= set(role) and ("P000" in defends) == ("P001" in defends)
        both.append((units["P000"] + units["P001"]) / gained if there else 0)
    y, x, z = np.array(gain), np.array(strength), np.array(both)
    kinds = np.column_stack([alone, ~np.array(alone)]).astype(float)
    inverse = np.linalg.inv(np.eye(len(y)) + x @ before @ x.T)
    taken = inverse @ kinds @ np.linalg.inv(kinds.T @ inverse @ kinds) @ kinds.T @ inverse
    left = inverse - taken
    deals = np.count_nonzero(z)
    row_of_pair = of_pair(pairs_of(frames), "P000", "with", "P001")
    assert row_of_pair["deals"] == deals
    assert row_of_pair["beyond"] == pytest.approx(z @ left @ y / deals)
    assert row_of_pair["error"] == pytest.approx(sqrt(fitted.residual_variance * (z @ left @ z)) / deals)
    assert fitted.residual_variance == pytest.approx(y @ left @ y / (len(y) - 2), rel=0.02)  # of that reach alone


def test_each_alone_is_met_once_a_deal(ok: Ok, read: Read) -> None:
    ok("start Three --players anna,bruno,carla --variant briscola")
    for counted in ("60 bruno 40 carla 20", "70 bruno 20 carla 30", "30 bruno 60 carla 30"):  # Anna wins two of three
        ok(f"deal anna {counted}")
    table = pairs_of(read()).sort_values(["player", "other"])
    assert figures(table, "player", "met", "other", "deals", "units_per_deal") == [
        ("anna", "against", "bruno", 3, 1),  # 3, 3 and -3
        ("anna", "against", "carla", 3, 2),  # 3, 3 and 0
        ("bruno", "against", "carla", 3, 1),  # 0, 0 and 3
    ]


def test_where_all_ended_alike_nothing_is_left_to_tell_from(ok: Ok, read: Read) -> None:
    ok(f"start Friday --players {FIVE} --variant chiamata")
    for _ in range(3):
        ok("deal anna A bruno 70")
        table = pairs_of(read())
        assert table["beyond"].abs().max() < 1e-9
        assert table[["error", "shrunken", "shrunken_error"]].isna().all(axis=None)
        assert not table[["unusual", "significant"]].any(axis=None)
    assert BEYOND.verdict(plain_rows(table)).whole.startswith("Nothing can be said yet")


def test_without_deals_there_are_no_pairs(ok: Ok, read: Read) -> None:
    ok(f"start Friday --players {FIVE}")
    ok("penalty anna 4 --reason late")
    assert pairs_of(read()).empty
    assert BEYOND.verdict([]).whole == ""


def test_a_minimum_leaves_out_pairs_and_not_their_deals() -> None:
    frames = league(3, PLAYERS, 60, 0.2).frames
    everybody, listed = pairs_of(frames), pairs_of(frames, 12)
    assert 0 < len(listed) < len(everybody)
    kept = everybody[everybody["deals"] >= 12].reset_index(drop=True)
    of_all = ["significant", "found", "half_deals", "half_evenings"]  # which take all pairs of a table together
    pd.testing.assert_frame_equal(kept.drop(columns=of_all), listed.drop(columns=of_all))


@pytest.mark.parametrize(("deals", "leagues", "most"), [(20, 30, 3), (300, 16, 2)])
def test_where_no_two_suit_each_other_nobody_is_said_to(deals: int, leagues: int, most: int) -> None:
    tables = [pairs_of(league(100 + seed, PLAYERS, deals, 0.15).frames) for seed in range(leagues)]
    assert sum(bool(table["significant"].any()) for table in tables) <= most  # 5 of 100 are one or two of 30
    assert 0.01 <= pd.concat(tables)["unusual"].mean() <= 0.06
    drawn = pd.concat(tables)
    assert (drawn["shrunken"].abs() <= drawn["beyond"].abs() + 1e-12).all()
    assert (drawn["shrunken"].abs() < 2 * drawn["shrunken_error"]).mean() > 0.99


def test_two_who_suit_each_other_are_found() -> None:
    suit = np.zeros((PLAYERS, PLAYERS))
    suit[0, 1] = suit[1, 0] = 0.4  # made 20 of 100 times more often, or defended
    tables = [pairs_of(league(200 + seed, PLAYERS, 2000, 0.15, suit).frames) for seed in range(5)]
    first = [table.iloc[int(table["shrunken"].abs().to_numpy().argmax())] for table in tables]
    assert sum(tuple(row[["player", "met", "other"]]) == ("P000", "with", "P001") for row in first) >= 4
    assert sum(bool(row["significant"]) for row in first) >= 4
    others = pd.concat(table[(table["player"] != "P000") | (table["other"] != "P001")] for table in tables)
    assert others["significant"].mean() < 0.01
    verdict = BEYOND.verdict(plain_rows(tables[0])).whole
    assert verdict.startswith("Beyond chance, in units a deal at stake 1: P000 with P001 +")
