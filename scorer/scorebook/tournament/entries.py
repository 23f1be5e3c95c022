"""Who takes part: entries, late ones too, withdrawals, substitutes, and pairs that never share a table."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import Any

from scorer.errors import NotFoundError, RefusedError
from scorer.language.forms import listed
from scorer.match.facts import Match
from scorer.match.names import clean, find, fold, look_alikes, meant_by, shown, typed_names
from scorer.rules.tournament import Entrant, first_reserve, players_of
from scorer.scorebook import rows
from scorer.scorebook.changes import reseat
from scorer.scorebook.finding import match_by_id
from scorer.scorebook.seats import MOST_NAMED, known_or_new
from scorer.scorebook.tournament.lookup import Entered, add_step, by_id, entered, lock
from scorer.scorebook.tournament.newcomers import entry_playing_on, playing_at, stand_in
from scorer.scorebook.tournament.snapshot import (
    RoundTable,
    Tournament,
    gone_words,
    left_words,
    more_rounds,
    moved_words,
    round_of,
)
from scorer.scorebook.transaction import Transaction
from scorer.text.sentences import counted

MOST_ENTRANTS = 1000


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as it was typed: a player, or a team with its members."""

    name: str
    members: tuple[str, ...] = ()
    group: str = ""
    direct: bool = False


