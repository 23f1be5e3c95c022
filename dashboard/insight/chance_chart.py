"""How the chances to win a match went, record by record: a line a player or partners."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.base import CHANCE, percent_axis, small
from dashboard.charts.match_lines import FEW_MARKS, FEW_PLAYERS, leads, line_look, record_axis
from dashboard.charts.season_lines import SeasonLine, drawn
from dashboard.look import safe_text, theme
from scorer.insight.forecast.monte_carlo import entrants
from scorer.language import _
from scorer.match.sheet import Sheet
from scorer.text.numbers import SCREEN, chance


def chance_lines(
    curve: pd.DataFrame, sheet: Sheet, everybody: Sequence[str], player: str | None = None, *, sure: bool = False
) -> go.Figure:
    """Everybody's chance to win after each record of a match, from `stats.win_probability_curve`.

    With a `player` theirs alone is in colour. Who asks how `sure` it is sees what it would be among equals.
    """
    question = _("Who wins tonight?")
    if sheet.match.sitting.finished:
        question = _("Who wins, and since when was it likely?")
    who, colours = {"+".join(players): players for players in entrants(sheet)}, theme.at_table(sheet.players, everybody)
    last = curve[curve["number"] == curve["number"].max()].set_index("player")["chance"]
    lines = []
    for name in sorted(who, key=lambda entrant: -last[entrant]):
        colour = colours[who[name][0]] if player in {None, *who[name]} else ""
        trace = _chance_line(curve[curve["player"] == name], who[name], sheet, colour)
        lines.append(SeasonLine(name, trace, chance(float(last[name]), SCREEN)))
    axes = {
        "xaxis": record_axis(curve["number"].to_numpy()),
        "yaxis": percent_axis(_("chance to win")) | {theme.FORM: CHANCE},
    }
    hovering = "x unified" if len(lines) <= FEW_PLAYERS else "closest"
    note = _("Each from what was known then. Dotted: at the beginning, if all played equally well.") if sure else ""
    chart = drawn(question, lines, axes, hovermode=hovering, note=note)
    if sure:
        dotted = {"color": theme.STRONGER, "width": 1.5, "dash": "dot"}
        chart.add_hline(y=100 / len(last), line=dotted, layer="below")
    return chart


def _chance_line(own: pd.DataFrame, who: tuple[str, ...], sheet: Sheet, colour: str) -> go.Scatter:
    """The chances of a player or of partners after each record."""
    numbers, shares = own["number"].to_numpy(), 100 * own["chance"].to_numpy()
    few = len(own) <= FEW_MARKS
    isolated = " + ".join(map(safe_text.isolated, who))
    hovers = [
        safe_text.plain(_("{player}: {chance}", player=isolated, chance=chance(share, SCREEN)))
        for share in own["chance"].tolist()
    ]
    return go.Scatter(
        x=small(numbers),
        y=shares.astype(np.float32),
        hovertext=hovers,
        hoverinfo="text",
        ids=leads(sheet, numbers.tolist()) if few else None,
        **line_look(who, colour, few=few),
    )
