"""Deals at a tournament's tables that were somebody else's; two who sat at each other's tables in a round.

It is one step of the tournament. What a paper sheet counts goes with who was really there.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from scorer.errors import RefusedError
from scorer.language import _
from scorer.language.lists_numbers_dates import listed
from scorer.match.facts import Match
from scorer.rules.errors import advice
from scorer.rules.kinds import SHEET
from scorer.scorebook.match_lookup import match_by_id, sheet_of
from scorer.scorebook.reassigning import (
    People,
    Reassigned,
    Reassignment,
    Span,
    change_of,
    clean_reason,
    make_people,
    read_people,
    reassigned,
)
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import REASSIGN, set_detail
from scorer.tournaments.keeping.acts import Act
from scorer.tournaments.keeping.notices import new_notices
from scorer.tournaments.keeping.replaying import read_log
from scorer.tournaments.keeping.seats import check_newcomers, check_sides
from scorer.tournaments.keeping.snapshot import RoundTable, Tournament, round_table
from scorer.tournaments.keeping.tournament_lookup import by_id, refuse_finished


def reassigned_at_tables(
    transaction: Transaction, tournament: Tournament, match: Match, text: str, span: Span, *, this_table: bool
) -> Reassigned:
    """What `reassign_at_tables` would do; nothing is written. Raises ScorerError."""
    sheet = sheet_of(transaction, match)
    people = read_people(transaction, text, sheet.players)
    number = tournament.place_of_match[match.id][0]
    others = [] if this_table else _other_tables(transaction, tournament, number, match, list(people.values()))
    if not others:
        return reassigned(transaction, match, text, span)
    who = next(name for name in people.values() if name in sheet_of(transaction, others[0]).players)
    if span != Span():
        raise RefusedError(
            _("{player} is at {match} in the same round", player=who, match=others[0].name),
            advice("tournament_reassign_both_tables"),
            advice("tournament_reassign_this_table", match=match.name, player=who),
        )
    sheets = [sheet_of(transaction, other) for other in others]
    elsewhere = {name for other in sheets for name in other.players}
    exchanged = _exchanged(people, elsewhere)
    changes = tuple(change_of(changed, exchanged, span) for changed in (sheet, *sheets))
    if not any(change.records for change in changes):
        places = listed([change.match.name for change in changes])
        nothing = _("nothing is recorded of {players} in {match}", players=listed(list(exchanged)), match=places)
        raise RefusedError(nothing, advice("tournament_swap_moves"))
    return Reassigned(changes)


def _exchanged(people: People, elsewhere: Collection[str]) -> People:
    """The same people, and for whoever was written at the other table too somebody whose place there is free."""
    written = {new: old for old, new in people.items()}
    both = dict(people)
    for new in people.values():
        if new in elsewhere and new not in people:
            name = new
            while name in written:
                name = written[name]
            both[new] = name
    return both


def _other_tables(
    transaction: Transaction, tournament: Tournament, number: int, match: Match, names: Sequence[str]
) -> list[Match]:
    """The other tables of a round at which somebody of these sits, or is written."""
    matches = []
    for (round_number, _table), match_id in sorted(tournament.matches.items()):
        if round_number == number and match_id != match.id:
            sheet = sheet_of(transaction, match_by_id(transaction, match_id))
            if any(name in sheet.players for name in names):
                matches.append(sheet.match)
    return matches


def reassign_at_tables(
    transaction: Transaction,
    tournament: Tournament,
    match: Match,
    text: str,
    span: Span,
    reason: str,
    *,
    this_table: bool,
) -> Reassigned:
    """Put the records of a table to who was really there; of two who sat at each other's tables both tables."""
    act = Act(transaction, tournament, even_finished=True)
    before = act.before
    planned = reassigned_at_tables(transaction, before, match, text, span, this_table=this_table)
    several = len(planned.changes) > 1
    if several:
        refuse_finished(before)
    why = clean_reason(reason)
    notices = make_people(transaction, planned.changes)
    matches = [change.match.id for change in planned.changes]
    step = act.write(REASSIGN, planned.did, reason=why, match_id=None if several else match.id, matches=matches)
    changes = tuple(change.written(transaction, step) for change in planned.changes)
    after = by_id(transaction, before.id)
    for change in changes:
        _check_seats(transaction, after, change)
    if sheets := _sheets(transaction, before, after, changes):
        set_detail(transaction, step, {**planned.did, "matches": matches, "sheets": sheets})
    return replace(planned, changes=changes, notices=(*notices, *new_notices(before, act.after)))


def _place(tournament: Tournament, match: Match) -> RoundTable:
    """The table that a match is."""
    return round_table(tournament, *tournament.place_of_match[match.id])


def _check_seats(transaction: Transaction, tournament: Tournament, change: Reassignment) -> None:
    """Raise RefusedError for players whose entries do not let them sit there; who sits there now must be free to."""
    at = _place(tournament, change.match)
    was, now = change.before.match.sitting, change.after.match.sitting
    if not at.table.over and now.seats != was.seats:
        try:
            check_newcomers(transaction, at, now.seats, was.seats)
        except RefusedError as error:
            only = advice("tournament_reassign_only_recorded", number=change.before.records[-1].number)
            raise RefusedError(str(error), *error.advices, only) from error
    for seats in dict.fromkeys([new.seats for _old, new in change.records] + [change.after.seats]):
        check_sides(at, seats)


def _sheets(
    transaction: Transaction, before: Tournament, after: Tournament, changes: Sequence[Reassignment]
) -> list[dict[str, object]]:
    """What the paper sheets of these tables count, by the entries of who was really there."""
    kept, sheets = read_log(transaction, before.id).sheets, list[dict[str, object]]()
    for change in changes:
        sheet = kept.get(change.match.id)
        for old, new in change.records:
            if sheet and old.kind == SHEET:
                was, now = _entries(before, change.match, old.seats), _entries(after, change.match, new.seats)
                tallies = sheet["tallies"]
                kept_at = [seat for seat in was if seat in now and str(was[seat]) in tallies]
                given = {str(now[seat]): tallies[str(was[seat])] for seat in kept_at}
                sheets.append({"match": change.match.id, "tallies": given})
    return sheets


def _entries(tournament: Tournament, match: Match, seats: Sequence[str]) -> dict[int, int]:
    """The entries for which those in these seats play, by the place of the seat."""
    sits = _place(tournament, match).sits(seats)
    return {at: sits[name] for at, name in enumerate(seats) if name in sits}
