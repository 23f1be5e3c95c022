"""Ctrl-C ends a command at any moment with 130 and no traceback: while it loads what it needs, too."""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from signal import SIG_DFL, SIGINT, signal

import pytest
import typer

from scorer.cli.context import Commands
from scorer.match.sheet import Sheet
from tests.running import CONTROL_C, CONTROL_D, answer

DEAL = "deal anna K elena 61"  # Anna +2, Elena +1, the others -1
ReadSheet = Callable[..., Sheet]
pytestmark = pytest.mark.xdist_group("alone")

Environment = Callable[[], dict[str, str]]
heard = partial(signal, SIGINT, SIG_DFL)  # also where the tests run in the background
FIRST_OF_OURS = "scorer\n"  # the package itself: what is imported after it is imported by the entry point


@pytest.mark.skipif(sys.platform == "win32", reason="another process cannot be sent Ctrl-C there")
@pytest.mark.parametrize("imports", [1, 150])
def test_control_c_among_the_imports_ends_with_130_and_no_traceback(
    friday: None, environment: Environment, imports: int
) -> None:
    """Python says every import on stderr: the signal is sent after so many of those that the program asks for."""
    words = [sys.executable, "-X", "importtime", "-m", "scorer", "sheet"]
    with subprocess.Popen(
        words,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heard,  # noqa: PLW1509
    ) as program:
        assert program.stderr is not None
        while not program.stderr.readline().endswith(f" {FIRST_OF_OURS}"):
            pass
        for _ in range(imports):
            assert program.stderr.readline()
        program.send_signal(SIGINT)
        said = program.stderr.read()
    assert program.returncode == 130, said
    assert [line for line in said.splitlines() if not line.startswith("import time:")] == []


def test_an_import_that_wraps_the_interrupt_and_one_that_swallows_it_end_with_130_too(
    environment: Environment,
) -> None:
    """A class that is being made wraps it (Python 3.11), the callback of a weak reference swallows it, and after an
    exec Python would end by the signal.
    """
    executed = "exec('raise KeyboardInterrupt')"
    wrapped = "raise RuntimeError('Error calling __set_name__') from KeyboardInterrupt()"
    swallowed = (
        "import time, weakref\n"
        "class Lock: pass\n"
        "def interrupt(_): raise KeyboardInterrupt\n"
        "lock = Lock(); kept = weakref.ref(lock, interrupt); del lock\n"
        "until = time.monotonic() + 5\n"
        "while time.monotonic() < until: pass"
    )
    for hindrance in (wrapped, swallowed, executed):
        program = (
            "import sys, types, runpy\n"
            "class Hindered:\n"
            "    def find_spec(self, name, path=None, target=None):\n"
            f"        if name == 'scorer.cli.app': exec({hindrance!r}, {{}})\n"
            "sys.meta_path.insert(0, Hindered())\n"
            "runpy.run_module('scorer', run_name='__main__')"
        )
        words = [sys.executable, "-c", program]
        done = subprocess.run(words, env=environment(), capture_output=True, check=False, preexec_fn=heard)
        assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_control_c_at_a_question_ended_as_if_nothing_was_wrong(
    friday: None, environment: Environment, sheet: ReadSheet
) -> None:
    words = [*DEAL.split()[:-1], "120"]
    code, shown = answer(environment, words, [("did one side take every trick", CONTROL_C)])
    assert code == 130, shown
    assert "Traceback" not in shown
    code, shown = answer(environment, ["deal"], [("Who called", CONTROL_D)])
    assert code == 1, shown
    assert "Aborted" in shown
    assert sheet().records == ()


def test_what_ctrl_c_left_open_is_said_once_by_a_command_of_a_group_too(capsys: pytest.CaptureFixture[str]) -> None:
    app, group = typer.Typer(cls=Commands), typer.Typer(cls=Commands)
    app.add_typer(group, name="league")

    @group.command()
    def add() -> None:
        interrupted = KeyboardInterrupt()
        interrupted.add_note("it may be recorded, or not")
        raise interrupted

    with pytest.raises(SystemExit):
        typer.main.get_command(app)(["league", "add"])
    assert capsys.readouterr().err.split("\n").count("it may be recorded, or not") == 1
