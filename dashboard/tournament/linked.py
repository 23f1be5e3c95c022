"""The parts of the page that lead on: tables to their matches, names to their players."""

from collections.abc import Iterable, Sequence
from functools import partial

import streamlit as st

from dashboard import data, links, markup, safe_text
from dashboard.tournament import parts
from dashboard.tournament.parts import SeatShown, TableShown, table_shown
from scorer.match.sheet import Sheet
from scorer.rules.tournament import PlayedRound
from scorer.scorebook.tournament import Tournament
from scorer.text.numbers import plain_signed
from scorer.text.sentences import counted, listed
from scorer.tournament.tables import opponents, seated
from scorer.tournament.words import race_of


def sheets_of(tournament: Tournament, announced: PlayedRound) -> dict[int, Sheet]:
    """The sheets of the tables of a round of which more is said than their units: those going on, and all of a race."""
    race = race_of(tournament, announced.stage)
    return {
        table.number: data.sheet_now(tournament.matches[announced.number, table.number])
        for table in announced.tables
        if race or not table.over
    }


def tables(tournament: Tournament, announced: PlayedRound) -> None:
    """The tables of a round as cards, and who rests."""
    counts = data.sizes_now(tournament.matches[announced.number, 1])
    sheets = sheets_of(tournament, announced)
    with st.container(key="linked_tables"):
        for table in announced.tables:
            shown = table_shown(tournament, announced, table, counts, sheets.get(table.number))
            with st.container(key=f"card_{table.number}"):
                _card(tournament, shown)
    if resting := [tournament.name_of(number, announced.number) for number in announced.resting]:
        markup.small(f"{'Rests' if len(resting) == 1 else 'Rest'}: {listed(resting)}")


def _card(tournament: Tournament, shown: TableShown) -> None:
    """A table: its match above, then a line for each seat, and what is played now."""
    links.to_match(shown.match, tournament.league, f"Table {shown.number}", shown.state)
    for at, pair in enumerate(shown.duels):
        with st.container(key=f"duel_{shown.number}_{at}"):
            for seat in pair:
                _seat(seat)
    if shown.odd:
        markup.small(shown.odd)
    for seat in shown.alone:
        _seat(seat)
    st.html(parts.html("parts", "below", shown))


def _seat(seat: SeatShown) -> None:
    """Somebody at a table; a pair and a team have no page."""
    if seat.player:
        links.to_player(seat.player, seat.figure, seat.gave, words=safe_text.isolated(seat.name), strong=seat.first)
    else:
        st.html(parts.html("parts", "line", seat))


def seats(tournament: Tournament, announced: PlayedRound) -> None:
    """Who sits where in a round, by name, in columns: of a pair each player, with the seat of their own."""
    rows = sorted(seat_rows(tournament, announced), key=lambda row: row[0].casefold())
    people = set(data.players_now())
    with st.container(key="linked_columns"):
        for name, table, small in rows:
            if name in people:
                links.to_player(name, table, small)
            else:
                st.html(parts.html("parts", "line", SeatShown(name, table, small, first=False, player="")))


def seat_rows(tournament: Tournament, announced: PlayedRound) -> Iterable[tuple[str, str, str]]:
    """Name, table, and the seat there with whom a duel is played, of everybody in a round; who rests has no table."""
    name_of = partial(tournament.name_of, round_number=announced.number)
    against = {name_of(one): name_of(other) for table in announced.tables for one, other in opponents(table).items()}
    for name, table, seat in seated(tournament, announced):
        duel = f", duel with {against[name]}" if name in against else ""
        yield (name, f"table {table}", f"seat {seat}{duel}") if table else (name, "rests", "")


def members(lines: Sequence[tuple[int | None, str, int, int]]) -> None:
    """The members of teams by units, whichever team they played for; who has played too few deals has no place."""
    with st.container(key="linked_columns"):
        for place, name, units, deals in lines:
            said = f"{place}. {safe_text.isolated(name)}" if place else ""
            links.to_player(name, plain_signed(units), counted(deals, "deal"), words=said)


def names(people: Iterable[str]) -> None:
    """Names beside each other, each a link to its player."""
    with st.container(key="linked_names", horizontal=True, gap=None):
        for name in people:
            links.to_player(name, short=True)
