"""Who stands where: the table, the units as they ran, who overtook whom."""

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from dashboard import charts, data, filters, markup, page, tables
from scorer import stats
from scorer.frames import Part
from scorer.stats.columns import PLACED_BY, Choice
from scorer.stats.descriptions import STANDINGS
from scorer.stats.tables import Head, flat_tables, plain_rows
from scorer.text.sentences import counted


def section(about: Head, part: Part, choice: Choice, *, alone: bool) -> None:
    """One league under one variant, or under several by a measure; of one `alone` the charts too."""
    table, everybody, drawn = data.made((part.frames, choice), lambda: contents(about, part, choice))
    page.heading(about, alone=alone)
    if left_out := everybody - len(table):
        fewest = counted(choice.fewest("standings"), "deal")
        markup.small(f"{counted(left_out, 'player')} with fewer than {fewest}: not in the table.")
    rows, name = plain_rows(table), page.key(about, "table")
    tables.shown(rows, STANDINGS.on_dashboard, name, alt="Standings", currency=about.currency, alone=about.alone)
    if alone:
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
chosen = filters.subject("standings", "measure")
sections = page.sections(chosen)
if sections:
    with st.popover("order and minimum", icon=":material/sort:"):
        order = filters.order()
        fewest = filters.fewest(Choice(order=order).fewest("standings"))
    choice = replace(chosen.choice, order=order, min_deals=fewest)
    for about, part in sections:
        section(about, part, choice, alone=len(sections) == 1)
    tables.csv_button("standings", lambda: flat_tables(data.frames_now(chosen.selection), "standings", choice))
