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

from tests.fixtures import FIVE
from tests.phones import held_phones
from tests.phones.clients import serving
from tests.phones.held_phones import Holding, Table, phone

SAME, ANOTHER, AGAIN, OPEN, DISCARD = (
    "The same: mine goes", "Another one: record it", "Send it again", "Open it", "Discard",
)  # fmt: skip
PLAYERS: Final = FIVE.split(",")
SOON: Final = 60  # seconds: machines are busy with other things
LOWEST, HIGHEST = 61, 119  # card points of a deal that is made, and is no slam
HURRIED: Final = """const later = setTimeout;
window.setTimeout = (act, wait) => later(act, wait < 1000 ? 0 : wait);"""  # nothing is guarded from a second tap
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

    @property
    def deals(self) -> int:
        """How many deals are played."""
        return len({*self.typed, *self.before, *self.after})


EVENINGS: Final = {
    "both typed every deal": Away((0, 1, 2), before=(0, 1, 2)),
    "the other records the same while a question is read": Away((1, 2), before=(0,), after=(1, 2)),
    "the other has the second deal alone": Away((0, 1), before=(1,)),
    "the other left one out": Away((0, 1, 2), before=(0, 2)),
}


@dataclass
class Evening:
    """Two phones at one table, what was answered by buttons, and what came of it; `phone` is away next."""

    phone: Holding
    other: Holding
    table: Table
    next: int = LOWEST  # the card points of the next deal
    answered: Counter[tuple[str, int]] = field(default_factory=Counter)
    played: set[int] = field(default_factory=set)

    def in_turn(self, away: Away, taps: Sequence[str]) -> list[str]:
        """A phone is away, comes back and taps this; the next time it is the other one.

        Returns what an entry that is held offers then. The rest is answered as it is.
        """
        phone, other = self.phone, self.other
        phone.away()
        self._record(other, away.before)
        self._type(phone, away.typed)
        phone.back()
        _settled(phone)
        self._record(other, away.after)
        _until(lambda: phone.page.evaluate(TABLE) == len(self.table.card_points()))
        for label in taps:
            self._tap(phone, label)
        offered = _offered(phone)
        while _settled(phone):
            self._tap(phone, SAME if SAME in _offered(phone) else AGAIN)
        if phone.page.locator("ol.unsent").count():
            phone.tap("Back")
        for holder in (phone, other):
            holder.page.get_by_role("heading", name="Who called?").wait_for()
        self.next += away.deals
        self.phone, self.other = other, phone
        return offered

    def has_room(self, away: Away) -> bool:
        """Whether there are card points left for these deals."""
        return self.next + away.deals <= HIGHEST

    def doubled(self) -> list[int]:
        """The deals that stand there more often than somebody answered that there was another one."""
        there = Counter(self.table.card_points())
        return [deal for deal in sorted(self.played) if there[deal] > 1 + self.answered[ANOTHER, deal]]

    def lost(self) -> list[int]:
        """The deals that do not stand there, though nobody discarded them."""
        there = Counter(self.table.card_points())
        return [deal for deal in sorted(self.played) if not there[deal] and not self.answered[DISCARD, deal]]

    def _record(self, holder: Holding, deals: Sequence[int]) -> None:
        self._type(holder, deals)
        _until(lambda: not holder.page.evaluate(QUEUE))

    def _type(self, holder: Holding, deals: Sequence[int]) -> None:
        for deal in (self.next + place for place in deals):
            caller, partner = PLAYERS[deal % 5], PLAYERS[(deal + 1) % 5]
            holder.tap(caller, "the two", partner, *str(deal))
            holder.save()
            self.played.add(deal)

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
        if label in {SAME, DISCARD}:  # it is let go in a moment, and offers the same until then
            _until(lambda: deal not in dict(holder.page.evaluate(QUEUE)))
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
    table = held_phones.table(folder)
    with (
        serving(table.path) as port,
        phone(browser, port, table.token) as first,
        phone(browser, port, table.token) as second,
    ):
        for holder in (first, second):
            holder.page.add_init_script(HURRIED)
            holder.page.reload()
        yield Evening(first, second, table)
