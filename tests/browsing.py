"""A real browser on the real server: how both are started, what a page shows, and what it asked for."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import IO, Any, Self
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Page,
    Request,
    ViewportSize,
    sync_playwright,
)
from playwright.sync_api import TimeoutError as NeverError

from dashboard.pages import PAGES

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
WIDE, PHONE = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)
PATIENCE = 60_000  # milliseconds: machines are busy with other things
SOON = 20  # seconds
VIEWS = sorted(PAGES)
OF_WALLS = {"tonight", "tournament"}  # on the TV they have no title
HERE = """([page, untitled]) => {
  const titles = [...document.querySelectorAll('.top-of-page')];
  return titles.every(it => it.dataset.page === page) && (untitled || titles.length > 0);
}"""

ADDRESS = re.compile(r"http://[\w.:\[\]/?=&-]+")
DRAWN = """() => {
  const all = (what, at = document) => [...at.querySelectorAll(`[data-testid=${what}]`)];
  const [app] = all('stApp');
  if (app?.dataset.testConnectionState !== 'CONNECTED' || app.dataset.testScriptState !== 'notRunning') return false;
  if (all('stSkeleton').length || document.querySelector('[data-stale=true]')) return false;
  const seen = what => all(what).filter(one => one.checkVisibility());
  const charts = seen('stPlotlyChart').map(one => one.querySelector('.js-plotly-plot'));
  return charts.every(one => one?._fullLayout && one.querySelector('.main-svg'));
}"""
# A step to another address, until the server begins with its page: one of the same name would be there already.
STEP = """path => new Promise(begun => {
  const [app] = document.querySelectorAll('[data-testid=stApp]');
  new MutationObserver(begun).observe(app, {attributeFilter: ['data-test-script-state']});
  setTimeout(begun, 2000);
  history.pushState({}, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}).then(() => null)"""
# A table or a chart that is only being drawn is not there yet: who waits for it looks again.
TABLES = """() => [...document.querySelectorAll('.rows')].filter(one => one.checkVisibility()).map(one => {
  const cells = row => [...row.children].map(cell => cell.querySelector('bdi').textContent);
  const [head, ...rows] = [...one.querySelectorAll('tr')].map(cells);
  return {label: one.ariaLabel, head, rows};
})"""
CHARTS = """() => [...document.querySelectorAll('.js-plotly-plot')].filter(
  one => one._fullData && one.checkVisibility({visibilityProperty: true, opacityProperty: true})
).map(one => {
  const plain = it => Array.isArray(it) || ArrayBuffer.isView(it) ? Array.from(it, plain)
    : typeof it === 'number' && !Number.isFinite(it) ? null : it;
  return {
    question: one.closest('[data-testid=stPlotlyChart]').ariaLabel,
    traces: one._fullData.map(it => ({kind: it.type, name: it.name ?? '', x: plain(it.x) ?? [], y: plain(it.y) ?? [],
      z: plain(it.z) ?? [], text: plain(it.text) ?? '', colour: plain(it.marker?.color) ?? it.line?.color})),
    words: [...one.querySelectorAll('.main-svg text')].map(it => it.textContent),
    rows: [...one.querySelectorAll('.ytick text')].map(it => it.textContent),
  };
})"""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it stands on the page, its cells as they are read aloud."""

    label: str
    head: list[str]
    rows: list[list[str]]

    def column(self, name: str) -> list[str]:
        """The cells of the column under this head."""
        at = self.head.index(name)
        return [row[at] for row in self.rows]

    def numbers(self, name: str) -> list[float | None]:
        """The number that each cell begins with, None for an empty one."""
        firsts = [cell.strip("\N{EN DASH}").replace("\N{MINUS SIGN}", "-").split() for cell in self.column(name)]
        return [float(first[0]) if first else None for first in firsts]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as it is drawn: its traces as Plotly has them, every word in it, and the labels of its rows."""

    question: str
    traces: list[dict[str, Any]]
    words: list[str]
    rows: list[str]

    def of(self, name: str) -> dict[str, Any]:
        """The trace of this name."""
        return next(trace for trace in self.traces if trace["name"] == name)


@dataclass
class Window:
    """A tab of the browser, and everything that went wrong in it or left this machine."""

    page: Page
    address: str
    faults: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    asked: int = 0

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("dialog", self._dialog)
        self.page.on("request", self._request)
        self.page.on("websocket", lambda socket: self._reached(socket.url))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text} {message.location.get('url', '')}")

    def _dialog(self, dialog: Dialog) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        self.asked += 1
        self._reached(request.url)

    def _reached(self, url: str) -> None:
        there = urlsplit(url)
        if there.scheme not in {"data", "blob"} and there.netloc != urlsplit(self.address).netloc:
            self.outside.append(url)

    def open(self, name: str, **query: object) -> Self:
        """Load a page by its address, as a link does."""
        self.page.goto(self.address + _path(name, query))
        return self.drawn(name)

    def go(self, name: str, **query: object) -> Self:
        """Go to a page without loading Streamlit's program again, as the browser's arrows do.

        The league in the address, be it none, keeps the filters of the page before from coming along. On a busy
        machine Streamlit may lose the step, where the page before is just being drawn anew: it takes its address
        back, and stays. Whoever pressed the arrow presses it again.
        """
        path = "/" + _path(name, {"league": ""} | query)
        self.page.evaluate(STEP, path)
        try:
            return self.drawn(name)
        except NeverError:
            if self.page.url.endswith(path):
                raise
        self.page.evaluate(STEP, path)
        return self.drawn(name)

    def follow(self, link: str) -> Self:
        """Load an address that stood in the address line."""
        self.page.goto(link)
        return self.drawn()

    def arrives(self, name: str, **query: object) -> Self:
        """Wait until the page of this name is drawn and stands in the address with these choices, and no others."""
        wanted = (f"/{name}", {key: str(choice) for key, choice in query.items()})

        def is_there(url: str) -> bool:
            there = urlsplit(url)
            return (there.path, dict(parse_qsl(there.query))) == wanted  # a league that is not chosen is left out

        self.page.wait_for_url(is_there)
        return self.drawn(name)

    def drawn(self, name: str = "") -> Self:
        """Wait until the page, of this name, and everything on it is drawn."""
        if name:
            self.page.wait_for_function(HERE, arg=["" if name == "tonight" else name, name in OF_WALLS])
        self.page.wait_for_function(DRAWN)
        return self

    def becomes(self, read: Callable[[], object], wanted: object) -> None:
        """Assert that what is read here is, or very soon becomes, what is wanted; then wait until all is drawn.

        A link beside it that is not drawn anew yet would lead where it led before.
        """
        until = time.monotonic() + SOON
        while time.monotonic() < until:
            with suppress(ValueError, IndexError, StopIteration):  # not all of it is drawn
                if read() == wanted:
                    self.drawn()
                    return
            self.page.wait_for_timeout(50)
        assert read() == wanted

    def fine(self) -> None:
        """Assert that nothing went wrong, and that nothing outside was asked for."""
        assert self.page.get_by_test_id("stException").count() == 0
        assert self.page.get_by_text("This cannot be shown now").count() == 0
        assert self.page.get_by_text("The scorebook cannot be read now").count() == 0
        assert self.asked > 0
        assert (self.faults, self.outside) == ([], [])

    def tables(self) -> list[Table]:
        """The tables in sight, from top to bottom."""
        return [Table(**told) for told in self.page.evaluate(TABLES)]

    def charts(self) -> list[Chart]:
        """The charts in sight, from top to bottom."""
        return [Chart(**told) for told in self.page.evaluate(CHARTS)]

    def questions(self) -> list[str]:
        """What the charts answer."""
        return [chart.question for chart in self.charts()]

    def pointed_at(self) -> str:
        """What the chart under the pointer tells."""
        return " ".join(self.page.locator(".hoverlayer").all_text_contents())

    def text(self) -> str:
        """What can be read on the page, its tables and the sidebar apart."""
        return self.page.get_by_test_id("stMain").inner_text()


def _path(name: str, query: dict[str, object]) -> str:
    path = "" if name == "tonight" else name
    return path + (f"?{urlencode(query, quote_via=quote)}" if query else "")


def check_chromium() -> None:
    """Skip the test where no chromium is, which a machine that tests everything has to have."""
    if not CHROMIUM:
        assert os.environ.get("CI") != "true", "apt-get install chromium: where everything is tested, this is too"
        pytest.skip("no chromium here: apt-get install chromium")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's chromium, without a screen."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def carried(page: Page) -> Iterator[dict[str, int]]:
    """What this page loads meanwhile, by address: the bytes that come over the wire, heads and all."""
    wire, asked, came = page.context.new_cdp_session(page), dict[str, str](), dict[str, int]()
    wire.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event["request"]["url"]}))
    wire.on(
        "Network.loadingFinished", lambda event: came.update({asked[event["requestId"]]: event["encodedDataLength"]})
    )
    wire.send("Network.enable")
    yield came
    wire.detach()


@contextmanager
def window(browser: Browser, address: str, **looks: Any) -> Iterator[Window]:
    """A window of its own, with its own store of cookies; `looks` as Playwright knows them: viewport, color_scheme."""
    context: BrowserContext = browser.new_context(**({"viewport": WIDE} | looks))
    yield Window(context.new_page(), address)
    context.close()


def own_environment(folder: Path) -> dict[str, str]:
    """The environment of programs that shall not see the person's scorebook or settings."""
    others = {name: text for name, text in os.environ.items() if not name.startswith("SCORER_")}
    mine = {
        "HOME": folder,
        "XDG_DATA_HOME": folder / "data",
        "SCORER_VARIANTS": folder / "variants",
        "SCORER_RANKINGS": folder / "rankings",
        "PYTHONPATH": ROOT,
    }
    return others | {name: str(path) for name, path in mine.items()} | {"NO_COLOR": "1", "COLUMNS": "200"}


def command(folder: Path, *words: str) -> str:
    """What the program prints, run in a process of its own; it has to succeed."""
    done = subprocess.run(
        [sys.executable, "-m", "scorer", *words],
        cwd=folder, env=own_environment(folder), capture_output=True, text=True, encoding="utf-8", check=False,
        timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, f"{words}: {done.stderr}"
    return done.stdout


@dataclass(frozen=True, slots=True)
class Serving:
    """A dashboard that runs: where, and as which process."""

    address: str
    process: int


@contextmanager
def dashboard(folder: Path, *options: str, before: Sequence[str] = (), language: str = "en") -> Iterator[Serving]:
    """`scorer [--db FILE] dashboard` in a language, once it has said its address; ended as Ctrl-C would."""
    with running(folder, *before, "dashboard", "--no-browser", *options, language=language) as serving:
        yield serving


@contextmanager
def running(folder: Path, *words: str, language: str = "en", says: str = "") -> Iterator[Serving]:
    """The same of a command line that starts a dashboard, maybe beside something else, and `says` so in this line."""
    environment = own_environment(folder) | {"SCORER_LANG": language}
    with subprocess.Popen(
        [sys.executable, "-m", "scorer", *words], cwd=folder, env=environment,
        stdout=subprocess.PIPE, text=True, encoding="utf-8",
    ) as program:  # fmt: skip
        assert program.stdout is not None
        try:
            yield Serving(_address(program.stdout, says), program.pid)
        finally:
            program.terminate()
            assert program.wait(timeout=20) == 130


def _address(printed: IO[str], says: str) -> str:
    """The first address in a line that begins so; what is printed behind it is read, so that nothing waits for room."""
    lines = []
    for line in printed:
        lines.append(line)
        if line.startswith(says) and (address := ADDRESS.search(line)):
            Thread(target=printed.read, daemon=True).start()
            return address[0]
    raise AssertionError("".join(lines))
