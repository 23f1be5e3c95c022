"""The standings under another payout table, beside the standings as played: which table, stands in the address."""

from collections import Counter
from typing import Final

import streamlit as st

from dashboard import charts, data, filters, markup, page, tables
from dashboard.page import Section
from scorer.frames.recounting import other_tables
from scorer.rules.variant import Variant
from scorer.stats.descriptions import described
from scorer.stats.recount_table import Recount, flat_recounts, recounts
from scorer.text.numbers import UNITS

LEFT_OUT: Final = described("left_out")
RECOUNT: Final = described("recount")

WORD: Final = "under"
AS_PLAYED: Final = "-"  # no variant is called so
ALONE: Final = "Another payout table is shown of one league and one variant alone, in units."


def another_table(section: Section) -> None:
    """The choice of another table, and what it makes of a section that is alone; of several there is none."""
    if not section.alone or section.about.measure != UNITS:
        if WORD in st.query_params:
            markup.notice(ALONE)
        return
    frames = section.frames
    played = frames.columns.variants[section.about.variants[0]]
    others = {name: other for name, other in other_tables(played).items() if other != played}
    count = Counter(other.title for other in others.values())  # two of one title keep their names
    titles = {name: it.title if count[it.title] == 1 else f"{it.title} ({name})" for name, it in others.items()}
    markup.heading("Under another payout table")
    offered, names = [AS_PLAYED, *sorted(others, key=titles.__getitem__)], {AS_PLAYED: "as played"} | titles
    label = "as if it had been played under"
    chosen = filters.one_of(WORD, offered, names=names, label=label, usual=AS_PLAYED)
    if chosen in others:
        other = others[chosen]
        found = data.made(
            ("recount", frames, repr(other)),  # a file of one's own may change
            lambda: recounts(frames, other, data.redeals_now())[0],
        )
        _shown(section, found, other)


def _shown(section: Section, found: Recount, other: Variant) -> None:
    """What would change, in words, as lines from place to place, and as a table; and what cannot be recounted."""
    markup.small(found.standings.verdict)
    if rows := found.standings.rows:
        drawn = charts.places_there(rows, data.players_now(), other.title)
        section.chart(drawn, "there", table=False)
        section.table(rows, RECOUNT.on_dashboard, f"Standings under {other.title}", "under")
        page.legend(RECOUNT, rows)
        tables.csv_button("recount", lambda: flat_recounts([found], other, left_out=False))
    if found.left_out.rows and (fold := markup.unfolded("What cannot be recounted", section.key("left_out"))):
        with fold:
            section.table(found.left_out.rows, LEFT_OUT.on_dashboard, "Not recounted", "out")
