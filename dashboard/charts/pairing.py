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
    Floats,
    Rows,
    above_and_below,
    clauses,
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
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import listed, number
from scorer.stats.describe.chance_sentences import (
    rates_if_equal,
    share_made,
    units_together,
    unusual_pairs,
    unusual_words,
    won_by_equal_players,
)
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.stats.models.beta_binomial import rate_prior
from scorer.stats.models.multiple_testing import Outside, outside_common_rate
from scorer.stats.tally import AGAINST, MIN_DEALS, WAYS, WITH
from scorer.text.numbers import SCREEN, SURE_SCREEN, Counting, Row, percent

PEOPLE: Final = 12  # as many as a heat map has room for, on a phone as well
MOST: Final = 16  # pairs in order: those that differ most
MET_MOST: Final = 20  # players met, beside each other: those met most often
PAIR: Final = 12  # letters of each name of two
CELL: Final = 42
LEANING: Final = 5.0  # pixels of height that a letter needs at 45 degrees
FURTHEST: Final = 1.9  # times the height of the cells: Plotly draws nothing two heights below them
BAR: Final = 124  # pixels below the names: their title, and the colours explained
SAME: Final = 1e-9  # two rates that differ by no more than how they were added up
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
SIDES: Final = {WITH: N_("with"), AGAINST: N_("against")}
DEALS_MET: Final = {WITH: N_("with {player}: {deals}"), AGAINST: N_("against {player}: {deals}")}
MEANS_MET: Final = {WITH: N_("{share} with others"), AGAINST: N_("{share} against others")}
RATES_MET: Final = {WITH: N_("with {player} ({share})"), AGAINST: N_("against {player} ({share})")}
PAIRS_MET: Final = {WITH: N_("{player} with {other}"), AGAINST: N_("{player} against {other}")}
MOST_MET: Final = {
    WITH: N_("{player} won {share} of {deals} with {other}."),
    AGAINST: N_("{player} won {share} of {deals} against {other}."),
}


def companion_rates(
    rows: Rows, player: str, everybody: Sequence[str], *, fewest: int = MIN_DEALS, currency: str = "", sure: bool = True
) -> go.Figure:
    """How often a player wins with and against others; from `stats.companions`, rates from `fewest` deals on.

    With intervals, and with whom stands out, if `sure`.
    """
    everyone, name = frame(rows), safe_text.short(player, 20)
    question = _("How does {player} fare with whom?", player=name)
    if everyone.empty:
        return nothing(question)
    met = (everyone["with_deals"] + everyone["against_deals"]).sort_values(ascending=False, kind="stable")
    table = everyone.loc[sorted(met.index[:MET_MOST])].reset_index(drop=True)
    labels = sized(safe_text.people(table["other"].tolist()), table["with_deals"], table["against_deals"])
    note = _("(deals with / against); no dot below {deals}", deals=counts.deals(fewest))
    if len(everyone) > MET_MOST:
        note = clauses(_("the {number} met most often", number=MET_MOST), note)
    counting, rows_met = Counting(currency, SURE_SCREEN if sure else SCREEN), records(table)
    ids = [links.to("players", player=player, other=row["other"]) for row in rows_met]
    own = {"color": theme.colour(player, everybody)}
    series = []
    for side, shift, marker in ((WITH, -APART, own), (AGAINST, APART, SECOND)):
        if table[f"{side}_deals"].any():
            hovers = [_met(row, side, counting) for row in rows_met]
            look = {"shift": shift, "name": _(SIDES[side]), "marker": marker, "ids": ids, "sure": sure}
            series.append(rate_dots(table, rate_columns(f"{side}_"), hovers, **look))
    title, answer = _("% of deals that {player} won", player=name), _standing_out(everyone, name, sure=sure)
    return dot_rows(question, labels, series, title, answer=answer, note=note, wide=30)


def _met(row: Row, side: str, counting: Counting) -> str:
    """The words at a player met on this side, WITH or AGAINST."""
    sure, deals = counting.style.sure, counts.deals(row[f"{side}_deals"])
    rate = rate_of(row, *rate_columns(f"{side}_"), sure=sure)
    wins = {"wins": row[f"{side}_wins"], "decided": row[f"{side}_decided"]}
    return hover(
        _(DEALS_MET[side], player=safe_text.isolated(row["other"]), deals=deals),
        _("won {wins} of {decided}: {rate}", **wins, rate=rate) if rate else _("won {wins} of {decided}", **wins),
        counting.with_unit(row[f"{side}_units"]) if f"{side}_units" in row else "",
    )


