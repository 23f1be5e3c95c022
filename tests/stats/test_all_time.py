"""Records of all time and awards: of the evening worked by hand in test_the_evening.py, of small matches, by chance."""

from collections.abc import Callable
from math import exp
from pathlib import Path

import numpy as np
import pytest

from scorer.frames import Frames
from scorer.rules.kinds import ADJUSTMENT, PENALTY
from scorer.stats.all_time import all_time, longest_by_chance, most_by_chance
from scorer.stats.describe.columns import MakingOptions
from scorer.stats.describe.statistic_tables import sections
from tests.figures import figures
from tests.fixtures import Ok

Read = Callable[..., Frames]
Play = Callable[..., Frames]
SEASON = Path(__file__).parents[2] / "sample_data" / "season"
FOUR = "anna,bruno,carla,dario"


@pytest.mark.usefixtures("the_evening")
def test_the_records_of_an_evening(ok: Ok, read: Read) -> None:
    # Elena won 9, 10 and 11 and then rested; Carla won 9, 11 and 12, which ended later. Anna lost 7, 9, 10, 11, 12: she
    # rested in 8. Of 50 payouts of deals 21 are won and 24 lost, four players have 8 of them and two 9. Runs of k won
    # begin 0.42^k x (4 (1 + 0.58 (8 - k)) + 2 (1 + 0.58 (9 - k))) times on average: 1 - e^-λ is 1, 0.99, 0.84, 0.48,
    # 0.21, 0.08, 0.02, 0.01, in all 3.6; of those lost 4.1.
    table = all_time(read())
    assert figures(table, "record", "player", "amount", "counts", "by_chance", "bid") == [
        ("won in a row", "Elena", 3, "deals", 4, ""),
        ("lost in a row", "Anna", 5, "deals", 4, ""),
        ("greatest evening", "Elena", 23, "units", None, ""),
        ("darkest evening", "Anna", -11, "units", None, ""),
        ("biggest deal", "Elena", 16, "units", None, "2/100"),
        ("highest bid made", "Elena", 100, "card points", None, "2/100"),
        ("most slams", "Elena", 1, "slams", None, ""),
        ("most slams", "Fabio", 1, "slams", None, ""),
    ]
    assert set(figures(table[:6], "on", "match", "match_id")) == {("2026-11-20", "Friday", 1)}
    assert figures(table[:2], "since") == [("2026-11-20",), ("2026-11-20",)]
    assert figures(table[6:], "on", "match", "match_id") == [(None, "", None)] * 2
    # Finished, Elena won with 23, Bruno had 6. After the penalty Anna and Bruno had 9, Elena -5.
    ok("finish")
    assert figures(all_time(read())[8:], "record", "player", "other", "amount", "counts") == [
        ("closest finish", "Elena", "Bruno", 17, "units"),
        ("biggest comeback", "Elena", "Anna", 14, "units"),
    ]


def test_the_earlier_one_of_equals_holds_a_record_and_a_shared_lead_is_no_finish(play: Play) -> None:
    # Anna and Bruno have at most 11, and win 1 each
    start, won = (
        "start {} --players anna,bruno,carla --variant mexican --on 2026-01-0{}",
        "deal anna=10 bruno=10 carla=100",
    )
    table = all_time(play(*(line for day in (1, 2) for line in (start.format(f"n{day}", day), won, "finish"))))
    where = dict(figures(table, "record", "match"))
    assert (where["greatest evening"], where["biggest deal"], where.get("closest finish")) == ("n1", "n1", None)


def test_partners_win_a_close_match_together_and_deals_won_are_counted_where_they_decide(play: Play) -> None:
    # Anna and Carla: lost, won, won, lost, won: three deals to two; after the first they were one behind
    results = ("anna 40", "anna 80", "anna 80", "anna 40", "anna 70")
    frames = play(f"start Pairs --players {FOUR} --variant brisca --until won:3", *(f"deal {one}" for one in results),
                  "finish")  # fmt: skip
    table = all_time(frames)
    assert figures(table[table["record"].isin(["closest finish", "biggest comeback"])],
                   "record", "player", "other", "amount", "counts") == [
        ("closest finish", "anna", "bruno", 1, "deals won"),
        ("closest finish", "carla", "bruno", 1, "deals won"),
        ("biggest comeback", "anna", "bruno", 1, "deals won"),
        ("biggest comeback", "carla", "bruno", 1, "deals won"),
    ]  # fmt: skip
    assert figures(table, "bid") == [("",)] * len(table)


