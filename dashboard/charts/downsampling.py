"""Long lines made short, and labels kept apart."""

import numpy as np

from dashboard.charts.base import Floats, Numbers

MOST_ON_A_LINE = 500
MOST_BYTES = 90_000  # of a figure, before they are written as text
WHOLE, BROKEN = 8, 10  # bytes of a place with its units and their change: whole numbers, floats


def most(lines: int, units: Numbers) -> int:
    """How many places each of so many lines may keep."""
    each = BROKEN if units.dtype.kind == "f" else WHOLE
    return max(60, min(MOST_ON_A_LINE, MOST_BYTES // (each * max(lines, 1))))


def thinned(line: Numbers, keep: int) -> Numbers:
    """The places of a line that are drawn, at most `keep`: first, last, the lowest and the highest of each stretch."""
    if len(line) <= keep:
        return np.arange(len(line))
    size = -(-len(line) // ((keep - 2) // 2))
    stretches = np.pad(line, (0, -len(line) % size), mode="edge").reshape(-1, size)
    starts = np.arange(len(stretches)) * size
    extremes = [starts + stretches.argmin(axis=1), starts + stretches.argmax(axis=1)]
    return np.unique(np.concatenate([[0, len(line) - 1], *extremes]))


def apart(wanted: Floats, gap: float, low: float, high: float) -> Floats:
    """Heights as near as can be to those wanted, in their order, `gap` apart and between `low` and `high`.

    Labels that would touch share out around their middle; where all do not fit, they go beyond `high`.
    """
    order = np.argsort(wanted, kind="stable")
    steps = np.arange(len(wanted)) * gap
    flat = _rising(wanted[order] - steps)
    heights = np.empty(len(wanted))
    heights[order] = np.maximum(np.minimum(flat, high - steps[-1:]), low) + steps
    return heights


def _rising(line: Floats) -> Floats:
    """The nearest line that never falls: means of stretches, by the max-min formula."""
    sums = np.concatenate([[0], np.cumsum(line)])
    first, last = np.indices((len(line), len(line)))
    means = np.where(last >= first, (sums[last + 1] - sums[first]) / np.maximum(last - first + 1, 1), np.inf)
    lowest = np.minimum.accumulate(means[:, ::-1], axis=1)[:, ::-1]
    return np.asarray(np.maximum.accumulate(np.where(last >= first, lowest, -np.inf), axis=0).diagonal())
