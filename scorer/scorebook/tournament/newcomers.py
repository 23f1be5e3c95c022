"""Who may sit down at a table of a round, and for whom: one rule for `scorer seats` and for `substitute`."""

from collections.abc import Sequence

from scorer.errors import RefusedError
from scorer.language.forms import listed
from scorer.rules.tournament import Entrant, is_knocked_out, players_of
from scorer.scorebook.finding import match_by_id
from scorer.scorebook.tournament.lookup import before_last_step, table_of_tournament
from scorer.scorebook.tournament.snapshot import RoundTable, Tournament, moved_words, redrawable
from scorer.scorebook.transaction import Transaction


def entry_playing_on(tournament: Tournament, name: str) -> Entrant | None:
    """The entry for which somebody still plays; None where it withdrew, or cannot go on to the present stage."""
    for entry in tournament.progress.entrants:
        if name in entry.present:
            if entry.left is not None:
                plays_on = playing_at(tournament, entry) is not None
            else:
                plays_on = not is_knocked_out(tournament.format, tournament.progress, entry.number)
            if plays_on:
                return entry
    return None


def playing_at(tournament: Tournament, who: Entrant) -> RoundTable | None:
    """The table at which somebody plays the last round; None where they do not, or it is over."""
    last = tournament.last_round
    table = last.table_with(who.number) if last else None
    return RoundTable(tournament, last, table) if last and table and not table.over else None


def stand_in(transaction: Transaction, tournament: Tournament, who: Entrant) -> str:
    """Who sits in the seat of somebody at a table that is not over, and was not named with `substitute`; else ""."""
    at = playing_at(tournament, who)
    if at is None:
        return ""
    seats = match_by_id(transaction, at.match_id).sitting.seats
    sits = at.sits(seats)
    theirs = tournament.sitters[at.round.number].names.get(who.number, ())
    return next((name for name in seats if sits.get(name) == who.number and name not in theirs), "")


def said_of_seats(transaction: Transaction, match_id: int, before: Sequence[str]) -> tuple[str, ...]:
    """What there is to say of those who sit at a table now and did not `before`; nothing where it is of no tournament.

    Units that were recorded before and are somebody else's by this are said too. Raises RefusedError for who may not
    sit there.
    """
    at = table_of_tournament(transaction, match_id)
    if at is None:
        return ()
    seats = match_by_id(transaction, match_id).sitting.seats
    check_sides(at, seats)
    check_newcomers(transaction, at, seats, before)
    new, sits = [name for name in seats if name not in before], at.sits(seats)
    sentences = [_elsewhere(at, name, sits.get(name)) for name in new]
    for name in new:
        if table := _other_table(transaction, at, name):
            frees = f"scorer seats NAMES --match {table.match_id}"
            sentences.append(f"{name} sits at table {table.table.number} too, until {frees} seats who is there")
    if seats != tuple(before):
        then = before_last_step(transaction, at.tournament, match_id)
        sentences += moved_words(then, at.tournament, f"scorer undo --match {match_id}")
    return tuple(filter(None, sentences))


def check_sides(at: RoundTable, seats: Sequence[str]) -> None:
    """Raise RefusedError for too many who play for one entry, and for members of a team who do not sit opposite."""
    tournament, count = at.tournament, at.tournament.format.seats
    for entrant, names in tournament.sitters[at.round.number].names.items():
        theirs = [name for name in seats if name in names]
        if len(theirs) > count:
            entry, them = tournament.entrants[entrant].name, listed(theirs)
            one = f"{them} both play for {entry}, which has one seat: seat one of them"
            many = f"{them} all play for {entry}, which has {count} seats: seat {count} of them"
            raise RefusedError(one if count == 1 else many)
    if count > 1:
        _check_opposite(at, seats)


