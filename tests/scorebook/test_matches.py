"""Which match is meant, leagues, and the variant that is frozen into a match."""

import sqlite3
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures import FIVE, AskRows, Ok, ReadSheet, Say
from tests.running import refused

SIX_OTHERS = "Gina,Hans,Ines,Jan,Kim,Lara"
STEPS = "SELECT id, action FROM step ORDER BY id"
SIX = FIVE + ",Fabio"
OTHERS = "Fabio,Gina,Hans,Ines,Jan"


@pytest.fixture
def two(ok: Ok) -> None:
    """Two open matches with nobody in both."""
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok(f"start Saturday --players {OTHERS} --on 2026-11-21")


def test_who_sits_at_both_tables_decides_nothing(two: None, ok: Ok, say: Say, sheet: ReadSheet) -> None:
    ok(f"start Sunday --players {FIVE} --on 2026-11-22")
    refused = say("deal anna K elena 61")
    assert refused.returncode == 4
    assert "several matches are open (1 Friday, 3 Sunday)" in refused.stderr
    assert sheet("Friday").records == sheet("Sunday").records == ()


def test_two_matches_of_one_name_are_told_apart_by_their_day(ok: Ok, say: Say, sheet: ReadSheet) -> None:
    for day in ("2026-11-20", "2026-11-27"):
        say(f"start Friday --players {FIVE} --on {day}")
    for words in ("deal anna K elena 61", "undo", "sheet", "pad"):
        refused(say(words), 4, "several matches are open (1 Friday 2026-11-20, 2 Friday 2026-11-27)", "--match")
    refused(say("deal anna K elena 61 --match Friday"), 4, "'Friday': 1 (2026-11-20, main), 2", '"Friday 2026-11-27"')
    ok(["deal", "anna", "K", "elena", "61", "--match", "friday 2026-11-27"])
    assert (len(sheet("1").records), len(sheet("2").records)) == (0, 1)
    for command in ("sheet", "history", "settle", "finish", "reopen"):
        named, by_option = [command, "Friday 2026-11-20"], [command, "--match", "Friday 2026-11-20"]
        assert ok(named)
        if command != "finish":
            assert "2026-11-20" in ok(by_option) if command in {"sheet", "settle"} else True
        if command == "reopen":
            assert not sheet("1").match.sitting.finished
    ok("finish 1")
    assert "2026-11-27" in ok("sheet Friday")  # the open one


def test_sheet_and_finish_fall_back_to_the_last_match(ok: Ok) -> None:
    ok(f"start Friday --players {FIVE} --on 2026-11-20")
    ok("finish")
    ok(f"start Saturday --players {FIVE} --on 2026-11-21")
    ok("finish")
    assert "Saturday" in ok("sheet")
    assert "Reopened Saturday" in ok("reopen")


def test_bare_scorer_tells_every_open_match(two: None, ok: Ok) -> None:
    ok("deal anna K elena 61")
    ok("call hans 2/71")
    answer = ok([])
    assert "Friday (match 1)" in answer
    assert "last: 1: Anna called the king with Elena and made 61" in answer
    assert "Hans called the two at 71; the result is open" in answer
    assert "next: Bruno deals" in answer


def test_a_league_lends_its_variant_and_its_money(ok: Ok, sheet: ReadSheet) -> None:
    ok(f"start Friday --players {FIVE}")
    ok("league add Brisk-Lega --variant brisk --unit-value 0,20 --currency chf")
    ok(["league", "add", "Euro", "--unit-value", "0,20 \u20ac", "--currency", "\u20ac"])
    assert "0.20 EUR" in ok("league list")
    ok(f"start First --players {OTHERS} --league brisk-lega")
    match = sheet("First").match
    assert (match.league, match.variant.name, match.terms.unit_value_cents, match.terms.currency) == (
        "Brisk-Lega", "brisk", 20, "CHF",
    )  # fmt: skip
    assert "Brisk-Lega  brisk" in ok("league list")


def test_what_a_match_says_itself_goes_before_its_league(ok: Ok, sheet: ReadSheet) -> None:
    ok("league add Lega --variant brisk --unit-value 0.20")
    ok(f"start First --players {FIVE} --league Lega --variant punti --unit-value 1 --currency usd")
    match = sheet("First").match
    assert (match.variant.name, match.terms.unit_value_cents, match.terms.currency) == ("punti", 100, "USD")


