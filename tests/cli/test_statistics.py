"""The results over two evenings, every figure worked by hand, for people and for programs."""

import csv
import io
import json
import re
import shlex
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import datetime
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from scorer.cli.context import Settings
from scorer.exchange.csv_writer import unguarded
from scorer.stats.describe import commands
from tests.running import recorded, refused, run

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
    assert "\nunits per deal: without penalties\n" in ok("standings")


def test_how_sure_the_standings_are_is_told_to_who_asks(two: None, ok: Ok) -> None:
    said = ok("standings --sure")
    *rows, note = block(said, "place")
    # after Friday: Anna 13, Elena 2, Carla -4, Dario -5, Bruno -6; Dario went from the fourth to the second place.
    # Friday is finished, and Anna won it
    # the squares of Anna's are 4 + 4 + 64 + 1 + 16 = 89, less 49/5 are 79.2, by 4 and 5 are 3.96, of which the root is
    # 1.99. Two evenings leave open whether deals of one are alike: that is 1.5 % more for everybody, 2.02
    assert joined(rows) == [
        "1 Anna +8 +1.40 ±2.02 5 2 1 0 -",
        "2 Dario +4 +1.60 ±1.78 5 2 0 1 up 2",
        "2 Elena +4 +0.60 ±1.18 5 2 0 0 -",
        "4 Carla -7 -1.60 ±0.82 5 2 0 0 down 1",
        "5 Bruno -9 -2.00 ±0.96 5 2 0 0 -",
    ]
    assert note[:3] == ["units", "per", "deal:"]
    # Wilson: 2 of 5 is 12 to 77 %, 1 of 5 is 4 to 62 %, 0 of 5 is 0 to 43 %; 2 of 2 34 to 100 %, 1 of 1 21 to 100 %
    assert joined(block(said, "player")) == [
        "Anna 40 % (12-77) of 5 100 % (34-100) of 2 1 0 / 0 / 1",
        "Dario 20 % (4-62) of 5 100 % (21-100) of 1 0 1 / 0 / 0",
        "Elena 20 % (4-62) of 5 0 % (0-79) of 1 0 1 / 0 / 0",
        "Carla 0 % (0-43) of 5 - 0 0 / 0 / 1",
        "Bruno 20 % (4-62) of 5 0 % (0-79) of 1 0 0 / 0 / 1",
    ]
    assert said.endswith("±: luck alone shifts this figure by about so much. --legend explains every head.\n")
    assert "\n\nunits     penalties, adjustments and paper sheets included\n" in ok("standings --legend")
    assert "slams: made / as a defender / suffered." in ok("standings --sure --legend")


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
    ok("start Sunday --players Anna,Bruno,Carla,Gina,Hans --on 2026-11-22")
    ok("deal anna A bruno 61 --match Sunday")  # three matches of Anna, Bruno and Carla; fewer of five others
    left_out = "5 players with fewer than 3 matches are left out: --min-matches 0 shows all."
    assert left_out in ok("standings --order per-match")


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


def test_everything_about_a_player(two: None, ok: Ok) -> None:
    said = ok("players anna --min-deals 1 --sure")
    assert said.splitlines()[:2] == ["Anna", "League main, chiamata, 5 deals, 2026-11-20 to 2026-11-21"]
    last = {
        "By role": "all 5 60 % (23-88) of 5 +7 +1.40 ±2.02",  # 3 of 5
        "Bids": "71-80 0 ( 0 %) 40 % - 50 % (9-91) of 2",
        # with Elena: her partner, both against Bruno, Elena's partner: +2 +2 -1; against her: solo, and Dario's slam:
        # +8 -4
        "With and": "Elena 67 % (21-94) of 3 +3 50 % (9-91) of 2 +4",
        "Matches": "2026-11-21 Saturday -5 +8",
    }
    assert {head: joined(block(said, head))[-1] for head in last} == last
    # won the three deals of Friday, lost the two of Saturday
    assert joined(block(said, "Records")) == [
        "highest bid made 2",
        "longest streaks 3 won, 2 lost",
        "best match +13 on 2026-11-20, Friday",
        "worst match -5 on 2026-11-21, Saturday",
        "slams 0 made, 0 defended, 1 suffered",
        "penalties 0",
    ]
    # of fewer deals together than ten no rate is shown
    assert joined(block(ok("players anna"), "With and"))[-1] == "Elena - of 3 +3 - of 2 +4"


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


