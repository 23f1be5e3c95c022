"""The evening as it runs: everybody's units, the last deal, what comes next; afterwards who pays whom."""

from collections.abc import Sequence

import streamlit as st

from dashboard import charts, data
from dashboard.address import filters, links
from dashboard.look import markup
from dashboard.match import score_sheet, summary, win_probability
from dashboard.page import skeleton
from dashboard.tournament import page as tournament_page
from dashboard.wall import screen
from scorer.match.facts import Match


def one(match: Match, settled: Sequence[Match] = ()) -> None:
    """A match: units, what happened last and comes next, its story, lines and sheet; who pays whom of those settled."""
    sheet, everybody = data.sheet_now(match.id), data.players_now()
    title(match)
    summary.tiles(sheet, everybody)
    summary.story(sheet)
    win_probability.said(match.id)
    summary.course_of(sheet, "tonight")
    skeleton.chart(charts.tonight_lines(sheet, everybody), "lines", of=summary.subject(match))
    win_probability.shown(match.id)
    st.subheader("Score sheet", anchor=False)
    score_sheet.shown(sheet, "tonight", newest_first=True)
    summary.picture_button(sheet)
    links.row([("The page of this match", "matches", {"match": str(match.id)})], "own_page")
    if settled:
        st.subheader("Who pays whom", anchor=False)
        summary.settlement([data.sheet_now(match.id) for match in settled])
    summary.explained(sheet, "tonight")


def last_evening(matches: list[Match]) -> None:
    """The last day that was played, and its settlement; of a tournament how it ended."""
    if tournament := tournament_page.of_evening(matches[0]):
        tournament_page.result(tournament)
        return
    evening = [match for match in matches if (match.on, match.league) == (matches[0].on, matches[0].league)]
    one(filters.match(evening), evening)


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
        finished = ", finished" if match.sitting.finished else ""
        markup.small(f"{match.on}, {variant}, {match.league}{finished}")


matches = data.matches_now()
playing = [match for match in matches if not match.sitting.finished]
if from_afar := screen.tonight() if screen.is_asked() else []:
    screen.show(from_afar)
elif playing:
    one(filters.match(playing))
elif matches:
    last_evening(matches)
else:
    skeleton.begin("Briscola Chiamata")
    skeleton.how_to_start()
