"""Who plays with whom: the cards choose the partner, so these figures compare and never crown.

Where a table has no units, none are told: those of several variants are not the same thing.
"""

from collections.abc import Sequence
from math import ceil
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import links, safe_text, theme
from dashboard.charts.answers import above_and_below, clearly
from dashboard.charts.bars import bar_rows, bars_across
from dashboard.charts.base import (
    LABEL,
    Floats,
    Rows,
    frame,
    hover,
    intervals,
    nothing,
    numbers,
    percents,
    sized,
    words,
)
from dashboard.charts.rates import APART, across, dots, upright
from scorer.stats.beta_binomial import prior
from scorer.stats.by_chance import (
    Outside,
    equals_from_to,
    made_outside,
    outside_of_all,
    share_made,
    units_together,
    won_of_equals,
)
from scorer.stats.tables import plain_rows
from scorer.stats.tallies import MIN_DEALS
from scorer.text.numbers import SCREEN, Counting, percent, rate
from scorer.text.sentences import counted

PEOPLE: Final = 12  # as many as a heat map has room for, on a phone as well
MOST: Final = 16  # pairs in order: those that differ most
MET_MOST: Final = 20  # players met, beside each other: those met most often
PAIR: Final = 12  # letters of each name of two
CELL: Final = 36
LEANING: Final = 5.0  # pixels of height that a letter needs at 45 degrees
FURTHEST: Final = 1.9  # times the height of the cells: Plotly draws nothing two heights below them
BAR: Final = 124  # pixels below the names: their title, and the colours explained
SAME: Final = 1e-9  # two rates that differ by no more than how they were added up
LIKELY: Final = ("likely_rate", "likely_low", "likely_high")
LIKELY_MADE: Final = "likely % of contracts made"
QUESTIONS: Final = {"likely_rate": "Who makes it with whom?", "units": "Who wins what with whom?"}
TITLES: Final = {"likely_rate": LIKELY_MADE, "units": "{} together"}
TELLING: Final = {"likely_rate": "likely %", "units": "both together"}


def companion_rates(
    rows: Rows, player: str, everybody: Sequence[str], *, fewest: int = MIN_DEALS, currency: str = ""
) -> go.Figure:
    """How often a player wins with and against each other; from `stats.companions`, rates from `fewest` deals on."""
    everyone, name = frame(rows), safe_text.short(player, 20)
    question = f"How does {name} fare with whom?"
    if everyone.empty:
        return nothing(question)
    met = (everyone["with_deals"] + everyone["against_deals"]).sort_values(ascending=False, kind="stable")
    table = everyone.loc[sorted(met.index[:MET_MOST])].reset_index(drop=True)
    colour, counting = theme.colour(player, everybody), Counting(currency, SCREEN)
    labels = sized(safe_text.shorts(words(table, "other")), table["with_deals"], table["against_deals"])
    often = f"the {MET_MOST} met most often; " if len(everyone) > MET_MOST else ""
    note = f"{often}(deals with / against); no dot below {counted(fewest, 'deal')}"
    markers = {"with": {"color": colour}, "against": {"color": theme.GREY, "symbol": "diamond", "size": 9}}
    series = [
        dots(table, (f"{side}_rate", f"{side}_low", f"{side}_high"), _together(table, side, counting), shift=shift,
             name=side, marker=markers[side],
             ids=[links.to("players", player=player, other=other) for other in words(table, "other")])
        for side, shift in (("with", -APART), ("against", APART)) if table[f"{side}_deals"].any()
    ]  # fmt: skip
    return across(question, series, labels, f"% of deals that {name} won", note=note, wide=30,
                  answer=_standing_out(everyone, name), **theme.legend_below())  # fmt: skip


