"""A tournament as tables of plain cells: for the terminal, for CSV, for paper and for the dashboard alike."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from scorer.text.numbers import Cell, number_cell
from scorer.tournaments.keeping import Tournament
from scorer.tournaments.rules import (
    Number,
    PlayedRound,
    Standing,
    Table,
    classification,
    individuals,
    matches_played,
    standings,
    table_yield,
)
from scorer.tournaments.rules.state import by_name
from scorer.tournaments.rules.state import results as results_of
from scorer.tournaments.shown.places import notes, places_columns, ruling_lines


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells under the names of their columns; `notes` are sentences for people, below them."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    notes: tuple[str, ...] = ()


ENTRIES = ("entrant", "members", "group", "direct", "joined", "left")
SEATING = ("round", "table", "seat", "player")
RESULTS = ("round", "table", "seat", "player", "units", "deals", "won", "called", "made", "yield")
RARE = ("sheet", "residual")
PASSED_OVER = "passed over"
PODIUM = 3  # places


def entries(tournament: Tournament) -> Grid:
    """Everybody who entered, by name; `joined` and `left` are the first rounds with and without them."""
    rows: list[tuple[Cell, ...]] = []
    for entrant in by_name(tournament.progress.entrants):
        members = ", ".join(entrant.present if entrant.seats > 1 else entrant.members)
        rows.append((entrant.name, members, entrant.group, entrant.direct, entrant.joined, entrant.left))
    return Grid(ENTRIES, rows)


def seating(tournament: Tournament, rounds: Sequence[PlayedRound]) -> Grid:
    """Who sits where; a resting player has neither table nor seat. The first seat deals first.

    Where there are duels, `duel` names the opponent of each player; it is empty for the odd player of a table.
    """
    rows: list[tuple[Cell, ...]] = []
    for announced in rounds:
        name_of = partial(tournament.name_of, round_number=announced.number)
        for table in announced.tables:
            against = {player: name_of(opponent) for player, opponent in opponents(table).items()}
            rows += [
                (announced.number, table.number, seat, name_of(number), against.get(number))
                for seat, number in enumerate(table.seats, 1)
            ]
        rows += [(announced.number, None, None, name_of(number), None) for number in announced.resting]
    if any(table.duels for announced in rounds for table in announced.tables):
        return Grid((*SEATING, "duel"), rows)
    return Grid(SEATING, [row[:-1] for row in rows])


def opponents(table: Table) -> dict[Number, Number]:
    """The opponent of everybody at a table in a duel; the odd player has none."""
    return {player: opponent for pair in table.duels for player, opponent in (pair, pair[::-1])}


def sitting(tournament: Tournament, announced: PlayedRound, numbers: Sequence[int]) -> list[str]:
    """The names at a table in playing order: of entrants, or of the players of pairs, partners opposite."""
    if tournament.format.seats == 1:
        return [tournament.name_of(number, announced.number) for number in numbers]
    people = [tournament.people_of(number, announced.number) for number in numbers]
    return [members[at] for at in range(tournament.format.seats) for members in people]


class SeatedPlayer(NamedTuple):
    """Where somebody sits, and with whom they have a duel; a resting player has no table."""

    name: str
    table: int | None = None
    seat: int | None = None
    opponent: str = ""


def seated(tournament: Tournament, announced: PlayedRound) -> list[SeatedPlayer]:
    """Everybody of a round, of pairs each player: table by table, then those who rest."""
    name_of = partial(tournament.name_of, round_number=announced.number)
    there = []
    for table in announced.tables:
        against = {name_of(player): name_of(opponent) for player, opponent in opponents(table).items()}
        names = sitting(tournament, announced, table.seats)
        there += [SeatedPlayer(name, table.number, at, against.get(name, "")) for at, name in enumerate(names, 1)]
    return there + [SeatedPlayer(name) for name in sitting(tournament, announced, announced.resting)]


def results(tournament: Tournament, rounds: Sequence[PlayedRound]) -> Grid:
    """What every table gave so far, and what it yields; empty cells where nothing is known.

    The columns `sheet` and `residual` are there where a row has something in them: the units of a paper sheet without
    the penalties and adjustments that count beside it, and why a sheet does not sum to zero.
    """
    rows: list[tuple[Cell, ...]] = []
    for announced in rounds:
        stage, matches = tournament.format.stages[announced.stage], played(tournament, announced.stage)
        for table in announced.tables:
            yields = table_yield(stage, table, matches)
            lines = {line.entrant: line for line in results_of(table)}
            apart = any(line.besides and line.running is None for line in table.lines)
            for seat, number in enumerate(table.seats, 1):
                line = lines.get(number)
                facts = (line.units, line.deals, line.won, line.called, line.made) if line else (None,) * 5
                gave = number_cell(yields[number]) if number in yields else None
                player = tournament.name_of(number, announced.number)
                alone = line.units - line.besides if line and apart else None
                rows.append((announced.number, table.number, seat, player, *facts, gave, alone, table.reason or None))
    titles = (*RESULTS, *RARE)
    there = [at for at in range(len(titles)) if at < len(RESULTS) or any(row[at] is not None for row in rows)]
    return Grid(tuple(titles[at] for at in there), [tuple(row[at] for at in there) for row in rows])


def played(tournament: Tournament, stage: int) -> dict[int, int]:
    """How many matches each entrant plays in a stage."""
    return matches_played(tournament.format, tournament.progress, stage)


def standing(tournament: Tournament, stage: int | None = None) -> Grid:
    """The standing of a stage, the present one for None: a column for each round, and what decided each place."""
    at = tournament.stage_at if stage is None else stage
    return _placed(tournament, standings(tournament.format, tournament.progress, at), [at], at)


def final_classification(tournament: Tournament) -> Grid:
    """Everybody's place over all stages."""
    lines = classification(tournament.format, tournament.progress)
    return _placed(tournament, lines, range(len(tournament.format.stages)))


def _placed(tournament: Tournament, lines: Sequence[Standing], stages: Sequence[int], at: int | None = None) -> Grid:
    """A standing with its notes; where tie-breaks were passed over, they have a column and a note."""
    columns = [(column.name, column.cell) for column in places_columns(tournament, at)]
    if any(line.unknown for line in lines):
        columns.append((PASSED_OVER, lambda line: ", ".join(line.unknown)))
    rows = [tuple(cell(line) for _name, cell in columns) for line in lines]
    below = [*notes(tournament, stages, lines), *ruling_lines(tournament, stages)]
    return Grid(tuple(name for name, _cell in columns), rows, tuple(below))


def podium(lines: Sequence[Standing]) -> list[list[Standing]]:
    """Who stands on each step of the podium, the first first; a place that is shared leaves those below it empty."""
    return [[line for line in lines if line.place == place] for place in range(1, PODIUM + 1)]


def players_standing(tournament: Tournament, lines: Iterable[tuple[str, int, int]]) -> Grid:
    """The players by units; `lines` are name, units and deals of all that was played. Few deals give no place."""
    rows = list(individuals(lines, tournament.format.min_deals))
    below = ruling_lines(tournament, range(len(tournament.format.stages)))
    return Grid(("place", "player", "units", "deals"), rows, tuple(below))
