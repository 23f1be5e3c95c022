"""Links from page to page; the choices for the other page stand in their addresses."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl, quote, urlencode

import streamlit as st

from dashboard.address.filters import SHARED
from dashboard.look import safe_text
from dashboard.look.markup import lines, marked
from dashboard.pages import FIRST, PAGES, file_of
from scorer.language import _
from scorer.text.sentences import names_or_count

NOTED: Final = "address of the page"  # in the state of a viewer
OF_MATCH: Final = ("player", "lines", "sort")  # choices within a match, which its deals keep
Query = Mapping[str, str]
T = TypeVar("T")


def link(words: str, page: str, query: Query, *, icon: str | None = None) -> None:
    """A link to a page, such as `link("Anna", "players", {"player": "Anna"})`; bare words without that page."""
    if page not in PAGES:
        lines(words)
        return
    label = safe_text.label(safe_text.isolated(words))
    st.page_link(file_of(page), label=label, icon=icon, query_params=_with_what_is_chosen(query))


def match(match_id: object, words: str) -> str:
    """Words for a match in a sentence, which lead to its page."""
    return marked(words, address("matches", {"match": str(match_id)}))


def within_match(match_id: int, **query: str) -> Query:
    """The query for a match as it is shown here, with the choices of the page within it."""
    kept = {key: st.query_params[key] for key in OF_MATCH if key in st.query_params}
    return {"match": str(match_id)} | kept | query


def variant(label: str, title: str) -> str:
    """The title of a variant in a sentence, which leads to its rules."""
    return marked(title, address("variants", {"variant": label}))


def row(links: Iterable[tuple[str, str, Query]], key: str) -> None:
    """Links in a line, or in as many lines as they need; for each its words, the page and its query."""
    with st.container(horizontal=True, gap="small", key=key):
        for words, page, query in links:
            link(words, page, query)


def neighbours(things: Sequence[T], at: int) -> list[tuple[str, T]]:
    """The things before and after the one at this place, each behind its label."""
    neighbours = []
    if at > 0:
        neighbours.append((_("Previous"), things[at - 1]))
    if at + 1 < len(things):
        neighbours.append((_("Next"), things[at + 1]))
    return neighbours


def address(page: str, query: Query) -> str:
    """The address of a page on this server, with the choices of this page; the first page has the bare address.

    Empty where there is no such page: what would lead there leads nowhere.
    """
    if page not in PAGES:
        return ""
    asked = urlencode(_with_what_is_chosen(query), quote_via=quote)
    return ("/" if page == FIRST else f"/{page}") + (f"?{asked}" if asked else "")


def here(**changes: str) -> str:
    """The address of this page with all its choices, and these changes."""
    return f"/{page_now()}?{urlencode(st.query_params.to_dict() | changes, quote_via=quote)}"


def page_now() -> str:
    """The page that is shown, as its address has it: "" for the first one."""
    return str(st.session_state.get(NOTED, ("", {}))[0])


def named(player: str, words: str = "") -> str:
    """A player in a sentence, in `words` or by name, which lead to the page of the player."""
    return marked(words or player, address("players", {"player": player}))


def listed(players: Sequence[str]) -> str:
    """Players in a sentence, each of whose names leads to the page of the player; of many how many they are."""
    return names_or_count([named(player) for player in players])


def go(page: str, query: Query) -> None:
    """Leave for a page: for the callback of a mark that somebody chose, and only there.

    The choice remains: a page that looked at it in every run would leave for the other page again and again.
    """
    st.switch_page(file_of(page), query_params=_with_what_is_chosen(query))


def _with_what_is_chosen(query: Query) -> dict[str, str]:
    """A query with the league, the variant and the days of this page, unless it has its own, or "" for none."""
    here = {key: st.query_params[key] for key in SHARED if key in st.query_params}
    return {key: choice for key, choice in (here | dict(query)).items() if choice}


def in_address_line(page: str) -> None:
    """Put the query of a link within this page into the address line of the browser, which does not do so by itself."""
    now = (page, st.query_params.to_dict())
    before = st.session_state.get(NOTED, now)
    st.session_state[NOTED] = now
    if before[0] == page and before != now:
        st.query_params.from_dict(now[1])


def of_chart(drawn: Any) -> bool:
    """Whether a mark of a chart leads to a page."""
    return any(trace.ids is not None or trace.meta is not None for trace in drawn.data)


def of_point(drawn: Any, point: Mapping[str, Any]) -> tuple[str, Query] | None:
    """The page and the query to which a mark of a chart leads, as `to` made them for each mark or a whole trace."""
    trace = drawn.data[point["curve_number"]]
    target = trace.meta if trace.ids is None else trace.ids[point["point_index"]]
    page, _mark, query = str(target or "").partition("?")
    return (page, dict(parse_qsl(query))) if page else None


def to(page: str, **query: object) -> str:
    """The text for the page to which a mark of a chart leads, for the `ids` of a trace or its `meta`; "" for none."""
    return f"{page}?{urlencode(query)}" if page in PAGES else ""
