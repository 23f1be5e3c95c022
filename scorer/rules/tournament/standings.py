"""Standings: who is where in a stage, and what decided it; and the classification over all stages."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from scorer.rules.tournament.accounts import Accounts
from scorer.rules.tournament.cutting import cut
from scorer.rules.tournament.format import Format
from scorer.rules.tournament.grouping import facts_of, groups_of
from scorer.rules.tournament.separating import DUE, SHARED, Group
from scorer.rules.tournament.state import current_stage, is_over
from scorer.rules.tournament.values import Number, Progress, Standing


def standings(fmt: Format, progress: Progress, stage: int | None = None) -> tuple[Standing, ...]:
    """The standing of a stage, of the current one by default; tables that are not finished count with what they have.

    Ties that no tie-break splits share a place, and are listed by name. Neither the numbers of the entrants nor the
    order in which they entered can change anything.
    """
    place = current_stage(fmt, progress) if stage is None else stage
    facts = facts_of(fmt, progress, place)
    rule = fmt.stages[place].cut
    if facts.play_offs and rule and rule.by == "places" and is_over(fmt, progress, place):  # of which it has no lines
        facts = replace(facts, settled=cut(fmt, progress, place).play_offs)
    return tuple(_rows(groups_of(fmt, progress, place, facts), facts.accounts))


def _rows(groups: Sequence[Group], found: Accounts) -> Iterator[Standing]:
    place = 1
    for group in groups:
        for at, number in enumerate(group.members):
            tied = (DUE if group.due else SHARED) if at else group.by
            yield _row(place, number, found, tied, group.unknown)
        place += len(group.members)


def _row(place: int, number: Number, found: Accounts, decided_by: str, unknown: tuple[str, ...]) -> Standing:
    account = found[number]
    return Standing(
        place=place,
        entrant=number,
        total=account.total,
        units=account.units,
        deals=account.deals,
        rounds=tuple(account.rounds),
        carried=account.carried,
        penalty=account.penalty,
        decided_by=decided_by,
        unknown=unknown,
    )


def classification(fmt: Format, progress: Progress) -> tuple[Standing, ...]:
    """The standing over all stages: the last stage that was reached, then those who stopped in the one before it.

    Each is in the order of the stage where they stopped, and in its measure; the places go on.
    """
    rows: list[Standing] = []
    for stage in range(current_stage(fmt, progress), -1, -1):
        placed = {row.entrant for row in rows}
        stopped = [row for row in standings(fmt, progress, stage) if row.entrant not in placed]
        rows += _renumbered(stopped, len(rows))
    return tuple(rows)


def _renumbered(rows: Iterable[Standing], above: int) -> Iterator[Standing]:
    """The rows with the places that follow `above` others; who shared a place shares it still."""
    start = above
    for _place, group in groupby(rows, key=lambda row: row.place):
        tied = list(group)
        alone = above == start or tied[0].decided_by in {SHARED, DUE}  # those it tied with went on
        first = "" if alone else tied[0].decided_by
        for at, row in enumerate(tied):
            yield replace(row, place=above + 1, decided_by=row.decided_by if at else first)
        above += len(tied)


@dataclass(frozen=True, slots=True)
class Individual:
    """A member of a team in the standing of individuals; `place` is None below the minimum of deals."""

    place: int | None
    name: str
    units: int
    deals: int


def individuals(lines: Iterable[tuple[str, int, int]], min_deals: int) -> tuple[Individual, ...]:
    """Who made how many units for whichever team, from (name, units, deals) of everything that was played.

    By units, ties share a place and are listed by name. Who played fewer than `min_deals` comes last, without a place.
    """
    sums: dict[str, tuple[int, int]] = {}
    for name, units, deals in lines:
        before = sums.get(name, (0, 0))
        sums[name] = (before[0] + units, before[1] + deals)
    ordered = sorted(sums, key=lambda name: (sums[name][1] < min_deals, -sums[name][0], name.casefold(), name))
    counted = [sums[name][0] for name in ordered if sums[name][1] >= min_deals]
    return tuple(
        Individual(counted.index(sums[name][0]) + 1 if sums[name][1] >= min_deals else None, name, *sums[name])
        for name in ordered
    )
