"""Who takes part: entries, late ones too, withdrawals, substitutes, and pairs that never share a table."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import Any

from scorer.errors import NotFoundError, RefusedError
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.match.facts import Match
from scorer.match.names import clean, find, fold, look_alikes, meant_by, shown, typed_names
from scorer.rules.errors import Notice, advice, advised
from scorer.scorebook import rows
from scorer.scorebook.changes import reseat
from scorer.scorebook.match_lookup import match_by_id
from scorer.scorebook.seats import MOST_NAMED, known_or_new
from scorer.scorebook.transaction import Transaction
from scorer.text.step_words import did
from scorer.tournaments.keeping.newcomers import entry_playing_on, playing_at, stand_in
from scorer.tournaments.keeping.snapshot import (
    RoundTable,
    Tournament,
    gone_words,
    left_when,
    more_rounds,
    moved_words,
    round_of,
)
from scorer.tournaments.keeping.tournament_lookup import Entered, add_step, as_it_is, by_id, entered, tournaments
from scorer.tournaments.rules import Entrant, first_reserve, players_of

MOST_ENTRANTS = 1000


@dataclass(frozen=True, slots=True)
class TypedEntry:
    """An entry as it was typed: a player, or a team with its members."""

    name: str
    members: tuple[str, ...] = ()
    group: str = ""
    direct: bool = False


def check_merge(transaction: Transaction, gone: str, stays: str) -> None:
    """Raise RefusedError for two players who are to be one person, and play for two entries of a tournament."""
    for tournament in tournaments(transaction):
        entries = [entrant for entrant in tournament.progress.entrants if {gone, stays} & set(entrant.members)]
        if len(entries) > 1:
            fields = {"player": gone, "into": stays, "tournament": tournament.name}
            sentence = _("{player} and {into} play for two entries of {tournament}: they are two people", **fields)
            raise RefusedError(sentence)


def enter(transaction: Transaction, tournament: Tournament, entries: Sequence[TypedEntry]) -> Entered:
    """Enter players, or teams, all or none; those who come late can be seated from the next round on."""
    tournament = as_it_is(transaction, tournament)
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
    return entered(transaction, tournament, "enter", deed, notices=(*_late(tournament), *notices), entrants=details)


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


def still_in(tournament: Tournament, but: Entrant | None = None) -> set[str]:
    """Everybody who plays for an entry that has not withdrawn, except for the entry `but`."""
    entries = [entrant for entrant in tournament.progress.entrants if entrant.left is None and entrant != but]
    return {member for entrant in entries for member in entrant.present}


def entered_already(tournament: Tournament, name: str) -> RefusedError:
    """That somebody is entered already, or how who withdrew comes back."""
    if has_withdrawn(tournament, name):
        return RefusedError(_("{player} has withdrawn", player=name), advice("tournament_enter_alone_brings_back"))
    return RefusedError(_("{player} is entered already", player=name))


def has_withdrawn(tournament: Tournament, name: str) -> bool:
    """Whether an entry of exactly this name has withdrawn."""
    return any(fold(who.name) == fold(name) and who.left is not None for who in tournament.progress.entrants)


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


def taken(tournament: Tournament) -> set[str]:
    """The folded names of everybody who entered or sits for somebody."""
    entrants = tournament.progress.entrants
    teams = {fold(who.name) for who in entrants if tournament.format.team_size > 1}
    return teams | {fold(member) for who in entrants for member in (who.present if who.seats > 1 else who.members)}


def joined(members: Iterable[str]) -> str:
    """The name of a team that has none of its own: `Anna+Bruno`."""
    return "+".join(members)


def find_entrant(tournament: Tournament, typed: str) -> Entrant:
    """The entrant meant, by the name of the entry or of anybody who sits for it; raises NotFoundError."""
    entrants = tournament.progress.entrants
    names = {member: who for who in entrants for member in who.members}
    names |= {member: who for who in entrants if who.seats > 1 for member in who.present}
    whole = {fold(who.name): who for who in entrants if not who.named}
    if fold(typed) in whole:
        return whole[fold(typed)]
    names |= {who.name: who for who in entrants if who.named}
    if not names:
        raise NotFoundError(
            _("nobody has entered {tournament} yet", tournament=tournament.name), advice("tournament_enter_names")
        )
    if len(names) > MOST_NAMED and not meant_by(typed, list(names)):  # a line has no room for all of them
        fault = _("'{name}' is not an entrant of {tournament}", name=shown(typed), tournament=tournament.name)
        for near in look_alikes(typed, list(names)):
            fault = _("{fault}; did you mean {player}?", fault=fault, player=near)
        raise NotFoundError(fault, advice("tournament_export_entries", entrants=len(entrants)))
    unknown = N_("'{typed}' is not an entrant of {tournament}: {known}")
    return names[find(typed, names, unknown, tournament=tournament.name)]


def entrants_named(tournament: Tournament, typed: Sequence[str]) -> list[Entrant]:
    """The entrants meant; the commas between all of them may be missing: `Furio Mirco`. Raises NotFoundError."""
    names = [*(who.name for who in tournament.progress.entrants), *still_in(tournament)]
    if len(typed) == 1 and " " in typed[0] and not meant_by(typed[0], names):
        typed = typed_names(typed, names)
    return [find_entrant(tournament, name) for name in typed]


def withdraw(transaction: Transaction, tournament: Tournament, typed: str, reason: str = "") -> Entered:
    """Let an entrant go; what was played stays. A round announced and not begun at their table is not theirs."""
    tournament = as_it_is(transaction, tournament)
    who = find_entrant(tournament, typed)
    if who.left is not None:
        raise RefusedError(
            _("{player} has withdrawn already", player=who.name), advice("tournament_enter_brings_them_back")
        )
    if instead := stand_in(transaction, tournament, who):
        raise RefusedError(
            _("{player} sits for {entrant}, who stays in by that", player=instead, entrant=who.name),
            advice("tournament_substitute_says_so", entrant=who.name, player=instead),
        )
    at = playing_at(tournament, who)
    waiting = at is not None and not at.table.lines  # nothing is recorded at their table yet
    number = len(tournament.progress.rounds) + (0 if waiting else 1)
    when, left = left_when(tournament, number, playing=at is not None)
    facts: dict[str, Any] = {"player": who.name, "when": when, "round": left}
    follows: dict[str, Any] = {}
    progress, stage = tournament.progress, tournament.stage_at
    if who.number in players_of(tournament.format, progress, stage):
        without = tuple(replace(entrant, left=number) if entrant == who else entrant for entrant in progress.entrants)
        reserve = first_reserve(tournament.format, replace(progress, entrants=without))
        if reserve is not None:
            facts |= {"follower": tournament.name_of(reserve), "stage": tournament.stage.name}
            follows = {"stage": stage - 1, "reserve": reserve}
    deed = did("withdrew", **facts)
    done = entered(
        transaction, tournament, "withdraw", deed, reason=reason, entrant=who.number, round=number, **follows
    )
    if waiting:
        return replace(done, notices=(gone_words(done.tournament, who),))
    return replace(done, notices=_left_behind(transaction, done.tournament, who, at))


def _left_behind(
    transaction: Transaction, tournament: Tournament, who: Entrant, at: RoundTable | None
) -> tuple[Notice, ...]:
    """What becomes of what somebody made who withdrew, and of those who stay at a table that has begun."""
    last = tournament.last_round
    if last is None or more_rounds(tournament):
        return ()
    if at is None:
        keeps = _("{player} keeps what they made, and the place that it gives", player=who.name)
        return (keeps,) if last.table_with(who.number) else ()
    match = match_by_id(transaction, at.match_id)
    stay = [seat for seat in match.sitting.seats if seat not in who.members]
    if match.variant.seats(len(stay)):
        goes_on = advice("tournament_seats_without_them", players=",".join(stay), match=match.id)
    else:
        goes_on = advice("tournament_result_as_it_stands", players=len(stay), table=at.number)
    return (
        _("{player} keeps what they made so far, and the place that it gives", player=who.name),
        advised(
            _("{players} stay at table {table} of round {round}", players=listed(stay), **at.place),
            goes_on,
            advice("tournament_enter_and_substitute_one_who_is_out", entrant=who.name),
        ),
    )


def bring_back(transaction: Transaction, tournament: Tournament, typed: str) -> Entered:
    """Let somebody who withdrew be seated again from the next round on."""
    tournament = as_it_is(transaction, tournament)
    who = find_entrant(tournament, typed)
    if who.left is None:
        raise RefusedError(_("{player} has not withdrawn", player=who.name))
    for entrant in tournament.progress.entrants:
        if entrant.left is None and (both := [name for name in who.present if name in entrant.present]):
            raise RefusedError(_("{player} plays for {entrant} by now", player=both[0], entrant=entrant.name))
    return entered(transaction, tournament, "return", did("came_back", player=who.name), entrant=who.number)


def substitute(
    transaction: Transaction, tournament: Tournament, typed: str, newcomer: str, reason: str = ""
) -> Entered:
    """Let somebody else sit for an entry from now on: the entry keeps what it has, the past keeps its players."""
    tournament = as_it_is(transaction, tournament)
    who = find_entrant(tournament, typed)
    if who.left is not None:
        raise RefusedError(
            _("{player} has withdrawn: nobody plays for them", player=who.name),
            advice("tournament_enter_brings_them_back"),
        )
    (name,), new = known_or_new(transaction, [newcomer], together_with=still_in(tournament))
    if name in who.present:
        raise RefusedError(_("{player} plays for that entry already", player=name))
    gone = _replaced_member(who, typed, name) if who.seats > 1 else ""
    there = entry_playing_on(tournament, name)
    if there and there.number != who.number:
        raise RefusedError(
            _("{player} belongs to the entry {entrant}, which plays on", player=name, entrant=there.name)
        )
    at = playing_at(tournament, who)
    instead_of = "" if name == who.name else gone or who.name
    deed = did("substituted", player=name, entrant=instead_of, table=at.number if at else 0)
    detail = {**deed, "entrant": who.number, "player": rows.player_ids(transaction)[name]}
    detail |= {"round": at.round.number} if at else {}
    detail |= {"for": rows.player_ids(transaction)[gone]} if gone else {}
    step = add_step(transaction, tournament, "substitute", detail, reason, at.match_id if at else None)
    without_seat = _seat_substitute(transaction, tournament, at, step, who, gone, name) if at else ()
    after = by_id(transaction, tournament.id)
    moved = moved_words(tournament, after, advice("tournament_undo_takes_that_back"))
    return Entered(after, deed, (*new, *without_seat, *moved))


def _seat_substitute(
    transaction: Transaction, tournament: Tournament, at: RoundTable, step: int, who: Entrant, gone: str, name: str
) -> tuple[Notice, ...]:
    """Give a substitute the seat of an entry at a table; says where nobody has it. `gone` is whom of a pair."""
    match = match_by_id(transaction, at.match_id)
    members = [gone] if gone else who.members
    seat = next((player for player in match.sitting.seats if player in members), "")
    if not seat and name not in match.sitting.seats:
        seat = stand_in(transaction, tournament, who)
    _check_seat(transaction, tournament, match, seat, name)
    reseat(transaction, match, step, lambda sitting: sitting.replaced({seat: name}))
    if seat or name in match.sitting.seats:
        return ()
    nobody = _("nobody sits for {entrant} at table {table}", entrant=who.name, table=at.number)
    return (advised(nobody, advice("reseat", match=match.id)),)


def _replaced_member(who: Entrant, typed: str, newcomer: str) -> str:
    """Whom of a pair somebody replaces, by name; raises RefusedError where the pair is named, or who left it."""
    try:
        return find(typed, who.present)
    except NotFoundError:
        raise RefusedError(
            _("say for whom of {members} {player} plays", members=listed(who.present), player=newcomer),
            advice("tournament_substitute_as_in", member=who.present[0], player=newcomer),
        ) from None


def _check_seat(transaction: Transaction, tournament: Tournament, match: Match, gone: str, name: str) -> None:
    """Raise RefusedError for a newcomer who sits at a table of the round, but in the seat that nobody has."""
    last = round_of(tournament)
    for table in last.tables:
        at = tournament.matches[last.number, table.number]
        looked_at = not table.over and (at != match.id or gone)
        if looked_at and name in match_by_id(transaction, at).sitting.seats:
            raise RefusedError(
                _("{player} sits at table {table} already", player=name, table=table.number),
                advice("reseat", match=at),
            )


def keep_apart(
    transaction: Transaction, tournament: Tournament, typed: Sequence[str], *, together: bool = False
) -> Entered:
    """Never seat any two of these at one table; with `together`, let them again."""
    tournament = as_it_is(transaction, tournament)
    numbers = list(dict.fromkeys(who.number for who in entrants_named(tournament, typed)))
    if len(numbers) < 2:  # noqa: PLR2004 - a pair
        raise RefusedError(_("name at least two different entrants"), advice("tournament_keep_apart_names"))
    names = [tournament.name_of(number) for number in numbers]
    deed = did("let_meet" if together else "kept_apart", players=names)
    pairs = [list(pair) for pair in combinations(numbers, 2)]
    return entered(transaction, tournament, "apart", deed, pairs=pairs, together=together)
