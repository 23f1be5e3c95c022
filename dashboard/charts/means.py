"""What the caller gets: means with their intervals, on a scale that the bids called often set."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import plotly.graph_objects as go

from dashboard import theme
from dashboard.charts.answers import apart
from dashboard.charts.base import Floats, Numbers, Rows, common, frame, hover, nothing, numbers, sized, ticks, words
from dashboard.charts.rates import across, dotted, upright
from scorer.stats.players import MIN_DEALS
from scorer.text.numbers import MINUS, SCREEN, Counting, signed
from scorer.text.sentences import counted

AS_CALLED: Final = "as called here: better cards bid higher; 95 % intervals (deals called)"
COLUMNS: Final = ("units_caller", "units_low", "units_high")
SYMBOLS: Final = ("circle", "triangle-right", "triangle-left")  # inside, beyond the right end, beyond the left


def caller_units(rows: Rows, *, currency: str = "") -> go.Figure:
    """The mean units of the caller per bid or band with their interval; from `stats.bids` or `stats.bands`.

    What lies outside of the scale is an arrow at its end with the figure.
    """
    table, question = frame(rows), "What does the caller get on average?"
    if table.empty:
        return nothing(question)
    counting, bids, called = Counting(currency, SCREEN), words(table, table.columns[0]), table["called"].to_numpy()
    mean, low, high = (numbers(table, name) / counting.scale for name in COLUMNS)
    means, least, most = ([counting.mean(one) for one in numbers(table, name).tolist()] for name in COLUMNS)
    told = [
        hover(
            [bid, f"{one} {counting.title} for the caller, mean of {counted(of, 'deal')}", f"likely {start} to {end}"]
        )
        for bid, one, of, start, end in zip(bids, means, called.tolist(), least, most, strict=True)
    ]
    ends = _scale(called, low, high)
    beyond = np.where(mean > ends[1], 1, np.where(mean < ends[0], -1, 0)).tolist()
    surely = called >= MIN_DEALS  # four that all brought two say little
    colours = np.where(surely & (low > 0), theme.MADE, np.where(surely & (high < 0), theme.FAILED, theme.GREY)).tolist()
    within = [np.clip(one, *ends) for one in (mean, low, high)]
    series = dotted(
        within[0], within[1], within[2], told, mode="markers+text",
        marker={"color": colours, "symbol": [SYMBOLS[at] for at in beyond]},
        text=[text if at else "" for text, at in zip(means, beyond, strict=True)],
        textposition=["top left" if at > 0 else "top right" for at in beyond],
    )  # fmt: skip
    axis = {"title": {"text": f"mean {counting.title} of the caller"}, "range": list(ends), "zeroline": False}
    return across(question, [series], sized(bids, called), "", answer=_paying(bids, called, (mean, low, high), means),
                  note=AS_CALLED, xaxis=axis | ticks(np.array(ends)),
                  **upright((0, "break-even", "dash"), ends=ends))  # fmt: skip


def _scale(called: Numbers, low: Floats, high: Floats) -> tuple[float, float]:
    """From where to where the axis goes: the intervals of the bids most called, nought, and some air."""
    often = common(called)
    start, end = min(0.0, float(low[often].min())), max(0.0, float(high[often].max()))
    air = 0.08 * (end - start) or 1.0
    return start - air, end + air


def _paying(bids: Sequence[str], called: Numbers, units: tuple[Floats, Floats, Floats], means: Sequence[str]) -> str:
    """What callers get, which bids clearly bring them something, and which cost: of those called ten times at least."""
    mean, low, high = units
    every = float((called * mean).sum() / called.sum())
    order = [at for at in np.argsort(-mean, kind="stable").tolist() if called[at] >= MIN_DEALS]
    pay = [f"{bids[at]} ({means[at]})" for at in order if low[at] > 0]
    cost = [f"{bids[at]} ({means[at]})" for at in order[::-1] if high[at] < 0]
    return f"{signed(every, 2, MINUS)} for all bids. {apart(pay, cost, 'No bid', 'break-even')}"
