"""Pairs against their expected units, with what chance alone does; and the parts of a player's units."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.address import links
from dashboard.charts.base import (
    BASE_A_DEAL,
    Floats,
    Rows,
    clauses,
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
from scorer.language import N_, _, counts
from scorer.stats.decomposition import CHOICE, IN_ROLES
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import in_currency, plain_rows
from scorer.stats.models.intervals import Z
from scorer.stats.synergy import synergy_of
from scorer.stats.tally import AGAINST, WITH
from scorer.text.numbers import SCREEN, SURE_SCREEN, Counting, Row

BEYOND: Final = described("beyond")
LUCK: Final = described("luck")

MADE_OF: Final = [LUCK[name] for name in ("play", "company", "roles", "cards", "slams", "carry", "rulings_and_sheets")]
ROOM: Final = 0.15  # of an axis, for the figures at bars to the left
BY_CHANCE: Final = N_("chance alone, 95 of 100 cases")
WITHIN: Final = N_("within what chance alone does")
SELDOM: Final = N_("beyond that, as a few of many pairs are")
CLEARLY_MORE, CLEARLY_LESS = N_("clearly more than expected"), N_("clearly less than expected")  # by all pairs together
NAME: Final = 18
AIR, FIGURE = 0.05, 0.24  # of an axis: beyond what is drawn, and what a figure takes on a phone
QUESTIONS: Final = {
    WITH: N_("Who gets more together?"),
    AGAINST: N_("Who beats whom?"),
}
QUESTIONS_OF_PLAYER: Final = {
    WITH: N_("How is {player} with others?"),
    AGAINST: N_("How is {player} against others?"),
}
NOBODY: Final = {
    WITH: N_("No two on the same side have so many deals here."),
    AGAINST: N_("No two on different sides have so many deals here."),
}
PAIRS: Final = {WITH: N_("{player} with {other}: {deals}"), AGAINST: N_("{player} against {other}: {deals}")}
UNITS_GOT: Final = {
    WITH: N_("both together got {mean}, expected {expected}"),
    AGAINST: N_("{player} less {other} got {mean}, expected {expected}"),
}


def furthest_pairs(rows: Rows, met: str, player: str = "", *, sure: bool = True) -> go.Figure:
    """The pairs that are furthest from their expected units, with or against each other; from `stats.synergy`.

    With a `player` all whom that player met, and how the player fared with, or against, them. Rings in the band of what
    chance alone does if `sure`, else bars.
    """
    whole, question = frame(rows), _(QUESTIONS[met])
    if player:
        question = _(QUESTIONS_OF_PLAYER[met], player=safe_text.short(player, NAME))
    if player and len(whole):
        whole = synergy_of(whole, player)
    whole = whole[whole["met"] == met] if len(whole) else whole
    if whole.empty:
        return nothing(question, _(NOBODY[met]))
    table = _furthest(whole)
    labels, note = pair_labels(table, "player", "other", met), _("in brackets the deals")
    if len(table) < len(whole):
        template = N_("the {number} furthest off of {pairs}; in brackets the deals")
        note = _(template, number=len(table), pairs=len(whole))
    if player:
        labels = sized(safe_text.people(table["other"].tolist()), table["deals"])
    verdict, people = BEYOND.verdict(plain_rows(whole)), [*whole["player"].tolist(), *whole["other"].tolist()]
    answer = safe_text.sentence(verdict.of(sure=sure), people)
    if not sure:
        in_colour = _("in colour: what stands out") if table["significant"].any() else ""
        note = clauses(_("more than is expected"), note, in_colour)
        drawn = bar_rows(question, labels, [_bars(table)], _(BASE_A_DEAL), answer=answer, note=note, wide=40)
        low, high = drawn.layout.xaxis.range
        wider = [low - ROOM * (high - low) if low < 0 else low, high]
        return drawn.update_layout(xaxis={"range": wider}, margin={"r": 36})  # a phone has room for figures at the ends
    series, ends = _beside_chance(table, both=met != AGAINST or bool(player))
    return dot_rows(
        question,
        labels,
        series,
        unit_axis(_(BASE_A_DEAL), ends),
        dots_a_row=2,
        wide=40,
        bargap=0.3,
        answer=answer,
        note=note,
        marks=[(0, _("expected"), "dash")],
        ends=ends,
    )


def _beside_chance(table: pd.DataFrame, *, both: bool) -> tuple[list[go.Scatter | go.Bar], tuple[float, float]]:
    """Rings in the band of what chance alone does, and what is drawn towards 0; and both ends of their axis.

    The band lies on `both` sides of 0, else above it.
    """
    counting = Counting(style=SURE_SCREEN)
    difference, high = (np.nan_to_num(numbers(table, column)) for column in ("beyond", "high"))
    low = -high if both else np.zeros(len(high))  # who beats whom: of two the better
    hovers = [_pair(row, counting) for row in records(table)]
    series: list[go.Scatter | go.Bar] = [*_rings(table, difference, hovers, counting)]
    if high.any():  # chance has no band where there are too few deals
        place = {"x": high - low, "y": np.arange(len(low)), "base": low, "orientation": "h", "width": 0.62}
        band = go.Bar(**place, marker=theme.BAND, hoverinfo="skip", name=_(BY_CHANCE))
        towards, error = (np.nan_to_num(numbers(table, column)) for column in ("shrunken", "shrunken_error"))
        look = {"symbol": "diamond", "size": 8}
        kept = dots(towards, towards - Z * error, towards + Z * error, hovers, name=_("drawn towards 0"), marker=look)
        series = [band, *series, kept.update(error_x={"visible": False})]  # the intervals are for the table
    return series, _scale(low, high, difference, np.where(table["unusual"], difference, 0))


def _bars(table: pd.DataFrame) -> go.Bar:
    """A bar for each pair: what they got beyond what is expected, in a colour where that is beyond what chance does."""
    counting, difference = Counting(style=SCREEN), np.nan_to_num(numbers(table, "beyond"))
    difference[difference.round(2) == 0] = 0  # what is written as 0.00 has no side
    pairs = records(table)
    colours = [beyond_colour(row) for row in pairs]
    ids = [links.to("players", player=row["player"], other=row["other"]) for row in pairs]
    text = list(map(counting.mean, difference.tolist()))
    return bars(difference, [_pair(row, counting) for row in pairs], colours, text=text, ids=ids)


def beyond_colour(row: Row) -> str:
    """The colour of what a pair got beyond what is expected: that of no player where it may be luck."""
    if not row["significant"]:
        return theme.GREY
    return theme.FAILED if row["beyond"] < 0 else theme.MADE


def _rings(table: pd.DataFrame, difference: Floats, hovers: Sequence[str], counting: Counting) -> list[go.Scatter]:
    """The differences from the expected units as rings, a series for each look that a legend explains.

    Filled, and in a colour, where a difference is significant; with their figures where chance alone seldom goes.
    """
    outside, significant = table["unusual"].to_numpy(bool), table["significant"].to_numpy(bool)
    pairs = zip(table["player"], table["other"], strict=True)
    ids = np.array([links.to("players", player=player, other=other) for player, other in pairs], object)
    words, texts = np.array(hovers, object), np.array(list(map(counting.mean, difference.tolist())), object)
    texts[~outside] = ""
    sides = np.where(difference < 0, "middle left", "middle right")
    series = []
    clearly = outside & significant
    for name, which, colour, symbol in (
        (WITHIN, ~outside, theme.GREY, "circle-open"),
        (SELDOM, outside & ~significant, theme.GREY, "circle-open-dot"),
        (CLEARLY_MORE, clearly & (difference > 0), theme.MADE, "circle"),
        (CLEARLY_LESS, clearly & (difference < 0), theme.FAILED, "circle"),
    ):
        there = np.flatnonzero(which)
        if len(there):
            ring = go.Scatter(
                x=difference[there],
                y=there,
                name=_(name),
                mode="markers+text",
                marker={"size": 10, "opacity": 1, "color": colour, "symbol": symbol, "line": {"width": 2}},
                ids=ids[there].tolist(),
                hovertext=words[there].tolist(),
                hoverinfo="text",
                text=texts[there].tolist(),
                textposition=sides[there].tolist(),
                cliponaxis=False,
            )
            series.append(ring)
    return series


def _furthest(table: pd.DataFrame) -> pd.DataFrame:
    """The pairs furthest off, measured by their errors, from the highest difference to the lowest."""
    far = (table["beyond"].abs() / table["error"]).fillna(0).sort_values(ascending=False, kind="stable")
    return table.loc[far.index[:MOST]].sort_values("beyond", ascending=False, kind="stable", ignore_index=True)


def _scale(low: Floats, high: Floats, difference: Floats, labelled: Floats) -> tuple[float, float]:
    """Both ends of the axis: it has all bands and differences, and the figures of the `labelled` (0 for the others)."""
    start, end = float(np.minimum(low, difference).min(initial=0)), float(np.maximum(high, difference).max(initial=0))
    whole = end - start or 8.0
    if labelled.min() < 0:
        start = min(start, float(labelled.min()) - FIGURE * whole)
    if labelled.max() > 0:
        end = max(end, float(labelled.max()) + FIGURE * whole)
    return start - AIR * whole * (1 if start < 0 else 0.1), end + AIR * whole


def _pair(row: Row, counting: Counting) -> str:
    """The words at two players who met: their units, the expected units, and how far chance alone goes."""
    names = {"player": safe_text.isolated(row["player"]), "other": safe_text.isolated(row["other"])}
    got, expected = counting.mean(row["units_per_deal"]), counting.mean(row["expected"])
    pair = _(PAIRS[row["met"]], **names, deals=counts.deals(row["deals"]))
    units = _(UNITS_GOT[row["met"]], **names, mean=got, expected=expected)
    if not counting.style.sure:  # what is drawn stands first
        difference = counting.mean(row["beyond"])
        return hover(pair, _("{difference} beyond what is expected", difference=difference), units)
    if pd.isna(row["error"]):
        return hover(pair, units, _("too few deals to say more"))
    difference = counting.mean(row["beyond"], row["error"])
    shrunken, by_chance = counting.mean(row["shrunken"], row["shrunken_error"]), counting.mean(row["high"])
    return hover(
        pair,
        _("difference {difference}: chance alone goes to {by_chance}", difference=difference, by_chance=by_chance),
        units,
        _("drawn towards 0: {mean}", mean=shrunken),
    )


def units_made_of(row: Row, everybody: Sequence[str], *, currency: str = "", sure: bool = True) -> go.Figure:
    """The parts of the units of a player, one after the other up to their sum; a row of `stats.decomposition`."""
    player, counting = str(row["player"]), Counting(currency, SURE_SCREEN if sure else SCREEN)
    kept = [column for column in MADE_OF if column.is_shown([row])]
    lengths = np.array([row[column.name] for column in kept] + [row["units"]], np.float64) / counting.scale
    starts = np.append(np.cumsum(lengths[:-1]) - lengths[:-1], 0)
    texts = [*(column.written(row, counting) for column in kept), counting.total(row["units"])]
    of_roles = [LUCK[name] for name in IN_ROLES if row[f"{name}_error"] is not None]
    if LUCK[CHOICE].is_shown([row]):
        of_roles.append(LUCK[CHOICE])
    by_role = ", ".join(f"{part.head()} {part.written(row, counting)}" for part in of_roles)
    hovers = [hover(_("play: {units}", units=texts[0]), by_role, LUCK["play"].meaning)]
    hovers += [
        hover(_("{part}: {units}", part=part.head(), units=text), part.meaning)
        for part, text in zip(kept[1:], texts[1:-1], strict=True)
    ]
    hovers.append(hover(_("{units} in all", units=counting.total(row["units"]))))
    colours = [theme.colour(player, everybody), *[theme.GREY] * (len(kept) - 1), theme.EVEN]
    drawn = bar_rows(
        _("What are the {units} of {player} made of?", units=counting.title, player=safe_text.short(player, NAME)),
        [*(column.head() for column in kept), _("in all")],
        [bars(lengths, hovers, colours, base=starts)],
        counting.title,
        answer=safe_text.sentence(LUCK.verdict(in_currency([dict(row)], currency)).of(sure=sure), [player]),
        note=_("each part begins where the last one ends"),
    )
    ends = np.concatenate([starts, starts + lengths])
    low, high = float(ends.min()), float(ends.max())
    air = 0.2 * (high - low) or 1.0
    look = {"xanchor": "left", "showarrow": False, "xshift": 4, "bgcolor": theme.PAGE}
    figures = [
        {"x": max(start, start + length), "y": at, "text": text} | look
        for at, (start, length, text) in enumerate(zip(starts, lengths, texts, strict=True))
    ]
    return drawn.update_layout(xaxis={"range": [low - 0.05 * air, high + air]} | ticks(ends), annotations=figures)
