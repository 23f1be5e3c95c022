"""How often each bid is called and made, by how much, and what the caller gets."""

from typing import Any

import pandas as pd
import streamlit as st

from dashboard import charts, data, filters, markup, page, tables
from scorer.frames import Part
from scorer.stats.columns import Choice
from scorer.stats.descriptions import STATISTICS
from scorer.stats.tables import ONLY_UNITS, Head, flat_tables, has, plain_rows


def section(about: Head, part: Part, what: str, *, alone: bool) -> None:
    """One league under one variant, or under several by a measure; of one `alone` the charts too."""
    table, drawn, margins = data.made((part.frames, what), lambda: contents(about, part, what))
    page.heading(about, alone=alone)
    if table.empty:
        markup.small(ONLY_UNITS)
        return
    if alone:
        page.figures(about, drawn)
        page.figures(about, margins, by=1)
    rows = plain_rows(table)
    tables.shown(rows, STATISTICS[what].on_dashboard, page.key(about, "table"), alt="Bids", currency=about.currency)


def contents(about: Head, part: Part, what: str) -> tuple[pd.DataFrame, dict[str, Any], dict[str, Any]]:
    """The table of a section, its charts by their names on the page, and those that need the whole width."""
    table = STATISTICS[what].make(part.frames, Choice())
    games = [part.frames.columns.variants[label] for label in part.variants]
    pays = {game.break_even for game in games if game.has_auction}
    bonuses = any(game.bonuses for game in games if game.has_auction)
    even = pays.pop() if len(pays) == 1 else None
    drawn = {
        "rates": charts.bid_rates(table, break_even=None if even is None else float(even)),
        "units": charts.caller_units(table, currency=about.currency),
        "counts": charts.bid_counts(table),
    }
    if not (part.frames.deals["card_points"] >= 0).any():  # without counts there are no margins
        return table, drawn, {}
    drawn["means"] = charts.margin_means(table, bonuses=bonuses)
    return table, drawn, {"margins": charts.margins(part.frames.deals, bonuses=bonuses)}


page.begin("Bids")
chosen = filters.subject("bids", "measure", "each")
found = page.sections(chosen)
sections = [(about, part) for about, part in found if has(part, "caller")]
if found and not sections:
    st.text("Nobody calls in the games that are chosen here: they have no bids.")
if sections:
    what = "bids" if filters.switch("each", "every bid by itself") else "bands"
    for about, part in page.one_by_one(sections):
        section(about, part, what, alone=len(sections) == 1)
    tables.csv_button(what, lambda: flat_tables(data.frames_now(chosen.selection), what, chosen.choice))
