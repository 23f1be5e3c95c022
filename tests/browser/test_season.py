"""The sample league in a browser: every page draws the figures that the commands print."""

import json
import re
from collections.abc import Callable, Sequence
from math import nan
from pathlib import Path
from typing import Any

import pytest

from tests.browsing import PHONE, WIDE, Chart, Table, Window
from tests.looking import as_shown

Rows = list[dict[str, Any]]
Told = Callable[[str], Any]
SIX = ("place", "player", "units", "units_per_deal", "deals", "success_rate")


@pytest.fixture
def told(season: str, ok: Callable[..., str]) -> Told:
    """What a command says of the sample league, as JSON."""
    return lambda line: json.loads(ok(f"{line} --format json", db=season))


def numbers(rows: Rows, name: str, by: float = 1) -> list[float | None]:
    return [None if row[name] is None else by * row[name] for row in rows]


def same(drawn: Sequence[float | None], wanted: Sequence[float | None]) -> None:
    left, right = ([nan if one is None else one for one in side] for side in (drawn, wanted))
    assert left == pytest.approx(right, rel=1e-5, nan_ok=True)  # charts are sent in single precision


def shows(table: Table, rows: Rows, **columns: str) -> None:
    """Assert that columns of a table, named by the figures in them, hold those of a command."""
    for name, head in columns.items():
        if isinstance(next((row[name] for row in rows if row[name] is not None), 0), str):
            assert table.column(head) == [row[name] for row in rows], name
        else:
            same(table.numbers(head), [as_shown(name, one) for one in numbers(rows, name)])


def ends(chart: Chart) -> dict[str, float]:
    """Where each line of a chart ends; what only joins lines has no name."""
    return {trace["name"]: trace["y"][-1] for trace in chart.traces if trace["name"]}


def test_tonight_draws_the_open_match(league: Window, ok: Callable[..., str], season: str) -> None:
    league.go("tonight")
    # Last night after 26 deals: Furio +13, Oreste +12, Cesira -6, Elvira -7, Adele -12; they sum to zero
    units = {"Cesira": -6, "Oreste": 12, "Furio": 13, "Elvira": -7, "Adele": -12}
    chart, chances = league.charts()
    assert {name: end for name, end in ends(chart).items() if name in units} == units
    assert sum(ends(chances)[name] for name in units) == pytest.approx(100, abs=0.1)
    assert set(chart.words) >= {"Furio +13", "Oreste +12", "Cesira \N{MINUS SIGN}6"}
    (sheet,) = league.tables()
    assert sheet.numbers("#") == list(range(26, 0, -1))
    assert [float(sheet.column(name)[0]) for name in units] == list(units.values())
    assert "Furio called the four with Elvira and made 64" in league.text()
    assert "Furio called the two at 81 (2 coins); the result is open" in league.text()
    assert "Oreste deals; 4 deals left" in league.text()
    assert ok("sheet --plain", db=season).count("\n") > 26


def test_what_a_line_tells_when_pointed_at_has_a_true_minus(league: Window) -> None:
    league.go("tonight")
    league.page.get_by_test_id("stPlotlyChart").locator("visible=true").first.hover()
    league.becomes(lambda: bool(re.search(r"Adele \N{MINUS SIGN}\d+ \(.\d\)", league.pointed_at())), wanted=True)
    assert not re.search(r"-\d", league.pointed_at())


def test_standings_are_a_table_and_the_lines(league: Window, told: Told) -> None:
    league.go("standings")
    rows = told("standings --variant chiamata")[0]["rows"]
    (table,) = league.tables()
    shows(table, rows, place="place", player="player", units="units", deals="deals")
    (running,) = league.charts()
    assert ends(running) == {row["player"]: row["units"] for row in rows}
    league.page.get_by_role("radio", name="places").click()
    league.page.wait_for_url("**lines=places")
    league.becomes(lambda: ends(league.charts()[0]), {row["player"]: row["place"] for row in rows})


def test_who_is_not_chosen_is_grey_and_a_click_on_a_line_leads_to_its_player(league: Window) -> None:
    page = league.open("standings", show="Furio,berto").page
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
    page.wait_for_url("**/players?player=Adele")


