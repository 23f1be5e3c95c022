"""The figures of a player's page, and of two players beside each other, from frames written by hand."""

import numpy as np
import pandas as pd
import pytest

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


def test_the_units_of_a_player_say_how_far_they_went_and_lead_to_their_matches() -> None:
    figure = charts.player_units(running(Anna=[2.0, -4.0, NAN, 3.0]), TWO)
    (line,) = figure.data
    assert theme.alt_text(figure) == (
        f"How did the units of Anna run? Highest +3 (4 Nov 2026), lowest {MINUS}4 (2 Nov 2026). "
        "Had a coin decided each deal, it would be ±15 at most in 95 of 100 cases."  # 2, -6 and 7: all of them are 15
    )
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


def test_of_two_players_who_is_ahead_is_said_and_since_when() -> None:
    figure = charts.player_units(running(Anna=[2.0, -4.0], Bruno=[1.0, 5.0]), TWO)
    assert theme.alt_text(figure) == (
        f"Anna or Bruno: who is ahead? Bruno by 9 units: +5, Anna {MINUS}4. Had a coin decided each deal, "
        "they would be within 11 of each other at most in 95 of 100 cases."  # by 1, then by 10 the other way
    )
    assert "Counted from 1 Nov 2026, their first evening together." in figure.layout.meta["note"]
    assert "coin" not in theme.alt_text(charts.player_units(running(Anna=[2.0]), TWO, sure=False))
    assert [label.text for label in figure.layout.annotations] == [f"Anna {MINUS}4", "Bruno +5"]
    assert [line.line.dash for line in figure.data] == [None, None]  # colour and name tell them apart
    assert theme.alt_text(charts.player_units(running(Anna=[2.0], Bruno=[2.0]), TWO)).endswith(
        "Both have +2."
    )  # no coin parts them


def test_money_is_drawn_in_its_currency() -> None:
    figure = charts.player_units(running(Anna=[150.0, -250.0]), TWO, currency="EUR")
    assert list(figure.data[0].y) == [0, 1.5, -2.5]
    assert f"lowest {MINUS}2.50 (2 Nov 2026)" in theme.alt_text(figure)


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
    assert theme.alt_text(figure) == "How did the evenings go? 2 up, 1 down, 1 level."
    (bars,) = figure.data
    assert (list(bars.x), list(bars.text)) == ([9, 0, -1, 3], ["+9", "0", f"{MINUS}1", "+3"])
    assert figure.layout.yaxis.ticktext[0] == "4 Nov 2026"
    assert bars.ids[0] == "matches?match=4&player=Anna"
    assert figure.layout.hovermode == "y"  # a bar of 0 has nothing to click on, its row has
    many = charts.evening_bars(evenings(*range(1, 41)), "Anna", by_chance=4.2)
    assert theme.alt_text(many) == "How did the last 30 evenings go? 30 up, 0 down."
    assert (list(many.data[0].x)[::29], many.layout.meta["note"]) == (
        [40, 11], "Chance alone commonly moves one by about 4.",
    )  # fmt: skip
    assert theme.alt_text(charts.evening_bars(evenings(-1), "Anna")) == "How did the evening go? 0 up, 1 down."


@pytest.mark.parametrize("called", [0, 2])
def test_two_players_are_compared_by_role_in_one_figure(called: int) -> None:
    rates = {"call_rate": called / 4, "call_low": 0.1, "call_high": 0.9, "side_deals": 0}
    overview = [{"player": name, "deals": 4, "called": called} | rates for name in TWO]
    sure = {"low": 0.1, "high": 0.9, "units": 0}
    roles = {
        "Anna": [{"role": "all", "deals": 4, "wins": 3, "losses": 1, "win_rate": 0.75} | sure],
        "Bruno": [{"role": "all", "deals": 4, "wins": 1, "losses": 3, "win_rate": 0.25} | sure],
    }
    figure = charts.both_rates(overview, roles, TWO)
    # 4 of 8 deals won: the root of 0.5 x 0.5 by 4
    chance = "; chance alone commonly moves such a rate of 4 deals by 25 %."
    assert theme.alt_text(figure) == (
        f"Anna or Bruno: who calls more, who wins more? Deals won: Anna 75 %, Bruno 25 %{chance}"
    )
    assert [line.meta for line in figure.data] == ["players?player=Anna", "players?player=Bruno"]
    assert list(figure.layout.yaxis.ticktext) == ["called the deal (4 / 4)", "won, of all deals (4 / 4)"]
    assert [list(line.x) for line in figure.data] == [[25 * called, 75], [25 * called, 25]]


def test_two_players_where_nobody_calls_are_compared_by_what_they_win() -> None:
    # the league has two more rows than are asked for: none of them is a call of these two
    nothing = {"called": 0, "call_rate": NAN, "call_low": NAN, "call_high": NAN, "side_deals": 4}
    overview = [{"player": name, "deals": 4} | nothing for name in (*TWO, "Carla", "Dario")]
    row = {"role": "all", "deals": 4, "low": 0.1, "high": 0.9, "units": 0}
    roles = {"Anna": [row | {"wins": 3, "losses": 1, "win_rate": 0.75}],
             "Bruno": [row | {"wins": 1, "losses": 3, "win_rate": 0.25}]}  # fmt: skip
    figure = charts.both_rates(overview, roles, TWO)
    won = "Anna or Bruno: who wins more? Deals won: Anna 75 %, Bruno 25 %; chance alone"
    assert theme.alt_text(figure).startswith(won)
    assert list(figure.layout.yaxis.ticktext) == ["won, of all deals (4 / 4)"]


def test_two_players_are_compared_by_the_bids_that_one_of_them_called() -> None:
    def band(name: str, called: int, made: int) -> dict[str, object]:
        share = made / called if called else None
        return {"band": name, "called": called, "made": made, "failed": called - made, "rate": share, "low": share,
                "high": share}  # fmt: skip

    figure = charts.both_bids({"Anna": [band("A", 0, 0), band("K", 4, 3), band("Q", 0, 0)],
                               "Bruno": [band("A", 2, 1), band("K", 0, 0), band("Q", 0, 0)]}, TWO)  # fmt: skip
    # together 4 of 6 made: the root of 2/9 by 4, and by 2
    assert theme.alt_text(figure).endswith(
        "Contracts made: Anna 3 of 4, Bruno 1 of 2; chance alone commonly moves such a rate of 4 contracts by 24 %, "
        "of 2 by 33 %."
    )
    assert list(figure.layout.yaxis.ticktext) == ["A (0 / 2)", "K (4 / 0)"]
