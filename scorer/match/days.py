"""A day as it is written, `2026-11-03` or `3/11/2026`, and a season; which days are possible, and which likely."""

import re
from datetime import date, timedelta
from time import localtime

from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either
from scorer.match.names import fold, shown
from scorer.rules.errors import UnreadableError

MONTHS = 12
EARLIEST_YEAR, LATEST_YEAR = 1900, 2100
EARLIEST_LIKELY_YEAR = 1990  # an evening before that is more likely a slip of the pen
ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_SEASON = re.compile(r"([1-8]\d{3})(?:[/-](\d{4}|\d{2}))?", re.ASCII)
_MONTH_WORDS = (
    {"gen", "jan", "ene"}, {"feb"}, {"mar"}, {"apr", "abr"}, {"mag", "may"}, {"giu", "jun"},
    {"lug", "jul"}, {"ago", "aug"}, {"set", "sep"}, {"ott", "oct"}, {"nov"}, {"dic", "dec"},
)  # fmt: skip
_DAYS_BACK = {"today": 0, "oggi": 0, "hoy": 0, "yesterday": 1, "ieri": 1, "ayer": 1}
_DAY_FIRST = re.compile(r"(\d{1,2})([/.])(\d{1,2})\2(\d{4})", re.ASCII)


def read_date(text: str, what: str = N_("date"), today: date | None = None) -> date:
    """Read a day, `2026-11-20`, `20/11/2026` or `20 novembre 2026`; empty means `today`, if given.

    Raises UnreadableError naming `what`, and both days that it can be.
    """
    if today and not text.strip():
        return today
    days = readings(text)
    if len(days) == 1:
        return days[0]
    if days:
        template = N_("{name} '{typed}' could be {days}: say the one that is meant")
        raise UnreadableError(_(template, name=_(what), typed=shown(text), days=either([f"{day}" for day in days])))
    template = N_("{name} '{typed}': say year, month and day, as in 2026-11-20")
    if is_no_day(text):
        template = N_("{name} '{typed}' is no day of the calendar")
    raise UnreadableError(_(template, name=_(what), typed=shown(text)))


def read_written_day(text: str, *, any_year: bool = False) -> tuple[date, bool]:
    """Read `2026-11-03`, or day first `3/11/2026` and `03.11.2026`, and whether it was day first.

    A year that no evening was played in is a slip, unless `any_year`.
    """
    word = text.strip()
    if not word:
        raise UnreadableError(_("missing: say 2026-01-13 or 13/1/2026"))
    parts = _DAY_FIRST.fullmatch(word)
    if not parts and not ISO_DAY.fullmatch(word):
        raise UnreadableError(_("'{typed}' is not a date: say 2026-01-13 or 13/1/2026", typed=shown(text)))
    try:
        on = date(int(parts[4]), int(parts[3]), int(parts[1])) if parts else date.fromisoformat(word)
    except ValueError as error:
        template = N_("'{typed}' is no day of the calendar")
        if parts and int(parts[3]) > MONTHS:
            template = N_("'{typed}' is no day: the day comes first here, as in 13/1/2026")
        raise UnreadableError(_(template, typed=text)) from error
    if not (any_year or EARLIEST_YEAR <= on.year <= LATEST_YEAR):
        template = N_("'{typed}': the year is not within {earliest} to {latest}")
        raise UnreadableError(_(template, typed=text, earliest=EARLIEST_YEAR, latest=LATEST_YEAR))
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


def near_day(text: str, today: date) -> date | None:
    """The day that `today` or `yesterday` means, in Italian and Spanish too; None for other words."""
    back = _DAYS_BACK.get(fold(text))
    return None if back is None else today - timedelta(back)


def may_begin_with_month(text: str) -> bool:
    """Whether a day is written in numbers of which the first can be the month: `3/11/2026`, `11/28/2026`."""
    first, second, _year = numbers_of(without_weekday(text.strip())) or (0, 0, 0)
    return first != second and 0 < first <= MONTHS and second > 0


