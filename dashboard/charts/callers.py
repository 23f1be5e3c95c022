"""How often players call and win, what they make of their bids, and what they leave on the table."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.address import links
from dashboard.charts.base import (
    MORE_THAN_OTHERS,
    Rows,
    frame,
    hover,
    made_of,
    moved_by_chance,
    numbers,
    percent_axis,
    percents,
    rate_columns,
    rate_of,
    records,
    sized,
)
from dashboard.charts.shapes import APART, SECOND, bar_rows, bars, dot_rows, dots, nothing, of_players, rate_dots
from dashboard.look import safe_text, theme
from dashboard.look.safe_text import sentence
from scorer.language import counts
from scorer.language.forms import listed
from scorer.stats.caller_skill import AS_CHANCE, BEYOND_CHANCE
from scorer.stats.describe.chance_sentences import outside_words
from scorer.stats.models.intervals import Z
from scorer.stats.models.multiple_testing import outside_of
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import SCREEN, Counting, ahead, percent
from scorer.text.sentences import counted, plural, some

NAME: Final = 20  # letters of a name in a question
BESIDE: Final = "(deals called: the player / the league)"
BESIDE_SURELY: Final = "(deals called: player / league), 95 % intervals"
NEVER_CALLED: Final = "No deal called here yet."
NOTHING_LEFT: Final = "Nothing was left on the table in {}."
NOBODY_COUNTED: Final = "No counted deal here: what was left needs the card points."
NOBODY_ELSE: Final = "Nobody else has called the same bids yet."
LOW_HIGH: Final = (
    ("low", "by calling too low", theme.PALETTE[3], ""),
    ("high", "by calling too high", theme.FAILED, "/"),
)
ROLE_ANSWERS: Final = {
    "caller": "caller with a partner",
    "solo": "caller alone",
    "partner": "partner",
    "defender": "defender",
}
ROLE_WORDS: Final = {
    "caller": "caller, with a partner",
    "solo": "caller, alone",
    "side": "nobody called",
    "all": "all deals",
}


def role_rates(rows: Rows, player: str, everybody: Sequence[str], *, currency: str = "") -> go.Figure:
    """How often a player wins in each role; from the rows of `stats.roles` of that player."""
    table, question = frame(rows), f"How often does {safe_text.short(player, NAME)} win, and how?"
    if table.empty or not table["deals"].any():
        return nothing(question)
    table, counting = table[table["deals"] > 0].reset_index(drop=True), Counting(currency, SCREEN)
    table = table.assign(decided=table["wins"] + table["losses"])
    roles = [ROLE_WORDS.get(role, role) for role in table["role"].tolist()]
    hovers = [
        hover(
            f"{player}, {role}: {counts.deals(row['deals'])}",
            f"won {row['wins']} of {row['decided']}: {rate_of(row, 'win_rate')}",
            counting.said(row["units"]),
        )
        for role, row in zip(roles, records(table), strict=True)
    ]
    series = rate_dots(table, ("win_rate", "low", "high"), hovers, marker={"color": theme.colour(player, everybody)})
    labels, answer = sized(roles, table["decided"]), sentence(_wins(table, player), [player])
    return dot_rows(question, labels, [series], "% of deals won", answer=answer, wide=30)


def _wins(table: pd.DataFrame, player: str) -> str:
    """How often a player wins, in all and in each role; nothing where nothing was decided."""
    won = {row["role"]: row for row in records(table) if row["win_rate"] >= 0}
    if "all" not in won:
        return ""
    rate, decided = won["all"]["win_rate"], won["all"]["decided"]
    by_role = [f"{percent(won[role]['win_rate'])} as {word}" for role, word in ROLE_ANSWERS.items() if role in won]
    roles = f": {listed(by_role)}" if by_role else ""
    return f"{player} wins {percent(rate)} of deals{roles}{moved_by_chance(rate, [decided], 'deal')}."


def call_rates(rows: Rows, player: str, everybody: Sequence[str]) -> go.Figure:
    """How often everybody calls, the one player with a larger dot; from `stats.overview` or `stats.standings`."""
    question = f"Does {safe_text.short(player, NAME)} call more than others?" if player else "Who calls how often?"
    table = frame(rows)
    if table.empty or not table["deals"].any():
        return nothing(question)
    table = table.assign(deals=table["deals"] - table["side_deals"])
    table = table[table["deals"] > 0].sort_values(["call_rate", "player"], ascending=[False, True], ignore_index=True)
    if table.empty:
        return nothing(question, NEVER_CALLED)
    columns = ("call_rate", "call_low", "call_high")
    hovers = [
        hover(row["player"], f"called {row['called']} of {counts.deals(row['deals'])}: {rate_of(row, *columns)}")
        for row in records(table)
    ]
    high = float(np.nanmax(percents(table, "call_high"), initial=0))  # low for everybody: no empty half of a figure
    span = [-1, min(102, 5 * np.ceil(high / 5) + 2)]
    axis = percent_axis("% of deals called") | {"range": span, "dtick": None, "nticks": 6}
    table = table.assign(times=table["called"], of=table["deals"])
    return _rates_of_all(question, table, columns, hovers, player, everybody, "calls", axis)


def win_rates(rows: Rows, player: str, everybody: Sequence[str]) -> go.Figure:
    """How often everybody wins where nobody calls; from `stats.overview` or `stats.standings`, as `call_rates`."""
    question = f"Does {safe_text.short(player, NAME)} win more than others?" if player else "Who wins how often?"
    table = frame(rows)
    if table.empty or not table["side_decided"].any():
        return nothing(question)
    table = table[table["side_decided"] > 0].sort_values(
        ["side_rate", "player"], ascending=[False, True], ignore_index=True
    )
    columns = rate_columns("side_")
    hovers = []
    for row in records(table):
        even = row["side_deals"] - row["side_decided"]
        won = f"won {row['side_wins']} of {row['side_decided']}: {rate_of(row, *columns)}"
        hovers.append(hover(row["player"], won, f"{counts.deals(even)} even" if even else ""))
    table = table.assign(times=table["side_wins"], of=table["side_decided"])
    return _rates_of_all(question, table, columns, hovers, player, everybody, "wins", "% of deals won")


def _rates_of_all(
    question: str,
    table: pd.DataFrame,
    columns: tuple[str, str, str],
    hovers: Sequence[str],
    player: str,
    everybody: Sequence[str],
    does: str,
    axis: str | dict[str, Any],
) -> go.Figure:
    """The rates of everybody, `times` of `of`, beside that of the league: the dot of the one player larger."""
    names, of = table["player"].tolist(), table["of"].tolist()
    sizes = [15 if name == player else 9 for name in names]
    series = rate_dots(table, columns, hovers, **of_players(names, everybody, size=sizes))
    league = 100 * table["times"].sum() / table["of"].sum()
    return dot_rows(
        question,
        sized(safe_text.shorts(names), of),
        [series],
        axis,
        answer=_beside_the_league(names, table[columns[0]].tolist(), player, does, league, of),
        marks=[(league, f"league {league:.0f} %", "dot")],
    )


def _beside_the_league(
    names: Sequence[str], shares: Sequence[float], player: str, does: str, league: float, of: Sequence[int]
) -> str:
    """How often a player calls or wins, or who most and least often, and what chance alone does; the most often first.

    `of` are the deals of each. Of one rate chance alone moves as far as a standard deviation from that of the league,
    which it does not move itself: so many call, or win, in every deal.
    """
    if player in names:
        at = names.index(player)
        words = f"{player} {does} {percent(shares[at])} of deals; league {league:.0f} %"
        return sentence(f"{words}{moved_by_chance(league / 100, [of[at]], 'deal')}.", names)
    if len(set(shares)) == 1:
        who = names[0] if len(names) == 1 else "Everybody"
        return sentence(f"{who} {does} {percent(shares[0])} of deals; league {league:.0f} %.", names)
    most, least = ([name for name, one in zip(names, shares, strict=True) if one == shares[at]] for at in (0, -1))
    verb = plural(len(most), does, does[:-1])
    words = f"{some(most)} {verb} most often, {percent(shares[0])}, {some(least)} least often, {percent(shares[-1])}"
    outside = outside_of(np.rint(np.array(shares) * of).astype(np.int64), np.array(of), league / 100)
    by_chance = outside_words(outside, counts.players(len(names)), "called %" if does == "calls" else "won %")
    return sentence(f"{words}; league {league:.0f} %. {by_chance}", names)


def compared_rates(rows: Rows, player: str, everybody: Sequence[str], *, others: float | None = None) -> go.Figure:
    """How often a player makes each band, beside the league; from `stats.compared`.

    `others` is how often all others make the same bids, from `stats.calls`; without it the league's rates are told.
    """
    table, question = frame(rows), f"Does {safe_text.short(player, 16)} make more of the same bids?"
    if table.empty or not table["called"].any():
        return nothing(question, NEVER_CALLED)
    own = {"color": theme.colour(player, everybody)}
    series = [
        rate_dots(
            table, rate_columns(prefix), _band_words(table, who, prefix), marker=marker, shift=shift, name=_named(who)
        )
        for who, prefix, shift, marker in ((player, "", -APART, own), ("league", "league_", APART, SECOND))
    ]
    labels = sized(table["band"].tolist(), table["called"], table["league_called"])
    answer = _of_the_same(table, player, others)
    return dot_rows(question, labels, series, "% of contracts made", answer=answer, note=BESIDE_SURELY)


def _of_the_same(table: pd.DataFrame, player: str, others: float | None) -> str:
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
    table, question = frame(rows), f"Which bids does {safe_text.short(player, NAME)} call?"
    if table.empty or not table["called"].any():
        return nothing(question, NEVER_CALLED)
    own = theme.colour(player, everybody)
    series = [
        bars(percents(table, f"{prefix}share"), _band_words(table, who, prefix), colour, shape=shape, name=_named(who))
        for who, prefix, colour, shape in ((player, "", own, ""), ("league", "league_", theme.GREY, "/"))
    ]
    most = table.iloc[int(table["called"].to_numpy().argmax())]
    often, league = percent(most["share"]), percent(most["league_share"])
    moved = moved_by_chance(most["league_share"], [int(table["called"].sum())], "call")
    answer = f"{player} calls {most['band']} most often: {often} of all own calls; league {league}{moved}."
    labels, answer = sized(table["band"].tolist(), table["called"], table["league_called"]), sentence(answer, [player])
    return bar_rows(question, labels, series, "% of deals called", barmode="group", answer=answer, note=BESIDE)


def _named(who: str) -> str:
    """The name of a series in a legend."""
    return safe_text.plain(safe_text.short(who))


def _band_words(table: pd.DataFrame, who: str, prefix: str) -> list[str]:
    """What is said of each band: how often it was called, how often made."""
    return [
        hover(
            f"{who}, {row['band']}",
            f"called {row[f'{prefix}called']}, {percent(row[f'{prefix}share'])} of all",
            made_of(row, prefix),
        )
        for row in records(table)
    ]


def same_bids(rows: Rows, everybody: Sequence[str], *, verdict: str = "") -> go.Figure:
    """How many more contracts each makes than the others would of the same bids; from `stats.calls`."""
    table, question = frame(rows), "Who makes more of the same bids?"
    if table.empty:
        return nothing(question)
    table = table[table["ahead"].notna()].reset_index(drop=True)
    if table.empty:
        return nothing(question, NOBODY_ELSE)
    names, by, off = table["player"].tolist(), percents(table, "ahead"), Z * percents(table, "ahead_error")
    low, high = np.maximum(by - off, -100), np.minimum(by + off, 100)
    hovers = [
        hover(
            f"{row['player']}: {ahead(row['ahead'], row['ahead_error'], SCREEN)}",
            f"{made_of(row)}, others {percent(row['expected'])}",
            BEYOND_CHANCE if row["significant"] else AS_CHANCE,
        )
        for row in records(table)
    ]
    reach = 1.08 * float(max(high.max(), -low.min()))
    return dot_rows(
        question,
        sized(safe_text.shorts(names), table["made"] + table["failed"]),
        [dots(by, low, high, hovers, **of_players(names, everybody))],
        {"title": {"text": MORE_THAN_OTHERS}, "range": [-reach, reach], "zeroline": False, "nticks": 6},
        answer=sentence(f"{_most_and_fewest(table, names)} {verdict}".strip(), names),
        note="95 % intervals (contracts)",
        marks=[(0, "as others", "dash")],
        ends=(-reach, reach),
    )


def _most_and_fewest(table: pd.DataFrame, names: Sequence[str]) -> str:
    """Who makes most and fewest more, of those with ten contracts: of fewer it would be chance that is named."""
    often = np.flatnonzero((table["made"] + table["failed"]).to_numpy() >= MIN_DEALS)
    callers = [
        f"{names[at]} ({ahead(table['ahead'][at], table['ahead_error'][at], SCREEN)})"
        for at in often[np.argsort(-table["ahead"].to_numpy()[often], kind="stable")].tolist()
    ]
    match len(callers):
        case 0:
            return f"Nobody has {MIN_DEALS} contracts: of fewer it is mostly chance."
        case 1:
            return f"{callers[0]} beside what others make of them."
    return f"Of those with {MIN_DEALS} contracts, most: {callers[0]}; fewest: {callers[-1]}."


def left(rows: Rows, *, currency: str = "") -> go.Figure:
    """What each leaves on the table a counted deal, by calling too low and too high; from `stats.calls`."""
    table, question = frame(rows), "What do callers leave on the table?"
    if table.empty or not table["counted"].any():
        return nothing(question, NOBODY_COUNTED)
    table, counting = table[table["counted"] > 0].reset_index(drop=True), Counting(currency, SCREEN)
    if not table["left"].any():
        return nothing(question, NOTHING_LEFT.format(counted(int(table["counted"].sum()), "counted deal")))
    names, of = table["player"].tolist(), table["counted"].to_numpy()
    ids = [links.to("players", player=name) for name in names]
    series = []
    for side, how, colour, shape in LOW_HIGH:
        hovers = [
            hover(
                f"{row['player']}: {counting.mean(row[f'left_{side}'])} {counting.title} a deal {how}",
                f"{row[f'too_{side}']} of {counted(row['counted'], 'counted deal')}",
            )
            for row in records(table)
        ]
        lengths = numbers(table, f"left_{side}") / counting.scale
        series.append(bars(lengths, hovers, colour, name=how, shape=shape, ids=ids))
    whole, low, high = (
        float((numbers(table, name) * of).sum() / of.sum()) for name in ("left", "left_low", "left_high")
    )
    answer = f"{counting.mean(whole)} {counting.title} a counted deal, as one knows afterwards"
    if low and high:
        answer += f": of these {counting.mean(low)} by calling too low, the rest too high"
    labels, title = sized(safe_text.shorts(names), of), f"{counting.title} a deal"
    return bar_rows(question, labels, series, title, barmode="stack", answer=f"{answer}.", note="(counted deals)")
