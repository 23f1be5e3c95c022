"""Numbers for people: units with their sign, money, rates with their interval and the number they are of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.text.sentences import counted as counted  # noqa: PLC0414 - whoever shows figures finds it here

NOTHING = "-"
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Counting:
    """How units are shown: as they are, or as money of a currency, of which they are the cents."""

    currency: str = ""

    @property
    def title(self) -> str:
        """What a column of them is called."""
        return self.currency or "units"

    def total(self, units: float | None) -> str:
        """A sum with its sign, `+12`, or `+12.50` of money; 0 has none."""
        if units is None:
            return NOTHING
        if self.currency:
            return decimals(units / 100)
        return whole(units) if float(units).is_integer() else decimals(units)

    def mean(self, units: float | None) -> str:
        """A mean with its sign and two decimals."""
        return NOTHING if units is None else decimals(units / 100 if self.currency else units)


def whole(number: float) -> str:
    """A whole number with its sign; 0 has none."""
    return f"{number:+.0f}" if number else "0"


def decimals(number: float, places: int = 2) -> str:
    """A number with its sign and so many decimals; what rounds to 0 has no sign."""
    rounded = round(number, places)
    return f"{rounded:+.{places}f}" if rounded else f"{0:.{places}f}"


def percent(share: float | None) -> str:
    """A share from 0 to 1, as `62 %`."""
    return NOTHING if share is None else f"{100 * share:.0f} %"


def rates(rows: Sequence[Row], rate: str, low: str, high: str, of: Callable[[Row], int] | None = None) -> list[str]:
    """The rates of rows with their interval in percent, `62 % (45-77) of 34`, each part below the same part above.

    The columns are named; `of` counts what a rate is of, and is left out where a column beside it says so.
    """
    return in_line([_rate(row[rate], row[low], row[high], of and of(row)) for row in rows])


def _rate(rate: float | None, low: float | None, high: float | None, of: int | None) -> list[str]:
    interval = "" if low is None or high is None else f"({100 * low:.0f}-{100 * high:.0f})"
    return [percent(rate), interval, *([] if of is None else [f"of {of}" if of else ""])]


def in_line(cells: Sequence[Sequence[str]]) -> list[str]:
    """Cells of several parts, each part as wide as it is in any of them."""
    if not cells:
        return []
    widths = [max(map(len, part)) for part in zip(*cells, strict=True)]
    return [" ".join(part.rjust(width) for part, width in zip(cell, widths, strict=True)) for cell in cells]
