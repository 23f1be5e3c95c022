"""The tournament as CSV: entries, seating, results, standings, the classification."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from scorer.cli import complete
from scorer.cli.context import notice
from scorer.cli.exporting import STDOUT, ExcelOption, ForceOption, OutOption, destination
from scorer.cli.tournament.options import TournamentOption, looked_at, read_round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorer.rules.tournament import PlayedRound
    from scorer.scorebook.tournament import Tournament
    from scorer.tournament_tables import Grid

app = typer.Typer()

OF_ROUNDS: Final = ("seating", "results")
WHAT: Final = ("entries", *OF_ROUNDS, "standings", "classification")
ALL: Final = "all"


@app.command()
def export(
    ctx: typer.Context,
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help=f"{', '.join(WHAT)}, or all: a folder of them.",
            autocompletion=complete.one_of((*WHAT, ALL)),
        ),
    ],
    *,
    number: Annotated[str, typer.Option("--round", metavar="N", help="One round; else every one.")] = "",
    out: OutOption = STDOUT,
    excel: ExcelOption = "",
    force: ForceOption = False,
    tournament: TournamentOption = "",
) -> None:
    """Write the tournament as CSV. Seating and results are of every round, or of one with --round.

    enter --from reads the entries back, result --from the results.

    Example: scorer tournament export results --out results.csv
    """
    from scorer.errors import RefusedError
    from scorer.exchange.writing import check_excel
    from scorer.match.parsing import read_choice

    kind = read_choice(what, "to export", (*WHAT, ALL))
    country = check_excel(excel)
    if number.strip() and kind not in (*OF_ROUNDS, ALL):
        raise RefusedError(f"export {kind} takes no --round: only seating and results are of rounds")
    if kind == ALL and out == STDOUT:
        raise RefusedError("export all writes a folder: say --out DIR")
    of, found = read_round(number), looked_at(ctx, tournament)
    if kind != ALL:
        _write(ctx, out, _grid(found, kind, of), country, force=force)
        return
    for each in WHAT:
        _write(ctx, str(Path(out) / f"{each}.csv"), _grid(found, each, of), country, force=force)
    notice(f"{out}: {', '.join(f'{each}.csv' for each in WHAT)}")


def _grid(tournament: "Tournament", what: str, number: int | None) -> "Grid":
    from scorer import tournament_tables as tables

    if what == "entries":
        return tables.entries(tournament)
    if what == "standings":
        return tables.standing(tournament)
    if what == "classification":
        return tables.final_classification(tournament)
    rounds = _rounds(tournament, number)
    return tables.seating(tournament, rounds) if what == "seating" else tables.results(tournament, rounds)


def _rounds(tournament: "Tournament", number: int | None) -> "Sequence[PlayedRound]":
    from scorer.scorebook.tournament import round_of

    return tournament.progress.rounds if number is None else [round_of(tournament, number)]


def _write(ctx: typer.Context, out: str, grid: "Grid", country: str | None, *, force: bool) -> None:
    """Write one table, whole or not at all."""
    from scorer.cli.context import book
    from scorer.cli.tournament.grids import write_grid
    from scorer.scorebook.copies import check_two_files

    if out != STDOUT:
        check_two_files(book(ctx), Path(out))
    with destination(out, force=force) as file:
        write_grid(file, grid, country)
