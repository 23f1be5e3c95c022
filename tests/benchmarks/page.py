"""docs/performance.md: its tables are written by `make bench`, where the machine is quiet."""

import os
import platform
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from tests.benchmarks.comparing import Measurement, Taken

PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"
QUIET = 0.5  # programs that ran or waited at the same time, on average of the last minute
END = "<!-- to here -->"
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


def check_room(part: str) -> None:
    """Raise LookupError where the page has no room for a part."""
    _around(part)


def write(part: str, rows: Sequence[Row]) -> None:
    """Put the rows of a part into the page; raises LookupError where it has no room for them."""
    before, after = _around(part)
    PAGE.write_text(f"{before}{table(rows)}\n{after}", encoding="utf-8", newline="\n")


def _around(part: str) -> tuple[str, str]:
    """What stands before and after the rows of a part."""
    before, begin, rest = PAGE.read_text(encoding="utf-8").partition(f"<!-- measured: {part} -->\n")
    _rows, end, after = rest.partition(END)
    if not end:
        raise LookupError(f"{PAGE.name} has no room for {part}")
    return before + begin, end + after
