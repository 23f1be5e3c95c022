"""`python -m tests.phones.pictures`: the pictures of phones in README.md and docs/, taken of the program as it is."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

from tests import browsing
from tests.phones.clients import grant, match_uid, serving
from tests.pictures import IMAGES, start_evening

PHONE = ViewportSize(width=390, height=664)


def main() -> None:
    """Take them all."""
    with tempfile.TemporaryDirectory() as folder, browsing.chromium() as browser:
        evening = Path(folder) / "club.db"
        start_evening(Path(folder), evening)
        of_phones(browser, evening)


def of_phones(browser: Browser, path: Path) -> None:
    """Phones at the table: what they show, the form of the next deal, and what waits where the network is gone."""
    with serving(path) as port:
        address = f"http://127.0.0.1:{port}/t#{grant(path, 'match', match_uid(path, 'Friday'))}"
        with phone(browser, address, locale="it-IT", color_scheme="dark") as page:
            take(page, "phone-italian")
        with phone(browser, address, locale="en-GB") as page:
            take(page, "phone-table")
            for button in ("Carla", "the king", "Dario", "7", "1"):
                page.get_by_role("button", name=button, exact=True).first.click()
            page.locator(".save").wait_for()
            take(page, "phone-deal")
            page.context.set_offline(True)
            page.locator(".save").click()
            page.get_by_text("Not sent yet: 1").wait_for()
            take(page, "phone-not-sent")


@contextmanager
def phone(browser: Browser, address: str, **looks: Any) -> Iterator[Page]:
    """A phone that has scanned a code."""
    context = browser.new_context(viewport=PHONE, has_touch=True, device_scale_factor=2, **looks)
    page = context.new_page()
    page.add_init_script("localStorage.setItem('scorer.name', 'Anna')")
    page.goto(address)
    page.locator(".question").wait_for()
    yield page
    context.close()


def take(page: Page, name: str) -> None:
    """Take the picture of what a phone shows."""
    page.wait_for_timeout(1500)  # until what cannot be tapped at once can be
    page.screenshot(path=IMAGES / f"{name}.png")


if __name__ == "__main__":
    main()
