"""The figures of a player's page, and of two players beside each other, from frames written by hand."""

import numpy as np
import pandas as pd

from dashboard import charts
from dashboard.charts.player import PLACES
from dashboard.look import theme

MINUS = "\N{MINUS SIGN}"
TWO = ["Anna", "Bruno"]
NAN = float("nan")


def running(**units: list[float]) -> pd.DataFrame:
    """A record a day in a match of its own, from the 1st of November 2026 on."""
    count = len(next(iter(units.values())))
    days = pd.date_range("2026-11-01", periods=count).astype("datetime64[s]")
    index = pd.MultiIndex.from_arrays([days, range(1, count + 1), [1] * count], names=["on", "match_id", "number"])
    return pd.DataFrame(units, index=index)


def evenings(*units: int) -> pd.DataFrame:
    days = pd.date_range("2026-11-01", periods=len(units)).date
    return pd.DataFrame({"on": days, "match_id": range(1, len(units) + 1), "units": units})


def test_the_units_of_a_player_lead_to_their_matches() -> None:
    figure = charts.player_units(running(Anna=[2.0, -4.0, NAN, 3.0]), TWO)
    (line,) = figure.data
    coin = (
        "Had a coin decided each deal, it would be ±15 at most in 95 of 100 cases."  # 2, -6 and 7: all of them are 15
    )
    assert theme.note_of(figure) == f"A gap is a day of absence. {coin}"
    assert np.array_equal(line.y, [0, 2, -4, NAN, 3], equal_nan=True)  # 0 before the first; a gap on the third day
    assert (line.connectgaps, line.line.dash, line.line.color) == (False, None, theme.PALETTE[0])
    assert line.ids == ("", *(f"matches?match={day}&deal=1" for day in (1, 2, 3, 4)))
    assert line.text[2] == f"{MINUS}4 units ({MINUS}6), 2 Nov 2026"
    assert line.text[4] == "+3 units (+7), 4 Nov 2026"
    assert figure.layout.annotations[0].text == "+3"


def test_a_day_stands_where_its_evening_begins() -> None:
    # three records on the 1st, two on the 2nd, four on the 4th: the first, fourth and sixth record
    days = pd.to_datetime([f"2026-11-0{day}" for day in (1, 1, 1, 2, 2, 4, 4, 4, 4)]).astype("datetime64[s]")
    index = pd.MultiIndex.from_arrays([days, [1] * 9, range(1, 10)], names=["on", "match_id", "number"])
    axis = charts.player_units(pd.DataFrame({"Anna": [1.0] * 9}, index=index), TWO).layout.xaxis
    assert list(zip(axis.tickvals, axis.ticktext, strict=True)) == [(1, "1 Nov"), (4, "2 Nov"), (6, "4 Nov")]


def test_of_two_players_it_is_said_since_when_their_units_count() -> None:
    figure = charts.player_units(running(Anna=[2.0, -4.0], Bruno=[1.0, 5.0]), TWO)
    assert theme.note_of(figure) == (
        "Counted from 1 Nov 2026, their first evening together. Had a coin decided each deal, "
        "they would be within 11 of each other at most in 95 of 100 cases."  # by 1, then by 10 the other way
    )
    assert "coin" not in theme.note_of(charts.player_units(running(Anna=[2.0]), TWO, sure=False))
    assert [label.text for label in figure.layout.annotations] == [f"Anna {MINUS}4", "Bruno +5"]
    assert [line.line.dash for line in figure.data] == [None, None]  # colour and name tell them apart
    level = charts.player_units(running(Anna=[2.0], Bruno=[2.0]), TWO)
    assert "coin" not in theme.note_of(level)  # none parts them


def test_money_is_drawn_in_its_currency() -> None:
    figure = charts.player_units(running(Anna=[150.0, -250.0]), TWO, currency="EUR")
    assert list(figure.data[0].y) == [0, 1.5, -2.5]
    assert figure.layout.annotations[0].text == f"{MINUS}2.50"


def test_a_long_line_keeps_its_ends_its_extremes_and_its_gaps() -> None:
    units = np.arange(5000.0)
    units[1234] = -9999
    units[2000:2500] = NAN
    line = charts.player_units(running(Anna=units.tolist()), TWO).data[0]
    assert len(line.x) <= PLACES + 8
    assert (np.nanmin(line.y), line.y[-1], int(np.isnan(line.y).sum() > 0)) == (-9999, 4999, 1)
    shown = dict(zip(line.x.tolist(), line.y.tolist(), strict=True))
    assert (shown[2000], shown[2501]) == (1999, 2500)  # place 1 is the first record: both edges of the gap
    assert not any(2000 < place < 2501 and units == units for place, units in shown.items())  # noqa: PLR0124 - NaN


def test_gaps_too_narrow_to_be_seen_do_not_make_a_long_line_heavy() -> None:
    units = np.arange(20_000.0)
    units[1::10] = NAN  # 2,000 days of absence of one record each: a tenth of a pixel
    line = charts.player_units(running(Anna=units.tolist()), TWO).data[0]
    assert len(line.x) <= PLACES
    assert not np.isnan(line.y).any()


def test_nobody_who_never_met_has_a_line() -> None:
    assert not charts.player_units(running(Anna=[1.0], Bruno=[1.0]).iloc[:0], TWO).data


def test_the_evenings_of_a_player_are_bars_the_newest_first_that_lead_to_their_matches() -> None:
    figure = charts.evening_bars(evenings(3, -1, 0, 9), "Anna")
    assert theme.question_of(figure) == "How did the evenings go?"
    (bars,) = figure.data
    assert (list(bars.x), list(bars.text)) == ([9, 0, -1, 3], ["+9", "0", f"{MINUS}1", "+3"])
    assert figure.layout.yaxis.ticktext[0] == "4 Nov 2026"
    assert bars.ids[0] == "matches?match=4&player=Anna"
    assert figure.layout.hovermode == "y"  # a bar of 0 has nothing to click on, its row has
    many = charts.evening_bars(evenings(*range(1, 41)), "Anna", by_chance=4.2)
    assert theme.question_of(many) == "How did the last 30 evenings go?"
    assert (list(many.data[0].x)[::29], many.layout.meta["note"]) == (
        [40, 11], "Chance alone commonly moves one by about 4.",
    )  # fmt: skip
    assert theme.question_of(charts.evening_bars(evenings(-1), "Anna")) == "How did the evening go?"
