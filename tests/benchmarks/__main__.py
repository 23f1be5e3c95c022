"""`make bench`: against bare programs, interleaved in one run. Nothing is asserted.

Words choose the comparisons that contain them. `DEALS=1000000` measures the season at that size.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks import dashboard, evening, season
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
    print(f"{'':66}{'ours ms':>9}{'bare ms':>9}{'ratio':>7}{'aim':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for comparison in comparisons(Path(folder)):
            if chosen and not any(word in comparison.what for word in chosen):
                continue
            ours, baseline = measured(comparison)
            print(f"{comparison.what:66}{ours:9.1f}{baseline:9.1f}{ours / baseline:7.2f}{comparison.aim:6}", flush=True)


main()
