"""The app: its pages, and the one fragment that sees when something was recorded."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin

import streamlit as st

from dashboard import data
from dashboard.address import filters, links
from dashboard.serving.patches.charts import identify_by_key
from scorer.rules.errors import ScorerError

VIEWS = Path(__file__).with_name("views")
LOOK_EVERY_SECONDS = 4
STILL = os.environ.get("SCORER_DASHBOARD_STILL") == "1"
SEEN = "seen"
PAGES = {  # with icons that come with the page: not every machine has emoji
    "tonight": "playing_cards",
    "tournament": "table_restaurant",
    "standings": "trophy",
    "rating": "leaderboard",
    "ranking": "workspace_premium",
    "bids": "campaign",
    "players": "person",
    "pairs": "handshake",
    "matches": "menu_book",
    "records": "military_tech",
    "variants": "rule",
}
OF_AUCTIONS = "bids"


def page(name: str, *, offered: bool = True) -> Any:
    """The page in this file, the first at the bare address; one that is not `offered` can be had by its address."""
    return st.Page(
        VIEWS / f"{name}.py",
        title=name.title(),
        icon=f":material/{PAGES[name]}:",
        url_path=name,
        default=name == next(iter(PAGES)),
        visibility="visible" if offered else "hidden",
    )


@st.fragment(run_every=None if STILL else LOOK_EVERY_SECONDS)
def watch() -> None:
    """Run the whole page again when the scorebook has changed, or day became night; no other fragment runs by itself.

    Run together with the page, it notes the revision that the page is about to show, and the theme. From then on it
    runs alone, every few seconds, and compares. Where the scorebook cannot be read it says so above the page, which
    stays as it was, and notes None where nothing is noted yet: then the page is not shown before it can be read.
    """
    try:
        now = data.revision(), st.context.theme.type
    except ScorerError as error:
        trouble("The scorebook cannot be read now", error)
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
        trouble("This cannot be shown now", error)


def bids_offered() -> bool:
    """Whether bids can be shown: somebody called, or may still; also where that cannot be read now."""
    try:
        return data.somebody_calls()
    except ScorerError:
        return True


def address(path: str) -> str:
    """The address of what is shown, to be sent to somebody."""
    asked = f"?{urlencode(dict(st.query_params))}" if st.query_params else ""
    return urljoin(st.context.url or "", f"/{path}") + asked


def trouble(title: str, error: ScorerError) -> None:
    """What is wrong, in its own words."""
    st.subheader(title, anchor=False)
    st.text(str(error))


st.set_page_config(page_icon="🃏", layout="wide")  # before the navigation, which would fetch a picture for it
identify_by_key()
st.session_state.pop(SEEN, None)
with st.spinner("Reading the scorebook"):  # seen only where that takes long: another program may have locked it
    watch()
readable = st.session_state.get(SEEN) is not None
left_out = {OF_AUCTIONS} if readable and not bids_offered() else set()
navigation = st.navigation([page(name, offered=name not in left_out) for name in PAGES])
st.set_page_config(page_title=f"{navigation.title} · Briscola Chiamata")
if readable:
    show(navigation)
    with st.sidebar.popover("Link to this page", icon=":material/link:"):
        st.code(address(navigation.url_path), language=None, wrap_lines=True)
