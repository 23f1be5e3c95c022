"""Keeping the scorebook: check, backup, restore."""

from pathlib import Path
from typing import Annotated

import typer

from scorer.cli.context import book, notice, settings, shorten
from scorer.errors import RefusedError

app = typer.Typer()

FAULTS = 1


@app.command()
def backup(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write.")],
    *,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Copy the scorebook to a file, as it is at this moment; others may go on recording. It opens as a scorebook.

    Of a PostgreSQL scorebook it makes the same kind of file. Example: scorer backup scorebook-2026-11-20.db
    """
    from scorer.scorebook.copies import back_up

    if file.strip() in {"", "-"}:
        raise RefusedError("a backup is a file; name one, as in scorer backup scorebook.db")
    held = back_up(book(ctx), Path(file), force=force)
    notice(f"{file}: {held}")


@app.command()
def restore(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A scorebook file, such as backup writes.")],
    *,
    force: Annotated[bool, typer.Option("--force", help="Replace a scorebook with matches in it.")] = False,
) -> None:
    """Put a backup in place of the scorebook, or make one of it. A scorebook with matches needs --force.

    With --db postgresql://... it moves a club from a file to a server.
    """
    from scorer.scorebook.copies import contents, copy_of, replace_by

    open_book = book(ctx)
    with copy_of(Path(file), open_book) as copy:
        there, new = contents(open_book), contents(copy)
        if there.matches or there.damaged:
            said = f"{open_book.label} holds {there}; {file} holds {new}"
            if not force:
                raise RefusedError(f"{said}. --force replaces the one by the other")
            if settings(ctx).may_confirm:
                typer.confirm(f"{said}. Replace it?", default=False, abort=True, err=True)
        replace_by(open_book, copy, damaged=there.damaged)
    if there.damaged:
        notice(f"the damaged file is kept as {open_book.label}.damaged")
    notice(f"{open_book.label}: {new}")


@app.command()
def check(ctx: typer.Context) -> None:
    """Reckon every payout again from the facts and the frozen variant, and read every reference and law of the rows.

    Silent when all is well; else a line for each fault, which names the deal, and exit code 1. A paper sheet that was
    taken with a reason though it does not sum to zero is no fault; it is named beside.
    """
    from scorer.match.names import printable
    from scorer.scorebook.check.checking import faults
    from scorer.scorebook.check.records import residuals

    with book(ctx).reading() as session:
        found = faults(session)
        left = residuals(session) if not found else []
    notice(*(shorten(printable(line)) for line in left))
    for line in found:
        typer.echo(shorten(printable(line)))
    if found:
        raise typer.Exit(FAULTS)
