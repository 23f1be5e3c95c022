"""`scorer tournament`: a tournament on the command line, from the entries to the podium."""

import typer

from scorer.cli.context import Commands
from scorer.tournaments.commands import entries, files, organising, rounds, standing

PANELS = {
    "The tournament": organising.app,
    "Who takes part": entries.app,
    "Rounds and results": rounds.app,
    "Standings": standing.app,
    "Putting things right": organising.steps,
    "Files and paper": files.app,
}
app = typer.Typer(cls=Commands)
for panel, commands in PANELS.items():
    for registered in commands.registered_commands:
        registered.rich_help_panel = panel
    app.registered_commands += commands.registered_commands
