"""Who plays with whom: the cards choose the partner, so these figures compare and never crown.

Where a table has no units, the figures have none: units of several variants are not the same thing.
"""

from collections.abc import Sequence
from math import ceil
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.address import links
from dashboard.charts.base import (
    BARE,
    LABEL,
    RowsOrFrame,
    clauses,
    frame,
    hover,
    numbers,
    percents,
    rate_of,
    records,
)
from dashboard.charts.shapes import nothing
from dashboard.look import safe_text, theme
from scorer.language import N_, _, counts
from scorer.language.lists_numbers_dates import number
from scorer.stats.models.arrays import Floats
from scorer.stats.models.beta_binomial import rate_prior
from scorer.text.numbers import SCREEN, SURE_SCREEN, Counting, Row, percent

PEOPLE: Final = 12  # as many as a heat map has room for, on a phone as well
CELL: Final = 42
LEANING: Final = 5.0  # pixels of height that a letter needs at 45 degrees
FURTHEST: Final = 1.9  # times the height of the cells: Plotly draws nothing two heights below them
BAR: Final = 124  # pixels below the names: their title, and the colours explained
LIKELY: Final = ("likely_rate", "likely_low", "likely_high")
LIKELY_MADE: Final = N_("likely % of contracts made")
TOGETHER: Final = N_("{units} together")
BY_LIKELY, BY_UNITS = "likely_rate", "units"  # the columns that pairs can be compared by
QUESTIONS: Final = {BY_LIKELY: N_("Who makes it with whom?"), BY_UNITS: N_("Who wins what with whom?")}
MADE: Final = "made"
NOTES: Final = {
    MADE: N_("in a cell: made in %, and below it the deals; the colour counts few deals less; empty: never"),
    BY_LIKELY: N_("in a cell: likely %, and below it the deals; empty: never; grey: nobody is their own partner"),
    BY_UNITS: N_("in a cell: both together, and below it the deals; empty: never; grey: nobody is their own partner"),
}


def pair_heat(rows: RowsOrFrame, *, by: str = BY_LIKELY, currency: str = "", sure: bool = True) -> go.Figure:
    """How each caller fares with each partner; from `stats.pairs` with `min_deals=1`.

    `by` BY_LIKELY how often they make it, or BY_UNITS what they won together. A cell of a player with themselves is
    grey, one of two who never met is empty. If `sure`, cells have the likely rate that colours
    them; else the rate as it is.
    """
    table, question = frame(rows), _(QUESTIONS[by])
    if table.empty:
        return nothing(question)
    people = sorted({*table["caller"].tolist(), *table["partner"].tolist()})
    counting = Counting(currency, SURE_SCREEN if sure else SCREEN)
    figures, texts, tint = _cells(table, by, counting)
    at = tuple(np.array([list(map(people.index, table[side].tolist())) for side in ("caller", "partner")]))
    shape = (len(people), len(people))
    z, text, hovers = np.full(shape, np.nan), np.full(shape, "", object), np.empty(shape, object)
    for cell in np.ndindex(shape):
        caller, partner = (safe_text.isolated(people[place]) for place in cell)
        hovers[cell] = hover(_("{caller} never called with {partner}", caller=caller, partner=partner))
    z[at], text[at] = figures, texts
    hovers[at] = [_pair(row, counting) for row in records(table)]
    names = list(map(safe_text.plain, people))
    grid = {"x": names, "y": names, "hoverinfo": "skip", "xgap": 2, "ygap": 2}
    cells = go.Heatmap(z=z, hoverongaps=False, **grid, **tint)
    own, grey = np.where(np.eye(len(people), dtype=bool), 0, np.nan), [[0, theme.STRONGER], [1, theme.STRONGER]]
    nobody = go.Heatmap(z=own, showscale=False, colorscale=grey, **grid)
    below = BAR + LEANING * max(map(safe_text.columns, safe_text.shorts(people, LABEL - 4)))
    height = max(len(people) * CELL, ceil(below / FURTHEST))
    cells.colorbar = _colour_bar(below / height, tint["zmin"], tint["zmax"], by, counting)
    note = _(NOTES[by])
    if by == BY_LIKELY:
        note = clauses(note, _drawn_towards(table)) if sure else _(NOTES[MADE])
    return theme.chart(
        question,
        height=height,
        note=note,
        traces=[nobody, cells, _touched(people, text, hovers)],
        margin={"b": below},
        hoverdistance=-1,
        xaxis=_names(people, _("partner")) | {"tickangle": -45, "automargin": False},
        yaxis=_names(people, _("caller")) | {"autorange": "reversed"},
    )


