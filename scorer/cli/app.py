"""`scorer`: the root command, and where a run begins and ends."""

import os
import sys
import time
from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from io import TextIOWrapper
from itertools import pairwise
from typing import Annotated, Any

import typer

from scorer import __version__, wings
from scorer.cli import complete
from scorer.cli.contents import PLACES, groups, in_order
from scorer.cli.context import USAGE, Commands, Settings, notice, settings
from scorer.cli.options import flag, option
from scorer.cli.within_typer import teach_shells
from scorer.language import LANGUAGE, Language, _, catalogues
from scorer.language.paragraphs import paragraphs
from scorer.match.names import shown

SAFE = "backslashreplace"
DAY_SECONDS = 24 * 60 * 60


class Root(Commands):
    """The commands of `scorer`, each loaded when it is called, or when all are asked for."""

    @property
    def commands(self) -> MutableMapping[str, Any]:
        """Every command and group by name."""
        return {**{name: _loaded(name, LANGUAGE.get()) for name in in_order()}, **self.groups}

    @commands.setter
    def commands(self, groups: MutableMapping[str, Any]) -> None:
        """Keep the groups, which typer made of what stands below."""
        self.groups: dict[str, Any] = dict(groups)

    def list_commands(self, _ctx: Any) -> list[str]:
        """Their names, in the order of the help; nothing is loaded."""
        return [*in_order(), *self.groups]

    def get_command(self, _ctx: Any, cmd_name: str) -> Any:
        """One of them; None where there is none of that name."""
        spoken = command()  # another than this one, where --lang stood before the group
        groups = spoken.groups if isinstance(spoken, Root) else self.groups
        return groups.get(cmd_name) or _loaded(cmd_name, LANGUAGE.get())

    def get_help(self, ctx: Any) -> str:
        """Its help, in the language that was named before --help."""
        spoken = command()
        return super().get_help(ctx) if spoken is self else spoken.get_help(ctx)

    def help_rows(self, ctx: Any) -> Iterator[tuple[str, str, str]]:  # noqa: ARG002 - as every group has it
        """Give the panel, the name and the sentence of each; nothing is loaded."""
        rows = [(place.panel, name, _(place.sentence)) for name, place in (in_order() | groups()).items()]
        for panel in dict.fromkeys(row[0] for row in rows):
            yield from (row for row in rows if row[0] == panel)


class LazyGroup(Commands):
    """A group of commands that are loaded when one of them is called."""

    @property
    def commands(self) -> MutableMapping[str, Any]:
        """Its commands by name."""
        return _members(str(self.name), LANGUAGE.get())

    @commands.setter
    def commands(self, _none: object) -> None:
        """Leave out the empty list with which typer makes the group: the commands are those of the module."""


@lru_cache
def _loaded(name: str, _language: Language) -> Any:
    """A command out of its module, that of a statistic as its file declares it; None where there is none."""
    if place := wings.place_of(name) or PLACES.get(name):
        app = import_module(place.module).app
    else:
        from scorer.stats.describe.commands import command as declared_command

        try:
            declared = declared_command(name)
        except KeyError:
            return None
        app = import_module("scorer.cli.statistics").built(declared)
    for command in app.registered_commands:
        if name == (command.name or command.callback.__name__):
            return _in_language(
                typer.main.get_command_from_info(command, pretty_exceptions_short=False, rich_markup_mode=None)
            )
    raise LookupError(f"there is no command {name} where it is said to be")


@lru_cache
def _members(group: str, _language: Language) -> MutableMapping[str, Any]:
    """The commands of a group, out of its module."""
    place = groups()[group]
    members = getattr(import_module(place.module), place.app)
    members.rich_markup_mode = None  # a help like any other: no boxes
    commands = typer.main.get_group(members).commands
    return {name: _in_language(made) for name, made in commands.items()}


def _in_language(command: Any) -> Any:
    """The command, with all that its help shows in the language in force."""
    command.help = "\n\n".join(_(paragraph) for paragraph in paragraphs(command.help or ""))
    for part in (command, *command.params):
        for name in ("epilog", "options_metavar", "subcommand_metavar", "metavar"):
            if text := getattr(part, name, None):
                setattr(part, name, _(text))
    for param in command.params:
        if param.help:
            param.help = _(param.help)
    return command


