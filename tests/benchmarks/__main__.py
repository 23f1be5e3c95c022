"""`make bench`: against bare programs, interleaved in one run. Nothing is asserted.

Words choose the comparisons that contain them. `DEALS=1000000` measures the season at that size. The word `seating`
alone prints the figures of the seating for 5 to 60 players and 2 to 8 rounds, which takes some minutes;
`bid-intervals` how often the intervals of what pays hold the truth; `coverage` how often those of the rating hold what
is true, of 2,000 leagues a world or as many as are said: an hour. `--against TREE` compares the processor time of
commands and pages with those of another tree.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests import browsing
from tests.benchmarks import (
    bid_intervals,
    connections,
    coverage,
    dashboard,
    evening,
    memory,
    season,
    seating,
    trees,
    viewers,
    visits,
)
from tests.benchmarks.comparing import Comparison, measured


def comparisons(folder: Path) -> Iterator[Comparison]:
    """Everything that is measured; a part is set up when its turn comes."""
    yield from evening.comparisons(folder)
    deals = int(os.environ.get("DEALS", "100000"))
    yield from season.comparisons(folder, deals)
    yield from dashboard.comparisons(folder, deals)


def main() -> None:
    """Measure and print a line each."""
    chosen = sys.argv[1:]
    if chosen[:1] == ["--against"]:
        trees.show(Path(chosen[1]), chosen[2:])
        return
    if chosen[:1] == ["coverage"]:
        coverage.show(*map(int, chosen[1:]))
        return
    if chosen == ["seating"]:
        seating.show()
        return
    if chosen == ["bid-intervals"]:
        bid_intervals.show()
        return
    if chosen == ["memory"]:
        with tempfile.TemporaryDirectory() as folder:
            memory.show(Path(folder), int(os.environ.get("DEALS", "1000000")))
        return
    print(f"{'':66}{'ours ms':>9}{'bare ms':>9}{'ratio':>7}{'aim':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for comparison in comparisons(Path(folder)):
            if chosen and not any(word in comparison.what for word in chosen):
                continue
            tell(comparison.what, *measured(comparison), comparison.aim)
        if not chosen or any(word in connections.WHAT for word in chosen):
            tell(connections.WHAT, *connections.measured(Path(folder)), connections.AIM)
        if browsing.CHROMIUM and (not chosen or any(word in viewers.WHAT for word in chosen)):
            tell(viewers.WHAT, *viewers.measured(Path(folder)), viewers.AIM)
        if browsing.CHROMIUM and (not chosen or any(word in visits.WHAT for word in chosen)):
            for line in visits.measured(Path(folder)):
                tell(*line)


def tell(what: str, ours: float, baseline: float, aim: float) -> None:
    """Print a line."""
    print(f"{what:66}{ours:9.1f}{baseline:9.1f}{ours / baseline:7.2f}{aim:6}", flush=True)


main()
