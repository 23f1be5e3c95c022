"""Ways from page to page: links with what the other page shall show in their address."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl, quote, urlencode

import streamlit as st

from dashboard.address.filters import SHARED
from dashboard.look import safe_text
from dashboard.look.markup import marked

VIEWS: Final = Path(__file__).parents[1] / "views"
SAID: Final = "address of the page"
FIRST: Final = "tonight"
Query = Mapping[str, str]
T = TypeVar("T")


def link(words: str, page: str, query: Query, *, icon: str | None = None) -> None:
    """A link to a page, such as `link("Anna", "players", {"player": "Anna"})`."""
    label = safe_text.label(safe_text.isolated(words))
    st.page_link(VIEWS / f"{page}.py", label=label, icon=icon, query_params=_with_what_is_chosen(query))


def match(match_id: object, words: str) -> str:
    """A match for a sentence, in these words: it leads to the match."""
    return marked(words, address("matches", {"match": str(match_id)}))


def variant(label: str, title: str) -> str:
    """A variant for a sentence: its title leads to its rules."""
    return marked(title, address("variants", {"variant": label}))


def row(links: Iterable[tuple[str, str, Query]], key: str) -> None:
    """Links in a line, or in as many lines as they need; each the words, the page and its query."""
    with st.container(horizontal=True, gap="small", key=key):
        for words, page, query in links:
            link(words, page, query)


def beside(things: Sequence[T], at: int) -> list[tuple[str, T]]:
    """What stands before and after the one at this place, each with its word."""
    found = []
    if at > 0:
        found.append(("Before", things[at - 1]))
    if at + 1 < len(things):
        found.append(("After", things[at + 1]))
    return found


def address(page: str, query: Query) -> str:
    """Where a page is on this server, with what is chosen on this one: the first is at the bare address."""
    asked = urlencode(_with_what_is_chosen(query), quote_via=quote)
    return ("/" if page == FIRST else f"/{page}") + (f"?{asked}" if asked else "")


def named(player: str, words: str = "") -> str:
    """A player for a sentence, in `words` or by name: it leads to the page of the player."""
    return marked(words or player, address("players", {"player": player}))


def go(page: str, query: Query) -> None:
    """Leave for a page: for the callback of a mark or a cell that is chosen, and only there.

    What is chosen remains so: a page that looked at it whenever it runs would be left for the other one for ever.
    """
    st.switch_page(VIEWS / f"{page}.py", query_params=_with_what_is_chosen(query))


def _with_what_is_chosen(query: Query) -> dict[str, str]:
    """A query with the league, the variant and the days of this page, where it does not say others, or none: ""."""
    here = {key: st.query_params[key] for key in SHARED if key in st.query_params}
    return {key: said for key, said in (here | dict(query)).items() if said}


def in_address_line(page: str) -> None:
    """Have the browser say in its address line what a link within this page asked for: by itself it leaves it."""
    now = (page, st.query_params.to_dict())
    before = st.session_state.get(SAID, now)
    st.session_state[SAID] = now
    if before[0] == page and before != now:
        st.query_params.from_dict(now[1])


def of_figure(drawn: Any) -> bool:
    """Whether some mark of a figure leads to a page."""
    return any(trace.ids is not None or trace.meta is not None for trace in drawn.data)


def of_point(drawn: Any, point: Mapping[str, Any]) -> tuple[str, Query] | None:
    """Where a mark of a figure leads, as `to` made it: one for each mark, or one for a whole trace."""
    trace = drawn.data[point["curve_number"]]
    told = trace.meta if trace.ids is None else trace.ids[point["point_index"]]
    page, _, query = str(told or "").partition("?")
    return (page, dict(parse_qsl(query))) if page else None


def to(page: str, **query: object) -> str:
    """What stands at a mark of a figure for the page that it leads to: `ids` of a trace, or its `meta`."""
    return f"{page}?{urlencode(query)}"
