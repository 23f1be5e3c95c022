"""The standing of a stage as groups that share a place: each tie-break only splits groups that are tied, for good."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from scorer.rules.tournament.accounts import Accounts, accounts
from scorer.rules.tournament.format import Format
from scorer.rules.tournament.state import candidates, is_over, names_of, number_after, places_left
from scorer.rules.tournament.tie_breaks import AT_A_LINE, KEYS, Facts, Members
from scorer.rules.tournament.values import Decision, Number, PlayOff, Progress


@dataclass(frozen=True, slots=True)
class Group:
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
    groups: Iterable[Group], breaks: Sequence[str], facts: Facts, lines: Collection[int] = ()
) -> Iterator[Group]:
    """The groups, each split as far as the tie-breaks go.

    `lines`: after how many of the eligible something is decided. A play-off is due, and a lot is drawn, only for a
    group that crosses one.
    """
    above = 0
    for group in groups:
        yield from _split(group, breaks, facts, [line - above for line in lines])
        above += _counting(group, facts)


def _split(group: Group, breaks: Sequence[str], facts: Facts, lines: Sequence[int]) -> Iterator[Group]:
    """One group, split by the first tie-break, and what it leaves tied by the rest."""
    if len(group.members) == 1 or not breaks:
        yield replace(group, members=_by_name(group.members, facts))
        return
    word, rest = breaks[0], breaks[1:]
    crossing = any(0 < line < _counting(group, facts) for line in lines)
    if word in AT_A_LINE and crossing and (parts := _without_leavers(group, facts)):
        yield from separate(parts, breaks, facts, lines)
    elif word == "play-off" and (played := _play_off_of(group, facts, lines)):
        yield from _played_off(replace(group, play_off=played), played, rest, facts, lines)
    elif word == "play-off" and crossing:
        yield replace(group, members=_by_name(group.members, facts), due=True)
    elif word == "play-off":
        yield from _split(group, rest, facts, lines)
    elif word == "lot" and not (crossing or group.play_off):
        yield replace(group, members=_by_name(group.members, facts))
    elif keys := KEYS[word](facts, group.members):
        yield from separate(_parts(group, keys, word), rest, facts, lines)
    else:
        begun = any(facts.sat(member) for member in group.members)
        unknown = (*group.unknown, word) if begun else group.unknown
        yield from _split(replace(group, unknown=unknown), rest, facts, lines)


def _play_off_of(group: Group, facts: Facts, lines: Sequence[int]) -> PlayOff | None:
    """The latest play-off of exactly those who tie, at a line; who has left changes nothing about it."""
    there = set(group.members)
    for each in reversed(facts.play_offs):
        if len(each.tied & there) > 1 and facts.eligible.isdisjoint(each.tied ^ there):
            count = len(there & (facts.eligible | each.tied))
            if each in facts.settled or any(0 < line < count for line in lines):
                return each
    return None


def _played_off(
    group: Group, played: PlayOff, rest: Sequence[str], facts: Facts, lines: Sequence[int]
) -> Iterator[Group]:
    """The group in the order of its play-off, who left before it last; where none was played, by what comes next."""
    if not played.order:
        yield from _split(group, rest, facts, lines)
        return
    order = [member for member in played.order if member in group.members]
    for at, member in enumerate(order):
        yield replace(group, members=(member,), by="play-off" if at else group.by)
    if others := tuple(member for member in group.members if member not in order):
        yield Group(_by_name(others, facts), Decision.LEFT)


def _parts(group: Group, keys: Mapping[Number, Any], word: str) -> list[Group]:
    """The group in the order of the keys, the highest first; who has the same key stays together."""
    ordered = sorted(group.members, key=keys.__getitem__, reverse=True)
    parts = [tuple(part) for _key, part in groupby(ordered, key=keys.__getitem__)]
    return [replace(group, members=part, by=word if at else group.by) for at, part in enumerate(parts)]


def _counting(group: Group, facts: Facts) -> int:
    return len(facts.eligible.intersection(group.members))


def _without_leavers(group: Group, facts: Facts) -> list[Group]:
    """Who has left cannot play off, and comes after those who can; empty when nobody has left."""
    staying = tuple(member for member in group.members if member in facts.eligible)
    leaving = tuple(member for member in group.members if member not in facts.eligible)
    return [replace(group, members=staying), Group(leaving, Decision.LEFT)] if leaving else []


def _by_name(members: Members, facts: Facts) -> Members:
    if len(members) == 1:
        return members
    names = names_of(facts.progress)
    return tuple(sorted(members, key=lambda member: (names[member].casefold(), names[member])))


def play_offs_of(groups: Iterable[Group]) -> frozenset[PlayOff]:
    """The play-offs that decided something among these groups."""
    return frozenset(group.play_off for group in groups if group.play_off)


def groups_of(fmt: Format, progress: Progress, stage: int, facts: Facts) -> list[Group]:
    """The standing of a stage as groups that share a place."""
    lines = lines_of(fmt, progress, stage) if is_over(fmt, progress, stage) else ()
    everybody = by_total(facts.accounts, facts.accounts)
    return list(separate(everybody, fmt.stages[stage].breaks, facts, lines))


def lines_of(fmt: Format, progress: Progress, stage: int) -> tuple[int, ...]:
    """After how many places of its standing a stage decides something: who goes on, or who has won."""
    rule = fmt.stages[stage].cut
    if rule is None:
        return tuple(range(1, fmt.stages[stage].decide + 1))
    return (places_left(fmt, progress, stage),) if rule.by == "standing" else ()


def facts_of(fmt: Format, progress: Progress, stage: int) -> Facts:
    """What the tie-breaks of a stage may look at. Who was announced to go on could, also if they left since."""
    through = (number for cut in progress.cuts if cut.stage == stage for number in cut.through)
    return Facts(
        progress,
        accounts(fmt, progress, stage),
        frozenset((*candidates(fmt, progress, stage, number_after(progress, stage)), *through)),
        tuple(each for each in progress.play_offs if each.stage == stage),
    )


def by_total(members: Iterable[Number], found: Accounts) -> list[Group]:
    """Groups with the same total, the highest first."""
    ordered = sorted(members, key=lambda each: found[each].total, reverse=True)
    return [Group(tuple(group)) for _total, group in groupby(ordered, key=lambda each: found[each].total)]
