"""What the program takes of a machine: bytes of a file, memory, and the seconds of what takes long."""

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, partial
from itertools import count
from pathlib import Path

from scorer.cli.context import Settings
from scorer.text.numbers import MEASURES
from tests.benchmarks.comparing import Measurement, by_itself
from tests.benchmarks.evening import DEAL, OURS, START, silently
from tests.benchmarks.season import DEALS_A_MATCH, big_scorebook, export_deals

SEASON, TEN_YEARS = 100_000, 1_000_000  # deals
RECORDED_MATCHES = 200
# The child's own figures: a child that is waited for here would be measured with the memory of this process.
MEASURED = """
import json, resource, subprocess, sys, time
began = time.perf_counter()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
seconds = time.perf_counter() - began
print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6]))
"""


def measurements(folder: Path) -> Iterator[Measurement]:
    """Each alone, with the most that is aimed at."""
    yield Measurement("a deal recorded at the table", "", by_itself(partial(bytes_a_deal, folder)), 125, "bytes")
    season, file = folder / "season.db", folder / "deals.csv"
    big_scorebook(season, SEASON)
    export_deals(season, file)
    yield Measurement(
        f"`import` of {SEASON:,} deals, beyond Python itself", "", by_itself(lambda: importing(folder, file)), 100, "MB"
    )
    yield from of_almanac(season, 40, folder)
    many = folder / "many.db"
    big_scorebook(many, SEASON, players=145)
    yield from of_almanac(many, 145, folder)
    ten_years = folder / "ten-years.db"
    big_scorebook(ten_years, TEN_YEARS)
    for measure in MEASURES:
        taken = by_itself(partial(megabytes, ten_years, "standings", "--measure", measure))
        yield Measurement(f"`standings --measure {measure}` of {TEN_YEARS:,} deals", "", taken, 500, "MB")


def of_almanac(book: Path, players: int, folder: Path) -> Iterator[Measurement]:
    """The seconds and the megabytes of an almanac."""
    page = folder / "almanac.html"
    written = cache(partial(seconds, book, "report", "--out", str(page), "--force"))
    what = f"`report` of {SEASON:,} deals by {players} players"
    yield Measurement(what, "", by_itself(written), 15, "s")

    def size() -> float:
        written()
        return page.stat().st_size / 1e6

    yield Measurement("its page", "", by_itself(size), 4, "MB")


def bytes_a_deal(folder: Path) -> float:
    """How much a scorebook grows by a deal, its match included, recorded by one that looks at nothing besides."""
    shared, numbers = Settings(db=str(folder / "recorded.db"), no_input=True), count(1)

    def evening() -> None:
        silently(shlex.split(START.replace("Friday", f"Evening{next(numbers)}")), shared)
        for _ in range(DEALS_A_MATCH):
            silently(DEAL, shared)
        silently(["finish"], shared)

    evening()
    before = Path(shared.db).stat().st_size
    for _ in range(RECORDED_MATCHES):
        evening()
    return (Path(shared.db).stat().st_size - before) / (RECORDED_MATCHES * DEALS_A_MATCH)


def importing(folder: Path, file: Path) -> float:
    """The megabytes of an import into a new scorebook, without those of Python."""
    path = folder / "imported.db"
    taken = megabytes(path, "import", str(file))
    path.unlink()
    return taken - measured("-c", "pass")[1]


def seconds(book: Path, *words: str) -> float:
    """How long a command takes."""
    return measured(*OURS, "--db", str(book), *words)[0]


def megabytes(book: Path, *words: str) -> float:
    """The most memory that a command takes."""
    return measured(*OURS, "--db", str(book), *words)[1]


def measured(*words: str) -> tuple[float, float]:
    """The seconds and the megabytes that Python takes for these words."""
    command = [sys.executable, "-c", MEASURED, sys.executable, *words]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    taken, most = json.loads(done.stdout)
    return taken, most
