"""Numbers for people, each kind written by one function: units with their sign, means, money, shares, rates.

What differs from place to place, such as the minus sign, is a Style; the decimal mark is the language's.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from math import floor, log10
from typing import Any, Final, NamedTuple

from scorer.language import N_, _, counts
from scorer.language.lists_numbers_dates import number as written_number
from scorer.language.lists_numbers_dates import signed
from scorer.rules.cards import ITALIAN_PACK

UNITS, BASE, PLAIN, MONEY = MEASURES = ("units", "base", "plain", "money")  # how units are counted
ORDERS: Final = ("units", "per-deal", "per-match")  # what places go by
MINUS: Final = "\N{MINUS SIGN}"
PLUS_MINUS: Final = "\N{PLUS-MINUS SIGN}"
EURO: Final = N_("EUR")  # which a language may write by its sign
CERTAIN: Final = 1e-9  # an error as small as that is what rounding left
Cell = str | int | float | bool | date | None
Row = dict[str, Any]  # of Cells, by column
Rows = Sequence[Mapping[str, Any]]  # of a table that is only read


class Style(NamedTuple):
    """How a place writes numbers: its minus sign, what stands for no figure, the ends of an interval, thousands.

    `level` stands for a place that did not change, `new` for one where there was none before. `interval` and `new` are
    templates, translated where they are shown. `sure`: whether errors and intervals are written, for who asks how sure
    a figure is.
    """

    minus: str
    nothing: str
    interval: str
    thousands: str
    level: str
    new: str
    sure: bool = False


TERMINAL: Final = Style(minus="-", nothing="-", interval="{low}-{high}", thousands="", level="-", new=N_("new"))
SCREEN: Final = Style(MINUS, "\N{EN DASH}", N_("{low} to {high}"), thousands=",", level="=", new="\N{EN DASH}")
SURE_SCREEN: Final = SCREEN._replace(sure=True)


class Counting(NamedTuple):
    """How units are shown: as they are, or as money of a currency, of which they are the cents; and bids, by a pack."""

    currency: str = ""
    style: Style = TERMINAL
    pack: Sequence[str] = ITALIAN_PACK

    @property
    def title(self) -> str:
        """What the head of their column says."""
        return self.currency or _("units")

    @property
    def scale(self) -> int:
        """The divisor that makes units the figure that is shown."""
        return 100 if self.currency else 1

    def total(self, units: float | None, error: float | None = None) -> str:
        """A sum with its sign, `+12`, or `+12.50` of money; 0 has none. In a sure style with its error, `+12 ±11`."""
        if units is None:
            return self.style.nothing
        places = self.places(units)
        written = signed(units / self.scale, places, self.style.minus, thousands=bool(self.style.thousands))
        return (
            f"{written} {PLUS_MINUS}{self.error(error, places)}" if self.style.sure and error is not None else written
        )

    def size(self, units: float) -> str:
        """A sum without its sign: `12`, or `12.50` of money."""
        return written_number(abs(units) / self.scale, self.places(units), thousands=bool(self.style.thousands))

    def places(self, units: float) -> int:
        """How many decimals a sum has."""
        return 2 if self.currency or not float(units).is_integer() else 0

    def error(self, error: float, places: int = 0) -> str:
        """The error of a sum of so many decimals: `11`; `0.4`, for 0 would be certain; of money `11.20`."""
        return written_number(error / self.scale, 2 if self.currency else places or int(not round(error)))

    def with_unit(self, units: float, *, sign: bool = True) -> str:
        """A sum with its unit: `+12 units`, `-1 unit`, `+12.50 EUR`; without `sign` its size, `12 units`."""
        total = self.total(units) if sign else self.size(units)
        return f"{total} {_(self.currency)}" if self.currency else counts.units(units, total)

    def mean(self, units: float | None, error: float | None = None) -> str:
        """A mean with its sign and two decimals; in a sure style with its standard error, `+0.28 ±0.36`."""
        if units is None:
            return self.style.nothing
        return f"{signed(units / self.scale, 2, self.style.minus)} {self.mean_error(error)}".rstrip()

    def mean_size(self, units: float) -> str:
        """A mean without its sign: `0.28`."""
        return written_number(abs(units) / self.scale, 2)

    def mean_error(self, error: float | None) -> str:
        """The standard error of a mean, `±0.36`; empty where nothing is known of it, and outside of a sure style.

        A small error has more decimals, `±0.003`: 0.00 would be certain.
        """
        if not self.style.sure or error is None or error <= CERTAIN:
            return ""
        return f"{PLUS_MINUS}{written_number(error / self.scale, decimals(error / self.scale))}"


def decimals(error: float) -> int:
    """How many decimals an error needs so that it is not written as 0: two, or as many as its first figure takes."""
    return 2 if error <= CERTAIN else max(2, -floor(log10(error)))


def whole(number: float, style: Style = TERMINAL) -> str:
    """A number without decimals, with the mark of thousands where the place writes one: `12,345`."""
    return written_number(number, thousands=bool(style.thousands))


def interval(low: object, high: object, style: Style = TERMINAL) -> str:
    """Two ends as the place writes them: `45-77`, `45 to 77`."""
    return _(style.interval, low=low, high=high)


def money(cents: int, currency: str) -> str:
    """Cents as money: `1.50 EUR`, in Italian `1,50 €`."""
    return f"{'-' if cents < 0 else ''}{written_number(abs(cents) / 100, 2)} {_(currency)}"


def countdown(left: timedelta) -> str:
    """The time that is left in minutes and seconds: `12:05`; `0:00` once there is none."""
    seconds = max(int(left.total_seconds()), 0)
    return f"{seconds // 60}:{seconds % 60:02}"


def number_cell(number: Fraction) -> int | float:
    """A whole number as one, anything else with decimals."""
    return number.numerator if number.denominator == 1 else float(number)


def plain(number: float | Fraction, *, plus: str = "") -> str:
    """A number with no more decimals than it has, two at most, and a true minus; `plus` goes before one above 0."""
    rounded = round(float(number), 2)
    places = len(f"{rounded:.2f}".rstrip("0").partition(".")[2])
    return f"{plus if number > 0 else MINUS if rounded < 0 else ''}{written_number(abs(rounded), places)}"


def plain_signed(units: float | Fraction) -> str:
    """Units like `plain`, with their sign; 0 has none."""
    return plain(units, plus="+")


def percent(share: float | None, style: Style = TERMINAL) -> str:
    """A share from 0 to 1, as `62 %`."""
    return style.nothing if share is None else _("{number} %", number=written_number(100 * share))


def ahead(share: float, error: float | None = None, style: Style = TERMINAL) -> str:
    """By how much one share is more than another, `+8 %`; in a sure style with its standard error, `+8 % ±9`."""
    percents = _("{number} %", number=signed(round(100 * share), 0, style.minus))
    return f"{percents} {PLUS_MINUS}{written_number(100 * error)}" if style.sure and error is not None else percents


def chance(share: float | None, style: Style = TERMINAL) -> str:
    """A chance from 0 to 1, as `62 %`; what is neither impossible nor certain is neither 0 % nor 100 %."""
    if share is None:
        return style.nothing
    if 0 < share < 0.5 / 100:
        return _("{number} %", number="<1")
    return _("{number} %", number=">99") if 1 - 0.5 / 100 <= share < 1 else percent(share)


def rate(share: float | None, low: float | None, high: float | None, style: Style = TERMINAL, *, whole: int = 0) -> str:
    """A rate of a whole, `62 % of 34`, or `62 %`; in a sure style with its interval, `62 % (45-77) of 34`.

    Empty for none.
    """
    ends = _rate_interval(share, low, high, style)
    if not ends:
        return ""
    written = f"{percent(share)} {ends}" if style.sure else percent(share)
    return _("{share} of {count}", share=written, count=whole) if whole else written


def _rate_interval(share: float | None, low: float | None, high: float | None, style: Style) -> str:
    if share is None or low is None or high is None or share != share:  # noqa: PLR0124 - NaN is not itself
        return ""
    return f"({interval(written_number(100 * low), written_number(100 * high), style)})"


def rates(
    rows: Sequence[Row], share: str, low: str, high: str, total: Callable[[Row], int], style: Style = TERMINAL
) -> list[str]:
    """The rates of rows in percent, `62 % of 34`, each part below the same part above; 0 is no whole.

    `share`, `low` and `high` name the columns; `total` counts the deals or contracts that a rate is a share of. In a
    sure style the interval stands between them, `62 % (45-77) of 34`.
    """
    cells = []
    for row in rows:
        number = total(row)
        counted = _("of {count}", count=number) if number else ""
        ends = _rate_interval(row[share], row[low], row[high], style) if style.sure else ""
        cells.append([percent(row[share]), ends, counted])
    widths = [max(map(len, part)) for part in zip(*cells, strict=True)]
    return [" ".join(part.rjust(width) for part, width in zip(cell, widths, strict=True) if width) for cell in cells]
