"""A tournament as it runs: its tables, who goes on, the clock; afterwards the podium and everybody's place."""

import shlex
from collections.abc import Sequence
from datetime import UTC, datetime

import streamlit as st

from dashboard import data
from dashboard.address import filters
from dashboard.look import markup, safe_text
from dashboard.page import skeleton, tables
from dashboard.tournaments import name_links, parts, reading, wall_slides
from dashboard.tournaments import page as tournament_page
from dashboard.tournaments.own_templates import html
from dashboard.wall import slide_show
from scorer.language import _
from scorer.match.names import alphabetical
from scorer.tournaments.keeping import Tournament
from scorer.tournaments.rules import PlayedRound
from scorer.tournaments.shown import words
from scorer.tournaments.shown.places import Board, ruling_lines, stage_shown
from scorer.tournaments.shown.tables import (
    Grid,
    final_classification,
    players_standing,
    results,
    seating,
)
from scorer.tournaments.shown.tables import standing as standing_grid
from scorer.wings import answers

NEW = "scorer --db {book} tournament new {name} --format scighera"
TABLES, STANDING, SEATS, MEMBERS = "tables", "standing", "seats", "players"
FINAL = "classification"


def show(tournament: Tournament) -> None:
    """A tournament for a laptop or a phone: where it stands, and below it one subject at a time."""
    tournament_page.top(tournament)
    if counting := parts.clock(tournament, datetime.now(UTC)):
        st.html(counting)
    st.html(parts.stages(name_links.of_tournament(tournament)))
    if tournament.last_round is None:
        st.subheader(_("Entered"), anchor=False)
        st.html(html("parts", "entrants", parts.entered(name_links.of_tournament(tournament))))
        return
    subjects = {TABLES: _("Tables"), STANDING: _("Standing"), SEATS: _("Who sits where")}
    if tournament.format.team_size > 1:
        subjects[MEMBERS] = _("Players")
    usual = STANDING if tournament.finished else TABLES
    if "player" in st.query_params:
        usual = SEATS
    subject = filters.one_of("show", list(subjects), names=subjects, usual=usual)
    if subject == TABLES:
        tournament_page.tables(tournament, round_shown(tournament))
        tables.csv_button("results", lambda: _csv(results(tournament, tournament.progress.rounds)))
    elif subject == STANDING:
        places(tournament)
        answers("tournament: below", tournament)
    elif subject == SEATS:
        announced = round_shown(tournament)
        somebody(tournament, announced)
        tournament_page.seats(tournament, announced)
        tables.csv_button("seating", lambda: _csv(seating(tournament, tournament.progress.rounds)))
    else:
        grid = players_standing(tournament, reading.members_now(tournament.id))
        tournament_page.members(grid.rows)
        tables.csv_button("players", lambda: _csv(grid))


def round_shown(tournament: Tournament) -> PlayedRound:
    """A round, the last unless the address says another."""
    rounds = {str(played.number): played for played in tournament.progress.rounds}
    names = {number: _("Round {number}", number=number) for number in rounds}
    return rounds[filters.one_of("round", list(rounds), names=names, usual=str(len(rounds)))]


def somebody(tournament: Tournament, announced: PlayedRound) -> None:
    """Where one player sits whom the address or the reader names."""
    numbers = {tournament.name_of(entrant.number): entrant.number for entrant in tournament.progress.entrants}
    player = filters.player("player", sorted(numbers, key=alphabetical), _("everybody"))
    if player:
        named, number = name_links.of_tournament(tournament), numbers[player]
        markup.story([(named.name_of(number), words.sits_words(named, announced, number))])


def places(tournament: Tournament) -> None:
    """The podium once it is over; the standing of a stage, or everybody's place over all of them."""
    named = name_links.of_tournament(tournament)
    if tournament.finished:
        st.html(parts.podium(named))
    fmt, last = tournament.format, stage_shown(tournament)
    stages = {fmt.stages[at].name: at for at in range(last, -1, -1)}
    choices = [FINAL, *stages] if tournament.finished else [*stages, *([FINAL] if last else [])]
    chosen = filters.one_of("stage", choices, names={FINAL: _("Classification"), **{name: _(name) for name in stages}})
    if chosen == FINAL:
        st.html(parts.final_table(named))
        units_outside_deals(named, range(last + 1))
        tables.csv_button(FINAL, lambda: _csv(final_classification(tournament)))
    else:
        at = stages[chosen]
        st.html(parts.standing_table(Board(named, at)))
        units_outside_deals(named, [at])
        tables.csv_button("standings", lambda: _csv(standing_grid(tournament, at)))


def units_outside_deals(tournament: Tournament, stages: Sequence[int]) -> None:
    """The paper sheets of these stages that do not sum to zero, and the penalties, each with its reason."""
    for line in ruling_lines(tournament, stages):
        markup.small(safe_text.sentence(line))


def _csv(grid: Grid) -> tables.Made:
    return grid.columns, grid.rows


def nothing_yet() -> None:
    """What the page shows before the first tournament."""
    skeleton.begin(_("Tournament"))
    st.text(_("No tournament yet. This is the scorebook {scorebook}.", scorebook=data.book().label))
    st.text(_("One line opens a tournament, and the page follows it from the entries to the podium:"))
    st.code(NEW.format(book=shlex.quote(data.book().label), name=_("NAME")), language=None, wrap_lines=True)


there = reading.tournaments_now()
if not there:
    nothing_yet()
elif slide_show.is_asked():
    slide_show.show(wall_slides.of_page())
else:
    by_name = {tournament.name: tournament for tournament in there}  # the one going on or the last comes first
    show(by_name[filters.one_of("tournament", list(by_name))])
