"""What every test may use: the program in this process, the program in its own, and a glance at what they wrote.

The fixtures have standard types (a CompletedProcess, a Sheet), so that tests need to import nothing from here.
"""

import io
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from urllib.parse import quote

import hypothesis
import pytest
from babel.messages.mofile import write_mo

from scorer import scorebook
from scorer.cli.context import Settings
from scorer.language import ENGLISH, LANGUAGE, catalogues
from scorer.match.sheet import Sheet
from tests import pseudo
from tests.imports import Importer
from tests.postgres import new_database, running_server
from tests.running import Keyboard, Terminal, Words, recorded, run, split

hypothesis.settings.register_profile("scorer", deadline=None)  # a busy machine is no fault; benchmarks hold the times
hypothesis.settings.load_profile("scorer")

ROOT = Path(__file__).resolve().parent.parent
ANSI = re.compile(r"\x1b\[[0-9;]*m")
FIVE = "Anna,Bruno,Carla,Dario,Elena"

FEW_FILES, MOST_PROCESSES = 2, 8
# Tests that use what is expensive to make, by the name of its fixture, all go to one process: there it is made once.
# Those marked "alone" are timed, kill something or look at a terminal: they never run beside each other.
TOGETHER = {
    "browser": "browser",
    "server": "server",
    "debian": "debian",
    "press": "press",
    "guarded": "gate",
    "open_to_this_machine": "gate",
    "wheel": "wheel",
    "accents": "language",
}
# CPU seconds that the tests of a room may take, with the programs that they start; printed at the end, never a failure.
# Of these all but most of chromium is counted: it belongs to no test.
BUDGET = {
    "browser": 120,
    "cli": 160,
    "dashboard": 150,
    "db": 40,
    "exchange": 30,
    "insight": 55,
    "language": 40,
    "notebooks": 40,
    "others": 105,
    "paper": 25,
    "phones": 130,
    "rules": 15,
    "scorebook": 35,
    "stats": 35,
    "text": 5,
    "tournaments": 95,
}
SPENT: dict[str, float] = defaultdict(float)
STARTED = pytest.StashKey[float]()


def _processor_seconds() -> float:
    """CPU seconds of this process so far, and of the programs that it started and that have ended."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Note what the processor has done before a test and its fixtures."""
    item.stash[STARTED] = _processor_seconds()
    return (yield)


def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Give the last report of a test its CPU seconds, so that the process that prints the summary has them."""
    if call.when == "teardown":
        item.user_properties.append(("processor", _processor_seconds() - item.stash[STARTED]))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up the CPU seconds of each room: a folder of tests/, or `others` for what lies loose there.

    A test of a group loses the @group that xdist gives its name: else `--last-failed` would not find it again.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        report.nodeid = re.sub(r"@\w+$", "", report.nodeid)
    if report.when == "teardown":
        folder = report.nodeid.partition("::")[0].split("/")[1:-1]
        seconds = dict(report.user_properties)["processor"]
        SPENT[folder[0] if folder else "others"] += float(str(seconds))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the CPU seconds of each room beside its budget."""
    terminalreporter.section("CPU seconds of each room")
    for room, spent in sorted(SPENT.items()):
        budget = BUDGET.get(room, 0)  # a new room has none yet
        over = "  over its budget" if spent > budget else ""
        terminalreporter.write_line(f"{room:12}{spent:6.0f} of {budget:4}{over}")
    whole = sum(BUDGET.get(room, 0) for room in SPENT)
    terminalreporter.write_line(f"{'all':12}{sum(SPENT.values()):6.0f} of {whole:4}")


def pytest_configure() -> None:
    """Let the programs that tests start be as they are for everybody, wherever the tests themselves were started."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background: Ctrl-C would reach no program
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.dont_write_bytecode = False  # else each program would compile all of its modules again
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """A process more than cores, at most eight; none but this one for a file or two: they are done sooner so.

    A third of the time goes in waiting for a browser, a server or a lock: measured, a tenth is won.
    """
    files = {argument.partition("::")[0] for argument in config.args}
    if len(files) <= FEW_FILES and all(name.endswith(".py") for name in files):
        return 0
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores + 1, MOST_PROCESSES) if cores > 1 else 0


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Send the tests that share something expensive to one process."""
    for item in items:
        names = getattr(item, "fixturenames", ())
        groups = [group for fixture, group in TOGETHER.items() if fixture in names]
        if groups and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(groups[0]))


