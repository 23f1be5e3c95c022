"""The app: its pages, and the one fragment that sees when something was recorded."""

import os
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard import data
from scorer.rules.errors import ScorerError

VIEWS = Path(__file__).with_name("views")
LOOK_EVERY_SECONDS = 4
STILL = os.environ.get("SCORER_DASHBOARD_STILL") == "1"
SEEN = "seen"
PAGES = {  # with icons that come with the page: not every machine has emoji
    "tonight": "playing_cards",
    "tournament": "table_restaurant",
    "standings": "trophy",
    "bids": "campaign",
    "players": "person",
    "pairs": "handshake",
    "matches": "menu_book",
    "variants": "rule",
}


def page(name: str) -> Any:
    """The page in this file, the first at the bare address."""
    icon = f":material/{PAGES[name]}:"
    return st.Page(
        VIEWS / f"{name}.py", title=name.title(), icon=icon, url_path=name, default=name == next(iter(PAGES))
    )


def look() -> None:
    """Keep what the page about to be shown is of; nothing where the scorebook cannot be read."""
    try:
        st.session_state[SEEN] = data.revision()
    except ScorerError:
        st.session_state[SEEN] = None


@st.fragment(run_every=None if STILL else LOOK_EVERY_SECONDS)
def watch() -> None:
    """Show the page again when the scorebook is not what it was. Draws nothing; the only live fragment there is."""
    try:
        now = data.revision()
    except ScorerError:
        return  # busy or gone for a moment: the page stays, and this is asked again
    if st.session_state.get(SEEN) != now:
        st.rerun()


def show(chosen: Any) -> None:
    """Run a page; trouble with the scorebook becomes a line of text, and passes by itself."""
    try:
        chosen.run()
    except ScorerError as error:
        st.session_state[SEEN] = None
        st.subheader("This cannot be shown now")
        st.text(str(error))


st.set_page_config(page_icon="🃏", layout="wide")  # before the navigation, which would fetch a picture for it
navigation = st.navigation([page(name) for name in PAGES])
st.set_page_config(page_title=f"{navigation.title} · Briscola Chiamata")
look()
watch()
show(navigation)
