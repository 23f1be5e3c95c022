"""The tie-breaks, and the standing of a stage as groups that share a place.

Each tie-break says what it compares, the highest first; it only splits groups that are tied, for good.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from scorer.tournaments.rules.events import Decision, Line, Number, PlayOff, Progress, Table
from scorer.tournaments.rules.format import Format
from scorer.tournaments.rules.state import candidates, is_over, lot, names_of, number_after, places_left
from scorer.tournaments.rules.sums import Accounts, accounts, duel_results

AT_A_LINE = ("play-off", "lot")  # what decides who goes on, or who has won, and is not asked for less

Members = tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class StageFacts:
    """What tie-breaks may look at. `eligible`: the entrants who can go on; `play_offs` of the stage.

    `settled` are play-offs that are known to count, so that a standing shows them where nothing depends on its places.
    `last`: nobody goes on from the stage, so that entrants who left keep their places, and nobody moves up to them.
    """

    progress: Progress
    accounts: Accounts
    eligible: frozenset[Number]
    play_offs: tuple[PlayOff, ...] = ()
    settled: frozenset[PlayOff] = frozenset()
    last: bool = False

    def sat(self, number: Number) -> list[tuple[Table, Line]]:
        """The tables of everything that counts, the first one first."""
        return [table_and_line for account in self.accounts[number].chain() for table_and_line in account.sat]


Keys = Mapping[Number, Any]  # what is compared; empty where the facts are missing for one of the tied
TieBreak = Callable[[StageFacts, Members], Keys]


def _units(facts: StageFacts, members: Members) -> Keys:
    return {member: sum(account.units for account in facts.accounts[member].chain()) for member in members}


def _counted(what: str) -> TieBreak:
    """A tie-break by the sum of a count that a sheet may leave out."""

    def total(facts: StageFacts, members: Members) -> Keys:
        counts = {member: [getattr(line, what) for _table, line in facts.sat(member)] for member in members}
        if any(None in numbers for numbers in counts.values()):
            return {}
        return {member: sum(numbers) for member, numbers in counts.items()}

    return total


def _highest_running_units(facts: StageFacts, members: Members) -> Keys:
    """The highest running units after any deal of any match; each match starts from 0."""
    by_member = {member: [line.running for _table, line in facts.sat(member)] for member in members}
    if any(None in runs or not any(runs) for runs in by_member.values()):
        return {}
    return {member: max(units for run in runs for units in run or ()) for member, runs in by_member.items()}


def _running_units_backwards(facts: StageFacts, members: Members) -> Keys:
    """Running units after the last deal of all, after the one before, and so on; 0 before the first deal of each."""
    runs: dict[Number, list[int]] = {}
    for member in members:
        runs[member] = []
        for _table, line in facts.sat(member):
            if line.running is None:  # not kept deal by deal
                return {}
            before = runs[member][-1] if runs[member] else 0
            runs[member] += [before + units for units in line.running]
    longest = max(map(len, runs.values()))
    return {member: (*reversed(run), *(0,) * (longest - len(run))) for member, run in runs.items()}


def _head_to_head(facts: StageFacts, members: Members) -> Keys:
    """Own units less the opponent's, over the tables where both sat; in duels, what the duels between them gave.

    It says something only if each two of the tied have met.
    """
    by_member, group = {}, set(members)
    for member in members:
        meetings = (meeting for table, line in facts.sat(member) for meeting in _meetings(table, line))
        met = [(opponent, margin) for opponent, margin in meetings if opponent in group]
        if len({opponent for opponent, _margin in met}) < len(members) - 1:
            return {}
        by_member[member] = sum((margin for _opponent, margin in met), Fraction(0))
    return by_member


def _meetings(table: Table, line: Line) -> Iterator[tuple[Number, Fraction]]:
    """The opponents of an entrant at a table, each with the margin for or against the entrant."""
    if not table.duels:
        for rival in table.lines:
            if rival.entrant != line.entrant:
                yield rival.entrant, Fraction(line.units - rival.units)
    for first, second in duel_results(table):
        for (own, gets), (against, gives) in ((first, second), (second, first)):
            if own == line.entrant:
                yield against, gets - gives


def _units_per_deal(facts: StageFacts, members: Members) -> Keys:
    by_member = {}
    for member in members:
        lines = [line for _table, line in facts.sat(member)]
        deals = sum(line.deals or 0 for line in lines)
        if not deals or any(line.deals is None for line in lines):
            return {}
        by_member[member] = Fraction(sum(line.units for line in lines), deals)
    return by_member


def _wins_of_opponents(facts: StageFacts, members: Members) -> Keys:
    """The wins in this stage of every opponent met at a table of it, once for each meeting; a bye counts the own wins.

    A bye is then neither better nor worse than the meetings of the others who are level.
    """
    by_member = {}
    for member in members:
        account = facts.accounts[member]
        met = [line.entrant for table, _line in account.sat for line in table.lines if line.entrant != member]
        theirs = [facts.accounts[opponent].given for opponent in met if opponent in facts.accounts]
        by_member[member] = sum(theirs, Fraction(0)) + account.byes * account.given
    return by_member


KEYS: Mapping[str, TieBreak] = {
    "units": _units,
    "deals won": _counted("won"),
    "times caller": _counted("called"),
    "contracts made": _counted("made"),
    "highest running units": _highest_running_units,
    "running units backwards": _running_units_backwards,
    "head-to-head": _head_to_head,
    "units per deal": _units_per_deal,
    "wins of opponents": _wins_of_opponents,
    "lot": lambda facts, members: {member: -at for at, member in enumerate(lot(facts.progress, members))},
}


@dataclass(frozen=True, slots=True)
class TiedEntrants:
    """Entrants who share a place. `by` put them below the group before; `due`: only a play-off can split them.

    `unknown`: tie-breaks that could not say anything about them, because a sheet does not; `play_off`: what decided
    a tie that they were in.
    """

    members: Members
    by: str | Decision = Decision.TOTAL
    due: bool = False
    unknown: tuple[str, ...] = ()
    play_off: PlayOff | None = None


def separate(
    groups: Iterable[TiedEntrants], breaks: Sequence[str], facts: StageFacts, lines: Collection[int] = ()
) -> Iterator[TiedEntrants]:
    """The groups, each split as far as the tie-breaks go.

    `lines` are numbers of places after which something is decided, counted in eligible entrants, in the last stage in
    all. A play-off is due, and a lot is drawn, only for a group that crosses a line.
    """
    above = 0
    for group in groups:
        yield from _split(group, breaks, facts, [line - above for line in lines])
        above += len(group.members) if facts.last else _counting(group, facts)


def _split(
    group: TiedEntrants, breaks: Sequence[str], facts: StageFacts, lines: Sequence[int]
) -> Iterator[TiedEntrants]:
    """One group, split by the first tie-break; what stays tied is split by the next ones."""
    if len(group.members) == 1:
        yield group
        return
    if not breaks:
        yield replace(group, members=_by_name(group.members, facts))
        return
    word, remaining = breaks[0], breaks[1:]
    crossing = any(0 < line < _counting(group, facts) for line in lines)
    leaving = tuple(member for member in group.members if member not in facts.eligible)
    if word in AT_A_LINE and crossing and leaving:  # those who can play off, and below them those who have left
        staying = tuple(member for member in group.members if member in facts.eligible)
        parts = [replace(group, members=staying), TiedEntrants(leaving, Decision.LEFT)]
        yield from separate(parts, breaks, facts, lines)
    elif word == "play-off" and (played := _play_off_of(group, facts, lines)):
        yield from _played_off(replace(group, play_off=played), played, remaining, facts, lines)
    elif word == "play-off" and crossing:
        yield replace(group, members=_by_name(group.members, facts), due=True)
    elif word == "play-off":
        yield from _split(group, remaining, facts, lines)
    elif word == "lot" and not (crossing or group.play_off):
        yield replace(group, members=_by_name(group.members, facts))
    elif keys := KEYS[word](facts, group.members):
        yield from separate(_parts(group, keys, word), remaining, facts, lines)
    else:
        begun = any(facts.sat(member) for member in group.members)
        unknown = (*group.unknown, word) if begun else group.unknown
        yield from _split(replace(group, unknown=unknown), remaining, facts, lines)


def _play_off_of(group: TiedEntrants, facts: StageFacts, lines: Sequence[int]) -> PlayOff | None:
    """The latest play-off of exactly those who tie, at a line; entrants who have left make no difference."""
    there = set(group.members)
    for play_off in reversed(facts.play_offs):
        if len(play_off.tied & there) > 1 and facts.eligible.isdisjoint(play_off.tied ^ there):
            count = len(there & (facts.eligible | play_off.tied))
            if play_off in facts.settled or any(0 < line < count for line in lines):
                return play_off
    return None


def _played_off(
    group: TiedEntrants, played: PlayOff, remaining: Sequence[str], facts: StageFacts, lines: Sequence[int]
) -> Iterator[TiedEntrants]:
    """The group in the order of its play-off, then who left; split by the next tie-break where none was played."""
    if not played.order:
        yield from _split(group, remaining, facts, lines)
        return
    order = [member for member in played.order if member in group.members]
    for at, member in enumerate(order):
        yield replace(group, members=(member,), by="play-off" if at else group.by)
    if left := tuple(member for member in group.members if member not in order):
        yield TiedEntrants(_by_name(left, facts), Decision.LEFT)


def _parts(group: TiedEntrants, keys: Mapping[Number, Any], word: str) -> list[TiedEntrants]:
    """The group split by the keys, the highest first; members with the same key stay together."""
    ordered = sorted(group.members, key=keys.__getitem__, reverse=True)
    parts = [tuple(part) for _key, part in groupby(ordered, key=keys.__getitem__)]
    return [replace(group, members=part, by=word if at else group.by) for at, part in enumerate(parts)]


def _counting(group: TiedEntrants, facts: StageFacts) -> int:
    return len(facts.eligible.intersection(group.members))


def _by_name(members: Members, facts: StageFacts) -> Members:
    if len(members) == 1:
        return members
    names = names_of(facts.progress)
    return tuple(sorted(members, key=lambda member: (names[member].casefold(), names[member])))


def play_offs_of(groups: Iterable[TiedEntrants]) -> frozenset[PlayOff]:
    """The play-offs that decided something among these groups."""
    return frozenset(group.play_off for group in groups if group.play_off)


def groups_of(fmt: Format, progress: Progress, stage: int, facts: StageFacts) -> list[TiedEntrants]:
    """The standing of a stage as groups that share a place."""
    lines = lines_of(fmt, progress, stage) if is_over(fmt, progress, stage) else ()
    everybody = by_total(facts.accounts, facts.accounts)
    return list(separate(everybody, fmt.stages[stage].breaks, facts, lines))


def lines_of(fmt: Format, progress: Progress, stage: int) -> tuple[int, ...]:
    """The numbers of places after which the standing of a stage decides something: who goes on, or who has won."""
    rule = fmt.stages[stage].cut
    if rule is None:
        return tuple(range(1, fmt.stages[stage].decide + 1))
    return (places_left(fmt, progress, stage),) if rule.by == "standing" else ()


def facts_of(fmt: Format, progress: Progress, stage: int) -> StageFacts:
    """What the tie-breaks of a stage may look at; who was announced to go on is eligible, also after leaving."""
    through = (number for cut in progress.cuts if cut.stage == stage for number in (*cut.through, *cut.gone))
    return StageFacts(
        progress,
        accounts(fmt, progress, stage),
        frozenset((*candidates(fmt, progress, stage, number_after(progress, stage)), *through)),
        tuple(play_off for play_off in progress.play_offs if play_off.stage == stage),
        last=fmt.stages[stage].cut is None,
    )


def by_total(members: Iterable[Number], by_entrant: Accounts) -> list[TiedEntrants]:
    """Groups with the same total, the highest first."""
    totals = {entrant: by_entrant[entrant].total for entrant in members}
    ordered = sorted(totals, key=totals.__getitem__, reverse=True)
    return [TiedEntrants(tuple(group)) for _total, group in groupby(ordered, key=totals.__getitem__)]
