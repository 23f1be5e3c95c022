"""`scorer recount`: the standings as they would be under another payout table."""

from typing import Annotated

import typer

from scorer.cli import complete
from scorer.cli.context import book, say, settings
from scorer.cli.options import flag, option
from scorer.cli.statistics import about_table, nothing_words, write_json, write_out
from scorer.cli.statistics_options import DEPTH, PERIODS, Asked, Typed, language_of, read_frames, read_options, takes
from scorer.language import _

app = typer.Typer()


@app.command()
@takes("league", "first", "last", *PERIODS, "match", *DEPTH, "shape")
def recount(
    ctx: typer.Context,
    *,
    variant: Annotated[
        str, option("--variant", "NAME", "The other payout table: shipped, yours, or a file.", complete.variants)
    ],
    played: Annotated[
        str, option("--played", "NAME", "Matches played under this table; else all.", complete.played)
    ] = "",
    left_out: Annotated[bool, flag("--left-out", "The deals that cannot be recounted, one by one, and why.")] = False,
    typed: Typed,
) -> None:
    """Show who would stand where by the same deals under another payout table.

    Every deal is reckoned again from what was recorded. What that does not tell is left out of both, and named.
    Example: scorer recount --variant brisk --played chiamata
    """
    asked = read_options({**typed, "variant": played}, settings(ctx).now())
    _show(ctx, asked, variant, left_out=left_out)


def _show(ctx: typer.Context, asked: Asked, under: str, *, left_out: bool) -> None:
    """Show what is asked for under another payout table, or what cannot be recounted."""
    from scorer.cli import statistics_text
    from scorer.exchange.csv_writer import csv_text
    from scorer.frames.recounting import other_table, redeals
    from scorer.stats.recount import flat_recounts, plain_recounts, recounts

    with book(ctx).reading() as transaction:
        frames, match = read_frames(transaction, asked)
        other, redealt = other_table(under, frames), redeals(transaction)
    with language_of(asked.shape):
        leagues = recounts(frames, other, redealt)
    if asked.shape == "csv":
        write_out(csv_text(*flat_recounts(leagues, other, left_out=left_out)))
    elif asked.shape == "json":
        tables = plain_recounts(leagues, left_out=left_out)
        write_json([{**about_table(head), "under": other.name, **more} for head, more in tables])
    elif leagues:
        shown = [league.left_out if left_out else league.standings for league in leagues]
        say(statistics_text.statistic("left_out" if left_out else "recount", shown, match, depth=asked.depth))
    elif len(frames.deals):
        say(_("All of this was played under {variant}: --variant names another payout table.", variant=other.title))
    else:
        say(nothing_words(asked))
