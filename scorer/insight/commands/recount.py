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
        name = "left_out" if made.left_out else declared.name
        shown = [league.left_out if made.left_out else league.standings for league in made.leagues]
        say(statistics_text.statistic(name, shown, made.match, depth=asked.depth, sure=sure_command(declared)))
    elif made.played:
        other = made.other.title
        say(_("All of this was played under {variant}: --variant names another payout table.", variant=other))
    else:
        say(nothing_words(made.chosen))
