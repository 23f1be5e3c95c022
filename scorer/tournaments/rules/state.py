"""How far a tournament has got: the stage it is in, who plays it, what was announced of it; and its lots."""

from collections.abc import Collection, Iterable, Sequence
from hashlib import sha256

from scorer.language import ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.tournaments.rules.events import Entrant, Line, Number, PlayedRound, Progress, Table
from scorer.tournaments.rules.format import Format
from scorer.tournaments.seating import table_sizes


def current_stage(fmt: Format, progress: Progress) -> int:
    """The place of the stage that is being played, from 0: the one after the last announced cut."""
    announced = max((cut.stage for cut in progress.cuts), default=-1)
    return min(announced + 1, len(fmt.stages) - 1)


def rounds_of(progress: Progress, stage: int) -> tuple[PlayedRound, ...]:
    """The announced rounds of a stage, the first one first."""
    return tuple(played for played in progress.rounds if played.stage == stage)


def rounds_left(fmt: Format, progress: Progress, stage: int) -> int:
    """How many rounds of a stage are not announced yet; none where nobody has to play for a place."""
    if all_go_on(fmt, progress, stage):
        return 0
    return max(fmt.stages[stage].rounds - len(rounds_of(progress, stage)), 0)


def missing_results(progress: Progress, stage: int) -> tuple[tuple[int, int], ...]:
    """Round and table of every result of a stage that is not in."""
    rounds = rounds_of(progress, stage)
    return tuple((played.number, table.number) for played in rounds for table in played.tables if not table.over)


def is_over(fmt: Format, progress: Progress, stage: int) -> bool:
    """Whether every round of the stage is played and every result is in."""
    return not missing_results(progress, stage) and not rounds_left(fmt, progress, stage)


def players_of(fmt: Format, progress: Progress, stage: int) -> tuple[Number, ...]:
    """Who takes part in a stage: its cut as announced, best first, then direct entrants by name.

    Entrants who left during the stage take part. Those who left before it began do not, unless they were announced for
    it, or played in it all the same, at a table where they were seated already. A line without units and deals is no
    play: that entrant did not come.
    """
    entrants = fmt.stages[stage].entrants
    first, rounds = number_after(progress, stage - 1), rounds_of(progress, stage)
    lines = [line for each_round in rounds for table in each_round.tables for line in table.lines]
    lines += [line for each_round in rounds for line in each_round.elsewhere]
    played = {line.entrant for line in lines if line.units or line.deals != 0}
    there = [
        entrant
        for entrant in by_name(progress.entrants)
        if entrant.left is None or entrant.left > first or entrant.number in played
    ]
    if stage == 0:
        return tuple(entrant.number for entrant in there if entrants == "all" or not entrant.direct)
    announced = next((cut.through for cut in progress.cuts if cut.stage == stage - 1), ())
    direct = (entrant.number for entrant in there if entrant.direct) if entrants == "through and direct" else ()
    return (*announced, *(number for number in direct if number not in announced))


def stage_reached(fmt: Format, progress: Progress, entrant: Number) -> int:
    """The last stage that somebody played in, or is to play in."""
    stages = range(current_stage(fmt, progress), -1, -1)
    return next((stage for stage in stages if entrant in players_of(fmt, progress, stage)), 0)


def next_number(progress: Progress) -> int:
    """The number of the round that would be announced next."""
    return len(progress.rounds) + 1


def by_name(entrants: Iterable[Entrant]) -> list[Entrant]:
    """The entrants in the order of their names, whatever the order of entry."""
    return sorted(entrants, key=lambda entrant: (entrant.name.casefold(), entrant.name))


def names_of(progress: Progress) -> dict[Number, str]:
    """The names by number."""
    return {entrant.number: entrant.name for entrant in progress.entrants}


def entrants_of(progress: Progress) -> dict[Number, Entrant]:
    """The entrants by number."""
    return {entrant.number: entrant for entrant in progress.entrants}


