"""Pairs beside what is foretold of them, with what chance alone does; and what a player's units are made of."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import links, safe_text, theme
from dashboard.charts.bars import bar_rows, bars_across
from dashboard.charts.base import (
    BASE_A_DEAL,
    Floats,
    Rows,
    frame,
    hover,
    nothing,
    numbers,
    sized,
    ticks,
    unit_axis,
    words,
)
from dashboard.charts.pairing import MOST, PAIR
from dashboard.charts.rates import across, dotted, upright
from scorer.stats.beyond import beyond_of
from scorer.stats.descriptions import described
from scorer.stats.luck import CHOICE, IN_ROLES
from scorer.stats.players import MET
from scorer.stats.tables import in_currency, plain_rows
from scorer.stats.tallies import Z
from scorer.text.numbers import SCREEN, Counting
from scorer.text.sentences import counted

BEYOND: Final = described("beyond")
LUCK: Final = described("luck")

MADE_OF: Final = [LUCK[name] for name in ("play", "company", "roles", "cards", "slams", "carry", "outside")]
BY_CHANCE: Final = "chance alone, 95 of 100 cases"
GOT, MORE, LESS = "off what is foretold, within that", "more than foretold", "less than foretold"
TOLD: Final = ", told apart"  # all pairs taken together
NAME: Final = 18
AIR, FIGURE = 0.05, 0.24  # of an axis: beyond what is drawn, and what a figure takes on a phone
WITH, AGAINST = MET
ASKED: Final = {WITH: "Who gets more together than foretold?", AGAINST: "Who beats whom by more than foretold?"}
NOBODY: Final = {
    WITH: "No two on the same side have so many deals here.",
    AGAINST: "No two on different sides have so many deals here.",
}


def beyond_foretold(rows: Rows, met: str, player: str = "") -> go.Figure:
    """The pairs that are furthest from what is foretold, with or against each other; from `stats.beyond`.

    Of one `player` all who were met, as that player fared with, or against, them.
    """
    whole, name = frame(rows), safe_text.short(player, NAME)
    question = f"{name} {met} others: more than foretold?" if player else ASKED[met]
    if player and len(whole):
        whole = beyond_of(whole, player)
    whole = whole[whole["met"] == met] if len(whole) else whole
    if whole.empty:
        return nothing(question, NOBODY[met])
    people, answer = [*words(whole, "player"), *words(whole, "other")], BEYOND.verdict(plain_rows(whole))
    table = _furthest(whole)
    columns = ("rest", "high", "shrunken", "shrunken_error")
    rest, high, shrunken, off = (np.nan_to_num(numbers(table, column)) for column in columns)
    one_sided = met == AGAINST and not player
    low = np.zeros(len(high)) if one_sided else -high
    places, counting = np.arange(len(table)), Counting(style=SCREEN)
    told = [_pair(row, counting) for row in table.to_dict("records")]
    band = go.Bar(y=places, x=high - low, base=low, orientation="h", width=0.62, marker=theme.BAND,
                  hoverinfo="skip", name=BY_CHANCE)  # fmt: skip
    kept = dotted(shrunken, shrunken - Z * off, shrunken + Z * off, told, name="drawn towards 0",
                  marker={"symbol": "diamond", "size": 8, "color": theme.PALETTE[0]})  # fmt: skip
    kept.error_x.visible = False
    ends = _scale(low, high, rest, np.where(table["outside"], rest, 0))
    few = f"the {MOST} furthest off of {len(whole)}; " if len(table) < len(whole) else ""
    got = _got(table, rest, told, counting)
    series = [band, *got, kept] if high.any() else got  # where deals tell nothing, chance has no band
    return across(question, series, _labels(table, met, player), "", wide=40, beside=2, bargap=0.3,
                  answer=safe_text.sentence(answer, people), note=f"{few}in brackets the deals",
                  xaxis=unit_axis(BASE_A_DEAL, ends),
                  **_with_legend(upright((0, "foretold", "dash"), ends=ends)))  # fmt: skip


def _got(table: pd.DataFrame, rest: Floats, told: Sequence[str], counting: Counting) -> list[go.Scatter]:
    """The rests as rings, a series for each look that a legend explains: as chance alone may, more, or less.

    Filled where a pair is told apart; with their figures where chance alone hardly goes.
    """
    outside, apart = table["outside"].to_numpy(bool), table["apart"].to_numpy(bool)
    ids = [links.to("players", player=one, other=other)
           for one, other in zip(table["player"], table["other"], strict=True)]  # fmt: skip
    texts = [counting.mean(one) if out else "" for one, out in zip(rest.tolist(), outside, strict=True)]
    series = []
    for name, which, colour, symbol in (
        (GOT, ~outside, theme.GREY, "circle-open"),
        (MORE, outside & (rest > 0) & ~apart, theme.MADE, "circle-open"),
        (LESS, outside & (rest < 0) & ~apart, theme.FAILED, "circle-open"),
        (f"{MORE}{TOLD}", outside & (rest > 0) & apart, theme.MADE, "circle"),
        (f"{LESS}{TOLD}", outside & (rest < 0) & apart, theme.FAILED, "circle"),
    ):
        if (at := np.flatnonzero(which)).size:
            look = {"size": 10, "opacity": 1, "color": colour, "symbol": symbol, "line": {"width": 2}}
            series.append(go.Scatter(
                x=rest[at], y=at, mode="markers+text", name=name, marker=look, hoverinfo="text", cliponaxis=False,
                hovertext=[told[place] for place in at.tolist()], ids=[ids[place] for place in at.tolist()],
                text=[texts[place] for place in at.tolist()], textfont={"size": 11},
                textposition=np.where(rest[at] < 0, "middle left", "middle right").tolist(),
            ))  # fmt: skip
    return series


def _with_legend(layout: Mapping[str, Any]) -> dict[str, Any]:
    """A layout with the legend below it."""
    below = theme.legend_below()
    return {**layout, **below, "margin": layout["margin"] | below["margin"]}


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


def _scale(low: Floats, high: Floats, rest: Floats, told: Floats) -> tuple[float, float]:
    """From where to where the axis goes: all bands and rests, and the figures of those that are `told`."""
    start, end = float(np.minimum(low, rest).min(initial=0)), float(np.maximum(high, rest).max(initial=0))
    whole = end - start or 8.0
    if told.min() < 0:
        start = min(start, float(told.min()) - FIGURE * whole)
    if told.max() > 0:
        end = max(end, float(told.max()) + FIGURE * whole)
    return start - AIR * whole * (1 if start < 0 else 0.1), end + AIR * whole


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
    kept = [column for column in MADE_OF if column.stands([row])]
    lengths = np.array([row[column.name] for column in kept] + [row["units"]], np.float64) / counting.scale
    starts = np.append(np.cumsum(lengths[:-1]) - lengths[:-1], 0)
    texts = [*(column.written(row, counting) for column in kept), counting.total(row["units"])]
    told = [hover([f"{column.title}: {text}", column.about]) for column, text in zip(kept, texts, strict=False)]
    of_roles = [LUCK[name] for name in IN_ROLES if row[f"{name}_error"] is not None]
    if LUCK[CHOICE].stands([row]):
        of_roles.append(LUCK[CHOICE])
    by_role = [f"{part.title} {part.written(row, counting)}" for part in of_roles]
    told[0] = hover([f"play: {texts[0]}", ", ".join(by_role), LUCK["play"].about])
    colours = [theme.colour(player, everybody), *[theme.GREY] * (len(kept) - 1), theme.EVEN]
    bars = bars_across(lengths, None, [*told, hover([f"{counting.total(row['units'])} in all"])], colours, base=starts)
    ends = np.concatenate([starts, starts + lengths])
    drawn = bar_rows(
        f"What are the {counting.title} of {safe_text.short(player, NAME)} made of?", [bars],
        [*(column.title for column in kept), "in all"], counting.title, note="each part begins where the last one ends",
        answer=safe_text.sentence(LUCK.verdict(in_currency([dict(row)], currency)), [player]),
    )  # fmt: skip
    low, high = float(ends.min()), float(ends.max())
    air = 0.2 * (high - low) or 1.0
    bars_drawn = [
        {"x": max(start, start + length), "y": at, "text": text, "xanchor": "left", "showarrow": False, "xshift": 4}
        for at, (start, length, text) in enumerate(zip(starts, lengths, texts, strict=True))
    ]
    return drawn.update_layout(xaxis={"range": [low - 0.05 * air, high + air]} | ticks(ends), annotations=bars_drawn)
