"""Who goes on from a stage, and why."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from fractions import Fraction
from itertools import combinations, product
from math import prod

from scorer.language import _
from scorer.tournaments.rules.errors import TournamentError
from scorer.tournaments.rules.events import Number, PlayOff, Progress
from scorer.tournaments.rules.format import Format, Stage
from scorer.tournaments.rules.state import (
    all_go_on,
    candidates,
    is_over,
    last_tables,
    number_after,
    places_left,
    resting_only,
)
from scorer.tournaments.rules.tie_breaks import (
    KEYS,
    Members,
    StageFacts,
    TiedEntrants,
    by_total,
    facts_of,
    groups_of,
    play_offs_of,
    separate,
)

MOST_ENDS = 500  # of the ties at all tables together


class GoesOn(Enum):
    """How somebody comes to go on from a stage."""

    EVERYBODY = auto()  # there is a place for everybody
    STANDING = auto()  # one of the best so many of its standing
    TABLE = auto()  # by a place at a table from which all of that place go on
    NEXT = auto()  # one of the best of the place after these, over all tables
    BYE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why somebody goes on: `count` as one of so many of the standing, or the `place`, from 0, at a `table`.

    Those of the next place are compared `by` a measure, of which they have an `amount` (None where the sheets do not
    say it); `then` is what decided where that was level with who does not go on, None where it was not.
    """

    how: GoesOn
    count: int = 0
    place: int = 0
    table: int = 0
    by: str = ""
    amount: int | Fraction | None = None
    then: str | None = None


@dataclass(frozen=True, slots=True)
class CutResult:
    """The entrants who go on, best first, with their reasons, and those whom only a play-off can tell apart.

    While there are `tied` ones, `through` are those who go on whatever the play-off gives. `play_offs` are those that
    decided something about the cut.
    """

    through: tuple[Number, ...]
    tied: tuple[Number, ...] = ()
    reasons: Mapping[Number, Reason] = field(default_factory=dict)
    play_offs: frozenset[PlayOff] = frozenset()


def cut(fmt: Format, progress: Progress, stage: int) -> CutResult:
    """Who goes on from a stage that has a cut; raises TournamentError while it is not over."""
    rule = fmt.stages[stage].cut
    assert rule
    if not is_over(fmt, progress, stage):
        raise TournamentError(_("{stage} is not over", stage=fmt.stages[stage].name))
    if all_go_on(fmt, progress, stage):
        through = candidates(fmt, progress, stage, number_after(progress, stage))
        return CutResult(through, (), dict.fromkeys(through, Reason(how=GoesOn.EVERYBODY)))
    if rule.by == "places":
        return _cut_by_places(fmt, progress, stage)
    facts = facts_of(fmt, progress, stage)
    groups = groups_of(fmt, progress, stage, facts)
    count = places_left(fmt, progress, stage)
    through, tied = _first(groups, count, facts)
    reasons = dict.fromkeys(through, Reason(how=GoesOn.STANDING, count=count))
    return CutResult(through, tied, reasons, play_offs_of(groups))


def _first(
    groups: Iterable[TiedEntrants], count: int, facts: StageFacts
) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """So many of those who can go on, the first groups first, and the group that has too many for the places left."""
    through: list[Number] = []
    for group in groups:
        members = [member for member in group.members if member in facts.eligible]
        if len(through) + len(members) > count:
            return tuple(through), tuple(members) if len(through) < count else ()
        through += members
    return tuple(through), ()


def _cut_by_places(fmt: Format, progress: Progress, stage: int) -> CutResult:
    """Who goes on by places: all firsts of the tables, all seconds and so on, the best of the next place, and byes."""
    rules, facts = fmt.stages[stage], facts_of(fmt, progress, stage)
    byes = tuple(number for number in resting_only(progress, stage) if number in facts.eligible)
    tables = last_tables(progress, stage, facts.eligible)
    full, remaining = _levels(tables.values(), places_left(fmt, progress, stage) - len(byes))
    lines = (full, full + 1) if remaining else (full,)
    orders = {
        number: list(separate(by_total(members, facts.accounts), rules.breaks, facts, lines))
        for number, members in tables.items()
    }
    decided = play_offs_of(group for order in orders.values() for group in order)
    ends = [_ends(order, full, remaining) for order in orders.values()]
    at = _decisive(ends, remaining, rules, facts)
    if at is None:
        above = tuple(number for ways in ends for number in ways[0][0])
        best = _best_next(tuple(number for ways in ends for number in ways[0][1]), full, remaining, rules, facts)
    else:
        above = tuple(number for ways in ends for number in ways[0][0] if all(number in way[0] for way in ways))
        best = CutResult((), _across(list(orders.values())[at], full))
    firsts = _firsts(orders, {*above, *best.through}, full)
    over_all_tables = (number for number in best.through if number not in firsts)
    through = (*_best_first(firsts, rules, facts), *over_all_tables, *byes)
    at_table = {number: Reason(how=GoesOn.TABLE, place=start, table=table) for number, (start, table) in firsts.items()}
    reasons = {**best.reasons, **at_table, **dict.fromkeys(byes, Reason(how=GoesOn.BYE))}
    return CutResult(through, best.tied, reasons, decided | best.play_offs)


