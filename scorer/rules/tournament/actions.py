"""What is to be done next, and what a correction would have changed in what was announced."""

from dataclasses import dataclass, replace
from enum import StrEnum

from scorer.rules.errors import ScorerError
from scorer.rules.tournament.cutting import CutResult, cut
from scorer.rules.tournament.events import Number, PlayedRound, PlayOff, Progress
from scorer.rules.tournament.format import BY_STANDING, Format
from scorer.rules.tournament.round_draw import draw
from scorer.rules.tournament.state import current_stage, is_over, missing_results, players_of, rounds_left, rounds_of
from scorer.rules.tournament.tie_breaks import facts_of, groups_of, play_offs_of


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
    """Who has to play off before the current stage, which is over, can be closed; one group at a time."""
    stage = current_stage(fmt, progress)
    if not is_over(fmt, progress, stage):
        return ()
    if fmt.stages[stage].cut is not None:
        return cut(fmt, progress, stage).tied
    groups = groups_of(fmt, progress, stage, facts_of(fmt, progress, stage))
    return next((group.members for group in groups if group.due), ())


def counting_play_offs(fmt: Format, progress: Progress, stage: int) -> frozenset[PlayOff]:
    """The play-offs that decide something in a stage, or who would go on from it by now; none while it goes on."""
    if not is_over(fmt, progress, stage):
        return frozenset()
    if fmt.stages[stage].cut is not None:
        return cut(fmt, progress, stage).play_offs | cut_now(fmt, progress, stage).play_offs
    return play_offs_of(groups_of(fmt, progress, stage, facts_of(fmt, progress, stage)))


def lapsed_play_offs(fmt: Format, progress: Progress) -> tuple[PlayOff, ...]:
    """The play-offs that decide nothing as things stand; one that was played again is not among them."""
    last = {(each.stage, each.tied or each.order): each for each in progress.play_offs if each.stage < len(fmt.stages)}
    counting = {each.stage: counting_play_offs(fmt, progress, each.stage) for each in last.values()}
    return tuple(each for each in last.values() if each not in counting[each.stage])


@dataclass(frozen=True, slots=True)
class CutChange:
    """What would be announced by now of who goes on from a `stage`: `new` instead of `gone`.

    Of those who are `tied` some go on, which only a play-off can tell.
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
    rounds = tuple(each for each in progress.rounds if each.stage <= stage)
    cuts = tuple(each for each in progress.cuts if each.stage < stage)
    return cut(fmt, replace(progress, rounds=rounds, cuts=cuts), stage)


def cut_changes(fmt: Format, progress: Progress) -> tuple[CutChange, ...]:
    """Every cut that would be announced otherwise by now, and that nobody let stand so.

    Nothing is said of one whose stage is not over any more, because results were taken back, nor of those who withdrew
    and whom nobody follows, or nobody can any more, because the next stage has begun.
    """
    staying = {each.number for each in progress.entrants if each.left is None}
    found = []
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
            found.append(CutChange(announced.stage, new, gone, now.tied))
    return tuple(found)


def first_reserve(fmt: Format, progress: Progress) -> Number | None:
    """Who goes on by now to the present stage, of which nothing is recorded, and was not announced: the best of them.

    None where there is nobody, or where only a play-off can tell.
    """
    stage = current_stage(fmt, progress) - 1
    announced = next((each.through for each in progress.cuts if each.stage == stage), None)
    if announced is None or has_begun(progress, stage + 1):
        return None
    try:
        now = cut_now(fmt, progress, stage)
    except ScorerError:
        return None
    return next((number for number in now.through if number not in announced), None)


def has_begun(progress: Progress, stage: int) -> bool:
    """Whether anything is recorded of a stage."""
    return any(each.begun for each in rounds_of(progress, stage))


def is_knocked_out(fmt: Format, progress: Progress, entrant: Number) -> bool:
    """Whether somebody played an earlier stage and cannot go on to the present one any more, for it has begun."""
    stage = current_stage(fmt, progress)
    if entrant in players_of(fmt, progress, stage) or not has_begun(progress, stage):
        return False
    return any(entrant in players_of(fmt, progress, earlier) for earlier in range(stage))


def seating_changed(fmt: Format, progress: Progress, number: int) -> tuple[SeatChange, ...]:
    """Whom announced round `number` would seat elsewhere if it were drawn now, with its own seed: by the standing.

    Empty when nobody; nothing is said of what cannot be drawn again, because results were taken back.
    """
    announced = next((each for each in progress.rounds if each.number == number), None)
    if announced is None or fmt.stages[announced.stage].seating not in BY_STANDING:
        return ()
    before = replace(
        progress,
        rounds=tuple(each for each in progress.rounds if each.number < number),
        cuts=tuple(each for each in progress.cuts if each.stage < announced.stage),
    )
    if not rounds_of(before, announced.stage):
        return ()
    try:
        now = _tables(draw(fmt, before, announced.seed))
    except ScorerError:
        return ()
    was = _tables(announced.drawn or announced)
    everybody = dict.fromkeys((*was, *now))
    return tuple(SeatChange(each, was.get(each), now.get(each)) for each in everybody if was.get(each) != now.get(each))


def _tables(each: PlayedRound) -> dict[Number, int]:
    """The number of the table at which everybody of a round sits, table 1 first; 0 for who rests."""
    seated = {number: table.number for table in each.tables for number in table.seats}
    return seated | dict.fromkeys(each.resting, 0)