def _standing_out(table: pd.DataFrame, name: str) -> str:
    """With whom and against whom a player wins clearly more, or less, than with and against all of them."""
    above: list[str] = []
    below: list[str] = []
    means: list[str] = []
    rates, by_chance = 0, 0.0
    for side in ("with", "against"):
        decided = table[f"{side}_decided"].sum()
        if not decided or not table[f"{side}_rate"].notna().any():
            continue
        mean, others = 100 * table[f"{side}_wins"].sum() / decided, words(table, "other")
        means.append(f"{mean:.0f} % {side} others")
        found = above_and_below(table, (f"{side}_rate", f"{side}_low", f"{side}_high"), mean)
        told = table[f"{side}_rate"].notna().to_numpy()
        wins, of = (table[f"{side}_{name}"].to_numpy() for name in ("wins", "decided"))
        rates, by_chance = rates + int(told.sum()), by_chance + outside_of_all(wins, of, told).by_chance
        for out, which in zip((above, below), found, strict=True):
            out += [f"{side} {others[at]} ({percent(table[f'{side}_rate'].iloc[at])})" for at in which]
    if not means:
        return "Too few deals with or against anybody for a rate yet."
    said = f"{name} wins {' and '.join(means)}. {clearly(above, below, 'Nobody')}"
    chance = Outside(len(above) + len(below), by_chance).words(counted(rates, "such rate"), "won %")
    return safe_text.sentence(f"{said} {chance}", [name, *words(table, "other")])


def met_rates(rows: Rows, *, fewest: int = MIN_DEALS, currency: str = "") -> go.Figure:
    """How often one wins with another on the same side, and against them; from `stats.met`."""
    table, question = frame(rows), "Who wins with whom, and against whom?"
    if table.empty:
        return nothing(question, f"Nobody has {counted(fewest, 'deal')} with or against the same player yet.")
    counting, decided = Counting(currency, SCREEN), (table["wins"] + table["losses"]).tolist()
    pairs = list(zip(*(words(table, name) for name in ("player", "met", "other")), strict=True))
    told = [
        hover([" ".join(map(safe_text.isolated, pair)),
               f"{counted(deals, 'deal')}, {wins} of {of} won: {interval}",
               counting.said(units) if units is not None else ""])
        for pair, deals, wins, of, units, interval in zip(
            pairs, table["deals"], table["wins"], decided, _units(table, "units"),
            intervals(table, "rate", "low", "high"), strict=True,
        )
    ]  # fmt: skip
    names = list(dict.fromkeys(name for player, _, other in pairs for name in (player, other)))
    cut = dict(zip(names, map(safe_text.isolated, safe_text.shorts(names, PAIR)), strict=True))
    labels = sized([f"{cut[player]} {met} {cut[other]}" for player, met, other in pairs], decided)
    beside = (table["met"] == "with").tolist()
    marker = {
        "color": [theme.PALETTE[0] if one else theme.GREY for one in beside],
        "symbol": ["circle" if one else "diamond" for one in beside],
    }
    # Marks of one identity vanish: who met with and against each other has the same two names in another order.
    ids = [
        links.to("players", **({"player": player, "other": other} if one else {"other": other, "player": player}))
        for (player, _, other), one in zip(pairs, beside, strict=True)
    ]
    low, high = equals_from_to(plain_rows(table)) or (0.0, 1.0)
    line = upright((100 * low, f"equals {100 * low:.0f} %", "dot")) if high - low < SAME else {}
    return across(question, [dots(table, ("rate", "low", "high"), told, marker=marker, ids=ids)], labels,
                  "% won by the first", wide=44, answer=_first_met(table, pairs, decided), **line)  # fmt: skip


def _first_met(table: pd.DataFrame, pairs: Sequence[tuple[str, ...]], decided: Sequence[int]) -> str:
    """How those who met most often fared."""
    names = [name for player, _, other in pairs for name in (player, other)]
    (player, met, other), of, share = pairs[0], decided[0], table["rate"].iloc[0]
    won = f"{player} won {percent(share)} of {counted(of, 'deal')} {met} {other}." if of else ""
    return safe_text.sentence(f"{won} {won_of_equals(plain_rows(table))}".strip(), names)


def _units(table: pd.DataFrame, column: str) -> list[float | None]:
    """The units of each row; None where the table has none."""
    return table[column].tolist() if column in table else [None] * len(table)


def _together(table: Any, side: str, counting: Counting) -> list[str]:
    columns = [table[f"{side}_{name}"].tolist() for name in ("deals", "wins", "decided")]
    rates = intervals(table, f"{side}_rate", f"{side}_low", f"{side}_high")
    return [
        hover(
            [
                f"{side} {safe_text.isolated(other)}: {counted(deals, 'deal')}",
                f"won {wins} of {decided}{f': {sure}' if sure else ''}",
                counting.said(units) if units is not None else "",
            ]
        )
        for other, sure, deals, wins, decided, units in zip(
            words(table, "other"), rates, *columns, _units(table, f"{side}_units"), strict=True
        )
    ]