def test_neighbours_who_share_the_first_place_at_five_seats_are_no_partners(play: Play) -> None:
    # The dealer rests: bruno and dario, then anna and dario, anna and dario, anna and carla are partners, against the
    # other two. Bruno and Carla end with +1 each, and were never on one side.
    frames = play("start Five --players anna,bruno,carla,dario,elena --variant briscola-pairs --until deals:4",
                  *(f"deal {one} won" for one in ("bruno", "carla", "bruno", "anna")), "finish")  # fmt: skip
    table = all_time(frames)
    assert not table["record"].isin(["closest finish", "biggest comeback"]).any()


def test_of_partners_who_share_a_run_or_a_deal_the_first_by_name_holds_the_record(play: Play) -> None:
    frames = play("start Pairs --players zoe,bruno,anna,dario --variant brisca", "deal zoe 80", "deal zoe 90", "finish")
    holders = dict(figures(all_time(frames)[:5], "record", "player"))
    assert holders == {
        "won in a row": "anna", "lost in a row": "bruno", "greatest evening": "anna", "darkest evening": "bruno",
        "biggest deal": "anna",
    }  # fmt: skip


def test_the_longest_run_by_chance_worked_by_hand() -> None:
    # thirty players with two tries each, half of them won: runs of two begin 30 / 4 times on average, runs of one
    # (1 + 1/2) / 2 x 30 times; a run of three cannot be
    assert longest_by_chance(np.full(30, 2), 0.5) == pytest.approx(2 - exp(-22.5) - exp(-7.5))


@pytest.mark.parametrize(
    ("players", "tries", "share"),
    [(1, 50, 0.5), (1, 2000, 0.4), (60, 4, 0.4), (6, 300, 0.6)],
)
def test_the_longest_run_by_chance_is_near_the_exact_one_and_ends_with_its_player(
    players: int, tries: int, share: float
) -> None:
    """The chance of no run of k in n tries is that of n - 1 less that of one which begins just then: f(n) = f(n - 1) -
    share^k (1 - share) f(n - k - 1)."""
    exact = 0.0
    for k in range(1, min(tries, 60) + 1):
        none = [*[1.0] * k, 1 - share**k]
        for n in range(k + 1, tries + 1):
            none.append(none[-1] - share**k * (1 - share) * none[n - k - 1])
        exact += 1 - none[tries] ** players
    assert longest_by_chance(np.full(players, tries), share) == pytest.approx(exact, abs=0.2)


def test_the_greatest_of_many_evenings_by_chance_is_that_of_normal_sums() -> None:
    # the greatest of 10 standard normal numbers is 1.5388 on average, of 100 it is 2.5076 (order statistics, Teichroew)
    assert most_by_chance(np.full(10, 6.0)) == pytest.approx(6 * 1.5388, rel=0.003)
    assert most_by_chance(np.full(100, 20.0)) == pytest.approx(20 * 2.5076, rel=0.003)
    spreads = np.repeat([3.0, 5.0, 9.0], 20)
    drawn = np.random.default_rng(3).standard_normal((20_000, 60)) * spreads
    assert most_by_chance(spreads) == pytest.approx(drawn.max(axis=1).mean(), rel=0.01)
    assert np.isnan(most_by_chance(np.full(9, 6.0)))


def test_the_greatest_evening_by_chance_is_that_of_deals_that_went_to_anybody(ok: Ok, read: Read) -> None:
    ok(["import", str(SEASON)])
    frames = read()
    chosen = frames.matches["match_id"][frames.matches["variant"] == "chiamata"]
    payouts = frames.payouts[frames.payouts["match_id"].isin(chosen)]
    played = payouts[~payouts["role"].isin([PENALTY, ADJUSTMENT])]
    record = played.groupby(["match_id", "number"]).ngroup().to_numpy()
    whose = played.groupby(["on", "player"], observed=True).ngroup().to_numpy()
    drawn, units, most = np.random.default_rng(5), played["units"].to_numpy(), []
    for _ in range(400):
        anybody = units[np.lexsort((drawn.random(len(units)), record))]
        most.append(np.bincount(whose, anybody).max())
    (section,) = [one for one in sections(frames, "records", MakingOptions()) if one.head.variants == ("chiamata",)]
    by_chance = {row["record"]: row["by_chance"] for row in section.rows}
    assert by_chance["greatest evening"] == -by_chance["darkest evening"] == pytest.approx(np.mean(most), abs=1.5)


def test_no_run_is_told_by_chance_where_nothing_or_everything_is_won() -> None:
    hundred = np.array([100])
    assert np.isnan([longest_by_chance(hundred, 0), longest_by_chance(hundred, 1)]).all()
    assert np.isnan(longest_by_chance(np.array([1]), 0.5))


def test_an_adjustment_alone_is_no_evening_and_no_finish(ok: Ok, read: Read) -> None:
    ok(f"start Ruling --players {FOUR},elena --variant chiamata")
    ok("adjust anna=+5,bruno=-5 --reason ruling")
    ok("finish")
    assert all_time(read()).empty
