"""The steps of the desk: taken back, done again, and told in their order."""

from sqlalchemy import select
from sqlmodel import Session

from scorer.errors import NotFoundError, RefusedError
from scorer.match.values import Step
from scorer.scorebook import rows
from scorer.scorebook.finding import match_by_id
from scorer.scorebook.steps import Chain, linked, reverse, to_redo, to_undo, told
from scorer.scorebook.tournament.finding import lock
from scorer.scorebook.tournament.log import chains_of, readable
from scorer.scorebook.tournament.values import Tournament


def take_back(session: Session, tournament: Tournament) -> Step:
    """Take back what was done last at the desk; raises NotFoundError, and RefusedError where a table goes on since."""
    chain = to_undo(chains_of(session, lock(session, tournament, even_finished=True).id))
    if chain is None or chain.step.action == "tournament":
        raise NotFoundError(
            f"nothing to undo at {tournament.name}; scorer tournament drop takes the tournament itself back"
        )
    return _reversed(session, chain)


def do_again(session: Session, tournament: Tournament) -> Step:
    """Do again what was undone last at the desk, unless something was done since."""
    chain = to_redo(chains_of(session, lock(session, tournament, even_finished=True).id))
    if chain is None:
        raise NotFoundError(f"nothing to redo at {tournament.name}")
    _check_as_left(session, chain)
    return _reversed(session, chain)


def _check_as_left(session: Session, chain: Chain) -> None:
    """Raise RefusedError for a result at whose table something was done since: it may have the number of a sheet."""
    if chain.step.action not in {"result", "finish"}:
        return
    since = linked(rows.read(session, select(rows.STEP).where(rows.STEP.c.match_id == chain.step.match_id)))
    later = sum(each.step.id > chain.tip.id and not each.undone for each in since)
    if later:
        match = match_by_id(session, chain.step.match_id)
        how = f"scorer undo {f'{later} ' if later > 1 else ''}--match {match.id} takes that back first"
        raise RefusedError(f"{match.name} (match {match.id}) was changed since; {how}")


def drop(session: Session, tournament: Tournament) -> None:
    """Take a tournament back of which nothing stands but that it was opened; raises RefusedError for any other."""
    chains = chains_of(session, lock(session, tournament, even_finished=True).id)
    if any(not chain.undone for chain in chains[1:]):
        raise RefusedError(
            f"{tournament.name} has begun; scorer tournament undo takes its steps back, the last one first"
        )
    reverse(session, chains[0])


def _reversed(session: Session, chain: Chain) -> Step:
    reverse(session, chain)
    return told(chain.step, undone=chain.undone)


def tournament_history(session: Session, tournament: Tournament) -> list[Step]:
    """Everything that was done at the desk, oldest first; what was undone is marked so."""
    with readable(f"tournament {tournament.id}"):
        return [told(chain.step, undone=chain.undone) for chain in chains_of(session, tournament.id)]