def enter(transaction: Transaction, tournament: Tournament, entries: Sequence[Entry]) -> Entered:
    """Enter players, or teams, all or none; those who come late can be seated from the next round on."""
    tournament = lock(transaction, tournament)
    if (count := len(tournament.entrants) + len(entries)) > MOST_ENTRANTS:
        raise RefusedError(f"{count} entrants: at most {MOST_ENTRANTS} can enter")
    first = max(tournament.entrants, default=0) + 1
    there = taken(tournament)
    said: list[dict[str, object]] = []
    members = [_members(tournament, entry) for entry in entries]
    everybody, notices = known_or_new(
        transaction, [name for each in members for name in each], beside=still_in(tournament)
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
                raise RefusedError(said_twice(tournament, name))
            there.add(fold(name))
        detail = {"number": number, **entry_detail(transaction, entry, team, names)}
        if tournament.format.seats > 1:
            detail["seats"] = tournament.format.seats
        said.append(detail)
    what = f"entered {counted(len(entries), tournament.format.entry)}"
    return entered(transaction, tournament, "enter", what, notices=(*_late(tournament), *notices), entrants=said)


def entry_detail(transaction: Transaction, entry: Entry, team: str, names: Iterable[str]) -> dict[str, object]:
    """An entry as its step keeps it."""
    ids = rows.player_ids(transaction)
    group = entry.group and clean(entry.group, "group")
    return {"name": team, "players": [ids[name] for name in names], "group": group, "direct": entry.direct}


def _late(tournament: Tournament) -> tuple[str, ...]:
    """What is said to those who enter after a draw."""
    last = tournament.last_round
    if last is None:
        return ()
    redraw = "" if last.begun else ", or scorer tournament redraw seats them too"
    at = f"they can be seated from round {last.number + 1} on{redraw}"
    return (f"{at}; the format says what the rounds before give them",)


def still_in(tournament: Tournament, but: Entrant | None = None) -> set[str]:
    """Everybody who plays for an entry that has not withdrawn, or for one of those but this one."""
    entries = [each for each in tournament.progress.entrants if each.left is None and each != but]
    return {member for each in entries for member in each.present}


def said_twice(tournament: Tournament, name: str) -> str:
    """That somebody is entered already, or how who withdrew comes back."""
    if has_withdrawn(tournament, name):
        return f"{name} has withdrawn; scorer tournament enter brings them back where it names nobody else"
    return f"{name} is entered already"


def has_withdrawn(tournament: Tournament, name: str) -> bool:
    """Whether an entry of exactly this name has withdrawn."""
    return any(fold(each.name) == fold(name) and each.left is not None for each in tournament.progress.entrants)


def _members(tournament: Tournament, entry: Entry) -> tuple[str, ...]:
    """Who may sit for an entry; raises RefusedError where a format wants teams, or other ones."""
    size = tournament.format.team_size
    if size == 1 and entry.members:
        raise RefusedError(f"{entry.name}: {tournament.format.name} is played by single players, not by teams")
    if size > 1 and len(entry.members) != size:
        how = ": name a pair as Anna+Bruno, with a comma between two pairs" if tournament.format.entry == "pair" else ""
        few = f"{entry.name or joined(entry.members)}: {counted(len(entry.members), 'member')}"
        raise RefusedError(f"{few}; a team of {tournament.format.name} has {size}{how}")
    return entry.members or (entry.name,)


def check_one_player(tournament: Tournament, name: str) -> None:
    """Raise RefusedError for `Anna+Bruno` or `Anna & Bruno` where single players enter; `=1+1` is a name."""
    parts = [part.strip() for part in re.split("[+&/]", name)]
    if len(parts) > 1 and all(parts) and tournament.format.team_size == 1:
        how = f'with a comma between them they enter, {",".join(parts)}; one who is called so is "={name}"'
        raise RefusedError(f"{name}: {tournament.format.name} is played by single players; {how}")


def taken(tournament: Tournament) -> set[str]:
    """The folded names of everybody who entered or sits for somebody."""
    entrants = tournament.progress.entrants
    teams = {fold(each.name) for each in entrants if tournament.format.team_size > 1}
    return teams | {fold(member) for each in entrants for member in (each.present if each.seats > 1 else each.members)}


def joined(members: Iterable[str]) -> str:
    """The name of a team that has none of its own: `Anna+Bruno`."""
    return "+".join(members)


def find_entrant(tournament: Tournament, typed: str) -> Entrant:
    """The entrant meant, by the name of the entry or of anybody who sits for it; raises NotFoundError."""
    entrants = tournament.progress.entrants
    names = {member: each for each in entrants for member in each.members}
    names |= {member: each for each in entrants if each.seats > 1 for member in each.present}
    whole = {fold(each.name): each for each in entrants if not each.named}
    if fold(typed) in whole:
        return whole[fold(typed)]
    names |= {each.name: each for each in entrants if each.named}
    if not names:
        raise NotFoundError(f"nobody has entered {tournament.name} yet; scorer tournament enter NAMES")
    if len(names) > MOST_NAMED and not meant_by(typed, list(names)):  # a line has no room for all of them
        near = "".join(f"; did you mean {name}?" for name in look_alikes(typed, list(names)))
        listing = f"scorer tournament export entries lists the {len(entrants)}{near}"
        raise NotFoundError(f"'{shown(typed)}' is not an entrant of {tournament.name}: {listing}")
    return names[find(typed, names, f"an entrant of {tournament.name}")]


def entrants_named(tournament: Tournament, typed: Sequence[str]) -> list[Entrant]:
    """The entrants meant, of which the commas may be missing between all: `Furio Mirco`; raises NotFoundError."""
    names = [*(each.name for each in tournament.progress.entrants), *still_in(tournament)]
    if len(typed) == 1 and " " in typed[0] and not meant_by(typed[0], names):
        typed = typed_names(typed, names)
    return [find_entrant(tournament, name) for name in typed]


def withdraw(transaction: Transaction, tournament: Tournament, typed: str, reason: str = "") -> Entered:
    """Let an entrant go; what was played stays. A round announced and not begun at their table is not theirs."""
    tournament = lock(transaction, tournament)
    who = find_entrant(tournament, typed)
    if who.left is not None:
        raise RefusedError(f"{who.name} has withdrawn already; scorer tournament enter brings them back")
    if instead := stand_in(transaction, tournament, who):
        how = f"scorer tournament substitute {who.name} {instead} says so"
        raise RefusedError(f"{instead} sits for {who.name}, who stays in by that: {how}; else seat the others first")
    at = playing_at(tournament, who)
    waiting = at is not None and not at.table.lines  # nothing is recorded at their table yet
    number = len(tournament.progress.rounds) + (0 if waiting else 1)
    what = f"{who.name} withdrew {left_words(tournament, number, playing=at is not None)}"
    follows: dict[str, Any] = {}
    progress, stage = tournament.progress, tournament.stage_at
    if who.number in players_of(tournament.format, progress, stage):
        without = tuple(replace(who, left=number) if each == who else each for each in progress.entrants)
        reserve = first_reserve(tournament.format, replace(progress, entrants=without))
        if reserve is not None:
            what += f"; {tournament.name_of(reserve)} follows into {tournament.stage.name}"
            follows = {"stage": stage - 1, "reserve": reserve}
    done = entered(
        transaction, tournament, "withdraw", what, reason=reason, entrant=who.number, round=number, **follows
    )
    said = (gone_words(done.tournament, who),) if waiting else _left_behind(transaction, done.tournament, who, at)
    return replace(done, notices=said)


def _left_behind(
    transaction: Transaction, tournament: Tournament, who: Entrant, at: RoundTable | None
) -> tuple[str, ...]:
    """What becomes of what somebody made who withdrew, and of those who stay at a table that has begun."""
    last = tournament.last_round
    if last is None or more_rounds(tournament):
        return ()
    if at is None:
        return (f"{who.name} keeps what they made, and the place that it gives",) if last.table_with(who.number) else ()
    match = match_by_id(transaction, at.match_id)
    stay = [seat for seat in match.sitting.seats if seat not in who.members]
    if any(count <= len(stay) <= count + 1 for count in match.variant.player_counts):
        how = f"scorer seats {','.join(stay)} --match {match.id} goes on without them"
    else:
        how = f"which is not played by {len(stay)}: scorer tournament result {at.table.number} closes it as it stands"
    instead = f"scorer tournament enter {who.name}, then scorer tournament substitute {who.name} NAME"
    return (
        f"{who.name} keeps what they made so far, and the place that it gives",
        f"{listed(stay)} stay at {at}, {how}; for somebody in their place, also one who is out, {instead}",
    )


def bring_back(transaction: Transaction, tournament: Tournament, typed: str) -> Entered:
    """Let somebody who withdrew be seated again from the next round on."""
    tournament = lock(transaction, tournament)
    who = find_entrant(tournament, typed)
    if who.left is None:
        raise RefusedError(f"{who.name} has not withdrawn")
    for other in tournament.progress.entrants:
        if other.left is None and (both := [name for name in who.present if name in other.present]):
            raise RefusedError(f"{both[0]} plays for {other.name} by now")
    return entered(transaction, tournament, "return", f"{who.name} came back", entrant=who.number)


def substitute(
    transaction: Transaction, tournament: Tournament, typed: str, newcomer: str, reason: str = ""
) -> Entered:
    """Let somebody else sit for an entry from now on: the entry keeps what it has, the past keeps its players."""
    tournament = lock(transaction, tournament)
    who = find_entrant(tournament, typed)
    if who.left is not None:
        raise RefusedError(f"{who.name} has withdrawn: nobody plays for them; scorer tournament enter brings them back")
    (name,), notices = known_or_new(transaction, [newcomer], beside=still_in(tournament))
    if name in who.present:
        raise RefusedError(f"{name} plays for that entry already")
    gone = _replaced_member(who, typed, name) if who.seats > 1 else ""
    there = entry_playing_on(tournament, name)
    if there and there.number != who.number:
        raise RefusedError(f"{name} belongs to the entry {there.name}, which plays on")
    at = playing_at(tournament, who)
    does = "plays again" if name == who.name else f"plays for {gone or who.name}"
    what = f"{name} {does}" + (f", at table {at.table.number} from now on" if at else "")
    detail = {"what": what, "entrant": who.number, "player": rows.player_ids(transaction)[name]}
    detail |= {"round": at.round.number} if at else {}
    detail |= {"for": rows.player_ids(transaction)[gone]} if gone else {}
    step = add_step(transaction, tournament, "substitute", detail, reason, at.match_id if at else None)
    if at:
        match = match_by_id(transaction, at.match_id)
        theirs = [gone] if gone else who.members
        gone = next((seat for seat in match.sitting.seats if seat in theirs), "")
        if not gone and name not in match.sitting.seats:
            gone = stand_in(transaction, tournament, who)
        _check_seat(transaction, tournament, match, gone, name)
        if not gone and name not in match.sitting.seats:
            how = f"scorer seats NAMES --match {match.id} seats {name}"
            notices += (f"nobody sits for {who.name} at table {at.table.number}: {how}",)
        reseat(transaction, match, step, lambda sitting: sitting.replaced({gone: name}))
    after = by_id(transaction, tournament.id)
    return Entered(after, what, (*notices, *moved_words(tournament, after, "scorer tournament undo")))


def _replaced_member(who: Entrant, typed: str, newcomer: str) -> str:
    """Whom of a pair somebody replaces, by name; raises RefusedError where the pair is named, or who left it."""
    try:
        return find(typed, who.present)
    except NotFoundError:
        one, *_ = who.present
        how = f"scorer tournament substitute {one} {newcomer}"
        raise RefusedError(f"say for whom of {listed(who.present)} {newcomer} plays, as in {how}") from None


def _check_seat(transaction: Transaction, tournament: Tournament, match: Match, gone: str, name: str) -> None:
    """Raise RefusedError for a newcomer who sits at a table of the round, but in the seat that nobody has."""
    last = round_of(tournament)
    for table in last.tables:
        at = tournament.matches[last.number, table.number]
        looked_at = not table.over and (at != match.id or gone)
        if looked_at and name in match_by_id(transaction, at).sitting.seats:
            frees = f"scorer seats NAMES --match {at} frees them"
            raise RefusedError(f"{name} sits at table {table.number} already; {frees}")


def keep_apart(
    transaction: Transaction, tournament: Tournament, typed: Sequence[str], *, together: bool = False
) -> Entered:
    """Never seat any two of these at one table; with `together`, let them again."""
    tournament = lock(transaction, tournament)
    numbers = list(dict.fromkeys(each.number for each in entrants_named(tournament, typed)))
    if len(numbers) < 2:  # noqa: PLR2004 - a pair
        raise RefusedError("name at least two different entrants: scorer tournament keep-apart Anna,Bruno")
    names = listed([tournament.name_of(number) for number in numbers])
    what = f"{names} may meet again" if together else f"{names} are kept apart"
    pairs = [list(pair) for pair in combinations(numbers, 2)]
    return entered(transaction, tournament, "apart", what, pairs=pairs, together=together)
