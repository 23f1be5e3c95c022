"""The sample league in a browser: figures are drawn as they were sent, and tell and lead where they are pointed at."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Desk, Show
from tests.browsing import PHONE, WIDE, Chart, Window
from tests.running import recorded

AsJson = Callable[[str], Any]


@pytest.fixture
def as_json(season: Path, ok: Callable[..., str]) -> AsJson:
    """What a command says of the sample league, as JSON."""
    return lambda line: json.loads(ok(f"{line} --format json", db=str(season)))


def ends(chart: Chart) -> dict[str, float]:
    """Where each line of a chart ends; what only joins lines has no name."""
    return {trace["name"]: trace["y"][-1] for trace in chart.traces if trace["name"]}


def test_tonight_draws_the_open_match(league: Window) -> None:
    league.go("tonight")
    # Last night after 26 deals: Furio +13, Oreste +12, Cesira -6, Elvira -7, Adele -12; they sum to zero
    units = {"Cesira": -6, "Oreste": 12, "Furio": 13, "Elvira": -7, "Adele": -12}
    (chart,) = league.charts()
    assert {name: end for name, end in ends(chart).items() if name in units} == units
    assert set(chart.words) >= {"Furio +13", "Oreste +12", "Cesira \N{MINUS SIGN}6"}
    (sheet,) = league.tables()
    assert sheet.numbers("#") == list(range(26, 0, -1))
    assert [sheet.numbers(name)[0] for name in units] == list(units.values())
    assert "Furio called the four with Elvira and made 64" in league.text()
    assert "Furio called the two at 81 (2 coins); the result is open" in league.text()
    assert "Oreste deals; 4 deals left" in league.text()
    league.page.get_by_test_id("stPlotlyChart").locator("visible=true").first.hover()
    league.becomes(lambda: bool(re.search(r"Adele \N{MINUS SIGN}\d+ \(.\d\)", league.pointed_at())), wanted=True)
    assert not re.search(r"-\d", league.pointed_at())


def test_standings_are_a_table_and_the_lines(league: Window, as_json: AsJson) -> None:
    league.go("standings")
    rows = as_json("standings --variant chiamata")[0]["rows"]
    (table,) = league.tables()
    assert table.column("player") == [row["player"] for row in rows]
    for name in ("place", "units", "deals"):
        assert table.numbers(name) == [row[name] for row in rows]
    (running,) = league.charts()
    assert ends(running) == {row["player"]: row["units"] for row in rows}
    league.page.get_by_role("radio", name="places").click()
    league.page.wait_for_url("**lines=places")
    league.becomes(lambda: ends(league.charts()[0]), {row["player"]: row["place"] for row in rows})


def test_who_is_not_chosen_is_grey_and_a_click_on_a_line_leads_to_its_player(league: Window) -> None:
    page = league.go("standings", show="Furio,berto").page
    widths = "() => document.querySelector('.js-plotly-plot')._fullData.filter(it => it.name && it.line.width > 1)"
    assert page.evaluate(f"({widths})().map(it => it.name)") == ["Furio", "Berto"]
    at = page.evaluate("""() => {
      const one = document.querySelector('.js-plotly-plot'), {_size, xaxis, yaxis} = one._fullLayout;
      const {x, y} = one._fullData.find(it => it.name === 'Adele');
      one.scrollIntoView({block: 'center'});
      const box = one.getBoundingClientRect();
      return [box.left + _size.l + xaxis.d2p(x[0]), box.top + _size.t + yaxis.d2p(y[0])];
    }""")
    page.mouse.move(at[0] + 1, at[1])
    league.becomes(lambda: "Adele" in league.pointed_at() and "Opening night: +38" in league.pointed_at(), wanted=True)
    page.mouse.click(*at)
    league.arrives("players", player="Adele")


def test_a_chart_can_be_had_as_a_table_which_stays_open_when_a_deal_comes(
    show: Show, desk: Desk, fridays: dict[str, bytes], tmp_path: Path
) -> None:
    new = tmp_path / "friday.db"
    new.write_bytes(fridays["new"])
    recorded(new, ["deal anna K elena 61"])  # +2, +1 and -1 each
    window = show(new, "standings")
    assert len(window.tables()) == 1
    window.page.locator("summary").filter(has_text="as a table").first.click()
    heads = ["evenings", "Anna", "Elena", "Bruno", "Carla", "Dario"]
    window.becomes(lambda: [one.head for one in window.tables()][1:], [heads])
    assert window.tables()[1].rows[0][1:] == ["+2", "+1", *["\N{MINUS SIGN}1"] * 3]
    desk.record("deal anna K elena 61")
    window.becomes(lambda: window.tables()[1].rows[0][1:], ["+4", "+2", *["\N{MINUS SIGN}2"] * 3])


def height(window: Window) -> int:
    return int(window.page.get_by_test_id("stMain").evaluate("it => it.scrollHeight"))


@pytest.mark.parametrize(("part", "query"), [("With and against", {"show": "with"}), ("By role", {"show": "calling"})])
def test_no_part_of_the_page_of_a_player_is_long(part: str, query: dict[str, str], league: Window) -> None:
    for size, highest in ((WIDE, 3500), (PHONE, 9000)):
        league.page.set_viewport_size(size)
        league.go("players", player="adele", variant="all", **query)
        league.becomes(lambda: part in [one.label for one in league.tables()], wanted=True)
        assert height(league.drawn()) < highest
