"""Out and in again, and out again: the same bytes, from files and folders, on SQLite and on a server."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.fixtures import FIVE, Ok
from tests.folders import files, same
from tests.running import recorded

# By match, in the order in which they are started.
SEASON = {
    "1": (
        f"start Friday --players {FIVE} --on 2026-11-20 --unit-value 0.50 --until deals:20+round",
        "deal bruno 2/71 elena 60 --called '2 coins' --note 'well, \"played\"; indeed'",
        "edit 1 --result 74 --reason 'counted again'",
        "undo",
        "redo",
        "deal dario K solo 58",
        "redeal passed-out --note 'all tired'",
        "deal anna A carla made",
        "void 4 --reason 'wrong table'",
        "undo",
        "redo",
        "deal carla 3 dario failed",
        "undo",
        "redeal misdeal",
        f"seats {FIVE},Fabio",
        "deal anna 2 elena 120 --slam --dealer bruno",
        "penalty carla 5 --reason late",
        "penalty carla 3 --to nobody --reason '=late()'",
        "adjust Anna=-3,Bruno=2 --reason ruling",
        "call dario 2/82 --called '3 cups'",
    ),
    # an even deal doubles the next, and so does a thrown-in hand; six at a table of five
    "2": (
        f"start Brisk --players {FIVE},Fabio --on 2026-11-19 --variant brisk --currency CHF --dealer Carla",
        "deal anna A elena 60",
        "deal bruno 2/115 anna 0",
        "redeal thrown-in",
        "deal carla 2/91 solo 95",
        "edit 4 --times 4 --reason 'it was four'",
        "finish Brisk",
        "league add Lega --variant punti --unit-value 0.25",
    ),
    "3": (
        f"start Friday --league Lega --on 2026-11-20 --players {FIVE},Fabio",
        "deal bruno 75 elena 75",
        "redeal annulled",
    ),
    # two editions of one house table
    "4": (
        "start House --variant {first} --on 2026-11-18 --players Annina,Bruno,Carla,Dario,Elena",
        "deal annina K solo 61",
        "deal bruno K elena 61",
        "void 1 --reason 'not counted'",
        "finish 4",
    ),
    "5": (
        "start House --variant {second} --on 2026-11-17 --players Annina,Bruno,Carla,Dario,Elena",
        "deal annina carichi solo 61",
        "finish 5",
    ),
    # a match whose start was undone is in no file
    "6": (
        f"start Never --on 2026-11-16 --players Gino,{FIVE}",
        "--yes undo",
        "player merge Annina Anna",
        "player hide Fabio",
        "player rename Dario Dàrio",
    ),
}


@pytest.fixture(scope="module")
def whole_season(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Every kind of record and of correction, four frozen variants, two leagues, a merged and a hidden player."""
    place = tmp_path_factory.mktemp("season")
    house = Path(__file__).resolve().parent.parent / "rules" / "house" / "carichi.toml"
    editions = {one: place / f"house-{one}" / "casa.toml" for one in ("first", "second")}
    for cap, path in enumerate(editions.values(), 4):  # the carry doubles to at most 4, later to at most 5
        path.parent.mkdir()
        path.write_text(house.read_text(encoding="utf-8").replace("cap = 4", f"cap = {cap}"), encoding="utf-8")
    alone = {"start", "finish", "league", "player"}
    recorded(
        place / "season.db",
        (
            line.format(**editions) + ("" if line.split()[0] in alone else f" --match {match}")
            for match, lines in SEASON.items()
            for line in lines
        ),
    )
    _add_a_sheet(place / "season.db")
    return (place / "season.db").read_bytes()


