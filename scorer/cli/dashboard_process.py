"""The server of the dashboard as a process of its own: started, waited for, and ended with the command that has it."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socket import socket
from typing import IO

from scorer.dashboard_address import HEALTH, HELD, PHONES, SOCKET, Listening, cookie_name
from scorer.language import _
from scorer.match.names import printable

_HERE = str(Path(__file__).resolve().parents[2])
# Nothing is imported from the current folder (-P), only from where this program lies, perhaps never installed.
_START = f"import runpy, sys; sys.path.append({_HERE!r}); runpy.run_module('dashboard', run_name='__main__')"
PATIENCE_SECONDS = 60  # a cold machine reads a lot of files before it answers


class DashboardProcess:
    """The server of the dashboard while it runs; `errors` is what it says of faults, None where all of it is shown."""

    def __init__(self, process: subprocess.Popen[bytes], listening: Listening, errors: IO[bytes] | None) -> None:
        self.process = process
        self.listening = listening
        self._errors = errors

    def wait_until_it_answers(self) -> None:
        """Return when it answers; raises TimeoutError, with the reason, when it does not, or ended."""
        until = time.monotonic() + PATIENCE_SECONDS
        while not self._healthy():
            if self.process.poll() is not None or time.monotonic() > until:
                raise TimeoutError(self._last_line() or _("no answer"))
            time.sleep(0.05)

    def _healthy(self) -> bool:
        listening = self.listening
        asked = HTTPConnection(listening.nearby, listening.port, timeout=2)
        try:
            asked.request("GET", HEALTH, headers={"Cookie": f"{cookie_name(listening.port)}={listening.token}"})
            return asked.getresponse().status == 200  # noqa: PLR2004 - HTTP's word for yes
        except (OSError, HTTPException):
            return False
        finally:
            asked.close()

    def _last_line(self) -> str:
        """The last line that the server said of itself."""
        if not self._errors:
            return ""
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").split("\n")
        return printable(next((line.strip() for line in reversed(lines) if line.strip()), ""))


@contextmanager
def dashboard_process(
    listening: Listening, held: socket, where: str, *, phones: tuple[str, int] | None = None, debug: bool
) -> Iterator[DashboardProcess]:
    """The server as a process group of its own, held by its standard input: it ends when that is closed.

    It listens at the `held` socket, so that nobody else could have taken the port; on Windows it has to make its own.
    `phones` is where these are listened to, beside it, if they are. With `debug` it says its errors to whoever started
    this.
    """
    beside = "{}:{}".format(*phones) if phones else ""
    passed = [] if os.name == "nt" else [held.fileno()]
    if not passed:
        held.close()
    at = {SOCKET: "".join(map(str, passed))}
    variables = os.environ | listening.environment | at | {HELD: "1", PHONES: beside, "SCORER_DB": where}
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(  # noqa: S603 - of ours alone
            [sys.executable, "-P", "-c", _START],
            env=variables, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=None if debug else errors, process_group=0, pass_fds=passed,
        )  # fmt: skip
        held.close()  # where the server ends, nobody shall wait for it
        try:
            yield DashboardProcess(process, listening, None if debug else errors)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
