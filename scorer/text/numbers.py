"""Numbers for people, each kind written by one function: units with their sign, means, money, shares, rates.

What differs from place to place, such as the minus sign, is a Style.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, Final

MEASURES: Final = ("units", "base", "plain", "money")  # how units are counted
ORDERS: Final = ("units", "per-deal")  # what places go by
MINUS: Final = "\N{MINUS SIGN}"
Cell = str | int | float | bool | date | None
Row = dict[str, Any]  # of Cells, by column


@dataclass(frozen=True)
class Style:
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


@dataclass(frozen=True)
class Counting:
    """How units are shown: as they are, or as money of a currency, of which they are the cents."""

    currency: str = ""
    style: Style = TERMINAL

    @property
    def title(self) -> str:
        """What a column of them is called."""
        return self.currency or "units"

    def total(self, units: float | None) -> str:
        """A sum with its sign, `+12`, or `+12.50` of money; 0 has none."""
        if units is None:
            return self.style.nothing
        if self.currency:
            return signed(units / 100, 2, self.style.minus)
        return signed(units, 0 if float(units).is_integer() else 2, self.style.minus)

    def mean(self, units: float | None) -> str:
        """A mean with its sign and two decimals."""
        if units is None:
            return self.style.nothing
        return signed(units / 100 if self.currency else units, 2, self.style.minus)


def signed(number: float, places: int = 0, minus: str = "-") -> str:
    """A number with its sign and so many decimals; what rounds to 0 has no sign."""
    rounded = round(number, places)
    if not rounded:
        return f"{0:.{places}f}"
    written = f"{rounded:+d}" if isinstance(rounded, int) and not places else f"{rounded:+.{places}f}"
    return written.replace("-", minus)


def brief(number: float | Fraction) -> str:
    """A number with no more decimals than it has, two at most, and a true minus: as paper shows it."""
    written = f"{float(number):.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written.replace("-", MINUS)


def brief_units(units: float | Fraction) -> str:
    """Units as paper shows them, with their sign."""
    return brief(units) if units <= 0 else f"+{brief(units)}"


def percent(share: float | None, style: Style = TERMINAL) -> str:
    """A share from 0 to 1, as `62 %`."""
    return style.nothing if share is None else f"{100 * share:.0f} %"


def interval(low: float, high: float, style: Style = TERMINAL) -> str:
    """The ends of an interval of shares in percent: `(45-77)`, or `(45 to 77)`."""
    return f"({100 * low:.0f}{style.to}{100 * high:.0f})"


def rates(rows: Sequence[Row], rate: str, low: str, high: str, of: Callable[[Row], int]) -> list[str]:
    """The rates of rows with their interval in percent, `62 % (45-77) of 34`, each part below the same part above.

    The columns are named; `of` counts what a rate is of.
    """
    cells = []
    for row in rows:
        ends = "" if row[low] is None or row[high] is None else interval(row[low], row[high])
        number = of(row)
        cells.append([percent(row[rate]), ends, f"of {number}" if number else ""])
    widths = [max(map(len, part)) for part in zip(*cells, strict=True)]
    return [" ".join(part.rjust(width) for part, width in zip(cell, widths, strict=True)) for cell in cells]
