"""`scorer recount`: the standings under another payout table, on a terminal."""

import typer

from scorer.cli import statistics_text
from scorer.cli.context import book, say
from scorer.cli.statistics import nothing_words, sure_command
from scorer.exchange.statistics.options import ReadOptions, TypedOptions
from scorer.insight.exchange.recount import recount as recounted
from scorer.language import _
from scorer.stats.describe.commands import Command


def recount(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """Show the standings under another payout table, or what cannot be recounted."""
    made = recounted(book(ctx), declared, asked, typed)
    if made.leagues:
        sure = sure_command(declared)
        say(statistics_text.statistic(made.name, made.sections, made.match, depth=asked.depth, sure=sure))
    elif made.played:
        other = made.other.title
        say(_("All of this was played under {variant}: --variant names another payout table.", variant=other))
    else:
        say(nothing_words(made.chosen))
