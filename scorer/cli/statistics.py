"""Results over many evenings: what the commands of statistics show people, and where they hand out CSV and JSON."""

from collections.abc import Sequence
from dataclasses import replace
from io import TextIOWrapper
from pkgutil import resolve_name
from typing import TYPE_CHECKING

import typer

from scorer.cli.context import book, notice, output, say, settings
from scorer.cli.layout import wrapped
from scorer.cli.options import check_alone
from scorer.cli.pictures import check_picture, write_picture
from scorer.cli.statistics_options import asked_as
from scorer.errors import NotFoundError
from scorer.exchange import TABLE
from scorer.exchange.statistics.options import ReadOptions, TypedOptions, check_of_table, read_options
from scorer.language import N_, _
from scorer.stats.describe.commands import Command

if TYPE_CHECKING:
    from scorer.exchange.statistics.answers import Tables

NO_DEAL = N_("No deal yet. scorer start opens a match, scorer deal records what is played.")
NOTHING_PLAYED = {  # where days alone are chosen
    ("day",): N_("nothing was played on {day}"),
    ("first",): N_("nothing was played from {first}"),
    ("last",): N_("nothing was played to {last}"),
    ("first", "last"): N_("nothing was played from {first} to {last}"),
}
HINT = N_("--measure base, plain or money puts them in one table")


def built(declared: Command) -> typer.Typer:
    """The command of a statistic as typer has it, made of what its file declares."""
    app = typer.Typer()
    app.command(declared.name)(asked_as(declared, _answer))
    return app


def _answer(ctx: typer.Context, declared: Command, typed: TypedOptions) -> None:
    """Show a statistic, or give it as programs take it."""
    asked = read_options(typed, settings(ctx).now())
    if asked.shape == TABLE:
        show = resolve_name(declared.shown) if declared.shown else shown
        show(ctx, declared, asked, typed)
        return
    of_terminal = [name for name, own in declared.own.items() if own.terminal]
    flags = {name: typed[name] not in {None, False} for name in of_terminal}
    check_of_table(asked.shape, **asked.depth._asdict(), **flags)
    from scorer.exchange.statistics.answers import answer

    write_out(answer(book(ctx), declared, asked, typed))


def shown(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """Show the statistic that the flags ask for."""
    from scorer.exchange.statistics.answers import tables

    made = tables(book(ctx), declared, asked, typed)
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
    from scorer.exchange.statistics.answers import tables
    from scorer.stats.describe.columns import PLACED_BY

    made = tables(book(ctx), declared, asked, typed)
    if any(sent.values()):
        _send_standings(ctx, made, asked, image, force=force)
    elif gaps:  # it asks itself how sure the places are
        _show(made, replace(asked, depth=asked.depth._replace(sure=True)))
    else:
        few = (PLACED_BY[asked.order], "matches" if asked.order == "per-match" else "deals") if short else ()
        _show(made, asked, sure_command(declared), few=few)


def players(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """Show every player with the roles side by side; or everything about one."""
    from scorer.cli import statistics_text
    from scorer.exchange.statistics import answers

    made = answers.players(book(ctx), declared, asked, typed)
    if isinstance(made, answers.Tables):
        _show(made._replace(name="overview"), asked)
    elif pages := made.pages():
        say(statistics_text.player_pages(pages, made.match, asked.depth))
        _hint([page.head.league for page in pages])
    else:
        say(wrapped(_("No deal of {player} here.", player=made.player)))


def matches(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """List the matches that are chosen."""
    from scorer.cli import statistics_text
    from scorer.exchange.statistics.matches import matches as chosen

    made = chosen(book(ctx), declared, asked, typed)
    players = {player for lead in made.leaders.values() for player in lead.players}
    deals = {about.league: about.deals for about in made.leagues}
    say(statistics_text.matches(made.rows(), deals, players) or nothing_words(asked))


def sure_command(declared: Command, flags: str = "") -> str:
    """The command that says how sure what is shown is."""
    needed = [f"--{name} {own.metavar}" for name, own in declared.own.items() if own.needed]
    return " ".join(filter(None, ["scorer", declared.name, *needed, flags, "--sure"]))


def _send_standings(ctx: typer.Context, made: "Tables", asked: ReadOptions, image: str | None, *, force: bool) -> None:
    """Show the standings as text to be pasted, or write them as a picture."""
    from scorer.cli import statistics_text

    [shown] = made.of_kinds().values()
    if image is None:
        typer.echo(statistics_text.plain_standings(shown, asked.order, made.match) or nothing_words(asked))
    elif not shown:
        raise NotFoundError(_("{nothing_played}: there is no picture of that", nothing_played=nothing_played(asked)))
    else:
        from scorer.paper.standings_picture import standings_picture

        done = _("{path}: the standings as a picture.", path=image)
        write_picture(ctx, standings_picture(shown, made.match), image, force=force, done=done)


def _show(made: "Tables", asked: ReadOptions, sure: str = "", *, few: Sequence[str] = ()) -> None:
    """Show the tables of a statistic, or a `few` of their columns; `sure` is the command that says how sure it is."""
    from scorer.cli import statistics_text
    from scorer.stats.describe.statistic_files import described
    from scorer.stats.describe.statistic_tables import without

    of_kinds = made.of_kinds()
    shown = [(kind, tables) for kind, tables in of_kinds.items() if tables]
    blocks = [statistics_text.statistic(kind, tables, made.match, few, asked.depth, sure) for kind, tables in shown]
    blocks += statistics_text.silent(made.name, without(made.frames, made.name))
    say("\n\n".join(blocks) or nothing_words(asked))
    if not described(made.name).measure:
        _hint(*([section.head.league for section in tables] for tables in of_kinds.values()))


def nothing_words(asked: ReadOptions) -> str:
    """That there is no deal to show, and of which days where days are chosen."""
    return (
        _(NO_DEAL) if asked.everything else _("No deal here: {nothing_played}.", nothing_played=nothing_played(asked))
    )


def nothing_played(asked: ReadOptions) -> str:
    """`nothing was played from 2026-01-01`."""
    if asked.everything:
        return _("nothing was played yet")
    if asked.league or asked.variant or asked.match:
        return _("nothing was played in what the options choose")
    days = {name: day for name, day in (("first", asked.first), ("last", asked.last)) if day}
    if asked.first and asked.first == asked.last:
        days = {"day": asked.first}
    return _(NOTHING_PLAYED[tuple(days)], **days)


def _hint(*tables: Sequence[str]) -> None:
    """Say how the tables of one league become one, where one has several of a kind; a list of leagues for each kind."""
    if any(len(set(leagues)) < len(leagues) for leagues in tables):
        notice(_(HINT))


def write_out(text: str) -> None:
    """Write to stdout: the same bytes whatever the terminal's encoding."""
    stream = output()
    if isinstance(stream, TextIOWrapper):
        stream.flush()
        stream.buffer.write(text.encode())
        stream.buffer.flush()
    else:
        stream.write(text)
