"""Records of all time and awards: of the evening worked by hand in test_the_evening.py, of small matches, by chance."""

from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

from scorer.frames import Frames, measured
from scorer.stats.all_time import all_time, longest_by_chance
from scorer.stats.awards import awards
from scorer.stats.columns import Choice
from scorer.stats.players import records
from scorer.stats.rating import rating
from scorer.stats.season_descriptions import ALL_TIME, AWARDS, MOSTLY_CHANCE
from scorer.stats.tables import plain_rows, sections
from scorer.text.numbers import Counting
from tests.figures import figures

Ok = Callable[..., str]
Read = Callable[..., Frames]
Play = Callable[..., Frames]
SEASON = Path(__file__).parents[2] / "sample_data" / "season"
FOUR = "anna,bruno,carla,dario"


@pytest.mark.usefixtures("the_evening")
def test_the_records_of_an_evening(ok: Ok, read: Read) -> None:
    # Elena won 9, 10 and 11 and then rested; Carla won 9, 11 and 12, which ended later. Anna lost 7, 9, 10, 11, 12: she
    # rested in 8. Of 50 payouts of deals 21 are won and 24 lost: ln(50 x 29/50) + 0.577 = 3.944, by -ln(21/50) = 0.868
    # and less a half is 4.05; ln(26) + 0.577 = 3.835 by 0.734 less a half is 4.7.
    table = all_time(read())
    assert figures(table, "record", "player", "amount", "counts", "by_chance", "bid") == [
        ("won in a row", "Elena", 3, "deals", 4, ""),
        ("lost in a row", "Anna", 5, "deals", 5, ""),
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
    start = f"start {{}} --players {FOUR} --variant mexican --on 2026-01-0{{}}"
    won = "deal anna=30 bruno=40 carla=50 dario=0"
    played = [line for day in (1, 2) for line in (start.format(f"n{day}", day), won, "finish")]
    level = [start.format("n3", 3), "finish"]
    frames = play(*played, *level)
    table = all_time(frames)
    where = dict(figures(table, "record", "match"))
    assert {where["greatest evening"], where["biggest deal"]} == {"n1"}
    winners = set(figures(frames.payouts[frames.payouts["won"]], "player"))
    finishes = table[table["record"] == "closest finish"]
    assert len(finishes) == (len(winners) == 1)


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


def test_of_partners_who_share_a_run_or_a_deal_the_first_by_name_holds_the_record(play: Play) -> None:
    frames = play("start Pairs --players zoe,bruno,anna,dario --variant brisca", "deal zoe 80", "deal zoe 90", "finish")
    holders = dict(figures(all_time(frames)[:5], "record", "player"))
    assert holders == {
        "won in a row": "anna", "lost in a row": "bruno", "greatest evening": "anna", "darkest evening": "bruno",
        "biggest deal": "anna",
    }  # fmt: skip


def test_the_streaks_of_the_sample_season_are_the_longest_of_its_players(ok: Ok, read: Read) -> None:
    ok(["import", str(SEASON)])
    frames = read()
    for section in sections(frames, "all_time", Choice()):
        streaks = {row["record"]: row["amount"] for row in section.rows if row["record"].endswith("a row")}
        chosen = frames.matches
        inside = (chosen["league"] == section.head.league) & (chosen["variant"] == section.head.variants[0])
        payouts = frames.payouts[frames.payouts["match_id"].isin(chosen["match_id"][inside])]
        own = [records(chosen, frames.deals, payouts, player) for player in set(payouts["player"].astype(str))]
        assert streaks.get("won in a row", 0) == max(one["win_streak"][0] for one in own)
        assert streaks.get("lost in a row", 0) == max(one["loss_streak"][0] for one in own)


@pytest.mark.parametrize(("tries", "share"), [(200, 0.4), (2000, 0.5), (20000, 0.6)])
def test_the_longest_run_by_chance_is_that_of_coins(tries: int, share: float) -> None:
    coins = np.random.default_rng(7).random((300, tries)) < share
    longest = [max(len(list(run)) for heads, run in groupby(row) if heads) for row in coins.tolist()]
    assert longest_by_chance(tries, share) == pytest.approx(float(np.mean(longest)), abs=0.35)


def test_no_run_is_told_by_chance_where_nothing_or_everything_is_won() -> None:
    assert np.isnan([longest_by_chance(100, 0), longest_by_chance(100, 1), longest_by_chance(1, 0.5)]).all()


@pytest.mark.usefixtures("the_evening")
def test_the_awards_of_an_evening(read: Read) -> None:
    # Anna and Bruno called 3 of their 8 deals; all together 10 of 50. Of nine contracts decided six were made: each
    # counts as if 20 of 30 more were made: Bruno (3 + 20) / 33, Elena (2 + 20) / 32, Anna (1 + 20) / 33.
    payouts = measured(read(), "base").payouts
    table = awards(payouts, min_deals=1)
    best = rating(payouts).set_index("player")
    rows = {row["award"]: row for row in plain_rows(table)}
    assert list(rows) == ["caller", "partner", "defender", "bold", "careful"]
    for role in ("caller", "partner", "defender"):
        assert rows[role]["figure"] == pytest.approx(best[role].max())
        assert best[role][rows[role]["player"]] == pytest.approx(best[role].max())
    assert (rows["bold"]["player"], rows["bold"]["figure"], rows["bold"]["everybody"]) == ("Anna", 0.375, 0.2)
    careful = rows["careful"]
    assert (careful["player"], careful["deals"]) == ("Bruno", 3)
    assert (careful["figure"], careful["everybody"]) == pytest.approx((23 / 33, 6 / 9))
    assert AWARDS.verdict(list(rows.values())) == MOSTLY_CHANCE
    assert awards(payouts, min_deals=10).empty  # nobody has ten deals of anything
    assert AWARDS["figure"].written(rows["bold"], Counting()) == "38 %"


def test_nothing_played_is_no_record_and_no_award(play: Play) -> None:
    frames = play(f"start Empty --players {FOUR} --variant mexican")
    assert all_time(frames).empty
    assert awards(frames.payouts).empty
    assert list(all_time(frames).columns) == ALL_TIME.names


def test_an_adjustment_alone_is_no_evening_and_no_finish(ok: Ok, read: Read) -> None:
    ok(f"start Ruling --players {FOUR},elena --variant chiamata")
    ok("adjust anna=+5,bruno=-5 --reason ruling")
    ok("finish")
    assert all_time(read()).empty
