"""A day as it is written, `2026-11-03` or `3/11/2026`, and a season; which days are possible, and which likely."""

import re
from contextlib import suppress
from datetime import date, timedelta
from time import localtime

from scorer.language import N_, _
from scorer.match.names import shown
from scorer.rules.errors import UnreadableError

MONTHS = 12
EARLIEST_YEAR, LATEST_YEAR = 1900, 2100
EARLIEST_LIKELY_YEAR = 1990  # an evening before that is more likely a slip of the pen
ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_SEASON = re.compile(r"([1-8]\d{3})(?:[/-](\d{4}|\d{2}))?", re.ASCII)
# Behind dashes a year has four digits: 26-11-20 may begin with it.
_NUMBERS = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|(?<!-)\d\d)", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})([/.])(\d{1,2})\2(\d{4})", re.ASCII)


def read_day(text: str, *, any_year: bool = False) -> tuple[date, bool]:
    """Read `2026-11-03`, or day first `3/11/2026` and `03.11.2026`, and whether it was day first.

    A year that no evening was played in is a slip, unless `any_year`.
    """
    word = text.strip()
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


def unlikely_words(day: date) -> list[str]:
    """What there is to say of a day on which hardly anybody can have played; nothing of any other."""
    if is_likely(day):
        return []
    template = N_("{day} is still to come") if is_to_come(day) else N_("{day} lies far back")
    return [_("{what}: is the year right?", what=_(template, day=day))]


def readings(text: str) -> list[date]:
    """The days that a text can mean: `3/11/2026` two, `28/11/26` and `3.11.2026`, where days come first, one."""
    word = text.strip()
    parts = _NUMBERS.fullmatch(word)
    if not parts:
        with suppress(ValueError):
            if re.fullmatch(r"[\d-]+", word, re.ASCII):  # and no week, 2026-W47-5
                return [date.fromisoformat(word)]
        return []
    first, second, year = int(parts[1]), int(parts[3]), int(f"20{parts[4]}"[-4:])  # 26 is 2026
    days = set[date]()
    for day, month in [(first, second)] if parts[2] == "." else [(first, second), (second, first)]:
        with suppress(ValueError):
            days.add(date(year, month, day))
    return sorted(days)


def read_season(text: str) -> tuple[date, date]:
    """The first and the last day of `2026`, a year, or `2025/26`, September to August; raises UnreadableError."""
    parts = _SEASON.fullmatch(text.strip())
    year, next_year = (int(parts[1]), parts[2]) if parts else (0, None)
    if not parts or (next_year and next_year not in {f"{year + 1}", f"{year + 1}"[2:]}):
        template = _("--season '{text}' is no season: say a year, 2026, or two that follow, 2025/26", text=text.strip())
        raise UnreadableError(template)
    first = date(year, 9 if next_year else 1, 1)
    return first, first.replace(year=year + 1) - timedelta(days=1)