def _standing_out(table: pd.DataFrame, name: str, *, sure: bool) -> str:
    """How often a player wins with and against others; if `sure` with whom clearly more, or less, than with all."""
    above: list[str] = []
    below: list[str] = []
    means: list[str] = []
    rates, by_chance = 0, 0.0
    for side in WAYS:
        decided = table[f"{side}_decided"].sum()
        if not decided or not table[f"{side}_rate"].notna().any():
            continue
        mean, people = float(table[f"{side}_wins"].sum() / decided), table["other"].tolist()
        shares = list(map(percent, table[f"{side}_rate"].tolist()))
        means.append(_(MEANS_MET[side], share=percent(mean)))
        tested = table[f"{side}_rate"].notna().to_numpy()
        wins, samples = (table[f"{side}_{name}"].to_numpy() for name in ("wins", "decided"))
        rates, by_chance = rates + int(tested.sum()), by_chance + outside_common_rate(wins, samples, tested).expected
        ends = above_and_below(table, rate_columns(f"{side}_"), 100 * mean)
        for named, which in zip((above, below), ends, strict=True):
            named += [_(RATES_MET[side], player=people[at], share=shares[at]) for at in which]
    if not means:
        return _("Too few deals with or against anybody for a rate yet.")
    wins_so = _("{player} wins {shares}.", player=name, shares=listed(means))
    if not sure:
        return safe_text.sentence(wins_so, [name])
    such_rates = ngettext("{count} such rate", "{count} such rates", rates)
    sentences = [
        wins_so,
        clearly(above, below, _("Nobody is clearly above or below that.")),
        unusual_words(Outside(len(above) + len(below), by_chance), such_rates, _("won %")),
    ]
    return safe_text.sentence(" ".join(sentences), [name, *table["other"].tolist()])


def met_rates(rows: Rows, *, fewest: int = MIN_DEALS, currency: str = "", sure: bool = True) -> go.Figure:
    """How often a player wins with another on the same side, and against them, with intervals if `sure`.

    From `stats.met`.
    """
    table, question = frame(rows), _("Who wins with and against whom?")
    if table.empty:
        deals = counts.deals(fewest)
        return nothing(question, _("Nobody has {deals} with or against the same player yet.", deals=deals))
    counting = Counting(currency, SURE_SCREEN if sure else SCREEN)
    decided, pairs = table["wins"] + table["losses"], records(table)
    names = list(dict.fromkeys(name for row in pairs for name in (row["player"], row["other"])))
    cut = dict(zip(names, map(safe_text.isolated, safe_text.people(names, PAIR)), strict=True))
    titles = [_(PAIRS_MET[row["met"]], player=cut[row["player"]], other=cut[row["other"]]) for row in pairs]
    together = (table["met"] == WITH).tolist()
    look = {
        "color": [theme.PALETTE[0] if with_other else theme.GREY for with_other in together],
        "symbol": ["circle" if with_other else "diamond" for with_other in together],
    }
    hovers, ids = [_pair_met(row, counting) for row in pairs], []
    for row in pairs:  # marks of one identity vanish: WITH and AGAINST have the names in two orders
        order = ("player", "other") if row["met"] == WITH else ("other", "player")
        ids.append(links.to("players", **{side: row[side] for side in order}))
    low, high = rates_if_equal(plain_rows(table)) or (0.0, 1.0)
    marks = [(100 * low, _("equals {share}", share=percent(low)), "dot")] if high - low < SAME else []
    series = rate_dots(table, rate_columns(""), hovers, marker=look, ids=ids, sure=sure)
    answer = [won_by_equal_players(plain_rows(table)).whole] if sure else []
    most = pairs[0]  # those who met most often
    if sample := int(decided.iloc[0]):
        facts = {"player": most["player"], "other": most["other"], "share": percent(most["rate"])}
        answer.insert(0, _(MOST_MET[most["met"]], **facts, deals=counts.deals(sample)))
    words = safe_text.sentence(" ".join(filter(None, answer)), names)
    labels = sized(titles, decided)
    return dot_rows(question, labels, [series], _("% won by the first"), answer=words, marks=marks, wide=44)


