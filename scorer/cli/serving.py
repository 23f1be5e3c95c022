"""What the commands share that serve until they are ended: a port that is free, complaints, and the end."""

import errno
import os
import signal
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

import typer

from scorer.cli.context import INTERRUPTED, notice
from scorer.errors import RefusedError
from scorer.language import _, ngettext
from scorer.match.names import printable
from scorer.text.numbers import SCREEN, interval

FAILED: Final = 1


def hold_port(host: str, ports: Iterable[int]) -> socket.socket | None:
    """A socket that listens at the first of these ports that is free, which nobody else can take; None for none.

    Raises RefusedError for a host that is not of this machine.
    """
    for port in ports:
        try:
            return _listen(host, port)
        except (OSError, UnicodeError) as error:  # the latter of a name that none can have
            if getattr(error, "errno", None) == errno.EADDRINUSE:
                continue
            asked = f"--host {printable(host)} --port {port}"
            reason = getattr(error, "strerror", None) or _("it cannot be used")
            raise RefusedError(
                _("{options}: {reason}; say an address of this machine", options=asked, reason=reason)
            ) from error
    return None


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; on an address of IPv6 to both kinds, as Streamlit does."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name != "nt":  # there it would let two programs have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if ":" in host:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind((host, port))
        listening.listen()
    except BaseException:
        listening.close()
        raise
    return listening


def end_taken(first: int, last: int) -> NoReturn:
    """End, for every port from first to last is taken."""
    ports = interval(first, last, SCREEN) if last > first else str(first)
    taken = ngettext(
        "port {ports} is taken by another program; --port says which to use",
        "ports {ports} are taken by another program; --port says which to use",
        last - first + 1,
        ports=ports,
    )
    complain(taken)
    raise typer.Exit(FAILED)


def complain(fault: str) -> None:
    """Say on stderr why something does not run."""
    notice(f"scorer: {fault}")


@contextmanager
def ending_well() -> Iterator[None]:
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
