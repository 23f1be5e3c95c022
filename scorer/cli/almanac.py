"""`scorer report`: the almanac of a season, one page to keep."""

import typer

from scorer.cli.context import book, notice, settings
from scorer.cli.export_command import STDOUT, PageOption, check_page, destination
from scorer.cli.options import ForceOption
from scorer.cli.progress import working
from scorer.cli.statistics import nothing_played
from scorer.cli.statistics_options import takes
from scorer.errors import NotFoundError
from scorer.exchange.statistics import answers
from scorer.exchange.statistics.options import TypedOptions, read_options
from scorer.language import _
from scorer.paper import almanac
from scorer.stats.describe.commands import PERIODS

app = typer.Typer()


@app.command()
@takes("league", "season", "first", "last", *PERIODS, "variant")
def report(
    ctx: typer.Context,
    *,
    out: PageOption = STDOUT,
    force: ForceOption = False,
    typed: TypedOptions,
) -> None:
    """Write the almanac of a season: who won, its story, standings, bids, matches, everybody's figures.

    One file of HTML that needs nothing but a browser, and prints on A4. Each league is a part of its own; how sure the
    figures are, and what their words mean, stands at the end.

    Example: scorer report --season 2026 --out season.html
    """
    check_page(out)
    asked = read_options(typed, settings(ctx).now())
    with working(_("Reading the deals")), book(ctx).reading() as transaction:
        frames, _match = answers.read_frames(transaction, asked)
    if not len(frames.payouts):
        raise NotFoundError(_("{nothing_played}: there is no almanac of that", nothing_played=nothing_played(asked)))
    with destination(out, book(ctx), force=force) as file, working(_("Writing the almanac")):
        file.write(almanac.almanac(frames, almanac.almanac_title(frames)))
    if out != STDOUT:
        notice(_("{path}: open it in a browser, and print it from there", path=out))