# Several variants


def test_several_variants_have_a_table_each_and_a_hint_says_how_to_see_one(three: None, say: Say) -> None:
    for words in ("standings", "players anna", "pairs --min-deals 1"):
        done = say(words)
        heads = [line for line in done.stdout.splitlines() if line.startswith("League")]
        assert heads == [
            "League main, brisk, 2 deals, 2026-11-22",
            "League main, chiamata, 5 deals, 2026-11-20 to 2026-11-21",
        ]
        assert done.stderr == "--measure base, plain or money puts them in one table\n"
    assert say("standings --format csv").stderr == ""  # which names the variant in every row


def test_base_units_make_one_table(three: None, say: Say) -> None:
    done = say("standings --measure base")
    lines = done.stdout.splitlines()
    assert lines[0] == "League main, brisk and chiamata, 7 deals, 2026-11-20 to 2026-11-22"
    assert lines[1] == "Counted in base units: units / stake, so that every deal weighs the same; deals"
    # chiamata: Anna 2 + 1 + 4 - 1 - 1, Bruno -1 - 2 - 1 + 1 - 1, Carla -1 - 1 - 1 + 1 - 1, Dario -1 + 1 - 1 + 1 + 2,
    # Elena 1 + 1 - 1 - 2 + 1: 5, -4, -3, 2, 0; brisk adds -1, +1, +2, -1, -1; the penalty is left out
    assert places(done.stdout) == {"Anna": "+4", "Dario": "+1", "Carla": "-1", "Elena": "-1", "Bruno": "-3"}
    assert done.stderr == ""


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


# Paper


PAPER = """match,on,kind,note,seat1,seat2,seat3,seat4,seat5,units1,units2,units3,units4,units5
Notebook,2026-11-19,sheet,"kept on paper",Zoe,Gino,Anna,Bruno,Carla,88,-40,-8,-20,-20
"""


@pytest.fixture
def paper(two: None, ok: Ok, tmp_path: Path) -> None:
    """The two evenings, and one before them that was kept on paper."""
    (tmp_path / "paper.csv").write_text(PAPER, encoding="utf-8")
    ok(f"import {tmp_path}/paper.csv")


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


# For programs


def parsed(text: str) -> list[dict[str, str]]:
    return [{column: unguarded(cell) for column, cell in row.items()} for row in csv.DictReader(io.StringIO(text))]


# Every statistic in each form that its flags ask for, with what it needs besides.
MORE = {
    "recount": "--variant brisk", "chances": "--match Sunday",
    **dict.fromkeys(("pairs", "pairs --beyond", "players", "records --awards"), "--min-deals 1"),
}  # fmt: skip
EVERY = [
    f"{name} {flags}".strip()
    for name in commands.names()
    for flags in ("", *commands.command(name).shows)
    if name != "ranking"  # of events: tests/tournaments
]


def same_cell(written: str, cell: str | float | bool | None) -> bool:
    """Whether a cell of CSV says what JSON has."""
    if isinstance(cell, bool):
        return written == ("yes" if cell else "no")
    if isinstance(cell, str | None):
        return written == (cell or "")
    return float(written) == pytest.approx(cell, abs=1e-6)


