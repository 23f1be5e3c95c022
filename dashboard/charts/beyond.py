"""Pairs beside what is foretold of them, with what chance alone does; and what a player's units are made of."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import links, safe_text, theme
from dashboard.charts.bars import bar_rows, bars_across
from dashboard.charts.base import Floats, Rows, frame, hover, nothing, numbers, sized, ticks, words
from dashboard.charts.pairing import MOST, PAIR
from dashboard.charts.rates import across, dotted, upright
from scorer.stats.beyond_descriptions import BEYOND, LUCK
from scorer.stats.players import MET
from scorer.stats.tables import in_money, plain_rows
from scorer.stats.tallies import Z
from scorer.text.numbers import SCREEN, Counting
from scorer.text.sentences import counted

MEASURED: Final = "units / stake a deal"
BAND: Final = "where chance alone leaves 95 of 100"
NAME: Final = 18
WITH, AGAINST = MET
ASKED: Final = {WITH: "Who gets more together than foretold?", AGAINST: "Who beats whom by more than foretold?"}
NOBODY: Final = {WITH: "No deal yet with two on the same side.", AGAINST: "No deal yet with two on different sides."}


def beyond_foretold(rows: Rows, met: str, player: str = "") -> go.Figure:
    """The pairs that are furthest from what is foretold, with or against each other; from `stats.beyond`.

    Of two against each other the one who gets more is named first; of one `player` all who were met, as that player
    fared with, or against, them.
    """
    whole, name = frame(rows), safe_text.short(player, NAME)
    question = f"{name} {met} others: more than foretold?" if player else ASKED[met]
    table = whole[whole["met"] == met] if len(whole) else whole
    if player and len(table):
        table = table[(table["player"] == player) | (table["other"] == player)]
    if table.empty:
        return nothing(question, NOBODY[met])
    people, answer = [*words(table, "player"), *words(table, "other")], BEYOND.verdict(plain_rows(table))
    table = _furthest(_turned(table, met, player))
    columns = ("rest", "high", "shrunken", "shrunken_error")
    rest, high, shrunken, off = (np.nan_to_num(numbers(table, column)) for column in columns)
    one_sided = met == AGAINST and not player
    low = np.zeros(len(high)) if one_sided else -high
    places, counting = np.arange(len(table)), Counting(style=SCREEN)
    told = [_pair(row, counting) for row in table.to_dict("records")]
    band = go.Bar(y=places, x=high - low, base=low, orientation="h", width=0.62, marker_color=theme.FAINT,
                  hoverinfo="skip", name=BAND)  # fmt: skip
    got = _got(table, rest, told, counting)
    kept = dotted(shrunken, shrunken - Z * off, shrunken + Z * off, told, name="drawn towards 0",
                  marker={"symbol": "diamond", "size": 8, "color": theme.PALETTE[0]})  # fmt: skip
    kept.error_x.visible = False
    ends = _scale(low, high, rest)
    axis = {"title": {"text": MEASURED}, "range": list(ends), "zeroline": False}
    few = f"the {MOST} furthest off of {len(whole[whole['met'] == met])}; " if len(table) == MOST and not player else ""
    series = [band, got, kept] if high.any() else [got]  # where deals tell nothing, chance has no band
    return across(question, series, _labels(table, met, player), "", wide=40, bargap=0.3,
                  answer=safe_text.sentence(answer, people), note=f"{few}(deals); filled: hardly by chance",
                  xaxis=axis | ticks(np.array(ends)),
                  **_with_legend(upright((0, "foretold", "dash"), ends=ends)))  # fmt: skip


def _got(table: pd.DataFrame, rest: Floats, told: Sequence[str], counting: Counting) -> go.Scatter:
    """The rests as rings, filled where a pair is told apart, with their figures where chance alone hardly goes."""
    outside = table["outside"].to_numpy()
    return go.Scatter(
        x=rest, y=np.arange(len(table)), mode="markers+text", hovertext=told, hoverinfo="text", cliponaxis=False,
        name="got more",
        ids=[links.to("players", player=one, other=other) for one, other in zip(table["player"], table["other"],
             strict=True)],
        marker={"size": 10, "opacity": 1, "color": np.where(outside & (rest > 0), theme.MADE,
                np.where(outside, theme.FAILED, theme.GREY)).tolist(),
                "symbol": np.where(table["apart"], "circle", "circle-open").tolist(), "line": {"width": 2}},
        text=[counting.mean(one) if out else "" for one, out in zip(rest.tolist(), outside, strict=True)],
        textposition=np.where(rest < 0, "middle left", "middle right").tolist(), textfont={"size": 11},
    )  # fmt: skip


def _with_legend(layout: Mapping[str, Any]) -> dict[str, Any]:
    """A layout with the legend below it."""
    below = theme.legend_below()
    return {**layout, **below, "margin": layout["margin"] | below["margin"]}


def _turned(table: pd.DataFrame, met: str, player: str) -> pd.DataFrame:
    """Pairs against each other as the one of the two fared who gets more, or the `player`."""
    if met == WITH and not player:
        return table
    swap = (table["other"] == player).to_numpy() if player else (table["rest"] < 0).to_numpy()
    one, other = np.where(swap, table["other"], table["player"]), np.where(swap, table["player"], table["other"])
    sign = np.where(swap & (met == AGAINST), -1.0, 1.0)
    figures = {name: numbers(table, name) * sign for name in ("units_per_deal", "foretold", "rest", "shrunken")}
    return table.assign(player=one, other=other, **figures)


def _furthest(table: pd.DataFrame) -> pd.DataFrame:
    """Those furthest off by what chance does, from the highest rest to the lowest."""
    far = (table["rest"].abs() / table["error"]).fillna(0).sort_values(ascending=False, kind="stable")
    return table.loc[far.index[:MOST]].sort_values("rest", ascending=False, kind="stable", ignore_index=True)


def _labels(table: pd.DataFrame, met: str, player: str) -> list[str]:
    """The labels of rows: both names, or the other's beside one player."""
    if player:
        return sized(safe_text.shorts(words(table, "other")), table["deals"])
    cut = [map(safe_text.isolated, safe_text.shorts(words(table, side), PAIR)) for side in ("player", "other")]
    between = "+" if met == WITH else "against"
    return sized([f"{one} {between} {other}" for one, other in zip(*cut, strict=True)], table["deals"])


