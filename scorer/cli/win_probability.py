"""Who wins tonight, how likely: the chances of each place in a match that is played, and whether such chances hold."""

from typing import Annotated, Final

import typer

from scorer.cli.context import book, notice, settings
from scorer.cli.statistics import show_made
from scorer.cli.statistics_options import PERIODS, WHICH_MATCHES, Asked, Typed, read_frames, read_options, takes
from scorer.errors import RefusedError
from scorer.language import counts

app = typer.Typer()
MOST_TOLD: Final = 200  # matches that are told again


@app.command()
@takes(*WHICH_MATCHES, "shape", only_with={"--test": ("league", "first", "last", *PERIODS, "variant")})
def chances(
    ctx: typer.Context,
    *,
    deals: Annotated[str, typer.Option("--deals", metavar="N", help="After so many more deals; else as agreed.")] = "",
    test: Annotated[
        bool, typer.Option("--test", help="Whether they hold: every finished match told again while it was played.")
    ] = False,
    typed: Typed,
) -> None:
    """Show who wins the open match, how likely: the chance of each place, by playing its rest thousands of times.

    Its end is what was agreed, deals, a race or a time of day, else a round of deals, or --deals N.
    Example: scorer chances --match Friday
    """
    asked = read_options(typed, settings(ctx).now())
    if test:
        if deals.strip():
            raise RefusedError("--deals is of an open match, --test of finished ones: leave one of them out")
        _test(ctx, asked)
        return
    if asked.league or asked.variant or asked.first or asked.last:
        raise RefusedError("the chances are those of one match, which --match names; other options are of --test")
    _of_match(ctx, asked, deals)


def _of_match(ctx: typer.Context, asked: Asked, deals: str) -> None:
    """Show the chances of an open match, after so many more deals where that is said."""
    from scorer import scorebook
    from scorer.frames import read
    from scorer.match.parsing import read_within
    from scorer.match.remaining import remaining
    from scorer.stats.forecast.monte_carlo import MOST_LEFT
    from scorer.stats.forecast.win_probability import chance_curve, chances_of, end_words

    more = read_within(deals, "--deals", 1, MOST_LEFT) if deals.strip() else None
    with book(ctx).reading() as transaction:
        sheet = scorebook.sheet_of(transaction, scorebook.find_match(transaction, asked.match))
        match = sheet.match
        if match.sitting.finished:
            again = f"scorer reopen {match.id} opens it again"
            raise RefusedError(f"{match.name} is finished: nothing is left to chance; {again}")
        frames = read(transaction)
    rest = remaining(sheet, settings(ctx).now(), more)
    if rest.left is not None and rest.left > MOST_LEFT:
        raise RefusedError(
            f"{rest.left} deals are left: chances are reckoned of {MOST_LEFT} at most; --deals says of fewer"
        )
    about = {
        "match": match.name, "id": match.id, "league": match.league, "on": match.on, "variant": match.variant.name,
        "deals": len(sheet.deals), "left": rest.left, "end": end_words(rest),
    }  # fmt: skip
    if asked.shape == "json":
        about["course"] = chance_curve(frames, rest.sheet).to_dict("records")
    played = f"{match.name}, {match.league}, {match.variant.title}, {counts.deals(len(sheet.deals))} played"
    if rest.by == "round":
        notice("--deals N says after how many more.")
    shown = chances_of(rest)
    show_made([(shown, shown.make(frames, rest))], asked.shape, f"{played}: {end_words(rest)}.", about)


def _test(ctx: typer.Context, asked: Asked) -> None:
    """Tell the finished matches again, and show whether what was said came true."""
    from scorer import scorebook
    from scorer.frames import read
    from scorer.stats.describe.statistic_files import described
    from scorer.stats.forecast.win_probability import forecasts
    from scorer.text.sentences import counted

    with book(ctx).reading() as transaction:
        chosen, _ = read_frames(transaction, asked)
        finished = chosen.matches["match_id"][chosen.matches["finished"]].tolist()
        told = finished[-MOST_TOLD:]
        sheets = [scorebook.sheet_of(transaction, scorebook.match_by_id(transaction, match)) for match in told]
        frames = chosen if asked.everything else read(transaction)
    if len(told) < len(finished):
        notice(f"Of {len(finished):,} finished matches the newest {MOST_TOLD}: --from and --to choose others.")
    again = forecasts(frames, sheets)
    made = [(one, one.make(again)) for one in (described("chances_held"), described("forecasters"))]
    matches = counted(again["match_id"].nunique(), "finished match")
    show_made(made if len(again) else made[:1], asked.shape, f"{matches} told again.", {})
