"""Pairs beside what is foretold of them, with what chance alone does; and what a player's units are made of."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.address import links
from dashboard.charts.base import (
    BASE_A_DEAL,
    Floats,
    Row,
    Rows,
    frame,
    hover,
    numbers,
    records,
    sized,
    ticks,
    unit_axis,
)
from dashboard.charts.pairing import MOST, pair_labels
from dashboard.charts.shapes import bar_rows, bars, dot_rows, dots, nothing
from dashboard.look import safe_text, theme
from scorer.language import counts
from scorer.stats.decomposition import CHOICE, IN_ROLES
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import in_currency, plain_rows
from scorer.stats.models.intervals import Z
from scorer.stats.players import MET
from scorer.stats.synergy import beyond_of
from scorer.text.numbers import SCREEN, Counting

BEYOND: Final = described("beyond")
LUCK: Final = described("luck")

MADE_OF: Final = [LUCK[name] for name in ("play", "company", "roles", "cards", "slams", "carry", "rulings_and_sheets")]
BY_CHANCE: Final = "chance alone, 95 of 100 cases"
GOT, MORE, LESS = "off what is foretold, within that", "more than foretold", "less than foretold"
TOLD_APART: Final = ", told apart"  # all pairs taken together
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
    people, answer = [*whole["player"].tolist(), *whole["other"].tolist()], BEYOND.verdict(plain_rows(whole))
    table, counting = _furthest(whole), Counting(style=SCREEN)
    rest, high = (np.nan_to_num(numbers(table, column)) for column in ("beyond", "high"))
    low = np.zeros(len(high)) if met == AGAINST and not player else -high  # who beats whom: of two the better
    hovers = [_pair(row, counting) for row in records(table)]
    series: list[go.Scatter | go.Bar] = [*_got(table, rest, hovers, counting)]
    if high.any():  # where deals tell nothing, chance has no band
        place = {"x": high - low, "y": np.arange(len(low)), "base": low, "orientation": "h", "width": 0.62}
        band = go.Bar(**place, marker=theme.BAND, hoverinfo="skip", name=BY_CHANCE)
        towards, error = (np.nan_to_num(numbers(table, column)) for column in ("shrunken", "shrunken_error"))
        look = {"symbol": "diamond", "size": 8}
        kept = dots(towards, towards - Z * error, towards + Z * error, hovers, name="drawn towards 0", marker=look)
        series = [band, *series, kept.update(error_x={"visible": False})]  # the intervals are for the table
    ends = _scale(low, high, rest, np.where(table["unusual"], rest, 0))
    labels = pair_labels(table, "player", "other", "+" if met == WITH else "against")
    if player:
        labels = sized(safe_text.shorts(table["other"].tolist()), table["deals"])
    few = f"the {MOST} furthest off of {len(whole)}; " if len(table) < len(whole) else ""
    return dot_rows(
        question,
        labels,
        series,
        unit_axis(BASE_A_DEAL, ends),
        beside=2,
        wide=40,
        bargap=0.3,
        answer=safe_text.sentence(answer, people),
        note=f"{few}in brackets the deals",
        marks=[(0, "foretold", "dash")],
        ends=ends,
    )


def _got(table: pd.DataFrame, rest: Floats, hovers: Sequence[str], counting: Counting) -> list[go.Scatter]:
    """The rests as rings, a series for each look that a legend explains: as chance alone may, more, or less.

    Filled where a pair is told apart; with their figures where chance alone hardly goes.
    """
    outside, apart = table["unusual"].to_numpy(bool), table["significant"].to_numpy(bool)
    pairs = zip(table["player"], table["other"], strict=True)
    ids = np.array([links.to("players", player=one, other=other) for one, other in pairs], object)
    words, texts = np.array(hovers, object), np.array(list(map(counting.mean, rest.tolist())), object)
    texts[~outside] = ""
    sides = np.where(rest < 0, "middle left", "middle right")
    series = []
    more, less = outside & (rest > 0), outside & (rest < 0)
    for name, which, colour, symbol in (
        (GOT, ~outside, theme.GREY, "circle-open"),
        (MORE, more & ~apart, theme.MADE, "circle-open"),
        (LESS, less & ~apart, theme.FAILED, "circle-open"),
        (f"{MORE}{TOLD_APART}", more & apart, theme.MADE, "circle"),
        (f"{LESS}{TOLD_APART}", less & apart, theme.FAILED, "circle"),
    ):
        there = np.flatnonzero(which)
        if len(there):
            ring = go.Scatter(
                x=rest[there],
                y=there,
                name=name,
                mode="markers+text",
                marker={"size": 10, "opacity": 1, "color": colour, "symbol": symbol, "line": {"width": 2}},
                ids=ids[there].tolist(),
                hovertext=words[there].tolist(),
                hoverinfo="text",
                text=texts[there].tolist(),
                textfont={"size": 11},
                textposition=sides[there].tolist(),
                cliponaxis=False,
            )
            series.append(ring)
    return series


def _furthest(table: pd.DataFrame) -> pd.DataFrame:
    """Those furthest off by what chance does, from the highest rest to the lowest."""
    far = (table["beyond"].abs() / table["error"]).fillna(0).sort_values(ascending=False, kind="stable")
    return table.loc[far.index[:MOST]].sort_values("beyond", ascending=False, kind="stable", ignore_index=True)


def _scale(low: Floats, high: Floats, rest: Floats, labelled: Floats) -> tuple[float, float]:
    """From where to where the axis goes: all bands and rests, and the figures of those that are `labelled`."""
    start, end = float(np.minimum(low, rest).min(initial=0)), float(np.maximum(high, rest).max(initial=0))
    whole = end - start or 8.0
    if labelled.min() < 0:
        start = min(start, float(labelled.min()) - FIGURE * whole)
    if labelled.max() > 0:
        end = max(end, float(labelled.max()) + FIGURE * whole)
    return start - AIR * whole * (1 if start < 0 else 0.1), end + AIR * whole


def _pair(row: Row, counting: Counting) -> str:
    """What is said of two who met: what they got, what was foretold, and how far chance alone goes."""
    one, other = safe_text.isolated(row["player"]), safe_text.isolated(row["other"])
    together = "both together" if row["met"] == WITH else f"{one} less {other}"
    lines = [
        f"{one} {row['met']} {other}: {counts.deals(row['deals'])}",
        f"{together} got {counting.mean(row['units_per_deal'])}, foretold {counting.mean(row['expected'])}",
    ]
    if pd.isna(row["error"]):
        return hover(*lines, "of so few deals nothing is left to tell")
    rest = f"rest {counting.mean(row['beyond'], row['error'])}: chance alone goes to {counting.mean(row['high'])}"
    return hover(*lines, rest, f"drawn towards 0: {counting.mean(row['shrunken'], row['shrunken_error'])}")


def units_made_of(row: Row, everybody: Sequence[str], *, currency: str = "") -> go.Figure:
    """What the units of a player are made of, part after part up to their sum; a row of `stats.luck`."""
    player, counting = str(row["player"]), Counting(currency, SCREEN)
    kept = [column for column in MADE_OF if column.is_shown([row])]
    lengths = np.array([row[column.name] for column in kept] + [row["units"]], np.float64) / counting.scale
    starts = np.append(np.cumsum(lengths[:-1]) - lengths[:-1], 0)
    texts = [*(column.written(row, counting) for column in kept), counting.total(row["units"])]
    of_roles = [LUCK[name] for name in IN_ROLES if row[f"{name}_error"] is not None]
    if LUCK[CHOICE].is_shown([row]):
        of_roles.append(LUCK[CHOICE])
    by_role = ", ".join(f"{part.head()} {part.written(row, counting)}" for part in of_roles)
    hovers = [hover(f"play: {texts[0]}", by_role, LUCK["play"].meaning)]
    hovers += [hover(f"{part.head()}: {text}", part.meaning) for part, text in zip(kept[1:], texts[1:-1], strict=True)]
    hovers.append(hover(f"{counting.total(row['units'])} in all"))
    colours = [theme.colour(player, everybody), *[theme.GREY] * (len(kept) - 1), theme.EVEN]
    drawn = bar_rows(
        f"What are the {counting.title} of {safe_text.short(player, NAME)} made of?",
        [*(column.head() for column in kept), "in all"],
        [bars(lengths, hovers, colours, base=starts)],
        counting.title,
        answer=safe_text.sentence(LUCK.verdict(in_currency([dict(row)], currency)), [player]),
        note="each part begins where the last one ends",
    )
    ends = np.concatenate([starts, starts + lengths])
    low, high = float(ends.min()), float(ends.max())
    air = 0.2 * (high - low) or 1.0
    figures = [
        {"x": max(start, start + length), "y": at, "text": text, "xanchor": "left", "showarrow": False, "xshift": 4}
        for at, (start, length, text) in enumerate(zip(starts, lengths, texts, strict=True))
    ]
    return drawn.update_layout(xaxis={"range": [low - 0.05 * air, high + air]} | ticks(ends), annotations=figures)
