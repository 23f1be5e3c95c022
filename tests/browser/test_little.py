"""Little to show: a match without a deal, a single deal, a single player, a game in which nobody calls."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dashboard.pages import PAGES
from scorer.wings import WINGS
from tests.browser.conftest import Show
from tests.browsing import VIEWS, Window
from tests.running import recorded

FRIDAY = "start Friday --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-20"
LITTLE = {
    "no deal": [FRIDAY],
    "one deal": [FRIDAY, "deal anna K elena 61"],
    "nobody calls": ["start Two --players Anna,Bruno --variant cinquecento --on 2026-11-20", "deal anna 97"],
    "one player": [FRIDAY, "penalty anna 4 --to nobody --reason late"],
}


@pytest.fixture
def little(show: Show, tmp_path: Path) -> Callable[..., Window]:
    """Show a page of the scorebook of this name."""

    def shown(name: str, page: str) -> Window:
        recorded(tmp_path / "little.db", LITTLE[name])
        return show(tmp_path / "little.db", page)

    return shown


@pytest.mark.parametrize("name", ["no deal", "one player"])
def test_no_page_minds(name: str, little: Callable[..., Window]) -> None:
    window = little(name, "tonight")
    for page in VIEWS:
        window.go(page, **({"player": "Anna"} if page == "players" else {}))
        window.fine()


def test_one_deal_is_drawn_on_every_page(little: Callable[..., Window]) -> None:
    # Anna called the king with Elena, 61: +2, +1, -1 each
    window = little("one deal", "standings")
    assert window.tables()[0].numbers("units") == [2, 1, -1, -1, -1]
    (running,) = window.charts()
    lines = {trace["name"]: trace["y"] for trace in running.traces if trace["name"]}
    assert lines == {"Anna": [2], "Elena": [1], "Bruno": [-1], "Carla": [-1], "Dario": [-1]}  # after the one evening
    window.go("bids")
    made = ["100 % of 1", "50 %"] if WINGS["insight"].is_there else ["100 %", "1"]  # half pays; one contract
    assert window.tables()[0].rows[0][:4] == ["K", "1", *made]  # called once and made
    window.go("players", player="Anna")
    evening, running = window.charts()[:2]  # the one evening, the units as they ran
    assert (evening.traces[0]["x"], running.traces[0]["y"]) == ([2], [0, 2])
    window.go("tonight")
    window.becomes(lambda: window.charts()[0].of("Anna")["y"], [0, 2])


def test_where_nobody_calls_bids_are_not_offered(little: Callable[..., Window]) -> None:
    # Anna 97, Bruno 23: the margin is 74
    window = little("nobody calls", "standings")
    assert window.tables()[0].numbers("units") == [74, -74]
    offered = window.page.get_by_test_id("stSidebarNavLink").all_inner_texts()
    assert [text.split("\n")[-1] for text in offered] == [page.title for page in PAGES.values() if page.title != "Bids"]
    window.go("tonight")
    window.becomes(lambda: window.charts()[0].of("Bruno")["y"], [0, 23])  # the match is played to card points taken
