"""`scorer ranking`: tournaments that were played and seasons that are over, as its events."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures import FIVE, Ok
from tests.running import recorded

LEAGUE = """\
title = "League"
source = "made up for this test"
window = "everything"
[ranking_points]
places = [10, 6, 4]
[[events]]
kind = "season"
span = "quarter"
"""


def rows(ok: Ok, *words: str) -> list[dict[str, Any]]:
    """The rows of the command."""
    found: list[dict[str, Any]] = json.loads(ok(["ranking", *words, "--format", "json"]))["rows"]
    return found


def points(ok: Ok, *words: str) -> dict[str, float]:
    return {row["player"]: row["ranking_points"] for row in rows(ok, *words)}


@pytest.fixture
def league(tmp_path: Path) -> str:
    """A ranking of the quarters of leagues."""
    path = tmp_path / "league.toml"
    path.write_text(LEAGUE, encoding="utf-8")
    return str(path)


def test_a_season_counts_once_it_is_over_with_the_places_of_its_standings(ok: Ok, league: str) -> None:
    ok(f"start One --players {FIVE} --on 2026-01-10")
    ok("deal anna A bruno 70")  # Anna +2, Bruno +1, the others -1 each
    ok("finish")
    ok(f"start Two --players {FIVE} --on 2026-04-10")
    ok("deal carla A solo 70")  # Carla +4, the others -1 each
    ok("finish")
    # the first quarter: Anna 10, Bruno 6; Carla, Dario, Elena share the places 3, 4, 5: 4/3 each
    first = {"Anna": 10, "Bruno": 6, "Carla": 4 / 3, "Dario": 4 / 3, "Elena": 4 / 3}
    assert points(ok, league, "--on", "2026-03-30") == {}
    assert points(ok, league, "--on", "2026-03-31") == pytest.approx(first)
    # the second: Carla 10, the four others share 2 to 5: (6 + 4) / 4 each
    both = {"Anna": 12.5, "Carla": 10 + 4 / 3, "Bruno": 8.5, "Dario": 4 / 3 + 2.5, "Elena": 4 / 3 + 2.5}
    assert points(ok, league, "--on", "2026-06-30") == pytest.approx(both)
    assert list(points(ok, league, "--on", "2026-06-30")) == list(both)
    told = [row["event"] for row in rows(ok, league, "--on", "2026-06-30", "--events") if row["player"] == "Anna"]
    assert told == ["main 2026 Q1, chiamata", "main 2026 Q2, chiamata"]
    said = " ".join(ok(f"ranking {league} --on 2026-06-30 --sure").split())
    assert "Anna leads with 12.5 ranking points, 1.17 ahead of Carla. 2 seasons count. If all" in said


def test_who_was_renamed_or_merged_keeps_what_their_events_gave(ok: Ok, league: str) -> None:
    ok(f"start One --players {FIVE} --on 2026-01-10")
    ok("deal anna A bruno 70")
    ok("finish")
    ok("start Two --players Nina,Bruno,Carla,Dario,Elena --on 2026-04-10")
    ok("deal nina A bruno 70")
    ok("finish")
    assert points(ok, league, "--on", "2026-12-31")["Nina"] == 10
    ok("--yes player merge Nina Anna")
    ok("player rename Anna Annina")
    assert points(ok, league, "--on", "2026-12-31")["Annina"] == 20
    assert len(rows(ok, league, "--on", "2026-12-31")) == 5


def test_units_of_two_variants_are_two_seasons_and_one_by_a_measure(ok: Ok, league: str, tmp_path: Path) -> None:
    for name, variant in (("One", "chiamata"), ("Two", "brisk")):
        ok(f"start {name} --players {FIVE} --on 2026-01-10 --variant {variant}")
        ok("deal anna A bruno 70")
        ok("finish")
    assert rows(ok, league, "--on", "2026-12-31")[0]["events"] == 2
    by_base = tmp_path / "base.toml"
    by_base.write_text(LEAGUE + 'measure = "base"\n', encoding="utf-8")
    first, *_ = rows(ok, str(by_base), "--on", "2026-12-31")
    assert (first["player"], first["events"]) == ("Anna", 1)


def test_a_season_of_paper_sheets_alone_has_places_by_units_and_none_by_stakes(
    ok: Ok, league: str, tmp_path: Path
) -> None:
    sheet, seats = tmp_path / "sheet.csv", ",".join(f"seat{n},units{n}" for n in range(1, 6))
    said = ",".join(f"{name},{units}" for name, units in zip(FIVE.split(","), (4, 2, -1, -2, -3), strict=True))
    sheet.write_text(f"match,on,variant,number,kind,note,{seats}\nPaper,2026-01-01,chiamata,1,sheet,x,{said}\n")
    ok(f"import {sheet}")
    assert points(ok, league, "--on", "2026-12-31") == {"Anna": 10, "Bruno": 6, "Carla": 4, "Dario": 0, "Elena": 0}
    by_base = tmp_path / "base.toml"
    by_base.write_text(LEAGUE + 'measure = "base"\n', encoding="utf-8")
    assert points(ok, str(by_base), "--on", "2026-12-31") == {}


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A tournament of one table, Anna before Bruno, the three others level."""
    return recorded(
        tmp_path_factory.mktemp("cup") / "cup.db",
        (
            "tournament new Cup --format ten-deals --rounds 1 --on 2026-02-01",
            f"tournament enter {FIVE}",
            "tournament draw",
            "tournament result 1 Anna=4,Bruno=2,Carla=-2,Dario=-2,Elena=-2",
        ),
    )