def _levels(tables: Iterable[Sequence[Number]], count: int) -> tuple[int, int]:
    """How many places of every table are among the first `count`, and how many are left for the place after."""
    sizes = [len(members) for members in tables]
    full = 0
    while 0 < (level := sum(size > full for size in sizes)) <= count:
        full, count = full + 1, count - level
    return full, count if any(size > full for size in sizes) else 0


# One way in which the ties of a table may end: who has a place that is for all, and who the one after.
TieEnd = tuple[Members, Members]


def _ends(order: Sequence[TiedEntrants], full: int, remaining: int) -> list[TieEnd]:
    """Every way in which a tie for the last place that all tables have, or for the next, may end; one without a tie."""
    sure = tuple(number for start, group in _started(order) for number in group.members if start < full)
    across = _across(order, full)
    above = tuple(number for number in sure if number not in across)
    if not across:
        return [(above, ())]
    chosen = [(*above, *some) for some in combinations(across, full - len(above))]
    if not remaining:
        return [(some, ()) for some in chosen]
    return [(some, (number,)) for some in chosen for number in across if number not in some]


def _across(order: Iterable[TiedEntrants], full: int) -> Members:
    """The group of a table in which somebody has the place after the first `full`; nobody at a smaller table."""
    return next((group.members for start, group in _started(order) if start + len(group.members) > full), ())


def _decisive(ends: Sequence[Sequence[TieEnd]], remaining: int, rules: Stage, facts: StageFacts) -> int | None:
    """The first table on whose tie it depends who goes on; None where the same do whichever way the ties end."""
    tied = [at for at, ways in enumerate(ends) if len(ways) > 1]
    if prod(map(len, ends)) > MOST_ENDS:  # too many to try while somebody waits: it is played off
        return tied[0]
    outcomes = {}
    for end in product(*ends) if tied else ():
        best = _best_next(tuple(number for _above, level in end for number in level), 0, remaining, rules, facts)
        outcomes[end] = ({number for above, _level in end for number in above} | {*best.through}, {*best.tied})
    for at in tied:
        by_the_others: dict[tuple[TieEnd, ...], object] = {}
        for end, outcome in outcomes.items():
            if by_the_others.setdefault((*end[:at], *end[at + 1 :]), outcome) != outcome:
                return at
    return None


def _firsts(
    orders: Mapping[int, Sequence[TiedEntrants]], through: Collection[Number], full: int
) -> dict[Number, tuple[int, int]]:
    """The place, counted from 0, and the table of those of `through` who are among the first `full` of their table.

    Those who share such a place are among them too.
    """
    return {
        member: (start, number)
        for number, order in orders.items()
        for start, group in _started(order)
        if start < full
        for member in group.members
        if member in through
    }


def _started(order: Iterable[TiedEntrants]) -> Iterator[tuple[int, TiedEntrants]]:
    """Each group with how many are above it."""
    start = 0
    for group in order:
        yield start, group
        start += len(group.members)


def _best_first(firsts: Mapping[Number, tuple[int, int]], rules: Stage, facts: StageFacts) -> Iterator[Number]:
    """The firsts, then the seconds and so on, the better of each first."""
    for place in sorted({start for start, _table in firsts.values()}):
        level = tuple(number for number, (start, _table) in firsts.items() if start == place)
        for group in separate([TiedEntrants(level)], _next(rules), facts):
            yield from group.members


def _best_next(members: Members, at: int, remaining: int, rules: Stage, facts: StageFacts) -> CutResult:
    """The best `remaining` of those who have the place that is not for all, counted `at` from 0."""
    groups = list(separate([TiedEntrants(members)] if members else [], _next(rules), facts, (remaining,)))
    through, tied = _first(groups, remaining, facts)
    reasons = _why_best(through, groups, at, _next(rules)[0], facts)
    return CutResult(through, tied, reasons, play_offs_of(groups))


def _next(rules: Stage) -> tuple[str, ...]:
    """The tie-breaks by which entrants of different tables are compared, in their order."""
    assert rules.cut is not None
    return (rules.cut.next_by, *(word for word in rules.breaks if word != rules.cut.next_by))


def _why_best(
    through: Members, groups: Sequence[TiedEntrants], at: int, measure: str, facts: StageFacts
) -> dict[Number, Reason]:
    """The reasons of those who go on by the place counted `at` from 0: the measure, and the tie-break after it."""
    keys = KEYS[measure](facts, tuple(member for group in groups for member in group.members))
    out = next((group for group in groups if not set(group.members) & set(through)), TiedEntrants(()))
    level = {member for member in keys if out.members and keys[member] == keys[out.members[0]]}
    return {
        number: Reason(
            how=GoesOn.NEXT,
            place=at,
            by=measure,
            amount=keys.get(number),
            then=out.by if not keys or number in level else None,
        )
        for number in through
    }
