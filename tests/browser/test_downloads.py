"""What a page gives to keep arrives: tables as the CSV of the commands, charts as pictures."""

from collections.abc import Callable
from pathlib import Path
from struct import unpack

import pytest
from playwright.sync_api import Locator

from tests.browsing import Window

PNG = b"\x89PNG\r\n\x1a\n"
EXPORTS = {"standings": "standings", "players": "players", "matches": "matches"}


def arrived(window: Window, button: Locator) -> tuple[str, bytes]:
    """Name and contents of the file that a click brings."""
    with window.page.expect_download() as coming:
        button.click()
    return coming.value.suggested_filename, Path(coming.value.path()).read_bytes()


@pytest.mark.parametrize(("page", "exported"), EXPORTS.items())
def test_a_table_arrives_as_the_csv_that_is_exported(
    page: str, exported: str, league: Window, ok: Callable[..., str], season: str
) -> None:
    league.go(page)
    name, contents = arrived(league, league.page.get_by_role("button", name=f"{exported}.csv"))
    assert name == f"{exported}.csv"
    assert contents.decode() == ok(f"export {exported}", db=season)


def test_pairs_arrive_as_the_command_prints_them(league: Window, ok: Callable[..., str], season: str) -> None:
    league.go("pairs", min_deals=5)
    name, contents = arrived(league, league.page.get_by_role("button", name="pairs.csv"))
    assert (name, contents.decode()) == ("pairs.csv", ok("pairs --min-deals 5 --format csv", db=season))


def test_the_csv_is_of_what_the_filters_leave(league: Window, ok: Callable[..., str], season: str) -> None:
    league.go("bids", variant="brisk", each=1)
    name, contents = arrived(league, league.page.get_by_role("button", name="bids.csv"))
    assert (name, contents.decode()) == ("bids.csv", ok("bids --variant brisk --format csv", db=season))
    assert contents.count(b"\n") > 10


def test_the_deals_of_a_match_arrive(league: Window, ok: Callable[..., str], season: str) -> None:
    league.go("matches", match=2)
    league.page.get_by_role("heading", name="Six chairs").wait_for()
    name, contents = arrived(league, league.drawn().page.get_by_role("button", name="deals.csv"))
    told = [line for line in ok("export deals", db=season).splitlines() if ",Six chairs," in line]
    assert name == "deals.csv"
    assert contents.decode().splitlines()[1:] == told
    assert len(told) > 20


def test_a_chart_arrives_as_a_picture_twice_its_size_named_after_its_question(league: Window) -> None:
    league.go("bids", variant="brisk")
    chart = league.page.get_by_test_id("stPlotlyChart").first
    chart.hover()
    box = chart.locator(".main-svg").first.bounding_box()
    assert box
    name, contents = arrived(league, chart.locator("[data-title*=png i]"))
    assert name == "how-often-is-each-bid-called.png"
    assert contents[:8] == PNG
    wide, high = unpack(">II", contents[16:24])
    assert (wide, high) == pytest.approx((2 * box["width"], 2 * box["height"]), abs=2)
