"""The wall of a page: what is shown in turn, and how it gets onto the screen."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import streamlit as st

from dashboard import data
from dashboard.address import filters
from dashboard.look import markup, safe_text
from dashboard.tournaments import wall as tournament_wall
from dashboard.tournaments.page import sheets_of
from dashboard.wall import match_tiles, standings
from dashboard.wall.slide_room import Slide
from scorer.language import N_, _
from scorer.match.evenings import evening_of
from scorer.match.facts import Match
from scorer.tournaments.keeping import Tournament

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
    """The open matches, or those of the last evening; where it rotates, the standings and the tournaments too."""
    playing, there = _evening()
    chances = _with_chances()
    slides = match_tiles.slides(playing, chances=chances)
    if _rotation():
        slides += (match_tiles.chance_slides(playing) if chances else []) + standings.slides()
        of_today = _named(_("those of today")) or _of_today()
        there += [tournament for tournament in of_today if tournament not in there]
    return slides + _of_tournaments(there)


def tournament() -> list[Slide]:
    """The tournament in the address, else the one going on or the last; where it rotates, then the evening too."""
    last = data.tournaments_now()[:1]
    chosen = _named(last[0].name) or last
    slides = _of_tournaments(chosen)
    if _rotation():
        playing, there = _evening()
        more = {tournament.id: tournament for tournament in (*there, *_of_today()) if tournament not in chosen}
        slides += match_tiles.slides(playing, chances=_with_chances()) + standings.slides()
        slides += _of_tournaments(more.values())
    return slides


def _rotation() -> int:
    """The seconds after which the wall rotates, as the address says; 0 where it does not."""
    text = st.query_params.get("rotate", "")
    seconds = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(LONGEST)) else 0
    return seconds if SHORTEST <= seconds <= LONGEST else 0


def _with_chances() -> bool:
    """Whether the wall says who wins how likely, as it does unless the address says `chances=0`."""
    return filters.asked("chances", filters.yes_or_no, True, _("the chances"))


def _evening() -> tuple[list[Match], list[Tournament]]:
    """The matches of the evening, or the one in the address, without tables of tournaments; and these tournaments."""
    there = data.matches_now()
    playing = [match for match in there if not match.sitting.finished]
    evening = playing or [match for match in there if (match.on, match.league) == (there[0].on, there[0].league)]
    named = filters.named("match", [str(match.id) for match in evening], _("every match"))
    if named:
        return [match for match in evening if str(match.id) == named], []
    ids = {match.id for match in evening}
    tournaments = data.tournaments_now()
    at_tables = {tournament.id: ids & set(tournament.matches.values()) for tournament in tournaments}
    tables = set().union(*at_tables.values())
    return (
        [match for match in reversed(evening) if match.id not in tables],
        [tournament for tournament in tournaments if at_tables[tournament.id]],
    )


def _named(instead: str) -> list[Tournament]:
    """The tournament in the address, alone; `instead` says what is shown where there is none of that name."""
    there = data.tournaments_now()
    named = filters.named("tournament", [tournament.name for tournament in there], instead)
    return [tournament for tournament in there if tournament.name == named]


def _of_today() -> list[Tournament]:
    """The tournaments that are going on, and those that ended this evening."""
    today = evening_of(datetime.now().astimezone())
    return [tournament for tournament in data.tournaments_now() if not tournament.finished or tournament.on >= today]


def _of_tournaments(there: Iterable[Tournament]) -> list[Slide]:
    slides = []
    for tournament in there:
        last, variant = tournament.last_round, data.variant_title_now(tournament)
        sizes = data.sizes_now(tournament.matches[last.number, 1]) if last else ()
        sheets = sheets_of(tournament, last) if last else {}
        slides += tournament_wall.slides(tournament, variant, sizes, sheets, datetime.now(UTC))
    return slides


def show(slides: Sequence[Slide]) -> None:
    """Put all slides on the screen: each is there all the time, and visible when its turn comes.

    The browser turns them, so that nothing is fetched for it and nothing begins anew when a deal comes.
    """
    markup.style("wall", "tournament/look", "tournament/wall")
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
