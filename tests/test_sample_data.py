"""The sample leagues: as promised, the same bytes from their scripts, sound, and loaded by the demo."""

import csv
import shlex
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import psycopg
import pytest

from db.address import masked
from scorer import frames
from scorer.cli.demo import games, season
from scorer.rules.kinds import REDEALS
from scorer.scorebook import Book
from scorer.stats.standings import standings
from tests.folders import same
from tests.mounting import small_disk
from tests.running import refused
from tests.samples import made_again

Ok = Callable[..., str]
Say = Callable[..., subprocess.CompletedProcess[str]]
Row = dict[str, str]


@pytest.fixture(scope="module")
def records() -> list[Row]:
    with (season() / "deals.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def live(records: Iterable[Row], kind: str = "deal") -> list[Row]:
    return [row for row in records if row["kind"] == kind and row["status"] == "live"]


def seated(row: Row) -> int:
    return sum(bool(row[f"seat{seat}"]) for seat in range(1, 8))


@pytest.mark.parametrize(("script", "kept"), [("make.py", season()), ("make_games.py", games())])
def test_the_script_makes_the_same_bytes_again(tmp_path: Path, script: str, kept: Path) -> None:
    made_again(script, tmp_path / "again")
    same(tmp_path / "again", kept)


def test_the_sample_is_a_season_of_twelve_evenings_among_eight_under_three_variants(records: list[Row]) -> None:
    deals = live(records)
    assert len({(row["on"], row["match"]) for row in records}) == 12
    assert len({row[f"seat{seat}"] for row in records for seat in range(1, 8)} - {""}) == 8
    assert len(deals) >= 300
    assert len({row["variant"] for row in deals}) >= 3
    assert {seated(row) for row in deals} == {5, 6, 7}


def test_every_kind_of_record_is_there_and_mistakes_were_made_and_put_right(records: list[Row]) -> None:
    kinds = {"deal", *REDEALS, "penalty", "adjustment", "sheet"}
    assert {kind for kind in kinds if live(records, kind)} == kinds
    assert {row["status"] for row in records} == {"live", "edited", "voided", "undone"}
    assert any(row["reason"] for row in records if row["status"] == "voided")


def test_deals_end_in_every_way(records: list[Row]) -> None:
    deals = live(records)
    assert {row["outcome"] for row in deals} == {"made", "failed", "even"}
    assert {row["outcome"] for row in deals if row["slam"] == "yes"} == {"made", "failed"}
    assert sum(row["partner"] == "solo" for row in deals) >= 5
    assert sum(not row["card_points"] for row in deals) >= 5
    assert max(int(row["times"]) for row in deals) >= 4


def test_the_bold_and_the_careful_caller_lie_outside_each_others_interval(tmp_path: Path, ok: Ok) -> None:
    path = tmp_path / "season.db"
    ok(["import", str(season())], db=str(path))
    book = Book(str(path))
    with book.reading() as transaction:
        read = frames.read(transaction)
    book.close()
    rows = {str(row["player"]): row for row in standings(read).to_dict("records")}
    assert rows["Furio"]["call_rate"] > rows["Cesira"]["call_high"]
    assert rows["Cesira"]["call_rate"] < rows["Furio"]["call_low"]


def test_the_second_league_has_every_family_of_games_without_a_called_partner_and_gingo() -> None:
    with (games() / "deals.csv").open(encoding="utf-8", newline="") as file:
        deals = live(csv.DictReader(file))
    assert 60 <= len(deals) <= 100
    assert {row["variant"] for row in deals} == {
        *("brisca", "brisca-hundred", "briscola", "scoperta", "cinquecento-pairs", "rematada", "muerte-al-tres"),
        *("mexican", "gingo"),
    }  # fmt: skip
    of_gingo = {(row["outcome"], row["partner"] == "solo", bool(row["card_points"])) for row in deals if row["caller"]}
    assert of_gingo >= {("made", solo, counted) for solo in (True, False) for counted in (True, False)} | {
        ("failed", True, True), ("failed", False, True),
    }  # fmt: skip
    assert {row["decided"] for row in deals} == {"", "cards", "said", "killed"}
    assert any(row["bonuses"] for row in deals)
    assert {row["winners"] for row in deals if len(row["winners"]) > 1}  # several won
    assert "Adele" in {row["seat1"] for row in deals}  # of the club


def test_the_sample_leagues_are_sound(tmp_path: Path, ok: Ok) -> None:
    path = tmp_path / "both.db"
    for folder in (season(), games()):
        ok(["import", str(folder)], db=str(path))
    assert ok("check", db=str(path)) == ""


def test_the_second_league_goes_out_again_as_it_came_in(tmp_path: Path, ok: Ok) -> None:
    path = str(tmp_path / "games.db")
    ok(["import", str(games())], db=path)
    ok(["export", "all", "--out", str(tmp_path / "out")], db=path)
    kept = [file.relative_to(games()) for file in games().rglob("*.*")]
    assert len(kept) == 4 + 9  # deals, matches, players, leagues; nine payout tables
    assert [file for file in kept if (tmp_path / "out" / file).read_bytes() != (games() / file).read_bytes()] == []


def test_the_demo_shows_it_and_keeps_nothing(ok: Ok, book_path: Path) -> None:
    shown = ok("demo")
    assert "Last night" in shown
    assert "Furio" in shown
    assert "scorer demo --keep FILE" in shown
    assert not book_path.exists()


def test_the_demo_can_be_kept_in_a_new_file_and_in_no_other(ok: Ok, say: Say, tmp_path: Path) -> None:
    kept = tmp_path / "look around.db"
    assert f"scorer --db '{kept}' standings" in ok(["demo", "--keep", str(kept)])
    assert "Circolo del Gelso" in ok("standings", db=str(kept))
    assert ok("check", db=str(kept)) == ""
    refused(say(["demo", "--keep", str(kept)]), 3, "is there already; name a new file")


def test_the_demo_was_kept_in_the_database_of_a_club_on_a_server(ok: Ok, say: Say, database: str) -> None:
    told = ok(["demo", "--keep", database])  # the database is empty
    assert f"scorer --db {shlex.quote(masked(database))} standings" in told
    before = ok("export matches", db=database)
    for address in (database, psycopg.conninfo.make_conninfo(database)):
        refused(say(["demo", "--keep", address]), 3, "has a club in it already; name a new, empty database")
    assert ok("export matches", db=database) == before


def test_the_demo_was_kept_where_a_match_was_recorded_and_undone(ok: Ok, say: Say, database: str) -> None:
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena", db=database)
    ok("undo", db=database)
    refused(say(["demo", "--keep", database]), 3, "has a club in it already")
    assert ok("player list", db=database) == "Anna\nBruno\nCarla\nDario\nElena\n"


@pytest.mark.parametrize("room", ["100k", "200k"])
def test_a_full_disk_named_a_file_in_a_hidden_folder_that_the_demo_was_to_be_kept_in(
    say: Say, tmp_path: Path, room: str
) -> None:
    with small_disk(tmp_path / "small", room):
        kept = tmp_path / "small" / "club.db"
        refused(say(["demo", "--keep", str(kept)]), 5, f"scorer: {kept} could not be written: the disk is full")
        assert list(kept.parent.iterdir()) == []
