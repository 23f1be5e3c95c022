"""`scorer format`: how tournaments are played, shipped and of one's own."""

from typing import Annotated

import typer

from scorer.cli import complete

app = typer.Typer(no_args_is_help=True, help="How tournaments are played: list, show, check and add formats.")


@app.command("list")
def list_formats() -> None:
    """List the formats, shipped and yours."""
    from scorer.rule_files import FORMATS

    known = FORMATS.names()
    width = max(map(len, known))
    for name, origin in known.items():
        typer.echo(f"{name:{width}}  {origin}")


@app.command()
def show(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="A format, or a file ending in .toml.", autocompletion=complete.formats),
    ],
    *,
    toml: Annotated[bool, typer.Option("--toml", help="Print the file itself: a start for your own.")] = False,
) -> None:
    """Show a format as a rule page would, or its file."""
    from scorer.rule_files import FORMATS
    from scorer.text import format_page

    if toml:
        typer.echo(FORMATS.read_text(name)[1], nl=False)
    else:
        typer.echo(format_page.page(FORMATS.load(name)), nl=False)


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A format file, or the name of a format.")],
) -> None:
    """Read a format file and say that it is sound, or everything that is wrong with it."""
    from scorer.rule_files import FORMATS
    from scorer.text import format_page

    typer.echo(f"{file}: {format_page.proof(FORMATS.load(file))}")


@app.command()
def add(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A format file.")],
    *,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="The name to use it by; else the file's.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a format of yours of that name.")] = False,
) -> None:
    """Read a format file and copy it into your own folder, to be used by its name."""
    from scorer.rule_files import FORMATS

    typer.echo(f"{FORMATS.add(file, name=name, force=force)}: added; scorer tournament new NAME --format uses it")
