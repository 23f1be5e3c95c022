"""What a correction would have changed in what was announced since: it is said, not redone."""

from sqlmodel import Session

from scorer.rules.tournament import rounds_of, seating_changed
from scorer.scorebook.desk.finding import tournaments
from scorer.scorebook.desk.play_offs import lapsed_words
from scorer.scorebook.desk.values import Tournament


def changed_seating(tournament: Tournament, number: int) -> tuple[str, ...]:
    """What a correction in a round changes of what was announced since, in sentences."""
    progress = tournament.progress
    stays = {each.number: f"announced round {each.number} stays" for each in progress.rounds if each.number > number}
    if not rounds_of(progress, tournament.stage_at):  # a cut may be announced, and nobody seated
        stays[len(progress.rounds) + 1] = "who goes on stays as announced"
    return tuple(
        f"{what}: {tournament.name_of(change.entrant)} {change.was}, by now {change.would_be}"
        for after, what in stays.items()
        for change in seating_changed(tournament.format, progress, after)
    )


def said_after(session: Session, match_id: int) -> tuple[str, ...]:
    """What a correction at the table of this match changes of what its tournament announced since; none elsewhere.

    A play-off of the stage that decides nothing by now is said too.
    """
    for tournament in tournaments(session):
        for (number, _), match in tournament.matches.items():
            if match == match_id:
                stage = next(each.stage for each in tournament.progress.rounds if each.number == number)
                return (*changed_seating(tournament, number), *lapsed_words(tournament, stage))
    return ()
