"""`scorer recount`: the standings as they would be under another payout table."""

import typer

from scorer.cli.context import book, say, settings
from scorer.cli.statistics import about_table, nothing_words, sure_command, write_json, write_out
from scorer.cli.statistics_options import Typed, language_of, read_frames, read_options
from scorer.language import _
from scorer.stats.describe.commands import Command


def recount(ctx: typer.Context, declared: Command, typed: Typed) -> None:
    """Show the standings under another payout table, or what cannot be recounted."""
    from scorer.cli import statistics_text
    from scorer.exchange.csv_writer import csv_text
    from scorer.frames.recounting import other_table, redeals
    from scorer.stats.recount import flat_recounts, plain_recounts, recounts

    asked, left_out = read_options({**typed, "variant": typed["played"]}, settings(ctx).now()), typed["left_out"]
    with book(ctx).reading() as transaction:
        frames, match = read_frames(transaction, asked)
        other, redealt = other_table(typed["variant"], frames), redeals(transaction)
    with language_of(asked.shape):
        leagues = recounts(frames, other, redealt)
    if asked.shape == "csv":
        write_out(csv_text(*flat_recounts(leagues, other, left_out=left_out)))
    elif asked.shape == "json":
        tables = plain_recounts(leagues, left_out=left_out)
        write_json([{**about_table(head), "under": other.name, **more} for head, more in tables])
    elif leagues:
        shown = [league.left_out if left_out else league.standings for league in leagues]
        name = "left_out" if left_out else declared.name
        say(statistics_text.statistic(name, shown, match, depth=asked.depth, sure=sure_command(declared)))
    elif len(frames.deals):
        say(_("All of this was played under {variant}: --variant names another payout table.", variant=other.title))
    else:
        say(nothing_words(asked))
