"""The standing of a stage as groups that share a place, and the facts that separate them."""

from collections.abc import Iterable
from itertools import groupby

from scorer.rules.tournament.accounts import Accounts, accounts
from scorer.rules.tournament.format import Format
from scorer.rules.tournament.separating import Group, separate
from scorer.rules.tournament.state import candidates, is_over, number_after, places_left
from scorer.rules.tournament.tie_breaks import Facts
from scorer.rules.tournament.values import Number, Progress


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
