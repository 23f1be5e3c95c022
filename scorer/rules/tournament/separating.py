"""Separating who ties: each tie-break only splits groups that are tied, and what it has split stays split."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from scorer.rules.tournament.state import names_of
from scorer.rules.tournament.tie_breaks import AT_A_LINE, KEYS, Facts, Members
from scorer.rules.tournament.values import Number

LEFT, SHARED, DUE = "left the tournament", "shared", "play-off due"


@dataclass(frozen=True, slots=True)
class Group:
    """Entrants who share a place. `by` put them below the group before; `due`: only a play-off can split them.

    `unknown`: tie-breaks that could not say anything about them, because a sheet does not.
    """

    members: Members
    by: str = ""
    due: bool = False
    unknown: tuple[str, ...] = ()


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
    elif word == "lot" and not crossing:
        yield replace(group, members=_by_name(group.members, facts))
    elif keys := KEYS[word](facts, group.members):
        yield from separate(_parts(group, keys, word), rest, facts, lines)
    elif word == "play-off" and crossing and () not in facts.orders:
        yield replace(group, members=_by_name(group.members, facts), due=True)
    else:
        begun = word != "play-off" and any(facts.sat(member) for member in group.members)
        unknown = (*group.unknown, word) if begun else group.unknown
        yield from _split(replace(group, unknown=unknown), rest, facts, lines)


def _parts(group: Group, keys: Mapping[Number, Any], word: str) -> list[Group]:
    """The group in the order of the keys, the highest first; who has the same key stays together."""
    ordered = sorted(group.members, key=keys.__getitem__, reverse=True)
    parts = [tuple(part) for _key, part in groupby(ordered, key=keys.__getitem__)]
    return [Group(part, word if at else group.by, unknown=group.unknown) for at, part in enumerate(parts)]


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
