"""Keeping the scorebook: backup, restore, check; its leagues and players, and where it is."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from db.address import is_url, masked
from scorer import rule_files, scorebook
from scorer.cli import complete
from scorer.cli.context import book, confirm, notice, say, settings, shorten
from scorer.cli.options import argument, filled, flag, option
from scorer.cli.progress import working
from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.match.names import printable

app = typer.Typer()
leagues = typer.Typer()
players = typer.Typer()
database = typer.Typer()

PlayerArgument = Annotated[str, argument("PLAYER", "By name.", complete.players)]

FAULTS = 1
_UNSEEN = N_(
    "What damage made of a cell and what could have been recorded so is not seen: another player in a seat, 75 card"
    " points for 74, a day, a letter of a name. Hold the new scorebook against what you remember"
)

_GAPS = N_(
    "ids are given without a gap, and nothing has these: {ids}. Damage took what had them, or an earlier salvage"
)
_INSTEAD = N_(
    "the league in which matches start when none is named is lost: from now on that is {league}, variant {variant}"
)


@app.command()
def backup(
    ctx: typer.Context,
    file: Annotated[str, argument("FILE", "The file to write.", complete.files)],
    *,
    force: Annotated[bool, flag("--force", "Replace a file that is there.")] = False,
) -> None:
    """Copy the scorebook to a file, as it is at this moment; others may go on recording. It opens as a scorebook.

    Of a PostgreSQL scorebook it makes the same kind of file. Example: scorer backup scorebook-2026-11-20.db
    """
    from scorer.scorebook.backups import back_up

    if file.strip() in {"", "-"}:
        raise RefusedError(_("a backup is a file; name one, as in scorer backup scorebook.db"))
    if is_url(file):
        raise RefusedError(_("{file} is the address of a server; a backup is a file", file=masked(file)))
    held = back_up(book(ctx), Path(file), force=force)
    notice(f"{file}: {held}")


@app.command()
def restore(
    ctx: typer.Context,
    file: Annotated[str, argument("FILE", "A scorebook file, such as backup writes.", complete.files)],
    *,
    force: Annotated[bool, flag("--force", "Replace a scorebook with matches in it.")] = False,
) -> None:
    """Put a backup in place of the scorebook, or make one of it. A scorebook with matches needs --force.

    It says what each of the two has that the other lacks. What was there is kept as FILE.before-restore beside the
    scorebook, then .2, .3; what was on a server, in a file in your data folder. With --db postgresql://... or --db
    "host=... dbname=..." it moves a club from a file to a server.
    """
    from scorer.scorebook import book_contents, restoring

    open_book = book(ctx)
    with restoring.copy_of(Path(file), open_book) as copy:
        there, new = restoring.contents(open_book), restoring.contents(copy)
        if there.matches or there.damaged:
            facts = {"book": open_book.label, "contents": there, "file": file, "new": new}
            both = _("{book} holds {contents}; {file} holds {new}", **facts)
            if not force or settings(ctx).may_confirm:
                notice(*book_contents.differences(there, _("the scorebook"), new, _("the backup")))
            if not force:
                template = N_("{sentence}. --force replaces the one by the other, and keeps what was there")
                raise RefusedError(_(template, sentence=both))
            if settings(ctx).may_confirm:
                confirm(_("{sentence}. Replace it?", sentence=both), or_abort=True)
        kept = restoring.replace_by(open_book, copy, there)
    if kept:
        option = f" --db {shlex.quote(open_book.label)}" if settings(ctx).where[1] == "--db" else ""
        notice(
            _kept_words(str(kept), option, damaged=there.damaged),
            *book_contents.differences(there, _("the kept file"), new, _("the backup")),
        )
    notice(f"{open_book.label}: {new}")


def _kept_words(kept: str, option: str, *, damaged: bool) -> str:
    """Where a restore kept what was there, and the command that uses it."""
    fields = {"kept": kept, "quoted": shlex.quote(kept), "option": option}
    if damaged:
        return _(
            "the damaged file is kept as it was, as {kept}; scorer db salvage {quoted} --to NEW takes whole matches out"
            " of it",
            **fields,
        )
    return _("what was there is kept as {kept}; scorer{option} restore {quoted} --force brings it back", **fields)


@app.command()
def check(ctx: typer.Context) -> None:
    """Reckon every payout again from the facts and the frozen variant, and hold the rows against all laws.

    Silent when all is well; else a line for each fault, which names the deal, and exit code 1. A paper sheet that was
    taken with a reason though it does not sum to zero is no fault; it is named beside.
    """
    from scorer.scorebook.check import all_faults, payouts

    with working(_("Checking")), book(ctx).reading(even_damaged=True) as transaction:
        wrong = all_faults.faults(transaction)
        left = payouts.residuals(transaction) if not wrong else []
        strange = all_faults.not_gone_over(transaction) if not wrong else []
    notice(*strange, *(shorten(printable(line)) for line in left))
    for line in wrong:
        say(shorten(printable(line)))
    if wrong:
        raise typer.Exit(FAULTS)


@leagues.command("list")
def list_leagues(ctx: typer.Context) -> None:
    """List the leagues with their variant and what a unit is worth."""
    from scorer.cli import score_sheet

    with book(ctx).reading() as transaction:
        known = scorebook.leagues(transaction)
    say(score_sheet.leagues(known))


@leagues.command("add")
def add_league(
    ctx: typer.Context,
    name: Annotated[str, argument("NAME", "What to call it.")],
    variant: Annotated[str, option("--variant", "NAME", "Its payout table.", complete.variants)] = "chiamata",
    unit_value: Annotated[str, filled("--unit-value", "MONEY", "Money per unit: 0.50; none: no money.")] = "0",
    currency: Annotated[str, option("--currency", "CODE", "Three letters, as in EUR.")] = "EUR",
) -> None:
    """Add a league. Players are shared by all leagues of a scorebook."""
    from scorer.scorebook.new_scorebook import founding

    cents, code = scorebook.read_unit_value(unit_value), scorebook.read_currency(currency)
    variant = rule_files.VARIANTS.meant(variant)
    scorebook.check_new_league(name, variant)
    with founding(book(ctx)) as transaction:
        league = scorebook.add_league(transaction, name, variant, cents, code)
    say(_("Added the league {league}, variant {variant}.", league=league.name, variant=league.variant))


@leagues.command("rename")
def rename_league(
    ctx: typer.Context,
    name: Annotated[str, argument("NAME", "The league.")],
    new_name: Annotated[str, argument("NEW-NAME", "Its new name.")],
) -> None:
    """Give a league another name."""
    with book(ctx).writing() as transaction:
        old, new = scorebook.rename_league(transaction, name, new_name)
    say(_("{old} is now {new}.", old=old, new=new))


@players.command("list")
def list_players(
    ctx: typer.Context, *, hidden: Annotated[bool, flag("--hidden", "The hidden ones too.")] = False
) -> None:
    """List the players of the scorebook."""
    with book(ctx).reading() as transaction:
        names = scorebook.shown_players(transaction, hidden=hidden)
    say("\n".join(names) or _("No player yet."))


@players.command("rename")
def rename_player(
    ctx: typer.Context,
    player: PlayerArgument,
    new_name: Annotated[str, argument("NEW-NAME", "Their new name.")],
) -> None:
    """Give a player another name, in every match."""
    with book(ctx).writing() as transaction:
        old, new = scorebook.rename_player(transaction, player, new_name)
    say(_("{old} is now {new}.", old=old, new=new))


@players.command("merge")
def merge_players(
    ctx: typer.Context,
    player: PlayerArgument,
    into: Annotated[str, argument("INTO", "Who it is really.", complete.players)],
) -> None:
    """Make two names one person: PLAYER becomes INTO, in every match. Refused if both ever sat at one table."""
    from scorer.scorebook import merging

    if settings(ctx).may_confirm:
        confirm(_("Is {player} really {into}, in every match?", player=player, into=into), or_abort=True)
    with book(ctx).writing() as transaction:
        merged, kept = merging.merge_players(transaction, player, into)
    undo = settings(ctx).undo_words()
    say(
        _(
            "{player} is {into} from now on, in every match; {undo} takes that back.",
            player=merged,
            into=kept,
            undo=undo,
        )
    )


@players.command("hide")
def hide_player(
    ctx: typer.Context,
    player: PlayerArgument,
    *,
    show: Annotated[bool, flag("--show", "Bring a hidden player back.")] = False,
) -> None:
    """Leave a player out of lists and completion; standings and sheets keep everybody."""
    with book(ctx).writing() as transaction:
        name = scorebook.hide_player(transaction, player, hidden=not show)
    say(_("{player} is shown again.", player=name) if show else _("{player} is hidden.", player=name))


@database.command("path")
def path(ctx: typer.Context) -> None:
    """Show which scorebook is used, and why that one."""
    where, why = settings(ctx).where
    typer.echo(scorebook.Book(where).label)
    notice(f"({_(why)})")


@database.command("upgrade")
def upgrade(
    ctx: typer.Context,
    to: Annotated[str, filled("--to", "COPY", "Leave the scorebook as it is; upgrade a copy.", complete.files)] = "",
    *,
    force: Annotated[bool, flag("--force", "Replace a file that is there.")] = False,
) -> None:
    """Bring an older scorebook to the schema of this program, as the next command that records would.

    The file as it was is kept as FILE.SCHEMA.bak. With --to an upgraded copy is written and the file stays as it is; a
    scorebook on a server is upgraded where it is.
    """
    from scorer.scorebook.upgrades import NEWEST, upgrade_copy, upgrade_in_place

    open_book = book(ctx)
    before = upgrade_copy(open_book, Path(to), force=force) if to else upgrade_in_place(open_book)
    say(_upgraded_words(open_book.label, to, before, NEWEST))


@database.command("salvage")
def salvage(
    file: Annotated[str, argument("FILE", "The damaged scorebook; it stays as it is.", complete.files)],
    to: Annotated[str, filled("--to", "NEW", "The scorebook to write.", complete.files)] = "",
    *,
    force: Annotated[bool, flag("--force", "Replace a file that is there.")] = False,
) -> None:
    """Take whole matches out of a damaged scorebook into a new one, when no backup has them.

    A match is taken when nothing of it is missing and scorer check finds nothing wrong with it. Every other match is
    listed with the reason. Exit code 0: all of them; 1: some; 5: none.

    Example: scorer db salvage evening.db --to new.db
    """
    from scorer.scorebook import salvage as salvaging

    if not to.strip():
        raise RefusedError(_("say where the matches go, as in {example}", example=f"--to {Path(file).stem}-new.db"))
    left_out: list[str] = []
    try:
        with working(_("Reading")):
            taken = salvaging.salvage(file, to, force=force)
        left_out = taken.left_out
    except salvaging.NothingTakenError as error:
        left_out = error.left_out
        raise
    finally:
        for line in left_out:
            say(_("not taken: {what}", what=shorten(printable(line))))
    if taken.journal:
        notice(_("a change that was not finished is left out: {journal}", journal=taken.journal))
    if not taken.steps_whole:
        notice(_("what was done to players and leagues may not all be there to undo"))
    if taken.sound:
        notice(_("nothing is seen to be missing in {file}: all that is there was taken", file=file))
    if taken.gaps:
        notice(_(_GAPS, ids="; ".join(taken.gaps)))
    notice(*taken.not_gone_over)
    if taken.instead:
        notice(_(_INSTEAD, league=taken.instead.name, variant=taken.instead.variant))
    notice(_("{new}: {contents}, taken out of {file}", new=to, contents=taken.contents, file=file))
    notice(_(_UNSEEN))
    if left_out or taken.gaps:
        raise typer.Exit(FAULTS)


def _upgraded_words(file: str, copy: str, before: str, newest: str) -> str:
    """The answer to an upgrade of the file, or of a `copy`, with both schemas; or that it was up to date."""
    if before != newest and copy:
        return _(
            "{copy} has schema {schema}; {file} stays at {before}.", copy=copy, schema=newest, file=file, before=before
        )
    if before != newest:
        return _("{file} is upgraded from schema {before} to {schema}.", file=file, before=before, schema=newest)
    has_newest = _("{file} has the newest schema, {schema}", file=file, schema=newest)
    if copy:
        return _(
            "{sentence}; there is nothing to upgrade; no copy was written, scorer backup writes one.",
            sentence=has_newest,
        )
    return _("{sentence}; there is nothing to upgrade.", sentence=has_newest)
