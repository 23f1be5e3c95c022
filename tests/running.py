"""Running command lines of the program: in this process, and at a terminal of its own."""

import codecs
import io
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from scorer.cli.app import command
from scorer.cli.context import Settings

CONTROL_C, CONTROL_D = "\x03", "\x04"
# The program is begun in a session of its own whose terminal this is, so that Ctrl-C reaches it.
AT_A_TERMINAL = """
import fcntl, os, signal, sys, termios
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "scorer", *sys.argv[1:]])
"""


Words = str | Sequence[str]


class Terminal(io.StringIO):
    """A stream at which somebody sits."""

    def isatty(self) -> bool:
        """Whether somebody sits there."""
        return True


class Keyboard(Terminal):
    """Where somebody types the answer to each question once the screen shows it, and then no more."""

    def __init__(self, screen: Terminal, answers: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self.screen, self.answers, self._read = screen, list(answers), 0

    def readline(self, _most: int = -1, /) -> str:  # type: ignore[override] # as io.StringIO has it
        """The next answer."""
        shown = self.screen.getvalue()[self._read :]
        self._read += len(shown)
        if not self.answers:
            return ""
        question, typed = self.answers.pop(0)
        assert question in shown, f"{question!r} was not asked:\n{shown}"
        return f"{typed}\n"


def split(words: Words) -> list[str]:
    """A command line word by word, as a shell has it."""
    return shlex.split(words) if isinstance(words, str) else list(words)


def run(words: Sequence[str], shared: Settings) -> int:
    """Run one command line with these settings; returns its exit code."""
    shared.root = shared.root or command()
    return shared.run(words)


def recorded(path: Path, lines: Iterable[Words]) -> bytes:
    """The scorebook at `path` after these command lines, which have to succeed: for tests that begin with a copy.

    A line may begin with --yes.
    """
    shared = Settings(db=str(path), no_input=True)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as said, patch.dict(os.environ):
        os.environ.pop("SCORER_MATCH", None)
        for line in lines:
            words = split(line)
            shared.yes = words[0] == "--yes"
            assert run(words[shared.yes :], shared) == 0, f"{line}: {said.getvalue()}"
    shared.book.close()
    return path.read_bytes()


def answer(
    environment: Callable[[], dict[str, str]], words: list[str], answers: Sequence[tuple[str | re.Pattern[str], str]]
) -> tuple[int, str]:
    """Run the program on a real terminal; wait for each question and type the answer. Returns exit code and screen.

    A question is looked for behind what was there when the one before was answered. Ctrl-C may throw away what
    is on its way to the screen: whoever reads a line from it waits for the whole of it, by a pattern.
    """
    import pty

    main, side = pty.openpty()
    program = [sys.executable, "-c", AT_A_TERMINAL, *words]
    shown, decode = "", codecs.getincrementaldecoder("utf-8")().decode  # a letter may come in two pieces
    with subprocess.Popen(program, stdin=side, stdout=side, stderr=side, env=environment()) as running:
        os.close(side)
        os.set_blocking(main, False)
        until = time.monotonic() + 60  # machines are busy with other things
        for question, typed in [*answers, ("", answers[-1][1] if answers else "")]:
            at, again = len(shown), time.monotonic() + 5
            while (not is_asked(question, shown[at:]) if question else running.poll() is None) and (
                time.monotonic() < until
            ):
                try:
                    shown += decode(os.read(main, 65536))
                except (BlockingIOError, OSError):
                    time.sleep(0.01)
                if not question and typed == CONTROL_C and time.monotonic() > again:
                    os.write(main, typed.encode())  # a signal just before the line is read waits for the next one
                    again += 5
            if question:
                os.write(main, typed.encode() + (b"" if typed in {CONTROL_C, CONTROL_D} else b"\n"))
        if running.poll() is None:
            running.kill()
        try:
            while piece := os.read(main, 65536):
                shown += decode(piece)
        except OSError:
            pass
    os.close(main)
    return running.returncode, shown.replace("\r\n", "\n")


def is_asked(question: str | re.Pattern[str], shown: str) -> bool:
    """Whether a question stands on the screen."""
    return question in shown if isinstance(question, str) else bool(question.search(shown))


def refused(done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
    """Assert that a command ended with `code`, and said nothing but a line on stderr that has all these words."""
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert done.stderr.startswith("scorer: ")
    assert done.stderr.count("\n") == 1, done.stderr
    for word in words:
        assert word in done.stderr
