"""Results over many evenings: the commands of statistics, and where they hand out CSV and JSON."""

from io import TextIOWrapper
from pkgutil import resolve_name
from typing import TYPE_CHECKING

import typer

from scorer.cli.context import book, output, settings
from scorer.cli.statistics_options import asked_as
from scorer.exchange import TABLE
from scorer.exchange.statistics.options import ReadOptions, TypedOptions, check_of_table, read_options
from scorer.language import N_, _
from scorer.stats.describe.commands import Command

if TYPE_CHECKING:
    pass

NO_DEAL = N_("No deal yet. scorer start opens a match, scorer deal records what is played.")
USUAL = "scorer.cli.statistics_text:show_statistic"
NOTHING_PLAYED = {  # where days alone are chosen
    ("day",): N_("nothing was played on {day}"),
    ("first",): N_("nothing was played from {first}"),
    ("last",): N_("nothing was played to {last}"),
    ("first", "last"): N_("nothing was played from {first} to {last}"),
}


def built(declared: Command) -> typer.Typer:
    """The command of a statistic as typer has it, made of what its file declares."""
    app = typer.Typer()
    app.command(declared.name)(asked_as(declared, _answer))
    return app


def _answer(ctx: typer.Context, declared: Command, typed: TypedOptions) -> None:
    """Show a statistic, or give it as programs take it."""
    asked = read_options(typed, settings(ctx).now())
    if asked.shape == TABLE:
        resolve_name(declared.shown or USUAL)(ctx, declared, asked, typed)
        return
    of_terminal = [name for name, own in declared.own.items() if own.terminal]
    flags = {name: typed[name] not in {None, False} for name in of_terminal}
    check_of_table(asked.shape, **asked.depth._asdict(), **flags)
    from scorer.exchange.statistics.answers import answer

    write_out(answer(book(ctx), declared, asked, typed))


def sure_command(declared: Command, flags: str = "") -> str:
    """The command that says how sure what is shown is."""
    needed = [f"--{name} {_(own.metavar)}" for name, own in declared.own.items() if own.needed]
    return " ".join(filter(None, ["scorer", declared.name, *needed, flags, "--sure"]))


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


def write_out(text: str) -> None:
    """Write to stdout: the same bytes whatever the terminal's encoding."""
    stream = output()
    if isinstance(stream, TextIOWrapper):
        stream.flush()
        stream.buffer.write(text.encode())
        stream.buffer.flush()
    else:
        stream.write(text)
