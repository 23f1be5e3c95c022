"""Who goes, comes back, and plays for whom: withdrawals and substitutes."""

from dataclasses import replace
from typing import Any

from scorer.errors import NotFoundError, RefusedError
from scorer.language import _
from scorer.language.lists_numbers_dates import listed
from scorer.match.names import find
from scorer.rules.errors import Notice, advice, advised
from scorer.scorebook import rows
from scorer.scorebook.changes import reseat
from scorer.scorebook.match_lookup import match_by_id
from scorer.scorebook.seats import known_or_new
from scorer.scorebook.transaction import Transaction
from scorer.text.step_words import did
from scorer.tournaments.keeping.acts import Act, DeskChange
from scorer.tournaments.keeping.notices import gone_words, left_when, more_rounds, moved_words
from scorer.tournaments.keeping.seats import (
    check_plays_for_no_other,
    entry_playing_on,
    other_table,
    playing_at,
    sits_already,
    stand_in,
)
from scorer.tournaments.keeping.snapshot import RoundTable, Tournament, find_entrant, still_in
from scorer.tournaments.rules import Entrant, first_reserve, players_of


def withdraw(transaction: Transaction, tournament: Tournament, typed: str, reason: str = "") -> DeskChange:
    """Let an entrant go; what was played stays. A round announced and not begun at their table is not theirs."""
    act = Act(transaction, tournament)
    tournament = act.before
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
            check_plays_for_no_other(tournament, tournament.entrants[reserve])
            facts |= {"follower": tournament.name_of(reserve), "stage": tournament.stage.name}
            follows = {"stage": stage - 1, "reserve": reserve}
    act.write("withdraw", did("withdrew", **facts), reason=reason, entrant=who.number, round=number, **follows)
    if waiting:
        return act.done(gone_words(act.after, who))
    return act.done(*_left_behind(transaction, act.after, who, at))


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


def bring_back(transaction: Transaction, tournament: Tournament, typed: str) -> DeskChange:
    """Let somebody who withdrew be seated again from the next round on."""
    act = Act(transaction, tournament)
    tournament = act.before
    who = find_entrant(tournament, typed)
    if who.left is None:
        raise RefusedError(_("{player} has not withdrawn", player=who.name))
    check_plays_for_no_other(tournament, who)
    act.write("return", did("came_back", player=who.name), entrant=who.number)
    return act.done()


def substitute(
    transaction: Transaction, tournament: Tournament, typed: str, newcomer: str, reason: str = ""
) -> DeskChange:
    """Let somebody else sit for an entry from now on: the entry keeps what it has, the past keeps its players."""
    act = Act(transaction, tournament)
    tournament = act.before
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
    ids = rows.player_ids(transaction)
    detail: dict[str, Any] = {"entrant": who.number, "player": ids[name]}
    detail |= {"round": at.round.number} if at else {}
    detail |= {"for": ids[gone]} if gone else {}
    step = act.write("substitute", deed, reason=reason, match_id=at.match_id if at else None, **detail)
    without_seat = _seat_substitute(transaction, at, step, who, gone, name) if at else ()
    moved = moved_words(tournament, act.after, advice("tournament_undo_takes_that_back"))
    return act.done(*new, *without_seat, *moved)


def _seat_substitute(
    transaction: Transaction, at: RoundTable, step: int, who: Entrant, gone: str, name: str
) -> tuple[Notice, ...]:
    """Give a substitute the seat of an entry at a table; says where nobody has it. `gone` is whom of a pair."""
    match = match_by_id(transaction, at.match_id)
    members = [gone] if gone else who.members
    seat = next((player for player in match.sitting.seats if player in members), "")
    if not seat and name not in match.sitting.seats:
        seat = stand_in(transaction, at.tournament, who)
    here_already = bool(seat) and name in match.sitting.seats
    if table := at if here_already else other_table(transaction, at, name):
        raise sits_already(table, name)
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
