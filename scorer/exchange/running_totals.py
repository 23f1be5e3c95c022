"""Running totals: whether the numbers of a table are what was gained in a line, or what a player had after it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from scorer.exchange.foreign_tables import (
    GAINED,
    NEWEST_FIRST,
    OLDEST_FIRST,
    RUNNING,
    DoubtfulTableError,
    Reading,
    Wishes,
)
from scorer.exchange.grids import runs_down
from scorer.exchange.home_lines import Line
from scorer.exchange.reading import whole
from scorer.scorebook.seats import FEWEST_WITH_CALLER

Deals = Callable[[Sequence[Line]], int]  # how many lines are deals
FEWEST: Final = 3  # lines of which it can be told whether they add up
_ORDERS: Final = (
    Reading("order", NEWEST_FIRST, "the newest deal stands first"),
    Reading("order", OLDEST_FIRST, "the oldest deal stands first"),
)


def in_order(lines: Sequence[Line], wishes: Wishes) -> list[Line]:
    """The lines of deals from the oldest on; raises DoubtfulTableError where they seem to run the other way."""
    if wishes.order:
        return list(reversed(lines)) if wishes.order == NEWEST_FIRST else list(lines)
    days = [line.cells.get("on", "") for line in lines]
    several = len(set(days)) < len(days)  # where each has a day of its own, the days say the order
    numbers = _numbers(lines, "number")
    if several and _run_down(numbers):
        raise DoubtfulTableError(f"the numbers of the deals run from {numbers[0]} down to {numbers[-1]}:", _ORDERS)
    if several and runs_down(days):
        raise DoubtfulTableError(f"the dates run from {days[0]} down to {days[-1]}:", _ORDERS)
    return list(lines)


def _numbers(lines: Sequence[Line], column: str) -> list[int]:
    """The numbers that a column has, one for each line, as 3 or Serata 3; none where a line has no number."""
    words = [line.cells.get(column, "").rpartition(" ")[2] for line in lines]
    return [int(word) for word in words] if all(map(str.isdecimal, words)) else []


def _run_down(numbers: Sequence[int]) -> bool:
    return len(set(numbers)) > 1 and list(numbers) == sorted(numbers, reverse=True)


def gains_of_deals(lines: Sequence[Line], wishes: Wishes, deals: Deals) -> list[Line]:
    """The lines with what was gained in each, where that makes more of them deals; none where it does not.

    Raises DoubtfulTableError where the newest line may be the first.
    """
    most = deals(lines)
    if wishes.units == GAINED or (most == len(lines) and wishes.units != RUNNING):
        return []
    days = [line.cells.get("on", "") for line in lines]
    # The newest evening may stand first, and in it the oldest deal.
    down, up = _most_deals(lines[::-1], deals), _most_deals(_by_day(lines) if runs_down(days) else lines, deals)
    if wishes.order:
        found = down if wishes.order == NEWEST_FIRST and deals(down) >= deals(up) else up
        return found if deals(found) > (0 if wishes.units == RUNNING else most) else []
    best = max(deals(down), deals(up))
    if 2 * best < len(lines) or (best <= most and wishes.units != RUNNING):
        return []  # few lines are deals by chance
    if deals(down) >= deals(up) or runs_down(days):
        counts = f"{deals(down)} of {len(lines)} lines are deals if the newest stands first, {deals(up)} if the oldest"
        raise DoubtfulTableError(f"these are running totals; by what was gained {counts}:", _ORDERS)
    return up


def _by_day(lines: Sequence[Line]) -> list[Line]:
    """The lines from the oldest day on, those of a day as they stand."""
    return sorted(lines, key=lambda line: line.cells.get("on", ""))


def _most_deals(lines: Sequence[Line], deals: Deals) -> list[Line]:
    """The lines with what was gained since the one above, in an evening or at all, whichever makes more of them deals.

    `lines` come from the oldest on.
    """
    return max((_gains(lines, anew=anew) for anew in (False, True)), key=deals)


def _gains(lines: Sequence[Line], *, anew: bool) -> list[Line]:
    units = gained([(line.evening, line.units) for line in lines], anew=anew)
    return [replace(line, units=gain) for line, gain in zip(lines, units, strict=True)]


def gains_of_evenings(lines: Sequence[Line], wishes: Wishes) -> list[Line]:
    """The lines with what was gained in each evening, where the standing after it stands there; none elsewhere.

    Who stays where they were was not there. Raises DoubtfulTableError where the numbers may be the standing, and
    where nothing says which standing is the oldest.
    """
    if wishes.units == GAINED or (len(lines) < FEWEST and wishes.units != RUNNING):
        return []
    ordered = _by_day(lines[::-1] if wishes.order == NEWEST_FIRST else lines)
    totals = _gains(ordered, anew=False)
    if wishes.units != RUNNING:
        if _size(totals) < _size(ordered):
            what = "from line to line the units change by less than they are themselves, as standings do:"
            raise DoubtfulTableError(what, (
                Reading("units", RUNNING, "they are the standing after each line, and what was gained counts"),
                Reading("units", GAINED, "they are what was gained in each line"),
            ))  # fmt: skip
        return []
    if not wishes.order:
        _check_order(lines)
    gains = []
    for line in totals:
        moved = {name: text for name, text in line.units.items() if whole(text) != 0}
        if any(map(whole, moved.values())):
            gains.append(replace(line, units=moved) if len(moved) >= FEWEST_WITH_CALLER else line)
    return gains


def _check_order(lines: Sequence[Line]) -> None:
    """Raise DoubtfulTableError for standings without dates, unless their numbers run up."""
    if len(lines) == 1 or any("on" in line.cells for line in lines):
        return
    what = "these are running totals, and there are no dates or numbers that say which stands first:"
    for numbers in (_numbers(lines, "number"), _numbers(lines, "match")):
        if _run_down(numbers):
            what = f"these are running totals, and their numbers run from {numbers[0]} down to {numbers[-1]}:"
        elif len(set(numbers)) > 1 and numbers == sorted(numbers):
            return
    raise DoubtfulTableError(what, _ORDERS)


def _size(lines: Sequence[Line]) -> int:
    """How large the units of these lines are together: the sum of their squares."""
    return sum((whole(text) or 0) ** 2 for line in lines for text in line.units.values())


def adding_up(lines: Sequence[tuple[Hashable, Mapping[str, str]]], may_be: Callable[[int], bool]) -> dict[int, int]:
    """Which of these evenings and units add up others of their evening, or all above, and how many, where they may."""
    sums: dict[Hashable, Counter[str]] = defaultdict(Counter)  # by evening; None: of all
    rows: Counter[Hashable] = Counter()
    found: dict[int, int] = {}
    for at, (evening, said) in enumerate(lines):
        units = {name: number for name, text in said.items() if (number := whole(text)) != 0}
        same = [
            rows[key] for key in (None, evening) if rows[key] > 1 and {n: u for n, u in sums[key].items() if u} == units
        ]
        if units and same and may_be(at):
            found[at] = max(same)
            continue
        for key in (None, evening):
            rows[key] += 1
            sums[key].update({name: number or 0 for name, number in units.items()})
    return found


def gained(lines: Sequence[tuple[Hashable, Mapping[str, str]]], *, anew: bool) -> Iterator[dict[str, str]]:
    """What was gained since the line above, of running totals by evening, which may begin `anew` in each."""
    had, before = dict[str, int](), None
    for evening, said in lines:
        if anew and evening != before:
            had, before = {}, evening
        now = {name: number for name, text in said.items() if (number := whole(text)) is not None}
        yield {**said, **{name: str(number - had.get(name, 0)) for name, number in now.items()}}
        had |= now
