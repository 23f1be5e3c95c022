"""`scorer seating`: so many players seated for so many rounds, without a tournament and without a scorebook."""

from typing import Annotated

import typer

from scorer.cli import complete
from scorer.cli.context import say
from scorer.cli.options import FormatOption, argument, option
from scorer.exchange import FORMATS
from scorer.match.parsing import read_choice
from scorer.tournaments.commands.seating_plan import read, shown

app = typer.Typer()


@app.command()
def seating(
    counts: Annotated[
        list[str], argument("PLAYERS ROUNDS", "How many play, up to 1000, and how many rounds, up to 50.")
    ],
    *,
    seed: Annotated[str, option("--seed", "N", "Draw the lots from this number; else any.")] = "",
    apart: Annotated[str, option("--apart", "PAIRS", "Who shall never meet, as in 3-7,4-9.")] = "",
    sizes: Annotated[str, option("--sizes", "SIZES", "Players at a table, the preferred number first; else 5,6.")] = "",
    table: Annotated[str, option("--table", "4", "Tables of four with partners, who are others in each round.")] = "",
    pairs: Annotated[
        str,
        option(
            "--pairs",
            "NAMES",
            "Pairs that stay together, Anna+Bruno,Carla+Dario, or a CSV file with a pair in a line.",
            complete.files,
        ),
    ] = "",
    shape: FormatOption = "",
) -> None:
    """Seat so many players for so many rounds, so that few meet twice and byes are shared out.

    Needs no tournament and no scorebook. Players have numbers from 1; who rests has no table and no seat in the CSV.
    The first seat of a table deals first. Example: scorer seating 25 6 --seed 7 --format csv

    --table 4 is for games of two against two: seats 1 and 3 are partners, and 2 and 4; nobody has the same partner
    twice as long as that can be. Where partners do not matter, --sizes 4. With --pairs the partners stay together, and
    ROUNDS alone is said: scorer seating 5 --pairs pairs.csv
    """
    wanted = read_choice(shape, "--format", FORMATS) if shape.strip() else FORMATS[0]
    asked = read(counts, seed, apart, sizes, table, pairs)
    (say if wanted == "table" else typer.echo)(shown(asked, wanted).rstrip("\n"))
