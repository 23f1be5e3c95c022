"""`scorer chances`: what it says, for people and for programs, and what it refuses."""

import csv
import io
import json
import re
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from tests.running import refused

FIVE = "Anna,Bruno,Carla,Dario,Elena"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]


@pytest.fixture
def friday(ok: Ok) -> None:
    """A match of four deals, of which three are played: Anna +5, Bruno +1, Elena +1, Carla -4, Dario -3."""
    ok(f"start Friday --players {FIVE} --variant chiamata --until deals:4 --on 2026-11-20")
    ok("deal anna K elena 61")  #  +2 -1 -1 -1 +1
    ok("deal anna K bruno 61")  #  +2 +1 -1 -1 -1
    ok("deal carla K dario 60")  #  +1 +1 -2 -1 +1: failed


@pytest.mark.usefixtures("friday")
def test_who_wins_is_said_first_and_then_the_chance_of_each_place(ok: Ok) -> None:
    assert "place player units wins 2nd 3rd 4th 5th" in " ".join(ok("chances").split())
    assert re.search(r"^Anna wins with \d\d %, .* \(scorer chances --sure\)\.$", ok("chances"), re.MULTILINE)
    said = ok("chances --sure --legend")
    first, second, third, *_ = said.replace("\n", " ").split(". ")
    assert first == "Friday, main, Briscola Chiamata, 3 deals played: 1 deal left"
    assert re.match(r"Anna wins with \d\d %, (Elena|Bruno) with \d+ %", second)
    assert third.startswith("Before the first deal it was ")
    assert "place player units expected wins if equal 2nd 3rd 4th 5th" in " ".join(said.split())
    assert re.search(r"^1 +Anna +\+5 +[+-]\d+\.\d\d ±\d\.\d\d +\d\d %", said, re.MULTILINE)
    assert "4,000 times" in said


@pytest.mark.usefixtures("friday")
def test_files_of_two_evenings_can_be_told_apart(ok: Ok) -> None:
    ok("league add Lega")
    ok(f"start 'Next friday' --players {FIVE} --league Lega --variant brisk --on 2026-11-27 --until deals:4")
    files = [list(csv.DictReader(io.StringIO(ok(f"chances --match {match} --format csv")))) for match in (1, 2)]
    told = [[(row["league"], row["variant"], row["match"], row["match_id"]) for row in rows] for rows in files]
    assert told == [[("main", "chiamata", "Friday", "1")] * 5, [("Lega", "brisk", "Next friday", "2")] * 5]
    assert list(files[0][0])[:6] == ["league", "variant", "match", "match_id", "place", "player"]


@pytest.mark.usefixtures("friday")
def test_a_race_an_open_end_and_deals_that_are_said(ok: Ok, say: Say) -> None:
    assert ": after 10 more deals." in ok("chances --deals 10")
    ok(f"start Open --players {FIVE} --on 2026-11-21")
    told = say("chances --match Open")
    assert "0 deals played: no end was agreed: after a round, 5 more deals." in told.stdout.replace("\n", " ")
    assert "--deals N says after how many more" in told.stderr
    ok(f"start Race --players {FIVE} --on 2026-11-22 --until units:9,deals:20")
    assert "until somebody has 9 units, 20 deals left at most." in ok("chances --match Race").replace("\n", " ")


@pytest.mark.usefixtures("friday")
def test_an_end_that_is_reached_leaves_nothing_to_chance(ok: Ok, say: Say) -> None:
    ok("deal anna K elena 61")
    assert "Nothing is left to play: Anna has won." in ok("chances")
    ok("finish")
    over = say("chances --match Friday")
    assert (over.returncode, "Friday is finished: nothing is left to chance" in over.stderr) == (3, True)
    assert "scorer reopen 1" in over.stderr
    assert say("chances").returncode == 4  # no match is open


@pytest.mark.usefixtures("friday")
def test_what_cannot_be_said_is_refused(ok: Ok, say: Say) -> None:
    ok(f"start Long --players {FIVE} --until deals:900")
    for words, code, told in (
        ("--deals 0", 3, "from 1 to 500"),
        ("--deals 501", 3, "from 1 to 500"),
        ("--match Long", 3, "900 deals are left: chances are reckoned of 500 at most; --deals says of fewer\n"),
        ("--match Sunday", 4, "no match 'Sunday'"),
    ):
        refused(say(f"chances {words}"), code, told)
    refused(say("chances --league main"), 3, "--league is of a season: say scorer chances --season with it")


def test_the_chances_say_from_what_they_are_reckoned(ok: Ok) -> None:
    ok("start Sides --players Anna,Bruno,Carla,Dario --variant brisca --until deals:4")
    told = " ".join(ok("chances --match Sides --sure --legend").split())
    assert "times, from how strong these players are, drawn towards the others, and from what such deals paid." in told
    assert "call" not in told


def test_a_call_that_only_all_card_points_can_make_is_the_next_deal_all_the_same(ok: Ok) -> None:
    ok(f"start Friday --players {FIVE} --variant brisk --until deals:4")
    ok("call anna 2/120")
    (told,) = json.loads(ok("chances --format json"))
    anna = next(row for row in told["rows"] if row["player"] == "Anna")
    assert anna["chance"] != pytest.approx(0.2, abs=0.02)  # she gets much, or pays much
    assert sum(row["chance"] for row in told["rows"]) == pytest.approx(1)


def test_after_a_race_that_is_won_deals_that_are_said_are_played(ok: Ok) -> None:
    ok(f"start Friday --players {FIVE} --variant chiamata --until units:2")
    ok("deal anna K elena 61")  # Anna has 2: the race is won
    said = ok("chances")
    assert "nothing is left to play" in said.replace("\n", " ")
    assert "4,000" not in said  # nothing was drawn: nothing is said of draws
    (told,) = json.loads(ok("chances --deals 20 --format json"))
    assert told["end"] == "after 20 more deals"
    assert told["rows"][0]["chance"] < 0.5  # twenty deals are long: she is two ahead of five who are alike


def test_what_a_match_is_played_to_has_its_name_and_its_sentence(ok: Ok) -> None:
    ok(f"start Race --players {FIVE} --variant chiamata --until won:3")
    for _ in range(2):
        ok("deal anna K elena 61")
    going = ok("chances --sure --legend")
    assert re.search(r"^1 +Anna +\+4 +2 ", going, re.MULTILINE)
    assert "won: deals won until now, by which the match is judged." in going.replace("\n", " ")
    ok("deal anna K elena 61")
    over = ok("chances")
    # both won three deals, to which they played: they share the first place
    assert [" ".join(line.split()) for line in over.splitlines()[1:4]] == [
        "place player units won wins", "1 Anna +6 3 50 %", "1 Elena +3 3 50 %",
    ]  # fmt: skip