app = typer.Typer(
    cls=Root,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Scorekeeper for Briscola Chiamata. Alone it says where the evening stands.",
    epilog="A first evening: scorer demo. The whole manual: docs/cli.md.",
)
for _name, _place in groups().items():
    _group = typer.Typer(no_args_is_help=True, help=_place.sentence)
    app.add_typer(_group, name=_name, cls=LazyGroup)


def _named_first(words: Sequence[str]) -> Language | None:
    """The language that --lang names before the command; None where it names none that there is."""
    for before, word in pairwise(words):
        if before == "--lang" or word.startswith("--lang="):
            with suppress(catalogues.UnknownLanguageError):
                return catalogues.language(word.removeprefix("--lang="))
            return None
        if not word.startswith("-") and before != "--db":
            return None
    return None


def _speak(ctx: typer.Context, named: str) -> None:
    """Speak this language from here on, in the programs too that a command starts."""
    if not named or ctx.resilient_parsing:
        return
    try:
        catalogues.use(catalogues.language(named))
    except catalogues.UnknownLanguageError as error:
        notice(f"scorer: --lang: {error}")
        raise typer.Exit(USAGE) from None
    os.environ["SCORER_LANG"] = named


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"scorer {__version__}")
        raise typer.Exit


@app.callback()
def root(
    ctx: typer.Context,
    *,
    db: Annotated[
        str,
        option("--db", "PATH", "The scorebook, a file or an address; else SCORER_DB, else your own.", complete.files),
    ] = "",
    debug: Annotated[bool, flag("--debug", "Show where in the program an error arose.")] = False,
    yes: Annotated[bool, flag("--yes", "Ask for no confirmation; a slam has to be said.")] = False,
    no_input: Annotated[bool, flag("--no-input", "Never ask; refuse what would need an answer.")] = False,
    mkdir: Annotated[bool, flag("--mkdir", "Make the folder of the scorebook, or of a file to be written.")] = False,
    _lang: Annotated[
        str,
        option(
            "--lang",
            "LANGUAGE",
            "en, es or it; else SCORER_LANG, else the system's.",
            complete.languages,
            callback=_speak,
            is_eager=True,
        ),
    ] = "",
    _show: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """Take the options that stand before the command."""
    if ctx.obj is None:
        assert isinstance(ctx.command, Commands)
        if mkdir:
            from scorer.atomic_file import MAKES_FOLDERS

            MAKES_FOLDERS.set(True)
        ctx.obj = Settings(db=db, debug=debug, yes=yes, no_input=no_input, root=ctx.command)
    if ctx.invoked_subcommand is None:
        from scorer.cli import sheets

        sheets.status(settings(ctx))


def command() -> Commands:
    """The command line as it is run, in the language in force."""
    return _built(LANGUAGE.get())


@lru_cache
def _built(_language: Language) -> Commands:
    root = _in_language(typer.main.get_command(app))
    assert isinstance(root, Root)
    for group in root.groups.values():
        _in_language(group)
    return root


def main() -> None:
    """Run the command line. Begun by scorer/__main__.py, which says what becomes of errors that nobody expects."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, SAFE), (sys.stderr, SAFE)):
        if isinstance(stream, TextIOWrapper):  # a name must not crash a pipe that knows no accents
            stream.reconfigure(errors=errors)
    try:
        catalogues.use(_named_first(sys.argv) or catalogues.wished())
    except catalogues.UnknownLanguageError as error:
        sys.stderr.write(f"scorer: SCORER_LANG: {error}\n")
        sys.exit(USAGE)
    if max(map(abs, (time.timezone, time.altzone))) >= DAY_SECONDS:  # no moment can be told in it
        zone = shown(os.environ.get("TZ", ""))
        fault = _("TZ '{zone}' names no time zone that can be: none is a day or more from UTC", zone=zone)
        notice(f"scorer: {fault}")
        sys.exit(USAGE)
    run = command()
    completes = "_SCORER_COMPLETE" in os.environ
    if completes or any(word.endswith("-completion") for word in sys.argv):
        teach_shells()
    if completes or {"-h", "--help"} & {*sys.argv}:
        from scorer.cli.late_loading import load_late

        load_late()
    run(prog_name="scorer")
