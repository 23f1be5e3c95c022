"""A tournament as tables of plain cells: for the terminal, for CSV, for paper and for the dashboard alike."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, pairwise
from typing import NamedTuple

from scorer.language import N_, _, counts
from scorer.language.lists_numbers_dates import listed
from scorer.text.numbers import Cell, number_cell
from scorer.tournaments.keeping import Tournament
from scorer.tournaments.rules import (
    Decision,
    Number,
    PlayedRound,
    Stage,
    Standing,
    Table,
    classification,
    current_stage,
    individuals,
    matches_played,
    stage_reached,
    standings,
    table_yield,
)
from scorer.tournaments.rules.format import TIE_BREAKS
from scorer.tournaments.rules.state import by_name
from scorer.tournaments.rules.state import results as results_of
from scorer.tournaments.text.tournament_words import (
    before_words,
    explained,
    passed_over_words,
    ruling_words,
    table_residual_words,
)


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells under the names of their columns; `notes` are sentences for people, below them."""

    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    notes: tuple[str, ...] = ()


ENTRIES = ("entrant", "members", "group", "direct", "joined", "left")
SEATING = ("round", "table", "seat", "player")
RESULTS = ("round", "table", "seat", "player", "units", "deals", "won", "called", "made", "yield")
RARE = ("sheet", "residual")
STANDING = (N_("place"), N_("entrant"), N_("total"), N_("units"), N_("deals"))
DECIDED_BY = N_("decided by")
ROUND = N_("round {number}")  # the head of what a round gave
PASSED_OVER = "passed over"


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
    """Where somebody sits; a resting player has no table."""

    name: str
    table: int | None = None
    seat: int | None = None


def seated(tournament: Tournament, announced: PlayedRound) -> list[SeatedPlayer]:
    """Everybody of a round, of pairs each player: table by table, then those who rest."""
    at_tables = [
        SeatedPlayer(name, table.number, seat)
        for table in announced.tables
        for seat, name in enumerate(sitting(tournament, announced, table.seats), 1)
    ]
    return at_tables + [SeatedPlayer(name) for name in sitting(tournament, announced, announced.resting)]


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


def ruling_lines(tournament: Tournament, stages: Collection[int]) -> list[str]:
    """What took or left units in these stages beside the deals, and why: a line for each residual and penalty."""
    lines = []
    for announced in tournament.progress.rounds:
        for table in announced.tables if announced.stage in stages else ():
            besides = [ruling_words(ruling) for ruling in table.rulings]
            if table.residual:
                besides.insert(0, _("the paper sheet leaves {residual}", residual=table_residual_words(table)))
            where = _("Round {round}, table {table}", round=announced.number, table=table.number)
            lines += [f"{where}: {clause}" for clause in besides]
    for penalty in tournament.progress.penalties:
        if penalty.stage in stages:
            stage = tournament.format.stages[penalty.stage]
            lines.append(
                _(
                    "{player}: penalty of {amount} in {stage} ({reason})",
                    player=tournament.name_of(penalty.entrant),
                    amount=_lost(number_cell(penalty.amount), stage),
                    stage=stage.name,
                    reason=penalty.reason,
                )
            )
    return lines


def _lost(amount: float, stage: Stage) -> str:
    """What a penalty takes, in the measure of its stage: `4 units`; a bare number where that has none."""
    match stage.yields:
        case "units":
            return counts.units(amount)
        case "placement":
            return counts.placement_points(amount)
        case "wins":
            return counts.wins(amount)
    return str(amount)


def played(tournament: Tournament, stage: int) -> dict[int, int]:
    """How many matches each entrant plays in a stage."""
    return matches_played(tournament.format, tournament.progress, stage)


def stage_shown(tournament: Tournament) -> int:
    """The stage that was played last: after a cut the one that was cut, until a round of the next is drawn."""
    return tournament.last_round.stage if tournament.last_round else 0


