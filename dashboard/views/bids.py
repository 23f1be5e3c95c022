"""How often each bid is called and made, by how much, and what the caller gets."""

from typing import Any

import pandas as pd
import streamlit as st

from dashboard import charts, data, filters, markup, page, tables
from scorer.frames import Part
from scorer.stats.columns import Choice
from scorer.stats.descriptions import STATISTICS
from scorer.stats.tables import ONLY_UNITS, Head, flat_tables, has, plain_rows


def section(about: Head, part: Part, what: str) -> None:
    """One league under one variant, or under several by a measure."""
    table, drawn = data.made((part.frames, what), lambda: contents(about, part, what))
    page.heading(about)
    if table.empty:
        markup.small(ONLY_UNITS)
        return
    page.beside(*drawn)
    rows = plain_rows(table)
    tables.shown(rows, STATISTICS[what].on_dashboard, page.key(about, "table"), alt="Bids", currency=about.currency)


def contents(about: Head, part: Part, what: str) -> tuple[pd.DataFrame, list[tuple[str, Any]]]:
    """The table of a section, and its charts by their names on the page."""
    table = STATISTICS[what].make(part.frames, Choice())
    drawn = {
        "counts": charts.bid_counts(table),
        "rates": charts.bid_rates(table),
        "margins": charts.margins(part.frames.deals),
        "means": charts.margin_means(table),
        "units": charts.caller_units(table, currency=about.currency),
    }
    return table, page.named(about, drawn)


page.begin("Bids")
chosen = filters.sidebar("bids", "measure")
what = "bids" if filters.switch("each", "every bid by itself") else "bands"
found = page.sections(chosen)
sections = [(about, part) for about, part in found if has(part, "caller")]
if found and not sections:
    st.text("Nobody calls in the games that are chosen here: they have no bids.")
for about, part in sections:
    section(about, part, what)
if sections:
    tables.csv_button(what, lambda: flat_tables(data.frames_now(chosen.selection), what, chosen.choice))
