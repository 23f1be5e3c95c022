"""Who plays with whom: the cards choose the partner, so these figures compare and never crown."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import safe_text, theme
from dashboard.charts.base import LABEL, Flags, Floats, Rows, frame, hover, nothing, numbers, percents, words
from dashboard.charts.rates import APART, across, dots
from scorer.stats.players import MIN_DEALS
from scorer.text.numbers import SCREEN, Counting, rate
from scorer.text.sentences import counted

FEW: Final = 12  # callers beside whom the figures are written in the cells
PAIR: Final = 12  # letters of each name of two
CELL: Final = 30
LOW_CELL: Final = 18
LEANING: Final = 5.0  # pixels of height that a letter needs at 45 degrees
BAR: Final = 124  # pixels below the names: their title, and the colours explained


def companion_rates(
    rows: Rows, player: str, everybody: Sequence[str], *, fewest: int = MIN_DEALS, currency: str = ""
) -> go.Figure:
    """How often a player wins with and against each other; from `stats.companions`, rates from `fewest` deals on."""
    table, name = frame(rows), safe_text.short(player, 20)
    question = f"How does {name} fare with whom?"
    if table.empty:
        return nothing(question)
    colour, counting = theme.colour(player, everybody), Counting(currency, SCREEN)
    others = safe_text.shorts(words(table, "other"))
    labels = [f"{other} ({together} / {opposite})" for other, together, opposite in zip(
        others, table["with_deals"], table["against_deals"], strict=True)]  # fmt: skip
    note = f"(deals with / against); no dot below {counted(fewest, 'deal')}"
    markers = {"with": {"color": colour}, "against": {"color": theme.GREY, "symbol": "diamond", "size": 9}}
    series = [
        dots(table, (f"{side}_rate", f"{side}_low", f"{side}_high"), _together(table, side, counting), shift=shift,
             name=side, marker=markers[side])
        for side, shift in (("with", -APART), ("against", APART)) if table[f"{side}_deals"].any()
    ]  # fmt: skip
    return across(question, series, labels, f"% of deals that {name} won", note=note, wide=30, **theme.legend_below())


def met_rates(rows: Rows, *, fewest: int = MIN_DEALS, currency: str = "") -> go.Figure:
    """How often one wins with another on the same side, and against them; from `stats.met`."""
    table, question = frame(rows), "Who wins with whom, and against whom?"
    if table.empty:
        return nothing(question, f"Nobody has {counted(fewest, 'deal')} with or against the same player yet.")
    counting, decided = Counting(currency, SCREEN), (table["wins"] + table["losses"]).tolist()
    pairs = list(zip(*(words(table, name) for name in ("player", "met", "other")), strict=True))
    told = [
        hover([" ".join(map(safe_text.isolated, pair)),
               f"{counted(deals, 'deal')}, {wins} of {of} won: {rate(share, low, high, SCREEN)}",
               f"{counting.total(units)} {counting.title}"])
        for pair, deals, wins, of, units, share, low, high in zip(
            pairs, *(table[name].tolist() for name in ("deals", "wins")), decided,
            *(table[name].tolist() for name in ("units", "rate", "low", "high")), strict=True,
        )
    ]  # fmt: skip
    names = list(dict.fromkeys(name for player, _, other in pairs for name in (player, other)))
    cut = dict(zip(names, map(safe_text.isolated, safe_text.shorts(names, PAIR)), strict=True))
    labels = [
        f"{cut[player]} {met} {cut[other]} ({of})" for (player, met, other), of in zip(pairs, decided, strict=True)
    ]
    beside = (table["met"] == "with").tolist()
    marker = {
        "color": [theme.PALETTE[0] if one else theme.GREY for one in beside],
        "symbol": ["circle" if one else "diamond" for one in beside],
    }
    return across(question, [dots(table, ("rate", "low", "high"), told, marker=marker)], labels,
                  "% won by the first", wide=44)  # fmt: skip


def _together(table: Any, side: str, counting: Counting) -> list[str]:
    columns = [table[f"{side}_{name}"].tolist() for name in ("deals", "wins", "decided", "units")]
    share, low, high = (numbers(table, f"{side}_{name}").tolist() for name in ("rate", "low", "high"))
    rates = [rate(*ends, SCREEN) for ends in zip(share, low, high, strict=True)]
    return [
        hover(
            [
                f"{side} {safe_text.isolated(other)}: {counted(deals, 'deal')}",
                f"won {wins} of {decided}: {sure}",
                f"{counting.total(units)} {counting.title}",
            ]
        )
        for other, sure, deals, wins, decided, units in zip(words(table, "other"), rates, *columns, strict=True)
    ]


def pair_heat(rows: Rows, *, fewest: int = MIN_DEALS, currency: str = "") -> go.Figure:
    """How often each caller makes it with each partner; from `stats.pairs` with `min_deals=1`.

    Cells with fewer than `fewest` deals are grey: there is nothing to read from them but the number of deals.
    """
    table, question = frame(rows), "Who makes it with whom?"
    if table.empty:
        return nothing(question)
    callers, partners = (sorted(set(words(table, side))) for side in ("caller", "partner"))
    told = [_pair(row, Counting(currency, SCREEN), fewest) for row in table.to_dict("records")]
    few = numbers(table, "deals") < fewest
    cells = partial(_cells, table, callers, partners, told)
    grey = cells(
        few,
        np.zeros(len(table)),
        colorscale=[[0, theme.FAINT], [1, theme.FAINT]],
        showscale=False,
        textfont_color=theme.WORDS,
    )
    height = max(120, len(callers) * (CELL if len(callers) <= FEW else LOW_CELL))
    below = BAR + LEANING * max(map(safe_text.columns, safe_text.shorts(partners, LABEL - 4)))
    sure = cells(
        ~few,
        percents(table, "rate"),
        colorscale=theme.HEAT,
        textfont_color=theme.ON_HEAT,
        zmin=0,
        zmax=100,
        colorbar=_colour_bar(below / height),
    )
    note = f"in the cells: deals; grey: too few, under {fewest}"
    across = _names(partners, "partner") | {"tickangle": -45, "automargin": False}
    axes: dict[str, Any] = {"xaxis": across, "yaxis": _names(callers, "caller") | {"autorange": "reversed"}}
    return theme.figure(question, height=height, note=note, traces=[grey, sure], margin={"b": below}, **axes)


def _cells(
    table: pd.DataFrame,
    callers: list[str],
    partners: list[str],
    told: list[str],
    which: Flags,
    rate: Floats,
    **look: Any,
) -> go.Heatmap:
    """Some pairs as cells, the others left open; the number of deals is written in them where there is room."""
    shape = (len(callers), len(partners))
    at = tuple(np.array([[names.index(one) for one in words(table[which], side)]
               for side, names in (("caller", callers), ("partner", partners))], np.int64).reshape(2, -1))  # fmt: skip
    z, hovertext, text = np.full(shape, np.nan, np.float32), np.full(shape, "", object), np.full(shape, "", object)
    z[at], hovertext[at] = rate[which], np.array(told, object)[which]
    text[at] = table["deals"].to_numpy()[which].astype(str) if max(shape) <= FEW else ""
    return go.Heatmap(
        z=z, x=list(map(safe_text.plain, partners)), y=list(map(safe_text.plain, callers)),
        hovertext=hovertext, text=text, texttemplate="%{text}", hoverinfo="text", hoverongaps=False,
        xgap=2, ygap=2, **look,
    )  # fmt: skip


def _pair(row: dict[Any, Any], counting: Counting, fewest: int) -> str:
    sure = rate(row["rate"], row["low"], row["high"], SCREEN)
    made = f"made {row['made']} of {row['made'] + row['failed']}"
    return hover(
        [
            f"{safe_text.isolated(row['caller'])} calls, {safe_text.isolated(row['partner'])} is the partner",
            f"{counted(row['deals'], 'deal')} together: {made}" + (f", {sure}" if row["deals"] >= fewest else ""),
            f"{counting.total(row['units'])} {counting.title} together",
        ]
    )


def _colour_bar(below: float) -> dict[str, Any]:
    """The colours explained, below the figure."""
    place = {
        "orientation": "h",
        "x": 0,
        "xanchor": "left",
        "len": 0.6,
        "y": -below,
        "yanchor": "bottom",
    }
    return place | {"thickness": 10, "ticksuffix": " %", "title": {"text": "% of contracts made", "side": "top"}}


def _names(names: Sequence[str], title: str) -> dict[str, Any]:
    """The axis of callers or partners; their whole names are in the hover text."""
    return {
        "type": "category", "title": {"text": title}, "showgrid": False, "zeroline": False,
        "tickmode": "array", "tickvals": np.arange(len(names)), "automargin": True,
        "ticktext": [safe_text.plain(name) for name in safe_text.shorts(names, LABEL - 4)],
    }  # fmt: skip