def _check_opposite(at: RoundTable, seats: Sequence[str]) -> None:
    """Raise RefusedError for two who sit opposite, and play for two entries."""
    sits = at.sits(seats)
    for side in (seats[0::2], seats[1::2]):
        entries = {sits[seat] for seat in side if seat in sits}
        if len(entries) > 1:
            names_of = listed(sorted(map(at.tournament.name_of, entries)))
            raise RefusedError(f"{listed(side)} would be partners, and play for {names_of}: partners sit opposite")


def _elsewhere(at: RoundTable, name: str, number: int | None) -> str:
    """For whom somebody plays who sat down at a table, where the draw does not say it; "" where it does."""
    if number is None:
        return f"{name} plays for nobody here; scorer tournament substitute says for whom"
    table = (at.round.drawn or at.round).table_with(number)
    if table and table.number == at.table.number:
        return ""
    entry = at.tournament.entrants[number].name
    where = f"drawn at table {table.number}" if table else "drawn to rest"
    if name == entry:
        return f"{name} was {where}: what {name} makes stays {name}'s own, at this table too"
    return f"{name} sits for {entry}, {where}: what {name} makes is {entry}'s, at this table too"


def check_newcomers(transaction: Transaction, at: RoundTable, seats: Sequence[str], before: Sequence[str]) -> None:
    """Raise RefusedError for who may not sit there: their entry withdrew or is not in the round, or they sit twice."""
    entrants, sits = at.tournament.entrants, at.sits(seats)
    sitters = at.tournament.sitters[at.round.number].names
    for name in seats:
        own = [entrants[number] for number, names in sitters.items() if name in names]
        if not own:
            _check_stranger(transaction, at, name, entrants[sits[name]] if name in sits else None)
        elif name not in before and all(entry.left is not None for entry in own):
            back = f"scorer tournament enter {own[0].name} brings them back"
            raise RefusedError(f"{own[0].name} has withdrawn: nobody plays for them; {back}")


def _check_stranger(transaction: Transaction, at: RoundTable, name: str, instead: Entrant | None) -> None:
    """Raise RefusedError for somebody who plays for no entry of the round, and may not stand in at this table.

    It would be `instead` of an entrant, where one has the only seat that is free.
    """
    tournament, announced = at.tournament, at.round
    stage = tournament.format.stages[announced.stage].name
    if entry := entry_playing_on(tournament, name):
        if announced.stage and entry.number not in players_of(tournament.format, tournament.progress, announced.stage):
            follows = "scorer tournament withdraw lets somebody go, whom the first reserve follows"
            raise RefusedError(f"{name} did not go on to {stage}; {follows}")
        how = f"scorer tournament enter {entry.name} --table {at.table.number} seats one more"
        seats_them = (
            "scorer tournament redraw seats those who go on by now"
            if announced.stage and redrawable(tournament, announced)
            else f"{how}, where the format has such tables"
        )
        raise RefusedError(f"{name} plays for {entry.name}, who is not in round {announced.number}; {seats_them}")
    if instead and instead.left is not None:
        back = f"scorer tournament enter {instead.name}, then scorer tournament substitute {instead.name} {name}"
        raise RefusedError(f"{name} would sit for {instead.name}, who has withdrawn: nobody plays for them; {back}")
    if any(entry.left is None and name in entry.present for entry in tournament.progress.entrants):
        how = f"scorer tournament substitute {instead.name if instead else 'ENTRANT'} {name} says for whom {name} plays"
        raise RefusedError(f"{name} did not go on to {stage}; {how}")
    if table := _other_table(transaction, at, name):
        frees = f"scorer seats NAMES --match {table.match_id} frees them"
        raise RefusedError(f"{name} sits at table {table.table.number} already; {frees}")


def _other_table(transaction: Transaction, at: RoundTable, name: str) -> RoundTable | None:
    """The other table of a round, not over, at which somebody sits too; None for none."""
    for table in at.round.tables:
        other = RoundTable(at.tournament, at.round, table)
        elsewhere = table.number != at.table.number and not table.over
        if elsewhere and name in match_by_id(transaction, other.match_id).sitting.seats:
            return other
    return None
