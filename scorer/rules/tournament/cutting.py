"""Who goes on from a stage, and why."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scorer.rules.errors import TournamentError
from scorer.rules.tournament.format import Format, Stage
from scorer.rules.tournament.grouping import by_total, facts_of, groups_of
from scorer.rules.tournament.separating import Group, play_offs_of, separate
from scorer.rules.tournament.state import (
    all_go_on,
    candidates,
    is_over,
    last_tables,
    missing_results,
    number_after,
    places_left,
    resting_only,
    rounds_of,
    tables_named,
)
from scorer.rules.tournament.tie_breaks import KEYS, Facts, Members
from scorer.rules.tournament.values import Number, PlayOff, Progress

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True, slots=True)
class CutResult:
    """Who goes on, best first, each with the reason, and who cannot be told apart without a play-off.

    While somebody is `tied`, only those who go on whatever the play-off gives are `through`. `play_offs` are those
    that decided something about it.
    """

    through: tuple[Number, ...]
    tied: tuple[Number, ...] = ()
    reasons: Mapping[Number, str] = field(default_factory=dict)
    play_offs: frozenset[PlayOff] = frozenset()


def cut(fmt: Format, progress: Progress, stage: int) -> CutResult:
    """Who goes on from a stage; raises TournamentError while it is not over, and after the last one."""
    rule = fmt.stages[stage].cut
    if rule is None:
        raise TournamentError(f"{fmt.stages[stage].name} is the last stage: nobody goes on from it")
    if not is_over(fmt, progress, stage):
        raise TournamentError(f"{fmt.stages[stage].name} is not over: {_why(fmt, progress, stage)}")
    if all_go_on(fmt, progress, stage):
        through = candidates(fmt, progress, stage, number_after(progress, stage))
        return CutResult(through, (), dict.fromkeys(through, "a place for everybody"))
    return _CUTS[rule.by](fmt, progress, stage)


def _why(fmt: Format, progress: Progress, stage: int) -> str:
    """What is missing before a stage is over."""
    if missing := missing_results(progress, stage):
        number = missing[0][0]
        return f"round {number} has no result of {tables_named(table for each, table in missing if each == number)}"
    played = len(rounds_of(progress, stage))
    return f"{played} of {fmt.stages[stage].rounds} rounds are drawn"


def _best(fmt: Format, progress: Progress, stage: int) -> CutResult:
    """The best of the standing."""
    facts = facts_of(fmt, progress, stage)
    groups = groups_of(fmt, progress, stage, facts)
    through, tied = _first(groups, places_left(fmt, progress, stage), facts)
    reasons = dict.fromkeys(through, f"best {places_left(fmt, progress, stage)}")
    return CutResult(through, tied, reasons, play_offs_of(groups))


def _first(groups: Iterable[Group], count: int, facts: Facts) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """So many of those who can go on, the first groups first, and the group that has too many for the rest."""
    through: list[Number] = []
    for group in groups:
        members = [member for member in group.members if member in facts.eligible]
        if len(through) + len(members) > count:
            return tuple(through), tuple(members) if len(through) < count else ()
        through += members
    return tuple(through), ()


def _places(fmt: Format, progress: Progress, stage: int) -> CutResult:
    """All firsts of the tables, all seconds and so on; of the place that is not for all, the best. Byes go on."""
    rules, facts = fmt.stages[stage], facts_of(fmt, progress, stage)
    byes = tuple(number for number in resting_only(progress, stage) if number in facts.eligible)
    tables = last_tables(progress, stage, facts.eligible)
    full, rest = _levels(tables.values(), places_left(fmt, progress, stage) - len(byes))
    lines = (full, full + 1) if rest else (full,)
    orders = {
        number: list(separate(by_total(members, facts.accounts), rules.breaks, facts, lines))
        for number, members in tables.items()
    }
    found = _through(orders, full)
    decided = play_offs_of(group for order in orders.values() for group in order)
    result = CutResult(tuple(_best_first(found, rules, facts)), (), found, decided)
    if tied := _crossing(orders.values(), lines):
        return _with_byes(replace(result, tied=tied), byes)
    if rest:
        result = _with_best(result, [_at(order, full) for order in orders.values()], full, rest, rules, facts)
    return _with_byes(result, byes)


def _levels(tables: Iterable[Sequence[Number]], count: int) -> tuple[int, int]:
    """How many places of every table are among the first `count`, and how many are left for the place after."""
    sizes = [len(members) for members in tables]
    full = 0
    while 0 < (level := sum(size > full for size in sizes)) <= count:
        full, count = full + 1, count - level
    return full, count if any(size > full for size in sizes) else 0


def _through(orders: Mapping[int, Sequence[Group]], full: int) -> dict[Number, str]:
    """Those who are certainly among the first `full` of their table, with their place there."""
    return {
        member: f"{ORDINALS[start]} of table {number}"
        for number, order in orders.items()
        for start, group in _started(order)
        if start + len(group.members) <= full
        for member in group.members
    }


def _started(order: Iterable[Group]) -> Iterator[tuple[int, Group]]:
    """Each group with how many are above it."""
    start = 0
    for group in order:
        yield start, group
        start += len(group.members)


def _crossing(orders: Iterable[Sequence[Group]], lines: Iterable[int]) -> tuple[Number, ...]:
    """The first group that lies across a line, and has to play off."""
    for order in orders:
        for start, group in _started(order):
            if any(start < line < start + len(group.members) for line in lines):
                return group.members
    return ()


def _at(order: Sequence[Group], at: int) -> Members:
    """Who has this place of a table, alone; nobody at a table that is smaller."""
    return next((group.members for start, group in _started(order) if start == at), ())


def _best_first(found: Mapping[Number, str], rules: Stage, facts: Facts) -> Iterator[Number]:
    """The firsts, then the seconds and so on, the better of each first."""
    for ordinal in ORDINALS:
        level = tuple(number for number, reason in found.items() if reason.startswith(ordinal))
        for group in separate([Group(level)] if level else [], _next(rules), facts):
            yield from group.members


def _with_best(
    result: CutResult, level: Iterable[Members], at: int, rest: int, rules: Stage, facts: Facts
) -> CutResult:
    """The best `rest` of those who have the place that is not for all."""
    members = tuple(number for each in level for number in each)
    groups = list(separate([Group(members)], _next(rules), facts, (rest,)))
    through, tied = _first(groups, rest, facts)
    why = _why_best(through, groups, _next(rules)[0], facts)
    reasons = {number: f"best {ORDINALS[at]}: {why[number]}" for number in through}
    decided = result.play_offs | play_offs_of(groups)
    return CutResult((*result.through, *through), tied, {**result.reasons, **reasons}, decided)


def _next(rules: Stage) -> tuple[str, ...]:
    """By what those at different tables are compared."""
    assert rules.cut is not None
    return (rules.cut.next_by, *(word for word in rules.breaks if word != rules.cut.next_by))


def _why_best(through: Members, groups: Sequence[Group], word: str, facts: Facts) -> dict[Number, str]:
    """What those who go on were better by, in words: the measure, and the tie-break where that was level."""
    keys = KEYS[word](facts, tuple(member for group in groups for member in group.members))
    out = next((group for group in groups if not set(group.members) & set(through)), Group(()))
    level = {member for member in keys if out.members and keys[member] == keys[out.members[0]]}
    if not keys:
        return dict.fromkeys(through, out.by or f"{word} not known")
    return {
        number: f"{signed(keys[number])} {word}" + (f", then {out.by}" if number in level else "") for number in through
    }


def signed(amount: int | Fraction) -> str:
    """A number with its sign, to two decimals at most."""
    return f"{float(amount):+.2f}".rstrip("0").rstrip(".") if amount else "0"


def _with_byes(result: CutResult, byes: Members) -> CutResult:
    return replace(result, through=(*result.through, *byes), reasons={**result.reasons, **dict.fromkeys(byes, "a bye")})


_CUTS = {"standing": _best, "places": _places}
