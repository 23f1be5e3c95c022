"""`scorer format try`: what formats find of players whose skill is known, by the model and of tables with hands."""

import csv
import io
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from scorer.insight.spread import spread_of
from scorer.tournaments.rules import Format
from scorer.tournaments.rules.format_reading import parse_format
from scorer.tournaments.stats import format_trial
from scorer.tournaments.stats.format_trial import (
    Found,
    Tried,
    as_played_and_equal,
    normal_players,
    not_told_apart,
    trial,
)
from scorer.tournaments.text.rule_files import FORMATS
from tests.known_leagues import frames_of
from tests.tournaments.desk import Ok, Say
from tests.tournaments.known_hands import SEATED, People, at_table, people, truth
from tests.wings.copying import copy_without

ONE_ROUND = {"name": "Day", "rounds": 1, "seating": "lot", "yields": "units"}
LUCK = 1.5


def day(deals: int, size: int = 5, **stage: object) -> Format:
    """A format of one round at tables of a size."""
    stages = [{**ONE_ROUND, "deals": {str(size): deals}, **stage}]
    return parse_format("day", {"title": "Day", "source": "here", "sizes": [size], "stages": stages})


def tried(form: Format, entrants: int, times: int = 400, **more: int) -> Tried:
    """A format that is tried so often."""
    return Tried(
        form, most=5, entrants=entrants, known={}, **{"deals": 40, "minutes": 5, "times": times, "seed": 3, **more}
    )


def errors_apart(first: Found, second: Found) -> float:
    """How many standard errors two formats' wins are apart, of tournaments that have nothing to do with each other."""
    wins, others = first.got[:, 0], second.got[:, 0]
    return float(abs(wins.mean() - others.mean()) / np.sqrt((wins.var() + others.var()) / len(wins)))


@pytest.mark.parametrize("name", ["by-place", "ten-deals", "scighera", "champions", "elite-2024"])
def test_without_luck_the_best_always_wins(name: str) -> None:
    found = trial(tried(FORMATS.load(name), 25, times=5), normal_players(25, skill=50, chance=0))
    assert found.got.tolist() == [[1, 1, 1]] * 5


def test_among_equals_everybody_wins_equally_often_whoever_is_called_the_best() -> None:
    # of ten equals entrant 1 is taken for the best; a tenth of 150 is 15, with a standard deviation of 3.7
    got = trial(tried(FORMATS.load("champions"), 10, times=150), normal_players(10, skill=0, chance=LUCK)).got
    assert abs(got[:, 0].sum() - 15) < 4 * 3.7
    assert abs(got[:, 2].sum() - 75) < 4 * 6.1


def test_a_table_of_three_plays_as_reckoned_without_arrays() -> None:
    # each gets the own strength less the mean of the two others; what chance does is 1.5 for one, and sums to zero
    lots, wins, times = random.Random(1), 0.0, 1000
    for _tournament in range(times):
        strengths = [lots.gauss(0, 0.5) for _player in range(3)]
        units = [0.0] * 3
        for _deal in range(4):
            luck = [lots.gauss(0, LUCK * 1.5**0.5) for _player in range(3)]
            for at in range(3):
                others = (sum(strengths) - strengths[at]) / 2
                units[at] += strengths[at] - others + luck[at] - sum(luck) / 3
        whole = [round(got) for got in units]
        best = strengths.index(max(strengths))
        wins += (whole[best] == max(whole)) / whole.count(max(whole))
    got = trial(tried(day(4, 3), 3, times), normal_players(3, 0.5, LUCK)).got
    assert abs(wins - got[:, 0].sum()) < 4 * (2 * times * 0.25) ** 0.5


def test_matches_of_four_times_the_deals_are_matches_of_half_the_luck() -> None:
    longer = as_played_and_equal(tried(day(10), 10), 0.3, LUCK).got  # one round of ten deals, and forty
    played = as_played_and_equal(tried(day(40), 10), 0.3, LUCK)
    assert (played.got[:, :3] == played.got[:, 3:]).all()  # forty already
    assert longer[:, 0].mean() < longer[:, 3].mean()
    assert errors_apart(Found(longer[:, 3:], 40, 0), Found(played.got, 40, 0)) < 4


def test_the_draws_that_are_played_again_change_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    form, players = FORMATS.load("scighera"), normal_players(25, 0.25, LUCK)
    again, anew = tried(form, 25, times=150), tried(form, 25, times=150, seed=4)
    by_few = trial(again, players)
    monkeypatch.setattr(format_trial, "DRAWS", 150)
    assert errors_apart(by_few, trial(anew, players)) < 4
    firsts = [{lots for lots, number, _cuts in one.known if number == 0} for one in (again, anew)]
    assert list(map(len, firsts)) == [12, 150]


