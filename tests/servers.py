"""The server of the dashboard, as `scorer dashboard` starts it, on a port of its own; and single requests to it."""

import os
import resource
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from socket import create_connection, socket

from scorer.dashboard_address import HEALTH, HELD, HOST, PORT, TOKEN

ROOT = Path(__file__).resolve().parent.parent
HALF = (
    b"",
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    b"GET /_stcore/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
    b"GET /_stcore/health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\nhalf of a body",
    b"GET /_stcore/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /half of a second request",
)


def free_port() -> int:
    """A port of its own: two runs beside each other would both take the first that is free."""
    with socket() as tried:
        tried.bind(("127.0.0.1", 0))
        port: int = tried.getsockname()[1]
        return port


def fetch(port: int, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    """One request; the answer and what it holds, unless it became a websocket."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=10)) as asked:
        asked.request(method, path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = asked.getresponse()
        return answer, b"" if answer.status == 101 else answer.read()


def ask(port: int, path: str = HEALTH, method: str = "GET", **headers: str) -> HTTPResponse:
    """One request; the answer without what it holds."""
    return fetch(port, path, method, **headers)[0]


def variables(folder: Path, port: int, token: str = "") -> dict[str, str]:
    """The environment of a server, which ends with its standard input."""
    book = str(folder / "none.db")
    own = {"PYTHONPATH": str(ROOT), "SCORER_DB": book, HOST: "127.0.0.1", PORT: str(port), TOKEN: token, HELD: "1"}
    return os.environ | own


def wait_for(port: int) -> None:
    """Return when the server answers."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            ask(port)
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError


def knock(port: int, words: bytes) -> socket:
    """A connection that has sent these words."""
    connection = create_connection(("127.0.0.1", port), timeout=10)
    connection.sendall(words)
    return connection


def is_closed(connection: socket, seconds: float) -> bool:
    """Whether the server closes the connection within these seconds; what it answers before is left out of account."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        connection.settimeout(left)
        try:
            if not connection.recv(65536):
                return True
        except TimeoutError:
            return False
        except OSError:
            return True
    return False


@contextmanager
def many_files() -> Iterator[None]:
    """This process may have as many files open as the system lets it, for this block."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(before[1], 8192), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
