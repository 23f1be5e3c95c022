"""`python -m tests.pictures`: the pictures of a phone at the table, for README.md and docs/phone.md."""

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

from tests import browsing
from tests.phones import grant, match_uid, serving

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
SIZE = ViewportSize(width=390, height=664)
DEALS = ("anna K elena 74", "carla A solo 58", "bruno 3 dario 66", "elena K anna 61", "dario 2/71 bruno 80")


def tap(page: Page, *names: str) -> None:
    """Tap buttons by their names."""
    for name in names:
        page.get_by_role("button", name=name, exact=True).first.click()


def take(page: Page, name: str) -> None:
    """Take the picture of what a phone shows."""
    page.wait_for_timeout(1500)  # until what cannot be tapped at once can be
    page.screenshot(path=IMAGES / f"{name}.png")


def phone(browser: Browser, address: str, **looks: Any) -> Page:
    """A phone that has scanned a code."""
    context = browser.new_context(viewport=SIZE, has_touch=True, device_scale_factor=2, **looks)
    page = context.new_page()
    page.add_init_script("localStorage.setItem('scorer.name', 'Anna')")
    page.goto(address)
    page.locator(".question").wait_for()
    return page


def main() -> None:
    """An evening with five deals, the form of the sixth, and what waits where the network is gone."""
    with tempfile.TemporaryDirectory() as name, browsing.chromium() as browser:
        folder = Path(name)
        path = folder / "club.db"
        players = "Anna,Bruno,Carla,Dario,Elena"
        browsing.command(folder, "--db", str(path), "start", "Friday", "--players", players, "--until", "deals:20")
        for deal in DEALS:
            browsing.command(folder, "--db", str(path), "deal", *deal.split())
        with serving(path) as port:
            address = f"http://127.0.0.1:{port}/t#{grant(path, 'match', match_uid(path, 'Friday'))}"
            take(phone(browser, address, locale="it-IT", color_scheme="dark"), "phone-italian")
            page = phone(browser, address, locale="en-GB")
            take(page, "phone-table")
            tap(page, "Carla", "the king", "Dario", "7", "1")
            page.locator(".save").wait_for()
            take(page, "phone-deal")
            page.context.set_offline(True)
            page.locator(".save").click()
            page.get_by_text("Not sent yet: 1").wait_for()
            take(page, "phone-not-sent")


if __name__ == "__main__":
    main()
