"""What is to be done next, and what a correction would have changed in what was announced."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from scorer.rules.errors import ScorerError
from scorer.rules.tournament.cutting import cut
from scorer.rules.tournament.drawing import draw
from scorer.rules.tournament.format import Format
from scorer.rules.tournament.state import current_stage, is_over, missing_results, rounds_left, rounds_of
from scorer.rules.tournament.tie_breaks import facts_of, groups_of, play_offs_of
from scorer.rules.tournament.values import Number, PlayedRound, PlayOff, Progress


class Action(StrEnum):
    """What an organiser does next."""

    ENTER = "enter"
    DRAW = "draw"
    RESULTS = "results"
    PLAY_OFF = "play-off"
    CUT = "cut"
    FINISH = "finish"


def next_action(fmt: Format, progress: Progress) -> Action:
    """What comes next; results come before the next draw, though a draw that waits for none may come first."""
    stage = current_stage(fmt, progress)
    if not progress.rounds and progress.staying < fmt.fewest:
        return Action.ENTER
    if missing_results(progress, stage):
        return Action.RESULTS
    if rounds_left(fmt, progress):
        return Action.DRAW
    if play_off_due(fmt, progress):
        return Action.PLAY_OFF
    return Action.FINISH if fmt.stages[stage].cut is None else Action.CUT


def play_off_due(fmt: Format, progress: Progress) -> tuple[Number, ...]:
    """Who has to play off before the current stage, which is over, can be closed; one group at a time."""
    stage = current_stage(fmt, progress)
    if missing_results(progress, stage) or rounds_left(fmt, progress):
        return ()
    if fmt.stages[stage].cut is not None:
        return cut(fmt, progress, stage).tied
    groups = groups_of(fmt, progress, stage, facts_of(fmt, progress, stage))
    return next((group.members for group in groups if group.due), ())


def counting_play_offs(fmt: Format, progress: Progress, stage: int) -> frozenset[PlayOff]:
    """The play-offs that decide something in a stage; none while it is not over."""
    if not is_over(fmt, progress, stage):
        return frozenset()
    if fmt.stages[stage].cut is not None:
        return cut(fmt, progress, stage).play_offs
    return play_offs_of(groups_of(fmt, progress, stage, facts_of(fmt, progress, stage)))


def lapsed_play_offs(fmt: Format, progress: Progress) -> tuple[PlayOff, ...]:
    """The play-offs that decide nothing as things stand; one that was played again is not among them."""
    last = {(each.stage, each.tied or each.order): each for each in progress.play_offs if each.stage < len(fmt.stages)}
    counting = {each.stage: counting_play_offs(fmt, progress, each.stage) for each in last.values()}
    return tuple(each for each in last.values() if each not in counting[each.stage])


@dataclass(frozen=True, slots=True)
class CutChange:
    """One entrant whom a correction would have let go on to a stage, or not: `goes_on` is how it would be now."""

    entrant: Number
    stage: int
    goes_on: bool


@dataclass(frozen=True, slots=True)
class SeatChange:
    """One entrant whom a correction would have seated elsewhere: the tables, 0 for resting, None for not seated."""

    entrant: Number
    was: int | None
    would_be: int | None


def seating_changed(fmt: Format, progress: Progress, number: int) -> tuple[CutChange | SeatChange, ...]:
    """What would stand differently in announced round `number` if it were drawn now, with its own seed.

    That is who would have gone on to its stage, and where the seating by place would have put everybody; of a round
    that is not drawn yet, who would have gone on alone. Empty when nothing would; nothing is said of what cannot be
    drawn again, because results were taken back.
    """
    announced = next((each for each in progress.rounds if each.number == number), None)
    stage = announced.stage if announced else current_stage(fmt, progress)
    before = replace(
        progress,
        rounds=tuple(each for each in progress.rounds if each.number < number),
        cuts=tuple(each for each in progress.cuts if each.stage < stage),
    )
    try:
        places = _place_changes(fmt, before, announced.drawn or announced) if announced else ()
        return (*_cut_changes(fmt, before, stage - 1), *places)
    except ScorerError:
        return ()


def _cut_changes(fmt: Format, before: Progress, stage: int) -> Iterator[CutChange]:
    """Who would have gone on instead of whom, by the standing as it is now."""
    announced = next((each.through for each in before.cuts if each.stage == stage), None)
    if announced is None:
        return
    now = cut(fmt, replace(before, cuts=tuple(each for each in before.cuts if each.stage < stage)), stage)
    for entrant in announced:
        if entrant not in (*now.through, *now.tied):
            yield CutChange(entrant, stage + 1, goes_on=False)
    for entrant in now.through:
        if entrant not in announced:
            yield CutChange(entrant, stage + 1, goes_on=True)


def _place_changes(fmt: Format, before: Progress, announced: PlayedRound) -> Iterator[SeatChange]:
    """Who would sit at another table by the standing as it is now."""
    if fmt.stages[announced.stage].seating != "place" or not rounds_of(before, announced.stage):
        return
    was, now = _tables(announced), _tables(draw(fmt, before, announced.seed))
    for entrant in dict.fromkeys((*was, *now)):
        if was.get(entrant) != now.get(entrant):
            yield SeatChange(entrant, was.get(entrant), now.get(entrant))


def _tables(each: PlayedRound) -> dict[Number, int]:
    """The number of the table at which everybody of a round sits, table 1 first; 0 for who rests."""
    seated = {number: table.number for table in each.tables for number in table.seats}
    return seated | dict.fromkeys(each.resting, 0)
