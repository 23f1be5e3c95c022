"""Phones in a real browser: who holds one taps what is read on it, at a table of its own with its server."""

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, expect

from scorer import scorebook
from scorer.match.sheet import Sheet
from scorer.scorebook import Book
from tests import browsing
from tests.browsing import Window
from tests.fixtures import FIVE
from tests.phones.clients import grant, match_uid
from tests.running import Words, recorded

ANNA = "if (location.protocol === 'http:') localStorage.setItem('scorer.name', 'Anna')"  # a blank page keeps nothing
SHORT = ViewportSize(width=390, height=664)  # what a browser leaves of a phone of 390 by 844


class Holding:
    """Who holds a phone: taps what is read on it, and counts the taps."""

    def __init__(self, window: Window) -> None:
        self.window, self.page, self.taps = window, window.page, 0
        self.unanswered = False  # whether there may have been nobody to answer, or somebody unable to

    def may_have(self, fault: str) -> bool:
        """Whether that can go wrong: a refusal can, and what is asked for where nobody answers."""
        return "status of 4" in fault or (self.unanswered and bool(re.search(r"net::ERR_|status of 503", fault)))

    def away(self) -> None:
        """Lose the network, once the page is there."""
        self.page.locator("#units li").first.wait_for()
        self.unanswered = True
        self.page.context.set_offline(True)

    def back(self) -> None:
        """Have it again."""
        self.page.context.set_offline(False)

    def tap(self, *names: str) -> None:
        """Tap buttons by their names, one after the other."""
        for name in names:
            self.page.get_by_role("button", name=name, exact=True).first.click()
            self.taps += 1

    def save(self) -> str:
        """Tap the button that saves, and wait until the deal stands at the table; what it said before."""
        button = self.page.locator(".save")
        words = button.locator("strong").inner_text()
        button.click()
        self.taps += 1
        self.page.locator(".last").wait_for()
        return words

    def large(self) -> str:
        """What stands in large words."""
        return self.page.locator(".large").inner_text()

    def units(self) -> dict[str, str]:
        """Everybody's units as they stand at the top."""
        rows = self.page.locator("#units li")
        return {row.locator(".name").inner_text(): row.locator("b").inner_text() for row in rows.all()}

    def tallies(self) -> dict[str, tuple[str, str]]:
        """What everybody has beside the units, and the units."""
        beside = self.page.locator("#units small").all_inner_texts()
        return {name: (also, units) for (name, units), also in zip(self.units().items(), beside, strict=True)}

    def fits(self) -> bool:
        """Whether nothing is wider than the screen."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))

    def call(self, caller: str, partner: str, card_points: int) -> None:
        """Tap a deal at the lowest bid, and save it; the page may not wait for any answer."""
        self.tap(caller, "the two", partner, *str(card_points))
        self.save()

    def all_sent(self) -> None:
        """Wait until nothing waits on this phone."""
        expect(self.page.locator("#connection")).to_have_text("", timeout=browsing.PATIENCE)

    def waiting(self, count: int) -> None:
        """Wait until so many entries wait on this phone."""
        words = re.compile(f"not sent: {count}$")
        expect(self.page.locator("#connection")).to_have_text(words, timeout=browsing.PATIENCE)


@contextmanager
def held(window: Window, port: int, token: str, size: ViewportSize = SHORT) -> Iterator[Holding]:
    """A phone that has scanned a code, held by Anna; nothing went wrong on it in the end, nor was asked of anybody."""
    window.address = f"http://127.0.0.1:{port}/"
    window.page.set_viewport_size(size)
    window.page.goto(f"{window.address}t#{token}")
    holding = Holding(window)
    yield holding
    assert window.outside == []
    faults = [fault for fault in window.faults if not holding.may_have(fault)]
    assert not faults, faults


@contextmanager
def in_pocket(browser: Browser, locale: str = "en-GB") -> Iterator[Window]:
    """A phone that has scanned nothing yet."""
    with browsing.window(browser, "", viewport=SHORT, has_touch=True, locale=locale) as window:
        window.page.add_init_script(ANNA)
        yield window


@contextmanager
def phone(browser: Browser, port: int, token: str) -> Iterator[Holding]:
    """A phone of its own, which has scanned a code."""
    with in_pocket(browser) as window, held(window, port, token) as holding:
        yield holding


class Pockets:
    """Phones that are taken out again for one table after the other: each table has an address of its own.

    What a phone keeps, it keeps for an address; so it comes to each as if it were new.
    """

    def __init__(self, browser: Browser, stack: ExitStack) -> None:
        self._browser, self._stack = browser, stack
        self._free: dict[str, list[Window]] = defaultdict(list)

    @contextmanager
    def phone(self, port: int, token: str, size: ViewportSize = SHORT, locale: str = "en-GB") -> Iterator[Holding]:
        """One of them, until the test is over; one with which something went wrong is never taken again."""
        free = self._free[locale]
        window = free.pop() if free else self._stack.enter_context(in_pocket(self._browser, locale))
        with held(window, port, token, size) as holding:
            yield holding
        window.page.unroute_all(behavior="ignoreErrors")
        window.page.context.set_offline(False)
        window.page.goto("about:blank")
        window.faults.clear()
        free.append(window)


@dataclass(frozen=True, slots=True)
class Table:
    """A scorebook with a match called Friday, and where the code that records in it leads."""

    path: Path
    token: str

    def running(self) -> dict[str, int]:
        """Everybody's units in the scorebook."""
        return dict(self._sheet().running)

    def card_points(self) -> list[int | None]:
        """What the callers made in each deal, in the order of the deals."""
        return [record.card_points for record in self._sheet().records]

    def record(self, *lines: Words) -> None:
        """Run command lines, as the desk does."""
        recorded(self.path, lines)

    def evening(self) -> str:
        """A code that begins matches."""
        return grant(self.path, "evening", "1")

    def _sheet(self) -> Sheet:
        with closing(Book(str(self.path))) as book, book.reading() as transaction:
            return scorebook.sheet_of(transaction, scorebook.find_match(transaction, "Friday"))


def table(folder: Path, players: str = FIVE, *start: str) -> Table:
    """A new one."""
    path = folder / "table.db"
    recorded(path, [["start", "Friday", "--players", players, *start]])
    return Table(path, grant(path, "match", match_uid(path, "Friday")))
