"""`scorer variant`; and the commands that every kind of files of rules has, shipped and of one's own."""

import shlex
from collections.abc import Callable
from typing import Annotated, Any

import typer

from scorer.cli import complete
from scorer.cli.context import say
from scorer.cli.layout import room
from scorer.cli.options import argument, flag, option
from scorer.language import N_, _
from scorer.match.names import printable
from scorer.rule_files import VARIANTS
from scorer.rules.errors import ScorerError
from scorer.text import variant_page


def _variants() -> tuple[Any, Any]:
    return VARIANTS, variant_page


ReadFiles = Callable[[], tuple[Any, Any]]  # the files of one kind, and the module that makes pages of them
CompletesNames = Callable[..., list[complete.Reply]]


def _summary(files: Any, page: Any, name: str, group: str) -> str:
    """The title of rules and what sets them apart; of a file that cannot be used, which command says why."""
    try:
        rules = files.load(name)
    except ScorerError:
        quoted = shlex.quote(printable(name))
        return _("cannot be used; scorer {group} check {name} says why", group=group, name=quoted)
    return f"{_(rules.title)}: {page.summary(rules)}"


def add_looking(app: typer.Typer, group: str, read: ReadFiles, names: CompletesNames) -> None:
    """Add the commands list and show to the `group` of this name."""

    @app.command("list")
    def list_names() -> None:
        """List those that there are, shipped and yours: name, title and what sets each apart."""
        files, page = read()
        known = files.names()
        longest = max(map(len, known))
        for name, origin in known.items():
            words = _summary(files, page, name, group)
            if origin == "yours":
                words = _("{summary} (yours)", summary=words)
            say(f"{printable(name):{longest}}  {words}")

    @app.command()
    def show(
        name: Annotated[str, argument("NAME", "Its name, the first letters of it, or a file ending in .toml.", names)],
        *,
        toml: Annotated[bool, flag("--toml", "Print the file itself: a start for one of your own.")] = False,
    ) -> None:
        """Show one as a rule page would, or its file."""
        files, page = read()
        meant = files.meant(name)
        if toml:
            typer.echo(files.read_text(meant)[1], nl=False)
        else:
            say(page.page(files.load(meant), room()).rstrip("\n"))


def add_keeping(
    app: typer.Typer,
    read: ReadFiles,
    used_by: str,
    proved: str = N_("Read a file and say that it is sound, or everything that is wrong with it."),
) -> None:
    """Add the commands check and add; `used_by` is the command that a file is added for, `proved` the help of check."""

    @app.command(help=proved)
    def check(file: Annotated[str, argument("FILE", "A file, or one by name.", complete.files)]) -> None:
        files, page = read()
        meant = files.meant(file)
        say(_("{name} is {proof}", name=meant, proof=page.proof(files.load(meant))))

    @app.command()
    def add(
        file: Annotated[str, argument("FILE", "A file.", complete.files)],
        *,
        name: Annotated[str | None, option("--name", "NAME", "The name to use it by; else the file's.")] = None,
        force: Annotated[bool, flag("--force", "Replace one of yours of that name.")] = False,
    ) -> None:
        """Check a file and copy it into your own folder, to be used by its name."""
        say(_("{file}: added; {command} uses it", file=read()[0].add(file, name=name, force=force), command=used_by))


variants = typer.Typer()
add_looking(variants, "variant", _variants, complete.variants)
add_keeping(
    variants,
    _variants,
    "scorer start ... --variant",
    N_("Prove a file: every bid balances for every number of players, or what is wrong with it."),
)
