"""Tournaments as the pages show them, read into the one cache of the dashboard."""

from dashboard.data import read_now
from scorer.rules.variant import Variant
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


def variant_now(tournament: Tournament) -> Variant:
    """The payout table of a tournament."""
    return read_now(("variant", tournament.id), lambda transaction: keeping.variant_of(transaction, tournament))


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
