"""`scorer format try`: which of several formats finds the better player."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from scorer.cli import complete
from scorer.cli.context import book, notice, say, settings
from scorer.cli.options import argument, check_alone, filled
from scorer.cli.statistics_options import takes
from scorer.errors import RefusedError
from scorer.exchange import CSV, TABLE
from scorer.exchange.statistics.options import ReadOptions, TypedOptions, read_options
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import number
from scorer.match.parsing import as_in, read_within
from scorer.rule_files import VARIANTS
from scorer.rules.errors import UnreadableError
from scorer.text.numbers import Row
from scorer.tournaments.text.rule_files import FORMATS

if TYPE_CHECKING:
    from scorer.tournaments.stats.format_trial import Tried

USUAL_CHANCE: Final = 1.5  # units a deal at the mean stake; the leagues at hand have 1.3 to 1.6
WITHIN: Final = {"entrants": 200, "deals": 1_000, "minutes": 60, "times": 100_000, "seed": 999_999_999}
HEADING: Final = N_(
    "{entrants} entrants who differ by {skill} units a deal, of which luck moves each by {chance}; {times} tournaments "
    "of each format, and as many with {deals} deals for who plays to the end."
)


@takes("league", "sure", "legend", "shape")
def try_formats(
    ctx: typer.Context,
    names: Annotated[
        list[str],
        argument("NAMES", "Formats, their first letters, or files ending in .toml.", complete.of_files("formats")),
    ],
    *,
    entrants: Annotated[str, filled("--entrants", "N", "How many enter, up to 200.")],
    spread: Annotated[
        str, filled("--spread", "UNITS", "They differ by so many units a deal, as in 0.15; needs no scorebook.")
    ] = "",
    deals: Annotated[str, filled("--deals", "N", "Equal deals: so many for who plays to the end.")] = "40",
    minutes: Annotated[str, filled("--minutes", "N", "How long a deal takes.")] = "5",
    times: Annotated[str, filled("--times", "N", "How many tournaments of each format.")] = "500",
    seed: Annotated[str, filled("--seed", "N", "Draw the lots from this number.")] = "1",
    typed: TypedOptions,
) -> None:
    """Try which format finds the better player: how often the best wins, reaches the final, comes among five.

    Each format is played many times by players who differ in skill as the rating says, as it is and with so many deals
    for all. The same words have the same answer.
    Example: scorer format try by-place ten-deals scighera --entrants 50 --spread 0.15
    """
    from scorer.cli.progress import working
    from scorer.tournaments.stats.format_trial import as_played_and_equal, row_of, verdict

    asked = read_options(typed, settings(ctx).now())
    check_alone(league=bool(asked.league), spread=bool(spread))
    words = {"entrants": entrants, "deals": deals, "minutes": minutes, "times": times, "seed": seed}
    numbers = {name: read_within(word, f"--{name}", 1, WITHIN[name]) for name, word in words.items()}
    tried = {name: _tried(name, numbers) for name in map(FORMATS.meant, names)}
    about = {**numbers, **_players(ctx, asked, spread)}
    if not about["significant"]:
        notice(_("That these players differ may be luck: more deals would tell."))
    found, rows = {}, []
    for name, one in tried.items():
        with working(name):
            found[name] = as_played_and_equal(one, about["skill"], about["chance"])
            rows.append(row_of(name, one, found[name]))
    _show(asked, about, rows, verdict(rows, found, about["entrants"]))


def _show(asked: ReadOptions, about: Mapping[str, float], rows: Sequence[Row], said: str) -> None:
    """Show what formats have found, to people or to programs."""
    from scorer.cli.statistics import write_out
    from scorer.cli.statistics_text import listed_rows
    from scorer.exchange.csv_writer import csv_text
    from scorer.exchange.statistics.answers import json_text
    from scorer.stats.describe.statistic_files import listing_of
    from scorer.stats.describe.verdicts import Verdict

    if asked.shape == CSV:
        write_out(csv_text(list(rows[0]), [list(row.values()) for row in rows]))
    elif asked.shape != TABLE:
        write_out(json_text({**about, "verdict": said, "rows": rows}))
    else:
        figures = {"skill": number(about["skill"], 2), "chance": number(about["chance"], 1)}
        heading = _(HEADING, **{**about, **figures})
        say(listed_rows(listing_of("format_trial"), rows, heading, Verdict.plain(said), asked.depth, ""))


def _tried(name: str, numbers: Mapping[str, int]) -> "Tried":
    """A format as it is tried; raises RefusedError where it cannot be."""
    from scorer.tournaments.stats.format_trial import Tried, why_not

    form = FORMATS.load(name)
    variant = VARIANTS.load(form.variant)
    if why := why_not(form, variant, numbers["entrants"]):
        raise RefusedError(_("{format} cannot be tried: {why}", format=name, why=why))
    return Tried(form, max(variant.player_counts), known={}, **numbers)


def _players(ctx: typer.Context, asked: ReadOptions, named: str) -> dict[str, float]:
    """How far players differ in skill, how far luck moves a deal, and whether the first is more than luck."""
    from scorer.exchange.statistics.answers import read_frames
    from scorer.insight.spread import spread_of
    from scorer.tournaments.commands.typed_values import read_amount

    if named:
        try:
            return {"skill": float(read_amount(named)), "chance": USUAL_CHANCE, "significant": True}
        except UnreadableError:
            raise as_in("--spread", named, "0.15") from None
    with book(ctx).reading() as transaction:
        found = spread_of(read_frames(transaction, asked)[0])
    if found is None:
        template = N_("{league} has no rating yet, so that nobody knows how far its players differ: say --spread 0.15")
        raise RefusedError(_(template, league=asked.league or _("the scorebook")))
    return found._asdict()
