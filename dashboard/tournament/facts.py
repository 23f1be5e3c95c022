"""Where a tournament stands: which stage and round a page shows, who would go on now, how far a table is."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorer.rules.tournament import Format, Number, PlayedRound, Progress, Table, cut, rounds_of
from scorer.scorebook.tournament import Clock, Tournament


@dataclass(frozen=True, slots=True)
class GoingOn:
    """Who goes on from a stage, as it was announced, or as it would be if every table stopped now.

    `tied` are too many for the places that are left.
    """

    through: tuple[Number, ...] = ()
    tied: tuple[Number, ...] = ()
    announced: bool = False


def going_on(tournament: Tournament, stage: int) -> GoingOn:
    """Who goes on from a stage; nobody from the last one, and from one of which nothing is recorded."""
    fmt, progress = tournament.format, tournament.progress
    announced = next((each.through for each in progress.cuts if each.stage == stage), None)
    if announced is not None:
        return GoingOn(announced, announced=True)
    begun = any(table.lines for each in rounds_of(progress, stage) for table in each.tables)
    if fmt.stages[stage].cut is None or not begun:
        return GoingOn()
    found = cut(*_as_if_over(fmt, progress, stage), stage)
    return GoingOn(found.through, found.tied)


def _as_if_over(fmt: Format, progress: Progress, stage: int) -> tuple[Format, Progress]:
    """The same, with every table over and no round of the stage to come."""
    rounds = tuple(
        replace(each, tables=tuple(replace(table, over=True) for table in each.tables)) for each in progress.rounds
    )
    short = replace(fmt.stages[stage], rounds=len(rounds_of(progress, stage)))
    stages = tuple(short if at == stage else each for at, each in enumerate(fmt.stages))
    return replace(fmt, stages=stages), replace(progress, rounds=rounds)


def clock_of(tournament: Tournament) -> tuple[PlayedRound, Clock] | None:
    """The round that is being played by the clock, and its clock."""
    last = tournament.last_round
    running = tournament.clocks.get(last.number) if last and not last.over and not tournament.finished else None
    return (last, running) if last and running else None


def place_of(announced: PlayedRound, number: Number) -> tuple[Table, int] | None:
    """The table and the seat of an entrant, counted from 1; None for who rests or is not there."""
    return next(
        ((table, table.seats.index(number) + 1) for table in announced.tables if number in table.seats), None
    )  # fmt: skip


def deals_done(table: Table, player_counts: Iterable[int]) -> int | None:
    """How many deals were recorded at a table; None where its paper sheet does not say."""
    playing = max((count for count in player_counts if count <= len(table.seats)), default=len(table.seats))
    deals = [line.deals for line in table.lines if line.deals is not None]
    return sum(deals) // playing if len(deals) == len(table.lines) else None
