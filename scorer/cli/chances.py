"""`scorer chances`: the win probabilities of an open match, and whether such forecasts come true."""

from typing import Annotated, Final

import typer

from scorer.cli.context import book, notice, settings
from scorer.cli.options import flag, option
from scorer.cli.progress import working
from scorer.cli.statistics import show_made
from scorer.cli.statistics_options import (
    DEPTH,
    PERIODS,
    WHICH_MATCHES,
    Asked,
    Typed,
    language_of,
    read_frames,
    read_options,
    takes,
)
from scorer.errors import RefusedError
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import number

app = typer.Typer()
MOST_REPLAYED: Final = 200  # matches


@app.command()
@takes(*WHICH_MATCHES, *DEPTH, "shape", only_with={"--test": ("league", "first", "last", *PERIODS, "variant")})
def chances(
    ctx: typer.Context,
    *,
    deals: Annotated[str, option("--deals", "N", "After so many more deals; else as agreed.")] = "",
    test: Annotated[
        bool, flag("--test", "Whether they come true: forecasts of every finished match while it was played.")
    ] = False,
    typed: Typed,
) -> None:
    """Show how likely each place in the open match is, by playing its rest thousands of times.

    Its end is what was agreed, deals, a race or a time of day, else a round of deals, or --deals N.
    Example: scorer chances --match Friday
    """
    asked = read_options(typed, settings(ctx).now())
    if test:
        if deals.strip():
            raise RefusedError(_("--deals is of an open match, --test of finished ones: leave one of them out"))
        _test(ctx, asked)
        return
    if asked.league or asked.variant or asked.first or asked.last:
        raise RefusedError(_("the chances are those of one match, which --match names; other options are of --test"))
    _of_match(ctx, asked, deals)


def _of_match(ctx: typer.Context, asked: Asked, deals: str) -> None:
    """Show the chances of an open match, after so many more deals where that is said."""
    from scorer import scorebook
    from scorer.frames import read
    from scorer.match.parsing import read_within
    from scorer.stats.forecast.deals_to_play import remaining
    from scorer.stats.forecast.monte_carlo import MOST_DEALS_LEFT
    from scorer.stats.forecast.win_probability import described_for, end_words, win_probability_curve

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
    show_made([(statistic, statistic.make(frames, rest_of_match))], asked, heading, about)


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


def _test(ctx: typer.Context, asked: Asked) -> None:
    """Replay the finished matches, and show whether the forecasts came true."""
    from scorer import scorebook
    from scorer.frames import read
    from scorer.stats.describe.statistic_files import described
    from scorer.stats.forecast.win_probability import forecasts

    with working(_("Replaying matches")), book(ctx).reading() as transaction:
        chosen, _match = read_frames(transaction, asked)
        finished = chosen.matches["match_id"][chosen.matches["finished"]].tolist()
        replayed = finished[-MOST_REPLAYED:]
        sheets = [scorebook.sheet_of(transaction, scorebook.match_by_id(transaction, match)) for match in replayed]
        frames = chosen if asked.everything else read(transaction)
    if len(replayed) < len(finished):
        facts = {"finished": number(len(finished), thousands=True), "newest": MOST_REPLAYED}
        notice(_("Of {finished} finished matches the newest {newest}: --from and --to choose others.", **facts))
    with working(_("Replaying matches")):
        table = forecasts(frames, sheets)
        described_by = (described("chances_held"), described("forecasters"))
        made = [(statistic, statistic.make(table)) for statistic in described_by]
    heading = ngettext(
        "{count} finished match replayed.", "{count} finished matches replayed.", table["match_id"].nunique()
    )
    show_made(made if len(table) else made[:1], asked, heading, {})
