"""`scorer chances --season`: who may come first in the end, on a terminal."""

import typer

from scorer.cli import statistics_text
from scorer.cli.context import book, say
from scorer.cli.statistics import nothing_words, sure_command
from scorer.exchange.statistics.options import ReadOptions, TypedOptions
from scorer.insight.exchange.final_places import final_places as reckoned
from scorer.stats.describe.commands import Command


def final_places(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """Show the chances of the places of a season."""
    sections, sure = reckoned(book(ctx), asked, typed).sections, sure_command(declared, "--season")
    say(statistics_text.statistic("final_places", sections, depth=asked.depth, sure=sure) or nothing_words(asked))
