"""Rates as dots on bars that show how sure they are, each with the size of its sample."""

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import links, safe_text, theme
from dashboard.charts.answers import above_and_below, clearly, outside_there
from dashboard.charts.bars import bar_rows, bars_across
from dashboard.charts.base import (
    INTERVAL,
    Floats,
    Rows,
    frame,
    hover,
    intervals,
    nothing,
    percent_axis,
    percents,
    row_axis,
    row_height,
    sized,
    words,
)
from dashboard.safe_text import sentence
from scorer.stats.by_chance import outside_of, outside_of_all
from scorer.stats.tallies import MIN_DEALS
from scorer.text.numbers import SCREEN, Counting, percent
from scorer.text.sentences import counted, listed, plural, some

APART: Final = 0.17  # of a row, between two series
BESIDE: Final = "(deals called: the player / the league)"
BESIDE_SURELY: Final = "(deals called: player / league), 95 % intervals"
NEVER_CALLED: Final = "No deal called here yet."
SLAMS_APART: Final = "slams apart (What pays has their usual share)"
NEUTRAL: Final = theme.PALETTE[0]
LEAGUE: Final = {"color": theme.GREY, "symbol": "diamond", "size": 9}
ROLE_ANSWERS: Final = {
    "caller": "caller with a partner", "solo": "caller alone", "partner": "partner", "defender": "defender",
}  # fmt: skip
ROLE_WORDS: Final = {
    "caller": "caller, with a partner", "solo": "caller, alone", "side": "nobody called", "all": "all deals",
}  # fmt: skip


def dots(table: pd.DataFrame, columns: tuple[str, str, str], told: Sequence[str], **look: Any) -> go.Scatter:
    """A dot for each row of a rate, with its interval; nothing where there is no rate. `shift` moves it down."""
    rate, low, high = (percents(table, column) for column in columns)
    return dotted(rate, low, high, told, **look)


def dotted(figure: Floats, low: Floats, high: Floats, told: Sequence[str], **look: Any) -> go.Scatter:
    """A dot for each of these figures, with its interval."""
    marker = {"color": NEUTRAL, "size": 10, "opacity": 1} | look.pop("marker", {})
    whisker = marker["color"] if isinstance(marker["color"], str) else theme.GREY
    return go.Scatter(
        x=figure,
        y=np.arange(len(figure)) + look.pop("shift", 0.0),
        mode=look.pop("mode", "markers"),
        marker=marker,
        error_x={
            "array": high - figure,
            "arrayminus": figure - low,
            "thickness": 1.6,
            "width": 4,
            "color": whisker,
        },
        hovertext=list(told),
        hoverinfo="text",
        cliponaxis=look.pop("cliponaxis", False),
        **look,
    )


def across(question: str, series: Sequence[go.Scatter], labels: Sequence[str], title: str, **layout: Any) -> go.Figure:
    """Rows of dots from 0 to 100 %, a thin line for each row to follow; `beside` so many dots of a row lie apart."""
    rows = row_axis(labels, wide=layout.pop("wide", 24)) | {"showgrid": True}
    height = row_height(len(labels)) + (layout.pop("beside", len(series)) - 1) * 10 * len(labels)
    axes = {"xaxis": percent_axis(title), "yaxis": rows}
    return theme.figure(question, height=height, traces=series, **({"note": INTERVAL} | axes | layout))


def mean_line(rate: float) -> dict[str, Any]:
    """A dotted line down the figure at the rate of the league, in percent, named below the title."""
    return upright((rate, f"league {rate:.0f} %", "dot"))


def upright(*lines: tuple[float, str, str], ends: tuple[float, float] = (0, 100)) -> dict[str, Any]:
    """Lines down the figure at these places of an axis with these ends, each named above, with its dashes."""
    near = 0.15 * (ends[1] - ends[0])  # words in the middle of a line would run out of the figure
    shapes = [
        {
            "type": "line", "x0": x, "x1": x, "y0": 0, "y1": 1, "yref": "paper", "layer": "below",
            "line": {"color": theme.STRONGER, "width": 1.5, "dash": dash},
        }
        for x, _, dash in lines
    ]  # fmt: skip
    words = [
        {
            "x": x, "xanchor": "right" if x > ends[1] - near else "left" if x < ends[0] + near else "center",
            "y": 1, "yref": "paper", "yanchor": "bottom", "yshift": 14 * at - 2,
            "showarrow": False, "text": text, "font": {"size": 11},
        }
        for at, (x, text, _) in enumerate(lines)
    ]  # fmt: skip
    return {"shapes": shapes, "annotations": words, "margin": {"t": 2 + 14 * len(lines)}}


