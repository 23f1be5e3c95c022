"""The top of a tournament, on its own page and on that of the evening: which one it is, and where it stands."""

import streamlit as st

from dashboard import data, filters, markup, naming, safe_text
from dashboard.tournament import parts
from scorer.scorebook.tournament import Tournament
from scorer.tournament import words


def title(tournament: Tournament) -> None:
    """Which tournament it is, and the way to the big screen."""
    said, choice = st.columns([4, 1], vertical_alignment="bottom")
    with choice:
        filters.switch("big", "big screen")
    markup.style()
    st.html(f"<style>{parts.look()}</style>")
    with said:
        markup.heading(tournament.name)
        markup.small(words.head_words(tournament, data.variant_title_now(tournament)))


def story(tournament: Tournament) -> None:
    """Where it stands, what comes next, and what the organiser should know."""
    markup.story(words.story(naming.of_tournament(tournament)))
    for notice in tournament.notices:
        markup.small(safe_text.sentence(notice))
