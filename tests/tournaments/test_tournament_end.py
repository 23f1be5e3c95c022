"""`scorer chances --tournament`: worked by hand, and held against tournaments of which the end is known."""

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from scorer.insight.forecast.strengths_before import StrengthsBefore
from scorer.tournaments.rules import Progress
from scorer.tournaments.rules.certainty import Certain, certain
from scorer.tournaments.stats import format_trial
from scorer.tournaments.stats.format_trial import Tried, normal_players, tournament
from scorer.tournaments.stats.tournament_end import Strengths, end_rows, played, strengths_of, under_way, who_wins
from scorer.tournaments.text.rule_files import FORMATS
from tests.benchmarks import tournament_end as known_ends
from tests.benchmarks.tournament_end import World, brier, of_one, until
from tests.tournaments.desk import DAY, Ok, Say, opened, result, tables
from tests.tournaments.small_tournaments import A, B, C, D, E, F, G, a_round, form, one_stage, progress, table, with_cut
from tests.tournaments.test_format_trial import day

TWO = {A: ("Anna",), B: ("Bruno",)}
OF_TWO = replace(day(20), sizes=(2,), stages=(replace(day(20).stages[0], deals={2: 20}),))


def equals(count: int, chance: float = 1.5) -> Strengths:
    """Entrants who are known to be equal."""
    return Strengths(np.zeros(count), np.zeros(count), np.zeros((count, count)), chance, 0)


def played_until(name: str, entrants: int, moment: float) -> tuple[Tried, Progress]:
    """A tournament of a format that was played so far, and as it is played on."""
    rules = FORMATS.load(name)
    if rules.missing:
        places = {size: tuple(map(Fraction, range(size - 1, -1, -1))) for size in (5, 6)}
        rules = replace(rules, stages=(replace(rules.stages[0], placement=places),))
    tried = Tried(rules, 5, entrants, deals=0, minutes=5, times=1, seed=9, known={})
    _best, play = normal_players(entrants, 0.2, 1.5)(np.random.default_rng(5))
    now = until(tournament(tried, 0, tried.start(0), play), moment)
    return under_way(rules, 5, now)._replace(times=8), now


def at_one_table(units: dict[int, int], dealt: int) -> Progress:
    """A round whose one table has these units after so many deals."""
    facts = {entrant: {"deals": dealt} for entrant in units}
    return progress(len(units), a_round(1, table(units, facts, over=False)))


def test_a_lead_of_as_much_as_chance_moves_wins_84_of_100_times() -> None:
    # 16 of 20 deals are left: of two equals one gets 6 more or less by them, √16 x 1.5, and Anna is 6 ahead of even
    now = at_one_table({A: 6, B: -6}, 4)
    tried = under_way(OF_TWO, 2, now)
    anna, bruno = end_rows(tried, now, {A: "Anna", B: "Bruno"}, equals(2))
    assert tried.times == 2_000
    assert anna["chance"] == pytest.approx(0.841, abs=4 * (0.841 * 0.159 / 2_000) ** 0.5)
    assert anna["chance"] + bruno["chance"] == pytest.approx(1)
    assert (anna["place"], anna["goes_on"], anna["certain"], bruno["first_three"]) == (1, None, "", pytest.approx(1))


def test_results_tell_of_strength_half_as_much_where_skill_and_luck_would_explain_them_equally() -> None:
    # Anna is 12 ahead in 16 deals, 0.75 a deal; two strengths differ by √(1/16) = 1/4 of what chance does to a deal,
    # and so does the mean of 16 deals: half of 0.75 is strength, and the variance that is left is half of 1/16
    before = StrengthsBefore([], np.zeros(0), np.zeros((0, 0)), 1 / 32, 0)
    now = at_one_table({A: 12, B: -12}, 16)
    found = strengths_of(under_way(OF_TWO, 2, now), now, TWO, before)
    assert found.seen[0] - found.seen[1] == pytest.approx(0.375)
    apart = found.root[0] - found.root[1]
    assert apart @ apart == pytest.approx(1 / 32)


