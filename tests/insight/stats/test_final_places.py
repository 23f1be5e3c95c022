"""The chances of the places of a season: worked by hand, and held against seasons of which the end is known."""

import json
from collections.abc import Callable
from datetime import date

import numpy as np
import pytest

from scorer.frames import Frames
from scorer.insight.forecast.final_places import final_places, place_shares, who_comes_first
from scorer.insight.forecast.season_end import season_end
from scorer.stats.describe.statistic_tables import plain_rows
from tests.benchmarks.drawn_evenings import World
from tests.benchmarks.final_places import of_arrays
from tests.fixtures import FIVE, Ok, Say
from tests.running import refused

Play = Callable[..., Frames]
ONE_EVENING = (
    f"start One --players {FIVE} --variant chiamata --on 2026-11-20",
    "deal anna A bruno 70",  # 2, 1, -1, -1, -1
    "deal anna A carla 70",  # Anna 4, Bruno 0, Carla 0, Dario and Elena -2
    "finish",
)
TWO_EVENINGS = (
    *ONE_EVENING,
    "start Two --players Anna,Bruno,Carla,Dario,Fabio --variant chiamata --on 2026-12-04",
    "deal fabio A bruno 70",  # Fabio 2, Bruno 1, Anna 3, Carla -1, Dario -3
    "finish",
)


def test_places_are_shared_in_parts_and_what_is_possible_is_never_impossible() -> None:
    # Anna first, Bruno and Carla share two places; then Carla is first, Anna second, Bruno is not listed
    figures, listed = np.array([[5.0, 1, 1], [2, 9, 3]]), np.array([[True, True, True], [True, False, True]])
    shares = place_shares(figures, listed) * 3  # and once all share all places
    assert shares[0].tolist() == pytest.approx([1 + 1 / 3, 1 + 1 / 3, 1 / 3])
    assert shares[1].tolist() == pytest.approx([1 / 3, 1 / 2 + 1 / 3, 1 / 2 + 1 / 3])
    assert shares[2].tolist() == pytest.approx([1 + 1 / 3, 1 / 2 + 1 / 3, 1 / 2 + 1 / 3])


def test_after_one_evening_all_are_equal_and_it_is_said(play: Play) -> None:
    table = final_places(play(*ONE_EVENING), evenings=10).set_index("player")
    # everybody gets on average what they have: 4, 0, 0, -2, -2; so ten evenings of two deals bring no more
    assert (table["expected"] - table["units"]).abs().max() <= 1
    assert table["chance"].sum() == pytest.approx(1)
    assert table["chance"]["Bruno"] == pytest.approx(table["chance"]["Carla"], abs=0.03)
    assert table["chance"]["Anna"] > table["chance"]["Bruno"] > table["chance"]["Elena"]
    verdict = who_comes_first(plain_rows(table.reset_index()))
    assert "good form cannot be told from playing well: all count as equally strong." in verdict.whole
    assert verdict.brief.endswith("After 10 more evenings.")
    assert verdict.brief.startswith("First in the end: Anna with ")


def test_who_has_too_few_matches_has_no_place_unless_evenings_bring_them(play: Play) -> None:
    frames = play(*TWO_EVENINGS)
    now = final_places(frames, evenings=1, min_matches=2, order="per-match").set_index("player")
    assert now.index[:4].tolist() == ["Anna", "Bruno", "Carla", "Dario"]
    assert (
        now["place"].isna().tolist() == [False] * 4 + [True] * 2
    )  # Elena and Fabio came once: one more evening has either
    assert 0 < now["chance"]["Fabio"] < 1
    assert final_places(frames, evenings=1, min_matches=4).empty  # two and one are three


