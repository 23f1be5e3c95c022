"""`scorer chances`: who may still win the open match, or who comes first in the end, on a terminal."""

from shlex import quote

import typer

from scorer.cli import statistics_text
from scorer.cli.context import book, notice, say
from scorer.cli.statistics import sure_command
from scorer.exchange.statistics.options import ReadOptions, TypedOptions
from scorer.insight.exchange.chances import of_another, of_match, of_season
from scorer.language import _, counts
from scorer.stats.describe.commands import Command
from scorer.wings import by_name


def chances(ctx: typer.Context, declared: Command, asked: ReadOptions, typed: TypedOptions) -> None:
    """Show the chances of the open match, after so many more deals where that is said; or of what else is asked."""
    if other := of_another(book(ctx), typed):
        flags = " ".join(f"--{name} {quote(typed[name])}" for name in by_name("chances") if typed[name])
        sure = sure_command(declared, flags)
        say(statistics_text.listed_rows(other.statistic, other.rows, other.heading, other.verdict, asked.depth, sure))
        return
    if typed["season"]:
        season = of_season(book(ctx), declared, asked, typed)
        statistics_text.show_tables(season, asked, sure_command(declared, season.flags))
        return
    made = of_match(book(ctx), asked, typed)
    match, deals = made.remaining.sheet.match, counts.deals(len(made.remaining.sheet.deals))
    facts = {"match": match.name, "league": match.league, "variant": _(match.variant.title), "deals": deals}
    heading = _("{match}, {league}, {variant}, {deals} played: {end}.", **facts, end=made.about["end"])
    if made.remaining.by == "round":
        notice(_("--deals N says after how many more."))
    verdict, sure = made.statistic.verdict(made.rows), sure_command(declared)
    say(statistics_text.listed_rows(made.statistic, made.rows, heading, verdict, asked.depth, sure))