def pair_heat(rows: Rows, *, by: str = "likely_rate", fewest: int = MIN_DEALS, currency: str = "") -> go.Figure:
    """How each caller fares with each partner; from `stats.pairs` with `min_deals=1`.

    `by` "likely_rate" how often they make it, or "units" what they won together. Nobody is a partner of their own, and
    those who never met have no colour: the two do not look alike. Named is who with `fewest` deals is outside.
    """
    table, question = frame(rows), QUESTIONS[by]
    if table.empty:
        return nothing(question)
    people, counting = sorted({*words(table, "caller"), *words(table, "partner")}), Counting(currency, SCREEN)
    figures, tint = _scaled(table, by, counting)
    at = tuple(np.array([list(map(people.index, words(table, side))) for side in ("caller", "partner")]))
    shape = (len(people), len(people))
    z, text, told = np.full(shape, np.nan), np.full(shape, "", object), np.empty(shape, object)
    z[at], text[at] = figures, _in_cells(table, by, counting)
    told[:] = [
        [hover([f"{safe_text.isolated(one)} never called with {safe_text.isolated(other)}"]) for other in people]
        for one in people
    ]
    told[at] = [_pair(row, counting) for row in table.to_dict("records")]
    names = list(map(safe_text.plain, people))
    cells = go.Heatmap(z=z, x=names, y=names, hoverinfo="skip", hoverongaps=False, xgap=2, ygap=2, **tint)
    own = np.where(np.eye(len(people), dtype=bool), 0, np.nan)
    nobody = go.Heatmap(z=own, x=names, y=names, hoverinfo="skip", xgap=2, ygap=2, showscale=False,
                        colorscale=[[0, theme.STRONGER], [1, theme.STRONGER]])  # fmt: skip
    below = BAR + LEANING * max(map(safe_text.columns, safe_text.shorts(people, LABEL - 4)))
    height = max(len(people) * CELL, ceil(below / FURTHEST))
    cells.colorbar = _colour_bar(below / height, tint["zmin"], tint["zmax"], TITLES[by].format(counting.title))
    note = f"in a cell: {TELLING[by]}, and below it the deals; empty: never; grey: nobody is their own partner"
    note += _drawn_towards(table) if by == "likely_rate" else ""
    across = _names(people, "partner") | {"tickangle": -45, "automargin": False}
    axes: dict[str, Any] = {"xaxis": across, "yaxis": _names(people, "caller") | {"autorange": "reversed"}}
    return theme.figure(question, height=height, note=note, answer=_answer(table, by, fewest, counting),
                        traces=[nobody, cells, _touched(people, text, told)], margin={"b": below}, hoverdistance=-1,
                        **axes)  # fmt: skip


def _touched(people: Sequence[str], text: Any, told: Any) -> go.Scatter:
    """What is written in the cells, told at them, and where they lead: a heat map itself cannot be chosen from."""
    apart_from = ~np.eye(len(people), dtype=bool)
    rows, columns = (at.tolist() for at in np.nonzero(apart_from))
    return go.Scatter(
        x=[safe_text.plain(people[at]) for at in columns], y=[safe_text.plain(people[at]) for at in rows],
        mode="markers+text", marker={"opacity": 0, "size": CELL - 4}, text=text[apart_from],
        textfont={"color": theme.ON_HEAT, "size": 11}, hovertext=told[apart_from], hoverinfo="text",
        ids=[links.to("players", player=people[one], other=people[other])
             for one, other in zip(rows, columns, strict=True)],
    )  # fmt: skip


def _middle(table: pd.DataFrame, by: str) -> float:
    """Beside what pairs are more or less: the rate of all of them together; of units 0."""
    decided = (table["made"] + table["failed"]).sum()
    return 0.0 if by == "units" else float(table["made"].sum() / decided) if decided else 0.5