def test_earlier_evenings_tell_before_the_first_result() -> None:
    before = StrengthsBefore(["Anna"], np.array([0.3]), np.array([[0.01]]), 0.04, 0.02)
    nothing = strengths_of(under_way(OF_TWO, 2, progress(2)), progress(2), TWO, before)
    assert nothing.settled.tolist() == [0.3, 0]
    # what is left open of Anna and the form of the day; of Bruno how far all differ, and the form
    assert np.diag(nothing.root @ nothing.root.T).tolist() == pytest.approx([0.03, 0.06])
    # of a team it is the mean of its members
    team = strengths_of(under_way(OF_TWO, 2, progress(2)), progress(2), {A: ("Anna", "Bruno"), B: ("Carla",)}, before)
    assert team.settled.tolist() == [0.15, 0]
    assert np.diag(team.root @ team.root.T).tolist() == pytest.approx([0.01 / 4 + 0.04 / 4 + 0.02 / 2, 0.06])


@pytest.mark.parametrize(("name", "entrants"), [("ten-deals", 10), ("scighera", 14), ("champions", 12)])
def test_before_the_first_result_equals_have_equal_chances(name: str, entrants: int) -> None:
    tried, now = played_until(name, entrants, 0)
    direct = {1, 2} if name == "champions" else set()
    now = replace(now, entrants=tuple(replace(each, direct=each.number in direct) for each in now.entrants))
    names = {each.number: f"P{each.number}" for each in now.entrants}
    people = {number: (player,) for number, player in names.items()}
    rows = end_rows(tried, now, names, strengths_of(tried, now, people, None))
    for waits in (True, False):
        alike = {(row["goes_on"], row["chance"]) for row in rows if (row["goes_on"] is None) == waits}
        assert len(alike) <= 1
    assert sum(row["chance"] for row in rows) == pytest.approx(1)
    if name != "champions":
        assert who_wins(rows, "").brief == f"First in the end: {entrants} entrants with {100 / entrants:.0f} % each."


@pytest.mark.parametrize(
    ("name", "entrants", "through"),
    [
        ("ten-deals", 11, 0), ("by-place", 12, 0), ("duels", 5, 0), ("marathon", 5, 0), ("ten-deals-placement", 13, 0),
        ("scighera", 14, 5), ("champions", 15, 10), ("elite-2024", 6, 5),
    ],
)  # fmt: skip
def test_every_format_is_played_on_from_every_moment(name: str, entrants: int, through: int) -> None:
    for moment in (0, 0.5, 1, 1.5, 2, 2.5):
        try:
            tried, now = played_until(name, entrants, moment)
        except IndexError:  # it has fewer rounds
            continue
        names = {each.number: f"P{each.number}" for each in now.entrants}
        people = {number: (player,) for number, player in names.items()}
        strengths = strengths_of(tried, now, people, None)
        rows, sure = end_rows(tried, now, names, strengths), certain(tried.format, now)
        ended = played(tried, now, strengths.drawn)
        assert sum(row["chance"] for row in rows) == pytest.approx(1)  # whoever is safe or out
        assert sum(row["first_three"] for row in rows) == pytest.approx(3)
        if through and not now.cuts:
            assert sum(row["goes_on"] or 0 for row in rows) == pytest.approx(through)
            came = ended.on
        else:
            came = ended.place == 1
        for numbers, always in ((sure.safe, 1), (sure.out, 0)):
            assert (came[:, [number - 1 for number in numbers]] == always).all()


def test_who_cannot_be_reached_any_more_is_safe_and_who_cannot_reach_is_out() -> None:
    # one table is over, at the other everything may happen
    over = table({A: 20, B: 5, C: 0, D: -5, E: -20})
    playing = table({F: 9, G: 1, 8: 0, 9: 0, 10: -10}, over=False)
    now = progress(10, a_round(1, over, playing))
    assert certain(with_cut(2), now) == Certain(frozenset(), frozenset({C, D, E}))  # two of their table are above
    assert certain(with_cut(7), now) == Certain(frozenset({A, B}), frozenset())  # at most five come from the other one
    assert certain(one_stage(), now) == Certain(frozenset(), frozenset({B, C, D, E}))


def test_by_points_of_places_somebody_is_out_before_the_last_round() -> None:
    # 5 to 1 a round, and two of three are over: Anna has 10 and will have 11, Carla may come to 6 + 5, Dario to 4 + 5
    stage = replace(FORMATS.load("scighera").stages[0], rounds=3, cut=None)
    rounds = [a_round(number, table({A: 9, B: 4, C: 0, D: -4, E: -9})) for number in (1, 2)]
    now = progress(5, *rounds)
    assert certain(form(stage), now) == Certain(frozenset(), frozenset({D, E}))
    assert certain(form(replace(stage, rounds=2)), now) == Certain(frozenset({A}), frozenset({B, C, D, E}))


