"""The choice to call belongs to the player: leagues in which the highest hand plus own boldness calls."""

from collections.abc import Callable
from math import comb
from typing import Final

import numpy as np
import pytest

from scorer.frames import Frames
from scorer.insight.awards import NOTHING_PREDICTED
from scorer.insight.decomposition import PARTS
from scorer.insight.rating import PREDICTS_NOTHING
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import plain_rows
from tests import all_stats as stats
from tests.benchmarks.held_out import rating_test
from tests.fixtures import Ok
from tests.insight.known_boldness import WORLDS, league

LUCK: Final = described("luck")
RATING: Final = described("rating")
AWARDS: Final = described("awards")

Read = Callable[..., Frames]
FIVE = "Ada,Bea,Cia,Dea,Eva"
PLAYERS, DEALS = 10, 270  # 135 each
LEAGUES = 12


def calls_of_ada(ok: Ok, made: list[bool]) -> None:
    """Ada calls every deal, with everybody in turn."""
    ok(f"start Friday --players {FIVE} --variant chiamata")
    for at, is_made in enumerate(made):
        ok(f"deal Ada A {('Bea', 'Cia', 'Dea', 'Eva')[at % 4]} {70 if is_made else 50}")


def test_of_three_who_share_the_first_place_one_was_named_the_best(ok: Ok, read: Read) -> None:
    calls_of_ada(ok, [at % 3 == 0 for at in range(96)])  # 32 of 96
    rows = plain_rows(RATING.make(read()))
    first = [row["player"] for row in rows if row["place"] == 1]
    assert first == ["Bea", "Cia", "Dea", "Eva"]  # each was the partner in eight that were made
    assert RATING.verdict(rows).whole.startswith(
        "Bea, Cia, Dea and Eva are level as the best of these 5, with 25 % each."
    )


def test_who_calls_all_and_makes_all_is_told_from_everybody(ok: Ok, read: Read) -> None:
    calls_of_ada(ok, [True] * 20)
    frames = read()
    rows = plain_rows(RATING.make(frames))
    ada = rows[0]
    assert ada["player"] == "Ada"
    assert ada["units_per_deal"] == 2
    assert 1 < ada["rating"] <= 2  # it was 0.00
    assert ada["low"] > 0
    assert RATING.verdict(rows).whole.startswith("Ada is the best of these 5 with ")
    parts = stats.decomposition(frames)
    assert LUCK.verdict(plain_rows(parts)).whole.startswith("Of Ada's +40 units, +")
    luck = parts.set_index("player").loc["Ada"]
    assert luck["units"] == luck[list(PARTS)].sum() == 40
    assert luck["play"] > 20  # it was 0, and all +40 were of the role
    assert luck["as_caller"] == 0  # nobody else ever called: play is not divided among roles


def test_who_calls_all_and_fails_most_is_the_last_and_has_no_award(ok: Ok, read: Read) -> None:
    calls_of_ada(ok, [at % 3 == 0 for at in range(30)])  # 10 of 30: 2 x (10 - 20) = -20
    frames = read()
    table = stats.rating(frames)
    assert table["player"].iloc[-1] == "Ada"
    assert table["rating"].iloc[-1] < 0
    awards = set(stats.awards(frames)["award"])
    assert "bold" in awards
    assert "caller" not in awards
    assert "careful" not in awards  # nobody else called: Ada was the most careful with 33 %


def test_of_a_role_that_nobody_else_ever_had_nothing_is_told_and_nobody_is_the_best_in_it(ok: Ok, read: Read) -> None:
    """Ada calls twelve times, with Bea each time: "Bea is the partner. Cia, Dea and Eva are level as the defender"."""
    ok(f"start Friday --players {FIVE} --variant chiamata")
    for _ in range(12):
        ok("deal Ada A Bea 70")
    frames = read()
    table = stats.rating(frames).set_index("player")
    held = {role: list(table.index[table[role].notna()]) for role in ("caller", "partner", "defender")}
    assert held == {"caller": ["Ada"], "partner": ["Bea"], "defender": ["Cia", "Dea", "Eva"]}
    assert list(stats.awards(frames)["award"]) == ["bold"]


def test_who_calls_best_was_said_to_be_no_luck_because_the_ratings_of_others_differed(ok: Ok, read: Read) -> None:
    """Ada makes 62 of 80 calls, Bea 58: 0.05 apart with an error of 0.07, √(2·¾·¼ ÷ 80). Nobody else calls."""
    ok(f"start Friday --players {FIVE} --variant chiamata")
    for at in range(160):
        call, of_bea = divmod(at, 2)
        made = call % 40 >= (11 if of_bea else 9)
        ok(f"deal {'Bea' if of_bea else 'Ada'} A {('Cia', 'Dea', 'Eva')[call % 3]} {70 if made else 50}")
    frames = read()
    assert stats.rating(frames)["significant"].all()  # who calls gets 2 x 40 of 80 by it, who defends loses half of it
    caller = plain_rows(stats.awards(frames))[0]
    assert (caller["award"], caller["player"], caller["players"], caller["significant"]) == ("caller", "Ada", 2, False)


def test_of_equal_play_who_is_bold_is_not_said_to_be_worse_than_units_say() -> None:
    """2,000 deals, boldness alone: order by rating and by units were the reverse of each other."""
    table = stats.rating(league(3, WORLDS["boldness of half a hand"], 2000, players=5).frames)
    ranks = table[["rating", "units_per_deal"]].rank()
    assert ranks["rating"].corr(ranks["units_per_deal"]) > 0.6


SOME = ("equals", "boldness of half a hand", "cliques")  # of all: the benchmark coverage


@pytest.mark.parametrize("name", SOME)
def test_intervals_hold_what_is_true_whoever_calls_more(name: str) -> None:
    """Of 120 intervals that hold in 95 % of cases 103 to 119 hold, but for about twice in 1,000 times."""
    chance = [comb(120, held) * 0.95**held * 0.05 ** (120 - held) for held in range(121)]
    assert sum(chance[:103]) < 1e-4
    assert chance[120] < 3e-3
    held = total = 0
    for seed in range(LEAGUES):
        drawn = league(10_000 + seed, WORLDS[name], DEALS, PLAYERS)
        table = stats.rating(drawn.frames)
        truth = drawn.truth[table["player"].str[1:].astype(int)]
        held += int(((table["low"] <= truth) & (truth <= table["high"])).sum())
        total += len(table)
    assert total >= 117
    assert 102 - (120 - total) < held < total


def test_matches_left_out_are_told_better_than_by_all_alike_where_boldness_differs() -> None:
    """Of 3,000 deals each the rating of old missed by 95 to 102 % of all alike, shrunken means by 89 to 90 %."""
    missed = [rating_test(league(seed, WORLDS["boldness and skill"], 6000).frames)["mse"] for seed in (3, 4)]
    equal, _, shrunken, rated = np.sum(missed, axis=0)
    assert rated < 0.97 * equal
    assert rated < 1.01 * shrunken


def test_where_ratings_predict_nothing_nobody_is_the_best_and_no_role_has_an_award() -> None:
    leagues = (league(seed, WORLDS["equals"], 1000).frames for seed in range(20))
    frames = next(frames for frames in leagues if not stats.rating(frames)["predictive"].all())
    table, won = stats.rating(frames), stats.awards(frames)
    assert table["best"].isna().all()
    assert RATING.verdict(plain_rows(table)).whole.startswith(PREDICTS_NOTHING)
    assert set(won["award"]) == {"bold", "careful"}
    assert NOTHING_PREDICTED in AWARDS.verdict(plain_rows(won)).whole