def readings(text: str) -> list[date]:
    """The days that a text can mean: nearly always one; where numbers stand the day comes first, if it can.

    `3/11/2026` is 3 November, `11/28/2026` 28 November; `03-11-26` may begin with the year. `28 novembre 2026` means
    one, in the words of Italian, English and Spanish, with a weekday before it or not. Two digits are no year far back.
    """
    word = without_weekday(text.strip())
    if numbers := numbers_of(word):
        first, second, year = numbers
        days = {possible_day(year, second, first) or ("." not in word and possible_day(year, first, second)) or None}
        if re.fullmatch(r"\d\d-\d\d?-\d\d", word):  # may begin with the year
            days.add(possible_day(_year(word[:2]), second, int(word[-2:])))
    elif re.fullmatch(r"\d{8}", word, re.ASCII):
        days = {possible_day(int(word[:4]), int(word[4:6]), int(word[6:]))}
    else:
        days = {clear_day(text.strip()) or clear_day(word)}
    return sorted(day for day in days if day and (f"{day.year}" in word or day.year >= EARLIEST_LIKELY_YEAR))


def is_no_day(text: str) -> bool:
    """Whether numbers stand here as those of a day stand, of which the calendar has none: `2026-02-30`."""
    word = without_weekday(text.strip())
    is_written = re.fullmatch(r"\d{4}([/.-])\d\d?\1\d\d?|\d\d?([/.-])\d\d?\2\d{4}", word, re.ASCII)
    return bool(is_written) and not readings(word)


def without_weekday(text: str) -> str:
    """A date without the day of the week that stands before it."""
    return re.sub(r"^[^\W\d]{2,9}[.,]?\s+(?=\d)", "", text).strip()


def numbers_of(word: str) -> tuple[int, int, int] | None:
    """The two numbers of which one is the day and the other the month, and the year: `3/11/2026`, `3-11-26`."""
    parts = re.fullmatch(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)", word, re.ASCII)
    return (int(parts[1]), int(parts[3]), _year(parts[4])) if parts else None


def clear_day(word: str) -> date | None:
    """`2025-09-19`, `2025/9/19`, `19 settembre 2025`, `Sep 19, 2025`: one day; None for anything else."""
    if parts := re.fullmatch(r"(\d{4})([/.-])(\d{1,2})\2(\d{1,2})", word, re.ASCII):
        return possible_day(int(parts[1]), int(parts[3]), int(parts[4]))
    day_month_year = r"(?P<day>\d{1,2})[ .-]+(?:de )?(?P<month>[^\W\d]{3,10})[ .,-]+(?:de )?(?P<year>\d{4}|\d\d)"
    month_before = r"(?P<month>[^\W\d]{3,10})[ .]+(?P<day>\d{1,2}),? +(?P<year>\d{4})"
    in_words = re.fullmatch(day_month_year, word) or re.fullmatch(month_before, word)
    if not in_words:
        return None
    begin = fold(in_words["month"])[:3]
    month = next((number for number, begins in enumerate(_MONTH_WORDS, 1) if begin in begins), 0)
    return possible_day(_year(in_words["year"]), month, int(in_words["day"]))


def _year(digits: str) -> int:
    """A year as it is written, in full or by its last two digits: then next year is the last that may be meant."""
    if len(digits) > 2:  # noqa: PLR2004 - two digits of a year
        return int(digits)
    year = 2000 + int(digits)
    return year if year <= localtime().tm_year + 1 else year - 100


def possible_day(year: int, month: int, day: int) -> date | None:
    """The day of these numbers; None where there is none."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def read_season(text: str) -> tuple[date, date]:
    """The first and the last day of `2026`, a year, or `2025/26`, September to August; raises UnreadableError."""
    parts = _SEASON.fullmatch(text.strip())
    year, next_year = (int(parts[1]), parts[2]) if parts else (0, None)
    if not parts or (next_year and next_year not in {f"{year + 1}", f"{year + 1}"[2:]}):
        template = _("--season '{text}' is no season: say a year, 2026, or two that follow, 2025/26", text=text.strip())
        raise UnreadableError(template)
    first = date(year, 9 if next_year else 1, 1)
    return first, first.replace(year=year + 1) - timedelta(days=1)
