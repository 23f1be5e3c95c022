"""The results over two evenings, every figure worked by hand, for people and for programs."""

import csv
import io
import json
import re
import shlex
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from scorer import frames
from scorer.cli.context import Settings
from scorer.exchange.csv_writer import unguarded
from scorer.exchange.statistics.options import language_of
from scorer.language import LANGUAGE, Language, _
from scorer.text import numbers
from tests.running import recorded, run

DEAL = "deal anna K elena 61"  # Anna +2, Elena +1, the others -1
AskRows = Callable[[str], list[tuple[Any, ...]]]
FIVE = "Anna,Bruno,Carla,Dario,Elena"
Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]

# chiamata at five: u to each defender, the caller twice that, the partner once; solo four times that
TWO_EVENINGS = (
    f"start Friday --players {FIVE} --on 2026-11-20 --unit-value 0.50",
    "deal anna K elena 61",  #                    Anna +2  Bruno -1  Carla -1  Dario -1  Elena +1
    "deal bruno 2/71 carla 60",  # u = 2, failed:      +2        -4        -2        +2        +2
    "redeal passed-out",
    "deal anna 2 solo 70 --times 2",  #                +8        -2        -2        -2        -2
    "penalty dario 4 --reason late",  #                +1        +1        +1        -4        +1
    "finish",  #                                      +13        -6        -4        -5        +2
    f"start Saturday --players {FIVE} --on 2026-11-21",
    "deal elena A anna 59",  # failed:                 -1        +1        +1        +1        -2
    "deal dario 2/71 elena 120 --slam",  # 2 x 2:      -4        -4        -4        +8        +4
)  #                                       in all      +8        -9        -7        +4        +4
AND_A_BRISK_SUNDAY = (
    "finish",
    f"start Sunday --players {FIVE} --on 2026-11-22 --variant brisk",
    "deal carla K bruno 100",
    "deal carla K bruno 60",  # even under brisk
)


