"""`scorer tournament`: a tournament on the command line, from the entries to the podium."""

import typer

from scorer.cli.context import Commands
from scorer.cli.tournament import entries, files, opening, rounds, standing, steps

PANELS = {
    "The tournament": (opening,),
    "Who takes part": (entries,),
    "Rounds and results": (rounds,),
    "Standings": (standing,),
    "Putting things right": (steps,),
    "Files and paper": (files,),
}
app = typer.Typer(cls=Commands)
for panel, modules in PANELS.items():
    for module in modules:
        for registered in module.app.registered_commands:
            registered.rich_help_panel = panel
        app.registered_commands += module.app.registered_commands
