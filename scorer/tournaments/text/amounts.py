"""What a round, a stage or all of a tournament gave, in the measure of its stage; templates know these as filters."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from scorer.language import N_, _, counts
from scorer.text.numbers import SCREEN, plain, plain_signed
from scorer.tournaments.rules.format import Stage

_IN_ALL: Final = N_("in all")  # where the totals have no measure of their own
_STAGE_MEASURES: Final = {"units": N_("units"), "placement": N_("placement points"), "wins": N_("wins")}
_COUNTED: Final[Mapping[str, Callable[..., str]]] = {
    "units": counts.units,
    "placement": counts.placement_points,
    "wins": counts.wins,
}


def amount(number: Fraction | None, stage: Stage) -> str:
    """What a round or a stage of a tournament gave, in the measure of its stage: units have their sign."""
    if number is None:
        return SCREEN.nothing
    return plain_signed(number) if stage.yields == "units" else plain(number)


def measure(stage: Stage) -> str:
    """What the totals of a stage of a tournament count: `units`, `placement points`, `wins`, `in all`."""
    return _(_STAGE_MEASURES.get(stage.yields, _IN_ALL))


def measured_total(total: Fraction, stage: Stage) -> str:
    """A total of a stage of a tournament with what it counts: `+1 unit`, `12 placement points`."""
    written = amount(total, stage)
    if counted := _COUNTED.get(stage.yields):
        return counted(float(total), written)
    return _("{total} in all", total=written)


def lost(taken: float, stage: Stage) -> str:
    """What a penalty takes, in the measure of its stage: `4 units`; a bare number where that has none."""
    return _COUNTED.get(stage.yields, str)(taken)


FILTERS: Final = (amount, measure, measured_total)
