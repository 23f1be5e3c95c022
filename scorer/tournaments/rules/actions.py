"""What an organiser does next, and what corrections would have changed in announced cuts and rounds."""

from dataclasses import dataclass, replace
from enum import StrEnum

from scorer.rules.errors import ScorerError
from scorer.tournaments.rules.cutting import CutResult, cut
from scorer.tournaments.rules.events import Number, PlayedRound, PlayOff, Progress
from scorer.tournaments.rules.format import BY_STANDING, Format
from scorer.tournaments.rules.round_draw import draw
from scorer.tournaments.rules.state import (
    candidates,
    current_stage,
    is_over,
    missing_results,
    players_of,
    results,
    rounds_left,
    rounds_of,
)
from scorer.tournaments.rules.tie_breaks import facts_of, groups_of, play_offs_of


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
    if rounds_left(fmt, progress, stage):
        return Action.DRAW
    if play_off_due(fmt, progress):
        return Action.PLAY_OFF
    return Action.FINISH if fmt.stages[stage].cut is None else Action.CUT


def play_off_due(fmt: Format, progress: Progress) -> tuple[Number, ...]:
    """The entrants who have to play off before the current stage can be closed; one group at a time."""
    stage = current_stage(fmt, progress)
    if "play-off" not in fmt.stages[stage].breaks or not is_over(fmt, progress, stage):
        return ()
    if fmt.stages[stage].cut is not None:
        return cut(fmt, progress, stage).tied
    groups = groups_of(fmt, progress, stage, facts_of(fmt, progress, stage))
    return next((group.members for group in groups if group.due), ())


def counting_play_offs(fmt: Format, progress: Progress, stage: int) -> frozenset[PlayOff]:
    """The play-offs that decide places in a stage that is over, or who would go on from it by now."""
    if not is_over(fmt, progress, stage):
        return frozenset()
    if fmt.stages[stage].cut is not None:
        return cut(fmt, progress, stage).play_offs | cut_now(fmt, progress, stage).play_offs
    return play_offs_of(groups_of(fmt, progress, stage, facts_of(fmt, progress, stage)))


def lapsed_play_offs(fmt: Format, progress: Progress) -> tuple[PlayOff, ...]:
    """The play-offs that decide nothing as things stand, the latest of each tie only."""
    known = (play_off for play_off in progress.play_offs if play_off.stage < len(fmt.stages))
    last = {(play_off.stage, play_off.tied or play_off.order): play_off for play_off in known}
    counting = {play_off.stage: counting_play_offs(fmt, progress, play_off.stage) for play_off in last.values()}
    return tuple(play_off for play_off in last.values() if play_off not in counting[play_off.stage])


@dataclass(frozen=True, slots=True)
class CutChange:
    """How the cut of a `stage` would be announced by now: `new` would go on instead of `gone`.

    Some of the `tied` would go on, which only a play-off can tell.
    """

    stage: int
    new: tuple[Number, ...]
    gone: tuple[Number, ...]
    tied: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatChange:
    """One entrant whom a correction would have seated elsewhere: the tables, 0 for resting, None for not seated."""

    entrant: Number
    was: int | None
    would_be: int | None


def cut_now(fmt: Format, progress: Progress, stage: int) -> CutResult:
    """Who goes on from a stage by now, whatever was announced; raises TournamentError where it is not over."""
    rounds = tuple(played for played in progress.rounds if played.stage <= stage)
    cuts = tuple(earlier for earlier in progress.cuts if earlier.stage < stage)
    return cut(fmt, replace(progress, rounds=rounds, cuts=cuts), stage)


