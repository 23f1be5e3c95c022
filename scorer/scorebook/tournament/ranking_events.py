"""The tournaments that are over, as events of a ranking."""

from collections.abc import Collection, Iterable
from datetime import date
from typing import NamedTuple

from sqlalchemy import select

from scorer.rules.ranking import Event, Ranking
from scorer.rules.tournament import classification
from scorer.scorebook import rows
from scorer.scorebook.tournament.lookup import tournaments
from scorer.scorebook.tournament.snapshot import Tournament
from scorer.scorebook.transaction import Transaction


class Played(NamedTuple):
    """Every tournament, the day of each match, and the matches that belong to one: they are no part of a season."""

    tournaments: Collection[Tournament]
    days: dict[int, date]
    matches: frozenset[int]


def played(transaction: Transaction) -> Played:
    """The tournaments as they stand."""
    found = list(tournaments(transaction))
    matches = frozenset(match for each in found for match in each.matches.values())
    days = (
        {row.id: row.on for row in rows.read(transaction, select(rows.MATCH.c.id, rows.MATCH.c.on))} if matches else {}
    )
    return Played(found, days, matches)


def tournament_events(of: Played, ranking: Ranking) -> Iterable[Event]:
    """Those that are finished and count: with the places of their classification, over on the day of the last match.

    Of a team each member who may play for it now has its place; of somebody who was replaced, who came instead.
    """
    for each in of.tournaments:
        rule = ranking.rule_for("tournament", each.league, each.name)
        if each.finished and rule:
            ended = max((of.days[match] for match in each.matches.values()), default=each.on)
            places = tuple(
                (line.place, each.entrants[line.entrant].present) for line in classification(each.format, each.progress)
            )
            yield Event("tournament", each.name, each.league, max(ended, each.on), places, rule)
