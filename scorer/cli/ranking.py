"""`scorer ranking`: the ranking across tournaments and seasons on a day."""

from typing import TYPE_CHECKING

import typer

from scorer.cli.context import book, say, settings
from scorer.cli.statistics import sure_command
from scorer.cli.statistics_options import Asked, Typed, language_of, read_options
from scorer.language import _
from scorer.stats.describe.commands import Command

if TYPE_CHECKING:
    from datetime import date

    from scorer.rules.ranking import Placed, Ranking


def ranking(ctx: typer.Context, declared: Command, typed: Typed) -> None:
    """Show the ranking on a day, or what every event gives."""
    from scorer.frames import read
    from scorer.match.parsing import read_date
    from scorer.rule_files import RANKINGS, USUAL_RANKING
    from scorer.scorebook.tournament.ranking_events import played, tournament_events
    from scorer.stats.ranking import ranking_places

    now, on, name = settings(ctx).now(), typed["on"], typed["ranking"]
    day = read_date(on, "--on") if on.strip() else now.astimezone().date()
    asked = read_options(typed, now)
    rules = RANKINGS.load(RANKINGS.meant(USUAL_RANKING if name is None else name.strip()))
    with book(ctx).reading() as transaction:
        frames, tournaments = read(transaction), played(transaction)
    events_there = tournament_events(tournaments, rules)
    ranked = ranking_places(frames, events_there, tournaments.matches, rules, day)
    _show(ranked, rules, day, asked, "" if typed["events"] else sure_command(declared))


def _show(ranked: "list[Placed]", rules: "Ranking", day: "date", asked: Asked, sure: str) -> None:
    """Show what the ranking is of, its table and who leads; or the same as CSV or JSON.

    Without the command that says how `sure` the places are it is what every event gives.
    """
    from scorer.cli import statistics_text
    from scorer.cli.statistics import write_json, write_out
    from scorer.exchange.csv_writer import csv_text
    from scorer.stats.describe.statistic_files import listing_of
    from scorer.stats.ranking import by_lot, flat, places, shares, verdict
    from scorer.text.ranking_page import summary

    events, lot = not sure, by_lot(ranked, rules, day)
    if asked.shape == "csv":
        write_out(csv_text(*flat(ranked, rules, day, lot, events=events)))
        return
    rows = shares(ranked) if events else places(ranked, lot)
    with language_of(asked.shape):
        who_leads = verdict(ranked, day, lot)
    if asked.shape == "json":
        write_json(
            {"ranking": rules.name, "title": rules.title, "as_of": day, "verdict": who_leads.whole, "rows": rows}
        )
        return
    heading = _(
        "{ranking} ({name}) on {day}: {rules}", ranking=rules.title, name=rules.name, day=day, rules=summary(rules)
    )
    listing = listing_of("ranking_events" if events else "ranking")
    more = "" if events else _("scorer ranking --events shows each.")
    say(statistics_text.listed_rows(listing, rows, heading, who_leads, asked.depth, sure, more))
