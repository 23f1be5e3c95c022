"""The score sheets of a round, with everything on them that is known before it is played."""

from collections.abc import Collection
from typing import Final

from scorer.paper.heads import day
from scorer.paper.markup import joined, name
from scorer.paper.sheets import ScoreSheet, sheets_page
from scorer.rules.tournament import PlayedRound, Table
from scorer.scorebook.tournament import Tournament

COUNTED: Final = ("deals won", "times caller", "contracts made")  # tie-breaks that a sheet can tell of


def round_sheets_page(tournament: Tournament, announced: PlayedRound, counts: Collection[int]) -> str:
    """A score sheet for every table of a round; `counts` are the numbers of players that the variant plays."""
    sheets = [_of(tournament, announced, table, counts) for table in announced.tables]
    return sheets_page(f"{tournament.name} - Round {announced.number}: score sheets", sheets)


def _of(tournament: Tournament, announced: PlayedRound, table: Table, counts: Collection[int]) -> ScoreSheet:
    stage = tournament.format.stages[announced.stage]
    return ScoreSheet(
        seats=tuple(tournament.name_of(number) for number in table.seats),
        above=joined((name(tournament.name), " · ", day(tournament.on), " · ", stage.name)),
        title=f"Round {announced.number}, table {table.number}",
        below=f"{stage.minutes} minutes; at the bell, {stage.bell}" if stage.minutes else None,
        deals=stage.deals.get(len(table.seats)),
        counts=counts,
        tallies=tuple(each.capitalize() for each in stage.breaks if each in COUNTED),
    )
