"""Charts of insight: chances over the records of a match, ratings over evenings, pairs as cells; and their tables."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pandas as pd
import pytest

from dashboard import charts
from dashboard.insight.chance_chart import chance_lines
from dashboard.insight.pairing import pair_heat
from dashboard.insight.rating_chart import rating_lines
from dashboard.look import safe_text, theme
from scorer.frames import Frames
from scorer.insight.rating import rating_curve
from scorer.match.sheet import Sheet
from scorer.stats.describe.statistic_files import described
from scorer.stats.models.intervals import wilson
from scorer.stats.pairs import pairs
from tests import drawing
from tests.drawing import FIVE, Charts, League, as_written, cells, evening, markup
from tests.invented import HOSTILE, frames

PAIRS: Final = described("pairs")

Ok = Callable[..., str]
Sheeted = Callable[..., Sheet]
MINUS = "\N{MINUS SIGN}"


class OfInsight(League):
    """Invented deals with the statistics that charts of insight are drawn of, each computed once."""

    def __init__(self, played: Frames, everybody: Sequence[str]) -> None:
        super().__init__(played, everybody)
        self.pairs, self.curve = pairs(played, min_deals=1), rating_curve(played)

    def charts(self) -> Charts:
        """Every chart that is about all players."""
        return {
            "pair_heat": lambda: pair_heat(self.pairs),
            "pair_units": lambda: pair_heat(self.pairs, by="units"),
            "rating_lines": lambda: rating_lines(self.curve, self.everybody, self.everybody),
        }

    def charts_about(self, first: str, second: str) -> Charts:
        """Every chart that is about a player."""
        del second
        return {"ratings_over_grey": lambda: rating_lines(self.curve, self.everybody, self.everybody, [first])}


def test_no_name_becomes_markup() -> None:
    drawing.no_name_becomes_markup(OfInsight)


def test_templates_are_ours_whoever_plays() -> None:
    drawing.templates_are_ours(OfInsight)


def test_a_chart_of_nothing_says_so() -> None:
    drawing.nothing_says_so(OfInsight)


@pytest.mark.parametrize("count", [1, 30])
def test_every_chart_asks_its_question_names_its_axes_and_is_a_table(count: int) -> None:
    drawing.every_chart_is_whole(OfInsight, count)


# Chances


def chances_to_win(players: Sequence[str] = FIVE) -> pd.DataFrame:
    """The chances after each record of the evening: the first player from 20 to 75 percent, all others alike."""
    moments = {0: 0.2, 1: 0.6, 2: 0.5, 4: 0.55, 5: 0.75}
    rows = [(number, player, share if player == players[0] else (1 - share) / 4)
            for number, share in moments.items() for player in players]  # fmt: skip
    return pd.DataFrame(rows, columns=["number", "player", "chance"])


@pytest.mark.parametrize("start", [*range(0, len(HOSTILE) - 4, 5), len(HOSTILE) - 5])
def test_no_name_becomes_markup_in_a_match(start: int) -> None:
    players = HOSTILE[start : start + 5]
    safe = [safe_text.plain(safe_text.isolated(player)) for player in players]
    sheet = evening(players)
    for over in (False, True):
        match = replace(sheet.match, sitting=replace(sheet.match.sitting, finished=over))
        figure = chance_lines(chances_to_win(players), Sheet(match, sheet.records), HOSTILE)
        assert markup(figure) == []
        assert {trace.name for trace in figure.data} == set(safe)


def test_the_chances_run_over_the_records() -> None:
    figure = chance_lines(chances_to_win(), evening(), FIVE)
    lines = {trace.name: trace for trace in figure.data}
    assert list(lines["Anna"].x) == [0, 1, 2, 4, 5]
    assert list(lines["Anna"].y) == pytest.approx([20, 60, 50, 55, 75])
    assert list(lines["Anna"].ids) == ["", *(f"matches?match=1&deal={number}" for number in (1, 2, 4, 5))]
    assert list(figure.layout.yaxis.range) == [-2, 102]
    assert sorted(label.text for label in figure.layout.annotations) == [
        "Anna 75 %", "Bruno 6 %", "Carla 6 %", "Dario 6 %", "Elena 6 %"
    ]  # fmt: skip
    assert figure.layout.title.text == "Who wins tonight?"


def test_who_asks_how_sure_it_is_sees_the_chance_of_equals() -> None:
    plain, sure = (chance_lines(chances_to_win(), evening(), FIVE, sure=sure) for sure in (False, True))
    assert (len(plain.layout.shapes), sure.layout.shapes[0].y0) == (0, 20)


# Pairs


def pair(caller: str, partner: str, made: int, failed: int, units: int = 0) -> dict[str, Any]:
    """A row of `stats.pairs` in a league whose pairs have made half, drawn towards it as by 30 more contracts."""
    decided = made + failed
    ((low, likely_low), (high, likely_high)) = wilson(np.array([made, made + 15]), np.array([decided, decided + 30]))
    return {
        "caller": caller, "partner": partner, "deals": decided, "made": made, "failed": failed, "even": 0,
        "rate": made / decided, "low": low, "high": high, "units": units, "units_per_deal": units / decided,
        "likely_rate": (made + 15) / (decided + 30), "likely_low": likely_low, "likely_high": likely_high,
        "error": 0.3,
    }  # fmt: skip


TWO = [pair("Anna", "Bruno", 6, 4, 6), pair("Bruno", "Carla", 4, 6, -6)]


def test_a_pair_is_coloured_by_its_rate_drawn_towards_that_of_all() -> None:
    # 6 of 10 and 15 more of 30 are 21 of 40: 52.5 %; the middle of the colours is the league's 10 of 20
    _, cells, marks = pair_heat(TWO).data
    assert np.isnan(cells.z).tolist() == [[True, False, True], [True, True, False], [True, True, True]]
    assert [cells.z[0][1], cells.z[1][2]] == [52.5, 47.5]
    assert (cells.zmin, cells.zmax) == (40, 60)
    at = list(zip(marks.y, marks.x, strict=True)).index(("Anna", "Bruno"))
    assert marks.text[at] == "52<br>10"
    assert marks.hovertext[at] == (
        "Anna calls, Bruno is the partner<br>10 deals together, made 6 of 10: 60 %"
        "<br>drawn towards the league's: 52 % (37 to 67)<br>+6 units together"
    )
    assert marks.ids[at] == "players?player=Anna&other=Bruno"


def test_the_first_pair_of_a_league_has_its_colours_explained_in_sight_and_no_rate_above_all() -> None:
    figure = pair_heat([pair("Anna", "Bruno", 1, 0, 3) | {"likely_rate": 1.0}])
    _, cells, _ = figure.data
    drawn = figure.layout.height - figure.layout.margin.t - figure.layout.margin.b
    assert -2 < cells.colorbar.y == -figure.layout.margin.b / drawn
    assert (cells.zmin, cells.zmax, cells.colorbar.tickvals) == (90, 110, (90, 95, 100))


def test_nobody_is_a_partner_of_their_own_and_who_never_met_looks_otherwise() -> None:
    nobody, _, marks = pair_heat(TWO).data
    assert np.isnan(nobody.z).tolist() == [[False, True, True], [True, False, True], [True, True, False]]
    where = list(zip(marks.y, marks.x, strict=True))
    assert len(where) == 6  # nothing is told of Anna with Anna
    at = where.index(("Carla", "Anna"))
    assert (marks.text[at], marks.hovertext[at]) == ("", "Carla never called with Anna")


def test_pairs_by_units_and_without_any() -> None:
    _, cells, marks = pair_heat(TWO, by="units").data
    assert [cells.z[0][1], cells.z[1][2], cells.zmin, cells.zmax] == [6, -6, -6, 6]
    assert {"+6<br>10", f"{MINUS}6<br>10"} < set(marks.text)
    of_several = pd.DataFrame(TWO).drop(columns=["units"])
    assert not [one for one in pair_heat(of_several).data[2].hovertext if "units" in one]


def test_what_likely_rates_are_drawn_towards_is_told() -> None:
    # Of ten deals 5 were made, of the other pair's three all: 8 of 13 are 62 %
    rows = [pair("Anna", "Bruno", 5, 5), pair("Carla", "Dario", 3, 0)]
    assert theme.note_of(pair_heat(rows)).endswith(
        "likely %: as if each pair had about 18 more contracts at 62 %, the rate of all pairs, of however few deals"
    )
    assert "likely" not in theme.note_of(pair_heat(rows, by="units"))
    assert "likely %: made % drawn towards the rate of all pairs" in PAIRS.legend_of(["likely_rate"], titled=True)


def test_who_does_not_ask_how_sure_it_is_sees_no_interval_no_error_and_no_chance() -> None:
    curve = rating_curve(frames(FIVE, 30))
    for figure in (
        rating_lines(curve, FIVE, FIVE, sure=False),
        pair_heat(TWO, sure=False),
    ):
        assert not re.search("chance|likely|\N{PLUS-MINUS SIGN}|95 %", figure.to_json()), theme.question_of(figure)
        assert not [one for one in figure.data if one.type == "scatter" and one.error_x.array is not None]
        assert charts.as_table(figure)[1], theme.question_of(figure)  # its figures are there all the same


# Tables


def test_the_evenings_of_the_ratings_are_named_as_those_of_the_standings() -> None:
    days = pd.to_datetime(["2026-01-02", "2026-01-09", "2026-01-09"]).astype("datetime64[s]")
    curve = pd.DataFrame({"on": days, "player": ["Anna", "Anna", "Bruno"], "rating": [0.1, 0.2, -0.2]})
    curve = curve.assign(low=-0.4, high=0.4, significant=True)
    figure = rating_lines(curve, FIVE, FIVE[:2], names={days[0]: "Opening"})
    assert [[row[0], *row[2:]] for row in cells(figure)] == [
        ["evenings", "Anna", "Bruno"], ["2 Jan 2026, Opening", 0.1, None], ["9 Jan 2026", 0.2, -0.2],
    ]  # fmt: skip


def test_a_chance_is_neither_impossible_nor_certain_in_any_column(sheet: Sheeted, ok: Ok) -> None:
    ok("start Friday --players Anna,Bruno,Carla,Dario,Elena --variant chiamata")
    ok("deal anna K elena 61")
    match_sheet = sheet()
    rows = {"Anna": 0.997, "Bruno": 0.002, "Carla": 0.001, "Dario": 0.0, "Elena": 1.0}
    curve = pd.DataFrame({"number": 1, "player": list(rows), "chance": list(rows.values())})
    drawn = chance_lines(curve, match_sheet, FIVE)
    assert sorted(as_written(drawn)[0]) == ["0 %", "100 %", "<1 %", "<1 %", ">99 %"]


def test_cells_of_colours_are_rows_and_columns() -> None:
    pair = {"caller": "Anna", "partner": "Bruno", "deals": 10, "made": 0, "failed": 0, "units": 6, "error": 0.3}
    figure = pair_heat([pair], by="units")
    assert cells(figure) == [["caller", "Anna", "Bruno"], ["Anna", None, "+6; 10"], ["Bruno", None, None]]
