"""Invented deals as base frames, and names that try to be more than text."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from scorer.frames import Frames
from tests import known_leagues

HOSTILE = (
    "<b>bold</b>", "<a href='http://evil.example'>x</a>", "<img src=x onerror=alert(1)>", "<script>alert(1)</script>",
    "<br>", "<span style='font-size:99px'>big</span>", "<sup>x</sup>", "<extra></extra>", "&lt;b&gt;", "&amp;", "&#36;",
    "%{x}", "%{y:.2f}", "%{fullData.name}", "%{customdata[0]}", "$x^2$", "$$\\frac{1}{2}$$", "${7*7}", "{{7*7}}",
    "[link](http://evil.example)", "![i](http://evil.example/a.png)", "**star**", "`code`", "# head", ":smile:",
    ":material/home:", "[bold]x[/bold]", "=1+1", "@SUM(A1)", "-1", "007", "NaN", "null", "1e5", "2026-11-20",
    "שלום עולם", "مرحبا بكم", "👩‍👩‍👧‍👦 Famiglia", "田中太郎さん", "Giovanni Battista Maria Alessandro Primo",
    "Giovanni Battista Maria Alessandro Secon",
)  # fmt: skip
BIDS = ("A", "2", "2/62", "2/71", "2/85")


def frames(names: Sequence[str], count: int, bids: Sequence[str] = BIDS) -> Frames:
    """So many deals among these players, five at a time: 2, 1, -1, -1, -1 or the other way round.

    Other `bids` are named so in the frame of deals alone.
    """
    chance = np.random.default_rng(7)
    seats = np.argsort(chance.random((count, len(names))), axis=1)[:, :5]
    made = chance.random(count) < 0.55
    known = BIDS[: len(bids)]
    bid = np.array([known_leagues.BIDS.index(word) for word in known])[chance.choice(len(known), count)]
    zeros = np.zeros(count, np.int64)
    found = known_leagues.frames_of(names, seats, zeros, zeros + 1, made, bid=bid, stake=1)
    counted = found.columns.target + np.where(made, 9, -11)
    found = replace(found, columns=replace(found.columns, card_points=counted))
    deals = found.deals
    renamed = deals["bid"].cat.rename_categories(dict(zip(known, bids, strict=True)))
    vars(found)["deals"] = deals.assign(bid=renamed)
    return found


def evenings(**units: Sequence[float]) -> pd.DataFrame:
    """Running units after evenings a week apart, the first on 2 January 2026; NaN for who was absent."""
    days = pd.date_range("2026-01-02", periods=len(next(iter(units.values()))), freq="7D", name="on")
    return pd.DataFrame(units, index=days).astype(float)
