"""`scorer demo`: a short evening, played by the commands themselves into a scorebook that is thrown away."""

import os
import shlex
import tempfile
from pathlib import Path

import typer

from scorer.cli.context import Settings, settings

app = typer.Typer()

EVENING = (
    'start Friday --players "Anna,Bruno,Carla,Dario,Elena" --on 2026-11-20 --unit-value 0.50 --until deals:6',
    "deal anna 2/71 elena 74",
    "deal bruno K dario 58",
    "call carla 2/82",
    "deal solo 85 --called '2 coins'",
    "redeal passed-out",
    "deal elena A bruno made",
    'penalty dario 4 --reason "claimed all the tricks and had not"',
    "deal dario 4 carla 61",
    'edit 2 --partner carla --reason "it was Carla who held the king"',
    "deal anna 2 elena 118 --called '5 cups'",
    "undo",
    "deal anna 2 elena 120 --slam --called '5 cups'",
    "sheet",
    "settle",
    "standings",
)
GO_ON = """\
That was a throw-away scorebook. Your own evening begins with

  scorer start NAME --players "Anna,Bruno,Carla,Dario,Elena"
  scorer pad

scorer alone says where the evening stands; scorer --help lists the commands, scorer COMMAND --help explains one.
Other payout tables: scorer variant list."""


@app.command()
def demo(ctx: typer.Context) -> None:
    """Play a short prepared evening, show its sheet, who pays whom and the standings; nothing is kept."""
    chosen = os.environ.pop("SCORER_MATCH", None)  # it names a match of another scorebook
    try:
        _play(settings(ctx))
    finally:
        os.environ.update({"SCORER_MATCH": chosen} if chosen else {})
    typer.echo(GO_ON)


def _play(here: Settings) -> None:
    with tempfile.TemporaryDirectory() as folder:
        shared = Settings(db=str(Path(folder) / "demo.db"), no_input=True, root=here.root)
        for line in EVENING:
            typer.echo(f"$ scorer {line}")
            if code := shared.run(shlex.split(line)):
                raise typer.Exit(code)
            typer.echo()
        shared.book.close()
