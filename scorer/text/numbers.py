"""Numbers for people, each kind written by one function: units with their sign, means, money, shares, rates.

What differs from place to place, such as the minus sign, is a Style.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from math import floor, log10
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from scorer.rules.tournament import Stage

from scorer.language.forms import signed

UNITS, BASE, PLAIN, MONEY = MEASURES = ("units", "base", "plain", "money")  # how units are counted
ORDERS: Final = ("units", "per-deal", "per-match")  # what places go by
MINUS: Final = "\N{MINUS SIGN}"
PLUS_MINUS: Final = "\N{PLUS-MINUS SIGN}"
CERTAIN: Final = 1e-9  # an error as small as that is what rounding left
Cell = str | int | float | bool | date | None
Row = dict[str, Any]  # of Cells, by column
Rows = Sequence[Mapping[str, Any]]  # of a table that is only read


class Style(NamedTuple):
    """How a place writes numbers: its minus sign, what stands for no value, what stands between two ends.

    `level` and `new` stand for a place that did not change, and for one where there was none before.
    """

    minus: str
    nothing: str
    to: str
    thousands: str
    level: str
    new: str


TERMINAL: Final = Style(minus="-", nothing="-", to="-", thousands="", level="-", new="new")
SCREEN: Final = Style(MINUS, "\N{EN DASH}", to=" to ", thousands=",", level="=", new="\N{EN DASH}")


class Counting(NamedTuple):
    """How units are shown: as they are, or as money of a currency, of which they are the cents."""

    currency: str = ""
    style: Style = TERMINAL

    @property
    def title(self) -> str:
        """What a column of them is called."""
        return self.currency or "units"

    @property
    def scale(self) -> int:
        """By what units are divided to be the figure that is shown."""
        return 100 if self.currency else 1

    def total(self, units: float | None, error: float | None = None) -> str:
        """A sum with its sign, `+12`, or `+12.50` of money, and how far off it may be, `+12 ±11`; 0 has no sign."""
        if units is None:
            return self.style.nothing
        places = self.places(units)
        written = signed(units / self.scale, places, self.style.minus)
        return written if error is None else f"{written} {PLUS_MINUS}{self.off(error, places)}"

    def places(self, units: float) -> int:
        """How many decimals a sum has."""
        return 2 if self.currency or not float(units).is_integer() else 0

    def off(self, error: float, places: int = 0) -> str:
        """How far off a sum of so many decimals may be: `11`; `0.4`, for 0 would be certain; of money `11.20`."""
        return f"{error / self.scale:.{2 if self.currency else places or int(not round(error))}f}"

    def said(self, units: float) -> str:
        """The same with what it is of: `+12 units`, `-1 unit`, `+12.50 EUR`."""
        one = not self.currency and abs(units) == 1
        return f"{self.total(units)} {'unit' if one else self.title}"

    def mean(self, units: float | None, error: float | None = None) -> str:
        """A mean with its sign and two decimals, and its standard error where there is one: `+0.28 ±0.36`.

        A small error has more decimals, `±0.003`: 0.00 would be certain. Where there is none at all nothing is known.
        """
        if units is None:
            return self.style.nothing
        written = signed(units / self.scale, 2, self.style.minus)
        if error is None or error <= CERTAIN:
            return written
        return f"{written} {PLUS_MINUS}{error / self.scale:.{decimals(error / self.scale)}f}"


def decimals(error: float, fewest: int = 2) -> int:
    """So many decimals that an error is not written as 0: two, or as many as its first figure takes."""
    return fewest if error <= CERTAIN else max(fewest, -floor(log10(error)))


def money(cents: int, currency: str) -> str:
    """Cents as money: `1.50 EUR`."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d} {currency}"


def countdown(left: timedelta) -> str:
    """The time that is left in minutes and seconds: `12:05`; `0:00` once there is none."""
    seconds = max(int(left.total_seconds()), 0)
    return f"{seconds // 60}:{seconds % 60:02}"


def number_cell(number: Fraction) -> int | float:
    """A whole number as one, anything else with decimals."""
    return number.numerator if number.denominator == 1 else float(number)


def plain(number: float | Fraction, *, plus: str = "") -> str:
    """A number with no more decimals than it has, two at most, and a true minus; `plus` goes before one above 0."""
    written = f"{float(number):.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else f"{plus if number > 0 else ''}{written}".replace("-", MINUS)


def plain_signed(units: float | Fraction) -> str:
    """The same of units, with their sign; 0 has none."""
    return plain(units, plus="+")


def amount(number: Fraction | None, stage: "Stage") -> str:
    """What a round or a stage of a tournament gave, in the measure of its stage: units have their sign."""
    if number is None:
        return SCREEN.nothing
    return plain_signed(number) if stage.yields == "units" else plain(number)


def measure(stage: "Stage", total: Fraction | None = None) -> str:
    """What the totals of a stage of a tournament are, or a total of it is: `units`, and of `+1` or `-1`, `unit`."""
    one = {"units": "unit", "placement": "placement point", "wins": "win"}.get(stage.yields)
    if one is None:
        return "in all"
    return one if total is not None and abs(total) == 1 else f"{one}s"


def percent(share: float | None, style: Style = TERMINAL) -> str:
    """A share from 0 to 1, as `62 %`."""
    return style.nothing if share is None else f"{100 * share:.0f} %"


def ahead(share: float, error: float | None = None, style: Style = TERMINAL) -> str:
    """By how much one share is more than another, `+8 %`, with its standard error where there is one: `+8 % ±9`."""
    chance = "" if error is None else f" {PLUS_MINUS}{100 * error:.0f}"
    return f"{signed(round(100 * share), 0, style.minus)} %{chance}"


def chance(share: float | None, style: Style = TERMINAL) -> str:
    """A chance from 0 to 1, as `62 %`; what is neither impossible nor certain is neither 0 % nor 100 %."""
    if share is None:
        return style.nothing
    return "<1 %" if 0 < share < 0.5 / 100 else ">99 %" if 1 - 0.5 / 100 <= share < 1 else percent(share)


def rate(share: float | None, low: float | None, high: float | None, style: Style = TERMINAL) -> str:
    """A rate with the ends of its interval, `62 % (45-77)`; empty where there is none."""
    if share is None or low is None or high is None or share != share:  # noqa: PLR0124 - NaN is not itself
        return ""
    return f"{percent(share)} ({100 * low:.0f}{style.to}{100 * high:.0f})"


def rates(rows: Sequence[Row], share: str, low: str, high: str, of: Callable[[Row], int]) -> list[str]:
    """The rates of rows with their interval in percent, `62 % (45-77) of 34`, each part below the same part above.

    The columns are named; `of` counts what a rate is of.
    """
    cells = []
    for row in rows:
        whole, _, ends = rate(row[share], row[low], row[high]).rpartition(" ")
        number = of(row)
        cells.append([whole or percent(row[share]), ends, f"of {number}" if number else ""])
    widths = [max(map(len, part)) for part in zip(*cells, strict=True)]
    return [" ".join(part.rjust(width) for part, width in zip(cell, widths, strict=True)) for cell in cells]
