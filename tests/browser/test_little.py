"""Little to show: an empty scorebook, a match without a deal, a single deal, a single player. No page minds."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browsing import VIEWS, Window

Lay = Callable[[Path], None]
FRIDAY = "start Friday --players Anna,Bruno,Carla,Dario,Elena --on 2026-11-20"
LITTLE = {
    "empty": ["league add Lega"],
    "no deal": [FRIDAY],
    "one deal": [FRIDAY, "deal anna K elena 61"],
    "nobody calls": ["start Two --players Anna,Bruno --variant cinquecento --on 2026-11-20", "deal anna 97"],
    "one player": [FRIDAY, "penalty anna 4 --to nobody --reason late"],
}

NOTHING = {"": ("No deal is recorded yet.", " start "), "tournament": ("No tournament yet.", " tournament new ")}


@pytest.fixture
def little(lay: Lay, table: Window, folder: Path, ok: Callable[..., str]) -> Callable[[str], Window]:
    """Lay the scorebook of this name on the desk."""

    def laid(name: str) -> Window:
        path = folder / f"{name}.db"
        if not path.exists():
            for line in LITTLE[name]:
                ok(line, db=str(path))
        lay(path)
        return table

    return laid


@pytest.mark.parametrize("name", LITTLE)
def test_no_page_minds(name: str, little: Callable[[str], Window]) -> None:
    window = little(name).open("tonight")
    for page in VIEWS:
        window.go(page, **({"player": "Anna"} if page == "players" else {}))
        if name == "empty":
            first, command = NOTHING.get(page, NOTHING[""])
            window.page.get_by_text(first).wait_for()
            assert command in window.page.get_by_test_id("stCode").first.inner_text()
            assert (window.charts(), window.tables()) == ([], [])
        window.fine()


def test_one_deal_is_drawn_on_every_page(little: Callable[[str], Window]) -> None:
    # Anna called the king with Elena, 61: +2, +1, -1 each
    window = little("one deal").open("standings")
    assert window.tables()[0].numbers("units") == [2, 1, -1, -1, -1]
    (running,) = window.charts()
    lines = {trace["name"]: trace["y"] for trace in running.traces if trace["name"]}
    assert lines == {"Anna": [2], "Elena": [1], "Bruno": [-1], "Carla": [-1], "Dario": [-1]}  # after the one evening
    window.go("players")
    assert window.tables()[0].numbers("called %") == [100, 0, 0, 0, 0]
    window.go("bids")
    assert window.tables()[0].rows[0][:4] == ["K", "1", "100 % of 1", "50 %"]  # called once and made; half pays
    window.go("players", player="Anna")
    # the one evening, the units as they ran; and what they are made of: play, company, roles, cards
    evening, running = window.charts()[:2]
    assert (evening.traces[0]["x"], running.traces[0]["y"]) == ([2], [0, 2])
    assert window.tables()[0].numbers("units") == [0, 0, 2, 0]  # of one deal all is the role
    window.go("pairs", min_deals=1, show="rates")
    # Elena never called. Of one contract, made, the rate of all is taken for 3/4, which counts as 5, 20, 80 or 320 more
    # contracts: 4.75 of 6, 16 of 21, 61 of 81 and 241 of 321, on average 76.4359 of 100
    assert window.charts()[0].of("trace 1")["z"] == [[None, pytest.approx(76.4359, abs=1e-4)], [None, None]]
    window.go("matches")
    assert window.tables()[0].column("first") == ["Anna"]
    window.go("tonight")
    window.becomes(lambda: window.charts()[0].of("Anna")["y"], [0, 2])
    window.go("variants")
    assert window.page.locator(".answer").inner_text().startswith("5 players: whoever wins the auction calls a card")


def test_where_nobody_calls_bids_are_not_offered_and_their_address_says_so(little: Callable[[str], Window]) -> None:
    # Anna 97, Bruno 23: the margin is 74
    window = little("nobody calls").open("standings")
    assert window.tables()[0].numbers("units") == [74, -74]
    offered = window.page.get_by_test_id("stSidebarNavLink").all_inner_texts()
    assert [text.split("\n")[-1] for text in offered] == [
        *("Tonight", "Standings", "Players", "Matches"),
        *("Pairs", "Records", "Rating", "Tournament", "Ranking", "Variants"),
    ]
    window.go("bids")
    assert "Nobody calls in the games that are chosen here" in window.text()
    window.go("matches", match=1)
    assert (window.tables()[0].column("Anna took"), window.tables()[0].column("result")) == (["97"], ["Anna won"])
    window.go("tonight")
    window.becomes(lambda: window.charts()[0].of("Bruno")["y"], [0, 23])  # the match is played to card points taken
