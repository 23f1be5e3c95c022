"""A line on the terminal that shows that long work goes on; it is gone when the work is done."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

from scorer.cli.layout import width

FIRST_AFTER_SECONDS = 1.0
EVERY_SECONDS = 0.5
_ERASE = "\r\033[K"


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show on a terminal `what` is done, and for how long, from a second on until the block ends.

    Nothing where standard error is no terminal.
    """
    if not sys.stderr or not sys.stderr.isatty():
        yield
        return
    done = Event()
    line = Thread(target=_show, args=(what, done), daemon=True)
    line.start()
    try:
        yield
    finally:
        done.set()
        line.join()


def _show(what: str, done: Event) -> None:
    """Write the line again and again until the work is done, and then erase it."""
    begun = monotonic()
    if done.wait(FIRST_AFTER_SECONDS):
        return
    while True:
        words = f"{what} ... {monotonic() - begun:.0f} s"
        sys.stderr.write(_ERASE + words[: width(sys.stderr) - 1])
        sys.stderr.flush()
        if done.wait(EVERY_SECONDS):
            break
    sys.stderr.write(_ERASE)
    sys.stderr.flush()