def standing(tournament: Tournament, stage: int | None = None) -> Grid:
    """The standing of a stage, the present one for None: a column for each round, and what decided each place."""
    lines = standings(tournament.format, tournament.progress, stage)
    numbers = [played.number for played in tournament.progress.rounds if stage is None or played.stage == stage]
    count = max((len(line.rounds) for line in lines), default=0)
    rounds = [ROUND.format(number=number) for number in (numbers[-count:] if count else [])]
    columns = (*STANDING, *rounds, N_("carried"), N_("penalty"), DECIDED_BY)
    at = current_stage(tournament.format, tournament.progress) if stage is None else stage
    rows: list[tuple[Cell, ...]] = []
    for line in lines:
        gave = [None if amount is None else number_cell(amount) for amount in line.rounds]
        beside_rounds = number_cell(line.carried), number_cell(line.penalty), line.decided_by
        rows.append((*_placed(tournament, line), *gave, *beside_rounds))
    return _with_notes(tournament, columns, rows, lines, [at])


def final_classification(tournament: Tournament) -> Grid:
    """Everybody's place over all stages."""
    columns = (*STANDING, DECIDED_BY)
    lines = classification(tournament.format, tournament.progress)
    rows = [(*_placed(tournament, line), line.decided_by) for line in lines]
    return _with_notes(tournament, columns, rows, lines, range(len(tournament.format.stages)))


def _with_notes(
    tournament: Tournament,
    columns: tuple[str, ...],
    rows: list[tuple[Cell, ...]],
    lines: Sequence[Standing],
    stages: Sequence[int],
) -> Grid:
    """A standing with its notes; where tie-breaks were passed over, they have a column and a note."""
    over = passed_over(tournament, lines)
    sentences = (
        passed_over_words(over),
        *explained(tournament.format, tournament.progress, stages, lines),
        *ruling_lines(tournament, stages),
    )
    notes = tuple(filter(None, sentences))
    if not over:
        return Grid(columns, rows, notes)
    passed = [(*row, ", ".join(line.unknown)) for row, line in zip(rows, lines, strict=True)]
    return Grid((*columns, PASSED_OVER), passed, notes)


def passed_over(tournament: Tournament, lines: Sequence[Standing]) -> dict[str, list[str]]:
    """The tie-breaks that could not be asked, with the names of those tied."""
    over: dict[str, list[str]] = {}
    for line in lines:
        for tie_break in line.unknown:
            over.setdefault(tie_break, []).append(tournament.name_of(line.entrant))
    return over


PODIUM = 3  # places
ON_A_STEP = 4  # names of those who share a place; of more, the first ones and how many others


def podium(lines: Sequence[Standing]) -> list[list[Standing]]:
    """Who stands on each step of the podium, the first first; a place that is shared leaves those below it empty."""
    return [[line for line in lines if line.place == place] for place in range(1, PODIUM + 1)]


def by_stage(tournament: Tournament, lines: Sequence[Standing]) -> list[tuple[Stage, list[Standing]]]:
    """The classification in parts: each stage with the lines of those who got no further, the last stage first."""
    progress, fmt = tournament.progress, tournament.format
    groups = groupby(lines, key=lambda line: stage_reached(fmt, progress, line.entrant))
    return [(fmt.stages[at], list(there)) for at, there in groups]


def decided_lines(tournament: Tournament, lines: Sequence[Standing]) -> list[str]:
    """What put those on the podium one before the other where it was not the total, and who has to play off still."""
    on_steps = [line for line in lines if line.place <= PODIUM]
    sentences = []
    for before, line in pairwise(on_steps):
        if line.decided_by in TIE_BREAKS:
            first, second = (tournament.name_of(entrant) for entrant in (before.entrant, line.entrant))
            sentences.append(before_words(first, second, line.decided_by))
    for place, group in groupby(on_steps, key=lambda line: line.place):
        tied = list(group)
        if any(line.decided_by is Decision.DUE for line in tied):
            names = listed([tournament.name_of(line.entrant) for line in tied])
            sentences.append(_("{players} have to play off for place {place}", players=names, place=place))
    return sentences


def players_standing(lines: Iterable[tuple[str, int, int]], min_deals: int) -> Grid:
    """The players by units; `lines` are name, units and deals of all that was played. No place below `min_deals`."""
    rows: list[tuple[Cell, ...]] = [
        (player.place, player.name, player.units, player.deals) for player in individuals(lines, min_deals)
    ]
    return Grid(("place", "player", "units", "deals"), rows)


def _placed(tournament: Tournament, line: Standing) -> tuple[Cell, ...]:
    return line.place, tournament.name_of(line.entrant), number_cell(line.total), line.units, line.deals or None