def test_a_tournament_counts_once_it_is_finished_and_is_no_season(
    ok: Ok, cup: bytes, book_path: Path, league: str
) -> None:
    book_path.write_bytes(cup)
    assert points(ok, "season-sum", "--on", "2026-12-31") == {}
    ok("tournament finish")
    # 10 and 8; the places 3, 4 and 5 share 6 + 5 + 4
    expected = {"Anna": 10, "Bruno": 8, "Carla": 5, "Dario": 5, "Elena": 5}
    assert points(ok, "season-sum", "--on", "2026-12-31") == expected
    assert points(ok, "season-sum", "--on", "2026-01-31") == points(ok, "season-sum", "--on", "2027-01-01") == {}
    assert points(ok, league, "--on", "2026-12-31") == {}  # its matches are no season of its league
    ok("player rename Anna Annina")
    assert points(ok, "season-sum", "--on", "2026-12-31")["Annina"] == 10
    ok("tournament reopen")
    assert points(ok, "season-sum", "--on", "2026-12-31") == {}


def test_of_an_empty_scorebook_there_is_no_ranking(ok: Ok, empty_book: bytes, book_path: Path) -> None:
    book_path.write_bytes(empty_book)
    assert "No event counts on 2026-12-31: no tournament and no season" in ok("ranking --on 2026-12-31")
    assert ok("ranking --on 2026-12-31 --format csv").startswith("ranking,as_of,place,player,ranking_points,")
    assert rows(ok, "--events") == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("ranking cup", "no ranking is called 'cup'; there are best-six, gingo-agp, season-sum"),
        ("ranking --on someday", "--on 'someday': say year, month and day, as in 2026-11-20"),
        ("ranking --format xml", "--format 'xml': say table, csv or json"),
        ("rankings check ./none.toml", "./none.toml: there is no such file"),
    ],
)
def test_what_cannot_be_meant_is_refused(say: Callable[..., Any], words: str, message: str) -> None:
    done = say(words)
    assert (done.returncode in {3, 4}, message in done.stderr) == (True, True), done.stderr


def test_a_ranking_of_ones_own_is_proven_kept_and_used_by_its_name(
    ok: Ok, empty_book: bytes, book_path: Path, league: str, say: Callable[..., Any]
) -> None:
    book_path.write_bytes(empty_book)
    assert "is sound: 1 kind of event, ranking points for 3 places" in ok(f"rankings check {league}")
    assert "league: added; scorer ranking NAME uses it" in ok(f"rankings add {league}")
    assert "league      League: all events of all time (yours)" in ok("rankings list")
    assert "League (league) on 2026-12-31: all events of all time" in ok("ranking league --on 2026-12-31")
    Path(league).write_text(LEAGUE.replace("places", "plices"), encoding="utf-8")
    done = say(f"rankings check {league}")
    assert done.returncode == 3
    assert f"{league}: ranking_points.plices: is not known here (known: behind, places)" in done.stderr
