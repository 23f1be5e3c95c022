"""Separating who ties: each tie-break only splits groups that are tied, and what it has split stays split."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from scorer.rules.tournament.state import names_of
from scorer.rules.tournament.tie_breaks import AT_A_LINE, KEYS, Facts, Members
from scorer.rules.tournament.values import Number, PlayOff

LEFT, SHARED, DUE = "left the tournament", "shared", "play-off due"


@dataclass(frozen=True, slots=True)
class Group:
    """Entrants who share a place. `by` put them below the group before; `due`: only a play-off can split them.

    `unknown`: tie-breaks that could not say anything about them, because a sheet does not; `play_off`: what decided
    a tie that they were in.
    """

    members: Members
    by: str = ""
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
        yield Group(_by_name(others, facts), LEFT)


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
    return [replace(group, members=staying), Group(leaving, LEFT)] if leaving else []


def _by_name(members: Members, facts: Facts) -> Members:
    if len(members) == 1:
        return members
    names = names_of(facts.progress)
    return tuple(sorted(members, key=lambda member: (names[member].casefold(), names[member])))


def play_offs_of(groups: Iterable[Group]) -> frozenset[PlayOff]:
    """The play-offs that decided something among these groups."""
    return frozenset(group.play_off for group in groups if group.play_off)
