"""Invented deals as base frames, and names that try to be more than text."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

HOSTILE = (
    "<b>bold</b>", "<a href='http://evil.example'>x</a>", "<img src=x onerror=alert(1)>", "<script>alert(1)</script>",
    "<br>", "<span style='font-size:99px'>big</span>", "<sup>x</sup>", "<extra></extra>", "&lt;b&gt;", "&amp;", "&#36;",
    "%{x}", "%{y:.2f}", "%{fullData.name}", "%{customdata[0]}", "$x^2$", "$$\\frac{1}{2}$$", "${7*7}", "{{7*7}}",
    "[link](http://evil.example)", "![i](http://evil.example/a.png)", "**star**", "`code`", "# head", ":smile:",
    ":material/home:", "[bold]x[/bold]", "=1+1", "@SUM(A1)", "-1", "007", "NaN", "null", "1e5", "2026-11-20",
    "שלום עולם", "مرحبا بكم", "👩‍👩‍👧‍👦 Famiglia", "田中太郎さん", "Giovanni Battista Maria Alessandro Primo",
    "Giovanni Battista Maria Alessandro Secon",
)  # fmt: skip
Numbers = npt.NDArray[Any]
BIDS = ("A", "2", "2/62", "2/71", "2/85")
DEALS_IN_A_MATCH = 25


def frames(names: Sequence[str], count: int, bids: Sequence[str] = BIDS) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The frames of so many deals among these players, five at a time: 2, 1, -1, -1, -1 or the other way round."""
    chance = np.random.default_rng(7)
    seats = np.argsort(chance.random((count, len(names))), axis=1)[:, :5]
    made = chance.random(count) < 0.55
    deals = _deals(names, count, seats, made)
    deals["bid"] = pd.Categorical(chance.choice(list(bids), count), categories=list(bids))
    return deals, _payouts(names, deals, seats, made)


def _deals(names: Sequence[str], count: int, seats: Numbers, made: Numbers) -> pd.DataFrame:
    match = np.arange(count) // DEALS_IN_A_MATCH
    caller, partner = (people(names, seats[:, seat]) for seat in range(2))
    return pd.DataFrame(
        {
            "deal_id": np.arange(count),
            "match": pd.Categorical(["Friday"] * count),
            "match_id": match,
            "on": np.datetime64("2025-01-03", "s") + 7 * match.astype("timedelta64[D]"),
            "number": np.arange(count) % DEALS_IN_A_MATCH + 1,
            "caller": caller,
            "partner": partner,
            "solo": np.zeros(count, bool),
            "target": np.full(count, 61),
            "card_points": np.where(made, 70, 50),
            "margin": np.where(made, 9, -11),
            "outcome": pd.Categorical(np.where(made, "made", "failed")),
            "slam": np.zeros(count, bool),
        }
    )


def people(names: Sequence[str], codes: Numbers) -> Any:
    order = sorted(names)
    return pd.Categorical([names[code] for code in codes], categories=order)


def _payouts(names: Sequence[str], deals: pd.DataFrame, seats: Numbers, made: Numbers) -> pd.DataFrame:
    units = np.where(made[:, None], [2, 1, -1, -1, -1], [-2, -1, 1, 1, 1])
    rows = deals.loc[deals.index.repeat(5), ["deal_id", "match_id", "on", "number", "outcome", "slam"]]
    return rows.reset_index(drop=True).assign(
        player=people(names, seats.ravel()),
        role=pd.Categorical(["caller", "partner", "defender", "defender", "defender"] * len(deals)),
        kind=pd.Categorical(["deal"] * (5 * len(deals))),
        units=units.ravel(),
        won=(units > 0).ravel(),
        side=pd.Categorical(["A", "A", "B", "B", "B"] * len(deals)),
        variant=pd.Categorical(["chiamata"] * (5 * len(deals))),
        count=-1,
    )


def evenings(**units: Sequence[float]) -> pd.DataFrame:
    """Running units after evenings a week apart, the first on 2 January 2026; NaN for who was absent."""
    days = pd.date_range("2026-01-02", periods=len(next(iter(units.values()))), freq="7D", name="on")
    return pd.DataFrame(units, index=days).astype(float)
