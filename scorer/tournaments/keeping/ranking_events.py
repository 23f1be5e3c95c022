"""The tournaments that are over, as events of a ranking."""

from collections.abc import Collection, Iterable
from datetime import date
from typing import NamedTuple

from scorer.scorebook.transaction import Transaction
from scorer.tournaments.keeping.snapshot import Tournament
from scorer.tournaments.keeping.tournament_lookup import tournaments
from scorer.tournaments.rules import classification
from scorer.tournaments.rules.ranking import Event, Ranking


class Played(NamedTuple):
    """Every tournament, the day of each match, and the matches of tournaments, which are no part of a season."""

    tournaments: Collection[Tournament]
    days: dict[int, date]
    matches: frozenset[int]


def played(transaction: Transaction) -> Played:
    """The tournaments as they stand."""
    all_tournaments = list(tournaments(transaction))
    matches = frozenset(match for tournament in all_tournaments for match in tournament.matches.values())
    days = {row.id: row.on for row in transaction.rows('SELECT id, "on" FROM "match"')} if matches else {}
    return Played(all_tournaments, days, matches)


def tournament_events(tournaments_played: Played, ranking: Ranking) -> Iterable[Event]:
    """The finished tournaments that count, as events with the places of their classification, on their last day.

    Every member of a team who may play for it now has its place, and so has a substitute instead of who left.
    """
    days = tournaments_played.days
    for tournament in tournaments_played.tournaments:
        rule = ranking.rule_for("tournament", tournament.league, tournament.name)
        if tournament.finished and rule:
            ended = max((days[match] for match in tournament.matches.values()), default=tournament.on)
            places = tuple(
                (line.place, tournament.entrants[line.entrant].present)
                for line in classification(tournament.format, tournament.progress)
            )
            on = max(ended, tournament.on)
            yield Event("tournament", tournament.name, tournament.league, on, places, rule)
