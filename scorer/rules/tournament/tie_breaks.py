"""The tie-breaks themselves: what each compares, the highest first. Applied, as play-offs are, in separating.py."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

from scorer.rules.tournament.accounts import Accounts, duel_results
from scorer.rules.tournament.state import lot
from scorer.rules.tournament.values import Line, Number, PlayOff, Progress, Table

AT_A_LINE = ("play-off", "lot")  # what decides who goes on, or who has won, and is not asked for less

Members = tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """What tie-breaks may look at. `eligible`: who can go on; `play_offs` of the stage.

    `settled` are play-offs that are known to count, so that a standing shows them where nothing hangs on its places.
    """

    progress: Progress
    accounts: Accounts
    eligible: frozenset[Number]
    play_offs: tuple[PlayOff, ...] = ()
    settled: frozenset[PlayOff] = frozenset()

    def sat(self, number: Number) -> list[tuple[Table, Line]]:
        """The tables of everything that counts, the first one first."""
        return [each for account in self.accounts[number].chain() for each in account.sat]


Keys = Mapping[Number, Any]  # what is compared; empty where the facts are missing for one of the tied
TieBreak = Callable[[Facts, Members], Keys]


def _units(facts: Facts, members: Members) -> Keys:
    return {member: sum(account.units for account in facts.accounts[member].chain()) for member in members}


def _counted(what: str) -> TieBreak:
    """The sum of a count that a sheet may leave out."""

    def total(facts: Facts, members: Members) -> Keys:
        counts = {member: [getattr(line, what) for _table, line in facts.sat(member)] for member in members}
        return {} if any(None in each for each in counts.values()) else {m: sum(each) for m, each in counts.items()}

    return total


def _highest_running_units(facts: Facts, members: Members) -> Keys:
    """The highest running units after any deal of any match; each match starts from 0."""
    runs = {member: [line.running for _table, line in facts.sat(member)] for member in members}
    if any(None in each or not any(each) for each in runs.values()):
        return {}
    return {member: max(units for run in each for units in run or ()) for member, each in runs.items()}


def _running_units_backwards(facts: Facts, members: Members) -> Keys:
    """Running units after the last deal of all, after the one before, and so on; the matches follow one another.

    Who played fewer deals had 0 before the first of them.
    """
    runs = {member: _run(facts, member) for member in members}
    if None in runs.values():
        return {}
    longest = max(len(run or ()) for run in runs.values())
    return {member: (*reversed(run or ()), *(0,) * (longest - len(run or ()))) for member, run in runs.items()}


def _run(facts: Facts, member: Number) -> tuple[int, ...] | None:
    """Running units over all matches, or None where one of them was not kept deal by deal."""
    lines = [line for _table, line in facts.sat(member)]
    if any(line.running is None for line in lines):
        return None
    return tuple(accumulate(step for line in lines for step in _steps(line.running or ())))


def _steps(running: tuple[int, ...]) -> Iterator[int]:
    return (after - before for before, after in zip((0, *running), running, strict=False))


def _head_to_head(facts: Facts, members: Members) -> Keys:
    """Own units less the other's, over the tables where both sat; in duels, what the duels between them gave.

    It says something only if each two of the tied have met.
    """
    found, group = {}, set(members)
    for member in members:
        met = [each for table, line in facts.sat(member) for each in _meetings(table, line) if each[0] in group]
        if len({other for other, _margin in met}) < len(members) - 1:
            return {}
        found[member] = sum((margin for _other, margin in met), Fraction(0))
    return found


def _meetings(table: Table, line: Line) -> Iterator[tuple[Number, Fraction]]:
    """Whom an entrant met at a table, and by how much it went for or against."""
    if not table.duels:
        for each in table.lines:
            if each.entrant != line.entrant:
                yield each.entrant, Fraction(line.units - each.units)
    for one, other in duel_results(table):
        for (own, gets), (against, gives) in ((one, other), (other, one)):
            if own == line.entrant:
                yield against, gets - gives


def _units_per_deal(facts: Facts, members: Members) -> Keys:
    found = {}
    for member in members:
        lines = [line for _table, line in facts.sat(member)]
        deals = sum(line.deals or 0 for line in lines)
        if not deals or any(line.deals is None for line in lines):
            return {}
        found[member] = Fraction(sum(line.units for line in lines), deals)
    return found


def _lot(facts: Facts, members: Members) -> Keys:
    return {member: -at for at, member in enumerate(lot(facts.progress, members))}


KEYS: Mapping[str, TieBreak] = {
    "units": _units,
    "deals won": _counted("won"),
    "times caller": _counted("called"),
    "contracts made": _counted("made"),
    "highest running units": _highest_running_units,
    "running units backwards": _running_units_backwards,
    "head-to-head": _head_to_head,
    "units per deal": _units_per_deal,
    "lot": _lot,
}
