"""A day in a cell, `2026-11-03` or `3/11/2026`; which days are possible, and which likely."""

import re
from datetime import date, timedelta
from time import localtime

from scorer.exchange.csv_writer import unguarded
from scorer.match.names import shown
from scorer.rules.errors import UnreadableError

MONTHS = 12
EARLIEST_YEAR, LATEST_YEAR = 1900, 2100
EARLIEST_LIKELY_YEAR = 1990  # an evening before that is more likely a slip of the pen
ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})([/.])(\d{1,2})\2(\d{4})", re.ASCII)


def read_day(text: str, *, any_year: bool = False) -> tuple[date, bool]:
    """Read `2026-11-03`, or day first `3/11/2026` and `03.11.2026`, and whether it was day first.

    A year that no evening was played in is a slip, unless `any_year`.
    """
    word = unguarded(text).strip()
    if not word:
        raise UnreadableError("missing: say 2026-01-13 or 13/1/2026")
    parts = _DAY_FIRST.fullmatch(word)
    if not parts and not ISO_DAY.fullmatch(word):
        raise UnreadableError(f"'{shown(text)}' is not a date: say 2026-01-13 or 13/1/2026")
    try:
        on = date(int(parts[4]), int(parts[3]), int(parts[1])) if parts else date.fromisoformat(word)
    except ValueError as error:
        why = "the day comes first here; --dates month-first" if parts and int(parts[3]) > MONTHS else str(error)
        raise UnreadableError(f"'{text}' is no day: {why}") from error
    if not (any_year or EARLIEST_YEAR <= on.year <= LATEST_YEAR):
        raise UnreadableError(f"'{text}': the year is not within {EARLIEST_YEAR} to {LATEST_YEAR}")
    return on, bool(parts)


def is_to_come(day: date) -> bool:
    """Whether nobody can have played on a day yet; further east it is tomorrow already."""
    return day > date(*localtime()[:3]) + timedelta(1)


def is_likely(day: date) -> bool:
    """Whether an evening may well have been on that day: it is neither to come nor far back."""
    return day.year >= EARLIEST_LIKELY_YEAR and not is_to_come(day)