@pytest.fixture(autouse=True)
def _own_world(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test sees the person's scorebook, variants or settings."""
    for name in [name for name in os.environ if name.startswith("SCORER_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SCORER_VARIANTS", str(tmp_path / "variants"))
    monkeypatch.setenv("SCORER_FORMATS", str(tmp_path / "formats"))
    monkeypatch.setenv("SCORER_RANKINGS", str(tmp_path / "rankings"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "500")  # wider than any line, so that none is folded
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")


@pytest.fixture
def book_path(tmp_path: Path) -> Path:
    """Where the scorebook of this test is, once something is recorded."""
    return tmp_path / "evening.db"


@pytest.fixture(scope="session")
def accents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled catalogue of the language in which every marked letter has an accent."""
    return pseudo.catalogue(tmp_path_factory.mktemp("catalogue"))


@pytest.fixture
def accented(accents: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process and the pages of the dashboard speak it; they read it anew, for each runs in a thread of its own."""
    monkeypatch.setenv("SCORER_LANG", str(accents))
    token = LANGUAGE.set(ENGLISH)
    catalogues.use(catalogues.language(str(accents)))
    yield
    LANGUAGE.reset(token)


@contextmanager
def spoken(name: str, folder: Path) -> Iterator[None]:
    """This process and the commands that it runs speak a language of the tree, compiled or not."""
    with (folder / f"{name}.mo").open("wb") as compiled:
        write_mo(compiled, pseudo.in_tree(name))
    catalogues.language.cache_clear()
    token = LANGUAGE.set(ENGLISH)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogues, "FOLDER", folder)
        patch.setenv("SCORER_LANG", name)
        catalogues.use(catalogues.language(name))
        yield
    LANGUAGE.reset(token)
    catalogues.language.cache_clear()


@pytest.fixture
def italian(tmp_path: Path) -> Iterator[None]:
    """What is shown is Italian."""
    with spoken("it", tmp_path):
        yield


@pytest.fixture
def spanish(tmp_path: Path) -> Iterator[None]:
    """What is shown is Spanish."""
    with spoken("es", tmp_path):
        yield


@pytest.fixture
def csv(tmp_path: Path) -> Callable[..., str]:
    """A file with these lines; its path."""

    def write(*lines: str, name: str = "deals.csv", encoding: str = "utf-8") -> str:
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding=encoding)
        return str(path)

    return write


@pytest.fixture
def environment(book_path: Path) -> Callable[[], dict[str, str]]:
    """The environment of a program that this test starts."""
    return lambda: {**os.environ, "SCORER_DB": str(book_path), "PYTHONPATH": str(ROOT)}


@pytest.fixture
def scorer(tmp_path: Path, environment: Callable[[], dict[str, str]]) -> Callable[..., CompletedProcess[str]]:
    """The real program in a process of its own: scorer("deal anna 2 elena 74")."""

    def call(words: Words, stdin: str = "", **env: str) -> CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "scorer", *split(words)],
            input=stdin, capture_output=True, text=True, encoding="utf-8", check=False, timeout=60,
            cwd=tmp_path, env=environment() | env,
        )  # fmt: skip

    return call


@pytest.fixture
def say(book_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., CompletedProcess[str]]:
    """The same program inside this process: quick. say("deal anna 2 elena 74", db="other.db"); --yes may begin it."""

    def call(words: Words, stdin: str = "", db: str = "") -> CompletedProcess[str]:
        out, err = io.StringIO(), io.StringIO()
        typed = split(words)
        shared = Settings(db=db or str(book_path), yes=typed[:1] == ["--yes"])
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        with redirect_stdout(out), redirect_stderr(err):
            code = run(typed[shared.yes :], shared)
        if shared.open_book:
            shared.open_book.close()
        return CompletedProcess(words, code, ANSI.sub("", out.getvalue()), ANSI.sub("", err.getvalue()))

    return call


