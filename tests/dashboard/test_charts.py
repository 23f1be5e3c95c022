"""Charts: the numbers in them, the names in them, how large they are, and charts of nearly nothing."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

from dashboard import charts
from dashboard.charts.season_lines import BEHIND, apart, thinned
from dashboard.look import safe_text, theme
from scorer.frames import Frames
from scorer.match.facts import Record
from scorer.match.sheet import Sheet
from scorer.stats.bids import bands, bids
from scorer.stats.evenings import evenings as evenings_of
from scorer.stats.evenings import running_of
from scorer.stats.standings import running_by_evening
from tests import drawing
from tests.drawing import FIVE, Charts, League, deal, drawn, evening, markup, match_of
from tests.invented import HOSTILE, evenings, frames

Frame = pd.DataFrame
MINUS = "\N{MINUS SIGN}"


class OfSeason(League):
    """Invented deals with the statistics that charts are drawn of, each computed once."""

    def __init__(self, played: Frames, everybody: Sequence[str]) -> None:
        super().__init__(played, everybody)
        self.deals, self.payouts = played.deals, played.payouts
        self.running = running_by_evening(self.payouts)
        self.bids, self.bands = bids(played), bands(played)
        self.evenings = evenings_of(self.payouts)

    def charts(self) -> Charts:
        """Every chart that is about all players."""
        names, players = dict.fromkeys(self.running.index, self.everybody[-1]), list(self.running.columns)
        return {
            "evening_lines": lambda: charts.evening_lines(self.running, names, self.everybody, players),
            "place_changes": lambda: charts.place_changes(self.running, names, self.everybody, players),
            "bid_rates": lambda: charts.bid_rates(self.bids),
            "band_rates": lambda: charts.bid_rates(self.bands, break_even=0.5),
            "margins": lambda: charts.margins(self.deals),
        }

    def charts_about(self, first: str, second: str) -> Charts:
        """Every chart that is about a player, or about two, or has them in its words."""
        two, everybody, players = (first, second), self.everybody, list(self.running.columns)
        return {
            "over_grey": lambda: charts.evening_lines(self.running, {}, everybody, players, two),
            "one_line": lambda: charts.evening_lines(self.running, {}, everybody, [first]),
            "places_over_grey": lambda: charts.place_changes(self.running, {}, everybody, players, two),
            "player_units": lambda: charts.player_units(running_of(self.payouts, [first]), everybody),
            "units_of_two": lambda: charts.player_units(running_of(self.payouts, two), everybody),
            "evening_bars": lambda: charts.evening_bars(self.of(first, self.evenings), first, by_chance=7.0),
        }

    @staticmethod
    def of(player: str, table: Frame) -> Frame:
        return table[table["player"] == player].reset_index(drop=True)


# Names


def test_no_name_becomes_markup() -> None:
    drawing.no_name_becomes_markup(OfSeason)


def test_templates_are_ours_whoever_plays() -> None:
    drawing.templates_are_ours(OfSeason)


@pytest.mark.parametrize("start", [*range(0, len(HOSTILE) - 4, 5), len(HOSTILE) - 5])
def test_no_name_becomes_markup_in_a_match(start: int) -> None:
    players = HOSTILE[start : start + 5]
    safe = [safe_text.plain(safe_text.isolated(player)) for player in players]
    figure = charts.tonight_lines(evening(players), HOSTILE)
    assert markup(figure) == []
    assert [trace.name for trace in figure.data[1:]] == [*safe[:2], *safe[3:], safe[2]]


# Charts of nearly nothing


def test_a_chart_of_nothing_says_so() -> None:
    drawing.nothing_says_so(OfSeason)
    tonight = charts.tonight_lines(Sheet(match_of(FIVE), ()), FIVE)
    assert tonight.layout.annotations[0].text.startswith("No deal yet")


@pytest.mark.parametrize("count", [1, 30])
def test_every_chart_asks_its_question_names_its_axes_and_is_a_table(count: int) -> None:
    drawing.every_chart_is_whole(OfSeason, count)


# Lines


def test_tonight_runs_over_the_records_by_their_numbers_and_a_click_leads_to_each() -> None:
    # Anna +2, +1 of the penalty, -2: +1; Carla -1, -4, +1: -4; what lies before the first record leads nowhere
    figure = charts.tonight_lines(evening(), FIVE)
    what_happened, *_ = figure.data
    lines = {trace.name: trace for trace in figure.data}
    assert list(lines["Anna"].x) == [0, 1, 2, 4, 5]
    assert list(lines["Anna"].y) == [0, 2, 2, 3, 1]
    assert list(lines["Anna"].customdata) == ["", " (+2)", "", " (+1)", f" ({MINUS}2)"]  # nothing of a redeal
    assert list(lines["Carla"].y) == [0, -1, -1, -5, -4]
    assert [label.text for label in figure.layout.annotations] == [f"Carla {MINUS}4", "Anna +1", "Bruno +1", "Dario +1",
                                                                  "Elena +1"]  # fmt: skip
    pages = [f"matches?match=1&deal={number}" for number in (1, 2, 4, 5)]
    assert list(what_happened.ids) == pages
    assert [list(lines[name].ids) for name in FIVE] == [["", *pages]] * 5
    first = charts.tonight_lines(Sheet(match_of(FIVE), (deal(2, FIVE, (2, 1, -1, -1, -1)),)), FIVE)
    assert list(first.data[1].ids) == ["", "matches?match=1&deal=2"]  # 1 was struck out


def test_tonight_marks_redeals_and_penalties_and_tells_every_record() -> None:
    figure = charts.tonight_lines(evening(), FIVE)
    story = figure.data[0]
    assert theme.note_of(figure) == "\N{WHITE DIAMOND} a redeal, \N{MULTIPLICATION SIGN} a penalty"
    assert list(zip(story.marker.symbol, [size > 0 for size in story.marker.size], strict=True)) == [
        ("circle", False), ("diamond-open", True), ("x", True), ("circle", False),
    ]  # fmt: skip
    assert story.hovertext[1] == "All passed (Bruno): nobody pays"
    assert story.hovertext[3].replace(" <br>", " ") == (
        f"Anna called the two with Bruno and failed with 74: Anna {MINUS}2, Bruno {MINUS}1, the others +1 each"
    )


def test_the_evening_of_a_player_has_one_line_in_colour_and_what_brought_and_cost_most() -> None:
    # Anna +2 by deal 1, +1 of the penalty, -2 by deal 5
    figure = charts.tonight_lines(evening(), FIVE, "Anna")
    lines = {trace.name: trace for trace in figure.data if trace.name in FIVE}
    assert {name for name, line in lines.items() if line.line.color != BEHIND} == {"Anna"}
    marks = figure.data[-1]
    assert (list(marks.x), list(marks.y), list(marks.marker.symbol)) == (
        [1, 5],
        [2, 1],
        ["triangle-up", "triangle-down"],
    )
    assert [label.text for label in figure.layout.annotations][-2:] == ["1", "5"]
    assert theme.note_of(figure).endswith(
        "\N{BLACK UP-POINTING TRIANGLE} brought most, \N{BLACK DOWN-POINTING TRIANGLE} cost most"
    )


def test_tonight_explains_the_marks_that_there_are() -> None:
    records = tuple(Record(number, kind, FIVE, (1, 1, -4, 1, 1), note="why")
                    for number, kind in enumerate(("sheet", "adjustment", "penalty"), 1))  # fmt: skip
    figure = charts.tonight_lines(Sheet(match_of(FIVE), records), FIVE)
    assert figure.data[0].marker.symbol == ("square-open", "cross", "x")
    assert theme.note_of(figure) == (
        "\N{WHITE SQUARE} a paper sheet, + an adjustment, \N{MULTIPLICATION SIGN} a penalty"
    )


def test_the_line_of_who_came_late_or_left_lasts_as_long_as_they_sat_there() -> None:
    # Fabio sits at the table from the second deal on, instead of Elena
    others = (*FIVE[:4], "Fabio")
    records = (deal(1, FIVE, (2, 1, -1, -1, -1)), deal(2, others, (2, 1, -1, -1, -1)))
    figure = charts.tonight_lines(Sheet(match_of(others), records), [*FIVE, "Fabio"])
    lines = {trace.name: trace for trace in figure.data}
    assert (list(lines["Elena"].x), list(lines["Elena"].y)) == ([0, 1], [0, -1])
    assert (list(lines["Fabio"].x), list(lines["Fabio"].y)) == ([1, 2], [0, -1])


def test_the_deals_that_turned_a_match_are_marked_and_lead_to_what_is_told_of_them() -> None:
    # after two deals Anna and Carla have +1 each; the third brings Carla +4
    players = ("Carla", "Dario", "Anna", "Bruno", "Elena")
    plain = (2, 1, -1, -1, -1)
    records = (deal(1, FIVE, plain), deal(2, players, plain), deal(3, players, (4, 2, -2, -2, -2)))
    figure = charts.tonight_lines(Sheet(match_of(FIVE), records), FIVE)
    marks = figure.data[-1]
    assert (list(marks.x), list(marks.y), list(marks.marker.symbol)) == ([3], [5], ["star"])
    assert marks.ids[0] == "matches?match=1&deal=3"
    assert "\N{BLACK STAR} in the lead from here on" in theme.note_of(figure)


def test_a_player_has_one_colour_in_every_chart() -> None:
    everywhere = drawn(OfSeason, FIVE, 30)
    colours = dict(zip(FIVE, theme.PALETTE, strict=False))
    for name in ("evening_lines", "place_changes"):
        assert {line: trace.line.color for line, trace in named(everywhere[name]).items()} == colours


def named(figure: go.Figure) -> dict[str, go.Scatter]:
    """The lines of a figure by whose they are; what only joins them has no name."""
    return {trace.name: trace for trace in figure.data if trace.name}


THREE = evenings(Anna=[3, np.nan, 1], Bruno=[-3, -5, -2], Carla=[np.nan, 5, 1])  # Anna absent once, Carla at first


def test_a_line_has_a_dot_where_its_player_was_and_dots_lead_over_absence() -> None:
    figure = charts.evening_lines(THREE, {THREE.index[0]: "Friday"}, FIVE, ["Anna", "Carla", "Bruno"])
    lines = {name: list(zip(line.x, line.y, line.customdata, strict=True)) for name, line in named(figure).items()}
    assert figure.layout.meta["note"] == "dotted: absent"
    there = charts.evening_lines(evenings(Anna=[3, 1], Bruno=[-3, -1]), {}, FIVE, ["Anna", "Bruno"])
    assert there.layout.meta["note"] == ""
    # what an evening changed, of Anna's third since her first; where the line is open is no number
    assert [one for one in lines["Anna"] if one[1] == one[1]] == [(1, 3, "+3"), (3, 1, f"{MINUS}2")]
    assert len(lines["Anna"]) == 3
    assert lines["Carla"] == [(2, 5, "+5"), (3, 1, f"{MINUS}4")]
    assert "+0" not in str(lines)
    joins = [trace for trace in figure.data if trace.hoverinfo == "skip"]
    assert [(list(line.x)[:2], list(line.y)[:2], line.line.dash) for line in joins] == [
        ([0, 1], [0, 3], "solid"), ([1, 3], [3, 1], "dot"), ([1, 2], [0, 5], "solid"), ([0, 1], [0, -3], "solid"),
    ]  # fmt: skip


def test_the_last_absence_leads_to_the_name_at_the_end() -> None:
    figure = charts.evening_lines(evenings(Anna=[3, np.nan], Bruno=[-3, -5]), {}, FIVE, ["Anna", "Bruno"])
    assert [(list(trace.x), list(trace.y)) for trace in figure.data if trace.line.dash == "dot"] == [([1, 2], [3, 3])]
    assert [(label.text, label.x) for label in figure.layout.annotations] == [(f"Bruno {MINUS}5", 2), ("Anna +3", 2)]


def test_many_evenings_are_joined_from_one_to_the_next_of_the_player() -> None:
    there = [1.0 if at % 2 else np.nan for at in range(41)]
    figure = charts.evening_lines(evenings(Anna=there, Bruno=[*range(41)]), {}, FIVE, ["Bruno", "Anna"])
    assert len(named(figure)["Anna"].x) == 20
    assert not np.isnan(named(figure)["Anna"].y).any()


def test_who_is_chosen_has_a_colour_and_a_name_and_the_others_are_grey() -> None:
    names = [f"P{number:02}" for number in range(60)]
    running = evenings(**{name: [1, 60 - at] for at, name in enumerate(names)})
    for shown, colour in (((), names[:5]), (["P40", "P03"], ["P03", "P40"])):
        figure = charts.evening_lines(running, {}, names, names, shown)
        lines = named(figure)
        assert len(lines) == 60
        assert [name for name, line in lines.items() if line.line.color == theme.colour(name, names)] == colour
        assert sorted(label.text.split()[0] for label in figure.layout.annotations) == colour
        assert f"grey: {60 - len(colour)} others" in figure.layout.meta["note"]
    assert {line.meta for line in lines.values()} == {f"players?player={name}" for name in names}
    eight = charts.evening_lines(running[names[:8]], {}, names, names[:8])
    assert len(eight.layout.annotations) == 8


def test_forty_lines_were_dotted_for_absence_and_for_a_player() -> None:
    names = [f"P{number:02}" for number in range(40)]
    running = evenings(**{name: [at, 40 - at] for at, name in enumerate(names)})
    lines = named(charts.evening_lines(running, {}, names, names, names)).values()
    assert {line.line.dash for line in lines} == {None}


def test_a_mark_of_an_evening_leads_to_its_match_where_the_day_had_one() -> None:
    matches = {THREE.index[0]: 7, THREE.index[2]: 9}  # the second day had two
    for figure in (charts.evening_lines, charts.place_changes):
        lines = named(figure(THREE, {}, FIVE, ["Anna", "Bruno", "Carla"], ["Bruno"], matches=matches))
        assert list(lines["Bruno"].ids) == ["matches?match=7", "players?player=Bruno", "matches?match=9"]
        assert (lines["Anna"].ids, lines["Anna"].meta) == (None, "players?player=Anna")
    (gone,) = charts.evening_lines(THREE[["Anna"]], {}, FIVE, ["Anna"], matches=matches).data[-1:]
    assert list(gone.ids) == ["matches?match=7", "", "matches?match=9"]  # where the line is open it leads nowhere


def test_places_after_each_evening_ties_share_one_and_a_line_begins_with_its_first_evening() -> None:
    # 3 and -3; 3, -5 and 5; 1, -2 and 1
    figure = charts.place_changes(THREE, dict(zip(THREE.index, "ABC", strict=True)), FIVE, FIVE)
    assert {name: (list(line.x), list(line.y)) for name, line in named(figure).items()} == {
        "Anna": ([1, 2, 3], [1, 2, 1]), "Bruno": ([1, 2, 3], [2, 3, 3]), "Carla": ([2, 3], [1, 1]),
    }  # fmt: skip
    assert list(named(figure)["Carla"].text) == ["9 Jan 2026, B", "16 Jan 2026, C"]
    assert list(named(figure)["Anna"].customdata) == ["", ", absent", ""]
    assert [size > 0 for size in named(figure)["Anna"].marker.size] == [True, False, True]
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]


def test_a_day_stands_once_along_the_axis() -> None:
    figure = charts.evening_lines(running_by_evening(frames(FIVE, 30).payouts), {}, FIVE, FIVE)  # 25 deals a match
    assert list(figure.layout.xaxis.ticktext) == ["1 Jan", "2 Jan"]


def test_money_is_drawn_in_whole_coins() -> None:
    figure = charts.evening_lines(evenings(Anna=[150], Bruno=[-150]), {}, FIVE, FIVE, currency="EUR")
    assert [list(line.y) for line in named(figure).values()] == [[1.5], [-1.5]]
    assert figure.layout.yaxis.title.text == "EUR"
    assert [label.text for label in figure.layout.annotations] == [f"Bruno {MINUS}1.50", "Anna +1.50"]


def test_a_long_line_keeps_its_first_its_last_and_its_extremes_and_a_short_one_everything() -> None:
    line = np.random.default_rng(3).integers(-2, 3, 20_000).cumsum()
    kept = thinned(line, 500)
    assert len(kept) <= 500
    assert {0, 19_999, int(line.argmin()), int(line.argmax())} <= set(kept.tolist())
    assert (np.diff(kept) > 0).all()
    for count in (1, 2, 499, 500, 501, 999, 1001):
        kept = thinned(np.arange(count), 500)
        assert len(kept) == count if count <= 500 else len(kept) <= 500
        assert kept[-1] == count - 1


@pytest.mark.parametrize(("lines", "count", "unit"), [(41, 20_000, 1), (41, 20_000, 0.37), (60, 600, 1)])
def test_many_lines_of_many_evenings_are_small(lines: int, count: int, unit: float) -> None:
    names = [f"Giovanni {at:02}" for at in range(lines)]
    days = pd.DatetimeIndex(np.datetime64("1925-01-03", "s") + np.arange(count).astype("timedelta64[D]"), name="on")
    units = np.random.default_rng(5).integers(-2, 3, (count, lines)).cumsum(axis=0) * unit
    running = pd.DataFrame(units, index=days, columns=names)
    for figure in (charts.evening_lines, charts.place_changes):
        drawn = figure(running, dict.fromkeys(days, "Friday"), names, names)
        assert len(drawn.to_json()) < 200_000
        assert max(len(trace.x) for trace in drawn.data) <= 500 or count == 600


def test_forty_names_at_the_ends_of_lines_do_not_touch() -> None:
    figure = charts.evening_lines(running_by_evening(frames(HOSTILE, 500).payouts), {}, HOSTILE, HOSTILE, HOSTILE)
    low, high = figure.layout.yaxis.range
    pixels = (figure.layout.height - figure.layout.margin.t - figure.layout.margin.b) / (high - low)
    heights = sorted((label.y - low) * pixels - label.ay for label in figure.layout.annotations)
    assert len(heights) == 40
    assert min(np.diff(heights)) > 15.99
    assert heights[0] > 0


def test_labels_share_out_around_their_middle() -> None:
    assert apart(np.array([50.0, 50.0, 10.0]), 10, 0, 100).tolist() == [45, 55, 10]
    assert apart(np.array([99.0, 98.0]), 10, 0, 100).tolist() == [100, 90]
    assert apart(np.array([]), 10, 0, 100).tolist() == []


# Axes of few whole numbers


def test_no_axis_of_deals_or_units_has_fractions_between_few_whole_numbers() -> None:
    played = frames(FIVE, 1)
    assert charts.margins(played.deals).layout.yaxis.dtick == 1
    running = running_by_evening(played.payouts)
    assert charts.evening_lines(running, {}, FIVE, FIVE).layout.yaxis.dtick == 1
    one = charts.tonight_lines(Sheet(match_of(FIVE), evening().records[:1]), FIVE)
    assert one.layout.xaxis.dtick == one.layout.yaxis.dtick == 1
    assert charts.margins(frames(FIVE, 60).deals).layout.yaxis.dtick is None


def test_the_word_at_the_mean_stays_inside_the_chart() -> None:
    row = {"bid": "2", "called": 1, "rate": 1.0, "low": 0.2, "high": 1.0}
    for made, side in ((1, "right"), (0, "left")):
        figure = charts.bid_rates([row | {"made": made, "failed": 1 - made}])
        assert figure.layout.annotations[0].xanchor == side


def test_the_labels_of_a_single_place_stand_behind_its_mark() -> None:
    figure = charts.place_changes(running_by_evening(frames(FIVE, 1).payouts), {}, FIVE, FIVE)
    low, high = figure.layout.xaxis.range
    assert (1 - low) / (high - low) > 0.98


# Bars


def test_margins_are_counted_by_fives_on_their_side_of_the_target() -> None:
    deals = pd.DataFrame(
        {
            "card_points": [61, 65, 66, 60, 56, 55, -1],
            "margin": [0, 4, 5, -1, -5, -6, 0],
            "outcome": ["made", "made", "made", "failed", "failed", "failed", "made"],
        }
    )
    figure = charts.margins(deals)
    assert {trace.name: list(zip(trace.x, trace.y, strict=True)) for trace in figure.data} == {
        "failed": [(-7.5, 1), (-2.5, 2)], "made": [(2.5, 2), (7.5, 1)],
    }  # fmt: skip
    assert figure.data[0].hovertext[1] == "failed: 2 deals<br>1 to 5 below the target"
    assert figure.data[1].hovertext[0] == "made: 2 deals<br>0 to 4 above the target"


def test_margins_of_counts_with_bonuses_are_all_there() -> None:
    # Rematada: 230 at a bid of 100 is 130 above, 20 at a bid of 230 is 210 below
    deals = pd.DataFrame({"card_points": [230, 20], "margin": [130, -210], "outcome": ["made", "failed"]})
    figure = charts.margins(deals, bonuses=True)
    assert {trace.name: (list(trace.x), list(trace.y)) for trace in figure.data} == {
        "failed": ([-207.5], [1]), "made": ([132.5], [1]),
    }  # fmt: skip
    assert list(figure.layout.xaxis.range) == [-210, 135]
    assert figure.layout.xaxis.title.text == "card points and bonuses above or below the target"
    assert figure.data[0].hovertext[0].endswith("206 to 210 below the target")


# Rates


def test_a_rate_stands_with_its_interval_and_its_sample() -> None:
    # 3 of 4: Wilson 30.1 to 95.4 %
    row = {"bid": "2/62", "called": 5, "made": 3, "failed": 1, "rate": 0.75, "low": 0.3006, "high": 0.9544}
    figure = charts.bid_rates([row])
    dot = figure.data[0]
    assert list(dot.x) == [75]
    assert np.allclose([*dot.error_x.arrayminus, *dot.error_x.array], [44.94, 20.44])
    assert list(figure.layout.yaxis.ticktext) == ["2/62 (4)"]
    assert dot.hovertext[0] == "2/62<br>made 3 of 4: 75 % (30 to 95)"


def test_the_rate_at_which_a_call_pays_is_drawn_in() -> None:
    row = {"bid": "2", "called": 40, "made": 30, "failed": 10, "rate": 0.75, "low": 0.6, "high": 0.86}
    figure = charts.bid_rates([row], break_even=0.5)
    assert [line.x0 for line in figure.layout.shapes] == [75, 50]
    assert [one.text for one in figure.layout.annotations] == ["all bids 75 %", "break-even 50 %"]