def test_who_could_only_not_win_any_more_was_called_out_and_came_third() -> None:
    # Anna has 10 and gets 1 or more; Dario has 4, Elena 2, and 5 at most to come: behind 11, not behind the 7 of Carla
    stage = replace(FORMATS.load("scighera").stages[0], rounds=3, cut=None)
    now = progress(5, *(a_round(number, table({A: 9, B: 4, C: 0, D: -4, E: -9})) for number in (1, 2)))
    tried = under_way(form(stage), 5, now)._replace(times=50)
    rows = end_rows(tried, now, {number: "ABCDE"[number - 1] for number in (A, B, C, D, E)}, equals(5))
    assert [row["certain"] for row in rows] == ["", "", "", "out", "out"]
    assert rows[3]["chance"] == 0 < rows[3]["first_three"]
    assert sum(row["first_three"] for row in rows) == pytest.approx(3)
    assert who_wins(rows, "").brief.endswith("Cannot win any more: D and E.")


def test_draws_that_are_played_again_change_no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    tried, now = played_until("scighera", 20, 1)
    strengths = equals(20)
    few = played(tried._replace(times=100), now, strengths.drawn)
    monkeypatch.setattr(format_trial, "DRAWS", 100)
    many = played(tried._replace(times=100, seed=77, known={}), now, strengths.drawn)
    for one, other in ((few.on, many.on), (few.place == 1, many.place == 1)):
        mean = (one.mean(axis=0) + other.mean(axis=0)) / 2
        assert (np.abs(one.mean(axis=0) - other.mean(axis=0)) <= 4 * np.sqrt(mean * (1 - mean) / 50) + 1e-9).all()


@pytest.mark.parametrize("world", [World(), World(form=0.7, book=True)])
def test_chances_come_true_and_beat_the_line_of_the_standing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_ends, "TIMES", 40)
    ends = [of_one(seed, world, "scighera", [1])[0] for seed in range(8)]
    for what, likely in (("wins", 0.1), ("goes on", 0.5)):
        asked = [end[what] for end in ends]
        assert brier(asked, "chance") < brier(asked, "naive")
        chance, outcome = (np.concatenate([getattr(each, part) for each in asked]) for part in ("chance", "outcome"))
        some = chance > likely
        spread = np.sqrt((chance * (1 - chance))[some].sum())
        assert abs(outcome[some].sum() - chance[some].sum()) <= 3 * spread


def test_a_table_that_is_being_played_has_what_it_has(ok: Ok) -> None:
    [first, second] = opened(ok)
    ok(result(1, first, 0, 0, 0, 0, 0))  # which tells nobody apart
    ok("chances --tournament Natale")
    ok(result(1, first, 30, 10, 0, -10, -30))
    rows = {row["player"]: row for row in json.loads(ok("chances --tournament Natale --format json"))[0]["rows"]}
    ok(f"deal {second[0]} A {second[1]} 70 --match {2}")
    later = {row["player"]: row for row in json.loads(ok("chances --tournament natale --format json"))[0]["rows"]}
    assert later[second[0]]["chance"] != rows[second[0]]["chance"]
    assert rows[first[0]]["chance"] > rows[second[0]]["chance"] > rows[first[4]]["chance"]


def test_the_command_answers_programs_the_same_again_and_people(ok: Ok) -> None:
    [first, _second] = opened(ok, form="scighera")
    ok(result(1, first, 30, 10, 0, -10, -30))
    told = ok("chances --tournament Natale --format json")
    assert told == ok("chances --tournament 1 --format json")
    [one] = json.loads(told)
    assert {key: one[key] for key in ("tournament", "format", "stage", "rounds_drawn")} == {
        "tournament": "Natale", "format": "scighera", "stage": "Qualification", "rounds_drawn": 1,
    }  # fmt: skip
    assert one["verdict"].startswith("First in the end: ")
    assert one["verdict"].endswith("drawn towards the others: form and skill are one.")
    [head, *rows] = csv.reader(io.StringIO(ok("chances --tournament Natale --format csv")))
    assert head == ["tournament", "tournament_id", *one["rows"][0]]
    assert len(rows) == 10
    said = ok("chances --tournament Natale")
    assert "(scorer chances --tournament Natale --sure)." in " ".join(said.split())
    assert "drawn towards the others" in " ".join(ok("chances --tournament Natale --sure").split())


