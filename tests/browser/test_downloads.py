"""What a page gives to keep arrives: tables as the CSV of the commands, charts as pictures."""

from collections.abc import Callable
from pathlib import Path
from struct import unpack

import pytest
from playwright.sync_api import Locator

from tests.browsing import Window

pytestmark = pytest.mark.xdist_group("browser 2")

PNG = b"\x89PNG\r\n\x1a\n"
CHIAMATA, RATES = {"variant": "chiamata"}, {"min_deals": 5, "show": "rates"}


def arrived(window: Window, button: Locator) -> tuple[str, bytes]:
    """Name and contents of the file that a click brings."""
    with window.page.expect_download() as coming:
        button.click()
    return coming.value.suggested_filename, Path(coming.value.path()).read_bytes()


def csv_of(window: Window, name: str) -> str:
    """The CSV of this name, from the page that is open."""
    file, contents = arrived(window, window.page.get_by_role("button", name=f"{name}.csv"))
    assert file == f"{name}.csv"
    return contents.decode()


@pytest.mark.parametrize(
    ("page", "address", "file", "command"),
    [
        ("standings", {"variant": "all"}, "standings", "export standings"),
        ("players", {"variant": "all"}, "players", "export players"),
        ("matches", {"variant": "all"}, "matches", "export matches"),
        ("standings", {}, "standings", "export standings --variant chiamata"),  # the busiest
        ("players", {"min_deals": 90}, "players", "export players --variant chiamata --min-deals 90"),
        ("bids", {"variant": "brisk", "each": 1, "show": "called"}, "bids", "bids --variant brisk --format csv"),
        ("pairs", CHIAMATA | RATES, "pairs", "pairs --variant chiamata --min-deals 5 --format csv"),
        ("pairs", RATES, "pairs", "pairs --measure base --min-deals 5 --format csv"),  # of every variant together
        (
            "pairs", CHIAMATA | {"min_deals": 5}, "beyond",
            "pairs --beyond --variant chiamata --min-deals 5 --format csv",
        ),
    ],
)  # fmt: skip
def test_a_table_arrives_as_the_csv_that_its_command_prints(
    page: str, address: dict[str, object], file: str, command: str, league: Window, ok: Callable[..., str], season: str
) -> None:
    league.open(page, **address)
    assert csv_of(league, file) == ok(command, db=season)


def test_the_matches_of_one_variant_arrive_as_those_lines_of_all(
    league: Window, ok: Callable[..., str], season: str
) -> None:
    league.open("matches", variant="chiamata")
    head, *lines = ok("export matches", db=season).splitlines()
    assert csv_of(league, "matches").splitlines() == [head, *(line for line in lines if ",chiamata," in line)]
    (shown,) = league.tables()
    assert 1 < len(shown.rows) == sum(",chiamata," in line for line in lines) < len(lines)


@pytest.mark.parametrize(
    ("address", "command"),
    [
        ({"player": "Adele"}, "--variant chiamata"),
        ({"player": "Adele", "other": "Furio", "variant": "brisk"}, "--variant brisk"),
        ({"player": "Adele", "show": "calling", "variant": "all"}, "--measure base"),  # of every variant together
    ],
    ids=["one", "two", "every variant"],
)
def test_the_csv_of_a_player_has_the_roles_of_who_is_on_the_page(
    address: dict[str, str], command: str, league: Window, ok: Callable[..., str], season: str
) -> None:
    league.open("players", **address)
    head, *lines = ok(f"export players {command}", db=season).splitlines()
    people = {address[key] for key in ("player", "other") if key in address}
    written = csv_of(league, "players").splitlines()
    assert written == [head, *(line for line in lines if people & set(line.split(",")))]
    assert len(written) == 1 + 5 * len(people)  # caller, partner, solo, defender and all


def test_the_deals_of_a_match_arrive(league: Window, ok: Callable[..., str], season: str) -> None:
    league.go("matches", match=2)
    league.page.get_by_role("heading", name="Six chairs").wait_for()
    name, contents = arrived(league, league.drawn().page.get_by_role("button", name="deals.csv"))
    written = [line for line in ok("export deals", db=season).splitlines() if ",Six chairs," in line]
    assert name == "deals.csv"
    assert contents.decode().splitlines()[1:] == written
    assert len(written) > 20


def test_the_sheet_of_a_match_arrives_as_a_picture_to_send(
    league: Window, ok: Callable[..., str], season: str, tmp_path: Path
) -> None:
    league.go("matches", match=2)
    league.page.get_by_role("heading", name="Six chairs").wait_for()
    name, contents = arrived(league, league.drawn().page.get_by_role("button", name="Picture to send"))
    ok(["sheet", "2", "--image", str(tmp_path / "sheet.png")], db=season)
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
