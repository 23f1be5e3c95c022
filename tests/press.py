"""A browser for the pages, in a thread of its own: other tests have a Playwright too, and it allows one a thread."""

import os
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests import browsing
from tests.browsing import WIDE

OnPage = Callable[[Page], Any]


class Press:
    """Shows pages in chromium, and prints them."""

    def __init__(self, folder: Path, run: Callable[..., Any], browser: Browser) -> None:
        self._folder, self._run, self._browser = folder, run, browser
        self._page: Page | None = None  # for whatever has nothing of its own but a size

    def look(self, page: str, on_page: OnPage, viewport: ViewportSize = WIDE) -> Any:
        """What `on_page` finds on a page that was opened as a file, without a network."""
        return self._run(self._plainly, self._written(page), on_page, viewport)

    def at(self, page: str, moment: datetime, on_page: OnPage, *, reloads: int = 0, **looks: Any) -> Any:
        """The same at a moment, where the page believes that it is then; each load is the only thing it asks for."""
        return self._run(self._then, self._written(page), moment, on_page, 1 + reloads, looks)

    def sheets(self, page: str) -> int:
        """On how many sheets of paper a page is printed."""
        printed: bytes = self.look(page, lambda opened: opened.pdf(prefer_css_page_size=True))
        return len(re.findall(rb"/Type\s*/Page\b", printed))

    def _written(self, page: str) -> str:
        path = self._folder / "page.html"
        path.write_text(page, encoding="utf-8")
        return path.as_uri()

    def _plainly(self, address: str, on_page: OnPage, viewport: ViewportSize) -> Any:
        self._page = self._page or self._browser.new_context(offline=True).new_page()
        self._page.set_viewport_size(viewport)
        return _looked(self._page, address, on_page, 1)

    def _then(self, address: str, moment: datetime, on_page: OnPage, loads: int, looks: dict[str, Any]) -> Any:
        with self._browser.new_context(offline=True, **looks) as context:
            page = context.new_page()
            page.clock.install(time=moment)
            return _looked(page, address, on_page, loads)


def _looked(page: Page, address: str, on_page: OnPage, loads: int) -> Any:
    """What is found there, and nothing is complained about or asked for but the page itself, so many times."""
    asked: list[str] = []
    faults: list[str] = []
    listening: list[tuple[Any, Callable[[Any], None]]] = [
        ("request", lambda request: asked.append(request.url)),
        ("console", lambda said: faults.append(said.text)),
        ("pageerror", lambda error: faults.append(str(error))),
    ]
    for event, listener in listening:
        page.on(event, listener)
    page.goto(address)
    found = on_page(page)
    assert ([url.partition("#")[0] for url in asked], faults) == ([address] * loads, [])
    for event, listener in listening:
        page.remove_listener(event, listener)
    return found


@contextmanager
def printing_press(folder: Path) -> Iterator[Press]:
    """Debian's chromium as a printing press, which keeps its page in a folder."""
    if not browsing.CHROMIUM:
        assert os.environ.get("CI") != "true", "apt-get install chromium: where everything is tested, this is too"
        pytest.skip("no chromium here: apt-get install chromium")
    with ThreadPoolExecutor(1) as thread, ExitStack() as stack:

        def run(what: Callable[..., Any], *given: Any) -> Any:
            return thread.submit(what, *given).result()

        browser = run(stack.enter_context, browsing.chromium())
        yield Press(folder, run, browser)
        run(stack.close)
