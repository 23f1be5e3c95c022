"""A browser for the pages, in a thread of its own: other tests have a Playwright too, and it allows one a thread."""

import os
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests import browsing

OnPage = Callable[[Page], Any]


class Press:
    """Shows pages in chromium, and prints them."""

    def __init__(self, folder: Path, run: Callable[..., Any], browser: Browser) -> None:
        self._folder, self._run, self._browser = folder, run, browser

    def look(self, page: str, on_page: OnPage, **looks: Any) -> Any:
        """What `on_page` finds on a page that was opened as a file, without a network."""
        return self.at(page, None, on_page, **looks)

    def at(self, page: str, moment: datetime | None, on_page: OnPage, *, reloads: int = 0, **looks: Any) -> Any:
        """The same at a moment, where the page believes that it is then; each load is the only thing it asks for."""
        path = self._folder / "page.html"
        path.write_text(page, encoding="utf-8")
        return self._run(self._look, path.as_uri(), moment, on_page, 1 + reloads, looks)

    def _look(self, address: str, moment: datetime | None, on_page: OnPage, loads: int, looks: dict[str, Any]) -> Any:
        context = self._browser.new_context(offline=True, **looks)
        try:
            opened = context.new_page()
            asked: list[str] = []
            faults: list[str] = []
            opened.on("request", lambda request: asked.append(request.url))
            opened.on("console", lambda said: faults.append(said.text))
            opened.on("pageerror", lambda error: faults.append(str(error)))
            if moment:
                opened.clock.install(time=moment)
            opened.goto(address)
            found = on_page(opened)
            assert ([url.partition("#")[0] for url in asked], faults) == ([address] * loads, [])
            return found
        finally:
            context.close()

    def sheets(self, page: str) -> int:
        """On how many sheets of paper a page is printed."""
        printed: bytes = self.look(page, lambda opened: opened.pdf(prefer_css_page_size=True))
        return len(re.findall(rb"/Type\s*/Page\b", printed))


@pytest.fixture(scope="session")
def press(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Press]:
    """Debian's chromium as a printing press."""
    if not browsing.CHROMIUM:
        assert os.environ.get("CI") != "true", "apt-get install chromium: where everything is tested, this is too"
        pytest.skip("no chromium here: apt-get install chromium")
    with ThreadPoolExecutor(1) as thread, ExitStack() as stack:

        def run(what: Callable[..., Any], *given: Any) -> Any:
            return thread.submit(what, *given).result()

        browser = run(stack.enter_context, browsing.chromium())
        yield Press(tmp_path_factory.mktemp("paper"), run, browser)
        run(stack.close)
