"""Two phones that keep the same score in a real browser: each loses the network in turn, then taps what is offered.

Every deal has card points of its own, by which it is known on both phones and in the scorebook.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser

from tests.browser.test_phone import FIVE, Holding, phone, table
from tests.browser.test_phone_offline import card_points
from tests.phones import serving

SAME, ANOTHER, AGAIN, OPEN, DISCARD = (
    "The same: mine goes", "Another one: record it", "Send it again", "Open it", "Discard",
)  # fmt: skip
PLAYERS: Final = FIVE.split(",")
SOON: Final = 60  # seconds: machines are busy with other things
LOWEST: Final = 60  # card points of deal 0
QUEUE: Final = """async () => {
  const {entries} = await import(document.querySelector('script').src.replace('main.js', 'queue.js'));
  return entries().map(row => [Number(row.facts.deal.result), row.code]);
}"""
TABLE: Final = """async () => {
  const {current} = await import(document.querySelector('script').src.replace('main.js', 'table.js'));
  return current().records.length;
}"""


class Away(NamedTuple):
    """Which deals a phone types without the network, and which the other one records before and after it is back."""

    typed: tuple[int, ...]
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()  # while somebody reads what was refused first


EVENINGS: Final = {
    "both typed every deal": Away((1, 2, 3), before=(1, 2, 3)),
    "the other records the same while a question is read": Away((2, 3), before=(1,), after=(2, 3)),
    "the other has the second deal alone": Away((1, 2), before=(2,)),
    "the other left one out": Away((1, 2, 3), before=(1, 3)),
}


@dataclass
class Evening:
    """Two phones at one table, what was answered by buttons, and what came of it."""

    first: Holding
    second: Holding
    path: Path
    answered: Counter[tuple[str, int]] = field(default_factory=Counter)
    played: set[int] = field(default_factory=set)

    def in_turn(self, away: Away, taps: Sequence[str]) -> list[str]:
        """Each phone is away once and taps this; returns what a held entry offers then, on the second phone to return."""
        self._away(self.second, self.first, away, taps, LOWEST)
        return self._away(self.first, self.second, away, taps, LOWEST + max(away.typed + away.before))

    def doubled(self) -> list[int]:
        """The deals that stand there more often than somebody answered that there was another one."""
        there = Counter(card_points(self.path))
        return [deal for deal in sorted(self.played) if there[deal] > 1 + self.answered[ANOTHER, deal]]

    def lost(self) -> list[int]:
        """The deals that do not stand there, though nobody discarded them."""
        there = Counter(card_points(self.path))
        return [deal for deal in sorted(self.played) if not there[deal] and not self.answered[DISCARD, deal]]

    def _away(self, phone: Holding, other: Holding, away: Away, taps: Sequence[str], number: int) -> list[str]:
        phone.page.locator("#units li").first.wait_for()
        phone.page.context.set_offline(True)
        self._record(other, away.before, number)
        self._type(phone, away.typed, number)
        phone.page.context.set_offline(False)
        _settled(phone)
        self._record(other, away.after, number)
        _until(lambda: phone.page.evaluate(TABLE) == len(card_points(self.path)))
        for label in taps:
            self._tap(phone, label)
        offered = _offered(phone)
        while _settled(phone):  # the rest as it is
            self._tap(phone, SAME if SAME in _offered(phone) else AGAIN)
        for holder in (phone, other):
            if holder.page.locator("ol.unsent").count():
                holder.tap("Back")
            holder.page.get_by_role("heading", name="Who called?").wait_for()
            holder.window.faults.clear()  # the requests that nobody answered
        return offered

    def _record(self, holder: Holding, deals: Sequence[int], number: int) -> None:
        self._type(holder, deals, number)
        _until(lambda: not holder.page.evaluate(QUEUE))

    def _type(self, holder: Holding, deals: Sequence[int], number: int) -> None:
        for deal in deals:
            caller, partner = PLAYERS[deal % 5], PLAYERS[(deal + 1) % 5]
            holder.tap(caller, "the two", partner, *str(number + deal))
            holder.save()
            self.played.add(number + deal)

    def _tap(self, holder: Holding, label: str) -> None:
        """Tap a button of the entry that is held."""
        [(deal, _code), *_behind] = _settled(holder)
        assert label in _offered(holder)
        self.answered[label, deal] += 1
        holder.tap(label)
        if label == DISCARD:
            holder.tap("Really discard?")
        if label == OPEN:
            holder.save()
        _settled(holder)


def _offered(holder: Holding) -> list[str]:
    """The buttons of the entry that is held; none where nothing is."""
    if not _settled(holder):
        return []
    if not holder.page.locator("ol.unsent").count():
        holder.tap("Look at them")
    buttons = holder.page.locator("ol.unsent button")
    buttons.first.wait_for()
    return buttons.all_inner_texts()


def _settled(holder: Holding) -> list[tuple[int, str]]:
    """What waits on a phone once everything is sent, or an entry is held: card points, and why it is held."""
    waiting: list[tuple[int, str]] = []

    def is_settled() -> bool:
        waiting[:] = holder.page.evaluate(QUEUE)
        return not waiting or any(code for _deal, code in waiting)

    _until(is_settled)
    return waiting


def _until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    until = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


@contextmanager
def evening(browser: Browser, folder: Path) -> Iterator[Evening]:
    """A new table with its server, and two phones that record there."""
    path, token = table(folder, "--players", FIVE)
    with serving(path) as port, phone(browser, port, token) as first, phone(browser, port, token) as second:
        yield Evening(first, second, path)
