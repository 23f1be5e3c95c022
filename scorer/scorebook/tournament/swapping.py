"""Two who swap seats in a round, and one who comes late and sits down at a table of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.errors import RefusedError
from scorer.language.forms import listed
from scorer.match.facts import Match, Sitting
from scorer.match.names import fold
from scorer.rules.tournament import Entrant, PlayedRound, players_of
from scorer.scorebook import rows
from scorer.scorebook.changes import reseat
from scorer.scorebook.finding import match_by_id, sheet_of
from scorer.scorebook.seats import known_or_new
from scorer.scorebook.tournament.entries import Entry, entry_detail, find_entrant, still_in, taken
from scorer.scorebook.tournament.log import JOIN
from scorer.scorebook.tournament.lookup import Entered, add_step, by_id, lock
from scorer.scorebook.tournament.rounds import match_instead, seated
from scorer.scorebook.tournament.snapshot import RoundTable, Tournament, moved_words, round_of, round_table
from scorer.scorebook.transaction import Transaction
from scorer.text.tournament_words import ORDINALS

SWAP = "swap"
LET_THEM = "scorer tournament keep-apart NAMES --together lets them meet"


def swap(transaction: Transaction, tournament: Tournament, one: str, other: str, number: int | None = None) -> Entered:
    """Let two entrants sit in each other's seats of a round, or one sit while the other rests; raises RefusedError."""
    tournament = lock(transaction, tournament)
    announced = round_of(tournament, number)
    pair = find_entrant(tournament, one), find_entrant(tournament, other)
    if pair[0].number == pair[1].number:
        raise RefusedError(f"{pair[0].name} is named twice: name the two who swap")
    tables = [_table(tournament, announced, who) for who in pair]
    matches = _not_begun(transaction, announced, tables, pair)
    after = announced.exchanged(pair[0].number, pair[1].number)
    for was, table in zip(announced.tables, after.tables, strict=True):
        for apart in tournament.progress.apart:
            if apart <= set(table.seats) and not apart <= set(was.seats):
                two = listed(sorted(map(tournament.name_of, apart)))
                raise RefusedError(f"{two} are kept apart, and would both sit at table {table.number}; {LET_THEM}")
    names = _names(tournament, pair, tables, matches)
    what = f"{pair[0].name} and {pair[1].name} swap seats in round {announced.number}{_places(after, pair, tables)}"
    detail = {"what": what, "round": announced.number, "pair": [who.number for who in pair]}
    step = add_step(transaction, tournament, SWAP, detail)
    for match in matches.values():
        reseat(transaction, match, step, lambda sitting: sitting.replaced(names))
    printed = "scorer tournament print writes the seating and the score sheets again"
    now = by_id(transaction, tournament.id)
    return Entered(now, what, (printed, *moved_words(tournament, now, "scorer tournament undo")))


def _table(tournament: Tournament, announced: PlayedRound, who: Entrant) -> RoundTable | None:
    """Where somebody sits, None for who rests; raises RefusedError for who is not in the round."""
    if who.left is not None and who.left <= announced.number:
        raise RefusedError(f"{who.name} has withdrawn: scorer tournament redraw seats the round without them")
    table = announced.table_with(who.number)
    if table is None and who.number not in announced.resting:
        raise RefusedError(f"{who.name} is not in round {announced.number} of {tournament.name}")
    return RoundTable(tournament, announced, table) if table else None


def _not_begun(
    transaction: Transaction, announced: PlayedRound, tables: Sequence[RoundTable | None], pair: Sequence[Entrant]
) -> dict[int, Match]:
    """The matches of the two, by table; raises RefusedError where both rest, or where something is recorded."""
    found: dict[int, Match] = {}
    one, other = (who.present[-1] for who in pair)
    for at, written, really in zip(tables, (one, other), (other, one), strict=True):
        if at is None:
            continue
        found[at.table.number] = match = match_by_id(transaction, at.match_id)
        if at.table.lines or at.table.over:
            was = f'where it was the other who played, scorer reassign "{written}={really}" --match {match.id}'
            now = f"from now on, scorer seats NAMES --match {match.id}, and everybody keeps what they made"
            raise RefusedError(f"something is recorded at {at}: {was} puts it to them at both tables; {now}")
    if not found:
        raise RefusedError(f"both rest in round {announced.number}: nothing changes")
    return found


