"""`python -m tests.pictures`: every picture of README.md and docs/, taken of the program as it is."""

import shlex
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize

from tests import browsing, walls
from tests.phone_clients import grant, match_uid, serving
from tests.tournaments import walls as walls_of_tournaments

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
PHONE = ViewportSize(width=390, height=664)
DEALS = ("anna K elena 74", "carla A solo 58", "bruno 3 dario 66", "elena K anna 61", "dario 2/71 bruno 80")
TYPED = ("scorer deal anna 2/71 elena 74", "scorer standings --league 'Circolo del Gelso' --variant chiamata")
TERMINAL = """<body style="margin:0;background:#171614;color:#F4F2EF;font:17px/1.45 monospace">
<pre style="margin:0;padding:20px 24px;width:max-content">{lines}</pre></body>"""


class Shot(NamedTuple):
    """A picture of the dashboard: its name, the page with its query, and the size of the window."""

    name: str
    page: str
    query: dict[str, str]
    width: int = 1200
    height: int = 800
    dark: bool = False


OF_SEASON = (
    Shot("tonight", "tonight", {}),
    Shot("standings", "standings", {}),
    Shot("standings-dark", "standings", {}, dark=True),
    Shot("player", "players", {"player": "Furio"}),
    Shot("match", "matches", {"match": "7", "player": "Berto"}),
    Shot("pairs", "pairs", {}),
    Shot("rating", "rating", {}),
    Shot("bids", "bids", {}),
    Shot("tournament", "tournament", {}),
    Shot("phone", "tonight", {}, 390, 844),
    Shot("big-screen", "tonight", {"big": "1"}, 1280, 720),
)
OF_TWO_TABLES = (Shot("wall-two", "tonight", {"big": "1"}, 1280, 720, dark=True),)
OF_TOURNAMENT = (Shot("wall-tournament", "tournament", {"big": "1"}, 1280, 720),)


def main() -> None:
    """Take them all."""
    with tempfile.TemporaryDirectory() as name, browsing.chromium() as browser:
        folder = Path(name)
        season, evening = folder / "season.db", folder / "club.db"
        browsing.command(folder, "demo", "--keep", str(season))
        two = walls.matches(folder / "two.db", [walls.LONG[:5], ("Anna", "Bruno", "Carla", "Dario", "Elena")])
        tournament = walls_of_tournaments.tournament(folder / "tournament.db", 25)
        for path, shots in ((season, OF_SEASON), (two, OF_TWO_TABLES), (tournament, OF_TOURNAMENT)):
            of_dashboard(browser, folder, path, shots)
        start_evening(folder, evening)
        of_phones(browser, evening)
        of_terminal(browser, folder, season, evening)


def of_dashboard(browser: Browser, folder: Path, path: Path, shots: Sequence[Shot]) -> None:
    """Pictures of the dashboard of a scorebook."""
    with browsing.dashboard(folder, before=("--db", str(path))) as served:
        for shot in shots:
            looks: dict[str, Any] = {
                "viewport": {"width": shot.width, "height": shot.height},
                "color_scheme": "dark" if shot.dark else "light",
            }
            with browsing.window(browser, served.address, **looks) as window:
                window.open(shot.page, **shot.query).page.mouse.move(0, 0)
                window.page.wait_for_timeout(700)  # lines are still being drawn
                window.page.screenshot(path=IMAGES / f"{shot.name}.png")


def start_evening(folder: Path, path: Path) -> None:
    """An evening with five deals."""
    players = "Anna,Bruno,Carla,Dario,Elena"
    browsing.command(folder, "--db", str(path), "start", "Friday", "--players", players, "--until", "deals:20")
    for deal in DEALS:
        browsing.command(folder, "--db", str(path), "deal", *deal.split())


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


def of_terminal(browser: Browser, folder: Path, season: Path, evening: Path) -> None:
    """A terminal: a deal at the table, and the standings of a season."""
    lines = []
    for typed, scorebook in zip(TYPED, (evening, season), strict=True):
        printed = browsing.command(folder, "--db", str(scorebook), *shlex.split(typed)[1:])
        lines.append(f"<b style='color:#6CB6FF'>$ {escape(typed)}</b>\n{escape(printed)}")
    page = browser.new_page(viewport={"width": 1200, "height": 600})
    page.set_content(TERMINAL.format(lines="\n".join(lines)))
    page.locator("pre").screenshot(path=IMAGES / "terminal.png")
    page.close()


if __name__ == "__main__":
    main()