def candidates(fmt: Format, progress: Progress, stage: int, number: int) -> tuple[Number, ...]:
    """The entrants of a stage who can be seated in the round of this number."""
    known = entrants_of(progress)
    players = players_of(fmt, progress, stage)
    return tuple(entrant for entrant in players if entrant in known and known[entrant].plays(number))


def number_after(progress: Progress, stage: int) -> int:
    """The number of the first round after a stage."""
    return max((played.number for played in progress.rounds if played.stage <= stage), default=0) + 1


def places_left(fmt: Format, progress: Progress, stage: int) -> int:
    """How many go on from a stage that has a cut.

    Where direct entrants take places of the next stage, places are added by whole tables until the first of every table
    can go on. Entrants who are too few for a table cannot play for the places, and all go on.
    """
    rule = fmt.stages[stage].cut
    assert rule is not None
    if not rule.with_direct:
        return rule.to
    number, rounds = number_after(progress, stage), rounds_of(progress, stage)
    direct = sum(entrant.direct and (entrant.left is None or entrant.left > number) for entrant in progress.entrants)
    playing = len(candidates(fmt, progress, stage, number))
    too_few = playing < fmt.fewest and not rounds
    if rounds:
        tables = len(rounds[-1].tables)
    else:
        tables = min(playing, 1) if too_few else len(table_sizes(playing, fmt.sizes_in_entrants))
    left, firsts = rule.to - direct, tables + len(resting_only(progress, stage))
    while left < firsts and rule.more_by:
        left += rule.more_by
    return max(left, playing if too_few else 0)


def resting_only(progress: Progress, stage: int) -> tuple[Number, ...]:
    """The entrants who had a bye in a stage and never sat in it, by name."""
    rounds = rounds_of(progress, stage)
    seated = {number for played in rounds for table in played.tables for number in table.seats}
    resting = {number for played in rounds for number in played.resting}
    return tuple(entrant.number for entrant in by_name(progress.entrants) if entrant.number in resting - seated)


def last_tables(progress: Progress, stage: int, among: Collection[Number]) -> dict[int, tuple[Number, ...]]:
    """The entrants `among` others by the number of the table at which they last sat in a stage."""
    sat = {
        number: table.number
        for played in rounds_of(progress, stage)
        for table in played.tables
        for number in table.seats
    }
    tables = sorted({sat[number] for number in among if number in sat})
    return {table: tuple(number for number in among if sat.get(number) == table) for table in tables}


def all_go_on(fmt: Format, progress: Progress, stage: int) -> bool:
    """Whether a stage that only fills up places beside the direct entrants need not be played at all."""
    rule = fmt.stages[stage].cut
    if rule is None or not rule.with_direct or rounds_of(progress, stage):
        return False
    waiting = candidates(fmt, progress, stage, number_after(progress, stage))
    return len(waiting) <= places_left(fmt, progress, stage)


def results(table: Table) -> tuple[Line, ...]:
    """The lines of a table that has a result or is being played; empty where nothing was recorded."""
    begun = table.over or any(line.deals != 0 for line in table.lines)
    return table.lines if begun else ()


def tables_named(numbers: Sequence[int]) -> str:
    """Tables in words: "table 3", "tables 3 and 7"."""
    words = listed([str(number) for number in numbers])
    return ngettext("table {numbers}", "tables {numbers}", len(numbers), numbers=words)


def lot(progress: Progress, entrants: Iterable[Number]) -> tuple[Number, ...]:
    """The order that the tournament's seed gives these entrants, first drawn first.

    The recipe: write the seed, a colon and the name, as in "7:Anna", take the SHA-256 of it (UTF-8) in hexadecimal,
    and sort by that. The numbers of the entrants and the order in which they entered mean nothing.
    """
    return drawn(progress, entrants, progress.seed)


def drawn(progress: Progress, entrants: Iterable[Number], seed: int) -> tuple[Number, ...]:
    """The order that any seed gives these entrants, by the same recipe."""
    names = names_of(progress)
    return tuple(sorted(entrants, key=lambda number: (sha256(f"{seed}:{names[number]}".encode()).hexdigest(), number)))
