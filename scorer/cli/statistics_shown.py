"""What the commands of statistics show people on a terminal."""

from collections.abc import Sequence
from dataclasses import replace

import typer

from scorer.cli import statistics_text
from scorer.cli.context import book, notice, say
from scorer.cli.layout import wrapped
from scorer.cli.options import check_alone
from scorer.cli.pictures import check_picture, write_picture
from scorer.cli.statistics import nothing_played, nothing_words, sure_command
from scorer.errors import NotFoundError
from scorer.exchange.statistics import answers
from scorer.exchange.statistics.answers import Tables
from scorer.exchange.statistics.options import ReadOptions, TypedOptions
from scorer.language import N_, _
from scorer.stats.describe.columns import PLACED_BY
from scorer.stats.describe.commands import Command
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import without

HINT = N_("--measure base, plain or money puts them in one table")


def statistic(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """Show the statistic that the flags ask for."""
    made = answers.tables(book(ctx), declared, asked, typed)
    _show(made, asked, sure_command(declared, made.flags))


def standings(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """Show the standings, or a few of their columns, or the gaps; or send them as text or as a picture."""
    image, force, short, gaps = (typed[name] for name in ("image", "force", "short", "gaps"))
    sent = {"plain": typed["plain"], "image": image is not None}
    check_alone(**sent, short=short, gaps=gaps)
    check_alone(short=short, sure=asked.depth.sure)
    check_picture(image, force=force)
    if any(sent.values()):
        check_alone(**sent, **asked.depth._asdict())
    made = answers.tables(book(ctx), declared, asked, typed)
    if any(sent.values()):
        _send_standings(ctx, made, asked, image, force=force)
    elif gaps:  # it asks itself how sure the places are
        _show(made, replace(asked, depth=asked.depth._replace(sure=True)))
    else:
        few = (PLACED_BY[asked.order], "matches" if asked.order == "per-match" else "deals") if short else ()
        _show(made, asked, sure_command(declared), few=few)


def players(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """Show every player with the roles side by side; or everything about one."""
    made = answers.players(book(ctx), declared, asked, typed)
    if isinstance(made, Tables):
        _show(made._replace(name="overview"), asked)
    elif pages := made.pages():
        say(statistics_text.player_pages(pages, made.match, asked.depth))
        _hint([page.head.league for page in pages])
    else:
        say(wrapped(_("No deal of {player} here.", player=made.player)))


def matches(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """List the matches that are chosen."""
    from scorer.exchange.statistics.matches import matches as chosen

    made = chosen(book(ctx), declared, asked, typed)
    players = {player for lead in made.leaders.values() for player in lead.players}
    deals = {about.league: about.deals for about in made.leagues}
    say(statistics_text.matches(made.rows(), deals, players) or nothing_words(asked))


def _send_standings(ctx: typer.Context, made: Tables, asked: ReadOptions, image: str | None, *, force: bool) -> None:
    """Show the standings as text to be pasted, or write them as a picture."""
    [shown] = made.of_kinds().values()
    if image is None:
        typer.echo(statistics_text.plain_standings(shown, asked.order, made.match) or nothing_words(asked))
    elif not shown:
        raise NotFoundError(_("{nothing_played}: there is no picture of that", nothing_played=nothing_played(asked)))
    else:
        from scorer.paper.standings_picture import standings_picture

        done = _("{path}: the standings as a picture.", path=image)
        write_picture(ctx, standings_picture(shown, made.match), image, force=force, done=done)


def _show(made: Tables, asked: ReadOptions, sure: str = "", *, few: Sequence[str] = ()) -> None:
    """Show the tables of a statistic, or a `few` of their columns; `sure` is the command that says how sure it is."""
    of_kinds = made.of_kinds()
    shown = [(kind, tables) for kind, tables in of_kinds.items() if tables]
    blocks = [statistics_text.statistic(kind, tables, made.match, few, asked.depth, sure) for kind, tables in shown]
    blocks += statistics_text.silent(made.name, without(made.frames, made.name))
    say("\n\n".join(blocks) or nothing_words(asked))
    if not described(made.name).measure:
        _hint(*([section.head.league for section in tables] for tables in of_kinds.values()))


def _hint(*tables: Sequence[str]) -> None:
    """Say how the tables of one league become one, where one has several of a kind; a list of leagues for each kind."""
    if any(len(set(leagues)) < len(leagues) for leagues in tables):
        notice(_(HINT))
