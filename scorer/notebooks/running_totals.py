"""Running totals: whether the numbers of a table are what was gained in a line, or what a player had after it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Final

from scorer.errors import RefusedError
from scorer.exchange.csv_reader import whole
from scorer.language import N_, _, kept_day
from scorer.notebooks.clock import by_clock, is_timed
from scorer.notebooks.date_order import runs_down
from scorer.notebooks.table import (
    BY_TIME,
    GAINED,
    NEWEST_FIRST,
    OLDEST_FIRST,
    RUNNING,
    DoubtfulTableError,
    Line,
    TableReading,
    Wishes,
    in_words,
)
from scorer.scorebook.seats import FEWEST_WITH_CALLER

Deals = Callable[[Sequence[Line]], int]  # how many lines are deals
FEWEST: Final = 2  # lines of which it can be told whether they add up
FEW: Final = 4  # lines which may change little by chance
_ORDERS: Final = (
    TableReading("order", NEWEST_FIRST, N_("in each evening the newest line stands first")),
    TableReading("order", OLDEST_FIRST, N_("in each evening the oldest line stands first")),
)

_NUMBERS_OR_TIMES: Final = (
    TableReading("order", OLDEST_FIRST, N_("the lines stand in their order")),
    TableReading("order", BY_TIME, N_("the times are right")),
)
_WHAT: Final = (
    TableReading("units", RUNNING, N_("they are the standing after each line, and what was gained counts")),
    TableReading("units", GAINED, N_("they are what was gained in each line")),
)


def _doubt(template: str, readings: Iterable[TableReading], **fields: object) -> DoubtfulTableError:
    """The question which of these readings, whose meanings are templates, is right."""
    translated = [reading._replace(meaning=_(reading.meaning)) for reading in readings]
    return DoubtfulTableError(_(template, ways=in_words(translated), **fields), translated)


def check_not_running(lines: Sequence[Line], wishes: Wishes, deals: Deals) -> None:
    """Raise DoubtfulTableError for lines that are deals, and of which what was gained since the line above is too."""
    for ordered, anew in product((lines, lines[::-1]), (False, True)) if not wishes.units else ():
        gains = _gains(ordered, anew=anew)
        if gains != list(ordered) and all(deals([line]) for line in gains):
            raise _doubt(N_("the units are deals as they stand, and as running totals too: {ways}: say which"), _WHAT)


def in_order(lines: Sequence[Line], wishes: Wishes) -> list[Line]:
    """The lines of deals from the oldest on; raises DoubtfulTableError where they seem to run the other way."""
    if wishes.order in {NEWEST_FIRST, OLDEST_FIRST}:
        return list(reversed(lines)) if wishes.order == NEWEST_FIRST else list(lines)
    ordered = by_clock(lines)
    _check_numbers(ordered, wishes)
    if wishes.order == BY_TIME or is_timed(lines):
        return ordered
    days = [line.cells.get("on", "") for line in lines]
    several = len(set(days)) < len(days)  # where each has a day of its own, the days say the order
    numbers = _numbers(lines, "number")
    if several and _run_down(numbers):
        template = N_("the numbers of the deals run from {first} down to {last}: {ways}: say which")
        raise _doubt(template, _ORDERS, first=numbers[0], last=numbers[-1])
    if several and runs_down(days):
        template = N_("the dates run from {first} down to {last}: {ways}: say which")
        raise _doubt(template, _ORDERS, first=days[0], last=days[-1])
    return ordered


def _check_numbers(ordered: Sequence[Line], wishes: Wishes) -> None:
    """Raise DoubtfulTableError where the deals of an evening have other numbers than the clock would give them."""
    if wishes.order == BY_TIME:
        if all(line.clock is None for line in ordered):
            raise RefusedError(_("--order by-time: no line has a time of day"))
        return
    for above, below in pairwise(ordered):
        earlier, later = (line.cells.get("number", "") for line in (above, below))
        is_timed_evening = above.evening == below.evening and is_timed([above, below])
        if is_timed_evening and earlier.isdecimal() and later.isdecimal() and int(earlier) > int(later):
            template = N_("by their times deal {earlier} was played before deal {later}: {ways}: say which")
            raise _doubt(template, _NUMBERS_OR_TIMES, earlier=earlier, later=later)


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
    as_they_are = deals(lines)
    if wishes.units == GAINED or (as_they_are == len(lines) and wishes.units != RUNNING):
        return []
    fewest = 0 if wishes.units == RUNNING else as_they_are
    if is_timed(lines) and wishes.order in {"", BY_TIME}:
        gains = _most_deals(by_clock(lines), deals)
        return gains if 2 * deals(gains) > len(lines) and deals(gains) > fewest else []
    newest_first = runs_down([line.cells.get("on", "") for line in lines])
    # The newest evening may stand first, and in it the oldest deal.
    down, up = _most_deals(lines[::-1], deals), _most_deals(_by_day(lines) if newest_first else lines, deals)
    deals_down, deals_up = deals(down), deals(up)
    if wishes.order:
        is_down = wishes.order == NEWEST_FIRST and deals_down >= deals_up
        gains, count = (down, deals_down) if is_down else (up, deals_up)
        return _on_days_in_order(gains, lines, deals) if count > fewest else []
    best = max(deals_down, deals_up)
    if 2 * best <= len(lines) or best <= fewest:
        return []  # few lines are deals by chance
    if deals_down >= deals_up or newest_first:
        template = N_(
            "these are running totals; by what was gained {down} of {lines} lines are deals if the newest stands "
            "first, {up} if the oldest: {ways}: say which"
        )
        raise _doubt(template, _ORDERS, down=deals_down, lines=len(lines), up=deals_up)
    return _on_days_in_order(up, lines, deals)


def _on_days_in_order(gains: list[Line], lines: Sequence[Line], deals: Deals) -> list[Line]:
    """The gains; raises RefusedError where the days stand in no order, unless the totals begin anew in each evening."""
    days = [day for line in lines if (day := line.cells.get("on"))]
    is_in_order = days in (sorted(days), sorted(days, reverse=True))
    going_on = (lines, _by_day(lines), _by_day(lines[::-1]))
    if is_in_order or deals(_gains(lines, anew=True)) > max(deals(_gains(way, anew=False)) for way in going_on):
        return gains
    at = next(below for above, below in pairwise(lines) if below.cells.get("on", "") < above.cells.get("on", ""))
    template = N_(
        "line {line}: these are running totals, and {day} stands below a later day: "
        "put the lines in the order in which they were played"
    )
    raise RefusedError(_(template, line=at.number, day=kept_day(at.cells["on"])))


def _by_day(lines: Sequence[Line]) -> list[Line]:
    """The lines from the oldest day on, those of a day as they stand."""
    return sorted(lines, key=lambda line: line.cells.get("on", ""))


def _most_deals(lines: Sequence[Line], deals: Deals) -> list[Line]:
    """The lines with what was gained since the one above, in an evening or at all, whichever makes more of them deals.

    `lines` come from the oldest on. Raises RefusedError where each explains every line in a way of its own.
    """
    going_on, anew = (_gains(lines, anew=anew) for anew in (False, True))
    if going_on != anew and all(deals([line]) for line in (*going_on, *anew) if any(line.numbers.values())):
        template = N_(
            "these are running totals that may go on from one evening to the next, or begin anew in each: every line "
            "is a deal either way; give each evening a file of its own, or write into each line what was gained in it"
        )
        raise RefusedError(_(template))
    return max(going_on, anew, key=deals)


def _gains(lines: Sequence[Line], *, anew: bool) -> list[Line]:
    """The lines with what was gained since the one above; running totals may begin `anew` in each evening."""
    gains: list[Line] = []
    had: dict[str, int] = {}
    evening = None
    for line in lines:
        if anew and line.evening != evening:
            had, evening = {}, line.evening
        gained = {name: str(number - had.get(name, 0)) for name, number in line.numbers.items()}
        gains.append(replace(line, units=line.units | gained))
        had |= line.numbers
    return gains


def gains_of_evenings(lines: Sequence[Line], wishes: Wishes, *, is_repeated: bool) -> list[Line]:
    """The lines with what was gained in each evening, where the standing after it stands there; none elsewhere.

    A row of totals adds up evenings, and repeats a standing (`is_repeated`).
    Raises DoubtfulTableError where the numbers may be the standing, and where nothing says which is the oldest.
    """
    if wishes.units == GAINED or (len(lines) < FEWEST and wishes.units != RUNNING):
        return []
    ordered = _by_day(lines[::-1] if wishes.order == NEWEST_FIRST else by_clock(lines))
    totals = _gains(ordered, anew=False)
    if wishes.units != RUNNING:
        usual = 1 if len(lines) <= FEW else 1.5  # what was gained changes by twice its size, more or less
        if is_repeated or _size(totals) < usual * _size(ordered):
            template = N_("from line to line the units change little, as standings do: {ways}: say which")
            if is_repeated:
                template = N_("the row of totals repeats a line, as below standings: {ways}: say which")
            raise _doubt(template, _WHAT)
        return []
    _check_one_standing([line for line in totals if any(line.numbers.values())])
    if not wishes.order:
        _check_order(lines)
    return totals


def who_moved(line: Line) -> Line:
    """The line of an evening without those who stay where they were, unless those who move are too few to play."""
    moved = {name: text for name, text in line.units.items() if whole(text) != 0}
    return replace(line, units=moved) if len(moved) >= FEWEST_WITH_CALLER else line


def _check_one_standing(ordered: Sequence[Line]) -> None:
    """Raise RefusedError for evenings of several lines: their totals may go on, or begin anew in each evening."""
    if len({line.evening for line in ordered}) == 1:
        return
    for above, below in pairwise(ordered):
        if above.evening == below.evening:
            template = N_(
                "line {line}: an evening has one standing, and {evening} has two: "
                "keep the last line of each evening, and give there what stood after it"
            )
            raise RefusedError(_(template, line=below.number, evening=below.evening[0]))


def _check_order(lines: Sequence[Line]) -> None:
    """Raise DoubtfulTableError for standings without dates, unless their numbers run up."""
    if len(lines) == 1 or any("on" in line.cells for line in lines):
        return
    doubt = _doubt(
        N_(
            "these are running totals, and there are no dates or numbers that say which stands first: {ways}: say which"
        ),
        _ORDERS,
    )
    for numbers in (_numbers(lines, "number"), _numbers(lines, "match")):
        if _run_down(numbers):
            template = N_(
                "these are running totals, and their numbers run from {first} down to {last}: {ways}: say which"
            )
            doubt = _doubt(template, _ORDERS, first=numbers[0], last=numbers[-1])
        elif len(set(numbers)) > 1 and numbers == sorted(numbers):
            return
    raise doubt


def _size(lines: Sequence[Line]) -> int:
    """How large the units of these lines are together: the sum of their squares."""
    return sum(number**2 for line in lines for number in line.numbers.values())
