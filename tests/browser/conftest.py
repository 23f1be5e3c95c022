"""A browser, and one window on one server, at whose table any scorebook is laid: all tests of the dashboard have them.

What costs most is a window: in each, Streamlit's program is compiled anew for some ten CPU seconds. To load a page
again costs two; to go on to another one, half a second.

They end with the last of these tests: the loop that Playwright runs would be in the way of programs that run their own.
"""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from scorer.cli.demo import season as sample_season
from scorer.wings import WINGS
from tests import browsing
from tests.browsing import WIDE, Window
from tests.running import Words, recorded
from tests.servers import free_port

Show = Callable[..., Window]


@dataclass
class Desk:
    """The dashboard, the file that it shows, and the scorebook of which that is a copy."""

    address: str
    path: Path
    laid: Path | None = None

    def lay(self, book: Path) -> None:
        """Put another scorebook in its place, as `scorer restore` does."""
        copied = self.path.with_suffix(".new")
        shutil.copyfile(book, copied)
        copied.replace(self.path)
        self.laid = book

    def record(self, *lines: Words) -> None:
        """Run command lines in it."""
        recorded(self.path, lines)
        self.laid = None


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's chromium."""
    browsing.check_chromium()
    with browsing.chromium() as running:
        yield running


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where these programs live, instead of with the person."""
    return tmp_path_factory.mktemp("browser")


@pytest.fixture(scope="package")
def season(folder: Path) -> Path:
    """The sample league in a file, without the one of other games."""
    path = folder / "season.db"
    recorded(path, [["import", str(sample_season())]])
    return path


@pytest.fixture(scope="package")
def desk(browser: Browser, folder: Path, season: Path) -> Iterator[Desk]:
    """The dashboard, which shows the sample league at first; beside phones, whose codes take room, where they are."""
    path = folder / "desk.db"
    shutil.copyfile(season, path)
    words = ("serve", "--port", str(free_port())) if WINGS["phones"].is_there else ("dashboard", "--no-browser")
    with browsing.running(folder, "--db", str(path), *words, says="The dashboard is at") as serving:
        yield Desk(serving.address, path, season)


@pytest.fixture(scope="package")
def first_visit(browser: Browser, desk: Desk) -> Iterator[tuple[Window, dict[str, int]]]:
    """A window on the standings of the sample league, and the bytes that it loaded, by address."""
    with browsing.window(browser, desk.address) as window:
        with browsing.carried(window.page) as came:
            window.open("standings").page.wait_for_load_state("networkidle")
        yield window, came


@pytest.fixture
def table(first_visit: tuple[Window, dict[str, int]]) -> Iterator[Window]:
    """That window, on whatever lies on the desk, with nothing wrong in it when the test ends."""
    window, _came = first_visit
    yield window
    window.page.emulate_media(media="null", color_scheme="light", reduced_motion="no-preference")
    window.page.set_viewport_size(WIDE)
    window.fine()


@pytest.fixture
def show(table: Window, desk: Desk) -> Show:
    """Show a page of a scorebook."""

    def shown(book: Path, page: str = "tonight", **query: Any) -> Window:
        table.go("variants")  # a page that is shown already would be taken for the one that is waited for
        if desk.laid != book:
            desk.lay(book)
        return table.go(page, **query)

    return shown


@pytest.fixture
def league(desk: Desk, season: Path, table: Window, show: Show) -> Window:
    """The window on the sample league."""
    return table if desk.laid == season else show(season)
