"""The app: its pages, and the one fragment that sees when something was recorded.

Streamlit runs it from the top in a thread of its own for each viewer and each click, and the fragment alone every few
seconds: both begin with the language, for a thread does not inherit it.
"""

import os
from contextlib import nullcontext
from typing import Any
from urllib.parse import urlencode, urljoin

import streamlit as st

from dashboard import data
from dashboard.address import filters, links
from dashboard.pages import FIRST, PAGES, file_of
from dashboard.serving.patches.charts import identify_by_key
from scorer.language import _, catalogues
from scorer.rules.errors import ScorerError

LOOK_EVERY_SECONDS = 4
STILL = os.environ.get("SCORER_DASHBOARD_STILL") == "1"
SEEN = "seen"
BEGUN, MOST_BEGUN = "begun", 3  # times that a page begins before it is done
OF_AUCTIONS = "bids"


def speak() -> None:
    """Speak the language of whoever looks: as the address or an earlier page of theirs says, else their browser."""
    kept = st.session_state.get(filters.KEPT, {})
    chosen = st.query_params.get(filters.LANGUAGE) or kept.get(filters.LANGUAGE, "")
    catalogues.use(catalogues.of_reader(chosen, st.context.headers.get("Accept-Language", "")))


def page(name: str, *, offered: bool = True) -> Any:
    """The page in this file, the first at the bare address; one that is not `offered` still has its address."""
    _group, title, icon, _after = PAGES[name]
    return st.Page(
        file_of(name),
        title=_(title),
        icon=f":material/{icon}:",
        url_path=name,
        default=name == FIRST,
        visibility="visible" if offered else "hidden",
    )


@st.fragment(run_every=None if STILL else LOOK_EVERY_SECONDS)
def watch() -> None:
    """Run the whole page again when the scorebook has changed, or day became night; no other fragment runs by itself.

    Run together with the page, it notes the revision that the page is about to show, and the theme. From then on it
    runs alone, every few seconds, and compares with what one look at the scorebook tells all viewers. Where the
    scorebook cannot be read it says so above the page, which stays as it was; where nothing is noted yet it notes None,
    and the page waits until the scorebook can be read.
    """
    speak()
    try:
        latest = data.revision_lately() if SEEN in st.session_state else data.revision()
        now = latest, st.context.theme.type
    except ScorerError as error:
        trouble(_("The scorebook cannot be read now"), error)
        st.session_state.setdefault(SEEN, None)
        return
    if st.session_state.setdefault(SEEN, now) != now:
        st.rerun()


def show(chosen: Any) -> None:
    """Run a page; trouble with the scorebook becomes a line of text, and passes by itself."""
    links.in_address_line(chosen.url_path)
    filters.notices_here()
    try:
        chosen.run()
    except ScorerError as error:
        st.session_state[SEEN] = None
        trouble(_("This cannot be shown now"), error)


def bids_offered() -> bool:
    """Whether bids can be shown: somebody called, or may still; also where that cannot be read now."""
    try:
        return data.somebody_calls()
    except ScorerError:
        return True


def address(path: str) -> str:
    """The address of the page with its choices, for somebody to send."""
    query = f"?{urlencode(dict(st.query_params))}" if st.query_params else ""
    return urljoin(st.context.url or "", f"/{path}") + query


def trouble(title: str, error: ScorerError) -> None:
    """Show an error below a title, in its own words."""
    st.subheader(title, anchor=False)
    st.text(str(error))


def main() -> None:
    """One run of the app, of one revision; where the scorebook changes meanwhile, it begins again.

    Where that happens again and again, the page is shown of several, and follows at the next look.
    """
    speak()
    begun = st.session_state.pop(BEGUN, 1)
    try:
        with data.one_revision() if begun < MOST_BEGUN else nullcontext():
            run()
    except data.MovedOnError:
        st.session_state[BEGUN] = begun + 1
        st.rerun()


def run() -> None:
    """The page that the address names, and the navigation."""
    st.set_page_config(page_icon="🃏", layout="wide")  # before the navigation, which would fetch a picture for it
    identify_by_key()
    st.session_state.pop(SEEN, None)
    with st.spinner(_("Reading the scorebook")):  # seen only where that takes long: another program may have locked it
        watch()
    readable = st.session_state.get(SEEN) is not None
    left_out = {OF_AUCTIONS} if readable and not bids_offered() else set()
    groups: dict[str, list[Any]] = {}
    for name, place in PAGES.items():
        groups.setdefault(place.group and _(place.group), []).append(page(name, offered=name not in left_out))
    navigation = st.navigation(groups)
    st.set_page_config(page_title=_("{page} · Briscola Chiamata", page=navigation.title))
    if readable:
        show(navigation)
        with st.sidebar:
            filters.language()
        with st.sidebar.popover(_("Link to this page"), icon=":material/link:", width="stretch"):
            st.code(address(navigation.url_path), language=None, wrap_lines=True)


main()
