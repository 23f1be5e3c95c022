"""Who enters: players, pairs and teams; late ones too, at a table of a round that is drawn; and who is kept apart."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import Any

from scorer.errors import RefusedError
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.match.facts import Match, Sitting
from scorer.match.names import clean, fold
from scorer.rules.errors import Notice, advice, advised
from scorer.scorebook import rows
from scorer.scorebook.changes import reseat
from scorer.scorebook.match_lookup import match_by_id, sheet_of
from scorer.scorebook.seats import known_or_new
from scorer.scorebook.transaction import Transaction
from scorer.text.step_words import did
from scorer.tournaments.keeping.acts import Act, DeskChange
from scorer.tournaments.keeping.rounds import match_instead
from scorer.tournaments.keeping.seats import check_apart, check_plays_for_no_other, sits_already
from scorer.tournaments.keeping.snapshot import (
    RoundTable,
    Tournament,
    entrants_named,
    find_entrant,
    round_of,
    round_table,
    still_in,
)
from scorer.tournaments.keeping.step_kinds import JOIN
from scorer.tournaments.rules import Entrant, PlayedRound, players_of

MOST_ENTRANTS = 1000


@dataclass(frozen=True, slots=True)
class TypedEntry:
    """An entry as it was typed: a player, or a team with its members."""

    name: str
    members: tuple[str, ...] = ()
    group: str = ""
    direct: bool = False


def enter(transaction: Transaction, tournament: Tournament, entries: Sequence[TypedEntry]) -> DeskChange:
    """Enter players, or teams, all or none; those who come late can be seated from the next round on."""
    act = Act(transaction, tournament)
    tournament = act.before
    if (count := len(tournament.entrants) + len(entries)) > MOST_ENTRANTS:
        raise RefusedError(
            _("{entrants}: at most {most} can enter", entrants=counts.entrants(count), most=MOST_ENTRANTS)
        )
    first = max(tournament.entrants, default=0) + 1
    there = taken(tournament)
    details: list[dict[str, object]] = []
    members = [_members(tournament, entry) for entry in entries]
    everybody, notices = known_or_new(
        transaction, [name for names in members for name in names], together_with=still_in(tournament)
    )
    left = iter(everybody)
    for number, (entry, typed) in enumerate(zip(entries, members, strict=True), first):
        names = tuple(islice(left, len(typed)))
        team = ""
        if tournament.format.seats > 1 and not entry.name:
            team = joined(names)
        elif entry.members:
            team = clean(entry.name, "team name")
        for name in [*names, team] if team else names:
            if fold(name) in there:
                raise entered_already(tournament, name)
            there.add(fold(name))
        detail = {"number": number, **entry_detail(transaction, entry, team, names)}
        if tournament.format.seats > 1:
            detail["seats"] = tournament.format.seats
        details.append(detail)
    deed = did("entered", count=len(entries), entry=tournament.format.entry)
    act.write("enter", deed, entrants=details)
    return act.done(*_late(tournament), *notices)


def entry_detail(transaction: Transaction, entry: TypedEntry, team: str, names: Iterable[str]) -> dict[str, object]:
    """An entry as its step keeps it."""
    ids = rows.player_ids(transaction)
    group = entry.group and clean(entry.group, "group")
    return {"name": team, "players": [ids[name] for name in names], "group": group, "direct": entry.direct}


def _late(tournament: Tournament) -> tuple[Notice, ...]:
    """What is said to those who enter after a draw."""
    last = tournament.last_round
    if last is None:
        return ()
    at = _(
        "they can be seated from round {round} on; the format says what the rounds before give them",
        round=last.number + 1,
    )
    return (at,) if last.begun else (advised(at, advice("tournament_redraw")),)


def _members(tournament: Tournament, entry: TypedEntry) -> tuple[str, ...]:
    """Who may sit for an entry; raises RefusedError where a format wants teams, or other ones."""
    size, name = tournament.format.team_size, tournament.format.name
    if size == 1 and entry.members:
        raise RefusedError(
            _("{entrant}: {format} is played by single players, not by teams", entrant=entry.name, format=name)
        )
    if size > 1 and len(entry.members) != size:
        team = {"entrant": entry.name or joined(entry.members), "format": name, "size": size}
        few = ngettext(
            "{entrant}: {count} member; a team of {format} has {size}",
            "{entrant}: {count} members; a team of {format} has {size}",
            len(entry.members),
            **team,
        )
        if tournament.format.entry == "pair":
            few = _(
                "{fault}: name a pair as {example}, with a comma between two pairs", fault=few, example="Anna+Bruno"
            )
        raise RefusedError(few)
    return entry.members or (entry.name,)


def taken(tournament: Tournament) -> set[str]:
    """The folded names of everybody who entered or sits for somebody."""
    entrants = tournament.progress.entrants
    teams = {fold(who.name) for who in entrants if tournament.format.team_size > 1}
    return teams | {fold(member) for who in entrants for member in (who.present if who.seats > 1 else who.members)}


def entered_already(tournament: Tournament, name: str) -> RefusedError:
    """That somebody is entered already, or how who withdrew comes back."""
    if has_withdrawn(tournament, name):
        return RefusedError(_("{player} has withdrawn", player=name), advice("tournament_enter_alone_brings_back"))
    return RefusedError(_("{player} is entered already", player=name))


def has_withdrawn(tournament: Tournament, name: str) -> bool:
    """Whether an entry of exactly this name has withdrawn."""
    return any(fold(who.name) == fold(name) and who.left is not None for who in tournament.progress.entrants)


def joined(members: Iterable[str]) -> str:
    """The name of a team that has none of its own: `Anna+Bruno`."""
    return "+".join(members)


def check_one_player(tournament: Tournament, name: str) -> None:
    """Raise RefusedError for `Anna+Bruno` or `Anna & Bruno` where single players enter; `=1+1` is a name."""
    parts = [part.strip() for part in re.split("[+&/]", name)]
    if len(parts) > 1 and all(parts) and tournament.format.team_size == 1:
        single = _(
            "{name}: {format} is played by single players; with a comma between them they enter, {names}; "
            'one who is called so is "={name}"',
            name=name,
            format=tournament.format.name,
            names=",".join(parts),
        )
        raise RefusedError(single)


def join(transaction: Transaction, tournament: Tournament, entry: TypedEntry, number: int) -> DeskChange:
    """Seat one more at a table of the last round: who comes late, who came back, or who rests; raises RefusedError."""
    act = Act(transaction, tournament)
    tournament = act.before
    if tournament.format.team_size > 1:
        raise RefusedError(_("only a single player can be seated at a table"), advice("tournament_substitute_member"))
    last = round_of(tournament)
    at = round_table(tournament, last.number, number)
    table, match = at.table, match_by_id(transaction, at.match_id)
    size, deals = len(table.seats) + 1, tournament.format.stages[last.stage].deals
    _check_takes_one_more(at, match)
    who, detail, notices = _joining(transaction, tournament, last, entry)
    check_apart(tournament, table, table.joined(who.number))
    sits = who.members[-1]
    check_plays_for_no_other(tournament, who)
    if sits in match.sitting.seats:
        raise sits_already(at, sits)
    deed = did("joined", player=sits, table=number, round=last.number, seats=size)
    detail |= {"entrant": who.number, "round": last.number, "table": number, "match": match.id}
    if deals:
        detail |= {"match": match_instead(transaction, tournament, match, deals[size]), "instead_of": match.id}
    step = act.write(JOIN, deed, **detail)
    if deals:
        rows.strike_sittings(transaction, [match.id], step)
        seats = (*match.sitting.seats, sits)
        rows.add_sitting(transaction, detail["match"], step, Sitting(seats, seats[0]))
    else:
        due = sheet_of(transaction, match).next_dealer
        reseat(transaction, match, step, lambda now: replace(now, seats=(*now.seats, sits), first_dealer=due))
    return act.done(*notices, advised("", advice("tournament_print_again")))


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
        stage = _(fmt.stages[last.stage].name)
        raise RefusedError(_("{player} does not play in {stage}", player=who.name, stage=stage))
    return who, detail, notices


def keep_apart(
    transaction: Transaction, tournament: Tournament, typed: Sequence[str], *, together: bool = False
) -> DeskChange:
    """Never seat any two of these at one table; with `together`, let them again."""
    act = Act(transaction, tournament)
    tournament = act.before
    numbers = list(dict.fromkeys(who.number for who in entrants_named(tournament, typed)))
    if len(numbers) < 2:  # noqa: PLR2004 - a pair
        raise RefusedError(_("name at least two different entrants"), advice("tournament_keep_apart_names"))
    names = [tournament.name_of(number) for number in numbers]
    deed = did("let_meet" if together else "kept_apart", players=names)
    pairs = [list(pair) for pair in combinations(numbers, 2)]
    act.write("apart", deed, pairs=pairs, together=together)
    return act.done()
