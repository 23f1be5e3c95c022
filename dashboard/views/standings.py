"""Who stands where: the table, the units as they ran, who overtook whom."""

from typing import Any

import pandas as pd

from dashboard import charts, data, filters, markup, page, tables
from scorer import stats
from scorer.frames import Part
from scorer.stats.columns import PLACED_BY, Choice
from scorer.stats.descriptions import STANDINGS
from scorer.stats.tables import Head, flat_tables, plain_rows
from scorer.text.sentences import counted


def section(about: Head, part: Part, choice: Choice) -> None:
    """One league under one variant, or under several by a measure."""
    table, everybody, drawn = data.made((part.frames, choice), lambda: contents(about, part, choice))
    page.heading(about)
    if left_out := everybody - len(table):
        fewest = counted(choice.fewest("standings"), "deal")
        markup.small(f"{counted(left_out, 'player')} with fewer than {fewest}: not in the table.")
    rows, name = plain_rows(table), page.key(about, "table")
    tables.shown(rows, STANDINGS.on_dashboard, name, alt="Standings", currency=about.currency, alone=about.alone)
    page.beside(*drawn)


def contents(about: Head, part: Part, choice: Choice) -> tuple[pd.DataFrame, int, list[tuple[str, Any]]]:
    """The table of a section, of how many players, and its charts by their names on the page."""
    payouts, everybody, money = part.frames.payouts, data.players_now(), about.currency
    table = STANDINGS.make(part.frames, choice)
    running, names = stats.running_by_match(payouts), page.match_names(part.frames)
    kept = table["player"].tolist()
    of_everybody = choice.order == "units" and not choice.fewest("standings")  # as the chart of places is
    drawn = {
        "bars": charts.standings_bars(table, everybody, by=PLACED_BY[choice.order], currency=money),
        "running": charts.match_lines(running, names, everybody, kept, currency=money),
        **({"places": charts.place_changes(stats.match_units(payouts), names, everybody)} if of_everybody else {}),
        **page.rates(part, table),
    }
    return table, len(running.columns), page.named(about, drawn)


page.begin("Standings")
chosen = filters.sidebar("standings", "measure", "min_deals", "order")
sections = page.sections(chosen)
for about, part in sections:
    section(about, part, chosen.choice)
if sections:
    tables.csv_button("standings", lambda: flat_tables(data.frames_now(chosen.selection), "standings", chosen.choice))
