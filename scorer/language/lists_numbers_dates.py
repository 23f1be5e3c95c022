"""How a language writes lists, numbers and dates. Its catalogue translates the examples that stand here."""

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Final
from unicodedata import normalize

from scorer.language import N_, _, in_context

MONTHS: Final = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"),
    N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip
SHORT_MONTHS: Final = (
    N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun"),
    N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec"),
)  # fmt: skip
WEEKDAYS: Final = (
    N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"), N_("Sunday"),
)  # fmt: skip
ORDINALS: Final = (
    N_("first"), N_("second"), N_("third"), N_("fourth"), N_("fifth"), N_("sixth"), N_("seventh"), N_("eighth"),
)  # fmt: skip

_AND, _OR = N_("{names} and {last}"), N_("{names} or {last}")
PARTED_FROM: Final = 10_000  # below it no mark of thousands stands
_SOUND: Final = re.compile(r"(?:<[^>]*>|[^a-z0-9])*h?([a-z0-9])")  # the first of a name, which may be marked up
_THOUSAND, _HALF = re.compile(r"1(\D?)000"), re.compile(r"0(\D)5")


def capitalised(sentence: str) -> str:
    """A sentence with a capital at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def listed(names: Sequence[str], template: str = _AND) -> str:
    """`Anna, Bruno and Carla`; empty of nobody.

    The word before the last may be another before a sound: *Anna e Inés*, *Anna ed Elena*, *siete u ocho*.
    """
    *before, last = names or [""]
    if not before:
        return last
    sound = _SOUND.match(normalize("NFD", last.casefold()))
    words = in_context(f"before {sound[1]}", template) if sound else _(template)
    return words.format(names=", ".join(before), last=last)


def either(names: Sequence[str]) -> str:
    """`Anna, Bruno or Carla`; empty of nobody."""
    return listed(names, _OR)


def in_turn(names: Sequence[str]) -> str:
    """`Anna, then Bruno, then Carla`; empty of nobody."""
    *before, last = names or [""]
    return _("{names}, then {last}", names=in_turn(before), last=last) if before else last


def abridged(phrases: Sequence[str], most: int) -> list[str]:
    """The first of these phrases, so many at `most`; behind them how many there are besides: `4 more`."""
    more = len(phrases) - most
    return [*phrases[:most], _("{count} more", count=more)] if more > 0 else [*phrases]


def number(figure: float, places: int = 0, *, thousands: bool = False) -> str:
    """A number with so many decimals, `12,345.5`; `thousands` sets their mark, from 10,000 on as books do: `1234.5`."""
    written = f"{figure:{',' if thousands and abs(figure) >= PARTED_FROM else ''}.{places}f}"
    comma, point = _mark(_THOUSAND, _("1,000"), ","), _mark(_HALF, _("0.5"), ".")
    return written if (comma, point) == (",", ".") else written.translate({ord(","): comma, ord("."): point})


@cache
def _mark(form: re.Pattern[str], example: str, usual: str) -> str:
    """What stands between the digits of an example; the `usual` mark where the example is written in no such way."""
    found = form.fullmatch(example)
    return found[1] if found else usual


def signed(figure: float, places: int = 0, minus: str = "-", *, thousands: bool = False) -> str:
    """A number with its sign and so many decimals; what rounds to 0 has no sign."""
    rounded = round(figure, places)
    sign = "+" if rounded > 0 else minus if rounded < 0 else ""
    return f"{sign}{number(abs(rounded), places, thousands=thousands)}"


def day(on: date) -> str:
    """`3 November 2025`."""
    return _("{day} {month} {year}", day=on.day, month=_(MONTHS[on.month - 1]), year=on.year)


def day_of_year(on: date) -> str:
    """`3 November`."""
    return _("{day} {month}", day=on.day, month=_(MONTHS[on.month - 1]))


def weekday(on: date) -> str:
    """`Friday`."""
    return _(WEEKDAYS[on.weekday()])


def short_day(on: date) -> str:
    """`3 Nov 2025`."""
    return _("{day} {short_month} {year}", day=on.day, short_month=_month_in_short(on), year=on.year)


def short_day_of_year(on: date) -> str:
    """`3 Nov`."""
    return _("{day} {short_month}", day=on.day, short_month=_month_in_short(on))


def short_month(on: date) -> str:
    """`Nov 2025`."""
    return _("{month} {year}", month=_month_in_short(on), year=on.year)


def _month_in_short(on: date) -> str:
    """`Nov`; English has one word for May, in full and in short."""
    return in_context("short month", SHORT_MONTHS[on.month - 1])
