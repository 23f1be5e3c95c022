"""Long work shows on a terminal that it goes on, and leaves nothing there; short work and pipes see nothing of it."""

import io
import os
import pty
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from scorer.cli import progress

ERASE = "\r\x1b[K"


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch, first_after: float) -> Iterator[list[str]]:
    """A terminal as standard error within the block; what was written there is in the list after it."""
    main, side = pty.openpty()
    shown: list[str] = []
    with os.fdopen(side, "w", encoding="utf-8") as screen, monkeypatch.context() as patch:
        patch.setattr("sys.stderr", screen)
        patch.setattr(progress, "FIRST_AFTER_SECONDS", first_after)
        patch.setattr(progress, "EVERY_SECONDS", 0.02)
        yield shown
        screen.write("|")
        screen.flush()
        while not shown or not shown[-1].endswith("|"):
            shown.append(os.read(main, 1000).decode())
        shown[:] = ["".join(shown).removesuffix("|")]
    os.close(main)


def test_long_work_says_what_it_does_and_for_how_long_and_then_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch, 0.02) as shown, progress.working("Checking"):
        time.sleep(0.3)
    assert shown[0].startswith(f"{ERASE}Checking ... 0 s{ERASE}Checking ... 0 s{ERASE}")
    assert shown[0].endswith(f"Checking ... 0 s{ERASE}")


def fail_at_work() -> None:
    with progress.working("Checking"):
        time.sleep(0.2)
        raise KeyboardInterrupt


def test_the_line_goes_away_too_where_the_work_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch, 0.02) as shown, pytest.raises(KeyboardInterrupt):
        fail_at_work()
    assert shown[0].endswith(f"Checking ... 0 s{ERASE}")


def test_short_work_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch, 1) as shown, progress.working("Checking"):
        pass
    assert shown == [""]


def test_a_pipe_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(progress, "FIRST_AFTER_SECONDS", 0)
    for stream in (pipe, None):
        with monkeypatch.context() as patch:
            patch.setattr("sys.stderr", stream)
            with progress.working("Checking"):
                time.sleep(0.1)
    assert pipe.getvalue() == ""
