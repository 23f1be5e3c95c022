"""The evening as it runs: the score, the last deal, what comes next; afterwards who pays whom."""

import streamlit as st

from dashboard import charts, data, filters, markup, match_parts, page
from dashboard.tournament import evening as of_tournament
from scorer.match.values import Match, Sheet


def table(sheet: Sheet, *, from_afar: bool) -> None:
    """A match: large figures, what happened last and what comes next, the lines."""
    everybody = data.players_now()
    match_parts.tiles(sheet, everybody)
    match_parts.story(sheet)
    lines = charts.tonight_lines(sheet, everybody, from_afar=from_afar)
    page.live_chart(lines, fill=from_afar)


def open_match(match: Match) -> None:
    """The match that is being played."""
    sheet = data.sheet_now(match.id)
    from_afar = title(match)
    table(sheet, from_afar=from_afar)
    if not from_afar:
        st.subheader("Score sheet", anchor=False)
        match_parts.score_sheet(sheet, "sheet", newest_first=True)
        match_parts.explained(sheet)


def last_evening(matches: list[Match]) -> None:
    """The last day that was played, and its settlement; of a tournament how it ended."""
    if tournament := of_tournament.tournament_of(matches[0]):
        of_tournament.show(tournament)
        return
    evening = [match for match in matches if (match.on, match.league) == (matches[0].on, matches[0].league)]
    match = filters.match(evening)
    from_afar = title(match)
    table(data.sheet_now(match.id), from_afar=from_afar)
    if not from_afar:
        st.subheader("Who pays whom", anchor=False)
        match_parts.settlement([data.sheet_now(match.id) for match in evening], "settlement")
        match_parts.explained(data.sheet_now(match.id))


def title(match: Match) -> bool:
    """The name of a match, and whether it is read from afar."""
    words, choice = st.columns([4, 1], vertical_alignment="bottom")
    with choice:
        from_afar = filters.switch("big", "big screen")
    markup.style(from_afar=from_afar)
    with words:
        markup.heading(match.name)
        if not from_afar:
            markup.small(f"{match.on}, {match.variant.title}, {match.league}" + ", finished" * match.sitting.finished)
    return from_afar


matches = data.matches_now()
playing = [match for match in matches if not match.sitting.finished]
if playing:
    open_match(filters.match(playing))
elif matches:
    last_evening(matches)
else:
    page.begin("Briscola Chiamata")
    page.how_to_start()
