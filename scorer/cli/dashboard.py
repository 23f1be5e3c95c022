"""`scorer dashboard`: starts the server as a process of its own, says where it is, and ends it."""

import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from scorer.cli.context import Settings, notice, settings
from scorer.cli.dashboard_process import dashboard_process
from scorer.cli.options import flag, option
from scorer.cli.serving import FAILED, complain, end_taken, ending_well, hold_port
from scorer.dashboard_address import FIRST_PORT, LOOPBACK, Listening
from scorer.language import _
from scorer.match.parsing import read_within

app = typer.Typer()

PORTS = 20  # tried, one after the other, where none is asked for


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
    listening, held = _listening(host, port, token)
    with (
        held,
        ending_well(),
        _scorebook(here, demo=demo) as where,
        dashboard_process(listening, held, where, debug=here.debug) as server,
    ):
        try:
            server.wait_until_it_answers()
        except TimeoutError as error:
            complain(_("the dashboard did not start: {reason}; --debug shows more", reason=error))
            raise typer.Exit(FAILED) from None
        typer.echo(_where(listening))
        screen = sys.platform in {"darwin", "win32"} or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        if screen and sys.stdout and sys.stdout.isatty() and not no_browser:
            import webbrowser

            webbrowser.open(listening.address)
        server.process.wait()
        complain(_("the dashboard ended by itself; scorer --debug dashboard shows why"))
    raise typer.Exit(FAILED)


def _listening(host: str, port: str, token: str) -> tuple[Listening, socket.socket]:
    """The address to listen at, and a socket that holds it from now on.

    Raises ScorerError for words that are refused, typer.Exit for a port that is taken.
    """
    if token.strip().casefold() == "auto":
        import secrets

        token = secrets.token_urlsafe(16)
    wanted = read_within(port, "--port", 1, 65535) if port else FIRST_PORT
    asked = Listening(host.strip() or LOOPBACK, wanted, token.strip())
    held = hold_port(asked.host, range(wanted, wanted + (1 if port else PORTS)))
    if held is None:
        end_taken(wanted, wanted if port else wanted + PORTS - 1)
    free = held.getsockname()[1]
    if free != wanted:
        notice(_("Port {wanted} is taken; this is {port}.", wanted=wanted, port=free))
    return Listening(asked.host, free, asked.token), held


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


def _where(listening: Listening) -> str:
    """The address; for other machines too, where they may look."""
    here = _("The dashboard is at {address}", address=listening.address)
    if listening.loopback:
        return here
    there = listening.address.replace(listening.nearby, socket.gethostname(), 1)
    return "\n".join([here, _("From other machines: {address}", address=there)])
