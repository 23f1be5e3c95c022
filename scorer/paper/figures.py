"""Numbers as paper shows them: a real minus, no more decimals than there are."""

from fractions import Fraction
from typing import Final

from scorer.rules.tournament import Stage

MINUS: Final = "\N{MINUS SIGN}"
_MEASURES: Final = {"units": "units", "placement": "placement points"}


def signed(units: int | Fraction) -> str:
    """Units with their sign; 0 has none."""
    return plain(units) if units <= 0 else f"+{plain(units)}"


def plain(number: int | Fraction) -> str:
    """A number with at most two decimals."""
    written = f"{float(number):.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written.replace("-", MINUS)


def amount(number: Fraction | None, stage: Stage) -> str:
    """What a round or a stage gave, in the measure of its stage: units have their sign."""
    if number is None:
        return "\N{EN DASH}"
    return signed(number) if stage.yields == "units" else plain(number)


def measure(stage: Stage) -> str:
    """What the totals of a stage are."""
    return _MEASURES.get(stage.yields, "in all")
