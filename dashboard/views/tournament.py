"""A tournament as it runs: its tables, who goes on, the clock; afterwards the podium and everybody's place."""

from collections.abc import Collection
from datetime import UTC, datetime

import streamlit as st

from dashboard import data, filters, markup, page, tables
from dashboard.tournament import parts, words
from dashboard.wall import address, screen
from scorer.rules.tournament import PlayedRound
from scorer.scorebook.tournament import Tournament
from scorer.stats.columns import Column
from scorer.tournament_tables import (
    Grid,
    final_classification,
    players_standing,
    results,
    seating,
    sitting,
    stage_shown,
    told_lines,
)
from scorer.tournament_tables import standing as standing_grid

NONE = "scorer tournament new NAME --format scighera"
SEATS = (
    Column("player", "player", pinned=True), Column("table", "table", "count"), Column("seat", "seat", "count"),
)  # fmt: skip
PLAYERS = (
    Column("place", "place", "count", pinned=True), Column("player", "player", pinned=True),
    Column("units", "units", "units"), Column("deals", "deals", "count"),
)  # fmt: skip
FINAL = "classification"


def title(tournament: Tournament) -> None:
    """Which tournament it is, and the way to the big screen."""
    said, choice = st.columns([4, 1], vertical_alignment="bottom")
    with choice:
        filters.switch("big", "big screen")
    markup.style()
    st.html(f"<style>{parts.look()}</style>")
    with said:
        markup.heading(tournament.name)
        markup.small(words.head_words(tournament))


def story(tournament: Tournament) -> None:
    """Where it stands, what comes next, and what the organiser should know."""
    markup.story((label, told) for label, told in words.story(tournament) if told)
    for notice in tournament.notices:
        markup.small(notice)


def show(tournament: Tournament) -> None:
    """Everything about a tournament, for a laptop or a phone."""
    title(tournament)
    story(tournament)
    if counting := parts.clock(tournament, datetime.now(UTC)):
        st.html(counting)
    if tournament.finished:
        st.html(parts.podium(tournament))
    st.html(parts.stages(tournament))
    if tournament.last_round is None:
        st.subheader("Entered", anchor=False)
        st.html(parts.entrants(parts.entered(tournament)))
        return
    if tournament.finished:
        places(tournament)
    announced = round_shown(tournament)
    if not tournament.finished:
        places(tournament)
    st.subheader("Who sits where", anchor=False)
    seated(tournament, announced)
    tables.csv_button("results", lambda: _csv(results(tournament, tournament.progress.rounds)))


def round_shown(tournament: Tournament) -> PlayedRound:
    """The tables of a round, the last unless the address says another, and where somebody sits in it."""
    numbers = [str(each.number) for each in tournament.progress.rounds][::-1]
    st.subheader("Tables", anchor=False)
    chosen = filters.one_of("round", numbers) if len(numbers) > 1 else numbers[0]
    announced = next(each for each in tournament.progress.rounds if str(each.number) == chosen)
    somebody(tournament, announced)
    st.html(parts.cards(tournament, announced, data.sizes_now(tournament.matches[announced.number, 1])))
    return announced


def somebody(tournament: Tournament, announced: PlayedRound) -> None:
    """Where one player sits whom the address or the reader names."""
    numbers = {tournament.name_of(each.number): each.number for each in tournament.progress.entrants}
    player = filters.one_of("player", sorted(numbers, key=str.casefold), nothing="find somebody")
    if player:
        markup.story([(player, words.sits_words(tournament, announced, numbers[player]))])


def seated(tournament: Tournament, announced: PlayedRound) -> None:
    """The seating of a round by name: of a pair each player, with the seat of their own."""
    grid = seating(tournament, [announced])
    rows = [dict(zip(grid.columns, row, strict=True)) for row in grid.rows]
    if tournament.format.seats > 1:
        rows = [
            {"player": name, "table": table.number, "seat": seat}
            for table in announced.tables
            for seat, name in enumerate(sitting(tournament, announced, table.seats), 1)
        ]
        resting = sitting(tournament, announced, announced.resting)
        rows += [{"player": name, "table": None, "seat": None} for name in resting]
    rows.sort(key=lambda row: str(row["player"]).casefold())
    duel = (Column("duel", "duel"),) if "duel" in grid.columns else ()
    tables.shown(rows, (*SEATS, *duel), f"seats_{announced.number}", alt="Who sits where")
    tables.csv_button("seating", lambda: _csv(seating(tournament, tournament.progress.rounds)))


def places(tournament: Tournament) -> None:
    """The standing of a stage, or everybody's place over all of them."""
    fmt, last = tournament.format, stage_shown(tournament)
    names = [fmt.stages[at].name for at in range(last, -1, -1)]
    choices = [FINAL, *names] if tournament.finished else [*names, *([FINAL] if last else [])]
    st.subheader("Standings", anchor=False)
    chosen = filters.one_of("stage", choices) if len(choices) > 1 else choices[0]
    if chosen == FINAL:
        st.html(parts.final_table(tournament))
        told(tournament, range(len(names)))
        tables.csv_button(FINAL, lambda: _csv(final_classification(tournament)))
    else:
        at = last - names.index(str(chosen))
        st.html(parts.standing_table(parts.board(tournament, at)))
        told(tournament, [at])
        tables.csv_button("standings", lambda: _csv(standing_grid(tournament, at)))
    if fmt.team_size > 1:
        players(tournament)


def told(tournament: Tournament, stages: Collection[int]) -> None:
    """The paper sheets of these stages that do not sum to zero, and the penalties, each with its reason."""
    for line in told_lines(tournament, stages):
        markup.small(line)


def players(tournament: Tournament) -> None:
    """The members of teams by units, whichever team they played for."""
    grid = players_standing(data.members_now(tournament.id), tournament.format.min_deals)
    rows = [dict(zip(grid.columns, row, strict=True)) for row in grid.rows]
    st.subheader("Players", anchor=False)
    tables.shown(rows, PLAYERS, "players", alt="Players")


def _csv(grid: Grid) -> tables.Made:
    return grid.columns, grid.rows


def chosen_tournament(there: list[Tournament]) -> Tournament:
    """The one going on, else the last, unless the address names another."""
    names = {each.name: each for each in there}
    wanted = filters.one_of("tournament", list(names)) if len(names) > 1 else there[0].name
    return names[str(wanted)]


def nothing_yet() -> None:
    """What the page shows before the first tournament."""
    page.begin("Tournament")
    st.text("No tournament yet. This opens one, and the page follows it from the entries to the podium:")
    st.code(NONE, language=None)


there = data.tournaments_now()
if not there:
    nothing_yet()
elif address.is_asked():
    screen.show(screen.tournament())
else:
    show(chosen_tournament(there))
