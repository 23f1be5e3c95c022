"""Every match: its sheet, its settlement, each deal explained, what was put right."""

import streamlit as st

from dashboard import charts, data, filters, markup, match_parts, page, tables
from scorer.exchange.deals_out import match_table, matches_table
from scorer.scorebook.exporting import Standing
from scorer.stats.descriptions import MATCHES
from scorer.stats.tables import leads, with_leaders


def one(told: Standing) -> None:
    """A match, from its score to its corrections."""
    sheet = data.sheet_now(told.head.id)
    markup.heading(told.head.match)
    markup.small(f"{told.head.on}, {told.match.variant.title}, {told.head.league}")
    match_parts.tiles(sheet, data.players_now())
    left, right = st.columns([3, 2], gap="large")
    with left:
        page.chart(charts.tonight_lines(sheet, data.players_now()), "lines")
    with right:
        st.subheader("Who pays whom", anchor=False)
        match_parts.settlement([sheet], "settlement")
    st.subheader("Score sheet", anchor=False)
    match_parts.score_sheet(sheet, "sheet")
    tables.csv_button("deals", lambda: match_table(told.head, sheet.records))
    match_parts.explained(sheet)
    match_parts.history(data.history_now(told.head.id), told.match, "history")


page.begin("Matches")
chosen = filters.subject("matches", "match")
frames = data.frames_now(chosen.selection)
inside = set(frames.matches["match_id"].tolist())
standing = {told.head.id: told for told in data.standing_now() if told.head.id in inside}
found = [standing[match.id] for match in data.matches_now() if match.id in inside]
if found:
    listed = with_leaders((match.shown for match in found), leads(frames))
    tables.shown(listed, MATCHES.on_dashboard, "matches", alt="Matches")
    tables.csv_button("matches", lambda: matches_table(standing.values()))
    one(standing[filters.match([told.match for told in found]).id])
else:
    page.nothing_here()
