"""Running figures of a match as lines that are read from afar: few words, a name at the end of each line."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import floor, log10

import numpy as np

from dashboard.charts.match_lines import written
from dashboard.charts.season_lines import apart, thinned
from dashboard.look import safe_text, theme
from scorer.match.course import running, together
from scorer.match.sheet import Sheet

NAME = 12  # letters of a name at the end of a line
TALLEST = 14.0  # percent of the height that a name may have
MOST_POINTS = 240
STEPS = (1, 2, 5, 10)
AIR = 4  # percent of the height above and below


@dataclass(frozen=True, slots=True)
class RunningLine:
    """A line within a square of 100 by 100: its points, where it ends, and where its name stands.

    It is dashed where another line has its colour.
    """

    name: str
    colour: str
    dashed: bool
    points: str
    end: float
    at: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A number along an axis, in percent of it."""

    at: float
    words: str


@dataclass(frozen=True, slots=True)
class RunningLines:
    """All lines of a match with their axes; `tall` is the height of a name in percent, `letters` those of the longest.

    `zero` is the height of 0. Whoever does not see them reads what everybody has beside them.
    """

    lines: list[RunningLine]
    across: list[Tick]
    up: list[Tick]
    zero: float
    tall: float
    letters: int


def lines(sheet: Sheet, by: str, everybody: Sequence[str]) -> RunningLines | None:
    """The lines of a match, the leader's first; None before the first record."""
    if not sheet.records:
        return None
    figures = running(sheet, by)
    whose = sorted(together(sheet, figures), key=lambda who: (-figures[who[0]][-1], who))
    numbers = [sheet.records[0].number - 1, *(record.number for record in sheet.records)]
    low, high = min(map(min, figures.values())), max(map(max, figures.values()))
    runs = []
    for who in whose:
        there = [at for at, record in enumerate(sheet.records) if who[0] in record.seats] or [len(sheet.records)]
        # From before the first record of whoever sat there to after the last
        sat = slice(there[0], None if who[0] in sheet.seats else there[-1] + 2)
        runs.append((who, numbers[sat], figures[who[0]][sat]))
    colours = theme.at_table(sheet.players, everybody)
    return drawn(runs, (low, max(high, low + 1)), colours, lambda number: written(number, by))


def drawn(
    runs: Sequence[tuple[tuple[str, ...], Sequence[int], Sequence[int]]],
    ends: tuple[int, int],
    colours: Mapping[str, str],
    word: Callable[[int], str],
) -> RunningLines:
    """Lines with their axes; a run is the players of a line, the numbers of their records and the heights at these.

    `ends` are the lowest and the highest of all heights.
    """
    whose, every_number, every_height = zip(*runs, strict=True)
    first, last = min(numbers[0] for numbers in every_number), max(numbers[-1] for numbers in every_number)
    low, high = ends
    down, along = _scale(high, low, AIR), _scale(first, last, 0)
    names = ["+".join(safe_text.shorts(who, NAME // len(who)) if len(who) > 1 else who) for who in whose]
    tall = min(TALLEST, 100 / len(whose))
    at_ends = [down(heights[-1]) for heights in every_height]
    places = apart(np.array(at_ends), tall, tall / 2, 100 - tall / 2)
    lines: list[RunningLine] = []
    for (who, numbers, heights), name, end, at in zip(runs, names, at_ends, places.tolist(), strict=True):
        kept = thinned(np.array(heights), MOST_POINTS).tolist()
        points = " ".join(f"{along(numbers[place])},{down(heights[place])}" for place in kept)
        colour = colours[who[0]]
        dashed = any(line.colour == colour for line in lines)
        lines.append(RunningLine(name, colour, dashed, points, end, round(at, 2)))
    across = [Tick(along(number), str(number)) for number in _round(first + 1, last)]
    up = [Tick(down(number), word(number)) for number in _round(low, high)]
    letters = min(max(map(safe_text.columns, names)), NAME)
    return RunningLines(lines, across, up, down(0), tall, letters)


def _scale(begin: int, end: int, air: float) -> Callable[[int], float]:
    """Where a number lies between two others, in percent, with some air at either side."""
    return lambda number: round(air + (100 - 2 * air) * (number - begin) / ((end - begin) or 1), 2)


def _round(low: int, high: int) -> list[int]:
    """Few round numbers from `low` to `high`, 0 always among them where it lies between."""
    least = max((high - low) / 4, 1)
    power = 10 ** floor(log10(least))
    step = next(factor * power for factor in STEPS if factor * power >= least)
    return list(range(-(-low // step) * step, high + 1, step))
