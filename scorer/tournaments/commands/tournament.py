"""`scorer tournament`: a tournament on the command line, from the entries to the podium."""

import typer

from scorer.cli.context import Commands
from scorer.language import N_
from scorer.tournaments.commands import entries, files, organising, rounds, standing

PANELS = {
    N_("The tournament"): organising.app,
    N_("Who takes part"): entries.app,
    N_("Rounds and results"): rounds.app,
    N_("Standings"): standing.app,
    N_("Putting things right"): organising.steps,
    N_("Files and paper"): files.app,
}
app = typer.Typer(cls=Commands)
for panel, commands in PANELS.items():
    for registered in commands.registered_commands:
        registered.rich_help_panel = panel
    app.registered_commands += commands.registered_commands