def cut_changes(fmt: Format, progress: Progress) -> tuple[CutChange, ...]:
    """Every cut that would be announced otherwise by now, and that the organiser did not let stand.

    A cut is left out while its stage is not over any more, because results were taken back. So are entrants who
    withdrew, if nobody follows them, or nobody can any more because the next stage has begun.
    """
    staying = {entrant.number for entrant in progress.entrants if entrant.left is None}
    changes = []
    for announced in progress.cuts:
        try:
            now = cut_now(fmt, progress, announced.stage)
        except ScorerError:
            continue
        new = tuple(number for number in now.through if number not in announced.through)
        gone = tuple(number for number in announced.through if number not in (*now.through, *now.tied))
        followed = bool(new or now.tied) and not (gone and has_begun(progress, announced.stage + 1))
        differs = followed or bool(staying.intersection(gone))
        if differs and announced.kept != {*now.through, *now.tied}:
            changes.append(CutChange(announced.stage, new, gone, now.tied))
    return tuple(changes)


def first_reserve(fmt: Format, progress: Progress) -> Number | None:
    """The best entrant who goes on to the present stage by now and was not announced; nothing of it may be recorded.

    None where there is nobody, or where only a play-off can tell.
    """
    stage = current_stage(fmt, progress) - 1
    announced = next((announced_cut.through for announced_cut in progress.cuts if announced_cut.stage == stage), None)
    if announced is None or has_begun(progress, stage + 1):
        return None
    try:
        now = cut_now(fmt, progress, stage)
    except ScorerError:
        return None
    return next((number for number in now.through if number not in announced), None)


def has_begun(progress: Progress, stage: int) -> bool:
    """Whether anything is recorded of a stage."""
    return any(played.begun for played in rounds_of(progress, stage))


def redrawable(fmt: Format, progress: Progress) -> bool:
    """Whether the last round can be drawn again with who is there now: nothing is recorded, and they fill a table."""
    last, before = progress.rounds[-1], progress.before_last_round()
    return not last.begun and len(candidates(fmt, before, last.stage, last.number)) >= fmt.fewest


def to_be_played(fmt: Format, progress: Progress) -> Progress:
    """What happened, without a last round that is to be drawn again because somebody who has a seat in it has gone.

    Where it cannot be, who has gone does not come.
    """
    if not progress.rounds:
        return progress
    last = progress.rounds[-1]
    there = candidates(fmt, progress, last.stage, last.number)
    seats = [number for table in last.tables if not results(table) for number in table.seats]
    gone = [number for number in seats if number not in there and number not in last.missing]
    if not gone or redrawable(fmt, progress):
        return progress.before_last_round() if gone else progress
    return replace(progress, rounds=(*progress.rounds[:-1], replace(last, missing=(*last.missing, *gone))))


def is_knocked_out(fmt: Format, progress: Progress, entrant: Number) -> bool:
    """Whether an entrant of an earlier stage cannot go on to the present one any more, because it has begun."""
    stage = current_stage(fmt, progress)
    if entrant in players_of(fmt, progress, stage) or not has_begun(progress, stage):
        return False
    return any(entrant in players_of(fmt, progress, earlier) for earlier in range(stage))


def seating_changed(fmt: Format, progress: Progress, number: int) -> tuple[SeatChange, ...]:
    """The entrants whom the announced round `number` would seat elsewhere, drawn now by the standing with its own seed.

    Empty when there are none, and where the round cannot be drawn again because results were taken back.
    """
    announced = next((played for played in progress.rounds if played.number == number), None)
    if announced is None or fmt.stages[announced.stage].seating not in BY_STANDING:
        return ()
    before = replace(
        progress,
        rounds=tuple(played for played in progress.rounds if played.number < number),
        cuts=tuple(earlier for earlier in progress.cuts if earlier.stage < announced.stage),
    )
    if not rounds_of(before, announced.stage):
        return ()
    try:
        now = _tables(draw(fmt, before, announced.seed))
    except ScorerError:
        return ()
    was = _tables(announced.drawn or announced)
    moved = [entrant for entrant in dict.fromkeys((*was, *now)) if was.get(entrant) != now.get(entrant)]
    return tuple(SeatChange(entrant, was.get(entrant), now.get(entrant)) for entrant in moved)


def _tables(played: PlayedRound) -> dict[Number, int]:
    """The number of each entrant's table in a round, table 1 first; 0 for those who rest."""
    seated = {number: table.number for table in played.tables for number in table.seats}
    return seated | dict.fromkeys(played.resting, 0)
