"""`scorer report`: the almanac of a season, one page to keep."""

import re
from datetime import date, timedelta
from typing import Annotated

import typer

from scorer.cli.context import book, notice, settings
from scorer.cli.export_command import STDOUT, ForceOption, PageOption, check_page, destination
from scorer.cli.options import option
from scorer.cli.progress import working
from scorer.cli.statistics import nothing_played
from scorer.cli.statistics_options import PERIODS, Typed, read_frames, read_options, takes
from scorer.errors import NotFoundError, RefusedError
from scorer.language import _
from scorer.rules.errors import UnreadableError

app = typer.Typer()

SEASON = re.compile(r"([1-8]\d{3})(?:[/-](\d{4}|\d{2}))?")


@app.command()
@takes("league", "first", "last", *PERIODS, "variant")
def report(
    ctx: typer.Context,
    *,
    season: Annotated[str, option("--season", "YEAR", "2026, or 2025/26: September to August.")] = "",
    out: PageOption = STDOUT,
    force: ForceOption = False,
    typed: Typed,
) -> None:
    """Write the almanac of a season: who won, its story, standings, bids, matches, everybody's figures.

    One file of HTML that needs nothing but a browser, and prints on A4. Each league is a part of its own; how sure the
    figures are, and what their words mean, stands at the end.

    Example: scorer report --season 2026 --out season.html
    """
    from scorer.paper.almanac import almanac, almanac_title

    check_page(out)
    chosen = dict(typed) | _days(season, typed)
    asked = read_options(chosen, settings(ctx).now())
    with working(_("Reading the deals")), book(ctx).reading() as transaction:
        frames, _match = read_frames(transaction, asked)
    if not len(frames.payouts):
        raise NotFoundError(_("{nothing_played}: there is no almanac of that", nothing_played=nothing_played(asked)))
    with destination(out, book(ctx), force=force) as file, working(_("Writing the almanac")):
        file.write(almanac(frames, almanac_title(frames)))
    if out != STDOUT:
        notice(_("{file}: open it in a browser, and print it from there", file=out))


def _days(season: str, typed: Typed) -> dict[str, str]:
    """The first and the last day of a season as options; raises RefusedError where others say which days are meant."""
    if not season.strip():
        return {}
    options = {"--from": "first", "--to": "last"} | {f"--{period}": period for period in PERIODS}
    if given := [option for option, name in options.items() if typed[name]]:
        raise RefusedError(
            _("--season and {option} each say which days are meant: leave one of them out", option=given[0])
        )
    first, last = read_season(season.strip())
    return {"first": f"{first}", "last": f"{last}"}


def read_season(text: str) -> tuple[date, date]:
    """The first and the last day of `2026`, a year, or `2025/26`, September to August; raises UnreadableError."""
    parts = SEASON.fullmatch(text)
    year, next_year = (int(parts[1]), parts[2]) if parts else (0, None)
    if not parts or (next_year and next_year not in {f"{year + 1}", f"{year + 1}"[2:]}):
        raise UnreadableError(
            _("--season '{text}' is no season: say a year, 2026, or two that follow, 2025/26", text=text)
        )
    first = date(year, 9 if next_year else 1, 1)
    return first, first.replace(year=year + 1) - timedelta(days=1)
