"""A language that is a third longer, on a phone: no page has to be scrolled sideways, and no chart cuts its words."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests import browsing, pseudo
from tests.browser.test_looks import ASKED, FLAWS, SIZES
from tests.browsing import PHONE, VIEWS, Window
from tests.servers import free_port

pytestmark = pytest.mark.xdist_group("browser 2")


@pytest.fixture
def phone(browser: Browser, folder: Path, accents: Path) -> Iterator[Window]:
    """The sample leagues and their tournament on a phone, in that language."""
    path = str(folder / "everything.db")
    browsing.command(folder, "demo", "--keep", path)
    port = str(free_port())
    with (
        browsing.dashboard(folder, "--port", port, before=["--db", path], language=str(accents)) as serving,
        browsing.window(browser, serving.address, viewport=PHONE) as window,
    ):
        yield window.open("tonight")


def test_no_page_of_a_longer_language_is_scrolled_sideways_on_a_phone(phone: Window) -> None:
    assert phone.page.evaluate("document.documentElement.lang") == pseudo.NAME
    for page in VIEWS:
        phone.go(page, **ASKED.get(page, {}))
        sizes = phone.page.evaluate(SIZES)
        assert (page, sizes["page"], sizes["main"]) == (page, PHONE["width"], 0)
        for chart in sizes["charts"]:
            assert 0 <= chart["left"] < chart["right"] <= sizes["page"], chart
        assert phone.page.evaluate(FLAWS) == []
    phone.fine()