def bid_rates(rows: Rows, *, break_even: float | None = None) -> go.Figure:
    """How often each bid or band was made, solo included, even deals left out; from `stats.bids` or `stats.bands`.

    `break_even`: at which share of contracts made a caller gets nothing on average.
    """
    table, question = frame(rows), "How often is a bid made, as called here?"
    if table.empty:
        return nothing(question)
    bids, decided = words(table, table.columns[0]), (table["made"] + table["failed"]).tolist()
    told = [
        hover([bid, made_of(made, failed, rate) or "no contract made or failed"])
        for bid, made, failed, rate in zip(
            bids, table["made"], table["failed"], intervals(table, "rate", "low", "high"), strict=True
        )
    ]
    lines, answer = [], ""
    if whole := sum(decided):
        share = 100 * int(table["made"].sum()) / whole
        lines = [(share, f"all bids {share:.0f} %", "dot")]
        enough = np.array(decided) >= MIN_DEALS
        found = above_and_below(table, ("rate", "low", "high"), share, enough)
        above, below = ([bids[at] for at in rows] for rows in found)
        row, outside = str(table.columns[0]), outside_of_all(table["made"].to_numpy(), np.array(decided), enough)
        chance = outside_there(outside, int(enough.sum()), row, "made %")
        answer = f"{share:.0f} % of {whole} contracts are made. {clearly(above, below, f'No {row}')} {chance}"
        if whole == 1:
            answer = f"The one contract is {'made' if share else 'failed'}."
    if break_even is not None:
        lines.append((100 * break_even, f"break-even {100 * break_even:.0f} %", "dash"))
        answer += f" A call pays from {100 * break_even:.0f} % on, {SLAMS_APART}."
    series = dots(table, ("rate", "low", "high"), told)
    return across(question, [series], sized(bids, decided), "% of contracts made", answer=answer.strip(),
                  **upright(*lines))  # fmt: skip


def role_rates(rows: Rows, player: str, everybody: Sequence[str], *, currency: str = "") -> go.Figure:
    """How often a player wins in each role; from the rows of `stats.roles` of that player."""
    table, question = frame(rows), f"How often does {safe_text.short(player, 20)} win, and how?"
    if table.empty or not table["deals"].any():
        return nothing(question)
    table = table[table["deals"] > 0].reset_index(drop=True)
    roles = [ROLE_WORDS.get(role, role) for role in words(table, "role")]
    decided, counting = (table["wins"] + table["losses"]).tolist(), Counting(currency, SCREEN)
    told = [
        hover([f"{player}, {role}: {counted(deals, 'deal')}", f"won {wins} of {of}: {rate}",
               counting.said(units)])
        for role, deals, wins, of, rate, units in zip(
            roles, table["deals"], table["wins"], decided, intervals(table, "win_rate", "low", "high"), table["units"],
            strict=True,
        )
    ]  # fmt: skip
    series = dots(table, ("win_rate", "low", "high"), told, marker={"color": theme.colour(player, everybody)})
    won = {role: percent(share) for role, share in zip(table["role"], table["win_rate"], strict=True) if share >= 0}
    by_role = listed([f"{won[role]} as {word}" for role, word in ROLE_ANSWERS.items() if role in won])
    answer = ""
    if "all" in won:
        everything = table[table["role"] == "all"].iloc[0]
        moved = moved_by_chance(everything["win_rate"], [everything["wins"] + everything["losses"]], "deal")
        answer = f"{player} wins {won['all']} of deals{f': {by_role}' if by_role else ''}{moved}."
    return across(question, [series], sized(roles, decided), "% of deals won", wide=30,
                  answer=sentence(answer, [player]))  # fmt: skip


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
            names, table["called"], table["deals"], intervals(table, "call_rate", "call_low", "call_high"), strict=True
        )
    ]
    series = dots(table, ("call_rate", "call_low", "call_high"), told, **_marked(names, player, everybody))
    league = 100 * table["called"].sum() / table["deals"].sum()
    answer = _beside_the_league(names, table["call_rate"].tolist(), player, "calls", league, table["deals"].tolist())
    labels = sized(safe_text.shorts(names), table["deals"])
    figure = across(question, [series], labels, "% of deals called", answer=answer, **mean_line(league))
    high = float(np.nanmax(percents(table, "call_high"), initial=0))  # low for everybody: no empty half of a figure
    return figure.update_xaxes(range=[-1, min(102, 5 * np.ceil(high / 5) + 2)], dtick=None, nticks=6)


def _marked(names: Sequence[str], player: str, everybody: Sequence[str]) -> dict[str, Any]:
    """The dots of everybody, that of the one player larger; each leads to the page of its player."""
    colours = [theme.colour(name, everybody) for name in names]
    marker = {"color": colours, "size": [15 if name == player else 9 for name in names]}
    return {"marker": marker, "ids": [links.to("players", player=name) for name in names]}


