"""What a page gives to keep arrives: tables as the CSV of the commands, matches and charts as pictures."""

from pathlib import Path
from struct import unpack

import pytest
from playwright.sync_api import Locator

from tests.browsing import Window
from tests.fixtures import Ok

PNG = b"\x89PNG\r\n\x1a\n"


def arrived(window: Window, button: Locator) -> tuple[str, bytes]:
    """Name and contents of the file that a click brings."""
    with window.page.expect_download() as coming:
        button.click()
    return coming.value.suggested_filename, Path(coming.value.path()).read_bytes()


@pytest.mark.parametrize(
    ("page", "address", "file", "command", "of"),
    [
        ("standings", {"variant": "all"}, "standings", "export standings", ()),
        ("players", {"min_deals": 90}, "players", "export players --variant chiamata --min-deals 90", ()),
        ("bids", {"variant": "brisk", "each": 1, "show": "called"}, "bids", "bids --variant brisk --format csv", ()),
        ("players", {"player": "Adele", "other": "Furio", "variant": "brisk"}, "players",
         "export players --variant brisk", ("Adele", "Furio")),
        ("players", {"player": "Adele", "show": "calling", "variant": "all"}, "players",
         "export players --measure base", ("Adele",)),  # of every variant together
        ("matches", {"variant": "chiamata"}, "matches", "export matches", ("chiamata",)),
        ("matches", {"match": 2}, "deals", "export deals", ("Six chairs",)),
    ],
)  # fmt: skip
def test_a_table_arrives_as_the_lines_of_its_command_that_are_on_the_page(
    page: str, address: dict[str, object], file: str, command: str, of: tuple[str, ...],
    league: Window, ok: Ok, season: Path,
) -> None:  # fmt: skip
    """All of them, or those with one of these words in a cell."""
    button = league.go(page, **address).page.get_by_role("button", name=f"{file}.csv")
    name, contents = arrived(league, button)
    head, *lines = ok(command, db=str(season)).splitlines()
    wanted = [line for line in lines if not of or set(of) & set(line.split(","))]
    assert (name, contents.decode().splitlines()) == (f"{file}.csv", [head, *wanted])
    assert len(wanted) >= 5


def test_the_sheet_of_a_match_arrives_as_a_picture_to_send(
    league: Window, ok: Ok, season: Path, tmp_path: Path
) -> None:
    league.go("matches", match=2).page.get_by_role("heading", name="Six chairs").wait_for()
    name, contents = arrived(league, league.drawn().page.get_by_role("button", name="Picture to send"))
    ok(["sheet", "2", "--image", str(tmp_path / "sheet.png")], db=str(season))
    assert name == "six-chairs-2026-01-30.png"
    assert contents == (tmp_path / "sheet.png").read_bytes()


def test_a_chart_arrives_as_a_picture_twice_its_size_named_after_its_question(league: Window) -> None:
    league.go("bids", variant="brisk", show="called")
    chart = league.page.get_by_test_id("stPlotlyChart").first
    chart.hover()
    box = chart.locator(".main-svg").first.bounding_box()
    assert box
    name, contents = arrived(league, chart.locator("[data-title*=png i]"))
    assert name == "how-often-is-a-bid-made.png"
    assert contents[:8] == PNG
    wide, high = unpack(">II", contents[16:24])
    assert (wide, high) == pytest.approx((2 * box["width"], 2 * box["height"]), abs=2)
