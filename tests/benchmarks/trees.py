"""`make bench AGAINST=TREE`: the commands of two trees in turns, by their processor time, with an interval each.

Both trees run in the same environment, each on a scorebook that it made itself. A pair is one run of either; which tree
begins changes from pair to pair, so that a machine that gets slower or faster is fair to both.
"""

import math
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Final, NamedTuple

from scorer.cli.demo import season
from tests.benchmarks.evening import BARE, DEAL, REPOSITORY, START

PAIRS: Final = 15
STUDENT: Final = 2.145  # the 97.5 % point of Student's t with 14 degrees of freedom, for 15 pairs
COMMAND, PAGE = ("-m", "scorer"), str(BARE / "page.py")
COMMANDS: Final = ("--help", "sheet 12", "standings", "players", "bids", "rating", "pairs", "records", "check")
PAGES: Final = ("standings", "tonight", "players", "bids")
# What Python is given for each row; {pair} is the number of the pair.
ROWS: Final[dict[str, Sequence[str]]] = {
    "deal": [*COMMAND, *DEAL],
    "import": [*COMMAND, "--db", "import-{pair}.db", "import", str(season())],
    "export deals": [*COMMAND, "export", "deals"],
    **{command: [*COMMAND, *command.split()] for command in COMMANDS},
    **{f"page {page}": [PAGE, f"views/{page}.py"] for page in PAGES},
}


class Tree(NamedTuple):
    """A tree of the source, and a folder for what its commands write."""

    source: Path
    folder: Path

    def cpu(self, *words: str) -> float:
        """The seconds of processor time that Python takes for these words; raises SystemExit where they fail."""
        kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        ours = {
            "PYTHONPATH": str(self.source),
            "SCORER_DB": str(self.folder / "book.db"),
            "SCORER_DASHBOARD_STILL": "1",
        }
        with tempfile.TemporaryFile() as said:
            running = subprocess.Popen(
                [sys.executable, "-P", *words], cwd=self.folder, env=kept | ours, stdin=subprocess.DEVNULL,
                stdout=said, stderr=said,
            )  # fmt: skip
            _, status, used = os.wait4(running.pid, 0)
            running.returncode = os.waitstatus_to_exitcode(status)
            if running.returncode:
                said.seek(0)
                raise SystemExit(f"{self.source}: {shlex.join(words)} failed: {said.read().decode()}")
        return used.ru_utime + used.ru_stime


class Row(NamedTuple):
    """The median of either tree in milliseconds, and their ratio, ours by theirs, with its 95 % interval."""

    ours: float
    theirs: float
    ratio: float
    low: float
    high: float


def compared(ours: Sequence[float], theirs: Sequence[float]) -> Row:
    """The ratio of pairs of seconds: the geometric mean, and Student's interval for the mean of the logarithms."""
    logs = [math.log(our / their) for our, their in zip(ours, theirs, strict=True)]
    half = STUDENT * stdev(logs) / math.sqrt(len(logs))
    ratios = (math.exp(fmean(logs) + shift) for shift in (0, -half, half))
    return Row(median(ours) * 1000, median(theirs) * 1000, *ratios)


def show(against: Path, chosen: Sequence[str]) -> None:
    """Compare what contains one of the chosen words, or everything, and print a line for each command or page."""
    print(f"{'':32}{'ours ms':>9}{'theirs ms':>11}{'ratio':>8}   95 % interval")
    with tempfile.TemporaryDirectory() as folder:
        trees = [_prepared(tree.resolve(), Path(folder) / name) for name, tree in (("a", REPOSITORY), ("b", against))]
        for what, words in ROWS.items():
            if not chosen or any(word in what for word in chosen):
                row = compared(*_pairs(trees, words))
                numbers = f"{row.ours:9.1f}{row.theirs:11.1f}{row.ratio:8.3f}   {row.low:.3f} to {row.high:.3f}"
                print(f"{what:32}{numbers}", flush=True)


def _prepared(source: Path, folder: Path) -> Tree:
    """A tree with a scorebook of the sample season and an open match."""
    if not (source / "scorer" / "__main__.py").exists():
        raise SystemExit(f"{source} is not a tree of scorer")
    folder.mkdir()
    tree = Tree(source, folder)
    tree.cpu("-m", "scorer", "import", str(season()))
    tree.cpu("-m", "scorer", *shlex.split(START))
    return tree


def _pairs(trees: Sequence[Tree], words: Sequence[str]) -> list[list[float]]:
    """The seconds of each tree, pair by pair, after one run of each that is not counted."""
    seconds: list[list[float]] = [[] for _ in trees]
    for pair in range(PAIRS + 1):
        order = list(enumerate(trees))
        for place, tree in order if pair % 2 else reversed(order):
            used = tree.cpu(*(word.format(pair=pair) for word in words))
            if pair:
                seconds[place].append(used)
    return seconds
