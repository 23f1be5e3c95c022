"""A table as somebody else made it: its rows, what was said of it with options, and what may be read in two ways."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from functools import reduce
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from scorer.errors import FaultyFileError, RefusedError
from scorer.exchange.csv_reader import LINE, RowWord, whole
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either, listed
from scorer.match.names import fold, shown

WIDE, EVENINGS, A_DEAL_A_LINE = FORMS = ("wide", "evenings", "deals")
DAY_FIRST, MONTH_FIRST, SWAPPED, AS_IS, ANY_YEAR, CALENDAR, EVENING = DATES = (
    "day-first", "month-first", "swapped", "as-is", "any-year", "calendar", "evening",
)  # fmt: skip
NEWEST_FIRST, OLDEST_FIRST, BY_TIME = ORDERS = ("newest-first", "oldest-first", "by-time")
GAINED, RUNNING = UNITS = ("gained", "running")
NO_TOTALS = "none"
HERE, AS_WRITTEN = "here", "as-written"
_WORDS: Final = {"form": FORMS, "dates": DATES, "order": ORDERS, "units": UNITS}
_OPTIONS: Final = {"form": "as"}  # those that are not called as what they wish
_CONTRARY: Final = ({DAY_FIRST, MONTH_FIRST}, {SWAPPED, AS_IS}, {CALENDAR, EVENING})
NumberedRow = tuple[int, list[str]]


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells, each with the number a person finds it by; `word` is what such a row is called there.

    `before` are units that players had before the first row, by name; `sheet` is the name of a workbook's sheet, and
    `unread` are the sheets that might have been meant as well. `notices` say what had to be assumed to read the file.
    """

    rows: list[NumberedRow]
    word: RowWord = LINE
    sheet: str = ""
    before: Mapping[str, int] | None = None
    unread: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(slots=True)
class Line:
    """A line below the header: its cells by our columns, and the units of who has a number there, as typed.

    `label` is the word by which it says that it adds others up; "" for one that says nothing of the kind. `clock` is
    how many seconds after the midnight before its evening it was played; None where it does not say.
    """

    number: int
    cells: dict[str, str]
    units: dict[str, str] = field(default_factory=dict)
    own_day: bool = True
    label: str = ""
    clock: int | None = None

    @property
    def evening(self) -> tuple[str, str]:
        """The day and the match of the line."""
        return self.cells.get("on", ""), self.cells.get("match", "")

    @property
    def numbers(self) -> dict[str, int]:
        """The units that are whole numbers."""
        return {name: number for name, text in self.units.items() if (number := whole(text)) is not None}

    @property
    def total(self) -> int:
        """The sum of the units; 0 where one is no whole number, which is refused elsewhere."""
        numbers = self.numbers
        return sum(numbers.values()) if len(numbers) == len(self.units) else 0


