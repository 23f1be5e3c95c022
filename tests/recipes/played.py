"""What works once docs/recipes.md was followed; tests/test_recipes.py runs it in the copy where that was done."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

import scorer
from dashboard import data
from scorer.match.sheet import Sheet
from scorer.rule_files import FORMATS, VARIANTS
from scorer.serve.payout_table import payouts
from scorer.serve.resources import OPENAPI
from scorer.serve.statistics import words
from tests.looking import column, look, tables, written
from tests.running import refused

Ok = Callable[..., str]
Say = Callable[..., CompletedProcess[str]]
FIVE = "Anna,Bruno,Carla,Dario,Elena"
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def dashboard(monkeypatch: pytest.MonkeyPatch, book_path: Path) -> Any:
    """The dashboard of this test's scorebook."""
    monkeypatch.setenv("SCORER_DB", str(book_path))
    monkeypatch.setenv("SCORER_DASHBOARD_STILL", "1")
    yield look
    data.forget()


def units(ok: Ok, command: str) -> dict[str, Any]:
    """What a statistic says of each player, by name."""
    return {row["player"]: row for row in json.loads(ok(f"{command} --format json"))[0]["rows"]}


def test_it_is_the_program_of_the_copy() -> None:
    assert Path(scorer.__file__).is_relative_to(ROOT)
    assert (ROOT / "scorer" / "cli" / "dealer.py").is_file()


@pytest.mark.usefixtures("friday")
def test_the_statistic_is_a_command_a_resource_and_a_table(ok: Ok, dashboard: Any) -> None:
    ok("deal anna K elena 74")
    ok("deal bruno K elena 74")
    ok("deal anna K solo 74")
    # the calls were Anna, Bruno, Anna: Anna waited for one deal, Bruno for one at each end, the others for all three
    csv = ok("droughts --format csv").splitlines()
    assert [line.partition("Carla")[2] for line in csv if "Carla" in line] == [",3,3"]
    waited = {player: row["longest"] for player, row in units(ok, "droughts").items()}
    assert waited == {"Carla": 3, "Dario": 3, "Elena": 3, "Anna": 1, "Bruno": 1}
    assert "drought: deals in a row" in ok("droughts --legend") if "--legend" in ok("droughts --help") else True
    assert "Show who waited longest for a call." in ok("--help")
    assert words("droughts", {"league": "main"}) == ["droughts", "--league=main"]
    assert "/api/statistics/droughts" in json.loads(OPENAPI.read_text(encoding="utf-8"))["paths"]
    assert "Who waited longest for a call?" in str(dashboard("records"))


@pytest.mark.usefixtures("friday")
def test_the_page_shows_the_table(ok: Ok, dashboard: Any) -> None:
    ok("deal anna K elena 74")
    (table,) = tables(dashboard("droughts"))
    assert column(table, "longest drought") == ["1", "1", "1", "1", "0"]
