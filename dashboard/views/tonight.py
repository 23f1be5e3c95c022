"""The evening as it runs: everybody's units, the last deal, what comes next; afterwards who pays whom."""

import streamlit as st

from dashboard import charts, data, filters, links, markup, match_parts, page, score_sheet
from dashboard.tournament import evening as of_tournament
from dashboard.wall import address, screen
from scorer.match.values import Match, Sheet


def table(sheet: Sheet) -> None:
    """A match: large figures, what happened last and what comes next, its story, the lines."""
    everybody = data.players_now()
    match_parts.tiles(sheet, everybody)
    match_parts.story(sheet)
    match_parts.course_of(sheet, "tonight")
    page.chart(charts.tonight_lines(sheet, everybody), "lines", of=match_parts.subject(sheet.match))


def open_match(match: Match) -> None:
    """The match that is being played."""
    sheet = data.sheet_now(match.id)
    title(match)
    table(sheet)
    sheet_of(sheet)
    match_parts.explained(sheet, "tonight")


def sheet_of(sheet: Sheet) -> None:
    """The sheet as it grows, and the way to the page of the match."""
    st.subheader("Score sheet", anchor=False)
    score_sheet.shown(sheet, "sheet", "tonight", newest_first=True)
    links.row([("The page of this match", "matches", {"match": str(sheet.match.id)})], "own_page")


def last_evening(matches: list[Match]) -> None:
    """The last day that was played, and its settlement; of a tournament how it ended."""
    if tournament := of_tournament.tournament_of(matches[0]):
        of_tournament.show(tournament)
        return
    evening = [match for match in matches if (match.on, match.league) == (matches[0].on, matches[0].league)]
    match = filters.match(evening)
    title(match)
    table(data.sheet_now(match.id))
    sheet_of(data.sheet_now(match.id))
    st.subheader("Who pays whom", anchor=False)
    match_parts.settlement([data.sheet_now(match.id) for match in evening], "settlement")
    match_parts.explained(data.sheet_now(match.id), "tonight")


def title(match: Match) -> None:
    """The name of a match, and the way to the big screen."""
    words, choice = st.columns([4, 1], vertical_alignment="bottom")
    with choice:
        filters.switch("big", "big screen")
    markup.style()
    with words:
        markup.heading(match.name)
        label = next(told.head.variant for told in data.standing_now() if told.head.id == match.id)
        variant = links.variant(label, match.variant.title)
        markup.small(f"{match.on}, {variant}, {match.league}" + ", finished" * match.sitting.finished)


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
