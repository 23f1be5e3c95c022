"""What a first visit waits for: a browser that has nothing yet, until it paints, and until Standings are drawn."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from socket import socket
from statistics import median
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser

from tests import browsing
from tests.benchmarks.comparing import Measurement, Taken
from tests.benchmarks.dashboard import ONE_LINE
from tests.benchmarks.season import big_scorebook

ROUNDS = 5
DEALS = 50_000
PAINTED = "() => performance.getEntriesByName('first-paint')[0].startTime"
PAINT_AIM = 1.3
BARE_APP = "an app of one line, as Streamlit serves it"
Visit = tuple[float, float]  # milliseconds until something was painted, and until all was drawn


def measurements(folder: Path) -> Iterator[Measurement]:
    """First visits of Standings, of the sample league and of a big season; painted and drawn are taken together."""
    sample, big = folder / "visited.db", folder / "visited-often.db"
    browsing.command(folder, "demo", "--keep", str(sample))
    big_scorebook(big, DEALS)
    for league, path, drawn_aim in (("the demo", sample, 3.0), (f"{DEALS:,} deals", big, 5.0)):
        both = cache(partial(_taken, folder, path))
        painted, drawn = (partial(_either, both, at) for at in (0, 1))
        first_visit = f"first visit of Standings of {league}"
        yield Measurement(f"{first_visit}, until something is painted", BARE_APP, painted, PAINT_AIM)
        yield Measurement("the same, until its table and its chart are drawn", "the same", drawn, drawn_aim)


def _either(both: Callable[[], list[Taken]], at: int) -> Taken:
    return both()[at]


def _taken(folder: Path, path: Path) -> list[Taken]:
    """Milliseconds until something is painted, ours and of an app of one line; and until all is drawn."""
    with (
        browsing.chromium() as browser,
        _one_line(folder) as bare,
        browsing.dashboard(folder, before=["--db", str(path)]) as ours,
    ):
        sides = ((f"{ours.address}standings", "standings"), (bare, ""))
        rounds = [[_visit(browser, *side) for side in sides] for _ in range(ROUNDS + 1)]
    return [
        (median(mine[at] for mine, _bare in rounds[1:]), median(theirs[at] for _mine, theirs in rounds[1:]))
        for at in (0, 1)
    ]


def _visit(browser: Browser, address: str, page: str) -> Visit:
    with browsing.window(browser, address) as visitor:
        began = time.perf_counter()
        visitor.page.goto(address)
        visitor.page.get_by_role("heading").first.wait_for()
        visitor.drawn(page)
        drawn = 1000 * (time.perf_counter() - began)
        return visitor.page.evaluate(PAINTED), drawn


@contextmanager
def _one_line(folder: Path) -> Iterator[str]:
    """The address of an app of a title, as Streamlit itself serves it."""
    app = folder / "one_line.py"
    app.write_text(ONE_LINE, encoding="utf-8")
    with socket() as tried:
        tried.bind(("127.0.0.1", 0))
        port = tried.getsockname()[1]
    address, variables = f"http://127.0.0.1:{port}/", browsing.own_environment(folder)
    words = [sys.executable, "-m", "streamlit", "run", str(app), "--server.headless=true", "--server.address=127.0.0.1",
             f"--server.port={port}", "--server.fileWatcherType=none", "--browser.gatherUsageStats=false"]  # fmt: skip
    quiet = subprocess.DEVNULL
    with subprocess.Popen(words, cwd=folder, env=variables, stdout=quiet, stderr=quiet) as serving:
        try:
            while not _answers(f"{address}_stcore/health"):
                assert serving.poll() is None
                time.sleep(0.1)
            yield address
        finally:
            serving.terminate()


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=5):
            return True
    except (URLError, TimeoutError):
        return False
