"""People at the tables of a round: two who swap seats, one who comes late, and what there is to say of those who sit
elsewhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from scorer.errors import RefusedError
from scorer.match.names import fold
from scorer.match.values import Match, Sitting
from scorer.rules.tournament import Entrant, PlayedRound, Table, players_of
from scorer.scorebook import rows
from scorer.scorebook.changes import reseat
from scorer.scorebook.finding import match_by_id, sheet_of
from scorer.scorebook.seats import known_or_new
from scorer.scorebook.tournament.entries import Entered, Entry, entry_detail, find_entrant, still_in, taken
from scorer.scorebook.tournament.finding import add_step, before_last_step, by_id, lock, table_of_tournament
from scorer.scorebook.tournament.log import JOIN
from scorer.scorebook.tournament.newcomers import check_newcomers, twice_words
from scorer.scorebook.tournament.rounds import match_instead, round_of, seated, table_of
from scorer.scorebook.tournament.seats import seated_for
from scorer.scorebook.tournament.values import Tournament, moved_words
from scorer.text.sentences import listed
from scorer.text.tournament_words import ORDINALS

SWAP = "swap"


def swap(session: Session, tournament: Tournament, one: str, other: str, number: int | None = None) -> Entered:
    """Let two entrants sit in each other's seats of a round, or one sit for whom the other rests.

    Raises RefusedError once anything is recorded at their tables, for who is not in the round or has withdrawn, and
    where two would meet who are kept apart.
    """
    tournament = lock(session, tournament)
    announced = round_of(tournament, number)
    pair = find_entrant(tournament, one), find_entrant(tournament, other)
    if pair[0].number == pair[1].number:
        raise RefusedError(f"{pair[0].name} is named twice: name the two who swap")
    tables = [_table(tournament, announced, who) for who in pair]
    matches = _not_begun(session, tournament, announced, tables, pair)
    after = announced.exchanged(pair[0].number, pair[1].number)
    _check_apart(tournament, announced, after)
    names = _names(tournament, announced, pair, tables, matches)
    what = f"{pair[0].name} and {pair[1].name} swap seats in round {announced.number}{_places(after, pair, tables)}"
    detail = {"what": what, "round": announced.number, "pair": [who.number for who in pair]}
    step = add_step(session, tournament, SWAP, detail)
    for match in matches.values():
        reseat(session, match, step, lambda sitting: sitting.replaced(names))
    printed = "scorer tournament print writes the seating and the score sheets again"
    now = by_id(session, tournament.id)
    return Entered(now, what, (printed, *moved_words(tournament, now, "scorer tournament undo")))


def join(session: Session, tournament: Tournament, entry: Entry, number: int) -> Entered:
    """Seat one more at a table of the last round: who comes late, who came back, or who rests.

    Raises RefusedError where the format has no table of so many, where the table is over, or where an agreed number of
    deals is being played; for who sits in the round; and where two would meet who are kept apart.
    """
    tournament = lock(session, tournament)
    if tournament.format.team_size > 1:
        raise RefusedError("--table seats a player; scorer tournament substitute lets a member sit for a team")
    last = round_of(tournament)
    where = f"table {number} of round {last.number}"
    table = table_of(last, number)
    match = match_by_id(session, tournament.matches[last.number, number])
    if table.over:
        raise RefusedError(f"{where} is over; without --table they can be seated from round {last.number + 1} on")
    size, deals = len(table.seats) + 1, tournament.format.stages[last.stage].deals
    if size not in tournament.format.sizes or len(match.sitting.seats) >= size:
        sizes = listed([str(each) for each in sorted(tournament.format.sizes)])
        raise RefusedError(f"{where} has {len(table.seats)}; {tournament.format.name} has tables of {sizes}")
    if deals and table.lines:
        raise RefusedError(
            f"{where} has begun, and everybody there plays an agreed number of deals; "
            f"without --table they can be seated from round {last.number + 1} on"
        )
    who, detail, notices = _joining(session, tournament, last, entry)
    for pair in tournament.progress.apart:
        if other := next((each for each in table.seats if pair == {who.number, each}), None):
            let = "scorer tournament keep-apart NAMES --together lets them meet"
            raise RefusedError(f"{who.name} and {tournament.name_of(other)} are kept apart; {let}")
    sits = who.members[-1]
    detail |= {"what": f"{sits} sits at {where}, as the {ORDINALS[size - 1]}", "entrant": who.number}
    detail |= {"round": last.number, "table": number, "match": match.id}
    if deals:
        detail |= {"match": match_instead(session, tournament, match, deals[size]), "instead_of": match.id}
    step = add_step(session, tournament, JOIN, detail)
    if deals:
        rows.strike_sittings(session, [match.id], step)
        seats = (*match.sitting.seats, sits)
        rows.add_sitting(session, detail["match"], step, Sitting(seats, seats[0]))
    else:
        due = sheet_of(session, match).next_dealer
        reseat(session, match, step, lambda now: replace(now, seats=(*now.seats, sits), first_dealer=due))
    printed = "scorer tournament print sheets writes the score sheets again"
    return Entered(by_id(session, tournament.id), detail["what"], (*notices, printed))


def _joining(
    session: Session, tournament: Tournament, last: PlayedRound, entry: Entry
) -> tuple[Entrant, dict[str, Any], tuple[str, ...]]:
    """Who is seated in a round that is drawn, with the entry where it is new; raises RefusedError."""
    fmt, progress = tournament.format, tournament.progress
    if fold(entry.name) not in taken(tournament):
        (name,), notices = known_or_new(session, [entry.name], beside=still_in(tournament))
        number = max(tournament.entrants, default=0) + 1
        who = Entrant(number, name, (name,), entry.group, entry.direct)
        detail: dict[str, Any] = {"entrants": [{"number": number, **entry_detail(session, entry, "", [name])}]}
    else:
        who, detail, notices = replace(find_entrant(tournament, entry.name), left=None), {}, ()
    if table := last.table_with(who.number):
        moves = "scorer tournament swap moves who sits in a round"
        raise RefusedError(f"{who.name} sits at table {table.number} of round {last.number} already; {moves}")
    others = tuple(each for each in progress.entrants if each.number != who.number)
    if who.number not in players_of(fmt, replace(progress, entrants=(*others, who)), last.stage):
        raise RefusedError(f"{who.name} does not play in {fmt.stages[last.stage].name}")
    return who, detail, notices


def _table(tournament: Tournament, announced: PlayedRound, who: Entrant) -> Table | None:
    """Where somebody sits, None for who rests; raises RefusedError for who is not in the round."""
    if who.left is not None and who.left <= announced.number:
        raise RefusedError(f"{who.name} has withdrawn: scorer tournament redraw seats the round without them")
    table = announced.table_with(who.number)
    if table is None and who.number not in announced.resting:
        raise RefusedError(f"{who.name} is not in round {announced.number} of {tournament.name}")
    return table


def _not_begun(
    session: Session, tournament: Tournament, announced: PlayedRound, tables: Sequence[Table | None],
    pair: Sequence[Entrant],
) -> dict[int, Match]:  # fmt: skip
    """The matches of the two, by table; raises RefusedError where both rest, or where something is recorded."""
    found: dict[int, Match] = {}
    people = [who.present[-1] for who in pair]
    for at, table in enumerate(tables):
        if table is None:
            continue
        names = people if at == 0 else people[::-1]  # who is written at this table first
        found[table.number] = match = match_by_id(session, tournament.matches[announced.number, table.number])
        if table.lines or table.over:
            what = f"something is recorded at table {table.number} of round {announced.number}"
            was = f'where it was the other who played, scorer reassign "{names[0]}={names[1]}" --match {match.id}'
            now = f"from now on, scorer seats NAMES --match {match.id}, and everybody keeps what they made"
            raise RefusedError(f"{what}: {was} puts it to them at both tables; {now}")
    if not found:
        raise RefusedError(f"both rest in round {announced.number}: nothing changes")
    return found


def _check_apart(tournament: Tournament, before: PlayedRound, after: PlayedRound) -> None:
    """Raise RefusedError where two would sit together who are kept apart, and did not."""
    for was, table in zip(before.tables, after.tables, strict=True):
        for pair in tournament.progress.apart:
            if pair <= set(table.seats) and not pair <= set(was.seats):
                names = listed(sorted(map(tournament.name_of, pair)))
                let = "scorer tournament keep-apart NAMES --together lets them meet"
                raise RefusedError(f"{names} are kept apart, and would both sit at table {table.number}; {let}")


def _names(
    tournament: Tournament, announced: PlayedRound, pair: Sequence[Entrant], tables: Sequence[Table | None],
    matches: dict[int, Match],
) -> dict[str, str]:  # fmt: skip
    """Who sits for the two now, each with who takes that seat; for one who rests, who would sit.

    Raises RefusedError for a seat in which nobody is.
    """
    found = []
    for who, table in zip(pair, tables, strict=True):
        if table is None:
            found.append(seated(tournament, who.number))
            continue
        seats = matches[table.number].sitting.seats
        sits = seated_for(table, tournament.entrants, seats, tournament.sitters[announced.number])
        names = tuple(name for name in seats if sits.get(name) == who.number)
        if len(names) < who.seats:
            how = f"scorer seats NAMES --match {matches[table.number].id} seats somebody"
            raise RefusedError(f"nobody sits for {who.name} at table {table.number}; {how}")
        found.append(names)
    one, other = found
    return dict(zip((*one, *other), (*other, *one), strict=True))


def _places(after: PlayedRound, pair: Sequence[Entrant], tables: Sequence[Table | None]) -> str:
    """Where the two are after a swap: `, at table 1`, or each by name."""
    one, other = tables
    if one and one is other:
        return f", at table {one.number}"
    tables = [after.table_with(who.number) for who in pair]
    where = [f"sits at table {table.number}" if table else "rests" for table in tables]
    return f": {listed([f'{who.name} {place}' for who, place in zip(pair, where, strict=True)])}"


def said_of_seats(session: Session, match_id: int, before: Sequence[str]) -> tuple[str, ...]:
    """What there is to say of those who sit at a table now and did not `before`; nothing where it is of no tournament.

    Units that were recorded before and are somebody else's by this are said too. Raises RefusedError for two who play
    for one entry: it has one seat.
    """
    found = table_of_tournament(session, match_id)
    if found is None:
        return ()
    tournament, number, at = found
    seats, announced = match_by_id(session, match_id).sitting.seats, round_of(tournament, number)
    check_one_seat(tournament, number, seats)
    sits = seated_for(table_of(announced, at), tournament.entrants, seats, tournament.sitters[number])
    check_one_side(tournament, seats, sits)
    check_newcomers(session, tournament, announced, at, seats, before)
    new = [name for name in seats if name not in before]
    sentences = [_elsewhere(tournament, announced, at, name, sits.get(name)) for name in new]
    sentences += twice_words(session, tournament, announced, at, new)
    if seats != tuple(before):
        then = before_last_step(session, tournament, match_id)
        sentences += moved_words(then, tournament, f"scorer undo --match {match_id}")
    return tuple(filter(None, sentences))


def check_one_seat(tournament: Tournament, number: int, seats: Sequence[str]) -> None:
    """Raise RefusedError for two at a table of a round who play for one entry: it has one seat."""
    for entrant, names in tournament.sitters[number].names.items():
        theirs, count = [name for name in seats if name in names], tournament.format.seats
        if len(theirs) > count:
            entry, them = tournament.entrants[entrant].name, listed(theirs)
            one = f"{them} both play for {entry}, which has one seat: seat one of them"
            many = f"{them} all play for {entry}, which has {count} seats: seat {count} of them"
            raise RefusedError(one if count == 1 else many)


def check_one_side(tournament: Tournament, seats: Sequence[str], sits: Mapping[str, int]) -> None:
    """Raise RefusedError for members of one team who do not sit on one side: the payouts would be of other sides."""
    if tournament.format.seats == 1:
        return
    for side in (seats[0::2], seats[1::2]):
        if len(entries := {sits[seat] for seat in side if seat in sits}) > 1:
            names = listed(sorted(tournament.name_of(each) for each in entries))
            raise RefusedError(f"{listed(side)} would be partners, and play for {names}: partners sit opposite")


def _elsewhere(tournament: Tournament, announced: PlayedRound, at: int, name: str, number: int | None) -> str:
    """For whom somebody plays who sat down at a table, where the draw does not say it; "" where it does."""
    if number is None:
        return f"{name} plays for nobody here; scorer tournament substitute says for whom"
    table = (announced.drawn or announced).table_with(number)
    if table and table.number == at:
        return ""
    entry, where = tournament.entrants[number].name, f"drawn {f'at table {table.number}' if table else 'to rest'}"
    if name == entry:
        return f"{name} was {where}: what {name} makes stays {name}'s own, at this table too"
    return f"{name} sits for {entry}, {where}: what {name} makes is {entry}'s, at this table too"
