"""What a table gives to those who sit at it, in the measure of the stage."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from scorer.rules.errors import TournamentError
from scorer.rules.tournament.format import Places, Stage
from scorer.rules.tournament.state import results
from scorer.rules.tournament.values import Line, Number, Table

WIN, EVEN, LOSS = Fraction(3), Fraction(1), Fraction(0)
AGAINST_ALL = (WIN, EVEN, EVEN)  # the odd player who is first, second, third at the table

Matches = Mapping[Number, int]


def table_yield(stage: Stage, table: Table, matches_played: Matches) -> dict[Number, Fraction]:
    """What each at a table gets for it, as it stands; empty before anything was recorded.

    `matches_played`: how many matches each plays in the stage, where placement points depend on it. An odd player who
    rests is not in it: what a bye gives is theirs.
    """
    return _YIELDS[stage.yields](stage, table, matches_played) if results(table) else {}


def _units(_stage: Stage, table: Table, _matches: Matches) -> dict[Number, Fraction]:
    return {line.entrant: Fraction(line.units) for line in table.lines}


def _placement(stage: Stage, table: Table, matches: Matches) -> dict[Number, Fraction]:
    """Placement points by units; who ties shares the points of the places, exactly."""
    found = {}
    for line in table.lines:
        places = _places(stage, len(table.lines), matches.get(line.entrant, stage.rounds))
        above, level = _above(line, table), _level(line, table)
        found[line.entrant] = sum(places[above : above + level], Fraction(0)) / level
    return found


def _places(stage: Stage, size: int, matches: int) -> Places:
    """The placement points at a table of this size for somebody who plays so many matches."""
    places = stage.placement_for.get(matches, {}).get(size) or stage.placement.get(size)
    if places is None:
        raise TournamentError(f"{stage.name}: there are no placement points for a table of {size}")
    return places


def _placement_and_units(stage: Stage, table: Table, matches: Matches) -> dict[Number, Fraction]:
    placement = _placement(stage, table, matches)
    return {line.entrant: placement[line.entrant] + line.units * stage.units_share for line in table.lines}


def _duels(stage: Stage, table: Table, _matches: Matches) -> dict[Number, Fraction]:
    """3-1-0 in each duel; the odd player against all gets 3 as first of the table, 1 as second or third, else 0."""
    found: dict[Number, Fraction] = {}
    for (one, gets), (other, gives) in duel_results(table):
        found |= {one: gets, other: gives}
    if stage.odd == "against all":
        for line in table.lines:
            if line.entrant not in found:
                found[line.entrant] = dict(enumerate(AGAINST_ALL)).get(_above(line, table), LOSS)
    return found


def duel_results(table: Table) -> Iterator[tuple[tuple[Number, Fraction], tuple[Number, Fraction]]]:
    """Both sides of every duel of a table, each with what it gets."""
    units = {line.entrant: line.units for line in table.lines}
    for one, other in table.duels:
        if one in units and other in units:
            margin = units[one] - units[other]
            yield (one, _of_duel(margin)), (other, _of_duel(-margin))


def _of_duel(margin: int) -> Fraction:
    return EVEN if margin == 0 else WIN if margin > 0 else LOSS


def _above(line: Line, table: Table) -> int:
    """How many at the table have more units."""
    return sum(other.units > line.units for other in table.lines)


def _level(line: Line, table: Table) -> int:
    """How many at the table have just as many, this one included."""
    return sum(other.units == line.units for other in table.lines)


_YIELDS: Mapping[str, Callable[[Stage, Table, Matches], dict[Number, Fraction]]] = {
    "units": _units,
    "placement": _placement,
    "placement and units": _placement_and_units,
    "duels": _duels,
}
