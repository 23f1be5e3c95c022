"""The evening as it runs: everybody's units, the last deal, what comes next; afterwards who pays whom."""

from collections.abc import Sequence

import streamlit as st

from dashboard import data
from dashboard.address import filters, links
from dashboard.look import markup, safe_text
from dashboard.match import lines, score_sheet, summary
from dashboard.page import skeleton
from dashboard.wall import slide_show
from scorer import wings
from scorer.language import _, counts
from scorer.match.facts import Match


def one_match(matches: Sequence[Match], settled: Sequence[Match] = ()) -> None:
    """One of these matches: who leads, what happened last and comes next, lines, story and sheet.

    And who pays whom of those settled.
    """
    top = skeleton.top()
    with st.container(horizontal=True, vertical_alignment="center", key="subject"):
        match = filters.match(matches)
        sheet, everybody = data.sheet_now(match.id), data.players_now()
        markup.small(about(match, len(sheet.deals)))
        sure = filters.switch("sure", _("how sure?"))
        filters.switch("big", _("on the TV"))
    with top:
        skeleton.title(title(match))
    summary.answer(sheet, sure=sure)
    summary.tiles(sheet, everybody)
    summary.story(sheet)
    lines.chart(match.id, sure=sure)
    summary.course_of(sheet, "tonight")
    score_sheet.shown(sheet, "tonight", newest_first=True)
    with st.container(horizontal=True, vertical_alignment="center", key="ways"):
        summary.picture_button(sheet)
        links.link(_("The page of this match"), "matches", {"match": str(match.id)})
    if settled:
        st.subheader(_("Who pays whom"), anchor=False)
        summary.settlement([data.sheet_now(match.id) for match in settled])
    wings.answers("match: folds", match.id, sure=sure)
    summary.explained(sheet, "tonight")


def last_evening(matches: list[Match]) -> None:
    """The last day that was played, and its settlement, or what a wing shows in place of its matches."""
    if any(wings.answers("tonight: evening", matches[0])):
        return
    evening = [match for match in matches if (match.on, match.league) == (matches[0].on, matches[0].league)]
    one_match(evening, evening)


def title(match: Match) -> str:
    """The name of a match with its day and its variant."""
    label = next(standing.head.variant for standing in data.standing_now() if standing.head.id == match.id)
    variant = links.variant(label, _(match.variant.title))
    return " · ".join([safe_text.isolated(match.name), summary.day_of(match), variant])


def about(match: Match, deals: int) -> str:
    """The league of a match; of one that is over how many deals were played too."""
    finished = [counts.deals(deals), _("finished")] if match.sitting.finished else []
    return " · ".join([match.league, *finished])


matches = data.matches_now()
playing = [match for match in matches if not match.sitting.finished]
if from_afar := slide_show.tonight() if slide_show.is_asked() else []:
    slide_show.show(from_afar)
elif playing:
    one_match(playing)
elif matches:
    last_evening(matches)
else:
    skeleton.begin("Briscola Chiamata")
    skeleton.how_to_start()
