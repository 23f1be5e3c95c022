"""The wall of a page: what is shown in turn, and how it gets onto the screen."""

from collections.abc import Sequence
from itertools import chain

import streamlit as st

from dashboard import data
from dashboard.address import filters
from dashboard.look import markup, safe_text
from dashboard.wall import match_tiles, standings
from dashboard.wall.slides import Slide
from scorer import wings
from scorer.language import N_, _
from scorer.match.facts import Match

SHORTEST, LONGEST, USUAL = 5, 600, 20  # seconds that a slide is shown
NO_ROTATION = N_(
    "rotate={seconds} in the address is not a whole number of seconds from {fewest} to {most}, such as "
    "rotate={example}. The wall does not rotate."
)
WALL = "wall"


def is_asked() -> bool:
    """Whether the address asks for the TV."""
    return bool(filters.yes_or_no(st.query_params.get("big", "")))


def tonight() -> list[Slide]:
    """The open matches, or those of the last evening; where it rotates, the standings too; and what wings show."""
    playing, others = evening()
    slides = match_tiles.slides(playing)
    if rotates():
        slides += chain(*wings.answers("wall: matches", playing))
        slides += standings.slides()
    return [*slides, *chain(*wings.answers("wall: evening", others))]


def rotates() -> bool:
    """Whether the wall shows more than the evening, in turn, as the address says."""
    return bool(_rotation())


def _rotation() -> int:
    """The seconds after which the wall rotates, as the address says; 0 where it does not."""
    text = st.query_params.get("rotate", "")
    seconds = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(LONGEST)) else 0
    return seconds if SHORTEST <= seconds <= LONGEST else 0


def evening() -> tuple[list[Match], list[Match]]:
    """The matches of the evening without those on slides of wings, and those with them; of one in the address none."""
    there = data.matches_now()
    playing = [match for match in there if not match.sitting.finished]
    evening = playing or [match for match in there if (match.on, match.league) == (there[0].on, there[0].league)]
    named = filters.named("match", [str(match.id) for match in evening], _("every match"))
    if named:
        return [match for match in evening if str(match.id) == named], []
    elsewhere = set(chain(*wings.answers("wall: tables", evening)))
    return [match for match in reversed(evening) if match.id not in elsewhere], evening


def show(slides: Sequence[Slide]) -> None:
    """Put all slides on the screen: each is there all the time, and visible when its turn comes.

    The browser turns them, so that nothing is fetched for it and nothing begins anew when a deal comes.
    """
    markup.style("wall", *dict.fromkeys(sheet for slide in slides for sheet in slide.styles))
    if (asked := st.query_params.get("rotate")) and not _rotation():
        seconds = safe_text.short(asked, 40)
        markup.notice(_(NO_ROTATION, seconds=seconds, fewest=SHORTEST, most=LONGEST, example=USUAL))
    count = len(slides)
    # One slide does not turn; an empty style keeps the place, so that what follows stays the same element.
    st.html(markup.html("wall", "turning", count, _rotation() or USUAL) if count > 1 else "<style></style>")
    with st.container(key=WALL, gap=None):
        for at, slide in enumerate(slides):
            body = markup.html("wall", "slide", at, slide.body)
            if slide.has_lines:
                # which reads no Markdown within HTML, but writes the names of icons in another way wherever they stand
                st.markdown(str(body).replace(":material/", "&#58;material/"), unsafe_allow_html=True)
            else:
                st.html(body)
        if count > 1:
            st.html(markup.html("wall", "dots", count))
    filters.switch("big", _("on the TV"))