def test_who_withdrew_and_leads_was_left_out_and_the_chances_of_the_others_did_not_sum_to_one(ok: Ok) -> None:
    [first, second] = opened(ok)
    ok(result(1, first, 50, 0, -10, -20, -20))
    ok(f"tournament withdraw {first[0]}")
    [one] = json.loads(ok("chances --tournament Natale --format json"))
    assert one["rows"][0]["player"] == first[0]
    assert sum(row["chance"] for row in one["rows"]) == pytest.approx(1)
    ok(f"tournament withdraw {second[0]}")
    [one] = json.loads(ok("chances --tournament Natale --format json"))
    assert second[0] not in {row["player"] for row in one["rows"]}
    assert one["verdict"].endswith(f"{second[0]} withdrew: the seat in round 1 is empty.")


def test_the_reserve_of_a_drawn_final_had_one_chance_in_a_hundred_until_it_was_drawn_again(ok: Ok) -> None:
    for number, seats in enumerate(opened(ok, form="scighera"), 1):
        ok(result(number, seats, 10 + number, 4 + number, 0, -6, -8 - 2 * number))
    for number, seats in enumerate(tables(ok(f"tournament draw {DAY}")), 1):
        ok(result(number, seats, 20 - number, 6, -1, -5 + number, -20))
    ok("tournament cut")
    [final] = tables(ok(f"tournament draw {DAY}"))
    follower = ok(f"tournament withdraw {final[0]}").split("; ")[1].split()[0]
    [one] = json.loads(ok("chances --tournament Natale --format json"))
    chances = {row["player"]: row["chance"] for row in one["rows"]}
    assert set(chances) == {follower, *final[1:]}
    assert 0.1 < chances[follower] < 0.3  # of five
    assert sum(chances.values()) == pytest.approx(1)
    assert one["verdict"].endswith("Round 3 counts as drawn again, with who is there now.")


def test_two_who_are_kept_apart_had_no_chances_where_the_final_has_one_table(ok: Ok) -> None:
    (first, *_), (second, *_) = opened(ok, form="scighera")
    ok(f"tournament keep-apart {first},{second}")
    [one] = json.loads(ok("chances --tournament Natale --format json"))
    assert sum(row["chance"] for row in one["rows"]) == pytest.approx(1)
    assert one["verdict"].endswith("Who is kept apart meets where no other seating is found, as in the final.")
    ok(f"tournament withdraw {second}")
    [one] = json.loads(ok("chances --tournament Natale --format json"))
    assert "kept apart" not in one["verdict"]


def test_what_cannot_be_played_on_is_refused_in_a_sentence(ok: Ok, say: Say) -> None:
    ok(f"tournament new Pairs --format brisca-pairs --seed 7 {DAY}")
    ok("tournament enter Anna+Bruno,Carla+Dario --tournament Pairs")
    ok(f"tournament new Natale --format ten-deals --rounds 1 --seed 7 {DAY}")
    ok("tournament enter Anna,Bruno,Carla,Dario,Elena --tournament Natale")
    [seats] = tables(ok(f"tournament draw {DAY} --tournament Natale"))
    for words, code, sentence in (
        ("Pairs", 3, "Pairs cannot be played on: that takes single seats, and matches of a number of deals or minutes"),
        ("nope", 4, "no tournament 'nope'"),
        ("Natale --season", 3, "--tournament and --season do not go together: leave one of them out"),
        ("Natale --deals 3", 3, "--tournament and --deals do not go together: leave one of them out"),
    ):
        done = say(f"chances --tournament {words}")
        assert (done.returncode, done.stdout) == (code, "")
        assert sentence in done.stderr
    ok([*result(1, seats, 4, 1, -1, -1, -3), "--tournament", "Natale"])
    for _twice in range(2):
        assert "Natale is over: nothing is left to chance" in say("chances --tournament Natale").stderr
        say("tournament finish --tournament Natale")