@pytest.fixture(scope="module")
def scorebooks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The two evenings, and the three, recorded once."""
    path = tmp_path_factory.mktemp("season") / "season.db"
    return {"two": recorded(path, TWO_EVENINGS), "three": recorded(path, AND_A_BRISK_SUNDAY)}


@pytest.fixture
def two(scorebooks: dict[str, bytes], book_path: Path) -> None:
    book_path.write_bytes(scorebooks["two"])


@pytest.fixture
def three(scorebooks: dict[str, bytes], book_path: Path) -> None:
    book_path.write_bytes(scorebooks["three"])


def block(text: str, first: str) -> list[list[str]]:
    """The lines of the table whose title line begins so, in words."""
    lines = text.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith(first)) + 1
    return [line.split() for line in lines[at : lines.index("", at) if "" in lines[at:] else None]]


def joined(rows: list[list[str]]) -> list[str]:
    """The lines of a table, one blank between words."""
    return [" ".join(row) for row in rows]


def places(text: str) -> dict[str, str]:
    """The units of everybody in the standings, in their order."""
    return {row[1]: row[2] for row in block(text, "place") if row[0].isdecimal() and row[2][0] in "+-0"}


def test_the_standings_of_two_evenings_are_one_table_and_one_line(two: None, ok: Ok) -> None:
    # per deal without the penalty: 8 - 1 = 7 of 5 deals, 4 + 4 = 8, 4 - 1 = 3, -7 - 1 = -8, -9 - 1 = -10. Anna won
    # Friday, called twice and made both; Dario made his only one, Elena and Bruno failed theirs, Carla never called
    assert ok("standings") == (
        "League main, chiamata, 5 deals, 2026-11-20 to 2026-11-21\n"
        "place  player  units  per deal  deals  won  called        made\n"
        "1      Anna       +8     +1.40      5    1    40 %  100 % of 2\n"
        "2      Dario      +4     +1.60      5    0    20 %  100 % of 1\n"
        "2      Elena      +4     +0.60      5    0    20 %    0 % of 1\n"
        "4      Carla      -7     -1.60      5    0     0 %      -\n"
        "5      Bruno      -9     -2.00      5    0    20 %    0 % of 1\n"
        "Nobody can be told apart yet: this may be luck (scorer standings --sure).\n"
    )
    # a penalty of eight takes Dario below zero, whose deals brought him eight: what is left out is said where it shows
    ok("penalty dario 8 --reason late")
    assert "\nper deal leaves penalties out\n" in ok("standings")


def test_what_every_head_means_is_told_to_who_asks(two: None, ok: Ok) -> None:
    assert ok("standings --legend").split("\n\n")[1] == (
        "units     penalties, adjustments and paper sheets included\n"
        "per deal  deals alone\n"
        "deals     deals played\n"
        "won       finished matches that the player led at the end, by units or by what\n"
        "          was agreed, unless all had the same\n"
        "called    of the deals played in which somebody called\n"
        "made      of the contracts made or failed, even ones left out\n"
    )
    whole, without = ok("standings --sure --legend").split("\n\n"), ok("standings --sure").split("\n\n")
    assert whole[:2] == without[:2]
    assert without[2] == "±: luck alone shifts this figure by about so much. --legend explains every head.\n"
    assert "slams: made / as a defender / suffered." in whole[2]


def test_how_sure_the_standings_are_is_told_to_who_asks(two: None, ok: Ok) -> None:
    said = ok("standings --sure")
    assert said.splitlines()[0] == "League main, chiamata, 5 deals, 2026-11-20 to 2026-11-21"
    *rows, note = block(said, "place")
    # after Friday: Anna 13, Elena 2, Carla -4, Dario -5, Bruno -6; Dario went from the fourth to the second place.
    # Friday is finished, and Anna won it
    # per deal without the penalty: 8 - 1 = 7 of 5 deals, 4 + 4 = 8, 4 - 1 = 3, -7 - 1 = -8, -9 - 1 = -10;
    # the squares of Anna's are 4 + 4 + 64 + 1 + 16 = 89, less 49/5 are 79.2, by 4 and 5 are 3.96: the error is 1.99
    assert rows == [
        ["1", "Anna", "+8", "+1.40", "±1.99", "5", "2", "1", "0", "-"],
        ["2", "Dario", "+4", "+1.60", "±1.75", "5", "2", "0", "1", "up", "2"],
        ["2", "Elena", "+4", "+0.60", "±1.17", "5", "2", "0", "0", "-"],
        ["4", "Carla", "-7", "-1.60", "±0.81", "5", "2", "0", "0", "down", "1"],
        ["5", "Bruno", "-9", "-2.00", "±0.95", "5", "2", "0", "0", "-"],
    ]
    assert note[:3] == ["per", "deal", "leaves"]
    # Wilson: 2 of 5 is 12 to 77 %, 1 of 5 is 4 to 62 %, 0 of 5 is 0 to 43 %; 2 of 2 34 to 100 %, 1 of 1 21 to 100 %
    assert joined(block(said, "player")) == [
        "Anna 40 % (12-77) of 5 100 % (34-100) of 2 1 0 / 0 / 1",
        "Dario 20 % (4-62) of 5 100 % (21-100) of 1 0 1 / 0 / 0",
        "Elena 20 % (4-62) of 5 0 % (0-79) of 1 0 1 / 0 / 0",
        "Carla 0 % (0-43) of 5 - 0 0 / 0 / 1",
        "Bruno 20 % (4-62) of 5 0 % (0-79) of 1 0 0 / 0 / 1",
    ]


STATISTICS = (
    "standings", "standings --short", "standings --order per-deal --min-deals 0", "rating", "luck",
    "bids", "bids --bands", "bids --pays", "bids --pays --bands", "calls", "players",
    "players anna --min-deals 1", "pairs --min-deals 1", "pairs --beyond --min-deals 1", "records",
    "records --awards --min-deals 1", "chances", "recount --variant brisk", "ranking --on 2027-01-01",
)  # fmt: skip


@pytest.mark.parametrize("command", STATISTICS)
def test_nobody_reads_of_errors_and_intervals_who_does_not_ask_how_sure_it_is(two: None, ok: Ok, command: str) -> None:
    said = ok(f"{command} --legend")
    assert not re.search(r"±|\(\d+-\d+\)|\b95 %|unusual", said)
    assert {line for line in said.splitlines() if len(line) > 80} == set()


def test_the_standings_of_one_evening_have_no_column_for_moves(two: None, ok: Ok) -> None:
    for words in ("standings --match Friday", "standings --to 2026-11-20"):
        said = ok(f"{words} --sure")
        assert "moved" not in said
        assert "slams" not in said.split("\n\n")[1]
        assert places(said) == {"Anna": "+13", "Elena": "+2", "Carla": "-4", "Dario": "-5", "Bruno": "-6"}


def test_by_units_per_deal_who_has_fewer_than_ten_deals_is_left_out(two: None, ok: Ok) -> None:
    # five more deals of Anna, Bruno, Carla and Dario; the last of them, Fabio's only one, brings him +2
    for _again in range(4):
        ok("deal anna A bruno 61")
    ok("seats Anna,Bruno,Carla,Dario,Fabio")
    ok("deal fabio A anna 61")
    said = ok("standings --order per-deal")
    assert [row[:2] for row in block(said, "place")[:-1]][:2] == [["1", "Anna"], ["2", "Dario"]]
    assert "2 players with fewer than 10 deals are left out: --min-deals 0 shows all." in said
    assert block(ok("standings --order per-deal --min-deals 0"), "place")[0][:2] == ["1", "Fabio"]
    (told,) = json.loads(ok("standings --order per-deal --format json"))
    assert (told["min_deals"], told["left_out"], len(told["rows"])) == (10, 2, 4)
    assert "left out" not in ok("standings")
    assert "1 player with fewer than 5 deals is left out" in ok("players --min-deals 5")
    (told,) = json.loads(ok("players --min-deals 5 --format json"))
    assert (told["left_out"], len(told["rows"])) == (1, 5 * 5)  # Fabio; a row for each role and for all


def test_the_bids_of_two_evenings(two: None, ok: Ok) -> None:
    # 2/71 twice: 60 is 11 short, 120 is 49 above; the callers got -4 and +8
    ok("deal anna Q elena made")  # nobody counted: no margin
    assert joined(block(ok("bids"), "bid"))[-1] == "2/71 2 (33 %) 50 % of 2 +2.00"
    assert joined(block(ok("bids --sure"), "bid")) == [
        "A 1 (17 %) 0 % (0-79) of 1 - 2.0 (1) -2.00",
        "K 1 (17 %) 100 % (21-100) of 1 0.0 (1) - +2.00",
        "Q 1 (17 %) 100 % (21-100) of 1 - - +2.00",
        "2 1 (17 %) 100 % (21-100) of 1 9.0 (1) - +8.00",
        "2/71 2 (33 %) 50 % (9-91) of 2 49.0 (1) 11.0 (1) +2.00 ±6.00",
    ]
    assert [row[0] for row in block(ok("bids --bands"), "band")] == ["A", "K", "Q", "2", "71-80"]


def test_the_players_of_two_evenings(two: None, ok: Ok) -> None:
    assert joined(block(ok("players"), "player"))[0] == "Anna 5 +8 40 % 100 % of 2 0 % of 1 50 % of 2"
    said = ok("players --sure")
    assert joined(block(said, "player"))[0] == "Anna 5 +8 +1.40 ±1.99 40 % (12-77) of 5"
    # Anna called twice and won; was Elena's partner and lost; defended against Bruno and Dario, and won once.
    # Carla never called, failed with Bruno, won against Elena alone of four: 1 of 4 is 5 to 70 %
    sides = joined(block(said.split("\n\n")[1], "player"))
    assert sides[0] == "Anna 100 % (34-100) of 2 0 % (0-79) of 1 50 % (9-91) of 2"
    assert sides[2] == "Carla - 0 % (0-79) of 1 25 % (5-70) of 4"


def test_everything_about_a_player(two: None, ok: Ok) -> None:
    said = ok("players anna --min-deals 1")
    assert joined(block(said, "By role"))[-1] == "all 5 60 % of 5 +7 +1.40"
    assert joined(block(said, "With and"))[-1] == "Elena 67 % of 3 +3 50 % of 2 +4"
    said = ok("players anna --min-deals 1 --sure")
    assert said.splitlines()[:2] == ["Anna", "League main, chiamata, 5 deals, 2026-11-20 to 2026-11-21"]
    assert joined(block(said, "By role"))[1:] == [
        "caller 1 100 % (21-100) of 1 +2 +2.00",
        "partner 1 0 % (0-79) of 1 -1 -1.00",
        "solo 1 100 % (21-100) of 1 +8 +8.00",
        "defender 2 50 % (9-91) of 2 -2 -1.00 ±3.00",  # -4 and +2
        "all 5 60 % (23-88) of 5 +7 +1.40 ±1.99",  # 3 of 5
    ]
    assert joined(block(said, "Bids"))[1:] == [
        "A 0 ( 0 %) 20 % - 0 % (0-79) of 1",
        "K 1 (50 %) 20 % 100 % (21-100) of 1 100 % (21-100) of 1",
        "2 1 (50 %) 20 % 100 % (21-100) of 1 100 % (21-100) of 1",
        "71-80 0 ( 0 %) 40 % - 50 % (9-91) of 2",
    ]
    # won the three deals of Friday, lost the two of Saturday
    assert joined(block(said, "Records")) == [
        "highest bid made 2",
        "longest streaks 3 won, 2 lost",
        "best match +13 on 2026-11-20, Friday",
        "worst match -5 on 2026-11-21, Saturday",
        "slams 0 made, 0 defended, 1 suffered",
        "penalties 0",
    ]
    # with Elena: her partner, both against Bruno, Elena's partner: +2 +2 -1; against her: solo, and Dario's slam: +8 -4
    assert joined(block(said, "With and"))[-1] == "Elena 67 % (21-94) of 3 +3 50 % (9-91) of 2 +4"
    assert joined(block(said, "Matches"))[1:] == ["2026-11-20 Friday +13 +13", "2026-11-21 Saturday -5 +8"]
    # of fewer deals together than ten no rate is shown
    assert joined(block(ok("players anna"), "With and"))[-1] == "Elena - of 3 +3 - of 2 +4"


def test_the_pairs_of_two_evenings(two: None, ok: Ok) -> None:
    assert joined(block(ok("pairs --min-deals 1"), "caller"))[0] == "Anna Elena 1 100 % of 1 +3"
    assert joined(block(ok("pairs --min-deals 1 --sure"), "caller")) == [
        "Anna Elena 1 100 % (21-100) of 1 +3 +3.00",
        "Bruno Carla 1 0 % (0-79) of 1 -6 -6.00",
        "Dario Elena 1 100 % (21-100) of 1 +12 +12.00",
        "Elena Anna 1 0 % (0-79) of 1 -3 -3.00",
    ]
    left_out = "4 pairs with fewer than 10 deals together are left out: --min-deals 1 shows all."
    assert f"{left_out}\nEvery two players, whoever called: scorer pairs --beyond." in ok("pairs")


def test_the_matches(three: None, ok: Ok) -> None:
    said = ok("matches")
    assert said.splitlines()[0] == "League main, 3 matches (1 open), 7 deals"
    # Dario's Saturday: 1 + 8
    assert joined(block(said, "#")) == [
        "1 2026-11-20 Friday chiamata 3 finished Anna +13",
        "2 2026-11-21 Saturday chiamata 2 finished Dario +9",
        "3 2026-11-22 Sunday brisk 2 open Carla +2",
    ]
    assert "Friday" not in ok("matches --from 2026-11-21")
    ok("penalty carla 2 --to nobody --reason late")  # Carla 2 - 2, Bruno 1, the others -1
    assert joined(block(ok("matches"), "#"))[2].endswith("open Bruno +1")
    ok("penalty bruno 1 --to nobody --reason late")
    assert joined(block(ok("matches"), "#"))[2].endswith("open 2 tied 0")
    assert joined(block(ok("matches --variant brisk"), "#"))[0].startswith("3 ")


def test_a_match_without_a_deal_is_listed_and_in_no_standings(two: None, ok: Ok) -> None:
    ok("league add Lega")
    ok(f"start Empty --players {FIVE} --league Lega --on 2026-11-25")
    assert joined(block(ok("matches --league Lega"), "#")) == ["3 2026-11-25 Empty chiamata 0 open"]
    assert ok("standings --league Lega").startswith("No deal here")
    assert "Lega" not in ok("standings")


# Several variants


def test_several_variants_have_a_table_each_and_a_hint_says_how_to_see_one(three: None, say: Say) -> None:
    for words in ("standings", "bids", "players", "players anna", "pairs --min-deals 1"):
        done = say(words)
        heads = [line for line in done.stdout.splitlines() if line.startswith("League")]
        assert heads == [
            "League main, brisk, 2 deals, 2026-11-22",
            "League main, chiamata, 5 deals, 2026-11-20 to 2026-11-21",
        ]
        assert done.stderr == "--measure base, plain or money puts them in one table\n"
        assert say(f"{words} --format csv").stderr == ""  # which names the variant in every row


def test_tables_of_different_leagues_need_no_hint(two: None, ok: Ok, say: Say) -> None:
    ok("league add Lega")
    ok(f"start Other --players {FIVE} --league Lega --on 2026-11-25")
    ok("deal anna K elena 61 --match Other")
    done = say("standings")
    assert done.stdout.count("League ") == 2
    assert done.stderr == ""
    assert ok("standings --league LEGA").count("League ") == 1


def test_base_units_make_one_table(three: None, say: Say) -> None:
    done = say("standings --measure base")
    lines = done.stdout.splitlines()
    assert lines[0] == "League main, brisk and chiamata, 7 deals, 2026-11-20 to 2026-11-22"
    assert lines[1] == "Counted in base units: units / stake, so that every deal weighs the same; deals"
    # chiamata: Anna 2 + 1 + 4 - 1 - 1, Bruno -1 - 2 - 1 + 1 - 1, Carla -1 - 1 - 1 + 1 - 1, Dario -1 + 1 - 1 + 1 + 2,
    # Elena 1 + 1 - 1 - 2 + 1: 5, -4, -3, 2, 0; brisk adds -1, +1, +2, -1, -1; the penalty is left out
    assert places(done.stdout) == {"Anna": "+4", "Dario": "+1", "Carla": "-1", "Elena": "-1", "Bruno": "-3"}
    assert done.stderr == ""


@pytest.mark.parametrize("measure", ["units", "base", "plain", "money"])
def test_a_penalty_is_counted_by_any_measure(two: None, ok: Ok, measure: str) -> None:
    ok("penalty elena 2 --to nobody --reason late")  # on Saturday, which has no unit value
    counted = {row["player"]: row["penalties"] for row in parsed(ok(f"standings --measure {measure} --format csv"))}
    hers = "0" if measure == "money" else "1"
    assert counted == {"Anna": "0", "Bruno": "0", "Carla": "0", "Dario": "1", "Elena": hers}
    assert "penalties         1\n" in ok(f"players dario --measure {measure}")


def test_money_counts_the_matches_that_have_a_unit_value(three: None, ok: Ok) -> None:
    said = ok("standings --measure money")
    assert "Counted in EUR: units x unit value." in said
    assert "2 matches without a unit value are left out." in said
    # Friday's units at 0.50
    assert places(said) == {"Anna": "+6.50", "Elena": "+1.00", "Carla": "-2.00", "Dario": "-2.50", "Bruno": "-3.00"}
    assert block(said, "place")[0][3] == "+2.00"  # 12 units of her 3 deals of Friday at 0.50, without the penalty
    (told,) = json.loads(ok("standings --measure money --format json"))
    assert (told["measure"], told["currency"], told["rows"][0]["units"]) == ("money", "EUR", 650)  # cents


def test_deals_played_for_no_money_were_in_every_mean_of_money(three: None, ok: Ok) -> None:
    # of Friday's three deals Anna called K and 2 solo, one of them double: (2 + 8) units of two calls at 0.50
    rows = parsed(ok("bids --measure money --format csv"))
    got = {row["bid"]: (row["called"], row["units_caller"]) for row in rows}
    assert got == {"K": ("1", "100"), "2": ("1", "400"), "2/71": ("1", "-200")}
    assert {row["deals"] for row in parsed(ok("standings --measure money --format csv"))} == {"3"}
    ok("start Monday --players Fabio,Bruno,Carla,Dario,Elena --on 2026-11-23")
    ok("deal fabio K elena 61 --match Monday")
    assert "Fabio" not in ok("standings --measure money")  # nobody of whom no money is known has a place
    assert "3 matches without a unit value are left out." in ok("players anna --measure money")
    assert "No deal of Fabio here." in ok("players fabio --measure money")
    ok("league add Club")
    ok(f"start Open --players {FIVE} --league Club")
    ok("deal anna K elena 61 --match Open")
    assert "3 matches without a unit value are left out. No match of Club has a unit value." in ok(
        "standings --measure money"
    )


def test_money_of_no_match_and_of_two_currencies_is_refused(two: None, ok: Ok, say: Say) -> None:
    refused = say("standings --measure money --match Saturday")
    assert (refused.returncode, "no match here has a unit value" in refused.stderr) == (3, True)
    ok(f"start Abroad --players {FIVE} --unit-value 1 --currency usd")
    refused = say("bids --measure money")
    assert (refused.returncode, "EUR and USD" in refused.stderr) == (3, True)


def test_the_measures_on_the_command_line_are_those_of_the_frames() -> None:
    assert numbers.MEASURES == frames.MEASURES


# Paper


PAPER = """match,on,kind,note,seat1,seat2,seat3,seat4,seat5,units1,units2,units3,units4,units5
Notebook,2026-11-19,sheet,"kept on paper",Zoe,Gino,Anna,Bruno,Carla,88,-40,-8,-20,-20
"""


@pytest.fixture
def paper(two: None, ok: Ok, tmp_path: Path) -> None:
    """The two evenings, and one before them that was kept on paper."""
    (tmp_path / "paper.csv").write_text(PAPER, encoding="utf-8")
    ok(f"import {tmp_path}/paper.csv")


def test_the_best_match_of_an_evening_on_paper_has_its_name(paper: None, ok: Ok) -> None:
    assert "best match        +88 on 2026-11-19, Notebook\n" in ok("players zoe")
    assert "worst match       -8 on 2026-11-19, Notebook\n" in ok("players anna")


def test_every_format_has_the_total_of_who_played_on_paper(paper: None, ok: Ok) -> None:
    assert joined(block(ok("players"), "player"))[-1] == "Zoe 0 +88 - - - -"
    (told,) = json.loads(ok("players --format json"))
    total = {row["player"]: (row["units"], row["total"]) for row in told["rows"] if row["role"] == "all"}
    # of deals alone, and with Dario's penalty of 4, of which the others got 1 each, and the paper sheet
    assert total == {
        "Anna": (7, 0), "Bruno": (-10, -29), "Carla": (-8, -27), "Dario": (8, 4), "Elena": (3, 4), "Gino": (0, -40),
        "Zoe": (0, 88),
    }  # fmt: skip
    assert all(row["units"] == row["total"] for row in told["rows"] if row["role"] != "all")
    standings = {row["player"]: row["units"] for row in parsed(ok("standings --format csv"))}
    rows = [row for row in parsed(ok("players --format csv")) if row["role"] == "all"]
    assert {row["player"]: row["total"] for row in rows} == standings


def test_programs_are_told_who_leads_a_match(paper: None, ok: Ok) -> None:
    rows = parsed(ok("matches --format csv"))
    assert [(row["match"], row["leader"], row["units"]) for row in rows] == [
        ("Notebook", "Zoe", "88"),
        ("Friday", "Anna", "13"),
        ("Saturday", "Dario", "9"),
    ]
    ok("penalty dario 9 --to nobody --reason late")
    ok("penalty carla 1 --to nobody --reason late")
    told = json.loads(ok("matches --format json"))[0]["rows"][-1]
    assert (told["leader"], told["units"]) == ("Elena", 2)


# For programs


def parsed(text: str) -> list[dict[str, str]]:
    return [{column: unguarded(cell) for column, cell in row.items()} for row in csv.DictReader(io.StringIO(text))]


def same(cell: str, told: Any) -> bool:
    """Whether a cell of the CSV and one of the JSON say the same."""
    if told is None or isinstance(told, str):
        return cell == (told or "")
    return float(cell) == pytest.approx(told, abs=1e-6)


COMMANDS = ["standings", "bids", "bids --bands", "players", "pairs --min-deals 1", "matches"]
FILTERS = ["", "--from 2026-11-21 --to 2026-11-21 --league main --variant chiamata"]


@pytest.mark.parametrize("words", FILTERS)
@pytest.mark.parametrize("command", COMMANDS)
def test_csv_and_json_say_the_same(three: None, ok: Ok, command: str, words: str) -> None:
    rows = parsed(ok(f"{command} {words} --format csv"))
    told = [(table, row) for table in json.loads(ok(f"{command} {words} --format JSON")) for row in table["rows"]]
    assert len(rows) == len(told) > 0
    for row, (table, cells) in zip(rows, told, strict=True):
        assert row["league"] == table["league"]
        if command != "matches":
            assert [row.pop("league"), row.pop("variant")] == [table["league"], " ".join(table["variants"])]
        assert row.keys() == cells.keys()
        assert {column: cell for column, cell in row.items() if not same(cell, cells[column])} == {}


@pytest.mark.parametrize("command", COMMANDS[:-1])
def test_one_match_alone(three: None, ok: Ok, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (told,) = json.loads(ok(f"{command} --match sunday --format json"))
    assert (told["league"], told["variants"], told["measure"], told["deals"]) == ("main", ["brisk"], "units", 2)
    assert [told] == json.loads(ok(f"{command} --match 3 --format json"))
    monkeypatch.setenv("SCORER_MATCH", "Sunday")
    assert [told] == json.loads(ok(f"{command} --format json"))


# Friday alone was played for money: three deals of chiamata
@pytest.mark.parametrize(
    ("measure", "played", "deals"),
    [("base", ["brisk", "chiamata"], 7), ("plain", ["brisk", "chiamata"], 7), ("money", ["chiamata"], 3)],
)
def test_by_a_measure_programs_get_one_table(three: None, ok: Ok, measure: str, played: list[str], deals: int) -> None:
    for command in COMMANDS[:-1]:
        (told,) = json.loads(ok(f"{command} --measure {measure} --format json"))
        assert (told["variants"], told["measure"], told["deals"]) == (played, measure, deals)


def test_a_player_as_json(two: None, ok: Ok) -> None:
    (told,) = json.loads(ok("players anna --min-deals 1 --format json"))
    assert list(told) == [
        *("league", "variants", "measure", "deals", "player"),
        *("roles", "compared", "records", "companions", "matches"),
    ]
    assert (told["player"], told["deals"]) == ("Anna", 5)
    assert (told["roles"][-1]["role"], told["roles"][-1]["units_per_deal"]) == ("all", 1.4)
    assert told["records"]["best_on"] == "2026-11-20"
    assert told["matches"] == [
        {"on": "2026-11-20", "match_id": 1, "match": "Friday", "units": 13, "running": 13},
        {"on": "2026-11-21", "match_id": 2, "match": "Saturday", "units": -5, "running": 8},
    ]
    assert [row["other"] for row in told["companions"]] == ["Bruno", "Carla", "Dario", "Elena"]
    assert (told["compared"][0]["rate"], told["compared"][0]["league_rate"]) == (None, 0)


def test_a_player_as_csv_has_their_roles(three: None, ok: Ok) -> None:
    rows = parsed(ok("players anna --format csv"))
    total = [(row["variant"], row["units"]) for row in rows if row["role"] == "all"]
    assert total == [("brisk", "-1"), ("chiamata", "7")]
    assert rows == [row for row in parsed(ok("players --format csv")) if row["player"] == "Anna"]


def test_numbers_are_plain_and_dates_iso(two: None, ok: Ok) -> None:
    rows = parsed(ok("standings --format csv"))
    first = [rows[0][column] for column in ("player", "units", "units_per_deal", "change")]
    assert first == ["Anna", "8", "1.4", "0"]
    assert rows[3]["success_rate"] == ""  # Carla never called
    assert parsed(ok("matches --format csv"))[0]["on"] == "2026-11-20"


def test_a_terminal_without_accents_changes_no_byte(
    two: None, ok: Ok, scorer: Callable[..., CompletedProcess[str]]
) -> None:
    ok("player rename anna Zoë")
    for words in ("standings --format csv", "players zoe --format json"):
        done = scorer(words, PYTHONIOENCODING="ascii")
        assert (done.returncode, done.stdout) == (0, ok(words))
        assert "Zoë" in done.stdout


# Nothing, and errors


@pytest.mark.parametrize("command", [*COMMANDS, "players anna"])
def test_of_nothing_people_read_a_sentence_and_programs_an_empty_list(friday: None, ok: Ok, command: str) -> None:
    if command != "matches":
        said = ok(command)
        assert said == "No deal of Anna here.\n" if command == "players anna" else said.startswith("No deal yet.")
        assert json.loads(ok(f"{command} --format json")) == []
        assert ok(f"{command} --format csv").count("\n") == 1
    ok("undo")
    assert ok(command).startswith(("No deal", "No match"))
    assert json.loads(ok(f"{command} --format json")) == []
    assert ok(f"{command} --format csv").startswith("league,")


def test_one_penalty_is_enough(friday: None, ok: Ok) -> None:
    ok("penalty anna 4 --reason late")
    assert block(ok("standings --short"), "place")[-1][1:4] == ["Anna", "-4", "0"]
    assert "0 deals" in ok("players anna")


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ("standings --from yesterday", 3, "--from 'yesterday': say year, month and day, as in 2026-11-20"),
        ("bids --to 2026-02-30", 3, "--to '2026-02-30'"),
        ("matches --from 2026-11-21 --to 2026-11-20", 3, "--from 2026-11-21 is after --to 2026-11-20"),
        ("players --format xlsx", 3, "--format 'xlsx': say table, csv or json"),
        ("pairs --measure euros", 3, "--measure 'euros': say units, base, plain or money"),
        ("standings --order name", 3, "--order 'name': say units, per-deal or per-match"),
        ("players anna --min-deals few", 3, "--min-deals 'few': say a whole number from 0 to 1000000"),
        ("pairs --min-deals=-1", 3, "--min-deals '-1'"),
        ("matches --league B", 4, "no league 'B': there is main"),
        ("players anna --variant poker --format csv", 4, "'poker': what was played is chiamata"),
        ("bids --match Monday", 4, "no match 'Monday'"),
    ],
)
def test_what_cannot_be_shown_is_said_in_a_line(two: None, say: Say, words: str, code: int, told: str) -> None:
    done = say(words)
    assert (done.returncode, done.stdout) == (code, "")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_match_of_another_league_is_not_looked_for_in_vain(two: None, ok: Ok, say: Say) -> None:
    ok("league add Lega")
    done = say("standings --match Friday --league lega")
    assert done.returncode == 4
    assert done.stderr == "scorer: Friday (match 1) was played in league main: leave out --league\n"


def test_a_league_is_found_by_the_beginning_of_a_word_and_never_guessed(two: None, ok: Ok, say: Say) -> None:
    ok("league add 'Coppa del Gelso'")
    ok("start Cup --players Anna,Bruno,Carla,Dario,Elena --league coppa --on 2026-11-23")
    ok("deal anna K elena 61 --match Cup")
    assert ok("standings --league gel").startswith("League Coppa del Gelso, chiamata, 1 deal")
    assert ok("standings --match Cup --league cop").startswith("League Coppa del Gelso, chiamata, Cup")
    ok("league add Gelso")
    assert ok("standings --league Gelso").startswith("No deal here")  # a whole name is that league
    done = say("standings --league ge")
    told = "scorer: league 'ge' could be Coppa del Gelso or Gelso: type more letters\n"
    assert (done.returncode, done.stderr) == (4, told)


def test_a_player_is_found_by_the_beginning_and_never_guessed(two: None, ok: Ok, say: Say) -> None:
    assert ok("players DAR").startswith("Dario\n")
    ok("player rename bruno Annibale")
    done = say("players ann")
    assert (done.returncode, "could be Anna or Annibale" in done.stderr) == (4, True)
    assert say("players zeno").returncode == 4


def test_a_merged_player_is_one_line(two: None, ok: Ok) -> None:
    ok("start Late --players Annina,Bruno,Carla,Dario,Elena --on 2026-11-23")
    ok("deal annina K elena 61 --match Late")
    ok("player merge Annina Anna")
    assert places(ok("standings"))["Anna"] == "+10"
    assert "Annina" not in ok("standings") + ok("players anna")


def test_two_editions_of_one_variant_had_the_same_heading(ok: Ok, rows: AskRows, tmp_path: Path) -> None:
    text = (files("scorer") / "variants" / "chiamata.toml").read_text(encoding="utf-8")
    for u, match in ((6, "Old"), (7, "New")):
        (tmp_path / "house.toml").write_text(text.replace('from = "A"\nu = 1', f'from = "A"\nu = {u}'), "utf-8")
        ok(f"variant add {tmp_path}/house.toml --force")
        ok(f"start {match} --players {FIVE} --variant house --on 2026-11-20")
        ok(f"{DEAL} --match {match}")
    ok(f"start Plain --players {FIVE}")
    digests = {digest[:8] for (digest,) in rows("SELECT digest FROM variant WHERE name = 'house'")}
    assert len(digests) == 2
    heads = {line for line in ok("standings").splitlines() if line.startswith("League")}
    assert heads == {f"League main, house@{digest}, 1 deal, 2026-11-20" for digest in digests}


def at(book_path: Path, moment: str, words: str) -> str:
    """What a command prints at a moment of this place, as `scorer` runs it then."""
    out = io.StringIO()
    shared = Settings(db=str(book_path), now=lambda: datetime.fromisoformat(moment).astimezone())
    with redirect_stdout(out):
        assert run(shlex.split(words), shared) == 0
    shared.book.close()
    return out.getvalue()


@pytest.mark.parametrize(
    ("moment", "option", "days"),
    [
        ("2026-11-21T23:00", "--today", "2 deals, 2026-11-21"),
        ("2026-11-22T00:30", "--today", "2 deals, 2026-11-21"),  # Saturday's evening goes on
        ("2026-11-21T05:59", "--today", "5 deals, 2026-11-20 to 2026-11-21"),  # Friday's, and what began after midnight
        ("2026-11-22T06:00", "--today", ""),
        ("2026-11-20T23:00", "--today", "3 deals, 2026-11-20"),  # Saturday's is still to come
        ("2026-11-23T01:00", "--week", "5 deals, 2026-11-20 to 2026-11-21"),  # the week of Monday the 16th
        ("2026-11-23T06:00", "--week", ""),  # Monday
        ("2026-12-01T01:00", "--month", "5 deals, 2026-11-20 to 2026-11-21"),
        ("2026-12-01T06:00", "--month", ""),
    ],
)
def test_today_this_week_and_this_month_end_in_the_night(
    two: None, book_path: Path, moment: str, option: str, days: str
) -> None:
    first = at(book_path, moment, f"standings {option}").splitlines()[0]
    assert first == (
        f"League main, chiamata, {days}" if days else f"No deal here: nothing was played on {moment[:10]}."
    )
    assert ("League main" in at(book_path, moment, f"matches {option}")) == bool(days)


def test_nothing_in_a_period_says_which_days(two: None, book_path: Path) -> None:
    said = at(book_path, "2026-11-26T20:00", "standings --week")
    assert said == "No deal here: nothing was played from 2026-11-23 to 2026-11-26.\n"
    said = at(book_path, "2026-11-26T20:00", "standings --week --variant chiamata")
    assert said == "No deal here: nothing was played in what the options choose.\n"


MEANT, ONE = "each say which days are meant: leave out", "leave one of them out"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("standings --today --week --month", f"--today, --week and --month {MEANT} --week and --month"),
        ("standings --week --from 2026-11-20", f"--week and --from {MEANT} --from"),
        ("standings --month --to 2026-11-20", f"--month and --to {MEANT} --to"),
        ("standings --short --format csv", f"--short is of the table; --format csv has every column: {ONE}"),
        ("rating --sure --format json", f"--sure is of the table; --format json has every column: {ONE}"),
        ("bids --legend --format csv", f"--legend is of the table; --format csv has every column: {ONE}"),
        ("standings --short --sure", f"--short and --sure do not go together: {ONE}"),
        ("standings --short --gaps", f"--short and --gaps do not go together: {ONE}"),
        ("pairs --beyond --measure money", "--beyond counts in units / stake: leave --measure money out"),
        ("pairs --beyond --measure plain", "--beyond counts in units / stake: leave --measure plain out"),
    ],
)
def test_options_that_contradict_each_other_are_refused(two: None, say: Say, words: str, why: str) -> None:
    done = say(words)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", f"scorer: {why}\n")


def test_short_standings_have_a_few_columns_and_no_legend(two: None, ok: Ok) -> None:
    assert ok("standings --short") == (
        "League main, chiamata, 5 deals, 2026-11-20 to 2026-11-21\n"
        "place  player  units  deals\n"
        "1      Anna       +8      5\n"
        "2      Dario      +4      5\n"
        "2      Elena      +4      5\n"
        "4      Carla      -7      5\n"
        "5      Bruno      -9      5\n"
    )
    # by units per deal the column of the order is shown: Dario 8 of 5, Anna 7, Elena 3, Carla -8, Bruno -10
    by_mean = ok("standings --short --order per-deal --min-deals 5").splitlines()
    assert by_mean[1:3] == ["place  player  per deal  deals", "1      Dario      +1.60      5"]
    # whom a minimum leaves out is said there too
    assert "5 players with fewer than 6 deals are left out" in ok("standings --short --min-deals 6")


# Who can be told apart, and the rating


def test_what_chance_may_have_made_is_said_above_the_standings(two: None, ok: Ok) -> None:
    assert ok("standings --sure").splitlines()[1:3] == [
        "No two of these players can be told apart yet: chance alone may have made the",
        "order.",
    ]
    assert json.loads(ok("standings --format json"))[0]["verdict"].startswith("No two of these players")


def test_gaps_of_too_few_deals_say_so(ok: Ok) -> None:
    ok(f"start Friday --players {FIVE}")
    ok("deal anna 2 elena 74")
    assert "Nothing can be said yet: it takes two players with 3 deals each" in ok("standings --gaps")


def test_gaps_by_matches_that_are_too_few_say_what_tells_more(two: None, ok: Ok) -> None:
    said = " ".join(ok("standings --gaps --order per-match --min-matches 0").split())
    assert "it takes 3 matches each: by units, or by units per deal, more can be told sooner." in said


def test_gaps_are_those_of_the_order_the_surest_first(two: None, ok: Ok) -> None:
    said = ok("standings --gaps --order per-deal --min-deals 5")
    few = " ".join(ok("standings --gaps --order per-deal").split())
    assert "10 pairs of players, of whom one has fewer than 10 deals, are left out: --min-deals 0 shows all" in few
    # Dario less Carla: 0, 4, 0, 0, 12: the mean 3.2, their squares 160 less 51.2, by 4 and 5: 5.44, the root of it 2.33
    assert "Dario Carla +3.20 ±2.33 no" in "\n".join(joined(block(said, "player")))
    rows = parsed(ok("standings --gaps --format csv"))
    # five players; of what the gap is, nothing else says
    assert [(row["significant"], row["order"]) for row in rows] == [("no", "units")] * 10
    assert json.loads(ok("standings --gaps --order per-deal --format json"))[0]["order"] == "per-deal"


def test_a_rating_says_that_nothing_can_be_told_yet(two: None, ok: Ok) -> None:
    assert ok("rating").splitlines()[-1] == (
        "Nobody can be told to be the best yet: this may be luck (scorer rating --sure)."
    )
    said = ok("rating --sure")
    assert "The ratings of this league predict nothing yet" in said  # of two matches one is told worse from the other
    assert "Counted in base units" in said
    assert {row["best"] for row in json.loads(ok("rating --format json"))[0]["rows"]} == {None}
    assert "No difference between these players can be told yet" in ok(
        "rating --match Friday --sure"
    )  # nothing to leave out
    table = json.loads(ok("rating --format json"))[0]
    assert (table["measure"], table["deals"], len(table["rows"])) == ("base", 5, 5)
    assert all(row["low"] < 0 < row["high"] for row in table["rows"])
    # Of five evenly spread errors of the means that in the middle stands for all
    middle = sorted(row["per_deal_error"] for row in table["rows"])[2]
    assert table["verdict"].endswith(
        "nobody is said to be the best. Of 5 equals each would be the best with 1 in 5; chance alone commonly moves "
        f"their means by {middle:.2f}."
    )


def test_the_rating_is_of_all_variants_of_a_league_together(three: None, ok: Ok) -> None:
    header, first, *_ = ok("rating --format csv").splitlines()
    assert header.startswith("league,variant,measure,place,player,deals,rating,error,low,high,best")
    assert first.startswith("main,brisk chiamata,base,1,")
    assert "7" in {row["deals"] for row in parsed(ok("rating --format csv"))}


def test_a_minimum_leaves_out_rows_of_the_rating_and_not_their_deals(two: None, ok: Ok) -> None:
    ok("start Monday --players Anna,Bruno,Carla,Dario,Fabio --on 2026-11-23")
    ok("deal anna K bruno 61 --match Monday")
    everybody, listed = (json.loads(ok(f"rating {words} --format json"))[0] for words in ("", "--min-deals 5"))
    assert (len(everybody["rows"]), len(listed["rows"]), listed["left_out"]) == (6, 5, 1)
    assert {row["player"]: row["rating"] for row in listed["rows"]}.items() <= {
        row["player"]: row["rating"] for row in everybody["rows"]
    }.items()
    assert [row["place"] for row in listed["rows"]] == [1, 2, 3, 4, 5]


# What two get beyond what is expected, and what units are made of


def test_pairs_beyond_are_of_all_variants_together_and_say_what_chance_alone_does(three: None, ok: Ok) -> None:
    said = ok("pairs --beyond --min-deals 1 --sure")
    assert said.splitlines()[0].startswith("League main, brisk and chiamata, 7 deals")
    # Bruno and Carla were never on two sides; of Elena with each of them nothing is left to tell
    told = "All pairs taken together, none can be told from chance. Of 17 pairs (8 with and 9 "
    told += "against) chance alone makes about 0.8 unusual"
    assert told in " ".join(said.split())
    rows = parsed(ok("pairs --beyond --min-deals 1 --format csv"))
    assert {row["measure"] for row in rows} == {"base"}
    got = {(row["player"], row["met"], row["other"]): (row["deals"], float(row["units_per_deal"])) for row in rows}
    # Anna and Elena on one side: 2 + 1; both defended Bruno's 60: 1 + 1; 59 failed: -1 - 2; Sunday Carla made it:
    # -1 - 1, and then nobody. On two sides: Anna alone 4, Elena -1; Dario's slam -1 and 1
    assert got["Anna", "with", "Elena"] == ("5", (3 + 2 - 3 - 2 + 0) / 5)
    assert got["Elena", "against", "Anna"] == ("2", (2 - 5) / 2)  # less than Anna, and more than expected
    for row in rows:
        assert float(row["expected"]) + float(row["beyond"]) == pytest.approx(float(row["units_per_deal"]), abs=2e-6)


def test_pairs_beyond_count_in_stakes_and_need_ten_deals(two: None, ok: Ok) -> None:
    said = ok("pairs --beyond")
    left_out = "19 pairs with fewer than 10 deals together are left out: --min-deals 1 shows all."
    assert left_out in " ".join(said.split())
    assert said == ok("pairs --beyond --measure base")


def test_standings_of_no_deal_have_no_units_per_deal_of_nobody_and_do_not_explain_them(ok: Ok) -> None:
    ok(f"start Friday --players {FIVE}")
    ok("adjust anna=+5,bruno=-5 --reason opening")
    said = ok("standings --sure")
    assert said.splitlines()[3].split() == ["place", "player", "units", "deals", "matches"]
    assert "per deal" not in said
    assert "±" not in said


def test_luck_says_what_is_known_to_the_last_unit_and_names_what_it_cannot_tell(two: None, ok: Ok) -> None:
    table = json.loads(ok("luck --format json"))[0]
    assert table["verdict"].startswith("No difference in play can be told yet. Of Anna's +8 units, ")
    exact = {
        row["player"]: (row["units"], row["slams"], row["carry"], row["rulings_and_sheets"]) for row in table["rows"]
    }
    # the slam doubled +8, +4 and -4 each; Anna's 8 alone and the others' -2 were doubled by the redeal; the penalty
    assert exact == {
        "Anna": (8, -2, 4, 1), "Dario": (4, 4, -1, -4), "Elena": (4, 2, -1, 1), "Carla": (-7, -2, -1, 1),
        "Bruno": (-9, -2, -1, 1),
    }  # fmt: skip
    assert "units are the sum of the parts beside them" in " ".join(ok("luck --sure --legend").split())
    assert ok("luck").splitlines()[-1] == (
        "No difference in play can be told yet: this may be luck (scorer luck --sure)."
    )
    assert "5 players with fewer than 6 deals are left out" in ok("luck --min-deals 6")


def test_luck_by_a_measure_is_one_table_and_counts_cents_of_money(two: None, ok: Ok) -> None:
    base = json.loads(ok("luck --measure base --format json"))[0]["rows"]
    assert {(row["slams"], row["carry"], row["rulings_and_sheets"]) for row in base} == {
        (0, 0, 0)
    }  # of stakes there are none
    ok(f"start Monday --players {FIVE} --on 2026-11-23 --unit-value 0.50")
    ok("deal elena A anna 59 --match Monday")  # as on Saturday: -1 and -4 for Anna
    ok("deal dario 2/71 elena 120 --slam --match Monday")
    money = json.loads(ok("luck --measure money --format json"))[0]
    anna = next(row for row in money["rows"] if row["player"] == "Anna")
    assert (anna["units"], anna["carry"], anna["rulings_and_sheets"]) == (400, 200, 50)  # 13 - 5, 4 and 1 at 0.50
    assert "Of Anna's +4.00 EUR, " in money["verdict"]  # with a currency and its cents
    assert "whole units" not in " ".join(ok("luck --measure money").split())  # they are cents


def test_bids_of_games_with_more_card_points_are_not_taken_for_the_same_in_silence(two: None, ok: Ok) -> None:
    # 100 of the 230 of rematada stood in one row with 100 of 120, and nothing said so
    unlike = "out of 120 in chiamata and out of 230 with bonuses in rematada-points: bids of one number are taken"
    commands = ("bids", "bids --bands", "bids --pays", "bids --pays --bands", "calls")
    assert not any("bids of one number" in ok(f"{command} --measure base") for command in commands)
    for command in ("finish", "start Three --players Anna,Bruno,Carla --variant rematada-points", "deal anna 100 125"):
        ok(command)
    for command in commands:
        assert unlike in ok(f"{command} --measure base").replace("\n", " ")
        assert "bids of one number" not in ok(command)  # each variant has a table of its own


class Loud:
    """A language in which every sentence is in capitals."""

    def gettext(self, message: str, /) -> str:
        return message.upper()

    def ngettext(self, singular: str, plural: str, count: int, /) -> str:
        return (singular if count == 1 else plural).upper()

    def pgettext(self, _context: str, message: str, /) -> str:
        return message.upper()


@pytest.mark.parametrize(("shape", "word"), [("table", "YES"), ("csv", "yes"), ("json", "yes")])
def test_csv_and_json_are_english_whatever_the_language(shape: str, word: str) -> None:
    token = LANGUAGE.set(Language("loud", Loud()))
    try:
        with language_of(shape):
            assert _("yes") == word
        assert _("yes") == "YES"
    finally:
        LANGUAGE.reset(token)
