"""What a correction would have changed in what was announced since: it is said, not redone."""

from sqlmodel import Session

from scorer.errors import RefusedError
from scorer.match.values import Step
from scorer.rules.tournament import CutChange, SeatChange, rounds_of, seating_changed
from scorer.scorebook.finding import match_by_id
from scorer.scorebook.tournament.finding import by_id, tournaments
from scorer.scorebook.tournament.notices import lapsed_words, moved_words
from scorer.scorebook.tournament.rounds import round_of, table_of
from scorer.scorebook.tournament.values import Tournament
from scorer.text.tournament_words import whereabouts_words


def changed_seating(tournament: Tournament, number: int) -> tuple[str, ...]:
    """What a correction in a round changes of what was announced since, in sentences."""
    progress = tournament.progress
    stays = {each.number: f"announced round {each.number} stays" for each in progress.rounds if each.number > number}
    if not rounds_of(progress, tournament.stage_at):  # a cut may be announced, and nobody seated
        stays[len(progress.rounds) + 1] = "who goes on stays as announced"
    return tuple(
        _changed_words(tournament, what, change)
        for after, what in stays.items()
        for change in seating_changed(tournament.format, progress, after)
    )


def _changed_words(tournament: Tournament, stays: str, change: CutChange | SeatChange) -> str:
    """What stays as announced, and how it would be for somebody by now."""
    name = tournament.name_of(change.entrant)
    if isinstance(change, SeatChange):
        return f"{stays}: {name} {whereabouts_words(change.was)}, by now {whereabouts_words(change.would_be)}"
    stage = tournament.format.stages[change.stage].name
    if change.goes_on:
        return f"{stays}: {name} not in {stage}, by now in {stage}"
    return f"{stays}: {name} in {stage}, by now not in {stage}"


def check_goes_on(session: Session, match_id: int) -> None:
    """Raise RefusedError where this match is a table of a tournament that is finished."""
    for tournament in tournaments(session):
        if tournament.finished and match_id in tournament.matches.values():
            raise RefusedError(f"{tournament.name} is finished; scorer tournament reopen goes on with it")


def said_after(session: Session, match_id: int) -> tuple[str, ...]:
    """What a correction at the table of this match changes of what its tournament announced since; none elsewhere.

    A table that was closed and whose result was struck out is said to have none; of a tournament that is finished it
    is said that its classification is another by now.
    """
    for tournament in tournaments(session):
        for (number, at), match in tournament.matches.items():
            if match == match_id:
                announced = round_of(tournament, number)
                closed = not table_of(announced, at).over and match_by_id(session, match_id).sitting.finished
                missing = f"table {at} of round {number} has no result any more; scorer tournament result gives it one"
                over = f"{tournament.name} is finished: its classification counts this correction too"
                said = (*changed_seating(tournament, number), *lapsed_words(tournament, announced.stage))
                said = (*said, over) if tournament.finished else said
                return (missing, *said) if closed else said
    return ()


def said_of_reversed(session: Session, before: Tournament, step: Step, back: str) -> tuple[str, ...]:
    """What there is to say of a step of the desk that was taken back or done again, as when it was done.

    `back` is the command that reverses it once more.
    """
    if step.action in {"result", "finish"} and step.match_id:
        return said_after(session, step.match_id)
    if step.action in {"substitute", "swap"}:
        return moved_words(before, by_id(session, before.id), back)
    return ()
