"""The tournament on the wall, to be read from three metres."""

from datetime import datetime
from math import ceil

from markupsafe import Markup

from dashboard.tournament import parts, words
from dashboard.tournament.parts import board, final_table, lines_on_the_wall, standing_table
from scorer.rules.tournament import PlayedRound, Table
from scorer.scorebook.tournament import Tournament
from scorer.tournament_tables import stage_shown

WIDE, HIGH = 62, 69  # what the tables have of the width and of the height of the screen
SHORTEST, LONGEST, CROWDED = 9, 26, 17  # letters of the longest name that there is room for; CROWDED: at many tables
MANY = 6
RATIO = 16 / 9
FINAL_LINES = 12


def wall(tournament: Tournament, counts: tuple[int, ...], now: datetime) -> Markup:
    """All that fits: the stages, the clock, the tables and the first of the standing; afterwards the podium."""
    announced = tournament.last_round
    if tournament.finished:
        final = final_table(tournament, FINAL_LINES)
        body = parts.html("wall", "finished", parts.podium(tournament), final, FINAL_LINES + 3)
    elif announced is None:
        body = parts.html("wall", "entered", parts.entrants(tournament))
    else:
        tables = parts.cards(tournament, announced, counts, parts.MOST_ON_THE_WALL)
        shown = board(tournament, stage_shown(tournament))
        lines = lines_on_the_wall(shown)
        body = parts.html(
            "wall", "playing", _room(tournament, announced), tables, standing_table(shown, lines), lines + 3.5
        )
    head = {
        "story": words.story(tournament),
        "stages": parts.stages(tournament),
        "notices": tournament.notices,
        "clock": parts.clock(tournament, now),
    }
    return parts.html("wall", "wall", head, body)


def _room(tournament: Tournament, announced: PlayedRound) -> str:
    """How the tables stand, so that their letters are as large as can be."""
    count = min(len(announced.tables), parts.MOST_ON_THE_WALL)
    lines = max(map(_lines, announced.tables), default=1)
    longest = max((len(tournament.name_of(number)) for table in announced.tables for number in table.seats), default=0)
    across_one = 0.5 * min(max(longest, SHORTEST), CROWDED if count > MANY else LONGEST) + 4
    sizes = {
        across: (WIDE / across / across_one, (HIGH / ceil(count / across) - 1.5) / (1.32 * lines + 1))
        for across in range(1, count + 1)
    }
    across = max(sizes, key=lambda each: min(sizes[each][0] * RATIO, sizes[each][1]))
    wide, high = sizes[across]
    return f"--across: {across}; --wide: {wide:.3f}vw; --high: {high:.3f}vh"


def _lines(table: Table) -> float:
    """How many lines a table needs: its head, its seats, its duels, its residual."""
    small = bool(table.odd) + bool(table.residual)
    return 1 + len(table.seats) + 0.4 * len(table.duels) + 0.8 * small
