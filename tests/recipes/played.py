"""What works once docs/recipes.md was followed; tests/test_recipes.py runs it in the copy where that was done."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

import scorer as the_program
from dashboard import data
from scorer.cli.app import command
from scorer.cli.context import Settings
from scorer.cli.typed_line import preview
from scorer.match.sheet import Sheet
from scorer.rule_files import VARIANTS
from scorer.tournaments.text.rule_files import FORMATS
from tests.looking import all_texts, column, look
from tests.running import refused

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
Look = Callable[..., Any]
ROOT = Path(__file__).resolve().parent.parent.parent
FIVE = "Anna,Bruno,Carla,Dario,Elena"
SLAM, LATE_SLAM = "Slam: the calling side takes all 120 card points; u times 2, before the shares", "from bids of 81 on"


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, book_path: Path) -> Iterator[Look]:
    """Pages of the dashboard on this test's scorebook."""
    monkeypatch.setenv("SCORER_DB", str(book_path))
    monkeypatch.setenv("SCORER_DASHBOARD_STILL", "1")
    yield look
    data.forget()


@pytest.fixture
def three_calls(friday: None, ok: Ok) -> None:
    """Anna, Bruno and Anna call: both wait for one deal at most, the others for all three."""
    for caller in ("anna", "bruno", "anna"):
        ok(f"deal {caller} K elena 74")


@pytest.fixture
def late_slam(ok: Ok, tmp_path: Path) -> str:
    """Brisk, with a slam that counts from bids of 81 on, and a match of twenty deals under it; its name."""
    start_late_slam(ok, tmp_path)
    return "late-slam"


def start_late_slam(ok: Ok, folder: Path) -> None:
    """Start a match under that variant, whose file is written into the folder."""
    text = VARIANTS.read_text("brisk")[1].replace("factor = 2\n", "factor = 2\nfrom_target = 81\n", 1)
    file = folder / "late-slam.toml"
    file.write_text(text, encoding="utf-8")
    assert "is sound" in ok(f"variant check {file}")
    ok(f"variant add {file}")
    ok(f"start Friday --players {FIVE} --variant late-slam --until deals:20")


def by_player(ok: Ok, command: str) -> dict[str, dict[str, Any]]:
    """The rows of a statistic by their players."""
    return {row["player"]: row for row in json.loads(ok(f"{command} --format json"))[0]["rows"]}


def test_it_is_the_program_of_the_copy() -> None:
    assert Path(the_program.__file__).is_relative_to(ROOT)
    assert (ROOT / "scorer" / "cli" / "dealer.py").is_file()


@pytest.mark.usefixtures("three_calls")
def test_the_statistic_is_a_command_and_a_table(ok: Ok, shown: Look) -> None:
    longest = {player: row["longest"] for player, row in by_player(ok, "droughts").items()}
    assert longest == {"Carla": 3, "Dario": 3, "Elena": 3, "Anna": 1, "Bruno": 1}
    assert ok("droughts --format csv").splitlines()[1].endswith("Carla,3,3")
    assert "deals in a row in which somebody else called" in ok("droughts --legend")
    assert "droughts   Show who waited longest for a call." in ok("--help")
    assert any("Who waited longest for a call?" in text for _where, text in all_texts(shown("records")))


@pytest.mark.usefixtures("three_calls")
def test_the_page_shows_its_table(shown: Look) -> None:
    assert column(shown("droughts"), "longest") == [3, 3, 3, 1, 1]


def test_a_slam_below_the_target_is_paid_as_none_by_everybody_who_is_asked(
    late_slam: str, ok: Ok, sheet: Callable[..., Sheet], book_path: Path
) -> None:
    """2 is a bid of 61 at u = 1, 2/81 is at u = 3, and its slam counts double: caller +2u, partner +u, others -u."""
    low, high = "deal anna 2 elena 120 --slam", "deal anna 2/81 elena 120 --slam"
    pad = preview(Settings(db=str(book_path), root=command()), sheet(), low, 200)
    assert pad.split()[-6:] == ["made", "+2", "-1", "-1", "-1", "+1"]
    assert "Anna +2, Elena +1, the others -1 each" in ok(low)
    assert "Anna +12, Elena +6, the others -6 each" in ok(high)
    assert "1 x 1 = 1" in ok("explain 1")
    assert "3 x 2 = 6" in ok("explain 2")
    assert ok("check") == ""
    standing = {player: row["units"] for player, row in by_player(ok, "standings").items()}
    assert standing == {"Anna": 14, "Elena": 7, "Bruno": -7, "Carla": -7, "Dario": -7}
    # what slams brought: half of what the second deal paid
    slams = {player: row["slams"] for player, row in by_player(ok, "luck").items()}
    assert slams == {"Anna": 6, "Elena": 3, "Bruno": -3, "Carla": -3, "Dario": -3}
    # under brisk itself the first counts double too: +4 and +12
    assert by_player(ok, "recount --variant brisk")["Anna"]["units"] == 16
    assert "Anna" in ok("chances")