@pytest.fixture
def ok(say: Callable[..., CompletedProcess[str]]) -> Callable[..., str]:
    """Run a command that has to succeed, and return what it printed."""

    def call(words: Words, stdin: str = "", db: str = "") -> str:
        done = say(words, stdin, db)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout

    return call


@pytest.fixture
def asked(book_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """The program inside this process with somebody at its terminal: asked("void 1", [("Why", "2")]).

    Returns the exit code and the screen; every question has to be asked. A terminal of its own: `tests.running.answer`.
    """

    def call(words: Words, answers: list[tuple[str, str]]) -> tuple[int, str]:
        screen = Terminal()
        keyboard = Keyboard(screen, answers)
        typed = split(words)
        shared = Settings(db=str(book_path), yes=typed[:1] == ["--yes"], no_input=typed[:1] == ["--no-input"])
        with monkeypatch.context() as here, redirect_stdout(screen), redirect_stderr(screen):
            here.setattr("sys.stdin", keyboard)
            code = run(typed[shared.yes or shared.no_input :], shared)
        if shared.open_book:
            shared.open_book.close()
        assert not keyboard.answers, f"not asked: {keyboard.answers}\n{screen.getvalue()}"
        return code, ANSI.sub("", screen.getvalue())

    return call


@pytest.fixture(scope="session")
def empty_book(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An empty scorebook, made once: to copy it is quicker than its migrations."""
    path = tmp_path_factory.mktemp("empty") / "evening.db"
    book = scorebook.Book(str(path))
    with book.writing(make=True):
        pass
    book.close()
    return path.read_bytes()


@pytest.fixture(scope="session")
def fridays(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Scorebooks that many tests begin with, made once: an empty Friday, and one with three records."""
    path = tmp_path_factory.mktemp("friday") / "evening.db"
    return {
        "new": recorded(path, [f"start Friday --players {FIVE} --on 2026-11-20"]),
        "begun": recorded(path, ["deal anna K elena 61", "penalty anna 4 --reason late", "redeal passed-out"]),
    }


@pytest.fixture
def importer(say: Callable[..., CompletedProcess[str]], tmp_path: Path, empty_book: bytes) -> Importer:
    """Imports files, each into a scorebook of its own."""
    return Importer(say, tmp_path, empty_book)


@pytest.fixture
def friday(fridays: dict[str, bytes], book_path: Path) -> None:
    """A match called Friday of Anna, Bruno, Carla, Dario and Elena under chiamata; Anna deals first."""
    book_path.write_bytes(fridays["new"])


@pytest.fixture
def table(fridays: dict[str, bytes], book_path: Path) -> None:
    """Friday, with a deal (Anna, K, Elena, 61), a penalty of Anna's and a redeal."""
    book_path.write_bytes(fridays["begun"])


@pytest.fixture
def book(book_path: Path) -> Iterator[scorebook.Book]:
    """The scorebook of this test."""
    opened = scorebook.Book(str(book_path))
    yield opened
    opened.close()


@pytest.fixture
def sheet(book_path: Path) -> Callable[..., Sheet]:
    """The sheet of a match as the scorebook has it now; of the only open one unless it is named."""

    def read(match: str = "", where: str = "") -> Sheet:
        opened = scorebook.Book(where or str(book_path))
        try:
            with opened.reading() as transaction:
                return scorebook.sheet_of(transaction, scorebook.find_match(transaction, match, last=True))
        finally:
            opened.close()

    return read


@pytest.fixture
def rows(book_path: Path) -> Callable[[str], list[tuple[Any, ...]]]:
    """What the file holds, asked in SQL and past our program."""

    def ask(query: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(f"file:{quote(str(book_path))}?mode=rw", uri=True)) as connection:
            return connection.execute(query).fetchall()

    return ask


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A real PostgreSQL server for this run: the address of its database `postgres`."""
    with running_server() as address:
        yield address


@pytest.fixture
def database(server: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a new, empty database on the server."""
    with new_database(server, f"t{abs(hash(request.node.nodeid)):x}") as address:
        yield address


@pytest.fixture(scope="session")
def press(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Debian's chromium as a printing press: shows pages, and prints them."""
    from tests.press import printing_press

    with printing_press(tmp_path_factory.mktemp("paper")) as made:
        yield made
