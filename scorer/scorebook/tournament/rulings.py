"""What the organiser decides: penalties, play-offs, the cut."""

from collections.abc import Sequence
from fractions import Fraction

from sqlmodel import Session

from scorer.errors import RefusedError
from scorer.match.parsing import clean_note
from scorer.rules.tournament import counting_play_offs, cut, is_over, missing_results, play_off_due
from scorer.scorebook.tournament.entries import Entered, find_entrant
from scorer.scorebook.tournament.finding import add_step, by_id, lock
from scorer.scorebook.tournament.log import PLAY_OFF
from scorer.scorebook.tournament.values import Tournament
from scorer.text.sentences import counted, listed

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
    """Write down in which order the play-off that is due ended, best first; nobody: the lot decides that tie.

    Raises RefusedError where none is due, for anybody but exactly those who tie, and for a lot that the format has not.
    """
    tournament = lock(session, tournament)
    due = play_off_due(tournament.format, tournament.progress)
    order = [find_entrant(tournament, name).number for name in typed]
    if not due:
        raise RefusedError(_none_due(tournament, order))
    tied = listed([tournament.name_of(number) for number in due])
    if order and sorted(order) != sorted(due):
        raise RefusedError(f"{tied} tie and play off: name exactly them, best first, everybody once")
    if not order and "lot" not in tournament.stage.tie_breaks:
        how = "play it off, then scorer tournament play-off NAMES, best first"
        raise RefusedError(f"the stage {tournament.stage.name} has no lot: {how}")
    names = ", ".join(tournament.entrants[number].name for number in order)
    decided = f"play-off in {tournament.stage.name}: {names}"
    what = decided if order else f"no play-off in {tournament.stage.name}: the lot decides for {tied}"
    detail = {"what": what, "stage": tournament.stage_at, "order": order, "tied": list(due)}
    add_step(session, tournament, PLAY_OFF, detail)
    return Entered(by_id(session, tournament.id), what)


def _none_due(tournament: Tournament, order: Sequence[int]) -> str:
    """Why no play-off can be written down."""
    fmt, progress, stage = tournament.format, tournament.progress, tournament.stage_at
    name = tournament.stage.name
    if not is_over(fmt, progress, stage):
        return f"no play-off is due before the stage {name} is over: {_left(tournament, stage)}"
    if any(each.tied == set(order) for each in counting_play_offs(fmt, progress, stage)):
        return f"that tie in {name} is decided already; scorer tournament undo takes back what was done last"
    return f"no play-off is due in {name}: nobody ties for a place that it has to decide"


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