def _touched(people: Sequence[str], text: Any, hovers: Any) -> go.Scatter:
    """The texts, hovers and links of the cells: a cell of a heat map itself cannot be chosen.

    `text` and `hovers` are arrays of callers (rows) by partners (columns), in the order of `people`.
    """
    of_two = ~np.eye(len(people), dtype=bool)
    pairs = [(people[caller], people[partner]) for caller, partner in np.argwhere(of_two).tolist()]
    return go.Scatter(
        x=[safe_text.plain(pair[1]) for pair in pairs],
        y=[safe_text.plain(pair[0]) for pair in pairs],
        ids=[links.to("players", player=caller, other=partner) for caller, partner in pairs],
        mode="markers+text",
        marker={"opacity": 0, "size": CELL - 4},
        text=text[of_two],
        textfont={"color": theme.ON_HEAT, "size": theme.LABELS},
        hovertext=hovers[of_two],
        hoverinfo="text",
    )


def _cells(table: pd.DataFrame, by: str, counting: Counting) -> tuple[Floats, list[str], dict[str, Any]]:
    """The figures of the cells, their texts, and their colours: the middle is the rate of all pairs, or 0 units."""
    if by == BY_UNITS:
        figures, middle, least = numbers(table, by) / counting.scale, 0.0, 1.0
        written = [counting.total(units) for units in table["units"].tolist()]
    else:
        decided = (table["made"] + table["failed"]).sum()
        figures, middle, least = percents(table, by), 100 * table["made"].sum() / decided if decided else 50.0, 10.0
        rates = figures if counting.style.sure else percents(table, "rate")
        written = [number(rate) if rate >= 0 else SCREEN.nothing for rate in rates.tolist()]
    texts = [f"{figure}{safe_text.BREAK}{deals}" for figure, deals in zip(written, table["deals"], strict=True)]
    reach = max(least, float(np.nanmax(np.abs(figures - middle), initial=0)))
    return figures, texts, {"colorscale": theme.HEAT, "zmin": middle - reach, "zmax": middle + reach}


def _drawn_towards(everyone: pd.DataFrame) -> str:
    """How the likely rates are made, a clause: their mean is that of all pairs, the answer's that of many deals."""
    made, decided = everyone["made"].to_numpy(), (everyone["made"] + everyone["failed"]).to_numpy()
    if not decided.any():
        return ""
    all_pairs = rate_prior(made, decided)
    return _(
        "likely %: as if each pair had about {contracts} more contracts at {share}, "
        "the rate of all pairs, of however few deals",
        contracts=round(all_pairs.strength),
        share=percent(all_pairs.mean),
    )


def _pair(row: Row, counting: Counting) -> str:
    """The words at a caller with a partner."""
    decided, units = row["made"] + row["failed"], row.get("units")
    together = _("{deals} together", deals=counts.deals(row["deals"]))
    if decided:
        fields = {"deals": counts.deals(row["deals"]), "made": row["made"], "decided": decided}
        together = _("{deals} together, made {made} of {decided}: {share}", **fields, share=percent(row["rate"]))
    sure = counting.style.sure
    facts = {"caller": safe_text.isolated(row["caller"]), "partner": safe_text.isolated(row["partner"])}
    return hover(
        _("{caller} calls, {partner} is the partner", **facts),
        together,
        _("drawn towards the league's: {rate}", rate=rate_of(row, *LIKELY)) if decided and sure else "",
        "" if units is None else _(TOGETHER, units=counting.with_unit(units)),
    )


def _colour_bar(below: float, low: float, high: float, by: str, counting: Counting) -> dict[str, Any]:
    """The explanation of the colours, below the chart."""
    place = {"orientation": "h", "x": 0, "xanchor": "left", "len": 0.6, "y": -below, "yanchor": "bottom"}
    step = max(1, round((high - low) / 4))
    ticks: dict[str, Any] = {"dtick": step}
    title = _(TOGETHER, units=counting.title)
    if by == BY_LIKELY:  # no rate is above 100 %
        title = _(LIKELY_MADE) if counting.style.sure else _("% of contracts made")
        ticks = {"tickvals": list(range(max(0, ceil(low / step) * step), min(100, int(high)) + 1, step))}
    return place | ticks | {"thickness": 10, "title": {"text": title, "side": "top"}}


def _names(names: Sequence[str], title: str) -> dict[str, Any]:
    """The axis of callers or partners; their whole names are in the hover text."""
    return {
        "type": "category",
        "title": {"text": title},
        "categoryorder": "array",
        "categoryarray": [safe_text.plain(name) for name in names],
        "range": [-0.5, len(names) - 0.5],
        "tickmode": "array",
        "tickvals": np.arange(len(names)),
        "ticktext": [safe_text.plain(name) for name in safe_text.shorts(names, LABEL - 4)],
        "automargin": True,
        **BARE,
    }
