"""Keeping house: leagues, players, and where the scorebook is."""

from typing import Annotated

import typer

from scorer.cli import complete
from scorer.cli.context import book, notice, settings

leagues = typer.Typer(no_args_is_help=True, help="Leagues: list, add, rename.")
players = typer.Typer(no_args_is_help=True, help="Players: list, rename, merge, hide.")
database = typer.Typer(no_args_is_help=True, help="The scorebook itself.")

PlayerArgument = Annotated[str, typer.Argument(metavar="PLAYER", help="By name.", autocompletion=complete.players)]


@leagues.command("list")
def list_leagues(ctx: typer.Context) -> None:
    """List the leagues with their variant and what a unit is worth."""
    from scorer import scorebook
    from scorer.cli import render

    with book(ctx).reading() as session:
        known = scorebook.leagues(session)
    typer.echo(render.leagues(known))


@leagues.command("add")
def add_league(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call it.")],
    variant: Annotated[
        str, typer.Option("--variant", metavar="NAME", autocompletion=complete.variants, help="Its payout table.")
    ] = "chiamata",
    unit_value: Annotated[str, typer.Option("--unit-value", metavar="MONEY", help="Money per unit: 0.50.")] = "0",
    currency: Annotated[str, typer.Option("--currency", metavar="CODE", help="Three letters, as in EUR.")] = "EUR",
) -> None:
    """Add a league. Players are shared by all leagues of a scorebook."""
    from scorer import scorebook

    cents, code = scorebook.read_unit_value(unit_value), scorebook.read_currency(currency)
    scorebook.check_new_league(name, variant)
    with book(ctx).writing(make=True) as session:
        league = scorebook.add_league(session, name, variant, cents, code)
    typer.echo(f"Added the league {league.name}, variant {league.variant}.")


@leagues.command("rename")
def rename_league(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The league.")],
    new_name: Annotated[str, typer.Argument(metavar="NEW-NAME", help="Its new name.")],
) -> None:
    """Give a league another name."""
    from scorer import scorebook

    with book(ctx).writing() as session:
        league = scorebook.rename_league(session, name, new_name)
    typer.echo(f"{name} is now {league.name}.")


@players.command("list")
def list_players(
    ctx: typer.Context, *, hidden: Annotated[bool, typer.Option("--hidden", help="The hidden ones too.")] = False
) -> None:
    """List the players of the scorebook."""
    from scorer import scorebook

    with book(ctx).reading() as session:
        names = scorebook.shown_players(session, hidden=hidden)
    typer.echo("\n".join(names) or "No player yet.")


@players.command("rename")
def rename_player(
    ctx: typer.Context,
    player: PlayerArgument,
    new_name: Annotated[str, typer.Argument(metavar="NEW-NAME", help="Their new name.")],
) -> None:
    """Give a player another name, in every match."""
    from scorer import scorebook

    with book(ctx).writing() as session:
        old, new = scorebook.rename_player(session, player, new_name)
    typer.echo(f"{old} is now {new}.")


@players.command("merge")
def merge_players(
    ctx: typer.Context,
    player: PlayerArgument,
    into: Annotated[str, typer.Argument(metavar="INTO", help="Who it is really.", autocompletion=complete.players)],
) -> None:
    """Make two names one person: PLAYER becomes INTO, in every match. Refused if both ever sat at one table."""
    from scorer.scorebook import merging

    if settings(ctx).may_confirm:
        typer.confirm(f"Is {player} really {into}, in every match?", abort=True, err=True)
    with book(ctx).writing() as session:
        gone, stays = merging.merge_players(session, player, into)
    typer.echo(f"{gone} is {stays} from now on, in every match; scorer undo takes that back.")


@players.command("hide")
def hide_player(
    ctx: typer.Context,
    player: PlayerArgument,
    *,
    show: Annotated[bool, typer.Option("--show", help="Bring a hidden player back.")] = False,
) -> None:
    """Leave a player out of lists and completion; standings and sheets keep everybody."""
    from scorer import scorebook

    with book(ctx).writing() as session:
        name = scorebook.hide_player(session, player, hidden=not show)
    typer.echo(f"{name} is {'shown again' if show else 'hidden'}.")


@database.command("path")
def path(ctx: typer.Context) -> None:
    """Show which scorebook is used, and why that one."""
    from scorer.scorebook import Book

    where, why = settings(ctx).where
    typer.echo(Book(where).label)
    notice(f"({why})")
