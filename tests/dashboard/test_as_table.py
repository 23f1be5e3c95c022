"""The table behind a chart: the figures that it draws, whatever it is drawn with."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

from dashboard import charts
from dashboard.charts.as_table import ChartTable
from dashboard.charts.base import hover, row_axis
from dashboard.look import theme
from scorer.language import LANGUAGE, catalogues
from scorer.match.sheet import Sheet
from tests.drawing import FIVE, as_written, cells
from tests.invented import evenings
from tests.looking import look, rows, tables

Ok = Callable[..., str]
Sheeted = Callable[..., Sheet]


def test_lines_are_a_row_an_evening_and_a_column_a_player_and_absence_is_empty() -> None:
    running = evenings(Anna=[3, np.nan, 1], Bruno=[-3, -5, -2])
    names = dict(zip(running.index, ("Opening", "", "שלום"), strict=True))
    assert cells(charts.evening_lines(running, names, FIVE, ["Anna", "Bruno"])) == [
        ["evenings", "Anna", "Bruno"],
        ["2 Jan 2026, Opening", 3, -3],
        ["9 Jan 2026", None, -5],
        ["16 Jan 2026, שלום", 1, -2],
    ]


def test_lines_in_colour_are_the_first_columns() -> None:
    running = evenings(Anna=[3], Bruno=[2], Carla=[1])
    assert cells(charts.evening_lines(running, {}, FIVE, FIVE[:3], ["Carla"]))[0] == [
        "evenings", "Carla", "Anna", "Bruno",
    ]  # fmt: skip


def test_a_sentence_that_is_drawn_in_two_lines_is_one_in_the_table() -> None:
    sentence = "Giovanni Battista Maria called the two at 61 with Berto and made 65: both +2, the others -1 each"
    at = go.Scatter(x=[1], y=[1], mode="markers", hovertext=[hover(sentence, "the biggest deal")])
    line = go.Scatter(x=[1], y=[2], name="Anna")
    _, (row,) = charts.as_table(theme.chart("Who is ahead?", height=100, traces=[line, at]))
    assert row["words"] == f"{sentence}; the biggest deal"


def test_a_dot_that_is_missing_moves_no_words_into_other_rows() -> None:
    bids = [
        {"bid": bid, "called": 2, "made": made, "failed": 2 * there - made, "rate": made / 2 if there else None,
         "low": 0.1 if there else None, "high": 0.9 if there else None}
        for bid, made, there in (("A", 1, True), ("3", 0, False), ("K", 2, True))
    ]  # fmt: skip
    _, *rows = cells(charts.bid_rates(bids))
    assert [row[1] for row in rows] == [
        "A; made 1 of 2: 50 % (10 to 90)", "3; no contract made or failed", "K; made 2 of 2: 100 % (10 to 90)",
    ]  # fmt: skip


THREE_OF_FOUR = {"bid": "K", "called": 4, "made": 3, "failed": 1, "rate": 0.75, "low": 0.3006, "high": 0.9544}
CLOSE = {"card_points": [65, 50], "margin": [4, -11], "outcome": ["made", "failed"]}


def test_bars_are_a_column_a_series_and_numbers_that_can_be_below_zero_have_a_sign() -> None:
    units = go.Bar(x=[-1.5, 2], y=[0, 1], orientation="h")
    figure = theme.chart("Who?", height=100, traces=[units], yaxis=row_axis(["a", "b"]), xaxis={"title": {"text": "u"}})
    columns, made_of_units = charts.as_table(figure)
    assert [(column.title, column.form) for column in columns] == [("who or what", "text"), ("u", "mean")]
    assert [list(row.values()) for row in made_of_units] == [["a", -1.5], ["b", 2]]


def test_the_cells_of_a_table_are_written_as_the_figure_has_them() -> None:
    # 3 of 4: Wilson 30.1 to 95.4 %; +8 has its sign though nothing is below zero
    assert as_written(charts.bid_rates([THREE_OF_FOUR])) == [["75 %", "30 %", "95 %"]]
    assert charts.as_table(charts.bid_rates([THREE_OF_FOUR]))[1][0]["words"] == "K; made 3 of 4: 75 % (30 to 95)"
    evening = {"on": pd.Timestamp("2026-01-02"), "match_id": 1, "units": 8}
    assert as_written(charts.evening_bars([evening], "Anna")) == [["+8"]]
    running = evenings(Anna=[3, 4], Bruno=[2, 1])
    assert as_written(charts.evening_lines(running, {}, FIVE, FIVE[:2])) == [["+3", "+2"], ["+4", "+1"]]
    assert as_written(charts.place_changes(running, {}, FIVE, FIVE[:2])) == [["1", "2"], ["1", "2"]]


@pytest.mark.usefixtures("table")
def test_nothing_of_it_is_sent_before_it_is_asked_for() -> None:
    app = look("standings")
    folds = [one for one in app.expander if one.label == "as a table"]
    assert len(folds) == len(app.get("plotly_chart")) == 1
    assert len(tables(app)) == 1
    app.session_state["lines/chiamata/main_as_table"] = True
    app.run()
    assert len(rows(app, 1)) == 1  # one evening


def forms_and_figures(table: ChartTable) -> list[Any]:
    """The form of each column, and its cells where they are no text."""
    columns, rows = table
    return [(column.form, [row[column.name] for row in rows if column.form != "text"]) for column in columns]


def test_in_another_language_a_table_has_the_same_cells_below_other_heads(accents: Path) -> None:
    def tables() -> list[ChartTable]:
        makes = (charts.bid_rates([THREE_OF_FOUR]), charts.margins(pd.DataFrame(CLOSE)))
        return [charts.as_table(figure) for figure in makes]

    english = tables()
    token = LANGUAGE.set(catalogues.language(str(accents)))
    try:
        accented = tables()
    finally:
        LANGUAGE.reset(token)
    assert list(map(forms_and_figures, accented)) == list(map(forms_and_figures, english))
    heads = [column.title for columns, _rows in accented for column in columns]
    assert not any(head.isascii() for head in heads), heads
