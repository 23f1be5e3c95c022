"""`scorer dashboard`: what it refuses before anything starts, what it says, and that nothing stays behind."""

import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPException
from pathlib import Path
from socket import SO_REUSEADDR, SOL_SOCKET, socket
from subprocess import CompletedProcess

import pytest

from scorer.cli.serving import hold_port
from tests.running import CONTROL_C, answer
from tests.servers import ROOT, ask, free_port

pytestmark = pytest.mark.xdist_group("alone")

Say = Callable[..., CompletedProcess[str]]
Environment = Callable[[], dict[str, str]]


@contextmanager
def taken(port: int = 0) -> Iterator[int]:
    """A port that another program listens on."""
    with socket() as other:
        other.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", port))
        other.listen()
        yield other.getsockname()[1]


def healthy(port: int) -> bool:
    try:
        return ask(port).status == 200
    except (OSError, HTTPException):  # a server that ends in the middle of an answer
        return False


def listens(port: int) -> bool:
    with socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def in_the_end(is_so: Callable[[], bool]) -> bool:
    until = time.monotonic() + 30
    while not is_so() and time.monotonic() < until:
        time.sleep(0.05)
    return is_so()


@contextmanager
def running(
    words: list[str], environment: dict[str, str], folder: Path | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command, and the first line that it says."""
    command = [sys.executable, "-m", "scorer", "dashboard", "--no-browser", *words]
    pipe = subprocess.PIPE
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # also where the tests run in the background
    with subprocess.Popen(
        command,
        env=environment,
        cwd=folder,
        stdout=pipe,
        stderr=pipe,
        text=True,
        preexec_fn=heard,  # noqa: PLW1509 - no threads here
    ) as program:
        assert program.stdout is not None
        try:
            yield program, program.stdout.readline()
        finally:
            if program.poll() is None:
                program.kill()


@pytest.fixture
def own_temporary(environment: Environment, tmp_path: Path) -> tuple[dict[str, str], Path]:
    """An environment whose temporary files can be counted."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    return environment() | {"TMPDIR": str(folder)}, folder


def test_a_missing_scorebook_is_said_before_anything_starts(say: Say, book_path: Path) -> None:
    done = say(f"dashboard --no-browser --port {free_port()}")
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr == f"scorer: no scorebook at {book_path}; scorer start makes one\n"
    assert not book_path.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--host 'not a host'", "--host 'not a host'"),
        ("--host nowhere.invalid --token knock-knock-9", "say an address of this machine"),
        ("--token short", "8 to 128"),
        ("--port 0", "--port '0'"),
        ("--port 99999", "--port '99999'"),
    ],
)
def test_what_is_refused(say: Say, table: None, words: str, said: str) -> None:
    done = say(f"dashboard --no-browser {words}")
    assert (done.returncode, done.stdout) == (3, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_port_that_is_taken(say: Say, table: None) -> None:
    with taken() as port:
        done = say(f"dashboard --no-browser --port {port}")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"scorer: port {port} is taken by another program; --port says which to use\n"


def test_the_demo_of_a_checkout_that_was_never_installed_is_healthy_and_ends_with_nothing_left(
    own_temporary: tuple[dict[str, str], Path], tmp_path: Path
) -> None:
    """Run in its folder; nothing says where the packages are, and none is installed."""
    environment, temporary = own_temporary
    del environment["PYTHONPATH"]
    checkout = tmp_path / "checkout"
    for folder in ("scorer", "db", "dashboard", "sample_data"):
        shutil.copytree(ROOT / folder, checkout / folder, ignore=shutil.ignore_patterns("__pycache__"))
    port = free_port()
    with running(["--demo", "--port", str(port)], environment, checkout) as (program, said):
        assert said == f"The dashboard is at http://127.0.0.1:{port}/\n"
        assert healthy(port)
        assert len(list(temporary.iterdir())) >= 1
        program.send_signal(signal.SIGTERM)
        rest, errors = program.communicate(timeout=15)
        assert (program.returncode, rest, errors) == (130, "", "")
    assert not healthy(port)
    assert list(temporary.iterdir()) == []


def test_the_address_for_other_machines_is_said_and_no_server_outlives_a_command_that_was_killed(
    table: None, environment: Environment
) -> None:
    port = free_port()
    variables = environment() | {"SCORER_DASHBOARD_TOKEN": "knock-knock-9"}
    with running(["--host", "0.0.0.0", "--port", str(port)], variables) as (program, said):
        assert said == f"The dashboard is at http://127.0.0.1:{port}/?token=knock-knock-9\n"
        assert program.stdout is not None
        elsewhere = program.stdout.readline()
        assert re.fullmatch(rf"From other machines: http://\S+:{port}/\?token=knock-knock-9\n", elsewhere)
        assert not healthy(port)  # nobody is let in without the token
        assert listens(port)
        program.kill()
    assert in_the_end(lambda: not listens(port))


def test_a_server_that_was_killed_is_told(table: None, environment: Environment) -> None:
    port = free_port()
    with running(["--port", str(port)], environment()) as (program, _):
        children = Path(f"/proc/{program.pid}/task/{program.pid}/children")
        if not children.exists():
            pytest.skip("no list of children here to find the server in")
        os.kill(int(children.read_text().split()[0]), signal.SIGKILL)
        errors = program.communicate(timeout=15)[1]
    assert errors == "scorer: the dashboard ended by itself; scorer --debug dashboard shows why\n"
    assert program.returncode == 1


def test_where_no_port_is_asked_for_the_next_free_one_is_taken_and_said(table: None, environment: Environment) -> None:
    """A token that is made stands in the address, and nobody is let in without it."""
    try:
        with taken(8501):
            _the_next_free(environment())
    except OSError:  # somebody else is there already: that will do as well
        _the_next_free(environment())


def _the_next_free(environment: dict[str, str]) -> None:
    with running(["--token", "auto"], environment) as (program, said):
        found = re.fullmatch(r"The dashboard is at http://127\.0\.0\.1:(\d+)/\?token=([\w-]{22})\n", said)
        assert found, said
        port = int(found[1])
        assert port > 8501
        assert not healthy(port)
        program.send_signal(signal.SIGINT)
        assert program.communicate(timeout=15)[1] == f"Port 8501 is taken; this is {port}.\n"


def test_two_that_are_started_at_once_have_two_ports() -> None:
    """Both found the first one free; then one of them ended, and had shown the scorebook of the other until then."""
    first_port = free_port()
    ports = range(first_port, first_port + 20)
    first, second = hold_port("127.0.0.1", ports), hold_port("127.0.0.1", ports)
    assert first
    assert second
    with first, second:
        assert first_port <= first.getsockname()[1] < second.getsockname()[1]


def test_at_a_terminal_with_a_screen_the_browser_opens_and_control_c_ends_it(
    table: None, environment: Environment, tmp_path: Path
) -> None:
    browser = tmp_path / "browser"
    browser.write_text('#!/bin/sh\necho "looking at $1 now"\n', encoding="utf-8")
    browser.chmod(browser.stat().st_mode | stat.S_IXUSR)
    port = free_port()
    screen = {"DISPLAY": ":0", "BROWSER": str(browser)}
    words = ["dashboard", "--port", str(port)]
    code, shown = answer(
        lambda: environment() | screen, words, [(f"looking at http://127.0.0.1:{port}/ now", CONTROL_C)]
    )
    assert code == 130
    assert shown.startswith(f"The dashboard is at http://127.0.0.1:{port}/\n")
    assert "Traceback" not in shown
    assert not healthy(port)


def test_the_command_itself_loads_nothing_heavy(say: Say, environment: Environment) -> None:
    asked = "import sys; from scorer.cli.app import main; sys.argv = ['scorer', 'dashboard', '--no-browser']\n"
    listed = f"{asked}try: main()\nexcept SystemExit: print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", listed], env=environment(), capture_output=True, text=True, check=True)
    assert "sqlite3" in done.stdout.split()
    assert not {"pandas", "numpy", "streamlit", "plotly", "sqlalchemy"} & set(done.stdout.split())