def _add_a_sheet(path: Path) -> None:
    """A paper sheet, which no command of the evening writes."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "INSERT INTO step (at, action, match_id, reason, detail)"
            " VALUES ('2026-11-20T23:00:00.000000Z', 'sheet', 3, '', '')"
        )
        connection.execute(
            "INSERT INTO record (match_id, number, kind, slam, times, note, made_by,"
            " seat1, seat2, seat3, seat4, seat5, units1, units2, units3, units4, units5)"
            " VALUES (3, 3, 'sheet', 0, 1, 'paper of May', (SELECT max(id) FROM step WHERE match_id = 3),"
            " 1, 2, 3, 4, 5, 7, -2, -5, 0, 0)"
        )
        connection.commit()


@pytest.fixture
def season(whole_season: bytes, ok: Ok, book_path: Path) -> None:
    """The whole season as the scorebook of a test."""
    book_path.write_bytes(whole_season)
    assert ok("check") == ""


WHATS = ("deals", "payouts", "standings", "players", "bids", "pairs")


def test_the_deals_come_out_as_they_went_in(season: None, ok: Ok, tmp_path: Path) -> None:
    path, new = tmp_path / "deals.csv", str(tmp_path / "new.db")
    for open_match in (1, 3):  # what comes in is finished, and only a finished match is won
        ok(f"finish {open_match}")
    ok(f"export deals --out {path}")
    text = path.read_text(encoding="utf-8")
    assert {line.split(",")[5] for line in text.splitlines()[1:]} == {
        *("deal", "passed-out", "thrown-in", "misdeal", "annulled", "penalty", "adjustment", "sheet")
    }
    (tmp_path / "variants").mkdir()
    ok(f"export all --out {tmp_path}/all")
    for kept in (tmp_path / "all" / "variants").glob("casa@*"):  # the file names its house tables, it has them not
        (tmp_path / "variants" / kept.name.replace("@", "-")).write_bytes(kept.read_bytes())
    path.write_text(text.replace("casa@", "casa-"), encoding="utf-8")
    ok(f"import {path}", db=new)
    assert ok("check", db=new) == ""
    for what in WHATS:
        assert ok(f"export {what}", db=new) == ok(f"export {what}").replace("casa@", "casa-"), what


def test_the_whole_scorebook_goes_to_a_file_to_a_server_and_back(
    season: None, ok: Ok, database: str, tmp_path: Path
) -> None:
    ok(f"export all --out {tmp_path}/one")
    before = {name: contents.decode() for name, contents in files(tmp_path / "one").items()}
    assert {line.split(",")[-4] for line in before["deals.csv"].splitlines()[1:] if line.count(",") == 34} == {
        *("live", "edited", "undone", "voided")
    }
    assert len([name for name in before if name.startswith("variants/casa@")]) == 2
    assert ",Dàrio,2/82,3 cups," in before["matches.csv"]
    assert "Annina,no,Anna" in before["players.csv"]
    source = "one"
    for there, book in (("two", f"{tmp_path}/new.db"), ("three", database), ("four", f"{tmp_path}/back.db")):
        ok(f"import {tmp_path}/{source}", db=book)
        ok(f"export all --out {tmp_path}/{there}", db=book)
        same(tmp_path / "one", tmp_path / there)
        for what in WHATS if book == database else ["deals"]:
            assert ok(f"export {what}", db=book) == ok(f"export {what}"), what
        assert ok("check", db=book) == ""
        source = there


def test_an_empty_scorebook_goes_out_and_in(ok: Ok, tmp_path: Path) -> None:
    ok("league add Lega --variant brisk --unit-value 0.25 --currency CHF")
    ok(f"export all --out {tmp_path}/one")
    ok(f"import {tmp_path}/one", db=f"{tmp_path}/new.db")
    ok(f"export all --out {tmp_path}/two", db=f"{tmp_path}/new.db")
    same(tmp_path / "one", tmp_path / "two")


def test_a_file_says_the_order_of_the_matches_of_a_day_where_it_is_not_its_own(ok: Ok, tmp_path: Path) -> None:
    for name, day in (("Beta", 20), ("Zeta", 21), ("Alfa", 21)):
        ok(f"start {name} --players {FIVE} --on 2026-11-{day}")
        ok("deal anna K solo 70")
        ok("finish")
    first, *lines = [line.split(",") for line in ok("export deals").splitlines()]
    assert (first[30], first[31:]) == ("units7", ["match_order"])
    assert [(line[1], line[31]) for line in lines] == [("Beta", ""), ("Alfa", "2"), ("Zeta", "1")]
    assert ok("export matches").splitlines()[0].endswith("seat7")  # where started_at says it
    assert ok("export deals --from 2026-11-22").splitlines()[0].endswith("units7")
    ok(f"export deals --out {tmp_path}/deals.csv")
    ok(f"import {tmp_path}/deals.csv", db=f"{tmp_path}/new.db")
    ok(f"export all --out {tmp_path}/all", db=f"{tmp_path}/new.db")  # all have the moment of the import
    cells = [line.split(",") for line in (tmp_path / "all" / "matches.csv").read_text(encoding="utf-8").splitlines()]
    assert [(cell[1], cell[-1]) for cell in cells] == [
        ("match", "match_order"), ("Beta", ""), ("Alfa", "2"), ("Zeta", "1")
    ]  # fmt: skip
