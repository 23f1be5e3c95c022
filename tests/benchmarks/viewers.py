"""What a quiet evening costs: viewers with Tonight open, and nobody records anything."""

import os
import time
from contextlib import ExitStack
from pathlib import Path

from tests import browsing
from tests.benchmarks.comparing import Measurement, Taken

VIEWERS = 10
SECONDS = 30.0
SETTLING = 6  # seconds: every viewer has asked once
AIM = 0.05


def measurement(folder: Path) -> Measurement:
    """What the server computes for them, against what a core could."""
    return Measurement(f"{VIEWERS} viewers of a quiet Tonight", "a core", lambda: taken(folder), AIM)


def taken(folder: Path) -> Taken:
    """Milliseconds that the server computed, of those that passed."""
    path = folder / "viewers.db"
    browsing.command(folder, "demo", "--keep", str(path))
    with (
        browsing.chromium() as browser,
        browsing.dashboard(folder, before=["--db", str(path)]) as serving,
        ExitStack() as open_,
    ):
        for _ in range(VIEWERS):
            open_.enter_context(browsing.window(browser, serving.address)).open("tonight")
        time.sleep(SETTLING)
        began, before = time.monotonic(), computed(serving.process)
        time.sleep(SECONDS)
        return computed(serving.process) - before, 1000 * (time.monotonic() - began)


def computed(process: int) -> float:
    """Milliseconds that the children of a process, and their threads, have computed so far."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    fields = [Path(f"/proc/{child}/stat").read_text(encoding="ascii").rpartition(")")[2].split() for child in children]
    return sum(1000 * (int(of[11]) + int(of[12])) / os.sysconf("SC_CLK_TCK") for of in fields)