@pytest.mark.parametrize(
    ("name", "entrants", "minutes", "deals", "hours"),
    [
        ("ten-deals", 25, 5, 40, 3.33),  # four rounds of ten deals, 200 minutes
        ("ten-deals", 26, 5, 40, 4.0),  # at a six twelve deals, of which each plays ten
        ("scighera", 25, 5, 36, 3.0),  # twelve deals an hour, three hours
        ("scighera", 25, 7, 24, 2.8),  # eight, of 56 minutes
        ("champions", 20, 5, 40, 3.33),  # 10 + 10 + 20 deals
    ],
)
def test_how_long_who_plays_to_the_end_plays(name: str, entrants: int, minutes: int, deals: int, hours: float) -> None:
    found = trial(tried(FORMATS.load(name), entrants, times=1, minutes=minutes), normal_players(entrants, 0.2, LUCK))
    assert (found.deals, found.hours) == (deals, hours)


def test_at_a_table_of_six_each_rests_in_turn() -> None:
    assert tried(day(12, 6), 6).deals_in(0, 6) == (12, 10)
    assert tried(day(10), 5).deals_in(0, 5) == (10, 10)


def test_formats_are_told_apart_by_the_same_tournaments_of_all() -> None:
    # 30 of 100 that only one wins are 5.5 standard errors; 4 that one wins and 2 the other less than one
    never, some = np.zeros(100), np.r_[np.ones(30), np.zeros(70)]
    few, others = np.r_[np.ones(4), np.zeros(96)], np.r_[np.zeros(98), np.ones(2)]
    assert not_told_apart({"a": never, "b": some}) == []
    assert not_told_apart({"a": few, "b": others}) == [("a", "b")]
    assert not_told_apart({"a": never, "b": never}) == [("a", "b")]
    assert not_told_apart({"a": never}) == []


def test_the_model_finds_the_best_about_as_often_as_hands_do() -> None:
    # `python -m tests.benchmarks format-trial` has it at fifty and sixty too, where the model is above the hands
    crowd = people(np.random.default_rng(7), 100, boldness=0.2)
    true = truth(np.random.default_rng(8), crowd, 1_000)

    def with_hands(lots: np.random.Generator) -> tuple[int, format_trial.PlayTable]:
        chosen = lots.permutation(100)[:20]
        entered = People(crowd.skill[chosen], crowd.bold[chosen])
        best = int(true.means[chosen].argmax()) + 1
        return best, partial(at_table, lots, entered)

    for name in ("by-place", "champions"):
        one = tried(FORMATS.load(name), 20, times=60)
        by_model, by_hands = trial(one, normal_players(20, true.skill, true.chance)), trial(one, with_hands)
        assert errors_apart(by_model, by_hands) < 4
        assert by_hands.got[:, 0].mean() > 0.05 + 0.05  # drawn by lot it would be 5 of 100


