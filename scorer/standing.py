"""Standings in their simplest form: units, deals, units per deal, place. The season's statistics build on frames."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scorer.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line. `units` include penalties and adjustments, `units_per_deal` does not; None without a deal."""

    place: int
    player: str
    units: int
    deals: int
    units_per_deal: float | None


def standings(sheets: Iterable[Sheet]) -> list[Standing]:
    """The players of these matches by units, ties by name; ties share a place (1, 2, 2, 4)."""
    units: Counter[str] = Counter()
    in_deals: Counter[str] = Counter()
    deals: Counter[str] = Counter()
    for sheet in sheets:
        units.update(sheet.running)
        for deal in sheet.deals:
            in_deals.update(deal.payouts)
            deals.update(deal.payouts.keys())
    order = sorted(units, key=lambda player: (-units[player], player))
    return [
        Standing(
            place=1 + sum(other > units[player] for other in units.values()),
            player=player,
            units=units[player],
            deals=deals[player],
            units_per_deal=in_deals[player] / deals[player] if deals[player] else None,
        )
        for player in order
    ]
