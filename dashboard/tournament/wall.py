"""The tournament on the wall, to be read from three metres."""

from datetime import datetime
from math import ceil

from dashboard.tournament import parts
from dashboard.tournament.facts import stage_shown
from dashboard.tournament.standing import board, final_table, lines_on_the_wall, standing_table
from scorer.paper.markup import Markup, tag
from scorer.rules.tournament import PlayedRound
from scorer.scorebook.desk import Tournament

WIDE, HIGH = 9.9, 7.4  # how large letters can be, for one table across and for one down, in parts of the height
FINAL_LINES = 12


def wall(tournament: Tournament, counts: tuple[int, ...], now: datetime) -> Markup:
    """All that fits: the stages, the clock, the tables and the first of the standing; afterwards the podium."""
    top = tag("div", parts.stages(tournament), klass="wall")
    announced = tournament.last_round
    if tournament.finished:
        return tag("div", top, tag("div", parts.podium(tournament), _final(tournament), klass="wall two"))
    if announced is None:
        return tag("div", top, tag("div", parts.entrants(tournament), klass="wall"))
    tables = tag("div", parts.cards(tournament, announced, counts, parts.MOST_ON_THE_WALL))
    side = tag("div", parts.clock(tournament, now), _standing(tournament))
    return tag("div", top, tag("div", tables, side, klass="wall two", style=_room(announced)))


def _room(announced: PlayedRound) -> str:
    """How the tables stand, so that their letters are as large as can be."""
    count = min(len(announced.tables), parts.MOST_ON_THE_WALL)
    across = max(range(1, count + 1), key=lambda each: min(WIDE / each, HIGH / ceil(count / each)))
    return f"--across: {across}; --down: {ceil(count / across)}"


def _standing(tournament: Tournament) -> Markup:
    shown = board(tournament, stage_shown(tournament))
    lines = lines_on_the_wall(shown)
    return tag("div", standing_table(shown, lines), style=f"--rows: {lines + 2}")


def _final(tournament: Tournament) -> Markup:
    return tag("div", final_table(tournament, FINAL_LINES), style=f"--rows: {FINAL_LINES + 3}")
