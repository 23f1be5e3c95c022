"""How units are counted where several variants meet, and the tables that they are never summed across."""

from dataclasses import dataclass, replace

import numpy as np

from scorer.errors import RefusedError
from scorer.frames.building import Frames, kept
from scorer.frames.columns import Ints, Numbers
from scorer.text.numbers import MEASURES

UNITS, BASE, PLAIN, MONEY = MEASURES


@dataclass(frozen=True, slots=True)
class Part:
    """What one table may hold: a league, the labels of its variants in order, and the frames of those matches."""

    league: str
    variants: tuple[str, ...]
    frames: Frames


def measured(frames: Frames, measure: str) -> Frames:
    """The frames with `units` counted another way; `stake` stays as it was recorded.

    "units" as they are; "base" units / stake (floats; 0 for even deals and for what is no deal); "plain" units /
    times; "money" in cents, by each match's unit value. Raises RefusedError for money where no match has a unit value
    or several currencies meet, and for any other word.
    """
    if measure not in MEASURES:
        raise RefusedError(f"'{measure}' is not a measure: say {', '.join(MEASURES)}")
    if measure == UNITS:
        return frames
    count = {BASE: _base, PLAIN: _plain, MONEY: _money}[measure]
    return replace(frames, columns=replace(frames.columns, units=count(frames)))


def _base(frames: Frames) -> Numbers:
    """Units / stake."""
    stake = frames.columns.stake[:, None]
    shares = np.zeros(frames.columns.units.shape)
    np.divide(frames.columns.units, stake, out=shares, where=stake > 0)
    return shares


def _plain(frames: Frames) -> Numbers:
    """Units / times."""
    return frames.columns.units // frames.columns.times[:, None]


def _money(frames: Frames) -> Numbers:
    """Cents."""
    matches = frames.matches
    valued = matches[matches["unit_value_cents"] > 0]
    currencies = sorted(valued["currency"].unique())
    if len(currencies) > 1:
        raise RefusedError(f"money in {' and '.join(currencies)} cannot be added up: choose a league or a match")
    if len(matches) and not currencies:
        raise RefusedError("no match here has a unit value: scorer start --unit-value says what a unit is worth")
    cents: Ints = matches["unit_value_cents"].to_numpy()[frames.columns.match]
    return frames.columns.units * cents[:, None]


def parts(frames: Frames) -> list[Part]:
    """The frames cut so that units may be summed: a part per league and variant, both in order of their names."""
    leagues, variants = frames.matches["league"], frames.matches["variant"]
    return [
        Part(league, (variant,), kept(frames, ((leagues == league) & (variants == variant)).to_numpy()))
        for league, variant in sorted(set(zip(leagues, variants, strict=True)))
    ]


def whole(frames: Frames) -> list[Part]:
    """A part per league, in order, its variants together: for measured frames."""
    leagues = frames.matches["league"]
    cut = [(league, kept(frames, (leagues == league).to_numpy())) for league in sorted(set(leagues))]
    return [Part(league, tuple(inside.matches["variant"].cat.categories), inside) for league, inside in cut]