def _scaled(table: pd.DataFrame, by: str, counting: Counting) -> tuple[Floats, dict[str, Any]]:
    """The figures of the cells, and how these are coloured: the league is the middle."""
    if by == "units":
        figures, middle, least = numbers(table, by) / counting.scale, 0.0, 1.0
    else:
        figures, middle, least = percents(table, by), 100 * _middle(table, by), 10.0
    reach = max(least, float(np.nanmax(np.abs(figures - middle), initial=0)))
    return figures, {"colorscale": theme.HEAT, "zmin": middle - reach, "zmax": middle + reach}


def _in_cells(table: pd.DataFrame, by: str, counting: Counting) -> list[str]:
    """The figure of each pair, and their deals."""
    if by == "units":
        told = [counting.total(one) for one in table["units"].tolist()]
    else:
        told = [f"{one:.0f}" if one >= 0 else SCREEN.nothing for one in percents(table, by).tolist()]
    return [f"{one}{safe_text.BREAK}{deals}" for one, deals in zip(told, table["deals"], strict=True)]


def _answer(everyone: pd.DataFrame, by: str, fewest: int, counting: Counting, player: str = "") -> str:
    """Which pairs are outside, or won and lost most, of one caller or of all; and what chance alone would do."""
    table = everyone[everyone["caller"] == player].reset_index(drop=True) if player else everyone
    people = [*words(table, "caller"), *words(table, "partner")]
    told = [f"{caller} with {partner}" for caller, partner in zip(table["caller"], table["partner"], strict=True)]
    if by == "units":
        most, least = int(table["units"].to_numpy().argmax()), int(table["units"].to_numpy().argmin())
        ends = [f"{told[at]} {counting.total(table['units'].iloc[at])}" for at in dict.fromkeys((most, least))]
        said = f"From {' to '.join(ends)}." if ends[1:] else f"{ends[0]}."
        return safe_text.sentence(f"{said} {units_together(plain_rows(table), counting)}".strip(), people)
    enough = everyone[everyone["deals"] >= fewest]
    tested = (enough["caller"] == player).to_numpy() if player else np.ones(len(enough), bool)
    if not tested.any():
        return f"No pair has {counted(fewest, 'deal')} together yet."
    if (mean := share_made(plain_rows(enough))) is None:
        return ""
    more, less = ([f"{told[at]} ({percent(table['rate'].iloc[at])})" for at in found]
                  for found in _made_apart(table, mean, fewest))  # fmt: skip
    which = f" with {counted(fewest, 'deal')} or more" if fewest > 1 else ""
    said = f"All pairs{which} together made {percent(mean)}. {clearly(more, less, 'No pair')}"
    return safe_text.sentence(f"{said} {made_outside(plain_rows(enough), tested)}".strip(), people)


def _drawn_towards(everyone: pd.DataFrame) -> str:
    """Of what the likely rates are made: another mean than that of the pairs of many deals alone, which is told."""
    made, decided = everyone["made"].to_numpy(), (everyone["made"] + everyone["failed"]).to_numpy()
    if not decided.any():
        return ""
    all_pairs = prior(made, decided)
    more = f"as if each pair had about {round(all_pairs.strength)} more contracts at {percent(all_pairs.mean)}"
    return f"; likely %: {more}, the rate of all pairs, of however few deals"


def _made_apart(table: pd.DataFrame, mean: float, fewest: int) -> tuple[list[int], list[int]]:
    """The pairs with enough deals that made clearly more than this, and those that made less."""
    return above_and_below(table, ("rate", "low", "high"), 100 * mean, (table["deals"] >= fewest).to_numpy())


