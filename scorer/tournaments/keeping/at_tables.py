"""What the core asks at a match that is a table of a tournament (`scorer/scorebook/at_tables.py`)."""

from collections.abc import Sequence

from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.rules.errors import Notice, advice, advised
from scorer.scorebook import rows
from scorer.scorebook.match_lookup import match_by_id
from scorer.scorebook.transaction import Transaction
from scorer.tournaments.keeping.notices import (
    announced_words,
    changed_seating,
    counts_again_words,
    lapsed_words,
    moved_words,
)
from scorer.tournaments.keeping.replaying import Log, chains_as_kept, unfit_steps
from scorer.tournaments.keeping.seats import check_newcomers, check_sides, other_table
from scorer.tournaments.keeping.snapshot import RoundTable
from scorer.tournaments.keeping.tournament_lookup import (
    before_last_step,
    refuse_finished,
    table_of_tournament,
    tournaments,
)


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
        if table := other_table(transaction, at, name):
            twice = _("{player} sits at table {table} too", player=name, table=table.number)
            notices.append(advised(twice, advice("reseat", match=table.match_id)))
    if seats != tuple(before):
        then = before_last_step(transaction, at.tournament, match_id)
        notices += moved_words(then, at.tournament, advice("tournament_undo_at_match_takes_back", match=match_id))
    return tuple(notice for notice in notices if notice)


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


def check_goes_on(transaction: Transaction, match_id: int) -> None:
    """Raise RefusedError where this match is a table of a tournament that is finished."""
    if at := table_of_tournament(transaction, match_id):
        refuse_finished(at.tournament)


def correction_notices(transaction: Transaction, match_id: int) -> tuple[Notice, ...]:
    """What a correction at the table of this match changes of what its tournament announced since; none elsewhere.

    That is also a closed table whose result was struck out, so that it has none now, and a tournament that is finished,
    whose classification is another by now.
    """
    at = table_of_tournament(transaction, match_id)
    if at is None:
        return ()
    tournament, notices = at.tournament, list[Notice]()
    if not at.table.over and match_by_id(transaction, match_id).sitting.finished:
        without = _("table {table} of round {round} has no result any more", **at.place)
        notices.append(advised(without, advice("tournament_result_gives_one")))
    notices += changed_seating(tournament, at.round.number)
    notices += lapsed_words(tournament, at.round.stage)
    notices += counts_again_words(before_last_step(transaction, tournament, match_id), tournament)
    notices += announced_words(tournament)
    if tournament.finished:
        notices.append(
            _("{tournament} is finished: its classification counts this correction too", tournament=tournament.name)
        )
    return tuple(notices)


def check_merge(transaction: Transaction, gone: str, stays: str) -> None:
    """Raise RefusedError for two who are to be one person, and play for two entries of a tournament, or one as two."""
    for tournament in tournaments(transaction):
        entries = [entrant for entrant in tournament.progress.entrants if {gone, stays} & set(entrant.members)]
        fields = {"player": gone, "into": stays, "tournament": tournament.name}
        if len(entries) > 1:
            sentence = _("{player} and {into} play for two entries of {tournament}: they are two people", **fields)
            raise RefusedError(sentence)
        if entries and {gone, stays} <= set(entries[0].members):
            names = rows.player_names(transaction)
            merged = {player: stays if name == gone else name for player, name in names.items()}
            chains = chains_as_kept(transaction, tournament.id)
            now, then = (set(unfit_steps(Log(read_as, tournament.format), chains)) for read_as in (names, merged))
            if then - now:
                sentence = _("{player} and {into} belong to one entry of {tournament}: they are two people", **fields)
                raise RefusedError(sentence)
