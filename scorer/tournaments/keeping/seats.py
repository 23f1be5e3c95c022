"""Who may sit down in a round, and for whom; and two who swap seats."""

from collections.abc import Mapping, Sequence

from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.match.facts import Match
from scorer.rules.errors import advice, advised
from scorer.scorebook.changes import reseat
from scorer.scorebook.match_lookup import match_by_id
from scorer.scorebook.transaction import Transaction
from scorer.text.step_words import did
from scorer.tournaments.keeping.acts import Act, DeskChange
from scorer.tournaments.keeping.notices import moved_words
from scorer.tournaments.keeping.rounds import seated
from scorer.tournaments.keeping.snapshot import RoundTable, Tournament, find_entrant, round_of
from scorer.tournaments.rules import Entrant, PlayedRound, Table, is_knocked_out, players_of, redrawable


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


def check_plays_for_no_other(tournament: Tournament, who: Entrant) -> None:
    """Raise RefusedError for an entry that would play on, and whose players play for another by now."""
    others = [other for other in tournament.progress.entrants if other.left is None and other.number != who.number]
    for other in others:
        if both := [name for name in who.present if name in other.present]:
            raise RefusedError(_("{player} plays for {entrant} by now", player=both[0], entrant=other.name))


def stand_in(transaction: Transaction, tournament: Tournament, who: Entrant) -> str:
    """Who sits in the seat of somebody at a table that is not over, and was not named with `substitute`; else ""."""
    at = playing_at(tournament, who)
    if at is None:
        return ""
    seats = match_by_id(transaction, at.match_id).sitting.seats
    sits = at.sits(seats)
    theirs = tournament.sitters[at.round.number].names.get(who.number, ())
    return next((name for name in seats if sits.get(name) == who.number and name not in theirs), "")


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
    stage = _(tournament.format.stages[announced.stage].name)
    if entry := entry_playing_on(tournament, name):
        if announced.stage and entry.number not in players_of(tournament.format, tournament.progress, announced.stage):
            raise RefusedError(
                _("{player} did not go on to {stage}", player=name, stage=stage),
                advice("tournament_withdraw_and_follow"),
            )
        seats_them = advice("tournament_enter_at_table", player=entry.name, table=at.number)
        if announced.stage and redrawable(tournament.format, tournament.progress):
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
            advice("tournament_substitute_says", entrant=instead.name if instead else _("ENTRANT"), player=name),
        )
    if table := other_table(transaction, at, name):
        raise sits_already(table, name)


def other_table(transaction: Transaction, at: RoundTable, name: str) -> RoundTable | None:
    """The other table of a round, not over, at which somebody sits too; None for none."""
    for table in at.round.tables:
        at_table = RoundTable(at.tournament, at.round, table)
        elsewhere = table.number != at.number and not table.over
        if elsewhere and name in match_by_id(transaction, at_table.match_id).sitting.seats:
            return at_table
    return None


def sits_already(at: RoundTable, name: str) -> RefusedError:
    """That somebody sits at this table of the round, and cannot sit down elsewhere."""
    already = _("{player} sits at table {table} already", player=name, table=at.number)
    return RefusedError(already, advice("reseat", match=at.match_id))


def swap(
    transaction: Transaction, tournament: Tournament, first: str, second: str, number: int | None = None
) -> DeskChange:
    """Let two entrants sit in each other's seats of a round, or one sit while the other rests; raises RefusedError."""
    act = Act(transaction, tournament)
    tournament = act.before
    announced = round_of(tournament, number)
    pair = find_entrant(tournament, first), find_entrant(tournament, second)
    if pair[0].number == pair[1].number:
        raise RefusedError(_("{player} is named twice: name the two who swap", player=pair[0].name))
    tables = [_table(tournament, announced, who) for who in pair]
    matches = _not_begun(transaction, announced, tables, pair)
    after = announced.exchanged(pair[0].number, pair[1].number)
    for was, table in zip(announced.tables, after.tables, strict=True):
        check_apart(tournament, was, table)
    takes_seat_of = _exchanged_seats(tournament, pair, tables, matches)
    seated_at = [after.table_with(who.number) for who in pair]
    deed = did(
        "swapped",
        players=[who.name for who in pair],
        round=announced.number,
        tables=[table.number if table else 0 for table in seated_at],
    )
    step = act.write("swap", deed, round=announced.number, pair=[who.number for who in pair])
    for match in matches.values():
        reseat(transaction, match, step, lambda sitting: sitting.replaced(takes_seat_of))
    moved = moved_words(tournament, act.after, advice("tournament_undo_takes_that_back"))
    return act.done(advised("", advice("tournament_print_again")), *moved)


def _table(tournament: Tournament, announced: PlayedRound, who: Entrant) -> RoundTable | None:
    """Where somebody sits, None for who rests; raises RefusedError for who is not in the round."""
    if who.left is not None and who.left <= announced.number:
        raise RefusedError(_("{player} has withdrawn", player=who.name), advice("tournament_redraw"))
    table = announced.table_with(who.number)
    if table is None and who.number not in announced.resting:
        facts = {"player": who.name, "round": announced.number, "tournament": tournament.name}
        raise RefusedError(_("{player} is not in round {round} of {tournament}", **facts))
    return RoundTable(tournament, announced, table) if table else None


def _not_begun(
    transaction: Transaction, announced: PlayedRound, tables: Sequence[RoundTable | None], pair: Sequence[Entrant]
) -> dict[int, Match]:
    """The matches of the two, by table; raises RefusedError where both rest, or where something is recorded."""
    matches: dict[int, Match] = {}
    first, second = (who.present[-1] for who in pair)
    for at, written, really in zip(tables, (first, second), (second, first), strict=True):
        if at is None:
            continue
        matches[at.number] = match = match_by_id(transaction, at.match_id)
        if at.table.lines or at.table.over:
            raise RefusedError(
                _("something is recorded at table {table} of round {round}", **at.place),
                advice("tournament_reassign_at_both_tables", written=written, really=really, match=match.id),
                advice("tournament_seats_from_now_on", match=match.id),
            )
    if not matches:
        raise RefusedError(_("both rest in round {round}: nothing changes", round=announced.number))
    return matches


def check_apart(tournament: Tournament, was: Table, table: Table) -> None:
    """Raise RefusedError for two who are kept apart, did not sit at a table as it `was`, and would both sit at it."""
    for pair in tournament.progress.apart:
        if pair <= set(table.seats) and not pair <= set(was.seats):
            two = listed(sorted(map(tournament.name_of, pair)))
            both = _("{players} are kept apart, and would both sit at table {table}", players=two, table=table.number)
            raise RefusedError(both, advice("tournament_keep_apart_together"))


def _exchanged_seats(
    tournament: Tournament, pair: Sequence[Entrant], tables: Sequence[RoundTable | None], matches: Mapping[int, Match]
) -> dict[str, str]:
    """Who takes whose seat, by whom has it now or would have it but rests; raises RefusedError for an empty seat."""
    players = []
    for who, at in zip(pair, tables, strict=True):
        if at is None:
            players.append(seated(tournament, who.number))
            continue
        match = matches[at.number]
        sits = at.sits(match.sitting.seats)
        names = tuple(name for name in match.sitting.seats if sits.get(name) == who.number)
        if len(names) < who.seats:
            raise RefusedError(
                _("nobody sits for {entrant} at table {table}", entrant=who.name, table=at.number),
                advice("reseat", match=match.id),
            )
        players.append(names)
    first, second = players
    return dict(zip((*first, *second), (*second, *first), strict=True))
