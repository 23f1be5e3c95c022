"""The wall of a page: what is shown in turn, and how it gets onto the screen."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import streamlit as st

from dashboard import data, filters, markup
from dashboard.tournament import linked, parts
from dashboard.wall import address, matches, standings
from dashboard.wall import tournament as tournament_wall
from dashboard.wall.turns import Slide, Turn
from scorer.match.values import Match
from scorer.scorebook.tournament import Tournament

UNTIL_MORNING = timedelta(hours=6)  # so long after midnight an evening is still the same
WALL = "wall"


def tonight() -> Turn:
    """The open matches, or those of the last evening; where it rotates, the standings and the tournaments too."""
    wrong: list[str] = []
    seconds = address.rotation(wrong)
    playing, there = _evening(wrong)
    slides = matches.slides(playing)
    if seconds:
        slides += matches.of_chances(playing) + standings.slides(wrong)
        of_today = _named(wrong, "those of today") or _of_today()
        there += [each for each in of_today if each not in there]
    return Turn(slides + _of_tournaments(there), seconds or address.USUAL, wrong)


def tournament() -> Turn:
    """The tournament in the address, else the one going on or the last; where it rotates, then the evening too."""
    wrong: list[str] = []
    seconds = address.rotation(wrong)
    last = data.tournaments_now()[:1]
    chosen = _named(wrong, last[0].name) or last
    slides = _of_tournaments(chosen)
    if seconds:
        playing, there = _evening(wrong)
        others = {each.id: each for each in (*there, *_of_today()) if each not in chosen}
        slides += matches.slides(playing) + standings.slides(wrong) + _of_tournaments(others.values())
    return Turn(slides, seconds or address.USUAL, wrong)


def _evening(wrong: list[str]) -> tuple[list[Match], list[Tournament]]:
    """The matches that are shown, or the one in the address, and the tournaments whose tables others of them are."""
    there = data.matches_now()
    playing = [match for match in there if not match.sitting.finished]
    evening = playing or [match for match in there if (match.on, match.league) == (there[0].on, there[0].league)]
    named = address.one_of("match", (str(match.id) for match in evening), "every match", wrong)
    if named:
        return [match for match in evening if str(match.id) == named], []
    ids = {match.id for match in evening}
    at_tables = {each.id: ids & set(each.matches.values()) for each in data.tournaments_now()}
    tables = set().union(*at_tables.values())
    return (
        sorted((match for match in evening if match.id not in tables), key=lambda match: match.id),
        [each for each in data.tournaments_now() if at_tables[each.id]],
    )


def _named(wrong: list[str], instead: str) -> list[Tournament]:
    """The tournament in the address, alone; `instead` says what is shown where there is none of that name."""
    there = data.tournaments_now()
    named = address.one_of("tournament", (each.name for each in there), instead, wrong)
    return [each for each in there if each.name == named]


def _of_today() -> list[Tournament]:
    """The tournaments that are going on, and those that ended this evening."""
    today = (datetime.now().astimezone() - UNTIL_MORNING).date()
    return [each for each in data.tournaments_now() if not each.finished or each.on >= today]


def _of_tournaments(there: Iterable[Tournament]) -> list[Slide]:
    slides = []
    for each in there:
        last = each.last_round
        sizes = data.sizes_now(each.matches[last.number, 1]) if last else ()
        sheets = linked.sheets_of(each, last) if last else {}
        slides += tournament_wall.slides(each, data.variant_title_now(each), sizes, sheets, datetime.now(UTC))
    return slides


def show(turn: Turn) -> None:
    """Put it all on the screen: every slide is there all the time, and seen when its turn comes.

    The browser turns them, so that nothing is fetched for it and nothing begins anew when a deal comes.
    """
    markup.style("wall")
    st.html(f"<style>{parts.look('wall')}</style>")
    if turn.wrong:
        st.html(markup.html("wall", "notes", turn.wrong))
    count = len(turn.slides)
    st.html(markup.html("wall", "turning", count, turn.seconds) if count > 1 else "<style></style>")
    with st.container(key=WALL, gap=None):
        for at, slide in enumerate(turn.slides):
            body = markup.html("wall", "slide", at, slide.body)
            if slide.has_lines:
                # which reads no Markdown within HTML, but writes the names of icons in another way wherever they stand
                st.markdown(str(body).replace(":material/", "&#58;material/"), unsafe_allow_html=True)
            else:
                st.html(body)
        if count > 1:
            st.html(markup.html("wall", "dots", count))
    filters.switch("big", "big screen")
