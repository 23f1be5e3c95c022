"""`scorer chances`: the win probabilities of an open match."""

from typing import TYPE_CHECKING, Any, Final

import typer

from scorer.cli.context import book, notice, say, settings
from scorer.cli.statistics import sure_command, write_json, write_out
from scorer.cli.statistics_options import Asked, Typed, language_of, read_options
from scorer.errors import RefusedError
from scorer.language import N_, _, counts, ngettext
from scorer.stats.describe.commands import Command

if TYPE_CHECKING:
    from scorer.stats.describe.columns import Statistic
    from scorer.text.numbers import Row

OF_MATCH: Final = {"league": "league", "variant": "variant", "match": "match", "match_id": "id"}  # its columns in CSV


def chances(ctx: typer.Context, declared: Command, typed: Typed) -> None:
    """Show the chances of the open match, after so many more deals where that is said."""
    from scorer import scorebook
    from scorer.frames import read
    from scorer.match.parsing import read_within
    from scorer.stats.describe.statistic_tables import plain_rows
    from scorer.stats.forecast.deals_to_play import remaining
    from scorer.stats.forecast.monte_carlo import MOST_DEALS_LEFT
    from scorer.stats.forecast.win_probability import described_for, end_words, win_probability_curve

    asked, deals = read_options(typed, settings(ctx).now()), typed["deals"]
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
    rows = plain_rows(statistic.make(frames, rest_of_match)[statistic.names])
    _show(statistic, rows, asked, heading, about, sure_command(declared))


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


def _show(
    statistic: "Statistic", rows: "list[Row]", asked: Asked, heading: str, about: dict[str, Any], sure: str
) -> None:
    """Show the chances below a heading; in JSON beside what they are `about`, in CSV behind the match in each row.

    `sure` is the command that says how sure they are.
    """
    from scorer.cli import statistics_text
    from scorer.exchange.csv_writer import csv_text

    if asked.shape == "csv":
        match = {name: about[key] for name, key in OF_MATCH.items()}
        write_out(csv_text([*match, *statistic.names], [[*match.values(), *row.values()] for row in rows]))
    elif asked.shape == "json":
        with language_of(asked.shape):
            write_json([{**about, "verdict": statistic.verdict(rows).whole, "rows": rows}])
    else:
        say(statistics_text.listed_rows(statistic, rows, heading, statistic.verdict(rows), asked.depth, sure))
