"""The server of the dashboard, as `scorer dashboard` starts it, on a port of its own; and single requests to it."""

import os
import time
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from socket import socket

from scorer.dashboard_address import HEALTH, HELD, HOST, PORT, TOKEN

ROOT = Path(__file__).resolve().parent.parent


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
