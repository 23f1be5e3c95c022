"""The least that has a help page and completes a word: one typer command with options, help as typer makes it."""

from typing import Annotated, Literal

import typer

app = typer.Typer()


@app.command()
def deal(
    kind: Annotated[Literal["passed-out", "thrown-in", "misdeal"], typer.Argument(help="What happened.")],
    db: Annotated[str, typer.Option("--db", metavar="PATH|URL", help="The scorebook.")] = "",
    debug: Annotated[bool, typer.Option("--debug", help="Show where an error arose.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Answer yes to every question.")] = False,
    no_input: Annotated[bool, typer.Option("--no-input", help="Never ask.")] = False,
) -> None:
    """Record cards dealt and not played."""
    typer.echo(f"{kind} {db} {debug} {yes} {no_input}")


app(prog_name="bare")