def test_what_pays_knows_where_the_slam_begins(late_slam: str, ok: Ok) -> None:
    for _deal in range(2):
        ok("deal anna 2 elena 120 --slam")
    ok(f"start Brisk --players {FIVE} --variant brisk")
    for _deal in range(2):
        ok("deal anna 2 elena 120 --slam --match Brisk")
    paid = {
        variant: json.loads(ok(f"bids --pays --variant {variant} --format json"))[0]["rows"][0]
        for variant in (late_slam, "brisk")
    }
    # both lose 2 when they fail; made, all of it slams so far, the caller gets 2 here and 4 there
    for variant, made in ((late_slam, 2), ("brisk", 4)):
        chance = paid[variant]["chance"]
        assert paid[variant]["units_caller"] == pytest.approx(chance * made - (1 - chance) * 2), variant


def test_the_page_of_the_variant_and_its_line_say_the_house_rule(late_slam: str, ok: Ok) -> None:
    assert f"{SLAM}, {LATE_SLAM}" in " ".join(ok(f"variant show {late_slam}").split())
    assert f"slams count double {LATE_SLAM}" in ok("variant list")


def test_the_house_rule_is_refused_where_it_says_nothing(say: Say, tmp_path: Path) -> None:
    text = VARIANTS.read_text("briscola-pairs")[1] + '\n[slam]\nby = "tricks"\nfactor = 2\nfrom_target = 81\n'
    (tmp_path / "pairs.toml").write_text(text, encoding="utf-8")
    refused(say(f"variant check {tmp_path / 'pairs.toml'}"), 3, "slam.from_target", "no bids without an auction")


@pytest.mark.usefixtures("friday")
def test_the_kind_is_recorded_shown_exported_and_read_back(ok: Ok, say: Say, shown: Look, tmp_path: Path) -> None:
    ok("deal anna K elena 74")
    assert "2: Bonus (best story): Anna +3, Bruno -3" in ok('adjust "Anna=3,Bruno=-3" --bonus --reason "best story"')
    assert ok("check") == ""
    assert "Bonus (best story)" in ok("history")
    assert by_player(ok, "standings")["Bruno"]["units"] == -3 - 1  # u = 1 of the king, and the bonus
    refused(say("edit 2 --note x --reason y"), 3, "bonus 2 is not a deal", "void")
    ok(["export", "all", "--out", str(tmp_path / "all")])
    ok(["import", str(tmp_path / "all")], db=str(tmp_path / "read.db"))
    assert ok("check", db=str(tmp_path / "read.db")) == ""
    assert ok("export deals", db=str(tmp_path / "read.db")) == ok("export deals")
    assert any("best story" in text for _where, text in all_texts(shown("matches", match="1")))
    ok("undo")
    assert "best story" not in ok("sheet")


def test_a_match_is_played_to_the_new_end(ok: Ok, shown: Look) -> None:
    ok(f"start Friday --players {FIVE} --variant brisk --until slams:2")
    ok("deal bruno 2 carla 74")
    assert "Anna and Elena need 1 more for 2 slams" in ok("deal anna 2 elena 120 --slam")
    assert [row["reached"] for row in by_player(ok, "chances").values()] == [1, 1, 0, 0, 0]
    assert "until somebody took 2 slams" in ok("chances")
    assert "The match is over: Anna took 2 slams" in ok("deal anna 2 bruno 120 --slam")
    assert "Slams: Anna 2, Bruno 1, Carla 0, Dario 0, Elena 1" in ok("sheet --plain")
    assert json.loads(ok("matches --format json"))[0]["rows"][0]["leader"] == "Anna"
    assert any("slams 2" in text for _where, text in all_texts(shown("matches", match="1", player="Anna")))


def test_the_key_of_a_format_is_read_shown_and_kept_to(ok: Ok, say: Say, tmp_path: Path) -> None:
    text = FORMATS.read_text("scighera")[1]
    (tmp_path / "few.toml").write_text(f"most_entrants = 6\n{text}", encoding="utf-8")
    assert "few.toml is sound" in ok(f"format check {tmp_path / 'few.toml'}")
    ok(f"format add {tmp_path / 'few.toml'}")
    assert "Entries: at most 6" in ok("format show few")
    ok("tournament new Night --format few --on 2026-11-20 --seed 3")
    ok("tournament enter Ada,Bice,Carlo,Dora,Elio,Fabio")
    refused(say("tournament enter Gino"), 3, "7 entrants", "at most 6")


@pytest.mark.usefixtures("friday")
def test_the_command_is_found_and_listed(scorer: Callable[..., CompletedProcess[str]]) -> None:
    done = scorer("dealer")
    assert (done.returncode, done.stdout) == (0, "Anna\n"), done.stderr
    assert "dealer      Say who deals next." in scorer("--help").stdout
