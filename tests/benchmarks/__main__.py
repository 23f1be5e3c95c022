"""`make bench`: what the program costs, against bare programs in the same run. Nothing is asserted.

Without a word everything is measured, and docs/performance.md is written where the machine is quiet. The name of a part
measures and writes that part; words behind it choose lines that contain them, and nothing is written. `DEALS=1000000`
measures a season of that size, and writes nothing.

Others print figures of their own. `seating`: the seating of 5 to 60 players in 2 to 8 rounds, some minutes;
`bid-intervals`: how often the intervals of what pays hold the truth; `coverage`: how often those of the rating hold
what is true, of 2,000 leagues a world or as many as are said, an hour; `chances`: whether those to win come true in
leagues that are known, a quarter of an hour; `final-places`: the same of the first place of a season, ten minutes;
`held-out`: whether ratings and chances predict what was left out, of the sample league or of a scorebook that is named;
`format-trial`: how often the best wins by the model of `format try` and with hands, ten minutes; `tournament-end`:
whether the chances of tournaments under way come true, six minutes; `power`: whether what is said to be found in 8 of
10 cases is. `--against TREE` compares the processor time of commands and pages with those of another tree.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

from tests import browsing
from tests.benchmarks import (
    bid_intervals,
    chances,
    connections,
    coverage,
    dashboard,
    evening,
    final_places,
    format_trial,
    held_out,
    page,
    phones,
    power,
    resources,
    season,
    seating,
    server,
    tournament_end,
    trees,
    viewers,
    visits,
    writers,
)
from tests.benchmarks.comparing import Measurement

USUAL = 100_000
DEALS = int(os.environ.get("DEALS", USUAL))
BY_THEMSELVES: dict[str, Callable[..., None]] = {
    "seating": seating.show,
    "bid-intervals": bid_intervals.show,
    "held-out": held_out.show,
    "chances": lambda *leagues: chances.show(*map(int, leagues)),
    "final-places": lambda *leagues: final_places.show(*map(int, leagues)),
    "format-trial": lambda *times: format_trial.show(*map(int, times)),
    "tournament-end": lambda *times: tournament_end.show(*map(int, times)),
    "coverage": lambda *leagues: coverage.show(*map(int, leagues)),
    "power": lambda *leagues: power.show(*map(int, leagues)),
    "--against": lambda tree, *rows: trees.show(Path(tree), rows),
}


def of_dashboard(folder: Path) -> Iterable[Measurement]:
    """What a page waits for, and what a server does, as far as a browser is here."""
    browsed = visits.measurements(folder) if browsing.CHROMIUM else ()
    return chain(
        dashboard.measurements(folder, DEALS), [connections.measurement(folder)], viewers.measurements(folder), browsed
    )


PARTS: dict[str, Callable[[Path], Iterable[Measurement]]] = {
    "evening": evening.measurements,
    "phones": phones.measurements,
    "writers": writers.measurements,
    "season": lambda folder: season.measurements(folder, DEALS),
    "server": lambda folder: server.measurements(folder, DEALS),
    "dashboard": of_dashboard,
    "resources": resources.measurements,
}


def main() -> None:
    """Measure and print a line each."""
    chosen, *words = sys.argv[1:] or [""]
    if chosen in BY_THEMSELVES:
        BY_THEMSELVES[chosen](*words)
        return
    parts = [part for part in PARTS if part.startswith(chosen)]
    if not parts:
        raise SystemExit(f"{chosen} is none of {', '.join([*PARTS, *BY_THEMSELVES])}")
    to_write = not words and DEALS == USUAL and page.is_quiet()
    if to_write:
        for part in parts:
            page.check_room(part)
    elif not words:
        print(f"The machine is busy, or this is no usual season: {page.PAGE.name} stays as it is.")
    for part in parts:
        rows = list(taken(part, words))
        if to_write:
            page.write(part, rows)


def taken(part: str, words: list[str]) -> Iterator[page.Row]:
    """The measurements of a part that contain one of the words, or all; printed as they come."""
    print(f"\n{part:72}{'ours':>10}{'bare':>10}{'figure':>12}{'aim':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for measurement in PARTS[part](Path(folder)):
            if words and not any(word in measurement.what for word in words):
                continue
            row = measurement, measurement.take()
            aim = "" if measurement.aim is None else f"{measurement.aim:g}"
            missed = " missed" if page.is_missed(*row) else ""
            ours, bare = row[1]
            print(f"{measurement.what:72}{ours:10.1f}{bare:10.1f}{page.figure(*row):>12}{aim:>6}{missed}", flush=True)
            yield row


main()