def test_uneven_stakes_are_more_luck() -> None:
    # the same deals for one unit and for three by turns: √((1 + 9) / 2) / 2 = 1.118 times the luck of base units
    lots, row = np.random.default_rng(5), np.arange(200)
    seats = np.array([lots.permutation(10)[:SEATED] for _evening in range(8)])[row // 25]
    made = lots.random(200) < 0.6
    facts = ([f"P{number}" for number in range(10)], seats, row % 5, (row + 1) % 5, made)
    skill, luck, _significant = spread_of(frames_of(*facts)) or (0, 0, False)
    higher = spread_of(frames_of(*facts, bid=np.where(row % 2, 29, 0)))  # 2/81 pays three
    assert higher is not None
    assert higher[0] == pytest.approx(skill)
    assert higher[1] == pytest.approx(luck * 1.118, rel=1e-3)


TWO = "format try by-place scighera --entrants 25 --times 10"


def test_the_same_words_have_the_same_answer_in_every_shape(ok: Ok) -> None:
    said = ok(f"{TWO} --spread 0,2")
    assert said == ok(f"{TWO} --spread 0.2")
    told = json.loads(ok(f"{TWO} --spread 0.2 --format json"))
    assert " ".join(said.split()).endswith(told["verdict"])
    assert "of 100 times, by lot 4." in told["verdict"]
    assert {key: told[key] for key in ("entrants", "deals", "times", "seed", "skill", "chance")} == {
        "entrants": 25, "deals": 40, "times": 10, "seed": 1, "skill": 0.2, "chance": 1.5,
    }  # fmt: skip
    by_place, scighera = told["rows"]
    assert (by_place["format"], by_place["deals"], by_place["hours"], by_place["final"]) == ("by-place", 50, 4.17, None)
    assert scighera["final"] == scighera["first_five"]  # five play the final
    [head, *rows] = csv.reader(io.StringIO(ok(f"{TWO} --spread 0.2 --format csv")))
    assert head == list(by_place)
    assert [row[0] for row in rows] == ["by-place", "scighera"]
    assert told["rows"] != json.loads(ok(f"{TWO} --spread 0.2 --seed 2 --format json"))["rows"]


def test_one_more_format_changes_nothing_of_the_others(ok: Ok) -> None:
    two, alone = (
        json.loads(ok(f"{words} --spread 0.2 --format json"))["rows"] for words in (TWO, TWO.replace("by-place ", ""))
    )
    assert two[1] == alone[0]


def test_players_differ_as_in_the_league_that_is_named(ok: Ok, say: Say) -> None:
    ok("league add Lega")
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena --league Lega --on 2026-11-20")
    none = say(f"{TWO} --league Lega")
    assert (none.returncode, none.stdout) == (3, "")
    assert "Lega has no rating yet, so that nobody knows how far its players differ: say --spread 0.15" in none.stderr
    for deal in ("anna 2/71 elena 74", "bruno K carla 58", "anna A dario 61"):
        ok(f"deal {deal}")
    told = say(f"{TWO} --league Lega")
    assert told.stdout.startswith("25 entrants who differ by")
    assert told.stderr == "That these players differ may be luck: more deals would tell.\n"


def test_a_format_of_ones_own_is_tried_beside_that_of_the_same_name(ok: Ok, tmp_path: Path) -> None:
    own = tmp_path / "by-place.toml"
    own.write_text(ok("format show by-place --toml").replace("usual_rounds = 5", "usual_rounds = 2"), encoding="utf-8")
    rows = json.loads(
        ok(["format", "try", "by-place", str(own), "--entrants=10", "--times=10", "--spread=1", "--format=json"])
    )
    assert [(row["format"], row["deals"]) for row in rows["rows"]] == [("by-place", 50), (str(own), 20)]


@pytest.mark.parametrize(
    ("words", "says", "code"),
    [
        ("nope --entrants 20", "no format is called 'nope'", 4),
        ("ten-deals --entrants 4", "ten-deals cannot be tried: its smallest table takes 5 entrants, not 4", 3),
        ("ten-deals --entrants 201", "--entrants '201': say a whole number from 1 to 200", 3),
        ("brisca-pairs --entrants 20", "that takes single seats, and matches of a number of deals or minutes", 3),
        ("ten-deals-placement --entrants 20", "it does not say the placement points at tables of 5 and 6", 3),
        ("ten-deals --entrants 20 --league x", "--league and --spread do not go together", 3),
        ("ten-deals", "--entrants is missing", 2),
        ("ten-deals --entrants 20 --times 0", "--times '0': say a whole number from 1 to 100000", 3),
    ],
)
def test_what_cannot_be_tried_is_said_in_a_sentence(say: Say, words: str, says: str, code: int) -> None:
    done = say(f"format try {words} --spread 0.2")
    assert (done.returncode, done.stdout) == (code, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_spread_that_is_no_number_is_refused(say: Say) -> None:
    assert "--spread 'much': say it as in 0.15" in say("format try ten-deals --entrants 20 --spread much").stderr


@pytest.fixture(scope="module")
def without_insight(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a command line of the program without the wing of insight."""
    tree = tmp_path_factory.mktemp("without")
    copy_without(["insight"], tree)

    def call(line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "scorer", *line.split()],
            cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)}, capture_output=True, text=True, check=False,
        )  # fmt: skip

    return call


def test_without_the_wing_that_rates_the_command_is_not_there_and_names_it(
    without_insight: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = without_insight("format try ten-deals --entrants 20 --spread 0.2")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("scorer: format try is of the wing insight, which is not installed")
    assert "try" not in without_insight("format --help").stdout.split()
    assert without_insight("format show ten-deals").returncode == 0
    done = without_insight("chances --tournament Natale")  # an option that is laid over a command of that wing
    assert done.stderr.startswith("scorer: chances is of the wing insight, which is not installed")
