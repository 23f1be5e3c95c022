"""Tournaments as the pages show them, read into the one cache of the dashboard."""

from dashboard.data import read_now
from scorer.tournaments import keeping
from scorer.tournaments.keeping import Tournament
from scorer.tournaments.keeping.ranking_events import Played, played


def tournaments_now() -> list[Tournament]:
    """Every tournament: those going on first, then those that are over, the newest of each first."""
    return read_now(
        "tournaments",
        lambda transaction: sorted(
            keeping.tournaments(transaction), key=lambda tournament: (tournament.finished, -tournament.id)
        ),
    )


def variant_title_now(tournament: Tournament) -> str:
    """The full title of the payout table of a tournament."""
    return read_now(("title", tournament.id), lambda transaction: keeping.title_of_variant(transaction, tournament))


def members_now(tournament_id: int) -> list[tuple[str, int, int]]:
    """Name, units and deals of everybody at every table of a tournament; raises NotFoundError."""
    return read_now(
        ("members", tournament_id),
        lambda transaction: keeping.individual_lines(
            transaction, keeping.find_tournament(transaction, str(tournament_id))
        ),
    )


def played_tournaments_now() -> Played:
    """Every tournament as an event of a ranking, and the matches that belong to one."""
    return read_now("played tournaments", played)
