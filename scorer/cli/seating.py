"""`scorer seating`: who sits with whom in a tournament of so many players and rounds; needs no scorebook."""

from typing import Annotated

import typer

from scorer.cli.options import FORMATS, FormatOption

app = typer.Typer()


@app.command()
def seating(
    players: Annotated[str, typer.Argument(metavar="PLAYERS", help="How many play, up to 1000.")],
    rounds: Annotated[str, typer.Argument(metavar="ROUNDS", help="How many rounds, up to 50.")],
    *,
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="Draw the lots from this number; else any.")] = "",
    apart: Annotated[str, typer.Option("--apart", metavar="PAIRS", help="Who shall never meet, as in 3-7,4-9.")] = "",
    sizes: Annotated[
        str, typer.Option("--sizes", metavar="SIZES", help="Players at a table, the preferred number first; else 5,6.")
    ] = "",
    shape: FormatOption = "",
) -> None:
    """Seat so many players for so many rounds: byes, larger tables and first deals are shared out, few meet twice.

    Needs no tournament and no scorebook. Players have numbers from 1; who rests has no table and no seat in the CSV.
    The first seat of a table deals first. Example: scorer seating 25 6 --seed 7 --format csv
    """
    from scorer.cli.seating_plan import read, shown
    from scorer.match.parsing import read_choice

    wanted = read_choice(shape, "--format", FORMATS) if shape.strip() else FORMATS[0]
    typer.echo(shown(read(players, rounds, seed, apart, sizes), wanted), nl=False)
