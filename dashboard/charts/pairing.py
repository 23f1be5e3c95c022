"""Who plays with whom: the cards choose the partner, so these figures compare and never crown.

Where a table has no units, none are told: those of several variants are not the same thing.
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
    Floats,
    Row,
    Rows,
    above_and_below,
    clearly,
    frame,
    hover,
    numbers,
    percents,
    rate_columns,
    rate_of,
    records,
    sized,
)
from dashboard.charts.shapes import APART, SECOND, bar_rows, bars, dot_rows, nothing, rate_dots
from dashboard.look import safe_text, theme
from scorer.language import counts
from scorer.stats.describe.chance_sentences import (
    equals_from_to,
    made_outside,
    outside_words,
    share_made,
    units_together,
    won_of_equals,
)
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.stats.models.beta_binomial import prior
from scorer.stats.models.multiple_testing import Outside, outside_of_all
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import SCREEN, Counting, percent
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
    labels = sized(safe_text.shorts(table["other"].tolist()), table["with_deals"], table["against_deals"])
    often = f"the {MET_MOST} met most often; " if len(everyone) > MET_MOST else ""
    note = f"{often}(deals with / against); no dot below {counts.deals(fewest)}"
    counting, rows_met = Counting(currency, SCREEN), records(table)
    ids = [links.to("players", player=player, other=row["other"]) for row in rows_met]
    own = {"color": theme.colour(player, everybody)}
    series = []
    for side, shift, marker in (("with", -APART, own), ("against", APART, SECOND)):
        if table[f"{side}_deals"].any():
            hovers = [_met(row, side, counting) for row in rows_met]
            columns = rate_columns(f"{side}_")
            series.append(rate_dots(table, columns, hovers, shift=shift, name=side, marker=marker, ids=ids))
    title, answer = f"% of deals that {name} won", _standing_out(everyone, name)
    return dot_rows(question, labels, series, title, answer=answer, note=note, wide=30)


def _met(row: Row, side: str, counting: Counting) -> str:
    """What is said of a player met on this side, with or against."""
    sure = rate_of(row, *rate_columns(f"{side}_"))
    return hover(
        f"{side} {safe_text.isolated(row['other'])}: {counts.deals(row[f'{side}_deals'])}",
        f"won {row[f'{side}_wins']} of {row[f'{side}_decided']}{f': {sure}' if sure else ''}",
        counting.said(row[f"{side}_units"]) if f"{side}_units" in row else "",
    )


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
        mean, others = 100 * table[f"{side}_wins"].sum() / decided, table["other"].tolist()
        means.append(f"{mean:.0f} % {side} others")
        found = above_and_below(table, rate_columns(f"{side}_"), mean)
        tested = table[f"{side}_rate"].notna().to_numpy()
        wins, of = (table[f"{side}_{name}"].to_numpy() for name in ("wins", "decided"))
        rates, by_chance = rates + int(tested.sum()), by_chance + outside_of_all(wins, of, tested).by_chance
        for out, which in zip((above, below), found, strict=True):
            out += [f"{side} {others[at]} ({percent(table[f'{side}_rate'].iloc[at])})" for at in which]
    if not means:
        return "Too few deals with or against anybody for a rate yet."
    said = f"{name} wins {' and '.join(means)}. {clearly(above, below, 'Nobody')}"
    chance = outside_words(Outside(len(above) + len(below), by_chance), counted(rates, "such rate"), "won %")
    return safe_text.sentence(f"{said} {chance}", [name, *table["other"].tolist()])


def met_rates(rows: Rows, *, fewest: int = MIN_DEALS, currency: str = "") -> go.Figure:
    """How often one wins with another on the same side, and against them; from `stats.met`."""
    table, question = frame(rows), "Who wins with whom, and against whom?"
    if table.empty:
        return nothing(question, f"Nobody has {counts.deals(fewest)} with or against the same player yet.")
    counting, decided, found = Counting(currency, SCREEN), table["wins"] + table["losses"], records(table)
    names = list(dict.fromkeys(name for row in found for name in (row["player"], row["other"])))
    cut = dict(zip(names, map(safe_text.isolated, safe_text.shorts(names, PAIR)), strict=True))
    labels = sized([f"{cut[row['player']]} {row['met']} {cut[row['other']]}" for row in found], decided)
    hovers, colours, symbols, ids = [], [], [], []
    for row, of in zip(found, decided, strict=True):
        one, other = row["player"], row["other"]
        hovers.append(
            hover(
                f"{safe_text.isolated(one)} {row['met']} {safe_text.isolated(other)}",
                f"{counts.deals(row['deals'])}, {row['wins']} of {of} won: {rate_of(row)}",
                counting.said(row["units"]) if "units" in row else "",
            )
        )
        together = row["met"] == "with"
        colours.append(theme.PALETTE[0] if together else theme.GREY)
        symbols.append("circle" if together else "diamond")
        # Marks of one identity vanish: who met with and against each other has the same two names in another order.
        both = {"player": one, "other": other} if together else {"other": other, "player": one}
        ids.append(links.to("players", **both))
    low, high = equals_from_to(plain_rows(table)) or (0.0, 1.0)
    marks = [(100 * low, f"equals {100 * low:.0f} %", "dot")] if high - low < SAME else []
    series = rate_dots(table, rate_columns(""), hovers, marker={"color": colours, "symbol": symbols}, ids=ids)
    answer, most = won_of_equals(plain_rows(table)), found[0]  # those who met most often
    if of := decided.iloc[0]:
        won = f"{most['player']} won {percent(most['rate'])} of {counts.deals(of)} {most['met']} {most['other']}."
        answer = f"{won} {answer}".strip()
    answer = safe_text.sentence(answer, names)
    return dot_rows(question, labels, [series], "% won by the first", answer=answer, marks=marks, wide=44)


def pair_heat(rows: Rows, *, by: str = "likely_rate", fewest: int = MIN_DEALS, currency: str = "") -> go.Figure:
    """How each caller fares with each partner; from `stats.pairs` with `min_deals=1`.

    `by` "likely_rate" how often they make it, or "units" what they won together. Nobody is a partner of their own, and
    those who never met have no colour: the two do not look alike. Named is who with `fewest` deals is outside.
    """
    table, question = frame(rows), QUESTIONS[by]
    if table.empty:
        return nothing(question)
    people, counting = sorted({*table["caller"].tolist(), *table["partner"].tolist()}), Counting(currency, SCREEN)
    figures, texts, tint = _cells(table, by, counting)
    at = tuple(np.array([list(map(people.index, table[side].tolist())) for side in ("caller", "partner")]))
    shape = (len(people), len(people))
    z, text, hovers = np.full(shape, np.nan), np.full(shape, "", object), np.empty(shape, object)
    hovers[:] = [
        [hover(f"{safe_text.isolated(one)} never called with {safe_text.isolated(other)}") for other in people]
        for one in people
    ]
    z[at], text[at] = figures, texts
    hovers[at] = [_pair(row, counting) for row in records(table)]
    names = list(map(safe_text.plain, people))
    grid = {"x": names, "y": names, "hoverinfo": "skip", "xgap": 2, "ygap": 2}
    cells = go.Heatmap(z=z, hoverongaps=False, **grid, **tint)
    own, one_colour = np.where(np.eye(len(people), dtype=bool), 0, np.nan), [[0, theme.STRONGER], [1, theme.STRONGER]]
    nobody = go.Heatmap(z=own, showscale=False, colorscale=one_colour, **grid)
    below = BAR + LEANING * max(map(safe_text.columns, safe_text.shorts(people, LABEL - 4)))
    height = max(len(people) * CELL, ceil(below / FURTHEST))
    cells.colorbar = _colour_bar(below / height, tint["zmin"], tint["zmax"], TITLES[by].format(counting.title))
    note = f"in a cell: {TELLING[by]}, and below it the deals; empty: never; grey: nobody is their own partner"
    return theme.figure(
        question,
        height=height,
        answer=_answer(table, by, fewest, counting),
        note=note + (_drawn_towards(table) if by == "likely_rate" else ""),
        traces=[nobody, cells, _touched(people, text, hovers)],
        margin={"b": below},
        hoverdistance=-1,
        xaxis=_names(people, "partner") | {"tickangle": -45, "automargin": False},
        yaxis=_names(people, "caller") | {"autorange": "reversed"},
    )


def _touched(people: Sequence[str], text: Any, hovers: Any) -> go.Scatter:
    """What is written in the cells, hovers at them, and where they lead: a heat map itself cannot be chosen from."""
    apart_from = ~np.eye(len(people), dtype=bool)
    pairs = [(people[one], people[other]) for one, other in np.argwhere(apart_from).tolist()]
    return go.Scatter(
        x=[safe_text.plain(other) for _, other in pairs],
        y=[safe_text.plain(one) for one, _ in pairs],
        ids=[links.to("players", player=one, other=other) for one, other in pairs],
        mode="markers+text",
        marker={"opacity": 0, "size": CELL - 4},
        text=text[apart_from],
        textfont={"color": theme.ON_HEAT, "size": 11},
        hovertext=hovers[apart_from],
        hoverinfo="text",
    )


def _middle(table: pd.DataFrame, by: str) -> float:
    """Beside what pairs are more or less: the rate of all of them together; of units 0."""
    decided = (table["made"] + table["failed"]).sum()
    if by == "units":
        return 0.0
    return float(table["made"].sum() / decided) if decided else 0.5


def _cells(table: pd.DataFrame, by: str, counting: Counting) -> tuple[Floats, list[str], dict[str, Any]]:
    """The figures of the cells, what is written there, and how they are coloured: the league is the middle."""
    if by == "units":
        figures, middle, least = numbers(table, by) / counting.scale, 0.0, 1.0
        written = [counting.total(units) for units in table["units"].tolist()]
    else:
        figures, middle, least = percents(table, by), 100 * _middle(table, by), 10.0
        written = [f"{rate:.0f}" if rate >= 0 else SCREEN.nothing for rate in figures.tolist()]
    texts = [f"{figure}{safe_text.BREAK}{deals}" for figure, deals in zip(written, table["deals"], strict=True)]
    reach = max(least, float(np.nanmax(np.abs(figures - middle), initial=0)))
    return figures, texts, {"colorscale": theme.HEAT, "zmin": middle - reach, "zmax": middle + reach}


def _answer(everyone: pd.DataFrame, by: str, fewest: int, counting: Counting, player: str = "") -> str:
    """Which pairs are outside, or won and lost most, of one caller or of all; and what chance alone would do."""
    table = everyone[everyone["caller"] == player].reset_index(drop=True) if player else everyone
    people = [*table["caller"].tolist(), *table["partner"].tolist()]
    pairs = [f"{caller} with {partner}" for caller, partner in zip(table["caller"], table["partner"], strict=True)]
    if by == "units":
        most, least = int(table["units"].to_numpy().argmax()), int(table["units"].to_numpy().argmin())
        ends = [f"{pairs[at]} {counting.total(table['units'].iloc[at])}" for at in dict.fromkeys((most, least))]
        said = f"From {' to '.join(ends)}." if ends[1:] else f"{ends[0]}."
        return safe_text.sentence(f"{said} {units_together(plain_rows(table), counting)}".strip(), people)
    enough = everyone[everyone["deals"] >= fewest]
    tested = (enough["caller"] == player).to_numpy() if player else np.ones(len(enough), bool)
    if not tested.any():
        return f"No pair has {counts.deals(fewest)} together yet."
    if (mean := share_made(plain_rows(enough))) is None:
        return ""
    more, less = (
        [f"{pairs[at]} ({percent(table['rate'].iloc[at])})" for at in found]
        for found in _made_apart(table, mean, fewest)
    )
    which = f" with {counts.deals(fewest)} or more" if fewest > 1 else ""
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
    return above_and_below(table, rate_columns(""), 100 * mean, (table["deals"] >= fewest).to_numpy())


def pair_labels(table: pd.DataFrame, one: str, other: str, between: str) -> list[str]:
    """The labels of pairs, whose names stand in these columns, with their deals: `Anna + Bruno (12)`."""
    cut = [map(safe_text.isolated, safe_text.shorts(table[side].tolist(), PAIR)) for side in (one, other)]
    return sized([f"{first} {between} {second}" for first, second in zip(*cut, strict=True)], table["deals"])


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
    pairs = records(table)
    hovers = [_pair(row, counting) for row in pairs]
    ids = [links.to("players", player=row["caller"], other=row["partner"]) for row in pairs]
    labels = pair_labels(table, "caller", "partner", "+")
    if by == "units":
        units = numbers(table, "units")
        colours, text = np.where(units > 0, theme.MADE, theme.FAILED).tolist(), list(map(counting.total, units))
        series = bars(units / counting.scale, hovers, colours, text=text, ids=ids)
        return bar_rows(question, labels, [series], f"{counting.title} together", answer=answer, wide=40)
    mean = share_made(plain_rows(everyone[everyone["deals"] >= fewest]))
    colours, marks = np.full(len(table), theme.GREY, object), []
    note = f"caller + partner (deals), {'' if player else 'those that differ most, '}95 % intervals"
    if mean is not None:
        above, below = _made_apart(table, mean, fewest)
        colours[above], colours[below] = theme.PALETTE[0], theme.FAILED
        marks = [(100 * mean, f"together {100 * mean:.0f} %", "dot")]
        if above or below:
            note += "; in colour: made % is outside"
    note += _drawn_towards(everyone)
    series = rate_dots(table, LIKELY, hovers, marker={"color": colours.tolist()}, ids=ids)
    return dot_rows(question, labels, [series], LIKELY_MADE, answer=answer, note=note, marks=marks, wide=40)


def _furthest(table: pd.DataFrame, by: str, middle: float) -> pd.DataFrame:
    """The pairs furthest from the middle, from the highest to the lowest."""
    table = table[table[by].notna()].sort_values(by, ascending=False, kind="stable", ignore_index=True)
    if len(table) <= MOST:
        return table
    kept = (table[by] - middle).abs().sort_values(ascending=False, kind="stable").index[:MOST]
    return table.loc[sorted(kept)].reset_index(drop=True)


def _pair(row: Row, counting: Counting) -> str:
    """What is said of a caller with a partner."""
    decided, units = row["made"] + row["failed"], row.get("units")
    made = f", made {row['made']} of {decided}: {percent(row['rate'])}" if decided else ""
    return hover(
        f"{safe_text.isolated(row['caller'])} calls, {safe_text.isolated(row['partner'])} is the partner",
        f"{counts.deals(row['deals'])} together{made}",
        f"drawn towards the league's: {rate_of(row, *LIKELY)}" if decided else "",
        "" if units is None else f"{counting.said(units)} together",
    )


def _colour_bar(below: float, low: float, high: float, title: str) -> dict[str, Any]:
    """The colours explained, below the figure."""
    place = {"orientation": "h", "x": 0, "xanchor": "left", "len": 0.6, "y": -below, "yanchor": "bottom"}
    step = max(1, round((high - low) / 4))
    ticks: dict[str, Any] = {"dtick": step}
    if title == LIKELY_MADE:  # no rate is above 100 %
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
