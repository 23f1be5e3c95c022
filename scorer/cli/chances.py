"""`scorer chances`: the win probabilities of an open match, and whether such forecasts come true."""

from typing import Annotated

import typer

from scorer.cli.context import book, notice, settings
from scorer.cli.options import option
from scorer.cli.statistics import show_made
from scorer.cli.statistics_options import (
    DEPTH,
    Typed,
    language_of,
    read_options,
    takes,
)
from scorer.errors import RefusedError
from scorer.language import N_, _, counts, ngettext

app = typer.Typer()


@app.command()
@takes("match", *DEPTH, "shape")
def chances(
    ctx: typer.Context,
    *,
    deals: Annotated[str, option("--deals", "N", "After so many more deals; else as agreed.")] = "",
    typed: Typed,
) -> None:
    """Show how likely each place in the open match is, by playing its rest thousands of times.

    Its end is what was agreed, deals, a race or a time of day, else a round of deals, or --deals N.
    Example: scorer chances --match Friday
    """
    from scorer import scorebook
    from scorer.frames import read
    from scorer.match.parsing import read_within
    from scorer.stats.forecast.deals_to_play import remaining
    from scorer.stats.forecast.monte_carlo import MOST_DEALS_LEFT
    from scorer.stats.forecast.win_probability import described_for, end_words, win_probability_curve

    asked = read_options(typed, settings(ctx).now())
    more = read_within(deals, "--deals", 1, MOST_DEALS_LEFT) if deals.strip() else None
    with book(ctx).reading() as transaction:
        sheet = scorebook.sheet_of(transaction, scorebook.find_match(transaction, asked.match))
        if sheet.match.sitting.finished:
            template = N_("{match} is finished: nothing is left to chance; scorer reopen {number} opens it again")
            raise RefusedError(_(template, match=sheet.match.name, number=sheet.match.id))
        frames = read(transaction)
    rest_of_match = remaining(sheet, settings(ctx).now(), more)
    _check_length(rest_of_match.left, MOST_DEALS_LEFT)
    with language_of(asked.shape):
        end = end_words(rest_of_match)
    about = {
        "match": sheet.match.name, "id": sheet.match.id, "league": sheet.match.league, "on": sheet.match.on,
        "variant": sheet.match.variant.name, "deals": len(sheet.deals), "left": rest_of_match.left, "end": end,
    }  # fmt: skip
    if asked.shape == "json":
        about["course"] = win_probability_curve(frames, rest_of_match.sheet).to_dict("records")
    facts = {"match": sheet.match.name, "league": sheet.match.league, "variant": sheet.match.variant.title}
    heading = _(
        "{match}, {league}, {variant}, {deals} played: {end}.", **facts, deals=counts.deals(len(sheet.deals)), end=end
    )
    if rest_of_match.by == "round":
        notice(_("--deals N says after how many more."))
    statistic = described_for(rest_of_match)
    show_made(statistic, statistic.make(frames, rest_of_match), asked, heading, about)


def _check_length(deals: int | None, most: int) -> None:
    """Raise RefusedError where more deals are left than can be simulated."""
    if deals is not None and deals > most:
        raise RefusedError(
            ngettext(
                "{count} deal is left: chances are reckoned of {most} at most; --deals says of fewer",
                "{count} deals are left: chances are reckoned of {most} at most; --deals says of fewer",
                deals,
                most=most,
            )
        )
