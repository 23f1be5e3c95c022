"""Which match of a day was played before which: the places of its matches, exchanged among themselves.

A match without a place stands where it was started, at its id. The places that are given are the ids of the matches of
that day, so that one that is started later stands last.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.match.facts import Match
from scorer.match.names import fold
from scorer.rules.errors import advice
from scorer.scorebook.match_lookup import find_match, listed_matches
from scorer.scorebook.opening import matches_of_day
from scorer.scorebook.transaction import Transaction

_PLACES = 'SELECT id, place FROM "match" WHERE id IN :matches'


@dataclass(frozen=True, slots=True)
class Reordering:
    """The place of a match and its number among those of its day, both before and after.

    `others` are the matches that move for it: the cells of their rows, as the detail of a step keeps them.
    """

    place: tuple[int | None, int | None]
    number: tuple[int, int]
    others: Sequence[Mapping[str, Any]] = ()


def reordering(transaction: Transaction, was: Match, match: Match, before: str, after: str) -> Reordering:
    """Where a match stands that is put just before or after another one of its day.

    Where neither is named it stays, or stands on another day where it was started. Raises ScorerError for a match of
    another day, and where both are named.
    """
    from_day, of_day = (matches_of_day(transaction, None, on) for on in (was.on, match.on))
    others = [other.id for other in of_day if other.id != match.id]
    kept = {row.id: row.place for row in transaction.rows(_PLACES, matches=[*others, match.id])}
    places = kept if match.on == was.on else kept | {match.id: None}
    order = standing = sorted(places, key=lambda moved: (places[moved] or moved, moved))
    if before or after:
        at = others.index(_neighbour(transaction, match, of_day, before, after)) + bool(after)
        order = [*others[:at], match.id, *others[at:]]
    if order != standing:
        places = {moved: place if place != moved else None for moved, place in zip(order, sorted(order), strict=True)}
    on = match.on.isoformat()
    return Reordering(
        place=(kept[match.id], places[match.id]),
        number=(1 + [other.id for other in from_day].index(match.id), 1 + order.index(match.id)),
        others=[
            {"id": moved, "before": {"on": on, "place": kept[moved]}, "after": {"on": on, "place": places[moved]}}
            for moved in others
            if places[moved] != kept[moved]
        ],
    )


def _neighbour(transaction: Transaction, match: Match, of_day: Sequence[Match], before: str, after: str) -> int:
    """The match that is named, by its id; raises ScorerError unless it is another one of the day."""
    if before and after:
        raise RefusedError(_("--before '{before}' and --after '{after}': say one", before=before, after=after))
    named = before or after
    called_so = [other for other in of_day if other.id != match.id and fold(named) in {fold(other.name), str(other.id)}]
    meant = called_so[0] if len(called_so) == 1 else find_match(transaction, named)
    if meant.id == match.id:
        template = N_("{match} stands neither before nor after itself; the matches of {day}: {matches}")
        raise RefusedError(_(template, match=match.name, day=match.on, matches=listed_matches(of_day)))
    if meant.on != match.on:
        template = N_("{other} is of {other_day}, {match} of {day}: matches of one day alone have an order")
        facts = {"other": meant.name, "other_day": meant.on, "match": match.name, "day": match.on}
        raise RefusedError(_(template, **facts), advice("match_edit_day", day=meant.on))
    return meant.id