@pytest.mark.parametrize("command", [*EVERY, "standings --from 2026-11-21 --to 2026-11-21 --league main"])
def test_terminal_csv_and_json_say_the_same(three: None, ok: Ok, command: str) -> None:
    words = f"{command} {MORE.get(command, '')}"
    rows = parsed(ok(f"{words} --format csv"))
    told = [(table, row) for table in json.loads(ok(f"{words} --format JSON")) for row in table["rows"]]
    shown = ok(words if command == "matches" else f"{words} --legend")
    lines = [{*line.split()} for line in shown.splitlines()]
    assert len(rows) == len(told) > 0
    for row, (table, cells) in zip(rows, told, strict=True):
        assert row.get("league") == table.get("league", row.get("league"))
        assert row.keys() >= cells.keys()
        same = {name: same_cell(row[name], cell) for name, cell in cells.items()}
        assert all(same.values()), same
        if row.get("role", "all") == "all":  # a line has the names of its row, and its units with their sign
            units = {f"{int(row[name]):+}" for name in ("units", "total") if row.get(name, "0") not in {"", "0"}}
            columns = ("player",) if "player" in row else ("caller", "partner", "bid", "band", "match")
            names = {row[name] for name in columns if name in row}
            assert any(names <= line and (not units or units & line) for line in lines), (names, units)
    # who does not ask how sure it is reads of no error and no interval, and nothing is wider than a terminal
    assert command == "standings --gaps" or not re.search(r"±|\(\d+-\d+\)|\b95 %|unusual", shown)
    assert {line for line in shown.splitlines() if len(line) > 80} == set()


def test_one_match_alone(three: None, ok: Ok, monkeypatch: pytest.MonkeyPatch) -> None:
    (told,) = json.loads(ok("standings --match sunday --format json"))
    assert (told["league"], told["variants"], told["measure"], told["deals"]) == ("main", ["brisk"], "units", 2)
    assert [told] == json.loads(ok("standings --match 3 --format json"))
    monkeypatch.setenv("SCORER_MATCH", "Sunday")
    assert [told] == json.loads(ok("standings --format json"))


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


# Nothing, and errors


def test_of_nothing_people_read_a_sentence_and_programs_an_empty_list(friday: None, ok: Ok) -> None:
    of_deals = [command for command in EVERY if command.split()[0] not in {"matches", "chances"}]
    for command in [*of_deals, "players anna"]:
        words = f"{command} {MORE.get(command, '')}"
        said = ok(words)
        assert said == "No deal of Anna here.\n" if command == "players anna" else said.startswith("No deal yet."), said
        assert json.loads(ok(f"{words} --format json")) == []
        assert ok(f"{words} --format csv").count("\n") == 1
    ok("undo")
    assert [ok(words) for words in ("standings --format json", "matches --format json")] == ["[]\n"] * 2
    assert ok("matches --format csv").startswith("league,")


