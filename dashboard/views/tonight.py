"""The evening as it runs: everybody's units, the last deal, what comes next; afterwards who pays whom."""

from collections.abc import Sequence

import streamlit as st

from dashboard import charts, data
from dashboard.address import filters, links
from dashboard.look import markup
from dashboard.match import score_sheet, summary, win_probability
from dashboard.page import skeleton
from dashboard.tournament import page as tournament_page
from dashboard.wall import slide_show
from scorer.language import _
from scorer.match.facts import Match


def one_match(match: Match, settled: Sequence[Match] = ()) -> None:
    """A match: units, what happened last and comes next, its story, lines and sheet; who pays whom of those settled."""
    sheet, everybody = data.sheet_now(match.id), data.players_now()
    title(match)
    summary.tiles(sheet, everybody)
    summary.story(sheet)
    win_probability.sentence(match.id)
    summary.course_of(sheet, "tonight")
    skeleton.chart(charts.tonight_lines(sheet, everybody), "lines", subject=summary.subject(match))
    win_probability.shown(match.id)
    st.subheader(_("Score sheet"), anchor=False)
    score_sheet.shown(sheet, "tonight", newest_first=True)
    summary.picture_button(sheet)
    links.row([(_("The page of this match"), "matches", {"match": str(match.id)})], "own_page")
    if settled:
        st.subheader(_("Who pays whom"), anchor=False)
        summary.settlement([data.sheet_now(match.id) for match in settled])
    summary.explained(sheet, "tonight")


def last_evening(matches: list[Match]) -> None:
    """The last day that was played, and its settlement; of a tournament how it ended."""
    if tournament := tournament_page.of_evening(matches[0]):
        tournament_page.result(tournament)
        return
    evening = [match for match in matches if (match.on, match.league) == (matches[0].on, matches[0].league)]
    one_match(filters.match(evening), evening)


def title(match: Match) -> None:
    """The name of a match, and the way to the big screen."""
    words, choice = st.columns([4, 1], vertical_alignment="bottom")
    with choice:
        filters.switch("big", _("big screen"))
    markup.style()
    with words:
        markup.heading(match.name)
        label = next(standing.head.variant for standing in data.standing_now() if standing.head.id == match.id)
        variant = links.variant(label, match.variant.title)
        finished = [_("finished")] if match.sitting.finished else []
        markup.small(", ".join([str(match.on), variant, match.league, *finished]))


matches = data.matches_now()
playing = [match for match in matches if not match.sitting.finished]
if from_afar := slide_show.tonight() if slide_show.is_asked() else []:
    slide_show.show(from_afar)
elif playing:
    one_match(filters.match(playing))
elif matches:
    last_evening(matches)
else:
    skeleton.begin("Briscola Chiamata")
    skeleton.how_to_start()
