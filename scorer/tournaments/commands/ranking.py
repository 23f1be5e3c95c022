"""`scorer ranking`: what tournaments and seasons count in a club or a federation."""

import typer

from scorer.cli import statistics_text
from scorer.cli.context import book, say
from scorer.cli.statistics import sure_command
from scorer.exchange.statistics.options import ReadOptions, TypedOptions
from scorer.language import _
from scorer.stats.describe.commands import Command
from scorer.stats.describe.statistic_files import listing_of
from scorer.tournaments.exchange.ranking import ranking as ranked
from scorer.tournaments.text.ranking_page import summary


def ranking(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """Show what the ranking is of, its table and who leads; or what every event gives."""
    made = ranked(book(ctx), declared, asked, typed)
    facts = {"ranking": _(made.rules.title), "name": made.rules.name, "day": made.day, "rules": summary(made.rules)}
    heading = _("{ranking} ({name}) on {day}: {rules}", **facts)
    name, sure, more = declared.name, sure_command(declared), _("scorer ranking --events shows each.")
    if made.events:
        name, sure, more = "ranking_events", "", ""
    say(statistics_text.listed_rows(listing_of(name), made.rows(), heading, made.verdict(), asked.depth, sure, more))
