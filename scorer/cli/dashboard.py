"""`scorer dashboard`: starts the server as a process of its own, says where it is, and ends it."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, NoReturn

import typer

from scorer.cli.context import INTERRUPTED, Settings, notice, settings
from scorer.cli.options import flag, option
from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.match.names import printable

if TYPE_CHECKING:
    from scorer.dashboard_address import Listening

app = typer.Typer()

PATIENCE_SECONDS = 60  # a cold machine reads a lot of files before it answers
PORTS = 20  # tried, one after the other, where none is asked for
FAILED = 1
# Nothing is imported from the folder where somebody happens to be (-P), but where this program lies, which may be a
# checkout that was never installed.
HERE = Path(__file__).resolve().parents[2]
START = f"import runpy, sys; sys.path.append({str(HERE)!r}); runpy.run_module('dashboard', run_name='__main__')"


@app.command()
def dashboard(
    ctx: typer.Context,
    *,
    demo: Annotated[bool, flag("--demo", "Show the sample league.")] = False,
    port: Annotated[str, option("--port", "N", "Where to listen; else 8501 or the next free.")] = "",
    host: Annotated[str, option("--host", "HOST", "Whom to listen to; 0.0.0.0 is everybody, with a token.")] = "",
    token: Annotated[
        str,
        option(
            "--token",
            "TOKEN",
            "What a viewer's first address must hold; auto makes one.",
            envvar="SCORER_DASHBOARD_TOKEN",
        ),
    ] = "",
    no_browser: Annotated[bool, flag("--no-browser", "Open no browser; only say the address.")] = False,
) -> None:
    """Show the league in a browser, live: it reads the scorebook and never writes. Ctrl-C ends it."""
    here = settings(ctx)
    listening = _listening(host, port, token)
    with _ending_well(), _scorebook(here, demo=demo) as where, _server(here, listening, where) as server:
        _wait_for(server, listening)
        typer.echo(_where(listening))
        screen = sys.platform in {"darwin", "win32"} or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        if screen and sys.stdout and sys.stdout.isatty() and not no_browser:
            import webbrowser

            webbrowser.open(listening.address)
        server.wait()
        _complain(_("the dashboard ended by itself; scorer --debug dashboard shows why"))
    raise typer.Exit(FAILED)


def _listening(host: str, port: str, token: str) -> "Listening":
    """The address to listen at; raises ScorerError for words that are refused, typer.Exit for a port that is taken."""
    from scorer.dashboard_address import FIRST_PORT, LOOPBACK, Listening
    from scorer.match.parsing import read_within

    if token.strip().casefold() == "auto":
        import secrets

        token = secrets.token_urlsafe(16)
    wanted = read_within(port, "--port", 1, 65535) if port else FIRST_PORT
    asked = Listening(host.strip() or LOOPBACK, wanted, token.strip())
    free = next((at for at in range(wanted, wanted + (1 if port else PORTS)) if _free(asked.host, at)), None)
    if free is None:
        if port:
            _complain(_("port {port} is taken by another program; --port says which to use", port=wanted))
        else:
            template = N_("ports {first} to {last} are taken by another program; --port says which to use")
            _complain(_(template, first=wanted, last=wanted + PORTS - 1))
        raise typer.Exit(FAILED)
    if free != wanted:
        notice(_("Port {wanted} is taken; this is {port}.", wanted=wanted, port=free))
    return Listening(asked.host, free, asked.token)


def _free(host: str, port: int) -> bool:
    """Whether nothing listens there; raises RefusedError for a host that is not of this machine."""
    import errno

    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as tried:
            if os.name != "nt":  # there it would let two programs have one port
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind((host, port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return False
        asked = f"--host {host} --port {port}"
        reason = error.strerror or _("it cannot be used")
        raise RefusedError(
            _("{options}: {reason}; say an address of this machine", options=asked, reason=reason)
        ) from error
    return True


def _complain(fault: str) -> None:
    """Say on stderr why the dashboard does not run."""
    notice(f"scorer: {fault}")


@contextmanager
def _ending_well() -> Iterator[None]:
    """Ctrl-C and a polite kill end the block quietly, with 130; what it made is put away."""

    def interrupt(*_signal: object) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _scorebook(here: Settings, *, demo: bool) -> Iterator[str]:
    """The path or address of the scorebook, once it can be read; with `demo` of the sample league, for this block."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        if demo:
            from scorer.cli.demo import load

            here = load(here, Path(folder) / "demo.db")
        with here.book.reading():
            pass  # what is wrong with it is said before anything starts
        here.book.close()
        yield here.where[0]


@contextmanager
def _server(here: Settings, listening: "Listening", where: str) -> Iterator[subprocess.Popen[bytes]]:
    """The server as a process group of its own, held by its standard input: it ends when that is closed."""
    from scorer.dashboard_address import HELD

    variables = os.environ | listening.environment | {HELD: "1", "SCORER_DB": where}
    with tempfile.TemporaryFile() as errors:
        server = subprocess.Popen(  # noqa: S603 - of ours alone
            [sys.executable, "-P", "-c", START],
            env=variables, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=None if here.debug else errors, process_group=0,
        )  # fmt: skip
        try:
            yield server
        except TimeoutError:
            reason = _last_line(errors) or _("no answer")
            _complain(_("the dashboard did not start: {reason}; --debug shows more", reason=reason))
            raise typer.Exit(FAILED) from None
        finally:
            assert server.stdin is not None
            server.stdin.close()
            try:
                server.wait(timeout=5)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _last_line(errors: IO[bytes]) -> str:
    """The last line that the server said of itself."""
    errors.seek(0)
    lines = errors.read().decode(errors="replace").split("\n")
    return printable(next((line.strip() for line in reversed(lines) if line.strip()), ""))


def _wait_for(server: subprocess.Popen[bytes], listening: "Listening") -> None:
    """Return when the server answers; raises TimeoutError when it does not, or ended."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not _healthy(listening):
        if server.poll() is not None or time.monotonic() > until:
            raise TimeoutError
        time.sleep(0.05)


def _healthy(listening: "Listening") -> bool:
    from http.client import HTTPConnection, HTTPException

    from scorer.dashboard_address import HEALTH, cookie_name

    asked = HTTPConnection(listening.nearby, listening.port, timeout=2)
    try:
        asked.request("GET", HEALTH, headers={"Cookie": f"{cookie_name(listening.port)}={listening.token}"})
        return asked.getresponse().status == 200  # noqa: PLR2004 - HTTP's word for yes
    except (OSError, HTTPException):
        return False
    finally:
        asked.close()


def _where(listening: "Listening") -> str:
    """The address; for other machines too, where they may look."""
    here = _("The dashboard is at {address}", address=listening.address)
    if listening.loopback:
        return here
    there = listening.address.replace(listening.nearby, socket.gethostname(), 1)
    return "\n".join([here, _("From other machines: {address}", address=there)])
