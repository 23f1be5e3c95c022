"""`scorer`: the root command, and where a run begins and ends."""

import sys
from collections.abc import MutableMapping
from functools import lru_cache
from io import TextIOWrapper
from typing import Annotated, Any

import typer

from scorer import __version__
from scorer.cli import (
    corrections,
    dashboard,
    demo,
    evening,
    exporting,
    importing,
    keeping,
    pad,
    results,
    rule_files,
    statistics,
)
from scorer.cli.context import Commands, Settings, settings

SAFE = "backslashreplace"
EVENING, RESULTS, FILES, HOUSE = "The evening", "Results", "Files", "Keeping house"


class TournamentCommands(Commands):
    """The commands of a tournament, loaded when one of them is called: the table does not wait for two dozen."""

    @property
    def commands(self) -> MutableMapping[str, Any]:
        """Its commands by name."""
        from scorer.cli import tournament

        return _built(tournament.app).commands

    @commands.setter
    def commands(self, _none: object) -> None:
        """Ignore the empty list that typer sets when it makes the group: the commands are those of the package."""


app = typer.Typer(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    help="Scorekeeper for Briscola Chiamata. Alone it says where the evening stands.",
    epilog="A first evening: scorer demo. The whole manual: docs/cli.md.",
)
PANELS = {
    EVENING: (evening, pad, corrections),
    RESULTS: (statistics, results),
    FILES: (importing, exporting, keeping),
    HOUSE: (demo,),
}
for panel, modules in PANELS.items():
    for module in modules:
        for registered in module.app.registered_commands:
            registered.rich_help_panel = panel
        app.registered_commands += module.app.registered_commands
app.add_typer(
    typer.Typer(
        no_args_is_help=True,
        help="A tournament from the entries to the podium. show says where it stands, and what comes next.",
    ),
    name="tournament",
    rich_help_panel=EVENING,
    cls=TournamentCommands,
)
app.add_typer(keeping.leagues, name="league", rich_help_panel=HOUSE, cls=Commands)
app.add_typer(keeping.players, name="player", rich_help_panel=HOUSE, cls=Commands)
app.add_typer(rule_files.variants, name="variant", rich_help_panel=HOUSE, cls=Commands)
app.add_typer(rule_files.formats, name="format", rich_help_panel=HOUSE, cls=Commands)
app.add_typer(keeping.database, name="db", rich_help_panel=HOUSE, cls=Commands)
app.command("dashboard", rich_help_panel=HOUSE)(dashboard.dashboard)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"scorer {__version__}")
        raise typer.Exit


@app.callback()
def root(
    ctx: typer.Context,
    *,
    db: Annotated[
        str, typer.Option("--db", metavar="PATH|URL", help="The scorebook; else SCORER_DB, else your own.")
    ] = "",
    debug: Annotated[bool, typer.Option("--debug", help="Show where in the program an error arose.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Ask for no confirmation; a slam has to be said.")] = False,
    no_input: Annotated[bool, typer.Option("--no-input", help="Never ask; refuse what would need an answer.")] = False,
    _show: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="The version."),
    ] = False,
) -> None:
    """Take the options that stand before the command."""
    if ctx.obj is None:
        assert isinstance(ctx.command, Commands)
        ctx.obj = Settings(db=db, debug=debug, yes=yes, no_input=no_input, root=ctx.command)
    if ctx.invoked_subcommand is None:
        results.status(settings(ctx))


def command() -> Commands:
    """The command line as it is run: built from the commands above."""
    return _built(app)


@lru_cache
def _built(group: typer.Typer) -> Commands:
    built = typer.main.get_command(group)
    assert isinstance(built, Commands)
    return built


def main() -> None:
    """Run the command line. Begun by scorer/__main__.py, which says what becomes of errors that nobody expects."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, SAFE), (sys.stderr, SAFE)):
        if isinstance(stream, TextIOWrapper):  # a name must not crash a pipe that knows no accents
            stream.reconfigure(errors=errors)
    command()(prog_name="scorer")