def test_the_same_draws_give_the_same_chances_and_a_penalty_counts(play: Play) -> None:
    frames = play(*TWO_EVENINGS[:-1], "penalty anna 8 --reason late", "finish")
    first, second = (final_places(frames, evenings=3) for _again in range(2))
    assert first.equals(second)
    # 4 and -1, of which the penalty takes 8: whoever leads now is somebody else
    anna = first.set_index("player").loc["Anna"]
    assert anna["units"] == 4 - 1 - 8
    assert anna["place"] == len(first)


def test_a_season_of_a_penalty_alone_stays_as_it_is(play: Play) -> None:
    table = final_places(play("penalty anna 5 --to others --reason late"), evenings=4).set_index("player")
    assert table["expected"].to_dict() == {"Bruno": 1, "Carla": 1, "Dario": 1, "Elena": 1, "Fabio": 1, "Anna": -5}


def test_a_player_alone_has_the_only_place(play: Play) -> None:
    lines = "start One --players Anna,Bruno --variant briscola", "penalty anna 5 --to nobody --reason late"
    table = final_places(play(*lines), evenings=4)
    assert table[["player", "expected", "chance"]].to_numpy().tolist() == [["Anna", -5, 1]]


def test_of_two_players_nobody_is_third(play: Play) -> None:
    frames = play("start Two --players Anna,Bruno --variant briscola", "deal anna 80", "finish")
    table = final_places(frames, evenings=2)
    assert table["place_3"].isna().all()
    assert (table["chance"] + table["place_2"]).tolist() == pytest.approx([1, 1])


def test_a_season_ends_as_is_said_or_a_year_from_its_first_evening(play: Play) -> None:
    frames = play(*TWO_EVENINGS)  # 14 days between two
    assert season_end(frames, 3) == (3, None, "evenings")
    assert season_end(frames, None, date(2027, 1, 1)) == (2, date(2027, 1, 1), "day")  # in 28 days
    # a year from 20 Nov 2026 ends on 19 Nov 2027, 350 days after the last evening
    assert season_end(frames) == (25, date(2027, 11, 19), "year")
    assert who_comes_first(plain_rows(final_places(frames))).brief.endswith(
        "No end was said: a year from the first evening has 25 more until 19 Nov 2027, as often as until now."
    )


def test_the_command_answers_programs_and_refuses_what_is_of_a_match(ok: Ok, say: Say) -> None:
    for line in TWO_EVENINGS:
        ok(line)
    (told,) = json.loads(ok("chances --season --until 2027-01-01 --format json"))
    assert {(row["evenings_left"], row["until"]) for row in told["rows"]} == {(2, "2027-01-01")}
    assert told["verdict"].endswith("2 more evenings until 1 Jan 2027, as often as until now.")
    assert "2 more evenings" in " ".join(ok("chances --season --until 2027-01-01").split())
    refused(say("chances --season --deals 3"), 3, "--deals is of an open match: leave it out, or leave out --season")
    refused(say("chances --evenings 3"), 3, "--evenings is of a season: say scorer chances --season with it")
    refused(say("chances --season --until 2020-12-04"), 3, "--until 2020-12-04 is over: say a day to come")
    refused(say("chances --season --evenings 3 --until 2027-01-01"), 3, "leave one of them out")


@pytest.mark.parametrize("world", [World(players=8, skill=0.2), World(players=10, skill=0.2, unequal=0.7)])
def test_chances_come_true_and_beat_the_leader_in_seasons_of_which_the_end_is_known(world: World) -> None:
    seasons = [of_arrays(seed, world, 14) for seed in range(30)]
    chance, outcome, leader, held = map(np.concatenate, zip(*seasons, strict=True))
    # of 240 and of some 300 ranges, alike within a season: 90 of 100 are meant, a standard deviation is 2
    assert 0.84 <= held.mean() <= 0.97
    assert np.mean((chance - outcome) ** 2) < np.mean((leader - outcome) ** 2)
    likely = chance > 1 / 2  # some twenty of them
    expected, spread = chance[likely].sum(), np.sqrt((chance * (1 - chance))[likely].sum())
    assert abs(outcome[likely].sum() - expected) <= 3 * spread
