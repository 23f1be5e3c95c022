"""A browser, a server for the sample league, and one at whose table any scorebook is laid; two processes have them.

Half of the files go to each process (`TOGETHER` in tests/conftest.py, and a mark in the other half). What is timed,
test_live.py, goes to the process of all that is timed.

They end with the last of these tests: the loop that Playwright runs would be in the way of programs that run their own.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scorer.cli.demo import season as sample_season
from tests import browsing
from tests.browsing import Serving, Window
from tests.servers import free_port

Lay = Callable[[Path], None]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's chromium."""
    if not browsing.CHROMIUM:
        assert os.environ.get("CI") != "true", "apt-get install chromium: where everything is tested, this is too"
        pytest.skip("no chromium here: apt-get install chromium")
    with browsing.chromium() as running:
        yield running


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where these programs live, instead of with the person."""
    return tmp_path_factory.mktemp("browser")


@pytest.fixture(scope="package")
def season(folder: Path) -> str:
    """The sample league in a file, without the one of other games."""
    path = str(folder / "season.db")
    browsing.command(folder, "--db", path, "import", str(sample_season()))
    return path


@pytest.fixture(scope="package")
def demo(browser: Browser, folder: Path, season: str) -> Iterator[Serving]:
    """The dashboard of that file."""
    with browsing.dashboard(folder, "--port", str(free_port()), before=["--db", season]) as serving:
        yield serving


@pytest.fixture(scope="package")
def demo_window(browser: Browser, demo: Serving) -> Iterator[Window]:
    """A window on the sample league, the same for all tests of this process: it loads Streamlit's program once."""
    with browsing.window(browser, demo.address) as opened:
        yield opened.open("tonight")


@pytest.fixture
def league(demo_window: Window) -> Iterator[Window]:
    """The same, with nothing wrong in it and nothing asked of anybody outside when the test ends."""
    yield demo_window
    demo_window.fine()


@pytest.fixture(scope="package")
def desk(browser: Browser, folder: Path) -> Iterator[tuple[Serving, Path]]:
    """`scorer --db FILE dashboard`, and the file."""
    path = folder / "desk.db"
    browsing.command(folder, "--db", str(path), "league", "add", "Lega")
    with browsing.dashboard(folder, "--port", str(free_port()), before=["--db", str(path)]) as serving:
        yield serving, path


@pytest.fixture
def lay(desk: tuple[Serving, Path]) -> Lay:
    """Put another scorebook in the place of the one on the desk, as `scorer restore` does."""

    def put(book: Path) -> None:
        copied = desk[1].with_suffix(".new")
        shutil.copyfile(book, copied)
        copied.replace(desk[1])

    return put


@pytest.fixture(scope="package")
def desk_window(browser: Browser, desk: tuple[Serving, Path]) -> Iterator[Window]:
    """A window on the desk, the same for all tests of this process."""
    with browsing.window(browser, desk[0].address) as opened:
        yield opened.open("tonight")


@pytest.fixture
def table(desk_window: Window) -> Iterator[Window]:
    """The same, with nothing wrong in it when the test ends."""
    yield desk_window
    desk_window.fine()
