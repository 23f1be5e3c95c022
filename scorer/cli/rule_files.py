"""`scorer variant` and `scorer format`: payout tables and ways to play a tournament, shipped and of one's own."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from scorer.cli import complete


def _variants() -> tuple[Any, Any]:
    from scorer.rule_files import VARIANTS
    from scorer.text import variant_page

    return VARIANTS, variant_page


def _formats() -> tuple[Any, Any]:
    from scorer.rule_files import FORMATS
    from scorer.text import format_page

    return FORMATS, format_page


Read = Callable[[], tuple[Any, Any]]  # the files of one kind, and the module that makes pages of them
Names = Callable[..., list[complete.Reply]]


def _add_looking(app: typer.Typer, thing: str, read: Read, names: Names, start: str) -> None:
    """Add the commands list and show; `start` is what one's own copy of a file is called."""

    @app.command("list", help=f"List the {thing}s, shipped and yours.")
    def list_names() -> None:
        known = read()[0].names()
        width = max(map(len, known))
        for name, origin in known.items():
            typer.echo(f"{name:{width}}  {origin}")

    @app.command(help=f"Show a {thing} as a rule page would, or its file.")
    def show(
        name: Annotated[
            str,
            typer.Argument(metavar="NAME", help=f"A {thing}, or a file ending in .toml.", autocompletion=names),
        ],
        *,
        toml: Annotated[bool, typer.Option("--toml", help=f"Print the file itself: a start for {start}.")] = False,
    ) -> None:
        files, page = read()
        typer.echo(files.read_text(name)[1] if toml else page.page(files.load(name)), nl=False)


def _add_keeping(app: typer.Typer, thing: str, read: Read, check_help: str, add_help: str, used_by: str) -> None:
    """Add the commands check and add; `used_by` is the command that a file is added for."""

    @app.command(help=check_help)
    def check(
        file: Annotated[str, typer.Argument(metavar="FILE", help=f"A {thing} file, or the name of a {thing}.")],
    ) -> None:
        files, page = read()
        typer.echo(f"{file}: {page.proof(files.load(file))}")

    @app.command(help=add_help)
    def add(
        file: Annotated[str, typer.Argument(metavar="FILE", help=f"A {thing} file.")],
        *,
        name: Annotated[
            str | None, typer.Option("--name", metavar="NAME", help="The name to use it by; else the file's.")
        ] = None,
        force: Annotated[bool, typer.Option("--force", help=f"Replace a {thing} of yours of that name.")] = False,
    ) -> None:
        typer.echo(f"{read()[0].add(file, name=name, force=force)}: added; {used_by} uses it")


variants = typer.Typer(no_args_is_help=True, help="Payout tables: list, show, prove and add variants.")
_add_looking(variants, "variant", _variants, complete.variants, start="a house rule")
_add_keeping(
    variants,
    "variant",
    _variants,
    check_help="Prove a variant file: every bid balances for every number of players, or what is wrong with it.",
    add_help="Prove a variant file and copy it into your own folder, to be used by its name.",
    used_by="scorer start ... --variant",
)
formats = typer.Typer(no_args_is_help=True, help="How tournaments are played: list, show, check and add formats.")
_add_looking(formats, "format", _formats, complete.formats, start="your own")
_add_keeping(
    formats,
    "format",
    _formats,
    check_help="Read a format file and say that it is sound, or everything that is wrong with it.",
    add_help="Read a format file and copy it into your own folder, to be used by its name.",
    used_by="scorer tournament new NAME --format",
)