MEANT, ONE = "each say which days are meant: leave out", "leave one of them out"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ("standings --from someday", 3, "--from 'someday': say year, month and day, as in 2026-11-20"),
        ("matches --from 2026-11-21 --to 2026-11-20", 3, "--from 2026-11-21 is after --to 2026-11-20"),
        ("players --format xlsx", 3, "--format 'xlsx': say table, csv or json"),
        ("pairs --measure euros", 3, "--measure 'euros': say units, base, plain or money"),
        ("standings --order name", 3, "--order 'name': say units, per-deal or per-match"),
        ("players anna --min-deals few", 3, "--min-deals 'few': say a whole number from 0 to 1000000"),
        ("pairs --min-deals=-1", 3, "--min-deals '-1'"),
        ("matches --league B", 4, "no league 'B': there are Lega and main"),
        ("players anna --variant poker --format csv", 4, "'poker': what was played is chiamata"),
        ("bids --match Monday", 4, "no match 'Monday'"),
        ("standings --match Friday --league lega", 4, "Friday (match 1) was played in league main: leave out --league"),
        ("standings --today --week --month", 3, f"--today, --week and --month {MEANT} --week and --month"),
        ("standings --week --from 2026-11-20", 3, f"--week and --from {MEANT} --from"),
        ("standings --month --to 2026-11-20", 3, f"--month and --to {MEANT} --to"),
        ("standings --short --format csv", 3, f"--short is of the table; --format csv has every column: {ONE}"),
        ("players --sure --format json", 3, f"--sure is of the table; --format json has every column: {ONE}"),
        ("standings --short --sure", 3, f"--short and --sure do not go together: {ONE}"),
        ("standings --short --gaps", 3, f"--short and --gaps do not go together: {ONE}"),
    ],
)
def test_what_cannot_be_shown_is_said_in_a_line(two: None, ok: Ok, say: Say, words: str, code: int, told: str) -> None:
    ok("league add Lega")
    refused(say(words), code, told)


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
        ("2026-11-22T06:00", "--today", "on 2026-11-22."),
        ("2026-11-20T23:00", "--today", "3 deals, 2026-11-20"),  # Saturday's is still to come
        ("2026-11-23T01:00", "--week", "5 deals, 2026-11-20 to 2026-11-21"),  # the week of Monday the 16th
        ("2026-11-23T06:00", "--week", "on 2026-11-23."),  # Monday
        ("2026-11-26T20:00", "--week", "from 2026-11-23 to 2026-11-26."),
        ("2026-11-26T20:00", "--week --variant chiamata", "in what the options choose."),
        ("2026-12-01T01:00", "--month", "5 deals, 2026-11-20 to 2026-11-21"),
        ("2026-12-01T06:00", "--month", "on 2026-12-01."),
    ],
)
def test_today_this_week_and_this_month_end_in_the_night(
    two: None, book_path: Path, moment: str, option: str, days: str
) -> None:
    played = "deals" in days
    begin = "League main, chiamata, " if played else "No deal here: nothing was played "
    assert at(book_path, moment, f"standings {option}").splitlines()[0] == f"{begin}{days}"
    assert ("League main" in at(book_path, moment, f"matches {option}")) == played


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


# Who can be told apart


def test_gaps_are_those_of_the_order_the_surest_first(two: None, ok: Ok) -> None:
    said = ok("standings --gaps --order per-deal --min-deals 5")
    few = " ".join(ok("standings --gaps --order per-deal").split())
    assert "10 pairs of players, of whom one has fewer than 10 deals, are left out: --min-deals 0 shows all" in few
    told_more = "it takes 3 matches each: by units, or by units per deal, more can be told sooner."
    assert told_more in " ".join(ok("standings --gaps --order per-match --min-matches 0").split())
    # Dario less Carla: 0, 4, 0, 0, 12: the mean 3.2, their squares 160 less 51.2, by 4 and 5: 5.44, the root of it
    # 2.33, and 1.5 % more by what two evenings leave open: 2.37
    assert "Dario Carla +3.20 ±2.37 no" in "\n".join(joined(block(said, "player")))
    rows = parsed(ok("standings --gaps --format csv"))
    # five players; of what the gap is, nothing else says
    assert [(row["significant"], row["order"]) for row in rows] == [("no", "units")] * 10
    assert json.loads(ok("standings --gaps --order per-deal --format json"))[0]["order"] == "per-deal"


def test_standings_of_no_deal_have_no_units_per_deal_of_nobody_and_do_not_explain_them(ok: Ok) -> None:
    ok(f"start Friday --players {FIVE}")
    ok("adjust anna=+5,bruno=-5 --reason opening")
    said = ok("standings --sure")
    assert said.splitlines()[3].split() == ["place", "player", "units", "deals", "matches"]
    assert "per deal" not in said
    assert "±" not in said


UNLIKE = "out of 120 in chiamata and out of 230 with bonuses in rematada-points: bids of one number are taken"


def test_bids_of_games_with_more_card_points_are_not_taken_for_the_same_in_silence(two: None, ok: Ok) -> None:
    # 100 of the 230 of rematada stood in one row with 100 of 120, and nothing said so
    commands = ("bids", "bids --bands")
    assert not any("bids of one number" in ok(f"{command} --measure base") for command in commands)
    for command in ("finish", "start Three --players Anna,Bruno,Carla --variant rematada-points", "deal anna 100 125"):
        ok(command)
    for command in commands:
        assert UNLIKE in ok(f"{command} --measure base").replace("\n", " ")
        assert "bids of one number" not in ok(command)  # each variant has a table of its own
