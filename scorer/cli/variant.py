"""`scorer variant`: the payout tables, shipped and of one's own."""

from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="Payout tables: list, show, prove and add variants.")


@app.command("list")
def list_variants() -> None:
    """List the variants, shipped and yours."""
    from scorer.rule_files import VARIANTS

    known = VARIANTS.names()
    width = max(map(len, known))
    for name, origin in known.items():
        typer.echo(f"{name:{width}}  {origin}")


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A variant, or a file ending in .toml.")],
    *,
    toml: Annotated[bool, typer.Option("--toml", help="Print the file itself: a start for a house rule.")] = False,
) -> None:
    """Show a variant as a rule page would, or its file."""
    from scorer.rule_files import VARIANTS
    from scorer.text import variant_page

    if toml:
        typer.echo(VARIANTS.read_text(name)[1], nl=False)
    else:
        typer.echo(variant_page.page(VARIANTS.load(name)), nl=False)


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A variant file, or the name of a variant.")],
) -> None:
    """Prove a variant file: every bid balances for every number of players, or what is wrong with it."""
    from scorer.rule_files import VARIANTS
    from scorer.text import variant_page

    typer.echo(f"{file}: {variant_page.proof(VARIANTS.load(file))}")


@app.command()
def add(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A variant file.")],
    *,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="The name to use it by; else the file's.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a variant of yours of that name.")] = False,
) -> None:
    """Prove a variant file and copy it into your own folder, to be used by its name."""
    from scorer.rule_files import VARIANTS

    typer.echo(f"{VARIANTS.add(file, name=name, force=force)}: added; scorer start ... --variant uses it")