def test_a_chart_can_be_had_as_a_table_which_stays_open_when_a_deal_comes(
    table: Window, ok: Callable[..., str], desk: Any, lay: Callable[[Path], None], fridays: dict[str, bytes],
    tmp_path: Path,
) -> None:  # fmt: skip
    new, book = tmp_path / "friday.db", str(desk[1])
    new.write_bytes(fridays["new"])
    lay(new)
    ok("deal anna K elena 61", db=book)  # +2, +1 and -1 each
    page = table.open("standings").page
    assert len(table.tables()) == 1
    page.locator("summary").filter(has_text="as a table").first.click()
    table.becomes(lambda: [one.head for one in table.tables()][1:], [["evenings", "Anna", "Elena", "Bruno", "Carla",
                                                                     "Dario"]])  # fmt: skip
    assert table.tables()[1].rows[0][1:] == ["2", "1", "-1", "-1", "-1"]
    ok("deal anna K elena 61", db=book)
    table.becomes(lambda: table.tables()[1].rows[0][1:], ["4", "2", "-2", "-2", "-2"])


def test_bids_are_five_charts(league: Window, told: Told) -> None:
    league.go("bids", variant="brisk")
    (section,) = told("bids --bands --variant brisk")
    rows = section["rows"]
    rates, units, counts, means, margins = league.charts()
    for end in ("made", "failed", "even"):
        same(counts.of(end)["x"], numbers(rows, end))
    same(rates.traces[0]["x"], numbers(rows, "rate", 100))
    for end in ("made", "failed"):
        assert sum(margins.of(end)["y"]) == sum(row[f"counted_{end}"] for row in rows)
    # what is rare is an arrow with its figure, and stands where the scale ends
    far = [bool(text) for text in means.of("made")["text"]]
    same(
        [x for x, out in zip(means.of("made")["x"], far, strict=True) if not out],
        [row["margin_made"] for row, out in zip(rows, far, strict=True) if not out],
    )
    same(units.traces[0]["x"], numbers(rows, "units_caller"))
    beyond = {f"\N{MINUS SIGN}{-row['units_caller']:.2f}" for row in rows if row["units_caller"] <= -6}  # off the scale
    assert len(beyond) == 3
    assert beyond < {*units.words}
    assert {"break-even", "break-even 50 %"} < {*rates.words, *units.words}


def height(window: Window) -> int:
    return int(window.page.get_by_test_id("stMain").evaluate("it => it.scrollHeight"))


def part(window: Window, table: str, **query: str) -> None:
    """Go to a part of the page of a player and wait for its table: what was there stands until it comes."""
    window.go("players", **query)
    window.becomes(lambda: table in [one.label for one in window.tables()], wanted=True)
    window.drawn()


def test_a_player_is_drawn_one_subject_at_a_time(league: Window, told: Told) -> None:
    (page,) = told("players Adele --variant chiamata")
    address = {"player": "adele", "variant": "chiamata"}
    league.go("players", **address)
    form, running, _ = league.charts()
    by_day = [row["units"] for row in page["matches"]]  # one match an evening
    assert form.traces[0]["y"] == by_day[-10:]
    assert ends(running) == {"Adele": page["matches"][-1]["running"]}
    part(league, "By role", show="calling", **address)
    calls, wins, shares, compared = league.charts()[1:]
    assert len(calls.rows) == 8
    same(sorted(wins.traces[0]["x"]), sorted(100 * row["win_rate"] for row in page["roles"] if row["deals"]))
    same(shares.of("league")["x"], numbers(page["compared"], "league_share", 100))
    same(compared.of("Adele")["x"], numbers(page["compared"], "rate", 100))
    assert height(league) < 3500
    part(league, "With and against", show="with", **address)
    same(league.charts()[1].of("with")["x"], numbers(page["companions"], "with_rate", 100))
    part(league, "Match by match", show="matches", **address)
    league.go("players", show="records", **address)
    league.page.get_by_text("highest bid made").wait_for()
    assert page["records"]["highest_bid_made"] in league.drawn().text()


def test_what_needs_no_units_is_of_every_variant_and_fits_a_phone(league: Window) -> None:
    part(league, "With and against", player="Adele", show="with")
    assert "3 variants together" in league.text()
    league.page.set_viewport_size(PHONE)
    part(league, "By role", player="Adele", show="calling")
    assert height(league) < 9000
    league.page.set_viewport_size(WIDE)