def _names(
    tournament: Tournament, pair: Sequence[Entrant], tables: Sequence[RoundTable | None], matches: Mapping[int, Match]
) -> dict[str, str]:
    """Who sits for the two now, or would for one who rests, each with who takes that seat; raises RefusedError."""
    found = []
    for who, at in zip(pair, tables, strict=True):
        if at is None:
            found.append(seated(tournament, who.number))
            continue
        match = matches[at.table.number]
        sits = at.sits(match.sitting.seats)
        names = tuple(name for name in match.sitting.seats if sits.get(name) == who.number)
        if len(names) < who.seats:
            how = f"scorer seats NAMES --match {match.id} seats somebody"
            raise RefusedError(f"nobody sits for {who.name} at table {at.table.number}; {how}")
        found.append(names)
    one, other = found
    return dict(zip((*one, *other), (*other, *one), strict=True))


def _places(after: PlayedRound, pair: Sequence[Entrant], tables: Sequence[RoundTable | None]) -> str:
    """Where the two are after a swap: `, at table 1`, or each by name."""
    one, other = tables
    if one and other and one.table is other.table:
        return f", at table {one.table.number}"
    places = []
    for who in pair:
        table = after.table_with(who.number)
        places.append(f"{who.name} {f'sits at table {table.number}' if table else 'rests'}")
    return f": {listed(places)}"


def join(transaction: Transaction, tournament: Tournament, entry: Entry, number: int) -> Entered:
    """Seat one more at a table of the last round: who comes late, who came back, or who rests; raises RefusedError."""
    tournament = lock(transaction, tournament)
    if tournament.format.team_size > 1:
        raise RefusedError("--table seats a player; scorer tournament substitute lets a member sit for a team")
    last = round_of(tournament)
    at = round_table(tournament, last.number, number)
    table, match = at.table, match_by_id(transaction, at.match_id)
    later = f"without --table they can be seated from round {last.number + 1} on"
    if table.over:
        raise RefusedError(f"{at} is over; {later}")
    size, deals = len(table.seats) + 1, tournament.format.stages[last.stage].deals
    if size not in tournament.format.sizes or len(match.sitting.seats) >= size:
        sizes = listed([str(each) for each in sorted(tournament.format.sizes)])
        raise RefusedError(f"{at} has {len(table.seats)}; {tournament.format.name} has tables of {sizes}")
    if deals and table.lines:
        raise RefusedError(f"{at} has begun, and everybody there plays an agreed number of deals; {later}")
    who, detail, notices = _joining(transaction, tournament, last, entry)
    for pair in tournament.progress.apart:
        if other := next((each for each in table.seats if pair == {who.number, each}), None):
            raise RefusedError(f"{who.name} and {tournament.name_of(other)} are kept apart; {LET_THEM}")
    sits = who.members[-1]
    detail |= {"what": f"{sits} sits at {at}, as the {ORDINALS[size - 1]}", "entrant": who.number}
    detail |= {"round": last.number, "table": number, "match": match.id}
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
    printed = "scorer tournament print sheets writes the score sheets again"
    return Entered(by_id(transaction, tournament.id), detail["what"], (*notices, printed))


def _joining(
    transaction: Transaction, tournament: Tournament, last: PlayedRound, entry: Entry
) -> tuple[Entrant, dict[str, Any], tuple[str, ...]]:
    """Who is seated in a round that is drawn, with the entry where it is new; raises RefusedError."""
    fmt, progress = tournament.format, tournament.progress
    if fold(entry.name) not in taken(tournament):
        (name,), notices = known_or_new(transaction, [entry.name], beside=still_in(tournament))
        number = max(tournament.entrants, default=0) + 1
        who = Entrant(number, name, (name,), entry.group, entry.direct)
        detail: dict[str, Any] = {"entrants": [{"number": number, **entry_detail(transaction, entry, "", [name])}]}
    else:
        who, detail, notices = replace(find_entrant(tournament, entry.name), left=None), {}, ()
    if table := last.table_with(who.number):
        moves = "scorer tournament swap moves who sits in a round"
        raise RefusedError(f"{who.name} sits at table {table.number} of round {last.number} already; {moves}")
    others = tuple(each for each in progress.entrants if each.number != who.number)
    if who.number not in players_of(fmt, replace(progress, entrants=(*others, who)), last.stage):
        raise RefusedError(f"{who.name} does not play in {fmt.stages[last.stage].name}")
    return who, detail, notices
