"""The evening as it runs: the score, the last deal, what comes next; afterwards who pays whom."""

import streamlit as st

from dashboard import charts, data, filters, markup, match_parts, page
from dashboard.wall import address, screen
from scorer.match.values import Match, Sheet


def table(sheet: Sheet) -> None:
    """A match: large figures, what happened last and what comes next, the lines."""
    everybody = data.players_now()
    match_parts.tiles(sheet, everybody)
    match_parts.story(sheet)
    page.live_chart(charts.tonight_lines(sheet, everybody), fill=False)


def open_match(match: Match) -> None:
    """The match that is being played."""
    sheet = data.sheet_now(match.id)
    title(match)
    table(sheet)
    st.subheader("Score sheet", anchor=False)
    match_parts.score_sheet(sheet, "sheet", newest_first=True)
    match_parts.explained(sheet)


def last_evening(matches: list[Match]) -> None:
    """The last day that was played, and its settlement."""
    evening = [match for match in matches if (match.on, match.league) == (matches[0].on, matches[0].league)]
    match = filters.match(evening)
    title(match)
    table(data.sheet_now(match.id))
    st.subheader("Who pays whom", anchor=False)
    match_parts.settlement([data.sheet_now(match.id) for match in evening], "settlement")
    match_parts.explained(data.sheet_now(match.id))


def title(match: Match) -> None:
    """The name of a match, and the way to the big screen."""
    words, choice = st.columns([4, 1], vertical_alignment="bottom")
    with choice:
        filters.switch("big", "big screen")
    markup.style()
    with words:
        markup.heading(match.name)
        markup.small(f"{match.on}, {match.variant.title}, {match.league}" + ", finished" * match.sitting.finished)


matches = data.matches_now()
playing = [match for match in matches if not match.sitting.finished]
from_afar = screen.tonight() if address.is_asked() else None
if from_afar and from_afar.slides:
    screen.show(from_afar)
elif playing:
    open_match(filters.match(playing))
elif matches:
    last_evening(matches)
else:
    page.begin("Briscola Chiamata")
    page.how_to_start()
