"""Standings: who is where in a stage, and what decided it; and the classification over all stages."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorer.tournaments.rules.cutting import cut
from scorer.tournaments.rules.events import Decision, Number, Progress, Standing
from scorer.tournaments.rules.format import Format
from scorer.tournaments.rules.state import current_stage, is_over
from scorer.tournaments.rules.tie_breaks import AT_A_LINE, facts_of, groups_of


def standings(fmt: Format, progress: Progress, stage: int | None = None) -> tuple[Standing, ...]:
    """The standing of a stage, of the current one by default; tables that are not finished count with what they have.

    Ties that no tie-break splits share a place, and are listed by name. Neither the numbers of the entrants nor the
    order in which they entered can change anything.
    """
    at = current_stage(fmt, progress) if stage is None else stage
    facts = facts_of(fmt, progress, at)
    rule = fmt.stages[at].cut
    if facts.play_offs and rule and rule.by == "places" and is_over(fmt, progress, at):  # of which it has no lines
        facts = replace(facts, settled=cut(fmt, progress, at).play_offs)
    rows: list[Standing] = []
    for group in groups_of(fmt, progress, at, facts):
        first = len(rows) + 1
        for at_place, number in enumerate(group.members):
            account = facts.accounts[number]
            shared = Decision.DUE if group.due else Decision.SHARED
            rows.append(
                Standing(
                    place=first,
                    entrant=number,
                    total=account.total,
                    units=account.units,
                    deals=account.deals,
                    rounds=tuple(account.rounds),
                    carried=account.carried,
                    penalty=account.penalty,
                    decided_by=shared if at_place else group.by,
                    unknown=group.unknown,
                )
            )
    return tuple(rows)


def classification(fmt: Format, progress: Progress) -> tuple[Standing, ...]:
    """The standing over all stages: the last stage that was reached, then those who stopped in the one before it.

    Each is in the order of the stage where they stopped, and in its measure; the places go on.
    """
    rows: list[Standing] = []
    for stage in range(current_stage(fmt, progress), -1, -1):
        placed = {row.entrant for row in rows}
        rows += _stopped(standings(fmt, progress, stage), placed, fmt.stages[stage].breaks)
    return tuple(rows)


def _stopped(rows: Iterable[Standing], placed: Collection[Number], breaks: Sequence[str]) -> Iterator[Standing]:
    """The rows of those who are not `placed` yet, with the places that follow; shared places stay shared.

    A row is decided by the tie-break that put it below the row before, where the two tied. Rows between them, of
    entrants who went on, may have been decided otherwise: then the tie-break that was asked first counts.
    """
    asked = (*(word for word in breaks if word not in AT_A_LINE), Decision.LEFT, *AT_A_LINE)
    above, place = len(placed), 0
    before: Standing | None = None
    between: list[str | Decision] = []
    for row in rows:
        between.append(row.decided_by)
        if row.entrant in placed:
            continue
        above += 1
        shares = before is not None and before.place == row.place
        place = place if shares else above
        tied = before is not None and before.total == row.total
        decided: str | Decision = Decision.TOTAL
        if tied:
            first = min(filter(asked.__contains__, between), key=asked.index, default=Decision.TOTAL)
            decided = row.decided_by if shares else first
        yield replace(row, place=place, decided_by=decided)
        before, between = row, []


class Individual(NamedTuple):
    """A member of a team in the standing of individuals; `place` is None below the minimum of deals."""

    place: int | None
    name: str
    units: int
    deals: int


def individuals(lines: Iterable[tuple[str, int, int]], min_deals: int) -> tuple[Individual, ...]:
    """The standing of players, whichever team they played for, from (name, units, deals) of everything played.

    By units, ties share a place and are listed by name. Players of fewer than `min_deals` come last, without a place.
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
