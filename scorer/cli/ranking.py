"""`scorer ranking`: the ranking across tournaments and seasons on a day."""

from typing import TYPE_CHECKING, Annotated

import typer

from scorer.cli import complete
from scorer.cli.context import book, say, settings
from scorer.cli.options import FORMATS, FormatOption, argument, day_option, flag
from scorer.cli.statistics_options import Depth, LegendOption, SureOption, check_of_table, language_of
from scorer.language import _

if TYPE_CHECKING:
    from datetime import date

    from scorer.rules.ranking import Placed, Ranking

app = typer.Typer()


@app.command()
def ranking(
    ctx: typer.Context,
    name: Annotated[
        str | None,
        argument(
            "NAME", "The ranking, its first letters, or a file ending in .toml; else best-six.", complete.rankings
        ),
    ] = None,
    *,
    on: Annotated[str, day_option("--on", "The day of the ranking; else today.")] = "",
    events: Annotated[bool, flag("--events", "What every event gives every player, and whether it counts.")] = False,
    sure: SureOption = False,
    legend: LegendOption = False,
    shape: FormatOption = "",
) -> None:
    """Show the ranking across tournaments and seasons: ranking points of places, the best of a window.

    Its rules are a file: scorer rankings list names those that there are.
    Example: scorer ranking season-sum --on 2026-12-31
    """
    from scorer.frames import read
    from scorer.match.parsing import read_choice, read_date
    from scorer.rule_files import RANKINGS, USUAL_RANKING
    from scorer.scorebook.tournament.ranking_events import played, tournament_events
    from scorer.stats.ranking import ranking_places

    day = read_date(on, "--on") if on.strip() else settings(ctx).now().astimezone().date()
    form = read_choice(shape, "--format", FORMATS) if shape.strip() else FORMATS[0]
    depth = Depth(sure=sure, legend=legend)
    check_of_table(form, **depth._asdict())
    rules = RANKINGS.load(RANKINGS.meant(USUAL_RANKING if name is None else name.strip()))
    with book(ctx).reading() as transaction:
        frames, tournaments = read(transaction), played(transaction)
    events_there = tournament_events(tournaments, rules)
    ranked = ranking_places(frames, events_there, tournaments.matches, rules, day)
    _show(ranked, rules, day, form, depth, events=events)


def _show(ranked: "list[Placed]", rules: "Ranking", day: "date", form: str, depth: Depth, *, events: bool) -> None:
    """Show what the ranking is of, its table and who leads; or the same as CSV or JSON."""
    from scorer.cli import statistics_text
    from scorer.cli.statistics import write_json, write_out
    from scorer.exchange.csv_writer import csv_text
    from scorer.stats.describe.statistic_files import listing_of
    from scorer.stats.ranking import by_lot, flat, places, shares, verdict
    from scorer.text.ranking_page import summary

    lot = by_lot(ranked, rules, day)
    if form == "csv":
        write_out(csv_text(*flat(ranked, rules, day, lot, events=events)))
        return
    rows = shares(ranked) if events else places(ranked, lot)
    with language_of(form):
        who_leads = verdict(ranked, day, lot)
    if form == "json":
        write_json(
            {"ranking": rules.name, "title": rules.title, "as_of": day, "verdict": who_leads.whole, "rows": rows}
        )
        return
    heading = _(
        "{ranking} ({name}) on {day}: {rules}", ranking=rules.title, name=rules.name, day=day, rules=summary(rules)
    )
    listing = listing_of("ranking_events" if events else "ranking")
    more = "" if events else _("scorer ranking --events shows each.")
    say(statistics_text.listed_rows(listing, rows, heading, who_leads, depth, more))
