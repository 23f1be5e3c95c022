"""A tournament on the page of the evening, once its last table is over: how it ended, or stands, and where more is."""

import streamlit as st

from dashboard import data, links, naming
from dashboard.tournament import heading, parts
from scorer.match.values import Match
from scorer.scorebook.tournament import Tournament
from scorer.tournament.tables import stage_shown


def tournament_of(match: Match) -> Tournament | None:
    """The tournament of which a match is a table; None for any other, and where the address asks for a match."""
    if "match" in st.query_params:
        return None
    return next((each for each in data.tournaments_now() if match.id in each.matches.values()), None)


def show(tournament: Tournament) -> None:
    """The podium and everybody's place once it is over, until then the standing."""
    heading.title(tournament)
    heading.story(tournament)
    named = naming.of_tournament(tournament)
    if tournament.finished:
        st.html(parts.podium(named))
    links.to_tournament(tournament.name, "Tables, standings and who sat where")
    if tournament.finished:
        st.html(parts.final_table(named))
    else:
        st.html(parts.standing_table(parts.board(named, stage_shown(tournament))))
