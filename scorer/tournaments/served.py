"""Tournaments as they are read: the list, and of one the standing of each stage, its rounds and their tables."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from scorer.phones.bodies import check_known
from scorer.scorebook.transaction import Transaction
from scorer.text.numbers import number_cell
from scorer.tournaments.keeping import find_tournament, tournaments
from scorer.tournaments.keeping.snapshot import Tournament
from scorer.tournaments.rules import Table, standings
from scorer.tournaments.rules.state import results as results_of

Json = dict[str, Any]
Query = Mapping[str, str]  # filters, as they stand in the address


def _tournament_list(transaction: Transaction, _asked: Query) -> list[Json]:
    """Every tournament, the oldest first."""
    return [_head(tournament) for tournament in tournaments(transaction)]


def _tournament_state(transaction: Transaction, asked: Query) -> Json:
    """The tournament meant, by number or name; unnamed, the one going on, else the last. Raises NotFoundError."""
    check_known("tournament", asked, ("tournament",))
    tournament = find_tournament(transaction, asked.get("tournament", ""))
    begun = range(tournament.stage_at + 1)
    return _head(tournament) | {
        "stages": [_stage(tournament, stage) for stage in begun],
        "rounds": [
            {
                "round": announced.number,
                "stage": tournament.format.stages[announced.stage].name,
                "tables": [_table(tournament, announced.number, table) for table in announced.tables],
                "resting": [tournament.name_of(number, announced.number) for number in announced.resting],
            }
            for announced in tournament.progress.rounds
        ],
    }


ADDRESSES: Final[Mapping[str, Callable[[Transaction, Query], Json | list[Json]]]] = {
    "tournaments": _tournament_list,
    "tournament": _tournament_state,
}


def _head(tournament: Tournament) -> Json:
    return {
        "tournament": tournament.id,
        "name": tournament.name,
        "league": tournament.league,
        "on": tournament.on.isoformat(),
        "format": tournament.format.name,
        "variant": tournament.variant,
        "entrants": tournament.progress.staying,
        "stage": tournament.stage.name,
        "drawn": len(tournament.progress.rounds),
        "finished": tournament.finished,
    }


def _stage(tournament: Tournament, stage: int) -> Json:
    """The standing of a stage; tables that are not over count with what they have."""
    lines = [
        {
            "place": line.place,
            "entrant": tournament.name_of(line.entrant),
            "total": number_cell(line.total),
            "units": line.units,
            "deals": line.deals,
            "rounds": [None if gave is None else number_cell(gave) for gave in line.rounds],
            "carried": number_cell(line.carried),
            "penalty": number_cell(line.penalty),
            "decided_by": str(line.decided_by),
        }
        for line in standings(tournament.format, tournament.progress, stage)
    ]
    return {"stage": tournament.format.stages[stage].name, "standing": lines}


def _table(tournament: Tournament, number: int, table: Table) -> Json:
    """A table of a round: who sits there in playing order, and the units of each so far; null before any."""
    units = {line.entrant: line.units for line in results_of(table)}
    return {
        "table": table.number,
        "match": tournament.matches.get((number, table.number)),
        "over": table.over,
        "seats": [{"entrant": tournament.name_of(seat, number), "units": units.get(seat)} for seat in table.seats],
    }
