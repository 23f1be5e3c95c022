"""The dates of a file: one cell as we write it, or a column as anybody writes it, whose order shows in the column."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Final

from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import MONTHS as MONTH_NAMES
from scorer.match.days import (
    EARLIEST_YEAR,
    ISO_DAY,
    LATEST_YEAR,
    MONTHS,
    clear_day,
    is_likely,
    is_to_come,
    numbers_of,
    possible_day,
    without_weekday,
)
from scorer.match.names import shown
from scorer.notebooks.clock import without_time
from scorer.notebooks.table import (
    ANY_YEAR,
    AS_IS,
    DAY_FIRST,
    MONTH_FIRST,
    SWAPPED,
    DoubtfulTableError,
    TableReading,
    in_words,
)

_WITHOUT_YEAR = re.compile(
    r"(?P<day>(?:[^\W\d]{2,9}[.,]?\s+)?\d{1,2}(?:(?P<apart>[/.-])\d{1,2}|[ .-]+(?:de )?[^\W\d]{3,10}))\.?"
    r"(?P<time>,?\s+\d{1,2}[:.]\d\d.*)?"
)
_SERIAL = re.compile(r"([2-6]\d{4})(?:[.,]\d+)?", re.ASCII)
LEAP_YEAR = 2000  # in which every day of a month can be
_DAY_ZERO: Final = date(1899, 12, 30)  # of the days that spreadsheets count


def settled_days(cells: Iterable[tuple[str, str]], wanted: Iterable[str] = ()) -> tuple[dict[str, date], str]:
    """What the dates of a column mean, by cell, and in which order they are read: as `wanted`, else as they show.

    `cells` come with where they stand. One that makes sense in one order alone settles it for all; "" where none
    matters. What is no day is left out. Raises DoubtfulTableError for what can be read in two ways.
    """
    where, wishes = dict[str, str](), set(wanted)
    for place, cell in cells:
        where.setdefault(cell, place)
    if all(map(_SERIAL.fullmatch, where)):
        return {cell: _DAY_ZERO + timedelta(int(cell[:5])) for cell in where}, ""
    days: dict[str, date] = {}
    either: dict[str, tuple[int, int, int]] = {}
    for cell in where:
        word = without_weekday(without_time(cell.strip()))
        if numbers := numbers_of(word):
            either[cell] = numbers
        elif day := clear_day(cell.strip()) or clear_day(word):
            days[cell] = day
    order = next((word for word in (DAY_FIRST, MONTH_FIRST) if word in wishes), "") or _shown_order(either)
    if _may_be_swapped(where, days, either):
        days = _swapped(days, wishes, where, next(iter(either)))
    for cell, (a, b, year) in either.items():
        by_order = {DAY_FIRST: possible_day(year, b, a), MONTH_FIRST: possible_day(year, a, b)}
        if not order and by_order[DAY_FIRST] != by_order[MONTH_FIRST]:
            readings = [TableReading("dates", way, _written(day)) for way, day in by_order.items() if day]
            template = N_("{where}: '{cell}' is {ways}: say which")
            question = _(template, where=where[cell], cell=shown(cell), ways=in_words(readings))
            raise DoubtfulTableError(question, readings)
        if day := by_order[order or DAY_FIRST]:
            days[cell] = day
    return days, order


def most_days(cells: Sequence[str]) -> int:
    """How many of these cells are dates, in that order of day and month in which most of them are."""
    counts = []
    # 3.10 and 3-10 may be anything; 3/10 and 3 ott are days
    cells = [cell if re.search(r"\d[.-]\d", cell) else with_year(cell, LEAP_YEAR) or cell for cell in cells]
    for order in (DAY_FIRST, MONTH_FIRST):
        days, _order = settled_days((("", cell) for cell in cells), (order, AS_IS))
        counts.append(sum(cell in days for cell in cells))
    return max(counts)


def with_year(cell: str, year: int) -> str:
    """`3/10/2026` for `3/10`, `3 ott 2026` for `3 ott`; "" for what can be no date, or has a year."""
    parts = _WITHOUT_YEAR.fullmatch(cell.strip())
    return f"{parts['day']}{parts['apart'] or ' '}{year}{parts['time'] or ''}" if parts else ""


def check_years(days: Mapping[str, date], where: Mapping[str, str], wanted: Iterable[str]) -> None:
    """Raise DoubtfulTableError for a day that is still to come, or that lies too far back to be likely."""
    if ANY_YEAR in wanted:
        return
    for cell, day in days.items():
        if LATEST_YEAR >= day.year >= EARLIEST_YEAR and not is_likely(day):
            template = N_(
                "{where}: '{cell}' is {day}, which lies far back: put it right in the file, or it is right as it "
                "stands ({option})"
            )
            if is_to_come(day):
                template = N_(
                    "{where}: '{cell}' is {day}, which is still to come: put it right in the file, or it is right as "
                    "it stands ({option})"
                )
            reading = TableReading("dates", ANY_YEAR, _("it is right as it stands"))
            facts = {"where": where[cell], "cell": shown(cell), "day": _written(day), "option": reading.option}
            raise DoubtfulTableError(_(template, **facts), [reading])


def out_of_order_words(days: Sequence[tuple[str, date]]) -> str:
    """What there is to say of days that go back where most go on, or the other way round; "" where none does.

    `days` come in the order of the file, with where they stand.
    """
    back, on = list[str](), list[str]()
    for (_place, before), (place, day) in pairwise(days):
        if day != before:
            template = N_("{where}: {day} comes after {before}")
            (back if day < before else on).append(_(template, where=place, day=day, before=before))
    against = back if len(back) <= len(on) else on
    if not against:
        return ""
    template = N_("{what}, against the order of the others: look whether that is the day")
    if against[1:]:
        template = N_("{what}, against the order of the others (and {count} more): look whether that is the day")
    return _(template, what=against[0], count=len(against) - 1)


def runs_down(days: Sequence[str]) -> bool:
    """Whether dates, as we write them, run from the newest to the oldest."""
    steps = [(above, below) for above, below in pairwise(filter(None, days)) if above != below]
    return bool(steps) and all(above > below for above, below in steps)


def is_day(cell: str) -> bool:
    """Whether a cell is a date as we write them."""
    try:
        return bool(date.fromisoformat(cell))
    except ValueError:
        return False


def is_serial(cell: str) -> bool:
    """Whether a cell is a day as spreadsheets count them, from the last days of 1899 on."""
    return _SERIAL.fullmatch(cell) is not None


def _written(day: date) -> str:
    """`03 November 2025`."""
    return _("{day} {month} {year}", day=day.day, month=_(MONTH_NAMES[day.month - 1]), year=day.year)


def _shown_order(either: Mapping[str, tuple[int, int, int]]) -> str:
    """The order that dates of numbers show themselves; "" where they do not. Raises RefusedError for two of them."""
    first = next((cell for cell, (a, b, _year) in either.items() if a > MONTHS >= b or "." in cell), "")
    second = next((cell for cell, (a, b, _year) in either.items() if b > MONTHS >= a), "")
    if first and second:
        template = N_("'{first}' has the day first and '{second}' the month: write all dates in one way")
        raise RefusedError(_(template, first=first, second=second))
    if first:
        return DAY_FIRST
    return MONTH_FIRST if second else ""


def _may_be_swapped(cells: Iterable[str], days: Mapping[str, date], either: Mapping[str, tuple[int, int, int]]) -> bool:
    """Whether a spreadsheet of another language may have turned days and months round where it could.

    It made dates of what it could read in its own order, and left as text what has no month there.
    """
    real = [days[cell] for cell in cells if cell in days and ISO_DAY.match(cell)]
    unread = [all(a > MONTHS for a, _b, _year in either.values()), all(b > MONTHS for _a, b, _year in either.values())]
    return (
        bool(either)
        and any(unread)
        and all(day.day <= MONTHS for day in real)
        and any(day.day != day.month for day in real)
    )


def _swapped(days: Mapping[str, date], wishes: set[str], where: Mapping[str, str], text: str) -> dict[str, date]:
    """The days as they stand, or with month and day in each other's place, as is wished. Raises DoubtfulTableError."""
    turned = {
        cell: day.replace(month=day.day, day=day.month) if ISO_DAY.match(cell) else day for cell, day in days.items()
    }
    if SWAPPED in wishes:
        return turned
    if AS_IS in wishes:
        return dict(days)
    cell = next(cell for cell, day in turned.items() if day != days[cell])
    readings = [
        TableReading("dates", SWAPPED, _written(turned[cell])),
        TableReading("dates", AS_IS, _written(days[cell])),
    ]
    template = N_(
        "{where}: '{cell}' is a date, and '{text}' in the same column is text: a spreadsheet of another language "
        "makes dates of what it can read, and takes the month for the day: {ways}: say which"
    )
    facts = {"where": where[cell], "cell": without_time(cell), "text": text, "ways": in_words(readings)}
    raise DoubtfulTableError(_(template, **facts), readings)
