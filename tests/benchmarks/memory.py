"""The most memory that `scorer standings` of a season takes, by measure; each in a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scorer.text.numbers import MEASURES
from tests.benchmarks.season import big_scorebook

# The child's own figure: a child that is waited for here would be measured with the memory of this process.
_MOST = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def measured(folder: Path, deals: int) -> Iterator[tuple[str, float]]:
    """Each measure, and the megabytes at most."""
    path = folder / "season.db"
    big_scorebook(path, deals)
    for measure in MEASURES:
        scorer = [sys.executable, "-m", "scorer", "--db", str(path), "standings", "--measure", measure]
        done = subprocess.run([sys.executable, "-c", _MOST, *scorer], check=True, capture_output=True, text=True)
        yield measure, int(done.stdout) / 1024


def show(folder: Path, deals: int) -> None:
    """Print a line each."""
    for measure, megabytes in measured(folder, deals):
        print(f"standings --measure {measure:6} of {deals:,} deals {megabytes:6.0f} MB", flush=True)
