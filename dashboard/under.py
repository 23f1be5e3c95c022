"""The standings under another payout table, beside the standings as played: which table, stands in the address."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from dashboard import charts, data, filters, markup, page, tables
from scorer.frames import Part
from scorer.frames.recounting import other_tables
from scorer.rules.variant import Variant
from scorer.stats.descriptions import described
from scorer.stats.recount import Recount, flat_recounts, recounts
from scorer.stats.tables import Head
from scorer.text.numbers import UNITS

LEFT_OUT: Final = described("left_out")
RECOUNT: Final = described("recount")

WORD: Final = "under"
AS_PLAYED: Final = "-"  # no variant is called so
ALONE: Final = "Another payout table is shown of one league and one variant alone, in units."


def another_table(sections: Sequence[tuple[Head, Part]]) -> None:
    """The choice of another table, and what it makes of the one section; of several there is none."""
    if len(sections) > 1 or sections[0][0].measure != UNITS:
        if WORD in st.query_params:
            markup.notice(ALONE)
        return
    (about, part), *_ = sections
    played = part.frames.columns.variants[about.variants[0]]
    others = {name: other for name, other in other_tables(played).items() if other != played}
    titles = _titles(others)
    markup.heading("Under another payout table")
    offered, names = [AS_PLAYED, *sorted(others, key=titles.__getitem__)], {AS_PLAYED: "as played"} | titles
    label = "as if it had been played under"
    chosen = filters.one_of(WORD, offered, names=names, label=label, usual=AS_PLAYED)
    if chosen in others:
        other = others[chosen]
        found = data.made(
            ("recount", part.frames, repr(other)),  # a file of one's own may change
            lambda: recounts(part.frames, other, data.redeals_now())[0],
        )
        _shown(about, found, other)


def _titles(others: Mapping[str, Variant]) -> dict[str, str]:
    """What each is called; two of one title keep their names."""
    count = Counter(other.title for other in others.values())
    return {
        name: other.title if count[other.title] == 1 else f"{other.title} ({name})" for name, other in others.items()
    }


def _shown(about: Head, found: Recount, other: Variant) -> None:
    """What would change, in words, as lines from place to place, and as a table; and what cannot be recounted."""
    markup.small(found.standings.verdict)
    if rows := found.standings.rows:
        drawn = charts.places_there(rows, data.players_now(), other.title)
        page.chart(drawn, page.key(about, "there"), of=page.subject(about), table=False)
        tables.shown(rows, RECOUNT.on_dashboard, page.key(about, "under"), alt=f"Standings under {other.title}")
        page.legend(RECOUNT, rows)
        tables.csv_button("recount", lambda: flat_recounts([found], other, left_out=False))
    if found.left_out.rows and (fold := markup.unfolded("What cannot be recounted", page.key(about, "left_out"))):
        with fold:
            tables.shown(found.left_out.rows, LEFT_OUT.on_dashboard, page.key(about, "out"), alt="Not recounted")
