"""What the organiser decides: penalties, play-offs, the cut."""

from collections.abc import Sequence
from fractions import Fraction

from sqlmodel import Session

from scorer.errors import RefusedError
from scorer.rules.tournament import cut, is_over, missing_results, play_off_due
from scorer.scorebook.desk.entries import Entered, find_entrant
from scorer.scorebook.desk.finding import add_step, by_id, lock
from scorer.scorebook.desk.values import Tournament
from scorer.sentences import counted, listed
from scorer.words import clean_note

MOST_PENALTY = 100_000


def penalise(session: Session, tournament: Tournament, typed: str, amount: Fraction, reason: str) -> Entered:
    """Take an amount from somebody's total in the stage that is played, outside every table. Needs a reason."""
    tournament = lock(session, tournament)
    who = find_entrant(tournament, typed)
    note = clean_note(reason)
    if not note:
        raise RefusedError("a penalty needs a reason: --reason TEXT")
    if not 0 < amount <= MOST_PENALTY:
        raise RefusedError(f"a penalty takes more than 0 and at most {MOST_PENALTY:,}, not {amount}")
    stage = tournament.stage_at
    taken = amount.numerator if amount.denominator == 1 else float(amount)
    what = f"{who.name} loses {taken} in {tournament.stage.name}"
    detail = {"what": what, "entrant": who.number, "amount": str(amount), "stage": stage}
    add_step(session, tournament, "penalise", detail, note)
    return Entered(by_id(session, tournament.id), what)


def play_off(session: Session, tournament: Tournament, typed: Sequence[str]) -> Entered:
    """Write down in which order a play-off ended, best first, in the stage that is played; nobody: the lot decides.

    Raises RefusedError for fewer than two, and where a format that has no lot would be left with a tie.
    """
    tournament = lock(session, tournament)
    if not typed:
        return _no_play_off(session, tournament)
    order = [find_entrant(tournament, name) for name in typed]
    numbers = [each.number for each in order]
    if len(numbers) < 2 or len(set(numbers)) < len(numbers):  # noqa: PLR2004 - who played off
        raise RefusedError(
            "say the order of the play-off, best first, everybody once: scorer tournament play-off Anna,Bruno"
        )
    what = f"play-off in {tournament.stage.name}: {', '.join(each.name for each in order)}"
    detail = {"what": what, "stage": tournament.stage_at, "order": numbers}
    add_step(session, tournament, "play-off", detail)
    return Entered(by_id(session, tournament.id), what, _not_as_due(tournament, numbers))


def _not_as_due(tournament: Tournament, numbers: Sequence[int]) -> tuple[str, ...]:
    """A warning where a play-off is not the one that was due."""
    due = play_off_due(tournament.format, tournament.progress)
    if not due:
        return ("no play-off is due: it decides where they tie, and nowhere else",)
    missing = [tournament.name_of(number) for number in due if number not in numbers]
    tied = f"{listed(missing)} {'ties' if len(missing) == 1 else 'tie'} too: say the whole order"
    return (tied,) if missing else ()


def _no_play_off(session: Session, tournament: Tournament) -> Entered:
    """Write down that no play-off is played in this stage."""
    stage = tournament.stage
    if "lot" not in stage.tie_breaks:
        raise RefusedError(
            f"the stage {stage.name} has no lot: play it off, then scorer tournament play-off NAMES, best first"
        )
    what = f"no play-off in {stage.name}: the lot decides"
    detail = {"what": what, "stage": tournament.stage_at, "order": []}
    add_step(session, tournament, "play-off", detail)
    return Entered(by_id(session, tournament.id), what)


def announce_cut(session: Session, tournament: Tournament) -> Entered:
    """Announce who goes on from the stage that is over; raises RefusedError where a result or a play-off is missing."""
    tournament = lock(session, tournament)
    fmt, progress = tournament.format, tournament.progress
    stage = tournament.stage_at
    rule = fmt.stages[stage]
    if rule.cut is None:
        raise RefusedError(
            f"the stage {rule.name} is the last: nobody is cut; scorer tournament finish closes the tournament"
        )
    if not is_over(fmt, progress, stage):
        raise RefusedError(f"the stage {rule.name} is not over: {_left(tournament, stage)}")
    result = cut(fmt, progress, stage)
    if result.tied:
        tied = listed([tournament.name_of(number) for number in result.tied])
        raise RefusedError(f"{tied} tie at the cut: play it off, then scorer tournament play-off NAMES, best first")
    names = [tournament.name_of(number) for number in result.through]
    what = f"{counted(len(names), 'entrant')} of {rule.name} go on: {', '.join(names)}"
    add_step(session, tournament, "cut", {"what": what, "stage": stage, "through": list(result.through)})
    return Entered(by_id(session, tournament.id), what)


def _left(tournament: Tournament, stage: int) -> str:
    """What a stage still waits for."""
    missing = missing_results(tournament.progress, stage)
    if missing:
        return f"no result of {listed([f'table {table} of round {number}' for number, table in missing[:5]])}"
    return "a round is still to be drawn; scorer tournament draw"