def _pair_met(row: Row, counting: Counting) -> str:
    """The words at two players who met, with or against each other."""
    facts = {"deals": counts.deals(row["deals"]), "wins": row["wins"], "decided": row["wins"] + row["losses"]}
    won = _("{deals}, {wins} of {decided} won: {rate}", **facts, rate=rate_of(row, sure=counting.style.sure))
    return hover(
        _(PAIRS_MET[row["met"]], player=safe_text.isolated(row["player"]), other=safe_text.isolated(row["other"])),
        won,
        counting.with_unit(row["units"]) if "units" in row else "",
    )


def pair_heat(
    rows: Rows, *, by: str = BY_LIKELY, fewest: int = MIN_DEALS, currency: str = "", sure: bool = True
) -> go.Figure:
    """How each caller fares with each partner; from `stats.pairs` with `min_deals=1`.

    `by` BY_LIKELY how often they make it, or BY_UNITS what they won together. A cell of a player with themselves is
    grey, one of two who never met is empty. If `sure`, the answer names pairs with `fewest` deals that stand out, and
    cells have the likely rate that colours them; else the rate as it is.
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
    return theme.figure(
        question,
        height=height,
        answer=_answer(table, by, fewest, counting),
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


def _middle(table: pd.DataFrame, by: str) -> float:
    """The figure with which pairs are compared: the rate of all of them together, a share; of units 0."""
    decided = (table["made"] + table["failed"]).sum()
    if by == BY_UNITS:
        return 0.0
    return float(table["made"].sum() / decided) if decided else 0.5


def _cells(table: pd.DataFrame, by: str, counting: Counting) -> tuple[Floats, list[str], dict[str, Any]]:
    """The figures of the cells, their texts, and their colours: the middle is the league."""
    if by == BY_UNITS:
        figures, middle, least = numbers(table, by) / counting.scale, 0.0, 1.0
        written = [counting.total(units) for units in table["units"].tolist()]
    else:
        figures, middle, least = percents(table, by), 100 * _middle(table, by), 10.0
        rates = figures if counting.style.sure else percents(table, "rate")
        written = [number(rate) if rate >= 0 else SCREEN.nothing for rate in rates.tolist()]
    texts = [f"{figure}{safe_text.BREAK}{deals}" for figure, deals in zip(written, table["deals"], strict=True)]
    reach = max(least, float(np.nanmax(np.abs(figures - middle), initial=0)))
    return figures, texts, {"colorscale": theme.HEAT, "zmin": middle - reach, "zmax": middle + reach}


def _answer(everyone: pd.DataFrame, by: str, fewest: int, counting: Counting, player: str = "") -> str:
    """Which pairs stand out, or won and lost most, of one caller or of all; and what chance alone would do."""
    table = everyone[everyone["caller"] == player].reset_index(drop=True) if player else everyone
    people = [*table["caller"].tolist(), *table["partner"].tolist()]
    pairs = [
        _("{caller} with {partner}", caller=caller, partner=partner)
        for caller, partner in zip(table["caller"], table["partner"], strict=True)
    ]
    if by == BY_UNITS:
        range_of_units = _most_and_least(pairs, table["units"].tolist(), counting)
        by_chance = units_together(plain_rows(table), counting) if counting.style.sure else ""
        return safe_text.sentence(f"{range_of_units} {by_chance}".strip(), people)
    enough = everyone[everyone["deals"] >= fewest]
    tested = (enough["caller"] == player).to_numpy() if player else np.ones(len(enough), bool)
    if not tested.any():
        return _("No pair has {deals} together yet.", deals=counts.deals(fewest))
    if (mean := share_made(plain_rows(enough))) is None:
        return ""
    more, less = (
        [f"{pairs[at]} ({percent(table['rate'].iloc[at])})" for at in which]
        for which in _made_more_and_less(table, mean, fewest)
    )
    together = _("All pairs together made {share}.", share=percent(mean))
    if fewest > 1:
        deals = counts.deals(fewest)
        together = _("All pairs with {deals} or more together made {share}.", deals=deals, share=percent(mean))
    if not counting.style.sure:
        return together
    named = clearly(more, less, _("No pair is clearly above or below that."))
    return safe_text.sentence(f"{together} {named} {unusual_pairs(plain_rows(enough), tested)}".strip(), people)


def _most_and_least(pairs: Sequence[str], units: Sequence[int], counting: Counting) -> str:
    """From which pair to which the units go: `From Anna with Bruno +12 to Carla with Dario -9.`."""
    most, least = units.index(max(units)), units.index(min(units))
    facts = {"most": pairs[most], "most_units": counting.total(units[most])}
    if most == least:
        return _("{most} {most_units}.", **facts)
    return _(
        "From {most} {most_units} to {least} {least_units}.",
        **facts,
        least=pairs[least],
        least_units=counting.total(units[least]),
    )


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


def _made_more_and_less(table: pd.DataFrame, mean: float, fewest: int) -> tuple[list[int], list[int]]:
    """The indices of the pairs with enough deals that made clearly more than this share, and clearly less."""
    return above_and_below(table, rate_columns(""), 100 * mean, (table["deals"] >= fewest).to_numpy())


def pair_labels(table: pd.DataFrame, first: str, second: str, met: str = WITH) -> list[str]:
    """The labels of pairs, whose names stand in these columns, with their deals.

    `Anna + Bruno (12)`, and of players who met AGAINST each other `Anna against Bruno (12)`.
    """
    everybody = list(dict.fromkeys([*table[first], *table[second]]))
    cut = dict(zip(everybody, map(safe_text.isolated, safe_text.people(everybody, PAIR)), strict=True))
    names = [(cut[player], cut[other]) for player, other in zip(table[first], table[second], strict=True)]
    if met == WITH:
        return sized([f"{player} + {other}" for player, other in names], table["deals"])
    return sized([_(PAIRS_MET[met], player=player, other=other) for player, other in names], table["deals"])


def pair_order(
    rows: Rows, player: str = "", *, by: str = BY_LIKELY, fewest: int = MIN_DEALS, currency: str = "", sure: bool = True
) -> go.Figure:
    """The pairs that differ most, or those of one caller, in order; from `stats.pairs` with `min_deals=1`.

    For more people than a heat map has room for; `by`, `fewest` and `sure` as there. Pairs that the answer names have a
    colour.
    """
    everyone, question = frame(rows), _(QUESTIONS[by])
    if player:
        question = _("How does {player} fare with which partner?", player=safe_text.short(player, 20))
    table = everyone[everyone["caller"] == player] if player and len(everyone) else everyone
    if table.empty or not table[by].notna().any():
        return nothing(question, _("No pair has a deal together here."))
    counting = Counting(currency, SURE_SCREEN if sure else SCREEN)
    answer = _answer(everyone, by, fewest, counting, player)
    table = _furthest(table, by, _middle(everyone, by))
    pairs = records(table)
    hovers = [_pair(row, counting) for row in pairs]
    ids = [links.to("players", player=row["caller"], other=row["partner"]) for row in pairs]
    labels = pair_labels(table, "caller", "partner")
    if by == BY_UNITS:
        units = numbers(table, "units")
        series = bars(units / counting.scale, hovers, theme.GREY, text=list(map(counting.total, units)), ids=ids)
        return bar_rows(question, labels, [series], _(TOGETHER, units=counting.title), answer=answer, wide=40)
    mean = share_made(plain_rows(everyone[everyone["deals"] >= fewest]))
    colours, marks = np.full(len(table), theme.GREY, object), []
    note = _("caller + partner (deals), those that differ most, 95 % intervals")
    if player:
        note = _("caller + partner (deals), 95 % intervals")
    if mean is not None:
        marks = [(100 * mean, _("together {share}", share=percent(mean)), "dot")]
    if mean is not None and sure:
        above, below = _made_more_and_less(table, mean, fewest)
        colours[above], colours[below] = theme.PALETTE[0], theme.FAILED
        if above or below:
            note = clauses(note, _("in colour: made % is clearly above or below that"))
    note = clauses(note, _drawn_towards(everyone)) if sure else _("caller + partner (deals); few deals count less")
    series = rate_dots(table, LIKELY, hovers, marker={"color": colours.tolist()}, ids=ids, sure=sure)
    title = _(LIKELY_MADE) if sure else _("% of contracts made")
    return dot_rows(question, labels, [series], title, answer=answer, note=note, marks=marks, wide=40)


def _furthest(table: pd.DataFrame, by: str, middle: float) -> pd.DataFrame:
    """The pairs furthest from the middle, from the highest to the lowest."""
    table = table[table[by].notna()].sort_values(by, ascending=False, kind="stable", ignore_index=True)
    if len(table) <= MOST:
        return table
    kept = (table[by] - middle).abs().sort_values(ascending=False, kind="stable").index[:MOST]
    return table.loc[sorted(kept)].reset_index(drop=True)


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
    """The explanation of the colours, below the figure."""
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
