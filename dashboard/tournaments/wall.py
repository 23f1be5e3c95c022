"""The tournament on the wall, to be read from three metres: slides on which every table and everybody is in turn."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from math import ceil
from textwrap import wrap

from markupsafe import Markup

from dashboard.look import markup, safe_text
from dashboard.tournaments import parts
from dashboard.tournaments.own_templates import LOOK, WALL, html
from dashboard.wall.slides import Slide, shared, side_by_side
from scorer.match.sheet import Sheet
from scorer.rules.errors import plain_notices
from scorer.tournaments.keeping import Tournament
from scorer.tournaments.rules import Table, classification
from scorer.tournaments.shown import words
from scorer.tournaments.shown.places import Board, stage_shown
from scorer.tournaments.shown.podium import podium_steps

TABLES, LINES, NAMES = 12, 15, 60  # on a slide
SHORTEST, LONGEST, CROWDED = 9, 26, 13  # letters of the longest name that there is room for; CROWDED: at many tables
MANY = 6  # more tables leave no room for the deal of each
DEAL = 1.3  # lines of the sentence about a deal
EXTRA_TIME = 0.8  # lines of the time that a table has beyond the others
RATIO = 1.6  # of the width to the height that the tables have
ON_A_LINE = 58  # letters of a sentence
ON_A_STEP = 10  # letters of a name on the podium


def slides(tournament: Tournament, variant: str, sheets: Mapping[int, Sheet], now: datetime) -> list[Slide]:
    """The tables beside the standing; before the first round who entered, afterwards the podium and all places.

    `sheets` are those of the tables of the last round that show more than units, by number.
    """
    announced = tournament.last_round
    if tournament.finished:
        places = shared(classification(tournament.format, tournament.progress), LINES)
        bodies = _panes([_podium(tournament)], [parts.final_table(tournament, some) for some in places])
    elif announced is None:
        shares = shared(parts.entered(tournament), NAMES)
        bodies = [html("wall", "entered", html("parts", "entrants", some)) for some in shares]
    else:
        board = Board(tournament, stage_shown(tournament))
        tables = []
        for some in shared(announced.tables, TABLES):
            cards = parts.cards(tournament, announced, some, sheets)
            tables.append(html("wall", "sized", cards, _room(tournament, some), len(some) > MANY))
        bodies = _panes(tables, [parts.standing_table(board, some) for some in shared(board.lines, LINES)])
    head = _head(tournament, variant, now)
    return [Slide(html("wall", "wall", head, body, again), styles=(LOOK, WALL)) for again, body in enumerate(bodies)]


def _panes(left: Sequence[Markup], right: Sequence[Markup]) -> list[Markup]:
    """Two panes each; a repeated one is marked, for a phone shows all slides below each other."""
    return [
        html("wall", "two", pane, right_pane, at >= len(left), at >= len(right))
        for at, (pane, right_pane) in enumerate(side_by_side(left, right))
    ]


def _podium(tournament: Tournament) -> Markup:
    """The podium, and how many lines the names on its narrow steps need."""
    tall = max(
        sum(len(wrap(name, ON_A_STEP)) for name in step.names) + bool(step.more) for step in podium_steps(tournament)
    )
    return html("wall", "sized", parts.podium(tournament), f"--names: {tall}", False)


def _head(tournament: Tournament, variant: str, now: datetime) -> Markup:
    """What it is, how far it is, and the clock."""
    sentences = words.story(tournament)
    rows = sum(ceil(safe_text.columns(f"{label} {sentence}") / ON_A_LINE) for label, sentence in sentences)
    story = markup.html("wall", "story", sentences, rows)
    title = markup.html("wall", "title", tournament.name, words.head_words(tournament, variant))
    clock, stages = parts.clock(tournament, now), parts.stages(tournament)
    return html("wall", "head", title, story, stages, plain_notices(tournament.notices), clock)


def _room(tournament: Tournament, tables: Sequence[Table]) -> str:
    """How the tables stand, so that their letters are as large as can be: in percent of the width and the height."""
    count = len(tables)
    lines = max(map(_lines, tables), default=1) + (0 if count > MANY else DEAL)
    last = tournament.last_round
    clock = tournament.clocks.get(last.number) if last else None
    if clock and clock.extra:
        lines += EXTRA_TIME
    longest = max((len(tournament.name_of(number)) for table in tables for number in table.seats), default=0)
    across_one = 0.5 * min(max(longest, SHORTEST), CROWDED if count > MANY else LONGEST) + 4
    sizes = {
        across: ((100 / across - 1.5) / across_one, (100 / ceil(count / across) - 2) / (1.32 * lines + 0.6))
        for across in range(1, count + 1)
    }
    across = max(sizes, key=lambda columns: min(sizes[columns][0] * RATIO, sizes[columns][1]))
    wide, high = sizes[across]
    return f"--across: {across}; --down: {ceil(count / across)}; --wide: {wide:.3f}; --high: {high:.3f}"


def _lines(table: Table) -> float:
    """How many lines a table needs: its head, its seats, its duels, its residual."""
    small = bool(table.odd) + bool(table.residual)
    return 1 + len(table.seats) + 0.4 * len(table.duels) + 0.8 * small
