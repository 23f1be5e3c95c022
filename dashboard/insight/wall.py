"""The chances to win on the wall: beside everybody of an open match, and on slides of their own, with how they went."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import data
from dashboard.address import filters
from dashboard.insight import win_probability
from dashboard.insight.win_probability import Forecast
from dashboard.look import safe_text, theme
from dashboard.wall import match_tiles, running_lines
from dashboard.wall.match_tiles import Panel
from dashboard.wall.running_lines import RunningLines
from dashboard.wall.slides import Slide, WallPlace
from scorer.insight.forecast.monte_carlo import entrants
from scorer.language import _
from scorer.match.facts import Match
from scorer.match.sheet import Sheet
from scorer.text.numbers import SCREEN, Counting, chance

CHANCES = "chances"  # in the address: 0 leaves them out


def news(matches: Sequence[Match]) -> dict[int, Mapping[str, str]]:
    """How likely everybody wins, in words by player, of the open ones of these matches by their ids."""
    if not filters.asked(CHANCES, filters.yes_or_no, True, _("the chances")):
        return {}
    forecasts = {match.id: win_probability.now(match.id) for match in matches}
    return {match: _wins(forecast) for match, forecast in forecasts.items() if forecast}


def _wins(forecast: Forecast) -> dict[str, str]:
    return {
        player: _("wins with {chance}", chance=chance(row["chance"], SCREEN))
        for player, row in forecast.of_player.items()
    }


def slides(matches: Sequence[Match]) -> list[Slide]:
    """The chances to win the open ones of these matches, and how they went, two at a time, once a deal is played."""
    if filters.yes_or_no(st.query_params.get(CHANCES, "")) is False:
        return []
    panels = []
    for match in matches:
        forecast, curve = win_probability.now(match.id), win_probability.course(match.id)
        if forecast is not None and curve is not None:
            panels.append(_panel(data.sheet_now(match.id), forecast, curve))
    return match_tiles.side_by_side(panels)


def _panel(sheet: Sheet, forecast: Forecast, curve: pd.DataFrame) -> Panel:
    """The chances of a match: to win in large figures, in small letters the units, and the lines of how they went."""
    colours = theme.at_table(sheet.players, data.players_now())
    chances = {player: row["chance"] for player, row in forecast.of_player.items()}
    seats = []
    for player in sorted(chances, key=chances.__getitem__, reverse=True):
        place = 1 + sum(share > chances[player] for share in chances.values())
        units = Counting(style=SCREEN).with_unit(sheet.running[player])
        seats.append(WallPlace(place, player, chance(chances[player], SCREEN), units, colours[player]))
    words = " ".join(filter(None, [forecast.verdict().whole, forecast.no_end]))
    story = [("", safe_text.sentence(words, sheet.players))]
    about = " · ".join([_("Who wins tonight?"), _(sheet.match.variant.title), sheet.match.league])
    return Panel(sheet.match.name, about, seats, _lines(sheet, curve, colours), story)


def _lines(sheet: Sheet, curve: pd.DataFrame, colours: Mapping[str, str]) -> RunningLines:
    """How likely everybody was to win, in percent, from `stats.win_probability_curve`: the most likely first."""
    now = dict(zip(curve["player"], curve["chance"], strict=True))  # the last chance of each player
    runs = []
    for who in sorted(entrants(sheet), key=lambda who: -now["+".join(who)]):
        own = curve[curve["player"] == "+".join(who)]
        runs.append((who, own["number"].tolist(), np.rint(100 * own["chance"].to_numpy()).astype(int).tolist()))
    return running_lines.drawn(runs, (0, 100), colours, str)