def sums_of(lines: Iterable[Line]) -> Counter[str]:
    """What these lines brought each player together."""
    sums = Counter[str]()
    for line in lines:
        sums.update(line.numbers)
    return sums


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is said of a foreign table with options.

    `form` is what a line is, `dates` how dates are written, `order` which line is the oldest, `units` whether a number
    is what was gained in its line or what the player had after it; `ignore` are columns to leave away, `keep` columns
    that are players, whatever they look like. `sheet` is the sheet of a workbook, `unit_value` the money that a unit
    is worth where amounts of money stand in the cells, `residual` why the units of an evening do not sum to zero.
    `totals` are the lines which add others up where they could be deals of their own, `5,9` or `none`. `zone` is the
    zone by whose clock times are read that have one: `here`, `as-written` or a name such as `Europe/Rome`. `encoding`
    is how bytes are letters, by the name that Python has for it. `year` is that of the first date where they have none.
    """

    form: str = ""
    dates: tuple[str, ...] = ()
    order: str = ""
    units: str = ""
    ignore: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    sheet: str = ""
    unit_value: str = ""
    residual: str = ""
    totals: str = ""
    zone: str = ""
    encoding: str = ""
    year: str = ""

    def __post_init__(self) -> None:
        for wish, words in _WORDS.items():
            wished = getattr(self, wish)
            for word in (wished,) if isinstance(wished, str) else wished:
                if word and word not in words:
                    option = f"--{_OPTIONS.get(wish, wish)}"
                    template = N_("{option} {typed}: say {words}")
                    raise RefusedError(_(template, option=option, typed=shown(word), words=either(words)))
        for pair in _CONTRARY:
            if pair <= set(self.dates):
                template = N_("--dates: {words} contradict each other; say one of them")
                raise RefusedError(_(template, words=listed(sorted(pair))))
        if strange := [word for word in self._totals_words() if not (word.isdecimal() and word.isascii())]:
            template = N_("--totals {typed}: say the numbers of lines, as in 5,9, or none")
            raise RefusedError(_(template, typed=shown(strange[0])))
        try:
            self.time_zone()
        except (KeyError, ValueError, OSError) as error:
            template = N_("--zone {typed}: say here, as-written or a name such as Europe/Rome")
            raise RefusedError(_(template, typed=shown(self.zone))) from error
        if self.year and not re.fullmatch(r"(19|20)\d\d", self.year, re.ASCII):
            template = N_("--year {typed}: say the year of the first date, as in 2026")
            raise RefusedError(_(template, typed=shown(self.year)))
        if self.encoding:
            try:
                "".encode(self.encoding)
            except (LookupError, ValueError) as error:
                template = N_(
                    "--encoding {typed}: say cp1252 (Windows, Western), cp1250 (Windows, Central European), "
                    "mac_roman or utf-8"
                )
                raise RefusedError(_(template, typed=shown(self.encoding))) from error
        if both := {fold(name) for name in self.ignore} & {fold(name) for name in self.keep}:
            template = N_("--ignore and --keep both name {column}; say one of them")
            raise RefusedError(_(template, column=shown(min(both))))

    def time_zone(self) -> tzinfo | None:
        """The zone that is named; None for that of this machine, and where times are read as they are written."""
        return None if self.zone in {"", HERE, AS_WRITTEN} else ZoneInfo(self.zone)

    def _totals_words(self) -> list[str]:
        return [] if self.totals.casefold() in {"", NO_TOTALS} else [word.strip() for word in self.totals.split(",")]

    def total_lines(self) -> set[int]:
        """The lines that are said to be totals; none where none is, and where nothing is said."""
        return {int(word) for word in self._totals_words()}

    def with_reading(self, reading: "TableReading") -> "Wishes":
        """These wishes, and this way to read the table."""
        before = getattr(self, reading.wish)
        word: Any = reading.word if isinstance(before, str) else (*before, reading.word)
        return replace(self, **{reading.wish: word})


NO_WISHES: Final = Wishes()


class TableReading(NamedTuple):
    """A way to read a table: the word that a wish would have, and what the table means then."""

    wish: str
    word: str
    meaning: str

    @property
    def option(self) -> str:
        """How it is said on the command line."""
        word = f'"{self.word}"' if self.wish in {"ignore", "keep"} else self.word
        return f"--{_OPTIONS.get(self.wish, self.wish).replace('_', '-')} {word}"


def in_words(readings: Iterable[TableReading]) -> str:
    """Each way to read a table, with the option that says it: `it is no player (--ignore "X") or it is one (...)`."""
    ways = [f"{reading.meaning} ({reading.option})" for reading in readings]
    return reduce(lambda names, last: _("{names} or {last}", names=names, last=last), ways) if ways else ""


class AskedTableError(FaultyFileError):
    """A table of which somebody has to say something before it comes in: the `question`, and the ways to answer it."""

    def __init__(self, question: str, readings: Sequence[TableReading]) -> None:
        self.question, self.readings = question, tuple(readings)
        super().__init__([question])

    def with_needed(self, needed: Sequence[str]) -> "AskedTableError":
        """The same, with what else has to be said before the table comes in."""
        FaultyFileError.__init__(self, [self.question, *needed])
        return self


class DoubtfulTableError(AskedTableError):
    """A table that means one thing or another; somebody has to say which of the `readings` is right."""


class UnknownTableError(AskedTableError):
    """A table that was understood, but not by the names of its columns: it can be read in one form."""
