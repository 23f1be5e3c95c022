"""Tournaments with links in their words: from names to players, from tables to matches."""

from dataclasses import replace

from dashboard.address import links
from dashboard.look.markup import marked
from scorer.language import _
from scorer.tournaments.keeping import Tournament


def of_tournament(tournament: Tournament) -> Tournament:
    """A tournament for sentences and standings: the names of players lead to them; a team has no page.

    Its entrants keep their bare names: lots are drawn from these.
    """
    return replace(tournament, written=links.named)


def table_words(tournament: Tournament, round_number: int, table: int) -> str:
    """The title of a table, which leads to its match."""
    match = {"match": str(tournament.matches[round_number, table]), "league": tournament.league}
    return marked(_("Table {number}", number=table), links.address("matches", match))
