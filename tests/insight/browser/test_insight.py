"""Insight in a browser: chances as lines of the evening, pairs as cells that tell and lead, and what can be kept."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Show
from tests.browser.test_downloads import arrived
from tests.browser.test_little import LITTLE
from tests.browser.test_season import ends
from tests.browsing import Window
from tests.fixtures import Ok
from tests.running import recorded


def test_the_chances_of_the_evening_are_lines_that_end_at_a_hundred_together(league: Window) -> None:
    league.go("tonight").page.get_by_role("radio", name="chances").click()
    league.page.wait_for_url("**lines=chances")
    league.becomes(lambda: round(sum(ends(league.charts()[0]).values())), 100)


def test_one_deal_is_drawn_on_every_page(show: Show, tmp_path: Path) -> None:
    recorded(tmp_path / "little.db", LITTLE["one deal"])
    window = show(tmp_path / "little.db", "players", player="Anna")
    # what units are made of: play, company, roles, cards
    assert window.tables()[0].numbers("units") == [0, 0, 2, 0]  # of one deal all is the role
    window.go("pairs", min_deals=1, show="rates")
    # Elena never called. Of one contract, made, the rate of all is taken for 3/4, which counts as 5, 20, 80 or 320 more
    # contracts: 4.75 of 6, 16 of 21, 61 of 81 and 241 of 321, on average 76.4359 of 100
    assert window.charts()[0].of("trace 1")["z"] == [[None, pytest.approx(76.4359, abs=1e-4)], [None, None]]


WHERE = """([x, y]) => {
  const one = [...document.querySelectorAll('.js-plotly-plot')].find(it => it._fullData[0].type === 'heatmap');
  one.scrollIntoView({block: 'center'});
  const {xaxis, yaxis} = one._fullLayout, at = one.getBoundingClientRect();
  return [at.x + xaxis._offset + xaxis.d2p(x), at.y + yaxis._offset + yaxis.d2p(y)];
}"""


def test_a_cell_of_the_heat_map_tells_its_pair_and_leads_to_their_page(league: Window) -> None:
    page = league.go("pairs", variant="chiamata", show="rates").page
    x, y = page.evaluate(WHERE, ["Berto", "Adele"])
    page.mouse.move(x + 20, y + 9)  # off the middle: the whole of a cell is the pair's
    league.becomes(lambda: "Adele calls, Berto is the partner" in league.pointed_at(), wanted=True)
    page.mouse.click(x + 20, y + 9)
    page.wait_for_url(re.compile(r"/players\?(.*&)?player=Adele&other=Berto"))


@pytest.mark.parametrize(
    ("address", "file", "command"),
    [
        ({"show": "rates"}, "pairs", "pairs --measure base"),
        ({"variant": "chiamata"}, "beyond", "pairs --beyond --variant chiamata"),
    ],
)
def test_a_table_arrives_as_the_lines_of_its_command(
    address: dict[str, Any], file: str, command: str, league: Window, ok: Ok, season: Path
) -> None:
    button = league.go("pairs", min_deals=5, **address).page.get_by_role("button", name=f"{file}.csv")
    name, contents = arrived(league, button)
    told = ok(f"{command} --min-deals 5 --format csv", db=str(season)).splitlines()
    assert (name, contents.decode().splitlines()) == (f"{file}.csv", told)
    assert len(told) > 5