def _house(u: int) -> str:
    text = (files("scorer") / "variants" / "chiamata.toml").read_text(encoding="utf-8")
    changed = text.replace('from = "A"\nu = 1', f'from = "A"\nu = {u}')
    assert u == 1 or changed != text
    return changed


def test_a_match_pays_by_the_copy_it_was_started_with(ok: Ok, sheet: ReadSheet, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(_house(7), encoding="utf-8")
    ok(f"variant add {tmp_path}/house.toml")
    ok(f"start Old --players {FIVE} --variant house")
    ok("deal anna K elena 61")  # u = 7: +14, +7, -7
    (tmp_path / "variants" / "house.toml").write_text(_house(9), encoding="utf-8")
    ok("deal anna K elena 61")
    assert sheet("Old").running == {"Anna": 28, "Bruno": -14, "Carla": -14, "Dario": -14, "Elena": 14}
    ok("edit 1 --result 60 --reason recount")
    assert sheet("Old").running["Anna"] == 0  # -14 + 14
    ok(f"start New --players {OTHERS} --variant house")
    ok("deal fabio K jan 61")
    assert sheet("New").running["Fabio"] == 18  # u = 9


@pytest.fixture
def two_of_six(ok: Ok) -> None:
    """Two open matches of six with nobody in both, a deal in each; Anna and Gina dealt and rested."""
    ok(f"start Friday --players {SIX} --on 2026-11-20")
    ok("deal bruno K elena 61")
    ok(f"start Saturday --players {SIX_OTHERS} --on 2026-11-21")
    ok("deal hans K kim 61")


@pytest.mark.parametrize("words", ["deal xeno K elena 61", "edit 1 --caller xeno --reason r", "seats --out xeno"])
def test_a_name_that_sits_nowhere_was_told_to_say_which_match(two_of_six: None, say: Say, words: str) -> None:
    refused(say(words), 4, "'xeno' is not at an open table: Anna, Bruno")


@pytest.mark.parametrize(
    "words",
    [
        "edit 1 --caller kim --partner hans --reason r",
        "edit 1 --dealer lara --out gina --reason r",
        "seats --out jan",
        "redeal misdeal --dealer jan",
        "penalty kim 4 --out jan --reason r",
    ],
)
def test_names_in_options_did_not_choose_the_match(two_of_six: None, ok: Ok, rows: AskRows, words: str) -> None:
    before = rows(STEPS)
    ok(words)
    ((match,),) = rows(f"SELECT match_id FROM step WHERE id > {before[-1][0]}")
    assert match == 2


@pytest.mark.parametrize("words", ["solo 61 --dealer jan", "solo 61 --out jan", "kim 61"])
def test_names_beside_a_pending_call_did_not_choose_the_match(
    two_of_six: None, ok: Ok, sheet: ReadSheet, words: str
) -> None:
    ok("call ines K")  # Hans and Bruno are to deal and rest
    ok("call anna K")
    ok(f"deal {words}")
    assert (len(sheet("Friday").records), len(sheet("Saturday").records)) == (1, 2)


@pytest.mark.parametrize(("variant", "code"), [("nope", 4), ("./house.toml", 3), ("none.toml", 3)])
def test_a_refused_league_left_an_empty_scorebook(
    say: Say, book_path: Path, tmp_path: Path, variant: str, code: int
) -> None:
    book_path.unlink()
    refused(say(f"league add X --variant {variant}"), code, variant)
    assert not book_path.exists()


def test_a_variant_file_was_taken_for_the_name_of_a_shipped_one(friday: None, say: Say, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text((files("scorer") / "variants" / "chiamata.toml").read_text(encoding="utf-8"), encoding="utf-8")
    refused(
        say(f"league add X --variant {house}"),
        3,
        "is a file, and a league keeps a variant by its name; scorer variant add gives it one",
    )


def test_a_deal_reads_its_match_once_under_the_lock(friday: None, ok: Ok, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    connect = sqlite3.connect

    def watched(*args: Any, **settings: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **settings)
        connection.set_trace_callback(read.append)
        return connection

    monkeypatch.setattr("db.database.sqlite3.connect", watched)
    ok("deal anna K elena 61")
    assert sum("JOIN variant" in statement for statement in read) == 1
    assert (
        sum(statement.startswith("SELECT id, match_id, number") for statement in read) == 2
    )  # the sheet, and what was written