def pair_order(
    rows: Rows, player: str = "", *, by: str = "likely_rate", fewest: int = MIN_DEALS, currency: str = ""
) -> go.Figure:
    """The pairs that differ most, or those of one caller, in order; from `stats.pairs` with `min_deals=1`.

    Where there are too many people for a heat map. `by` and `fewest` as there: who is named has a colour.
    """
    everyone = frame(rows)
    question = f"How does {safe_text.short(player, 20)} fare with which partner?" if player else QUESTIONS[by]
    table = everyone[everyone["caller"] == player] if player and len(everyone) else everyone
    if table.empty or not table[by].notna().any():
        return nothing(question, "No pair has a deal together here.")
    counting = Counting(currency, SCREEN)
    answer = _answer(everyone, by, fewest, counting, player)
    table = _furthest(table, by, _middle(everyone, by))
    told = [_pair(row, counting) for row in table.to_dict("records")]
    cut = [map(safe_text.isolated, safe_text.shorts(words(table, side), PAIR)) for side in ("caller", "partner")]
    labels = sized([f"{caller} + {partner}" for caller, partner in zip(*cut, strict=True)], table["deals"])
    ids = [links.to("players", player=one, other=other) for one, other in zip(table["caller"], table["partner"],
           strict=True)]  # fmt: skip
    if by == "units":
        units = numbers(table, "units")
        colours = [theme.MADE if one > 0 else theme.FAILED for one in units.tolist()]
        bars = bars_across(units / counting.scale, [counting.total(one) for one in units.tolist()], told,
                           colours, ids=ids)  # fmt: skip
        return bar_rows(question, [bars], labels, f"{counting.title} together", answer=answer, wide=40)
    mean = share_made(plain_rows(everyone[everyone["deals"] >= fewest]))
    above, below = ([], []) if mean is None else _made_apart(table, mean, fewest)
    line = {} if mean is None else upright((100 * mean, f"together {100 * mean:.0f} %", "dot"))
    colours = [theme.PALETTE[0] if at in above else theme.FAILED if at in below else theme.GREY
               for at in range(len(table))]  # fmt: skip
    note = f"caller + partner (deals), {'' if player else 'those that differ most, '}95 % intervals"
    note += f"{'; in colour: made % is outside' if above or below else ''}{_drawn_towards(everyone)}"
    series = dots(table, LIKELY, told, marker={"color": colours}, ids=ids)
    return across(question, [series], labels, LIKELY_MADE, answer=answer, note=note, wide=40,
                  **line)  # fmt: skip


def _furthest(table: pd.DataFrame, by: str, middle: float) -> pd.DataFrame:
    """The pairs furthest from the middle, from the highest to the lowest."""
    table = table[table[by].notna()].sort_values(by, ascending=False, kind="stable", ignore_index=True)
    if len(table) <= MOST:
        return table
    kept = (table[by] - middle).abs().sort_values(ascending=False, kind="stable").index[:MOST]
    return table.loc[sorted(kept)].reset_index(drop=True)


def _pair(row: dict[Any, Any], counting: Counting) -> str:
    decided = row["made"] + row["failed"]
    made = f", made {row['made']} of {decided}: {percent(row['rate'])}" if decided else ""
    likely = rate(row["likely_rate"], row["likely_low"], row["likely_high"], SCREEN)
    return hover(
        [
            f"{safe_text.isolated(row['caller'])} calls, {safe_text.isolated(row['partner'])} is the partner",
            f"{counted(row['deals'], 'deal')} together{made}",
            f"drawn towards the league's: {likely}" if decided else "",
            f"{counting.said(row['units'])} together" if row.get("units") is not None else "",
        ]
    )


def _colour_bar(below: float, low: float, high: float, title: str) -> dict[str, Any]:
    """The colours explained, below the figure."""
    place = {
        "orientation": "h",
        "x": 0,
        "xanchor": "left",
        "len": 0.6,
        "y": -below,
        "yanchor": "bottom",
    }
    step = max(1, round((high - low) / 4))
    told: dict[str, Any] = {"dtick": step}
    if title == LIKELY_MADE:  # no rate is above 100 %
        told = {"tickvals": list(range(max(0, ceil(low / step) * step), min(100, int(high)) + 1, step))}
    return place | told | {"thickness": 10, "title": {"text": title, "side": "top"}}


def _names(names: Sequence[str], title: str) -> dict[str, Any]:
    """The axis of callers or partners; their whole names are in the hover text."""
    return {
        "type": "category", "title": {"text": title}, "showgrid": False, "zeroline": False,
        "categoryorder": "array", "categoryarray": [safe_text.plain(name) for name in names],
        "range": [-0.5, len(names) - 0.5],
        "tickmode": "array", "tickvals": np.arange(len(names)), "automargin": True,
        "ticktext": [safe_text.plain(name) for name in safe_text.shorts(names, LABEL - 4)],
    }  # fmt: skip