def test_two_players_are_one_figure_and_a_way_to_the_deal_that_moved_most(league: Window, told: Told) -> None:
    league.go("players", player="Adele", other="Furio", variant="chiamata")
    units = {name: told(f"players {name} --variant chiamata")[0]["matches"][-1]["running"]
             for name in ("Adele", "Furio")}  # fmt: skip
    league.becomes(lambda: [ends(chart) for chart in league.charts()], [units])  # both came on the first evening
    league.page.get_by_text("The biggest swing: deal 15 of Late train").click()
    league.page.wait_for_url("**/matches?*match=5&deal=15")
    league.drawn("matches")


def test_pairs_are_a_heat_map_of_everybody(league: Window, told: Told) -> None:
    league.go("pairs", variant="chiamata", min_deals=5, show="rates")
    (heat,) = league.charts()
    nobody, cells, _ = heat.traces
    drawn = {
        (caller, partner): rate
        for caller, row in zip(cells["y"], cells["z"], strict=True)
        for partner, rate in zip(cells["x"], row, strict=True)
        if rate is not None
    }
    everyone = told("pairs --variant chiamata --min-deals 1")[0]["rows"]
    likely = {(row["caller"], row["partner"]): 100 * row["likely_rate"] for row in everyone if row["rate"] is not None}
    assert drawn == pytest.approx(likely, rel=1e-5)
    assert [[at for at, cell in enumerate(row) if cell is not None] for row in nobody["z"]] == [[at] for at in range(8)]


WHERE = """([x, y]) => {
  const one = document.querySelector('.js-plotly-plot');
  const {xaxis, yaxis} = one._fullLayout, at = one.getBoundingClientRect();
  return [at.x + xaxis._offset + xaxis.d2p(x), at.y + yaxis._offset + yaxis.d2p(y)];
}"""


def test_a_cell_of_the_heat_map_tells_its_pair_and_leads_to_their_page(league: Window) -> None:
    page = league.open("pairs", variant="chiamata", show="rates").page
    page.locator(".js-plotly-plot").first.scroll_into_view_if_needed()
    x, y = page.evaluate(WHERE, ["Berto", "Adele"])
    page.mouse.move(x + 20, y + 9)  # off the middle: the whole of a cell is the pair's
    league.becomes(lambda: "Adele calls, Berto is the partner" in league.pointed_at(), wanted=True)
    page.mouse.click(x + 20, y + 9)
    page.wait_for_url(re.compile(r"/players\?(.*&)?player=Adele&other=Berto"))


def test_a_match_is_shown_with_its_sheet_and_its_settlement(league: Window, ok: Callable[..., str],
                                                            season: str) -> None:  # fmt: skip
    league.go("matches", match=2)
    league.page.get_by_role("heading", name="Six chairs").wait_for()
    sheet, settlement, corrections = league.drawn("matches").tables()
    lines = ok("settle 2", db=season).split("\n")
    paid = [line.strip() for line in lines if " pays " in line]
    assert paid
    assert all(line in league.text() for line in paid)
    units = dict(zip(settlement.column("player"), settlement.numbers("units"), strict=True))
    chart, *_ = league.charts()
    assert {name: end for name, end in ends(chart).items() if name in units} == units
    assert sum(end or 0 for end in units.values()) == 0
    assert corrections.head == ["when", "what", "why", "state"]
    assert sheet.count == ok("sheet 2 --plain", db=season).count("\n") - 2


def test_from_the_rules_of_a_variant_links_lead_to_another_and_to_its_matches(league: Window) -> None:
    page = league.open("variants").page
    page.get_by_role("heading", name="Briscola Chiamata", level=2, exact=True).wait_for()
    page.get_by_test_id("stMain").get_by_role("link", name="Brisk", exact=True).click()
    page.wait_for_url(re.compile(r"/variants\?(.*&)?variant=brisk"))
    page.get_by_role("heading", name="Brisk", level=2, exact=True).wait_for()
    page.get_by_test_id("stMain").get_by_role("link", name="matches", exact=True).click()
    page.wait_for_url(re.compile(r"/matches\?(league=all&variant=brisk|variant=brisk&league=all)"))


def test_a_click_on_the_head_of_a_column_sorts(league: Window) -> None:
    league.go("standings", variant="chiamata")
    names = league.drawn().tables()[0].column("player")
    box = league.page.get_by_test_id("stDataFrameResizable").bounding_box()
    assert box
    league.page.mouse.click(box["x"] + 68, box["y"] + 15)  # the word "player"
    assert names != sorted(names)
    # the head has an arrow now
    league.becomes(lambda: [player for _, player, *_ in league.tables()[0].rows], sorted(names))
