"""Who may sit down at a table of a round, and for whom: one rule for `scorer seats` and for `substitute`."""

from collections.abc import Mapping, Sequence

from sqlmodel import Session

from scorer.errors import RefusedError
from scorer.rules.tournament import Entrant, PlayedRound, is_knocked_out, players_of
from scorer.scorebook.finding import match_by_id
from scorer.scorebook.tournament.rounds import table_of
from scorer.scorebook.tournament.seats import seated_for
from scorer.scorebook.tournament.values import Tournament, redrawable


def entry_playing_on(tournament: Tournament, name: str) -> Entrant | None:
    """The entry for which somebody still plays; None where it withdrew, or cannot go on to the present stage."""
    return next((each for each in tournament.progress.entrants if _plays_on(tournament, each, name)), None)


def _plays_on(tournament: Tournament, entry: Entrant, name: str) -> bool:
    if name not in entry.present:
        return False
    if entry.left is not None:
        return playing_at(tournament, entry) is not None
    return not is_knocked_out(tournament.format, tournament.progress, entry.number)


def playing_at(tournament: Tournament, who: Entrant) -> int | None:
    """The number of the table at which somebody plays the last round; None where they do not, or it is over."""
    last = tournament.last_round
    tables = last.tables if last else ()
    return next((table.number for table in tables if who.number in table.seats and not table.over), None)


def stand_in(session: Session, tournament: Tournament, who: Entrant) -> str:
    """Who sits in the seat of somebody at a table that is not over, and was not named with `substitute`; else ""."""
    at, last = playing_at(tournament, who), tournament.last_round
    if at is None or last is None:
        return ""
    seats = match_by_id(session, tournament.matches[last.number, at]).sitting.seats
    sits = seated_for(table_of(last, at), tournament.entrants, seats, tournament.sitters[last.number])
    theirs = tournament.sitters[last.number].names.get(who.number, ())
    return next((name for name in seats if sits.get(name) == who.number and name not in theirs), "")


def check_newcomers(
    session: Session, tournament: Tournament, announced: PlayedRound, at: int, seats: Sequence[str],
    before: Sequence[str],
) -> None:  # fmt: skip
    """Raise RefusedError for who may not sit at a table of a round: whose entry withdrew, or is not in the round.

    Nobody plays for an entry that withdrew, and somebody without an entry sits at one table of the round.
    """
    who = tournament.sitters[announced.number]
    sits = seated_for(table_of(announced, at), tournament.entrants, seats, who)
    for name in seats:
        own = [tournament.entrants[number] for number, names in who.names.items() if name in names]
        if not own:
            _check_stranger(session, tournament, announced, at, name, sits)
        elif name not in before and all(entry.left is not None for entry in own):
            back = f"scorer tournament enter {own[0].name} brings them back"
            raise RefusedError(f"{own[0].name} has withdrawn: nobody plays for them; {back}")


def _check_stranger(
    session: Session, tournament: Tournament, announced: PlayedRound, at: int, name: str, sits: Mapping[str, int]
) -> None:
    """Raise RefusedError for somebody who plays for no entry of the round, and may not stand in at this table."""
    instead = tournament.entrants[sits[name]] if name in sits else None
    stage = tournament.format.stages[announced.stage].name
    if entry := entry_playing_on(tournament, name):
        if announced.stage and entry.number not in players_of(tournament.format, tournament.progress, announced.stage):
            follows = "scorer tournament withdraw lets somebody go, whom the first reserve follows"
            raise RefusedError(f"{name} did not go on to {stage}; {follows}")
        seats_them = (
            "scorer tournament redraw seats those who go on by now"
            if announced.stage and redrawable(tournament, announced)
            else f"scorer tournament enter {entry.name} --table {at} seats one more, where the format has such tables"
        )
        raise RefusedError(f"{name} plays for {entry.name}, who is not in round {announced.number}; {seats_them}")
    if instead and instead.left is not None:
        back = f"scorer tournament enter {instead.name}, then scorer tournament substitute {instead.name} {name}"
        raise RefusedError(f"{name} would sit for {instead.name}, who has withdrawn: nobody plays for them; {back}")
    if any(entry.left is None and name in entry.present for entry in tournament.progress.entrants):
        how = f"scorer tournament substitute {instead.name if instead else 'ENTRANT'} {name} says for whom {name} plays"
        raise RefusedError(f"{name} did not go on to {stage}; {how}")
    if table := _other_table(session, tournament, announced, at, name):
        frees = f"scorer seats NAMES --match {tournament.matches[announced.number, table]} frees them"
        raise RefusedError(f"{name} sits at table {table} already; {frees}")


def _other_table(session: Session, tournament: Tournament, announced: PlayedRound, at: int, name: str) -> int | None:
    """The other table of a round, not over, at which somebody sits too; None for none."""
    for table in announced.tables:
        match = tournament.matches[announced.number, table.number]
        if table.number != at and not table.over and name in match_by_id(session, match).sitting.seats:
            return table.number
    return None


def twice_words(
    session: Session, tournament: Tournament, announced: PlayedRound, at: int, new: Sequence[str]
) -> list[str]:
    """A sentence for everybody who sat down at a table, and sits at another of the round until that is said there."""
    sentences = []
    for name in new:
        if table := _other_table(session, tournament, announced, at, name):
            frees = f"scorer seats NAMES --match {tournament.matches[announced.number, table]}"
            sentences.append(f"{name} sits at table {table} too, until {frees} seats who is there")
    return sentences
