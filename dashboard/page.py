"""What pages share: a title, a section for each league and variant, friendly words where there is nothing."""

from collections.abc import Mapping
from typing import Any, Final

import streamlit as st

from dashboard import charts, data, markup, theme
from dashboard.filters import Filters
from scorer.errors import RefusedError
from scorer.frames import Frames, Part, Selection
from scorer.stats.tables import MEASURED, Head, has, head
from scorer.text.sentences import counted, listed

LIVE: Final = "live"
START: Final = """scorer start "First night" --players "Anna,Bruno,Carla,Dario,Elena"
scorer deal anna 2 elena 74"""


def begin(words: str) -> None:
    """The title of a page, in words of ours."""
    markup.style()
    st.title(words, anchor=False)


def how_to_start() -> None:
    """What an empty scorebook shows."""
    st.subheader("No deal yet. The table is laid.", anchor=False)
    st.text("Two lines at the table, and this page begins to move by itself:")
    st.code(START, language=None)
    st.text("The caller, the bid, the partner, the card points: everybody's units follow.")
    st.text("Curious what it looks like after a season? The sample league shows it:")
    st.code("scorer dashboard --demo", language=None)


def nothing_here(chosen: Filters) -> None:
    """What a page shows when its filters leave nothing."""
    if chosen.everything:
        how_to_start()
        return
    st.subheader("No deal here.", anchor=False)
    st.text("Nothing was played in what the filters choose: widen the days, or another league or variant.")


def sections(chosen: Filters) -> list[tuple[Head, Part]]:
    """A section for each league and variant, or for each league by a measure: the most played first.

    Says why there is none where money cannot be counted.
    """
    try:
        found = data.parts_now(chosen.selection, chosen.choice.measure)
    except RefusedError as refused:
        st.text(str(refused))
        return []
    told = [(head(part, chosen.choice.measure), part) for part in found]
    if not told:
        nothing_here(chosen)
    return sorted(told, key=lambda section: -section[0].deals)


def heading(about: Head) -> None:
    """Of which league and variant a section is, of how many deals, and how they are counted."""
    leagues = data.frames_now(Selection()).matches["league"].cat.categories
    markup.heading(" · ".join([listed(about.variants), about.league][: 1 + (len(leagues) > 1)]))
    words = ", ".join(filter(None, [counted(about.deals, "deal"), about.days]))
    measure = f"Counted in {about.currency}." if about.currency else MEASURED.get(about.measure, "")
    markup.small(f"{words}. {measure}" if measure else words)
    if about.worthless:
        markup.small(about.for_nothing)


def key(about: Head, what: str) -> str:
    """What a chart or table is called within its page: the reader's place in it is kept by that."""
    return f"{what}_{about.league}_{'_'.join(about.variants)}"


def rates(part: Part, table: Any) -> dict[str, Any]:
    """How often everybody calls, and wins where nobody calls, of what a section has; from standings or overview."""
    everybody = data.players_now()
    drawn = {"calls": charts.call_rates(table, "", everybody)} if has(part, "caller") else {}
    return drawn | ({"wins": charts.win_rates(table, "", everybody)} if has(part, "sides") else {})


def named(about: Head, drawn: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Figures with what they are called within their page."""
    return [(key(about, what), figure) for what, figure in drawn.items()]


def chart(drawn: Any, name: str) -> None:
    """A figure under a key of its page."""
    st.plotly_chart(drawn, key=name, **theme.shown(drawn))


def live_chart(drawn: Any, *, fill: bool) -> None:
    """A figure that changes while somebody looks, as high as it says or, to `fill` it, as the screen has room.

    The browser draws a changed figure from nothing, so three places take turns: one shows it, one keeps the figure
    before until then, one is emptied, for a place that holds a chart goes blank when it gets another.
    """
    places, front = st.session_state.get(LIVE, ([drawn, None, None], 0))
    if places[front] != drawn:
        front = (front + 1) % 3
        places[front], places[(front + 1) % 3] = drawn, None
    st.session_state[LIVE] = places, front
    height: Any = "stretch" if fill else "content"
    with st.container(key=LIVE, height=height, gap=None):
        for at, figure in enumerate(places):
            with st.container(key=f"{LIVE}{at}", height=height):
                if figure is not None:
                    st.plotly_chart(figure, key=f"{LIVE}_{at}", height=height, **theme.shown(figure))
    markup.taking_turns(LIVE, front)


def beside(*figures: tuple[str, Any], by: int = 2) -> None:
    """Figures beside each other, so many in a row; below each other on a phone."""
    for at in range(0, len(figures), by):
        for place, (name, drawn) in zip(st.columns(by, gap="medium"), figures[at : at + by], strict=False):
            with place:
                chart(drawn, name)


def match_names(frames: Frames) -> dict[int, str]:
    """The names of the matches by id."""
    return dict(zip(frames.matches["match_id"].tolist(), frames.matches["match"].tolist(), strict=True))
