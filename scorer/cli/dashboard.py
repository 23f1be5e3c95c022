"""`scorer dashboard`, which is not built yet."""

import typer


def dashboard() -> None:
    """Show the league in a browser (not built yet)."""
    typer.echo("scorer: the dashboard is not built yet; scorer sheet and scorer standings show the same", err=True)
    raise typer.Exit(1)
