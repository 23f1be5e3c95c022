"""What a visitor waits while thousands of connections ask for nothing, beside what a visitor waits without them."""

import resource
import time
from collections.abc import Callable
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from socket import create_connection

from scorer.dashboard_address import HEALTH
from tests import browsing
from tests.benchmarks.comparing import Measurement, Taken

HELD = 3000
VISITS = 20
AIM = 100
HALF = (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")


def measurement(folder: Path) -> Measurement:
    """The slowest visit among half-open connections, against the slowest without them."""
    what = f"the slowest of {VISITS} visits while {HELD:,} connections are half open"
    return Measurement(what, "the same without them", lambda: taken(folder), AIM)


def taken(folder: Path) -> Taken:
    """Milliseconds of the slowest visit among half-open connections, and of the slowest without them."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    path = folder / "connections.db"
    browsing.command(folder, "demo", "--keep", str(path))
    with browsing.dashboard(folder, before=["--db", str(path)]) as serving, ExitStack() as held:
        port = int(serving.address.rstrip("/").rpartition(":")[2])
        alone = slowest(lambda: visit(port))
        for number in range(HELD):
            connection = held.enter_context(create_connection(("127.0.0.1", port)))
            connection.sendall(HALF[number % len(HALF)])
        return slowest(lambda: visit(port)), alone


def slowest(visit: Callable[[], None]) -> float:
    """Milliseconds that the slowest of some visits took."""
    taken = []
    for _ in range(VISITS):
        began = time.monotonic()
        visit()
        taken.append(1000 * (time.monotonic() - began))
    return max(taken)


def visit(port: int) -> None:
    """Ask for the page and for the health of the server."""
    for path in ("/", HEALTH):
        asked = HTTPConnection("127.0.0.1", port, timeout=60)
        asked.request("GET", path)
        asked.getresponse().read()
        asked.close()
