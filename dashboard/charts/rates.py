"""Rates as dots on bars that show how sure they are, each with the size of its sample."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import safe_text, theme
from dashboard.charts.bars import bar_rows, bars_across
from dashboard.charts.base import (
    INTERVAL,
    Rows,
    frame,
    hover,
    nothing,
    numbers,
    percent_axis,
    percents,
    row_axis,
    row_height,
    words,
)
from scorer.text.numbers import SCREEN, Counting, percent, rate
from scorer.text.sentences import counted

APART: Final = 0.17  # of a row, between two series
BESIDE: Final = "(deals called: the player / the league)"
BESIDE_SURELY: Final = "(deals called: player / league), 95 % intervals"
NEAR_THE_EDGE: Final = 85  # percent; words in the middle of it would run out of the figure
NEVER_CALLED: Final = "No deal called here yet."
NEUTRAL: Final = theme.PALETTE[0]
LEAGUE: Final = {"color": theme.GREY, "symbol": "diamond", "size": 9}
ROLE_WORDS: Final = {
    "caller": "caller, with a partner", "solo": "caller, alone", "side": "nobody called", "all": "all deals",
}  # fmt: skip


def dots(table: pd.DataFrame, columns: tuple[str, str, str], told: Sequence[str], **look: Any) -> go.Scatter:
    """A dot for each row of a rate, with its interval; nothing where there is no rate. `shift` moves it down."""
    rate, low, high = (percents(table, column) for column in columns)
    marker = {"color": NEUTRAL, "size": 10, "opacity": 1} | look.pop("marker", {})
    whisker = marker["color"] if isinstance(marker["color"], str) else theme.GREY
    return go.Scatter(
        x=rate,
        y=np.arange(len(table)) + look.pop("shift", 0.0),
        mode="markers",
        marker=marker,
        error_x={
            "array": high - rate,
            "arrayminus": rate - low,
            "thickness": 1.6,
            "width": 4,
            "color": whisker,
        },
        hovertext=list(told),
        hoverinfo="text",
        cliponaxis=False,
        **look,
    )


def across(question: str, series: Sequence[go.Scatter], labels: Sequence[str], title: str, **layout: Any) -> go.Figure:
    """Rows of dots from 0 to 100 %, a thin line for each row to follow."""
    rows = row_axis(labels, wide=layout.pop("wide", 24)) | {"showgrid": True}
    height = row_height(len(labels)) + (len(series) - 1) * 10 * len(labels)
    axes = {"xaxis": percent_axis(title), "yaxis": rows}
    return theme.figure(question, height=height, traces=series, **({"note": INTERVAL} | axes | layout))


def mean_line(rate: float, word: str) -> dict[str, Any]:
    """A dotted line down the figure at a rate in percent, named below the title."""
    line = {"type": "line", "x0": rate, "x1": rate, "y0": 0, "y1": 1, "yref": "paper", "layer": "below"}
    label = {
        "x": rate,
        "xanchor": "right" if rate > NEAR_THE_EDGE else "left" if rate < 100 - NEAR_THE_EDGE else "center",
        "y": 1,
        "yref": "paper",
        "yanchor": "bottom",
        "showarrow": False,
        "text": f"{word} {rate:.0f} %",
    }
    return {
        "shapes": [line | {"line": {"color": theme.STRONGER, "width": 1.5, "dash": "dot"}}],
        "annotations": [label | {"font": {"size": 11}, "yshift": -2}],
        "margin": {"t": 16},
    }


def bid_rates(rows: Rows) -> go.Figure:
    """How often each bid or band was made, solo included, even deals left out; from `stats.bids` or `stats.bands`."""
    table, question = frame(rows), "How often is a bid made, as called here?"
    if table.empty:
        return nothing(question)
    bids, decided = words(table, table.columns[0]), (table["made"] + table["failed"]).tolist()
    told = [
        hover([bid, made_of(made, failed, rate) or "no contract made or failed"])
        for bid, made, failed, rate in zip(
            bids, table["made"], table["failed"], _intervals(table, "rate", "low", "high"), strict=True
        )
    ]
    labels = [f"{bid} ({of})" for bid, of in zip(bids, decided, strict=True)]
    whole = mean_line(100 * table["made"].sum() / max(sum(decided), 1), "all bids") if any(decided) else {}
    series = dots(table, ("rate", "low", "high"), told)
    return across(question, [series], labels, "% of contracts made", **whole)


def _intervals(table: pd.DataFrame, *columns: str) -> list[str]:
    """A rate with its interval in words, row by row."""
    share, low, high = (numbers(table, column).tolist() for column in columns)
    return [rate(*sure, SCREEN) for sure in zip(share, low, high, strict=True)]


def role_rates(rows: Rows, player: str, everybody: Sequence[str], *, currency: str = "") -> go.Figure:
    """How often a player wins in each role; from the rows of `stats.roles` of that player."""
    question = f"How often does {safe_text.short(player, 20)} win, and how?"
    table = frame(rows)
    if table.empty or not table["deals"].any():
        return nothing(question)
    table = table[table["deals"] > 0].reset_index(drop=True)
    roles = [ROLE_WORDS.get(role, role) for role in words(table, "role")]
    decided, counting = (table["wins"] + table["losses"]).tolist(), Counting(currency, SCREEN)
    told = [
        hover([f"{player}, {role}: {counted(deals, 'deal')}", f"won {wins} of {of}: {rate}",
               f"{counting.total(units)} {counting.title}"])
        for role, deals, wins, of, rate, units in zip(
            roles, table["deals"], table["wins"], decided, _intervals(table, "win_rate", "low", "high"), table["units"],
            strict=True,
        )
    ]  # fmt: skip
    labels = [f"{role} ({of})" for role, of in zip(roles, decided, strict=True)]
    marker = {"color": theme.colour(player, everybody)}
    series = dots(table, ("win_rate", "low", "high"), told, marker=marker)
    return across(question, [series], labels, "% of deals won", wide=30)


def call_rates(rows: Rows, player: str, everybody: Sequence[str]) -> go.Figure:
    """How often everybody calls, the one player with a larger dot; from `stats.overview` or `stats.standings`."""
    question = f"Does {safe_text.short(player, 20)} call more than others?" if player else "Who calls how often?"
    table = frame(rows)
    if table.empty or not table["deals"].any():
        return nothing(question)
    auctions = table["deals"] - table["side_deals"]
    table, auctions = table[auctions > 0], auctions[auctions > 0]
    if table.empty:
        return nothing(question, NEVER_CALLED)
    table = table.assign(deals=auctions).sort_values(
        ["call_rate", "player"], ascending=[False, True], ignore_index=True
    )
    names = words(table, "player")
    told = [
        hover([name, f"called {called} of {counted(deals, 'deal')}: {rate}"])
        for name, called, deals, rate in zip(
            names, table["called"], table["deals"], _intervals(table, "call_rate", "call_low", "call_high"), strict=True
        )
    ]
    series = dots(table, ("call_rate", "call_low", "call_high"), told, marker=_marked(names, player, everybody))
    labels = [f"{name} ({deals})" for name, deals in zip(safe_text.shorts(names), table["deals"], strict=True)]
    everyone = mean_line(100 * table["called"].sum() / table["deals"].sum(), "league")
    figure = across(question, [series], labels, "% of deals called", **everyone)
    high = float(np.nanmax(percents(table, "call_high"), initial=0))  # low for everybody: no empty half of a figure
    return figure.update_xaxes(range=[-1, min(102, 5 * np.ceil(high / 5) + 2)], dtick=None, nticks=6)


def _marked(names: Sequence[str], player: str, everybody: Sequence[str]) -> dict[str, Any]:
    """The dots of everybody, that of the one player larger."""
    colours = [theme.colour(name, everybody) for name in names]
    return {"color": colours, "size": [15 if name == player else 9 for name in names]}


def win_rates(rows: Rows, player: str, everybody: Sequence[str]) -> go.Figure:
    """How often everybody wins where nobody calls; from `stats.overview` or `stats.standings`, as `call_rates`."""
    question = f"Does {safe_text.short(player, 20)} win more than others?" if player else "Who wins how often?"
    table = frame(rows)
    if table.empty or not table["side_decided"].any():
        return nothing(question)
    table = table[table["side_decided"] > 0].sort_values(
        ["side_rate", "player"], ascending=[False, True], ignore_index=True
    )
    names, decided = words(table, "player"), table["side_decided"].tolist()
    told = [
        hover([name, f"won {wins} of {of}: {rate}", f"{counted(deals - of, 'deal')} even" if deals > of else ""])
        for name, wins, of, deals, rate in zip(
            names, table["side_wins"], decided, table["side_deals"],
            _intervals(table, "side_rate", "side_low", "side_high"), strict=True,
        )
    ]  # fmt: skip
    series = dots(table, ("side_rate", "side_low", "side_high"), told, marker=_marked(names, player, everybody))
    labels = [f"{name} ({of})" for name, of in zip(safe_text.shorts(names), decided, strict=True)]
    return across(question, [series], labels, "% of deals won")


def compared_rates(rows: Rows, player: str, everybody: Sequence[str]) -> go.Figure:
    """How often a player makes each band, beside the league; from `stats.compared`."""
    table, question = frame(rows), f"Does {safe_text.short(player, 16)} make more of the same bids?"
    if table.empty or not table["called"].any():
        return nothing(question, NEVER_CALLED)
    series = [
        dots(
            table, (f"{prefix}rate", f"{prefix}low", f"{prefix}high"), _band_words(table, who, prefix),
            shift=shift, name=safe_text.plain(safe_text.short(who)), marker=marker,
        )
        for who, prefix, shift, marker in (
            (player, "", -APART, {"color": theme.colour(player, everybody)}),
            ("league", "league_", APART, LEAGUE),
        )
    ]  # fmt: skip
    return across(
        question, series, _compared_labels(table), "% of contracts made", note=BESIDE_SURELY, **theme.legend_below()
    )


def compared_shares(rows: Rows, player: str, everybody: Sequence[str]) -> go.Figure:
    """Which bands a player calls, beside the league, as shares of deals called; from `stats.compared`."""
    table, question = frame(rows), f"Which bids does {safe_text.short(player, 20)} call?"
    if table.empty or not table["called"].any():
        return nothing(question, NEVER_CALLED)
    bars = [
        bars_across(
            percents(table, f"{prefix}share"), None, _band_words(table, who, prefix), colour,
            name=safe_text.plain(safe_text.short(who)), marker_pattern=theme.hatched(shape),
        )
        for who, prefix, colour, shape in (
            (player, "", theme.colour(player, everybody), ""), ("league", "league_", theme.GREY, "/")
        )
    ]  # fmt: skip
    return bar_rows(question, bars, _compared_labels(table), "% of deals called", barmode="group", note=BESIDE,
                    **theme.legend_below())  # fmt: skip


def _compared_labels(table: pd.DataFrame) -> list[str]:
    columns = (table[name] for name in ("band", "called", "league_called"))
    return [f"{band} ({own} / {league})" for band, own, league in zip(*columns, strict=True)]


def _band_words(table: pd.DataFrame, who: str, prefix: str) -> list[str]:
    """What is said of each band: how often it was called, how often made."""
    columns = (table[f"{prefix}{name}"] for name in ("called", "share", "made", "failed"))
    rates = _intervals(table, f"{prefix}rate", f"{prefix}low", f"{prefix}high")
    return [
        hover([f"{who}, {band}", f"called {called}, {percent(share)} of all", made_of(made, failed, rate)])
        for band, called, share, made, failed, rate in zip(words(table, "band"), *columns, rates, strict=True)
    ]


def made_of(made: int, failed: int, rate: str) -> str:
    """`made 3 of 4: 75 % (30 to 95)`; empty where nothing was decided."""
    return f"made {made} of {made + failed}: {rate}" if made + failed else ""
