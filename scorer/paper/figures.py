"""Numbers as paper shows them: a real minus, no more decimals than there are."""

from fractions import Fraction
from typing import Final

from scorer.rules.tournament import Stage
from scorer.text.numbers import plain as plain  # noqa: PLC0414 - whoever prints figures finds it here

_MEASURES: Final = {"units": "units", "placement": "placement points"}


def signed(units: int | Fraction) -> str:
    """Units with their sign; 0 has none."""
    return plain(units, plus="+")


def amount(number: Fraction | None, stage: Stage) -> str:
    """What a round or a stage gave, in the measure of its stage: units have their sign."""
    if number is None:
        return "\N{EN DASH}"
    return signed(number) if stage.yields == "units" else plain(number)


def measure(stage: Stage) -> str:
    """What the totals of a stage are."""
    return _MEASURES.get(stage.yields, "in all")