def _beside_the_league(
    names: Sequence[str], shares: Sequence[float], player: str, does: str, league: float, of: Sequence[int]
) -> str:
    """How often a player calls or wins, or who most and least often, and what chance alone does; the most often first.

    `of` are the deals of each. Of one rate chance alone moves as far as a standard deviation from that of the league,
    which it does not move itself: so many call, or win, in every deal.
    """
    if player in names:
        at = names.index(player)
        told = f"{player} {does} {percent(shares[at])} of deals; league {league:.0f} %"
        return sentence(f"{told}{moved_by_chance(league / 100, [of[at]], 'deal')}.", names)
    if len(set(shares)) == 1:
        who = names[0] if len(names) == 1 else "Everybody"
        return sentence(f"{who} {does} {percent(shares[0])} of deals; league {league:.0f} %.", names)
    most, least = ([name for name, one in zip(names, shares, strict=True) if one == shares[at]] for at in (0, -1))
    verb = plural(len(most), does, does[:-1])
    told = f"{some(most)} {verb} most often, {percent(shares[0])}, {some(least)} least often, {percent(shares[-1])}"
    outside = outside_of(np.rint(np.array(shares) * of).astype(np.int64), np.array(of), league / 100)
    said = outside.words(counted(len(names), "player"), "called %" if does == "calls" else "won %")
    return sentence(f"{told}; league {league:.0f} %. {said}", names)


def moved_by_chance(rate: float, of: Sequence[int], what: str) -> str:
    """`; chance alone commonly moves such a rate of 4 deals by 22 %, of 9 by 17 %`; nothing where all ended alike."""
    told = [(each, f"{100 * sqrt(rate * (1 - rate) / each):.0f} %") for each in dict.fromkeys(of) if each]
    if not told or not 0 < rate < 1:
        return ""
    (first, moved), others = told[0], [f", of {each} by {moved}" for each, moved in told[1:]]
    return f"; chance alone commonly moves such a rate of {counted(first, what)} by {moved}{''.join(others)}"


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
            intervals(table, "side_rate", "side_low", "side_high"), strict=True,
        )
    ]  # fmt: skip
    series = dots(table, ("side_rate", "side_low", "side_high"), told, **_marked(names, player, everybody))
    league = 100 * table["side_wins"].sum() / table["side_decided"].sum()
    answer = _beside_the_league(names, table["side_rate"].tolist(), player, "wins", league, decided)
    return across(question, [series], sized(safe_text.shorts(names), decided), "% of deals won", answer=answer,
                  **mean_line(league))  # fmt: skip


def compared_rates(
    rows: Rows, player: str, everybody: Sequence[str], *, others: float | None = None
) -> go.Figure:  # fmt: skip
    """How often a player makes each band, beside the league; from `stats.compared`.

    `others` is how often all others make the same bids, from `stats.calls`; without it the league's rates are told.
    """
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
    return across(question, series, _compared_labels(table), "% of contracts made", note=BESIDE_SURELY,
                  answer=_of_the_same_bids(table, player, others), **theme.legend_below())  # fmt: skip


def _of_the_same_bids(table: pd.DataFrame, player: str, others: float | None) -> str:
    """How many contracts a player makes, and how many others make of the same bids, or the league does."""
    decided = table["made"] + table["failed"]
    there = (decided > 0).to_numpy()
    if not there.any():
        return ""
    of, made = int(decided.sum()), int(table["made"].sum())
    league = float((decided * table["league_rate"])[there].sum()) / of
    same = f"at the league's rates of the same bids it would be {percent(league)}"
    if others is not None:
        same = f"others would make about {percent(others)} of the same bids"
    return sentence(f"{player} makes {percent(made / of)} of {counted(of, 'contract')}; {same}.", [player])


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
    most = table.iloc[int(table["called"].to_numpy().argmax())]
    own, league = percent(most["share"]), percent(most["league_share"])
    moved = moved_by_chance(most["league_share"], [int(table["called"].sum())], "call")
    answer = f"{player} calls {most['band']} most often: {own} of all own calls; league {league}{moved}."
    return bar_rows(question, bars, _compared_labels(table), "% of deals called", barmode="group", note=BESIDE,
                    answer=sentence(answer, [player]), **theme.legend_below())  # fmt: skip


def _compared_labels(table: pd.DataFrame) -> list[str]:
    return sized(words(table, "band"), table["called"], table["league_called"])


def _band_words(table: pd.DataFrame, who: str, prefix: str) -> list[str]:
    """What is said of each band: how often it was called, how often made."""
    columns = (table[f"{prefix}{name}"] for name in ("called", "share", "made", "failed"))
    rates = intervals(table, f"{prefix}rate", f"{prefix}low", f"{prefix}high")
    return [
        hover([f"{who}, {band}", f"called {called}, {percent(share)} of all", made_of(made, failed, rate)])
        for band, called, share, made, failed, rate in zip(words(table, "band"), *columns, rates, strict=True)
    ]


def made_of(made: int, failed: int, rate: str) -> str:
    """`made 3 of 4: 75 % (30 to 95)`; empty where nothing was decided."""
    return f"made {made} of {made + failed}: {rate}" if made + failed else ""
