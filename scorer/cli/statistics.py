"""Results over many evenings: standings, bids, players, pairs, matches; for people, or as CSV and JSON."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from scorer.cli import complete
from scorer.cli.context import book, notice
from scorer.cli.options import (
    FormatOption,
    FromOption,
    LeagueOption,
    MeasureOption,
    MinDealsOption,
    OneMatchOption,
    OrderOption,
    PlayedOption,
    ToOption,
)

if TYPE_CHECKING:
    from scorer.cli.choosing import Asked

app = typer.Typer()

NO_DEAL = "No deal yet. scorer start opens a match, scorer deal records what is played."
NONE_MEANT = "No deal here: nothing was played in what the options choose."
HINT = "--measure base, plain or money puts them in one table"


@app.command()
def standings(
    ctx: typer.Context,
    *,
    league: LeagueOption = "",
    first: FromOption = "",
    last: ToOption = "",
    variant: PlayedOption = "",
    match: OneMatchOption = "",
    min_deals: MinDealsOption = "",
    measure: MeasureOption = "",
    order: OrderOption = "",
    shape: FormatOption = "",
) -> None:
    """Show who stands where: units, deals, how often each calls and makes it, slams. A table for each variant.

    Example: scorer standings --league Lega --from 2026-01-01 --min-deals 20
    """
    from scorer.cli.choosing import Words, read_words

    words = Words(
        league=league, first=first, last=last, variant=variant, match=match,
        min_deals=min_deals, measure=measure, order=order, shape=shape,
    )  # fmt: skip
    _show(ctx, read_words(words), "standings")


@app.command()
def bids(
    ctx: typer.Context,
    *,
    bands: Annotated[bool, typer.Option("--bands", help="Card points by tens: 61-70, 71-80 and so on.")] = False,
    league: LeagueOption = "",
    first: FromOption = "",
    last: ToOption = "",
    variant: PlayedOption = "",
    match: OneMatchOption = "",
    measure: MeasureOption = "",
    shape: FormatOption = "",
) -> None:
    """Show every bid in the order of the auction: how often it is called and made, and by how much.

    Example: scorer bids --variant chiamata --bands
    """
    from scorer.cli.choosing import Words, read_words

    words = Words(league=league, first=first, last=last, variant=variant, match=match, measure=measure, shape=shape)
    _show(ctx, read_words(words), "bands" if bands else "bids")


@app.command()
def players(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="One player, by name or its beginning.", autocompletion=complete.players),
    ] = "",
    *,
    league: LeagueOption = "",
    first: FromOption = "",
    last: ToOption = "",
    variant: PlayedOption = "",
    match: OneMatchOption = "",
    min_deals: MinDealsOption = "",
    measure: MeasureOption = "",
    shape: FormatOption = "",
) -> None:
    """Show every player by role; or everything about one: bids, records, with and against whom, matches.

    Rates with and against others need ten deals together, or --min-deals.
    Example: scorer players anna --from 2026-01-01
    """
    from scorer.cli.choosing import Words, read_words

    words = Words(
        league=league, first=first, last=last, variant=variant, match=match,
        min_deals=min_deals, measure=measure, shape=shape,
    )  # fmt: skip
    if name.strip():
        _show_player(ctx, read_words(words), name)
    else:
        _show(ctx, read_words(words), "overview", flat="players")


@app.command()
def pairs(
    ctx: typer.Context,
    *,
    league: LeagueOption = "",
    first: FromOption = "",
    last: ToOption = "",
    variant: PlayedOption = "",
    match: OneMatchOption = "",
    min_deals: MinDealsOption = "",
    measure: MeasureOption = "",
    shape: FormatOption = "",
) -> None:
    """Show callers with their partners, of at least ten deals together unless --min-deals says otherwise.

    Example: scorer pairs --min-deals 5
    """
    from scorer.cli.choosing import Words, read_words

    words = Words(
        league=league, first=first, last=last, variant=variant, match=match,
        min_deals=min_deals, measure=measure, shape=shape,
    )  # fmt: skip
    _show(ctx, read_words(words), "pairs")


@app.command()
def matches(
    ctx: typer.Context,
    *,
    league: LeagueOption = "",
    first: FromOption = "",
    last: ToOption = "",
    variant: PlayedOption = "",
    shape: FormatOption = "",
) -> None:
    """List the matches: their day, variant, deals, whether they are open, who leads; the table has their numbers too.

    Example: scorer matches --from 2026-01-01
    """
    from scorer.cli.choosing import Words, read_words

    words = Words(league=league, first=first, last=last, variant=variant, shape=shape)
    _show_matches(ctx, read_words(words))


def _show(ctx: typer.Context, asked: "Asked", what: str, *, flat: str = "") -> None:
    """Show a statistic; as CSV or JSON the one called `flat`, where that is another."""
    from scorer.cli import plain
    from scorer.cli import tables as terminal
    from scorer.cli.choosing import read_frames
    from scorer.stats.tables import Choice, flat_tables, tables

    with book(ctx).reading() as session:
        frames, match = read_frames(session, asked)
    choice = Choice(asked.measure, asked.min_deals, asked.order)
    if asked.shape == "csv":
        plain.write(plain.csv_text(*flat_tables(frames, flat or what, choice)))
    elif asked.shape == "json":
        plain.write(plain.json_tables(tables(frames, flat or what, choice)))
    elif found := tables(frames, what, choice):
        typer.echo(terminal.shown(what, found, match))
        _hint([table.head.league for table in found])
    else:
        typer.echo(_nothing(asked))


def _show_player(ctx: typer.Context, asked: "Asked", name: str) -> None:
    """Show everything about one player; as CSV their roles."""
    from scorer import scorebook
    from scorer.cli import plain, player_page
    from scorer.cli.choosing import read_frames
    from scorer.stats.tables import Choice, flat_roles, pages

    with book(ctx).reading() as session:
        player = scorebook.find_player(session, name)
        frames, match = read_frames(session, asked)
    if asked.shape == "csv":
        plain.write(plain.csv_text(*flat_roles(frames, player, Choice(asked.measure))))
        return
    found = pages(frames, player, Choice(asked.measure, asked.min_deals))
    if asked.shape == "json":
        plain.write(plain.json_pages(found))
    elif found:
        typer.echo(player_page.shown(found, match))
        _hint([page.head.league for page in found])
    else:
        typer.echo(_nothing(asked, player))


def _show_matches(ctx: typer.Context, asked: "Asked") -> None:
    """Show the list of matches."""
    from scorer.cli import match_list, plain
    from scorer.cli.choosing import read_frames

    with book(ctx).reading() as session:
        frames, _ = read_frames(session, asked)
        found = match_list.matches(session, frames)
    if asked.shape == "table":
        typer.echo(match_list.shown(found, frames) or _nothing(asked))
    else:
        told = match_list.tables(found, frames)
        plain.write(plain.csv_matches(match_list.COLUMNS, told) if asked.shape == "csv" else plain.json_tables(told))


def _hint(leagues: Sequence[str]) -> None:
    """Say how the tables of one league become one, where one has several."""
    if len(set(leagues)) < len(leagues):
        notice(HINT)


def _nothing(asked: "Asked", player: str = "") -> str:
    """That there is nothing to show."""
    from scorer.cli.fitting import wrapped

    if player:
        return wrapped(f"No deal of {player} here.")
    return NO_DEAL if asked.everything else NONE_MEANT
