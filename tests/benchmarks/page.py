"""docs/performance.md: its tables are written by `make bench`, where the machine is quiet."""

import os
import platform
import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from tests.benchmarks.comparing import Measurement, Taken

PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"
QUIET = 0.5  # programs that ran or waited at the same time, on average of the last minute
Row = tuple[Measurement, Taken]


def is_quiet() -> bool:
    """Whether the machine had next to nothing else to do in the last minute."""
    return os.getloadavg()[0] <= QUIET


def figure(measurement: Measurement, taken: Taken) -> str:
    """The ratio, or the amount and its unit, in three digits."""
    ratio = taken[0] / taken[1]
    digits = 0 if ratio >= 100 else 1 if ratio >= 10 else 2
    return f"{ratio:.{digits}f} {measurement.unit}".strip()


def is_missed(measurement: Measurement, taken: Taken) -> bool:
    """Whether what was aimed at is not reached, as far as its digits tell."""
    aim = measurement.aim
    return aim is not None and float(figure(measurement, taken).split()[0]) > aim


def table(rows: Sequence[Row]) -> str:
    """The rows of a part, each with its aim; what misses it says so."""
    lines = ["| what | against | ratio or amount | aim |", "|---|---|---|---|"]
    for measurement, taken in rows:
        aim = "" if measurement.aim is None else f"{measurement.aim:g} {measurement.unit}".strip()
        missed = " **missed**" if is_missed(measurement, taken) else ""
        cells = (measurement.what, measurement.against, figure(measurement, taken) + missed, aim)
        lines.append(f"| {' | '.join(cells)} |")
    made = f"{datetime.now().astimezone():%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} cores."
    return "\n".join([*lines, "", made])


def room(part: str) -> re.Pattern[str]:
    """Where the page has room for the rows of a part; raises LookupError where it has none."""
    place = re.compile(f"(?<=<!-- measured: {re.escape(part)} -->\n).*?(?=<!-- to here -->)", re.DOTALL)
    if not place.search(PAGE.read_text(encoding="utf-8")):
        raise LookupError(f"{PAGE.name} has no room for {part}")
    return place


def write(part: str, rows: Sequence[Row]) -> None:
    """Put the rows of a part into the page."""
    page = room(part).sub(lambda _old: table(rows) + "\n", PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(page, encoding="utf-8", newline="\n")
