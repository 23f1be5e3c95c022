"""Who may sit down at a table of a round, and for whom, whether a table's seats or a substitute are named."""

from collections.abc import Sequence

from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.rules.errors import Notice, advice, advised
from scorer.scorebook.match_lookup import match_by_id
from scorer.scorebook.transaction import Transaction
from scorer.tournaments.keeping.snapshot import RoundTable, Tournament, moved_words, redrawable
from scorer.tournaments.keeping.tournament_lookup import before_last_step, table_of_tournament
from scorer.tournaments.rules import Entrant, is_knocked_out, players_of


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


def seating_notices(transaction: Transaction, match_id: int, before: Sequence[str]) -> tuple[Notice, ...]:
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
    notices: list[Notice | None] = [_elsewhere(at, name, sits.get(name)) for name in new]
    for name in new:
        if table := _other_table(transaction, at, name):
            twice = _("{player} sits at table {table} too", player=name, table=table.number)
            notices.append(advised(twice, advice("reseat", match=table.match_id)))
    if seats != tuple(before):
        then = before_last_step(transaction, at.tournament, match_id)
        notices += moved_words(then, at.tournament, advice("tournament_undo_at_match_takes_back", match=match_id))
    return tuple(notice for notice in notices if notice)


def check_sides(at: RoundTable, seats: Sequence[str]) -> None:
    """Raise RefusedError for too many who play for one entry, and for members of a team who do not sit opposite."""
    tournament, count = at.tournament, at.tournament.format.seats
    for entrant, names in tournament.sitters[at.round.number].names.items():
        members = [name for name in seats if name in names]
        if len(members) > count:
            facts = {"players": listed(members), "entrant": tournament.entrants[entrant].name, "seats": count}
            if count == 1:
                words = _("{players} both play for {entrant}, which has one seat: seat one of them", **facts)
            else:
                words = _("{players} all play for {entrant}, which has {seats} seats: seat {seats} of them", **facts)
            raise RefusedError(words)
    if count > 1:
        _check_opposite(at, seats)


def _check_opposite(at: RoundTable, seats: Sequence[str]) -> None:
    """Raise RefusedError for two who sit opposite, and play for two entries."""
    sits = at.sits(seats)
    for side in (seats[0::2], seats[1::2]):
        entries = {sits[seat] for seat in side if seat in sits}
        if len(entries) > 1:
            players, entrants = listed(side), listed(sorted(map(at.tournament.name_of, entries)))
            partners = N_("{players} would be partners, and play for {entrants}: partners sit opposite")
            raise RefusedError(_(partners, players=players, entrants=entrants))


def _elsewhere(at: RoundTable, name: str, number: int | None) -> Notice | None:
    """For whom somebody plays who sat down at a table, where the draw does not say it; None where it does."""
    if number is None:
        return advised(_("{player} plays for nobody here", player=name), advice("tournament_substitute_for_whom"))
    table = (at.round.drawn or at.round).table_with(number)
    if table and table.number == at.number:
        return None
    entry = at.tournament.entrants[number].name
    if name == entry and table:
        own = N_("{player} was drawn at table {table}: what {player} makes stays {player}'s own, at this table too")
    elif name == entry:
        own = N_("{player} was drawn to rest: what {player} makes stays {player}'s own, at this table too")
    elif table:
        own = N_(
            "{player} sits for {entrant}, drawn at table {table}: what {player} makes is {entrant}'s, at this table too"
        )
    else:
        own = N_("{player} sits for {entrant}, drawn to rest: what {player} makes is {entrant}'s, at this table too")
    return _(own, player=name, entrant=entry, table=table.number if table else 0)


def check_newcomers(transaction: Transaction, at: RoundTable, seats: Sequence[str], before: Sequence[str]) -> None:
    """Raise RefusedError for who may not sit there: their entry withdrew or is not in the round, or they sit twice."""
    entrants, sits = at.tournament.entrants, at.sits(seats)
    sitters = at.tournament.sitters[at.round.number].names
    for name in seats:
        own = [entrants[number] for number, names in sitters.items() if name in names]
        if not own:
            _check_stranger(transaction, at, name, entrants[sits[name]] if name in sits else None)
        elif name not in before and all(entry.left is not None for entry in own):
            raise RefusedError(
                _("{player} has withdrawn: nobody plays for them", player=own[0].name),
                advice("tournament_enter_brings_them_back"),
            )


def _check_stranger(transaction: Transaction, at: RoundTable, name: str, instead: Entrant | None) -> None:
    """Raise RefusedError for somebody who plays for no entry of the round, and may not stand in at this table.

    They would stand in for the entrant `instead`, where that one has the only seat that is free.
    """
    tournament, announced = at.tournament, at.round
    stage = tournament.format.stages[announced.stage].name
    if entry := entry_playing_on(tournament, name):
        if announced.stage and entry.number not in players_of(tournament.format, tournament.progress, announced.stage):
            raise RefusedError(
                _("{player} did not go on to {stage}", player=name, stage=stage),
                advice("tournament_withdraw_and_follow"),
            )
        seats_them = advice("tournament_enter_at_table", player=entry.name, table=at.number)
        if announced.stage and redrawable(tournament, announced):
            seats_them = advice("tournament_redraw")
        plays = {"player": name, "entrant": entry.name, "round": announced.number}
        raise RefusedError(_("{player} plays for {entrant}, who is not in round {round}", **plays), seats_them)
    if instead and instead.left is not None:
        facts = {"player": name, "entrant": instead.name}
        raise RefusedError(
            _("{player} would sit for {entrant}, who has withdrawn: nobody plays for them", **facts),
            advice("tournament_enter_then_substitute", **facts),
        )
    if any(entry.left is None and name in entry.present for entry in tournament.progress.entrants):
        raise RefusedError(
            _("{player} did not go on to {stage}", player=name, stage=stage),
            advice("tournament_substitute_says", entrant=instead.name if instead else "ENTRANT", player=name),
        )
    if table := _other_table(transaction, at, name):
        raise RefusedError(
            _("{player} sits at table {table} already", player=name, table=table.number),
            advice("reseat", match=table.match_id),
        )


def _other_table(transaction: Transaction, at: RoundTable, name: str) -> RoundTable | None:
    """The other table of a round, not over, at which somebody sits too; None for none."""
    for table in at.round.tables:
        at_table = RoundTable(at.tournament, at.round, table)
        elsewhere = table.number != at.number and not table.over
        if elsewhere and name in match_by_id(transaction, at_table.match_id).sitting.seats:
            return at_table
    return None
