"""A tournament on its own page, and on the page of the evening once its last table is over."""

from collections.abc import Iterable, Sequence
from typing import Any

import streamlit as st

from dashboard import data
from dashboard.address import filters, links
from dashboard.look import markup, safe_text
from dashboard.page import skeleton
from dashboard.tournaments import name_links, parts, reading
from dashboard.tournaments.own_templates import LOOK, html
from dashboard.tournaments.parts import SeatShown
from scorer.language import _, counts
from scorer.match.facts import Match
from scorer.match.names import alphabetical
from scorer.match.sheet import Sheet
from scorer.rules.errors import plain_notices
from scorer.text.lead_words import Lead, lead_of
from scorer.text.numbers import plain, plain_signed
from scorer.tournaments.keeping import Tournament
from scorer.tournaments.rules import PlayedRound, classification
from scorer.tournaments.shown import words
from scorer.tournaments.shown.places import Board, by_stage, stage_shown
from scorer.tournaments.shown.tables import seated
from scorer.tournaments.text.amounts import measured_total


def top(tournament: Tournament) -> None:
    """Which tournament it is, the way to the TV, where it stands, and what the organiser should know."""
    markup.style(LOOK)
    skeleton.title(tournament.name)
    with st.container(horizontal=True, vertical_alignment="center", key="subject"):
        markup.small(words.head_words(tournament, reading.variant_now(tournament).title))
        filters.switch("big", _("on the TV"))
    named = name_links.of_tournament(tournament)
    if tournament.finished:
        markup.answer(winner(named).words())
    else:
        markup.story(words.story(named))
    for notice in plain_notices(tournament.notices):
        markup.small(safe_text.sentence(notice))


def winner(tournament: Tournament) -> Lead:
    """Who won a tournament that is over; ahead by so much of who stopped in the same stage."""
    lines = classification(tournament.format, tournament.progress)
    stage, last = by_stage(tournament, lines)[0]
    order = {tournament.name_of(line.entrant): -line.place for line in lines}
    has = dict.fromkeys(order, last[0].total) | {tournament.name_of(line.entrant): line.total for line in last}
    return lead_of(order, has, lambda total: measured_total(total, stage), plain)._replace(is_over=True)


def in_place_of(match: Match) -> bool:
    """Show how the tournament stands of which a match is a table; whether there is one, and no match is asked for."""
    if "match" in st.query_params:
        return False
    tournament = next((there for there in reading.tournaments_now() if match.id in there.matches.values()), None)
    if tournament:
        result(tournament)
    return tournament is not None


def result(tournament: Tournament) -> None:
    """For the evening: the podium and everybody's place once it is over, until then the standing."""
    top(tournament)
    named = name_links.of_tournament(tournament)
    if tournament.finished:
        st.html(parts.podium(named))
    words = _("Tables, standings and who sat where")
    links.link(words, "tournament", {"tournament": tournament.name}, icon=":material/arrow_forward:")
    if tournament.finished:
        st.html(parts.final_table(named))
    else:
        st.html(parts.standing_table(Board(named, stage_shown(tournament))))


def sheets_of(tournament: Tournament, announced: PlayedRound) -> dict[int, Sheet]:
    """The sheets, by number, of the tables of a round that show more than units: those going on, and all of a race."""
    race = words.race_of(tournament, announced.stage)
    return {
        table.number: data.sheet_now(tournament.matches[announced.number, table.number])
        for table in announced.tables
        if race or not table.over
    }


def tables(tournament: Tournament, announced: PlayedRound) -> None:
    """The tables of a round as cards, and who rests."""
    named, sheets = name_links.of_tournament(tournament), sheets_of(tournament, announced)
    titles = {
        table.number: name_links.table_words(tournament, announced.number, table.number) for table in announced.tables
    }
    st.html(parts.cards(named, announced, announced.tables, sheets, titles))


def seats(tournament: Tournament, announced: PlayedRound) -> None:
    """Who sits where in a round, by name: each player of a pair with the seat of their own; or that somebody rests."""
    people, shown = set(data.players_now()), []
    for name, table, seat, opponent in sorted(seated(tournament, announced), key=lambda row: alphabetical(row.name)):
        where, at = (_("table {table}", table=table), _("seat {seat}", seat=seat)) if table else (_("rests"), "")
        if opponent:
            at = _("seat {seat}, duel with {opponent}", seat=seat, opponent=opponent)
        shown.append(SeatShown(links.named(name) if name in people else name, where, at))
    st.html(html("parts", "listed", shown))


def members(lines: Iterable[Sequence[Any]]) -> None:
    """Place, name, units and deals of the members of teams; a member with too few deals has no place."""
    shown = [
        SeatShown(links.named(name, f"{place}. {name}" if place else ""), plain_signed(units), counts.deals(deals))
        for place, name, units, deals in lines
    ]
    st.html(html("parts", "listed", shown))
