"""What pays, as chances beside the one from which on it does; and callers: the same bids, and what they leave."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard import links, safe_text, theme
from dashboard.charts.bars import bar_rows, bars_across
from dashboard.charts.base import (
    MORE_THAN_OTHERS,
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
from dashboard.charts.means import PAYING
from dashboard.charts.rates import across, dots, dotted, made_of, upright
from scorer.stats.call_descriptions import AS_CHANCE, BEYOND_CHANCE
from scorer.stats.tallies import MIN_DEALS, Z
from scorer.text.numbers import SCREEN, Counting, ahead, percent
from scorer.text.sentences import counted

DRAWN: Final = "drawn towards what all say; 95 % intervals (contracts); pays from: at the usual share of slams"
NOTHING_LEFT: Final = "Nothing was left on the table in {}."
ONE_LINE: Final = 0.01  # where bids pay from chances closer than this, one line is drawn
NOBODY_COUNTED: Final = "No counted deal here: what was left needs the card points."
NOBODY_ELSE: Final = "Nobody else has called the same bids yet."
LOW_HIGH: Final = (("left_low", "by calling too low", theme.PALETTE[3], ""),
                   ("left_high", "by calling too high", theme.FAILED, "/"))  # fmt: skip


def paying(rows: Rows, *, verdict: str = "") -> go.Figure:
    """The chance of each bid or band beside the one from which on it pays; from `stats.pays`."""
    table, question = frame(rows), "Does it pay to call it?"
    if table.empty:
        return nothing(question)
    bids, decided = words(table, table.columns[0]), (table["made"] + table["failed"]).tolist()
    told = [
        hover([bid, f"chance {chance}", made_of(made, failed, rate), f"pays from {percent(start)}: {pays}"])
        for bid, chance, made, failed, rate, start, pays in zip(
            bids, intervals(table, "chance", "chance_low", "chance_high"), table["made"], table["failed"],
            intervals(table, "rate", "low", "high"), table["break_even"], table["pays"], strict=True,
        )
    ]  # fmt: skip
    marker = {"color": [PAYING[word] for word in table["pays"]]}
    series = [dots(table, ("chance", "chance_low", "chance_high"), told, marker=marker)]
    start, lines = numbers(table, "break_even"), {}
    if np.ptp(start) < ONE_LINE:
        lines = upright((100 * float(start.mean()), f"pays from {100 * start.mean():.0f} %", "dash"))
    else:
        series.append(go.Scatter(
            x=percents(table, "break_even"), y=np.arange(len(table)), mode="markers", hoverinfo="text",
            hovertext=[f"{bid}: pays from {percent(one)}" for bid, one in zip(bids, start, strict=True)],
            marker={"symbol": "line-ns-open", "size": 14, "color": theme.STRONGER, "line": {"width": 2}},
            cliponaxis=False,
        ))  # fmt: skip
    return across(question, series, sized(bids, decided), "chance to make it, in %", answer=verdict, note=DRAWN,
                  **lines)  # fmt: skip


def same_bids(rows: Rows, everybody: Sequence[str], *, verdict: str = "") -> go.Figure:
    """How many more contracts each makes than the others would of the same bids; from `stats.calls`."""
    table, question = frame(rows), "Who makes more of the same bids?"
    if table.empty:
        return nothing(question)
    table = table[table["ahead"].notna()].reset_index(drop=True)
    if table.empty:
        return nothing(question, NOBODY_ELSE)
    names, by, off = words(table, "player"), percents(table, "ahead"), Z * percents(table, "ahead_error")
    low, high = np.maximum(by - off, -100), np.minimum(by + off, 100)
    told = [
        hover([f"{name}: {ahead(more, error, SCREEN)}", f"{made_of(made, failed, rate)}, others {percent(others)}",
               BEYOND_CHANCE if beyond else AS_CHANCE])
        for name, more, error, made, failed, rate, others, beyond in zip(
            names, table["ahead"], table["ahead_error"], table["made"], table["failed"],
            intervals(table, "rate", "low", "high"), table["expected"], table["beyond"], strict=True,
        )
    ]  # fmt: skip
    reach = 1.08 * float(max(high.max(), -low.min()))
    marker = {"color": [theme.colour(name, everybody) for name in names]}
    axis = {
        "title": {"text": MORE_THAN_OTHERS},
        "range": [-reach, reach],
        "zeroline": False,
        "nticks": 6,
    }
    ids = [links.to("players", player=name) for name in names]
    answer = _most_and_fewest(table, names)
    return across(question, [dotted(by, low, high, told, marker=marker, ids=ids)],
                  sized(safe_text.shorts(names), table["made"] + table["failed"]), "", xaxis=axis,
                  answer=safe_text.sentence(f"{answer} {verdict}".strip(), names), note="95 % intervals (contracts)",
                  **upright((0, "as others", "dash"), ends=(-reach, reach)))  # fmt: skip


def _most_and_fewest(table: pd.DataFrame, names: Sequence[str]) -> str:
    """Who makes most and fewest more, of those with ten contracts: of fewer it would be chance that is named."""
    often = np.flatnonzero((table["made"] + table["failed"]).to_numpy() >= MIN_DEALS)
    said = [f"{names[at]} ({ahead(table['ahead'][at], table['ahead_error'][at], SCREEN)})"
            for at in often[np.argsort(-table["ahead"].to_numpy()[often], kind="stable")].tolist()]  # fmt: skip
    match len(said):
        case 0:
            return f"Nobody has {MIN_DEALS} contracts: of fewer it is mostly chance."
        case 1:
            return f"{said[0]} beside what others make of them."
    return f"Of those with {MIN_DEALS} contracts, most: {said[0]}; fewest: {said[-1]}."


def left(rows: Rows, *, currency: str = "") -> go.Figure:
    """What each leaves on the table a counted deal, by calling too low and too high; from `stats.calls`."""
    table, question = frame(rows), "What do callers leave on the table?"
    if table.empty or not table["counted"].any():
        return nothing(question, NOBODY_COUNTED)
    table, counting = table[table["counted"] > 0].reset_index(drop=True), Counting(currency, SCREEN)
    if not table["left"].any():
        return nothing(question, NOTHING_LEFT.format(counted(int(table["counted"].sum()), "counted deal")))
    names, of = words(table, "player"), table["counted"].to_numpy()
    bars = [
        bars_across(
            numbers(table, column) / counting.scale, None,
            [hover([f"{name}: {counting.mean(one)} {counting.title} a deal {how}",
                    f"{times} of {counted(deals, 'counted deal')}"])
             for name, one, times, deals in zip(names, table[column], table[column.replace("left", "too")], of,
                                                strict=True)],
            colour, name=how, marker_pattern=theme.hatched(shape),
            ids=[links.to("players", player=name) for name in names],
        )
        for column, how, colour, shape in LOW_HIGH
    ]  # fmt: skip
    whole, low, high = (
        float((numbers(table, name) * of).sum() / of.sum()) for name in ("left", "left_low", "left_high")
    )
    answer = f"{counting.mean(whole)} {counting.title} a counted deal, as one knows afterwards"
    if low and high:
        answer += f": of these {counting.mean(low)} by calling too low, the rest too high"
    return bar_rows(question, bars, sized(safe_text.shorts(names), of), f"{counting.title} a deal", barmode="stack",
                    answer=f"{answer}.", note="(counted deals)", **theme.legend_below())  # fmt: skip
