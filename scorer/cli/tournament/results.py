"""Results: a table closed, a paper sheet typed in, many of them from a file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorer.cli.context import or_early, settings
from scorer.cli.tournament.options import RoundOption, TournamentOption, WhyOption, at_the_desk, read_round, read_table

if TYPE_CHECKING:
    from sqlmodel import Session

    from scorer.scorebook.tournament import Entered, PaperSheet, Tournament

app = typer.Typer()

FileOption = Annotated[
    str, typer.Option("--from", metavar="FILE", help="A CSV file of paper sheets, or - for stdin: all or nothing.")
]
ResidualOption = Annotated[
    str, typer.Option("--residual", metavar="TEXT", help="Why the units do not sum to zero: takes the sheet as it is.")
]


def _tally(option: str, what: str) -> Any:
    """An option for something that a sheet counts."""
    return typer.Option(option, metavar="COUNTS", help=f"{what}: Anna=4,Bruno=2, or one for all.")


@app.command()
def result(
    ctx: typer.Context,
    table: Annotated[str, typer.Argument(metavar="[TABLE]", help="The number of the table.")] = "",
    units: Annotated[
        list[str] | None,
        typer.Argument(metavar="[UNITS]", help="Final units of all who sat there: Anna=12,Bruno=-3,..."),
    ] = None,
    *,
    number: RoundOption = "",
    deals: Annotated[str, _tally("--deals", "Deals played")] = "",
    won: Annotated[str, _tally("--won", "Deals won, with whichever side")] = "",
    called: Annotated[str, _tally("--called", "Times caller, solo too")] = "",
    made: Annotated[str, _tally("--made", "Contracts made as caller")] = "",
    residual: ResidualOption = "",
    reason: WhyOption = "",
    file: FileOption = "",
    tournament: TournamentOption = "",
) -> None:
    """Record a table from its paper sheet, or put its sheet right; without UNITS, close a table kept deal by deal.

    A correction may come at any time: everything after it is reckoned again, and what it would have changed in a
    seating already announced is said. A table is closed before its agreed number of deals only with scorer --yes.

    A file has the columns round, table, player, units, and may have deals, won, called, made, and residual: why the
    units of that table do not sum to zero.

    Example: scorer tournament result 3 "Anna=12,Bruno=-3,Carla=-3,Dario=-3,Elena=-3"
    """
    from scorer.errors import RefusedError

    counts = {"deals": deals, "won": won, "called": called, "made": made}
    typed = " ".join(units or [])
    if residual.strip().startswith("--"):
        raise RefusedError("--residual says why the units do not sum to zero: --residual TEXT")
    if file:
        if residual:
            raise RefusedError("with --from the column residual says which table does not sum to zero, and why")
        if table or typed or number or any(counts.values()):
            raise RefusedError("with --from the file says everything: leave the table, the round and the counts away")
        _from_file(ctx, tournament, file, reason)
    elif not table:
        raise RefusedError("say which table: scorer tournament result 3 Anna=12,Bruno=-3,... or --from FILE")
    elif typed:
        _by_sheet(ctx, tournament, (table, number), _paper(typed, counts, residual), reason)
    elif any(counts.values()) or residual or reason:
        said = "--deals, --won, --called, --made, --residual and --reason"
        raise RefusedError(f"{said} belong to a paper sheet: say its units too")
    else:
        _close(ctx, tournament, table, number)


def _by_sheet(ctx: typer.Context, tournament: str, place: tuple[str, str], paper: "PaperSheet", reason: str) -> None:
    """Record one table from its sheet."""
    from scorer.scorebook.tournament import record_sheet

    table, number = read_table(place[0]), read_round(place[1])
    at_the_desk(
        ctx, tournament, lambda session, found: record_sheet(session, found, paper, table, number, reason=reason)
    )


def _close(ctx: typer.Context, tournament: str, table: str, number: str) -> None:
    """Close a table that was kept deal by deal."""
    from scorer.scorebook.tournament import close_table

    at, of = read_table(table), read_round(number)
    words = f"tournament result {at}" + (f" --round {of}" if of else "")

    def close(early: bool) -> None:
        """One transaction."""
        at_the_desk(ctx, tournament, lambda session, found: close_table(session, found, at, of, early=early))

    or_early(settings(ctx), words, close)


def _paper(units: str, counts: dict[str, str], residual: str) -> "PaperSheet":
    """What a sheet says, as typed."""
    from scorer.cli.tournament.words import read_tally
    from scorer.match.parsing import read_units
    from scorer.scorebook.tournament import PaperSheet

    said = read_units(units)
    tallies = {what: read_tally(text, f"--{what}", list(said)) for what, text in counts.items() if text.strip()}
    return PaperSheet(said, tallies, residual)


def _from_file(ctx: typer.Context, tournament: str, name: str, reason: str) -> None:
    """Record every sheet of a file, or none."""
    from scorer.cli.importing import opened
    from scorer.exchange.tournament_in import record_file

    def do(session: "Session", found: "Tournament") -> "Entered":
        """One transaction."""
        with opened(name) as file:
            source = Path(name).name if name != "-" else "stdin"
            return record_file(session, found, file, source, reason)

    at_the_desk(ctx, tournament, do)
