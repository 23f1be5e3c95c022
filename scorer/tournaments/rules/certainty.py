"""What no result to come can change: who goes on or wins for certain, and who does not any more.

It goes by totals alone, and as if everybody could still get the most and the least that a table gives, all at once: so
what is said is true, and now and then something that is true already is not said. A correction may undo it.
"""

from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import NamedTuple

from scorer.tournaments.rules.cutting import cut
from scorer.tournaments.rules.events import Number, Progress
from scorer.tournaments.rules.format import Format
from scorer.tournaments.rules.state import (
    candidates,
    current_stage,
    is_over,
    number_after,
    places_left,
    rounds_left,
    rounds_of,
)
from scorer.tournaments.rules.sums import LOSS, WIN, accounts

Amount = Fraction | float
Numbers = frozenset[Number]


class Certain(NamedTuple):
    """Who goes on from the current stage whatever comes, or in the last stage wins; and who does not."""

    safe: Numbers = frozenset()
    out: Numbers = frozenset()


def certain(fmt: Format, progress: Progress) -> Certain:
    """Of whom the results so far decide it."""
    stage = current_stage(fmt, progress)
    rules, count, ends = fmt.stages[stage].cut, 1, _ends(fmt, progress, stage)
    if rules and is_over(fmt, progress, stage):
        result = cut(fmt, progress, stage)
        return Certain(frozenset(result.through), frozenset(ends) - {*result.through, *result.tied})
    if rules and rules.by == "places":
        return Certain()
    if rules:
        count, there = (
            places_left(fmt, progress, stage),
            candidates(fmt, progress, stage, number_after(progress, stage)),
        )
        ends = {number: ends[number] for number in there}
    least, most = zip(*ends.values(), strict=True) if ends else ((), ())
    safe = [who for who, (low, _high) in ends.items() if sum(rival >= low for rival in most) <= count]
    out = [who for who, (_low, high) in ends.items() if sum(rival > high for rival in least) >= count]
    return Certain(frozenset(safe), frozenset(out))


def _ends(fmt: Format, progress: Progress, stage: int) -> dict[Number, tuple[Amount, Amount]]:
    """The least and the most that each may have at the end of a stage."""
    rounds, left = rounds_of(progress, stage), rounds_left(fmt, progress, stage)
    least, most = _of_a_round(fmt, stage)
    uneven = left and fmt.stages[stage].placement_for  # what a table gave depends on how often somebody will rest
    ends: dict[Number, tuple[Amount, Amount]] = {}
    for number, account in accounts(fmt, with_tables_over(progress), stage).items():
        total, to_come = account.carried - account.penalty, left
        for played, given in zip(rounds, account.rounds, strict=True):
            table = played.table_with(number)
            if given is not None and not uneven and (played.over or (table and table.over)):
                total += given
            else:
                to_come += 1
        ends[number] = (total + to_come * least, total + to_come * most) if to_come else (total, total)
    return ends


def with_tables_over(progress: Progress) -> Progress:
    """What happened as far as tables are over; of those that are being played nothing."""
    rounds = []
    for played in progress.rounds:
        tables = (table if table.over else replace(table, lines=()) for table in played.tables)
        rounds.append(played if played.over else replace(played, tables=tuple(tables)))
    return replace(progress, rounds=tuple(rounds))


def _of_a_round(fmt: Format, stage: int) -> tuple[Amount, Amount]:
    """The least and the most that a round may give to anybody, who misses it too."""
    rules = fmt.stages[stage]
    if rules.yields == "units" or rules.units_share:
        return -inf, inf
    amounts = [given for given in (fmt.bye.placement, fmt.absent.placement) if isinstance(given, Fraction)]
    amounts += {"duels": (LOSS, WIN), "wins": (LOSS, Fraction(1))}.get(rules.yields, ())
    for by_size in (rules.placement, *rules.placement_for.values()):
        amounts += (given for places in by_size.values() for given in places)
    return min(amounts), max(amounts)
