"""`python -m tests.benchmarks.held_entries [TAPS]`: every button of entries that are held, in every order up to three.

Two phones type the same evening and are without the network in turn (`tests.phones.two_phones`). Each order is tapped
on both; the rest is answered as it is. Printed is each order after which a deal stands there twice, or not at all,
though nobody answered so; at the end how many orders there were.
"""

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from tests import browsing
from tests.phones.two_phones import EVENINGS, Away, Evening, evening

MOST_TAPS: Final = 3


class Tables:
    """One table after the other: the next begins where card points for its deals have run out."""

    def __init__(self, browser: Browser, stack: ExitStack) -> None:
        self._browser, self._stack = browser, stack
        self._open: Evening | None = None

    def at(self, away: Away) -> Evening:
        """A table with room for these deals."""
        if self._open is None or not self._open.has_room(away):
            self._stack.close()
            folder = self._stack.enter_context(tempfile.TemporaryDirectory())
            self._open = self._stack.enter_context(evening(self._browser, Path(folder)))
        return self._open


def tried(tables: Tables, name: str, most: int) -> tuple[int, int, int]:
    """How many orders there are in this evening, and how many deals are doubled, and lost."""
    orders, doubled, lost = 0, 0, 0
    to_try: list[tuple[str, ...]] = [()]
    while to_try:
        taps = to_try.pop()
        orders += 1
        for _phone in range(2):
            table = tables.at(EVENINGS[name])
            before = len(table.doubled()), len(table.lost())
            offered = table.in_turn(EVENINGS[name], taps)
            twice, gone = len(table.doubled()) - before[0], len(table.lost()) - before[1]
            doubled, lost = doubled + twice, lost + gone
            if twice or gone:
                print(f"{name}; {' > '.join(taps)}: {twice} doubled, {gone} lost", flush=True)
        if len(taps) < most:
            to_try += [(*taps, label) for label in offered]
    return orders, doubled, lost


def main() -> None:
    """Try all of them and print what came of it."""
    most = int(sys.argv[1]) if sys.argv[1:] else MOST_TAPS
    with browsing.chromium() as browser, ExitStack() as stack:
        tables = Tables(browser, stack)
        for name in EVENINGS:
            orders, doubled, lost = tried(tables, name, most)
            print(f"{name:55}{orders:5} orders on each phone: {doubled} doubled, {lost} lost", flush=True)


if __name__ == "__main__":
    main()
