"""Two who swap seats in a round, and one who comes late and sits down at a table of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.match.facts import Match, Sitting
from scorer.match.names import fold
from scorer.rules.errors import Notice, advice, advised
from scorer.scorebook import rows
from scorer.scorebook.changes import reseat
from scorer.scorebook.match_lookup import match_by_id, sheet_of
from scorer.scorebook.seats import known_or_new
from scorer.scorebook.transaction import Transaction
from scorer.text.step_words import did
from scorer.tournaments.keeping.entries import TypedEntry, entry_detail, find_entrant, still_in, taken
from scorer.tournaments.keeping.rounds import match_instead, seated
from scorer.tournaments.keeping.snapshot import RoundTable, Tournament, moved_words, round_of, round_table
from scorer.tournaments.keeping.step_kinds import JOIN
from scorer.tournaments.keeping.tournament_lookup import Entered, add_step, as_it_is, by_id
from scorer.tournaments.rules import Entrant, PlayedRound, players_of

SWAP = "swap"


def swap(
    transaction: Transaction, tournament: Tournament, first: str, second: str, number: int | None = None
) -> Entered:
    """Let two entrants sit in each other's seats of a round, or one sit while the other rests; raises RefusedError."""
    tournament = as_it_is(transaction, tournament)
    announced = round_of(tournament, number)
    pair = find_entrant(tournament, first), find_entrant(tournament, second)
    if pair[0].number == pair[1].number:
        raise RefusedError(_("{player} is named twice: name the two who swap", player=pair[0].name))
    tables = [_table(tournament, announced, who) for who in pair]
    matches = _not_begun(transaction, announced, tables, pair)
    after = announced.exchanged(pair[0].number, pair[1].number)
    for was, table in zip(announced.tables, after.tables, strict=True):
        for apart in tournament.progress.apart:
            if apart <= set(table.seats) and not apart <= set(was.seats):
                two = listed(sorted(map(tournament.name_of, apart)))
                both = _(
                    "{players} are kept apart, and would both sit at table {table}", players=two, table=table.number
                )
                raise RefusedError(both, advice("tournament_keep_apart_together"))
    takes_seat_of = _exchanged_seats(tournament, pair, tables, matches)
    seated_at = [after.table_with(who.number) for who in pair]
    deed = did(
        "swapped",
        players=[who.name for who in pair],
        round=announced.number,
        tables=[table.number if table else 0 for table in seated_at],
    )
    detail = {**deed, "round": announced.number, "pair": [who.number for who in pair]}
    step = add_step(transaction, tournament, SWAP, detail)
    for match in matches.values():
        reseat(transaction, match, step, lambda sitting: sitting.replaced(takes_seat_of))
    now = by_id(transaction, tournament.id)
    moved = moved_words(tournament, now, advice("tournament_undo_takes_that_back"))
    return Entered(now, deed, (advised("", advice("tournament_print_again")), *moved))


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


def join(transaction: Transaction, tournament: Tournament, entry: TypedEntry, number: int) -> Entered:
    """Seat one more at a table of the last round: who comes late, who came back, or who rests; raises RefusedError."""
    tournament = as_it_is(transaction, tournament)
    if tournament.format.team_size > 1:
        raise RefusedError(_("only a single player can be seated at a table"), advice("tournament_substitute_member"))
    last = round_of(tournament)
    at = round_table(tournament, last.number, number)
    table, match = at.table, match_by_id(transaction, at.match_id)
    size, deals = len(table.seats) + 1, tournament.format.stages[last.stage].deals
    _check_takes_one_more(at, match)
    who, detail, notices = _joining(transaction, tournament, last, entry)
    for pair in tournament.progress.apart:
        if apart_from := next((entrant for entrant in table.seats if pair == {who.number, entrant}), None):
            apart = _("{player} and {other} are kept apart", player=who.name, other=tournament.name_of(apart_from))
            raise RefusedError(apart, advice("tournament_keep_apart_together"))
    sits = who.members[-1]
    deed = did("joined", player=sits, table=number, round=last.number, seats=size)
    detail |= {**deed, "entrant": who.number, "round": last.number, "table": number, "match": match.id}
    if deals:
        detail |= {"match": match_instead(transaction, tournament, match, deals[size]), "instead_of": match.id}
    step = add_step(transaction, tournament, JOIN, detail)
    if deals:
        rows.strike_sittings(transaction, [match.id], step)
        seats = (*match.sitting.seats, sits)
        rows.add_sitting(transaction, detail["match"], step, Sitting(seats, seats[0]))
    else:
        due = sheet_of(transaction, match).next_dealer
        reseat(transaction, match, step, lambda now: replace(now, seats=(*now.seats, sits), first_dealer=due))
    return Entered(by_id(transaction, tournament.id), deed, (*notices, advised("", advice("tournament_print_again"))))


def _check_takes_one_more(at: RoundTable, match: Match) -> None:
    """Raise RefusedError for a table that is over, that is full, or at which one more could not play as many deals."""
    last, fmt = at.round, at.tournament.format
    size, later = len(at.table.seats) + 1, advice("tournament_enter_later", round=last.number + 1)
    if at.table.over:
        raise RefusedError(_("table {table} of round {round} is over", **at.place), later)
    if size not in fmt.sizes or len(match.sitting.seats) >= size:
        seats, sizes = len(at.table.seats), listed([str(known) for known in sorted(fmt.sizes)])
        full = N_("table {table} of round {round} has {seats}; {format} has tables of {sizes}")
        raise RefusedError(_(full, **at.place, seats=seats, format=fmt.name, sizes=sizes))
    if fmt.stages[last.stage].deals and at.table.lines:
        begun = N_("table {table} of round {round} has begun, and everybody there plays an agreed number of deals")
        raise RefusedError(_(begun, **at.place), later)


def _joining(
    transaction: Transaction, tournament: Tournament, last: PlayedRound, entry: TypedEntry
) -> tuple[Entrant, dict[str, Any], tuple[Notice, ...]]:
    """Who is seated in a round that is drawn, with the entry where it is new; raises RefusedError."""
    fmt, progress = tournament.format, tournament.progress
    if fold(entry.name) not in taken(tournament):
        (name,), notices = known_or_new(transaction, [entry.name], together_with=still_in(tournament))
        number = max(tournament.entrants, default=0) + 1
        who = Entrant(number, name, (name,), entry.group, entry.direct)
        detail: dict[str, Any] = {"entrants": [{"number": number, **entry_detail(transaction, entry, "", [name])}]}
    else:
        who, detail, notices = replace(find_entrant(tournament, entry.name), left=None), {}, ()
    if table := last.table_with(who.number):
        at = {"player": who.name, "table": table.number, "round": last.number}
        sits = _("{player} sits at table {table} of round {round} already", **at)
        raise RefusedError(sits, advice("tournament_swap_moves"))
    others = tuple(entrant for entrant in progress.entrants if entrant.number != who.number)
    if who.number not in players_of(fmt, replace(progress, entrants=(*others, who)), last.stage):
        raise RefusedError(_("{player} does not play in {stage}", player=who.name, stage=fmt.stages[last.stage].name))
    return who, detail, notices