def _scale(low: Floats, high: Floats, rest: Floats) -> tuple[float, float]:
    """From where to where the axis goes: all bands and rests, with room for figures at their ends."""
    start, end = float(np.minimum(low, rest).min(initial=0)), float(np.maximum(high, rest).max(initial=0))
    air = 0.12 * (end - start) or 1.0
    return start - (air if start < 0 else 0.03 * air), end + air


def _pair(row: dict[Any, Any], counting: Counting) -> str:
    one, other = safe_text.isolated(row["player"]), safe_text.isolated(row["other"])
    together = "both together" if row["met"] == WITH else f"{one} less {other}"
    told = [
        f"{one} {row['met']} {other}: {counted(row['deals'], 'deal')}",
        f"{together} got {counting.mean(row['units_per_deal'])}, foretold {counting.mean(row['foretold'])}",
    ]
    if pd.isna(row["error"]):
        return hover([*told, "of so few deals nothing is left to tell"])
    rest = f"rest {counting.mean(row['rest'], row['error'])}: chance alone goes to {counting.mean(row['high'])}"
    return hover([*told, rest, f"drawn towards 0: {counting.mean(row['shrunken'], row['shrunken_error'])}"])


def units_made_of(row: Mapping[str, Any], everybody: Sequence[str], *, currency: str = "") -> go.Figure:
    """What the units of a player are made of, part after part up to their sum; a row of `stats.luck`."""
    player, counting = str(row["player"]), Counting(currency, SCREEN)
    shown = [LUCK[name] for name in ("play", "company", "roles", "cards", "slams", "carry", "outside")]
    kept = [column for column in shown if not column.rare or row[column.name]]
    lengths = np.array([row[column.name] for column in kept] + [row["units"]], np.float64) / counting.scale
    starts = np.append(np.cumsum(lengths[:-1]) - lengths[:-1], 0)
    texts = [*(column.written(row, counting) for column in kept), counting.total(row["units"])]
    told = [hover([f"{column.title}: {text}", column.about]) for column, text in zip(kept, texts, strict=False)]
    told[0] = hover([f"play: {texts[0]}", _by_role(row, counting), LUCK["play"].about])
    colours = [theme.colour(player, everybody), *[theme.GREY] * (len(kept) - 1), theme.EVEN]
    bars = bars_across(lengths, None, [*told, hover([f"{counting.total(row['units'])} in all"])], colours, base=starts)
    ends = np.concatenate([starts, starts + lengths])
    drawn = bar_rows(
        f"What are the {counting.title} of {safe_text.short(player, NAME)} made of?", [bars],
        [*(column.title for column in kept), "in all"], counting.title, note="each part begins where the last one ends",
        answer=safe_text.sentence(LUCK.verdict([in_money(LUCK, dict(row)) if currency else row]), [player]),
    )  # fmt: skip
    low, high = float(ends.min()), float(ends.max())
    air = 0.2 * (high - low) or 1.0
    bars_drawn = [
        {"x": max(start, start + length), "y": at, "text": text, "xanchor": "left", "showarrow": False, "xshift": 4}
        for at, (start, length, text) in enumerate(zip(starts, lengths, texts, strict=True))
    ]
    return drawn.update_layout(xaxis={"range": [low - 0.05 * air, high + air]} | ticks(ends), annotations=bars_drawn)


def _by_role(row: Mapping[str, Any], counting: Counting) -> str:
    """The play of each role in which there is any."""
    parts = [LUCK[name] for name in ("as_caller", "as_partner", "as_defender", "in_sides")]
    return ", ".join(f"{part.title} {part.written(row, counting)}" for part in parts if row[part.error] is not None)
